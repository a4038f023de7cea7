"""Kendall against footrule for all real weights, and what weights add to distances (`kumar`).

A *weighting* is a way to weigh: its Kendall distance, its footrule, and what is assumed of the
weights. The inequalities are about weightings; `scale_free` and `relabelling` about one metric.
In them m[t] is the metric with all weights of one kind multiplied by t, and m[ν] the metric whose
item weights moved with the items.
"""

from __future__ import annotations

from sympy import Eq, Gt, Le, Mul, Symbol

from axioms.axiom import WEIGHTING, Axiom, Quantity, Weighting, axiom, m
from axioms.language.formula import ForAll, Greatest, Mean, Slot, Smallest
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


def _inequality(name: str, title: str, claim: Le, source: str) -> Axiom:
    """Return an axiom about all pairs of rankings and all weights."""
    statement = ForAll(sigma, tau, claim)
    return axiom(name, title, statement, f"kumar: {source}", of=WEIGHTING)


_EXTENDED = "Diaconis and Graham and its extensions"
kendall_le_footrule = _inequality(
    "kendall_le_footrule", "K ≤ F", Le(_K, _F), f"{_EXTENDED}; a conjecture for similarities"
)
footrule_le_2kendall = _inequality("footrule_le_2kendall", "F ≤ 2 K", Le(_F, 2 * _K), _EXTENDED)
footrule_le_3kendall = _inequality(
    "footrule_le_3kendall", "F ≤ 3 K", Le(_F, 3 * _K), "similarities"
)
kendall_le_3footrule = _inequality(
    "kendall_le_3footrule", "K ≤ 3 F", Le(_K, 3 * _F), "similarities"
)
_same_ratio = Eq(Mul(_scaled(sigma, tau), m(mu, nu)), Mul(m(sigma, tau), _scaled(mu, nu)))
scale_free = axiom(
    name="scale_free",
    title="scale free",
    statement=ForAll(sigma, tau, mu, nu, _same_ratio),
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
    aliases=("right_invariance_moving",),
)


def _extreme(kind: str, word: str, limit: str, binder: type[Mean]) -> Quantity:
    """Return the smallest or largest F/K."""
    return Quantity(
        name=f"footrule_over_kendall_{kind}",
        title=f"the {word} F/K",
        value=binder(sigma, tau, _F / _K, where=Gt(_K, 0)),
        source="kumar: how close footrule and Kendall are",
        reading=f"the {limit} over all rankings with K > 0 and all weights",
        of=WEIGHTING,
    )


footrule_over_kendall_min = _extreme("min", "smallest", "infimum", Smallest)
footrule_over_kendall_max = _extreme("max", "largest", "supremum", Greatest)
