"""What papers compare their formulas with: textbook definitions, written from other ingredients.

The confusion matrix is counted item by item, Spearman's ρ is Pearson's coefficient of the entries,
and means are those that their names say. Tables do not list these metrics; questions find them.
"""

from functools import partial
from typing import Any

from sympy import Abs, Sum, log, sign, sqrt

from metrics.language.terms import Indicator, Place, Ratio, i, j, k, n, rank_of, sigma, tau
from metrics.language.terms import x_item as x
from metrics.metric import Metric

SOURCE = "Powers, Evaluation: from precision, recall and F-measure to ROC (2011); the four counts"
_l = Place("l")
_relevant = Indicator(rank_of(sigma, x) <= j)
_retrieved = Indicator(rank_of(tau, x) <= k)


def _count(relevant: Any, retrieved: Any) -> Any:
    return Sum(relevant * retrieved, (x, 1, n))


TP, FP = _count(_relevant, _retrieved), _count(1 - _relevant, _retrieved)
FN, TN = _count(_relevant, 1 - _retrieved), _count(1 - _relevant, 1 - _retrieved)
TPR, FPR = Ratio(TP, TP + FN), Ratio(FP, FP + TN)
TNR, PPV, NPV = Ratio(TN, TN + FP), Ratio(TP, TP + FP), Ratio(TN, TN + FN)

_metric = partial(Metric, inputs=(sigma, tau), family="textbook")
_counted = partial(_metric, source=SOURCE, largest_k=n - 1)


def _good(name: str, title: str, value: Any) -> Metric:
    return _counted(name, f"{title} of the counts", value=value, higher_is_better=True)


def _bad(name: str, title: str, value: Any) -> Metric:
    return _counted(name, f"{title} of the counts", value=value, higher_is_better=False)


recall = _good("recall_counts", "recall", TPR)
fnr = _bad("fnr_counts", "FNR", Ratio(FN, FN + TP))
fallout = _bad("fallout_counts", "fallout", FPR)
tnr = _good("tnr_counts", "TNR", TNR)
precision = _good("precision_counts", "precision", PPV)
fdr = _bad("fdr_counts", "FDR", Ratio(FP, FP + TP))
npv = _good("npv_counts", "NPV", NPV)
false_omission = _bad("for_counts", "FOR", Ratio(FN, FN + TN))
accuracy = _good("accuracy_counts", "accuracy", Ratio(TP + TN, TP + FP + FN + TN))
ba = _good("ba_counts", "balanced accuracy", (TPR + TNR) / 2)
f1 = _good("f1_counts", "F1 score", Ratio(2 * TP, 2 * TP + FP + FN))
fm = _good("fm_counts", "Fowlkes-Mallows", sqrt(PPV * TPR))
mcc = _good(
    "mcc_counts",
    "MCC",
    Ratio(TP * TN - FP * FN, sqrt((TP + FP) * (TP + FN) * (TN + FP) * (TN + FN))),
)
jaccard = _good("jaccard_counts", "Jaccard index", Ratio(TP, TP + FP + FN))
markedness = _good("markedness_counts", "markedness", PPV + NPV - 1)
informedness = _good("informedness_counts", "informedness", TPR + TNR - 1)
pt = _bad("pt_counts", "prevalence threshold", Ratio(sqrt(FPR), sqrt(TPR) + sqrt(FPR)))
lr_plus = _good("lr_plus_counts", "LR+", Ratio(TPR, FPR))
lr_minus = _bad("lr_minus_counts", "LR−", Ratio(Ratio(FN, FN + TP), TNR))

_mean = (n + 1) / 2
_squares = Sum((sigma(i) - _mean) ** 2, (i, 1, n)) * Sum((tau(i) - _mean) ** 2, (i, 1, n))
_error = partial(_metric, higher_is_better=False, source="mean: the sum divided by the number")

f1_product = _counted(
    "f1_product",
    "F1 score with a product",
    value=Ratio(2 * PPV * TPR, PPV + TPR),
    higher_is_better=True,
    source="van Rijsbergen, Information Retrieval (1979): the harmonic mean of two rates",
)
pearson = _metric(
    "pearson",
    "Pearson's r",
    value=Sum((sigma(i) - _mean) * (tau(i) - _mean), (i, 1, n)) / sqrt(_squares),
    higher_is_better=True,
    source="Pearson's coefficient of the entries, whose mean is (n + 1)/2",
)
mse_mean = _error("mse_mean", "mean of squares", value=Sum((sigma(i) - tau(i)) ** 2 / n, (i, 1, n)))
mae_mean = _error("mae_mean", "mean of distances", value=Sum(Abs(sigma(i) - tau(i)) / n, (i, 1, n)))
smape_mean = _error(
    "smape_mean",
    "SMAPE by the mean of two values",
    value=Sum(100 * Abs(sigma(i) - tau(i)) / ((sigma(i) + tau(i)) / 2), (i, 1, n)) / n,
    source="Makridakis, Accuracy measures (1993): divided by the mean of both values",
)
r2_mean = _metric(
    "r2_mean",
    "R² score by the mean of σ",
    value=1
    - Sum((sigma(i) - tau(i)) ** 2, (i, 1, n))
    / Sum((sigma(i) - Sum(sigma(_l), (_l, 1, n)) / n) ** 2, (i, 1, n)),
    higher_is_better=True,
    source="coefficient of determination: σ are the true values",
)
_product = (sigma(_l) - sigma(i)) * (tau(_l) - tau(i))
_pairs = ((_l, 1, n), (i, 1, n))
_plus, _minus = Sum(Indicator(_product > 0), *_pairs), Sum(Indicator(_product < 0), *_pairs)
_all = Sum(sign(sigma(_l) - sigma(i)) ** 2, *_pairs)
ndpm_counts = _error(
    "ndpm_counts",
    "NDPM of the counts",
    value=Ratio(_minus + (_all - _plus - _minus) / 2, _all),
    source="Yao 1995: C⁺ and C⁻ are numbers of pairs",
)

_one = partial(_metric, inputs=(sigma,), higher_is_better=True)
_harmonic = Ratio(k, Sum(1 / sigma(i), (i, 1, k)))
harmonic_mean = _one(
    "harmonic_mean", "harmonic mean", value=_harmonic, source="of the first k entries"
)
reciprocal_harmonic = _one(
    "reciprocal_harmonic",
    "1 / harmonic mean",
    value=Ratio(1, _harmonic),
    source="of the first k entries",
)
_gained = Sum(Indicator(sigma(i) <= k) / log(i + 1, 2), (i, 1, n))
_binary = partial(_one, source="the items 1, …, k are relevant, not all", largest_k=n - 1)
dcg_binary = _binary("dcg_binary", "DCG, binary relevance", value=_gained)
ndcg_binary = _binary(
    "ndcg_binary",
    "nDCG, binary relevance",
    value=_gained / Sum(1 / log(i + 1, 2), (i, 1, k)),
)
