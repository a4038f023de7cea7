"""Confusion-matrix metrics: R, the top j of the first ranking, against S, the top k of the second.

Everything follows from TP = |R ∩ S|, because |R| = j and |S| = k.
"""

from functools import partial

from sympy import Integer, Sum, sqrt

from metrics.language.terms import Indicator, Ratio, j, k, n, rank_of, sigma, tau
from metrics.language.terms import x_item as x
from metrics.metric import Metric

SOURCE = "group, App. C.1"
RELEVANT, RETRIEVED = j, k

TP = Sum(
    Indicator(rank_of(sigma, x) <= RELEVANT) * Indicator(rank_of(tau, x) <= RETRIEVED), (x, 1, n)
)
FP = RETRIEVED - TP
FN = RELEVANT - TP
TN = n - RELEVANT - RETRIEVED + TP

TPR = TP / RELEVANT
TNR = TN / (n - RELEVANT)
FNR = 1 - TPR
FPR = 1 - TNR
FDR = FP / RETRIEVED
NPV = TN / (n - RETRIEVED)
PRECISION = TP / RETRIEVED
_metric = partial(
    Metric, inputs=(sigma, tau), family="confusion matrix", source=SOURCE, largest_k=n - 1
)
_good = partial(_metric, higher_is_better=True, bounds=(0, 1))
_bad = partial(_metric, higher_is_better=False, bounds=(0, 1))

recall = _good("recall", "recall", value=TPR)
fnr = _bad("fnr", "FNR", value=FNR)
fallout = _bad("fallout", "fallout", value=FP / (n - RELEVANT))
tnr = _good("tnr", "TNR", value=TNR)
precision = _good("precision", "precision", value=PRECISION)
fdr = _bad("fdr", "FDR", value=FDR)
npv = _good("npv", "NPV", value=NPV)
false_omission = _bad("for", "FOR", value=1 - NPV)
accuracy = _good("accuracy", "accuracy", value=(TP + TN) / n)
ba = _good("ba", "balanced accuracy", value=(TPR + TNR) / 2)
f1 = _good(
    "f1",
    "F1 score",
    value=2 * TP / (RELEVANT + RETRIEVED),
    source="definitions.md: 2TP/(|R| + |S|)",
)
fm = _good("fm", "Fowlkes-Mallows", value=sqrt((1 - FDR) * TPR))
mcc = _good(
    "mcc",
    "MCC",
    value=(TP * TN - FP * FN) / sqrt(RETRIEVED * RELEVANT * (n - RELEVANT) * (n - RETRIEVED)),
    bounds=(-1, 1),
    source="definitions.md: with the square root",
)
jaccard = _good("jaccard", "Jaccard index", value=TP / (RELEVANT + RETRIEVED - TP))
markedness = _good("markedness", "markedness", value=(1 - FDR) + NPV - 1, bounds=(-1, 1))
informedness = _good("informedness", "informedness", value=TPR + TNR - 1, bounds=(-1, 1))
pt = _bad("pt", "prevalence threshold", value=Ratio(sqrt(TPR * FPR) - FPR, TPR - FPR))
lr_plus = _good("lr_plus", "LR+", value=Ratio(TPR, 1 - TNR), bounds=(0, None))
lr_minus = _bad("lr_minus", "LR−", value=Ratio(1 - TPR, TNR), bounds=(0, None))
f1_printed = _good(
    "f1_printed",
    "F1 as printed",
    value=Ratio((1 + Integer(1) ** 2) * (PRECISION + TPR), Integer(1) ** 2 * PRECISION + TPR),
    bounds=(2, 2),
    source=SOURCE + ", as printed: (1 + β²)(precision + recall)/(β² precision + recall), β = 1",
)
mcc_printed = _good(
    "mcc_printed",
    "MCC as printed",
    value=(TP * TN - FP * FN) / (RETRIEVED * RELEVANT * (n - RELEVANT) * (n - RETRIEVED)),
    bounds=(-1, 1),
    source=SOURCE + ", as printed: without the square root",
)
