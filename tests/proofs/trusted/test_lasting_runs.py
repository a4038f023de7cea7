"""Witnesses about runs that last: what is said to stay with one more degree does, run by run."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest
from sympy import And, Eq, Implies, Lt, Ne, Sum

from axioms.language.formula import Exists, ForAll
from axioms.language.order_terms import Below, Join, Linked, Meet, MostSteps
from axioms.ordering import isotone, poset
from lattice import ORDERS
from lattice.order import RANK, SET, Operation, Order
from lattice.orders import project, rank_projection, rank_swapping, replace, replace_last, swap
from lattice.relation import relation
from metrics import RUN_METRICS
from metrics.language.runs import Gain, r, s, spot, spot_other
from metrics.language.terms import Indicator, Place, i, k, n
from metrics.metric import Metric
from proofs import ask
from proofs.core.asking import status_at
from proofs.core.question import Question
from proofs.core.verdict import Scope
from proofs.engines.symbolic.order_shapes import SHAPES
from proofs.report.certificate import certificate, seal
from proofs.trusted.every_n.kernel import Kernel
from proofs.trusted.every_n.runs.kinds import OPERATIONS, PREFIXES, SEQUENCES, SWAPS
from proofs.trusted.every_n.runs.lasting import IRREDUCIBLE, KEPT, UPWARDS
from proofs.trusted.every_n.runs.padded import BEST_FIRST, WORST_INSIDE, WORST_LAST
from proofs.trusted.untrusted import NotChecked, Rejected
from proofs.trusted.verify import check

(IRREDUCIBLES,) = IRREDUCIBLE
SIZES = [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1)]
MORE = [(3, 2), (2, 3), (4, 1)]


def generated(*operations):
    return Order("made", "made", RANK, "a test", operations=operations)


MADE = {
    "swap and replace last": generated(swap, replace_last),
    "replace last": generated(replace_last),
    "replace": generated(replace),
    "all four": generated(swap, replace, replace_last, project),
    "project": generated(project),
}
EVERY = {**{name: ORDERS[name] for name in ORDERS}, **MADE}


class Runs:
    """All runs of an order, compared pair by pair; nothing here is shared with the rules."""

    def __init__(self, order, size, top):
        self.words, above = relation(order, size, top)
        self.below = {(x, self.words[j]) for x, up in zip(self.words, above, strict=True)
                      for j in range(len(self.words)) if up >> j & 1}  # fmt: skip

    def strictly(self, x, y):
        return (x, y) in self.below and (y, x) not in self.below

    def bound(self, x, y, upwards):
        """The least upper, or the greatest lower bound, or None."""
        leq = self.below if upwards else {(b, a) for a, b in self.below}
        bounds = [z for z in self.words if (x, z) in leq and (y, z) in leq]
        least = [z for z in bounds if all((z, other) in leq for other in bounds)]
        return least[0] if len(least) == 1 else None

    def covers(self, x, y):
        return self.strictly(x, y) and not any(
            self.strictly(x, z) and self.strictly(z, y) for z in self.words
        )

    def irreducible(self, x):
        lower = [z for z in self.words if self.strictly(z, x)]
        return any((x, b) not in self.below and all((z, b) in self.below for z in lower)
                   for b in self.words)  # fmt: skip

    def linked(self, x):
        found, waiting = {x}, [x]
        while waiting:
            here = waiting.pop()
            more = {z for z in self.words if (here, z) in self.below or (z, here) in self.below}
            waiting += more - found
            found |= more
        return found


@cache
def runs_of(order, size, top):
    return Runs(order, size, top)


def kind_of(order, top, every_c=False):
    kernel = Kernel(Question(poset, (order,), 2, {"c": top}, None, order, every_c=every_c), 1)
    return kernel.facts[0].about if any(map(kernel.conclude, SHAPES)) else None


def put(word, pad, top):
    if pad == WORST_LAST:
        return (*word, 0)
    if pad == WORST_INSIDE:
        return (*word[:-1], 0, word[-1])
    return (top if pad == BEST_FIRST else 0, *word)


CASES = [pytest.param(name, *size, marks=[pytest.mark.slow] * (size in MORE))
         for name, size in product(EVERY, [*SIZES, *MORE])]  # fmt: skip


@pytest.mark.parametrize(("name", "size", "top"), CASES)
def test_what_is_said_to_stay_stays(name, size, top):
    order = EVERY[name]
    few, many = runs_of(order, size, top), runs_of(order, size + 1, top)
    kind = kind_of(order, top)
    assert kind is not None
    for pad, kept in KEPT[(kind, order.listed)].items():
        new = {word: put(word, pad, top) for word in few.words}
        assert set(new.values()) <= set(many.words)
        back = {b: a for a, b in new.items()}
        for x, y in product(few.words, repeat=2):
            if Below in kept:
                assert ((x, y) in few.below) == ((new[x], new[y]) in many.below)
            if UPWARDS in kept:
                assert (x, y) not in few.below or (new[x], new[y]) in many.below
            for node, upwards in ((Join, True), (Meet, False)):
                if node in kept:
                    found = many.bound(new[x], new[y], upwards)
                    assert few.bound(x, y, upwards) == back.get(found)
                    assert found is None or found in back
            if MostSteps in kept:
                assert few.covers(x, y) == many.covers(new[x], new[y])
                between = [z for z in many.words
                           if many.strictly(new[x], z) and many.strictly(z, new[y])]  # fmt: skip
                by_totals = name == "rank_replacement_literal"
                assert by_totals or all(z in back for z in between)
            if Linked in kept:
                assert (y in few.linked(x)) == (new[y] in many.linked(new[x]))
        if IRREDUCIBLES in kept:
            for x in few.words:
                assert few.irreducible(x) == many.irreducible(new[x])


# What operations generate -------------------------------------------------------------------------


def numbers(word, top):
    return [sum(d >= a for d in word[: k + 1]) for a in range(1, top + 1) for k in range(len(word))]


@pytest.mark.parametrize(("size", "top"), [*SIZES, (3, 2), (4, 1)])
def test_what_operations_generate_is_what_the_rule_says(size, top):
    by_prefixes = runs_of(rank_swapping, size, top)
    assert runs_of(generated(swap, replace), size, top).below == by_prefixes.below
    assert runs_of(generated(swap, replace, replace_last), size, top).below == by_prefixes.below
    same = {(x, y) for x, y in by_prefixes.below if sorted(x) == sorted(y)}
    assert runs_of(generated(swap), size, top).below == same
    for name in ("all four", "project", "ops_all"):
        assert runs_of(EVERY[name], size, top).below == runs_of(rank_projection, size, top).below
    last = runs_of(generated(swap, replace_last), size, top)
    assert all(((0,) * size, x) in last.below and (x, (top,) * size) in last.below
               for x in last.words)  # fmt: skip
    assert last.below <= by_prefixes.below


@pytest.mark.parametrize("order", [rank_swapping, generated(swap)])
@pytest.mark.parametrize(("size", "top"), [(2, 2), (3, 1), (3, 2), (2, 3), (4, 1)])
def test_joins_and_meets_have_the_largest_and_smallest_numbers_of_prefixes(order, size, top):
    runs = runs_of(order, size, top)
    known = {tuple(numbers(word, top)): word for word in runs.words}
    for x, y in product(runs.words, repeat=2):
        pairs = list(zip(numbers(x, top), numbers(y, top), strict=True))
        alike = order is rank_swapping or sorted(x) == sorted(y)
        for upwards, choose in ((True, max), (False, min)):
            expected = known.get(tuple(map(choose, pairs))) if alike else None
            assert runs.bound(x, y, upwards) == expected


def test_projections_are_no_operations_that_raise_numbers_of_prefixes():
    """(0, 2) leads to (1, 0) by a projection, and gp falls: no rule may miss it."""
    order, gp = ORDERS["ops_all"], RUN_METRICS["gp"]
    assert ask("isotone", "gp", order="ops_all", n=2, c=2).status == "refuted"
    for made_of in (order, EVERY["project"], EVERY["all four"]):
        asked = Question(isotone, (gp,), 2, {"c": 2}, None, made_of, every_c=True, every_n=True)
        assert Kernel(asked, 1).conclude("operations") is None
    good = certificate(ask("isotone", "gp", order="ops_swap_replace_last", n="all"), "1")
    assert check(good)
    other = certificate(ask("isotone", "gp", order="ops_all", n=2, c=2), "1")
    said = {name: other["verdict"][name] for name in ("order", "statement")}
    forged = {**resealed(good, verdict=said), "definitions": other["definitions"]}
    not_accepted(resealed(forged))


def test_kinds_of_operations():
    assert kind_of(generated(swap, replace), 2) == PREFIXES
    assert kind_of(generated(swap, replace), 1) == SEQUENCES
    assert kind_of(generated(swap, replace), 1, every_c=True) == PREFIXES
    assert kind_of(generated(swap), 2) == SWAPS
    assert kind_of(generated(swap, replace_last), 2) == OPERATIONS


_other = Place("m")
NEARLY = {
    "swaps down": And(Lt(spot, _other), Lt(r(_other), r(spot))),
    "swaps of neighbours": And(Eq(spot + 1, _other), Lt(r(spot), r(_other))),
    "any swap": Ne(spot, _other),
}


@pytest.mark.parametrize("label", NEARLY)
def test_operations_that_nearly_fit_are_not_known(label):
    elsewhere = And(Ne(spot_other, spot), Ne(spot_other, _other))
    kept = ForAll(spot_other, Implies(elsewhere, Eq(r(spot_other), s(spot_other))))
    moved = And(Eq(s(spot), r(_other)), Eq(s(_other), r(spot)))
    step = Exists(spot, _other, And(NEARLY[label], moved, kept))
    order = generated(Operation("swap", "swap", step))
    assert kind_of(order, 2) is None
    for asked in ("poset", "connected", "has_top", "lattice"):
        verdict = ask(asked, order, n="all")
        assert verdict.scope.every_from is None
        assert verdict.status != "holds"


# Scores that change with n ------------------------------------------------------------------------

TOTAL = Sum(Gain(r(i)), (i, 1, n))
PAIRS = Sum(Indicator(r(i) >= 1), (i, 1, n))


def made(value):
    return Metric(name="made", title="made", inputs=(r,), value=value, family="made",
                  higher_is_better=True, source="a test")  # fmt: skip


CHANGING = {
    "falls for n < 4 only": (n - 3) * TOTAL,
    "falls for n > 2 only": (2 - n) * TOTAL,
    "ties at n = 2 only": (n - 2) * TOTAL,
    "falls until there are many places": (n - 3) * PAIRS,
    "counts down from the back": Sum((i - n + 1) * r(i), (i, 1, n)),
    "the last place falls": TOTAL - 2 * Sum(Indicator(Eq(i, n)) * Gain(r(i)), (i, 1, n)),
    "the first place falls": TOTAL - 2 * Gain(r(i)).xreplace({i: i - i + 1}),
    "weights that turn": Sum((5 - i) * Gain(r(i)), (i, 1, n)),
    "squares": PAIRS**2 - 3 * PAIRS,
}
ASKED = ("isotone", "strictly_isotone", "valuation", "interval_scale", "unequal_steps",
         "valuation_metric")  # fmt: skip
ON = ("rank_replacement", "rank_projection", "rank_swapping", "ops_swap", "ops_swap_replace_last",
      "set_replacement", "set_projection")  # fmt: skip


def agrees_at_small_n(asked, subject, given, sizes):
    """Whether an answer for every n is the one that trying every case gives, at each size."""
    from proofs.core.asking import status_at

    verdict = ask(asked, subject, n="all", **given)
    if verdict.status == "undecided":
        return 0
    top = verdict.question.c
    tops = (1, 2) if verdict.status == "holds" and "c" not in given else (top,)
    told = 0
    for size, c in product(sizes, tops):
        expected = status_at(verdict, size)
        if expected is None or (c + 1) ** size > 90:
            continue
        found = ask(asked, subject, n=size, **{**given, "c": c, "engine": "exhaustive"})
        assert found.status in (expected, "undecided"), (asked, subject, given, size, c)
        told += 1
    return told


@pytest.mark.sweep(7)
@pytest.mark.parametrize("label", CHANGING)
@pytest.mark.parametrize("order", ON)
def test_scores_that_change_with_n_are_not_taken_for_others(label, order):
    metric = made(CHANGING[label])
    gains = {"gains": "0,1"} if "gains" in metric.parameters else {}
    for asked in ASKED:
        agrees_at_small_n(asked, metric, {"order": order, "c": 1, **gains}, range(1, 6))


# Certificates -------------------------------------------------------------------------------------


def resealed(content, **changes):
    body = {k: v for k, v in content.items() if k != "seal"}
    body["verdict"] = {**body["verdict"], **changes.pop("verdict", {})}
    body["evidence"] = {**body["evidence"], **changes.pop("evidence", {})}
    return {**body, "seal": seal(body)}


def not_accepted(content):
    with pytest.raises((Rejected, NotChecked)):
        check(content)


def test_steps_that_say_more_are_not_accepted():
    given = {"order": "rank_projection"}
    good = certificate(ask("isotone", "gp", n="all", **given), "1")
    assert check(good)
    steps = good["evidence"]["steps"]
    for change in ({"rule": "worst first"}, {"rule": "worst before the last"},
                   {"evidence": {**steps[-1]["evidence"], "from": 2}},
                   {"evidence": {**steps[-1]["evidence"], "from": 4}},
                   {"evidence": {**steps[-1]["evidence"],
                                 "runs": {"r": [0, 0, 1], "s": [1, 1, 1], "gains": ["0", "1"]}}},
                   {"evidence": {**steps[-1]["evidence"],
                                 "runs": {"r": [0, 1, 1], "s": [1, 0, 0], "gains": ["0", "0"]}}},
                   {"evidence": {**steps[-1]["evidence"], "runs": [1]}},
                   {"premises": []}):  # fmt: skip
        not_accepted(resealed(good, evidence={"steps": [*steps[:-1], {**steps[-1], **change}]}))
    scope = good["verdict"]["scope"]
    not_accepted(resealed(good, verdict={"scope": {**scope, "from": 2}}))
    not_accepted(resealed(good, verdict={"scope": {**scope, "holds_from": 5}}))


def test_a_witness_that_is_too_large_to_replay_is_the_one_that_the_steps_show():
    good = certificate(ask("valuation", "ap", n=40, c=1, k=2, order="rank_swapping"), "1")
    assert check(good)
    said = good["verdict"]["witness"]
    for witness in ({**said, "r": said["s"]}, {**said, "r": [0] * 40}, None, {}):
        not_accepted(resealed(good, verdict={"witness": witness}))
    not_accepted(resealed(good, verdict={"values": []}))
    other = {**good["verdict"]["parameters"], "n": 2}
    not_accepted(resealed(good, verdict={"parameters": other}))


def test_what_holds_from_some_n_on_is_checked():
    good = certificate(ask("unequal_steps", "gp", n="all", order="rank_projection"), "1")
    assert good["verdict"]["scope"] == {
        "n": [1],
        "all": False,
        "first_failing_n": 1,
        "holds_from": 2,
    }
    assert check(good)
    scope = good["verdict"]["scope"]
    for start in (1, 0):
        not_accepted(resealed(good, verdict={"scope": {**scope, "holds_from": start}}))
    runs = {"r": [0, 0], "s": [0, 1], "t": [0, 1], "u": [1, 1]}
    steps = good["evidence"]["steps"]
    forged = {**steps[-1], "evidence": {**steps[-1]["evidence"], "runs": runs}}
    not_accepted(resealed(good, evidence={"steps": [*steps[:-1], forged]}))
    not_accepted(resealed(good, evidence={"steps": steps[:-1]}))


def test_all_sizes_that_fail_before_it_holds_are_named_and_checked():
    # The discounts max(1, log₂ i) are 1, 1, log₂ 3, …: with two degrees steps differ from n = 3 on.
    found = ask("unequal_steps", "dcg_b", n="all", order="rank_replacement", b=2)
    assert str(found.scope) == "n = 1…2 (holds for every n ≥ 3)"
    assert [status_at(found, size) for size in (1, 2, 3)] == ["refuted", "refuted", "holds"]
    good = certificate(found, "1")
    scope = good["verdict"]["scope"]
    assert str(Scope.of(scope)) == str(found.scope)
    assert [one["n"] for one in scope["also_failing"]] == [2]
    assert any("n = 2" in done for done in check(good))
    first = scope["also_failing"][0]
    changed = [{"n": 1}, {"n": 3}, {"witness": {}}, {"witness": {"gains": [1]}}]
    for also in [2], *([{**first, **change}] for change in changed):
        not_accepted(resealed(good, verdict={"scope": {**scope, "also_failing": also}}))
    later = {name: value for name, value in scope.items() if name != "holds_from"}
    not_accepted(resealed(good, verdict={"scope": later}))
    by_rank = ask("unequal_steps", "grbp", n="all", order="rank_swapping")
    good = certificate(by_rank, "1")
    ((also, witness),) = [(one, one["witness"]) for one in good["verdict"]["scope"]["also_failing"]]
    assert check(good)
    # With p = 1/3 the places weigh 1 and 1/3: the steps from (0 0) and from (0 1) differ.
    wrong = [{**also, "witness": {**witness, "p": "1/3"}}]
    scope = {**good["verdict"]["scope"], "also_failing": wrong}
    not_accepted(resealed(good, verdict={"scope": scope}))


@pytest.mark.parametrize("listed", [RANK, SET])
def test_every_kind_names_only_pads_that_make_runs(listed):
    for (_, of), pads in KEPT.items():
        if of == listed == SET:
            assert set(pads) <= {BEST_FIRST, WORST_LAST}


CUT = Sum(Gain(r(i)), (i, 1, k))


@pytest.mark.parametrize("start", [1, 2, 3])
def test_steps_about_whole_runs_say_nothing_about_a_cut_off(start):
    """What grows with each of n places need not with the first two: (0, 0, 0) and (0, 0, 1)."""
    metric, given = made(CUT), {"order": "rank_replacement"}
    assert ask("strictly_isotone", metric, n=3, k=2, c=1, **given).status == "refuted"
    whole = certificate(ask("strictly_isotone", metric, n="all", **given), "1")
    assert check(whole)
    said = {
        "parameters": {**whole["verdict"]["parameters"], "k": 2},
        "scope": {**whole["verdict"]["scope"], "from": start},
    }
    not_accepted(resealed(whole, verdict=said))
