"""Subjects that are not ours: a formula after =, or a name that a file or a plug-in declares.

They become metrics before anything else is asked of them, so that whatever is asked of a declared
metric is asked of them alike.

>>> [str(one) for one in metrics_elsewhere(["= sum(i, 1, n, i * sigma(i))", "dcg"])]
['f', 'dcg']
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from metrics import METRICS, OTHER_METRICS, RUN_METRICS, metric_of_text
from metrics.language.domains import LISTS
from metrics.lists import LIST_METRICS, TOP_METRICS, cut_at
from metrics.metric import Metric
from metrics.naming import ELSEWHERE

LETTERS = "fgh"
OURS = (METRICS, LIST_METRICS, RUN_METRICS, TOP_METRICS, OTHER_METRICS)


def is_formula(given: Any) -> bool:
    """Tell whether a subject is a formula: a text that begins with =."""
    return isinstance(given, str) and given.lstrip().startswith("=")


def metric_elsewhere(given: Any, domain: str = "", name: str = LETTERS[0]) -> Metric | None:
    """Return the metric that a formula or a name stands for, None where it is none of these.

    A name with a cut-off, as mine@3, stands for a metric of lists with k put in.
    """
    if not isinstance(given, str):
        return None
    if is_formula(given):
        return metric_of_text(given.strip(), domain, name)
    base, at, cut = given.partition("@")
    base = base.strip()
    if ("metric", base) not in ELSEWHERE.found and any(base in ours for ours in OURS):
        return None
    found: Metric | None = ELSEWHERE.get("metric", base)
    if found is None or not at:
        return found
    return cut_at(found, int(cut)) if found.domain is LISTS and cut.isdecimal() else None


def metrics_elsewhere(subjects: Sequence[Any], domain: str = "") -> tuple[Any, ...]:
    """Return subjects with metrics in the place of formulas and of names declared elsewhere."""
    return tuple(
        metric_elsewhere(subject, domain, LETTERS[place % len(LETTERS)]) or subject
        for place, subject in enumerate(subjects)
    )
