"""Programs in a process of their own: whatever they do is a result."""

import os
import re
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from conftest import ROOT

from proofs.programs.computed import Computed, differs, is_number, same
from proofs.programs.inside.process import valued
from proofs.programs.process import Limits, NoProgram, Process
from proofs.programs.program import started
from rankproof.line.failures import Undecided

PLANTED = Path(__file__).with_name("planted.py")
HOW = {"call": "grades", "form": "lists", "more": {}}
LISTS = [{"grades": [1] * size} for size in (1, 2, 3)]


def values(function, limits=None, inputs=LISTS):
    with Process(f"{PLANTED}:{function}", limits) as process:
        return list(process.ask(HOW, inputs))


def test_a_call_that_takes_too_long_is_a_result_and_the_others_go_on():
    found = values("forever", Limits(call=0.4))
    assert [one.text for one in found] == ["0.0", "no answer within 0.4 s", "0.0"]


def test_a_program_that_hangs_too_often_is_given_up():
    with pytest.raises(Undecided, match="ended too often"):
        values("forever", Limits(call=0.2, late=1), [LISTS[1]] * 5)


def test_a_process_that_was_given_up_is_started_again():
    with Process(f"{PLANTED}:forever", Limits(call=0.2, late=0)) as process:
        with pytest.raises(Undecided):
            list(process.ask(HOW, [LISTS[1]]))
        assert [one.text for one in process.ask(HOW, [LISTS[0]])] == ["0.0"]


def test_a_number_that_is_too_large_to_write_is_no_number():
    assert values("large_number")[0].text == "a number of 16,610 binary digits"


@pytest.mark.parametrize(
    ("function", "kind", "text"),
    [
        ("half", "number", "1/2"),
        ("thing", "other", "<planted.Thing object>"),
        ("nested", "exception", "RecursionError: maximum recursion depth exceeded"),
    ],
)
def test_strange_objects_are_told_as_they_are(function, kind, text):
    found = values(function)
    assert {one.kind for one in found} == {kind}
    assert all(one.text.startswith(text) for one in found)
    assert all(same(one, found[0]) for one in found)


def test_what_is_no_number_is_not_read_as_one():
    assert [is_number(text) for text in ("9" * 2000, "-0.5", "1e-300", "5/7")] == [True] * 4
    assert not any(is_number(text) for text in ("1/0", "inf", "0x1", "1_0", "", "1e400", " 1"))


def test_a_program_that_kills_itself_is_a_result():
    assert [one.text for one in values("kills_itself")] == ["0.0", "killed by SIGKILL", "0.0"]


def test_a_program_that_leaves_is_a_result():
    assert {one.text for one in values("leaves")} == {"ended its process with exit code 0"}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_copy_of_the_process_that_a_program_forgets_answers_nothing():
    assert [one.text for one in values("forgets_its_copy")] == ["1.0"] * 3


def descendants(sought):
    """Return the processes whose command line has a text, by /proc."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            found |= {path.parent.name} if sought in path.read_bytes() else set()
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such supervisor")
@pytest.mark.parametrize("how", ["closed", "killed"])
def test_what_a_program_starts_ends_with_whoever_judges_it(how, tmp_path):
    sleeping, before = b"time.sleep(600)", descendants(b"time.sleep(600)")
    words = [f"{PLANTED}:starts_others", "--docs", "2", "--axioms", "defined", "--seconds", "3"]
    if how == "closed":
        values("starts_others", inputs=LISTS[:1])
        assert descendants(sleeping) == before
        return
    judge = subprocess.Popen(
        [sys.executable, "-m", "proofs.judge", *words], cwd=ROOT, stdout=subprocess.DEVNULL
    )
    end = time.monotonic() + 60
    while descendants(sleeping) == before and time.monotonic() < end:
        time.sleep(0.05)
    assert descendants(sleeping) != before
    judge.kill()
    judge.wait()
    while descendants(sleeping) != before and time.monotonic() < end:
        time.sleep(0.05)
    assert descendants(sleeping) == before


@pytest.mark.parametrize("function", ["writes_where_it_is_read", "answers_for_us"])
def test_a_program_that_writes_to_where_its_values_are_read_is_a_result(function):
    found = values(function, Limits(call=2))
    assert {(one.kind, one.text.partition(":")[0]) for one in found} == {("died", "ended")}


@pytest.mark.parametrize(
    ("function", "text"),
    [
        ("exits", "SystemExit: 3"),
        ("says_nothing", "Mute: its message raises ValueError"),
        ("much_memory", "MemoryError"),
        ("reads_input", "EOFError: EOF when reading a line"),
    ],
)
def test_exceptions_are_results(function, text):
    assert {(one.kind, one.text) for one in values(function)} == {("exception", text)}


def test_what_is_printed_is_kept_apart(capfd):
    assert values("prints")[0].printed == "hello from the program\n"
    assert capfd.readouterr() == ("", "")


def test_changed_arguments_are_noticed():
    found = values("sorts_its_argument", inputs=[{"grades": [0, 1]}, {"grades": [1, 0]}])
    assert [one.changed for one in found] == [None, "([0, 1],)"]


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.1, "0.1"), (True, "1"), ({"q1": 0.5}, "0.5"), ([2.0], "2.0"), (1 / 3, repr(1 / 3))],
)
def test_what_counts_as_a_number(value, text):
    assert valued(value) == ("number", text)


def test_numpy_numbers_are_exact():
    import numpy as np

    assert valued(np.float32(0.1)) == ("number", "0.10000000149011612")
    assert valued(np.array([0.5])) == ("number", "0.5")
    assert valued(float("nan")) == ("not finite", "nan")
    assert valued((1.0, 2.0))[0] == "other"


def test_values_are_compared_exactly():
    one, two = Computed("number", "0.1"), Computed("number", "0.10000000000000002")
    assert not same(one, two)
    assert not differs(one, two, 1e-9)
    assert differs(one, two, 0)
    assert same(Computed("exception", "KeyError: 'd1'"), Computed("exception", "KeyError: 'd2'"))
    assert not same(Computed("not finite", "nan"), Computed("not finite", "inf"))


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("nowhere.py:f", "there is no file 'nowhere.py'"),
        (f"{PLANTED}:ndgc", "Did you mean 'ndcg'?"),
        (f"{PLANTED}:not_a_function", "it is a int"),
        ("no.such.module:f", "No module named 'no'"),
        ("ndcg", "write file.py:function"),
        ("ranx:", "name one"),
        ("json:dumps", "fits no kind of call. Tried grades: '[1, 0, 1]'"),
        (f"{PLANTED}:overlap", "name one with --call"),
    ],
)
def test_what_cannot_be_judged_is_refused_with_a_reason(target, said):
    with pytest.raises(NoProgram, match=re.escape(said)):
        started(target).close()


def test_a_file_that_fails_to_import_says_why(tmp_path):
    (tmp_path / "broken.py").write_text("import no_such_thing\n")
    with pytest.raises(NoProgram, match="No module named 'no_such_thing'"):
        Process(f"{tmp_path / 'broken.py'}:f")
    (tmp_path / "dies.py").write_text("import os\nos._exit(7)\n")
    with pytest.raises(NoProgram, match="ended with exit code 7"):
        Process(f"{tmp_path / 'dies.py'}:f")


@pytest.mark.parametrize(
    ("function", "call"),
    [
        ("ndcg", "grades"),
        ("ap", "qrels"),
        ("arrays", "arrays"),
        ("overlap", "lists"),
        ("discordant", "rankings"),
    ],
)
def test_how_a_function_is_called_is_found(function, call):
    named = call if function == "overlap" else None
    with started(f"{PLANTED}:{function}", named) as program:
        assert program.call == call


def test_asking_is_fast():
    start = os.times()
    began = time.monotonic()
    assert len(values("ndcg", inputs=LISTS * 1000)) == 3000
    spent = os.times()
    assert spent.user - start.user < 2
    assert time.monotonic() - began < 30


def test_a_program_may_have_a_package_called_metrics(tmp_path):
    (tmp_path / "metrics").mkdir()
    (tmp_path / "metrics" / "__init__.py").write_text("SCORE = 0.25\n")
    (tmp_path / "mine.py").write_text(
        "import metrics\n\ndef f(grades):\n    return metrics.SCORE\n"
    )
    with Process(f"{tmp_path / 'mine.py'}:f") as process:
        (value,) = process.ask(HOW, LISTS[:1])
    assert value.text == "0.25"
