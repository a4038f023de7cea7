"""A counterexample, drawn: rankings side by side with crossing lines, lists as boxes of grades.

What a variable is, is read off its value and its letter, as certificates write them.

>>> drawn = drawings({"sigma": [1, 2, 3], "tau": [2, 1, 3]})
>>> [one.caption for one in drawn]
['σ and τ: 1 crossing']
>>> drawings({"r": {"grades": [1, 0], "unretrieved": [0, 1]}})[0].caption
'r: grades from the top; dashed: not retrieved'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any

from metrics.language.term_printing import LETTERS, letter
from proofs.pages.drawing.labels import labels
from proofs.pages.drawing.svg import MIDDLE, UNJUDGED, Drawing, element, grade_box, picture
from proofs.pages.drawing.weights import weights

STEP, COLUMN, SIDE, TOP = 34.0, 190.0, 46.0, 34.0
BOX, GAP = 38.0, 6.0
TOP_LISTS = ("x", "y", "z")
MOST = 24
IN_ONE = 3


def drawings(
    witness: Mapping[str, Any] | None, changed: Mapping[str, Any] | None = None
) -> list[Drawing]:
    """Return the pictures of a counterexample, and of what the axiom makes of its listings.

    What is a single number has no picture.
    """
    given, made = dict(witness or {}), dict(changed or {})
    graded = {name: value for name, value in given.items() if _is_graded(name, value)}
    columns = {name: value for name, value in given.items() if _is_ranking(name, value)}
    tops = {name: value for name, value in given.items() if _is_top(name, value)}
    graded |= {name: value for name, value in made.items() if isinstance(value, dict) or graded}
    more = {name: value for name, value in made.items() if name not in graded}
    found = [
        _columns({name: [[x] for x in value] for name, value in some.items()})
        for some in ([columns | more] if len(columns | more) <= IN_ONE else [columns, more])
    ]
    found += [_columns({name: [_group(one) for one in value] for name, value in tops.items()})]
    found += [labels(given), *map(_boxes, graded, graded.values()), *weights(given)]
    return [one for one in found if one is not None]


def _is_ranking(name: str, value: Any) -> bool:
    stem = name.rstrip("0123456789")
    return stem in LETTERS and _numbers(value) and sorted(value) == list(range(1, len(value) + 1))


def _is_top(name: str, value: Any) -> bool:
    return name in TOP_LISTS and isinstance(value, list) and 0 < len(value) <= MOST


def _is_graded(name: str, value: Any) -> bool:
    if isinstance(value, dict):
        return "grades" in value and len(value["grades"]) <= MOST
    stem = name.rstrip("0123456789")
    return stem in ("r", "s", "t", "u", "v") and _numbers(value) and len(value) <= MOST


def _numbers(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(x, int) for x in value)


def _group(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list) else [value]


# Rankings and top-k lists ------------------------------------------------------------------------


def _columns(listings: Mapping[str, Sequence[Sequence[Any]]]) -> Drawing | None:
    """Return listings as columns; the places of an item are joined from each to the next."""
    if not listings or any(sum(map(len, listed)) > MOST for listed in listings.values()):
        return None
    names = [letter(name) for name in listings]
    places = [_places(listed) for listed in listings.values()]
    height = TOP + STEP * max(len(at) for at in places) + 10
    width = 2 * SIDE + COLUMN * (len(places) - 1)
    strands, dots, crossings = [], [], 0
    for column, (left, right) in enumerate(pairwise(places)):
        drawn, crossed = _between(left, right, SIDE + COLUMN * column)
        strands += drawn
        dots += [element("circle", cx=x, cy=y, r=4, class_="crossing") for x, y in crossed]
        crossings += len(crossed)
    boxes = [
        _column(name, listed, SIDE + COLUMN * column)
        for column, (name, listed) in enumerate(zip(names, listings.values(), strict=True))
    ]
    said = "; ".join(
        f"{name}: {' '.join('='.join(map(str, group)) for group in listed)}"
        for name, listed in zip(names, listings.values(), strict=True)
    )
    shown = picture(width, height, said, [*strands, *dots, *[p for box in boxes for p in box]])
    return Drawing(shown, _caption(names, crossings))


def _caption(names: Sequence[str], crossings: int) -> str:
    if len(names) == 1:
        return f"{names[0]}, from the top"
    joined = f"{', '.join(names[:-1])} and {names[-1]}"
    return f"{joined}: {crossings} crossing{'s' * (crossings != 1)}"


def _places(listed: Sequence[Sequence[Any]]) -> dict[Any, float]:
    """Return the height at which each item stands."""
    items = [item for group in listed for item in group]
    return {item: TOP + STEP * (at + 0.5) for at, item in enumerate(items)}


def _between(
    left: Mapping[Any, float], right: Mapping[Any, float], start: float
) -> tuple[list[Any], list[tuple[float, float]]]:
    """Return the lines between two columns, and the points at which they cross."""
    common = [item for item in left if item in right]
    x0, x1 = start + 17, start + COLUMN - 17
    lines = [
        element(
            "path",
            d=f"M{x0:.1f} {left[item]:.1f}L{x1:.1f} {right[item]:.1f}",
            class_="strand" if left[item] == right[item] else "strand crossed",
        )
        for item in common
    ]
    crossed = []
    for one, two in combinations(common, 2):
        a, b = left[one] - left[two], right[one] - right[two]
        if a * b < 0:
            share = a / (a - b)
            crossed.append((x0 + share * (x1 - x0), left[one] + share * (right[one] - left[one])))
    return lines, crossed


def _column(name: str, listed: Sequence[Sequence[Any]], x: float) -> list[Any]:
    """Return the items of a listing below each other; those of a tie group share a box."""
    parts = [element("text", name, x=x, y=20.0, class_="name", **MIDDLE)]
    at = TOP
    for group in listed:
        tall = STEP * len(group) - 6
        sides = {"x": x - 16, "y": at + 3, "width": 32, "height": tall, "rx": 6}
        parts.append(element("rect", **sides, class_="box"))
        for item in group:
            parts.append(element("text", item, x=x, y=at + STEP / 2 + 5, **MIDDLE))
            at += STEP
    return parts


# Judged lists and runs ---------------------------------------------------------------------------


def _boxes(name: str, value: Any) -> Drawing:
    """Return a list as boxes from the left, each with its grade; the unretrieved are dashed."""
    grades = value["grades"] if isinstance(value, dict) else value
    counts = value.get("unretrieved", []) if isinstance(value, dict) else []
    missed = [grade for grade, many in reversed([*enumerate(counts)]) for _ in range(many)]
    parts = [element("text", letter(name), x=12.0, y=48.0, class_="name")]
    x = 30.0 + 10.0 * len(letter(name))
    for place, grade in enumerate(grades, 1):
        parts += [element("text", place, x=x + BOX / 2, y=14.0, class_="faint small", **MIDDLE)]
        parts += grade_box(x, 22.0, BOX, grade)
        x += BOX + GAP
    if not grades:
        parts += [element("text", "nothing retrieved", x=x, y=48.0, class_="faint")]
        x += 148.0
    x += 18.0 if missed else 0.0
    for grade in missed:
        parts += grade_box(x, 22.0, BOX, grade, " missed")
        x += BOX + GAP
    shown = [UNJUDGED if grade is None else str(grade) for grade in grades]
    said = f"{letter(name)}: grades {' '.join(shown) or 'none'}"
    if missed:
        said += f", not retrieved {' '.join(map(str, missed))}"
    caption = f"{letter(name)}: grades from the top" + ("; dashed: not retrieved" if missed else "")
    return Drawing(picture(max(x, 60.0), 66.0, said, parts), caption)
