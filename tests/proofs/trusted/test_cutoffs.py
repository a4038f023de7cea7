"""Refutations for many cut-offs: what is said of a region or a range is true at each n and k of it.

Near misses are ranges with a k for which the property holds, rankings that are none, blocks that do
not add up to n, regions that overlap by one k too few, and certificates that were sealed again.
"""

import copy
import itertools
import random
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
from random_metrics import Maker

import proofs
from axioms import find_axiom
from metrics import find_metric
from metrics.language.terms import n
from proofs.core.every_n.blocks import LOWER, NOTHING, UPPER, Blocks, Line, Region
from proofs.core.outcome import is_refuted
from proofs.core.question import Question
from proofs.report.certificate import certificate, seal
from proofs.trusted.every_n.kernel import Kernel
from proofs.trusted.every_n.witnesses import cutoffs as rules
from proofs.trusted.untrusted import NotChecked, Rejected
from proofs.trusted.verify import check

WHOLE = ((0, 1), (1, 1))
SHARES = [*itertools.pairwise(((0, 1), (1, 4), (1, 3), (1, 2), (2, 3), (3, 4), (1, 1))), WHOLE]
WITNESS, EVERY_CUTOFF = "witness for cut-offs", "every cut-off"
ONE = (1, 0, 0)
LARGEST = 9


def sealed(content):
    body = {name: value for name, value in content.items() if name != "seal"}
    return {**body, "seal": seal(body)}


def regions(chooser, shares=None):
    """Return a region with small smallest n and k."""
    while True:
        lower, upper = chooser.choice(shares or SHARES)
        size = chooser.randint(1, 5)
        k = chooser.randint(1, size)
        found = Region(lower, upper, k, size, chooser.choice([NOTHING, NOTHING, LOWER, UPPER]))
        if min(found.least(0), found.least(1)) >= 0:
            return found


def members(region, largest=LARGEST):
    every = ((size, k) for size in range(1, largest + 1) for k in range(1, size + 1))
    return [each for each in every if region.steps(*each) is not None]


def open_question(asked, metric):
    return Question(find_axiom(asked), (metric,), 3, every_n=True)


def at(question, size, k):
    return Question(question.asked, question.subjects, size, parameters={"k": k})


# Regions and ranges ------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(60))
def test_the_k_of_a_region_are_those_between_its_bounds(seed):
    region = regions(random.Random(seed))
    low, high = region.bounds()
    for size, k in itertools.product(range(1, 25), range(1, 25)):
        between = low.at(size) <= k <= high.at(size) and k <= size
        started = region.fixed == NOTHING or size >= region.n
        assert (region.steps(size, k) is not None) == (between and started), (region, size, k)
    for size, k in members(region, 24):
        assert k >= region.k
        assert size - k >= region.n - region.k


def covered(chain, start, least, most):
    """Tell by counting whether regions cover a range, for twenty n."""
    return all(
        any(region.steps(size, k) is not None for region in chain)
        for size in range(start, start + 20)
        for k in range(1, size + 1)
        if least.at(size) <= k <= most.at(size)
    )


def test_a_range_that_is_concluded_is_covered():
    chooser, accepted = random.Random(1), 0
    for _ in range(3000):
        chain = [regions(chooser) for _ in range(chooser.randint(1, 3))]
        start, ends = chooser.randint(1, 6), []
        for end in (0, 1):
            near = chooser.choice(chain).bounds()[end]
            ends.append(
                Line(
                    near.x, near.y + Fraction(chooser.randint(-2, 2), chooser.choice([1, 1, 2, 3]))
                )
            )
        if any(region.fixed != NOTHING and region.n > start for region in chain):
            continue
        if rules.covers([region.bounds() for region in chain], start, *ends):
            accepted += 1
            assert covered(chain, start, *ends), (chain, start, ends)
    assert accepted > 100


def test_a_gap_of_one_cutoff_is_no_range():
    low = Region((0, 1), (1, 2), 1, 2)
    for least, expected in ((0, True), (1, True), (2, False)):  # 2k − n ≥ least
        high = Region((1, 2), (1, 1), 1 + least, 2 + least)
        assert high.least(0) == least
        chain = [low.bounds(), high.bounds()]
        found = rules.covers(
            chain, 6, Line(Fraction(0), Fraction(1)), Line(Fraction(1), Fraction(-1))
        )
        assert found is expected


# Witnesses ---------------------------------------------------------------------------------------


def layout(chooser, region):
    """Return blocks at random, single places and segments: those before the cut-off, and others."""
    (p, q), (r, s) = region.lower, region.upper
    lengths = []
    for count, more in ((region.k, (r, p)), (region.n - region.k, (s - r, q - p))):
        part = [ONE] * count
        for form in (1, 2):
            times = more[form - 1] * region.grows[form - 1]
            for size in chooser.choice([[times], [1] * times]):
                segment = [0, 0, 0]
                segment[form] = size
                if size:
                    part.insert(chooser.randint(0, len(part)), tuple(segment))
        lengths += part
    return tuple(lengths)


def word(chooser, lengths):
    """Return a ranking at random that moves blocks to blocks of their length."""
    found = [0] * len(lengths)
    for length in set(lengths):
        places = [place for place, each in enumerate(lengths) if each == length]
        blocks = chooser.sample(places, len(places)) if chooser.random() < 0.7 else places
        for place, block in zip(places, blocks, strict=True):
            turned = length != ONE and chooser.random() < 0.3
            found[place] = -(block + 1) if turned else block + 1
    return found


@pytest.mark.parametrize("seed", range(40))
def test_blocks_are_rankings_at_each_n_and_k(seed):
    chooser = random.Random(seed)
    region = regions(chooser)
    lengths = layout(chooser, region)
    blocks = Blocks(region, lengths, {"sigma": word(chooser, lengths)})
    for size, k in members(region):
        found = blocks.written_out(size, k)["sigma"]
        assert sorted(found) == [*range(1, size + 1)]
    outside = next((size, k) for size, k in itertools.product(range(1, 9), range(1, 9))
                   if region.steps(size, k) is None)  # fmt: skip
    assert blocks.written_out(*outside) is None
    assert Blocks.of(blocks.shown()) == blocks


ASKED = ("symmetry", "zero_iff_equal", "ioi", "triangle", "max_agreement", "reverse_is_minimal",
         "nonnegativity", "right_invariance", "unit_range", "left_invariance")  # fmt: skip
NAMES = ("recall", "fnr", "accuracy", "mcc", "jaccard", "lr_plus", "mean_rank", "mrr", "ap",
         "point", "footrule_at", "area_at", "informedness", "pt")  # fmt: skip


def found_false(asked, metric, chooser):
    """Conclude that a statement is false for a region, at a witness made at random, or not."""
    question = open_question(asked, metric)
    region = regions(chooser)
    if region.n - region.k < (0 if metric.largest_k == n else 1):
        return None
    lengths = layout(chooser, region)
    formula = question.formulas()[0]
    blocks = Blocks(region, lengths, {v.name: word(chooser, lengths) for v in formula.variables})
    kernel = Kernel(question, 1)
    if kernel.conclude(WITNESS, part=0, blocks=blocks.shown()) is None:
        return None
    return question, blocks


def insist_false(question, blocks, largest=LARGEST - 1):
    for size, k in members(blocks.region, largest):
        here = at(question, size, k)
        false = is_refuted(here, here.statements()[0], blocks.written_out(size, k))
        assert false, (question.asked.name, question.subjects[0].value, str(blocks), size, k)


@pytest.mark.parametrize("tries", [100, pytest.param(3000, marks=pytest.mark.slow)])
def test_what_is_false_for_a_region_is_false_at_each_n_and_k(tries):
    chooser, found = random.Random(tries), 0
    for _ in range(tries):
        metric = find_metric(chooser.choice(NAMES))
        made = found_false(chooser.choice(ASKED), metric, chooser)
        if made is not None:
            found += 1
            insist_false(*made, largest=7)
    assert found > tries // 25


@pytest.mark.parametrize("seed", [*range(6), pytest.param(range(6, 400), marks=pytest.mark.slow)])
def test_random_metrics_that_fail_for_a_region_fail_at_each_n_and_k(seed):
    for each in [seed] if isinstance(seed, int) else seed:
        chooser = random.Random(each)
        metric = Maker(each).metric()
        if "k" not in metric.parameters:
            continue
        for _ in range(6):
            made = found_false(chooser.choice(ASKED[:8]), metric, chooser)
            if made is not None:
                insist_false(*made, largest=6)


def told(**changes):
    """Return a step that is concluded, with some fields changed."""
    blocks = Blocks(
        Region(*WHOLE, 2, 3), (ONE, ONE, (0, 1, 0), ONE, (0, 0, 1)),
        {"sigma": [1, 2, 3, 4, 5], "tau": [1, 2, 3, 4, 5], "nu": [2, 1, 3, 4, 5]},
    ).shown()  # fmt: skip
    for name, value in changes.items():
        at, _, last = name.rpartition("__")
        inner = blocks[at] if at else blocks
        inner[last] = value
    return blocks


NEARLY = [
    {"values__nu": [1, 2, 3, 4, 5]},  # equal rankings
    {"values__nu": [2, 2, 3, 4, 5]},  # no ranking
    {"values__nu": [2, 1, 3, 4]},  # too short
    {"values__nu": [3, 2, 1, 4, 5]},  # a place for a segment
    {"values__nu": [1, 2, 5, 4, 3]},  # segments of two lengths
    {"values__nu": [1, 2, -3, 4, 5]},  # turns a segment that may have one place, or none
    {"values__nu": [1, 2, 3, 5, 4]},
    {"values__nu": [1, 4, 3, 2, 5]},  # a ranking that recall tells apart
    {"values__nu": 2},
    {"lengths": [ONE, ONE, (0, 1, 0), ONE]},  # not all places
    {"lengths": [ONE, ONE, (0, 1, 0), ONE, (0, 0, 2)]},
    {"lengths": [ONE, ONE, (1, 1, 0), ONE, (0, 0, 1)]},
    {"region__k": 1},  # with k = 1 the exchange is seen
    {"region__lower": [1, 2]},
    {"region__lower": [-1, 1]},
    {"region__upper": [2, 1]},
    {"region__upper": [1, 0]},
    {"region__fixed": LOWER},
    {"region__n": 2},  # k = n, which recall does not admit
]


def concluded(blocks, name="recall", question=None):
    kernel = Kernel(question or open_question("ioi", find_metric(name)), 2)
    shown = {key: [list(x) for x in v] if key == "lengths" else v for key, v in blocks.items()}
    try:
        return kernel.conclude(WITNESS, part=0, blocks=shown) is not None
    except Rejected:
        return False


def test_a_witness_that_fits_is_concluded():
    assert concluded(told())


@pytest.mark.parametrize("change", NEARLY, ids=str)
def test_a_witness_that_nearly_fits_is_not_concluded(change):
    assert not concluded(told(**change))


def recall_with(**changes):
    return replace(find_metric("recall"), name="made", **changes)


def test_cutoffs_must_be_open_and_nothing_else():
    asked = find_axiom("ioi")
    assert not concluded(told(), question=Question(asked, (find_metric("recall"),), 3, {"k": 2}))
    assert not concluded(told(), name="mae")
    assert not concluded(told(), question=open_question("ioi", recall_with(fixed=(("n", 3),))))
    assert not concluded(told(), question=open_question("ioi", recall_with(largest_k=n / 2)))
    assert concluded(told(), question=open_question("ioi", recall_with(largest_k=n)))


# Verdicts and certificates -----------------------------------------------------------------------

VERDICTS = {
    ("ioi", "recall"): "every n ≥ 3 and every k with 1 ≤ k ≤ n − 1 (holds for n = 2)",
    ("symmetry", "ap"): "every n ≥ 3 and every k with 1 ≤ k ≤ n − 1 "
    "(holds for n = 1…2 and every n ≥ 2 and k = n)",
    ("tells_12_from_34", "recall"): "n = 4, and every n ≥ 5 and k = 2 and every k with "
    "4 ≤ k ≤ n − 1 (holds for every n ≥ 2 and k = 1 and every n ≥ 4 and k = 3)",
    ("triangle", "f1"): "every n ≥ 2 and every k with 1 ≤ k ≤ (2n − 1)/3 "
    "(holds for every n ≥ 3 and every k with 2n/3 ≤ k ≤ n − 1)",
    ("triangle", "accuracy"): "n = 2, and every n ≥ 3 and every k with (n + 1)/4 ≤ k ≤ (3n − 1)/4 "
    "(holds for every n ≥ 4 and every k with 1 ≤ k ≤ n/4 and every n ≥ 4 and every k with "
    "3n/4 ≤ k ≤ n − 1)",
}
"""Worked out by hand. TP of two top-k sets is at least 2k − n: so 1 ≤ 2·max(0, 2k − n)/k for f1
exactly if 3k ≥ 2n, and for accuracy, (n − 2k + 2TP)/n, exactly if 4k ≤ n or 4k ≥ 3n."""


@cache
def known(*pair):
    return proofs.ask(*pair, n="all")


SLOW = pytest.param(("triangle", "accuracy"), marks=pytest.mark.slow)


@pytest.mark.parametrize("pair", [*[*VERDICTS][:-1], SLOW], ids=" ".join)
def test_the_cutoffs_are_exactly_those_that_fail(pair):
    verdict = known(*pair)
    assert str(verdict.scope) == VERDICTS[pair]
    check(certificate(verdict, "1"))
    metric, cutoffs = find_metric(pair[1]), verdict.scope.cutoffs
    for size in range(verdict.scope.every_from, 5):
        for k in metric.cutoffs(size):
            found = proofs.ask(*pair, n=size, k=k, engine="exhaustive").status
            assert (found == "refuted") == cutoffs.take(size, k), (size, k)


@pytest.mark.parametrize(
    ("size", "k"),
    [(40, 7), *[pytest.param(*each, marks=pytest.mark.slow) for each in ((40, 26), (200, 133))]],
)
def test_a_range_answers_at_one_n_and_k(size, k):
    found = proofs.ask("triangle", "f1", n=size, k=k)
    assert found.status == "refuted"
    check(certificate(found, "1"))


@pytest.mark.slow
def test_a_range_that_moves_with_n_answers_at_one_n_and_k():
    for k in (7, 11):  # from (n + 1)/2 on: no k is in the range for every n
        found = proofs.ask("one_iff_reverse", "f1_printed", n=12, k=k)
        assert found.status == "refuted"
        check(certificate(found, "1"))


def test_one_cutoff_is_answered_for_every_n():
    found = proofs.ask("triangle", "f1", n="all", k=7)
    assert (found.status, found.scope.every_from, found.scope.cutoffs) == ("refuted", 11, None)
    assert "n < 11 were not searched: it may fail there too" in found.caveats
    content = certificate(found, "1")
    check(content)
    for start in (10, 9):
        forged = copy.deepcopy(content)
        forged["verdict"]["scope"]["from"] = start
        with pytest.raises((Rejected, NotChecked)):
            check(sealed(forged))


@pytest.mark.slow
def test_a_range_that_has_not_the_cutoff_says_nothing():
    assert proofs.ask("triangle", "f1", n=40, k=27).status == "undecided"


FORGED = [
    ("verdict scope cutoff ranges 0 to", "n − 1"),
    ("verdict scope cutoff ranges 0 to", "2n/3"),
    ("verdict scope cutoff ranges 0 from", "0"),
    ("verdict scope cutoff name", "j"),
    ("verdict scope cutoff ranges", []),
    ("verdict scope cutoff ranges", [{"from": "1", "to": "(2n − 1)/3"}, {"from": "n", "to": "n"}]),
    ("verdict scope cutoff", {"name": "k", "ranges": [{"from": "1", "to": "n"}]}),
    ("verdict scope from", 1),
    ("verdict scope all", False),
    ("verdict parameters k", "every"),
    ("verdict status", "holds"),
    ("evidence steps -1 evidence most", ["2/3", "0"]),
    ("evidence steps -1 evidence most", ["1", "-1"]),
    ("evidence steps -1 evidence least", ["0", "0"]),
    ("evidence steps -1 evidence from", 1),
    ("evidence steps -1 premises", []),
    ("evidence steps -1 premises", [1]),
    ("evidence steps -1 premises", [2, 1]),
    ("evidence steps 0 evidence part", 1),
    ("evidence steps 0 evidence blocks region upper", [2, 3]),
    ("evidence steps 0 evidence blocks region k", 2),
    ("evidence steps 0 evidence blocks region fixed", "upper"),
]


def put(content, path, value):
    *way, last = [int(step) if step.lstrip("-").isdigit() else step for step in path.split()]
    inner = content
    for step in way:
        inner = inner[step]
    inner[last] = value


@pytest.mark.parametrize(("path", "value"), FORGED, ids=str)
def test_forged_ranges_are_not_accepted(path, value):
    content = copy.deepcopy(certificate(known("triangle", "f1"), "1"))
    put(content, path, value)
    with pytest.raises((Rejected, NotChecked)):
        check(sealed(content))


def test_a_range_is_not_one_of_another_property():
    content = copy.deepcopy(certificate(known("triangle", "f1"), "1"))
    other = copy.deepcopy(certificate(proofs.ask("symmetry", "mae", n=3), "1"))
    other["verdict"]["scope"] = content["verdict"]["scope"]
    other["evidence"] = content["evidence"]
    with pytest.raises((Rejected, NotChecked)):
        check(sealed(other))
    without = copy.deepcopy(content)
    del without["evidence"]["steps"]
    with pytest.raises((Rejected, NotChecked)):
        check(sealed(without))
    plain = certificate(proofs.ask("ioi", "mae", n="all"), "1")
    claims = copy.deepcopy(plain)
    every = {"name": "k", "ranges": [{"from": "1", "to": "n"}]}
    claims["verdict"]["scope"]["cutoff"] = every
    with pytest.raises((Rejected, NotChecked)):
        check(sealed(claims))
