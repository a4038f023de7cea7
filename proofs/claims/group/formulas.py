"""Computations behind App. C of `group`: printed formulas against the standard definitions.

The printed formulas of App. C.1 are written here again, from sets, as the paper has them; the
standard ones from the four counts of a confusion matrix.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, product
from typing import Any

from sympy import Integer, Rational, log, sqrt

from proofs.claims.claim import Computed
from proofs.claims.exactly import (
    Ranking,
    checked,
    compare,
    grouped,
    identity,
    no_failure,
    on_pairs,
    pairs,
    rankings,
    score,
    title,
    word,
)

Sets = tuple[set[int], set[int], set[int]]


class Counts:
    """The four counts of a confusion matrix, and the rates that everybody derives from them."""

    def __init__(self, relevant: set[int], retrieved: set[int], everything: set[int]) -> None:
        self.tp = Integer(len(relevant & retrieved))
        self.fp = Integer(len(retrieved - relevant))
        self.fn = Integer(len(relevant - retrieved))
        self.tn = Integer(len(everything - relevant - retrieved))
        self.n = self.tp + self.fp + self.fn + self.tn
        self.tpr, self.tnr = self.tp / (self.tp + self.fn), self.tn / (self.tn + self.fp)
        self.fpr, self.fnr = 1 - self.tnr, 1 - self.tpr
        self.ppv, self.npv = self.tp / (self.tp + self.fp), self.tn / (self.tn + self.fn)


STANDARD: dict[str, Callable[[Counts], Any]] = {
    "precision": lambda c: c.tp / (c.tp + c.fp),
    "recall": lambda c: c.tp / (c.tp + c.fn),
    "fallout": lambda c: c.fp / (c.fp + c.tn),
    "f1": lambda c: 2 * c.tp / (2 * c.tp + c.fp + c.fn),
    "accuracy": lambda c: (c.tp + c.tn) / c.n,
    "jaccard": lambda c: c.tp / (c.tp + c.fp + c.fn),
    "mcc": lambda c: (
        (c.tp * c.tn - c.fp * c.fn)
        / sqrt((c.tp + c.fp) * (c.tp + c.fn) * (c.tn + c.fp) * (c.tn + c.fn))
    ),
    "tnr": lambda c: c.tn / (c.tn + c.fp),
    "fnr": lambda c: c.fn / (c.fn + c.tp),
    "fdr": lambda c: c.fp / (c.fp + c.tp),
    "npv": lambda c: c.tn / (c.tn + c.fn),
    "informedness": lambda c: c.tpr + c.tnr - 1,
    "markedness": lambda c: c.ppv + c.npv - 1,
    "for": lambda c: c.fn / (c.fn + c.tn),
    "pt": lambda c: sqrt(c.fpr) / (sqrt(c.tpr) + sqrt(c.fpr)),
    "fm": lambda c: sqrt(c.ppv * c.tpr),
    "ba": lambda c: (c.tpr + c.tnr) / 2,
    "lr_plus": lambda c: c.tpr / c.fpr,
    "lr_minus": lambda c: c.fnr / c.tnr,
}


def _of(*sets: set[int]) -> Integer:
    return Integer(len(set.union(*sets)))


def _rates(r: set[int], s: set[int], n: set[int]) -> tuple[Any, Any, Any, Any]:
    tpr = _of(r & s) / _of(r)
    tnr = (_of(n) - _of(r | s)) / (_of(n) - _of(r))
    return tpr, tnr, _of(s - r) / _of(s), (_of(n) - _of(r | s)) / (_of(n) - _of(s))


def _f_beta(r: set[int], s: set[int], n: set[int], product_form: bool = False) -> Any:
    precision, recall = _of(r & s) / _of(s), _of(r & s) / _of(r)
    upper = precision * recall if product_form else precision + recall
    return 2 * upper / (precision + recall)


def _mcc(r: set[int], s: set[int], n: set[int]) -> tuple[Any, Any]:
    upper = _of(r & s) * (_of(n) - _of(r | s)) - _of(s - r) * _of(r - s)
    return upper, _of(s) * _of(r) * (_of(n) - _of(r)) * (_of(n) - _of(s))


def _pt(r: set[int], s: set[int], n: set[int]) -> Any:
    tpr, tnr, _, _ = _rates(r, s, n)
    return (sqrt(tpr * (1 - tnr)) - (1 - tnr)) / (tpr - (1 - tnr))


PRINTED_AS: dict[str, Callable[..., Any]] = {
    "precision": lambda r, s, n: _of(r & s) / _of(s),
    "recall": lambda r, s, n: _of(r & s) / _of(r),
    "fallout": lambda r, s, n: _of((n - r) & s) / _of(n - r),
    "f1": _f_beta,
    "f1, product": lambda r, s, n: _f_beta(r, s, n, True),
    "accuracy": lambda r, s, n: (_of(s & r) + _of(n) - _of(s | r)) / _of(n),
    "jaccard": lambda r, s, n: _of(s & r) / _of(s | r),
    "mcc": lambda r, s, n: _mcc(r, s, n)[0] / _mcc(r, s, n)[1],
    "mcc, root": lambda r, s, n: _mcc(r, s, n)[0] / sqrt(_mcc(r, s, n)[1]),
    "tnr": lambda r, s, n: _rates(r, s, n)[1],
    "fnr": lambda r, s, n: 1 - _rates(r, s, n)[0],
    "fdr": lambda r, s, n: _rates(r, s, n)[2],
    "npv": lambda r, s, n: _rates(r, s, n)[3],
    "informedness": lambda r, s, n: _rates(r, s, n)[0] + _rates(r, s, n)[1] - 1,
    "markedness": lambda r, s, n: 1 - _rates(r, s, n)[2] + _rates(r, s, n)[3] - 1,
    "for": lambda r, s, n: 1 - _rates(r, s, n)[3],
    "pt": _pt,
    "fm": lambda r, s, n: sqrt((1 - _rates(r, s, n)[2]) * _rates(r, s, n)[0]),
    "ba": lambda r, s, n: (_rates(r, s, n)[0] + _rates(r, s, n)[1]) / 2,
    "lr_plus": lambda r, s, n: _rates(r, s, n)[0] / (1 - _rates(r, s, n)[1]),
    "lr_minus": lambda r, s, n: (1 - _rates(r, s, n)[0]) / _rates(r, s, n)[1],
}


def _value(formula: Callable[..., Any], *given: Any) -> Any:
    """Return a value, or None for 0/0 and x/0."""
    value = formula(*given)
    return value if value.is_finite else None


def _all_sets(largest: int) -> Iterator[Sets]:
    for n in range(2, largest + 1):
        everything = set(range(1, n + 1))
        for j, k in product(range(1, n), repeat=2):
            for retrieved in combinations(everything, k):
                yield set(range(1, j + 1)), set(retrieved), everything


def is_standard(name: str, largest: int, printed: str = "") -> Computed:
    """The formula of App. C.1 is the standard one, for all numbers of relevant and retrieved."""
    scope = f"n = 2…{largest}, all j and k"
    for r, s, n in _all_sets(largest):
        ours = _value(STANDARD[name], Counts(r, s, n))
        theirs = _value(PRINTED_AS[printed or name], r, s, n)
        where = f"R = {r}, S = {s}, n = {len(n)}"
        if theirs is None and ours is not None:
            return Computed(None, f"no value as printed, {ours} as standard: {where}", scope)
        if ours is not None and compare(ours, theirs):
            return Computed(False, f"{theirs} as printed, {ours} as standard: {where}", scope)
    return Computed(True, "the same values", scope)


def always(name: str, value: int, largest: int) -> Computed:
    """The printed formula gives one number wherever it is defined."""
    values = {_value(PRINTED_AS[name], *sets) for sets in _all_sets(largest)} - {None}
    text = f"its values: {', '.join(map(str, sorted(values)))}"
    return Computed(values == {Integer(value)}, text, f"n = 2…{largest}, all j and k")


def counts_add_up(largest: int) -> Computed:
    """The four entries of the confusion matrix add up to n."""
    failures = (
        f"R = {r}, S = {s}"
        for r, s, n in _all_sets(largest)
        if _of(s & r) + _of(s - r) + _of(r - s) + _of(n) - _of(s | r) != len(n)
    )
    return checked(failures, "so it is", f"n = 2…{largest}, all j and k")


# Correlation, gain and error ---------------------------------------------------------------------


def kendall_range(largest: int) -> Computed:
    """τ lies in [−1, 1], is 1 only at equal and −1 only at reversed rankings."""

    def holds(s: Ranking, t: Ranking) -> bool:
        value, opposite = score("kendall", s, t), tuple(len(s) + 1 - x for x in s)
        return (abs(value) <= 1, value == 1, value == -1) == (True, s == t, t == opposite)

    return on_pairs(largest, holds, "so it is, reversing the ranks")


def mean_is_zero(name: str, n: int) -> Computed:
    """The mean over all pairs of rankings is zero."""
    pairs = list(product(rankings(n), repeat=2))
    mean = sum((score(name, s, t) for s, t in pairs), Integer(0)) / len(pairs)
    return Computed(mean == 0, f"the mean is {mean}", f"n = {n}")


def spearman_is_pearson(largest: int) -> Computed:
    """Spearman's formula is the Pearson correlation of the entries."""

    def pearson(s: Ranking, t: Ranking) -> Any:
        mean = Rational(len(s) + 1, 2)
        shared = sum((a - mean) * (b - mean) for a, b in zip(s, t, strict=True))
        return shared / sum((x - mean) ** 2 for x in s)

    return on_pairs(largest, lambda s, t: score("spearman", s, t) == pearson(s, t))


def equals(name: str, other: str, largest: int) -> Computed:
    """The two formulas give the same values."""
    failures = (
        f"{title(name)} is {one} and {title(other)} {two} at n = {len(s)}, {word(s)}, {word(t)}"
        for s, t in pairs(largest)
        for one, two in [(score(name, s, t), score(other, s, t))]
        if compare(one, two)
    )
    return checked(failures, "so it is", f"n = 2…{largest}")


def half_minus_kendall(largest: int) -> Computed:
    """NDPM as printed is 1/2 − τ."""

    def holds(s: Ranking, t: Ranking) -> bool:
        return bool(score("ndpm_printed", s, t) == Rational(1, 2) - score("kendall", s, t))

    return on_pairs(largest, holds, "so it is: from −1/2 to 3/2")


def r2_is_standard(largest: int) -> Computed:
    """R² with the mean of τ in the denominator is R² with the mean of σ, the true values."""

    def standard(s: Ranking, t: Ranking) -> Any:
        mean = Rational(sum(s), len(s))
        errors = sum((a - b) ** 2 for a, b in zip(s, t, strict=True))
        return 1 - errors / sum((a - mean) ** 2 for a in s)

    right = "all rankings have the same mean"
    return on_pairs(largest, lambda s, t: score("r2", s, t) == standard(s, t), right)


@no_failure("so it is", "n = 2…{largest}, every k")
def harmonic_mean(largest: int, reciprocal: bool) -> Iterator[str]:
    """MRR over the first k entries is their harmonic mean, or its reciprocal."""
    for n in range(2, largest + 1):
        for k, s in product(range(1, n + 1), rankings(n)):
            harmonic = k / sum((Rational(1, x) for x in s[:k]), Integer(0))
            wanted = 1 / harmonic if reciprocal else harmonic
            if score("mrr", s, s, k) != wanted:
                value = score("mrr", s, s, k)
                yield f"{word(s)}, k = {k}: MRR is {value}, the harmonic mean {harmonic}"


def binary_relevance_ties(n: int, k: int) -> Computed:
    """With relevance 1 for the k relevant items, some two rankings get the same DCG."""
    values = [
        sum((1 / log(i + 1, 2) for i, x in enumerate(s, 1) if x <= k), Integer(0))
        for s in rankings(n)
    ]
    text = f"{len(values)} rankings, {len(grouped(values))} values"
    return Computed(len(grouped(values)) < len(values), text, f"n = {n}, k = {k}")


def ideal_is_sorted(largest: int) -> Computed:
    """The largest DCG belongs to the ranking sorted by decreasing relevance, σ(i) = n + 1 − i."""
    failures = (
        f"{word(s)}"
        for n in range(2, largest + 1)
        for s in rankings(n)
        if compare(score("dcg", s, s), score("dcg", s, tuple(reversed(identity(n))))) > 0
    )
    return checked(failures, "so it is", f"n = 2…{largest}")


def product_form_is_f1(largest: int) -> Computed:
    """With the product in the numerator, F1 is the standard one wherever precision is not zero."""
    failures = (
        f"R = {r}, S = {s}"
        for r, s, n in _all_sets(largest)
        if r & s and compare(STANDARD["f1"](Counts(r, s, n)), PRINTED_AS["f1, product"](r, s, n))
    )
    return checked(failures, "the same values", f"n = 2…{largest}, all j and k")


def counted_ndpm(largest: int) -> Computed:
    """With C⁺ and C⁻ counting pairs, NDPM is the share of contradicted pairs."""

    def counted(s: Any, t: Any) -> Any:
        places = [(i, j) for i in range(len(s)) for j in range(len(s)) if i != j]
        plus = sum((s[i] - s[j]) * (t[i] - t[j]) > 0 for i, j in places)
        minus = sum((s[i] - s[j]) * (t[i] - t[j]) < 0 for i, j in places)
        return (minus + Rational(len(places) - plus - minus, 2)) / len(places)

    return on_pairs(largest, lambda s, t: score("ndpm", s, t) == counted(s, t))


def mean_of_errors(name: str, largest: int) -> Computed:
    """The metric is a mean over the places: 1/n times the sum of the errors."""
    error: Callable[[int, int], Any] = {
        "mse": lambda a, b: (a - b) ** 2,
        "mae": lambda a, b: abs(a - b),
        "smape": lambda a, b: 100 * abs(a - b) / (Rational(a + b) / 2),
    }[name]
    return on_pairs(
        largest, lambda s, t: score(name, s, t) == sum(map(error, s, t), Integer(0)) / len(s)
    )
