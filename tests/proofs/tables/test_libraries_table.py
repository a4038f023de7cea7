"""The table of libraries: what measures compute, where they differ, and what is not installed."""

import json
from importlib import metadata

import pytest

from proofs.programs.inside.library import Absent, Library
from proofs.table import main
from proofs.tables import libraries
from proofs.tables.making import made
from proofs.tables.request import Request

FORMATS = ("text", "json", "md", "latex", "csv", "html")


@pytest.fixture(autouse=True, scope="module")
def cache(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RANKPROOF_CACHE", str(tmp_path_factory.mktemp("cells")))
        yield


@pytest.fixture(scope="module")
def small():
    """Return the table of one cheap library."""
    return made("libraries", Request(metrics=("scipy",), sizes=(3,)))


def cells(table, measure):
    keys = [column.key for column in table.columns]
    row = next(row for row in table.rows if row[0].text == measure)
    return dict(zip(keys, row, strict=True))


def test_a_cheap_library_has_its_metrics_and_properties(small):
    """With one item both correlations divide by 0; with three they are Kendall's and Spearman's."""
    tau, rho = cells(small, "scipy:kendalltau"), cells(small, "scipy:spearmanr")
    assert tau["version"].text == metadata.version("scipy")
    assert (tau["computes"].text, rho["computes"].text) == ("kendall", "spearman")
    assert tau["defined"].text == "✗"
    assert tau["defined"].value["witness"] == {"sigma": [1], "tau": [1]}
    assert tau["in_range"].text == tau["repeatable"].text == "✓"
    assert tau["renaming"].text == "·"
    assert "scipy:kendalltau, defined: nan at sigma = [1], tau = [1]" in small.notes


def test_records_have_one_answer_each(small):
    records = {(one["measure"], one["asked"]): one for one in small.tidy()}
    found = records["scipy:spearmanr", "defined"]
    assert found["status"] == "refuted"
    assert found["smallest"] == "sigma = [1], tau = [1]"
    assert found["metric"] == "spearman"


@pytest.mark.parametrize("form", FORMATS)
def test_all_formats_are_written_from_what_was_kept(small, form, capsys, monkeypatch):
    monkeypatch.setattr(libraries.Measures, "answer", None)
    assert main(["libraries", "--metrics", "scipy", "--n", "3", "--format", form]) == 0
    said = capsys.readouterr().out
    assert "spearmanr" in said
    if form == "json":
        found = json.loads(said)
        assert found["versions"] == {"scipy": metadata.version("scipy")}
        assert found["rows"][0]["computes"]["metric"] == "kendall"


def test_a_library_that_is_not_installed_is_named(monkeypatch, capsys):
    gone = Library("gone", "gone-from-here", lambda name: None, ("ndcg",))
    monkeypatch.setitem(libraries.LIBRARIES, "gone", gone)
    with pytest.raises(Absent):
        gone.version()
    assert main(["libraries", "--metrics", "gone"]) == 0
    said = capsys.readouterr().out
    assert "not installed" in said
    assert "python -m pip install gone-from-here" in said


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--metrics scipi", "scipy"),
        ("--metrics scipy --axioms in_rang", "in_range"),
        ("--metrics scipy --k 2", "leave --k out"),
        ("--metrics scipy --p 1/2", "leave --p out"),
        ("--metrics scipy --n 2 --c 2", "leave --c out"),
        ("--metrics scipy --n 7", "give 1 ≤ n ≤ 6"),
        ("--metrics scipy --convention ranks", "leave it out"),
        ("--metrics scipy --engine smt", "leave it out"),
    ],
)
def test_mistakes_get_one_message(words, message, capsys):
    assert main(["libraries", *words.split()]) == 2
    said = capsys.readouterr()
    assert message in said.err
    assert not said.out


def test_a_measure_that_cannot_be_called_is_an_open_cell(capsys):
    assert main(["libraries", "--metrics", "scipy:no_such_tau", "--n", "2"]) == 0
    assert "?" in capsys.readouterr().out


def test_two_libraries_are_compared_where_both_compute_a_metric():
    pytest.importorskip("sklearn")
    pytest.importorskip("pytrec_eval")
    names = ("sklearn:ndcg_score", "pytrec_eval:ndcg")
    found = made("libraries", Request(metrics=names, sizes=(2,), axioms=("renaming",), c=1))
    differs = cells(found, "pytrec_eval:ndcg")["differs"]
    assert differs.value["left"] == "sklearn:ndcg_score"
    causes = ["ties=mean against ties=last", "scores=exact against scores=32 bits"]
    assert differs.text == f"sklearn:ndcg_score: {'; '.join(causes)}"
    records = [one for one in found.tidy() if one["asked"] == "equal to sklearn:ndcg_score"]
    assert [one["cause"] for one in records] == causes
    assert cells(found, "pytrec_eval:ndcg")["renaming"].text == "✗"
    assert cells(found, "sklearn:ndcg_score")["renaming"].text == "·"


@pytest.mark.slow
def test_all_libraries_that_are_installed_have_rows():
    found = made("libraries", Request())
    targets, absent = libraries.chosen(())
    assert [row[0].text for row in found.rows] == [*targets, *absent]
    assert not found.is_open()
