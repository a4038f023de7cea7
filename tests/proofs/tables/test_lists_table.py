"""The table of judged lists: cells against plain loops, witnesses against all smaller lists."""

import json
from dataclasses import replace

import lists_reference as plain
import pytest

from metrics.language import pools
from proofs.table import main
from proofs.tables.lists import SEVEN
from proofs.tables.making import made
from proofs.tables.request import Request

SIGNS = {"✓": "holds", "✗": "refuted", "0": "undecided"}


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("RANKPROOF_CACHE", str(tmp_path / "cache"))


def scored(name, k, c):
    return lambda one: plain.METRICS[name](one, k, c)


@pytest.mark.parametrize(("n", "c", "k"), [(3, 1, 2), (2, 2, 1)])
def test_cells_are_what_plain_loops_find(n, c, k):
    names = ("p", "ap", "ndcg", "rr", "err", "f1")
    table = made("lists", Request(sizes=(n,), c=c, k=k, metrics=names, jobs=1))
    assert [column.title for column in table.columns[1:]] == list(SEVEN)
    for row in table.rows:
        name = row[0].text.removesuffix(f"@{k}")
        for axiom, cell in zip(SEVEN.values(), row[1:], strict=True):
            found = [
                plain.verdict(axiom, scored(name, k, c), size, c, k) for size in range(1, n + 1)
            ]
            failing = found.index("refuted") + 1 if "refuted" in found else None
            if failing is not None:
                assert cell.text.startswith(f"✗{failing} "), (name, axiom)
            else:
                assert SIGNS[cell.text[0]] == found[-1], (name, axiom)


def test_a_witness_is_the_first_of_its_size():
    """Completeness speaks of one list, so that all lists before the witness can be tried."""
    table = made("lists", Request(metrics=("ap@2", "ndcg@2"), axioms=("completeness",), jobs=1))
    for row in table.rows:
        small = row[1].value["small"]
        n, name = small["scope"]["first_failing_n"], row[0].text.removesuffix("@2")
        witness = pools.read(small["witness"]["r"], 1)
        undefined = [
            one
            for one in pools.words(n, 1)
            if plain.METRICS[name](tuple(map(tuple, pools.parted(one))), 2, 1) is None
        ]
        assert witness == undefined[0]


def test_a_named_metric_has_its_own_cut_off_or_that_of_the_option():
    rows = made("lists", Request(sizes=(1,), k=3, metrics=("ap", "rr@1"), axioms=("extension",)))
    assert [row[0].text for row in rows.rows] == ["ap@3", "rr@1"]


def test_every_axiom_and_what_goes_through_every_cut_off(capsys):
    words = "lists --n 2 --metrics ap,p@1 --axioms all --format json --jobs 1"
    assert main(words.split()) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["n"], found["c"]) == ([1, 2], 1)
    keys = [column["key"] for column in found["columns"]]
    assert "monotone_in_k" in keys
    assert "never_opposite" not in keys
    assert [row["monotone_in_k"]["small"]["status"] for row in found["rows"]] == [
        "holds",
        "refuted",
    ]


def test_metrics_that_no_column_tells_apart_are_named():
    request = Request(sizes=(2,), metrics=("ap@2", "bpref@2", "rr@2"), axioms=("completeness",))
    for every_n in (False, True):
        notes = made("lists", replace(request, every_n=every_n)).notes
        assert "3 metrics, 2 different rows; the same holds of ap@2, bpref@2" in notes
