"""Error metrics: how far two rankings are apart, place by place.

`group` App. C.3.1 prints MSE and MAE without the factor 1/n although it calls
them means; the printed sums are kept as ``mse_sum`` and ``mae_sum``.
"""

from sympy import Abs, Integer, Sum, sqrt

from metrics.language.terms import Place, i, n, sigma, tau
from metrics.metric import Metric

FAMILY = "error"
BOTH = (sigma, tau)
SOURCE = "group, App. C.3.1"
_l = Place("l")

_squares = Sum((sigma(i) - tau(i)) ** 2, (i, 1, n))
_distances = Sum(Abs(sigma(i) - tau(i)), (i, 1, n))
_mean_of_tau = Sum(tau(_l), (_l, 1, n)) / n

mse = Metric(
    name="mse",
    title="MSE",
    inputs=BOTH,
    value=_squares / n,
    family=FAMILY,
    higher_is_better=False,
    source=SOURCE + ", with the factor 1/n",
    bounds=(0, (n**2 - 1) / 3),
)
rmse = Metric(
    name="rmse",
    title="RMSE",
    inputs=BOTH,
    value=sqrt(_squares / n),
    family=FAMILY,
    higher_is_better=False,
    source=SOURCE + ", with the factor 1/n",
    bounds=(0, sqrt((n**2 - 1) / 3)),
)
mae = Metric(
    name="mae",
    title="MAE",
    inputs=BOTH,
    value=_distances / n,
    family=FAMILY,
    higher_is_better=False,
    source=SOURCE + ", with the factor 1/n",
    bounds=(0, n / 2),
)
rmae = Metric(
    name="rmae",
    title="RMAE",
    inputs=BOTH,
    value=sqrt(_distances / n),
    family=FAMILY,
    higher_is_better=False,
    source=SOURCE + ", with the factor 1/n",
    bounds=(0, sqrt(n / 2)),
)
mape = Metric(
    name="mape",
    title="MAPE",
    inputs=BOTH,
    value=Integer(100) / n * Sum(Abs(sigma(i) - tau(i)) / sigma(i), (i, 1, n)),
    family=FAMILY,
    higher_is_better=False,
    source="group, Table 1; the definition of definitions.md, divided by σ",
    bounds=(0, None),
)
smape = Metric(
    name="smape",
    title="SMAPE",
    inputs=BOTH,
    value=Integer(100) / n * Sum(2 * Abs(sigma(i) - tau(i)) / (sigma(i) + tau(i)), (i, 1, n)),
    family=FAMILY,
    higher_is_better=False,
    source=SOURCE,
    bounds=(0, 200),
)
r2 = Metric(
    name="r2",
    title="R² score",
    inputs=BOTH,
    value=1 - _squares / Sum((sigma(i) - _mean_of_tau) ** 2, (i, 1, n)),
    family=FAMILY,
    higher_is_better=True,
    source=SOURCE,
    bounds=(-3, 1),
)
mse_sum = Metric(
    name="mse_sum",
    title="MSE as printed",
    inputs=BOTH,
    value=_squares,
    family=FAMILY,
    higher_is_better=False,
    source=SOURCE + ", as printed: without the factor 1/n",
    bounds=(0, n * (n**2 - 1) / 3),
)
mae_sum = Metric(
    name="mae_sum",
    title="MAE as printed",
    inputs=BOTH,
    value=_distances,
    family=FAMILY,
    higher_is_better=False,
    source=SOURCE + ", as printed: without the factor 1/n",
    bounds=(0, n**2 / 2),
)
