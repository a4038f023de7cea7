"""What a program computed: a number as it returned it, or what it did instead.

nan, infinities, exceptions, crashes and time limits are values of a program too. A number is
exactly the float that was returned; no two values are told apart by rounding them.

>>> Computed("number", "0.1").number
Fraction(3602879701896397, 36028797018963968)
>>> differs(Computed("number", "0.5"), Computed("not finite", "nan"), Fraction(1, 10**9))
True
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isfinite

NUMBER, NOT_FINITE, EXCEPTION, OTHER = "number", "not finite", "exception", "other"
DIED, LATE = "died", "late"
WRITTEN = re.compile(r"-?[0-9]+(?:/0*[1-9][0-9]*|(\.[0-9]+(?:e[-+]?[0-9]+)?|e[-+]?[0-9]+))?")


@dataclass(frozen=True)
class Computed:
    """One value of a program: its kind, the value as text, what the call changed and printed.

    `inside` says that it was in a list or dictionary of one part, or a Decimal.
    """

    kind: str
    text: str
    changed: str | None = None
    printed: str = ""
    inside: bool = False

    @cached_property
    def number(self) -> Fraction | None:
        """The number exactly, None where it is none."""
        if self.kind != NUMBER:
            return None
        return Fraction(self.text) if "/" in self.text else exactly(self.text)

    @property
    def manner(self) -> tuple[str, str]:
        """What became of a call that has no number; of an exception its kind alone."""
        return self.kind, self.text.partition(":")[0] if self.kind == EXCEPTION else self.text

    @property
    def said(self) -> str:
        """What the program did, as the end of a sentence that it begins.

        >>> Computed("exception", "KeyError: 'd1'").said, Computed("number", "0.5").said
        ("raises KeyError: 'd1'", 'is 0.5')
        """
        verbs = {EXCEPTION: "raises ", LATE: "gives ", DIED: ""}
        killed = "was " if self.kind == DIED and self.text.startswith("killed") else ""
        return verbs.get(self.kind, "is ") + killed + self.text

    def __str__(self) -> str:
        return self.text


def exactly(text: str) -> Fraction:
    """Return the number that a float or an integer is, from how Python writes it."""
    return Fraction(int(text)) if text.lstrip("-").isdigit() else Fraction(float(text))


def is_number(text: str) -> bool:
    """Tell whether a text is that of a number: an integer, a fraction or a finite float.

    >>> [is_number(text) for text in ("1/3", "-2", "1e-07", "1/0", "nan", "1e999", "import os")]
    [True, True, True, False, False, False, False]
    """
    found = WRITTEN.fullmatch(text)
    return found is not None and (found[1] is None or isfinite(float(text)))


def same(one: Computed, two: Computed) -> bool:
    """Tell whether two values are the same: equal numbers, or the same thing instead of one."""
    if one.number is None or two.number is None:
        return one.number is two.number and one.manner == two.manner
    return one.number == two.number


def differs(one: Computed, two: Computed, tolerance: Fraction) -> bool:
    """Tell whether two values differ by more than a tolerance."""
    if one.number is None or two.number is None:
        return not same(one, two)
    return abs(one.number - two.number) > tolerance
