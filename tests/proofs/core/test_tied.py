"""Lists with ties: means and extremes against trying every order, and against closed forms."""

import itertools
import random
from fractions import Fraction
from math import comb

import pytest
from mpmath import mp, mpf

from metrics.language import pools
from metrics.lists.judged import JudgedList
from proofs.core.valuing.drawing import arrangements, drawn, orders, ways
from proofs.core.valuing.evaluating import NotANumber, interval
from proofs.core.valuing.lists import ListMetric
from rankproof.line.failures import Undecided
from tests import lists_reference as plain

NAMES = [(name, cut) for name in plain.METRICS for cut in (None, 2, 3)]
NAMES = [(name, cut) for name, cut in NAMES if cut or not name.startswith("p") or "over" in name]


def metric_of(name, cut):
    given = {"p": Fraction(4, 5)} if name == "rbp" else {}
    return ListMetric.named(name if cut is None else f"{name}@{cut}", given)


def as_mpf(number):
    low, high = interval(number, 256)
    assert high - low < Fraction(1, 10**40)
    return mpf(low.numerator) / low.denominator


def every_order(judged, name, cut):
    """The values of all orders within the groups, None among them where one is undefined."""
    groups = [[judged.grades[at - 1] for at in group] for group in judged.ties]
    rest = tuple(g for g, many in enumerate(judged.unretrieved) for _ in range(many))
    for chosen in itertools.product(*map(itertools.permutations, groups)):
        top = tuple(grade for group in chosen for grade in group)
        yield plain.METRICS[name]((top, rest), cut, 2)


def some_lists(seed):
    chance = random.Random(seed)
    for _ in range(6):
        size = chance.randint(1, 5)
        grades = tuple(chance.choice([0, 0, 1, 2]) for _ in range(size))
        cuts = sorted({0, size, *[place for place in range(size) if chance.random() < 0.4]})
        ties = tuple(tuple(range(a + 1, b + 1)) for a, b in itertools.pairwise(cuts))
        yield JudgedList(grades, tuple(chance.randint(0, 2) for _ in range(3)), ties)


@pytest.mark.sweep(3)
@pytest.mark.parametrize(("name", "cut"), NAMES)
def test_means_and_extremes_are_those_of_all_orders(name, cut):
    metric = metric_of(name, cut)
    for judged in some_lists(f"{name}@{cut}"):
        values = list(every_order(judged, name, cut))
        if None in values:
            with pytest.raises(NotANumber):
                metric.number(judged, "mean")
            continue
        expected = {"mean": sum(values, mpf(0)) / len(values), "best": max(values)}
        expected["worst"] = min(values)
        for ties, value in expected.items():
            found = as_mpf(metric.number(judged, ties))
            assert abs(found - value) < plain.CLOSE * 10, (ties, judged)


def test_means_of_large_groups_have_their_closed_forms():
    size, good = 60, 7
    one = JudgedList((1,) * good + (0,) * (size - good), (3, 2), (tuple(range(1, size + 1)),))
    names = ("p@5", "r@5", "hit@5")
    found = {name: ListMetric.named(name, {}).number(one, "mean") for name in names}
    assert found["p@5"] == Fraction(good, size)
    assert found["r@5"] == Fraction(5 * good, size) / (good + 2)
    assert found["hit@5"] == 1 - Fraction(comb(size - good, 5), comb(size, 5))
    single = JudgedList((0,) * (size - 1) + (1,), (0, 0), (tuple(range(1, size + 1)),))
    harmonic = sum(Fraction(1, place) for place in range(1, size + 1)) / size
    assert ListMetric.named("rr", {}).number(single, "mean") == harmonic
    assert ListMetric.named("ap", {}).number(single, "mean") == harmonic
    # AP of a random order: at each rank the chance of a hit, times the hits expected above it
    expected = sum(
        Fraction(good, size) * (1 + Fraction((rank - 1) * (good - 1), size - 1)) / rank
        for rank in range(1, size + 1)
    )
    assert ListMetric.named("ap", {}).number(one, "mean") == expected / (good + 2)


@pytest.mark.sweep(6)
@pytest.mark.parametrize(("name", "cut"), [one for one in NAMES if "found" not in one[0]])
def test_large_groups_need_no_orders(name, cut):
    grades = tuple([0] * 12 + [1] * 5 + [2] * 3)
    one = JudgedList(grades, (1, 1, 1), (tuple(range(1, len(grades) + 1)),))
    worst, middle, best = (
        as_mpf(metric_of(name, cut).number(one, ties)) for ties in ("worst", "mean", "best")
    )
    assert worst <= middle + plain.CLOSE
    assert middle <= best + plain.CLOSE


def test_too_many_orders_are_refused():
    one = JudgedList((0, 1) * 30, (0, 0), (tuple(range(1, 61)),))
    with pytest.raises(Undecided, match=r"too many to try: --ties trec"):
        ListMetric.named("ap(over=found)@5", {}).number(one, "mean")
    many = JudgedList((0, 1, 2, 3) * 60, (0, 0, 0, 0), (tuple(range(1, 241)),))
    with pytest.raises(Undecided, match=r"240 documents have equal scores"):
        ListMetric.named("ap", {}).number(many, "mean")


def test_dropped_documents_leave_their_groups():
    one = JudgedList((0, None, 1, None, 1, 0), (0, 0), ((1, 2, 3), (4, 5), (6,)))
    kept, groups = ListMetric.named("bpref", {}).kept(one)
    assert (kept, groups) == (pools.word([0, 1, 1, 0], [0, 0]), [(1, 2)])
    kept, groups = ListMetric.named("ap", {}).kept(one)
    assert (kept, groups) == (pools.word([0, 0, 1, 0, 1, 0], [0, 0]), [(1, 3), (4, 5)])


def test_draws_are_counted_as_by_trying():
    for counts in itertools.product(range(3), repeat=3):
        things = [(kind, at) for kind, many in enumerate(counts) for at in range(many)]
        for size in range(len(things) + 1):
            tried = [tuple(x[0] for x in some) for some in itertools.combinations(things, size)]
            for taken in drawn(counts, size):
                same = [one for one in tried if tuple(map(one.count, range(3))) == taken]
                assert ways(counts, taken) == len(same)
            assert sum(ways(counts, taken) for taken in drawn(counts, size)) == len(tried)
        named = dict(enumerate(counts))
        different = set(itertools.permutations([kind for kind, _ in things]))
        assert sorted(arrangements(named)) == sorted(different)
        assert orders(named) == len(different)
    assert mp.dps >= 50
