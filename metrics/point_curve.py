"""The point curve of a ranking against a reference, as exact numbers.

``F(k)`` is the rank, in the reference, of the document at rank k of the ranking; the footrule, the
point and the area accumulate what it says, depth by depth (`area`, eqs. 1 to 4).

>>> found = curve(["d2", "d1", "d4", "d3"], ["d1", "d4", "d2", "d3"])
>>> found.F, found.footrule, found.point
((3, 1, 2, 4), (2, 3, 4, 4), (2, 1, 0, 0))
>>> print(*found.area)
1 5/2 3 3
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Any

from metrics.language.domains import Size
from metrics.language.given import rationals
from metrics.language.parameters import PARAMETERS
from metrics.naming import BadInput


@dataclass(frozen=True)
class Curve:
    """F, footrule, point and area at the depths 1, …, n; entry i − 1 is the one at depth i."""

    F: tuple[int, ...]
    footrule: tuple[int, ...]
    point: tuple[int, ...]
    area: tuple[Fraction, ...]


def curve(
    ranking: Sequence[Hashable], reference: Sequence[Hashable], heights: Sequence[Any] | None = None
) -> Curve:
    """Return the curve of a ranking r_α against a reference r_β; heights are 1 unless given."""
    check_documents(ranking, reference)
    rank = {document: place for place, document in enumerate(reference, start=1)}
    F = tuple(rank[document] for document in ranking)
    errors = [index - place for place, index in enumerate(F, start=1)]
    point = tuple(accumulate(errors))
    h = (Fraction(1),) * len(F) if heights is None else exact_heights(heights, len(F))
    trapezoids = [
        Fraction(before + after, 2) * height
        for (before, after), height in zip(pairwise((0, *point)), h, strict=True)
    ]
    return Curve(F, tuple(accumulate(map(abs, errors))), point, tuple(accumulate(trapezoids)))


def check_documents(ranking: Sequence[Hashable], reference: Sequence[Hashable]) -> None:
    """Refuse rankings with repeats, without documents, or over different documents."""
    for name, given in (("ranking", ranking), ("reference", reference)):
        if isinstance(given, str):
            raise BadInput(f"the {name} {given!r} is one word: give a list of documents.")
        for document in (document for document, times in Counter(given).items() if times > 1):
            raise BadInput(
                f"the {name} lists {document!r} twice: a ranking lists each document once."
            )
    if not ranking and not reference:
        raise BadInput("the rankings are empty: a curve needs at least one document.")
    for name, given, other in (("reference", ranking, reference), ("ranking", reference, ranking)):
        missing = [document for document in given if document not in set(other)]
        if missing:
            raise BadInput(
                f"{missing[0]!r} is not in the {name}: both must list the same documents."
            )


def exact_heights(heights: Sequence[Any], n: int) -> tuple[Fraction, ...]:
    """Return n positive heights as fractions, or say what is wrong with them.

    >>> print(*exact_heights(["1", "1/2"], 2))
    1 1/2
    """
    found = rationals("height", heights)
    PARAMETERS["heights"].admit(found, Size(n), {})
    return found
