"""Questions about one point: the value of a metric there, or whether an order relates two runs.

>>> from proofs.claims.claim import Point
>>> at_point(Point("value", "kendall", (("ranking", (2, 1)), ("reference", (1, 2))), "-1")).agrees
True
>>> runs = ((0, 2), (1, 0))
>>> at_point(Point("below", "rank_swapping", (("runs", runs), ("c", 2)), "refuted")).said
'neither is below the other'
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from proofs.claims.claim import HOLDS, NO_VALUE, Point
from rankproof.line.version import VERSION


@dataclass(frozen=True)
class AtPoint:
    """What was found at a point: whether it is as stated, what it is, and where that was asked."""

    agrees: bool
    said: str
    about: str
    scope: str
    fields: dict[str, Any]


def at_point(question: Point) -> AtPoint:
    """Answer a question about one point."""
    return _related(question) if question.kind == "below" else _valued(question)


def _valued(question: Point) -> AtPoint:
    from proofs.core.question import shown_value
    from proofs.core.valuing.value import value_of
    from proofs.report.shown import exact_text, named
    from proofs.report.valued import value_fields

    found = value_of(question.subject, **dict(question.given))
    if found.undefined:
        agrees, said = question.says == NO_VALUE, NO_VALUE
    else:
        agrees = question.says != NO_VALUE and rounds_to(found.exact, question.says)
        said = f"exactly {exact_text(found.exact)}, stated {question.says}"
    parameters = [f"{name} = {shown_value(value)}" for name, value in found.parameters.items()]
    place = ", ".join([*named(found.point), *parameters])
    about = f"{found.title} at {place}"
    size = len(next(iter(found.point.values())))
    return AtPoint(agrees, said, about, f"n = {size}", value_fields(found))


def _related(question: Point) -> AtPoint:
    from lattice import find_order
    from lattice.relation import poset_of
    from proofs.claims.exactly import word

    given = dict(question.given)
    (one, two), c = given["runs"], given["c"]
    order = find_order(question.subject)
    poset = poset_of(order, len(one), c)
    up, down = poset.below(one, two), poset.below(two, one)
    lower, upper = (word(one), word(two)) if up else (word(two), word(one))
    said = f"{lower} is below {upper}" if up or down else "neither is below the other"
    fields = {
        "schema": 1,
        "version": VERSION,
        "order": order.name,
        "parameters": {"n": len(one), "c": c},
        "runs": [list(one), list(two)],
        "below": up,
    }
    about = f"{word(one)} below {word(two)}, {order.title}"
    return AtPoint(up == (question.says == HOLDS), said, about, f"n = {len(one)}, c = {c}", fields)


# Printed numbers ---------------------------------------------------------------------------------


def rounds_to(value: Any, printed: str) -> bool:
    """Tell whether an exact value rounds to the printed decimal, or is the printed fraction.

    >>> from sympy import Rational
    >>> rounds_to(Rational(1, 3), "0.33"), rounds_to(Rational(1, 3), "1/3")
    (True, True)
    >>> rounds_to(Rational(1, 3), "0.34")
    False
    """
    import sympy as sp

    said, slack = Fraction(printed), rounding(printed)  # text that is no number stops here
    gap = sp.Abs(sp.sympify(value, strict=True) - sp.Rational(said.numerator, said.denominator))
    return bool(gap <= sp.Rational(slack.numerator, slack.denominator))


def rounding(printed: str) -> Fraction:
    """Return how far a value may be from a printed decimal: half a unit of its last place.

    A printed zero may stand for anything less than one unit: "0.00" for a small positive number.

    >>> rounding("0.25"), rounding("0.00")
    (Fraction(1, 200), Fraction(1, 100))
    """
    decimals = printed.partition(".")[2]
    half = Fraction(1, 2 * 10 ** len(decimals)) if decimals else Fraction(0)
    return half if Fraction(printed) else 2 * half
