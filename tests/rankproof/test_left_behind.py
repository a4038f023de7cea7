"""A process that is killed leaves nothing running; a time limit holds whatever swallows it."""

import os
import subprocess
import sys
import time
from contextlib import suppress

import pytest
from commands import ROOT, environment, fields
from mpmath.ctx_iv import MPIntervalContext

from rankproof.line.deadline import within
from rankproof.line.failures import Undecided

PIGEONS = """
import sys
from itertools import combinations
from proofs.script.solvers import consult

holes, pigeons = range(11), range(12)
lines = ["(set-logic QF_UF)"]
lines += [f"(declare-const p{i}_{j} Bool)" for i in pigeons for j in holes]
lines += ["(assert (or " + " ".join(f"p{i}_{j}" for j in holes) + "))" for i in pigeons]
for j in holes:
    lines += [f"(assert (or (not p{a}_{j}) (not p{b}_{j})))" for a, b in combinations(pigeons, 2)]
consult("\\n".join([*lines, "(check-sat)", ""]), 600, (sys.argv[1],))
"""
WORKERS = """
from rankproof.line.workers import in_processes

def forever(_):
    while True:
        pass

if __name__ == "__main__":
    list(in_processes(forever, {1: 1, 2: 2}, 2))
"""
linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


def children(parent):
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError):
            if int(fields(name)[1]) == parent:
                found.append(int(name))
    return found


def runs(pid):
    with suppress(OSError):
        return fields(pid)[0] != "Z"
    return False


def is_at_work(pid):
    """Tell whether a process has computed for a while, and not only started."""
    with suppress(OSError):
        return int(fields(pid)[11]) / os.sysconf("SC_CLK_TCK") > 1
    return False


def wait_until(condition, seconds):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


@linux
@pytest.mark.parametrize(
    ("program", "arguments", "busy"),
    [(PIGEONS, ["z3"], 1), (PIGEONS, ["cvc5"], 1), (WORKERS, [], 2)],
    ids=["z3", "cvc5", "workers"],
)
def test_a_killed_parent_leaves_nothing_running(program, arguments, busy, tmp_path):
    if arguments:
        pytest.importorskip(arguments[0])
    path = tmp_path / "parent.py"
    path.write_text(program)
    line = [sys.executable, str(path), *arguments]
    parent = subprocess.Popen(line, env=environment(), cwd=ROOT, stderr=subprocess.DEVNULL)
    started = []
    try:
        wait_until(lambda: sum(map(is_at_work, children(parent.pid))) == busy, 60)
        started = children(parent.pid)
        parent.kill()
        parent.wait()
        wait_until(lambda: not any(map(runs, started)), 60)
    finally:
        parent.kill()
        parent.wait()
        for pid in filter(runs, started):
            os.kill(pid, 9)


# Time limits --------------------------------------------------------------------------------------


def swallowed():
    with suppress(Exception):
        time.sleep(5)
    return "an answer that nobody can rely on"


def changed():
    try:
        time.sleep(5)
    except Exception:
        raise TypeError("'<' is not supported") from None


def compared():
    """Compare intervals, as the trusted room does: mpmath turns an alarm into NotImplemented."""
    context = MPIntervalContext()
    while True:
        assert context.mpf(1) < "1.5"


@pytest.mark.parametrize("work", [swallowed, changed, compared])
def test_an_alarm_that_is_swallowed_or_changed_is_still_the_time_limit(work):
    for _ in range(5):
        with pytest.raises(Undecided, match=r"time limit of 0\.01 s"), within(0.01):
            work()


def test_an_error_before_the_alarm_is_that_error():
    with pytest.raises(TypeError), within(60):
        raise TypeError


def with_limits_of_its_own():
    with within(60):
        pass
    with pytest.raises(Undecided, match=r"limit of 0\.01 s"), within(0.01):
        time.sleep(60)
    time.sleep(60)


def test_limits_can_be_nested():
    started = time.monotonic()
    with pytest.raises(Undecided, match=r"limit of 1 s"), within(1):
        with_limits_of_its_own()
    assert time.monotonic() - started < 30


def test_the_limit_outside_ends_what_is_inside():
    with pytest.raises(Undecided, match=r"limit of 0\.01 s"), within(0.01), within(60):
        time.sleep(5)


PROGRAM = """
import sys
from proofs.programs.process import Limits, Process

process = Process(sys.argv[1], Limits(call=600))
list(process.ask({"call": "grades", "form": "lists", "more": {}}, [{"grades": [1, 1]}]))
"""


@linux
def test_a_judge_that_is_killed_leaves_no_program_behind(tmp_path):
    (tmp_path / "mine.py").write_text("def forever(grades):\n    while True:\n        pass\n")
    words = [sys.executable, "-c", PROGRAM, f"{tmp_path / 'mine.py'}:forever"]
    judge = subprocess.Popen(words, cwd=ROOT, env=environment())
    wait_until(lambda: [inner for one in children(judge.pid) for inner in children(one)], 60)
    (host,) = children(judge.pid)
    (worker,) = children(host)
    judge.kill()
    judge.wait()
    wait_until(lambda: not runs(host) and not runs(worker), 60)
