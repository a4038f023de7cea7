"""Engine: the largest score over all lists of a collection, exactly; and over all collections.

>>> from metrics.multi_aspect import ap, cam
>>> from metrics.labels import LabelSpace
>>> found = maximum({"a": (1, 0), "b": (0, 1)}, Setting(cam, ap, LabelSpace.graded(2, 2)))
>>> found.value.expression(), found.lists
(3/4, [('a', 'b'), ('b', 'a')])
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cmp_to_key
from math import comb, perm, prod
from typing import Any

from axioms.dominance import Worth, upper_bound_reached
from axioms.language.formula import Exists, ForAll
from metrics.labels import unrolled
from metrics.language.terms import k, n, p
from metrics.multi_aspect import R, Setting, b, c, g, m, r
from metrics.naming import BadInput
from proofs.core.limits import Limits
from proofs.core.outcome import refuted
from proofs.core.question import Question, Statement
from proofs.core.verdict import HOLDS, UNDECIDED, Scope, Undefined, Verdict
from proofs.exact.numbers import Exact
from proofs.exact.real_terms import NoValue, away_from_best, fraction, sign, true_at, value_at
from proofs.exact.whole import Undecidable

LARGEST = 400_000
Label = tuple[Any, ...]
Weights = tuple[Fraction, ...]


@dataclass(frozen=True)
class Maximum:
    """The largest score over the lists of a collection, and every list that has it."""

    value: Exact
    lists: list[tuple[str, ...]]


def weights_of_labels(setting: Setting) -> dict[Label, Weights]:
    """Return the weight of every label: one for TOMA, one for each aspect otherwise."""
    space = setting.space
    if setting.whole:
        away = {label: _distance(setting, label) for label in space.labels()}
        ranks = _dense(away, farthest_first=True)
        return {label: (_weighed(setting, rank, ranks),) for label, rank in ranks.items()}
    columns = []
    for aspect in space.aspects:
        values = {v: Exact.rational(fraction(v)) for v in aspect.embedding}
        ranks = _dense(values, farthest_first=False)
        columns.append({entry: Fraction(ranks[v]) for entry, v in aspect.pairs()})
    return {
        label: tuple(column[entry] for column, entry in zip(columns, label, strict=True))
        for label in space.labels()
    }


def _distance(setting: Setting, label: Label) -> Exact:
    try:
        return away_from_best(setting.distance, setting.checked, setting.space, label)
    except NoValue:
        raise BadInput(
            f"{setting.distance.name} is undefined at the label {label}: W has no value there. "
            "Use another distance, or another embedding."
        ) from None


def _dense(values: Mapping[Any, Exact], farthest_first: bool) -> dict[Any, int]:
    """Return the dense ranks of exact values, from the largest (or the smallest) on."""
    turn = -1 if farthest_first else 1
    keys = sorted(values, key=cmp_to_key(lambda a, b: turn * sign(values[a] - values[b])))
    ranks = {keys[0]: 0}
    for before, after in itertools.pairwise(keys):
        ranks[after] = ranks[before] + abs(sign(values[after] - values[before]))
    return ranks


def _weighed(setting: Setting, rank: int, ranks: Mapping[Label, int]) -> Fraction:
    if setting.weighting is None:
        return Fraction(rank)
    count = max(ranks.values()) + 1
    if len(setting.weighting) != count:
        raise BadInput(
            f"the weighting has {len(setting.weighting)} numbers, and the labels have {count} "
            "distances from l*: give one number for each, from the farthest on."
        )
    return fraction(setting.weighting[rank])


class Scorer:
    """Scores of lists of labels, each computed once."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.weights = weights_of_labels(setting)
        self.cut = int(setting.bound.get("k", 0))
        self.single = cache(self._single)
        self.unrolled = cache(self._unrolled)

    def score(self, listed: Sequence[Label], collection: Sequence[Label]) -> Exact | None:
        """Return the multi-aspect score of a list, None where it is undefined."""
        columns = zip(*[self.weights[label] for label in listed], strict=True)
        wholes = zip(*[self.weights[label] for label in collection], strict=True)
        scores = [
            self.single(tuple(column), tuple(sorted(whole, reverse=True)))
            for column, whole in zip(columns, wholes, strict=True)
        ]
        if any(score is None for score in scores):
            return None
        return self._combined([score for score in scores if score is not None])

    def _unrolled(self, ranks: int, documents: int) -> Any:
        return unrolled(self.setting.measure.value, ranks, D=documents, k=self.cut)

    def _single(self, column: Weights, whole: Weights) -> Exact | None:
        """Return the score of one column of weights, None where it is undefined."""
        numbers: dict[Any, Fraction] = {R: Fraction(sum(map(self._relevant, whole)))}
        for rank in range(1, max(len(column), self.cut) + 1):
            gain = column[rank - 1] if rank <= len(column) else None
            numbers[g[rank]] = gain or Fraction(0)
            relevant = gain is not None and self._relevant(gain)
            numbers[r[rank]] = Fraction(int(relevant))
        numbers.update({b[rank]: gain for rank, gain in enumerate(whole, 1)})
        names = {"k": k, "p": p}
        numbers.update({names[name]: fraction(v) for name, v in self.setting.bound.items()})
        try:
            return _tidied(value_at(self.unrolled(len(column), len(whole)), numbers))
        except NoValue:
            return None

    def has_enough(self, collection: Sequence[Label]) -> bool:
        """Tell whether as many documents are relevant, in every aspect scored, as was asked."""
        columns = zip(*[self.weights[label] for label in collection], strict=True)
        return all(sum(map(self._relevant, c)) >= self.setting.relevant for c in columns)

    def _relevant(self, weight: Fraction) -> bool:
        least = self.setting.threshold
        return weight > 0 if least is None else weight >= fraction(least)

    def _combined(self, scores: list[Exact]) -> Exact:
        approach = self.setting.approach
        if approach.value is None:
            return scores[0]
        if approach.zero_if_one_is and any(sign(score) == 0 for score in scores):
            return Exact.rational(0)
        size = len(scores)
        mix = self.setting.mix or (Fraction(1, size),) * size
        value = unrolled(approach.value, size).subs(n, size)
        numbers = {c[a]: Fraction(str(share)) for a, share in enumerate(mix, 1)}
        return value_at(value, {**numbers, **{m[a]: v for a, v in enumerate(scores, 1)}})


def _tidied(score: Exact) -> Exact:
    """Return 0 and 1 as such, whatever form a quotient of sums has given them."""
    for whole in (0, 1):
        if sign(score - whole) == 0:
            return Exact.rational(whole)
    return score


def lists_of(items: Sequence[Any], kind: str) -> Iterator[tuple[Any, ...]]:
    """Return the lists of documents that count."""
    if kind == "rankings":
        return itertools.permutations(items)
    sizes = range(1, len(items) + 1)
    if kind == "partial":
        return itertools.chain.from_iterable(itertools.permutations(items, size) for size in sizes)
    return itertools.chain.from_iterable(itertools.product(items, repeat=size) for size in sizes)


def maximum(documents: Mapping[str, Label], setting: Setting) -> Maximum | None:
    """Return the largest score over all lists of named documents; None where it is undefined."""
    if not documents:
        raise BadInput("the collection is empty: give at least one document.")
    for label in documents.values():
        setting.space.places(label)
    if len(documents) > 8:
        raise BadInput(f"{len(documents)} documents are too many to try every list: at most 8.")
    scorer = Scorer(setting)
    return _maximum(scorer, {name: tuple(label) for name, label in documents.items()})


def _maximum(scorer: Scorer, documents: Mapping[str, Label]) -> Maximum | None:
    collection = list(documents.values())
    best: Exact | None = None
    lists: list[tuple[str, ...]] = []
    seen: dict[tuple[Label, ...], int] = {}
    for names in lists_of(list(documents), scorer.setting.lists):
        labels = tuple(documents[name] for name in names)
        if labels not in seen:
            score = scorer.score(labels, collection)
            if score is None:
                return None
            direction = 1 if best is None else sign(score - best)
            seen[labels] = direction
            if direction > 0:
                best, lists = score, []
                seen = {labels: 0}
        if seen.get(labels) == 0:
            lists.append(names)
    assert best is not None
    return Maximum(best, lists)


def cases(question: Question) -> int:
    """Return how many lists there are in all collections."""
    setting, n = question.subjects[0], question.n
    labels = prod(len(aspect.labels) for aspect in setting.space.aspects)
    sizes = range(1, n + 1)
    lists = {
        "rankings": perm(n),
        "partial": sum(perm(n, size) for size in sizes),
        "repeats": sum(n**size for size in sizes),
    }
    return comb(labels + n - 1, n) * lists[setting.lists]


def refuses(question: Question, limits: Limits) -> str | None:
    """Return why there are too many lists, or None."""
    count, most = cases(question), min(limits.cases, LARGEST)
    if count > most:
        return (
            f"{count:,} lists in all collections, the limit is {most:,}. "
            "Ask for fewer documents, aspects or grades"
        )
    return None


def answer(question: Question, limits: Limits) -> Verdict:
    """Go through all collections of n documents, in lexicographic order."""
    count = cases(question)
    verdict = Verdict(UNDECIDED, question, Scope((question.n,)), "exhaustive", cases=count)
    try:
        return _through(verdict, question, limits)
    except Undecidable as problem:
        return replace(verdict, reason=str(problem))


def _through(verdict: Verdict, question: Question, limits: Limits) -> Verdict:
    setting = question.subjects[0]
    scorer = Scorer(setting)
    labels = list(setting.space.labels())
    missing, judged, first = 0, 0, None
    for collection in itertools.combinations_with_replacement(labels, question.n):
        limits.check()
        if not scorer.has_enough(collection):
            continue
        documents = {f"d{place}": label for place, label in enumerate(collection, 1)}
        shown: dict[str, Any] = {name: list(label) for name, label in documents.items()}
        found = _first_false(question, scorer, documents)
        if found is None:
            missing, first = missing + 1, first or shown
            continue
        judged += 1
        part, listed = found
        if part is not None:
            partly = replace(verdict, undefined=Undefined(missing, first))
            statement = Statement(part.name, part.statement)
            return refuted(partly, statement, {**shown, "r": list(listed)})
    undefined = Undefined(missing, first)
    if not judged:
        reason = "undefined" if missing else "no collection has so many relevant documents"
        return replace(verdict, undefined=undefined, reason=reason)
    each = "each with a list that scores exactly 1 and none above" if _reaches(question) else ""
    note = f"{judged:,} collections, {each or 'all their lists'}"
    return replace(verdict, status=HOLDS, undefined=undefined, checked=(note,))


def _reaches(question: Question) -> bool:
    """Tell whether the question is the one about the upper bound 1, by what it says."""
    return question.axiom.parts == upper_bound_reached.parts


def _first_false(
    question: Question, scorer: Scorer, documents: Mapping[str, Label]
) -> tuple[Any, Sequence[str]] | None:
    """Return a part that is false of a collection, or None, and a list; None if one is undefined.

    That the largest score is 1 is decided by it; any other statement is read for every list.
    """
    parts = question.axiom.parts
    if _reaches(question):
        best = _maximum(scorer, documents)
        if best is None:
            return None
        above = sign(best.value - Exact.rational(1))
        return (parts[0] if above > 0 else parts[1] if above else None), best.lists[0]
    score = cache(lambda labels: scorer.score(labels, list(documents.values())))
    names = list(lists_of(list(documents), scorer.setting.lists))
    scores = [score(tuple(documents[name] for name in listed)) for listed in names]
    if None in scores:
        return None
    for part in parts:
        inner = part.statement.body
        (worth,) = inner.body.atoms(Worth)
        truths = [true_at(inner.body, {worth: value}) for value in scores]
        if isinstance(inner, ForAll) and not all(truths):
            return part, names[truths.index(False)]
        if isinstance(inner, Exists) and not any(truths):
            best = _maximum(scorer, documents)
            return part, best.lists[0] if best else names[0]
    return None, ()
