"""Pairs of metrics against plain loops, metrics chosen by properties, tidy rows, pages of LaTeX."""

import csv
import io
import itertools
import json
import re
import shutil
import subprocess
import sys

import lists_reference
import pytest
import reference

import rankproof
from proofs.table import main
from proofs.tables.layout.formats import shown
from proofs.tables.layout.table_shape import Cell, Column, Mark, Table
from proofs.tables.making import made
from proofs.tables.request import Request

COMPARED = ("dcg", "mae", "kendall", "recall", "mrr", "mse", "npv")
LARGER = ("kendall", "spearman", "mse", "mae")
CUT = ("recall", "mrr", "npv")


def related(signs_of_cases):
    """Return how two metrics relate, given the pairs of signs of all their comparisons."""
    found = "equivalent"
    for one, two in signs_of_cases:
        if one * two < 0:
            return "opposite"
        if one != two:
            found = "never opposite"
    return found


def comparisons(one, two, n):
    """Go through every reference and two rankings; each metric turned so that more is better."""
    space = reference.rankings(n)
    tables = []
    for name in (one, two):
        metric = reference.metric(
            name, n, *((2, 2) if name in CUT else (None, None)), None, "items"
        )
        turned = -1 if name in reference.LOWER_IS_BETTER else 1
        tables.append({(s, t): turned * metric(s, t) for s in space for t in space})
    for s, t, v in itertools.product(space, repeat=3):
        yield tuple(
            reference.less(values[s, v], values[s, t]) - reference.less(values[s, t], values[s, v])
            for values in tables
        )


@pytest.mark.parametrize(("sizes", "names"), [((3,), COMPARED), ((3, 4), LARGER)])
def test_pairs_are_those_of_plain_loops(sizes, names):
    found = made("pairs", Request(sizes=(*sizes,), metrics=names, jobs=1, fresh=True))
    assert found.facts["n"] == ([2, 3] if sizes == (3,) else [3, 4])
    seen = set()
    for one, two, relation, n, *_ in found.rows:
        expected = "equivalent"
        for size in sizes:
            here = related(comparisons(one.value, two.value, size))
            if here == "opposite":
                expected = here
                break
            expected = here if expected == "equivalent" else expected
        assert relation.value == expected, (one.value, two.value)
        assert n.value in found.facts["n"]
        seen.add(expected)
    assert {"opposite", "never opposite"} <= seen


def test_a_contradiction_is_replayed_and_has_its_values():
    (row,) = made("pairs", Request(sizes=(4,), metrics=("dcg", "ndcg"), jobs=1)).rows
    assert row[2].value == "equivalent"
    (row,) = made("pairs", Request(sizes=(3,), metrics=("dcg", "mrr"), jobs=1)).rows
    assert (row[2].value, row[3].value) == ("opposite", 3)
    verdict = rankproof.ask("never_opposite", "dcg", "mrr", n=3, k=2)
    assert row[4].value == verdict.witness
    assert [one["term"] for one in row[5].value] == list(verdict.values)
    # 3 log 2 / log 3 + 2 = 3.8928 and 2 log 2 / log 3 + 5/2 = 3.7619: which is more is seen.
    assert "≈ 3.892" in row[5].text
    assert "≈ 3.761" in row[5].text


def test_pairs_of_judged_lists_are_those_of_plain_loops():
    scores = {
        "p@2": lambda one: lists_reference.precision(one, 2),
        "r@2": lambda one: lists_reference.recall(one, 2),
        "f1@2": lambda one: lists_reference.f1(one, 2),
    }
    request = Request(sizes=(2, 3), metrics=tuple(scores), c=1, jobs=1, fresh=True)
    for one, two, relation, *_ in made("pairs", request).rows:
        found = "equivalent"
        for n in (2, 3):
            by_pool = {}
            for listed in lists_reference.all_lists(n, 1):
                by_pool.setdefault(tuple(sorted(listed[0] + listed[1])), []).append(listed)
            signs = []
            for lists in by_pool.values():
                for left, right in itertools.product(lists, repeat=2):
                    values = [scores[m.value](side) for m in (one, two) for side in (left, right)]
                    if None not in values:
                        a, b, c, d = values
                        signs.append(((a > b) - (a < b), (c > d) - (c < d)))
            here = related(signs)
            found = here if here == "opposite" or found == "equivalent" else found
        assert relation.value == found, (one.value, two.value)


def test_pairs_of_runs_are_found_by_their_names():
    found = made("pairs", Request(sizes=(2,), metrics=("gp", "gr"), c=1, jobs=1))
    assert found.facts == {"n": [2], "domain": "runs", "c": 1}
    assert found.rows[0][2].value == "equivalent"
    assert made("pairs", Request(sizes=(2,), metrics=("ap", "err"), jobs=1)).facts["domain"] == (
        "rankings"
    )


FREE = """
[parameter.a]
above = "0"
below = "1"
[metric.mine]
value = "sum(i, 1, n, a^i * abs(sigma(i) - tau(i)))"
higher_is_better = false
[metric.found]
domain = "lists"
value = "sum(i, 1, n, a^i * r(i) * [i <= length(r)])"
"""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("pairs --metrics dcg,mine --n 2", "ν = 12, a = 1/2"),
        ("pairs --metrics found,ap@2 --n 2", "pair of metrics of judged lists, n = 2"),
        ("counterexamples --metrics mine --axioms ioi --n 3", "ν = 231, a = 1/2"),
        ("lists --metrics found --axioms unit_range --n 2 --c 2", "r=2 a="),
    ],
)
def test_what_is_free_is_said_with_the_value_that_refutes(words, said, tmp_path, capsys):
    file = tmp_path / "free.toml"
    file.write_text(FREE, encoding="utf-8")
    assert main([*words.split(), "--using", str(file), "--jobs", "1"]) == 0
    shown = capsys.readouterr().out
    assert said in shown
    assert "is free: for every 0 < a < 1; a refutation is for one value" in shown


# Having and lacking ------------------------------------------------------------------------------


def test_metrics_are_chosen_by_what_they_have_and_lack():
    names = ("mae", "mape", "dcg", "kendall", "mse")
    whole = rankproof.table("properties", n=3, metrics=names, axioms=["symmetry", "triangle"])
    told = {(row["metric"], row["axiom"]): row["status"] for row in whole.tidy()}
    chosen = rankproof.table(
        "properties", n=3, metrics=names, having=["symmetry"], lacking=["triangle"]
    )
    expected = [
        name
        for name in names
        if told[name, "symmetry"] == "holds" and told[name, "triangle"] == "refuted"
    ]
    assert [row[0].text for row in chosen.rows] == expected
    assert 0 < len(expected) < len(names)
    assert {row["metric"] for row in chosen.tidy()} == set(expected)
    assert chosen.facts["having"] == ["symmetry"]


@pytest.mark.parametrize(
    ("having", "lacking", "said"),
    [
        (["symmetry"], [], "2 of 2 metrics have symmetry: "),
        (["symmetry", "unit_range"], [], "1 of 2 metrics has symmetry and unit_range: "),
        (["symmetry"], ["ioi", "triangle"], "has symmetry, and lacks ioi and triangle: "),
        ([], ["symmetry"], "0 of 2 metrics lack symmetry: "),
    ],
)
def test_the_title_counts_in_the_singular_too(having, lacking, said):
    names = ("mae", "accuracy")
    found = rankproof.table("properties", n=3, metrics=names, having=having, lacking=lacking)
    assert said in found.title


def test_what_is_undecided_is_said_and_counts_neither_way(capsys):
    words = "properties --n 5 --metrics mae,rmse --lacking triangle --timeout 0.0001 --fresh"
    code = main([*words.split(), "--jobs", "1", "--format", "json"])
    found = json.loads(capsys.readouterr().out)
    assert code == 3
    assert found["rows"] == []
    assert found["undecided"] == ["mae (triangle)", "rmse (triangle)"]
    assert any("neither in nor out" in note for note in found["notes"])


def test_an_undefined_cell_and_one_that_does_not_apply_are_said(capsys):
    names = "dcg,recall"
    code = main(f"properties --n 3 --metrics {names} --lacking identity_is_least".split())
    out = capsys.readouterr().out
    assert code == 0
    assert "does not speak of these, so they are out: recall (identity_is_least)" in out


# Tidy rows ---------------------------------------------------------------------------------------


def test_csv_is_tidy(capsys):
    main(
        [
            "properties",
            "--n",
            "4",
            "--metrics",
            "mape,dcg,recall",
            "--axioms",
            "ioi,symmetry",
            "--format",
            "csv",
        ]
    )
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert list(rows[0])[:7] == ["metric", "axiom", "status", "n", "scope", "every_n", "witness"]
    assert [(row["metric"], row["axiom"]) for row in rows] == list(
        itertools.product(("mape", "dcg", "recall"), ("ioi", "symmetry"))
    )
    assert rows[0]["status"] == "refuted"
    assert json.loads(rows[0]["witness"])["tau"] == [1, 4, 3, 2]
    assert not re.search("[✓✗∀°]", "".join(str(value) for row in rows for value in row.values()))


@pytest.mark.parametrize("name", ["agreement", "classes", "separating", "pairs", "counterexamples"])
def test_every_table_has_tidy_rows_of_plain_values(name):
    more = {"axioms": ("ioi",)} if name == "counterexamples" else {}
    found = made(name, Request(sizes=(3,), metrics=("mae", "kendall", "recall"), jobs=1, **more))
    for row in found.tidy():
        assert all(isinstance(value, str | int | None) for value in row.values()), row
        assert list(row) == list(found.tidy()[0])


def test_what_is_undefined_is_told_beside_the_value():
    column, cells = Column("a", "a"), [Cell("0/0", None, Mark.UNDEFINED), Cell("1", {"exact": "1"})]
    table = Table("t", "t", (column,), [[cell] for cell in cells])
    assert table.tidy() == [
        {"a": None, "a_status": "undefined"},
        {"a": "1", "a_status": "found"},
    ]


def test_a_table_becomes_a_frame():
    pandas = pytest.importorskip("pandas")
    found = rankproof.table("properties", n=3, metrics=["mape", "dcg"], axioms=["ioi"])
    frame = found.to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame["metric"]) == ["mape", "dcg"]
    assert list(frame.columns) == list(found.tidy()[0])


def test_a_frame_without_pandas_is_one_message(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    found = Table("t", "t", (Column("a", "a"),), [[Cell("1", 1)]])
    with pytest.raises(ImportError, match=r"pip install 'rankproof\[pandas\]'"):
        found.to_pandas()


# Pages -------------------------------------------------------------------------------------------


def wide(columns, rows=3):
    heads = [Column("metric", "metric"), *[Column(f"a{i}", f"axiom {i}") for i in range(columns)]]
    body = [[Cell(f"m{r}", f"m{r}"), *[Cell("✗4 ∀6", 1)] * columns] for r in range(rows)]
    return Table("properties", "Wide", heads, body)


def test_a_wide_table_is_split_into_parts_that_fit():
    text = shown(wide(30), "latex")
    parts = re.findall(r"\\begin\{tabular\}\{@\{\}(l+)@\{\}\}", text)
    assert len(parts) > 1
    assert sum(len(part) - 1 for part in parts) == 30
    assert sorted(re.findall(r"axiom \d+", text)) == sorted(f"axiom {i}" for i in range(30))
    assert shown(wide(3), "latex").count("tabular") == 2


def test_short_headings_stay_and_long_ones_are_numbered_from_one():
    heads = (
        "metric",
        "n",
        "a long heading above signs",
        "relation",
        "another that is long",
        "x" * 40,
    )
    columns = [Column(str(place), head) for place, head in enumerate(heads)]
    text = shown(Table("t", "t", columns, [[Cell("✓", 1)] * len(heads)] * 2), "latex")
    assert r"metric & n & 1 & relation & 2 & 3 \\" in text
    assert "1: a long heading above signs" in text


def test_columns_are_split_where_it_is_asked_for():
    text = shown(wide(5), "latex", 2)
    assert [len(part) for part in re.findall(r"\{@\{\}(l+)@\{\}\}", text)] == [3, 3, 2]
    assert shown(wide(5), "md", 2).count("| metric |") == 3


def test_transposing_twice_is_the_table(capsys):
    table = wide(4)
    turned = table.transposed()
    assert [row[0].text for row in turned.rows] == [f"axiom {i}" for i in range(4)]
    assert [column.title for column in turned.columns] == ["", "m0", "m1", "m2"]
    again = turned.transposed()
    assert [[cell.text for cell in row] for row in again.rows] == [
        [cell.text for cell in row] for row in table.rows
    ]


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no LaTeX here")
@pytest.mark.parametrize("turned", [False, True])
def test_latex_fits_a_page(tmp_path, turned):
    table = made("properties", Request(sizes=(2,), jobs=1))
    text = shown(table.transposed() if turned else table, "latex")
    head = r"\documentclass{article}\usepackage{array,booktabs,longtable}\begin{document}"
    (tmp_path / "t.tex").write_text(f"{head}\n{text}\n\\end{{document}}", encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "t.tex"]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout[-2000:]
    assert "Overfull \\hbox" not in found.stdout
