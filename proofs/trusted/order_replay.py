"""Replay for orders: evaluate a statement about runs from the definitions alone.

Plain loops over tuples and SymPy numbers; nothing is shared with `lattice.poset` and the engines.

>>> from lattice.orders import rank_replacement
>>> Runs(rank_replacement, 2, 1).join((0, 1), (1, 0))
(1, 1)
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import sympy as sp

from axioms.formula import Exists, ForAll, Same, Score
from axioms.order_terms import (
    Below,
    ClosedJoin,
    ClosedMeet,
    Join,
    Linked,
    Meet,
    condition,
    may_be_undefined,
)
from axioms.shapes import scores_of_cases
from lattice.order import SET, Order, Word
from metrics.language.runs import Degree, Gain, Grade, Run, c, r, s, spot
from metrics.language.terms import Indicator, Listing, n
from proofs.core.order_question import SYMBOLS, OrderQuestion
from proofs.core.question import Statement
from proofs.trusted.replay import (
    NAIVE_LIMIT,
    Inconclusive,
    Replayed,
    ReplayFailed,
    Undefined,
    evaluated,
    finite,
    holds,
    read,
)

LARGEST = 3_000


class Runs:
    """All runs of an order, compared one pair at a time."""

    def __init__(self, order: Order, size: int, top: int) -> None:
        self.order, self.size, self.top = order, size, top
        self._known: dict[tuple[Word, Word], bool] = {}
        self._reached: dict[Word, set[Word]] = {}
        self._steps: dict[Word, list[Word]] = {}

    def all(self) -> Iterator[Word]:
        """Go through the runs in lexicographic order."""
        for word in itertools.product(range(self.top + 1), repeat=self.size):
            if self.order.listed != SET or all(
                word[i] >= word[i + 1] for i in range(self.size - 1)
            ):
                yield word

    def values(self, variable: Any) -> Iterator[Any]:
        """Go through the values of a variable: runs, degrees or places."""
        if isinstance(variable, Run):
            return self.all()
        places = range(1, self.size + 1)
        return iter(range(self.top + 1) if isinstance(variable, Degree) else places)

    def below(self, first: Word, second: Word) -> bool:
        """Decide r ⊑ s by the order's formula, or by walking through its operations."""
        if (first, second) not in self._known:
            if self.order.below is not None:
                found = self._true(self.order.below, {r: first, s: second})
            else:
                found = second in self._reachable(first)
            self._known[first, second] = found
        return self._known[first, second]

    def _reachable(self, start: Word) -> set[Word]:
        if start not in self._reached:
            seen, front = {start}, [start]
            while front:
                for word in self._one_step(front.pop()):
                    if word not in seen:
                        seen.add(word)
                        front.append(word)
            self._reached[start] = seen
        return self._reached[start]

    def _one_step(self, start: Word) -> list[Word]:
        """Return the runs that one operation leads to, by the operations' formulas."""
        if start not in self._steps:
            self._steps[start] = [
                word
                for word in self.all()
                if any(
                    self._true(operation.step, {r: start, s: word})
                    for operation in self.order.operations
                )
            ]
        return self._steps[start]

    def join(self, first: Word, second: Word) -> Word:
        """Return the least upper bound, or raise :class:`Undefined`."""
        upper = [w for w in self.all() if self.below(first, w) and self.below(second, w)]
        least = [w for w in upper if all(self.below(w, other) for other in upper)]
        return _only(least)

    def meet(self, first: Word, second: Word) -> Word:
        """Return the greatest lower bound, or raise :class:`Undefined`."""
        lower = [w for w in self.all() if self.below(w, first) and self.below(w, second)]
        greatest = [w for w in lower if all(self.below(other, w) for other in lower)]
        return _only(greatest)

    def placewise(self, join: bool, first: Word, second: Word) -> Word:
        """Return the join or meet as the order's closed form has it."""
        closed = self.order.join if join else self.order.meet
        if closed is None:
            raise Undefined
        return tuple(
            int(closed.xreplace({r(spot): sp.Integer(x), s(spot): sp.Integer(y)}))
            for x, y in zip(first, second, strict=True)
        )

    def linked(self, first: Word, second: Word) -> bool:
        """Decide whether a path of comparable runs leads from one run to another."""
        seen, front = {first}, [first]
        while front:
            here = front.pop()
            for word in self.all():
                if word not in seen and (self.below(here, word) or self.below(word, here)):
                    seen.add(word)
                    front.append(word)
        return second in seen

    # The language in which orders are written -----------------------------------------------------

    def _true(self, e: Any, known: Mapping[Any, Any]) -> bool:
        if isinstance(e, ForAll | Exists):
            cases = (
                self._true(e.body, {**known, **dict(zip(e.variables, values, strict=True))})
                for values in itertools.product(*map(self.values, e.variables))
            )
            return all(cases) if isinstance(e, ForAll) else any(cases)
        if isinstance(e, sp.And):
            return all(self._true(argument, known) for argument in e.args)
        if isinstance(e, sp.Or):
            return any(self._true(argument, known) for argument in e.args)
        if isinstance(e, sp.Implies):
            return not self._true(e.args[0], known) or self._true(e.args[1], known)
        if isinstance(e, sp.Not):
            return not self._true(e.args[0], known)
        if isinstance(e, Same):
            return bool(known[e.args[0]] == known[e.args[1]])
        if e in (sp.true, sp.false):
            return bool(e)
        left, right = (self._whole(argument, known) for argument in e.args)
        return {
            "Equality": left == right,
            "Unequality": left != right,
            "LessThan": left <= right,
            "StrictLessThan": left < right,
            "GreaterThan": left >= right,
            "StrictGreaterThan": left > right,
        }[type(e).__name__]

    def _whole(self, e: Any, known: Mapping[Any, Any]) -> int:
        if e in known:
            return int(known[e])
        if isinstance(e, sp.Integer):
            return int(e)
        if isinstance(e, Grade):
            at = self._whole(e.args[1], known)
            if not 1 <= at <= self.size:
                raise Inconclusive(f"place {at} of a run of {self.size}")
            return int(known[e.args[0]][at - 1])
        if isinstance(e, Indicator):
            return 1 if self._true(e.args[0], known) else 0
        if isinstance(e, sp.Sum):
            ((index, low, high),) = e.limits
            places = range(self._whole(low, known), self._whole(high, known) + 1)
            return sum(self._whole(e.function, {**known, index: place}) for place in places)
        if e in (n, c):
            return self.size if e == n else self.top
        raise Inconclusive(f"{e} in an order's formula")


def _only(found: list[Word]) -> Word:
    if len(found) != 1:
        raise Undefined
    return found[0]


class OrderReplayer:
    """Evaluates the statements of one question, with gains and parameters filled in."""

    def __init__(self, question: OrderQuestion, chosen: Mapping[str, Any]) -> None:
        self.question = question
        self.runs = Runs(question.declared, question.n, question.c)
        self.known: dict[Any, Any] = {n: sp.Integer(question.n), c: sp.Integer(question.c)}
        settings = {**question.settings, **chosen}
        for degree, gain in enumerate(settings.get("gains", ())):
            self.known[Gain(sp.Integer(degree))] = sp.sympify(gain)
        for name, symbol in SYMBOLS.items():
            if name in settings:
                self.known[symbol] = sp.sympify(settings[name])

    def run(self, term: Listing, assignment: Mapping[Any, Any]) -> Word:
        """Return the run that a term stands for, or raise :class:`Undefined`."""
        if isinstance(term, Run):
            return assignment[term]
        first, second = (self.run(argument, assignment) for argument in term.args)
        if isinstance(term, Join):
            return self.runs.join(first, second)
        if isinstance(term, Meet):
            return self.runs.meet(first, second)
        if isinstance(term, ClosedJoin | ClosedMeet):
            return self.runs.placewise(isinstance(term, ClosedJoin), first, second)
        raise Inconclusive(f"the term {term}")

    def score(self, node: Score, assignment: Mapping[Any, Any]) -> Any:
        """Return the metric's value at a run."""
        metric = self.question.metric
        assert metric is not None
        (listing,) = node.listings
        word = self.run(listing, assignment)
        value = read(metric.value, "items")
        return finite(evaluated(value, dict(self.known), {metric.inputs[0]: word}))

    def term(self, e: Any, assignment: Mapping[Any, Any]) -> Any:
        """Return a term over scores, degrees and places as a number."""
        if isinstance(e, Score):
            return self.score(e, assignment)
        known = {**self.known, **{node: self.score(node, assignment) for node in e.atoms(Score)}}
        known |= {v: sp.Integer(x) for v, x in assignment.items() if not isinstance(v, Run)}
        runs = {grade.args[0]: self.run(grade.args[0], assignment) for grade in e.atoms(Grade)}
        for grade in e.atoms(Grade):
            place = grade.args[1].xreplace(known)
            if place.is_Integer and not 1 <= place <= self.question.n:
                raise Undefined
        return finite(evaluated(e, known, runs))

    def truth(self, e: Any, assignment: Mapping[Any, Any]) -> bool:
        """Decide a statement, or raise :class:`Undefined` where a value it names is undefined.

        Where the condition of an implication is false, no value is named.
        """
        if isinstance(e, ForAll | Exists):
            return self._quantified(e, assignment)
        if e in (sp.true, sp.false):
            return bool(e)
        if isinstance(e, sp.Implies):
            if not self.truth(condition(e), assignment):
                return True
            premise, conclusion = [self.truth(argument, assignment) for argument in e.args]
            return not premise or conclusion
        if isinstance(e, sp.And | sp.Or):
            truths: Iterable[bool] = (self.truth(argument, assignment) for argument in e.args)
            truths = list(truths) if may_be_undefined(e) else truths
            return all(truths) if isinstance(e, sp.And) else any(truths)
        if isinstance(e, sp.Not):
            return not self.truth(e.args[0], assignment)
        if isinstance(e, sp.Equivalent):
            return len({self.truth(argument, assignment) for argument in e.args}) == 1
        if isinstance(e, Below | Same | Linked):
            first, second = (self.run(argument, assignment) for argument in e.args)
            if isinstance(e, Same):
                return first == second
            compared = self.runs.below if isinstance(e, Below) else self.runs.linked
            return compared(first, second)
        left, right = (self.term(argument, assignment) for argument in e.args)
        return holds(type(e), left, right)

    def _quantified(self, e: Any, assignment: Mapping[Any, Any]) -> bool:
        every = isinstance(e, ForAll)
        for values in itertools.product(*[self.runs.values(v) for v in e.variables]):
            case = {**assignment, **dict(zip(e.variables, values, strict=True))}
            try:
                found = self.truth(e.body, case)
            except Undefined:
                continue
            if found != every:
                return not every
        return every


def replay(
    question: OrderQuestion,
    statement: Statement,
    witness: Mapping[str, Any] | None,
    chosen: Mapping[str, Any],
) -> Replayed:
    """Check a refutation; `chosen` are the gains and parameters that were picked for it.

    `witness` is None where the statement is not of the form ∀ …: then it is tried as a whole.
    """
    formula = statement.formula
    replayer = OrderReplayer(question, chosen)
    count = sum(1 for _ in itertools.islice(replayer.runs.all(), LARGEST + 1))
    if count > LARGEST:
        raise Inconclusive(f"more than {LARGEST:,} runs are too many to compare one by one")
    if witness is None:
        _insist_false(question, statement, replayer, count)
        return Replayed(statement, _shown({}, chosen) or None, ())
    if not isinstance(formula, ForAll):
        raise ReplayFailed(f"{question.text(statement)} is not refuted by one case.")
    assignment = {
        v: tuple(witness[v.name]) if isinstance(v, Run) else witness[v.name]
        for v in formula.variables
    }
    named = scores_of_cases(formula.body)
    scores = sorted(named, key=lambda node: (len(str(node)), str(node)))
    try:
        values = [(node, replayer.score(node, assignment)) for node in scores]
        false = not replayer.truth(formula.body, assignment)
    except Undefined:
        raise ReplayFailed(f"a join or value at {dict(witness)} does not exist.") from None
    if not false:
        raise ReplayFailed(f"{question.text(statement)} is true at {dict(witness)}.")
    texts = tuple((question.text(Statement("", node)), value) for node, value in values)
    return Replayed(statement, _shown(witness, chosen), texts)


def _insist_false(
    question: OrderQuestion, statement: Statement, replayer: OrderReplayer, count: int
) -> None:
    """Try the whole statement again, where that is small enough."""
    variables = getattr(statement.formula, "variables", ())
    if count ** len(variables) > NAIVE_LIMIT:
        raise Inconclusive(f"{count ** len(variables):,} cases are too many to try again")
    if isinstance(statement.formula, ForAll) or replayer.truth(statement.formula, {}):
        raise ReplayFailed(f"{question.text(statement)} was called refuted, but is true.")


def _shown(witness: Mapping[str, Any], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return the witness as it is shown: runs as lists, numbers as text."""
    shown = {n: list(x) if isinstance(x, list | tuple) else x for n, x in witness.items()}
    for name, value in chosen.items():
        shown[name] = [str(part) for part in value] if name == "gains" else str(value)
    return shown
