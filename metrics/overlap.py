"""Confusion-matrix metrics: R, the top j of the first ranking, against S, the top k of the second.

Everything follows from TP = |R ∩ S|, because |R| = j and |S| = k.
"""

from sympy import Integer, Sum, sqrt

from metrics.language.terms import Indicator, Ratio, j, k, n, rank_of, sigma, tau
from metrics.language.terms import x_item as x
from metrics.metric import Metric

FAMILY = "confusion matrix"
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


def _metric(
    name: str,
    title: str,
    value: object,
    higher_is_better: bool,
    bounds: tuple[object, object] | None,
    source: str = SOURCE,
) -> Metric:
    return Metric(
        name=name,
        title=title,
        inputs=(sigma, tau),
        value=value,
        family=FAMILY,
        higher_is_better=higher_is_better,
        source=source,
        bounds=bounds,
        largest_k=n - 1,
    )


recall = _metric("recall", "recall", TPR, True, (0, 1))
fnr = _metric("fnr", "FNR", FNR, False, (0, 1))
fallout = _metric("fallout", "fallout", FP / (n - RELEVANT), False, (0, 1))
tnr = _metric("tnr", "TNR", TNR, True, (0, 1))
precision = _metric("precision", "precision", PRECISION, True, (0, 1))
fdr = _metric("fdr", "FDR", FDR, False, (0, 1))
npv = _metric("npv", "NPV", NPV, True, (0, 1))
false_omission = _metric("for", "FOR", 1 - NPV, False, (0, 1))
accuracy = _metric("accuracy", "accuracy", (TP + TN) / n, True, (0, 1))
ba = _metric("ba", "balanced accuracy", (TPR + TNR) / 2, True, (0, 1))
f1 = _metric(
    "f1",
    "F1 score",
    2 * TP / (RELEVANT + RETRIEVED),
    True,
    (0, 1),
    "definitions.md: 2TP/(|R| + |S|)",
)
fm = _metric("fm", "Fowlkes-Mallows", sqrt((1 - FDR) * TPR), True, (0, 1))
mcc = _metric(
    "mcc",
    "MCC",
    (TP * TN - FP * FN) / sqrt(RETRIEVED * RELEVANT * (n - RELEVANT) * (n - RETRIEVED)),
    True,
    (-1, 1),
    "definitions.md: with the square root",
)
jaccard = _metric("jaccard", "Jaccard index", TP / (RELEVANT + RETRIEVED - TP), True, (0, 1))
markedness = _metric("markedness", "markedness", (1 - FDR) + NPV - 1, True, (-1, 1))
informedness = _metric("informedness", "informedness", TPR + TNR - 1, True, (-1, 1))
pt = _metric("pt", "prevalence threshold", Ratio(sqrt(TPR * FPR) - FPR, TPR - FPR), False, (0, 1))
lr_plus = _metric("lr_plus", "LR+", Ratio(TPR, 1 - TNR), True, (0, None))
lr_minus = _metric("lr_minus", "LR−", Ratio(1 - TPR, TNR), False, (0, None))
f1_printed = _metric(
    "f1_printed",
    "F1 as printed",
    Ratio((1 + Integer(1) ** 2) * (PRECISION + TPR), Integer(1) ** 2 * PRECISION + TPR),
    True,
    (2, 2),
    SOURCE + ", as printed: (1 + β²)(precision + recall)/(β² precision + recall), β = 1",
)
mcc_printed = _metric(
    "mcc_printed",
    "MCC as printed",
    (TP * TN - FP * FN) / (RETRIEVED * RELEVANT * (n - RELEVANT) * (n - RETRIEVED)),
    True,
    (-1, 1),
    SOURCE + ", as printed: without the square root",
)
