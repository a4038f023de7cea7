"""From judgements and a run to one judged list for each topic.

Documents stand in the order of falling scores. Equal scores are a tie group; with the policy
`trec` they are ordered by document name, the last one first, as trec_eval does. Topics that only
one of the files has are left out, as trec_eval leaves them out, and named.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from typing import Any

from metrics.language.parameters import PARAMETERS
from metrics.lists.judged import JudgedList
from metrics.naming import BadInput
from proofs.trec.qrels import Judgements
from proofs.trec.run import Scores

TIES = {
    "mean": "the mean over all orders within tie groups",
    "best": "the largest value of all orders within tie groups",
    "worst": "the smallest value of all orders within tie groups",
    "trec": "documents with equal scores by name, the last one first, as trec_eval does",
}


@dataclass(frozen=True)
class Topics:
    """The lists of the topics that both files have, and the names of the others."""

    lists: dict[str, JudgedList]
    without_run: tuple[str, ...]
    without_qrels: tuple[str, ...]
    largest_grade: int


def topics_of(qrels: Judgements, run: Scores, ties: str = "mean", c: Any = None) -> Topics:
    """Return the judged list of each topic, in the order of the judgements.

    Grades run to the largest one of all judgements, or to `c`, which none may exceed.
    """
    grades = [grade for judged in qrels.values() for grade in judged.values() if grade is not None]
    top = largest = max([1, *grades])
    if c is not None:
        top = PARAMETERS["c"].given(c)
        if largest > top:
            raise BadInput(f"the judgements have the grade {largest}, and c = {top}.")
    lists = {
        topic: judged_list(qrels[topic], run[topic], top, ties == "trec")
        for topic in qrels
        if topic in run
    }
    return Topics(
        lists,
        tuple(topic for topic in qrels if topic not in run),
        tuple(topic for topic in run if topic not in qrels),
        top,
    )


def judged_list(
    judged: Mapping[str, int | None], scores: Mapping[str, Decimal], top: int, by_name: bool
) -> JudgedList:
    """Return the list of one topic, for grades from 0 to `top`.

    >>> judged_list({"a": 1, "b": 0, "c": 2}, {"a": Decimal(2), "d": Decimal(2)}, 2, True)
    JudgedList(grades=(None, 1), unretrieved=(1, 0, 1), ties=())
    """
    names = sorted(scores, key=lambda name: name.encode(), reverse=True)
    names.sort(key=scores.__getitem__, reverse=True)
    left = [0] * (top + 1)
    for name, grade in judged.items():
        if grade is not None and name not in scores:
            left[grade] += 1
    grades = tuple(judged.get(name) for name in names)
    return JudgedList(grades, tuple(left), () if by_name else _ties(names, scores))


def _ties(names: list[str], scores: Mapping[str, Decimal]) -> tuple[tuple[int, ...], ...]:
    """Return the places of each group of equal scores, or nothing where no two are equal."""
    places = range(1, len(names) + 1)
    groups = groupby(places, key=lambda place: scores[names[place - 1]])
    found = tuple(tuple(group) for _, group in groups)
    return found if len(found) < len(names) else ()
