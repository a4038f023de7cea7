"""Programs judged: sound ones pass, each fault is found at its smallest input and reproduced."""

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from conftest import ROOT

import rankproof
from proofs.judge import main
from proofs.programs.inputs import Space
from proofs.programs.judging import judge
from proofs.programs.program import started
from proofs.programs.properties import Judgement

PLANTED = Path(__file__).with_name("planted.py")
TIED, FALLING = {"d1": 1.0, "d2": 1.0}, {"d1": 2.0, "d2": 1.0}


def judged(function, docs=2, c=1, wanted=("properties",), low=0, high=1, **more):
    with started(f"{PLANTED}:{function}", **more) as program:
        by = Judgement(Fraction(1, 10**9), Fraction(low), None if high is None else Fraction(high))
        return judge(program, Space(program.call, docs, c), by, wanted)


def rows(function, **more):
    return {row.name: row for row in judged(function, **more).rows}


def refuted(function, **more):
    return {name for name, row in rows(function, **more).items() if row.status == "refuted"}


@pytest.mark.parametrize(
    ("function", "but"),
    [("ndcg", set()), ("rr", set()), ("arrays", {"array_order"}), ("ap", {"renaming"})],
)
def test_sound_programs_have_the_properties(function, but):
    assert refuted(function) == but


@pytest.mark.parametrize(
    ("function", "name", "smallest"),
    [
        ("above_one", "in_range", {"grades": [2]}),
        ("first_in_dictionary", "dictionary_order", {"qrels": {"d1": 0, "d2": 1}, "run": TIED}),
        ("rounds_scores", "score_scale", {"qrels": {"d1": 0, "d2": 1}, "run": FALLING}),
        ("outside_its_ties", "tie_between", {"qrels": {"d1": 0, "d2": 0}, "run": TIED}),
        ("counts_unjudged", "unjudged_at_bottom", {"qrels": {"d1": 1}, "run": {"d1": 1.0}}),
        ("different_each_time", "repeatable", {"grades": [0]}),
        ("writes_to_its_arguments", "unmodified", {"qrels": {"d1": 0}, "run": {"d1": 1.0}}),
        ("kills_itself", "defined", {"grades": [0, 0]}),
    ],
)  # fmt: skip
def test_a_fault_is_found_at_its_smallest_input(function, name, smallest):
    row = rows(function, c=2)[name]
    assert row.status == "refuted"
    assert row.values[0][2] == smallest


@pytest.mark.parametrize(
    ("function", "docs", "orders"),
    [("second_of_three", 3, ["d1", "d2", "d3"]), ("in_one_order", 2, ["d1", "d2"])],
)
def test_all_orders_of_small_dictionaries_are_tried(function, docs, orders):
    row = rows(function, docs=docs)["dictionary_order"]
    assert row.status == "refuted"
    assert list(row.values[0][2]["run"]) == orders
    assert list(row.values[1][2]["run"]) not in (orders, orders[::-1] if docs == 3 else [])


def test_what_rounding_violates_is_called_rounding_and_shown_exactly():
    row = rows("rounds")["in_range"]
    assert row.status == "rounding"
    assert row.values[0][1].text == "1.0000000000000002"


def test_equal_calls_that_differ_within_the_tolerance_are_rounding():
    row = rows("nearly_the_same_each_time")["repeatable"]
    assert (row.status, len(row.values)) == ("rounding", 2)


def test_the_axioms_are_those_of_the_declared_metric():
    """A program that computes ndcg has exactly the properties that ndcg is proved to have."""
    import proofs

    found = rows("ndcg", docs=3, wanted=("axioms",))
    for name in ("ideal_is_one", "promotion", "promotion_strict", "raising", "deepness"):
        verdicts = [
            proofs.ask(name, "ndcg", domain="lists", n=n, c=1, ideal="retrieved") for n in (1, 2, 3)
        ]
        whole = "refuted" if any(v.status == "refuted" for v in verdicts) else "holds"
        assert found[name].status == whole, name


def test_rankings_and_lists_are_asked_their_own_axioms():
    found = rows("discordant", docs=3, wanted=("axioms",), call="rankings", high=None)
    assert {found[name].status for name in ("symmetry", "triangle", "right_invariance")} == {
        "holds"
    }
    assert found["ioi"].status == "refuted"
    found = rows("overlap", docs=3, wanted=("axioms", "renaming"), call="lists")
    assert found["symmetry"].status == found["renaming"].status == "holds"
    assert found["one_iff_equal"].status == "refuted"


def pasted(text):
    """Return the tests of a text, by name."""
    made = {"__name__": "pasted"}
    exec(compile(text, "test_it.py", "exec"), made)
    return {name: value for name, value in made.items() if name.startswith("test_")}


@pytest.mark.parametrize(
    "function",
    ["ap", "above_one", "rounds_scores", "counts_unjudged", "arrays", "in_a_dictionary", "decimal",
     "writes_to_its_arguments", "sorts_its_argument"],
)  # fmt: skip
def test_pasted_tests_fail_where_the_program_does(function, tmp_path, monkeypatch):
    monkeypatch.chdir(PLANTED.parent)
    path = tmp_path / "test_it.py"
    assert main([f"planted.py:{function}", "--docs", "2", "--pytest", str(path), "--quiet"]) == 1
    tests = pasted(path.read_text())
    assert set(tests) == {f"test_{name}" for name in refuted(function, c=2, wanted=None)}
    for test in tests.values():
        with pytest.raises(AssertionError):
            test()


def test_the_test_of_what_is_rounding_fails_too():
    row = rows("nearly_without_order")["dictionary_order"]
    assert row.status == "rounding"
    with pytest.raises(AssertionError):
        pasted(row.test)["test_dictionary_order"]()


def test_a_value_of_several_lines_and_a_file_whose_name_is_no_name_give_tests_that_run(tmp_path):
    row = rows("sometimes_an_array", c=2)["defined"]
    assert set(pasted(row.test)) == {"test_defined"}
    path = tmp_path / "my-metric v2.py"
    path.write_text("def f(grades):\n    return 2.0\n")
    with started(f"{path}:f") as program:
        by = Judgement(Fraction(1, 10**9))
        (row,) = judge(program, Space(program.call, 1, 1), by, ["in_range"]).rows
    with pytest.raises(AssertionError):
        pasted(row.test)["test_in_range"]()


def test_a_test_needs_nothing_of_ours(tmp_path):
    (tmp_path / "mine.py").write_text("def f(grades):\n    return 2.0\n")
    code = "import sys; sys.path.insert(0, %r); from proofs.judge import main; main(sys.argv[1:])"
    words = ["mine.py:f", "--axioms", "in_range", "--pytest", "test_f.py"]
    subprocess.run(
        [sys.executable, "-c", code % str(ROOT), *words],
        cwd=tmp_path,
        check=True,
    )
    text = (tmp_path / "test_f.py").read_text()
    assert "rankproof" not in text.partition("\n")[2]
    assert "assert low <= values[0] <= high" in text


# The command -------------------------------------------------------------------------------------


def ran(capsys, *words):
    code = main(list(words))
    return code, capsys.readouterr()


def test_json_is_as_the_contract_says(capsys):
    code, said = ran(capsys, f"{PLANTED}:above_one", "--docs", "1", "--format", "json")
    found = json.loads(said.out)
    assert code == 1
    assert found["command"] == "judge"
    assert found["inputs"] == {
        "docs": 1,
        "grades": [0, 1, 2],
        "ties": True,
        "partial": True,
        "count": 3,
    }
    (row,) = [row for row in found["rows"] if row["axiom"] == "in_range"]
    assert row["status"] == "refuted"
    assert row["witness"] == {"grades": [2]}
    assert row["values"] == [{"term": "above_one", "computed": "1.5", "input": {"grades": [2]}}]
    assert row["cases"] == 3
    assert "def test_in_range" in row["test"]


@pytest.mark.parametrize("form", ["md", "csv", "text"])
def test_formats(capsys, form):
    code, said = ran(
        capsys, f"{PLANTED}:ndcg", "--docs", "1", "--axioms", "defined", "--format", form
    )
    assert code == 0
    assert "defined" in said.out
    assert "prove" not in said.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "which program?"),
        ([f"{PLANTED}:ndcg", "--docs", "0"], "must be at least 1"),
        ([f"{PLANTED}:ndcg", "--docs", "99"], "out of reach"),
        ([f"{PLANTED}:ndcg", "--axioms", "promotoin"], "Did you mean 'promotion'"),
        ([f"{PLANTED}:ndcg", "--call", "grade"], "Did you mean 'grades'"),
        ([f"{PLANTED}:ap", "--k", "2"], "no argument for a cut-off"),
        ([f"{PLANTED}:ndcg", "--range", "1"], "LOW,HIGH"),
        ([f"{PLANTED}:ndcg", "--tolerance", "small"], "not a number"),
        ([f"{PLANTED}:discordant", "--c", "2", "--call", "rankings"], "no grades"),
        (["nolibrary:map"], "cannot be imported"),
    ],
)
def test_bad_input_gets_one_message(capsys, words, said):
    code, printed = ran(capsys, *words)
    assert code == 2
    assert printed.out == ""
    assert said in printed.err
    assert len(printed.err.strip().splitlines()) == 1


def test_a_time_limit_keeps_what_was_found(capsys):
    code, said = ran(
        capsys, f"{PLANTED}:ap", "--docs", "3", "--timeout", "0.05", "--format", "json"
    )
    found = json.loads(said.out)
    assert code in (1, 3)
    assert "time limit" in found["stopped"]
    assert {row["status"] for row in found["rows"] if row["kind"] == "property"} <= {
        "undecided",
        "refuted",
    }


def test_output_of_the_program_is_reported(capsys):
    code, said = ran(capsys, f"{PLANTED}:prints", "--docs", "1", "--axioms", "defined")
    assert code == 0
    assert "it prints: 'hello from the program'" in said.out


def test_axioms_of_ones_own_are_asked_of_a_program(tmp_path, capsys):
    from rankproof import Axiom, ForAll, Part, m, sigma, tau

    parts = (Part("", ForAll(sigma, tau, m(sigma, tau) <= 1)),)
    small = Axiom("small", "at most 1", parts, "a test")
    file = tmp_path / "mine.toml"
    file.write_text('[axiom.below]\nstatement = "forall sigma, tau: m(sigma, tau) <= 1/2"\n')
    call = ["statistics:correlation", "--call", "rankings", "--docs", "3"]
    assert main([*call, "--using", str(file), "--axioms", "below"]) == 1
    said = capsys.readouterr().out
    assert "REFUTED     below: below" in said
    assert "is 1.0 at sigma = [1, 2], tau = [1, 2]" in said
    assert main([*call, "--using", str(file), "--format", "json"]) == 1
    assert "below" in capsys.readouterr().out
    assert main([*call, "--axioms", "below"]) == 2  # known as long as the command lasts
    found = rankproof.judge(call[0], call="rankings", docs=3, axioms=[small, "symmetry"])
    assert {row.name: row.status for row in found.rows} == {"small": "holds", "symmetry": "holds"}
