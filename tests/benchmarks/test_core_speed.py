"""Speed and memory of the core, each beside the alternative that it is compared with.

Run: python -m pytest tests/benchmarks -n 0 -s
"""

import os
import subprocess
import sys
import time

import pytest

import proofs
from axioms import AXIOMS
from metrics import METRICS
from metrics.language.terms import At, Ranking, n
from proofs.engines.exhaustive.scores import Scorer, all_rankings

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from asking import GROUP_TABLE_2, ONE_METRIC, parameters
from memory import peak, shown

COLD = "ioi dcg --n 6"


def timed(function):
    """Return a result, and the seconds by the clock or, on a busy machine, by the processors."""
    clock, used = time.perf_counter(), computed()
    result = function()
    return result, min(time.perf_counter() - clock, computed() - used)


def computed():
    """Return the seconds that this process and those it has waited for have computed."""
    return time.process_time() + sum(os.times()[2:4])


def report(text):
    print(f"\n  {text}")


def used_by(root, *command):
    """Return the seconds of computing, user and system, that a new process takes."""
    environment = {**os.environ, "PYTHONPATH": str(root)}
    pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    child = subprocess.Popen([sys.executable, *command], cwd=root, env=environment, **pipes)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0
    return usage.ru_utime + usage.ru_stime


@pytest.mark.skipif(not hasattr(os, "wait4"), reason="needs os.wait4")
def test_cold_start(root):
    commands = {"SymPy": ["-c", "import sympy"], "ours": ["-m", "proofs.check", *COLD.split()]}
    seconds = {name: [] for name in commands}
    for _ in range(15):
        for name, command in commands.items():
            seconds[name].append(used_by(root, *command))
    ours, bare = min(seconds["ours"]), min(seconds["SymPy"])
    report(f"cold start {ours:.2f} s, import sympy {bare:.2f} s: {ours / bare:.2f} times")
    assert ours <= 1.5 * bare


@pytest.mark.skipif(not hasattr(os, "wait4"), reason="needs os.wait4")
def test_start_with_a_kept_answer(root, monkeypatch, tmp_path):
    monkeypatch.setenv("RANKPROOF_CACHE", str(tmp_path))
    monkeypatch.delenv("RANKPROOF_FRESH", raising=False)
    asked = used_by(root, "-m", "proofs.check", *COLD.split())
    kept = min(used_by(root, "-m", "proofs.check", *COLD.split()) for _ in range(10))
    bare = min(used_by(root, "-c", "pass") for _ in range(10))
    report(f"a kept answer {kept:.3f} s, asked {asked:.2f} s, Python alone {bare:.3f} s")
    assert kept < 0.15


def test_dcg_against_subs_and_evalf():
    size = 8
    scorer = Scorer(METRICS["dcg"], size, {}, "items")
    columns = all_rankings(size)
    _, ours = timed(lambda: scorer(columns))
    ours /= columns.shape[1]
    unrolled = METRICS["dcg"].value.subs(n, size).doit()
    sigma = Ranking("sigma")

    def theirs():
        for index in range(0, columns.shape[1], 4000):
            entries = {At(sigma, place + 1): int(columns[place, index]) for place in range(size)}
            unrolled.subs(entries).evalf()

    _, seconds = timed(theirs)
    per_ranking = seconds / len(range(0, columns.shape[1], 4000))
    report(
        f"DCG at n = 8: {ours * 1e9:.0f} ns a ranking, subs+evalf {per_ranking * 1e3:.2f} ms: "
        f"{per_ranking / ours:,.0f} times"
    )
    assert per_ranking / ours > 10_000


@pytest.mark.parametrize(("size", "limit"), [(9, 2), (10, 10), (11, 90)])
def test_ioi_of_dcg(size, limit):
    verdict, seconds = timed(lambda: proofs.ask("ioi", "dcg", n=size))
    used = peak()
    report(f"ioi dcg n = {size}: {verdict.status}, {seconds:.2f} s, {shown(used)}")
    assert seconds < limit
    assert used is None or used < 4


@pytest.mark.parametrize("metric", ["kendall_distance", "mae", "rmse"])
@pytest.mark.parametrize(("size", "limit"), [(6, 2), (7, 10), (8, 120)])
def test_triangle(metric, size, limit):
    verdict, seconds = timed(lambda: proofs.ask("triangle", metric, n=size))
    report(f"triangle {metric} n = {size}: {verdict.status}, {seconds:.2f} s")
    assert verdict.status == "holds"
    assert seconds < limit


def test_all_metrics_and_axioms_at_four():
    def everything():
        count = 0
        for metric in GROUP_TABLE_2:
            for axiom in ONE_METRIC:
                if AXIOMS[axiom].inputs == 1 and len(METRICS[metric].inputs) == 2:
                    continue
                proofs.ask(axiom, metric, n=4, **parameters(metric, axiom=axiom))
                count += 1
        return count

    count, seconds = timed(everything)
    report(f"{count} questions at n = 4, k = 2: {seconds:.1f} s")
    assert seconds < 60
