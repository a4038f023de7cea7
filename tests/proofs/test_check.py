"""The command line: answers, exit codes, JSON, and one message for bad input."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from proofs.check import main


def run(capsys, *arguments):
    code = main(list(arguments))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("ioi dcg --n 6", 0),
        ("ioi recall --n 3..6 --k 2", 1),
        ("symmetry recall --n 5 --j 2 --k 3", 1),
        ("symmetry recall --n 5 --k 3", 0),
        ("consistency mse mae --n 3", 0),
        ("robustness_swap mse --n 5", 0),
        ("symmetry kendall --n 1", 3),
        ("type_ii mae --n 4", 0),
        ("ioi dcg --n 1..2", 0),
        ("robustness_slide gmr --n 10 --k 3", 0),
        ("agreement_ratio mse kendall --n 20", 0),
    ],
)
def test_exit_codes(capsys, command, code):
    found, out, err = run(capsys, *command.split())
    assert (found, err) == (code, "")
    assert out


BAD = [
    ("ioi dgc --n 6", "Did you mean 'dcg'"),
    ("ioi dgc", "Did you mean 'dcg'"),
    ("ioy dcg --n 6", "Did you mean 'ioi'"),
    ("ioi dcg", "Add --n"),
    ("ioi dcg --n 0", "at least 1"),
    ("ioi dcg --n -3", "at least 1"),
    ("ioi dcg --n six", "not a whole number"),
    ("ioi dcg --n 7..2", "Write --n 2..7"),
    ("ioi dcg --n 2..", "not a whole number"),
    ("ioi dcg --n 400 --engine exhaustive", "goes up to n"),
    ("never_opposite ndcg@3 ap@3 --n 12 --c 3 --engine exhaustive", "n = 6 is in reach"),
    ("lattice rank_swapping --n 12 --c 2 --engine exhaustive", "n = 10 is in reach"),
    ("triangle mape --n 9 --engine exhaustive", "n = 8 is in reach, or raise --limit"),
    ("triangle mape --n 9 --engine exhaustive", "n = 9 is with several machines: --cluster, pip"),
    ("kendall_le_3footrule similarity --n 12", "n = 9 is in reach, or ask --n all"),
    ("ioi recall --n 4", "needs a cut-off"),
    ("ioi recall --n 4 --k 4", "1 ≤ k ≤ n − 1 = 3"),
    ("ioi recall --n 4 --k 0", "1 ≤ k"),
    ("ioi recall --n 1 --k 1", "n must be at least 2"),
    ("ioi dcg --n 4 --k 2", "leave --k out"),
    ("ioi dcg --n 4 --p 1/2", "leave --p out"),
    ("ioi rbp --n 4 --engine exhaustive", "persistence"),
    ("ioi rbp --n 6", "give --p"),
    ("ioi rbp --n 4 --p 3/2", "0 < p < 1"),
    ("ioi rbp --n 4 --p half", "not a number"),
    ("stability recall --n 4 --k 2", "leave --k out"),
    ("ioi dcg mse --n 4", "one metric"),
    ("consistency dcg --n 4", "two metrics"),
    ("ioi --n 4", "one metric"),
    ("induced_distance mse --n 4", "compares two"),
    ("", "Name an axiom"),
    ("ioi dcg --n 4 --format yaml", "not one of"),
    ("ioi dcg --n 4 --format jsn", "Did you mean 'json'"),
    ("ioi dcg --n 4 --engine fast", "not one of"),
    ("ioi dcg --n 4 --convention rank", "Did you mean 'ranks'"),
    ("ioi dcg --n 4 --jobs none", "not a whole number"),
    ("ioi dcg --n 4 --timeout never", "not a number of seconds"),
    ("ioi dcg --n 4 --frobnicate", "unrecognized"),
    ("ioi dcg --n 4 --n 5", "--n is given twice"),
    ("--list metrix", "Did you mean 'metrics'"),
    ("--list metrics --n 3", "leave --n out"),
    ("--list metrics ioi", "leave ioi out"),
    ("--list orders --format json", "leave --format out"),
    ("robustness_swap mse --n 2..5", "not a range"),
    ("robustness_swap mse --n 100 --engine exhaustive", "sampling"),
    ("robustness_swap mse --n 999999", "too large"),
    ("ioi dcg --n 4 --engine sampling", "cannot decide"),
    ("robustness_swap mse --n all", "a number for one n"),
    ("ioi rbp --n 3 --p 1/0", "divides by zero"),
    ("ioi rbp --n 3 --p 1e-400", "is not a number"),
    ("ioi dcg --n 99999999999999999999", "out of reach"),
    ("wsd recall --k 2 --n 1000000000000000000000000000000", "out of reach"),
    ("ioi dcg --n 2..3000000", "too long a walk"),
    ("wsd dcg --n 500 --engine exhaustive", "4 places of 500 items"),
    ("ioi dcg --n 10 --limit 5 --engine exhaustive", "the limit is 5"),
    ("stability recall --n 100000", "goes up to n"),
    ("ioi dcg --n all --engine smt", "needs the symbolic engine"),
    ("ioi dcg --n 4 --engine symbolic", "use --n all"),
    ("ioi rbp --n all", "persistence"),
    ("ioi dcg --n 4 --smt2 /tmp/x.smt2", "no solver was asked"),
    ("ioi dcg --n 4 --certificate /nowhere/at/all.json", "cannot be written"),
]


@pytest.mark.parametrize(("command", "message"), BAD)
def test_bad_input_is_one_message_and_exit_code_2(capsys, command, message):
    code, out, err = run(capsys, *command.split())
    assert code == 2
    assert out == ""
    assert err.startswith("error: ")
    assert message in err
    assert len(err.strip().splitlines()) <= 2
    assert "Traceback" not in err


def test_json_has_the_promised_fields(capsys):
    code, out, _ = run(capsys, "ioi", "mape", "--n", "2..6", "--format", "json")
    answer = json.loads(out)
    assert code == 1
    assert answer["schema"] == 1
    assert answer["axiom"] == "ioi"
    assert answer["subject"] == ["mape"]
    assert answer["order"] is None
    assert answer["parameters"] == {"n": 4}
    assert answer["convention"] == "items"
    assert answer["status"] == "refuted"
    assert answer["scope"] == {"n": [2, 3, 4], "all": False, "first_failing_n": 4}
    assert answer["statement"] == "∀ σ, τ, ν ∈ S₄: mape(σ, τ) = mape(σ, ν) ⇒ τ = ν"
    assert answer["witness"] == {"sigma": [1, 2, 3, 4], "tau": [1, 4, 3, 2], "nu": [2, 1, 3, 4]}
    assert answer["values"][0] == {"term": "mape(σ, τ)", "exact": "75/2", "approx": "37.5"}
    assert answer["undefined"] == {"cases": 0, "first": None}
    assert answer["engine"] == "exhaustive"
    assert answer["agreed_by"] == []
    assert answer["caveats"] == []
    assert answer["cases"] == 576


def test_json_of_a_quantity(capsys):
    _, out, _ = run(capsys, "robustness_swap", "mse", "--n", "2", "--format", "json")
    answer = json.loads(out)
    assert answer["value"] == {"exact": "1", "approx": "1"}
    assert "status" not in answer


def test_undefined_everywhere_is_undecided(capsys):
    code, out, _ = run(capsys, "symmetry", "kendall", "--n", "1", "--format", "json")
    answer = json.loads(out)
    assert (code, answer["status"], answer["reason"]) == (3, "undecided", "undefined")
    assert answer["undefined"]["cases"] == 1


def test_an_estimate_is_seeded_and_labelled(capsys):
    command = ("robustness_swap", "mae", "--n", "50", "--format", "json", "--seed", "7")
    first, second = (json.loads(run(capsys, *command)[1]) for _ in range(2))
    assert first["value"] == second["value"]
    assert first["value"]["exact"] is None
    assert first["value"]["seed"] == 7
    assert first["engine"] == "sampling"


@pytest.mark.parametrize("form", ["text", "json", "md", "latex", "csv"])
@pytest.mark.parametrize(
    "command", ["ioi rmse --n 4", "symmetry mae --n 3", "robustness_slide rmse --n 3"]
)
def test_every_format(capsys, form, command):
    _, out, err = run(capsys, *command.split(), "--format", form)
    assert out.strip()
    assert err == ""


@pytest.mark.parametrize("what", ["metrics", "axioms", "orders", "claims"])
def test_lists(capsys, what):
    code, out, _ = run(capsys, "--list", what)
    assert code == 0
    assert out.strip()


def test_quiet_only_exits(capsys):
    assert run(capsys, "ioi", "mape", "--n", "4", "--quiet") == (1, "", "")


def test_a_range_that_starts_too_low_says_what_was_left_out(capsys):
    _, out, _ = run(capsys, "symmetry", "recall", "--n", "1..4", "--k", "2", "--format", "json")
    answer = json.loads(out)
    assert answer["scope"]["n"] == [3, 4]
    assert "n = 1, 2 left out" in answer["caveats"][0]


def test_a_time_limit_ends_undecided(capsys):
    code, out, _ = run(
        capsys, "symmetry", "rbo", "--n", "7", "--p", "1/2", "--timeout", "0.05", "--format", "json"
    )
    assert code == 3
    assert "time limit" in json.loads(out)["reason"]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("wsd dcg_exp --n 20", 1),
        ("robustness_swap dcg --n 7 --timeout 0.01", 3),
        ("sensitivity_some mae --n 40", 1),
    ],
)
def test_large_questions_end_in_an_answer(capsys, command, code):
    found, out, err = run(capsys, *command.split())
    assert (found, err) == (code, "")
    assert out


def test_an_error_of_ours_is_one_message_and_exit_code_4(capsys, monkeypatch):
    from proofs.core import asking

    def fail(*_, **__):
        raise RuntimeError("something broke")

    monkeypatch.setattr(asking, "ask", fail)
    code, out, err = run(capsys, "ioi", "dcg", "--n", "3")
    assert (code, out) == (4, "")
    assert "error of ours: RuntimeError: something broke" in err


def test_a_terminal_without_unicode_still_gets_an_answer(root):
    found = subprocess.run(
        [sys.executable, "-m", "proofs.check", "ioi", "dcg", "--n", "3"],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(root), "PYTHONIOENCODING": "ascii"},
    )
    assert found.returncode == 0
    assert found.stdout.startswith("HOLDS")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to one process")
def test_interrupting_ends_cleanly(root):
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "proofs.check",
            *["triangle", "smape", "--n", "8", "--engine", "exhaustive"],
        ],
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    time.sleep(2.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert out == ""
    assert "Traceback" not in err


@pytest.mark.parametrize("asked", ["mean_score kendall_w", "robustness_swap footrule_star"])
def test_a_number_of_a_weighted_distance_is_refused_in_one_line(capsys, asked):
    assert main([*asked.split(), "--n", "3"]) == 2
    error = capsys.readouterr().err
    assert "depends on weights" in error
    assert len(error.strip().splitlines()) == 1
