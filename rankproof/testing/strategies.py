"""Hypothesis strategies for what ranking measures are given.

Hypothesis is imported when a strategy is made. Smaller inputs come out of shrinking: fewer
documents, lower grades, names in their order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

MOST = 6
"""How many documents there are at most, unless it is said."""


def rankings(*, min_size: int = 1, max_size: int = MOST) -> Any:
    """Return permutations of 1, …, n as lists."""
    st = _strategies("rankings")
    return st.integers(min_size, max_size).flatmap(lambda n: st.permutations(range(1, n + 1)))


def pairs_of_rankings(*, min_size: int = 1, max_size: int = MOST) -> Any:
    """Return pairs of permutations of the same 1, …, n."""
    st = _strategies("pairs_of_rankings")

    def two(n: int) -> Any:
        one = st.permutations(range(1, n + 1))
        return st.tuples(one, one)

    return st.integers(min_size, max_size).flatmap(two)


def pairs_of_lists(*, max_size: int = MOST) -> Any:
    """Return pairs of lists of names, each without repetitions, of any two lengths."""
    st = _strategies("pairs_of_lists")
    names = st.sampled_from([f"d{at}" for at in range(1, max_size + 1)])
    one = st.lists(names, max_size=max_size, unique=True)
    return st.tuples(one, one)


def judged_lists(*, min_size: int = 1, max_size: int = MOST, c: int = 2) -> Any:
    """Return the grades 0, …, c of ranked lists, from the top."""
    st = _strategies("judged_lists")
    return st.lists(st.integers(0, c), min_size=min_size, max_size=max_size)


def judged_arrays(*, min_size: int = 1, max_size: int = MOST, c: int = 2, ties: bool = True) -> Any:
    """Return pairs of y_true, grades, and y_score, scores with ties unless they are left out."""
    st = _strategies("judged_arrays")

    def two(n: int) -> Any:
        grades = st.lists(st.integers(0, c), min_size=n, max_size=n)
        return st.tuples(grades, _scores(st, n, ties))

    return st.integers(min_size, max_size).flatmap(two)


def qrels_and_runs(
    *,
    max_docs: int = MOST,
    c: int = 2,
    ties: bool = True,
    unjudged: bool = True,
    unretrieved: bool = True,
) -> Any:
    """Return pairs of judgements and run of one topic, dictionaries in any order.

    There may be ties, documents that were not judged, and documents that were not retrieved; each
    of them can be left out. No document is neither judged nor retrieved.
    """
    st = _strategies("qrels_and_runs")

    def two(n: int) -> Any:
        names = [f"d{at}" for at in range(1, n + 1)]
        there = ["both", *["judged"] * unretrieved, *["retrieved"] * unjudged]
        return st.tuples(
            st.permutations(names),
            st.permutations(names),
            st.lists(st.sampled_from(there), min_size=n, max_size=n),
            st.lists(st.integers(0, c), min_size=n, max_size=n),
            _scores(st, n, ties),
        ).map(lambda drawn: _topic(names, *drawn))

    return st.integers(1, max_docs).flatmap(two)


def _topic(
    names: list[str],
    judged: list[str],
    retrieved: list[str],
    there: list[str],
    grades: list[int],
    scores: list[float],
) -> tuple[dict[str, int], dict[str, float]]:
    """Return judgements and run in the orders of two lists of all names."""
    where, grade = dict(zip(names, there, strict=True)), dict(zip(names, grades, strict=True))
    score = dict(zip(names, scores, strict=True))
    qrels = {name: grade[name] for name in judged if where[name] != "retrieved"}
    return qrels, {name: score[name] for name in retrieved if where[name] != "judged"}


def arguments(kind: str, **sizes: Any) -> Any:
    """Return tuples of arguments of one kind of call, as `--call` names them.

    >>> arguments("permutations")
    Traceback (most recent call last):
    ...
    ValueError: no kind of call is 'permutations': rankings, grades, arrays, qrels or lists.
    """
    made: dict[str, Callable[..., Any]] = {
        "rankings": pairs_of_rankings,
        "grades": lambda **given: judged_lists(**given).map(lambda grades: (grades,)),
        "arrays": judged_arrays,
        "qrels": qrels_and_runs,
        "lists": pairs_of_lists,
    }
    if kind not in made:
        *most, last = made
        raise ValueError(f"no kind of call is {kind!r}: {', '.join(most)} or {last}.")
    return made[kind](**sizes)


def _scores(st: Any, n: int, ties: bool) -> Any:
    whole = st.integers(1, n)
    every = st.lists(whole, min_size=n, max_size=n) if ties else st.permutations(range(1, n + 1))
    return every.map(lambda values: [float(value) for value in values])


def _strategies(name: str) -> Any:
    """Return Hypothesis, or say in one sentence how to get it."""
    try:
        from hypothesis import strategies
    except ImportError:
        raise ImportError(
            f"rankproof.testing.{name} needs Hypothesis: python -m pip install hypothesis"
        ) from None
    return strategies
