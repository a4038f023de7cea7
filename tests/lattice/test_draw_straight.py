"""Pictures do not lean: levels are balanced, symmetries are shown, lines keep clear of nodes."""

from functools import cache
from itertools import pairwise

import networkx as nx
import pytest

from lattice import Poset, find_order
from lattice.picture.diagram import CROWDED, diagram
from lattice.picture.layout import UNIT, WAYS, layout
from lattice.relation import poset_of

PRODUCTS = [(2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (4, 1), (3, 3), (4, 2), (5, 1)]
# The lean and the width of the drawings until version 0.5, in steps between neighbours.
LEANT = {
    ("set_replacement", 5, 2): (1.5, 2.5),
    ("set_replacement", 3, 3): (2.0, 4.0),
    ("rank_replacement", 3, 2): (1.0, 7.0),
    ("rank_replacement", 4, 1): (1.42, 6.0),
    ("rank_replacement", 4, 2): (10.5, 31.0),
    ("rank_replacement", 3, 3): (3.0, 15.0),
    ("rank_swapping", 4, 1): (1.5, 2.0),
}
# Not graded: covers pass levels, and what passes is balanced with the elements.
PASSED = [("rank_swapping", 3, 2), ("rank_swapping", 2, 3), ("ops_swap_replace_last", 3, 2)]
ROUNDED = 2 / UNIT


@cache
def placed(name, n, c):
    return layout(poset_of(find_order(name), n, c))


def lean(found):
    """How far the centres of the levels are apart, in steps between neighbours."""
    centres = [sum(found.x[i] for i in row) / len(row) for row in found.rows if row]
    return (max(centres) - min(centres)) / UNIT


def ends(found):
    """The x of the least and of the greatest element."""
    return [found.x[found.y.index(level)] for level in (0, max(found.y))]


@pytest.mark.sweep(3)
@pytest.mark.parametrize("case", LEANT, ids=str)
def test_no_level_leans_and_no_drawing_is_wider_than_before(case):
    found = placed(*case)
    leant, width = LEANT[case]
    assert lean(found) < ROUNDED < leant
    assert found.width <= width * UNIT
    for row in found.rows:
        for left, right in zip(row, reversed(row), strict=True):
            assert abs(found.x[left] + found.x[right]) <= 2


@pytest.mark.sweep(3)
@pytest.mark.parametrize("case", [*LEANT, *PASSED], ids=str)
def test_the_greatest_element_is_above_the_least(case):
    found = placed(*case)
    assert [len(found.rows[level]) for level in (0, -1)] == [1, 1]
    low, high = ends(found)
    assert abs(low - high) <= 2


@pytest.mark.parametrize(("n", "c"), PRODUCTS)
def test_half_a_turn_shows_the_duality_of_a_product_of_chains(n, c):
    found = placed("rank_replacement", n, c)
    at = {element: i for i, element in enumerate(found.poset.elements)}
    dual = [at[tuple(c - degree for degree in element)] for element in found.poset.elements]
    for i, j in enumerate(dual):
        assert found.y[j] == n * c - found.y[i]
        assert abs(found.x[i] + found.x[j]) <= 2
    assert found.share("turn") == 1


@pytest.mark.parametrize(("n", "c"), PRODUCTS)
def test_the_mirror_exchanges_the_factors_of_a_product_of_chains(n, c):
    """Reversing a run mirrors the drawing, but where two runs of a level are their own reverses.

    They would have to stand on the axis both; next to it is where they are.
    """
    found = placed("rank_replacement", n, c)
    at = {element: i for i, element in enumerate(found.poset.elements)}
    own = [0] * (n * c + 1)
    for element in at:
        own[sum(element)] += element == element[::-1]
    strict = max(own) <= 1
    assert found.share("mirror") == 1 if strict else found.share("mirror") >= 0.65
    if strict:
        for element, i in at.items():
            assert abs(found.x[i] + found.x[at[element[::-1]]]) <= 2


@pytest.mark.parametrize(
    ("case", "way"),
    [
        (("set_replacement", 5, 2), "upside down"),
        (("set_replacement", 3, 3), "upside down"),
        (("rank_swapping", 4, 1), "turn"),
        *((case, "upside down") for case in PASSED),
    ],
    ids=str,
)
def test_orders_that_are_their_own_duals_are_drawn_so(case, way):
    assert placed(*case).share(way) == 1


def test_a_product_of_two_chains_is_a_grid():
    found = placed("rank_replacement", 2, 3)
    steps = {found.x[j] - found.x[i] for i, j in found.poset.covers}
    left = [step for step in steps if step < 0]
    assert len(left) * 2 == len(steps)
    assert max(left) - min(left) <= 2


@pytest.mark.parametrize(
    "edges",
    [
        [("0", "a"), ("a", "b"), ("b", "1"), ("0", "c"), ("c", "1")],
        [(low, high) for x in "abc" for low, high in (("0", x), (x, "1"))],
        [("0", "a"), ("0", "b"), ("a", "c"), ("a", "d"), ("b", "c"), ("b", "d")],
    ],
    ids=["N5", "M3", "no lattice"],
)
def test_small_orders_are_upright(edges):
    found = layout(Poset.from_graph(nx.DiGraph(edges)))
    assert max(found.share(way) for way in WAYS) == 1


def test_the_pentagon_looks_like_a_pentagon():
    edges = [("0", "a"), ("a", "b"), ("b", "1"), ("0", "c"), ("c", "1")]
    found = layout(Poset.from_graph(nx.DiGraph(edges)))
    at = dict(zip(found.poset.elements, zip(found.x, found.y, strict=True), strict=True))
    assert [at[name][1] for name in "0acb1"] == [0, 1, 2, 3, 4]
    assert at["0"][0] == at["1"][0]
    assert at["a"][0] == at["b"][0]
    assert (at["a"][0] > 0) != (at["c"][0] > 0)
    assert not found.bends


def test_parts_that_nothing_connects_stand_side_by_side():
    found = placed("ops_swap", 3, 2)
    graph = nx.Graph(found.poset.covers)
    graph.add_nodes_from(range(len(found.x)))
    spans = sorted(
        (min(found.x[i] for i in part), max(found.x[i] for i in part))
        for part in nx.connected_components(graph)
    )
    assert all(left[1] + UNIT <= right[0] for left, right in pairwise(spans))
    # The six arrangements of three degrees are the largest part: ends in the middle of their part.
    largest = max(nx.connected_components(graph), key=len)
    low, high = (
        next(i for i in largest if found.y[i] == level)
        for level in (0, max(found.y[i] for i in largest))
    )
    assert abs(found.x[low] - found.x[high]) <= 2


def test_covers_of_a_crowded_product_are_bundled_by_the_place_that_they_raise():
    drawn = poset_of(find_order("rank_replacement"), 4, 2)
    assert len(drawn) >= CROWDED
    shown = diagram(drawn)
    place_of = {}
    for (low, high), way in shown.bundles.items():
        pair = zip(shown.nodes[low].element, shown.nodes[high].element, strict=True)
        (place,) = [at for at, (a, b) in enumerate(pair) if a != b]
        assert place_of.setdefault(way, place) == place
    assert sorted(place_of.values()) == [0, 1, 2, 3]
    assert not diagram(poset_of(find_order("rank_replacement"), 3, 2)).bundles
