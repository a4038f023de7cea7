"""A violation as a Python test that runs without rankproof.

>>> print(condition(sp.Ge(sp.Symbol("a"), sp.Rational(1, 2)), {sp.Symbol("a"): "values[0]"}))
values[0] >= 1 / 2 - tolerance
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from fractions import Fraction
from keyword import iskeyword
from typing import Any

import sympy as sp

from proofs.programs.computed import Computed
from proofs.programs.inside.forms import CALLS, FORMS, TOPIC, Data
from proofs.programs.program import Program

UNWRAPPED = """def number(value):
    while isinstance(value, (dict, list, tuple)):
        (value,) = value.values() if isinstance(value, dict) else value
    return float(getattr(value, "item", lambda: value)())


"""
BY_PATH = """from importlib.util import module_from_spec, spec_from_file_location

spec = spec_from_file_location("{0}", {1!r})
{0} = module_from_spec(spec)
sys.modules["{0}"] = {0}
spec.loader.exec_module({0})"""
"""How a file is imported whose name is no name in Python."""
RELATIONS = {
    "Equality": "abs({0} - {1}) <= tolerance",
    "Unequality": "abs({0} - {1}) > tolerance",
    "LessThan": "{0} <= {1} + tolerance",
    "StrictLessThan": "{0} < {1} - tolerance",
    "GreaterThan": "{0} >= {1} - tolerance",
    "StrictGreaterThan": "{0} > {1} + tolerance",
}
LIMITS = {"low": "-float('inf')", "high": "float('inf')"}


class NotWritten(Exception):
    """A statement has no condition in Python."""


def test_text(
    program: Program,
    name: str,
    title: str,
    calls: Sequence[tuple[Data, Computed]],
    asserted: str,
    numbers: Mapping[str, Any],
) -> str:
    """Return a test of one violation: the calls, and what must be true of their values."""
    plain = program.form == next(iter(FORMS[program.call]))
    plain = plain and not any(value.inside for _, value in calls)
    used = {key: value for key, value in numbers.items() if key in asserted}
    lines = [f"def test_{name}():"]
    lines += [f"    {key} = {_number(key, value)}" for key, value in used.items()]
    lines += ["    values = ["]
    for data, value in calls:
        made = f"program({_arguments(program, data)})"
        made = made if plain else f"number({made})"
        lines.append(f"        {made},  # {value.text}")
    lines += ["    ]", f"    assert {asserted}"]
    return _head(program, title) + ("" if plain else UNWRAPPED) + "\n".join(lines) + "\n"


def unmodified_text(program: Program, name: str, title: str, data: Data) -> str:
    """Return a test of one call that modifies its arguments; their order counts too."""
    return _head(program, title) + (
        f"def test_{name}():\n    given = [{_arguments(program, data)}]\n    before = repr(given)\n"
        "    program(*given)\n    assert repr(given) == before\n"
    )


def _head(program: Program, title: str) -> str:
    named = program.target.replace("\\", "/").replace('"', "'")
    return f'"""{named}: {title}."""\n\n{_imports(program)}\n\n\n'


def joined(tests: Sequence[str]) -> str:
    """Return several tests of one program as one file; what comes before them stands once."""
    if not tests:
        return '"""No violation was found."""\n'
    heads = [test.partition("def test_") for test in tests]
    first = max((head.partition("\n")[2] for head, _, _ in heads), key=len)
    return (
        '"""Violations found by rankproof."""\n'
        + first
        + "\n\n".join(mark + rest for _, mark, rest in heads)
    )


def _imports(program: Program) -> str:
    if "setup" in program.facts:
        return str(program.facts["setup"])
    place, _, name = program.target.partition(":")
    lines = ["import numpy"] if "arrays" in program.form else []
    lines += ["from functools import partial"] if program.more else []
    imported = "import {}"
    if place.endswith(".py"):
        lines += ["import sys", "", f"sys.path.insert(0, {os.path.dirname(place) or '.'!r})"]
        place = os.path.splitext(os.path.basename(place))[0]
        if not place.isidentifier() or iskeyword(place):
            place, imported = "module", BY_PATH
    path = program.target.partition(":")[0]
    lines += ["", imported.format(place, path), "", f"program = {place}.{name}"]
    if program.more:
        given = ", ".join(f"{key}={value}" for key, value in program.more.items())
        lines[-1] = f"program = partial({place}.{name}, {given})"
    return "\n".join(lines).lstrip("\n")


def _arguments(program: Program, data: Data) -> str:
    return ", ".join(_argument(program, one, data) for one in CALLS[program.call])


def _argument(program: Program, name: str, data: Data) -> str:
    text = repr(data[name])
    if program.form in ("rows", "arrays of rows"):
        text = f"[{text}]"
    if program.form == "by topic":
        text = f"{{{TOPIC!r}: {text}}}"
    return f"numpy.array({text})" if program.form.startswith("arrays") else text


def _number(key: str, value: Any) -> str:
    if value is None:
        return LIMITS[key]
    return repr(float(value)) if isinstance(value, Fraction) else repr(value)


# Axioms ------------------------------------------------------------------------------------------


def condition(formula: Any, names: Mapping[Any, str]) -> str:
    """Return a formula about named values as Python."""
    kind = type(formula).__name__
    if formula in names:
        return names[formula]
    if kind in RELATIONS:
        return RELATIONS[kind].format(*[_term(part, names) for part in formula.args])
    parts = [f"({condition(part, names)})" for part in formula.args]
    if kind in ("And", "Or"):
        return f" {kind.lower()} ".join(parts) or str(kind == "And")
    if kind == "Not":
        return f"not {parts[0]}"
    if kind == "Implies":
        return f"not {parts[0]} or {parts[1]}"
    if kind == "Equivalent":
        return f"{parts[0]} == {parts[1]}"
    if formula in (sp.true, sp.false):
        return str(bool(formula))
    raise NotWritten


def _term(e: Any, names: Mapping[Any, str]) -> str:
    if e in names:
        return names[e]
    if isinstance(e, sp.Rational):
        return str(e.p) if e.q == 1 else f"{e.p} / {e.q}"
    inner = [_term(part, names) for part in e.args]
    if isinstance(e, sp.Add):
        return f"({' + '.join(inner)})"
    if isinstance(e, sp.Mul):
        return f"({' * '.join(inner)})"
    if isinstance(e, sp.Abs):
        return f"abs({inner[0]})"
    raise NotWritten


__all__ = ["NotWritten", "condition", "joined", "test_text", "unmodified_text"]
