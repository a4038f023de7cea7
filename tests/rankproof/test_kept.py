"""A question that was asked before is answered at once, as before, and by nothing else."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from commands import ROOT, environment

import proofs.check
import proofs.claims.__main__
import proofs.implies
import proofs.table
import proofs.value
from proofs.core import asking
from rankproof.kept import answers, cells

COMMANDS = {
    "check": proofs.check,
    "implies": proofs.implies,
    "value": proofs.value,
    "table": proofs.table,
    "claims": proofs.claims.__main__,
}
REFUTED = "ioi mape --n 2..5"
PAPER = """[claim.first]
says = "The error is symmetric."
place = "p. 1"
verdict = "confirmed"
holds = [["symmetry", "mae"]]
"""
MINE = '[metric.mine]\nvalue = "sum(i, 1, n, {})"\nhigher_is_better = false\n'


@pytest.fixture(autouse=True)
def own_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("RANKPROOF_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("RANKPROOF_FRESH")


@pytest.fixture
def run(monkeypatch, capsys):
    """Return what a program prints that is started for one question, and its exit code."""

    def started(line, command="check"):
        monkeypatch.setattr(sys, "argv", [command, *line.split()])
        code = COMMANDS[command].main.__wrapped__(None)
        return code, capsys.readouterr().out

    return started


@pytest.fixture
def asked(monkeypatch):
    """Count what is asked of engines."""
    seen, real = [], asking.decide
    monkeypatch.setattr(asking, "decide", lambda *given: (seen.append(1), real(*given))[1])
    return seen


def entries():
    return [path for path in cells.directory().rglob("*") if path.is_file()]


def test_the_answer_is_the_same_and_says_that_it_is_kept(run, asked):
    first, second = run(REFUTED), run(REFUTED)
    assert first[0] == second[0] == 1
    assert second[1] == f"{first[1].rstrip()}\n  kept      {answers.NOTE}\n"
    assert len(asked) == 3  # n = 2, 3, 4


def test_json_has_one_field_more(run):
    line = f"{REFUTED} --format json"
    first, second = (json.loads(run(line)[1]) for _ in range(2))
    assert second == {**first, "kept": True}


@pytest.mark.parametrize("form", ["csv", "md", "latex"])
def test_other_formats_are_unchanged(run, form, capsys):
    assert run(f"symmetry mae --n 3 --format {form}") == run(f"symmetry mae --n 3 --format {form}")


def test_quiet_stays_quiet(run, asked):
    assert run(f"{REFUTED} --quiet") == run(f"{REFUTED} --quiet") == (1, "")
    assert len(asked) == 3


def test_fresh_asks_again_and_keeps(run, asked):
    run(REFUTED)
    code, text = run(f"{REFUTED} --fresh")
    assert (code, "kept" in text, len(asked)) == (1, False, 6)
    assert "kept" in run(REFUTED)[1]


@pytest.mark.parametrize(
    "line",
    [
        "triangle mape --n 6 --engine smt --timeout 0.01",
        "ioi mae --n 3 --cross",
        "ioi mae --n 3 --certificate {folder}/x.json",
        "ioi mae --n 3 --engine smt --smt2 {folder}/x.smt2",
        "robustness_swap mse --n 9 --engine sampling --samples 20",
        "ioi mine --n 3 --using {folder}/mine.py",
    ],
)
def test_what_time_chance_or_code_decides_is_not_kept(run, tmp_path, line):
    (tmp_path / "mine.py").write_text(
        "from rankproof import Metric, Sum, i, n, sigma\n"
        "mine = Metric('mine', 'mine', (sigma,), Sum(sigma(i) * i, (i, 1, n)), 'own', True, 'x')\n"
    )
    for _ in range(2):
        code, text = run(line.format(folder=tmp_path))
        assert code in (0, 1, 3)
        assert "kept" not in text
    assert entries() == []


def test_a_file_is_bound_by_its_content(run, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(MINE.format("abs(sigma(i) - tau(i))"))
    line = f"symmetry mine --n 3 --using {path}"
    assert run(line)[0] == 0
    assert "kept" in run(line)[1]
    path.write_text(MINE.format("abs(sigma(i) - tau(i)) * sigma(i)"))
    code, text = run(line)
    assert (code, "kept" in text) == (1, False)
    assert "kept" in run(f"symmetry mine --n 3 --using {path}")[1]


def test_a_formula_is_bound_by_its_text(monkeypatch, capsys):
    for formula, code in (("sigma(i) * i", 1), ("sigma(i) * 2^i", 0), ("sigma(i) * i", 1)):
        words = ["check", "ioi", f"= sum(i, 1, n, {formula})", "--n", "3"]
        monkeypatch.setattr(sys, "argv", words)
        assert proofs.check.main.__wrapped__(None) == code
    assert "kept" in capsys.readouterr().out


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("REFUTED", "HOLDS"),
        lambda text: text.replace('"exit": 1', '"exit": 0'),
        lambda text: text[:-7],
        lambda text: "",
        lambda text: "\0\0",
        lambda text: "[]",
        lambda text: '{"answer": {"format": "text", "shown": "HOLDS", "exit": 0}}',
    ],
)
def test_an_altered_answer_is_found_anew(run, asked, change):
    right = run(REFUTED)
    (entry,) = entries()
    entry.write_text(change(entry.read_text(encoding="utf-8")), encoding="utf-8")
    code, text = run(REFUTED)
    assert (code, text.splitlines()[0]) == (1, right[1].splitlines()[0])
    assert "kept" not in text
    assert len(asked) == 6
    assert "kept" in run(REFUTED)[1]


@pytest.mark.parametrize(
    "other",
    [
        lambda patch: patch.setattr(cells, "sources", lambda *_: "of other code"),
        lambda patch: patch.setattr(cells, "distributions", lambda: ["more-1.dist-info"]),
    ],
)
def test_other_code_asks_again(run, monkeypatch, other):
    run(REFUTED)
    other(monkeypatch)
    assert "kept" not in run(REFUTED)[1]


def test_other_code_that_only_shows_answers_asks_again(run, monkeypatch):
    """A table laid out by other code is another text, though its cells are the same."""
    line, real = "properties --n 2 --metrics mae --axioms ioi --jobs 1", cells.digests
    run(line, "table")
    monkeypatch.setattr(cells, "digests", lambda home: (real(home)[0], "of another layout"))
    assert "kept" not in run(line, "table")[1]


@pytest.mark.parametrize("fresh", [[], ["--fresh"]])
def test_code_is_read_before_the_question_is_asked(fresh):
    """So that what is edited meanwhile is not taken for the code that answered."""
    cells.digests.cache_clear()
    answers.said_before("check", ["ioi", "mae", *fresh])
    assert cells.digests.cache_info().currsize == 1


def test_a_claim_that_changes_or_is_not_whole_is_not_kept(run, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(PAPER.replace("confirmed", "refuted"))
    for _ in range(2):
        code, text = run(f"{path} --jobs 1", "claims")
        assert (code, "kept" in text) == (4, False)
    path.write_text(PAPER)
    assert run(f"{path} --jobs 1 --out {tmp_path / 'page.md'}", "claims")[0] == 0
    assert "kept" not in run(f"{path} --jobs 1", "claims")[1]


def test_a_cache_that_cannot_be_written_or_read_breaks_nothing(run, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("RANKPROOF_CACHE", str(tmp_path / "file" / "below"))
    assert run(REFUTED)[0] == run(REFUTED)[0] == 1


def test_a_longer_program_keeps_nothing():
    assert proofs.check.main(["ioi", "dcg", "--n", "3", "--quiet"]) == 0
    assert entries() == []


def test_a_file_that_changes_meanwhile_is_not_kept(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("1")
    assert answers.said_before("check", ["x", "--using", str(path)]) is None
    path.write_text("2")
    answers.remember("check", "text", "HOLDS", 0)
    assert entries() == []


def test_several_that_write_at_once_leave_one_whole_answer():
    shown = {"shown": "x" * 200_000}

    def work(place):
        cells.keep("asked", shown)
        return cells.recall("asked")

    with ThreadPoolExecutor(8) as pool:
        assert all(found == shown for found in pool.map(work, range(40)))
    assert len(entries()) == 1


@pytest.mark.parametrize("line", ["ioi symmetry --n 2", "--inconsistent ioi always_zero --n 2"])
def test_implications_are_kept(run, line):
    first, second = run(line, "implies"), run(line, "implies")
    assert first[0] == second[0]
    assert second[1].startswith(first[1].rstrip())
    assert "kept" in second[1]


@pytest.mark.parametrize(
    ("command", "line"),
    [
        ("value", "kendall --ranking 2,1,3 --reference 1,2,3"),
        ("value", "recall --ranking 2,1,3 --reference 1,2,3 --k 1 --format json"),
        ("table", "properties --n 3 --metrics dcg,mae --axioms ioi,symmetry --jobs 1"),
        ("claims", "group.not_commutative --jobs 1"),
        ("claims", "group.not_commutative --jobs 1 --format json"),
        ("claims", "{folder}/mine.toml --jobs 1"),
    ],
)
def test_values_tables_and_claims_are_kept(run, monkeypatch, tmp_path, command, line):
    (tmp_path / "mine.toml").write_text(PAPER)
    line = line.format(folder=tmp_path)
    first = run(line, command)
    monkeypatch.setattr(COMMANDS[command], "run", None)
    second = run(line, command)
    assert first[0] == second[0] == 0
    assert "kept" in second[1]
    assert "kept" not in first[1]


def test_a_table_that_chance_may_decide_is_not_kept(run):
    run("robustness --n 3 --metrics mae --jobs 1", "table")
    assert not any(b'"shown"' in path.read_bytes() for path in entries())


def test_nothing_is_loaded_for_it():
    words = [
        sys.executable,
        "-X",
        "importtime",
        "-m",
        "rankproof",
        "check",
        "ioi",
        "mae",
        "--n",
        "3",
    ]
    folder = os.environ["RANKPROOF_CACHE"]
    for kept in (False, True):
        found = subprocess.run(
            words,
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=ROOT,
            env=environment(RANKPROOF_CACHE=folder),
            check=False,
        )
        assert found.returncode == 1
        assert ("kept" in found.stdout) is kept
        assert (" sympy" in found.stderr) is not kept
