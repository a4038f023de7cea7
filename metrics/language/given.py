"""Numbers and lists as people give them: read exactly, or refused with the way out.

No text reaches SymPy before a pattern has shown that it is a number.

>>> rational("p", "4/5"), rational("p", "0.8")
(Fraction(4, 5), Fraction(4, 5))
>>> matrix("similarity", "0,1;1,0")
((Fraction(0, 1), Fraction(1, 1)), (Fraction(1, 1), Fraction(0, 1)))
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from sympy import Expr, Float, Rational

from metrics.naming import BadInput

NUMBER = re.compile(r"[+-]?\d{1,30}([./]\d{1,30})?")
FREE = "free"


def rational(name: str, given: Any) -> Fraction:
    """Read one exact number."""
    if isinstance(given, float):
        usual = given == given and abs(given) < 10**9
        near = Fraction(given).limit_denominator(1000) if usual else "1/2"
        raise BadInput(f"{name} = {given} is a float. Write it exactly, for example {near}.")
    text = str(given).strip()
    if isinstance(given, bool) or not NUMBER.fullmatch(text):
        raise BadInput(f"{name} = {text[:40]!r} is not a number like 2, 4/5 or 0.8.")
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise BadInput(f"{name} = {text} divides by zero.") from None


def exact(name: str, given: Any) -> Any:
    """Read one exact number as a SymPy number; an expression with symbols stays as it is."""
    if isinstance(given, Expr) and not given.is_number and not given.atoms(Float):
        return given
    number = rational(name, float(given) if isinstance(given, Float) else given)
    return Rational(number.numerator, number.denominator)


def insist_exact(declaration: str, value: Expr) -> None:
    """Refuse a declaration with a float in it."""
    for constant in sorted(value.atoms(Float), key=str):
        raise ValueError(
            f"{declaration}: the constant {constant} is a float. "
            "Write it exactly, for example Rational(4, 5)."
        )


def whole(name: str, given: Any, least: int | None = None, most: int | None = None) -> int:
    """Read a whole number within bounds."""
    number = rational(name, given)
    if number.denominator != 1:
        raise BadInput(f"{name} = {number} is not a whole number.")
    value = int(number)
    if (least is not None and value < least) or (most is not None and value > most):
        bounds = f"at least {least}" if most is None else f"a whole number from {least} to {most}"
        raise BadInput(f"{name} = {value} must be {bounds}.")
    return value


def entries(given: Any, mark: str = ",") -> list[Any]:
    """Return the entries of a list, or of a text with marks between them."""
    if isinstance(given, str):
        return [part.strip() for part in given.split(mark)]
    return list(given) if isinstance(given, Iterable) else [given]


def rationals(name: str, given: Any) -> tuple[Fraction, ...]:
    """Read a list of exact numbers."""
    return tuple(rational(name, entry) for entry in entries(given))


def exacts(name: str, given: Any) -> tuple[Any, ...]:
    """Read a list of exact numbers as SymPy numbers."""
    return tuple(exact(name, entry) for entry in entries(given))


def matrix(name: str, given: Any) -> tuple[tuple[Fraction, ...], ...]:
    """Read a matrix, its rows separated by semicolons."""
    return tuple(rationals(name, row) for row in entries(given, ";"))


def shown(value: Any) -> str:
    """Return a value as the command line takes it.

    >>> shown(((Fraction(0), Fraction(1, 2)), (Fraction(1, 2), Fraction(0))))
    '0,1/2;1/2,0'
    """
    if isinstance(value, list | tuple):
        mark = ";" if value and isinstance(value[0], list | tuple) else ","
        return mark.join(map(shown, value))
    return str(value)
