"""What a request may hold: known names, short texts, small numbers. Nothing else gets further.

>>> Fields({"n": "2..4"}).text("n", 10)
'2..4'
>>> Fields({"n": 4, "x": 1}).done()
Traceback (most recent call last):
...
rankproof.line.failures.Mistake: the request has 'n', which is not read here.
"""

from __future__ import annotations

import re
from typing import Any

from rankproof.line.failures import Mistake

MOST_ITEMS = 64
LONGEST_FORMULA = 4_000
NAME = re.compile(r"[a-z][a-z_]{0,30}")


class Fields:
    """The fields of a request, taken one by one; what is left in the end is a mistake."""

    def __init__(self, given: Any) -> None:
        if not isinstance(given, dict):
            raise Mistake("a request is a JSON object.")
        self.left = dict(given)

    def text(self, name: str, longest: int, otherwise: str | None = None) -> str:
        """Take a text of bounded length without control characters."""
        value = self.left.pop(name, otherwise)
        if not isinstance(value, str) or len(value) > longest:
            raise Mistake(f"{name} must be a text of at most {longest:,} characters.")
        if not all(sign.isprintable() or sign in "\n\t" for sign in value):
            raise Mistake(f"{name} has a character that cannot be printed.")
        return value

    def texts(self, name: str, most: int, longest: int) -> list[str]:
        """Take a list of texts."""
        value = self.left.pop(name, None)
        if not isinstance(value, list) or not 1 <= len(value) <= most:
            raise Mistake(f"{name} must be a list of 1 to {most} texts.")
        return [Fields({name: one}).text(name, longest) for one in value]

    def whole(self, name: str, least: int, most: int) -> int:
        """Take a whole number."""
        value = self.left.pop(name, None)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise Mistake(f"{name} must be a whole number from {least} to {most}.")
        return value

    def flag(self, name: str) -> bool:
        """Take true or false; absent is false."""
        value = self.left.pop(name, False)
        if not isinstance(value, bool):
            raise Mistake(f"{name} must be true or false.")
        return value

    def numbers(self, name: str, most: int = MOST_ITEMS, empty: bool = False) -> list[int]:
        """Take a list of small whole numbers that are not negative."""
        value = self.left.pop(name, None)
        if not isinstance(value, list) or not (empty or value) or len(value) > most:
            raise Mistake(f"{name} must be a list of at most {most} whole numbers.")
        return [Fields({name: one}).whole(name, 0, 10_000) for one in value]

    def parameters(self) -> dict[str, str]:
        """Take what is given with a question: names of parameters, and texts."""
        value = self.left.pop("parameters", {})
        if not isinstance(value, dict) or len(value) > 20:
            raise Mistake("parameters must be an object of at most 20 texts.")
        for name in value:
            if not NAME.fullmatch(name):
                raise Mistake("a parameter is called by a word of small letters.")
        return {name: Fields(value).text(name, 500) for name in value}

    def done(self) -> None:
        """Refuse what was not read."""
        for name in self.left:
            raise Mistake(f"the request has {name[:40]!r}, which is not read here.")
