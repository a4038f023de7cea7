"""What no choice of heights repairs (`area`, eq. 4 and §4)."""

from sympy import Gt

from axioms.axiom import axiom, m
from axioms.language.formula import Exists
from metrics.language.terms import nu, sigma, tau

triangle_fails = axiom(
    name="triangle_fails",
    title="some triangle inequality fails",
    statement=Exists(sigma, tau, nu, Gt(m(sigma, tau), m(sigma, nu) + m(nu, tau))),
    source="area, §4, the opposite of what is said: with free heights, no heights repair it",
)
