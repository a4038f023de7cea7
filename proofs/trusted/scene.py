"""What a question puts in the place of everything that a formula leaves open, at a witness.

This is the one place that knows how questions are made. A scene holds the metrics under their
letters, the order, the labels, and a point with the sizes, parameters and tables.

Why it is right. Everything comes from the question or from the witness, and what a witness brings
is checked here: every variable has a value of its domain, weights, gains and parameters are
admissible, and nothing that the question gives is given again with another value. A witness that
fails a check raises ReplayFailed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from typing import Any

import sympy as sp

from axioms.language.formula import Scaled, Slot
from lattice.order import SET
from metrics.language.domains import COLLECTIONS, LABELS, LISTS, RUNS, TOPS, Domain, Size
from metrics.language.parameters import PARAMETERS, SYMBOLS
from metrics.language.runs import FreeWeight, c
from metrics.language.terms import n
from metrics.metric import Metric
from metrics.naming import BadInput
from proofs.trusted.number import SHARE, SHARE_OR_1, SHARE_OR_ENDS, STEP, Inconclusive, Number
from proofs.trusted.replayed import ReplayFailed
from proofs.trusted.unknowns import OWN, any_number, base_of, unknown

NAMES = ("l", "l'", "l*")


@dataclass(frozen=True)
class Scene:
    """What a question says, in the words of the replay."""

    n: int
    point: dict[Any, Any] = field(default_factory=dict)
    metrics: Mapping[str, Metric] = field(default_factory=dict)
    parameters: Callable[[Slot], Mapping[str, Any]] = lambda slot: {}
    convention: str = "items"
    runs_in: Any = None
    lists_in: Domain | None = None
    sizes: Size | None = None
    sorted_by_text: bool = False
    distance: Any = None
    space: Any = None
    differ_as_labels: bool = False
    setting: Any = None

    @property
    def size(self) -> Size:
        """The sizes that domains are listed for."""
        return self.sizes or Size(self.n, 0)

    def at_slot(self, slot: Slot, point: Mapping[Any, Any]) -> dict[Any, Any]:
        """Return the point at which the metric in a slot is read, before its inputs are put in."""
        found = dict(self.point)
        given = self.parameters(slot).items()
        free = {name for name, value in given if isinstance(value, sp.Symbol)}
        found.update({SYMBOLS[name]: rational(v) for name, v in given if name not in free})
        if isinstance(slot.change, Scaled):
            found[point["scaled"]] = _times(found[point["scaled"]], point["t"])
        elif slot.change is not None:
            found.update(moved_weights(found, point[slot.change.args[0]]))
        return found


def scene_of(question: Any, witness: Mapping[str, Any]) -> Scene:
    """Return the scene of a question, whatever it is about, at a witness."""
    if question.domain is COLLECTIONS:
        return Scene(question.n, setting=question.subjects[0])
    if question.domain is LABELS:
        return _of_labels(question, witness)
    if question.domain in (RUNS, LISTS, TOPS):
        return _of_runs(question, witness)
    point: dict[Any, Any] = {n: question.n, "fixed": question.fixed}
    point.update(_weights(question, witness))
    for name in question.free:
        if name in question.own:
            point[question.own[name].symbol] = unknown_own(question.own[name])
        elif name not in question.quantified:
            point[SYMBOLS.get(name, name)] = unknown_values(name, question)
    return Scene(
        question.n,
        point,
        question.by_slot,
        question.bound,
        question.convention,
        sorted_by_text=bool(question.quantified),
    )


def _insist_admitted(question: Any, name: str, value: Any) -> None:
    """Insist on the premises of a parameter, which its declaration states."""
    try:
        PARAMETERS[name].admit(value, question.size, question.parameters)
    except BadInput as problem:
        raise ReplayFailed(f"the witness is not admissible: {problem}") from None


def rational(value: Any) -> Fraction | int:
    """Return an exact number from a number, or from text like 2 or 4/5."""
    if isinstance(value, sp.Rational):
        value = Fraction(int(value.p), int(value.q))
    if isinstance(value, str) and re.fullmatch(r"-?\d{1,400}(/[1-9]\d{0,400})?", value):
        value = Fraction(value)
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        raise ReplayFailed(f"{value!r} is no exact number.")
    return value


def is_run(word: tuple[int, ...], scene: Scene) -> bool:
    """Tell whether a word is a run of the order: a set is listed with decreasing degrees."""
    return scene.runs_in.listed != SET or sorted(word, reverse=True) == list(word)


# Runs --------------------------------------------------------------------------------------------


def _of_runs(question: Any, witness: Mapping[str, Any]) -> Scene:
    chosen = {name: numbers(witness[name]) for name in question.reads if name in witness}
    if set(chosen) & set(question.settings):
        raise ReplayFailed(f"the witness {dict(witness)} changes what the question gives.")
    for name, value in chosen.items():  # a penalty that is free is strictly between 0 and 1
        _insist_admitted(question, "p" if name == "penalty" else name, value)
    if chosen.get("gains", [0])[0] != 0:
        raise ReplayFailed(f"{witness['gains']} gives the least degree a gain.")
    point: dict[Any, Any] = {n: question.n, c: question.c}
    for name, value in {**question.settings, **chosen}.items():
        point[SYMBOLS.get(name, name)] = numbers(value)
    for name in question.free:
        if name in question.own:
            point[question.own[name].symbol] = unknown_own(question.own[name])
        elif name not in chosen:
            point[SYMBOLS.get(name, name)] = unknown_values(name, question)
    for place, weight in enumerate(point.get("place_weights", ()), 1):
        point[FreeWeight(place)] = weight
    return Scene(
        question.n,
        point,
        question.by_slot,
        _cutoff,
        runs_in=question.on,
        lists_in=None if question.domain is RUNS else question.domain,
        sizes=question.size,
    )


def _cutoff(slot: Slot) -> dict[str, Any]:
    return {} if slot.cutoff is None else {"k": int(slot.cutoff)}


# Weights -----------------------------------------------------------------------------------------


def _weights(question: Any, witness: Mapping[str, Any]) -> dict[str, Any]:
    """Return the weights that are given, or that a witness chose."""
    found = {}
    for kind in question.quantified:
        if kind not in witness and kind not in question.weights:
            found[kind] = unknown_values(kind, question)
            continue
        found[kind] = numbers(witness.get(kind, question.weights.get(kind)))
        if kind in question.weights and found[kind] != numbers(question.weights[kind]):
            raise ReplayFailed(f"the witness has other weights {kind} than the question.")
        _insist_admitted(question, kind, found[kind])
    return found


def unknown_values(name: str, question: Any) -> Any:
    """Return what stands for all admissible values of a parameter that is free.

    Weights that may be 0 are steps, others unknowns. What increases or decreases is a sum of them;
    costs that decrease may be equal, so only the last one is an unknown where all are positive.
    What is called a similarity satisfies the triangle inequality, which `proofs.trusted.cone` uses;
    without that assumption it is called a dissimilarity.
    """
    size, zero = question.n, not question.assume.positive
    kind = "dissimilarity" if name == "similarity" and not question.assume.triangle else name

    def some(index: Any) -> Any:
        return base_of((STEP, (kind, index))) if zero else unknown((kind, index), 0)

    if name in ("p", "penalty"):
        both = name == "penalty" and "p" in question.free
        return unknown((SHARE, name) if both else "p", 0, 1)
    if name == "location":
        return question.size.k + unknown(name, 0)
    if name == "rb":
        return unknown("rb", 0)
    if name == "gains":
        return [0, *accumulate(unknown((name, i), 0) for i in range(1, question.c + 1))]
    if name in ("heights", "place_weights"):
        return [unknown((name, i), 0) for i in range(1, size + 1)]
    if name == "w":
        return [some(i) for i in range(1, size + 1)]
    if name == "delta":
        if not question.assume.decreasing:
            return [some(i) for i in range(2, size + 1)]
        more = [base_of((STEP, (kind, i))) for i in range(3, size + 1)]
        return list(accumulate([some(2), *more] if size > 1 else []))[::-1]
    if name != "similarity":
        raise Inconclusive(f"all values of {name}")
    items = range(1, size + 1)
    return [[0 if x == y else some((min(x, y), max(x, y))) for y in items] for x in items]


def unknown_own(parameter: Any) -> Number:
    """Return what stands for all values of a parameter that a metric has of its own.

    It is a bound and a step away from it; between two bounds, a share of the way from the one that
    is not reached. Whole numbers are some of all the numbers within the bounds.
    """
    ends, name = parameter.ends(), parameter.name
    low, high = (rational(b) if b is not None else None for b in (ends.low, ends.high))
    reached = (ends.reaches_low, ends.reaches_high)
    if low is not None and high is not None:
        kind = {0: SHARE, 1: SHARE_OR_1, 2: SHARE_OR_ENDS}[sum(reached)]
        way = (high - low) * unknown((kind, name), 0, 1)
        return high - way if reached == (True, False) else low + way
    if low is None and high is None:
        return any_number((OWN, name))
    step = base_of((STEP, (OWN, name))) if any(reached) else unknown((OWN, name), 0)
    return low + step if high is None else high - step


def numbers(given: Any) -> Any:
    """Return a table of exact numbers, of any depth."""
    if isinstance(given, list | tuple):
        return [numbers(entry) for entry in given]
    return rational(given)


def _times(given: Any, factor: Any) -> Any:
    return [_times(e, factor) if isinstance(e, list) else e * factor for e in given]


def moved_weights(point: Mapping[Any, Any], names: Sequence[int]) -> dict[str, Any]:
    """Return the weights of items after the item ν(x) got the name x; position costs stay."""
    found: dict[str, Any] = {}
    if "w" in point:
        found["w"] = [point["w"][item - 1] for item in names]
    if "similarity" in point:
        matrix = point["similarity"]
        found["similarity"] = [[matrix[one - 1][other - 1] for other in names] for one in names]
    return found


# Labels ------------------------------------------------------------------------------------------


def _of_labels(question: Any, witness: Mapping[str, Any]) -> Scene:
    given, distance, size = question.parameters, question.subjects[0], question.n
    space = given.get("embedding")
    if space is None and "embedding" in witness:
        from metrics.labels import LabelSpace

        rows = str(witness["embedding"]).split(";")
        space = LabelSpace.of([[rational(entry) for entry in row.split(",")] for row in rows])
    point: dict[Any, Any] = {n: size}
    for name in NAMES:
        label = witness[name]
        point[name] = [rational(v) for v in (label if space is None else space.embed(label))]
        if len(point[name]) != size:
            raise ReplayFailed(f"the witness {dict(witness)} does not have {size} aspects.")
    if space is not None and tuple(witness["l*"]) != space.best:
        raise ReplayFailed(f"{witness['l*']} is not the best label.")
    if any(a > b for name in NAMES for a, b in zip(point[name], point["l*"], strict=True)):
        raise ReplayFailed(f"l* is not best at {dict(witness)}.")
    point.update(_of_distance(question, witness, point))
    return Scene(
        size,
        point,
        distance=distance,
        space=space,
        differ_as_labels=space is not None and given.get("reading") == "labels",
    )


def _of_distance(
    question: Any, witness: Mapping[str, Any], point: Mapping[Any, Any]
) -> dict[Any, Any]:
    """Return the parameters of a distance; or its table, where it is any distance."""
    distance, known = question.subjects[0], question.parameters
    if set(witness) & set(distance.parameters) & set(known):
        raise ReplayFailed(f"the witness {dict(witness)} changes what the question gives.")
    if distance.value is None:
        return {"away": _table(witness, point)}
    from metrics.labels import LETTERS

    found: dict[Any, Any] = {}
    for name in distance.parameters:
        given = witness[name] if name in witness else known[name]
        if name == "matrix" and isinstance(given, str):
            given = [row.split(",") for row in given.split(";")]
        found[LETTERS[name]] = numbers(given)
    weights = found.get(LETTERS["weights"], [0] * question.n)
    if len(weights) != question.n or min(weights) < 0:
        raise ReplayFailed(f"{witness.get('weights')} are no weights for {question.n} aspects.")
    if "matrix" in witness and not _is_definite(found[LETTERS["matrix"]], question.n):
        raise ReplayFailed(f"{witness['matrix']} is not positive definite.")
    return found


def _table(witness: Mapping[str, Any], point: Mapping[Any, Any]) -> dict[str, Any]:
    """Return the distances of the three labels from l*: a function, 0 at l*, nowhere negative."""
    table = {name: rational(witness[f"Dist({name}, l*)"]) for name in NAMES}
    same = [(a, b) for a in NAMES for b in NAMES if point[a] == point[b]]
    if table["l*"] != 0 or min(table.values()) < 0 or any(table[a] != table[b] for a, b in same):
        raise ReplayFailed(f"the table {table} is no distance from l*.")
    return table


def _is_definite(matrix: Sequence[Sequence[Any]], size: int) -> bool:
    """Tell whether a matrix is symmetric and positive definite, by its pivots."""
    if len(matrix) != size or any(len(row) != size for row in matrix):
        return False
    if any(matrix[a][b] != matrix[b][a] for a in range(size) for b in range(a)):
        return False
    rows = [[Fraction(entry) for entry in row] for row in matrix]
    for pivot in range(size):
        if rows[pivot][pivot] <= 0:
            return False
        for below in range(pivot + 1, size):
            factor = rows[below][pivot] / rows[pivot][pivot]
            rows[below] = [a - factor * b for a, b in zip(rows[below], rows[pivot], strict=True)]
    return True
