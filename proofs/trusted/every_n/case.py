"""The statement that a step speaks of, read in any case that satisfies its condition.

A step names a statement by numbers: a part of its question, a part of that part, or its opposite.

Why it is right. What is true where the variables stand for anything, n and all entries unknown, is
true in every case. A condition may only be used to say what places stand for: i < j are i and
i + d with 1 ≤ i ≤ n − d and 1 ≤ d ≤ n − 1.

A statement about the cases in which all values are defined says nothing where there are none. That
there is one for every n is read off rankings that are given for every n: the identity, its
reversal, or the exchange of the first and the last item. The same is asked of equal rankings, where
a statement speaks of them.

Of statements about entries some follow from those about scores alone. Where two rankings have
different entries at one place, or one item at different ranks, they are different rankings: σ = τ
gives σ(i) = τ(i). So whoever knows that equal scores
belong to equal rankings alone knows that such rankings have different scores, and that rankings
with equal scores have equal entries; scores of which one is never below the other and that are
different are one above the other. Where rankings agree at every place they are one ranking, and a
claim about both is one about the first with itself. Further conditions are not needed.

The entries are at places that there are for every n: bound ones, the first and the last.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import sympy as sp

from axioms.language.formula import Exists, ForAll, Same, Score
from axioms.language.order_terms import condition
from axioms.language.printing import statement_text
from axioms.language.shapes import equal_cases, scores_of_cases
from metrics.language.domains import RANKINGS
from metrics.language.parameters import CUTOFFS
from metrics.language.terms import At, Inverse, Place, n
from proofs.core.every_n.blocks import between
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
APART = sp.Ne | sp.StrictLessThan | sp.StrictGreaterThan
SAME = sp.Eq | sp.LessThan | sp.GreaterThan
_INDEX = whole(0, MOST_PARTS)
_WHICH = {"opposite": whole(1, 1), "needed": _INDEX, "conjunct": _INDEX, "never": _INDEX}


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
    if "needed" in told:
        found = entry_of(needed(found), told["needed"])
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


def at_one_cutoff(kernel: Kernel) -> Any:
    """Return the question, with the cut-off given where a kernel speaks of one that is a number."""
    if kernel.cutoffs is None:
        return kernel.question
    low, high = kernel.cutoffs
    if low != high or low.x or not low.is_whole:
        raise Inconclusive("one case, read for many cut-offs")
    name = next(name for name in CUTOFFS if name in kernel.question.reads)
    return replace(kernel.question, parameters={**kernel.question.parameters, name: int(low.y)})


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
        super().__init__(kernel.question, kernel.least, kernel.cutoffs)
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

    def given(self) -> list[Number] | None:
        """Return what is divided by, where that or a range of cut-offs is worth a closer look."""
        return self.divisors if self.divisors or self.cutoffs is not None else None

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
    if kernel.cutoffs is not None:
        said = f"{between('k', *kernel.cutoffs)}: {said}"
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
    """Return variables, conditions and scores: of any case, and of those of equal rankings.

    Of ∃ x ∀ y they are those of x alone: the others are left out where they are undefined.
    """
    if isinstance(formula, Exists) and isinstance(formula.body, ForAll):
        return [(formula.variables, (), frozenset(scores_of_cases(formula.body)))]
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


# What follows from statements about scores -------------------------------------------------------


def needed(formula: Any) -> list[Any]:
    """Return the statements about scores that a statement about entries follows from."""
    parts, claim = _condition_and_claim(formula)
    for part in parts:
        if isinstance(claim, APART) and _of_scores(claim) and isinstance(part, APART):
            pair = _rankings(part)
            if pair is not None:
                return _bases(formula, claim, pair)
        if isinstance(part, sp.Eq) and _of_scores(part) and isinstance(claim, SAME):
            pair = _rankings(claim)
            if pair is not None:
                return _bases(formula, part, pair)
    for part in parts:
        pair = _everywhere(part)
        if pair is not None and _of_scores(claim):
            kept, other = pair
            return [_about(formula, claim.xreplace({other: kept}), ())]
    raise Inconclusive("no entries that tell rankings apart")


def _condition_and_claim(formula: Any) -> tuple[tuple[Any, ...], Any]:
    match formula:
        case ForAll(body=sp.Implies(args=(condition, claim))):
            parts = condition.args if isinstance(condition, sp.And) else (condition,)
            return tuple(parts), claim
    raise Inconclusive("a statement without a condition")


def _of_scores(relation: Any) -> bool:
    """Tell whether two sides are scores of rankings or numbers, of which one is a score."""
    sides = getattr(relation, "args", ())
    plain = all(isinstance(side, Score) or side.is_Rational for side in sides)
    return isinstance(relation, APART | SAME) and plain and bool(relation.atoms(Score))


def _bases(formula: Any, scores: Any, pair: tuple[Any, Any]) -> list[Any]:
    """Return that equal scores belong to equal rankings, and that one is never below the other."""
    equal = sp.Eq(*scores.args, evaluate=False)
    found = [_about(formula, sp.Implies(equal, Same(*pair), evaluate=False), pair)]
    if isinstance(scores, sp.StrictGreaterThan):
        found.append(_about(formula, sp.Ge(*scores.args, evaluate=False), ()))
    if isinstance(scores, sp.StrictLessThan):
        found.append(_about(formula, sp.Le(*scores.args, evaluate=False), ()))
    return found


def _about(formula: Any, claim: Any, pair: tuple[Any, ...]) -> Any:
    """Return a claim for all that it names, bound as the statement binds it."""
    named = {*pair, *(listing for score in claim.atoms(Score) for listing in score.listings)}
    if not named or not named <= set(formula.variables) or claim.atoms(ForAll, Exists):
        raise Inconclusive("scores of rankings that are not bound")
    return ForAll(*[variable for variable in formula.variables if variable in named], claim)


def _rankings(relation: Any) -> tuple[Any, Any] | None:
    """Return the rankings of which a relation compares the entries at one place, if it does."""
    one, two = relation.args
    if not (isinstance(one, At) and isinstance(two, At) and one.args[1] == two.args[1]):
        return None
    place, listings = one.args[1], (one.args[0], two.args[0])
    if not (isinstance(place, Place) or place in (sp.Integer(1), n)):
        return None
    if all(isinstance(listing, Inverse) for listing in listings):
        listings = (listings[0].args[0], listings[1].args[0])
    bound = all(RANKINGS.ranges(listing) and not listing.args[1:] for listing in listings)
    return listings if bound and listings[0] != listings[1] else None


def _everywhere(part: Any) -> tuple[Any, Any] | None:
    """Return two rankings of which a condition says that they agree at every place."""
    if not isinstance(part, ForAll) or len(part.variables) != 1:
        return None
    (place,) = part.variables
    if not isinstance(place, Place) or not isinstance(part.body, sp.Eq):
        return None
    same_place = all(isinstance(side, At) and side.args[1] == place for side in part.body.args)
    return _rankings(part.body) if same_place else None
