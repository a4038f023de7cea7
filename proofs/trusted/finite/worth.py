"""The worth of a list of labelled documents: what a measure gives to the weights of their labels.

Why it is right. It follows the definitions (`toma`): a label's weight is its dense rank by
distance from the best label, farthest = 0, or the number that the question gives to that rank;
aspect by aspect it is the dense rank of the entry. A document is relevant if its weight is above
0, or reaches the threshold. The measure reads the weights of the list, and those of the collection
from the largest down; the approach combines the scores of several aspects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from metrics.labels import LETTERS, s, x
from metrics.language.terms import k, n, p
from metrics.multi_aspect import D, R, b, c, g, m, r
from proofs.trusted.number import Inconclusive, Number
from proofs.trusted.scene import numbers, rational
from proofs.trusted.sign import sign_of
from proofs.trusted.value import Reading

Evaluate = Callable[[Any, dict[Any, Any]], Any]


def weights_of(setting: Any) -> dict[Any, list[Any]]:
    """Return the weights of every label."""
    space = setting.space
    if not setting.whole:
        steps = [sorted(set(aspect.embedding)) for aspect in space.aspects]
        return {
            label: [step.index(v) for step, v in zip(steps, space.embed(label), strict=True)]
            for label in space.labels()
        }
    away = {label: _distance(setting, label) for label in space.labels()}
    distinct: list[Number] = []
    for value in away.values():
        if all(sign_of(value - other) for other in distinct):
            distinct.append(value)
    weighting = numbers(setting.weighting or list(range(len(distinct))))
    if len(weighting) < len(distinct):
        raise Inconclusive("fewer weights than distances")
    return {
        label: [weighting[sum(sign_of(other - value) > 0 for other in distinct)]]
        for label, value in away.items()
    }


def _distance(setting: Any, label: Any) -> Number:
    point: dict[Any, Any] = {n: len(setting.space.aspects)}
    for base, here in ((x, label), (s, setting.space.best)):
        point[base] = numbers(setting.space.embed(here))
    for name, value in setting.checked.items():
        point[LETTERS[name]] = numbers(value)
    return Reading().value(setting.distance.value, point)


def is_relevant(setting: Any, weight: Any) -> bool:
    """Tell whether a weight is that of a relevant document."""
    least = setting.threshold
    return bool(weight > 0 if least is None else weight >= rational(least))


def has_enough(setting: Any, whole: Sequence[Sequence[Any]]) -> bool:
    """Tell whether a collection has as many relevant documents as the question asks."""
    columns = zip(*whole, strict=True)
    return all(
        sum(is_relevant(setting, w) for w in column) >= setting.relevant for column in columns
    )


def worth(
    setting: Any, shown: Sequence[Any], whole: Sequence[Any], evaluate: Evaluate | None = None
) -> Any:
    """Return the score of a list, from the weights of its documents and of the collection.

    `evaluate` gives the value of an expression at a point: an exact number unless another is given.
    """
    evaluate = evaluate or Reading().value
    scores = []
    for column, every in zip(zip(*shown, strict=True), zip(*whole, strict=True), strict=True):
        scores.append(evaluate(setting.measure.value, _measured(setting, column, every)))
    if setting.whole:
        return scores[0]
    if setting.approach.zero_if_one_is and any(_is_zero(score) for score in scores):
        return 0
    mix = setting.mix or [Fraction(1, len(scores))] * len(scores)
    point = {n: len(scores), m: scores, c: list(map(rational, mix))}
    return evaluate(setting.approach.value, point)


def _is_zero(score: Any) -> bool:
    return sign_of(Reading().value(score, {}) if hasattr(score, "args") else score) == 0


def _measured(setting: Any, column: Sequence[Any], every: Sequence[Any]) -> dict[Any, Any]:
    beyond = [0] * int(setting.bound.get("k", 0))
    relevant = [int(is_relevant(setting, weight)) for weight in column]
    point: dict[Any, Any] = {n: len(column), D: len(every)}
    point[R] = sum(is_relevant(setting, weight) for weight in every)
    point.update({{"k": k, "p": p}[name]: rational(v) for name, v in setting.bound.items()})
    point.update({r: [*relevant, *beyond], g: [*column, *beyond], b: sorted(every, reverse=True)})
    return point


def is_list(listed: Sequence[str], names: Sequence[str], kind: str) -> bool:
    """Tell whether a list of names is one of the kind that counts."""
    once = len(set(listed)) == len(listed)
    known = set(listed) <= set(names) and 1 <= len(listed) <= len(names)
    return (
        known and (kind == "repeats" or once) and (kind != "rankings" or len(listed) == len(names))
    )


def lists_of(names: Sequence[str], kind: str) -> Iterator[tuple[str, ...]]:
    """Go through the lists of documents that count."""
    for size in range(len(names) if kind == "rankings" else 1, len(names) + 1):
        for listed in product(names, repeat=size):
            if is_list(listed, names, kind):
                yield listed
