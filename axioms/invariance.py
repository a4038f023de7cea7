"""Invariance under renaming items or positions in both rankings (`group` §6.3)."""

from sympy import Eq

from axioms.axiom import axiom, m
from axioms.language.formula import ForAll
from metrics.language.terms import Compose, Place, Swap, nu, sigma, tau

_swapped = Swap(Place("j"), Place("k"))

right_invariance = axiom(
    name="right_invariance",
    title="right invariance (type II robustness)",
    statement=ForAll(sigma, tau, nu, Eq(m(sigma, tau), m(Compose(sigma, nu), Compose(tau, nu)))),
    source="group, Def. 7",
    aliases=("type_ii",),
)
left_invariance = axiom(
    name="left_invariance",
    title="left invariance",
    statement=ForAll(sigma, tau, nu, Eq(m(sigma, tau), m(Compose(nu, sigma), Compose(nu, tau)))),
    source="group, §6.3, after Def. 7",
)
swap_invariance = axiom(
    name="swap_invariance",
    title="invariance under swaps in both rankings",
    statement=ForAll(
        sigma,
        tau,
        *_swapped.args,
        Eq(m(sigma, tau), m(Compose(sigma, _swapped), Compose(tau, _swapped))),
    ),
    source="group, Prop. 6.2",
)
