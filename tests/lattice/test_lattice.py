"""Posets and lattices against naive references: every small poset, random ones, every order."""

from __future__ import annotations

from itertools import pairwise, product

import lattice_reference as naive
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from axioms.language.order_terms import Below
from lattice import ORDERS, completion, structure
from lattice.bounds import Bounds
from lattice.orders import project, replace, replace_last, swap
from lattice.poset import NotAnOrder, Poset
from lattice.relation import poset_of, relation, runs
from lattice.valuations import metric_from_irreducibles
from lattice.values import value_at
from metrics.language.domains import Size
from metrics.language.runs import c as c_symbol
from metrics.language.runs import r, s, spot
from metrics.language.terms import n as n_symbol
from proofs.trusted.finite.order import TabledReplayer
from proofs.trusted.scene import Scene

SMALL = [(n, c) for n in (1, 2, 3) for c in (1, 2)]
EVERY_SMALL = [case for size in range(1, 6) for case in naive.all_posets(size)]


def read_again(order, size, top):
    point = {n_symbol: size, c_symbol: top}
    return TabledReplayer(Scene(size, point, runs_in=order, sizes=Size(size, top)))


def poset_of_pairs(elements, pairs):
    place = {x: i for i, x in enumerate(elements)}
    above = [sum(1 << place[y] for y in elements if (x, y) in pairs) for x in elements]
    return Poset(elements, above)


def named(poset, numbers):
    return {poset.elements[i] for i in numbers}


def compare(elements, pairs):
    """Compare everything that is known of a poset with the reference."""
    poset = poset_of_pairs(elements, pairs)
    at = poset.index
    join, meet = naive.joins(elements, pairs), naive.meets(elements, pairs)
    bounds = Bounds(poset)
    for x, y in product(elements, repeat=2):
        assert poset.below(x, y) == ((x, y) in pairs)
        assert (poset.join(x, y), poset.meet(x, y)) == (join[x, y], meet[x, y])
        for found, wanted in ((bounds.joins.row, join), (bounds.meets.row, meet)):
            place = int(found(at[x])[at[y]])
            assert (None if place < 0 else poset.elements[place]) == wanted[x, y]
    assert {(poset.elements[i], poset.elements[j]) for i, j in poset.covers} == naive.covers(
        elements, pairs
    )
    is_lattice = naive.is_lattice(elements, pairs)
    undistributive, unmodular = (
        naive.not_distributive(elements, pairs),
        naive.not_modular(elements, pairs),
    )
    assert structure.is_lattice(poset) == is_lattice
    assert structure.is_distributive(poset) == (is_lattice and undistributive is None)
    assert structure.is_modular(poset) == (is_lattice and unmodular is None)
    compare_gap(poset, elements, join, meet)
    compare_counts(poset, elements, pairs)


def compare_gap(poset, elements, join, meet):
    gap = structure.gap(poset)
    without = [(x, y) for x, y in product(elements, repeat=2) if join[x, y] is None]
    without_meet = [(x, y) for x, y in product(elements, repeat=2) if meet[x, y] is None]
    if gap is None:
        assert not without
        assert not without_meet
    elif without:
        assert (gap.kind, gap.pair) == ("join", without[0])
    else:
        assert (gap.kind, gap.pair) == ("meet", without_meet[0])


def compare_counts(poset, elements, pairs):
    irreducible = set(naive.join_irreducibles(elements, pairs))
    assert named(poset, structure.join_irreducibles(poset)) == irreducible
    assert named(poset, structure.meet_irreducibles(poset)) == set(
        naive.meet_irreducibles(elements, pairs)
    )
    covers = naive.covers(elements, pairs)
    one_below = {x for x in elements if sum(y == x for _, y in covers) == 1}
    assert named(poset, structure.single_lower_cover(poset)) == one_below
    if naive.is_lattice(elements, pairs):
        assert irreducible == one_below  # `giner`, footnote 2, true in a finite lattice
    assert structure.height(poset) == naive.height(elements, pairs)
    antichain, chains = completion.antichain(poset)
    assert len(antichain) == len(chains) == naive.width(elements, pairs)
    assert not any((x, y) in pairs for x in antichain for y in antichain if x != y)
    assert sorted(x for chain in chains for x in chain) == sorted(elements)
    assert all((x, y) in pairs for chain in chains for x, y in pairwise(chain))
    if len(elements) <= 6:
        assert structure.linear_extensions(poset) == naive.linear_extensions(elements, pairs)
    closed = completion.completion(poset)
    assert set(closed.elements) == naive.cuts(elements, pairs)
    assert structure.is_lattice(closed)
    assert len(closed) == len(poset) or not naive.is_lattice(elements, pairs)


def test_the_reference_knows_the_numbers_of_posets():
    # OEIS A000112: unlabelled posets; A006455: naturally labelled ones
    posets = [list(naive.all_posets(size)) for size in range(1, 6)]
    assert [len(found) for found in posets] == [1, 2, 7, 40, 357]
    kinds = [len({naive.shape(*poset) for poset in found}) for found in posets[:4]]
    assert kinds == [1, 2, 5, 16]


@pytest.mark.slow
def test_the_reference_knows_all_posets_of_five():
    assert len({naive.shape(*poset) for poset in naive.all_posets(5)}) == 63


def test_every_poset_of_up_to_five_elements():
    for elements, pairs in EVERY_SMALL:
        compare(elements, pairs)


@st.composite
def posets(draw, largest):
    size = draw(st.integers(1, largest))
    names = draw(st.permutations(range(size)))
    candidates = [(x, y) for x in range(size) for y in range(x + 1, size)]
    taken = draw(st.lists(st.sampled_from(candidates), max_size=16)) if candidates else []
    steps = {(names[x], names[y]) for x, y in taken}
    return list(range(size)), naive.closure(range(size), steps)


@given(posets(7))
def test_random_posets(poset):
    compare(*poset)


@pytest.mark.slow
@given(posets(9))
def test_larger_random_posets(poset):
    compare(*poset)


@given(st.integers(1, 5), st.data())
def test_what_is_no_order_is_refused_with_a_witness(size, data):
    elements = list(range(size))
    pairs = data.draw(st.sets(st.tuples(st.sampled_from(elements), st.sampled_from(elements))))
    pairs |= {(x, x) for x in elements} if data.draw(st.booleans()) else set()
    if naive.is_partial_order(elements, pairs):
        poset_of_pairs(elements, pairs)
        return
    with pytest.raises(NotAnOrder) as problem:
        poset_of_pairs(elements, pairs)
    witness, part = problem.value.witness, problem.value.part
    if part == "reflexive":
        assert (witness[0], witness[0]) not in pairs
    elif part == "antisymmetric":
        x, y = witness
        assert x != y
        assert {(x, y), (y, x)} <= pairs
    else:
        x, y, z = witness
        assert {(x, y), (y, z)} <= pairs
        assert (x, z) not in pairs


@given(posets(6))
def test_an_element_of_a_distributive_lattice_is_one_join_of_irreducibles(poset):
    elements, pairs = poset
    downs = sorted(naive.down_sets(elements, pairs), key=lambda down: (len(down), sorted(down)))
    lattice = poset_of_pairs(downs, {(x, y) for x in downs for y in downs if x <= y})
    assert structure.is_distributive(lattice)
    assert len(structure.join_irreducibles(lattice)) == len(elements)
    for element in lattice.elements[1:]:
        assert len(completion.representations(lattice, element)) == 1


def test_sagemath_agrees_on_every_small_poset():
    pytest.importorskip("sage.all__sagemath_combinat")
    sage_posets = pytest.importorskip("sage.combinat.posets.posets")
    for elements, pairs in EVERY_SMALL:
        theirs = sage_posets.Poset((elements, sorted(pairs)))
        ours = poset_of_pairs(elements, pairs)
        assert theirs.is_lattice() == structure.is_lattice(ours)
        assert theirs.width() == len(completion.antichain(ours)[0])
        assert theirs.height() == structure.height(ours)
        assert len(theirs.linear_extensions()) == structure.linear_extensions(ours)
        assert len(theirs.completion_by_cuts()) == len(completion.completion(ours))


# Orders of runs ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ORDERS)
@pytest.mark.parametrize(("n", "c"), [*SMALL, (4, 1), (2, 3)])
def test_orders_are_what_the_paper_says(name, n, c):
    words, pairs = naive.order(name, n, c)
    assert runs(ORDERS[name], n, c) == words
    listed, above = relation(ORDERS[name], n, c)
    found = {(words[i], words[j]) for i, up in enumerate(above) for j in range(len(words))
             if up >> j & 1}  # fmt: skip
    assert listed == words
    assert found == pairs


@pytest.mark.parametrize("name", ORDERS)
def test_replay_reads_orders_like_the_reference(name):
    words, pairs = naive.order(name, 2, 2)
    replayed = read_again(ORDERS[name], 2, 2)
    assert replayed.runs == words
    one_by_one = {(x, y) for x, y in product(words, repeat=2)
                  if replayed.truth(Below(r, s), {r: x, s: y})}  # fmt: skip
    places = np.argwhere(replayed.related("Below"))
    assert {(words[x], words[y]) for x, y in places} == one_by_one == pairs


@pytest.mark.parametrize("name", [name for name, order in ORDERS.items() if order.join is not None])
@pytest.mark.parametrize(("n", "c"), [*SMALL, (4, 1), (4, 2), (3, 3)])
def test_closed_forms_are_joins_and_meets(name, n, c):
    order = ORDERS[name]
    poset = Poset(*relation(order, n, c))
    degrees = list(product(range(c + 1), repeat=2))
    for closed, bound in ((order.join, poset.join), (order.meet, poset.meet)):
        at = {(a, b): int(closed.xreplace({r(spot): a, s(spot): b})) for a, b in degrees}
        for x, y in product(runs(order, n, c), repeat=2):
            assert tuple(at[pair] for pair in zip(x, y, strict=True)) == bound(x, y)


@pytest.mark.parametrize("operation", [swap, replace, replace_last, project], ids=lambda o: o.name)
@pytest.mark.parametrize(("n", "c"), SMALL)
def test_operations_list_what_their_formulas_say(operation, n, c):
    read = read_again(ORDERS["rank_replacement"], n, c)
    words = read.runs
    for word in words:
        listed = set(operation.results(word, c))
        assert listed == {
            w for w in words if read.truth(operation.step, {**read.scene.point, r: word, s: w})
        }
        assert listed == set(naive.STEPS[operation.name](word, c))


@pytest.mark.parametrize(
    ("name", "n", "c"),
    [("rank_replacement", 2, 2), ("set_replacement", 3, 2), ("ops_swap_replace", 2, 1)],
)
def test_a_metric_made_from_irreducibles_has_the_values_of_its_valuation(name, n, c):
    poset = poset_of(ORDERS[name], n, c)
    given_values = {
        poset.elements[j]: k**2 for k, j in enumerate(structure.join_irreducibles(poset))
    }
    made = metric_from_irreducibles(ORDERS[name], n, c, given_values, bottom=-1)
    metric = made.metric("mine")
    assert {x: made.at(x) for x in given_values} == given_values
    assert all(value_at(metric, x, c, {}) == made.at(x) for x in poset.elements)
    for x, y in product(poset.elements, repeat=2):
        bounds = (poset.join(x, y), poset.meet(x, y))
        assert made.at(x) + made.at(y) == sum(map(made.at, bounds))
