"""Free parameters of one's own for every n: as declared ones, and no more than is true."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product

import pytest

import rankproof
from metrics import RUN_METRICS
from metrics.language.parameters import SYMBOLS
from metrics.language.text.metric_table import metric_of
from metrics.lists import TOP_METRICS, find_list_metric
from proofs.report.certificate import certificate
from rankproof import OwnParameter

PREMISES = {
    "p": {"above": 0, "below": 1},
    "b": {"above": 1},
    "rb": {"above": 0, "kind": "whole"},
    "penalty": {"above": 0, "below": 1},
    "location": {"above": 2},
}


def mine(text, domain, **premises):
    table = {name: str(value) for name, value in premises.items()}
    return metric_of("mine", {"value": text, "domain": domain, "parameters": {"a": table}})


def with_own(metric):
    """Return a declared metric with parameters of one's own in place of the declared ones."""
    names = [name for name in metric.parameters if name in PREMISES]
    own = tuple(OwnParameter(f"my_{name}", **PREMISES[name]) for name in names)
    symbols = {SYMBOLS[name]: one.symbol for name, one in zip(names, own, strict=True)}
    return metric.rewritten(lambda e: e.xreplace(symbols), name="mine", own=own, aliases=())


# As declared ones --------------------------------------------------------------------------------

RUNS = [
    (name, asked, {"order": order})
    for name in ("gr", "grbp", "dcg_b")
    for asked in ("isotone", "strictly_isotone", "valuation")
    for order in ("rank_replacement", "rank_swapping", "set_replacement", "ops_swap_replace")
]
OF_LISTS = ("unit_range", "ideal_is_best", "ideal_is_one", "promotion_strict", "raising_strict",
            "completeness", "deepness_strict", "junk_lowers")  # fmt: skip
LISTS = [
    (name, asked, {})
    for name in ("rbp", "dcg(discount=jarvelin)@3", "ndcg(discount=jarvelin)")
    for asked in OF_LISTS
]
TOPS = [
    (name, asked, {"k": 2, "domain": "tops"})
    for name in ("kendall_top", "footrule_top", "rbo_prefix", "rbo_ext")
    for asked in ("symmetry", "nonnegativity", "zero_iff_equal", "triangle")
]
FOUND = {"runs": RUN_METRICS.find, "lists": find_list_metric, "tops": TOP_METRICS.find}
CASES = {"runs": RUNS, "lists": LISTS, "tops": TOPS}


@pytest.mark.sweep(4)
@pytest.mark.parametrize(
    ("domain", "name", "asked", "given"),
    [(domain, *case) for domain, cases in CASES.items() for case in cases],
    ids=str,
)
def test_what_is_said_of_a_declared_parameter_is_said_of_ones_own(domain, name, asked, given):
    metric = FOUND[domain](name)
    declared = rankproof.ask(asked, metric, n="all", **given)
    found = rankproof.ask(asked, with_own(metric), n="all", **given)
    assert found.status == declared.status
    assert (found.scope.every_from is None) == (declared.scope.every_from is None)
    if found.status != "undecided":
        assert rankproof.verify(found).status == "accepted"


BEFORE = "[tau(y) < tau(x)] - [sigma(y) < sigma(x)]"
WEIGHED = f"sum(x, 1, n, abs(sum(y, 1, n, weight(x) * weight(y) * ({BEFORE}))))"


@pytest.mark.parametrize("asked", ["symmetry", "nonnegativity", "triangle", "zero_iff_equal"])
@pytest.mark.parametrize("text", [f"a * {WEIGHED}", f"3/2 * a * {WEIGHED}", f"2 * {WEIGHED}"])
def test_distances_with_weights_are_multiplied_by_what_is_positive(text, asked):
    metric = (
        mine(text, "rankings", above=0)
        if "a *" in text
        else metric_of("mine", {"value": text, "domain": "rankings"})
    )
    found = rankproof.ask(asked, metric, n="all", assume="positive")
    assert (found.status, found.scope.every_from) == ("holds", 1)
    assert rankproof.verify(found).status == "accepted"


# Against plain loops -----------------------------------------------------------------------------

VALUES = [Fraction(a, b) for b in (2, 3, 7) for a in range(1, 3 * b + 1)] + [Fraction(0)]
GAINS = {1: [(0, 1), (0, 3)], 2: [(0, 1, 2), (0, 1, 5)]}


def runs(n, c):
    return list(product(range(c + 1), repeat=n))


def isotone(score, n, c, strict):
    pairs = [(r, s) for r in runs(n, c) for s in runs(n, c) if r != s]
    below = [(r, s) for r, s in pairs if all(x <= y for x, y in zip(r, s, strict=True))]
    return all(score(r) < score(s) if strict else score(r) <= score(s) for r, s in below)


ON_RUNS = {
    "sum(i, 1, n, a^i * gain(r(i)))": lambda a, g, r: sum(a**i * g[x] for i, x in enumerate(r, 1)),
    "sum(i, 1, n, gain(r(i)) / (a + i))":
        lambda a, g, r: sum(g[x] / (a + i) for i, x in enumerate(r, 1)),
    "sum(i, 1, n, (1 - a / i) * r(i))":
        lambda a, g, r: sum((1 - a / i) * x for i, x in enumerate(r, 1)),
    "sum(i, 1, n, (a - 1/2)^2 * r(i))":
        lambda a, g, r: sum((a - Fraction(1, 2)) ** 2 * x for x in r),
}  # fmt: skip
BOUNDS = [
    {"above": 0, "below": 1}, {"least": 0, "below": 1}, {"above": 0, "most": 1},
    {"least": 0, "most": 1}, {"above": 1}, {"least": 0}, {"above": 0, "kind": "whole"},
]  # fmt: skip


def admitted(premises):
    own = OwnParameter("a", **premises)
    return [value for value in VALUES if own.admits(rankproof_number(value))]


def rankproof_number(value):
    from sympy import Rational

    return Rational(value.numerator, value.denominator)


@pytest.mark.sweep(4)
@pytest.mark.parametrize("premises", BOUNDS, ids=str)
@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("text", ON_RUNS)
def test_runs(text, strict, premises):
    asked = "strictly_isotone" if strict else "isotone"
    found = rankproof.ask(asked, mine(text, "runs", **premises), n="all", order="rank_replacement")
    naive = all(
        isotone(lambda r, a=a, g=g: ON_RUNS[text](a, g, r), n, c, strict)
        for a in admitted(premises)
        for c, some in GAINS.items()
        for g in some
        for n in (1, 2)
    )
    assert found.status in ("undecided", "holds" if naive else "refuted")
    if found.status != "undecided":
        assert rankproof.verify(found).status == "accepted"


def pool_lists(n, c):
    """Return the grades of a list from the top, and of those that are not retrieved."""
    for grades in product(range(c + 1), repeat=n):
        for length in range(n + 1):
            yield grades[:length], sorted(grades[length:], reverse=True)


def promotion(score, n, c, strict):
    for seen, _ in pool_lists(n, c):
        for i, j in combinations(range(len(seen)), 2):
            if seen[i] < seen[j]:
                moved = list(seen)
                moved[i], moved[j] = moved[j], moved[i]
                one, two = score(seen), score(moved)
                if not (two > one if strict else two >= one):
                    return False
    return True


ON_LISTS = {
    "sum(i, 1, n, a^(i - 1) * r(i) * [i <= length(r)])":
        lambda a, r: sum(a**i * x for i, x in enumerate(r)),
    "sum(i, 1, n, r(i) * [i <= length(r)] / (a + i))":
        lambda a, r: sum(x / (a + i) for i, x in enumerate(r, 1)),
    "a * sum(i, 1, n, r(i) * [i <= length(r)] / i)":
        lambda a, r: a * sum(Fraction(x, i) for i, x in enumerate(r, 1)),
    "sum(i, 1, n, r(i) * [i <= length(r)] / (2 + a)^i)":
        lambda a, r: sum(x / (2 + a) ** i for i, x in enumerate(r, 1)),
}  # fmt: skip


@pytest.mark.sweep(4)
@pytest.mark.parametrize("premises", BOUNDS, ids=str)
@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("text", ON_LISTS)
def test_lists(text, strict, premises):
    asked = "promotion_strict" if strict else "promotion"
    found = rankproof.ask(asked, mine(text, "lists", **premises), n="all")
    naive = all(
        promotion(lambda r, a=a: ON_LISTS[text](a, r), n, c, strict)
        for a in admitted(premises)
        for c in (1, 2)
        for n in (1, 2, 3)
    )
    assert found.status in ("undecided", "holds" if naive else "refuted")
    if found.status != "undecided":
        assert rankproof.verify(found).status == "accepted"


ONE_SIDED = (
    " + a * [rank({0}, h) <= n] * [rank({0}, i) <= n]"
    " * (1 - [rank({1}, h) <= n]) * (1 - [rank({1}, i) <= n])"
)
PENALTY = (
    "sum(h, 1, n, sum(i, 1, h - 1, [(rank(x, h) - rank(x, i)) * (rank(y, h) - rank(y, i)) < 0]"
    f"{ONE_SIDED.format('x', 'y')}{ONE_SIDED.format('y', 'x')}))"
)
LOCATION = (
    "sum(i, 1, n, [rank(x, i) <= n] * [rank(y, i) <= n] * abs(rank(x, i) - rank(y, i))"
    " + [rank(x, i) <= n] * (1 - [rank(y, i) <= n]) * (a - rank(x, i))"
    " + [rank(y, i) <= n] * (1 - [rank(x, i) <= n]) * (a - rank(y, i)))"
)


def rank(listed, item, n):
    return listed.index(item) + 1 if item in listed else n + 1


def penalized(a, x, y, n):
    found = Fraction(0)
    for h, i in combinations(range(1, n + 1), 2):
        rx, ry = ([rank(one, item, n) for item in (h, i)] for one in (x, y))
        found += (rx[0] - rx[1]) * (ry[0] - ry[1]) < 0
        both_in = [max(ranks) <= n for ranks in (rx, ry)]
        none_in = [min(ranks) > n for ranks in (rx, ry)]
        found += a * (both_in[0] * none_in[1] + both_in[1] * none_in[0])
    return found


def located(a, x, y, n):
    found = Fraction(0)
    for item in range(1, n + 1):
        rx, ry = rank(x, item, n), rank(y, item, n)
        if rx <= n and ry <= n:
            found += abs(rx - ry)
        elif rx <= n or ry <= n:
            found += a - min(rx, ry)
    return found


@pytest.mark.sweep(2)
@pytest.mark.parametrize("asked", ["nonnegativity", "zero_iff_equal"])
@pytest.mark.parametrize(
    "premises", [{"least": 0}, {"least": -2}, {"above": 2}, {"least": 2}], ids=str
)
@pytest.mark.parametrize(("text", "what"), [(PENALTY, penalized), (LOCATION, located)])
def test_top_k_lists(text, what, premises, asked):
    metric = mine(text, "tops", **premises)
    found = rankproof.ask(asked, metric, n="all", k=2)
    values = [Fraction(-2), *VALUES, Fraction(5, 2)]
    values = [v for v in values if OwnParameter("a", **premises).admits(rankproof_number(v))]
    good = True
    for n in (2, 3, 4):
        listed = list(permutations(range(1, n + 1), 2))
        for a, x, y in product(values, listed, listed):
            d = what(a, x, y, n)
            good &= d >= 0 if asked == "nonnegativity" else (d == 0) == (x == y)
    assert found.status in ("undecided", "holds" if good else "refuted")
    if premises in ({"least": 0}, {"above": 2}) and good:
        assert found.status == "holds"
    if found.status != "undecided":
        assert rankproof.verify(found).status == "accepted"


# What must not be concluded ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "text", "domain", "premises", "given"),
    [
        ("promotion_strict", "sum(i, 1, n, a^(i - 1) * r(i) * [i <= length(r)])", "lists",
         {"above": 0, "most": 1}, {}),
        ("promotion", "sum(i, 1, n, a^(i - 1) * r(i) * [i <= length(r)])", "lists",
         {"above": 0, "below": 2}, {}),
        ("unit_range", "(1 - a) * sum(i, 1, n, a^i * [r(i) >= 1] * [i <= length(r)]) * 2", "lists",
         {"above": 0, "below": 1}, {}),
        ("extension", "sum(i, 1, n, a * r(i) * [i <= length(r)])", "lists",
         {"least": -1, "below": 1}, {}),
        ("strictly_isotone", "sum(i, 1, n, a^i * gain(r(i)))", "runs",
         {"least": 0, "below": 1}, {"order": "rank_replacement"}),
        ("isotone", "sum(i, 1, n, a^i * gain(r(i)))", "runs",
         {"above": 0, "below": "11/10"}, {"order": "rank_swapping"}),
        ("isotone", "sum(i, 1, n, a^i * gain(r(i)))", "runs",
         {"least": -1, "below": 1}, {"order": "rank_replacement"}),
        ("zero_iff_equal", LOCATION, "tops", {"least": 2}, {"k": 2}),
        ("zero_iff_equal", f"a * {WEIGHED}", "rankings", {"least": 0}, {"assume": "positive"}),
        ("nonnegativity", f"a * {WEIGHED}", "rankings", {"least": "-1/1000"}, {}),
    ],
)  # fmt: skip
def test_what_fails_at_some_value_does_not_hold(asked, text, domain, premises, given):
    found = rankproof.ask(asked, mine(text, domain, **premises), n="all", **given)
    assert found.status in ("refuted", "undecided")


def test_a_bound_that_may_be_reached_is_no_sign():
    """The least value is 0, although a bound below it is not reached."""
    metric = mine("[a > 0] * sum(i, 1, n, abs(sigma(i) - tau(i)))", "rankings", above=-1, least=0)
    for n in (2, "all"):
        assert rankproof.ask("zero_iff_equal", metric, n=n).status != "holds"


# Forged premises ---------------------------------------------------------------------------------

BELOW_0, ABOVE_1, ANY = {"least": -3, "below": 1}, {"above": 0, "most": 9}, {}
WHOLE = {"kind": "whole", "least": -3}
HELD = [
    ("promotion_strict", "sum(i, 1, n, a^(i - 1) * r(i) * [i <= length(r)])", "lists", {},
     (BELOW_0, ABOVE_1, ANY, WHOLE, {"least": 0, "below": 1}, {"above": 0, "most": 1})),
    ("unit_range", "(1 - a) * sum(i, 1, n, a^(i - 1) * [r(i) >= 1] * [i <= length(r)])", "lists",
     {}, (BELOW_0, ABOVE_1, ANY, WHOLE)),
    ("strictly_isotone", "sum(i, 1, n, (1 - a) * a^i * gain(r(i)))", "runs",
     {"order": "rank_replacement"},
     (BELOW_0, ABOVE_1, ANY, WHOLE, {"least": 0, "below": 1}, {"above": 0, "most": 1})),
    ("isotone", "sum(i, 1, n, a * (1 - a) * r(i))", "runs", {"order": "rank_replacement"},
     (BELOW_0, ABOVE_1, ANY, WHOLE)),
    ("nonnegativity", PENALTY, "tops", {"k": 2}, (BELOW_0, ANY, WHOLE)),
    ("zero_iff_equal", f"a * {WEIGHED}", "rankings", {"assume": "positive"},
     (BELOW_0, ANY, WHOLE, {"least": 0, "below": 1})),
]  # fmt: skip


@pytest.mark.parametrize(("asked", "text", "domain", "given", "wider"), HELD)
def test_steps_for_some_premises_are_none_for_others(asked, text, domain, given, wider):
    """All that a certificate says is that of the wider premises, its steps are of the narrow."""
    found = rankproof.ask(asked, mine(text, domain, above=0, below=1), n="all", **given)
    assert found.status == "holds"
    assert rankproof.verify(found).status == "accepted"
    for premises in wider:
        subjects = (mine(text, domain, **premises),)
        forged = replace(found, question=replace(found.question, subjects=subjects))
        content = certificate(forged, rankproof.VERSION)
        assert content["declarations"][0]["table"]["parameters"]["a"] == subjects[0].own[0].table()
        assert rankproof.verify(content).status != "accepted"
