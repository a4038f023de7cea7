"""Weights as people give them: exact, of the right length, admissible.

>>> numbers("w", "1, 2, 1/2")
[Fraction(1, 1), Fraction(2, 1), Fraction(1, 2)]
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from metrics.language.weight_symbols import ELEMENTS, POSITIONS, SIMILARITIES
from metrics.naming import BadInput
from proofs.core.weight_question import Assumptions
from proofs.trusted.weight_replay import violated_triple

SHOWN = {ELEMENTS: "--w", POSITIONS: "--delta", SIMILARITIES: "--similarity"}


def number(name: str, given: Any) -> Fraction:
    """Read one exact number."""
    if isinstance(given, float):
        near = Fraction(given).limit_denominator(1000)
        raise BadInput(f"{name}: {given} is a float. Write it exactly, for example {near}.")
    text = str(given).strip()
    if re.fullmatch(r"[+-]?\d{1,30}\.\d{1,30}", text):
        near = Fraction(text)
        raise BadInput(f"{name}: {text} is a decimal number. Write it exactly: {near}.")
    if not re.fullmatch(r"[+-]?\d{1,30}(/\d{1,30})?", text):
        raise BadInput(f"{name}: {text[:40]!r} is not an exact number like 2 or 1/2.")
    if "/" in text and int(text.split("/")[1]) == 0:
        raise BadInput(f"{name}: {text} divides by zero.")
    return Fraction(text)


def numbers(name: str, given: Any) -> list[Fraction]:
    """Read a list of exact numbers."""
    parts = given.split(",") if isinstance(given, str) else _listed(given)
    return [number(name, part) for part in parts]


def matrix(name: str, given: Any) -> list[list[Fraction]]:
    """Read a matrix, its rows separated by semicolons."""
    rows = given.split(";") if isinstance(given, str) else _listed(given)
    return [numbers(name, row) for row in rows]


def _listed(given: Any) -> list[Any]:
    return list(given) if isinstance(given, Iterable) else [given]


def shown(values: Sequence[Any]) -> str:
    """Return weights as they are given on the command line.

    >>> shown([[Fraction(0), Fraction(1, 2)], [Fraction(1, 2), Fraction(0)]])
    '0,1/2;1/2,0'
    """
    if values and isinstance(values[0], list):
        return ";".join(map(shown, values))
    return ",".join(map(str, values))


def weights(given: Mapping[str, Any], wanted: Sequence[str], n: Any) -> dict[str, Any]:
    """Read the weights that were given; the number of items must fit them."""
    found: dict[str, Any] = {}
    for kind, value in given.items():
        if kind not in wanted:
            knows = ", ".join(SHOWN[k] for k in wanted) or "no weights"
            raise BadInput(f"{SHOWN[kind]} plays no part here: this question knows {knows}.")
        found[kind] = (matrix if kind == SIMILARITIES else numbers)(SHOWN[kind], value)
        if not isinstance(n, int):
            raise BadInput(f"{SHOWN[kind]} belongs to one n: give --n {_fitting(kind, found)}.")
        if _fitting(kind, found) != n:
            count = len(found[kind])
            needs = "δ₂, …, δₙ: n − 1 numbers" if kind == POSITIONS else f"{n} of them"
            what = "rows" if kind == SIMILARITIES else "numbers"
            raise BadInput(f"{SHOWN[kind]} has {count} {what} and n = {n} needs {needs}.")
    return found


def _fitting(kind: str, found: Mapping[str, Any]) -> int:
    return len(found[kind]) + (1 if kind == POSITIONS else 0)


def check(found: Mapping[str, Any], assume: Assumptions) -> None:
    """Refuse weights that the assumptions exclude."""
    for kind, values in found.items():
        if kind == SIMILARITIES:
            _check_matrix(values, assume)
            continue
        for place, value in enumerate(values, 1 if kind == ELEMENTS else 2):
            letter = "w" if kind == ELEMENTS else "δ"
            if value < 0 or (assume.positive and value == 0):
                least = "more than 0" if assume.positive else "at least 0"
                raise BadInput(f"{SHOWN[kind]}: {letter}({place}) = {value} must be {least}.")
        if kind == POSITIONS and assume.decreasing and sorted(values, reverse=True) != values:
            raise BadInput("--delta is not decreasing, and --assume decreasing was given.")


def _check_matrix(values: list[list[Fraction]], assume: Assumptions) -> None:
    size = len(values)
    for x, row in enumerate(values, 1):
        if len(row) != size:
            raise BadInput(
                f"--similarity: row {x} has {len(row)} numbers, and there are {size} rows."
            )
    for x in range(size):
        if values[x][x] != 0:
            raise BadInput(f"--similarity: D({x + 1}, {x + 1}) = {values[x][x]} must be 0.")
        for y in range(size):
            if values[x][y] != values[y][x]:
                raise BadInput(
                    f"--similarity is not symmetric: D({x + 1}, {y + 1}) = {values[x][y]} and "
                    f"D({y + 1}, {x + 1}) = {values[y][x]}."
                )
            if values[x][y] < 0 or (assume.positive and x != y and values[x][y] == 0):
                least = "more than 0" if assume.positive else "at least 0"
                raise BadInput(
                    f"--similarity: D({x + 1}, {y + 1}) = {values[x][y]} must be {least}."
                )
    triple = violated_triple(values) if assume.triangle else None
    if triple is not None:
        x, y, z = triple
        raise BadInput(
            f"--similarity is no metric: D({x}, {z}) = {values[x - 1][z - 1]} is more than "
            f"D({x}, {y}) + D({y}, {z}) = {values[x - 1][y - 1]} + {values[y - 1][z - 1]}. "
            "Add --assume no_triangle to allow it."
        )
