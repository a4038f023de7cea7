"""A metric's expression as SMT-LIB terms: sums spelled out, everything linear by cases.

The compiler of :mod:`proofs.exact.compiled` reads it, with entries that are unknowns of a script;
conditions alone are read otherwise: they stay text.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

import sympy as sp

from axioms.language.fold import StatementFold
from metrics.language.fold import names
from metrics.language.terms import At, Inverse, Place
from proofs.exact.compiled import Compiler, Node, fixed
from proofs.exact.numbers import Exact, either
from proofs.exact.whole import Undecidable, bounded
from proofs.script.smtlib import (
    Missing,
    Term,
    conjunction,
    disjunction,
    negation,
    undefined,
)


class Truth(NamedTuple):
    """A condition inside a metric, and where a value in it is undefined."""

    text: str
    undefined: str


class MetricReader(StatementFold, Compiler):
    """Writes a metric's expression for given listings; sums are spelled out."""

    reader = "smt"
    refuses = Compiler.refuses | names(
        "rounded ordered piecewise same for_all exists mean has_value"
    )

    def __init__(self, translator: Any, inputs: dict[Any, list[Term | int]]) -> None:
        self.translator, self.script, self.inputs = translator, translator.script, inputs

    def value(self, e: Any, known: Any) -> Exact:
        """Return the value of a term."""
        found: Exact = self.read(e, known).value
        return found

    def unread(self, e: Any, known: Any) -> Any:
        raise Undecidable(f"{type(e).__name__} in a metric")

    def whole(self, e: Any, known: Any) -> int:
        value = self.value(e, known)
        if not value.is_scalar or not value.is_rational or value.denominator != 1:
            raise Undecidable(f"the limit {e} is not a fixed whole number")
        return int(value.as_fraction())

    def symbol(self, e: Any, known: Any) -> Node:
        return self.score(e, known) if isinstance(e, Place) else self.unread(e, known)

    def score(self, e: Any, known: Any) -> Node:
        return fixed(self.translator.term(e))

    def entry(self, e: Any, known: Any) -> Node:
        found = self.value(e.args[1], known)
        if not found.is_rational or found.denominator != 1:
            raise Undecidable("a place that is not a whole number")
        entries = self._listed(e.args[0])
        return fixed(Exact.whole(self.translator.entry(entries, found.numerator().data)))

    def sum(self, e: Any, known: Any) -> Node:
        body = self._over_a_permutation(e, known)
        if body is None:
            return self.total(self.unrolled(e, known))
        items = range(1, self.translator.n + 1)
        return self.total(self.read(body, {**known, ITEM: Fraction(item)}) for item in items)

    def _listed(self, listing: Any) -> list[Term | int]:
        if isinstance(listing, Inverse):
            entries = self.inputs[listing.args[0]]
            known = self.translator.listings
            key = ("inverse", tuple(entries))
            if key not in known:
                known[key] = self.translator.inverse(entries, len(known))
            return list(known[key])
        return self.inputs[listing]

    def _over_a_permutation(self, e: Any, known: dict[Any, Fraction]) -> Any:
        """Σ f(σ(i)) over all places is Σ f(v) over all items: it does not depend on σ.

        Return f(v) where a sum is of that form.
        """
        if len(e.limits) != 1:
            return None
        index, low, high = e.limits[0]
        bounds = self.whole(low, known), self.whole(high, known)
        entries = {node for node in e.function.atoms(At) if index in node.free_symbols}
        if len(entries) != 1 or bounds != (1, self.translator.n):
            return None
        (entry,) = entries
        body = e.function.xreplace({entry: ITEM})
        others = any(index in node.free_symbols for node in body.atoms(At))
        return None if entry.args[1] != index or index in body.free_symbols or others else body

    # Conditions -----------------------------------------------------------------------------------

    def every(self, truths: Iterable[Any]) -> Any:
        return self._joined(conjunction, list(truths))

    def some(self, truths: Iterable[Any]) -> Any:
        return self._joined(disjunction, list(truths))

    def _joined(self, join: Any, truths: list[Truth]) -> Truth:
        return Truth(join(t.text for t in truths), disjunction(t.undefined for t in truths))

    def opposite(self, truth: Any) -> Any:
        return Truth(negation(truth.text), truth.undefined)

    def compared(self, relation: type, left: Node, right: Node) -> Any:
        one, two = left.value, right.value
        if not (one - two).is_rational:
            raise Undecidable("a condition on irrational values inside a metric")
        text = self.script.compared(relation, one, two)
        return Truth(text, disjunction([undefined(one), undefined(two)]))

    def indicator(self, e: Any, known: Any) -> Node:
        truth = self.read(e.args[0], known)
        chosen = Exact.whole(self.script.choice(truth.text, 1, 0))
        missing = False if truth.undefined == "false" else Missing(truth.undefined)
        return fixed(Exact(chosen.parts, 1, missing))

    # Functions ------------------------------------------------------------------------------------

    def signs(self, difference: Exact) -> Any:
        if difference.is_scalar:
            return super().signs(difference)
        return _rational(difference, "sign of").data.sign()

    def maximum(self, e: Any, known: Any) -> Node:
        values = [node.value for node in self.arguments(e, known)]
        if all(value.is_scalar for value in values):
            return super().maximum(e, known)
        for value in values:
            _rational(value, f"{type(e).__name__} of")
        best = values[0]
        for value in values[1:]:
            relation = sp.Ge if isinstance(e, sp.Max) else sp.Le
            best = self._chosen(self.script.compared(relation, best, value), best, value)
        return fixed(best)

    minimum = maximum

    def _chosen(self, condition: str, yes: Exact, no: Exact) -> Exact:
        common = lcm(yes.denominator, no.denominator)
        one, two = (
            value.scaled(common // value.denominator, common).numerator().data
            for value in (yes, no)
        )
        chosen = bounded(self.script.choice(condition, one, two))
        return Exact({(): chosen}, common, either(yes.undefined, no.undefined))


ITEM = sp.Dummy("item", integer=True, positive=True)


def _rational(value: Exact, what: str) -> Any:
    if not value.is_rational:
        raise Undecidable(f"{what} an irrational value")
    return value.numerator()
