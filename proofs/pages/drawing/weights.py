"""Weights of a counterexample, drawn: a bar for each number, a shaded square for each distance.

Numbers stand at the bars as they are; only the lengths of the bars are rounded.

>>> [one.caption for one in weights({"w": ["1", "0", "1/2"]})]
['w: the weight of each item']
>>> weights({"similarity": [["0", "2"], ["2", "0"]]})[0].caption
'D: the distance of each two items'
>>> weights({"w": ["1", "sqrt(2)"], "t": "2"})
[]
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any

from proofs.pages.drawing.svg import MIDDLE, Drawing, element, grade_box, picture

NUMBER = re.compile(r"\d{1,9}(/\d{1,9})?")
MOST = 12
LEFT, STEP, WIDE, TALL, TOP = 40.0, 50.0, 26.0, 84.0, 22.0
SIDE, EDGE = 42.0, 30.0
SHADES = 3
SMALL: dict[str, Any] = {"class_": "faint small", **MIDDLE}


@dataclass(frozen=True)
class Kind:
    """How numbers of one name are drawn: the letter, what they are, what the first belongs to."""

    letter: str
    said: str
    first: int = 1


BARS = {
    "w": Kind("w", "the weight of each item"),
    "delta": Kind("δ", "the cost of the step to each rank from the one above it", 2),
    "heights": Kind("h", "the height of each depth"),
    "gains": Kind("g", "the gain of each degree", 0),
    "place_weights": Kind("w", "the weight of each place"),
}
DISTANCES = {"similarity": Kind("D", "the distance of each two items")}


def weights(witness: Mapping[str, Any]) -> list[Drawing]:
    """Return the pictures of the weights of a counterexample."""
    bars = (_bars(BARS[name], value) for name, value in witness.items() if name in BARS)
    named = ((DISTANCES[name], value) for name, value in witness.items() if name in DISTANCES)
    found = chain(bars, (_squares(kind, value) for kind, value in named))
    return [one for one in found if one is not None]


def _numbers(given: Any) -> list[Fraction] | None:
    """Return numbers that are written as such and not negative, None where some are others."""
    if not isinstance(given, list) or not 0 < len(given) <= MOST:
        return None
    texts = [str(one) for one in given]
    if not all(map(NUMBER.fullmatch, texts)) or any(text.endswith("/0") for text in texts):
        return None
    return [Fraction(text) for text in texts]


def _bars(kind: Kind, given: Any) -> Drawing | None:
    numbers = _numbers(given)
    if numbers is None:
        return None
    most = max([*numbers, Fraction(1, 10**9)])
    base = TOP + TALL
    parts: list[Any] = [element("text", kind.letter, x=12.0, y=base - 4, class_="name")]
    for place, number in enumerate(numbers):
        x = LEFT + STEP * place
        tall = float(number / most) * TALL
        sides = {"x": x - WIDE / 2, "y": base - tall, "width": WIDE, "height": tall}
        parts += [
            element("rect", **sides, class_="bar"),
            element("text", given[place], x=x, y=base - tall - 6, class_="small", **MIDDLE),
            element("text", kind.first + place, x=x, y=base + 18, **SMALL),
        ]
    end = LEFT + STEP * (len(numbers) - 1) + WIDE
    parts.append(element("path", d=f"M{LEFT - WIDE:.0f} {base:.0f}H{end:.0f}", class_="axis"))
    said = f"{kind.letter}: {', '.join(map(str, given))}"
    return Drawing(picture(end + 8, base + 24, said, parts), f"{kind.letter}: {kind.said}")


def _squares(kind: Kind, given: Any) -> Drawing | None:
    rows = [_numbers(row) for row in given] if isinstance(given, list) else []
    kept = [row for row in rows if row is not None]
    if not kept or any(row is None or len(row) != len(rows) for row in rows):
        return None
    ranked = {one: at for at, one in enumerate(sorted({Fraction(), *chain.from_iterable(kept)}))}
    parts: list[Any] = [element("text", kind.letter, x=12.0, y=18.0, class_="name")]
    for line, row in enumerate(kept):
        y = EDGE + SIDE * line
        head = {"x": EDGE + SIDE * (line + 0.5) - 2, "y": 18.0}
        parts.append(element("text", line + 1, **head, **SMALL))
        parts.append(element("text", line + 1, x=14.0, y=y + SIDE / 2 + 3, **SMALL))
        for column, number in enumerate(row):
            at = EDGE + SIDE * column
            parts += grade_box(at, y, SIDE - 4, given[line][column], shade=_shade(ranked, number))
    said = "; ".join(" ".join(map(str, row)) for row in given)
    end = EDGE + SIDE * len(rows)
    return Drawing(
        picture(end, end, f"{kind.letter}: {said}", parts), f"{kind.letter}: {kind.said}"
    )


def _shade(ranked: Mapping[Fraction, int], number: Fraction) -> int:
    """Return the shade of a number among those of its picture: 0 for none, the darkest for most."""
    return -(-ranked[number] * SHADES // max(1, len(ranked) - 1))
