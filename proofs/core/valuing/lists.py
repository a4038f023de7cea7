"""Values of metrics of judged lists: at one list that is given, and at many for files.

A retrieved document that was not judged counts as grade 0, or is dropped first. With tie groups the
value is the mean over all orders within them, or the largest or smallest.

>>> from metrics.lists.judged import JudgedList
>>> print(ListMetric.named("ap", {}).number(JudgedList((1, 0, 1), (0, 1), ((1,), (2, 3))), "mean"))
11/18
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from metrics import METRICS, RUN_METRICS, TEXTBOOK_METRICS
from metrics.language.domains import Size
from metrics.language.given import entries, whole
from metrics.language.parameters import PARAMETERS, SYMBOLS, checked
from metrics.language.pools import word
from metrics.language.runs import c
from metrics.language.terms import n
from metrics.language.weight_symbols import assumptions
from metrics.lists import LIST_METRICS, cut_at, find_list_metric
from metrics.lists.judged import JudgedList
from metrics.metric import Metric
from metrics.naming import BadInput
from proofs.core.posed.lists import LARGEST_C, VARIANTS, insist_read_by
from proofs.core.valuing.tied import Tied
from proofs.core.valuing.valued import (
    Value,
    completed,
    filled_in,
    free_readings,
    own_reading,
)
from proofs.trusted.number import Number
from proofs.trusted.scene import numbers

TIES = {
    "mean": "ties: the mean over all orders within tie groups",
    "best": "ties: the largest value of all orders within tie groups",
    "worst": "ties: the smallest value of all orders within tie groups",
}
UNJUDGED = {
    "zero": "unjudged documents count as grade 0",
    "drop": "unjudged documents are dropped first",
}
OTHERS = (METRICS, RUN_METRICS, TEXTBOOK_METRICS)
MARKS = ("-", "\N{EN DASH}", "\N{MINUS SIGN}")
"""What stands for the grade of an unjudged document."""


@dataclass(frozen=True)
class ListMetric:
    """A metric of lists with its variant, and what was given besides."""

    metric: Metric
    given: dict[str, Any]
    unjudged: str

    @staticmethod
    def named(metric: str | Metric, given: Mapping[str, Any]) -> ListMetric:
        """Return the metric of that name; `given` has variants, a cut-off and parameters."""
        left = dict(given)
        variants = {name: left.pop(name) for name in VARIANTS if name in left}
        cut = left.pop("k", None)
        unjudged = left.pop("unjudged", None)
        if cut is not None:
            cut = whole("k", cut, 1)
        if not isinstance(metric, Metric):
            insist_read_by([metric], variants, cut)
            metric = find_list_metric(metric, variants, cut)
        elif variants:
            raise BadInput(f"{metric.name} is declared already: leave --{min(variants)} out.")
        else:
            metric = cut_at(metric, cut)
        if unjudged is not None and unjudged not in UNJUDGED:
            raise BadInput(f"--unjudged {str(unjudged)[:40]!r} is not one of zero, drop.")
        return ListMetric(metric, left, unjudged or metric.unjudged)

    def settings(self, top: int) -> dict[str, Any]:
        """Return the parameters that were given, checked for grades from 0 to `top`."""
        if top > LARGEST_C:
            raise BadInput(f"a largest grade of {top} is out of reach: at most {LARGEST_C}.")
        wanted = tuple(name for name in self.metric.parameters if name != "k")
        return checked(self.metric.name, wanted, self.given, Size(1, top))

    def number(self, judged: JudgedList, ties: str, top: int | None = None) -> Number:
        """Return the value at a list as an exact number; nothing may be free."""
        largest = top_of(judged) if top is None else top
        settings = self.settings(largest)
        free = [name for name in self.metric.parameters if name not in settings]
        if free:
            raise BadInput(f"{self.metric.name} has no number while {free[0]} is free: give it.")
        kept, groups = self.kept(judged)
        point: dict[Any, Any] = {n: len(kept), c: largest}
        for name, value in settings.items():
            point[SYMBOLS.get(name, name)] = numbers(value)
        tied = Tied(self.metric.value, self.metric.inputs[0], kept, groups, point)
        return tied.mean() if ties == "mean" else tied.extreme(ties == "best")

    def kept(self, judged: JudgedList) -> tuple[tuple[int, ...], list[tuple[int, int]]]:
        """Return the word of a list, and its tie groups by their first and last places."""
        drop = self.unjudged == "drop"
        keeps = [grade is not None or not drop for grade in judged.grades]
        groups, end = [], 0
        for group in judged.ties:
            size = sum(keeps[place - 1] for place in group)
            groups += [(end + 1, end + size)] if size > 1 else []
            end += size
        grades = [grade or 0 for grade, keep in zip(judged.grades, keeps, strict=True) if keep]
        return word(grades, judged.unretrieved), groups


def top_of(judged: JudgedList) -> int:
    """Return the largest grade: one less than the number of counts, or that of the list."""
    grades = [grade for grade in judged.grades if grade is not None]
    return max([1, len(judged.unretrieved) - 1, *grades])


def is_of_lists_alone(name: str) -> bool:
    """Tell whether a name is that of a metric of lists, and of no other."""
    if "@" in name or "(" in name:
        return True
    return name in LIST_METRICS and not any(name in others for others in OTHERS)


# One list ----------------------------------------------------------------------------------------


def of_a_list(metric: str | Metric, given: dict[str, Any]) -> Value:
    """Return the value at a list that was given."""
    top = given.pop("c", None)
    listed, counts, groups = (given.pop(x, None) for x in ("grades", "unretrieved", "groups"))
    judged = read_list(listed, counts, groups, top)
    ties = given.pop("ties", None)
    if ties is not None and not judged.ties:
        raise BadInput("the list has no tie groups: leave --ties out, or add --groups.")
    if ties is not None and ties not in TIES:
        raise BadInput(f"--ties {str(ties)[:40]!r} is not one of {', '.join(TIES)}.")
    if "unjudged" in given and None not in judged.grades:
        raise BadInput("every document of the list is judged: leave --unjudged out.")
    found = ListMetric.named(metric, given)
    return _valued(found, judged, ties or "mean")


def _valued(found: ListMetric, judged: JudgedList, ties: str) -> Value:
    metric, top = found.metric, top_of(judged)
    metric.insist_made_for(len(judged.grades) + sum(judged.unretrieved), top)
    settings = found.settings(top)
    assume = assumptions("")
    readings = [f"lists: grades 0, …, {top} from the top; after | those not retrieved"]
    readings += [UNJUDGED[found.unjudged]] if None in judged.grades else []
    readings += [TIES[ties]] if judged.ties else []
    made = Value(
        metric.name,
        metric.title,
        {metric.inputs[0].name: judged.as_json()},
        {"c": top, **settings},
        readings=(*readings, *own_reading(metric), *free_readings(metric, settings, assume)),
    )
    if judged.ties:
        return filled_in(made, lambda: found.number(judged, ties))
    kept, _ = found.kept(judged)
    point: dict[Any, Any] = {n: len(kept), c: top, metric.inputs[0]: kept}
    asked = SimpleNamespace(n=len(kept), c=top, assume=assume)
    return completed(made, metric, point, settings, asked)


def read_list(grades: Any, unretrieved: Any, groups: Any, top: Any) -> JudgedList:
    """Read a list: grades from the top, how many others there are of each grade, tie groups.

    >>> read_list("2,-,1", "0,1,0", "1;2,3", None)
    JudgedList(grades=(2, None, 1), unretrieved=(0, 1, 0), ties=((1,), (2, 3)))
    """
    listed = tuple(_grade(entry) for entry in _entries(grades))
    counts = tuple(whole("unretrieved", e, 0, 100_000) for e in _entries(unretrieved))
    largest = max([grade for grade in listed if grade is not None], default=0)
    c_value = max(1, len(counts) - 1 if counts else largest)
    if top is not None:
        c_value = PARAMETERS["c"].given(top)
        if counts and len(counts) != c_value + 1:
            raise BadInput(
                f"--unretrieved has {len(counts)} counts, and c = {c_value} has {c_value + 1} "
                "grades: give one count for each, from grade 0 on."
            )
    if largest > c_value:
        why = f"c = {c_value}" if top is not None else f"--unretrieved has {len(counts)} counts"
        more = "a larger --c" if top is not None else f"one for each grade from 0 to {largest}"
        raise BadInput(f"the grade {largest} is outside 0, …, {c_value}: {why}. Give {more}.")
    counts = (*counts, *[0] * (c_value + 1 - len(counts)))
    return JudgedList(listed, counts, _groups(groups, len(listed)))


def _entries(given: Any) -> list[Any]:
    return [] if given is None or (isinstance(given, str) and not given.strip()) else entries(given)


def _grade(entry: Any) -> int | None:
    if entry is None or entry in MARKS:
        return None
    return whole("grades", entry, 0, LARGEST_C)


def _groups(given: Any, size: int) -> tuple[tuple[int, ...], ...]:
    """Read tie groups: every place of the list once, in order."""
    if given is None:
        return ()
    found = tuple(tuple(whole("groups", e) for e in entries(g)) for g in entries(given, ";"))
    if [place for group in found for place in sorted(group)] != list(range(1, size + 1)):
        raise BadInput(
            f"the tie groups do not cover the list: they must have the places 1, …, {size} in "
            "order, each once, as in 1;2,3."
        )
    return found


__all__ = ["TIES", "UNJUDGED", "ListMetric", "is_of_lists_alone", "of_a_list"]
