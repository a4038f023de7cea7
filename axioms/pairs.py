"""Two metrics at once: consistency, agreement, linear equivalence (`group` §4, §5, Def. 3)."""

from typing import Any

from sympy import And, Eq, Equivalent, Gt, Le, Lt, Not, Or, sign

from axioms.axiom import Axiom, Part, Quantity, axiom, m1, m2
from axioms.language.formula import ForAll, Mean, Same
from metrics.language.runs import r, s
from metrics.language.terms import Identity, Indicator, Ranking, mu, nu, sigma, tau

identity = Identity()
_first = (Ranking("sigma1"), Ranking("tau1"))
_second = (Ranking("sigma2"), Ranking("tau2"))
_third = (Ranking("sigma3"), Ranking("tau3"))

_as_good = And(Le(m1(identity, sigma), m1(identity, mu)), Le(m2(identity, sigma), m2(identity, mu)))
_torn = And(Le(m1(identity, sigma), m1(identity, nu)), Gt(m2(identity, sigma), m2(identity, nu)))
consistency = axiom(
    name="consistency",
    title="consistency",
    statement=ForAll(sigma, mu, nu, Not(And(_as_good, _torn))),
    source="group, Def. 1",
    reading="as printed; μ = σ always satisfies the first line, so the second line decides",
)
_both_below = And(
    Lt(m1(identity, sigma), m1(identity, mu)), Lt(m2(identity, sigma), m2(identity, mu))
)
_apart = And(Lt(m1(identity, sigma), m1(identity, nu)), Gt(m2(identity, sigma), m2(identity, nu)))
strict_consistency = axiom(
    name="strict_consistency",
    title="strict consistency",
    statement=ForAll(sigma, mu, nu, Not(And(_both_below, _apart))),
    source="group, Def. 1, with < in place of ≤",
    reading="with strict comparisons the first line says what the text says of it: turning one "
    "metric exchanges the two lines",
)
same_scores = axiom(
    name="same_scores",
    title="the same scores",
    statement=ForAll(sigma, tau, Eq(m1(sigma, tau), m2(sigma, tau))),
    source="group, App. C: a formula is that of a named metric",
)
_same_ties = Equivalent(Eq(m1(*_first), m1(*_second)), Eq(m2(*_first), m2(*_second)))
_collinear = Eq(
    (m1(*_first) - m1(*_second)) * (m2(*_first) - m2(*_third)),
    (m1(*_first) - m1(*_third)) * (m2(*_first) - m2(*_second)),
)
same_ties = axiom(
    name="same_ties",
    title="same ties",
    statement=ForAll(*_first, *_second, _same_ties),
    source="group, §6.1: the confusion matrix based metrics behave equivalently",
    reading="each metric is a one-to-one function of the other",
)
linear_equivalence = Axiom(
    name="linear_equivalence",
    title="linear equivalence",
    parts=(
        Part("same ties", same_ties.parts[0].statement),
        Part("collinear", ForAll(*_first, *_second, *_third, _collinear)),
    ),
    source="group, Def. 3",
    reading="m₂ = a·m₁ + b with a ≠ 0 exactly if both tie the same pairs and all points "
    "(m₁, m₂) lie on one line",
)

_TURNED = "each metric turned so that higher is better"


def _never_opposite(better: Any, worse: Any, *same: Any, **more: Any) -> Axiom:
    """No two listings of which one metric prefers the first and the other the second."""
    first = Gt(m1.benefit(*same, better), m1.benefit(*same, worse))
    second = Lt(m2.benefit(*same, better), m2.benefit(*same, worse))
    return axiom(
        name="never_opposite",
        title="never opposite",
        statement=ForAll(*same, better, worse, Not(And(first, second))),
        source="literature; compare group, Defs. 1 and 2",
        **more,
    )


never_opposite = _never_opposite(
    tau,
    nu,
    sigma,
    reading=f"{_TURNED}; the same reference σ where a metric has two inputs",
    elsewhere=(_never_opposite(r, s, reading=f"{_TURNED}; any two runs of N documents"),),
)


def _same_order(better: Any, worse: Any, *same: Any, **more: Any) -> Axiom:
    """One metric prefers a listing to another exactly if the other metric does."""
    first = Gt(m1.benefit(*same, better), m1.benefit(*same, worse))
    second = Gt(m2.benefit(*same, better), m2.benefit(*same, worse))
    return axiom(
        name="same_order",
        title="the same order, with the same ties",
        statement=ForAll(*same, better, worse, Equivalent(first, second)),
        source="literature; compare group, Defs. 2 and 3",
        **more,
    )


same_order = _same_order(
    tau,
    nu,
    sigma,
    reading=f"{_TURNED}; the same reference σ where a metric has two inputs",
    elsewhere=(_same_order(r, s, reading=f"{_TURNED}; any two runs of N documents"),),
)
_by_first = sign(m1.benefit(identity, mu) - m1.benefit(identity, nu))
_by_second = sign(m2.benefit(identity, mu) - m2.benefit(identity, nu))
_agree = Eq(_by_first, _by_second)
_tie = Or(Eq(_by_first, 0), Eq(_by_second, 0))
agreement_ratio = Quantity(
    name="agreement_ratio",
    title="agreement ratio",
    value=Mean(mu, nu, Indicator(_agree), where=Not(Same(mu, nu))),
    source="group, Def. 2, reading A",
    reading="the share of pairs of distinct rankings that both metrics compare the same way, "
    "ties equal only to ties; each metric turned so that higher is better",
)
agreement_ratio_b = Quantity(
    name="agreement_ratio_b",
    title="agreement ratio, ties agree",
    value=Mean(mu, nu, Indicator(Or(_agree, _tie)), where=Not(Same(mu, nu))),
    source="group, Def. 2, reading B",
    reading="as agreement_ratio, but a tie in either metric counts as agreement",
)
