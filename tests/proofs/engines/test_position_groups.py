"""Position groups against the plain reading: the same pairs, found without sweeping rankings."""

import itertools
import random
from fractions import Fraction

import pytest
from sympy import Abs, Add, Integer, Piecewise, Rational, Sum, log, sqrt

import proofs
from axioms import find_axiom
from metrics.language.terms import Indicator, Ratio, i, n, rank_of, sigma, tau
from metrics.metric import Metric
from proofs.core.limits import Limits, Refusal
from proofs.core.question import Question
from proofs.engines.exhaustive import one_to_one, position_groups
from proofs.engines.exhaustive.every_case import decide
from proofs.engines.exhaustive.position_groups import Groups
from proofs.engines.exhaustive.search import Search
from proofs.report.certificate import certificate
from proofs.trusted.verify import check

WEIGHTS = [
    Integer(1), Integer(2), Integer(-1), Integer(0), Rational(1, 3), Rational(-5, 7), sqrt(2),
    sqrt(8), -sqrt(2), sqrt(3), sqrt(2) + sqrt(3), 1 / log(2), 1 / log(8), 1 / log(3), log(4),
    Integer(10) ** 25, sqrt(2) / 3 - 1,
]  # fmt: skip


def made(value, inputs=(tau,)):
    return Metric("made", "made", inputs, value, "gain", True, "a test")


def asked(metric, size, convention="items"):
    return Question(find_axiom("ioi"), (metric,), size, {}, convention)


def both(question, monkeypatch):
    """Return what groups find, and what the plain reading finds."""
    (statement,) = question.statements()
    slow = decide(Search(question, Limits(jobs=1)), statement, plans=())
    monkeypatch.setattr(one_to_one, "ROW_BLOCK", 0)
    fast = one_to_one.by_groups(
        Search(question, Limits(jobs=1)), one_to_one.injective_shape(statement.formula)
    )
    return fast, slow


def weighted(weights, entry=tau):
    return Add(*[weight * entry(place) for place, weight in enumerate(weights, 1)])


@pytest.mark.parametrize("seed", range(60))
def test_sums_with_any_weights(seed, monkeypatch):
    chance = random.Random(seed)
    size = chance.choice([1, 2, 3, 4, 4, 5, 5])
    weights = [chance.choice(WEIGHTS) for _ in range(size)]
    convention = chance.choice(["items", "ranks"])
    entry = chance.choice([tau, lambda place: rank_of(tau, place)])
    value = weighted(weights, entry)
    if not value.atoms(type(tau)):
        return
    if chance.random() < 0.3:
        value = value + Sum(Indicator(tau(i) > chance.randint(1, 3)), (i, 1, n))
    fast, slow = both(asked(made(value), size, convention), monkeypatch)
    if fast is None:
        assert slow.true
        assert value.has(log)
    else:
        assert (fast.true, fast.witness) == (slow.true, slow.witness)


@pytest.mark.parametrize("size", [1, 2, 3, 4])
@pytest.mark.parametrize(
    "value",
    [
        Sum(Abs(sigma(i) - tau(i)), (i, 1, n)),
        Sum(Ratio(Abs(sigma(i) - tau(i)), sigma(i)), (i, 1, n)),
        Sum(sigma(i) * tau(i), (i, 1, n)),
        Sum((sigma(i) - tau(i)) ** 3, (i, 1, n)) / n,
        Sum(Piecewise((tau(i), tau(i) > 2), (0, True)), (i, 1, n)),
    ],
)
def test_rows(value, size, monkeypatch):
    fast, slow = both(asked(made(value, (sigma, tau)), size), monkeypatch)
    if fast is None:
        assert slow.true or slow.witness[sigma] != list(range(1, size + 1)) or slow.undefined
    else:
        assert (fast.true, fast.witness) == (slow.true, slow.witness)


@pytest.mark.parametrize(
    "value",
    [
        Sum(Ratio(1, tau(i) - 1), (i, 1, n)),
        Sum(tau(i) * tau(n + 1 - i), (i, 1, n)),
        sqrt(Sum(i * tau(i), (i, 1, n))),
        Sum(tau(tau(i)), (i, 1, n)),
    ],
)
def test_what_is_no_sum_over_positions_is_left_alone(value, monkeypatch):
    fast, _ = both(asked(made(value), 3), monkeypatch)
    assert fast is None


def pairs(values):
    """Return the first ranking with the sums of a later one, and the next such, by brute force."""
    seen = {}
    for word in itertools.permutations(range(len(values))):
        sums = tuple(map(sum, zip(*(values[p][v] for p, v in enumerate(word)), strict=True)))
        seen.setdefault(sums, []).append([item + 1 for item in word])
    return min((tuple(words[:2]) for words in seen.values() if len(words) > 1), default=None)


@pytest.mark.parametrize("seed", range(80))
def test_tables_of_vectors(seed):
    chance = random.Random(seed)
    size, atoms = chance.choice([2, 3, 4, 5]), chance.choice([1, 2, 3])
    owner = [chance.randrange(atoms + 2) for _ in range(size)]
    values = [
        [
            tuple(chance.randint(-2, 3) if owner[p] in (at, atoms) else 0 for at in range(atoms))
            for _ in range(size)
        ]
        for p in range(size)
    ]
    assert Groups(values, True).first_pair() == pairs(values)


def test_a_wrong_group_is_noticed(monkeypatch):
    """Planted: positions 1 and 3 are not in one group although both are rational."""
    question = asked(made(weighted([Integer(1), sqrt(2), Integer(1)])), 3)
    fast, slow = both(question, monkeypatch)
    assert fast.witness == slow.witness
    monkeypatch.setattr(Groups, "_linked", lambda self: [[0], [1], [2]])
    fast, _ = both(question, monkeypatch)
    assert (fast.true, fast.witness) != (slow.true, slow.witness)


def test_a_wrong_value_is_noticed(monkeypatch):
    """Planted: one entry of one table is off by one."""
    question = asked(made(weighted([Integer(1), Integer(2), Integer(4)])), 3)
    right = position_groups.tables_of

    def wrong(*arguments):
        tables = right(*arguments)
        first = next(iter(tables.values()))
        next(iter(first.parts.values())).data[0] += 1
        return tables

    fast, slow = both(question, monkeypatch)
    assert (fast.true, fast.witness) == (slow.true, slow.witness)
    monkeypatch.setattr(position_groups, "tables_of", wrong)
    fast, _ = both(question, monkeypatch)
    assert (fast.true, fast.witness) != (slow.true, slow.witness)


def test_eleven_items_as_the_sweep_has_it():
    verdict = proofs.ask("ioi", "dcg", n=11, engine="exhaustive")
    assert verdict.witness["tau"] == [1, 2, 4, 5, 7, 8, 3, 6, 9, 10, 11]
    assert verdict.witness["nu"] == [1, 3, 2, 5, 7, 8, 6, 4, 9, 10, 11]
    assert position_groups.MAYBE_EARLIER in verdict.caveats


@pytest.mark.parametrize("size", [12, 15, 20])
def test_far_beyond_the_sweep_with_a_certificate(size):
    verdict = proofs.ask("ioi", "dcg", n=size, engine="exhaustive")
    assert verdict.status == "refuted"
    assert check(certificate(verdict, "1"))
    weights = [Fraction(1), Fraction(1, 2), Fraction(1, 3), Fraction(1, 4)]
    for word in ("tau", "nu"):
        assert sorted(verdict.witness[word]) == list(range(1, size + 1))
    one, two = (verdict.witness[word] for word in ("tau", "nu"))
    places = [place for place in (1, 3, 7, 15) if place <= size]
    sums = [sum(w[p - 1] * by for p, by in zip(places, weights, strict=False)) for w in (one, two)]
    assert sums[0] == sums[1]
    assert 2 * one[1] + one[7] == 2 * two[1] + two[7]


def test_roots_are_independent_and_logarithms_may_not_be():
    roots = made(Sum(tau(i) * sqrt(10 * i**2 + 1), (i, 1, n)))
    verdict = proofs.ask("ioi", roots, n=13, engine="exhaustive")
    assert verdict.status == "holds"
    logs = made(Sum(tau(i) / log(10 * i**2 + 1), (i, 1, n)))
    verdict = proofs.ask("ioi", logs, n=13, engine="exhaustive")
    assert verdict.status == "undecided"
    assert "dependent" in verdict.reason


def test_too_many_arrangements_are_refused():
    powers = made(Sum(tau(i) * 40**i, (i, 1, n)))
    with pytest.raises(Refusal, match="it goes up to n = 11"):
        proofs.ask("ioi", powers, n=14, engine="exhaustive", limits=Limits(cases=50_000))
