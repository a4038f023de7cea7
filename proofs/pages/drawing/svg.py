"""SVG elements: names and numbers in, escaped text out; no styles but classes.

>>> str(element("text", "a < b", x=1, class_="name"))
'<text x="1" class="name">a &lt; b</text>'
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rankproof.line.failures import Mistake

MIDDLE: dict[str, Any] = {"text-anchor": "middle"}
DARKEST = 3
UNJUDGED = "\N{EN DASH}"


@dataclass(frozen=True)
class Drawing:
    """A picture and what is to be said of it."""

    picture: Any
    caption: str


def element(name: str, *inside: Any, **attributes: Any) -> Any:
    """Return an element; what is inside is escaped unless it is an element itself."""
    from markupsafe import Markup, escape

    given = [f' {_name(key)}="{escape(_number(value))}"' for key, value in attributes.items()]
    content = "".join(str(escape(one)) for one in inside)
    return Markup(f"<{name}{''.join(given)}>{content}</{name}>")


def picture(width: float, height: float, label: str, parts: Iterable[Any], **more: Any) -> Any:
    """Return a picture with a name that screen readers speak."""
    box = f"0 0 {_number(width)} {_number(height)}"
    attributes = {"viewBox": box, "width": width, "height": height, "role": "img"}
    return element("svg", *parts, class_="drawing", **attributes, **{"aria-label": label}, **more)


def grade_box(
    x: float, y: float, side: float, grade: Any, more: str = "", shade: int | None = None
) -> list[Any]:
    """Return a grade in a box whose shade shows it; what was not judged has no number."""
    if shade is None:
        shade = 0 if grade is None else min(grade, DARKEST)
    sides = {"x": x, "y": y, "width": side, "height": side, "rx": 5}
    text = UNJUDGED if grade is None else grade
    dark = " on-grade3" if shade == DARKEST else ""
    place = {"x": x + side / 2, "y": y + side / 2 + 6}
    return [
        element("rect", **sides, class_=f"grade grade{shade}{more}"),
        element("text", text, **place, class_=f"on-grade{dark}", **MIDDLE),
    ]


def _name(key: str) -> str:
    if key in ("style", "onload", "onclick"):
        raise Mistake(f"{key}: pages have no inline styles and no inline scripts.")
    return key.rstrip("_")


def _number(value: Any) -> str:
    """Return a number with at most one digit after the point, anything else as it is."""
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)
