"""Kendall against footrule for all real weights, and what weights add to distances (`kumar`).

A *weighting* is a way to weigh: its Kendall distance, its footrule, and what is assumed of the
weights. The inequalities are about weightings; `scale_free` and `relabelling` about one metric.
In them m[t] is the metric with all weights of one kind multiplied by t, and m[ν] the metric whose
item weights moved with the items.
"""

from __future__ import annotations

from sympy import Eq, Le, Mul, Symbol

from axioms.axiom import WEIGHTING, Axiom, Quantity, Weighting, axiom, m
from axioms.language.formula import ForAll, Slot
from metrics import find_metric
from metrics.language.terms import Renamed, mu, nu, sigma, tau

K, F = Slot("K"), Slot("F")
t = Symbol("t", positive=True)
_scaled, _moved = m.scaled(t), m.moved(nu)


def _weighting(name: str, title: str, kendall: str, footrule: str, source: str) -> Weighting:
    return Weighting(name, title, find_metric(kendall), find_metric(footrule), source)


unweighted = _weighting("unweighted", "no weights", "kendall_distance", "footrule", "kumar: K, F")
element_weights = _weighting(
    "element_weights", "element weights", "kendall_w", "footrule_w", "kumar: K_w, F_w"
)
position_weights = _weighting(
    "position_weights", "position weights", "kendall_pos", "footrule_pos", "kumar: K_δ, F_δ"
)
similarity = _weighting(
    "similarity", "similarities", "kendall_sim", "footrule_sim", "kumar: K_D, F′_D"
)
combined = _weighting(
    "combined", "all weights together", "kendall_star", "footrule_star", "kumar: K*, F*"
)
WEIGHTINGS = {
    weighting.name: weighting
    for weighting in (unweighted, element_weights, position_weights, similarity, combined)
}

_K, _F = K(sigma, tau), F(sigma, tau)
kendall_le_footrule = axiom(
    name="kendall_le_footrule",
    title="K ≤ F",
    statement=ForAll(sigma, tau, Le(_K, _F)),
    source="kumar: Diaconis and Graham and its extensions; a conjecture for similarities",
    of=WEIGHTING,
    see_also=("footrule_le_2kendall", "kendall_le_3footrule"),
)
footrule_le_2kendall = axiom(
    name="footrule_le_2kendall",
    title="F ≤ 2 K",
    statement=ForAll(sigma, tau, Le(_F, 2 * _K)),
    source="kumar: Diaconis and Graham and its extensions",
    of=WEIGHTING,
    see_also=("kendall_le_footrule", "footrule_le_3kendall"),
)
footrule_le_3kendall = axiom(
    name="footrule_le_3kendall",
    title="F ≤ 3 K",
    statement=ForAll(sigma, tau, Le(_F, 3 * _K)),
    source="kumar: similarities",
    of=WEIGHTING,
    see_also=("footrule_le_2kendall",),
)
kendall_le_3footrule = axiom(
    name="kendall_le_3footrule",
    title="K ≤ 3 F",
    statement=ForAll(sigma, tau, Le(_K, 3 * _F)),
    source="kumar: similarities",
    of=WEIGHTING,
    see_also=("kendall_le_footrule",),
)
scale_free = axiom(
    name="scale_free",
    title="scale free",
    statement=ForAll(
        sigma,
        tau,
        mu,
        nu,
        Eq(Mul(_scaled(sigma, tau), m(mu, nu)), Mul(m(sigma, tau), _scaled(mu, nu))),
    ),
    source="kumar: desired properties",
    reading="all weights of one kind are multiplied by t > 0 (m[t]): every ratio of two distances "
    "stays what it was, as it does where d is multiplied by a power of t",
)
relabelling = axiom(
    name="relabelling",
    title="invariance under relabelling, weights moving with the items",
    statement=ForAll(
        sigma, tau, nu, Eq(m(sigma, tau), _moved(Renamed(sigma, nu), Renamed(tau, nu)))
    ),
    source="kumar: desired properties",
    reading="the item ν(x) is called x from now on, in both rankings and in the weights (m[ν]); "
    "the other reading, in which the weights stay where they are, is right_invariance",
    see_also=("right_invariance", "left_invariance"),
    aliases=("right_invariance_moving",),
)
INEQUALITIES: tuple[Axiom, ...] = (
    kendall_le_footrule,
    footrule_le_2kendall,
    footrule_le_3kendall,
    kendall_le_3footrule,
)

footrule_over_kendall_min = Quantity(
    name="footrule_over_kendall_min",
    title="the smallest F/K",
    value=_F / _K,
    source="kumar: how close footrule and Kendall are",
    reading="the infimum over all rankings with K > 0 and all weights",
    of=WEIGHTING,
    see_also=("footrule_over_kendall_max", "kendall_le_footrule"),
)
footrule_over_kendall_max = Quantity(
    name="footrule_over_kendall_max",
    title="the largest F/K",
    value=_F / _K,
    source="kumar: how close footrule and Kendall are",
    reading="the supremum over all rankings with K > 0 and all weights",
    of=WEIGHTING,
    see_also=("footrule_over_kendall_min", "footrule_le_2kendall"),
)
