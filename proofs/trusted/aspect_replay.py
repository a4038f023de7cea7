"""Replay for questions about aspects: a witness is judged again, from the declarations alone.

Plain loops over SymPy numbers; nothing here is shared with the engines that search. Signs of
numbers with roots or logarithms are settled by `proofs.trusted.replay`.

>>> from metrics.labels import euclidean
>>> distance_value(euclidean, [0, 0], [1, 2], {})
sqrt(5)
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import sympy as sp

from axioms.dominance import Away, Different, Dominated, best
from metrics.labels import PARAMETERS, Distance, LabelSpace, Largest, s, x
from metrics.language.terms import Ratio, k, n, p
from metrics.multi_aspect import D, R, b, c, g, m, r
from proofs.core.bound_question import BoundQuestion, Setting
from proofs.core.dominance_question import POINTS, DominanceQuestion
from proofs.core.question import Statement
from proofs.trusted.replay import Inconclusive, Replayed, ReplayFailed, Undefined, holds, sign_of

Tables = Mapping[Any, Any]
LISTS_TRIED = 5_040


def value_of(e: Any, tables: Tables, known: dict[Any, Any]) -> Any:
    """Return an expression as a SymPy number: `tables` for indexed names, `known` for symbols."""
    if e in known:
        return known[e]
    if isinstance(e, sp.Indexed):
        entry = tables[e.base]
        for index in e.indices:
            entry = entry[int(value_of(index, tables, known)) - 1]
        return entry
    if isinstance(e, sp.Sum):
        return _summed(e.function, list(e.limits), tables, known)
    if isinstance(e, Largest):
        term, (index, low, high) = e.args
        last = int(value_of(high, tables, known))
        found = [
            value_of(term, tables, {**known, index: sp.Integer(a)})
            for a in range(int(low), last + 1)
        ]
        largest = found[0]
        for other in found[1:]:
            largest = other if sign_of(other - largest) > 0 else largest
        return largest
    if not e.args:
        return e
    arguments = [value_of(argument, tables, known) for argument in e.args]
    if isinstance(e, Ratio):
        if sign_of(arguments[1]) == 0:
            raise Undefined
        return arguments[0] / arguments[1]
    value = e.func(*arguments)
    if value.has(sp.zoo, sp.nan, sp.oo) or value.is_real is False:
        raise Undefined
    return value


def _summed(term: Any, limits: list[Any], tables: Tables, known: dict[Any, Any]) -> Any:
    """Add over nested limits; the last limit is the outermost."""
    if not limits:
        return value_of(term, tables, known)
    index, low, high = limits[-1]
    first, last = (int(value_of(bound, tables, known)) for bound in (low, high))
    total = sp.Integer(0)
    for place in range(first, last + 1):
        total += _summed(term, limits[:-1], tables, {**known, index: sp.Integer(place)})
    return total


def distance_value(
    distance: Distance, point: Sequence[Any], top: Sequence[Any], parameters: Mapping[str, Any]
) -> Any:
    """Return the distance of a point from the best one, parameters being exact."""
    tables: dict[Any, Any] = {x: list(map(sp.sympify, point)), s: list(map(sp.sympify, top))}
    known: dict[Any, Any] = {n: sp.Integer(len(top))}
    for name, value in parameters.items():
        (known if name == "q" else tables)[PARAMETERS[name]] = value
    return value_of(distance.value, tables, known)


def replay_dominance(question: DominanceQuestion, witness: dict[str, Any]) -> Replayed:
    """Check that the statement is false at a witness of points, or of labels of a space."""
    names = ("l", "l'", "l*")
    points = {name: [sp.Rational(str(v)) for v in witness[name]] for name in names}
    space = question.space
    if space is not None:
        points = {name: list(space.embed(witness[name])) for name in names}
        if tuple(witness["l*"]) != space.best:
            raise ReplayFailed(f"{witness['l*']} is not the best label.")
    if any(len(point) != question.n for point in points.values()):
        raise ReplayFailed(f"the witness {witness} does not have {question.n} aspects.")
    for name in ("l", "l'"):
        if any(a > b for a, b in zip(points[name], points["l*"], strict=True)):
            raise ReplayFailed(f"l* is not best at {witness}.")
    judge = _Judge(question, witness, points)
    part = question.asked.parts[0]
    if judge.truth(part.statement.body):
        raise ReplayFailed(f"{question.text()} is true at {witness}.")
    name = question.distance.name
    values = tuple((f"{name}({label}, l*)", judge.away(label)) for label in ("l", "l'"))
    return Replayed(Statement(part.name, part.statement), witness, values)


class _Judge:
    """Evaluates the statement at one witness."""

    def __init__(self, question: DominanceQuestion, witness: dict[str, Any], points: Any) -> None:
        self.question, self.witness, self.points = question, witness, points
        self.parameters = dict(question.checked)
        size = question.n
        if set(witness) & set(question.checked):
            raise ReplayFailed(f"the witness {witness} changes what the question gives.")
        if "weights" in witness:
            self.parameters["weights"] = [sp.Rational(str(v)) for v in witness["weights"]]
            if len(self.parameters["weights"]) != size or min(self.parameters["weights"]) < 0:
                raise ReplayFailed(f"{witness['weights']} are no weights for {size} aspects.")
        if "matrix" in witness:
            rows = [list(map(sp.Rational, row.split(","))) for row in witness["matrix"].split(";")]
            matrix = sp.Matrix(rows)
            minors = [matrix[:a, :a].det() for a in range(1, size + 1)]
            if matrix.shape != (size, size) or matrix != matrix.T or min(minors) <= 0:
                raise ReplayFailed(f"{witness['matrix']} is not positive definite.")
            self.parameters["matrix"] = rows
        if question.distance.value is None:
            self._check_table()

    def _check_table(self) -> None:
        names = ("l", "l'", "l*")
        table = {name: self.away(name) for name in names}
        same = [(a, b) for a in names for b in names if self.points[a] == self.points[b]]
        if (
            table["l*"] != 0
            or min(table.values()) < 0
            or any(table[a] != table[b] for a, b in same)
        ):
            raise ReplayFailed(f"the table {table} is no distance from l*.")

    def away(self, name: str) -> Any:
        """Return the distance of a label from the best one."""
        if self.question.distance.value is None:
            return sp.Rational(str(self.witness[f"Dist({name}, l*)"]))
        return distance_value(
            self.question.distance, self.points[name], self.points["l*"], self.parameters
        )

    def truth(self, formula: Any) -> bool:
        """Decide a part of the statement."""
        if isinstance(formula, sp.Implies):
            return not self.truth(formula.args[0]) or self.truth(formula.args[1])
        if isinstance(formula, sp.And):
            return all(self.truth(argument) for argument in formula.args)
        if isinstance(formula, Dominated | Different):
            lower, upper = (label.name for label in formula.args)
            return self._compared(lower, upper, isinstance(formula, Dominated))
        left, right = formula.args
        assert isinstance(left, Away)
        assert left.args[1] == best
        return holds(type(formula), self.away(left.args[0].name), self.away(right.args[0].name))

    def _compared(self, lower: str, upper: str, dominance: bool) -> bool:
        space: LabelSpace | None = self.question.space
        if dominance and space is not None:
            return space.dominated(self.witness[lower], self.witness[upper])
        if dominance:
            pairs = zip(self.points[lower], self.points[upper], strict=True)
            return all(a <= b for a, b in pairs)
        if self.question.reading == POINTS or space is None:
            return bool(self.points[lower] != self.points[upper])
        return tuple(self.witness[lower]) != tuple(self.witness[upper])


# Upper bounds ------------------------------------------------------------------------------------


def replay_bound(question: BoundQuestion, part: str | None, witness: dict[str, Any]) -> Replayed:
    """Check that a collection breaks a part of the bound, by trying its lists again."""
    setting = question.setting
    names = [name for name in witness if name != "r"]
    labels = [tuple(witness[name]) for name in names]
    if len(names) != question.n:
        raise ReplayFailed(f"{len(names)} documents instead of {question.n}.")
    weigh = weights_of(setting)
    for column in zip(*[weigh[label] for label in labels], strict=True):
        if sum(is_relevant(setting, weight) for weight in column) < setting.relevant:
            raise ReplayFailed(f"{witness} has too few relevant documents.")
    wanted, *others = question.asked.parts
    statement = wanted if part == wanted.name else others[0]

    def score(listed: Sequence[str]) -> Any:
        shown = [weigh[tuple(witness[name])] for name in listed]
        whole = [weigh[label] for label in labels]
        return score_of(setting, shown, whole)

    if not is_list(witness["r"], names, setting.lists):
        raise ReplayFailed(f"{witness['r']} is none of the lists: {setting.lists}.")
    best = score(witness["r"])
    if statement is wanted:
        if sign_of(best - 1) <= 0:
            raise ReplayFailed(f"{witness['r']} does not score above 1.")
    else:
        _insist_below_one(score, best, names, setting.lists)
    term = f"{setting.name()}({' '.join(witness['r'])})"
    shown = (("largest " if statement is not wanted else "") + term, best)
    return Replayed(Statement(statement.name, statement.statement), witness, (shown,))


def is_list(listed: Sequence[str], names: Sequence[str], kind: str) -> bool:
    """Tell whether a list of names is one of the kind that counts."""
    once = len(set(listed)) == len(listed)
    known = set(listed) <= set(names) and 1 <= len(listed) <= len(names)
    return (
        known and (kind == "repeats" or once) and (kind != "rankings" or len(listed) == len(names))
    )


def _insist_below_one(score: Any, best: Any, names: list[str], kind: str) -> None:
    tried = 0
    values: dict[Any, None] = {}
    for size in range(len(names) if kind == "rankings" else 1, len(names) + 1):
        for listed in itertools.product(names, repeat=size):
            if not is_list(listed, names, kind):
                continue
            tried += 1
            if tried > LISTS_TRIED:
                raise Inconclusive(f"more than {LISTS_TRIED:,} lists to try again")
            values[score(listed)] = None
    for value in values:
        if sign_of(value - 1) >= 0 or sign_of(value - best) > 0:
            raise ReplayFailed(f"a list scores {value}, which is not below 1 or above {best}.")


def weights_of(setting: Setting) -> dict[Any, list[Any]]:
    """Return the weights of every label, from the definitions: dense ranks, farthest = 0."""
    space = setting.space
    if not setting.whole:
        steps = [sorted(set(aspect.embedding)) for aspect in space.aspects]
        return {
            label: [
                sp.Integer(step.index(v)) for step, v in zip(steps, space.embed(label), strict=True)
            ]
            for label in space.labels()
        }
    top = space.embed(space.best)
    away = {
        label: distance_value(setting.distance, space.embed(label), top, setting.checked)
        for label in space.labels()
    }
    distinct: list[Any] = []
    for value in away.values():
        if all(sign_of(value - other) for other in distinct):
            distinct.append(value)
    ranks = {
        label: sum(sign_of(other - value) > 0 for other in distinct)
        for label, value in away.items()
    }
    numbers = setting.weighting or [sp.Integer(rank) for rank in range(len(distinct))]
    return {label: [numbers[rank]] for label, rank in ranks.items()}


def score_of(setting: Setting, shown: list[list[Any]], whole: list[list[Any]]) -> Any:
    """Return the multi-aspect score of a list, from the weights of its documents and of all."""
    scores = []
    for aspect in range(len(whole[0])):
        ranks = [weights[aspect] for weights in shown]
        every = sorted((weights[aspect] for weights in whole), reverse=True)
        scores.append(_measured(setting, ranks, every))
    if setting.whole:
        return scores[0]
    if setting.approach.zero_if_one_is and any(sign_of(score) == 0 for score in scores):
        return sp.Integer(0)
    shares = setting.mix or [sp.Rational(1, len(scores))] * len(scores)
    size = {n: sp.Integer(len(scores))}
    return value_of(setting.approach.value, {m: scores, c: list(shares)}, size)


def is_relevant(setting: Setting, weight: Any) -> Any:
    """Return 1 for a relevant weight, else 0."""
    least = setting.threshold
    return sp.Integer(1 if (weight > 0 if least is None else weight >= least) else 0)


def _measured(setting: Setting, ranks: list[Any], every: list[Any]) -> Any:
    def relevant(weight: Any) -> Any:
        return is_relevant(setting, weight)

    beyond = [sp.Integer(0)] * int(setting.bound.get("k", 0))
    known: dict[Any, Any] = {n: sp.Integer(len(ranks)), D: sp.Integer(len(every))}
    known[R] = sum(map(relevant, every), sp.Integer(0))
    known.update({{"k": k, "p": p}[name]: value for name, value in setting.bound.items()})
    judged = [*map(relevant, ranks), *beyond]
    return value_of(setting.measure.value, {r: judged, g: [*ranks, *beyond], b: every}, known)
