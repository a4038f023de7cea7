"""Families of metrics of judged lists: one declaration for all variants of a measure.

A measure that libraries compute in different ways is one family with options; the first value of an
option is what is meant without it. Variants and cut-offs are written with the name.

>>> from metrics.lists import find_list_metric
>>> find_list_metric("ndcg( gain = exp )@3").name
'ndcg(gain=exp)@3'
>>> find_list_metric("ndcg(gain=cubic)")
Traceback (most recent call last):
...
metrics.naming.BadInput: ndcg has no gain=cubic: gain is linear, exp or free.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from sympy import Eq, Expr, Integer, Max, Piecewise, Sum, Symbol, log, true

from metrics.language.domains import RUNS
from metrics.language.given import rational, whole
from metrics.language.lists import Ideal, Length, Sorted, r
from metrics.language.runs import Gain, base
from metrics.language.terms import Indicator, Place, Ratio, i, n
from metrics.metric import Metric
from metrics.naming import BadInput, find

NAME = re.compile(r"\s*(\w{1,40})\s*(?:\(([^()]{0,200})\))?\s*(?:@\s*(\w{1,9}))?\s*")
LARGEST_CUT = 1_000_000
NUMBER = "a number"
above, document = Place("j"), Place("d")


@dataclass(frozen=True)
class Words:
    """The words in which a family is written: one list, its options and its cut-off."""

    options: Mapping[str, str]
    cut: Any
    listed: Any = r

    @property
    def retrieved(self) -> Any:
        """The number of retrieved documents: a run retrieves all of its documents."""
        return n if RUNS.ranges(self.listed) else Length(self.listed)

    def number(self, option: str) -> Any:
        """Return an option that is a number."""
        from sympy import Rational

        exact = rational(option, self.options[option])
        return Rational(exact.numerator, exact.denominator)

    @property
    def threshold(self) -> int:
        """The grade from which on a document is relevant."""
        return whole("rel", self.options.get("rel", 1), 1)

    def relevant(self, place: Any) -> Any:
        """Return 1 where the document at a place is relevant, else 0."""
        return Indicator(self.listed(place) >= self.threshold)

    def seen(self, place: Any) -> Any:
        """Return 1 where a place is retrieved and not beyond the cut-off, else 0."""
        cut = 1 if self.cut == n else Indicator(place <= self.cut)
        end = 1 if self.retrieved == n else Indicator(place <= self.retrieved)
        return cut * end

    @property
    def pool(self) -> Any:
        """R, the number of relevant documents of the pool."""
        return Sum(self.relevant(document), (document, 1, n))

    @property
    def found(self) -> Any:
        """The number of relevant documents that are seen."""
        return Sum(self.seen(document) * self.relevant(document), (document, 1, n))

    def over_seen(self, term: Any) -> Any:
        """Add a term in the place i up, over the places that are seen."""
        return Sum(self.seen(i) * term, (i, 1, n))

    def so_far(self, term: Any) -> Any:
        """Add a term in the place j up, from the top to the place i."""
        return Sum(term, (above, 1, i))

    def gain(self, grade: Any) -> Any:
        """Return the gain of a grade."""
        chosen = self.options["gain"]
        if chosen == "free":
            return Gain(grade)
        return grade if chosen == "linear" else 2**grade - 1

    def discount(self, place: Any) -> Any:
        """Return what the gain at a place is divided by."""
        if self.options["discount"] == "log2":
            return log(place + 1) / log(2)
        return Max(1, log(place) / log(base))

    @property
    def best(self) -> Any:
        """The ideal list: of the pool, or of what was retrieved."""
        if self.options.get("ideal", "pool") == "retrieved" and not RUNS.ranges(self.listed):
            return Sorted(self.listed)
        return Ideal(self.listed)


@dataclass(frozen=True, eq=False)
class Family:
    """A measure of judged lists with its variants.

    `value` writes a variant in the words of one list. A quotient is undefined where its divisor is
    0, as R is for a pool without relevant documents, unless `empty=0` or `empty=1` is chosen.
    """

    name: str
    title: str
    value: Callable[[Words], Expr]
    source: str
    options: Mapping[str, tuple[str, ...]]
    reading: str = ""
    is_quotient: bool = False
    unjudged: str = "zero"
    aliases: tuple[str, ...] = ()

    @cached_property
    def choices(self) -> dict[str, tuple[str, ...]]:
        """All options with their values, the default first."""
        more = {"empty": ("undefined", "0", "1")} if self.is_quotient else {}
        return {**self.options, **more}

    def variant(self, chosen: Mapping[str, Any], cut: Any = None, listed: Any = r) -> Metric:
        """Return the metric with some options chosen; `cut` is a number, k, or None for n."""
        options = {name: values[0] for name, values in self.choices.items()}
        options.update({name: self._option(name, str(value)) for name, value in chosen.items()})
        return _written(self, tuple(options.items()), cut, listed)

    def written(self, options: Mapping[str, str], cut: Any, listed: Any) -> Metric:
        """Return the metric with all options chosen."""
        depth = n if cut is None else cut if isinstance(cut, Symbol) else Integer(cut)
        words = Words(options, depth, listed)
        value = self.value(words)
        if options.get("empty") in ("0", "1") and isinstance(value, Ratio):
            nothing = Integer(int(options["empty"]))
            value = Piecewise((nothing, Eq(value.args[1], 0)), (value, true))
        named = [f"{n}={v}" for n, v in options.items() if v != self.choices[n][0]]
        variant = f"({', '.join(named)})" if named else ""
        at = "" if cut is None or isinstance(cut, Symbol) else f"@{cut}"
        return Metric(
            f"{self.name}{variant}{at}",
            f"{self.title}{variant}{at}",
            (listed,),
            value,
            "lists",
            True,
            self.source,
            reading=self.reading,
            depth=depth,
            rel=words.threshold,
            unjudged=self.unjudged,
        )

    def _option(self, name: str, value: str) -> str:
        if name not in self.choices:
            has = ", ".join(self.choices) or "no options"
            raise BadInput(f"{self.name} has no {name}: leave --{name} out. It has {has}.")
        values = self.choices[name]
        if NUMBER in values:
            number = rational(name, value)
            if number < 0:
                raise BadInput(f"{name} = {number} cannot be: it must be at least 0.")
            return str(number)
        if name == "rel":
            return str(whole("rel", value, 1, 1000))
        if value not in values:
            *most, last = values
            listed = f"{', '.join(most)} or {last}" if most else last
            raise BadInput(f"{self.name} has no {name}={value[:40]}: {name} is {listed}.")
        return value


@lru_cache(maxsize=256)
def _written(family: Family, options: tuple[tuple[str, str], ...], cut: Any, listed: Any) -> Metric:
    """Write a variant once: whoever drags grades asks for the same again and again."""
    return family.written(dict(options), cut, listed)


BINARY = {"rel": ("1", "2", "…")}


def parsed(text: str) -> tuple[str, dict[str, str], int | None]:
    """Read a name with its variants and cut-off, as ndcg(gain=exp)@3.

    >>> parsed("ndcg(gain=exp)@3")
    ('ndcg', {'gain': 'exp'}, 3)
    """
    found = NAME.fullmatch(text)
    if found is None:
        raise BadInput(f"{text[:60]!r} is no metric: write ndcg, ndcg@3 or ndcg(gain=exp)@3.")
    name, inside, cut = found.groups()
    chosen: dict[str, str] = {}
    for part in (inside or "").split(",") if (inside or "").strip() else ():
        option, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not option or not value or option in chosen:
            raise BadInput(f"{text[:60]!r}: options are written as (gain=exp, rel=2), each once.")
        chosen[option] = value
    return name, chosen, None if cut is None else whole("k", cut, 1, LARGEST_CUT)


def lookup(
    text: str,
    families: Mapping[str, Family],
    more: Mapping[str, Any],
    cut: Any = None,
    listed: Any = r,
) -> Metric:
    """Return the metric of that name; `more` has options that were given beside it.

    An option beside the name sets it for all metrics that have it.
    """
    name, chosen, own_cut = parsed(text)
    family = find(name, families, "metric of lists")
    given = {name: value for name, value in more.items() if name in family.choices}
    return family.variant({**given, **chosen}, own_cut if own_cut is not None else cut, listed)


__all__ = ["BINARY", "NUMBER", "Family", "Words", "above", "lookup", "parsed"]
