"""The language of statements: a closed set of nodes over the terms of `metrics`.

A statement is built from scores ``m(sigma, tau)`` of a metric that is filled in
later (a *slot*), SymPy's relations and connectives, ``Same`` (two listings are
equal) and the binders ``ForAll``, ``Exists`` and ``Mean``. :func:`plain` fills
the slots' arity and removes what no reader needs to know.

>>> from metrics.language.terms import sigma, tau
>>> from sympy import Eq
>>> m = Slot("m")
>>> ForAll(sigma, tau, Eq(m(sigma, tau), m(tau, sigma))).variables
(Ranking(sigma), Ranking(tau))
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sympy import Basic, Expr, Symbol, Tuple, false, preorder_traversal, sympify, true
from sympy.logic.boolalg import Boolean, BooleanAtom

from metrics.language.lists import PoolList, TopList
from metrics.language.runs import Degree, Run
from metrics.language.terms import Listing, Named, Place, Ranking, Value, read
from metrics.metric import Metric

Variable = Ranking | Place | Run | Degree | PoolList | TopList


class Scaled(Basic):
    """All weights of one kind are multiplied by a number; which kind is any of them."""


class Moved(Basic):
    """The weights of items move with the items: what was called ν(x) is called x."""


class Slot(Named):
    """A metric to be filled in; ``m.at(k)`` is the same metric with cut-off k.

    ``m.scaled(t)`` and ``m.moved(nu)`` are the metric with other weights.
    """

    @property
    def cutoff(self) -> Any:
        """The cut-off, or None."""
        return self.args[1] if len(self.args) > 1 and self.change is None else None

    @property
    def change(self) -> Scaled | Moved | None:
        """What is done to the weights, or None."""
        last = self.args[-1]
        return last if isinstance(last, Scaled | Moved) else None

    def scaled(self, factor: Symbol) -> Slot:
        """Return the slot with the weights of one kind multiplied."""
        return Slot(self.args[0], Scaled(factor))

    def moved(self, names: Ranking) -> Slot:
        """Return the slot with the weights of items moved."""
        return Slot(self.args[0], Moved(names))

    def at(self, cutoff: Any) -> Slot:
        """Return the slot with a cut-off."""
        return Slot(self.args[0], cutoff)

    def __call__(self, *listings: Listing) -> Score:
        return Score(self, *listings)

    def benefit(self, *listings: Listing) -> Benefit:
        """Return the score, turned so that higher is better."""
        return Benefit(self, *listings)


class Score(Value):
    """The value of a metric at listings."""

    is_real = True

    @property
    def slot(self) -> Slot:
        """The metric's slot."""
        return self.args[0]

    @property
    def listings(self) -> tuple[Listing, ...]:
        """What is scored."""
        return self.args[1:]


class Benefit(Value):
    """The score, or its negative where a lower score is better."""

    is_real = True


class Declared(Value):
    """A number that the metric in a slot declares."""

    is_integer = True
    is_positive = True
    field = ""


class Depth(Declared):
    """How far the metric in a slot looks: its cut-off, or n."""

    field = "depth"


class Threshold(Declared):
    """The grade from which on the metric in a slot calls a document relevant."""

    field = "rel"


class Defined(Boolean):
    """The metric in a slot has a value at a listing; it names no value, so no case is undefined."""

    @property
    def slot(self) -> Slot:
        """The metric's slot."""
        return self.args[0]

    @property
    def listings(self) -> tuple[Listing, ...]:
        """What is scored."""
        return self.args[1:]


class Same(Boolean):
    """Two listings are equal."""

    written = ("{0} = {1}", "{0} = {1}")

    def __new__(cls, left: Listing, right: Listing) -> Boolean:
        return true if left == right else Basic.__new__(cls, left, right)


class _Binder(Basic):
    """A binder: variables, and what is said of them."""

    def __new__(cls, *variables_and_body: Any) -> Any:
        *variables, body = variables_and_body
        if len(variables) == 1 and isinstance(variables[0], Tuple):
            variables = list(variables[0])
        return Basic.__new__(cls, Tuple(*variables), body) if variables else body

    @property
    def variables(self) -> tuple[Variable, ...]:
        """The bound variables, in their order."""
        return tuple(self.args[0])

    @property
    def body(self) -> Any:
        """What is said of them."""
        return self.args[1]

    @property
    def free_symbols(self) -> set[Symbol]:
        return self.body.free_symbols - set(self.variables)


class ForAll(_Binder, Boolean):
    """For all values of the variables."""


class Exists(_Binder, Boolean):
    """For some values of the variables."""


class Mean(_Binder, Expr):
    """The average over all values of the variables that satisfy a condition."""

    is_commutative = True
    is_real = True

    def __new__(cls, *arguments: Any, where: Any = true) -> Mean:
        if isinstance(arguments[0], Tuple):
            return Basic.__new__(cls, *arguments)
        *variables, body = arguments
        return Basic.__new__(cls, Tuple(*variables), body, where)

    @property
    def where(self) -> Any:
        """The condition."""
        return self.args[2]


class Greatest(Mean):
    """The largest value over all values of the variables that satisfy a condition."""


class Smallest(Mean):
    """The smallest value over all values of the variables that satisfy a condition."""


def bound_variables(formula: Basic) -> list[Variable]:
    """Return the variables that binders of a formula introduce, outermost first."""
    own = list(formula.variables) if isinstance(formula, _Binder) else []
    return own + [v for argument in formula.args for v in bound_variables(argument)]


def mentions(formula: Basic, variable: Variable) -> bool:
    """Tell whether a variable occurs in a formula."""
    return any(node == variable for node in preorder_traversal(formula))


def plain(formula: Basic, metrics: Mapping[str, Metric], convention: str) -> Basic:
    """Return the formula as readers know it, for these metrics and this convention.

    Metrics with one input keep the last listing of a score; benefits become
    signed scores; cut-offs of metrics without one are dropped; words that depend
    on the convention are resolved; variables that are no longer used disappear, but one.
    """

    def score(slot: Slot, *listings: Listing) -> Score:
        metric = metrics[slot.name]
        kept = slot if metric.depends_on_k() or slot.change else Slot(slot.args[0])
        return Score(kept, *listings[len(listings) - len(metric.inputs) :])

    def benefit(slot: Slot, *listings: Listing) -> Expr:
        value = score(slot, *listings)
        return value if metrics[slot.name].higher_is_better else -value

    def declared(e: Any) -> Expr:
        return sympify(getattr(metrics[e.args[0].name], e.field), strict=True)

    opened = formula.replace(Benefit, benefit).replace(Score, score)
    opened = opened.replace(lambda e: isinstance(e, Declared), declared)
    found = _without_unused(read(opened, convention))
    bound = isinstance(formula, ForAll | Exists)
    if bound and not isinstance(found, ForAll | Exists | BooleanAtom):
        return formula.func(*formula.variables[:1], found)  # of one case: any value is it
    return found


def _without_unused(formula: Basic) -> Basic:
    if isinstance(formula, Mean):
        body, where = _without_unused(formula.body), _without_unused(formula.where)
        used = [v for v in formula.variables if mentions(body, v) or mentions(where, v)]
        return formula.func(Tuple(*used), body, where)
    if isinstance(formula, ForAll | Exists):
        body = _without_unused(formula.body)
        used = [v for v in formula.variables if mentions(body, v) or v.domain.values is None]
        kept = used or (formula.variables[:1] if body == false else [])  # any value refutes it
        return formula.func(*kept, body)
    return formula
