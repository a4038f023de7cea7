"""`rankproof.testing` in somebody's tests: seven planted faults, each found at the shortest input.

The expected inputs are worked out by hand, as said beside each; nothing is read off an answer.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT
from hypothesis import given

from rankproof import testing
from rankproof.testing.asserting import run_marked

EXAMPLE = Path(__file__).with_name("example_project") / "measures.py"
TIE = "run = {d1: 1.0, d2: 1.0}"
FAULTS = {
    # one document: 2^g - 1 is g for grades 0 and 1, and 3 for grade 2
    "dcg": ["dcg is 3.0, dcg(gain=linear, discount=log2) is 2.0", "at grades = [2]"],
    # the same document: gain 3 above, ideal 2 below
    "ndcg": ["in_range", "ndcg is 1.5 at grades = [2]"],
    # one document has one order; of two in a tie one must be relevant, and least are grades 0, 1
    "reciprocal_rank": [
        "dictionary_order",
        f"is 0.5 at qrels = {{d1: 0, d2: 1}}, {TIE}",
        "is 1.0 at qrels = {d1: 0, d2: 1}, run = {d2: 1.0, d1: 1.0}",
    ],
    # two relevant documents, of which one was retrieved at place 1: 1 / 1 against 1 / 2
    "average_precision": [
        "average_precision is 1.0, ap(empty=0) is 0.5",
        "at qrels = {d1: 1, d2: 1}, run = {d1: 1.0}",
        "over=",
    ],
    # the mean of both orders of grades 0, 1 is (1 + 1 / log2(3)) / 2, with 1 / log2(3) = 0.6309…
    "ndcg_of_scores": [
        "ndcg_of_scores is 1.0, ndcg(ideal=retrieved, empty=0) is 0.815",
        "at y_true = [0, 1], y_score = [1.0, 1.0]",
        "ties=best against ties=mean",
    ],
    # one document that is not relevant
    "precision_of_relevant": ["defined", "is nan at grades = [0]"],
    # the smallest tie again: which of d1 and d2 is relevant is a matter of names
    "reciprocal_rank_by_name": [
        "renaming",
        f"is 0.5 at qrels = {{d1: 0, d2: 1}}, {TIE}",
        f"is 1.0 at qrels = {{d1: 1, d2: 0}}, {TIE}",
    ],
}


@pytest.fixture(scope="module")
def measures():
    """Return the example project, imported as its tests would."""
    import importlib.util

    spec = importlib.util.spec_from_file_location("measures", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", FAULTS)
def test_each_planted_fault_is_found_at_the_shortest_input(measures, name):
    with pytest.raises(AssertionError) as found:
        run_marked(getattr(measures, name))
    for expected in FAULTS[name]:
        assert expected in str(found.value)


def pytest_in(folder, *words):
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", *words]
    return subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": ""},
    )


def test_the_plug_in_judges_marked_functions(tmp_path):
    text = EXAMPLE.read_text(encoding="utf-8").replace('kind="qrels"', 'kind="qrels", docs=2')
    (tmp_path / "measures.py").write_text(text, encoding="utf-8")
    (tmp_path / "test_them.py").write_text(
        "from measures import *\n\ndef test_ordinary():\n    assert sound([1]) == 1\n"
    )
    found = pytest_in(tmp_path, "-p", "rankproof_pytest")
    assert found.returncode == 1, found.stdout + found.stderr
    assert "7 failed, 2 passed" in found.stdout
    for name, lines in FAULTS.items():
        assert f"FAILED test_them.py::{name}" in found.stdout
        assert lines[1] in found.stdout
    assert "asserting.py" not in found.stdout


def test_the_plug_in_takes_neither_names_nor_time_from_other_projects(tmp_path):
    """A project with a package called metrics, and with objects that answer to every name."""
    (tmp_path / "metrics.py").write_text("HERS = 1\n")
    (tmp_path / "test_hers.py").write_text(
        "import sys\nfrom unittest.mock import MagicMock, call\n\nimport metrics\n\n"
        "mock = MagicMock()\n"
        "def test_it():\n    assert metrics.HERS == 1\n"
        "    assert not {'sympy', 'rankproof', 'proofs', 'hypothesis.core'} & set(sys.modules)\n"
    )
    found = pytest_in(
        tmp_path, "-p", "rankproof_pytest", "-p", "no:hypothesispytest", "-W", "error"
    )
    assert found.returncode == 0, found.stdout + found.stderr
    assert "1 passed" in found.stdout


def test_the_entry_point_is_the_plug_in():
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["pytest11"] == {"rankproof_pytest": "rankproof_pytest"}


def test_a_regression_test_runs_without_rankproof(tmp_path):
    """The file that --pytest writes fails on the fault, and passes where it is mended."""
    from proofs.judge import main

    broken = "def f(grades):\n    return 2.0\n"
    (tmp_path / "mine.py").write_text(broken)
    path = tmp_path / "test_f.py"
    words = ["--axioms", "in_range", "--docs", "1", "--pytest", str(path), "--quiet"]
    assert main([f"{tmp_path / 'mine.py'}:f", *words]) == 1
    (tmp_path / "conftest.py").write_text(
        "import sys\n\nclass Gone:\n    def find_spec(self, name, path=None, target=None):\n"
        "        if name.partition('.')[0] in ('rankproof', 'proofs', 'metrics', 'axioms'):\n"
        "            raise ImportError(name)\n\nsys.meta_path.insert(0, Gone())\n"
    )
    assert "1 failed" in pytest_in(tmp_path, "-p", "no:rankproof_pytest").stdout
    (tmp_path / "mine.py").write_text(broken.replace("2.0", "1.0  # mended"))
    assert "1 passed" in pytest_in(tmp_path, "-p", "no:rankproof_pytest").stdout


# Assertions --------------------------------------------------------------------------------------


def test_local_functions_and_targets_are_judged(tmp_path):
    testing.assert_properties(lambda grades: 0.5, docs=2)
    (tmp_path / "mine.py").write_text("def f(grades):\n    import os\n    os._exit(3)\n")
    with pytest.raises(AssertionError, match=r"f ended .*exit code 3 at grades = \[0\]"):
        testing.assert_properties(f"{tmp_path / 'mine.py'}:f", properties="defined", docs=1)


def test_what_was_asked_by_name_and_has_no_case_does_not_pass():
    def zero(qrels, run):
        return 0.0

    testing.assert_properties(zero, docs=1)
    with pytest.raises(AssertionError, match="none of these inputs is a case"):
        testing.assert_properties(zero, docs=1, properties=["tie_between"])


def test_ranges_and_exceptions_are_read():
    def gain(grades):
        return -sum(grades)

    testing.assert_properties(gain, range=(None, 0), docs=2)
    with pytest.raises(AssertionError, match=r"gain is -1 at grades = \[1\]") as found:
        testing.assert_properties(gain, docs=2)
    assert len(found.traceback.filter(found)) == 1  # pytest shows the test, not our code
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        testing.assert_properties(lambda grades: 1 / grades[0], properties=["defined"])


def test_an_interrupt_is_no_result():
    def interrupted(grades):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        testing.assert_properties(interrupted, kind="grades")


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"kind": "grade"}, "grades"),
        ({"properties": ["in_rang"]}, "in_range"),
        ({"docs": 0}, "docs"),
        ({"range": (1, 0)}, "empty"),
        ({"k": 2}, "no argument for a cut-off"),
    ],
)
def test_mistakes_get_one_message(how, message):
    from rankproof.line.failures import Mistake

    with pytest.raises(Mistake, match=message):
        testing.assert_properties(lambda grades: 0.0, **how)


def test_what_is_no_function_is_refused():
    from rankproof.line.failures import Mistake

    with pytest.raises(Mistake, match="is no function: it is a int"):
        testing.assert_properties(3)
    with pytest.raises(ValueError, match="only properties read a range"):
        testing.judged(computes="dcg", range=(0, 1))


# Strategies --------------------------------------------------------------------------------------


@given(testing.rankings(max_size=4), testing.pairs_of_rankings(max_size=4))
def test_rankings_are_permutations(one, pair):
    for ranking in (one, *pair):
        assert sorted(ranking) == list(range(1, len(ranking) + 1))
    assert len(pair[0]) == len(pair[1])


@given(testing.qrels_and_runs(max_docs=3), testing.judged_arrays(max_size=3, ties=False))
def test_topics_and_arrays_are_as_they_say(topic, arrays):
    qrels, run = topic
    assert 1 <= len({*qrels, *run}) <= 3
    assert set(qrels.values()) <= {0, 1, 2}
    assert all(isinstance(score, float) for score in run.values())
    assert len(arrays[0]) == len(arrays[1]) == len(set(arrays[1]))


def test_ties_and_partial_judgements_do_come_up():
    from hypothesis import find

    wanted = [
        lambda topic: len(set(topic[1].values())) < len(topic[1]),
        lambda topic: set(topic[1]) - set(topic[0]),
        lambda topic: set(topic[0]) - set(topic[1]),
        lambda topic: list(topic[1]) != sorted(topic[1]),
        lambda topic: not topic[1],
    ]
    for condition in wanted:
        assert find(testing.qrels_and_runs(), lambda topic, has=condition: bool(has(topic)))
    whole = testing.qrels_and_runs(unjudged=False, unretrieved=False)
    assert find(whole, lambda topic: set(topic[0]) == set(topic[1]))


@pytest.mark.parametrize("kind", ["rankings", "grades", "arrays", "qrels", "lists"])
def test_every_kind_of_call_has_a_strategy(kind):
    from hypothesis import find

    from proofs.programs.inside.forms import CALLS

    assert len(find(testing.arguments(kind), lambda _: True)) == len(CALLS[kind])


def test_without_hypothesis_there_is_one_message(monkeypatch):
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    with pytest.raises(ImportError, match="needs Hypothesis: python -m pip install hypothesis"):
        testing.rankings()
