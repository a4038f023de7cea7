"""The statement that a step speaks of, read in any case that satisfies its condition.

A step names a statement by numbers: a part of its question, a part of that part, or its opposite.

Why it is right. What is true where the variables stand for anything, n and all entries unknown, is
true in every case. A condition may only be used to say what places stand for: i < j are i and
i + d with 1 ≤ i ≤ n − d and 1 ≤ d ≤ n − 1.

A statement about the cases in which all values are defined says nothing where there are none. That
there is one for every n is read off rankings that are given for every n: the identity, its
reversal, or the exchange of the first and the last item. The same is asked of equal rankings, where
a statement speaks of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp

from axioms.language.formula import Exists, ForAll, Score
from axioms.language.order_terms import condition
from axioms.language.printing import statement_text
from axioms.language.shapes import equal_cases
from metrics.language.domains import RANKINGS
from metrics.language.terms import Place
from proofs.core.every_n.growth import BACKWARDS, ENDS, FORWARDS, Growth
from proofs.trusted.every_n.kernel import Fact, Kernel
from proofs.trusted.every_n.rankings import Every
from proofs.trusted.every_n.sums import SWAP
from proofs.trusted.number import Inconclusive, Number, written
from proofs.trusted.sign import cleared_of
from proofs.trusted.unknowns import possible_signs, unknown
from proofs.trusted.untrusted import Rejected, entries_or_name, record, table, whole
from proofs.trusted.value import RELATIONS, Point, decided

Told = Mapping[str, Any]
MOST_PARTS, MOST_PLACE = 1000, 10
DEFINED = "defined somewhere"
ALL = 99
OPPOSITE = {"StrictGreaterThan": sp.Le, "StrictLessThan": sp.Ge}
_INDEX = whole(0, MOST_PARTS)
_WHICH = {"opposite": whole(1, 1), "conjunct": _INDEX, "never": _INDEX}


def read_told(told: Told, **more: Any) -> dict[str, Any]:
    """Read what a step tells its checker: the part of the question, and what else there may be."""
    needed = {"part": _INDEX, **more}
    found: dict[str, Any] = record(needed, _WHICH)("the evidence", dict(told))
    return found


def statement_of(kernel: Kernel, told: Told) -> Any:
    """Return the statement that a step speaks of: a part of the question, or one inside it."""
    statements = [one.formula for one in kernel.question.statements()]
    if kernel.question.every_n:
        statements = kernel.question.formulas()
    found = entry_of(statements, told["part"])
    if "opposite" in told:
        found = _none_exists(found)
    if "conjunct" in told:
        found = with_claim(found, entry_of(parts_of(claim_of(found)), told["conjunct"]))
    if "never" in told:
        found = with_claim(found, _negated(entry_of(_conditions(claim_of(found)), told["never"])))
    return found


def entry_of(things: Any, index: int) -> Any:
    if index >= len(things):
        raise Rejected(f"a step speaks of part {index}, and there are {len(things)}")
    return things[index]


def parts_of(formula: Any) -> Any:
    """Return A and B of A and B, in the order in which they are kept."""
    return formula.args if isinstance(formula, sp.And) else (formula,)


def body_of(formula: Any) -> Any:
    return formula.body if isinstance(formula, ForAll) else formula


def claim_of(formula: Any) -> Any:
    """Return what a statement says of the cases that satisfy its condition."""
    body = body_of(formula)
    return body.args[1] if isinstance(body, sp.Implies) else body


def with_claim(formula: Any, claim: Any) -> Any:
    """Return the same statement with another claim."""
    body = body_of(formula)
    if isinstance(body, sp.Implies):
        claim = sp.Implies(body.args[0], claim, evaluate=False)
    return ForAll(*formula.variables, claim) if isinstance(formula, ForAll) else claim


def _conditions(claim: Any) -> Any:
    """Return A and B of a claim: not (A and B)."""
    return parts_of(claim.args[0]) if isinstance(claim, sp.Not) else ()


def _negated(comparison: Any) -> Any:
    kind = type(comparison).__name__
    if kind not in OPPOSITE:
        raise Inconclusive("the opposite of this condition")
    return OPPOSITE[kind](*comparison.args, evaluate=False)


def _none_exists(formula: Any) -> Any:
    """Return what would say that there is none: A ⇒ x = y for ∃: A and x ≠ y."""
    parts = parts_of(formula.body) if isinstance(formula, Exists) else ()
    different = [part for part in parts if isinstance(part, sp.Ne) and part.atoms(Score)]
    if len(different) != 1:
        raise Inconclusive("something exists that is not a difference of scores")
    condition = sp.And(*[part for part in parts if part not in different])
    equal = sp.Eq(*different[0].args, evaluate=False)
    return ForAll(*formula.variables, sp.Implies(condition, equal, evaluate=False))


def only_case(formula: Any) -> dict[str, int]:
    """Return the places of the only case that satisfies the condition of a statement."""
    if not isinstance(formula, ForAll) or not isinstance(formula.body, sp.Implies):
        raise Inconclusive("a statement without a condition")
    found: dict[str, int] = {}
    for part in parts_of(formula.body.args[0]):
        if isinstance(part, sp.Eq) and part.lhs in formula.variables and part.rhs.is_Integer:
            found[part.lhs.name] = int(part.rhs)
    if len(found) != len(formula.variables) or not all(
        1 <= p <= MOST_PLACE for p in found.values()
    ):
        raise Inconclusive("a condition that does not say which places there are")
    return found


class Case(Every):
    """A statement, read in any case that satisfies its condition."""

    def __init__(self, kernel: Kernel, told: Told) -> None:
        super().__init__(kernel.question, kernel.least)
        self.kernel, self.formula = kernel, statement_of(kernel, told)
        self.claim, self.by_signs = claim_of(self.formula), False
        self.point = dict(self.scene.point)
        if isinstance(self.formula, ForAll):
            self._any_case(self.formula)

    def _any_case(self, formula: Any) -> None:
        """Put in what stands for any case of a statement that satisfies its condition.

        Places i < j are i and i + d, with the same d > 0 where a condition says j − i = l − k, and
        k and l are k and k + d + e with e > 0 where it says j − i < l − k.
        """
        self.point |= self.any_of(formula.variables)
        if not isinstance(formula.body, sp.Implies):
            return
        parts = sorted(parts_of(formula.body.args[0]), key=str)
        pairs: list[tuple[Any, Any]] = []
        for part in parts:
            taken = {place for pair in pairs for place in pair}
            of_places = all(isinstance(place, Place) and place not in taken for place in part.args)
            if isinstance(part, sp.Lt) and of_places:
                pairs.append(part.args)
        for (one, two), width in zip(pairs, self._widths(parts, pairs), strict=True):
            self.point[one] = unknown(("place", one.name), 1, self.n - width)
            self.point[two] = self.point[one] + width

    def _widths(self, parts: list[Any], pairs: list[Any]) -> list[Number]:
        """Return how far apart the places of each pair are, by what a condition says of both."""
        widths = [unknown(("width", i), 1, self.n - 1) for i in range(len(pairs))]
        if len(pairs) != 2:
            return widths
        first = widths[0]
        wider = first + unknown(("width", "more"), 1, self.n - 1 - first)
        for part in parts:
            sign = _compared_widths(part, *pairs)
            if sign and isinstance(part, sp.Eq):
                return [first, first]
            if sign and isinstance(part, sp.Lt):
                return [first, wider] if sign < 0 else [wider, first]
        return widths

    def concluded(self, confirmed: bool, scripts: list[str] | None = None) -> Fact:
        """Return the statement as a fact, where its rule confirms it."""
        if not confirmed:
            raise Inconclusive("the rule does not confirm it")
        return fact(self.kernel, self.formula, partly=self.assumed, scripts=scripts)

    def truth(self, formula: Any, point: Point) -> bool:
        """Decide a formula by terms and signs."""
        kind = type(formula).__name__
        if kind not in RELATIONS or not self.by_signs:
            return super().truth(formula, point)
        left, right = (self.value(argument, point) for argument in formula.args)
        return decided(possible_signs(left - right), RELATIONS[kind])

    def truth_Same(self, formula: Any, point: Point) -> bool:
        one, two = (self.listing(argument, point) for argument in formula.args)
        if one != two:
            raise Inconclusive("whether two rankings are equal")
        return True

    def numbers(self, terms: Any, expanded: bool = False) -> list[Number]:
        """Return values with squares multiplied out, or with sums left as they are."""
        self.expanded, self.left_as_they_are = expanded, 0 if expanded else ALL
        return [self.value(term, self.point) for term in terms]

    def difference(self) -> Number:
        """Return what must be at least 0 for a claim x ≤ y or x ≥ y, with sums left alone."""
        kind = type(self.claim).__name__
        if kind not in ("LessThan", "GreaterThan"):
            raise Inconclusive("a claim that is not x ≤ y")
        left, right = self.numbers(self.claim.args)
        return cleared_of(left - right if kind == "GreaterThan" else right - left)


def fact(kernel: Kernel, formula: Any, scripts: list[str] | None = None, **more: Any) -> Fact:
    """Return a fact about a statement, printed as it is."""
    said = statement_text(formula, kernel.question.names, None)
    return Fact(said, formula, scripts=tuple(sorted(set(scripts or ()))), **more)


def _compared_widths(part: Any, one: Any, two: Any) -> int:
    """Return −1 where a condition compares the first width minus the second with 0.

    1 stands for the second minus the first, and 0 for any other condition.
    """
    if not isinstance(part, sp.Eq | sp.Lt):
        return 0
    difference = {place: 0 for place in (*one, *two)}
    for sign, side in zip((1, -1), part.args, strict=True):
        for term in sp.Add.make_args(side):
            factor, place = term.as_coeff_Mul()
            if place not in difference:
                return 0
            difference[place] += sign * factor
    found = [difference[place] for place in (*one, *two)]
    return -1 if found == [-1, 1, 1, -1] else int(found == [1, -1, -1, 1])


# Somewhere defined -------------------------------------------------------------------------------


def defined(kernel: Kernel, facts: Any, told: Told) -> Fact:
    """Conclude that for every n some case that a statement speaks of has all its values."""
    told = read_told(told, kind=_INDEX, at=table(entries_or_name))
    case = Case(kernel, {"part": told["part"]})
    variables, conditions, scores = entry_of(_spoken_of(case.formula), told["kind"])
    case.point |= _at(case, variables, told["at"])
    if not all(case.truth(part, case.point) for part in conditions):
        raise Inconclusive("a case that the statement does not speak of")
    case.numbers(scores, expanded=True)
    if case.assumed:
        raise Inconclusive("a value that may be undefined")
    there = Growth(kernel.least, told["at"])
    named = [statement_text(node, kernel.question.names, None) for node in scores]
    text = f"for every n ≥ {kernel.least}, {' and '.join(sorted(named))} are defined at {there}"
    return Fact(text, least=kernel.least, about=(DEFINED, case.formula, told["kind"]))


def is_defined_somewhere(kernel: Kernel, formula: Any) -> bool:
    """Tell whether it was concluded of all kinds of cases that a statement speaks of."""
    known = [fact.about for fact in kernel.facts]
    return all((DEFINED, formula, kind) in known for kind, _ in enumerate(_spoken_of(formula)))


def _spoken_of(formula: Any) -> list[Any]:
    """Return variables, conditions and scores: of any case, and of those of equal rankings."""
    if not isinstance(formula, ForAll) or formula.body.atoms(ForAll, Exists):
        raise Inconclusive("whether anything inside a statement is defined")
    any_case = (formula.variables, (condition(formula.body),), formula.atoms(Score))
    equal = [(each.variables, each.conditions, each.scores) for each in equal_cases(formula)]
    return [any_case, *equal]


def _at(case: Case, variables: Any, given: Told) -> dict[Any, Any]:
    """Return the rankings and places that are given for every n."""
    if {variable.name for variable in variables} != set(given):
        raise Inconclusive("values of other variables")
    ends = (SWAP, written(1), written(case.n))
    words = {FORWARDS: (), BACKWARDS: ((BACKWARDS, 1),), ENDS: ((ends, 1),)}
    found: dict[Any, Any] = {}
    for variable in variables:
        value = given[variable.name]
        if isinstance(value, list) or RANKINGS.ranges(variable) is not isinstance(value, str):
            raise Inconclusive("a value of another kind")
        if isinstance(value, int):
            case.insist_place(value)
        found[variable] = words[value] if isinstance(value, str) else value
    return found
