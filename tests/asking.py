"""What many tests need: metrics with parameters that fit, and questions about them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from axioms import AXIOMS, find_axiom
from metrics import METRICS, find_metric
from metrics.language import written
from metrics.language.parameters import SYMBOLS
from metrics.language.terms import n as n_symbol
from metrics.language.terms import read
from metrics.metric import Metric
from proofs.core.fitting import unrolled_slots
from proofs.core.question import Question
from proofs.trusted.number import Undefined
from proofs.trusted.scene import rational
from proofs.trusted.sign import sign_of
from proofs.trusted.value import Reading

ONE_METRIC = [name for name, axiom in AXIOMS.items() if len(axiom.slots) == 1]
TWO_METRICS = [name for name, axiom in AXIOMS.items() if len(axiom.slots) == 2]
GROUP_TABLE_2 = [
    "recall", "fnr", "fallout", "tnr", "precision", "fdr", "npv", "for", "accuracy", "ba", "f1",
    "fm", "mcc", "jaccard", "markedness", "lr_minus", "informedness", "pt", "lr_plus", "mse",
    "rmse", "mae", "mape", "smape", "r2", "kendall", "spearman", "ndpm", "dcg", "ndcg", "mrr",
    "gmr", "mean_rank",
]  # fmt: skip


def thin(cases: Sequence[Any], every: int) -> list[Any]:
    """Return the cases of a test: each so many is tried always, the others are slow tests."""
    return [
        case if number % every == 0 else pytest.param(case, marks=pytest.mark.slow)
        for number, case in enumerate(cases)
    ]


def parameters(*names: str, k: int = 2, p: str = "1/2", axiom: str | None = None) -> dict[str, Any]:
    """Return values for the parameters that metrics need."""
    wanted = {name for metric in names for name in METRICS[metric].parameters}
    if axiom is not None and unrolled_slots(find_axiom(axiom)):
        wanted -= {"k", "j"}
    return {name: value for name, value in (("k", k), ("p", p)) if name in wanted}


def question(axiom: str, *names: str, n: int, convention: str = "items", **given: Any) -> Question:
    """Return a question about metrics by name."""
    return Question(find_axiom(axiom), tuple(map(find_metric, names)), n, given, convention)


def value_of(metric: Metric, rankings: Any, bound: Any, convention: str) -> Any:
    """Return the value written out; the trusted room must read the same number, or none."""
    point: dict[Any, Any] = {n_symbol: len(rankings[0])}
    point.update({SYMBOLS[name]: rational(value) for name, value in bound.items()})
    point.update(zip(metric.inputs, map(tuple, rankings), strict=True))
    try:
        number = Reading().value(read(metric.value, convention), point)
    except Undefined:
        try:
            shown = written.value_of(metric, rankings, bound, convention)
        except written.NoValue:
            raise Undefined from None
        raise AssertionError(f"{metric} at {rankings} is written as {shown}") from None
    shown = written.value_of(metric, rankings, bound, convention)
    assert sign_of(Reading().value(shown, {}) - number) == 0
    return shown
