"""Declarations as tables of text fields: known names and types only, and what they say in TOML.

>>> print(toml("metric", "mine", {"value": "sigma(1)", "higher_is_better": True}))
[metric.mine]
value = "sigma(1)"
higher_is_better = true
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from metrics.naming import BadInput

TEXT, WHOLE, TRUTH, LIST, TABLE = "text", "a whole number", "true or false", "a list", "a table"
TYPES: dict[str, type] = {TEXT: str, WHOLE: int, TRUTH: bool, LIST: list, TABLE: dict}
LONGEST_TEXT = 20_000
MOST_ENTRIES = 100
PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}")
_VARIANT = r"[a-z]{1,20}=[a-z0-9/]{1,20}"
NAME = re.compile(
    rf"[A-Za-z][A-Za-z0-9_@.]{{0,59}}(\({_VARIANT}(, {_VARIANT}){{0,9}}\)(@[0-9]{{1,9}})?)?"
)


def insist_name(kind: str, name: Any) -> str:
    """Refuse a name that the command line could not take."""
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise BadInput(
            f"{str(name)[:40]!r} is no name of {kind}: letters, digits and _, a letter first."
        )
    return name


def checked(where: str, given: Any, known: Mapping[str, str], needed: str = "") -> dict[str, Any]:
    """Return a table whose fields are all known and of their types."""
    if not isinstance(given, dict):
        raise BadInput(f'{where} must be a table of fields, as value = "…".')
    for name, value in given.items():
        if name not in known:
            import difflib

            close = difflib.get_close_matches(str(name), known, n=1)
            hint = f" Did you mean {close[0]!r}?" if close else f" Known: {', '.join(known)}."
            raise BadInput(f"{where} has no field {str(name)[:40]!r}.{hint}")
        insist_type(f"{where}: {name}", value, known[name])
    if needed and needed not in given:
        raise BadInput(f'{where} needs {needed} = "…".')
    return dict(given)


def insist_type(where: str, value: Any, kind: str) -> None:
    """Refuse a value of another type, and one that is too large."""
    right = isinstance(value, TYPES[kind]) and (kind != WHOLE or not isinstance(value, bool))
    if not right:
        raise BadInput(f"{where} must be {kind}, not {str(value)[:40]!r}.")
    if kind == TEXT and len(value) > LONGEST_TEXT:
        raise BadInput(f"{where} has {len(value):,} characters: at most {LONGEST_TEXT:,}.")
    if kind in (LIST, TABLE) and len(value) > MOST_ENTRIES:
        raise BadInput(f"{where} has {len(value):,} entries: at most {MOST_ENTRIES}.")


def texts(where: str, given: Any) -> tuple[str, ...]:
    """Read a list of texts."""
    for entry in given:
        insist_type(where, entry, TEXT)
    return tuple(given)


def toml(kind: str, name: str, table: Mapping[str, Any]) -> str:
    """Return a table as TOML."""
    key = name if PLAIN.fullmatch(name) else _value(name)
    lines = [f"{field} = {_value(value)}" for field, value in table.items()]
    return "\n".join([f"[{kind}.{key}]", *lines])


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return '"' + "".join(map(_character, value)) + '"'
    if isinstance(value, dict):
        fields = ", ".join(f"{_value(k)} = {_value(v)}" for k, v in value.items())
        return f"{{ {fields} }}"
    return f"[{', '.join(map(_value, value))}]"


def _character(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    return character if character.isprintable() else f"\\u{ord(character):04x}"
