"""Fields and values of a claims' file: what kind each must be, and what is said where it is not."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NoReturn

from metrics.naming import BadInput
from proofs.claims.claim import FAILS, HOLDS
from rankproof.line.arguments import close

Fields = dict[str, Any]
TEXT, WHOLE, TRUTH, LIST, TABLE = "text", "a whole number", "true or false", "a list", "a table"
KINDS = {str: TEXT, int: WHOLE, bool: TRUTH, list: LIST, dict: TABLE}
LONGEST_RANGE = 1000
LONGEST_SHOWN = 60
NAME = re.compile(r"\w{1,60}", re.ASCII)
NUMBER = re.compile(r"-?[0-9]{1,30}([./][0-9]{1,30})?")


def refuse(where: str, problem: str) -> NoReturn:
    raise BadInput(f"{where}: {problem}" + ("" if problem[-1] in ".?" else "."))


def shortly(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"


def insist_name(value: str, where: str) -> None:
    if not NAME.fullmatch(value):
        refuse(where, "a name has letters, digits and underscores only, at most 60")


def insist(
    fields: Fields, known: Mapping[str, str], where: str, required: tuple[str, ...] = ()
) -> None:
    """Insist that fields are known, of their kind, and that none is missing."""
    for name, value in fields.items():
        if name not in known:
            hint = close(name, known) or f" Known are {', '.join(known)}."
            refuse(where, f"no field is called {shortly(name)}.{hint}")
        if known[name]:
            insist_kind(value, known[name], f"{where}, {name}")
    for name in required:
        if name not in fields:
            refuse(where, f"the field {name!r} is missing")


def insist_kind(value: Any, wanted: str, where: str) -> None:
    found = KINDS.get(type(value), f"a {type(value).__name__}")
    if found != wanted:
        refuse(where, f"{wanted} was expected, and {shortly(value)} is {found}")


def one_of(value: Any, choices: tuple[str, ...], where: str) -> str:
    if value not in choices:
        refuse(where, f"{shortly(value)} is not one of {', '.join(choices)}")
    return str(value)


def plain_value(value: Any, where: str) -> Any:
    """Return a plain value, lists as tuples."""
    if isinstance(value, list | tuple):
        return tuple(plain_value(one, where) for one in value)
    if isinstance(value, float):
        refuse(where, f"{value} may be rounded: write it as text, for example '4/5' or '0.8'")
    if not isinstance(value, str | int):
        refuse(where, f"text, a whole number or a list was expected, not {shortly(value)}")
    return value


def folded(value: Any) -> Any:
    """Return a text as one line; one that is so already stays as it is, and what is no text."""
    if isinstance(value, tuple):
        return tuple(folded(one) for one in value)
    if not isinstance(value, str) or "\n" not in value:
        return value
    return " ".join(value.split())


def stated_text(text: str, where: str) -> str:
    """Return the text of a statement on one line, if it is one."""
    from proofs.claims.statement import Statement

    that = str(folded(text)).strip()
    try:
        Statement(that)
    except BadInput as problem:
        refuse(where, str(problem))
    return that


def spelled(kind: str, that: str, entry: Fields) -> str:
    """Return a statement with its quantifier, as text."""
    each = "for all" if kind == "holds" else "for some"
    words = {"over": each, "where": "where", "let": "with"}
    given = {field: entry[field] for field in words if field in entry}
    texts = {f: ", ".join(v) if isinstance(v, list) else folded(v) for f, v in given.items()}
    head = " ".join(f"{words[field]} {text}" for field, text in texts.items())
    return f"{head}: {that}" if head else that


def insist_number(value: Any, where: str) -> None:
    insist_kind(value, TEXT, where)
    if not NUMBER.fullmatch(value) or re.fullmatch(".*/0+", value):
        shown = shortly(value)
        refuse(
            where, f"{shown} is neither {HOLDS!r} nor {FAILS!r} nor a number, as '0.25' or '1/4'"
        )


def all_sizes(value: Any, where: str) -> Any:
    if value == "all":
        return value
    if isinstance(value, str):
        return whole_range(value, f"{where}, n")
    sizes = plain_value(value, f"{where}, n")
    each = sizes if isinstance(sizes, tuple) else (sizes,)
    if not each or not all(type(size) is int and size > 0 for size in each):
        refuse(
            where, f"'n' has to be a size, a list of sizes, '2..5' or 'all', not {shortly(value)}"
        )
    return sizes


def whole_range(text: str, where: str) -> range:
    low, dots, high = text.partition("..")
    if not (dots and low.isdecimal() and high.isdecimal() and low.isascii() and high.isascii()):
        refuse(where, f"{shortly(text)} is no range: write it as '2..5'")
    if len(low + high) > 12 or not int(low) <= int(high) <= int(low) + LONGEST_RANGE:
        refuse(
            where, f"{shortly(text)} is empty or too long a range: at most {LONGEST_RANGE} numbers"
        )
    return range(int(low), int(high) + 1)
