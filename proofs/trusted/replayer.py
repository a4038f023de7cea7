"""A statement of a question, read at one point: what scores are worth, and what is true there.

Why it is right. To the cases of `proofs.trusted.value` this adds one for each node that a question
fills in: a score is the metric's own definition at the rankings that it names, a distance that of
its labels, a quantifier a loop over all values that leaves out cases that name an undefined one.
Which point a witness means is decided here and by `proofs.trusted.scene`: every variable of the
outermost ∀ has a value of its domain. A value that is shown is an expression that was evaluated to
the same number. What is said of an order is added by `proofs.trusted.finite.order`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

import sympy as sp

from axioms.language.formula import Defined, ForAll, Score
from axioms.language.labels import Collection, DocumentList, Worth
from axioms.language.order_terms import FewestSteps, MostSteps
from lattice.order import SET, Word
from metrics.language.domains import RUNS
from metrics.language.parameters import PARAMETERS
from metrics.language.runs import r, s, spot
from metrics.language.terms import read
from metrics.language.written import NoValue, written
from proofs.trusted.finite.lists import ListReading
from proofs.trusted.number import Inconclusive, Number, Undefined, has_unknowns
from proofs.trusted.replayed import ReplayFailed
from proofs.trusted.scene import NAMES, Scene, is_run, rational
from proofs.trusted.sign import sign_of
from proofs.trusted.value import Point, whole

MOST_RUNS = 60_000
MOST_LISTS = 5_040
MOST_PLACES = 1_000
MOST_CASES = 20_000
_DISTANCE = sp.Symbol("distance")


class Replayer(ListReading):
    """Reads the statements of one question."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._scores: dict[Any, Number | None] = {}

    # Scores --------------------------------------------------------------------------------------

    def value_Score(self, node: Any, point: Point) -> Number:
        key = (node.slot, *[self.listing(term, point) for term in node.listings])
        if key not in self._scores or node.slot.change is not None:
            try:
                self._scores[key] = self.value(*self.opened(node, point))
            except Undefined:
                self._scores[key] = None
        return _defined(self._scores[key])

    def value_Away(self, node: Any, point: Point) -> Number:
        return self.value(*self.opened(node, point))

    def opened(self, node: Any, point: Point) -> tuple[Any, Point]:
        """Return an expression, and the point at which it has the value of a score or distance."""
        scene = self.scene
        if isinstance(node, Score | Defined):
            metric, there = scene.metrics[node.slot.name], self.at_slot(node.slot, point)
            words = [self.listing(term, point) for term in node.listings]
            there.update(zip(metric.inputs, words, strict=True))
            return read(metric.value, scene.convention), there
        label = node.args[0].name
        if scene.distance.value is None:
            return _DISTANCE, {_DISTANCE: point["away"][label]}
        from metrics.labels import s as best_point
        from metrics.labels import x as label_point

        return scene.distance.value, {**point, label_point: point[label], best_point: point["l*"]}

    def at_slot(self, slot: Any, point: Point) -> dict[Any, Any]:
        """Return the point at which the metric in a slot is read, before its inputs are put in."""
        return self.scene.at_slot(slot, point)

    def value_Worth(self, node: Any, point: Point) -> Number:
        shown, whole = self.weighed(node, point)
        key = tuple(map(tuple, shown))
        if key not in self._scores:
            self._scores[key] = self.labelled.worth(self.scene.setting, shown, whole)
        return _defined(self._scores[key])

    def weighed(self, node: Any, point: Point) -> list[list[Any]]:
        """Return the weights of a list's documents, and those of the collection."""
        both = (point[node.args[0]], point[Collection])
        return [[self.weights[tuple(point[name])] for name in names] for names in both]

    @cached_property
    def labelled(self) -> Any:
        """The room that reads labelled documents, which few questions need."""
        import proofs.trusted.finite.worth as worth

        return worth

    @cached_property
    def weights(self) -> dict[Any, list[Any]]:
        """The weights of all labels."""
        return self.labelled.weights_of(self.scene.setting)

    def shown(self, node: Any, point: Point) -> Any:
        """Return a value as an expression, which is evaluated once more."""
        if has_unknowns(self.value(node, point)):
            raise ReplayFailed(f"the witness leaves open what the value of {node} depends on.")
        try:
            if isinstance(node, Worth):
                listed, every = self.weighed(node, point)
                found = self.labelled.worth(self.scene.setting, listed, every, written)
            elif isinstance(node, MostSteps | FewestSteps):
                found = self.value(node, point)
            else:
                found = written(*self.opened(node, point))
        except NoValue:
            raise ReplayFailed(f"the value of {node} cannot be written.") from None
        found = sp.Integer(found) if isinstance(found, int) else found
        if sign_of(self.value(found, {}) - self.value(node, point)) != 0:
            raise ReplayFailed(f"{found} is not the value of {node}.")
        return found

    # Listings ------------------------------------------------------------------------------------

    def _parts(self, term: Any, point: Point) -> list[Word]:
        return [self.listing(argument, point) for argument in term.args]

    def listing_Identity(self, term: Any, point: Point) -> Word:
        return tuple(range(1, self.scene.n + 1))

    def listing_Backwards(self, term: Any, point: Point) -> Word:
        return tuple(range(self.scene.n, 0, -1))

    def listing_FullCycle(self, term: Any, point: Point) -> Word:
        return (*range(2, self.scene.n + 1), 1)

    def listing_Swap(self, term: Any, point: Point) -> Word:
        one, two = self.places(term, point)
        if not (1 <= one <= self.scene.n and 1 <= two <= self.scene.n):
            raise Undefined
        return tuple({one: two, two: one}.get(i, i) for i in range(1, self.scene.n + 1))

    def listing_Compose(self, term: Any, point: Point) -> Word:
        outer, inner = self._parts(term, point)
        return tuple(outer[place - 1] for place in inner)

    def listing_ClosedJoin(self, term: Any, point: Point) -> Word:
        return self._placewise(self.scene.runs_in.join, *self._parts(term, point))

    def listing_ClosedMeet(self, term: Any, point: Point) -> Word:
        return self._placewise(self.scene.runs_in.meet, *self._parts(term, point))

    def _placewise(self, closed: Any, one: Word, two: Word) -> Word:
        _defined(closed)
        places = range(1, self.scene.n + 1)
        return tuple(whole(self.value(closed, {r: one, s: two, spot: i})) for i in places)

    # Runs ----------------------------------------------------------------------------------------

    @cached_property
    def runs(self) -> list[Word]:
        """All runs of the order, in lexicographic order."""
        n, degrees = self.scene.n, range(self.scene.size.c + 1)
        if n > MOST_PLACES:
            raise Inconclusive(f"more than {MOST_PLACES:,} places")
        if self.scene.runs_in.listed != SET:
            return _few(itertools.product(degrees, repeat=n), MOST_RUNS, "runs")
        sets = itertools.combinations_with_replacement(reversed(degrees), n)
        return sorted(_few(sets, MOST_RUNS, "runs"))

    def related(self, kind: str) -> Any:
        """Return a relation of runs as a table, which this replayer does not have."""
        raise Inconclusive(f"nothing says which runs are {kind}")

    # Formulas ------------------------------------------------------------------------------------

    def truth_Same(self, formula: Any, point: Point) -> bool:
        one, two = self._parts(formula, point)
        return one == two

    def truth_Defined(self, formula: Any, point: Point) -> bool:
        try:
            self.value_Score(formula, point)
        except Undefined:
            return False
        return True

    def truth_Dominated(self, formula: Any, point: Point) -> bool:
        lower, upper = (label.name for label in formula.args)
        if self.scene.space is not None:
            return self.scene.space.dominated(point["labels"][lower], point["labels"][upper])
        return all(a <= b for a, b in zip(point[lower], point[upper], strict=True))

    def truth_Different(self, formula: Any, point: Point) -> bool:
        known = point["labels"] if self.scene.differ_as_labels else point
        one, two = (list(known[label.name]) for label in formula.args)
        return one != two

    def truth_ForAll(self, formula: Any, point: Point) -> bool:
        return all(self._truths(formula, point))

    def truth_Exists(self, formula: Any, point: Point) -> bool:
        return any(self._truths(formula, point))

    def _truths(self, formula: Any, point: Point) -> Iterator[bool]:
        for case in self.cases(formula.variables, point):
            try:
                yield self.truth(formula.body, {**point, **case})
            except Undefined:
                continue

    def cases(self, variables: Any, point: Point) -> Iterator[dict[Any, Any]]:
        """Go through all values of some variables, in lexicographic order."""
        every = [self.values(variable, point) for variable in variables]
        for values in _few(itertools.product(*every), MOST_CASES, "cases"):
            yield dict(zip(variables, values, strict=True))

    def listed(self, domain: Any) -> Any:
        """Go through all values of a domain, in lexicographic order."""
        if domain.count(self.scene.size) > MOST_CASES:
            raise Inconclusive(f"more than {MOST_CASES:,} {domain.name}")
        return domain.values(self.scene.size)

    def values(self, variable: Any, point: Point) -> Any:
        """Go through all values of a variable, in lexicographic order."""
        if variable.domain is RUNS:
            return self.runs
        if isinstance(variable, DocumentList):
            lists = self.labelled.lists_of(point[Collection], self.scene.setting.lists)
            return _few(lists, MOST_LISTS, "lists")
        if variable.domain.values is None:
            raise Inconclusive(f"all values of {variable}")
        return self.listed(variable.domain)

    # Witnesses -----------------------------------------------------------------------------------

    def placed(self, formula: Any, witness: Mapping[str, Any]) -> tuple[Point, Any]:
        """Return the point that a witness means, and what must be false there."""
        scene, point = self.scene, dict(self.scene.point)
        if scene.setting is not None:
            return self._collected(formula.body, witness)
        if scene.distance is not None:
            return {**point, "labels": {name: witness[name] for name in NAMES}}, formula.body
        for variable in formula.variables:
            value = witness[variable.name]
            point[variable] = tuple(value) if isinstance(value, list | tuple) else value
            if variable.domain.takes is not None:
                point[variable] = variable.domain.takes(value, scene.size)
            if not self._is_member(variable, point[variable]):
                raise ReplayFailed(f"{variable.name} = {value} is none of its values.")
        if "scaled" in witness:
            point["scaled"], point["t"] = witness["scaled"], rational(witness["t"])
            known = PARAMETERS.get(witness["scaled"])
            weights = known is not None and known.quantified and known.name in scene.point
            if point["t"] <= 0 or not weights:
                raise ReplayFailed(f"{witness['scaled']} times {witness['t']} is no scaling.")
        return point, formula.body

    def _is_member(self, variable: Any, value: Any) -> bool:
        if variable.domain is RUNS:  # not looked up among all runs: there may be too many to list
            if not isinstance(value, tuple):
                return False
            degrees = [one for one in value if type(one) is int and 0 <= one <= self.scene.size.c]
            return len(degrees) == len(value) == self.scene.n and is_run(value, self.scene)
        return bool(variable.domain.holds(value, self.scene.size))

    def _collected(self, body: Any, witness: Mapping[str, Any]) -> tuple[Point, Any]:
        """Return the point of a collection and one of its lists, and what must be false there."""
        setting, names = self.scene.setting, [name for name in witness if name != "r"]
        if len(names) != self.scene.n:
            raise ReplayFailed(f"{len(names)} documents instead of {self.scene.n}.")
        for name in names:
            setting.space.places(witness[name])
        (listed,) = body.variables
        point: dict[Any, Any] = {name: tuple(witness[name]) for name in names}
        point.update({Collection: names, listed: tuple(witness["r"])})
        if not self.labelled.is_list(point[listed], names, setting.lists):
            raise ReplayFailed(f"{witness['r']} is none of the lists: {setting.lists}.")
        if not self.labelled.has_enough(setting, [self.weights[point[name]] for name in names]):
            raise ReplayFailed(f"{dict(witness)} has too few relevant documents.")
        return point, body.body if isinstance(body, ForAll) else body


def _defined(value: Any) -> Any:
    if value is None:
        raise Undefined
    return value


def _few(values: Iterator[Any], most: int, what: str) -> list[Any]:
    found = list(itertools.islice(values, most + 1))
    if len(found) > most:
        raise Inconclusive(f"more than {most:,} {what} are too many to try one by one")
    return found
