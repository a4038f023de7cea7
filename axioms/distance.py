"""Telling rankings apart, agreement, and distances (`group` §6.1, §6.2, §6.6, App. A)."""

from sympy import Abs, And, Eq, Equivalent, Ge, Gt, Implies, Le, Lt, Not, Or

from axioms.axiom import Axiom, Part, axiom, m
from axioms.language.formula import Exists, ForAll, Same
from metrics.language.terms import Identity, Ranking, Reversed, mu, nu, rho, sigma, tau

identity, kappa = Identity(), Ranking("kappa")
_ONLY_EQUAL = ForAll(sigma, tau, Implies(Eq(m(sigma, tau), m(sigma, sigma)), Same(sigma, tau)))
_maximal = ForAll(rho, kappa, Le(m(rho, kappa), m(sigma, tau)))

ioi = axiom(
    name="ioi",
    title="identity of indiscernibles",
    statement=ForAll(sigma, tau, nu, Implies(Eq(m(sigma, tau), m(sigma, nu)), Same(tau, nu))),
    source="group, Def. 4",
)
ioi_at_identity = axiom(
    name="ioi_at_identity",
    title="identity of indiscernibles, seen from the identity",
    statement=ForAll(tau, nu, Implies(Eq(m(identity, tau), m(identity, nu)), Same(tau, nu))),
    source="group, §6.1, after Def. 4",
)
identity_is_least = axiom(
    name="identity_is_least",
    title="the identity scores lower than every other ranking",
    statement=ForAll(tau, Or(Same(tau, identity), Lt(m(identity), m(tau)))),
    source="group, equation 4",
    inputs=1,
)
zero_iff_equal = axiom(
    name="zero_iff_equal",
    title="zero exactly for equal rankings",
    statement=ForAll(sigma, tau, Equivalent(Eq(m(sigma, tau), 0), Same(sigma, tau))),
    source="group, Def. 11 (1)",
)
max_iff_equal = Axiom(
    name="max_iff_equal",
    title="maximal exactly for equal rankings",
    parts=(
        Part("equal is maximal", ForAll(sigma, tau, nu, Le(m(tau, nu), m(sigma, sigma)))),
        Part("no other score equals it", _ONLY_EQUAL),
        Part("only equal is maximal", ForAll(sigma, tau, Implies(_maximal, Same(sigma, tau)))),
    ),
    source="group, proof of Prop. 7.1",
    reading="m(σ, τ) is maximal ⇔ σ = τ; the second statement follows from the others where "
    "m(σ, σ) is defined, and its counterexamples are the easiest to check",
)
symmetry = axiom(
    name="symmetry",
    title="symmetry",
    statement=ForAll(sigma, tau, Eq(m(sigma, tau), m(tau, sigma))),
    source="group, Def. 5",
)
max_agreement = axiom(
    name="max_agreement",
    title="maximal agreement",
    statement=ForAll(sigma, tau, nu, Le(m(tau, nu), m(sigma, sigma))),
    source="group, Def. 15",
    reading="m(σ, σ) is the same for every σ and no score is larger: "
    "no score is larger than any m(σ, σ)",
)
min_agreement = axiom(
    name="min_agreement",
    title="minimal agreement (bounded below)",
    statement=Exists(rho, kappa, ForAll(sigma, tau, Le(m(rho, kappa), m(sigma, tau)))),
    source="group, Def. 15",
    reading="on the finite Sₙ a lower bound exists exactly if some score is smallest, "
    "so this holds for every metric that is defined somewhere",
)
reverse_is_minimal = axiom(
    name="reverse_is_minimal",
    title="the reversed ranking scores lowest",
    statement=ForAll(sigma, tau, nu, Le(m(sigma, Reversed(sigma)), m(tau, nu))),
    source="group, §6.6 and App. A",
)
nonnegativity = axiom(
    name="nonnegativity",
    title="nonnegativity",
    statement=ForAll(sigma, tau, Ge(m(sigma, tau), 0)),
    source="group, Def. 13",
)
triangle = axiom(
    name="triangle",
    title="triangle inequality",
    statement=ForAll(sigma, tau, nu, Le(m(sigma, tau), m(sigma, nu) + m(nu, tau))),
    source="group, Def. 14",
)
distance = Axiom(
    name="distance",
    title="distance",
    parts=(*nonnegativity.parts, *zero_iff_equal.parts, *symmetry.parts, *triangle.parts),
    source="group, Def. 11",
)

_sides = And(Gt(m(sigma, tau), m(sigma, sigma)), Lt(m(mu, nu), m(mu, mu)))
_through_nu = Abs(m(sigma, nu) - m(sigma, sigma)) + Abs(m(nu, tau) - m(nu, nu))
_triangle = Le(Abs(m(sigma, tau) - m(sigma, sigma)), _through_nu)
linear_distance = Axiom(
    name="linear_distance",
    title="some affine image is a distance",
    parts=(
        *symmetry.parts,
        Part("constant on equal rankings", ForAll(sigma, tau, Eq(m(sigma, sigma), m(tau, tau)))),
        Part("attained only there", _ONLY_EQUAL),
        Part("on one side of it", ForAll(sigma, tau, mu, nu, Not(_sides))),
        Part("triangle inequality of the difference to it", ForAll(sigma, tau, nu, _triangle)),
    ),
    source="group, Def. 12",
    reading="a·m + b with a ≠ 0 is a distance for some a, b exactly if m is symmetric, m(σ, σ) is "
    "one number c that no other score attains, all scores lie on one side of c, and |m − c| "
    "satisfies the triangle inequality: zero at equal rankings forces b = −a·c, the sign of a "
    "follows from the side, and its size cancels",
)
induced_distance = axiom(
    name="induced_distance",
    title="the induced |m(σ) − m(τ)| is a distance",
    statement=ForAll(sigma, tau, Implies(Eq(m(sigma), m(tau)), Same(sigma, tau))),
    source="group, Prop. 6.4",
    reading="|x − y| is a distance on the real numbers, so the only thing to show is that "
    "|m(σ) − m(τ)| = 0 forces σ = τ",
    inputs=1,
)
