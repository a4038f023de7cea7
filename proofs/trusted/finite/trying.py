"""Every case of a statement at one n: how many are defined, and the first that is false.

Why it is right. The cases are numbered in lexicographic order, and each number is read. Where a
statement names rankings only through scores and "σ = τ", and every score stays what it is when all
its rankings are multiplied, on one side, by each of two permutations that generate Sₙ, then it
stays what it is under every permutation, and so does the truth of the whole. Then it is enough to
read the cases in which the first ranking is 1 2 … n: the permutations carry every case to exactly
one of them, n! cases to each, and it is the first of these in lexicographic order. That the two
permutations change no score is read off the table of all its values, not assumed. Where weights of
items are free, a score may change by a renaming of the items in its weights, the same for all
scores: a statement about all weights does not depend on their names, and the premises of free
weights do not either. No table is needed for a pair sum or a sum of displacements
(`proofs.trusted.every_n.weight_shapes`): items occur there only as indices of full sums, so that a
renaming of the items in all rankings renames them in the weights, and nothing else; of the weights
it is read off their own tables that they then are those of the renamed items. Of a statement about
places alone no ranking need be listed: its cases are read one by one, as a witness is. Where a
statement names rankings through scores alone, its truth is decided by these: then one case is read
for every combination of scores that there is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import factorial
from typing import Any

import numpy as np
import sympy as sp

from axioms.language.formula import Exists, ForAll, Same, Scaled, Score, bound_variables, mentions
from axioms.language.order_terms import Join, Meet, condition, surely_defined
from axioms.language.shapes import EqualCases, equal_cases
from metrics.language.domains import RANKINGS
from metrics.language.terms import Listing, Place, Ranking
from metrics.language.weight_symbols import ElementWeight, Similarity
from proofs.trusted.cone import Source, multipliers_from, with_items_renamed
from proofs.trusted.every_n.weight_shapes import shape_of
from proofs.trusted.finite.cases import Cases
from proofs.trusted.finite.columns import Codes, Column, constant, joined, put_together
from proofs.trusted.finite.order import TabledReplayer, replayer_of
from proofs.trusted.finite.reader import (
    MOST_CASES,
    MOST_RANKINGS,
    MOST_ROWS,
    MOST_SCORES,
    CaseReader,
)
from proofs.trusted.number import Inconclusive, Undefined, terms_of
from proofs.trusted.scene import moved_weights, scene_of
from proofs.trusted.unknowns import unknown

FEW_CASES = 5_000
ITEM_WEIGHTS = {"w": ElementWeight, "similarity": Similarity}


@dataclass(frozen=True)
class Tried:
    """What the cases of a statement are: so many defined, so many not, the first of some kinds."""

    judged: int
    undefined: int = 0
    first_undefined: dict[str, Any] | None = None
    first_false: dict[str, Any] | None = None


def tried(question: Any, statement: Any, most: int = MOST_CASES) -> Tried:
    """Read every case of a statement; Inconclusive where one cannot be decided, or too many.

    Where a case is false, others are counted only to the end of the million it is in.
    """
    formula, scene = statement.formula, scene_of(question, {})
    scaled = formula.atoms(Scaled) and question.quantified
    ways = [{"scaled": kind, "t": unknown("t", 0)} for kind in scaled] if scaled else [{}]
    scenes = [replace(scene, point={**scene.point, **way}) for way in ways]
    found = [_tried_or_exemplified(each, formula, most) for each in scenes]
    return Tried(
        sum(one.judged for one in found),
        sum(one.undefined for one in found),
        _least([one.first_undefined for one in found], dict(statement.fixed)),
        _least([one.first_false for one in found], {}),
    )


def read_with_multipliers(question: Any, source: Source) -> None:
    """Read the cases of a question, as far as they can be with multipliers from a source."""
    with multipliers_from(source), suppress(Inconclusive):
        for statement in question.statements():
            tried(question, statement)


def _least(cases: list[dict[str, Any] | None], fixed: dict[str, int]) -> dict[str, Any] | None:
    known = [list(case.items()) for case in cases if case is not None]
    return {**fixed, **dict(min(known))} if known else None


def true_at(replayer: Any, body: Any, point: Any) -> bool:
    """Decide a body at one point, all cases of its inner variables at once."""
    (true,) = CaseReader(replayer).truth(body, Cases(1, point, {})).listed()
    if true is None:
        raise Undefined
    return bool(true)


def _tried_or_exemplified(scene: Any, formula: Any, most: int) -> Tried:
    """Read every case; of an ∃ with cases that cannot be decided, up to one that is true."""
    replayer = TabledReplayer(scene)
    try:
        return _tried(replayer, formula, most)
    except Inconclusive:
        if isinstance(formula, Exists) and _has_example(replayer, formula):
            return Tried(1)
        raise


def _has_example(replayer: Any, formula: Any) -> bool:
    """Tell whether some case is surely true, among the first in which all but the scores is."""
    reader = CaseReader(replayer)
    total = reader.count(formula.variables)
    if total > MOST_ROWS:
        return False
    columns = reader.bound(formula.variables, np.arange(total))
    cases = Cases(total, reader.point, columns)
    rest = reader.truth(surely_defined(formula.body), cases).where(True, total)
    for row in np.flatnonzero(rest)[:FEW_CASES]:
        there = {v: one.pool.values[one.codes[row]] for v, one in columns.items()}
        with suppress(Inconclusive, Undefined):
            if replayer.truth(formula.body, {**reader.point, **there}):
                return True
    return False


def _tried(replayer: Any, formula: Any, most: int) -> Tried:
    reader = CaseReader(replayer)
    if not isinstance(formula, ForAll | Exists):
        return Tried(1, first_false=None if true_at(replayer, formula, reader.point) else {})
    if isinstance(formula, ForAll) and _is_about_places(replayer, formula):
        return _tried_singly(replayer, formula)
    some, total = isinstance(formula, Exists), reader.count(formula.variables)
    each = _symmetric(reader, formula) if total > FEW_CASES else 1
    if total // each > most:
        by_scores = None if some else _tried_by_scores(reader, formula)
        if by_scores is not None:
            return by_scores
        raise Inconclusive(f"{total // each:,} cases are too many")
    undefined, first_undefined, decisive = 0, None, None
    for start in range(0, total // each, MOST_ROWS):
        if decisive is not None and not some:
            break
        numbers = np.arange(start, min(start + MOST_ROWS, total // each))
        columns = reader.bound(formula.variables, numbers)
        found = judged(reader, formula.body, Cases(len(numbers), reader.point, columns), some)
        missing, decides = (found.where(kind, len(numbers)) for kind in (None, some))
        undefined += each * int(missing.sum())
        if first_undefined is None and missing.any():
            first_undefined = case_at(reader, columns, int(missing.argmax()))
        if decisive is None and decides.any():
            decisive = case_at(reader, columns, int(decides.argmax()))
    false = ({} if decisive is None else None) if some else decisive
    return Tried(total - undefined, undefined, first_undefined, false)


def _is_about_places(replayer: Any, formula: Any) -> bool:
    """Tell whether a statement is about places in too many rankings to list, and names few."""
    binders = formula.body.atoms(ForAll, Exists)
    places = all(isinstance(variable, Place) for variable in formula.variables)
    return places and not binders and factorial(replayer.scene.n) > MOST_RANKINGS


def _tried_singly(replayer: Any, formula: Any) -> Tried:
    """Read one case after another, as the replayer reads a witness."""
    counted, point = Counter[bool | None](), replayer.scene.point
    first: dict[bool | None, dict[str, Any]] = {}
    for case in replayer.cases(formula.variables, point):
        here = {**point, **case}
        true: bool | None = True
        try:
            if replayer.truth(condition(formula.body), here):
                for node in named_outside(formula.body, Score):
                    replayer.value(node, here)
                true = replayer.truth(formula.body, here)
        except Undefined:
            true = None
        counted[true] += 1
        first.setdefault(true, {variable.name: value for variable, value in case.items()})
    judged = counted[True] + counted[False]
    return Tried(judged, counted[None], first.get(None), first.get(False))


def _tried_by_scores(reader: CaseReader, formula: Any) -> Tried | None:
    """Read one case for every combination of scores; None where more than scores is named.

    Variables that no score names together vary apart, so that their scores combine in every way.
    """
    scores, named = formula.body.atoms(Score), set(formula.variables)
    plain = all(map(RANKINGS.ranges, named)) and _only_scores_and_equalities(formula)
    if not plain or formula.body.has(Same, ForAll, Exists):
        return None
    if any(node.slot.change is not None or not set(node.listings) <= named for node in scores):
        return None
    columns: dict[Any, Column] = {}
    size = 1
    for group in _named_together(formula.variables, scores):
        chosen = _one_for_each_score(reader, group, scores)
        if chosen is None or size * len(chosen) > MOST_ROWS:
            return None
        columns = {v: Column(c.pool, np.repeat(c.codes, len(chosen))) for v, c in columns.items()}
        columns |= reader.bound(group, np.tile(chosen, size))
        size *= len(chosen)
    decided = judged(reader, formula.body, Cases(size, reader.point, columns))
    false = decided.where(False, size)
    first = case_at(reader, columns, int(false.argmax())) if false.any() else None
    return Tried(reader.count(formula.variables), first_false=first)


def _named_together(variables: Sequence[Any], scores: Iterable[Any]) -> list[tuple[Any, ...]]:
    """Return the variables in groups, each of which no score joins to another."""
    groups = [{variable} for variable in variables]
    for node in scores:
        joint = [group for group in groups if group & set(node.listings)]
        groups = [group for group in groups if group not in joint] + [set().union(*joint)]
    return [tuple(v for v in variables if v in group) for group in groups]


def _one_for_each_score(reader: CaseReader, group: tuple[Any, ...], scores: Any) -> Codes | None:
    """Return the number of one case for all that have the same scores; None if one is undefined."""
    total = reader.count(group)
    if total > MOST_SCORES:
        return None
    cases = Cases(total, reader.point, reader.bound(group, np.arange(total)))
    values = [reader.value(node, cases) for node in scores if set(node.listings) <= set(group)]
    if any(one.where(None, total).any() for one in values):
        return None
    codes = np.zeros((1, total), dtype=np.int64)
    for one in values:
        codes = np.vstack([codes, np.broadcast_to(one.codes, total)])
    return np.asarray(np.unique(codes, axis=1, return_index=True)[1])


def case_at(reader: CaseReader, columns: dict[Any, Column], row: int) -> dict[str, Any]:
    """Return the values of variables in one case, as witnesses show them."""
    values = {v: one.pool.values[one.codes[row]] for v, one in columns.items()}
    size = reader.replayer.scene.size
    return {v.name: v.domain.show(value, size) for v, value in values.items()}


def judged(reader: CaseReader, body: Any, cases: Cases, sought: bool = False) -> Column:
    """Decide a body in every case; it is undefined where anything that it names is.

    A case that it does not speak of is true, or, where an example is sought, none: false.
    """
    spoken = surely_defined(body) if sought else condition(body)
    idle, other = reader.truth(spoken, cases).where(False, cases.size), constant(not sought)
    if idle.all():
        return other
    here = cases.only(~idle)
    named = [reader.value(node, here) for node in named_outside(body, Score)]
    named += [reader.listing(node, here) for node in named_outside(body, Join, Meet)]
    named.append(reader.truth(body, here))
    decided = joined(lambda *values: values[-1], _defined(named))
    return put_together(cases.size, [(idle, other), (~idle, decided)])


def _defined(columns: list[Column]) -> list[Column]:
    """Return, of all columns but the last, only whether they are defined."""
    *others, last = columns
    return [*[joined(lambda value: True, [one]) for one in others], last]


def named_outside(body: Any, *kinds: type) -> Iterator[Any]:
    """Return the nodes of some kinds that a statement names outside inner binders."""
    inner = bound_variables(body)
    nodes = body.atoms(*kinds)
    return (node for node in nodes if not any(mentions(node, v) for v in inner))


# Without loss of generality ----------------------------------------------------------------------


def _symmetric(reader: CaseReader, formula: Any) -> int:
    """Return n! where the first ranking may be taken to be 1 2 … n, and 1 elsewhere."""
    n, variables = reader.replayer.scene.n, bound_variables(formula)
    rankings = all(map(RANKINGS.ranges, variables))
    if not rankings or len(formula.variables) < 2 or not _only_scores_and_equalities(formula):
        return 1
    slots = {(node.slot, len(node.listings)) for node in formula.atoms(Score)}
    if any(slot.change is not None or inputs < 2 for slot, inputs in slots):
        return 1
    generators = [(2, 1, *range(3, n + 1)), (*range(2, n + 1), 1)]
    if _only_names_items(reader.replayer.scene, slots, generators):
        return factorial(n)
    for side in ("right", "left"):
        if all(_changes_nothing(reader, slots, by, side) for by in generators):
            return factorial(n)
    return 1


def _only_names_items(scene: Any, slots: Any, generators: Sequence[tuple[int, ...]]) -> bool:
    """Tell whether renaming the items of all rankings renames them in free weights, and no more.

    Items must be what rankings list for all metrics, or the places of lists for all.
    """
    ways = set()
    for slot, _ in slots:
        shape = shape_of(slot.name, scene.metrics[slot.name], scene.convention)
        if shape is None:
            return False
        needed = [kind for kind, weight in ITEM_WEIGHTS.items() if shape.has(weight)]
        if not all(kind in scene.point for kind in needed):
            return False
        ways.add(shape.inverse)
    return len(ways) == 1 and all(_named_by(scene.point, by) for by in generators)


def _named_by(point: Any, by: tuple[int, ...]) -> bool:
    """Tell whether the weights of moved items are their weights with the items renamed."""
    for kind, moved in moved_weights(point, by).items():
        before, after = (np.ravel(np.array(table, dtype=object)) for table in (point[kind], moved))
        for old, new in zip(before, after, strict=True):
            if terms_of(with_items_renamed(old, by)) != terms_of(new):
                return False
    return True


def _changes_nothing(reader: CaseReader, slots: Any, by: tuple[int, ...], side: str) -> bool:
    """Tell whether a permutation changes no score, but for the names of items in free weights."""
    n = len(by)
    back = tuple(by.index(item) + 1 for item in range(1, n + 1))
    names = dict.fromkeys([tuple(range(1, n + 1)), by, back])
    return any(
        all(_unchanged(reader, slot, inputs, (by, side), name) for slot, inputs in slots)
        for name in names
    )


def _only_scores_and_equalities(formula: Any) -> bool:
    """Tell whether rankings are named only by scores and equalities, and none is made of others."""
    for node in sp.preorder_traversal(formula):
        named = any(map(RANKINGS.ranges, node.args))
        if named and not isinstance(node, Score | Same | ForAll | Exists | sp.Tuple):
            return False
    return all(map(RANKINGS.ranges, formula.atoms(Listing)))


def _unchanged(
    reader: CaseReader, slot: Any, inputs: int, move: Any, names: tuple[int, ...]
) -> bool:
    """Tell whether a metric is the same at all rankings after a move, items being renamed."""
    rankings = reader.listings.values[:-1]
    if len(rankings) ** inputs > MOST_SCORES:
        return False
    variables = [Ranking(f"input {place}") for place in range(inputs)]
    columns = reader.bound(variables, np.arange(len(rankings) ** inputs))
    cases = Cases(len(rankings) ** inputs, reader.point, columns)
    before = reader.value(slot(*variables), cases)
    by, side = move
    moved = [_composed(word, by) if side == "right" else _composed(by, word) for word in rankings]
    codes = np.array([reader.listings.code(word) for word in moved])
    others = {v: Column(one.pool, codes[one.codes]) for v, one in columns.items()}
    after = reader.value(slot(*variables), replace(cases, columns=others))
    if before.pool.known:
        rank = np.array(before.pool.ranks())
        return np.array_equal(rank[before.codes], rank[after.codes])
    return _renamed_alike(before, after, names)


def _renamed_alike(before: Column, after: Column, names: tuple[int, ...]) -> bool:
    """Tell whether the values after are those before with the items renamed, as written."""
    pairs = np.unique(np.stack([before.codes, after.codes]), axis=1)
    for one, two in zip(*pairs, strict=True):
        old, new = before.pool.values[one], after.pool.values[two]
        if old is None or new is None:
            if old is not new:
                return False
        elif terms_of(with_items_renamed(old, names)) != terms_of(new):
            return False
    return True


def _composed(outer: tuple[int, ...], inner: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(outer[place - 1] for place in inner)


# Equal rankings ----------------------------------------------------------------------------------


def never_equal(question: Any, statement: Any) -> bool:
    """Tell whether a statement speaks of equal rankings, and none of these cases is defined."""
    reader = CaseReader(replayer_of(question))
    return any(_never_defined(reader, equal) for equal in equal_cases(statement.formula))


def _never_defined(reader: CaseReader, equal: EqualCases) -> bool:
    """Tell whether there are cases of equal rankings, none of them defined."""
    size = reader.count(equal.variables)
    if size > MOST_ROWS:
        raise Inconclusive(f"{size:,} cases of equal rankings are too many")
    cases = Cases(size, reader.point, reader.bound(equal.variables, np.arange(size)))
    for part in equal.conditions:
        there = reader.truth(part, cases).where(True, cases.size)
        if not there.any():
            return False
        cases = cases.only(there)
    missing = np.zeros(cases.size, dtype=bool)
    for node in equal.scores:
        missing |= reader.value(node, cases).where(None, cases.size)
    return bool(missing.all())
