"""Parameters of one's own metrics: a number that the formula names, with its premises.

The value that a question is given is put into the formula before anything is asked, so engines,
replays and kept answers see a number. One that is not given is free: an answer is then for all
values that its premises admit, which are part of its symbol. The declaration and the value go with
the metric's table of text fields, and whoever reads the table checks the premises again.

>>> a = OwnParameter("a", above=0, below=1, advice="a smoothing constant")
>>> a.at("1/2").value
1/2
>>> a.needed()
'a, a smoothing constant with 0 < a < 1: add --set a=1/2'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor
from typing import Any

from sympy import Rational

from metrics.language import given as read
from metrics.language.given import FREE
from metrics.language.parameters import PARAMETERS
from metrics.language.premises import Ends, Within
from metrics.language.text.lexer import MARKS
from metrics.language.text.tables import PLAIN, TEXT, checked
from metrics.language.text.words import CONSTANTS, DEGREES, LOOPS, OWN_FORM, WORDS, usual_domain
from metrics.naming import BadInput

REAL, WHOLE = "real", "whole"
BOUNDS = ("above", "least", "below", "most")
FIELDS = dict.fromkeys(("kind", *BOUNDS, "advice", "value"), TEXT)
LARGEST = 10**12
SPAN = 12
"""So far apart are numbers that are tried where a bound is not given."""


@dataclass(frozen=True)
class OwnParameter:
    """A parameter of a metric of one's own: a real or whole number within bounds.

    `above` and `below` are bounds that it does not reach, `least` and `most` bounds that it may
    reach. `symbol` stands for it in a formula; `value` is there once it was given.
    """

    name: str
    kind: str = REAL
    above: Any = None
    least: Any = None
    below: Any = None
    most: Any = None
    advice: str = ""
    value: Any = None

    def __post_init__(self) -> None:
        self._check_name()
        if self.kind not in (REAL, WHOLE):
            raise BadInput(f"parameter {self.name}: kind must be real or whole.")
        for field in (*BOUNDS, "value"):
            given = getattr(self, field)
            if given is not None:
                label = self.name if field == "value" else f"parameter {self.name}: {field}"
                object.__setattr__(self, field, _number(label, given))
        if not self.admits(self.sample()):
            raise BadInput(f"parameter {self.name}: no {self.kind} number has {self.premise()}.")
        if self.value is not None and not self.admits(self.value):
            wanted = ["a whole number"] * (self.kind == WHOLE) + [self.premise()]
            needs = " with ".join(part for part in wanted if part)
            raise BadInput(f"{self.name} = {self.value} does not fit: it needs {needs}.")

    def _check_name(self) -> None:
        name = self.name
        if not isinstance(name, str) or not PLAIN.fullmatch(name):
            raise BadInput(f"{str(name)[:40]!r} is no name of a parameter: letters, digits and _.")
        words = (CONSTANTS, PARAMETERS, WORDS, LOOPS, OWN_FORM, MARKS)
        if any(name in one for one in words) or usual_domain(name) not in ("", DEGREES):
            raise BadInput(
                f"a parameter cannot be called {name!r}: the language has that word, or rankproof "
                "an option of that name. Take a, or a longer name, as alpha or weight_of_top."
            )

    @property
    def symbol(self) -> Any:
        """What stands for it in a formula."""
        return Within(self.name, self.ends(), whole=self.kind == WHOLE)

    def at(self, value: Any) -> OwnParameter:
        """Return it with a value, exact; one that does not fit is refused."""
        return replace(self, value=value)

    @property
    def is_free(self) -> bool:
        """Whether no value was given."""
        return self.value is None

    def every(self) -> str:
        """Say of which values an answer speaks where none was given."""
        premise = self.premise()
        kind = f"{self.kind} " if self.kind == WHOLE or not premise else ""
        return f"every {kind}{premise or self.name}"

    def needed(self) -> str:
        """Say what must be given, and how."""
        what = self.advice or f"a {self.kind} number"
        premise = f" with {self.premise()}" if self.premise() else ""
        return f"{self.name}, {what}{premise}: add --set {self.name}={self.sample()}"

    # Premises ------------------------------------------------------------------------------------

    def low(self) -> Any:
        """Return what it is not below, or None."""
        bounds = [one for one in (self.above, self.least) if one is not None]
        return max(bounds) if bounds else None

    def high(self) -> Any:
        """Return what it is not above, or None."""
        bounds = [one for one in (self.below, self.most) if one is not None]
        return min(bounds) if bounds else None

    def ends(self) -> Ends:
        """Return the bounds, and whether it may be them; of whole numbers the least and largest."""
        low, high = self.low(), self.high()
        reaches_low = low is not None and low != self.above
        reaches_high = high is not None and high != self.below
        if self.kind == WHOLE:
            low = low if low is None else Rational(ceil(low) if reaches_low else floor(low) + 1)
            high = (
                high if high is None else Rational(floor(high) if reaches_high else ceil(high) - 1)
            )
            reaches_low, reaches_high = low is not None, high is not None
        return Ends(low, high, reaches_low, reaches_high)

    def admits(self, value: Any) -> bool:
        """Tell whether the premises hold for a value."""
        return (
            (self.kind == REAL or value.q == 1)
            and (self.above is None or bool(value > self.above))
            and (self.least is None or bool(value >= self.least))
            and (self.below is None or bool(value < self.below))
            and (self.most is None or bool(value <= self.most))
        )

    def premise(self) -> str:
        """Return the bounds, as 0 < a < 1."""
        low, high = self.low(), self.high()
        first = "" if low is None else f"{low} {'<' if low == self.above else '≤'} "
        last = "" if high is None else f" {'<' if high == self.below else '≤'} {high}"
        return f"{first}{self.name}{last}" if first or last else ""

    def sample(self) -> Any:
        """Return a number that fits, if any does."""
        ends = self.ends()
        low, high = ends.low, ends.high
        if self.kind == WHOLE:
            return next((end for end in (low, high) if end is not None), Rational(1))
        if low is not None and high is not None:
            return (low + high) / 2
        return Rational(1, 2) if low is None and high is None else _beside(low, high)

    def tried(self) -> list[Any]:
        """Return some numbers that fit: simple parts of the way from one end to the other.

        >>> OwnParameter("a", least=0, below=1).tried()[:4]
        [0, 1/2, 1/3, 2/3]
        """
        low, high = self.ends().low, self.ends().high
        low = low if low is not None else (0 if high is None else high) - SPAN // 2
        high = high if high is not None else low + SPAN
        between = [low + (high - low) * Rational(a, b) for b in (1, 2, 3, 5) for a in range(b + 1)]
        return [one for one in dict.fromkeys(between) if self.admits(one)]

    # As a table ----------------------------------------------------------------------------------

    def table(self) -> dict[str, str]:
        """Return the table that declares it, with its value where it has one."""
        found = {"kind": self.kind}
        for field in (*BOUNDS, "advice", "value"):
            value = getattr(self, field)
            found |= {field: str(value)} if value not in (None, "") else {}
        return found


def _beside(low: Any, high: Any) -> Any:
    return low + 1 if low is not None else high - 1


def _number(label: str, given: Any) -> Any:
    number: Fraction = read.rational(label, given)
    if max(abs(number.numerator), number.denominator) > LARGEST:
        raise BadInput(f"{label} = {number} is too large: at most {LARGEST:,} above and below.")
    return Rational(number.numerator, number.denominator)


def parameters_of(where: str, tables: Mapping[str, Any]) -> tuple[OwnParameter, ...]:
    """Return the parameters that tables declare, by name."""
    return tuple(
        OwnParameter(name, **checked(f"{where}: parameter {str(name)[:40]}", table, FIELDS))
        for name, table in sorted(tables.items())
    )


def given_to(
    subject: str, own: Iterable[OwnParameter], values: Mapping[str, Any]
) -> tuple[OwnParameter, ...]:
    """Return a subject's parameters with the values given, and refuse those it does not have."""
    known = {one.name: one for one in own}
    for name in values:
        if name not in known:
            has = f"it has {', '.join(known)}" if known else "it has none of its own"
            raise BadInput(f"{subject} has no parameter {str(name)[:40]!r}: {has}.")
    given = {name: value for name, value in values.items() if value != FREE}
    return tuple(one.at(given.get(name)) if name in values else one for name, one in known.items())


def settings(given: Iterable[str]) -> dict[str, str]:
    """Read what the option --set was given, as a=1/2.

    >>> settings(["a=1/2"])
    {'a': '1/2'}
    """
    found: dict[str, str] = {}
    for text in given:
        name, mark, value = (part.strip() for part in text.partition("="))
        if not mark or not name or not value:
            raise BadInput(f"--set {text[:40]!r}: write a name and a number, as --set a=1/2.")
        if name in found:
            raise BadInput(f"--set gives {name} twice: leave one out.")
        found[name] = value
    return found
