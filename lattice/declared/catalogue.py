"""Where names come from: our own modules, files that were named, and plug-ins.

>>> [metric.domain.name for metric in ours("metric", "ap")]
['rankings', 'judged runs', 'judged lists']
>>> ours("order", "no such order")
[]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from metrics.language.domains import COLLECTIONS, LABELS, LISTS, RUNS, TOPS
from metrics.naming import ELSEWHERE, BadInput, find

_DOMAINS = {"runs": RUNS, "lists": LISTS, "tops": TOPS, "labels": LABELS, "aspects": COLLECTIONS}
DOMAINS = {domain.name: key for key, domain in _DOMAINS.items()}

OF_LABELS = {"Distance": "distance", "Measure": "measure", "Approach": "approach"}
KINDS = {"Metric": "metric", "Axiom": "axiom", "Quantity": "axiom", "Order": "order", **OF_LABELS}


def catalogues(kind: str) -> Iterator[Mapping[str, Any]]:
    """Go through our catalogues of one kind: metric, axiom, order, or one of labels."""
    if kind == "metric":
        from metrics import METRICS, OTHER_METRICS, RUN_METRICS

        yield METRICS
        from metrics.lists import LIST_METRICS, TOP_METRICS

        yield from (RUN_METRICS, LIST_METRICS, TOP_METRICS, OTHER_METRICS)
    elif kind == "axiom":
        from axioms import AXIOMS, LIST_AXIOMS, OTHER_AXIOMS, QUANTITIES, TOP_AXIOMS

        yield from (AXIOMS, QUANTITIES, OTHER_AXIOMS, LIST_AXIOMS, TOP_AXIOMS)
    elif kind == "order":
        from lattice.order import ORDERS

        yield ORDERS
    else:
        from metrics.labels import DISTANCES
        from metrics.multi_aspect import APPROACHES, MEASURES

        of: dict[str, Mapping[str, Any]] = {"distance": DISTANCES, "measure": MEASURES}
        yield {**of, "approach": APPROACHES}[kind]


def ours(kind: str, name: str) -> list[Any]:
    """Return what we have declared under a name, in any domain; of lists with its variant."""
    return list(_ours(kind, name))


def _ours(kind: str, name: str) -> Iterator[Any]:
    base = name.partition("@")[0].partition("(")[0]
    for catalogue in catalogues(kind):
        found = catalogue.get(name) or catalogue.get(base)
        if hasattr(found, "variant"):
            from metrics.lists import find_list_metric

            with suppress(BadInput):
                yield find_list_metric(name)
        elif name in catalogue:
            yield found


def others(kind: str) -> list[Any]:
    """Return the declarations of one kind that are not ours."""
    return [ELSEWHERE.get(kind, name) for name in ELSEWHERE.names(kind)]


def called(name: str, domain: str | None = None) -> dict[str, Any]:
    """Return what is declared under a name by kind; a domain that is named decides, else the first.

    What belongs to labels of several aspects comes last: ap is a metric before it is a measure.

    >>> [(kind, one.title) for kind, one in called("dcg").items()]
    [('metric', 'DCG')]
    """
    found: dict[str, Any] = {}
    for kind in dict.fromkeys(KINDS.values()):
        if found and kind in OF_LABELS.values():
            break
        for one in (*ours(kind, name), ELSEWHERE.get(kind, name)):
            key = DOMAINS.get(one.domain.name, "rankings") if one is not None else None
            if one is not None and domain in (None, key):
                found.setdefault(kind, one)
    if not found:
        known = {name: name for kind in KINDS.values() for name in names(kind)}
        where = f" of {domain}" if domain else ""
        find(name, known, f"declaration{where}")
        raise BadInput(f"{name} is no declaration{where}.")
    return found


def names(kind: str) -> list[str]:
    """Return all names of one kind."""
    return [*(name for one in catalogues(kind) for name in one), *ELSEWHERE.names(kind)]
