"""Judged lists: the words, the metrics and their variants against plain loops."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from itertools import permutations, product
from math import comb

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from metrics import find_metric
from metrics.language import pools
from metrics.language.domains import LISTS, Size
from metrics.language.written import NoValue, value_of, written
from metrics.lists import LIST_METRICS, find_list_metric
from metrics.naming import BadInput
from tests import lists_reference as plain


def word_of(one: plain.List) -> pools.Word:
    return pools.joined(*one)


@pytest.mark.parametrize(("n", "c"), [(1, 1), (2, 2), (3, 1), (3, 2), (4, 1)])
def test_every_list_is_listed_once(n: int, c: int) -> None:
    listed = list(pools.words(n, c))
    assert len(listed) == len(set(listed)) == LISTS.count(Size(n, c))
    assert set(listed) == {word_of(one) for one in plain.all_lists(n, c)}
    assert [one for one in listed if not pools.is_word(one, n, c)] == []
    complete = [one for one in listed if pools.length(one) == n]
    assert len(complete) == (c + 1) ** n
    assert len({pools.ideal(one) for one in listed}) == comb(n + c, c)


@pytest.mark.parametrize(("size", "c"), [(0, 1), (1, 2), (3, 1), (4, 2)])
def test_lists_with_tie_groups_are_listed_once(size: int, c: int) -> None:
    """Every list of grades, cut into groups in every way; order within a group is forgotten."""
    listed = list(pools.tied(size, c))
    expected = set()
    for grades in product(range(c + 1), repeat=size):
        for cuts in product((False, True), repeat=max(0, size - 1)):
            groups: list[list[int]] = [[]] if size else []
            for place, grade in enumerate(grades):
                if place and cuts[place - 1]:
                    groups.append([])
                groups[-1].append(grade)
            expected.add(tuple(tuple(sorted(group, reverse=True)) for group in groups))
    assert len(listed) == len(set(listed)) == pools.count_tied(size, c)
    assert set(listed) == expected


def test_short_lists_with_small_grades_come_first() -> None:
    keys = [(pools.length(one), sum(map(pools.grade, one))) for one in pools.words(3, 2)]
    assert keys == sorted(keys)


words = st.integers(1, 5).flatmap(
    lambda n: st.tuples(
        st.just(n), st.lists(st.integers(0, 3), min_size=n, max_size=n), st.integers(0, n)
    )
)


@given(words, st.data())
def test_what_is_done_to_lists(given_word: tuple[int, list[int], int], data: st.DataObject) -> None:
    n, grades, size = given_word
    one = pools.joined(grades[:size], grades[size:])
    assert pools.read(pools.shown(one, 3), 3) == one
    assert pools.is_word(one, n, 3)
    retrieved, others = pools.parted(one)
    i, j = data.draw(st.integers(1, n)), data.draw(st.integers(1, n))
    other = pools.exchanged(one, i, j)
    assert pools.is_word(other, n, 3)
    assert pools.same_pool(one, other)
    assert pools.length(other) == size
    if i <= size < j:
        expected = [*retrieved]
        expected[i - 1] = others[j - size - 1]
        assert pools.parted(other)[0] == expected
    longer = pools.extended(one, j)
    assert (longer is None) == (j <= size)
    if longer is not None:
        assert pools.parted(longer)[0] == [*retrieved, others[j - size - 1]]
        assert pools.same_pool(one, longer)
    assert pools.parted(pools.regraded(one, i, 2))[0][: i - 1] == retrieved[: i - 1]


def value(name: str, one: plain.List, c: int) -> object:
    metric = find_list_metric(name)
    known = {
        sp.Symbol("n", integer=True, positive=True): len(one[0] + one[1]),
        sp.Symbol("c", integer=True, positive=True): c,
        sp.Symbol("p", positive=True): sp.Rational(4, 5),
        sp.Symbol("b", positive=True): sp.Integer(2),
        metric.inputs[0]: word_of(one),
    }
    try:
        return written(metric.value, known)
    except NoValue:
        return None


@pytest.mark.sweep(8)
@pytest.mark.parametrize("name", sorted(plain.METRICS))
@pytest.mark.parametrize("k", [None, 1, 2, 5])
def test_metrics_against_plain_loops(name: str, k: int | None) -> None:
    if name in ("p", "p(rel=2)") and k is None:
        return
    c = 2
    for n in (1, 2, 3):
        for one in plain.all_lists(n, c):
            expected = plain.METRICS[name](one, k, c)
            found = value(name + ("" if k is None else f"@{k}"), one, c)
            if expected is None:
                assert found is None, one
            else:
                assert abs(sp.N(found, 40) - expected) < 1e-35, (one, found, expected)


def test_every_family_has_a_reference() -> None:
    named = {name.partition("(")[0] for name in plain.METRICS}
    missing = sorted(set(LIST_METRICS) - named)
    assert not missing, f"write {', '.join(missing)} in tests/lists_reference.py"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("ndgc@3", "no metric of lists is called 'ndgc'. Did you mean 'ndcg'"),
        ("ndcg@0", "k = 0"),
        ("ndcg@-1", "is no metric"),
        ("ndcg@x", "k = 'x'"),
        ("ndcg(gain=cubic)", "gain is linear, exp or free"),
        ("ndcg(gaim=exp)", "ndcg has no gaim"),
        ("ndcg(gain=exp, gain=exp)", "each once"),
        ("ndcg(gain)", "options are written as"),
        ("ndcg(gain=exp", "is no metric"),
        ("p", "name k, as in p@3"),
        ("ap(rel=0)", "rel = 0"),
        ("q(beta=-1)", "at least 0"),
        ("q(beta=__import__)", "beta = '__import__'"),
        ("ndcg@" + "9" * 30, "is no metric"),
        ("", "is no metric"),
        ("(", "is no metric"),
    ],
)
def test_a_wrong_name_gets_one_message(text: str, says: str) -> None:
    with pytest.raises(BadInput) as problem:
        find_list_metric(text)
    assert says in str(problem.value)


@settings(max_examples=200)
@given(st.text(max_size=40))
def test_any_text_is_a_metric_or_refused(text: str) -> None:
    with suppress(BadInput):
        assert find_list_metric(text).name


@pytest.mark.parametrize("name", ["dcg", "ndcg", "dcg_rel", "ndcg_rel", "dcg_exp", "rbp", "rbo"])
@pytest.mark.parametrize("k", [1, 2, 3])
def test_metrics_of_rankings_cut_off(name: str, k: int) -> None:
    """Against loops that stop at k; cut off at n nothing changes."""
    metric, n = find_metric(name), 3
    p = Fraction(1, 2)
    for order in permutations(range(1, n + 1)):
        rankings = [(1, 2, 3), order][2 - len(metric.inputs) :]
        given = {"p": p} if "p" in metric.parameters else {}
        found = value_of(metric.cut_off(k), rankings, {**given, "k": k}, "items")
        if k == n:
            assert sp.simplify(found - value_of(metric, rankings, given, "items")) == 0
        gains = {
            "dcg": order,
            "ndcg": order,
            "dcg_exp": tuple(2 ** (n + 1 - x) - 1 for x in order),
        }.get(name, tuple(n + 1 - x for x in order))
        if name == "rbp":
            total = sum((1 - p) * p**i * Fraction(g, n) for i, g in enumerate(gains[:k]))
        elif name == "rbo":
            shared = [len({*order[:i]} & {*range(1, i + 1)}) for i in range(1, k + 1)]
            total = sum((1 - p) * p**i * Fraction(s, i + 1) for i, s in enumerate(shared))
        else:
            total = plain.dcg((gains, ()), k)
            if name.startswith("ndcg"):
                total /= plain.dcg(((3, 2, 1), ()), k)
        assert abs(sp.N(found, 40) - sp.N(total, 40)) < 1e-35
