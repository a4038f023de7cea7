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
from dataclasses import dataclass
from typing import Any

from sympy import Expr, Float, IndexedBase, Integer, Sum, Symbol, log, nan

from metrics.labels import coordinate
from metrics.language.terms import Ratio, k, n, p
from metrics.metric import exact
from metrics.naming import BadInput, Catalogue, find

r, g, b, m, c = (IndexedBase(name, real=True) for name in ("r", "g", "b", "m", "c"))
R = Symbol("R", integer=True, nonnegative=True)
D = Symbol("D", integer=True, positive=True)
i, j = Symbol("i", integer=True, positive=True), Symbol("j", integer=True, positive=True)
ADVICE = {
    "k": "a cut-off: add --k, for example --k 2",
    "p": "a persistence 0 < p < 1: add --p, for example --p 4/5",
}


@dataclass(frozen=True)
class Measure:
    """A single-aspect measure of a list of n ranks, from a collection of D documents."""

    name: str
    title: str
    value: Expr
    source: str
    reading: str = ""
    aliases: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.value.atoms(Float):
            raise ValueError(f"measure {self.name!r} contains a float. Write it exactly.")

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
        for name in self.parameters:
            if given.get(name) is None:
                raise BadInput(f"{self.name} needs {ADVICE[name]}.")
        for name in given:
            if name not in self.parameters:
                raise BadInput(f"{self.name} has no {name}: leave --{name} out.")
        values = {name: exact(name, value) for name, value in given.items()}
        if "k" in values and (values["k"] < 1 or not values["k"].is_Integer):
            raise BadInput(f"k = {values['k']} cannot be: a cut-off is a whole number, at least 1.")
        if "k" in values and values["k"] > 100:
            raise BadInput(f"k = {values['k']} is out of reach: at most 100.")
        if "p" in values and not 0 < values["p"] < 1:
            raise BadInput(f"p = {values['p']} does not fit {self.name}: it needs 0 < p < 1.")
        return values

    def at(self, gains: Sequence[Any], ideal: Sequence[Any] | None = None, **given: Any) -> Any:
        """Return the score of a list by the gains of its ranks, numbers or SymPy symbols.

        `ideal` are the gains of the whole collection from the largest down (default: the list's
        own); a gain above 0 is relevant. Where the score is 0/0, the answer is nan.
        """
        from metrics.labels import unrolled

        shown = [coordinate(value, "gain") for value in gains]
        whole = sorted(shown, reverse=True) if ideal is None else [coordinate(v) for v in ideal]
        known: dict[Any, Any] = {k: given.get("k"), p: given.get("p")}
        missing = [name for name in self.parameters if given.get(name) is None]
        if missing:
            raise BadInput(f"{self.name} needs {ADVICE[missing[0]]}.")
        if self.is_binary and not all(v.is_number for v in (*shown, *whole)):
            raise BadInput(
                f"{self.name} needs gains that are numbers: relevant is what is above 0."
            )
        ranks = max(len(shown), int(known[k] or 0), 1)
        entries: dict[Any, Any] = {}
        for rank in range(1, ranks + 1):
            gain = shown[rank - 1] if rank <= len(shown) else Integer(0)
            entries[g[rank]] = gain
            entries[r[rank]] = Integer(1 if self.is_binary and gain > 0 else 0)
        entries.update({b[rank]: gain for rank, gain in enumerate(whole, 1)})
        if self.is_binary:
            entries[R] = Integer(sum(1 for gain in whole if gain > 0))
        sizes = {"D": len(whole), "k": int(known[k] or 0)}
        value = unrolled(self.value, len(shown), **sizes)
        entries.update({s: coordinate(v) for s, v in known.items() if v is not None})
        return value.xreplace(entries).replace(Ratio, lambda a, d: nan if d == 0 else a / d)


@dataclass(frozen=True)
class Approach:
    """How the labels of several aspects become one score: from weights, or from scores m[a]."""

    name: str
    title: str
    value: Expr | None
    source: str
    reading: str = ""
    zero_if_one_is: bool = False
    aliases: tuple[str, ...] = ()


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

MEASURES: Catalogue[Measure] = Catalogue(["metrics.multi_aspect"], Measure)
APPROACHES: Catalogue[Approach] = Catalogue(["metrics.multi_aspect"], Approach)


def find_measure(name: str) -> Measure:
    """Return the measure of that name, or say which names are close."""
    return find(name, MEASURES, "measure")
