"""Error metrics: how far two rankings are apart, place by place.

`group` App. C.3.1 prints MSE and MAE without the factor 1/n although it calls
them means; the printed sums are kept as ``mse_sum`` and ``mae_sum``.
"""

from functools import partial

from sympy import Abs, Integer, Sum, sqrt

from metrics.language.terms import Place, i, n, sigma, tau
from metrics.metric import Metric

SOURCE = "group, App. C.3.1"
MEAN = SOURCE + ", with the factor 1/n"
PRINTED = SOURCE + ", as printed: without the factor 1/n"
_l = Place("l")

_squares = Sum((sigma(i) - tau(i)) ** 2, (i, 1, n))
_distances = Sum(Abs(sigma(i) - tau(i)), (i, 1, n))
_mean_of_tau = Sum(tau(_l), (_l, 1, n)) / n
_metric = partial(
    Metric, inputs=(sigma, tau), family="error", higher_is_better=False, source=SOURCE
)

mse = _metric("mse", "MSE", value=_squares / n, source=MEAN, bounds=(0, (n**2 - 1) / 3))
rmse = _metric(
    "rmse", "RMSE", value=sqrt(_squares / n), source=MEAN, bounds=(0, sqrt((n**2 - 1) / 3))
)
mae = _metric("mae", "MAE", value=_distances / n, source=MEAN, bounds=(0, n / 2))
rmae = _metric("rmae", "RMAE", value=sqrt(_distances / n), source=MEAN, bounds=(0, sqrt(n / 2)))
mape = _metric(
    "mape",
    "MAPE",
    value=Integer(100) / n * Sum(Abs(sigma(i) - tau(i)) / sigma(i), (i, 1, n)),
    source="group, Table 1; the definition of definitions.md, divided by σ",
    bounds=(0, None),
)
smape = _metric(
    "smape",
    "SMAPE",
    value=Integer(100) / n * Sum(2 * Abs(sigma(i) - tau(i)) / (sigma(i) + tau(i)), (i, 1, n)),
    bounds=(0, 200),
)
r2 = _metric(
    "r2",
    "R² score",
    value=1 - _squares / Sum((sigma(i) - _mean_of_tau) ** 2, (i, 1, n)),
    higher_is_better=True,
    bounds=(-3, 1),
)
mse_sum = _metric(
    "mse_sum", "MSE as printed", value=_squares, source=PRINTED, bounds=(0, n * (n**2 - 1) / 3)
)
mae_sum = _metric(
    "mae_sum", "MAE as printed", value=_distances, source=PRINTED, bounds=(0, n**2 / 2)
)
