"""Single-aspect measures of a list, and how several aspects are brought together (`toma`).

A measure is an expression in the relevances r (0 or 1) or the gains g of the ranks of a list,
the gains b of the whole collection from the largest down, and the number R of its relevant
documents. An approach turns labels into one score: TOMA weighs labels first and measures once,
CAM and MM measure every aspect and combine the scores m.

>>> ap.at([1, 0, 1])
5/6
>>> precision_at_k.at([1], k=2)
1/2
>>> from sympy import Symbol
>>> p = Symbol("p")
>>> 1 - rbp.at([1, 1, 0], p=p).expand()
p**2
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sympy import Expr, IndexedBase, Integer, Sum, Symbol, log, sympify

from metrics.labels import Definition, Distance, LabelSpace, manhattan
from metrics.language.domains import COLLECTIONS, Size
from metrics.language.given import exact, exacts, shown
from metrics.language.parameters import checked, insist_given
from metrics.language.terms import Ratio, k, n, p
from metrics.language.written import written_or_nan
from metrics.naming import BadInput, Catalogue

r, g, b, m, c = (IndexedBase(name, real=True) for name in ("r", "g", "b", "m", "c"))
R = Symbol("R", integer=True, nonnegative=True)
D = Symbol("D", integer=True, positive=True)
i, j = Symbol("i", integer=True, positive=True), Symbol("j", integer=True, positive=True)


@dataclass(frozen=True)
class Measure(Definition):
    """A single-aspect measure of a list of n ranks, from a collection of D documents."""

    value: Expr
    domain = COLLECTIONS

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names among k and p that the value depends on."""
        return tuple(name for name, s in (("k", k), ("p", p)) if s in self.value.free_symbols)

    @property
    def is_binary(self) -> bool:
        """Tell whether only relevant or not counts."""
        return r in self.value.atoms(IndexedBase)

    def bound(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Check the parameters; return them exact."""
        insist_given(self.name, self.parameters, given)
        values = checked(self.name, self.parameters, given, Size(1))
        if "k" in values and not (isinstance(values["k"], int) and 1 <= values["k"] <= 100):
            raise BadInput(f"k = {values['k']} must be a whole number from 1 to 100.")
        return {name: sympify(value, strict=True) for name, value in values.items()}

    def at(self, gains: Sequence[Any], ideal: Sequence[Any] | None = None, **given: Any) -> Any:
        """Return the score of a list by the gains of its ranks, numbers or SymPy symbols.

        `ideal` are the gains of the whole collection from the largest down (default: the list's
        own); a gain above 0 is relevant. Where the score is 0/0, the answer is nan.
        """
        shown = exacts("gain", gains)
        whole = tuple(sorted(shown, reverse=True)) if ideal is None else exacts("gain", ideal)
        insist_given(self.name, self.parameters, given)
        if self.is_binary and not all(v.is_number for v in (*shown, *whole)):
            raise BadInput(
                f"{self.name} needs gains that are numbers: relevant is what is above 0."
            )
        known: dict[Any, Any] = {
            s: exact(s.name, value) for s in (k, p) if (value := given.get(s.name)) is not None
        }
        beyond = max(0, int(known.get(k, 0)) - len(shown))
        listed = (*shown, *[Integer(0)] * beyond)
        known |= {n: len(shown), D: len(whole), g: listed, b: whole}
        if self.is_binary:
            known[r] = [1 if gain > 0 else 0 for gain in listed]
            known[R] = sum(1 for gain in whole if gain > 0)
        return written_or_nan(self.value, known)


@dataclass(frozen=True)
class Approach(Definition):
    """How the labels of several aspects become one score: from weights, or from scores m[a]."""

    zero_if_one_is: bool = False
    domain = COLLECTIONS


LISTS = {
    "rankings": "r holds every document of D once",
    "partial": "r holds some documents of D, each once",
    "repeats": "r holds at most n documents of D, and may repeat one",
}


@dataclass(frozen=True)
class Setting:
    """How labels become a score."""

    approach: Approach
    measure: Measure
    space: LabelSpace
    distance: Distance = manhattan
    checked: dict[str, Any] = field(default_factory=dict)
    bound: dict[str, Any] = field(default_factory=dict)
    weighting: tuple[Any, ...] | None = None
    threshold: Any = None
    mix: tuple[Any, ...] | None = None
    lists: str = "rankings"
    relevant: int = 0

    def __post_init__(self) -> None:
        if self.mix is not None:
            aspects = len(self.space.aspects)
            if len(self.mix) != aspects:
                raise BadInput(f"{len(self.mix)} numbers to mix {aspects} aspects: one for each.")
            if min(self.mix) < 0 or sum(self.mix) != 1:
                raise BadInput(f"the mix {shown(self.mix)} is no convex combination: sum 1, ≥ 0.")
        for before, after in zip(self.weighting or (), (self.weighting or ())[1:], strict=False):
            if before > after:
                raise BadInput(
                    f"the weighting falls from {before} to {after}: it must not decrease."
                )

    @property
    def made_of(self) -> tuple[Measure, Approach, Distance]:
        """What it is made of."""
        return self.measure, self.approach, self.distance

    @property
    def whole(self) -> bool:
        """Tell whether labels are weighed as a whole, rather than aspect by aspect."""
        return self.approach.value is None

    @property
    def name(self) -> str:
        """What the multi-aspect measure is called on the command line."""
        return self.measure.name if self.whole else self.approach.name

    @property
    def full_name(self) -> str:
        """What the multi-aspect measure is called in formulas."""
        return self.measure.name if self.whole else f"{self.approach.name}_{self.measure.name}"

    @property
    def title(self) -> str:
        """The title of the multi-aspect measure."""
        return f"{self.approach.title} with {self.measure.title}"

    def given(self) -> dict[str, Any]:
        """Return what the score depends on besides the approach, as a question shows it."""
        found: dict[str, Any] = {"embedding": self.space}
        found |= {"measure": None if self.whole else self.measure, **self.bound}
        found |= {"distance": self.distance if self.whole else None}
        found |= {"weighting": self.weighting, "mix": self.mix, **self.checked}
        found |= {"threshold": self.threshold, "relevant": self.relevant or None}
        known = {name: value for name, value in found.items() if value is not None}
        return {**known, "lists": self.lists}

    def readings(self) -> list[str]:
        """Return the readings that were used."""
        found = [f"lists: {LISTS[self.lists]}"]
        if self.whole and self.weighting is None:
            found.append("W: dense rank of the distances of all labels from l*, farthest = 0")
        if not self.whole:
            found.append("an aspect is scored by the dense rank of its labels, worst = 0")
        if self.measure.is_binary or self.relevant:
            least = self.threshold
            found.append(f"relevant: weight {'> 0' if least is None else f'≥ {least}'}")
        if self.relevant:
            which = "" if self.whole else " in every aspect"
            found.append(f"collections with at least {self.relevant} relevant{which} only")
        named = (self.approach, self.measure)
        return found + [f"{thing.name}: {thing.reading}" for thing in named if thing.reading]

    def definitions(self) -> dict[str, str]:
        """Return the expressions of the measure, the approach and the distance as text."""
        return {name: text for thing in self.made_of for name, text in thing.definitions().items()}


ap = Measure(
    "ap",
    "AP",
    Ratio(Sum(r[i] * Sum(r[j], (j, 1, i)) / i, (i, 1, n)), R),
    "toma, App. A.2",
    "0/0 where the collection has no relevant document",
)
ndcg = Measure(
    "ndcg",
    "nDCG",
    Ratio(Sum(g[i] * log(2) / log(i + 1), (i, 1, n)), Sum(b[i] * log(2) / log(i + 1), (i, 1, D))),
    "toma, App. A.2",
    "gain is the weight, discount log₂(rank + 1); 0/0 where all weights are 0",
)
precision_at_k = Measure(
    "precision_at_k",
    "P@k",
    Sum(r[i], (i, 1, k)) / k,
    "textbook",
    "ranks beyond the end of a list are not relevant",
    aliases=("p_at_k",),
)
rbp = Measure(
    "rbp", "RBP", (1 - p) * Sum(r[i] * p ** (i - 1), (i, 1, n)), "textbook", "persistence p"
)

toma = Approach("toma", "TOMA", None, "toma, eq. 13", "the measure of the weights of the labels")
cam = Approach(
    "cam",
    "CAM",
    Sum(c[i] * m[i], (i, 1, n)),
    "toma, App. B",
    "a convex combination (default: the mean) of the scores of the aspects",
)
mm = Approach(
    "mm",
    "MM",
    n / Sum(1 / m[i], (i, 1, n)),
    "toma, App. B",
    "the harmonic mean of the scores of the aspects, 0 if one is 0",
    zero_if_one_is=True,
)

MEASURES: Catalogue[Measure] = Catalogue("measure", ["metrics.multi_aspect"], Measure)
APPROACHES: Catalogue[Approach] = Catalogue("approach", ["metrics.multi_aspect"], Approach)


def find_measure(name: str) -> Measure:
    """Return the measure of that name, or that a formula after = is."""
    if name.lstrip().startswith("="):
        from metrics.language.text.aspect_table import measure_of_text

        return measure_of_text(name)
    return MEASURES.find(name)
