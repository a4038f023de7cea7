"""From a SymPy expression to a program on blocks of rankings, exact.

:func:`compile_expression` unrolls sums and products for fixed n and k, computes
everything that does not depend on rankings once, and leaves a small tree of
functions that map columns of entries to :class:`~proofs.exact.numbers.Exact` numbers.

>>> import numpy as np
>>> from fractions import Fraction
>>> from metrics.gain import dcg
>>> from metrics.language.terms import n, sigma
>>> program = compile_expression(dcg.value, {n: Fraction(3)})
>>> print(program({sigma: np.array([[1], [2], [3]], dtype=np.int8)}).scalar(0))
2*log(2)/log(3) + 5/2
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
import sympy as sp

from metrics.language.terms import At, Indicator, Inverse, Listing, Ratio
from proofs.exact.numbers import Exact, either, log_of, symbol
from proofs.exact.whole import Undecidable, Whole, add_whole

Columns = Mapping[Any, Any]
Program = Callable[[Columns], Exact]
Bindings = Mapping[sp.Symbol, Fraction]
RELATIONS: dict[type, Callable[[Any, Any], Any]] = {
    sp.Eq: operator.eq,
    sp.Ne: operator.ne,
    sp.Le: operator.le,
    sp.Lt: operator.lt,
    sp.Ge: operator.ge,
    sp.Gt: operator.gt,
}


class Unsupported(Exception):
    """The expression contains something that this reader does not know."""


def compare(left: Exact, right: Exact, relation: Callable[[Any, Any], Any]) -> Any:
    """Return where the relation is true, exactly."""
    if left.is_rational and right.is_rational and left.denominator == right.denominator:
        return relation(left.numerator().data, right.numerator().data)
    return relation((left - right).signs(), 0)


def inverse_columns(entries: Any) -> Any:
    """Return the inverses of rankings; the first axis runs over places."""
    places = np.arange(1, len(entries) + 1, dtype=entries.dtype)
    places = places.reshape((-1,) + (1,) * (entries.ndim - 1))
    inverted = np.empty_like(entries)
    np.put_along_axis(
        inverted, entries.astype(np.intp) - 1, np.broadcast_to(places, entries.shape), 0
    )
    return inverted


class _Node:
    """A constant, or a function of columns."""

    __slots__ = ("constant", "run")

    def __init__(self, run: Program | None, constant: Exact | None = None) -> None:
        self.run, self.constant = run, constant

    def __call__(self, columns: Columns) -> Exact:
        if self.constant is not None:
            return self.constant
        assert self.run is not None
        return self.run(columns)


def _constant(value: Exact) -> _Node:
    return _Node(None, value)


def compile_expression(
    expression: sp.Expr, bindings: Bindings, leaves: frozenset[Any] = frozenset()
) -> Program:
    """Return a program for the expression; `leaves` are looked up in the columns as they are."""
    return _Compiler(leaves).node(sp.sympify(expression), dict(bindings))


class _Compiler:
    def __init__(self, leaves: frozenset[Any]) -> None:
        self.leaves = leaves

    def node(self, e: Any, bound: dict[Any, Fraction]) -> _Node:
        if e in self.leaves:
            return _Node(lambda columns: columns[e])
        if isinstance(e, sp.Integer | sp.Rational):
            return _constant(Exact.rational(Fraction(int(e.p), int(e.q))))
        if isinstance(e, sp.Symbol):
            return _constant(Exact.rational(bound[e]) if e in bound else symbol(e.name))
        for kind, handler in self._handlers().items():
            if isinstance(e, kind):
                return handler(e, bound)
        raise Unsupported(f"{type(e).__name__} in {e}")

    def _handlers(self) -> dict[type, Any]:
        return {
            sp.Add: lambda e, b: self._total([self.node(a, b) for a in e.args]),
            sp.Mul: self._mul,
            sp.Pow: self._pow,
            sp.Sum: self._sum,
            sp.Product: self._product,
            At: self._at,
            Indicator: self._indicator,
            Ratio: lambda e, b: self._map(lambda x, y: x / y, e.args, b),
            sp.Abs: lambda e, b: self._map(Exact.absolute, e.args, b),
            sp.sign: lambda e, b: self._map(Exact.sign, e.args, b),
            sp.Max: lambda e, b: self._map(lambda *v: _extreme(v, operator.gt), e.args, b),
            sp.Min: lambda e, b: self._map(lambda *v: _extreme(v, operator.lt), e.args, b),
            sp.log: lambda e, b: self._map(_log, e.args, b),
            sp.binomial: self._binomial,
        }

    def _map(self, function: Any, arguments: Any, bound: dict[Any, Fraction]) -> _Node:
        nodes = [self.node(argument, bound) for argument in arguments]

        def applied(values: list[Exact]) -> Exact:
            """Apply the function; the result is undefined where an argument is."""
            if any(value.undefined is True for value in values):
                return Exact({}, 1, True)
            result = function(*values)
            undefined = result.undefined
            for value in values:
                undefined = either(undefined, value.undefined)
            return Exact(result.parts, result.denominator, undefined)

        if all(node.constant is not None for node in nodes):
            return _constant(applied([node.constant for node in nodes if node.constant]))
        return _Node(lambda columns: applied([node(columns) for node in nodes]))

    def _total(self, nodes: list[_Node]) -> _Node:
        constant = Exact({})
        for node in nodes:
            if node.constant is not None:
                constant = constant + node.constant
        varying = [node for node in nodes if node.constant is None]
        if not varying:
            return _constant(constant)
        extra = [] if not constant.parts and constant.undefined is False else [constant]
        return _Node(lambda columns: _accumulate([*varying, *map(_constant, extra)], columns))

    def _mul(self, e: Any, bound: dict[Any, Fraction]) -> _Node:
        return self._times([self.node(argument, bound) for argument in e.args])

    def _times(self, nodes: list[_Node]) -> _Node:
        constant = Exact.rational(1)
        for node in nodes:
            if node.constant is not None:
                constant = constant * node.constant
        varying = [node for node in nodes if node.constant is None]
        if not varying:
            return _constant(constant)
        is_one = constant == Exact.rational(1)

        def run(columns: Columns) -> Exact:
            result = varying[0](columns)
            for node in varying[1:]:
                result = result * node(columns)
            return result if is_one else result * constant

        return _Node(run)

    def _pow(self, e: Any, bound: dict[Any, Fraction]) -> _Node:
        base, exponent = self.node(e.base, bound), self.node(e.exp, bound)
        if exponent.constant is not None:
            power = exponent.constant.as_fraction()
            if base.constant is not None:
                return _constant(base.constant**power)
            return _Node(lambda columns: base(columns) ** power)
        if base.constant is None:
            raise Unsupported(f"a power with base and exponent both varying: {e}")
        number = base.constant
        return _Node(
            lambda columns: exponent(columns).on_distinct(
                lambda value: number ** value.as_fraction()
            )
        )

    def _unrolled(self, e: Any, bound: dict[Any, Fraction]) -> list[dict[Any, Fraction]]:
        """Return one binding of the indices for each term of a sum or product."""
        cases = [bound]
        for index, low, high in reversed(e.limits):
            cases = [
                {**case, index: Fraction(value)}
                for case in cases
                for value in range(self._integer(low, case), self._integer(high, case) + 1)
            ]
        return cases

    def _integer(self, e: Any, bound: dict[Any, Fraction]) -> int:
        value = self.node(e, bound).constant
        if value is None or value.denominator != 1:
            raise Unsupported(f"the limit {e} is not a fixed integer")
        return int(value.as_fraction())

    def _sum(self, e: Any, bound: dict[Any, Fraction]) -> _Node:
        return self._total([self.node(e.function, case) for case in self._unrolled(e, bound)])

    def _product(self, e: Any, bound: dict[Any, Fraction]) -> _Node:
        return self._times([self.node(e.function, case) for case in self._unrolled(e, bound)])

    def _binomial(self, e: Any, bound: dict[Any, Fraction]) -> _Node:
        top, bottom = (self._integer(argument, bound) for argument in e.args)
        return _constant(Exact.rational(int(sp.binomial(top, bottom))))

    def _at(self, e: Any, bound: dict[Any, Fraction]) -> _Node:
        listing, place = e.args
        entries = self._entries(listing)
        where = self.node(place, bound)
        if where.constant is not None:
            number = where.constant.as_fraction()
            if number.denominator != 1 or number < 1:
                raise Unsupported(f"the place {number} of a ranking")
            index = int(number) - 1

            def entry(columns: Columns) -> Exact:
                rankings = entries(columns)
                if index >= len(rankings):
                    raise Unsupported(f"the place {number} of a ranking of {len(rankings)}")
                return Exact.integers(rankings[index], 1, len(rankings))

            return _Node(entry)

        def looked_up(columns: Columns) -> Exact:
            rankings = entries(columns)
            found = where(columns)
            bounds = found.numerator()
            if not found.is_rational or found.denominator != 1:
                raise Unsupported("a place that is not a whole number")
            if bounds.low < 1 or bounds.high > len(rankings):
                raise Unsupported("a place outside the ranking")
            places = np.asarray(bounds.data).astype(np.intp) - 1
            shape = np.broadcast_shapes(rankings.shape[1:], places.shape)
            table = np.broadcast_to(rankings, (len(rankings), *shape))
            chosen = np.take_along_axis(table, np.broadcast_to(places, shape)[None], axis=0)[0]
            return Exact.integers(chosen, 1, len(rankings))

        return _Node(looked_up)

    def _entries(self, listing: Listing) -> Callable[[Columns], Any]:
        if isinstance(listing, Inverse):
            inner = self._entries(listing.args[0])
            return lambda columns: (
                columns[listing] if listing in columns else inverse_columns(inner(columns))
            )
        return lambda columns: columns[listing]

    def _indicator(self, e: Any, bound: dict[Any, Fraction]) -> _Node:
        condition = e.args[0]
        relation = RELATIONS.get(type(condition))
        if relation is None:
            raise Unsupported(f"the condition {condition}")

        def truth(left: Exact, right: Exact) -> Exact:
            found = compare(left, right, relation)
            data = found.view(np.int8) if isinstance(found, np.ndarray) else int(found)
            return Exact({(): Whole(data, 0, 1)}, 1, either(left.undefined, right.undefined))

        return self._map(truth, condition.args, bound)


def _log(value: Exact) -> Exact:
    if not value.is_scalar:
        return value.on_distinct(_log)
    if not value.is_rational:
        raise Undecidable("the logarithm of an irrational number")
    return log_of(value.as_fraction())


def _extreme(values: Any, better: Callable[[Any, Any], Any]) -> Exact:
    best = values[0]
    for value in values[1:]:
        takes = compare(value, best, better)
        if isinstance(takes, np.ndarray):
            chosen = Exact.integers(takes.view(np.int8), 0, 1)
            mixed = best + (value - best) * chosen
            low = min(value.numerator().low, best.numerator().low)
            high = max(value.numerator().high, best.numerator().high)
            if mixed.is_rational and mixed.denominator == value.denominator == best.denominator:
                if better is operator.gt:
                    low = max(value.numerator().low, best.numerator().low)
                else:
                    high = min(value.numerator().high, best.numerator().high)
                mixed = Exact(
                    {(): Whole(mixed.numerator().data, low, high)},
                    mixed.denominator,
                    mixed.undefined,
                )
            best = mixed
        elif takes:
            best = value
    return best


def _accumulate(nodes: list[_Node], columns: Columns) -> Exact:
    """Add up many arrays, reusing one array for the running total of each atom.

    An array is reused only once it is ours: the first term may be a column itself.
    """
    parts: dict[Any, Whole] = {}
    ours: set[Any] = set()
    denominator, undefined = 1, False
    for node in nodes:
        value = node(columns)
        undefined = either(undefined, value.undefined)
        if value.denominator != denominator:
            common = lcm(denominator, value.denominator)
            if common != denominator:
                parts = dict(Exact(parts, denominator).scaled(common // denominator, common).parts)
                denominator = common
            value = value.scaled(common // value.denominator, common)
        for atom, part in value.parts.items():
            if atom in parts:
                parts[atom] = _added(parts[atom], part, atom in ours)
                ours.add(atom)
            else:
                parts[atom] = part
    return Exact(parts, denominator, undefined)


def _added(total: Whole, part: Whole, reuse: bool) -> Whole:
    low, high = total.low + part.low, total.high + part.high
    if reuse and isinstance(total.data, np.ndarray) and total.data.dtype != object:
        limit = np.iinfo(total.data.dtype)
        fits = limit.min <= low and high <= limit.max
        if fits and np.shape(part.data) in ((), total.data.shape):
            np.add(total.data, part.data, out=total.data, casting="unsafe")
            return Whole(total.data, low, high)
    return add_whole(total, part)
