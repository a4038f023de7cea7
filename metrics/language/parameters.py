"""Parameters: what may be given with a question, or left free, and under which premises.

One declaration says everything about a parameter: how it is read, what it must satisfy, which
symbol or words of a formula stand for it, what a question means without it, some small values to
try, and what the command line says of it. Options, checks, advice and readings follow from it.

>>> PARAMETERS["p"].given("4/5")
4/5
>>> from metrics.language.terms import k, n
>>> used_by(k / n)
('k',)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from sympy import Basic, Rational

from metrics.language import given as read
from metrics.language import premises
from metrics.language import weight_symbols as weights
from metrics.language.domains import Size
from metrics.language.given import FREE
from metrics.language.lists import location, penalty
from metrics.language.runs import Gain, PlaceWeight, base, recall_base
from metrics.language.terms import j, k, p
from metrics.language.weight_symbols import FIXED_POINTS, Assumptions
from metrics.naming import BadInput

Check = Callable[[Any, Size, Mapping[str, Any]], None]


@dataclass(frozen=True)
class Parameter:
    """What may be given with a question: a number, a list of numbers, a word.

    `read` turns what a person gave into an exact value; `admit` refuses values that do not fit the
    size or what else was given. `symbol` and `words` are what stands for it in a formula. `free` is
    what an answer speaks of where nothing is given; without it the parameter must be given, unless
    it has a default. `quantified` is the range that a statement shows for a free table.
    """

    name: str
    help: str
    read: Callable[[str, Any], Any]
    advice: str = ""
    admit: Check = premises.anything
    symbol: Basic | None = None
    words: tuple[type[Basic], ...] = ()
    free: str = ""
    default: Any = None
    samples: tuple[Any, ...] = ()
    quantified: Callable[[Assumptions], str] | None = None
    fixes_n: bool = False

    def given(self, value: Any) -> Any:
        """Return a value that was given, exact; whether it fits is for `admit` to say."""
        return self.read(self.name, value)

    def occurs_in(self, expression: Basic) -> bool:
        """Tell whether an expression depends on it."""
        if self.symbol is not None and self.symbol in expression.free_symbols:
            return True
        return bool(self.words) and expression.has(*self.words)


# The declarations --------------------------------------------------------------------------------

_DECLARED = (
    Parameter(
        "k",
        "cut-off: the top k, or n for full depth",
        premises.cutoff,
        "a cut-off: add --k, for example --k 2",
        symbol=k,
        samples=(1, 2),
    ),
    Parameter(
        "j",
        "cut-off of the first ranking (default: k)",
        premises.cutoff,
        "a cut-off: add --k, for example --k 2",
        symbol=j,
        samples=(1, 2),
    ),
    Parameter(
        "p",
        "persistence, exactly, as 4/5, or free",
        premises.persistence,
        "a persistence 0 < p < 1: add --p, for example --p 4/5",
        premises.between_0_and_1,
        symbol=p,
        free="for every 0 < p < 1",
        samples=(Rational(1, 2),),
    ),
    Parameter("order", "the order of runs that a metric is judged on", premises.as_it_is),
    Parameter(
        "c",
        "lists and runs: the largest grade, as 2 for 0, 1, 2",
        premises.whole_from(1),
        samples=(1, 2),
    ),
    Parameter(
        "gains",
        "runs: gains of the degrees, as 0,1,3",
        read.exacts,
        admit=premises.increasing_gains,
        words=(Gain,),
        free="for every gain with 0 = g(a₀) < g(a₁) < …",
    ),
    Parameter(
        "b",
        "runs: the base of a logarithmic discount",
        read.exact,
        admit=premises.above_1,
        symbol=base,
        default=Rational(2),
    ),
    Parameter(
        "rb",
        "runs: the recall base",
        read.exact,
        admit=premises.positive,
        symbol=recall_base,
        free="for every recall base RB > 0",
    ),
    Parameter(
        "place_weights",
        "runs: weights of the places, as 1,1/2,1/4",
        read.exacts,
        admit=premises.place_weights,
        words=(PlaceWeight,),
        free="for all weights w(i) > 0 of the places",
        fixes_n=True,
    ),
    Parameter(
        "w",
        "element weights, exactly, as 1,2,1/2",
        read.rationals,
        admit=premises.element_weights,
        words=(weights.ElementWeight,),
        quantified=lambda assume: f"w {assume.mark} 0",
        fixes_n=True,
    ),
    Parameter(
        "delta",
        "position costs δ₂,…,δₙ, exactly, as 1,1/2",
        read.rationals,
        admit=premises.position_costs,
        words=(weights.PositionCost, weights.Reach, weights.MeanCost),
        quantified=lambda assume: (
            f"δ₂ ≥ … ≥ δₙ {assume.mark} 0" if assume.decreasing else f"δ {assume.mark} 0"
        ),
        fixes_n=True,
    ),
    Parameter(
        "similarity",
        'distances of items, as "0,1;1,0"',
        read.matrix,
        admit=premises.similarities,
        words=(weights.Similarity,),
        quantified=lambda assume: (
            f"{'metric' if assume.triangle else 'symmetric'} D{' > 0' if assume.positive else ''}"
        ),
        fixes_n=True,
    ),
    Parameter("assume", "of weights: positive, decreasing, no_triangle", premises.assumed_words),
    Parameter(
        "fixed",
        "p̄ of a fixed point: one (default), delta or zero",
        premises.word_of("reading of fixed points", *FIXED_POINTS),
        default="one",
    ),
    Parameter(
        "heights",
        "of the area: one for each depth, as 1,1/2,1/3, or free",
        premises.heights,
        admit=premises.positive_heights,
        words=(weights.Height,),
        free="all heights > 0",
        fixes_n=True,
    ),
    Parameter(
        "aspects", "how many aspects a label has (default: 2)", premises.whole_from(1, 6), default=2
    ),
    Parameter(
        "labels", "how many labels an aspect has (default: 2)", premises.whole_from(1, 6), default=2
    ),
    Parameter(
        "embedding",
        "the numbers of each aspect from worst to best, as '0,1,2;0,1'",
        premises.as_it_is,
    ),
    Parameter(
        "reading",
        "respects_strictly: labels differ as points (default) or as labels",
        premises.word_of("reading", "points", "labels"),
        default="points",
    ),
    Parameter(
        "weights",
        "of the aspects, as 1,1/2",
        read.exacts,
        "the weights of the aspects: add --weights, for example --weights 1,1/2",
        premises.aspect_weights,
        fixes_n=True,
    ),
    Parameter(
        "matrix",
        "mahalanobis: the inverse covariance, as '2,-1;-1,1'",
        premises.exact_matrix,
        "a matrix: add --matrix, for example --matrix '2,-1;-1,1'",
        premises.semidefinite_matrix,
        fixes_n=True,
    ),
    Parameter(
        "q",
        "minkowski: the exponent",
        read.exact,
        "an exponent: add --q, for example --q 3",
        premises.exponent,
        samples=(Rational(3),),
    ),
    Parameter(
        "measure",
        "cam, mm, toma: the single-aspect measure",
        premises.as_it_is,
        "a measure: add --measure, for example --measure ap",
    ),
    Parameter(
        "distance", "the distance behind the weights (default: manhattan)", premises.as_it_is
    ),
    Parameter("weighting", "the weights by distance, farthest first, as 0,1,2", read.exacts),
    Parameter("threshold", "the least weight that is relevant (default: any above 0)", read.exact),
    Parameter("mix", "cam: the share of each aspect, as 1/3,2/3", read.exacts),
    Parameter(
        "relevant",
        "only collections with at least so many relevant documents",
        premises.whole_from(0, 12),
    ),
    Parameter(
        "lists",
        "cam, mm, toma: rankings (default), partial or repeats",
        premises.word_of("kind of lists", "rankings", "partial", "repeats"),
        default="rankings",
    ),
    Parameter("gain", "lists: the gain of a grade: linear, exp or free", premises.as_it_is),
    Parameter("discount", "lists: log2 or jarvelin", premises.as_it_is),
    Parameter(
        "ideal", "lists: the best list of the pool, or of what is retrieved", premises.as_it_is
    ),
    Parameter("over", "p and ap of lists: what they divide by", premises.as_it_is),
    Parameter("beta", "Q-measure: how much the gain counts", premises.as_it_is),
    Parameter("rel", "lists: the grade from which on a document is relevant", premises.as_it_is),
    Parameter(
        "penalty",
        "kendall_top: the penalty, 0 ≤ p ≤ 1, or free; --p is the same",
        premises.exact_or_free,
        "a penalty 0 ≤ p ≤ 1: add --p, for example --p 1/2",
        premises.from_0_to_1,
        symbol=penalty,
        free="for every penalty 0 < p < 1",
        samples=(Rational(1, 2),),
    ),
    Parameter(
        "location",
        "footrule_top: where items are put that are not in a list (default: k + 1), or free",
        premises.exact_or_free,
        "a location above k: add --location, for example --location 4",
        premises.behind_the_lists,
        symbol=location,
        free="for every location above k",
    ),
    Parameter(
        "lengths",
        "top-k lists: equal, or any up to k (default where a metric reads lengths)",
        premises.word_of("lengths", "equal", "any"),
    ),
    Parameter(
        "groups",
        "top-k lists: none, or any tie groups (default where a metric reads ties)",
        premises.word_of("groups", "none", "any"),
    ),
    Parameter("empty", "lists: 0 or 1 where a quotient by 0 is undefined", premises.as_it_is),
)
PARAMETERS: dict[str, Parameter] = {parameter.name: parameter for parameter in _DECLARED}
CUTOFFS = tuple(name for name, one in PARAMETERS.items() if one.read is premises.cutoff)
SYMBOLS = {name: one.symbol for name, one in PARAMETERS.items() if one.symbol is not None}


@cache
def used_by(expression: Basic) -> tuple[str, ...]:
    """Return the names of the parameters that an expression depends on."""
    return tuple(sorted(name for name, one in PARAMETERS.items() if one.occurs_in(expression)))


def insist_given(subject: str, wanted: Iterable[str], given: Mapping[str, Any]) -> None:
    """Refuse to go on without a parameter, and say how to give it."""
    for name in wanted:
        if given.get(name) is None:
            raise BadInput(f"{subject} needs {PARAMETERS[name].advice}.")


def checked(
    subject: str, wanted: tuple[str, ...], given: Mapping[str, Any], size: Size
) -> dict[str, Any]:
    """Read what was given, refuse what the subject does not read, and fill in defaults.

    A parameter that is given as free is left out: what is not there is free.
    """
    for name in given:
        if name not in wanted:
            raise BadInput(f"{subject} has no {name}: leave --{name} out.")
    found: dict[str, Any] = {}
    for name, value in given.items():
        one = PARAMETERS[name]
        exact = one.given(value)
        if exact == one.symbol or exact == FREE:
            continue
        one.admit(exact, size, given)
        found[name] = exact
    for name in wanted:
        if name not in found and PARAMETERS[name].default is not None:
            found[name] = PARAMETERS[name].default
    return found


def settings_for(metric: Any, c: int, given: Mapping[str, Any]) -> dict[str, Any]:
    """Check what was given for a metric of judged runs, or for an order without one."""
    if metric is None:
        return checked("an order", (), given, Size(1, c))
    return checked(metric.name, metric.parameters, given, Size(1, c))
