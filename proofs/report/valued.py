"""A value, or those of the topics of two files, for the terminal and for programs."""

from __future__ import annotations

from typing import Any

from proofs.core.question import shown_value
from proofs.core.valuing.evaluating import Decimals
from proofs.core.valuing.value import Value
from proofs.report.shown import SCHEMA, exact_text, named
from proofs.trec.scored import Scored
from rankproof.line.version import VERSION

MOST_TIDIED, LONGEST_VALUE = 300, 1_000


def heading() -> dict[str, Any]:
    """Return the fields with which every answer of the command begins."""
    return {"schema": SCHEMA, "version": VERSION, "command": "value"}


def value_fields(value: Value) -> dict[str, Any]:
    """Return the fields that scripts rely on."""
    exact = None if value.exact is None else _exact(value.exact)
    return {
        **heading(),
        "metric": value.metric,
        "point": value.point,
        "parameters": _parameters(value),
        "convention": value.convention,
        "value": {"exact": exact, "approx": value.approx},
        "undefined": value.undefined or None,
        "reading": list(value.readings),
    }


def _exact(value: Any) -> str:
    """Return an expression as text; a large one as it is, without multiplying it out."""
    return exact_text(value) if value.count_ops() <= MOST_TIDIED else str(value)


def _parameters(value: Value | Scored) -> dict[str, Any]:
    return {name: _plain(one) for name, one in value.parameters.items()}


def _plain(one: Any) -> int | str:
    text = shown_value(one)
    return int(text) if text.lstrip("-").isdigit() else text


def value_text(value: Value) -> str:
    """Return a value as the terminal shows it."""
    lines = [("at", text) for text in named(_dashed(value.point))]
    lines += [("", f"{name} = {shown_value(one)}") for name, one in value.parameters.items()]
    if value.undefined:
        lines.append(("because", value.undefined))
    lines += [("reading", text) for text in value.readings]
    return "\n".join([_headline(value), "", *_under(lines)])


def _dashed(point: dict[str, Any]) -> dict[str, Any]:
    """Return a point with a dash for the grade of a document that was not judged."""

    def dashed(one: Any) -> Any:
        if not isinstance(one, dict):
            return one
        return {**one, "grades": ["\N{EN DASH}" if g is None else g for g in one["grades"]]}

    ties = [one["ties"] for one in point.values() if isinstance(one, dict) and "ties" in one]
    more = {"ties": "; ".join(" ".join(map(str, group)) for group in ties[0])} if ties else {}
    return {**{name: dashed(one) for name, one in point.items()}, **more}


def _headline(value: Value) -> str:
    if value.undefined:
        return f"UNDEFINED {value.metric}: {value.title}"
    exact = _exact(value.exact)
    about = "" if value.approx in (None, exact) else f" ≈ {value.approx}"
    if about and len(exact) > LONGEST_VALUE:
        return f"{value.metric}{about} (exactly with --format json)"
    return f"{value.metric} = {exact}{about}"


def _under(lines: list[tuple[str, str]]) -> list[str]:
    """Return lines of which only the first of each name has it."""
    found, last = [], ""
    for name, text in lines:
        found.append(f"  {'' if name == last else name:<10}{text}")
        last = name or last
    return found


# Files -------------------------------------------------------------------------------------------

MOST_NAMED = 5
LONGEST_EXACT = 24


def scored_fields(scored: Scored) -> dict[str, Any]:
    """Return the values of all topics, and their mean, as scripts rely on them."""
    values = [{"topic": topic, "value": _decimals(v)} for topic, v in scored.values.items()]
    missing = [
        {"topic": topic, "value": _decimals(None), "undefined": why}
        for topic, why in scored.undefined.items()
    ]
    return {
        **heading(),
        "metric": scored.metric,
        "files": scored.files,
        "parameters": _parameters(scored),
        "ties": scored.ties,
        "unjudged": scored.unjudged,
        "rows": values + missing,
        "mean": {"kind": scored.mean_is, "topics": len(values), "value": _decimals(scored.mean)},
        "without_run": list(scored.topics.without_run),
        "without_qrels": list(scored.topics.without_qrels),
        "reading": list(scored.readings),
    }


def _decimals(value: Decimals | None) -> dict[str, Any]:
    """Return a number as JSON has it: exact, or between two decimals."""
    if value is None:
        return {"exact": None, "approx": None}
    if value.exact is not None:
        return {"exact": str(value.exact), "approx": value.approx}
    return {"exact": None, "approx": value.approx, "low": value.low, "high": value.high}


def scored_text(scored: Scored) -> str:
    """Return the values of all topics, and their mean, as the terminal shows them."""
    width = max(map(len, (*scored.values, *scored.undefined)))
    rows = [f"  {topic:<{width}}  {_shown(value)}" for topic, value in scored.values.items()]
    rows += [f"  {topic:<{width}}  undefined" for topic in scored.undefined]
    given = scored.parameters.items()
    lines = [("given", f"{name} = {shown_value(one)}") for name, one in given]
    lines += [("left out", text) for text in _left_out(scored)]
    lines += [("reading", text) for text in scored.readings]
    return "\n".join([_mean_line(scored), "", *rows, "", *_under(lines)])


def _mean_line(scored: Scored) -> str:
    if scored.mean is None:
        return f"UNDEFINED {scored.metric}: at all of {len(scored.undefined)} topics"
    many = len(scored.values)
    which = f"{scored.mean_is} mean of {many} topic{'s' if many > 1 else ''}"
    return f"{scored.metric} {_shown(scored.mean)}, {which}"


def _shown(value: Decimals) -> str:
    """Return a number after its sign of equality; a long exact one is for JSON alone."""
    if value.exact is None:
        return f"≈ {value.approx}, between {value.low} and {value.high}"
    exact = str(value.exact)
    about = "" if exact == value.approx else f" ≈ {value.approx}"
    return f"= {exact}{about}" if len(exact) <= LONGEST_EXACT else about.strip()


def _left_out(scored: Scored) -> list[str]:
    kinds = {
        "without a run": scored.topics.without_run,
        "without judgements": scored.topics.without_qrels,
        "undefined": tuple(scored.undefined),
    }
    return [_counted(what, topics) for what, topics in kinds.items() if topics]


def _counted(what: str, topics: tuple[str, ...]) -> str:
    more = ", …" if len(topics) > MOST_NAMED else ""
    plural = "s" if len(topics) > 1 else ""
    return f"{len(topics)} topic{plural} {what}: {', '.join(topics[:MOST_NAMED])}{more}"
