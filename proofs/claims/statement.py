"""Statements as claims write them: read from text in a closed language, never executed.

A statement is one expression: exact numbers, ``+ - * / **``, ``σ @ τ`` for σ∘τ, comparisons,
``and``, ``or``, ``not``, sets, sums over a domain, and words that the reader gives a meaning. A
ranking or run is called at a place, ``σ(i)``, and a printed row at a name; a metric is called by
its name, ``mrr(σ, k)``. The
grammar is that of Python's expressions: their tree is walked here, node by node, and a node or a
word that is not known is refused. Division is exact, and signs decide how numbers compare;
``has_value(x)`` tells whether x is defined.

>>> said = Statement("sum(σ(i) for i in places) == n * (n + 1) / 2")
>>> said.value({"σ": (2, 3, 1), "n": 3, "places": range(1, 4)})
True
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cmp_to_key
from math import comb, factorial
from typing import Any

import sympy as sp

from metrics.language.written import NoValue
from metrics.naming import BadInput
from proofs.claims.exactly import compare, compose, grouped, word

Known = Mapping[str, Any]


def _quotient(above: Any, below: Any) -> Any:
    found = sp.sympify(above, strict=True) / sp.sympify(below, strict=True)
    if found.has(sp.zoo, sp.nan):
        raise NoValue
    return found


OPERATIONS: dict[str, Callable[..., Any]] = {
    "Add": operator.add,
    "Sub": operator.sub,
    "Mult": operator.mul,
    "Div": _quotient,
    "Mod": operator.mod,
    "Pow": operator.pow,
    "MatMult": compose,
    "BitAnd": operator.and_,
    "BitOr": operator.or_,
    "USub": operator.neg,
    "Not": operator.not_,
}


def _sign(left: Any, right: Any) -> int:
    """Return how two exact numbers compare."""
    whole = isinstance(left, int) and isinstance(right, int)
    return (left > right) - (left < right) if whole else compare(left, right)


def of_numbers(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of SymPy that refuses texts, which SymPy would evaluate."""
    return lambda *given: function(*(sp.sympify(x, strict=True) for x in given))


def _extreme(chosen: Callable[..., Any]) -> Callable[..., Any]:
    """Return the least or the largest of some numbers, by exact signs."""
    by_sign = cmp_to_key(_sign)
    return lambda *given: chosen(given[0] if len(given) == 1 else given, key=by_sign)


# What is read with the node that it belongs to.
PARTS = (
    *(ast.operator, ast.unaryop, ast.boolop, ast.cmpop),
    *(ast.expr_context, ast.comprehension, ast.Slice, ast.keyword),
)
SIGNS = {"Eq": (0,), "NotEq": (-1, 1), "Lt": (-1,), "LtE": (-1, 0), "Gt": (1,), "GtE": (0, 1)}
RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    "Eq": operator.eq,
    "NotEq": operator.ne,
    "LtE": operator.le,
    "In": lambda one, many: one in many,
    "NotIn": lambda one, many: one not in many,
}
WORDS: dict[str, Callable[..., Any]] = {
    **{f.__name__: f for f in (sum, all, any, abs, len, set, range, tuple, factorial)},
    "sorted": lambda values: tuple(sorted(values)),
    "min": _extreme(min),
    "max": _extreme(max),
    "C": comb,
    "floor": of_numbers(sp.floor),
    "sqrt": of_numbers(sp.sqrt),
    "log": of_numbers(sp.log),
    "log2": of_numbers(lambda x: sp.log(x, 2)),
    "distinct": lambda values: len(grouped(values)),
    "defined": lambda value: True,
    "listed": lambda between, values: between.join(map(shown, values)),
}
NO_VALUE = object()
"""What a name stands for whose expression has no value: an error only where it is read."""


class Statement:
    """One expression, read once and valued at many points."""

    def __init__(self, text: str) -> None:
        self.text = text.strip()
        try:
            self.tree: Any = ast.parse(self.text, mode="eval").body
        except (SyntaxError, ValueError) as problem:
            raise BadInput(f"{text!r} is no statement: {problem}.") from None
        self.cases = {type(e): self._case(e) for e in ast.walk(self.tree)}

    def _case(self, e: Any) -> Callable[[Any, Known], Any]:
        """Return what reads a kind of node; a kind that statements do not have is refused."""
        found = getattr(self, f"_of_{type(e).__name__}", None)
        if found is None and not isinstance(e, PARTS):
            raise BadInput(f"{self.text!r}: statements have no {type(e).__name__}.")
        return found or self._of

    def value(self, known: Known) -> Any:
        """Return the value of the expression where some words have a meaning."""
        return self._of(self.tree, known)

    def value_if_any(self, known: Known, e: Any = None) -> Any:
        """Return the value of the expression or of a part of it; NO_VALUE where there is none."""
        try:
            return self._of(e or self.tree, known)
        except NoValue:
            return NO_VALUE

    def sides(self, known: Known) -> str:
        """Return the values of both sides of an equation or inequality, as text."""
        if not isinstance(self.tree, ast.Compare) or len(self.tree.ops) > 1:
            return ""
        both = (self.tree.left, *self.tree.comparators)
        return ", ".join(
            f"{ast.get_source_segment(self.text, side)} = {shown(self._of(side, known))}"
            for side in both
            if not isinstance(side, ast.Constant)
        )

    def _of(self, e: Any, known: Known) -> Any:
        return self.cases[type(e)](e, known)

    def _all_of(self, parts: Iterable[Any], known: Known) -> list[Any]:
        return [self._of(part, known) for part in parts]

    def _of_Constant(self, e: Any, known: Known) -> Any:
        if not isinstance(e.value, int | str):
            raise BadInput(f"{self.text!r}: {e.value!r} is no whole number; write a quotient.")
        return e.value

    def _of_Name(self, e: Any, known: Known) -> Any:
        if e.id not in known and e.id not in WORDS:
            raise BadInput(f"{self.text!r}: nothing says what {e.id!r} is.")
        found = known[e.id] if e.id in known else WORDS[e.id]
        if found is NO_VALUE:
            raise NoValue
        return found

    def _of_BinOp(self, e: Any, known: Known) -> Any:
        return OPERATIONS[type(e.op).__name__](*self._all_of((e.left, e.right), known))

    def _of_UnaryOp(self, e: Any, known: Known) -> Any:
        return OPERATIONS[type(e.op).__name__](self._of(e.operand, known))

    def _of_BoolOp(self, e: Any, known: Known) -> bool:
        parts = (bool(self._of(part, known)) for part in e.values)
        return all(parts) if isinstance(e.op, ast.And) else any(parts)

    def _of_Compare(self, e: Any, known: Known) -> bool:
        values = self._all_of((e.left, *e.comparators), known)
        names = [type(relation).__name__ for relation in e.ops]
        return all(map(_related, names, values, values[1:]))

    def _of_IfExp(self, e: Any, known: Known) -> Any:
        return self._of(e.body if self._of(e.test, known) else e.orelse, known)

    def _of_Call(self, e: Any, known: Known) -> Any:
        if isinstance(e.func, ast.Name) and e.func.id == "has_value":
            return all(self.value_if_any(known, part) is not NO_VALUE for part in e.args)
        called, *given = self._all_of((e.func, *e.args), known)
        if isinstance(called, tuple):
            return called[given[0] - 1]
        if isinstance(called, dict):
            return called[given[0]]
        named = {part.arg: self._of(part.value, known) for part in e.keywords}
        return called(*given, **named) if named else called(*given)

    def _of_Subscript(self, e: Any, known: Known) -> Any:
        if not isinstance(e.slice, ast.Slice):
            raise BadInput(f"{self.text!r}: an entry is written σ(i), from 1 on, not σ[i].")
        ends = (e.slice.lower, e.slice.upper)
        return self._of(e.value, known)[slice(*(end and self._of(end, known) for end in ends))]

    def _of_Tuple(self, e: Any, known: Known) -> tuple[Any, ...]:
        return tuple(self._all_of(e.elts, known))

    def _of_Set(self, e: Any, known: Known) -> set[Any]:
        return set(self._all_of(e.elts, known))

    def _of_GeneratorExp(self, e: Any, known: Known) -> Iterator[Any]:
        return (self._of(e.elt, inner) for inner in self._inside(e.generators, known))

    def _of_SetComp(self, e: Any, known: Known) -> set[Any]:
        return set(self._of_GeneratorExp(e, known))

    def _inside(self, generators: list[Any], known: Known) -> Iterator[Known]:
        if not generators:
            yield known
            return
        first, *rest = generators
        for value in self._of(first.iter, known):
            inner = {**known, **_bound(first.target, value)}
            if all(self._of(condition, inner) for condition in first.ifs):
                yield from self._inside(rest, inner)


def _bound(target: Any, value: Any) -> Known:
    """Return what the names of a comprehension stand for: one name, or several in a row."""
    if isinstance(target, ast.Name):
        return {target.id: value}
    return dict(zip((part.id for part in target.elts), value, strict=True))


def _related(name: str, left: Any, right: Any) -> bool:
    if name in SIGNS and all(isinstance(value, int | sp.Expr) for value in (left, right)):
        return _sign(left, right) in SIGNS[name]
    return RELATIONS[name](left, right)


def shown(value: Any) -> str:
    """Return a value as text: a ranking or run as a word, a set with its members in order."""
    if isinstance(value, set):
        return f"{{{', '.join(map(shown, sorted(value)))}}}"
    return word(value) if isinstance(value, tuple) else str(value)
