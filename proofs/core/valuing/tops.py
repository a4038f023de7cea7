"""Values of metrics of top-k lists.

A list is written from the top, with a tie group in brackets: 3,1 or 1,(2,3). There are as many
items as the largest that is named, or as many as were given.

>>> of_tops("kendall_top", "2,1", "1,3", {"p": "1/2"}).exact
2
"""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

from metrics.language import tops
from metrics.language.domains import Size
from metrics.language.given import FREE, entries, shown, whole
from metrics.language.lists import Length
from metrics.language.terms import n
from metrics.language.weight_symbols import assumptions
from metrics.lists import TOP_METRICS
from metrics.metric import Metric
from metrics.naming import BadInput
from proofs.core.posed.tops import reads_ties, settings_of, top_named
from proofs.core.valuing.valued import Value, completed, free_readings, own_reading

ADVICE = "give --ranking and --reference, for example --reference 1,2 --ranking 2,3."
PART = re.compile(r"\s*(?:\(([^()]*)\)|([^(),]+))\s*(?:,|$)")
TIED = "items in brackets tie"


def is_of_tops(name: str) -> bool:
    """Tell whether a name is that of a metric of top-k lists."""
    return name.partition("(")[0].strip() in TOP_METRICS


def of_tops(metric: Any, ranking: Any, reference: Any, given: dict[str, Any]) -> Value:
    """Return the value at one list, or at two, of which the reference is the first."""
    both = {"reference": reference, "ranking": ranking}
    lists = {name: _list(name, one) for name, one in both.items() if one is not None}
    if "ranking" not in lists:
        raise BadInput(f"{metric} scores top-k lists: {ADVICE}")
    most = max(len(tops.flat(one)) for one in lists.values())
    k = whole("k", given.pop("k", most), 1)
    declared = metric if isinstance(metric, Metric) else top_named(str(metric), k)
    if len(lists) != len(declared.inputs):
        said = "one top-k list: leave --reference out" if "reference" in lists else ""
        said = said or "two top-k lists: add --reference, for example --reference 1,2"
        raise BadInput(f"{declared.name} scores {said}.")
    items = max(item for one in lists.values() for item in tops.flat(one))
    size = whole("n", given.pop("n", items), items)
    declared.insist_made_for(size)
    uneven, tied = declared.value.has(Length), reads_ties(declared)
    for name, one in lists.items():
        _insist_list(declared, name, one, size, k, uneven, tied)
    for name in ("lengths", "groups"):
        if name in given:
            raise BadInput(f"the lists are given: leave --{name} out.")
    read = settings_of(None, (declared,), {"k": k, **given})
    settings = {name: read[name] for name in declared.parameters if read.get(name, FREE) != FREE}
    point: dict[Any, Any] = {n: size, **dict(zip(declared.inputs, lists.values(), strict=True))}
    assume = assumptions("")
    has_ties = any(isinstance(item, tuple) for one in lists.values() for item in one)
    about = [f"lists: items of 1, …, {size}, from the top", *[TIED] * has_ties]
    made = Value(
        declared.name,
        declared.title,
        {one.name: tops.shown(point[one]) for one in declared.inputs},
        {"n": size, **settings},
        readings=(
            "; ".join(about),
            *own_reading(declared),
            *free_readings(declared, settings, assume),
        ),
    )
    free = [name for name in declared.parameters if name not in settings]
    asked = SimpleNamespace(n=size, size=Size(size, k=k), free=free, assume=assume)
    return completed(made, declared, point, settings, asked)


def _list(name: str, given: Any) -> tops.Top:
    """Read a list, a text or a sequence; tie groups are put into the order of their items."""
    parts: list[Any] = _parts(name, given) if isinstance(given, str) else entries(given)
    found: list[int | tuple[int, ...]] = []
    for part in parts:
        if isinstance(part, list | tuple):
            found.append(tuple(sorted(whole(name, item, 1) for item in part)))
        else:
            found.append(whole(name, part, 1))
    return tuple(found)


def _parts(name: str, text: str) -> list[Any]:
    parts: list[Any] = []
    at = 0
    while at < len(text):
        match = PART.match(text, at)
        if match is None:
            raise BadInput(f"--{name} {text[:60]!r} is no list: write 3,1, or 1,(2,3) with ties.")
        parts.append(entries(match[1]) if match[1] is not None else match[2].strip())
        at = match.end()
    return parts


def _insist_list(
    metric: Metric, name: str, one: tops.Top, size: int, k: int, uneven: bool, tied: bool
) -> None:
    """Refuse what is no list that the metric compares."""
    if not tied and any(isinstance(item, tuple) for item in one):
        raise BadInput(f"{metric.name} reads no ties: write --{name} without brackets.")
    if not tops.is_top(one, size, k, uneven, tied):
        up_to = "up to " if uneven else ""
        raise BadInput(
            f"--{name} {shown(one)} is no list of {up_to}{k} different items of 1, …, {size}."
        )
