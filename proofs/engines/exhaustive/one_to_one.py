"""Plan: is a metric one-to-one? Decided by sorting its scores, never by comparing all pairs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from axioms.language.formula import Score, Variable
from axioms.language.shapes import injective_shape
from proofs.core.outcome import Outcome
from proofs.engines.exhaustive.cases import Cases
from proofs.engines.exhaustive.scores import Scores, all_rankings, one_key, ranks
from proofs.engines.exhaustive.search import Search
from proofs.exact.whole import Undecidable

ROW_BLOCK = 1 << 22
MAYBE_EARLIER = "an earlier witness may exist: not all values before it were separated exactly"


def one_to_one(search: Search, formula: Any) -> Outcome | None:
    """Decide ∀ σ, τ, ν: m(σ, τ) = m(σ, ν) ⇒ τ = ν by sorting the scores of each σ."""
    shape = injective_shape(formula)
    if shape is None:
        return None
    row, left, right, score = shape
    if row is None:
        return _one_row(search, score, left, right)
    search.afford([row, left])

    def block(part: tuple[int, Any]) -> Outcome:
        start, points = part
        cases = Cases(search.n, search.scorers, points)
        scores = cases.score(score)
        keys, missing = _keys(scores, cases.shape)
        outcome = _first_repeat(search, keys, missing, (row, left, right), start)
        return _certified(outcome, scores)

    return search.gather(block, search.grids([row, left]), search.size([row, left]))


def _one_row(search: Search, score: Score, left: Variable, right: Variable) -> Outcome:
    search.afford([left])
    total = search.size([left])
    if total > ROW_BLOCK:
        return _very_many(search, score, left, right)
    (scores,) = _row_blocks(search, score, left)
    keys, missing = _keys(scores, (total,))
    outcome = _first_repeat(search, keys[None], missing[None], (None, left, right), 0)
    outcome = _certified(outcome, scores)
    if outcome.true:
        note = f"{total:,} rankings, all values distinct" + closest(scores)
        outcome = replace(outcome, checked=(note,))
    return outcome


def _row_blocks(search: Search, score: Score, left: Variable) -> Iterator[Scores]:
    """Score all rankings, block by block."""
    points = all_rankings(search.n)
    for start in range(0, points.shape[1], ROW_BLOCK):
        cases = Cases(search.n, search.scorers, {left: points[:, start : start + ROW_BLOCK]})
        yield cases.score(score)
        search.limits.check()


def _very_many(search: Search, score: Score, left: Variable, right: Variable) -> Outcome:
    """Sort the scores of so many rankings that only one key for each is kept."""
    total = search.size([left])
    keys, missing = np.empty(total, dtype=np.int64), np.zeros(total, dtype=bool)
    several_atoms = False
    for number, scores in enumerate(_row_blocks(search, score, left)):
        here = slice(number * ROW_BLOCK, (number + 1) * ROW_BLOCK)
        joined = None if scores.exact is None else one_key(list(scores.exact.parts.values()))
        if scores.exact is not None and joined is None:
            raise Undecidable("the coordinates of the scores do not fit one 64-bit key")
        keys[here] = scores.coded if joined is None else joined[0]
        missing[here] = scores.undefined
        several_atoms = scores.exact is not None and len(scores.exact.parts) > 1
        search.limits.progress(here.start, 2 * total)
    outcome = _first_repeat(search, keys[None], missing[None], (None, left, right), 0)
    if outcome.true:
        _separate_large(search, score, left)
        outcome = replace(outcome, checked=(f"{total:,} rankings, all values distinct",))
    elif several_atoms:
        outcome = replace(outcome, caveats=(MAYBE_EARLIER,))
    return outcome


def _separate_large(search: Search, score: Score, left: Variable) -> None:
    """Certify that scores with different coordinates differ, for very many rankings."""
    approximations, error = [], 0
    for scores in _row_blocks(search, score, left):
        if scores.exact is None or len(scores.exact.parts) <= 1:
            return _certify_distinct(scores)
        values, error = scores.exact.fixed_points()
        approximations.append(values)
    merged = np.sort(np.concatenate(approximations))
    if (np.diff(merged) <= 2 * error).any():
        raise Undecidable("values that 62 bits do not separate")


def _keys(scores: Scores, shape: tuple[int, ...]) -> tuple[Any, Any]:
    """Return integers, equal exactly for equal coordinates, and where scores are missing."""
    missing = np.broadcast_to(scores.undefined, shape)
    return np.broadcast_to(scores.ids(), shape), missing


def _certified(outcome: Outcome, scores: Scores) -> Outcome:
    """Certify that different coordinates are different values: all of them, or all before."""
    try:
        _certify_distinct(scores)
    except Undecidable:
        if outcome.true:
            raise
        return replace(outcome, caveats=(MAYBE_EARLIER,))
    return outcome


def _certify_distinct(scores: Scores) -> None:
    """Certify that scores with different coordinates differ."""
    if scores.book is not None:
        scores.book.ranks()
    elif scores.exact is not None and len(scores.exact.parts) > 1:
        ids, table = scores.numbered()
        ranks(table, int(ids.max()) + 1)


def _first_repeat(
    search: Search, keys: Any, missing: Any, variables: tuple[Any, Any, Any], start: int
) -> Outcome:
    """Find the first row with two equal keys, and the first two places where they stand."""
    rows, columns = keys.shape
    absent = int(missing.sum())
    present = columns - missing.sum(axis=1)
    undefined = int((columns**2 - present.astype(object) ** 2).sum()) if absent else 0
    first_undefined = None
    if absent:
        at = int(np.argmax(missing.any(axis=1)))
        gone = int(np.argmax(missing[at]))
        first_undefined = _triple(search, variables, at + start, 0, 0 if gone == 0 else gone)
    judged = int((present.astype(object) ** 2).sum())
    done = Outcome(True, None, rows * columns, undefined, first_undefined, judged)
    for index in range(rows):
        live = np.flatnonzero(~missing[index]) if absent else None
        entries = keys[index] if live is None else keys[index][live]
        order = np.argsort(entries, kind="stable")
        ordered = entries[order]
        same = np.flatnonzero(ordered[1:] == ordered[:-1])
        if len(same):
            best = same[np.argmin(order[same])]
            first, second = int(order[best]), int(order[best + 1])
            if live is not None:
                first, second = int(live[first]), int(live[second])
            witness = _triple(search, variables, index + start, first, second)
            return replace(done, true=False, witness=witness)
    return done


def _triple(
    search: Search, variables: tuple[Any, Any, Any], row: int, left: int, right: int
) -> dict[Variable, Any]:
    indices = (row, left, right)
    return {v: search.value(v, i) for v, i in zip(variables, indices, strict=True) if v is not None}


def closest(scores: Scores) -> str:
    """Say how close the two closest values are, approximately."""
    if scores.exact is None:
        return ""
    try:
        values = np.sort(np.asarray(scores.exact.approximate(), dtype=float).ravel())
    except OverflowError:
        return ""
    if len(values) < 2:
        return ""
    return f"; the closest two differ by {np.diff(values).min():.1e}"
