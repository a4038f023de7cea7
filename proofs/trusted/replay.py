"""Replay: is a statement false at a witness? The code that every refutation rests on.

Why it is right. A witness names a value of its domain for every variable of the outermost ∀
(checked here and by `proofs.trusted.scene`), and the body is evaluated there by one case for each
kind of node: inner quantifiers are loops over all values, leaving out cases that name an undefined
value; r ⊑ s is the order's formula, or a walk through its operations; joins and meets are found by
comparing all runs. If the body is false, the statement is. Where no witness is given, the
statement is an ∃ and all cases are tried. A value that is shown is an expression that was
evaluated to the same number. No engine has a part in any of this.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from functools import cached_property
from math import prod
from typing import Any

import sympy as sp

from axioms.dominance import Away, Collection, DocumentList, Worth
from axioms.language.formula import Exists, ForAll, Score, bound_variables
from axioms.language.printing import statement_text
from lattice.order import Word
from metrics.labels import s as best_point
from metrics.labels import x as label_point
from metrics.language.domains import RUNS, Size
from metrics.language.parameters import PARAMETERS
from metrics.language.runs import r, s, spot
from metrics.language.terms import read
from metrics.language.written import NoValue, written
from proofs.trusted.number import Inconclusive, Number, Undefined
from proofs.trusted.replayed import NotDefined, Replayed, ReplayFailed
from proofs.trusted.scene import NAMES, Scene, is_run, rational, scene_of
from proofs.trusted.sign import sign_of
from proofs.trusted.value import Point, Reading, whole
from proofs.trusted.worth import has_enough, is_list, lists_of, weights_of, worth

MOST_CASES = 200_000
MOST_RUNS = 3_000
MOST_LISTS = 5_040
MOST_WORDS = 2_000_000
MOST_VALUES = 1_000_000
_DISTANCE = sp.Symbol("distance")


class Replayer(Reading):
    """Reads the statements of one question."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._scores: dict[Any, Number | None] = {}
        self._below: dict[tuple[Word, Word], bool] = {}
        self._bounds: dict[Any, Word | None] = {}

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
        if isinstance(node, Score):
            metric, there = scene.metrics[node.slot.name], self.at_slot(node.slot, point)
            words = [self.listing(term, point) for term in node.listings]
            there.update(zip(metric.inputs, words, strict=True))
            return read(metric.value, scene.convention), there
        label = node.args[0].name
        if scene.distance.value is None:
            return _DISTANCE, {_DISTANCE: point["away"][label]}
        return scene.distance.value, {**point, label_point: point[label], best_point: point["l*"]}

    def at_slot(self, slot: Any, point: Point) -> dict[Any, Any]:
        """Return the point at which the metric in a slot is read, before its inputs are put in."""
        return self.scene.at_slot(slot, point)

    def value_Worth(self, node: Any, point: Point) -> Number:
        shown, whole = self.weighed(node, point)
        key = tuple(map(tuple, shown))
        if key not in self._scores:
            self._scores[key] = worth(self.scene.setting, shown, whole)
        return _defined(self._scores[key])

    def weighed(self, node: Any, point: Point) -> list[list[Any]]:
        """Return the weights of a list's documents, and those of the collection."""
        both = (point[node.args[0]], point[Collection])
        return [[self.weights[tuple(point[name])] for name in names] for names in both]

    @cached_property
    def weights(self) -> dict[Any, list[Any]]:
        """The weights of all labels."""
        return weights_of(self.scene.setting)

    def shown(self, node: Any, point: Point) -> Any:
        """Return a value as an expression, which is evaluated once more."""
        try:
            if isinstance(node, Worth):
                listed, every = self.weighed(node, point)
                found = worth(self.scene.setting, listed, every, written)
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
        return tuple({one: two, two: one}.get(i, i) for i in range(1, self.scene.n + 1))

    def listing_Compose(self, term: Any, point: Point) -> Word:
        outer, inner = self._parts(term, point)
        return tuple(outer[place - 1] for place in inner)

    def listing_Join(self, term: Any, point: Point) -> Word:
        return self.bounded(True, *self._parts(term, point))

    def listing_Meet(self, term: Any, point: Point) -> Word:
        return self.bounded(False, *self._parts(term, point))

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
        if self.scene.n > 64 or (self.scene.top + 1) ** self.scene.n > MOST_WORDS:
            raise Inconclusive("too many words to look for runs among them")
        words = itertools.product(range(self.scene.top + 1), repeat=self.scene.n)
        return _few((word for word in words if is_run(word, self.scene)), MOST_RUNS, "runs")

    def below(self, first: Word, second: Word) -> bool:
        """Decide r ⊑ s by the order's formula, or by walking through its operations."""
        if (first, second) not in self._below:
            order = self.scene.runs_in
            if order.below is not None:
                found = self.truth(order.below, {**self.scene.point, r: first, s: second})
                self._below[first, second] = found
            else:
                reached = self._reached(first, self._one_step)
                self._below.update({(first, word): word in reached for word in self.runs})
        return self._below[first, second]

    def _one_step(self, start: Word, end: Word) -> bool:
        point = {**self.scene.point, r: start, s: end}
        return any(self.truth(step.step, point) for step in self.scene.runs_in.operations)

    def _reached(self, start: Word, leads: Any) -> set[Word]:
        seen, front = {start}, [start]
        while front:
            here = front.pop()
            new = [word for word in self.runs if word not in seen and leads(here, word)]
            seen.update(new)
            front += new
        return seen

    def bounded(self, join: bool, one: Word, two: Word) -> Word:
        """Return the least upper or greatest lower bound, or raise Undefined."""

        def before(a: Word, b: Word) -> bool:
            return self.below(a, b) if join else self.below(b, a)

        key = (join, one, two)
        if key not in self._bounds:
            bounds = [word for word in self.runs if before(one, word) and before(two, word)]
            best = [word for word in bounds if all(before(word, other) for other in bounds)]
            self._bounds[key] = best[0] if len(best) == 1 else None
        found: Word = _defined(self._bounds[key])
        return found

    # Formulas ------------------------------------------------------------------------------------

    def truth_Same(self, formula: Any, point: Point) -> bool:
        one, two = self._parts(formula, point)
        return one == two

    def truth_Below(self, formula: Any, point: Point) -> bool:
        return self.below(*self._parts(formula, point))

    def truth_Linked(self, formula: Any, point: Point) -> bool:
        start, end = self._parts(formula, point)
        return end in self._reached(start, lambda a, b: self.below(a, b) or self.below(b, a))

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
        for values in itertools.product(*[self.values(v, point) for v in variables]):
            yield dict(zip(variables, values, strict=True))

    def values(self, variable: Any, point: Point) -> Any:
        """Go through all values of a variable, in lexicographic order."""
        if variable.domain is RUNS:
            return self.runs
        if isinstance(variable, DocumentList):
            lists = lists_of(point[Collection], self.scene.setting.lists)
            return _few(lists, MOST_LISTS, "lists")
        if variable.domain.values is None:
            raise Inconclusive(f"all values of {variable}")
        if variable.domain.count(Size(self.scene.n, self.scene.top)) > MOST_VALUES:
            raise Inconclusive(f"more than {MOST_VALUES:,} values of {variable}")
        return variable.domain.values(Size(self.scene.n, self.scene.top))

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
        if variable.domain is RUNS:
            return value in self.runs
        return bool(variable.domain.holds(value, Size(self.scene.n, self.scene.top)))

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
        if not is_list(point[listed], names, setting.lists):
            raise ReplayFailed(f"{witness['r']} is none of the lists: {setting.lists}.")
        if not has_enough(setting, [self.weights[point[name]] for name in names]):
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


def replayer_of(question: Any, witness: Mapping[str, Any] | None = None) -> Replayer:
    """Return a reader of the statements of a question, with what a witness leaves to choose."""
    return Replayer(scene_of(question, witness or {}))


def replay(question: Any, statement: Any, witness: dict[str, Any] | None) -> Replayed:
    """Check a refutation; `witness` is None where nothing at all satisfies an Exists."""
    formula = statement.formula
    if not isinstance(formula, Exists if witness is None else ForAll):
        raise ReplayFailed(f"{question.text(statement)} is not refuted like that.")
    if witness is None:
        return _without_example(question, statement)
    try:
        replayer, point, body = _read(question, formula, witness)
        for node in (nodes := _named(replayer.scene, formula, body)):
            replayer.value(node, point)
        if replayer.truth(body, point):
            raise ReplayFailed(f"{question.text(statement)} is true at {witness}.")
        values = [(_text(replayer.scene, node), replayer.shown(node, point)) for node in nodes]
        if replayer.scene.setting is not None:
            values = [_worth_shown(replayer, body, point, witness)]
    except Undefined:
        raise NotDefined(f"a value at {witness} is undefined.") from None
    return Replayed(statement, {**dict(statement.fixed), **witness}, tuple(values))


def _read(question: Any, formula: Any, witness: Mapping[str, Any]) -> tuple[Replayer, Point, Any]:
    """Return a reader, the point that a witness means, and what must be false there."""
    try:
        replayer = replayer_of(question, witness)
        return replayer, *replayer.placed(formula, witness)
    except (TypeError, ValueError, LookupError, AttributeError) as problem:
        raise ReplayFailed(f"the witness {witness} cannot be read: {problem!r}.") from None


def _without_example(question: Any, statement: Any) -> Replayed:
    """Check that nothing at all satisfies an Exists."""
    replayer, variables = replayer_of(question), bound_variables(statement.formula)
    count = prod(question.domain_of(variable).count(question.size) for variable in variables)
    walked = question.on is not None and question.on.below is None
    if count > (MOST_CASES // 10 if walked else MOST_CASES):
        raise Inconclusive(f"{count:,} cases are too many to try again one by one")
    if replayer.truth(statement.formula, replayer.scene.point):
        raise ReplayFailed(f"{question.text(statement)} was called refuted, but is true.")
    return Replayed(statement, None, ())


def _named(scene: Scene, formula: Any, body: Any) -> list[Any]:
    """Return the scores that a statement names outside inner binders, in the order shown."""
    inner = {v for binder in body.atoms(ForAll, Exists) for v in binder.variables}
    parts = {node: list(sp.preorder_traversal(node)) for node in body.atoms(Score, Away)}
    place = {variable: index for index, variable in enumerate(formula.variables)}

    def key(node: Any) -> Any:
        if scene.sorted_by_text:
            return _text(scene, node)
        used = [place[part] for part in parts[node] if part in place]
        slot = node.slot.args if isinstance(node, Score) else ()
        return (*map(str, slot[:1]), str(slot[1:]), len(used), used, str(node))

    return sorted((node for node in parts if not inner & set(parts[node])), key=key)


def _text(scene: Scene, node: Any) -> str:
    if isinstance(node, Away):
        return statement_text(node, {"Dist": scene.distance.name}, scene.n)
    return statement_text(node, {slot: m.name for slot, m in scene.metrics.items()}, scene.n)


def _worth_shown(
    replayer: Replayer, body: Any, point: Point, witness: Mapping[str, Any]
) -> tuple[str, Any]:
    """Return what a list is worth; the largest worth, where the statement is about all lists."""
    (node,) = body.atoms(Worth)
    text = f"{replayer.scene.setting.full_name}({' '.join(witness['r'])})"
    if isinstance(body, Exists):
        text, best = f"largest {text}", replayer.value(node, point)
        for case in replayer.cases(body.variables, point):
            if sign_of(replayer.value(node, {**point, **case}) - best) > 0:
                raise ReplayFailed(f"{witness['r']} is not a list of the largest worth.")
    return text, replayer.shown(node, point)
