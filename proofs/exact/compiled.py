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
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import reduce
from math import lcm
from typing import Any, cast

import numpy as np
import sympy as sp

from metrics.language.fold import RELATIONS, Sums, Truths, Unread, names
from metrics.language.terms import At, Indicator, Inverse, Ratio
from proofs.exact.numbers import Exact, either, log_of, symbol
from proofs.exact.rounding import floor, remainder
from proofs.exact.whole import Undecidable, Whole, add_whole

Columns = Mapping[Any, Any]
Program = Callable[[Columns], Exact]
Bindings = Mapping[sp.Symbol, Fraction]
LEAF = object()
BOUNDED = "Let a sum run to n, with a factor as [i <= k] or [i <= length(r)] beside its term"
"""What to do about a sum whose end depends on a list, or lies beyond it."""
AT_ONCE = 1 << 15
"""So many rankings of a block stay close to the processor."""


def compare(
    left: Exact, right: Exact, relation: Callable[[Any, Any], Any], signs: Any = Exact.signs
) -> Any:
    """Return where the relation is true, exactly."""
    if left.is_rational and right.is_rational and left.denominator == right.denominator:
        return relation(left.numerator().data, right.numerator().data)
    return relation(signs(left - right), 0)


def inverse_columns(entries: Any) -> Any:
    """Return the inverses of rankings; the first axis runs over places."""
    size, kind = len(entries), entries.dtype.type
    items = np.arange(1, size + 1, dtype=entries.dtype)[:, None]
    rankings = entries.reshape(size, -1)
    inverted = np.zeros_like(rankings)
    for start in range(0, rankings.shape[1], AT_ONCE):
        block = slice(start, start + AT_ONCE)
        for place in range(size):
            inverted[:, block] += (rankings[place, block] == items) * kind(place + 1)
    return inverted.reshape(entries.shape)


class Entries(dict[Any, Any]):
    """The columns of listings, and of their inverses, each of which is computed once."""

    def __missing__(self, listing: Any) -> Any:
        if not isinstance(listing, Inverse):
            raise KeyError(listing)
        found = self[listing] = inverse_columns(self[listing.args[0]])
        return found


class Node:
    """A constant, or a function of columns."""

    __slots__ = ("constant", "run")

    def __init__(self, run: Program | None, constant: Exact | None = None) -> None:
        self.run, self.constant = run, constant

    def __call__(self, columns: Columns) -> Exact:
        if self.constant is not None:
            return self.constant
        assert self.run is not None
        return self.run(columns)

    @property
    def value(self) -> Exact:
        """Return the value of a constant."""
        assert self.constant is not None
        return self.constant


def fixed(value: Exact) -> Node:
    """Return what does not depend on the columns."""
    return Node(None, value)


def compile_expression(
    expression: sp.Expr, bindings: Bindings, leaves: Iterable[Any] = ()
) -> Program:
    """Return a program for the expression; `leaves` are looked up in the columns as they are."""
    return Compiler().compiled(expression, bindings, leaves)


def features_of(e: Any) -> list[Any]:
    """Return the largest parts of an expression that are sums of integers or rationals."""
    if not e.has(At):
        return []
    if isinstance(e, sp.Expr) and _is_feature(e):
        return [e]
    return list(dict.fromkeys(part for argument in e.args for part in features_of(argument)))


def _is_feature(e: Any) -> bool:
    if not e.has(At) or isinstance(e, sp.Sum | sp.Product | At | Indicator):
        return True
    if isinstance(e, Ratio) or (isinstance(e, sp.Mod) and e.args[1].has(At)):
        return False
    if isinstance(e, sp.Pow) and e.base.has(At):
        return bool(e.exp.is_Integer and e.exp > 0 and _is_feature(e.base))
    return all(_is_feature(argument) for argument in e.args)


class Compiler(Sums, Truths):
    """Reads an expression as a program; a condition is a program whose values are 0 and 1."""

    reader = "the exhaustive engine"
    refuses = names("listings judged weights aspects")

    def compiled(self, expression: Any, bindings: Bindings, leaves: Iterable[Any]) -> Program:
        """Return a program for an expression."""
        known = {**bindings, **dict.fromkeys(leaves, LEAF)}
        found: Program = self.read(sp.sympify(expression, strict=True), known)
        return lambda columns: found(columns if isinstance(columns, Entries) else Entries(columns))

    def given(self, e: Any, known: Any) -> Node:
        if known[e] is LEAF:
            return Node(lambda columns: columns[e])
        return fixed(Exact.rational(known[e]))

    def index(self, value: int) -> Fraction:
        return Fraction(value)

    def whole(self, e: Any, known: Any) -> int:
        value = self.read(e, known).constant
        if value is None or value.denominator != 1:
            raise Unread(self.reader, f"{e} as a limit or a place. {BOUNDED}")
        return int(value.as_fraction())

    def number(self, e: Any, known: Any) -> Node:
        return fixed(Exact.rational(Fraction(int(e.p), int(e.q))))

    def symbol(self, e: Any, known: Any) -> Node:
        return fixed(symbol(e.name))

    def function(self, e: Any, known: Any) -> Node:
        return self.mapped(_FUNCTIONS[type(e)], self.arguments(e, known))

    ratio = log = floor = ceiling = remainder = function

    def binomial(self, e: Any, known: Any) -> Node:
        top, bottom = (self.whole(argument, known) for argument in e.args)
        return fixed(Exact.rational(int(sp.binomial(top, bottom))))

    def mapped(self, function: Any, nodes: list[Node]) -> Node:
        """Apply a function to values; the result is undefined where an argument is."""

        def applied(values: list[Exact]) -> Exact:
            if any(value.undefined is True for value in values):
                return Exact({}, 1, True)
            result = function(*values)
            undefined = result.undefined
            for value in values:
                undefined = either(undefined, value.undefined)
            return Exact(result.parts, result.denominator, undefined)

        if all(node.constant is not None for node in nodes):
            return fixed(applied([node.constant for node in nodes if node.constant]))
        return Node(lambda columns: applied([node(columns) for node in nodes]))

    # Signs and conditions -------------------------------------------------------------------------

    def signs(self, difference: Exact) -> Any:
        """Return the certified signs of numbers."""
        return difference.signs()

    def sign(self, e: Any, known: Any) -> Node:
        return self.mapped(self._sign, self.arguments(e, known))

    def _sign(self, value: Exact) -> Exact:
        return Exact.integers(self.signs(value), -1, 1)

    def absolute(self, e: Any, known: Any) -> Node:
        def size(value: Exact) -> Exact:
            return value.absolute() if len(value.parts) <= 1 else value * self._sign(value)

        return self.mapped(size, self.arguments(e, known))

    def maximum(self, e: Any, known: Any) -> Node:
        better = operator.gt if isinstance(e, sp.Max) else operator.lt
        return self.mapped(
            lambda *values: _extreme(values, better, self.signs), self.arguments(e, known)
        )

    minimum = maximum

    def compared(self, relation: type, left: Node, right: Node) -> Node:
        def truth(one: Exact, two: Exact) -> Exact:
            found = compare(one, two, RELATIONS[relation], self.signs)
            data = found.view(np.int8) if isinstance(found, np.ndarray) else int(found)
            return Exact.integers(data, 0, 1)

        return self.mapped(truth, [left, right])

    def every(self, truths: Iterable[Any]) -> Any:
        return self.times(truths)

    def some(self, truths: Iterable[Any]) -> Any:
        return self.opposite(self.times([self.opposite(truth) for truth in truths]))

    def opposite(self, truth: Any) -> Any:
        return self.mapped(lambda value: Exact.rational(1) - value, [truth])

    def indicator(self, e: Any, known: Any) -> Node:
        return self.read(e.args[0], known)

    def piecewise(self, e: Any, known: Any) -> Node:
        """Read branches up to the first that is always taken, without those that never are."""
        branches: list[tuple[Node, Node]] = []
        for value, condition in e.args:
            test = self.read(condition, known)
            if _settled(test) is False:
                continue
            branches.append((self.read(value, known), test))
            if _settled(test):
                break
        if all(node.constant is not None for branch in branches for node in branch):
            return fixed(_first_true(branches, {}))
        return Node(lambda columns: _first_true(branches, columns))

    # Sums and products ----------------------------------------------------------------------------

    def total(self, values: Iterable[Node]) -> Node:
        varying, constant = _parted(values, operator.add, Exact({}))
        if not varying:
            return fixed(constant)
        extra = [] if not constant.parts and constant.undefined is False else [constant]
        nodes = [*varying, *map(fixed, extra)]
        return Node(lambda columns: reduce(operator.add, (node(columns) for node in nodes)))

    def times(self, values: Iterable[Node]) -> Node:
        varying, constant = _parted(values, operator.mul, Exact.rational(1))
        if not varying:
            return fixed(constant)
        is_one = constant == Exact.rational(1)

        def run(columns: Columns) -> Exact:
            result = varying[0](columns)
            for node in varying[1:]:
                result = result * node(columns)
            return result if is_one else result * constant

        return Node(run)

    def power(self, e: Any, known: Any) -> Node:
        base, exponent = self.arguments(e, known)
        power, number = exponent.constant, base.constant
        if power is not None and power.is_scalar:
            fraction = power.as_fraction()
            return self.mapped(lambda value: value**fraction, [base])
        if number is None or not number.is_scalar:
            return cast(Node, self.unread(e, known))

        def powers(value: Exact) -> Exact:
            return value.on_distinct(lambda one: number ** one.as_fraction())

        return self.mapped(powers, [exponent])

    # Entries --------------------------------------------------------------------------------------

    def entry(self, e: Any, known: Any) -> Node:
        listing, place = e.args
        where = self.read(place, known)
        if where.constant is not None:
            number = where.constant.as_fraction()
            if number.denominator != 1 or number < 1:
                raise Unread(self.reader, f"the place {number} of a ranking")
            index = int(number) - 1

            def entry(columns: Columns) -> Exact:
                rankings = columns[listing]
                if index >= len(rankings):
                    raise Unread(self.reader, f"the place {number} of a ranking of {len(rankings)}")
                return Exact.integers(rankings[index], 1, len(rankings))

            return Node(entry)

        def looked_up(columns: Columns) -> Exact:
            rankings = columns[listing]
            found = where(columns)
            bounds = found.numerator()
            if not found.is_rational or found.denominator != 1:
                raise Unread(self.reader, "a place that is not a whole number")
            if bounds.low < 1 or bounds.high > len(rankings):
                raise Unread(self.reader, "a place outside the ranking")
            places = np.asarray(bounds.data).astype(np.intp) - 1
            shape = np.broadcast_shapes(rankings.shape[1:], places.shape)
            if rankings.size == len(rankings):  # one ranking
                chosen = rankings.ravel()[places]
            elif places.size == 1:
                chosen = rankings[places.item()]
            else:
                table = np.broadcast_to(rankings, (len(rankings), *shape))
                chosen = np.take_along_axis(table, np.broadcast_to(places, shape)[None], axis=0)[0]
            chosen = np.broadcast_to(chosen, shape)
            return Exact.integers(chosen, 1, len(rankings))

        return Node(looked_up)


def _parted(values: Iterable[Node], join: Any, constant: Exact) -> tuple[list[Node], Exact]:
    """Return the nodes that vary, and all constants joined to one."""
    varying = []
    for node in values:
        if node.constant is None:
            varying.append(node)
        else:
            constant = join(constant, node.constant)
    return varying, constant


def _log(value: Exact) -> Exact:
    if not value.is_rational:
        raise Undecidable("the logarithm of an irrational number")
    return log_of(value.as_fraction())


_FUNCTIONS: dict[type, Callable[..., Exact]] = {
    Ratio: operator.truediv,
    sp.log: lambda value: value.on_distinct(_log),
    sp.floor: floor,
    sp.ceiling: lambda value: -floor(-value),
    sp.Mod: remainder,
}


def _settled(test: Node) -> bool | None:
    """Return whether a condition is true in every case or false in every case; None if neither."""
    found = test.constant
    return None if found is None or found.undefined is not False else found.as_fraction() != 0


def _first_true(branches: list[tuple[Node, Node]], columns: Columns) -> Exact:
    """Return the value of the first branch whose condition is true.

    The atoms and bounds depend on the branches alone, never on the rankings at hand: values of
    different blocks of rankings stay comparable.
    """
    left: Any = np.True_
    undefined: Any = False
    values = []
    for node, test in branches:
        value, truth = node(columns), test(columns)
        if truth.undefined is not False:
            undefined = either(undefined, left & truth.undefined)
            left = left & np.logical_not(truth.undefined)
        holds = np.asarray(truth.numerator().data, dtype=bool)
        taken = left & holds
        if value.undefined is not False:
            undefined = either(undefined, taken & value.undefined)
        left = left & ~holds
        chosen = taken.astype(np.int8) if np.ndim(taken) else int(taken)
        values.append(Exact(value.parts, value.denominator) * Exact.integers(chosen, 0, 1))
    if not branches or not _settled(branches[-1][1]):
        undefined = either(undefined, left)
    common = lcm(*[value.denominator for value in values])
    scaled = [value.scaled(common // value.denominator, common) for value in values]
    parts: dict[Any, Whole] = {}
    for atom in dict.fromkeys(atom for value in scaled for atom in value.parts):
        found = [value.parts[atom] for value in scaled if atom in value.parts]
        data = reduce(add_whole, found).data
        parts[atom] = Whole(data, min(p.low for p in found), max(p.high for p in found))
    return Exact(parts, common, undefined if np.ndim(undefined) else bool(undefined))


def _extreme(values: Any, better: Callable[[Any, Any], Any], signs: Any) -> Exact:
    best = values[0]
    for value in values[1:]:
        takes = compare(value, best, better, signs)
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
