"""Multi-aspect labels, their embeddings, and distances from the best label (`toma`).

A label has one entry for each aspect; an embedding gives every entry a number and is
non-decreasing; l* is the label that is best in every aspect. A distance is an expression in
the coordinates x of a label and s of l*, for any number n of aspects.

>>> space = LabelSpace.graded(aspects=2, grades=3)
>>> space.best
(2, 2)
>>> manhattan.at(space.embed((0, 1)), space.embed(space.best))
3
>>> euclidean.at([0, 0], [1, 2])
sqrt(5)
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sympy import Abs, Expr, Indexed, IndexedBase, Integer, Sum, Symbol, sqrt

from metrics.language.domains import LABELS, Size
from metrics.language.fold import written_out
from metrics.language.given import exact, exacts, insist_exact
from metrics.language.parameters import checked, insist_given
from metrics.language.terms import Largest, Ratio, n
from metrics.language.written import written_or_nan
from metrics.naming import BadInput, Catalogue

x, s, w, A = (IndexedBase(name, real=True) for name in ("x", "s", "w", "A"))
q = Symbol("q", positive=True)
i, j = Symbol("i", integer=True, positive=True), Symbol("j", integer=True, positive=True)
LETTERS = {"weights": w, "matrix": A, "q": q}

DIFFERENT = {
    "points": "l ≠ l' after embedding: g(l) ≠ g(l'), as with strictly increasing embeddings",
    "labels": "l ≠ l' as labels, which a non-decreasing embedding may put at one point",
}
"""What it is for two labels to be different, by the reading that was given."""


# Labels ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Aspect:
    """One aspect: its labels from worst to best, and the number that each is embedded at."""

    name: str
    labels: tuple[Any, ...]
    embedding: tuple[Any, ...]

    def __post_init__(self) -> None:
        if not self.labels or len(self.labels) != len(self.embedding):
            raise BadInput(
                f"aspect {self.name!r} has {len(self.labels)} labels and {len(self.embedding)} "
                "numbers to embed them at: give one number for each label, and at least one."
            )
        if len(set(self.labels)) != len(self.labels):
            raise BadInput(f"aspect {self.name!r} names a label twice: {self.labels}.")
        numbers = tuple(exact(f"the embedding of {name!r}", v) for name, v in self.pairs())
        object.__setattr__(self, "embedding", numbers)
        for (low, before), (high, after) in itertools.pairwise(self.pairs()):
            if before > after:
                raise BadInput(
                    f"aspect {self.name!r}: the embedding decreases from {before} at label {low!r} "
                    f"to {after} at the better label {high!r}. It must be non-decreasing."
                )

    def pairs(self) -> Iterator[tuple[Any, Any]]:
        """Return each label with its number, from worst to best."""
        return zip(self.labels, self.embedding, strict=True)

    def place(self, label: Any) -> int:
        """Return how many labels are worse."""
        if label not in self.labels:
            known = ", ".join(map(repr, self.labels))
            raise BadInput(f"aspect {self.name!r} has no label {label!r}: it has {known}.")
        return self.labels.index(label)


@dataclass(frozen=True)
class LabelSpace:
    """All tuples of labels of some aspects."""

    aspects: tuple[Aspect, ...]

    def __post_init__(self) -> None:
        if not self.aspects:
            raise BadInput("a label needs at least one aspect.")

    @staticmethod
    def graded(aspects: int, grades: int) -> LabelSpace:
        """Return aspects with the labels 0, 1, …, grades − 1, embedded at themselves."""
        return LabelSpace.of([range(grades)] * aspects)

    @staticmethod
    def of(embedding: Sequence[Sequence[Any]]) -> LabelSpace:
        """Return aspects whose labels 0, 1, 2, … are embedded at the given numbers."""
        return LabelSpace(
            tuple(
                Aspect(f"a{place}", tuple(range(len(numbers))), tuple(numbers))
                for place, numbers in enumerate(embedding, 1)
            )
        )

    def text(self) -> str:
        """Return the embedding as the command line takes it."""
        return ";".join(",".join(map(str, aspect.embedding)) for aspect in self.aspects)

    @property
    def best(self) -> tuple[Any, ...]:
        """The label l* that is best in every aspect."""
        return tuple(aspect.labels[-1] for aspect in self.aspects)

    def labels(self) -> Iterator[tuple[Any, ...]]:
        """Return all labels in lexicographic order, worst first."""
        return itertools.product(*[aspect.labels for aspect in self.aspects])

    def places(self, label: Sequence[Any]) -> tuple[int, ...]:
        """Return, for each aspect, how many of its labels are worse."""
        if len(label) != len(self.aspects):
            raise BadInput(
                f"the label {tuple(label)} has {len(label)} entries, not {len(self.aspects)}."
            )
        return tuple(a.place(entry) for a, entry in zip(self.aspects, label, strict=True))

    def embed(self, label: Sequence[Any]) -> tuple[Any, ...]:
        """Return the point of a label."""
        places = self.places(label)
        return tuple(a.embedding[place] for a, place in zip(self.aspects, places, strict=True))

    def dominated(self, lower: Sequence[Any], upper: Sequence[Any]) -> bool:
        """Tell whether `lower` ⊑ `upper`: at most as good in every aspect (eq. 1).

        >>> LabelSpace.graded(2, 2).dominated((0, 1), (1, 0))
        False
        """
        return all(a <= b for a, b in zip(self.places(lower), self.places(upper), strict=True))


# Distances ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Definition:
    """What distances, measures and approaches declare alike."""

    name: str
    title: str
    value: Expr | None
    source: str
    reading: str = ""
    aliases: tuple[str, ...] = ()
    origin: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if self.value is not None:
            insist_exact(f"{type(self).__name__.lower()} {self.name!r}", self.value)

    def definitions(self) -> dict[str, str]:
        """Return what it is defined by, as text."""
        return {self.name: str(self.value)}


@dataclass(frozen=True)
class Distance(Definition):
    """A distance of a label from the best one, written once for any number of aspects.

    Without a value it is any function that is 0 at l* and nowhere negative.
    """

    domain = LABELS

    def __post_init__(self) -> None:
        super().__post_init__()
        for symbol in sorted(self._loose(), key=str):
            raise ValueError(
                f"distance {self.name!r}: nothing says what {symbol} is. A distance is written in "
                "x, s, w, A, q and the number n of aspects."
            )

    def _loose(self) -> set[Any]:
        """Return the symbols that stand for nothing."""
        if self.value is None:
            return set()
        known = {base.label for base in (x, s, w, A)} | {q, n}
        known |= {limit[0] for largest in self.value.atoms(Largest) for limit in largest.args[1:]}
        found = self.value.free_symbols - known
        return {symbol for symbol in found if not isinstance(symbol, Indexed)}

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names among weights, matrix and q that the value depends on."""
        if self.value is None:
            return ()
        used = self.value.atoms(IndexedBase) | self.value.free_symbols
        return tuple(name for name, symbol in LETTERS.items() if symbol in used)

    def at(self, point: Sequence[Any], best: Sequence[Any], **given: Any) -> Any:
        """Return the distance between a point and the best one, numbers or SymPy symbols."""
        if self.value is None:
            raise BadInput(f"{self.name} is any distance: it has no values of its own.")
        if len(point) != len(best):
            raise BadInput(f"a point with {len(point)} coordinates, the best with {len(best)}.")
        known = self.bound(len(best), given)
        insist_given(self.name, self.parameters, known)
        letters = {LETTERS[name]: value for name, value in known.items()}
        points = {x: exacts("coordinate", point), s: exacts("coordinate", best)}
        return written_or_nan(self.value, {n: len(best), **points, **letters})

    def bound(self, size: int, given: Mapping[str, Any]) -> dict[str, Any]:
        """Check the parameters that were given for `size` aspects; return them exact."""
        return checked(self.name, self.parameters, given, Size(size))


def assigned(known: Mapping[str, Any]) -> dict[Any, Any]:
    """Return the values of w[i], A[i, j] and q that checked parameters mean."""
    found: dict[Any, Any] = {q: known["q"]} if "q" in known else {}
    found |= {w[a]: v for a, v in enumerate(known.get("weights", ()), 1)}
    rows = enumerate(known.get("matrix", ()), 1)
    return found | {A[a, b]: v for a, row in rows for b, v in enumerate(row, 1)}


def unrolled(expression: Expr, size: int, **sizes: int) -> Expr:
    """Spell out n, sums and maxima for a size n; further sizes may be given by their letter."""
    letters = {a: Integer(sizes[a.name]) for a in expression.free_symbols if a.name in sizes}
    return written_out(expression, {**letters, n: Integer(size)})


OVER = (i, 1, n)
TEXTBOOK = "textbook"
manhattan = Distance(
    "manhattan", "Manhattan distance", Sum(Abs(x[i] - s[i]), OVER), "toma, Thm. A.1"
)
euclidean = Distance(
    "euclidean", "Euclidean distance", sqrt(Sum((x[i] - s[i]) ** 2, OVER)), "toma, Thm. A.1"
)
chebyshev = Distance(
    "chebyshev", "Chebyshev distance", Largest(Abs(x[i] - s[i]), OVER), "toma, Thm. A.1"
)
weighted_manhattan = Distance(
    "weighted_manhattan",
    "weighted Manhattan distance",
    Sum(w[i] * Abs(x[i] - s[i]), OVER),
    TEXTBOOK,
    "weights are at least 0; where none are given, any",
    aliases=("weighted",),
)
weighted_euclidean = Distance(
    "weighted_euclidean",
    "weighted Euclidean distance",
    sqrt(Sum(w[i] * (x[i] - s[i]) ** 2, OVER)),
    TEXTBOOK,
    "weights are at least 0; where none are given, any",
)
weighted_chebyshev = Distance(
    "weighted_chebyshev",
    "weighted Chebyshev distance",
    Largest(w[i] * Abs(x[i] - s[i]), OVER),
    TEXTBOOK,
    "weights are at least 0; where none are given, any",
)
minkowski = Distance(
    "minkowski", "Minkowski distance", Sum(Abs(x[i] - s[i]) ** q, OVER) ** (1 / q), TEXTBOOK
)
mahalanobis = Distance(
    "mahalanobis",
    "Mahalanobis distance",
    sqrt(Sum(Sum(A[i, j] * (x[i] - s[i]) * (x[j] - s[j]), (j, 1, n)), OVER)),
    TEXTBOOK,
    "A is the inverse of the covariance matrix; where none is given, any positive definite one",
)
cosine = Distance(
    "cosine",
    "cosine distance",
    1 - Ratio(Sum(x[i] * s[i], OVER), sqrt(Sum(x[i] ** 2, OVER)) * sqrt(Sum(s[i] ** 2, OVER))),
    TEXTBOOK,
    "1 − cos of the angle at 0; undefined where a label is embedded at 0",
)
arbitrary = Distance(
    "arbitrary",
    "any distance",
    None,
    "toma, eq. 2",
    "any function into [0, ∞[ that is 0 from l* to itself, and nothing else",
)

DISTANCES: Catalogue[Distance] = Catalogue("distance", ["metrics.labels"], Distance)


def find_distance(name: str) -> Distance:
    """Return the distance of that name, or that a formula after = is."""
    if name.lstrip().startswith("="):
        from metrics.language.text.aspect_table import distance_of_text

        return distance_of_text(name)
    return DISTANCES.find(name)


__all__ = ["DISTANCES", "Aspect", "Distance", "LabelSpace", "find_distance"]
