"""Pictures of orders: every element and cover in every format, no crossing that can be avoided."""

import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from functools import cache
from itertools import combinations, pairwise, permutations

import networkx as nx
import numpy as np
import pytest

from lattice import Poset, find_order
from lattice.draw import draw, main
from lattice.picture.diagram import diagram, label
from lattice.picture.drawn import scaled
from lattice.picture.layout import UNIT, layout
from lattice.relation import poset_of
from lattice.structure import join_irreducibles, levels, meet_irreducibles
from lattice.values import shown, value_at
from metrics import find_metric
from metrics.naming import BadInput

FIGURES = [("set_replacement", 2, 2), ("set_replacement", 5, 2), ("rank_replacement", 3, 2)]
OTHERS = [
    ("rank_swapping", 3, 2),
    ("rank_projection", 2, 2),
    ("set_replacement", 3, 3),
    ("ops_swap_replace_last", 3, 2),
    ("rank_swapping", 4, 1),
    ("rank_replacement", 4, 2),
]
PENTAGON = [("0", "a"), ("a", "b"), ("b", "1"), ("0", "c"), ("c", "1")]
DIAMOND = [(low, high) for x in "abc" for low, high in (("0", x), (x, "1"))]


@cache
def poset(name, n, c):
    return poset_of(find_order(name), n, c)


def lines_between(drawn, placed):
    """All covers as points; the layout's own counting is not used."""
    return {cover: placed.path(*cover) for cover in drawn.covers}


def turn(p, q, r):
    value = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
    return (value > 0) - (value < 0)


def segments_cross(p, q, r, s):
    return turn(p, q, r) * turn(p, q, s) < 0 and turn(r, s, p) * turn(r, s, q) < 0


def naive_crossings(drawn, placed):
    found = 0
    for one, other in combinations(lines_between(drawn, placed).values(), 2):
        for first in pairwise(one):
            for second in pairwise(other):
                found += segments_cross(*first, *second)
    return found


def fewest_crossings(drawn):
    """The least number in any drawing with these levels: every order of every level is tried.

    With signs for "left of", crossings between two levels are a bilinear form in the two orders.
    """
    height = levels(drawn)
    rows = [[i for i in range(len(drawn)) if height[i] == y] for y in range(max(height) + 1)]
    best = None
    for lower, upper in pairwise(rows):
        below, above = signs(lower), signs(upper)
        form = np.zeros((below.shape[1], above.shape[1]), dtype=np.int64)
        always = 0
        for p, (a, b) in enumerate(combinations(lower, 2)):
            for q, (x, y) in enumerate(combinations(upper, 2)):
                straight = ((a, x) in links(drawn)) and ((b, y) in links(drawn))
                crossed = ((a, y) in links(drawn)) and ((b, x) in links(drawn))
                form[p, q] += crossed - straight
                always += straight + crossed
        counts = (always + below @ form @ above.T) // 2
        best = counts.min(axis=0) if best is None else (best[:, None] + counts).min(axis=0)
    return int(best.min())


def links(drawn):
    if not hasattr(drawn, "_links"):
        drawn._links = set(drawn.covers)
    return drawn._links


def signs(row):
    orders = [{i: at for at, i in enumerate(order)} for order in permutations(row)]
    return np.array(
        [[1 if order[a] < order[b] else -1 for a, b in combinations(row, 2)] for order in orders],
        dtype=np.int64,
    ).reshape(len(orders), -1)


# Layout ------------------------------------------------------------------------------------------


@pytest.mark.sweep(9)
@pytest.mark.parametrize("case", [*FIGURES, *OTHERS], ids=str)
def test_crossings_are_counted_as_segments_that_cross(case):
    drawn = poset(*case)
    placed = layout(drawn)
    assert placed.crossings == naive_crossings(drawn, placed)


@pytest.mark.parametrize("case", FIGURES[:2], ids=str)
def test_planar_figures_have_no_crossing(case):
    assert layout(poset(*case)).crossings == 0


@pytest.mark.parametrize("n", range(1, 9))
def test_sets_of_three_degrees_are_planar_for_every_n(n):
    assert layout(poset("set_replacement", n, 2)).crossings == 0


@pytest.mark.parametrize(
    "case",
    [*FIGURES[::2], ("rank_replacement", 3, 1), ("set_replacement", 3, 3), ("rank_swapping", 3, 1)],
    ids=str,
)
def test_no_drawing_with_these_levels_has_fewer_crossings(case):
    drawn = poset(*case)
    height = levels(drawn)
    assert all(height[j] == height[i] + 1 for i, j in drawn.covers)
    assert layout(drawn).crossings == fewest_crossings(drawn)


@pytest.mark.parametrize("case", [*FIGURES, *OTHERS], ids=str)
def test_nodes_are_apart_and_no_cover_touches_another_node(case):
    shape = diagram(poset(*case))
    size = scaled(shape)
    across, up = size.across / UNIT, size.up
    for row in shape.rows.values():
        for left, right in pairwise(row):
            assert (right.x - left.x) * across > size.width
    centres = np.array([(node.x * across, node.y * up) for node in shape.nodes])
    half = np.array([size.width / 2, size.height / 2])
    share = np.linspace(0, 1, 60)[:, None]
    for (low, high), path in shape.covers.items():
        others = np.delete(centres, [low, high], axis=0)
        for (x0, y0), (x1, y1) in pairwise(path):
            start, end = np.array([x0 * across, y0 * up]), np.array([x1 * across, y1 * up])
            points = start + share * (end - start)
            inside = (np.abs(points[:, None, :] - others[None, :, :]) < half).all(axis=2)
            assert not inside.any(), (shape.nodes[low].label, shape.nodes[high].label)


@pytest.mark.parametrize("edges", [PENTAGON, DIAMOND], ids=["N5", "M3"])
def test_small_lattices_that_are_no_runs_are_planar(edges):
    drawn = Poset.from_graph(nx.DiGraph(edges))
    placed = layout(drawn)
    assert placed.crossings == naive_crossings(drawn, placed) == 0


def test_a_long_cover_goes_round_an_element():
    # a⋖b⋖c has three levels; so does the cover from a to d only if it passes beside b.
    edges = [("a", "b"), ("b", "c"), ("c", "d"), ("a", "x"), ("x", "d"), ("a", "y"), ("y", "d")]
    drawn = Poset.from_graph(nx.DiGraph(edges))
    shape = diagram(drawn)
    assert shape.crossings == 0


# Numbers and values as the paper has them --------------------------------------------------------


def numbered(name, n, c):
    found = diagram(poset(name, n, c), numbers=True).nodes
    return {node.number.replace("\u0302", ""): node.element for node in found}


def test_numbers_fulfil_the_equalities_of_figure_3():
    # giner §5.2: r⁵ = r² ∨ r³, r⁸ = r³ ∨ r⁴, …
    run, order = numbered("set_replacement", 5, 2), poset("set_replacement", 5, 2)
    for whole, one, other in [
        (5, 2, 3),
        (8, 3, 4),
        (10, 4, 7),
        (11, 3, 6),
        (14, 3, 9),
        (15, 6, 12),
        (16, 7, 9),
        (18, 9, 12),
    ]:
        assert order.join(run[f"r{one}"], run[f"r{other}"]) == run[f"r{whole}"]
    assert run["0"] == (0,) * 5
    assert run["1"] == (2,) * 5


def test_some_numbers_of_ranked_runs_are_those_of_the_paper():
    # giner §6.2: r⁵ = r¹ ∨ r²; §7: r⁴ is (a₂, a₀, a₀). Its r⁶, r⁸ and r¹⁷ are other runs than ours.
    run, order = numbered("rank_replacement", 3, 2), poset("rank_replacement", 3, 2)
    assert order.join(run["r1"], run["r2"]) == run["r5"]
    assert run["r4"] == (2, 0, 0)


def test_values_of_figures_4_and_7():
    # giner §5.2 and §6.2: 0.3, 0.166 and 0.666 for gP with the gains 0, 1, 2.
    gp, given = find_metric("gp"), {"gains": (0, 1, 2)}
    assert shown(value_at(gp, (2, 1, 0, 0, 0), 2, given)) == "3/10 = 0.3"
    assert shown(value_at(gp, (1, 0, 0), 2, given)) == "1/6 = 0.166…"
    assert shown(value_at(gp, (2, 1, 1), 2, given)) == "2/3 = 0.666…"


@pytest.mark.parametrize(
    ("metric", "given"),
    [("gp", {}), ("gr", {"rb": 4}), ("grbp", {"p": "4/5"}), ("dcg_b", {"b": 2}), ("gp", {"f": 1})],
    ids=str,
)
def test_values_are_those_of_plain_loops(metric, given):
    from math import log

    from metrics.language.parameters import settings_for

    gains = (0, 1, 5) if given.pop("f", 0) else (0, 1, 2)
    declared = find_metric(metric)
    settings = settings_for(declared, 2, {"gains": gains, **given})
    weight = {
        "gp": lambda i: 1 / (3 * gains[2]),
        "gr": lambda i: 1 / (4 * gains[2]),
        "grbp": lambda i: 0.2 * 0.8 ** (i - 1) / gains[2],
        "dcg_b": lambda i: 1 / max(1, log(i, 2)),
    }[metric]
    for word in poset("rank_replacement", 3, 2).elements:
        expected = sum(weight(i) * gains[d] for i, d in enumerate(word, 1))
        assert float(value_at(declared, word, 2, settings)) == pytest.approx(expected)


# Formats -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", FIGURES, ids=str)
def test_svg_has_every_element_and_every_cover(tmp_path, case):
    drawn, path = poset(*case), tmp_path / "hasse.svg"
    draw(drawn, str(path))
    found = {e.get("id") for e in ET.parse(path).iter() if e.get("id")}
    shape = diagram(drawn)
    assert {f"cover-{low}-{high}" for low, high in shape.covers} <= found
    assert len(shape.covers) == len(drawn.covers)
    for at, node in enumerate(shape.nodes):
        assert f"node-{at}" in found
        assert f"text-{at}-{node.label}" in found
    assert len([name for name in found if name.startswith("node-")]) == len(drawn)


@pytest.mark.parametrize("case", FIGURES, ids=str)
def test_dot_has_every_element_and_every_cover(case):
    drawn = poset(*case)
    text = draw(drawn, form="dot", mark="both")
    assert text.startswith("digraph hasse {\n")
    assert text.count("{") == text.count("}")
    named = dict(re.findall(r'^  (n\d+) \[label="([^"]*)"', text, flags=re.M))
    edges = re.findall(r"^  (n\d+) -> (n\d+);$", text, flags=re.M)
    check_graph(drawn, named, edges)
    for kind, irreducible in (("join", join_irreducibles), ("meet", meet_irreducibles)):
        wanted = len(irreducible(drawn))
        assert len(re.findall(rf"// .*\b{kind}-.*irreducible", text)) == wanted


@pytest.mark.parametrize("case", FIGURES, ids=str)
def test_tikz_has_every_element_and_every_cover(case):
    drawn = poset(*case)
    text = draw(drawn, form="tikz")
    named = dict(re.findall(r"\\node\[[^\]]*\] \((n\d+)\) at \([^)]*\) \{(.*)\};", text))
    named = {key: re.sub(r"[${}]", "", body).replace("_", "") for key, body in named.items()}
    edges = re.findall(r"\\draw\[cover\] \((n\d+)\).* -- \((n\d+)\);", text)
    named = {key: body.replace("a", "") for key, body in named.items()}
    check_graph(drawn, named, edges, plain=True)
    assert text.count(r"\begin{") == text.count(r"\end{")
    assert text.count("{") == text.count("}")


def check_graph(drawn, named, edges, plain=False):
    labels = {node.element: node.label for node in diagram(drawn).nodes}
    if plain:
        labels = {element: label(element) for element in drawn.elements}
    expected = {(labels[drawn.elements[i]], labels[drawn.elements[j]]) for i, j in drawn.covers}
    assert sorted(named.values()) == sorted(labels.values())
    assert {(named[low], named[high]) for low, high in edges} == expected
    assert len(edges) == len(expected)


def has_tikz():
    if not shutil.which("pdflatex") or not shutil.which("kpsewhich"):
        return False
    found = [
        subprocess.run(["kpsewhich", name], capture_output=True, check=False).stdout
        for name in ("tikz.sty", "standalone.cls")
    ]
    return all(found)


@pytest.mark.skipif(not has_tikz(), reason="LaTeX with TikZ is not installed")
def test_tikz_compiles(tmp_path):
    draw(poset("set_replacement", 2, 2), str(tmp_path / "hasse.tex"), numbers=True, title="a_b & c")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "hasse.tex"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=120)


@pytest.mark.parametrize("case", FIGURES, ids=str)
def test_text_has_every_element_and_every_cover(case):
    drawn = poset(*case)
    text = draw(drawn)
    labels = {node.element: node.label for node in diagram(drawn).nodes}
    rows, covers = text.split(" covers\n")
    words = [word for line in rows.splitlines() for word in line.split()[1:]]
    for i, element in enumerate(drawn.elements):
        star = "*" if i in join_irreducibles(drawn) else ""
        assert words.count(labels[element] + star) == 1
    shown_covers = set()
    for line in covers.splitlines():
        low, high = line.strip().split(" ⋖ ")
        shown_covers |= {(low, name) for name in high.split(", ")}
    named = [labels[element] for element in drawn.elements]
    assert shown_covers == {(named[i], named[j]) for i, j in drawn.covers}


def test_png_and_pdf_are_such_files(tmp_path):
    drawn = poset("set_replacement", 2, 2)
    assert draw(drawn, str(tmp_path / "a.png"))[:8] == b"\x89PNG\r\n\x1a\n"
    assert draw(drawn, str(tmp_path / "a.pdf"))[:5] == b"%PDF-"


@pytest.mark.parametrize("form", ["svg", "png", "pdf", "dot", "tikz", "text"])
def test_the_same_order_gives_the_same_file(form):
    drawn = poset("rank_swapping", 3, 1)
    assert draw(drawn, form=form) == draw(Poset.from_graph(drawn.hasse()), form=form)


def test_two_parts_share_the_middle_level_and_have_all_covers():
    drawn = poset("rank_replacement", 3, 2)
    lower, upper = (diagram(drawn, part=part) for part in ("lower", "upper"))
    both = {n.element: (n.x, n.y) for n in lower.nodes} | {
        n.element: (n.x, n.y) for n in upper.nodes
    }
    middle = {n.element for n in lower.nodes} & {n.element for n in upper.nodes}
    assert middle == {element for element in drawn.elements if sum(element) == 3}
    assert both == {n.element: (n.x, n.y) for n in diagram(drawn).nodes}
    assert len(lower.covers) + len(upper.covers) == len(drawn.covers)


def test_any_poset_can_be_drawn(tmp_path):
    drawn = Poset.from_graph(nx.DiGraph([("x_1 & $y$", 'q"uote\\'), ("x_1 & $y$", frozenset({1}))]))
    for ending in ("svg", "dot", "tex", "txt"):
        draw(drawn, str(tmp_path / f"a.{ending}"), numbers=True, mark="both", title="5 $ <&> %")
    ET.parse(tmp_path / "a.svg")
    assert r"x\_1 \& \$y\$" in (tmp_path / "a.tex").read_text(encoding="utf-8")


# The command line --------------------------------------------------------------------------------


def test_command_writes_a_file_or_prints(capsys, tmp_path):
    path = tmp_path / "hasse.svg"
    assert main(["rank_replacement", "--n", "3", "--c", "2", "--out", str(path)]) == 0
    assert ET.parse(path).getroot().tag.endswith("svg")
    arguments = ["set_replacement", "--n", "2", "--c", "2", "--metric", "gp", "--gains", "0,1,2"]
    assert main(arguments) == 0
    assert "a₁a₀* (1/4 = 0.25)" in capsys.readouterr().out
    assert main([*arguments, "--format", "dot"]) == 0
    assert capsys.readouterr().out.endswith("}\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("rank_replacment --n 3 --c 2", "Did you mean 'rank_replacement'"),
        ("rank_replacement --n 0 --c 2", "at least 1"),
        ("rank_replacement --n 3 --c 0", "at least 1"),
        ("rank_replacement --n x --c 2", "not a whole number"),
        ("rank_replacement --n 3", "--c 2"),
        ("rank_replacement --n 6 --c 2", "729 runs are too many for a picture: the limit is 300"),
        ("rank_replacement --n 60 --c 2", "limit"),
        ("rank_replacement_literal --n 2 --c 2", "no partial order"),
        ("rank_replacement --n 3 --c 2 --out no/such/folder/a.svg", "cannot be written"),
        ("rank_replacement --n 3 --c 2 --out a.jpeg", "'.jpeg'"),
        ("rank_replacement --n 3 --c 2 --out a", "without an ending"),
        ("rank_replacement --n 3 --c 2 --format svgg", "Did you mean 'svg'"),
        ("rank_replacement --n 3 --c 2 --format png", "--out"),
        ("rank_replacement --n 3 --c 2 --mark jion", "Did you mean 'join'"),
        ("rank_replacement --n 3 --c 2 --part low", "Did you mean 'lower'"),
        ("rank_replacement --n 3 --c 2 --metric gpp", "Did you mean 'gp'"),
        ("rank_replacement --n 3 --c 2 --metric dcg", "does not score judged runs"),
        ("rank_replacement --n 3 --c 2 --gains 0,1,2", "--metric"),
        ("rank_replacement --n 3 --c 2 --metric gp --gains 0,1", "2 gains were given"),
        ("rank_replacement --n 5 --c 2 --metric grbp", "--p 4/5"),
        ("--n 3 --c 2", "ORDER"),
    ],
)
def test_bad_input_is_one_message(capsys, arguments, message):
    assert main(arguments.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("error: ")
    assert message in err


def test_bad_input_from_python():
    drawn = poset("set_replacement", 2, 2)
    for options in ({"mark": "x"}, {"part": "x"}, {"form": "x"}):
        with pytest.raises(BadInput):
            draw(drawn, **options)
    with pytest.raises(BadInput, match="without elements"):
        draw(Poset([], []))
