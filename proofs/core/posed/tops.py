"""Questions about two top-k lists: metrics by name, the length k, and what they leave free.

What a metric reads is given beside it, for all metrics, or with its name: kendall_top(p=1/2).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from axioms.axiom import Axiom, Quantity
from metrics.language.domains import TOPS, Size
from metrics.language.given import FREE
from metrics.language.lists import Length, TiedWith
from metrics.language.parameters import PARAMETERS, SYMBOLS, insist_given
from metrics.lists import TOP_METRICS
from metrics.lists.family import parsed
from metrics.metric import Metric
from metrics.naming import BadInput
from proofs.core.fitting import check_subjects


def _metrics(declared: Axiom | Quantity, subjects: Sequence[Any], k: int = 1) -> tuple[Metric, ...]:
    """Return the metrics that are named."""
    found = [one if isinstance(one, Metric) else top_named(str(one), k) for one in subjects]
    for metric in found:
        if metric.domain is not TOPS:
            raise BadInput(
                f"{metric.name} scores {metric.domain.name}, and {declared.name} is about "
                "top-k lists."
            )
    return tuple(found)


def top_named(text: str, k: int) -> Metric:
    """Return the metric of a name, with the numbers that are written with it put in."""
    name, chosen, cut = parsed(text)
    if cut is not None:
        raise BadInput(f"{text}: all lists have one length k, so give --k {cut}.")
    metric = _treated(name, chosen.pop("ties", None))
    options = []
    for option, given in chosen.items():
        known = _called(option, metric.parameters)
        if known not in metric.parameters:
            raise BadInput(f"{name} has no {option}.")
        value = _number(known, {known: given}, k)
        if value == FREE:
            raise BadInput(f"{text}: what is free is left out of the name.")
        options.append(f"{option}={value}")
        metric = _put_in(metric, known, value)
    name, title = (_with(text, options) for text in (metric.name, metric.title))
    return replace(metric, name=name, title=title)


def _put_in(metric: Metric, name: str, value: Any) -> Metric:
    return metric.rewritten(lambda formula: formula.xreplace({SYMBOLS[name]: value}))


def _treated(name: str, ties: str | None) -> Metric:
    """Return the metric of a name, with a treatment of ties where one is named."""
    metric = TOP_METRICS.find(name)
    if ties is None:
        return metric
    ways = [one for one in TOP_METRICS if one.startswith(f"{metric.name}(ties=")]
    if not ways:
        raise BadInput(f"{name} has no ties: leave ties={ties} out.")
    found = f"{metric.name}(ties={ties})"
    if found not in ways:
        raise BadInput(f"no treatment of ties is called {ties!r}: write {' or '.join(ways)}.")
    return TOP_METRICS[found]


def _with(text: str, options: Sequence[str]) -> str:
    """Return a name or a title with further options in its brackets."""
    if not options:
        return text
    more = ", ".join(options)
    return f"{text[:-1]}, {more})" if text.endswith(")") else f"{text}({more})"


def _called(option: str, read: Iterable[str]) -> str:
    """Return the parameter that an option means: p is a penalty where nothing has a persistence."""
    return "penalty" if option == "p" and "penalty" in read and "p" not in read else option


def about_tops(asked: Any) -> tuple[list[Any], tuple[str, ...]]:
    """Return a question for each size."""
    insist_given(f"{asked.declared.name} of top-k lists", ["k"], asked.given)
    metrics = _metrics(asked.declared, asked.subjects, _length(asked.given["k"]))
    check_subjects(asked.declared, metrics)
    given = settings_of(asked.declared, metrics, asked.given)
    sizes = [given["k"]] if asked.sizes is None else asked.sizes
    return [asked.question(metrics, n, dict(given)) for n in sizes], ()


def readable_by_tops(declared: Axiom | Quantity, subjects: Sequence[Any]) -> set[str]:
    """Return the parameters that metrics of top-k lists may be given."""
    return readable_of_tops(_metrics(declared, subjects))


def readable_of_tops(metrics: Iterable[Metric]) -> set[str]:
    """Return the parameters that some metrics of top-k lists read."""
    read = {name for metric in metrics for name in metric.parameters}
    return read | {"k", "lengths", "groups"} | ({"p"} if "penalty" in read else set())


def settings_of(
    declared: Axiom | Quantity | None, metrics: Sequence[Metric], given: dict[str, Any]
) -> dict[str, Any]:
    """Return k, the lengths of lists, and what the metrics read: checked numbers, or free."""
    names, readable = " and ".join(m.name for m in metrics), readable_of_tops(metrics)
    read = {name for metric in metrics for name in metric.parameters}
    for name in given:
        if name not in readable:
            raise BadInput(f"{names} has no {name}: leave --{name} out.")
    if "p" in given and "penalty" in given and _called("p", read) == "penalty":
        raise BadInput("--p and --penalty are the same here: give one of them.")
    given = {_called(name, read): value for name, value in given.items()}
    found: dict[str, Any] = {"k": _length(given["k"]), "lengths": _lengths(metrics, given)}
    if _groups(metrics, given) == "any":
        found["groups"] = "any"
    for name in PARAMETERS:
        if name in read:
            found[name] = _number(name, given, found["k"])
    free = [name for name, value in found.items() if value == FREE]
    if free and isinstance(declared, Quantity):
        raise BadInput(f"{declared.name} is a number, and needs {PARAMETERS[free[0]].advice}.")
    return found


def _length(given: Any) -> int:
    k = PARAMETERS["k"].given(given)
    if not isinstance(k, int) or k < 1:
        raise BadInput(f"k = {k} is no length of a list: it must be a number from 1 on.")
    return k


def _lengths(metrics: Sequence[Metric], given: dict[str, Any]) -> str:
    if "lengths" in given:
        return str(PARAMETERS["lengths"].given(given["lengths"]))
    return "any" if any(metric.value.has(Length) for metric in metrics) else "equal"


def reads_ties(metric: Metric) -> bool:
    """Tell whether a metric knows which items stand at one place."""
    from metrics.lists.tied_tops import FAMILY as TIED

    return metric.family == TIED or metric.value.has(TiedWith)


def _groups(metrics: Sequence[Metric], given: dict[str, Any]) -> str:
    """Return whether lists may have tie groups, which only some metrics read."""
    blind = [m.name for m in metrics if not reads_ties(m)]
    chosen = PARAMETERS["groups"].given(given.get("groups", "none" if blind else "any"))
    if chosen == "any" and blind:
        raise BadInput(f"{blind[0]} reads no ties: leave --groups any out.")
    return str(chosen)


def _number(name: str, given: dict[str, Any], k: int) -> Any:
    """Return what was given, exact and admissible, or what is meant without it."""
    parameter = PARAMETERS[name]
    if name not in given:
        return parameter.given(k + 1) if name == "location" else FREE
    value = parameter.given(given[name])
    if value in (FREE, parameter.symbol):
        return FREE
    parameter.admit(value, Size(k, k=k), given)
    return value
