"""A value for the terminal and for programs."""

from __future__ import annotations

from typing import Any

from proofs.core.question import shown_value
from proofs.core.valuing import Value
from proofs.report.shown import SCHEMA, exact_text, named
from rankproof.line.version import VERSION


def heading() -> dict[str, Any]:
    """Return the fields with which every answer of the command begins."""
    return {"schema": SCHEMA, "version": VERSION, "command": "value"}


def value_fields(value: Value) -> dict[str, Any]:
    """Return the fields that scripts rely on."""
    exact = None if value.exact is None else exact_text(value.exact)
    return {
        **heading(),
        "metric": value.metric,
        "point": value.point,
        "parameters": {name: _plain(one) for name, one in value.parameters.items()},
        "convention": value.convention,
        "value": {"exact": exact, "approx": value.approx},
        "undefined": value.undefined or None,
        "reading": list(value.readings),
    }


def _plain(one: Any) -> int | str:
    text = shown_value(one)
    return int(text) if text.lstrip("-").isdigit() else text


def value_text(value: Value) -> str:
    """Return a value as the terminal shows it."""
    lines = [("at", text) for text in named(value.point)]
    lines += [("", f"{name} = {shown_value(one)}") for name, one in value.parameters.items()]
    if value.undefined:
        lines.append(("because", value.undefined))
    lines += [("reading", text) for text in value.readings]
    return "\n".join([_headline(value), "", *_under(lines)])


def _headline(value: Value) -> str:
    if value.undefined:
        return f"UNDEFINED {value.metric}: {value.title}"
    exact = exact_text(value.exact)
    about = "" if value.approx in (None, exact) else f" ≈ {value.approx}"
    return f"{value.metric} = {exact}{about}"


def _under(lines: list[tuple[str, str]]) -> list[str]:
    """Return lines of which only the first of each name has it."""
    found, last = [], ""
    for name, text in lines:
        found.append(f"  {'' if name == last else name:<10}{text}")
        last = name or last
    return found
