"""Rules by which statements about weighted distances hold, or fail, for every n and all weights.

Why they are right. Distances are pair sums K and sums of displacements F (`weight_shapes`), whose
costs C are at least 0, and so are they (*nonnegativity*). A bracket [y before x in τ] − [y before x
in σ] is 0 where σ and τ order x and y alike, and 1 or −1 elsewhere.

- *twice*: each |…| is at most the sum of C(x, y) over the y that are ordered differently from x;
  added over x every such pair is counted twice.
- *exchange* (Diaconis and Graham 1977), for C = 1: name the items by their places in τ, and let
  ρ ≠ id be their places in σ. The first i with ρ(i) ≠ i moves right, the last one left, so some
  i < j have ρ(i) > i, ρ(j) < j, and only fixed points between them. Hence ρ(i) ≥ j and ρ(j) ≤ i.
  Exchange ρ(i) and ρ(j). F falls by (ρ(i) − i) + (j − ρ(j)) − (i − ρ(j)) − (ρ(i) − j) = 2(j − i).
  The j − i − 1 fixed points between were ordered differently from both, and the two from each
  other; now they are not, and all other pairs keep their number: K falls by 2(j − i) − 1. F − K
  falls by 1, and is 0 at the identity, which is reached, as F falls: it is at least 0.
- *copies*: for C(x, y) = g(x)·g(y) with whole numbers g replace each item x by g(x) copies in a
  row; copies keep their order, so K and F of the copies with C = 1 are K and F. Both sides have
  degree 2 in g, and are continuous in g: so K ≤ F for all rational, and all real g ≥ 0.
- *symmetry*: C and "ordered differently" stay, and brackets change their sign.
- *triangle*, where C is the same for all rankings: a pair that σ and τ order differently is ordered
  differently by σ and ν, or by ν and τ; and Σ_y … is P_x(τ) − P_x(σ) for one function P_x.
- *zero_iff_equal*, where all weights are positive: a pair that is ordered differently has C > 0 (an
  item at place 1 of both is in none, so that its δ₁ = 0 does not matter). Among the items of such
  pairs, the one that τ puts first has brackets of one sign only, so it is displaced.
- *renaming*: where the places of x in the other rankings are those of π(x) in σ and τ, and the
  weights of x are those of π(x), or C has no weights of items, putting π(x) for x reorders sums.
- *scale_free*: C has the same number of weights of each kind for every pair, if p̄ always has one.
- *last*: let every ranking of a witness put new items last, in one order; so do compositions and
  inverses. No pair with a new item is ordered differently, so no distance changes, nor which
  rankings are equal. New weights are admissible: w = 1, δ as the last one, D = max D, or 1 if that
  is 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from axioms.axiom import m
from axioms.language.formula import ForAll, Moved, Same, Score, Slot, plain
from axioms.language.printing import statement_text
from metrics.language.domains import RANKINGS
from metrics.language.terms import Compose, Inverse, Ranking, mu, nu, sigma, tau
from metrics.language.weight_symbols import ElementWeight, MeanCost, Similarity
from proofs.trusted.every_n.kernel import Fact, Kernel, Rule
from proofs.trusted.every_n.weight_shapes import DISPLACEMENTS, ONE, PAIRS, Shape, shape_of
from proofs.trusted.number import Inconclusive
from proofs.trusted.replay import replay
from proofs.trusted.scene import scene_of
from proofs.trusted.stated import entries
from proofs.trusted.untrusted import Rejected, name, record, table, value, whole

EXCHANGE = "exchange"
MOST_PARTS = 100
Facts = tuple[Fact, ...]
Evidence = Mapping[str, Any]
Check = Callable[[Kernel, Facts], Fact]


def _by_facts(check: Check) -> Callable[[Kernel, Facts, Evidence], Fact]:
    """Return a checker that is told nothing but the facts that it rests on."""

    def told_nothing(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
        record({})("the evidence", evidence)
        return check(kernel, facts)

    return told_nothing


def _shape(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    slot = record({"slot": name})("the evidence", evidence)["slot"]
    metric = kernel.question.by_slot.get(slot)
    if kernel.question.weights:
        scene_of(kernel.question, {})  # insists that the weights that are given are admissible
    shape = None if metric is None else shape_of(slot, metric, kernel.question.reads_as)
    if shape is None:
        raise Inconclusive("a definition of another shape")
    cost = statement_text(shape.cost, {}, None)
    return Fact(f"{metric.name} is a {shape.kind} with C(x, y) = {cost}", about=shape)


def _shapes(facts: Facts) -> list[Shape]:
    found = [fact.about for fact in facts if isinstance(fact.about, Shape)]
    if len(found) != len(facts):
        raise Inconclusive("a premise that is no shape")
    return found


# Inequalities ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bound:
    """lower ≤ factor·upper, for the distances in two slots."""

    lower: str
    upper: str
    factor: Any

    def fact(self, kernel: Kernel) -> Fact:
        """Return it as a fact; it is a statement of the question where that says the same."""
        names = kernel.question.names
        formula = self.formula()
        own = formula if formula in kernel.question.formulas() else None
        return Fact(statement_text(formula, names, None), own, about=self)

    def formula(self) -> Any:
        """Return it as a formula."""
        low, high = (Slot(letter)(sigma, tau) for letter in (self.lower, self.upper))
        return ForAll(sigma, tau, sp.Le(low, self.factor * high))


def _of_one_cost(facts: Facts) -> tuple[Shape, Shape]:
    """Return a pair sum and a sum of displacements that have one cost."""
    found = _shapes(facts)
    if [shape.kind for shape in found] != [PAIRS, DISPLACEMENTS] or not found[0].like(found[1]):
        raise Inconclusive("no two distances of one cost")
    return found[0], found[1]


def _twice(kernel: Kernel, facts: Facts) -> Fact:
    pairs, displacements = _of_one_cost(facts)
    return Bound(displacements.slot, pairs.slot, sp.Integer(2)).fact(kernel)


def _exchange(kernel: Kernel, facts: Facts) -> Fact:
    return Fact(
        "K ≤ F for the pair sum K and the sum of displacements F with C = 1", about=EXCHANGE
    )


def _copies(kernel: Kernel, facts: Facts) -> Fact:
    if not facts or facts[0].about is not EXCHANGE:
        raise Inconclusive("K ≤ F with C = 1 does not come before")
    pairs, displacements = _of_one_cost(facts[1:])
    if pairs.has(Similarity):
        raise Inconclusive("a cost that is no product of numbers of its two items")
    return Bound(pairs.slot, displacements.slot, ONE).fact(kernel)


def _weaker(kernel: Kernel, facts: Facts) -> Fact:
    """Both sides are at least 0, so a larger factor is weaker."""
    for formula in kernel.question.formulas():
        if isinstance(formula, ForAll) and isinstance(formula.body, sp.Le):
            factor, _ = formula.body.rhs.as_coeff_Mul()
            for bound in (fact.about for fact in facts if isinstance(fact.about, Bound)):
                weaker = replace(bound, factor=factor)
                if weaker.formula() == formula and factor >= bound.factor:
                    return weaker.fact(kernel)
    raise Inconclusive("another inequality")


# Axioms of one distance --------------------------------------------------------------------------


def _of_m(facts: Facts) -> Shape:
    """Return the shape of the one distance that a statement is about."""
    shapes = _shapes(facts)
    if [shape.slot for shape in shapes] != [m.name]:
        raise Inconclusive("a statement about several distances")
    return shapes[0]


def _proved(kernel: Kernel, formula: Any) -> Fact:
    return Fact(statement_text(formula, kernel.question.names, None), formula)


def _where(statement: Any, condition: Callable[[Any, Shape], bool]) -> Check:
    """Return the checker of a statement that holds for every shape with a condition."""

    def check(kernel: Kernel, facts: Facts) -> Fact:
        question, shape = kernel.question, _of_m(facts)
        formula = plain(statement, question.by_slot, question.reads_as)
        if formula not in question.formulas() or not condition(question, shape):
            raise Inconclusive("a statement or a distance to which the rule does not apply")
        return _proved(kernel, formula)

    return check


def _is_positive(question: Any, shape: Shape) -> bool:
    """Tell whether the cost of no pair that is ordered differently is 0."""
    return question.assume.positive and not (shape.has(MeanCost) and question.fixed == "zero")


def _is_scaled(question: Any, shape: Shape) -> bool:
    """Tell whether p̄ always has one weight in it."""
    return question.fixed != "one" or not shape.has(MeanCost)


def _renaming(kernel: Kernel, facts: Facts) -> Fact:
    renamings = _renamings(_of_m(facts))
    for formula in kernel.question.formulas():
        if formula in renamings:
            return _proved(kernel, formula)
    raise Inconclusive("no renaming of items")


def _renamings(shape: Shape) -> list[Any]:
    """Return what may be said of other rankings in which x is at the places of ν(x), or ν⁻¹(x)."""
    by_nu = [Compose(Inverse(nu), r) if shape.inverse else Compose(r, nu) for r in (sigma, tau)]
    back = [Compose(nu, r) if shape.inverse else Compose(r, Inverse(nu)) for r in (sigma, tau)]
    scores = [m.moved(nu)(*by_nu)]
    if not shape.has(ElementWeight, Similarity):
        scores += [m(*by_nu), m(*back)]
    return [ForAll(sigma, tau, nu, sp.Eq(m(sigma, tau), score)) for score in scores]


def _trivial(kernel: Kernel, facts: Facts) -> Fact:
    if sp.true not in kernel.question.formulas():
        raise Inconclusive("no statement whose sides are the same")
    return Fact("both sides of the statement are the same", sp.true)


# Witnesses that last -----------------------------------------------------------------------------


def _last(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    said = record({"part": whole(1, MOST_PARTS), "witness": table(value)})("a witness", evidence)
    question, slots = kernel.question, {shape.slot for shape in _shapes(facts)}
    statements = question.statements()
    if said["part"] > len(statements):
        raise Rejected(f"the question has {len(statements)} statements")
    statement = statements[said["part"] - 1]
    formula, witness = statement.formula, said["witness"]
    if question.weights or slots != set(question.by_slot) or not isinstance(formula, ForAll):
        raise Inconclusive("weights that are given, or a distance without a shape")
    if not all(map(RANKINGS.ranges, formula.variables)) or not _keeps_last_items(formula.body):
        raise Inconclusive("a statement about more than distances and equality of rankings")
    if set(witness) != entries(question, statement):
        raise Rejected("the witness does not have a value for each variable and weight")
    replay(question, statement, witness)
    text = statement_text(formula, question.names, None)
    return Fact(f"false for every n ≥ {question.n}: {text}", formula, True, question.n)


def _keeps_last_items(node: Any) -> bool:
    """Tell whether nothing changes where all rankings get the same new items at their ends."""
    if isinstance(node, Score):
        moved = node.slot.change.args if isinstance(node.slot.change, Moved) else ()
        return node.slot.cutoff is None and all(map(_keeps_last_items, (*moved, *node.listings)))
    if isinstance(node, Ranking):
        return True
    return isinstance(node, KEEPING) and all(map(_keeps_last_items, node.args))


KEEPING = (
    *(Compose, Inverse, Same, sp.Add, sp.Mul, sp.Abs, sp.Rational, Relational),
    *(sp.And, sp.Or, sp.Not, sp.Implies, sp.Equivalent),
)
_t = sp.Symbol("t", positive=True)
_times_t = m.scaled(_t)
_PROPERTIES = {
    "nonnegativity": (
        ForAll(sigma, tau, sp.Ge(m(sigma, tau), 0)),
        lambda question, shape: True,
        "all its terms are at least 0",
    ),
    "symmetry": (
        ForAll(sigma, tau, sp.Eq(m(sigma, tau), m(tau, sigma))),
        lambda question, shape: True,
        "C does not change when σ and τ are exchanged, nor does which pairs they order "
        "differently; differences change their sign, and their absolute values do not",
    ),
    "triangle": (
        ForAll(sigma, tau, nu, sp.Le(m(sigma, tau), m(sigma, nu) + m(nu, tau))),
        lambda question, shape: not shape.has(MeanCost),
        "C does not depend on the rankings: a pair that σ and τ order differently is ordered "
        "differently by σ and ν or by ν and τ, and a displacement is |P(σ) − P(τ)| for one P",
    ),
    "zero_iff_equal": (
        ForAll(sigma, tau, sp.Equivalent(sp.Eq(m(sigma, tau), 0), Same(sigma, tau))),
        _is_positive,
        "only different rankings order a pair differently, and all weights are > 0, so that it "
        "costs something; of the items of such pairs the one that τ puts first is displaced",
    ),
    "scale_free": (
        ForAll(
            *(sigma, tau, mu, nu),
            sp.Eq(sp.Mul(_times_t(sigma, tau), m(mu, nu)), sp.Mul(m(sigma, tau), _times_t(mu, nu))),
        ),
        _is_scaled,
        "C has the same number of weights of each kind for every pair, so multiplying all of one "
        "kind by t multiplies every distance by one power of t",
    ),
}
_BY_FACTS = {
    "twice": (
        _twice,
        "the displacement of x is at most the sum of C(x, y) over the y that are ordered "
        "differently from x; added over x every such pair is counted twice",
    ),
    "exchange": (
        _exchange,
        "while items are out of place, two neighbours among them can be exchanged so that F falls "
        "by 2(j − i) and K by 2(j − i) − 1: F − K is the number of exchanges",
    ),
    "copies": (
        _copies,
        "C(x, y) = g(x)·g(y): for whole numbers g replace each x by g(x) copies in a row; both "
        "sides are homogeneous and continuous in g, so it holds for all real g ≥ 0",
    ),
    "weaker": (_weaker, "both sides are at least 0, and the factor is larger"),
    "renaming": (
        _renaming,
        "items occur only as indices of full sums: renaming them reorders the sums",
    ),
    "trivial": (_trivial, "the metric does not depend on what changes"),
} | {rule: (_where(*parts), reason) for rule, (*parts, reason) in _PROPERTIES.items()}
RULES = {
    "shape": Rule(_shape, "read off the definition; C(x, y) = C(y, x) ≥ 0"),
    "last": Rule(
        _last,
        "let every ranking of the witness put the items n₀ + 1, …, n last, in this order: no pair "
        "with such an item is ordered differently, so all distances keep their values; w = 1, "
        "δ continued by its last value, and D = max D are admissible for the new items",
    ),
} | {rule: Rule(_by_facts(check), reason) for rule, (check, reason) in _BY_FACTS.items()}
