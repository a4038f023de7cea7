"""K* ≤ F* for the reversal of four items, the one ranking that the engines leave open.

The items have the weights a, b, c, d (each times its p̄, which only makes another number ≥ 0).
With C(x, y) = g(x)·g(y)·D(x, y) all six pairs are inverted, and adding up gives

    F* − K* = C₁₄ − C₂₃ + |p| + |q|,   p = C₁₂ − C₂₃ − C₂₄,   q = C₃₄ − C₁₃ − C₂₃.

Exchanging 1 with 4 and 2 with 3 keeps this, so let a ≥ d. For numbers λ, κ, μ with λ + κ = a put
X = λ·b + κ·(c − a + d) + μ·(b + c − a − d). Then F* − K* is the sum of

    λ·d·(D₁₄ + D₁₃ − D₃₄) + κ·d·(D₁₄ + D₂₄ − D₁₂)
    + (κ·(a − d) + μ·a)·(D₁₃ + D₂₃ − D₁₂) + μ·d·(D₂₄ + D₂₃ − D₃₄)
    + (X − b·c)·D₂₃ + (a − d)·(λ − κ)·D₁₃ + (|p| + p·(κ + μ)/b) + (|q| + q·(λ + μ)/c),

none of which is negative if λ ≥ κ ≥ 0, μ ≥ 0, κ + μ ≤ b, λ + μ ≤ c and X ≥ b·c. For c ≤ a it is the
sum of c·d·(D₁₄ + D₁₃ − D₃₄), d·(a − c)·D₁₄, c·(a − d)·D₁₃, |p| and |q| + q. For c > a the
five cases below choose κ and μ. Where b = 0, κ + μ = b and p = 0, and the quotient is read as 1.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import sympy as sp

from metrics.weighted.value import value
from proofs.claims.claim import Computed

a, b, c, d = sp.symbols("a b c d", nonnegative=True)
_kappa, _mu = sp.symbols("kappa mu", nonnegative=True)
_D = {pair: sp.Symbol(f"D{pair}", nonnegative=True) for pair in (12, 13, 14, 23, 24, 34)}
_f, _h, _k, _j = sp.symbols("f h k j", nonnegative=True)
_P = a * b * _D[12] - b * c * _D[23] - b * d * _D[24]
_Q = c * d * _D[34] - a * c * _D[13] - b * c * _D[23]

# condition: (the weights by differences that are ≥ 0, κ, μ)
CASES: dict[str, tuple[dict[Any, Any], Any, Any]] = {
    "d ≤ a ≤ b ≤ c": ({a: d + _f, b: d + _f + _h, c: d + _f + _h + _k}, a / 2, b - a / 2),
    "d ≤ a ≤ c ≤ b": ({a: d + _f, c: d + _f + _h, b: d + _f + _h + _k}, a / 2, c - a / 2),
    "d ≤ b ≤ a ≤ c": ({b: d + _f, a: d + _f + _h, c: d + _f + _h + _k}, b / 2, b / 2),
    "a/2 ≤ b ≤ d ≤ a ≤ c": (
        {b: _f + _h + _j, d: 2 * _f + _h + _j, a: 2 * _f + 2 * _h + _j, c: a + _k},
        a / 2,
        b - a / 2,
    ),
    "b ≤ a/2, b ≤ d ≤ a ≤ c": ({a: 2 * b + _h, d: b + _f, c: a + _k}, b, sp.Integer(0)),
}


def _identity() -> bool:
    """Tell whether the sum of the terms, without |p| and |q|, is C₁₄ − C₂₃."""
    lam = a - _kappa
    x = lam * b + _kappa * (c - a + d) + _mu * (b + c - a - d)
    terms = (
        lam * d * (_D[14] + _D[13] - _D[34])
        + _kappa * d * (_D[14] + _D[24] - _D[12])
        + (_kappa * (a - d) + _mu * a) * (_D[13] + _D[23] - _D[12])
        + _mu * d * (_D[24] + _D[23] - _D[34])
        + (x - b * c) * _D[23]
        + (a - d) * (lam - _kappa) * _D[13]
        + _P * (_kappa + _mu) / b
        + _Q * (lam + _mu) / c
    )
    first = c * d * (_D[14] + _D[13] - _D[34]) + d * (a - c) * _D[14] + c * (a - d) * _D[13] + _Q
    wanted = a * d * _D[14] - b * c * _D[23]
    return all(sp.expand(sp.expand(form) - wanted) == 0 for form in (terms, first))


def _admissible(weights: dict[Any, Any], kappa: Any, mu: Any) -> bool:
    """Tell whether the conditions on κ and μ hold, each by coefficients that are ≥ 0."""
    lam = a - kappa
    x = lam * b + kappa * (c - a + d) + mu * (b + c - a - d)
    conditions = (kappa, lam - kappa, mu, b - kappa - mu, c - lam - mu, x - b * c)
    for condition in conditions:
        form = sp.expand(condition.subs(weights, simultaneous=True).subs(weights))
        if any(value < 0 for value in form.as_coefficients_dict().values()):
            return False
    return True


def _opened() -> bool:
    """Tell whether F* − K* is C₁₄ − C₂₃ + |p| + |q|, at some weights and distances."""
    for g in product((1, 2), (1, 3), (0, 2), (1, 5)):
        for distances in ((3, 1, 2, 1, 4, 2), (1, 1, 1, 5, 2, 7)):
            d12, d13, d14, d23, d24, d34 = distances
            matrix = [
                [0, d12, d13, d14],
                [d12, 0, d23, d24],
                [d13, d23, 0, d34],
                [d14, d24, d34, 0],
            ]
            kendall, footrule = (
                value(f"{kind}_star", (4, 3, 2, 1), w=g, delta=[1, 1, 1], similarity=matrix)
                for kind in ("kendall", "footrule")
            )
            point = dict(zip((a, b, c, d, *_D.values()), (*g, *distances), strict=True))
            form = a * d * _D[14] - b * c * _D[23] + sp.Abs(_P) + sp.Abs(_Q)
            if footrule - kendall != form.subs(point):
                return False
    return True


def reversal_of_four() -> Computed:
    """K* ≤ F* for the reversal of four items and all weights: the proof in six cases is right."""
    failures = [name for name, case in CASES.items() if not _admissible(*case)]
    if not _identity():
        failures.append("the sum is not F* − K*")
    if not _opened():
        failures.append("F* − K* is not as it was opened")
    text = ", ".join(failures) or "six cases of the weights, identities expanded exactly"
    return Computed(not failures, text, "n = 4, σ = (4 3 2 1)")
