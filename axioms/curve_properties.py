"""What the point and area measures are said to do (`area`, §3 and §4)."""

from sympy import Eq, Equivalent, Ge, Implies, Le

from axioms.axiom import Axiom, Part, Quantity, axiom, m, m1, m2
from axioms.distance import symmetry
from axioms.language.formula import ForAll, Mean, Same
from metrics.language.terms import Reversed, nu, sigma, tau

always_zero = axiom(
    name="always_zero",
    title="zero for all rankings",
    statement=ForAll(sigma, tau, Eq(m(sigma, tau), 0)),
    source="area, §3, after eq. 3: at full depth, --k n",
)
reverse_is_maximal = axiom(
    name="reverse_is_maximal",
    title="the reversed ranking scores highest",
    statement=ForAll(sigma, tau, nu, Ge(m(sigma, Reversed(sigma)), m(tau, nu))),
    source="area, §3, before eq. 5",
)
one_iff_reverse = axiom(
    name="one_iff_reverse",
    title="one exactly for the reversed ranking",
    statement=ForAll(sigma, tau, Equivalent(Eq(m(sigma, tau), 1), Same(tau, Reversed(sigma)))),
    source="area, §3, after eq. 5",
)
unit_range = Axiom(
    name="unit_range",
    title="between 0 and 1",
    parts=(
        Part("at least 0", ForAll(sigma, tau, Ge(m(sigma, tau), 0))),
        Part("at most 1", ForAll(sigma, tau, Le(m(sigma, tau), 1))),
    ),
    source="area, §3, before eq. 5",
)
one_for_equal = axiom(
    name="one_for_equal",
    title="equal rankings score 1",
    statement=ForAll(sigma, Eq(m(sigma, sigma), 1)),
    source="group, App. C.2; area, §4",
)
minus_one_for_reverse = axiom(
    name="minus_one_for_reverse",
    title="reversed rankings score −1",
    statement=ForAll(sigma, Eq(m(sigma, Reversed(sigma)), -1)),
    source="group, App. C.2; area, §4",
)
correlation = Axiom(
    name="correlation",
    title="a coefficient of correlation",
    parts=(
        *symmetry.parts,
        Part("1 for equal rankings", one_for_equal.parts[0].statement),
        Part("−1 for reversed rankings", minus_one_for_reverse.parts[0].statement),
        Part("at most 1", ForAll(sigma, tau, Le(m(sigma, tau), 1))),
        Part("at least −1", ForAll(sigma, tau, Ge(m(sigma, tau), -1))),
    ),
    source="area, §4; the conditions of Kendall, Rank Correlation Methods, ch. 1",
    reading="symmetric, from −1 to 1, with 1 for perfect agreement and −1 for perfect disagreement",
)
_zero1, _zero2 = Eq(m1(sigma, tau), 0), Eq(m2(sigma, tau), 0)
zero_implies_zero = axiom(
    name="zero_implies_zero",
    title="where the first is zero, so is the second",
    statement=ForAll(sigma, tau, Implies(_zero1, _zero2)),
    source="area, §3, after eq. 3; FDR is 0 exactly where the top k are the same",
)
same_zeros = Axiom(
    name="same_zeros",
    title="zero at the same pairs of rankings",
    parts=(
        Part("first to second", zero_implies_zero.parts[0].statement),
        Part("second to first", ForAll(sigma, tau, Implies(_zero2, _zero1))),
    ),
    source="area, §3, after eq. 3; FDR is 0 exactly where the top k are the same",
)
mean_score = Quantity(
    name="mean_score",
    title="mean score",
    value=Mean(sigma, tau, m(sigma, tau)),
    source="area, §4: what unrelated rankings score on average",
    reading="over all pairs of rankings",
)
