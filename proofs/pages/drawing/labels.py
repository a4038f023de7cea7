"""Labels of several aspects, drawn: a row of grades for each label, or for each document.

>>> labels({"l": [1, 1], "l'": [1, 2], "l*": [2, 2]}).caption
'The grades of each label, aspect by aspect; the best label is l*'
>>> labels({"d1": [0, 1], "d2": [1, 0], "r": ["d2", "d1"]}).caption
'The grades of each document, aspect by aspect, ranked as r has them'
>>> labels({"l": 3}) is None
True
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from metrics.language.term_printing import letter
from proofs.pages.drawing.svg import MIDDLE, Drawing, element, grade_box, picture

LABELS = ("l", "l'", "l*")
DOCUMENT = re.compile(r"d\d+")
MOST = 12
STEP, SIDE, LEFT, TOP = 44.0, 38.0, 52.0, 24.0


def labels(witness: Mapping[str, Any]) -> Drawing | None:
    """Return the labels of a counterexample as rows of grades, None where it has none."""
    rows = {name: value for name, value in witness.items() if name in LABELS and _grades(value)}
    if rows:
        return _rows(rows, "The grades of each label, aspect by aspect; the best label is l*")
    rows = {
        name: value
        for name, value in witness.items()
        if DOCUMENT.fullmatch(name) and _grades(value)
    }
    if not rows:
        return None
    ranked = witness.get("r")
    said = "The grades of each document, aspect by aspect"
    if isinstance(ranked, list) and sorted(map(str, ranked)) == sorted(rows):
        return _rows({name: rows[name] for name in ranked}, f"{said}, ranked as r has them")
    return _rows(rows, said)


def _grades(value: Any) -> bool:
    return isinstance(value, list) and 0 < len(value) <= MOST and all(type(x) is int for x in value)


def _rows(rows: Mapping[str, Sequence[int]], caption: str) -> Drawing:
    aspects = max(map(len, rows.values()))
    heads = [
        element("text", letter(f"a{place}"), x=LEFT + STEP * (place - 0.5) - 3, y=15.0, **SMALL)
        for place in range(1, aspects + 1)
    ]
    parts = [*heads]
    for line, (name, grades) in enumerate(rows.items()):
        y = TOP + STEP * line
        parts.append(element("text", letter(name), x=12.0, y=y + SIDE / 2 + 5, class_="name"))
        for place, grade in enumerate(grades):
            parts += grade_box(LEFT + STEP * place, y, SIDE, grade)
    said = "; ".join(f"{letter(name)}: {' '.join(map(str, one))}" for name, one in rows.items())
    shown = picture(LEFT + STEP * aspects + 4, TOP + STEP * len(rows), said, parts)
    return Drawing(shown, caption)


SMALL: dict[str, Any] = {"class_": "faint small", **MIDDLE}
