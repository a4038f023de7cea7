"""Declared metrics beside programs: their exact values at the inputs of programs.

A program has more to say than a formula: what it does with ties, with documents that were not
judged, and with scores that nearly tie. These are treatments, and each is one of a few.

>>> from proofs.programs.inputs import Judged
>>> ndcg = Declared.named("ndcg@1", 2)
>>> tie = Judged((0, 1), (1, 1))
>>> [ndcg.treating(ties=ties).value(tie).text for ties in ("mean", "best", "last")]
['0.5', '1.0', '1.0']
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from sympy import Mul, Piecewise, Sum, Symbol

from metrics import METRICS
from metrics.language.domains import LISTS, RANKINGS, TOPS, Domain
from metrics.language.given import rational
from metrics.language.lists import location, penalty
from metrics.language.parameters import SYMBOLS
from metrics.language.runs import c as largest_grade
from metrics.language.terms import Ratio, i, n, read
from metrics.language.terms import k as cut_off
from metrics.lists import LIST_METRICS, TOP_METRICS, cut_at
from metrics.lists.family import NUMBER, Family, parsed
from metrics.metric import Metric
from metrics.naming import ELSEWHERE, BadInput, find
from proofs.core.posed.named import metric_elsewhere
from proofs.core.valuing.evaluating import NotANumber, evaluated, interval
from proofs.core.valuing.lists import ListMetric
from proofs.programs.computed import Computed
from proofs.programs.inputs import JUDGED, Pair
from proofs.trusted.number import Number
from proofs.trusted.scene import numbers
from rankproof.line.failures import Undecided

TIES = {
    "mean": "the mean over all orders",
    "best": "the best order",
    "worst": "the worst order",
    "end": "each document as the last of its tie, as scikit-learn does in average precision",
    "last": "the last document first, as trec_eval does by name",
    "first": "the first document first, as listed",
}
UNJUDGED = {"zero": "count as grade 0", "drop": "are passed over"}
SCORES = {"exact": "compared as they are", "32 bits": "compared in 32 bits, so near ones tie"}
TREATMENTS = {"ties": TIES, "unjudged": UNJUDGED, "scores": SCORES}
BY_PLACE = ("last", "first")
PERSISTENCES = ("4/5", "9/10", "1/2", "19/20", "49/50")
PENALTIES = ("0", "1/2", "1")
OPEN = ("free", "…", NUMBER)


@dataclass(frozen=True)
class Exact:
    """The exact value of a declared metric: between two rational numbers, or none."""

    low: Fraction | None
    high: Fraction | None

    @property
    def text(self) -> str:
        """The value as a program would show it, rounded once."""
        return "undefined" if self.low is None else repr(float(self.low))

    def agrees(self, value: Computed, tolerance: Fraction) -> bool:
        """Tell whether a program computed this value; what has no value agrees with no number."""
        if self.low is None or self.high is None:
            return value.number is None
        if value.number is None:
            return False
        if max(abs(value.number - self.low), abs(value.number - self.high)) <= tolerance:
            return True
        if self.low - tolerance > value.number or self.high + tolerance < value.number:
            return False
        raise Undecided("a value lies too close to the tolerance")


def exact(value: Number) -> Exact:
    """Return a number between two rational ones."""
    return Exact(*interval(value))


@dataclass(frozen=True)
class Declared:
    """A metric of ours with its options, as a program of one kind of call would compute it.

    `options` are what it is written with; `treats` says what becomes of ties, of documents that
    were not judged and of near scores.
    """

    name: str
    metric: Metric
    call: str
    options: Mapping[str, str]
    given: Mapping[str, Any] = field(default_factory=dict)
    top: int = 2
    treats: Mapping[str, str] = field(default_factory=dict)
    plain: int = 0
    """How many options are not the usual ones: plainer metrics come first."""

    # From a name ---------------------------------------------------------------------------------

    @staticmethod
    def named(text: str, top: int, call: str = "qrels", p: str | None = None) -> Declared:
        """Return the metric of that name, for a kind of call."""
        given = {} if p is None else {"p": p}
        kind = "lists" if call in JUDGED else "rankings" if call == "rankings" else "tops"
        own = metric_elsewhere(text, kind)
        if own is not None:
            own.insist_given()
            made = Declared._of_ones_own(own, kind, top, call, given)
        elif call in JUDGED:
            found = ListMetric.named(text, given if _reads_p(text) else {})
            base, chosen, cut = parsed(text)
            family = find(base, LIST_METRICS, "metric of lists")
            options = {name: values[0] for name, values in family.choices.items()}
            written = {**options, **chosen, **({} if cut is None else {"cut": str(cut)})}
            made = Declared(text, found.metric, "qrels", written, found.given, top)
            made = made.treating(unjudged=found.unjudged)
        elif call == "rankings":
            made = Declared(text, find(text, METRICS, "metric"), call, {}, given)
        else:
            made = Declared(text, find(text, TOP_METRICS, "metric of top-k lists"), call, {}, given)
        made._insist_on_parameters()
        return made

    @staticmethod
    def _of_ones_own(
        metric: Metric, kind: str, top: int, call: str, given: Mapping[str, Any]
    ) -> Declared:
        """Return a formula, or what a plug-in declares, for a kind of call."""
        if (metric.domain.key or metric.domain.name) != kind:
            raise BadInput(
                f"{metric.name} scores {metric.domain.name}, and --call {call} gives {kind}."
            )
        read = given if "p" in metric.parameters else {}
        made = Declared(metric.name, metric, "qrels" if kind == "lists" else call, {}, read, top)
        return made.treating(unjudged=metric.unjudged) if kind == "lists" else made

    def _insist_on_parameters(self) -> None:
        free = [one for one in self.metric.parameters if one not in ("k", "j", *self.given)]
        if free:
            raise BadInput(f"{self.name} has no number while {free[0]} is free: give it.")

    def treating(self, **how: str) -> Declared:
        """Return the metric with other treatments."""
        return replace(self, treats={**self.treats, **how})

    @property
    def full_name(self) -> str:
        """The name with all its options, also the usual ones."""
        if self.call not in JUDGED:
            given = [f"{name}={value}" for name, value in self.given.items()]
            return self.metric.name + (f"({', '.join(given)})" if given else "")
        cut = self.options.get("cut")
        written = [f"{name}={value}" for name, value in self.options.items() if name != "cut"]
        written += [f"{name}={value}" for name, value in self.given.items()]
        written += [f"c={self.top}"] if self.metric.value.has(largest_grade) else []
        base = self.metric.name.partition("(")[0].partition("@")[0]
        inside = f"({', '.join(written)})" if written else ""
        return base + inside + ("" if cut is None else f"@{cut}")

    # Values --------------------------------------------------------------------------------------

    def value(self, one: Any) -> Exact:
        """Return the exact value at an input."""
        if self.call in JUDGED:
            how = {name: self.treats.get(name, next(iter(TREATMENTS[name]))) for name in TREATMENTS}
            ties = how["ties"]
            seen = one.coarse() if how["scores"] == "32 bits" else one
            if ties in BY_PLACE:
                seen = seen.with_groups(seen.broken(ties))
            return _of_list(self._key, seen.judged_list(self.top), ties, how["unjudged"])
        return _of_pair(self._key, one)

    @property
    def _key(self) -> _Key:
        return _Key(self.metric, self.call, tuple(self.given.items()), self.top)


@dataclass(frozen=True)
class _Key:
    metric: Metric
    call: str
    given: tuple[tuple[str, Any], ...]
    top: int


def _reads_p(text: str) -> bool:
    base, _, _ = parsed(text)
    return base == "rbp"


@cache
def _of_list(key: _Key, listed: Any, ties: str, unjudged: str) -> Exact:
    metric = ListMetric(key.metric, dict(key.given), unjudged)
    try:
        if ties == "end" and listed.ties:
            return exact(_each_at_the_end(metric, listed, key.top))
        return exact(metric.number(listed, ties if ties in ("best", "worst") else "mean", key.top))
    except NotANumber:
        return Exact(None, None)


def _each_at_the_end(metric: ListMetric, listed: Any, top: int) -> Number:
    """Return a value in which the term of each place is that of the last one of its tie.

    A metric that is no sum over places, or a quotient of one, has no such value.
    """
    kept, groups = metric.kept(listed)
    value = metric.metric.value
    quotient = value.args[-1][0] if isinstance(value, Piecewise) else value
    above = quotient.args[0] if isinstance(quotient, Ratio) else quotient
    sums = [part for part in Mul.make_args(above) if isinstance(part, Sum)]
    if len(sums) != 1 or sums[0].limits != ((i, 1, n),):
        raise NotANumber
    point: dict[Any, Any] = {n: len(kept), largest_grade: top, metric.metric.inputs[0]: kept}
    point |= {SYMBOLS[name]: numbers(v) for name, v in metric.settings(top).items()}
    ends = {place: last for first, last in groups for place in range(first, last + 1)}
    total: Number = 0
    for place in range(1, len(kept) + 1):
        end = ends.get(place, place)
        moved = (*kept[: place - 1], *kept[place:end], kept[place - 1], *kept[end:])
        there = {**point, i: end, metric.metric.inputs[0]: moved}
        total = total + evaluated(sums[0].function, there)
    known = Symbol("total")
    return evaluated(value.xreplace({sums[0]: known}), {**point, known: total})


@cache
def _of_pair(key: _Key, one: Pair) -> Exact:
    size = max((*one.one, *one.two), default=0)
    given = dict(key.given)
    convention = given.pop("convention", "items")
    point: dict[Any, Any] = {n: size}
    listings = (one.one, one.two)[-len(key.metric.inputs) :]
    point.update(zip(key.metric.inputs, listings, strict=True))
    symbols = {"k": cut_off, "penalty": penalty, "location": location}
    for name, value in given.items():
        symbol = symbols.get(name) or SYMBOLS[name]
        point[symbol] = rational(name, value)
    point.setdefault(location, max(len(one.one), len(one.two)) + 1)
    try:
        return exact(evaluated(read(key.metric.value, convention), point))
    except (NotANumber, ZeroDivisionError, KeyError):
        return Exact(None, None)


# All of them -------------------------------------------------------------------------------------


Cuts = tuple[int | None, ...]


def candidates(call: str, c: int, cuts: Cuts) -> list[Declared]:
    """Return all metrics that a program of a kind of call may compute, the plainest first."""
    domain = {"rankings": RANKINGS, "lists": TOPS}.get(call, LISTS)
    return _candidates(call, c, cuts, tuple(_ones_own(domain)))


@cache
def _candidates(call: str, c: int, cuts: Cuts, own: tuple[Metric, ...]) -> list[Declared]:
    made = {"rankings": _of_rankings, "lists": _of_tops}
    found = list(made[call](own) if call in made else _of_judged(c, cuts, own))
    return sorted(found, key=lambda one: (one.plain, len(one.name), one.name))


def _of_judged(c: int, cuts: Cuts, own: tuple[Metric, ...]) -> Iterator[Declared]:
    for family in LIST_METRICS.values():
        usual = {name: values[0] for name, values in family.choices.items()}
        values = [[v for v in every if v not in OPEN] for every in family.choices.values()]
        for chosen, cut in product(product(*values), cuts):
            options = dict(zip(family.choices, chosen, strict=True))
            plain = sum(value != usual[name] for name, value in options.items()) + (cut != cuts[0])
            yield from _variants(family, options, cut, c, plain)
    for metric in own:
        for cut in cuts if metric.depends_on_k() else (None,):
            made = cut_at(metric, cut) if cut is not None else metric
            for given in _settings(made) if "k" not in made.parameters else ():
                options = {} if cut is None else {"cut": str(cut)}
                treats = {"unjudged": metric.unjudged}
                yield Declared(made.name, made, "qrels", options, given, c, treats, len(given))


def _variants(
    family: Family, options: dict[str, str], cut: int | None, c: int, plain: int
) -> Iterator[Declared]:
    try:
        metric = family.variant(options, cut)
    except BadInput:  # p without a cut-off
        return
    written = options if cut is None else {**options, "cut": str(cut)}
    tops = (c, *[top for top in (1, 4) if top != c]) if metric.value.has(largest_grade) else (c,)
    every: list[dict[str, Any]] = [{}]
    if "p" in metric.parameters:
        every = [{"p": p} for p in PERSISTENCES]
    if "b" in metric.parameters:
        every = [{**given, "b": "2"} for given in every]
    for top, given in product(tops, every):
        treats = {"unjudged": metric.unjudged}
        name = f"{metric.name}{'' if top == c else f', c = {top}'}"
        yield Declared(name, metric, "qrels", written, given, top, treats, plain + (top != c))


def _of_rankings(own: tuple[Metric, ...]) -> Iterator[Declared]:
    for metric in (*METRICS.values(), *own):
        for given in _settings(metric):
            for convention in ("items", "ranks"):
                more = {**given, "convention": convention} if convention == "ranks" else given
                yield Declared(metric.name, metric, "rankings", {}, more, plain=len(more))


def _of_tops(own: tuple[Metric, ...]) -> Iterator[Declared]:
    for metric in (*TOP_METRICS.values(), *own):
        if "(" in metric.name:  # treatments of ties, which lists of names do not have
            continue
        for given in _settings(metric):
            yield Declared(metric.name, metric, "lists", {}, given, plain=len(given))


def _ones_own(domain: Domain) -> Iterator[Metric]:
    """Go through the metrics of a domain that were declared elsewhere and leave nothing free."""
    for (kind, _), one in sorted(ELSEWHERE.found.items()):
        if kind == "metric" and one.domain is domain and not one.free:
            yield one.settled()


def _settings(metric: Metric) -> list[dict[str, Any]]:
    known: dict[str, Any] = {"p": PERSISTENCES, "penalty": PENALTIES, "k": (1, 2), "j": (1, 2)}
    names = [name for name in metric.parameters if name != "location"]
    if not set(names) <= set(known):
        return []
    every = [dict(zip(names, one, strict=True)) for one in product(*[known[x] for x in names])]
    return [one for one in every if one.get("j", one.get("k")) == one.get("k")]
