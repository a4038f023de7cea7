"""Invariance under renaming items or positions in both rankings (`group` §6.3)."""

from sympy import Eq

from axioms.axiom import axiom, m
from axioms.language.formula import ForAll
from metrics.language.terms import Compose, nu, sigma, tau

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
