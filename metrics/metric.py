"""What a metric is: a SymPy expression over one or two rankings.

The expression has symbolic n, and k, j or p where the metric needs them.

>>> from metrics.error import mae
>>> mae.parameters
()
>>> from metrics.overlap import recall
>>> recall.parameters
('j', 'k')
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sympy import (
    Add,
    Dummy,
    Expr,
    Integer,
    Le,
    Mul,
    Piecewise,
    Pow,
    Product,
    Sum,
    Tuple,
    diff,
    log,
    nan,
    sympify,
)

from metrics.language.domains import LISTS, RUNS, Domain, Size
from metrics.language.given import FREE, insist_exact
from metrics.language.lists import Ideal, PoolList, Sorted, TopList
from metrics.language.parameters import CUTOFFS, PARAMETERS, SYMBOLS, insist_given, used_by
from metrics.language.premises import FULL_DEPTH
from metrics.language.runs import FreeWeight, Grade, PlaceWeight, Run, c
from metrics.language.terms import (
    At,
    Inverse,
    ItemAt,
    Listing,
    Ranking,
    RankOf,
    Ratio,
    i,
    k,
    n,
    read,
)
from metrics.language.text.own_parameters import OwnParameter
from metrics.language.weight_symbols import Height
from metrics.naming import BadInput

WHOLE = (Tuple(i, 1, n),)


@dataclass(frozen=True, repr=False)
class Metric:
    """A ranking evaluation metric, written once for every reader.

    `depth` is how far a metric of lists looks: a cut-off, or n where it has none; `rel` is the
    grade from which on it calls a document relevant; `unjudged` says whether retrieved documents
    without a judgement count as grade 0 ("zero"), or are passed over ("drop"). A metric of rankings
    that walks down the places i may be cut off at a place k. `origin` is where a metric that is
    not ours comes from: a file, a plug-in, a formula that was given. `own` are parameters that
    the metric alone has; once they are given, `template` is the formula that names them.
    """

    name: str
    title: str
    inputs: tuple[Ranking | Run | PoolList | TopList, ...]
    value: Expr
    family: str
    higher_is_better: bool
    source: str
    bounds: tuple[Any, Any] | None = None
    largest_k: Expr = n
    reading: str = ""
    aliases: tuple[str, ...] = ()
    fixed: tuple[tuple[str, int], ...] = ()
    depth: Expr = n
    rel: int = 1
    walks_down: bool = False
    unjudged: str = "zero"
    own: tuple[OwnParameter, ...] = ()
    template: Expr | None = None
    origin: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        insist_exact(f"metric {self.name!r}", self.value)
        self._check_names()
        self._check_fixed()

    def _check_names(self) -> None:
        """Refuse symbols and listings that no reader could give a value."""
        known = {n, *SYMBOLS.values()} | ({c} if self.domain in (RUNS, LISTS) else set())
        known |= self.value.atoms(FreeWeight)
        known |= {one.symbol for one in self.own if one.is_free or self.template is None}
        for symbol in sorted(self.value.free_symbols - known, key=str):
            raise ValueError(
                f"metric {self.name!r}: the symbol {symbol} has no meaning here. Import n, k, j "
                "and p from metrics.language.terms; a Symbol of your own of that name is another. "
                "A parameter of your own is declared: own=(OwnParameter(...),), with its symbol."
            )
        for total in self.value.atoms(Sum, Product):
            for index, low, _ in total.limits:
                if not low.is_positive:
                    raise ValueError(
                        f"metric {self.name!r}: {index} runs from {low}, and an index must "
                        "start at 1 or later."
                    )
        for entry in self.value.atoms(At, RankOf, ItemAt, Grade):
            listing = entry.args[0]
            made = isinstance(listing, Inverse | Ideal | Sorted)
            inner = listing.args[0] if made else listing
            if inner not in self.inputs:
                raise ValueError(
                    f"metric {self.name!r}: the entries of {listing} cannot be read: only those of "
                    "its inputs and their inverses can."
                )

    def _check_fixed(self) -> None:
        """Refuse sizes that are none."""
        sizes = ("n", "c") if self.domain in (RUNS, LISTS) else ("n",)
        for name, value in self.fixed:
            whole = isinstance(value, int) and not isinstance(value, bool) and value >= 1
            if name not in sizes or not whole:
                raise BadInput(
                    f"metric {self.name!r}: fixed {str(name)[:40]} = {str(value)[:40]} is no size: "
                    f"{' and '.join(sizes)} may be fixed, to a whole number from 1."
                )

    @property
    def domain(self) -> Domain:
        """What the metric scores: rankings or judged runs."""
        return self.inputs[-1].domain

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters that the value depends on, such as k or p."""
        return used_by(self.value)

    @property
    def tables(self) -> tuple[str, ...]:
        """The parameters that are lists of numbers: gains, weights, heights."""
        return tuple(name for name in PARAMETERS if name in self.parameters and name not in SYMBOLS)

    def definitions(self) -> dict[str, str]:
        """Return what the metric is defined by, as text."""
        return {self.name: str(self.value)}

    def open(self, listings: tuple[Listing, ...], convention: str) -> Expr:
        """Return the value at `listings`, with fresh indices so that none is captured.

        A metric with one input reads the last listing. A remainder of a division by 0, for which
        SymPy has no value, is undefined.
        """
        given = listings[len(listings) - len(self.inputs) :]
        body = fresh_indices(read(self.value, convention))
        try:
            return body.xreplace(dict(zip(self.inputs, given, strict=True)))
        except ZeroDivisionError:
            return nan

    def cutoffs(self, n_value: int) -> range:
        """Return the cut-offs that the metric takes at `n_value`.

        >>> from metrics.overlap import recall
        >>> list(recall.cutoffs(4))
        [1, 2, 3]
        """
        return range(1, int(self.largest_k.subs(n, n_value)) + 1)

    def depends_on_k(self) -> bool:
        """Tell whether the metric has a cut-off."""
        return "k" in self.parameters

    def cut_off(self, at: int) -> Metric:
        """Return the metric that looks at the first k places only, with k = `at` to be given.

        >>> from metrics.gain import dcg
        >>> dcg.cut_off(3).parameters
        ('k',)
        """
        if not self.walks_down and not self.depends_on_k():
            raise BadInput(f"{self.name} has no cut-off: it reads whole rankings. Leave @{at} out.")

        def shorter(total: Any) -> Any:
            return Sum(total.function, (i, 1, k))

        def cut(value: Expr) -> Expr:
            if not self.walks_down:
                return value
            return value.replace(lambda e: isinstance(e, Sum) and e.limits == WHOLE, shorter)

        name, title = (f"{text}@{at}" for text in (self.name, self.title))
        return self.rewritten(cut, name=name, title=title, bounds=None)

    def filled(self, n_value: int, given: Mapping[str, Any]) -> Metric:
        """Return the metric with given heights put in; of runs the cut-off and weights of places.

        Free heights stay, free weights of places are symbols.

        >>> from metrics.graded import rr
        >>> rr.filled(5, {}).value == rr.filled(5, {"k": 5}).value.xreplace({Integer(5): n})
        True
        """
        if self.domain is RUNS:
            depth = {SYMBOLS["k"]: sympify(given.get("k", n), strict=True)}
            free = tuple(map(FreeWeight, range(1, n_value + 1)))
            weights = given.get("place_weights", free)
            whole = self.rewritten(lambda value: value.xreplace(depth))
            return whole._spelled(PlaceWeight, weights, n_value)
        heights = given.get("heights", FREE)
        return self if heights == FREE else self._spelled(Height, heights, n_value)

    def _spelled(self, word: type[Expr], numbers: Sequence[Any], n_value: int) -> Metric:
        """Return the metric with numbers for a word, the sums that name it written out."""
        if not self.value.has(word):
            return self
        written = WrittenOut(self.name, word, numbers, n_value)
        return self.rewritten(written.of)

    def slope(self, parameter: str) -> Metric:
        """Return the derivative of the metric by a parameter that it reads.

        >>> from metrics.practice import rbp
        >>> rbp.slope("p").name
        "rbp'"
        """
        if parameter not in self.parameters:
            raise BadInput(f"{self.name} has no {parameter} to rise or fall with.")
        if not _is_smooth(self.value, SYMBOLS[parameter]):
            raise BadInput(
                f"{self.name} need not have a slope in {parameter} everywhere: {parameter} stands "
                "in a condition, a limit, or a word such as abs, max, min, sign or floor."
            )
        return self.rewritten(lambda value: diff(value, SYMBOLS[parameter]), name=f"{self.name}'")

    def rewritten(self, change: Callable[[Expr], Expr], **more: Any) -> Metric:
        """Return the metric with another formula, changed alike with and without its numbers."""
        template = None if self.template is None else change(self.template)
        return replace(self, value=change(self.value), template=template, **more)

    def bound(self, n_value: int, given: dict[str, Any]) -> dict[str, Any]:
        """Check the parameters for this metric at `n_value`; return them as exact numbers."""
        wanted = [name for name in self.parameters if name in SYMBOLS]
        values = {name: PARAMETERS[name].given(given[name]) for name in given if name in SYMBOLS}
        values = {name: n_value if value == FULL_DEPTH else value for name, value in values.items()}
        if "j" in wanted and "j" not in values and "k" in values:
            values["j"] = values["k"]
        for name in wanted:
            insist_given(self.name, [name], values)
            if name in CUTOFFS:
                called = name if name in given else "k"
                self._check_cutoff(called, values[name], n_value)
            else:
                PARAMETERS[name].admit(values[name], Size(n_value), given)
        return {name: sympify(values[name], strict=True) for name in wanted}

    def at(self, parameters: Mapping[str, Any]) -> Metric:
        """Return the metric with values for parameters of its own, put into the formula.

        The formula is read again with the numbers in it, as from a file: what divides by 0 then is
        refused, and so is a value outside the premises.
        """
        from metrics.language.text.metric_table import with_values

        return with_values(self, parameters)

    @property
    def free(self) -> dict[str, OwnParameter]:
        """The parameters of the metric's own that were not given, by name."""
        return {one.name: one for one in self.own if one.is_free}

    def insist_given(self) -> None:
        """Refuse to go on without a parameter of the metric's own, and say how to give it."""
        for one in self.free.values():
            raise BadInput(f"{self.name} needs {one.needed()}; it is free only in axioms.")

    def settled(self) -> Metric:
        """Return the metric with the values in its formula that its parameters have already."""
        given = any(not one.is_free for one in self.own)
        return self.at({}) if given and self.template is None else self

    def insist_made_for(self, n_value: int | None, top: int = 1) -> None:
        """Refuse a metric that was made for one size at another; without n for every n."""
        for name, value in self.fixed:
            if n_value is None:
                sizes = " and ".join(name for name, _ in self.fixed)
                raise BadInput(f"{self} was made for one {sizes}: give that.")
            if {"n": n_value, "c": top}[name] != value:
                raise BadInput(f"{self} was made for {name} = {value}, and for no other.")

    def _check_cutoff(self, name: str, value: int, n_value: int) -> None:
        top = value if self.domain is LISTS else self.cutoffs(n_value).stop - 1
        if not 1 <= value <= top:
            bound = "n" if self.largest_k == n else "n − 1"
            raise BadInput(
                f"{name} = {value} does not fit {self.name} at n = {n_value}: "
                f"it needs 1 ≤ {name} ≤ {bound}"
                + (f" = {top}." if top >= 1 else f", so n must be at least {2 - top}.")
            )

    def _repr_latex_(self) -> str:
        from metrics.language.term_printing import metric_latex

        return "$$" + metric_latex(self) + "$$"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}: {self.title}>"

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class WrittenOut:
    """Puts numbers in for a word, heights or weights of places, and writes out what counts them.

    A sum up to a cut-off has a branch for each place; a place that has no number is refused.
    """

    subject: str
    word: type[Expr]
    numbers: Sequence[Any]
    n_value: int

    def of(self, value: Any) -> Any:
        """Return a term with the numbers in it."""
        if not value.has(self.word):
            return value
        if isinstance(value, Sum | Product):
            parts = [self.of(part) for part in self._terms(value)]
            return Add(*parts) if isinstance(value, Sum) else Mul(*parts)
        if isinstance(value, self.word):
            return self._number(value.args[0])
        return value.func(*map(self.of, value.args))

    def _terms(self, total: Any) -> list[Any]:
        *inner, (index, *limits) = total.limits
        body = total.func(total.function, *inner) if inner else total.function
        low, high = (limit.xreplace({n: Integer(self.n_value)}) for limit in limits)
        last = Integer(self.n_value) if high in (SYMBOLS["k"], SYMBOLS["j"]) else high
        if not (low.is_Integer and last.is_Integer):
            raise BadInput(f"{self.subject} has numbers of places in a sum that ends at {high}.")
        none = Integer(0 if isinstance(total, Sum) else 1)
        terms = [(place, body.xreplace({index: Integer(place)})) for place in range(low, last + 1)]
        if last == high:
            return [term for _, term in terms]
        return [Piecewise((term, Le(place, high)), (none, True)) for place, term in terms]

    def _number(self, place: Any) -> Any:
        at = place.xreplace({n: Integer(self.n_value)})
        if not at.is_Integer:
            raise BadInput(f"{self.subject} has a number that is read at {place}, not by a sum.")
        if not 1 <= at <= len(self.numbers):
            raise BadInput(f"{self.subject} reads number {at} of {len(self.numbers)}.")
        return self.numbers[int(at) - 1]


def fresh_indices(expression: Expr) -> Expr:
    """Rename every summation and product index to a fresh dummy, innermost first.

    >>> from metrics.language.terms import i, sigma
    >>> opened = fresh_indices(Sum(sigma(i), (i, 1, n)))
    >>> i in opened.atoms(type(i))
    False
    """
    if not expression.args or isinstance(expression, At):
        return expression
    rebuilt = expression.func(*[fresh_indices(argument) for argument in expression.args])
    if not isinstance(rebuilt, Sum | Product):
        return rebuilt
    renaming = {
        limit[0]: Dummy(limit[0].name, integer=True, positive=True)
        for limit in rebuilt.limits
        if not isinstance(limit[0], Dummy)
    }
    return rebuilt.xreplace(renaming)


def _is_smooth(e: Any, parameter: Any) -> bool:
    """Tell whether a parameter stands where a value has a slope in it, wherever it is defined."""
    if e == parameter or not e.has(parameter):
        return True
    if isinstance(e, Sum | Product):
        ends = (end for _, *both in e.limits for end in both)
        return _is_smooth(e.function, parameter) and not any(end.has(parameter) for end in ends)
    if isinstance(e, Piecewise):
        return all(_is_smooth(v, parameter) and not when.has(parameter) for v, when in e.args)
    smooth = isinstance(e, Add | Mul | Pow | log | Ratio)
    return smooth and all(_is_smooth(part, parameter) for part in e.args)
