"""Correlation metrics and the distances behind them: pairs that two rankings order differently.

Two-index sums run over the pairs of places l < i.
"""

from functools import partial
from typing import Any

from sympy import Rational, Sum, binomial, sign

from metrics.language.terms import Indicator, Place, Ratio, i, n, sigma, tau
from metrics.metric import Metric

SOURCE = "group, App. C.2"
_l = Place("l")
_pairs = ((_l, 1, i - 1), (i, 1, n))
_all_pairs = ((_l, 1, n), (i, 1, n))
_sigma_sign = sign(sigma(_l) - sigma(i))
_tau_sign = sign(tau(_l) - tau(i))
_agreement = Sum(_sigma_sign * _tau_sign, *_pairs)
_discordant = Sum(Indicator((sigma(_l) - sigma(i)) * (tau(_l) - tau(i)) < 0), *_pairs)
_c_plus = Sum(_sigma_sign * _tau_sign, *_all_pairs)
_c_minus = Sum(_sigma_sign * sign(tau(i) - tau(_l)), *_all_pairs)
_c_u = Sum(_sigma_sign**2, *_all_pairs)


def _heavy(ranking: Any) -> Any:
    """Return the weight of a pair: 1 over the rank of each of its values, the largest first."""
    return 1 / (n + 1 - ranking(_l)) + 1 / (n + 1 - ranking(i))


_metric = partial(
    Metric, inputs=(sigma, tau), family="correlation", higher_is_better=True, source=SOURCE
)

kendall = _metric(
    "kendall",
    "Kendall's τ",
    value=_agreement / binomial(n, 2),
    bounds=(-1, 1),
    aliases=("kendall_tau",),
)
weighted_kendall = _metric(
    "weighted_kendall",
    "weighted Kendall's τ",
    value=Ratio(
        Sum((_heavy(sigma) + _heavy(tau)) * _sigma_sign * _tau_sign, *_pairs),
        2 * (n - 1) * Sum(1 / i, (i, 1, n)),
    ),
    source="Vigna 2015: additive hyperbolic weights, the mean of those of σ and τ, as in SciPy",
    reading="the largest value has rank 1, and a pair weighs the sum of its two 1/rank",
    bounds=(-1, 1),
    aliases=("weighted_tau",),
)
spearman = _metric(
    "spearman",
    "Spearman's ρ",
    value=1 - 6 * Sum((sigma(i) - tau(i)) ** 2, (i, 1, n)) / (n * (n**2 - 1)),
    bounds=(-1, 1),
    aliases=("spearman_rho",),
)
ndpm = _metric(
    "ndpm",
    "NDPM",
    value=_discordant / binomial(n, 2),
    higher_is_better=False,
    source="Yao 1995: the share of contradicted pairs",
    bounds=(0, 1),
)
ndpm_printed = _metric(
    "ndpm_printed",
    "NDPM as printed",
    value=Ratio(_c_minus + Rational(1, 2) * (_c_u - _c_plus - _c_minus), _c_u),
    higher_is_better=False,
    source=SOURCE + ", as printed",
)
kendall_distance = _metric(
    "kendall_distance",
    "Kendall distance",
    value=_discordant,
    family="distance",
    higher_is_better=False,
    source="kumar: K",
    bounds=(0, n * (n - 1) / 2),
)
footrule = _metric(
    "footrule",
    "Spearman's footrule",
    value=Sum(abs(sigma(i) - tau(i)), (i, 1, n)),
    family="distance",
    higher_is_better=False,
    source="kumar: F",
    bounds=(0, n**2 / 2),
)
