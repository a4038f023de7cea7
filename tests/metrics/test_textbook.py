"""Textbook definitions against plain counting of items, and the metrics that are equal to them."""

from fractions import Fraction
from itertools import permutations, product

import pytest
import sympy as sp

import proofs
from metrics import METRICS, TEXTBOOK_METRICS, find_metric
from metrics.language.written import NoValue, value_of

COUNTED = {
    "recall": lambda tp, fp, fn, tn: Fraction(tp, tp + fn),
    "fnr": lambda tp, fp, fn, tn: Fraction(fn, tp + fn),
    "fallout": lambda tp, fp, fn, tn: Fraction(fp, fp + tn),
    "tnr": lambda tp, fp, fn, tn: Fraction(tn, fp + tn),
    "precision": lambda tp, fp, fn, tn: Fraction(tp, tp + fp),
    "fdr": lambda tp, fp, fn, tn: Fraction(fp, tp + fp),
    "npv": lambda tp, fp, fn, tn: Fraction(tn, tn + fn),
    "for": lambda tp, fp, fn, tn: Fraction(fn, tn + fn),
    "accuracy": lambda tp, fp, fn, tn: Fraction(tp + tn, tp + fp + fn + tn),
    "ba": lambda tp, fp, fn, tn: (Fraction(tp, tp + fn) + Fraction(tn, tn + fp)) / 2,
    "f1": lambda tp, fp, fn, tn: Fraction(2 * tp, 2 * tp + fp + fn),
    "jaccard": lambda tp, fp, fn, tn: Fraction(tp, tp + fp + fn),
    "markedness": lambda tp, fp, fn, tn: Fraction(tp, tp + fp) + Fraction(tn, tn + fn) - 1,
    "informedness": lambda tp, fp, fn, tn: Fraction(tp, tp + fn) + Fraction(tn, tn + fp) - 1,
    "lr_plus": lambda tp, fp, fn, tn: Fraction(tp, tp + fn) / Fraction(fp, fp + tn),
    "lr_minus": lambda tp, fp, fn, tn: Fraction(fn, tp + fn) / Fraction(tn, fp + tn),
}
SQUARED = {
    "fm": lambda tp, fp, fn, tn: Fraction(tp, tp + fp) * Fraction(tp, tp + fn),
    "mcc": lambda tp, fp, fn, tn: Fraction(
        (tp * tn - fp * fn) ** 2, (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
    ),
}


def scored(name, *rankings, **given):
    metric = find_metric(name)
    try:
        return value_of(metric, list(rankings), metric.bound(len(rankings[0]), given), "items")
    except NoValue:
        return None


def counts(sigma, tau, j, k):
    relevant, retrieved, both = set(sigma[:j]), set(tau[:k]), set(sigma)
    true, false = relevant & retrieved, retrieved - relevant
    return len(true), len(false), len(relevant - retrieved), len(both - relevant - retrieved)


@pytest.mark.sweep(6)
@pytest.mark.parametrize("name", [*COUNTED, *SQUARED])
def test_the_confusion_matrix_is_counted(name):
    power = 2 if name in SQUARED else 1
    for tau, j, k in product(permutations((1, 2, 3, 4)), (1, 2, 3), (1, 2, 3)):
        found = scored(f"{name}_counts", (1, 2, 3, 4), tau, j=j, k=k)
        try:
            wanted = {**COUNTED, **SQUARED}[name](*counts((1, 2, 3, 4), tau, j, k))
        except ZeroDivisionError:
            assert found is None
        else:
            assert sp.simplify(found**power - sp.Rational(str(wanted))) == 0


def test_every_counted_metric_is_compared_with_one_that_tables_list():
    named = [name.removesuffix("_counts") for name in TEXTBOOK_METRICS if name.endswith("_counts")]
    assert set(named) == {*COUNTED, *SQUARED, "pt", "ndpm"}
    assert set(named) <= set(METRICS)
    assert not set(TEXTBOOK_METRICS) & set(METRICS)


@pytest.mark.parametrize(
    ("name", "rankings", "given", "wanted"),
    [
        ("pearson", [(1, 2, 3), (1, 3, 2)], {}, "1/2"),  # (1 + 0 + 0)/2, deviations −1, 0, 1
        ("mse_mean", [(1, 2, 3), (3, 2, 1)], {}, "8/3"),
        ("mae_mean", [(1, 2, 3), (3, 2, 1)], {}, "4/3"),
        ("smape_mean", [(1, 2), (2, 1)], {}, "200/3"),  # 100/2 · (1/1.5 + 1/1.5)
        ("r2_mean", [(1, 2, 3), (3, 2, 1)], {}, "-3"),  # 1 − 8/2
        ("ndpm_counts", [(1, 2, 3), (1, 3, 2)], {}, "1/3"),
        ("harmonic_mean", [(1, 2, 3)], {"k": 2}, "4/3"),
        ("reciprocal_harmonic", [(1, 2, 3)], {"k": 2}, "3/4"),
        ("f1_product", [(1, 2, 3), (1, 3, 2)], {"j": 1, "k": 2}, "2/3"),  # rates 1/2 and 1
        ("dcg_binary", [(2, 3, 1)], {"k": 1}, "1/2"),  # item 1 at place 3: 1/log₂ 4
        ("ndcg_binary", [(2, 3, 1)], {"k": 1}, "1/2"),
        ("pt_counts", [(1, 2, 3, 4), (1, 3, 2, 4)], {"j": 2, "k": 2}, "1/2"),  # both rates are 1/2
    ],
)
def test_values_by_hand(name, rankings, given, wanted):
    assert sp.simplify(scored(name, *rankings, **given) - sp.Rational(wanted)) == 0


def test_recall_and_precision_are_told_apart_where_they_differ():
    given = {"n": "all", "j": 1, "k": 2}
    assert proofs.ask("same_scores", "recall", "recall_counts", **given).status == "holds"
    assert proofs.ask("same_scores", "recall", "precision_counts", **given).status == "refuted"
