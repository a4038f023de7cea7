"""Engine: small whole coordinates, tried in order, so that a counterexample is a smallest one.

Boxes {0, …, b} grow; within a box the first counterexample in lexicographic order of l, l', l*
and the parameters is taken. Finding none says nothing about other embeddings.

>>> from axioms.dominance import respects_strictly
>>> from metrics.labels import chebyshev
>>> from proofs.core.question import Question
>>> smallest(Question(respects_strictly, (chebyshev,), 2, {}, None), Budget())
({'l': [0, 0], "l'": [0, 1], 'l*': [1, 1]}, 2)
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

from axioms.language.labels import Dominated, better, worse
from proofs.core.question import Question
from proofs.exact.numbers import Exact
from proofs.exact.real_terms import SIGNS, NoValue, Numbers, sign, true_at, value_at
from proofs.exact.whole import Undecidable
from proofs.script.coordinates import Coordinates, Spelled, entry, symbols, unknown_distance

Witness = dict[str, Any]
BOXES = (1, 2, 3)
NAMES = {"l": "l", "l'": "m", "l*": "s", "weights": "w"}
"""The letters of the symbols that stand for what a witness shows under a name."""


@dataclass
class Budget:
    """How many cases may be tried, and how many were."""

    cases: int = 20_000
    tried: int = 0


def smallest(question: Question, budget: Budget) -> tuple[Witness | None, int]:
    """Return the first counterexample in the smallest box, and how many aspects it needs.

    Fewer aspects are padded with aspects in which all labels lie at 0, where nothing that was
    given depends on the number of aspects and the padded case still is a counterexample.
    """
    fixed = any(name in question.parameters for name in ("weights", "matrix"))
    for size in [question.n] if fixed else range(1, question.n + 1):
        smaller = replace(question, n=size)
        for box in BOXES:
            if box**3 * 3 ** (3 * size) > 60_000 or budget.tried >= budget.cases:
                break
            found = in_box(smaller, box, budget)
            if found is not None:
                larger = padded(question, found)
                if not _Values(Coordinates(question).spelled()).refuted(larger):
                    break
                return witness_of(question, larger), size
    return None, 0


def in_box(question: Question, box: int, budget: Budget) -> Numbers | None:
    """Return the first counterexample with coordinates up to `box`."""
    spelled = Coordinates(question).spelled()
    values = _Values(spelled)
    for numbers in _assignments(question, spelled, box):
        budget.tried += 1
        if budget.tried > budget.cases:
            return None
        if values.refuted(numbers):
            return numbers
    return None


def some_case_is_defined(question: Question) -> bool:
    """Tell whether some small case satisfies the premises and has both its values defined."""
    spelled = Coordinates(question).spelled()
    for numbers in _assignments(question, spelled, 1):
        try:
            if all(true_at(premise, numbers) for premise in spelled.premises):
                for side in spelled.with_root.args:
                    value_at(side, numbers)
                return True
        except (NoValue, Undecidable):
            continue
    return False


class _Values:
    """The two sides of a claim, each computed once for the numbers that it depends on."""

    def __init__(self, spelled: Spelled) -> None:
        self.spelled = spelled
        self.sides = [_kept(side) for side in spelled.claim.args]

    def refuted(self, numbers: Numbers) -> bool:
        """Tell whether the premises are true and the claim is false."""
        try:
            if not all(true_at(premise, numbers) for premise in self.spelled.premises):
                return False
            left, right = (side(numbers) for side in self.sides)
            return sign(left - right) not in SIGNS[type(self.spelled.claim)]
        except (NoValue, Undecidable):
            return False


def _kept(side: Any) -> Callable[[Numbers], Exact]:
    used = sorted(side.free_symbols, key=str)
    value = cache(lambda *values: value_at(side, dict(zip(used, values, strict=True))))
    return lambda numbers: value(*[numbers[symbol] for symbol in used])


def _assignments(question: Question, spelled: Spelled, box: int) -> Iterator[Numbers]:
    """Go through all coordinates up to `box`, and for each through all parameters."""
    coordinates = [symbol for letter in "lms" for symbol in symbols(letter, question.n)]
    parameters = [symbol for symbol in spelled.symbols() if symbol not in set(coordinates)]
    (part,) = question.axiom.parts
    chained = Dominated(worse, better) in part.statement.atoms(Dominated)
    for points in _chains(question.n, box, chained):
        known = dict(zip(coordinates, points, strict=True))
        for choice in _choices(parameters, box):
            yield {**known, **dict(zip(parameters, choice, strict=True))}


def _choices(parameters: list[Any], box: int) -> Iterator[tuple[Fraction, ...]]:
    """Weights and distances from 0 up; entries of a matrix from 0 outwards."""
    outwards = [Fraction(v) for size in range(box + 1) for v in sorted({size, -size})]
    upwards = [Fraction(v) for v in range(box + 1)]
    domains = [outwards if symbol.name.startswith("A") else upwards for symbol in parameters]
    return itertools.product(*domains)


def _chains(size: int, box: int, chained: bool) -> Iterator[tuple[Fraction, ...]]:
    """Return all l, l' ≤ l* coordinate by coordinate, in lexicographic order; l ≤ l' if chained."""
    span = [Fraction(v) for v in range(box + 1)]
    for lower in itertools.product(span, repeat=size):
        above = [[v for v in span if v >= a or not chained] for a in lower]
        for middle in itertools.product(*above):
            least = map(max, lower, middle)
            for top in itertools.product(*[[v for v in span if v >= b] for b in least]):
                yield (*lower, *middle, *top)


def witness_of(question: Question, numbers: Numbers) -> Witness:
    """Return an assignment as people and scripts read it."""
    distance, size = question.subjects[0], range(1, question.n + 1)
    free = [name for name in distance.parameters if name not in question.parameters]
    found: Witness = {
        name: [plain(numbers[symbol]) for symbol in symbols(letter, question.n)]
        for name, letter in NAMES.items()
        if name != "weights" or name in free
    }
    if "matrix" in free:
        rows = [[numbers[entry(a, b)] for b in size] for a in size]
        found["matrix"] = ";".join(",".join(map(str, row)) for row in rows)
    if distance.value is None:
        for name in ("l", "l'", "l*"):
            found[f"Dist({name}, l*)"] = plain(numbers[unknown_distance(NAMES[name])])
    return found


def plain(number: Fraction) -> int | str:
    """Return a whole number as it is, a fraction as text."""
    return int(number) if number.denominator == 1 else str(number)


def padded(question: Question, numbers: Numbers) -> Numbers:
    """Add aspects in which all labels lie at 0, with weight 1 and no covariance."""
    size = range(1, question.n + 1)
    ones = {*symbols("w", question.n), *(entry(a, a) for a in size)}
    wanted = Coordinates(question).spelled().symbols()
    return {symbol: numbers.get(symbol, Fraction(symbol in ones)) for symbol in wanted}
