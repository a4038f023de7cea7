"""Large pictures can be followed: straight lines, colours, and what is under the pointer."""

import re
import xml.etree.ElementTree as ET
from itertools import combinations, pairwise

import networkx as nx
import pytest

from lattice import Poset, find_order
from lattice.picture.crossings import colours, crossings
from lattice.picture.diagram import diagram
from lattice.picture.drawn import picture, scaled
from lattice.picture.duality import duality
from lattice.picture.layout import UNIT, blocked, layout
from lattice.relation import poset_of

# Crossings and bends until now, where covers pass levels.
BEFORE = {
    ("rank_swapping", 3, 2): (11, 4),
    ("rank_swapping", 2, 3): (4, 3),
    ("rank_swapping", 4, 2): (126, 133),
    ("ops_swap_replace_last", 4, 2): (57, 53),
}


@pytest.mark.sweep(4)
@pytest.mark.parametrize("case", BEFORE, ids=str)
def test_lines_that_pass_levels_are_straight_and_keep_clear_of_what_they_pass(case):
    name, n, c = case
    found = layout(poset_of(find_order(name), n, c))
    crossed, bent = BEFORE[case]
    assert not found.bends
    assert found.crossings < crossed + bent
    assert not any(blocked(found, cover) for cover in found.poset.covers)
    for row in found.rows:
        assert all(found.x[j] - found.x[i] >= UNIT for i, j in pairwise(row))
    # Runs and their complements are mirror images, but on the middle level.
    at = {element: i for i, element in enumerate(found.poset.elements)}
    dual = [at[tuple(c - degree for degree in element)] for element in found.poset.elements]
    top = max(found.y)
    if duality(found.poset) == dual:
        away = [i for i in at.values() if 2 * found.y[i] != top]
        assert all(found.x[dual[i]] == found.x[i] for i in away)


@pytest.mark.parametrize(
    ("edges", "is_own"),
    [
        ([("0", "a"), ("a", "b"), ("b", "1"), ("0", "c"), ("c", "1")], True),
        ([("0", "a"), ("0", "b"), ("0", "c")], False),
        ([("a", "b"), ("a", "c"), ("d", "c"), ("d", "e"), ("f", "e")], True),
        # As many above as below, and yet not turned: the chains are of different lengths.
        ([("0", "a"), ("a", "b"), ("0", "c"), ("d", "e"), ("f", "e"), ("e", "g")], False),
    ],
)
def test_a_duality_turns_every_comparison(edges, is_own):
    poset = Poset.from_graph(nx.DiGraph(edges))
    image = duality(poset)
    turned = nx.DiGraph(poset.covers).reverse()
    same = nx.is_isomorphic(nx.DiGraph(poset.covers), turned)
    assert (image is not None) == same == is_own
    if image:
        assert [image[j] for j in image] == list(range(len(poset)))
        assert {(image[j], image[i]) for i, j in poset.covers} == set(poset.covers)


@pytest.mark.sweep(3)
@pytest.mark.parametrize("case", [("rank_swapping", 3, 3)])
def test_lines_that_cross_have_different_colours(case):
    name, n, c = case
    drawn = diagram(poset_of(find_order(name), n, c))
    assert "cross" in drawn.key
    assert set(drawn.bundles) == set(drawn.covers)
    for one, other in combinations(drawn.covers, 2):
        if crossings([drawn.covers[one], drawn.covers[other]]):
            assert drawn.bundles[one] != drawn.bundles[other]
    triangle = [[(0, 0), (4, 1)], [(1, 0), (3, 1)], [(2, 0), (2, 1)]]
    assert sorted(colours(triangle)) == [0, 1, 2]


@pytest.mark.sweep(3)
@pytest.mark.parametrize("case", [("rank_swapping", 4, 2)])
def test_a_picture_of_81_runs_is_no_larger_than_needed(case):
    name, n, c = case
    drawn = diagram(poset_of(find_order(name), n, c))
    measure = scaled(drawn)
    assert measure.up * max(node.y for node in drawn.nodes) < 40, "inches: it was 52"


def test_an_svg_names_its_lines_and_has_rules_and_no_script():
    chain = Poset.from_graph(nx.DiGraph([("<a>", "b & c"), ("b & c", "d")]))
    shown = diagram(chain)
    text = picture(shown, "svg").decode()
    root = ET.fromstring(text)
    titles = {title.text for title in root.iter("{http://www.w3.org/2000/svg}title")}
    assert titles == {"<a>", "b & c", "d", "<a> ⋖ b & c", "b & c ⋖ d"}
    own = root.get("class")
    assert f".{own}:has(#node-1:hover) :is(#cover-0-1, #cover-1-2)" in text
    assert not re.search("<script|onclick|onmouse", text)
