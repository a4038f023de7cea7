"""Plan: is a metric one-to-one? Decided by sorting its scores, never by comparing all pairs.

Where there are too many rankings to sort them at once, groups of positions are tried first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from axioms.language.formula import Score, Variable
from axioms.language.shapes import injective_shape
from proofs.core.limits import Refusal
from proofs.core.outcome import Outcome
from proofs.engines.exhaustive.position_groups import MAYBE_EARLIER, by_groups
from proofs.engines.exhaustive.scores import Scores, all_rankings, one_key
from proofs.engines.exhaustive.search import LARGEST_N, Search, too_many_rankings
from proofs.exact.numbers import ranks
from proofs.exact.whole import Undecidable

ROW_BLOCK = 1 << 22


def one_to_one(search: Search, formula: Any) -> Outcome | None:
    """Decide ∀ σ, τ, ν: m(σ, τ) = m(σ, ν) ⇒ τ = ν by sorting the scores of each σ."""
    shape = injective_shape(formula)
    if shape is None:
        return None
    row, left, right, score = shape
    rankings = [left] if row is None else [row, left]
    if search.size([left]) > ROW_BLOCK or search.size(rankings) > search.limits.cases:
        found = by_groups(search, shape)
        if found is not None:
            return found
        if search.n > LARGEST_N:
            raise Refusal(f"exhaustive refuses: {too_many_rankings(search.n)}.")
    if row is None:
        return _one_row(search, score, left, right)
    search.afford([row, left])

    def block(part: tuple[int, Any]) -> Outcome:
        start, points = part
        cases = search.cases(points)
        scores = cases.score(score)
        keys, missing = (np.broadcast_to(a, cases.shape) for a in (scores.ids(), scores.undefined))
        outcome = _first_repeat(search, keys, missing, (row, left, right), start)
        return _certified(outcome, scores)

    return search.gather(block, search.grids([row, left]), search.size([row, left]))


def _one_row(search: Search, score: Score, left: Variable, right: Variable) -> Outcome:
    """Sort one key for each ranking; of very many rankings nothing else is kept."""
    search.afford([left])
    total = search.size([left])
    keys, missing = np.empty(total, dtype=np.int64), np.zeros(total, dtype=bool)
    start = 0
    for scores in _row_blocks(search, score, left):
        here = slice(start, start + ROW_BLOCK)
        keys[here], missing[here] = _lasting_keys(scores, total), scores.undefined
        start += ROW_BLOCK
        search.limits.progress(start, 2 * total)
    outcome = _first_repeat(search, keys[None], missing[None], (None, left, right), 0)
    if total <= ROW_BLOCK:
        outcome = _certified(outcome, scores)
    elif outcome.true:
        _separate_large(search, score, left)
    elif scores.exact is not None and len(scores.exact.parts) > 1:
        outcome = replace(outcome, caveats=(MAYBE_EARLIER,))
    if not outcome.true:
        return outcome
    note = f"{total:,} rankings, all values distinct"
    return replace(outcome, checked=(note + (closest(scores) if total <= ROW_BLOCK else ""),))


def _row_blocks(search: Search, score: Score, left: Variable) -> Iterator[Scores]:
    points = all_rankings(search.n)
    for start in range(0, points.shape[1], ROW_BLOCK):
        cases = search.cases({left: points[:, start : start + ROW_BLOCK]})
        yield cases.score(score)
        search.limits.check()


def _lasting_keys(scores: Scores, total: int) -> Any:
    """Return integers, equal exactly for equal coordinates in all blocks."""
    joined = None if scores.exact is None else one_key(list(scores.exact.parts.values()))
    if joined is not None:
        return joined[0]
    if scores.exact is not None and total > ROW_BLOCK:
        raise Undecidable("the coordinates of the scores do not fit one 64-bit key")
    return scores.ids()


def _separate_large(search: Search, score: Score, left: Variable) -> None:
    """Certify that scores with different coordinates differ, for very many rankings."""
    approximations, error = [], 0
    for scores in _row_blocks(search, score, left):
        if scores.exact is None or len(scores.exact.parts) <= 1:
            return _certify_distinct(scores)
        values, error = scores.exact.fixed_points()
        approximations.append(np.sort(values))
    merged = np.sort(np.concatenate(approximations), kind="stable")  # which merges sorted parts
    if (np.diff(merged) <= 2 * error).any():
        raise Undecidable("values that 62 bits do not separate")


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
        here = keys[index]
        present = ~missing[index] if absent else None
        pairs = [_first_pair(search, here, part) for part in _parts(here, present)]
        if any(pairs):
            witness = _triple(search, variables, index + start, *min(filter(None, pairs)))
            return replace(done, true=False, witness=witness)
    return done


def _parts(keys: Any, present: Any) -> Iterator[Any]:
    """Split places so that equal keys stay together and no part takes long to sort; None: all."""
    if len(keys) <= ROW_BLOCK:
        yield None if present is None else np.flatnonzero(present)
        return
    for part in range(4):
        here = keys & 3 == part
        yield np.flatnonzero(here if present is None else here & present)


def _first_pair(search: Search, keys: Any, places: Any) -> tuple[int, int] | None:
    """Return the first two of some places that have equal keys, or None."""
    search.limits.check()
    entries = keys if places is None else keys[places]
    order = np.argsort(entries, kind="stable")
    ordered = entries[order]
    same = np.flatnonzero(ordered[1:] == ordered[:-1])
    if not len(same):
        return None
    best = same[np.argmin(order[same])]
    pair = order[best : best + 2]
    first, second = pair if places is None else places[pair]
    return int(first), int(second)


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
