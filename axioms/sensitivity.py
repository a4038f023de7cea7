"""How scores react to small changes: swaps, slides, one more relevant item (`group` §6.3 ff.)."""

from sympy import Abs, And, Eq, Implies, Lt, Ne, Rational

from axioms.axiom import Axiom, Quantity, axiom, m
from axioms.language.formula import Exists, ForAll, Mean
from metrics.language.terms import Compose, FullCycle, Identity, Place, Swap, sigma, tau

i, j, k, l = (Place(name) for name in "ijkl")  # noqa: E741
identity = Identity()

_same_width = And(Lt(i, j), Lt(k, l), Eq(j - i, l - k))
_disjoint = And(Lt(i, j), Lt(j, k), Lt(k, l), Eq(j - i, l - k))
_first, _second = m(identity, Swap(i, j)), m(identity, Swap(k, l))

wsd = axiom(
    name="wsd",
    title="width-swap dependency",
    statement=ForAll(i, j, k, l, Implies(_same_width, Eq(_first, _second))),
    source="group, Def. 8",
)
sensitivity = axiom(
    name="sensitivity",
    title="sensitivity",
    statement=ForAll(i, j, k, l, Implies(_disjoint, Ne(_first, _second))),
    source="group, Def. 9",
    reading="every admissible pair of swaps is told apart",
)
sensitivity_some = axiom(
    name="sensitivity_some",
    title="sensitivity for some pair of swaps",
    statement=Exists(i, j, k, l, And(_disjoint, Ne(_first, _second))),
    source="group, Def. 9",
    reading="some admissible pair of swaps is told apart",
)
wider_swaps_score_lower = axiom(
    name="wider_swaps_score_lower",
    title="wider swaps score lower",
    statement=ForAll(
        i, j, k, l, Implies(And(Lt(i, j), Lt(k, l), Lt(j - i, l - k)), Lt(_second, _first))
    ),
    source="group, App. C.2",
)


def _told_apart(name: str, *other: int) -> Axiom:
    """Return an example of Table 3: whether (1 2) and another swap get different scores."""
    places = dict(zip((i, j, k, l), (1, 2, *other), strict=False))
    swap = _second if other else m(identity, identity)
    here = And(*[Eq(place, value) for place, value in places.items()])
    return axiom(
        name=f"tells_12_from_{name}",
        title=f"tells (1 2) from {f'({other[0]} {other[1]})' if other else 'the identity'}",
        statement=ForAll(*places, Implies(here, Ne(_first, swap))),
        source="group, Table 3",
    )


tells_12_from_id = _told_apart("id")
tells_12_from_34 = _told_apart("34", 3, 4)
tells_12_from_24 = _told_apart("24", 2, 4)
stability = axiom(
    name="stability",
    title="stability with ε = 1/k",
    statement=ForAll(
        k, sigma, tau, Lt(Abs(m.at(k)(sigma, tau) - m.at(k + 1)(sigma, tau)), Rational(1) / k)
    ),
    source="group, Def. 10, with ε_k = 1/k",
    reading="for every k such that the metric takes both cut-offs k and k + 1, and every pair of "
    "rankings; a metric without a cut-off does not change with k",
)
robustness_swap = Quantity(
    name="robustness_swap",
    title="mean change by a swap",
    value=Mean(
        sigma, tau, i, j, Abs(m(sigma, tau) - m(sigma, Compose(tau, Swap(i, j)))), where=Lt(i, j)
    ),
    source="group, eq. 5",
    reading="over all pairs of rankings and all swaps i < j",
)
robustness_slide = Quantity(
    name="robustness_slide",
    title="mean change by a slide",
    value=Mean(sigma, tau, Abs(m(sigma, tau) - m(sigma, Compose(tau, FullCycle())))),
    source="group, eq. 6",
    reading="over all pairs of rankings",
)
