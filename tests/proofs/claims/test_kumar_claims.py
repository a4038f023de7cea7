"""Claims of the slides on weighted distances: verdicts as pinned, and what is wrong by hand."""

import itertools
import random
from fractions import Fraction

import pytest
from weights_reference import naive

from proofs.claims import claims_of
from proofs.claims.answer import answered
from proofs.claims.judge import judged

CLAIMS = claims_of("kumar")


def flat(n):
    return [[int(x != y) for y in range(n)] for x in range(n)]


def in_parts(n):
    return [[(x + y) % 2 for y in range(n)] for x in range(n)]


def positions(rank, delta):
    return naive(rank, [1] * len(rank), delta, flat(len(rank)))


@pytest.mark.sweep(6)
@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.name)
def test_verdicts_are_the_pinned_ones(claim):
    assert (
        judged(claim, [answered(evidence) for evidence in claim.evidence]).verdict == claim.verdict
    )


def test_what_is_wrong_is_so_by_hand():
    assert 1 / (Fraction(1) + Fraction(1)) == Fraction(1, 2)  # the harmonic mean of 1 and 1
    assert positions((2, 1), [3]) == (9, 18)  # δ₂ = 3: both items are charged 3
    # doubling δ multiplies a swap by 4, and 2·1 + 2·2 + 1·2 = 8 is not 4·3
    assert [positions((3, 2, 1), [x, x])[0] for x in (1, 2)] == [3, 8]
    # (2 1 4 3) after (4 3 2 1) is (3 4 1 2); p̄ of the last is 1/3 and 0, of the other 1/2 and 0
    assert [positions(r, [1, 0, 0])[0] for r in ((2, 1, 4, 3), (3, 4, 1, 2), (4, 3, 2, 1))] == [
        1,
        Fraction(1, 4),
        Fraction(1, 9),
    ]


@pytest.mark.parametrize("m", range(1, 8))
def test_the_family_by_plain_loops(m):
    n = 2 * m + 2
    rank = [n, *itertools.chain(*((x + 1, x) for x in range(2, n - 1, 2))), 1]
    counted = naive(rank, [1] * n, [1] * (n - 1), in_parts(n))
    assert counted == (3 * m + 1, 2 * m + 2)


def test_the_reversal_of_four_at_random_weights():
    chance = random.Random(2)
    for _ in range(3000):
        w = [chance.choice((0, 1, 1, 2, 3, 7)) for _ in range(4)]
        d = [[0] * 4 for _ in range(4)]
        for x, y in itertools.combinations(range(4), 2):
            d[x][y] = d[y][x] = chance.choice((0, 1, 1, 2, 3, 9))
        for k, x, y in itertools.product(range(4), repeat=3):  # shortest paths: a metric
            d[x][y] = min(d[x][y], d[x][k] + d[k][y])
        kendall, footrule = naive((4, 3, 2, 1), w, [1, 1, 1], d)
        assert kendall <= footrule
