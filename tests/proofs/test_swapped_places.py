"""Swaps of places that a ranking does not have, or that its entries name: no engine guesses."""

from itertools import permutations, product

import pytest

import proofs
from metrics.naming import BadInput
from proofs.implies import main as implies
from tests import reference

OUTSIDE = [("swap(3, 4)", 2), ("swap(-1, 1)", 2), ("swap(0, 1)", 1), ("swap(1/2, 1)", 2),
           ("swap(n, n + 1)", 2), ("swap(sigma(3), 1)", 2)]  # fmt: skip
GUARDED = "= forall sigma, tau, i: i < n => m(compose(sigma, swap(i, i + 1)), tau) {} m(sigma, tau)"


@pytest.mark.parametrize(("swap", "n"), OUTSIDE)
def test_a_place_that_is_not_there_is_refused_or_leaves_it_open(swap, n, capsys):
    said = f"= forall sigma, tau: m(compose(sigma, {swap}), tau) = m(sigma, tau)"
    assert proofs.ask(said, "mae", n=n).status == "undecided"
    with pytest.raises(BadInput, match="no such places"):
        proofs.ask(said, "kendall_w", n=n)
    assert implies(["symmetry", said, "--n", str(n)]) == 2
    assert "no such places" in capsys.readouterr().err


def test_a_place_that_is_not_asked_for_may_be_outside(capsys):
    assert proofs.ask(GUARDED.format("="), "kendall_w", n=1).status == "holds"
    assert proofs.ask(GUARDED.format("="), "kendall_w", n=3).status == "refuted"
    assert implies(["left_invariance", GUARDED.format("="), "--n", "2"]) == 1
    assert implies([GUARDED.format("<"), GUARDED.format("<="), "--n", "2"]) == 0


@pytest.mark.parametrize("metric", ["mae", "kendall_distance"])
@pytest.mark.parametrize("n", [2, 3])
def test_a_place_may_be_an_entry(metric, n):
    said = "= forall sigma, tau: m(compose(tau, swap(sigma(1), n)), sigma) <= m(sigma, tau) + {}"
    value = reference.metric(metric, n, None, None, None, "items")

    def moved(tau, one, two):
        return tuple(tau[{one: two, two: one}.get(at, at) - 1] for at in range(1, n + 1))

    pairs = list(product(permutations(range(1, n + 1)), repeat=2))
    for more in range(4):
        true = all(value(moved(t, s[0], n), s) <= value(s, t) + more for s, t in pairs)
        found = proofs.ask(said.format(more), metric, n=n, engine="exhaustive")
        assert found.status == ("holds" if true else "refuted")
