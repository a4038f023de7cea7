"""Covers and join-irreducible runs: each answer against plain loops over the naive orders."""

import itertools

import lattice_reference as naive
import pytest
from sympy import Sum

from axioms.ordering import isotone, strictly_isotone, valuation
from lattice import ORDERS
from lattice.orders import rank_swapping
from metrics.graded import gp
from metrics.language.runs import r
from metrics.language.terms import i, n
from metrics.metric import Metric
from proofs import ask
from proofs.core.question import Question
from proofs.trusted.every_n.kernel import Kernel
from proofs.trusted.untrusted import Rejected

SIZES = [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1)]
POSETS = [name for name in ORDERS if name != "rank_replacement_literal"]


def irreducible(words, pairs):
    """The runs that are not the least upper bound of those below them."""
    smaller = {x: [y for y in words if (y, x) in pairs and y != x] for x in words}
    return {x for x in words if naive.lub(words, pairs, smaller[x]) != x}


def one_step(r, s):
    return sorted(y - x for x, y in zip(r, s, strict=True)) == [0] * (len(r) - 1) + [1]


def least_of(words, pairs):
    return {x for x in words if all((x, y) in pairs for y in words)}


def meets(words, pairs, chosen):
    found = (naive.glb(words, pairs, both) for both in itertools.product(chosen, repeat=2))
    return {x for x in found if x is not None}


def wanted(words, pairs):
    """What each axiom comes to, by the papers' lists."""
    covers, chosen = naive.covers(words, pairs), irreducible(words, pairs)
    least, met = least_of(words, pairs), meets(words, pairs, chosen)
    above = {x: [degree for degree in x if degree > 0] for x in words}
    return {
        "no_shortcut": not any((x, z) in covers for x, y in covers for w, z in covers if w == y),
        "one_step_covers": covers == {(x, y) for x in words for y in words if one_step(x, y)},
        "single_irreducibles": chosen == {x for x in words if len(above[x]) == 1},
        "level_irreducibles": chosen == {x for x in words if len(set(above[x])) == 1},
        "all_irreducible": chosen == set(words) - least,
        "irreducible_meets": met <= chosen,
        "irreducible_or_least_meets": met <= chosen | least,
    }


@pytest.mark.parametrize("name", POSETS)
def test_covers_and_irreducibles_are_those_of_plain_loops(name):
    for size, top in SIZES:
        for asked, so in wanted(*naive.order(name, size, top)).items():
            found = ask(asked, name, n=size, c=top)
            assert found.status == ("holds" if so else "refuted"), (asked, size, top)


@pytest.mark.sweep(6)
@pytest.mark.parametrize("name", POSETS)
def test_what_is_proved_for_every_n_is_true_of_small_n(name):
    proved = [asked for asked in wanted(*naive.order(name, 1, 1))
              if ask(asked, name, n="all").status == "holds"]  # fmt: skip
    for size, top in [*SIZES, (3, 2), (2, 3)]:
        so = wanted(*naive.order(name, size, top))
        assert all(so[asked] for asked in proved), (size, top)


def test_the_propositions_are_proved_for_every_n():
    for asked, name in [
        ("single_irreducibles", "rank_replacement"),
        ("level_irreducibles", "set_replacement"),
        ("all_irreducible", "set_projection"),
        ("one_step_covers", "set_replacement"),
        ("irreducible_meets", "set_replacement"),
        ("irreducible_or_least_meets", "rank_replacement"),
        ("no_shortcut", "ops_all"),
        ("poset", "rank_swapping"),
    ]:
        assert ask(asked, name, n="all").scope.every_from == 1
    assert ask("distributive", "rank_swapping", n="all", c=1).scope.every_from == 1
    assert ask("distributive", "rank_swapping", n="all", c=2).status == "refuted"


@pytest.mark.parametrize("scores", [("defined",), ("defined", "sum over places")])
@pytest.mark.parametrize("top", [None, 1])
def test_scores_are_never_read_at_prefixes_as_if_these_were_places(scores, top):
    """What is known of scores at places, or in a chain, says nothing about an order of prefixes."""
    kernel, shape = at_prefixes(valuation, gp, top)
    known = ()
    for rule in scores:
        known = (kernel.conclude(rule, *known),)
    for rule in ("at every place", "in a chain"):
        with pytest.raises(Rejected):
            kernel.conclude(rule, shape, *known, part=0)
    with pytest.raises(Rejected):
        kernel.conclude("at every prefix", shape, part=0)


def at_prefixes(asked, metric, top):
    """A kernel that knows that runs are compared prefix by prefix, and the number of that step."""
    question = Question(asked, (metric,), 4, {"c": top or 2}, None, rank_swapping, every_c=not top)
    kernel = Kernel(question, 1)
    return kernel, kernel.conclude("prefixes")


def scored(value):
    return Metric(
        name="made", title="made", inputs=(r,), value=value, family="made", higher_is_better=True,
        source="a test",
    )  # fmt: skip


LATE = Sum(i * r(i), (i, 1, n))
FALSE_AT_PREFIXES = {
    "late places count more": (isotone, LATE),
    "late places count more, strictly": (strictly_isotone, LATE),
    "all places count alike": (strictly_isotone, Sum(r(i), (i, 1, n))),
    "the last place counts nothing": (strictly_isotone, Sum((n - i) * r(i), (i, 1, n))),
    "falling with the degree": (isotone, Sum(-r(i) / i, (i, 1, n))),
    "a square is no sum over places": (valuation, LATE**2),
    "a product of sums is none": (valuation, LATE * Sum(r(i), (i, 1, n))),
}


@pytest.mark.parametrize("label", FALSE_AT_PREFIXES)
@pytest.mark.parametrize("top", [None, 1])
def test_what_is_false_of_scores_is_not_concluded_at_prefixes(label, top):
    """Whatever is known of a score, no rule proves what plain cases refute."""
    asked, value = FALSE_AT_PREFIXES[label]
    metric = scored(value)
    plainly = ask(asked, metric, order="rank_swapping", n=3, c=top or 2, engine="exhaustive")
    assert plainly.status == "refuted"
    kernel, shape = at_prefixes(asked, metric, top)
    known = [kernel.conclude("defined"), kernel.conclude("defined but for 0")]
    summed = conclusion(kernel, "sum over places", known[0])
    assert (summed is None) == (asked is valuation)
    known.append(summed)
    known += [conclusion(kernel, rule, summed) for rule in ("rising", "falling", "steep")]
    for rule, score in itertools.product(READ_OFF, known):
        if score is not None:
            assert conclusion(kernel, rule, shape, score, part=0) is None, (rule, score)
    assert kernel.proves(kernel.question.formulas()[0]) is None


READ_OFF = ("at every prefix", "at every place", "in a chain")


def conclusion(kernel, rule, *premises, **evidence):
    """The number of a step, or None where it is rejected or not confirmed."""
    if None in premises:
        return None
    try:
        return kernel.conclude(rule, *premises, **evidence)
    except Rejected:
        return None


@pytest.mark.parametrize("top", [1, 2])
def test_sums_over_places_are_valuations_at_prefixes(top):
    """As max and min of the numbers of prefixes are those of joins and meets, where these exist."""
    kernel, shape = at_prefixes(valuation, gp, None if top > 1 else top)
    defined = kernel.conclude("defined")
    assert kernel.conclude("at every prefix", shape, defined, part=0) is None
    summed = kernel.conclude("sum over places", defined)
    assert kernel.conclude("at every prefix", shape, summed, part=0) is not None
    for size in (1, 2, 3):
        words, pairs = naive.order("rank_swapping", size, top)
        for x, y in itertools.combinations(words, 2):
            both = naive.lub(words, pairs, (x, y)), naive.glb(words, pairs, (x, y))
            if None not in both:
                assert sorted(x + y) == sorted(both[0] + both[1])
