"""Every trouble that every command may meet: one line, an exit code, never a traceback."""

import json
import os
import signal
import sys
import time
from contextlib import suppress
from importlib import import_module

import pytest
from commands import (
    ANSWERS,
    COMMANDS,
    ROOT,
    SUBCOMMANDS,
    certificate,
    computed,
    ended,
    environment,
    in_shell,
    started,
)

import rankproof
from rankproof.line import guard
from rankproof.line.failures import Mistake, Undecided
from rankproof.line.files import write

INTERRUPTED = (130, "", "interrupted\n")


@pytest.fixture(autouse=True)
def own_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("RANKPROOF_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def answer(tmp_path):
    """Run a command in this process on arguments that have an answer."""

    def run(command, *more):
        words = ANSWERS[command].split()
        if command == "proofs.verify":
            words = [str(certificate(tmp_path))]
        return import_module(command).main([*words, *more])

    return run


def one_line(err, begins="error: "):
    assert err.startswith(begins), err
    assert len(err.splitlines()) == 1, err
    return True


# What goes wrong with standard output and standard error ---------------------------------------


@pytest.mark.sweep(12)
@pytest.mark.parametrize("command", COMMANDS)
def test_closed_standard_output_changes_nothing_but_the_output(command):
    assert in_shell(f"$PY -m {command} --version >&-") == (0, "", "")


@pytest.mark.sweep(12)
@pytest.mark.parametrize("command", COMMANDS)
def test_closed_standard_error_keeps_the_exit_code(command):
    assert in_shell(f"$PY -m {command} --frobnicate 2>&-") == (2, "", "")


@pytest.mark.sweep(12)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_disk_is_one_message_also_for_help(command):
    code, _, err = in_shell(f"$PY -m {command} --help >/dev/full")
    assert code == 2
    assert one_line(err)
    assert "No space left" in err
    assert in_shell(f"$PY -m {command} --frobnicate 2>/dev/full")[0] == 2


@pytest.mark.sweep(3)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_disk_is_one_message_for_an_answer(command, answer, capsys, monkeypatch):
    with open("/dev/full", "w") as full:
        monkeypatch.setattr(sys, "stdout", full)
        assert answer(command) == 2
    assert one_line(capsys.readouterr().err)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_reader_that_went_away_gets_the_answers_exit_code(command, answer, capsys, monkeypatch):
    expected = answer(command)
    capsys.readouterr()
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "w") as pipe:
        monkeypatch.setattr(sys, "stdout", pipe)
        assert answer(command) == expected
    assert capsys.readouterr().err == ""


def test_a_long_answer_and_head():
    code, out, err = in_shell("$PY -m proofs.check --list axioms | head -1")
    assert (code, len(out.splitlines()), err) == (0, 1, "")


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_no_stream_at_all(stream, answer, monkeypatch):
    monkeypatch.setattr(sys, stream, None)
    assert answer("proofs.curves") == 0


# Ctrl-C ------------------------------------------------------------------------------------------

TRICKS = {
    "plain": "os.kill(os.getpid(), signal.SIGINT)",
    "turned into another error": (
        "try:\n    os.kill(os.getpid(), signal.SIGINT)\n    time.sleep(5)\n"
        "except KeyboardInterrupt:\n    raise ImportError('a part is missing') from None"
    ),
    "lost in a finaliser": (
        "class Lost:\n    def __del__(self):\n        os.kill(os.getpid(), signal.SIGINT)\n"
        "        time.sleep(5)\nLost()"
    ),
    "remembered by Python": "exec('os.kill(os.getpid(), signal.SIGINT)\\ntime.sleep(5)')",
}


def interrupting(folder, trick, module="sympy"):
    """Write a library that is interrupted while it is imported."""
    (folder / f"{module}.py").write_text(f"import os, signal, time\n{TRICKS[trick]}\n")
    return environment(folder)


@pytest.mark.parametrize("command", COMMANDS)
def test_an_interrupt_during_imports_is_one_word(command, tmp_path):
    words = ANSWERS[command].format(certificate=ROOT / "pyproject.toml").split()
    if command == "proofs.verify":
        (tmp_path / "certificate.json").write_text('{"kind": "rankproof certificate", "schema": 1}')
        words = [str(tmp_path / "certificate.json")]
    env = interrupting(tmp_path, "plain")
    assert ended(command, *words, env=env) == INTERRUPTED


@pytest.mark.parametrize("trick", TRICKS)
def test_no_library_can_swallow_an_interrupt(trick, tmp_path):
    env = interrupting(tmp_path, trick)
    assert ended("proofs.check", "ioi", "dcg", "--n", "3", env=env) == INTERRUPTED


@pytest.mark.parametrize("command", COMMANDS)
def test_an_interrupt_during_the_first_imports(command, tmp_path):
    env = interrupting(tmp_path, "plain", "argparse")
    assert ended(command, "--lst", env=env) == INTERRUPTED


@pytest.mark.parametrize("does", ["says", "writes", "ends"])
def test_nothing_is_shown_after_an_interrupt_that_was_swallowed(does, capsys, tmp_path):
    def command(argv):
        with suppress(BaseException):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(5)
        if does == "says":
            guard.say("an answer that nobody can rely on")
        if does == "writes":
            write(str(tmp_path / "certificate.json"), "nor on this")
        return 0

    assert (guard.guarded(command)([]), *capsys.readouterr()) == INTERRUPTED
    assert os.listdir(tmp_path) == []
    assert guard.guarded(lambda argv: 0)([]) == 0


@pytest.mark.sweep(3)
@pytest.mark.parametrize(
    ("command", "words", "moment"),
    [
        ("proofs.check", "triangle smape --n 8 --engine exhaustive", 0.9),
        ("proofs.table", "properties --n 5 --fresh", 3.0),
        ("proofs.claims", "group --fresh", 3.5),
    ],
)
def test_an_interrupt_reaches_workers_that_say_nothing(command, words, moment):
    process = started(command, *words.split(), start_new_session=True)
    late = time.monotonic() + 60
    while sys.platform == "linux" and computed(process.pid) < moment and time.monotonic() < late:
        time.sleep(0.05)
    time.sleep(0 if sys.platform == "linux" else moment)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert (process.returncode, out, err) == INTERRUPTED


def test_an_interrupt_that_is_ignored_stays_ignored(monkeypatch):
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        assert guard.guarded(lambda _: os.kill(os.getpid(), signal.SIGINT) or 0)([]) == 0
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


# What commands raise -----------------------------------------------------------------------------


def failing(problem):
    def command(argv):
        raise problem

    return guard.guarded(command)


def deep(argv):
    return deep(argv)


@pytest.mark.parametrize(
    ("problem", "code", "message"),
    [
        (Mistake("n = 0 cannot be."), 2, "error: n = 0 cannot be."),
        (RuntimeError("two\nlines"), 4, "error of ours: RuntimeError: two lines."),
        (MemoryError(), 4, "error of ours: MemoryError: not enough memory"),
        (BrokenPipeError(32, "Broken pipe"), 4, "error of ours: BrokenPipeError"),
        (AssertionError(), 4, "error of ours: AssertionError."),
        (KeyboardInterrupt(), 130, "interrupted"),
    ],
)
def test_every_exception_is_one_line(problem, code, message, capsys, monkeypatch):
    monkeypatch.delenv(guard.TRACEBACK, raising=False)
    assert failing(problem)([]) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert one_line(captured.err, message)
    assert ("report" in captured.err) == (code == 4)


def test_endless_recursion_is_one_line(capsys):
    assert guard.guarded(deep)([]) == 4
    assert one_line(capsys.readouterr().err, "error of ours: RecursionError")


def test_a_traceback_is_shown_on_request(capsys, monkeypatch):
    monkeypatch.setenv(guard.TRACEBACK, "1")
    assert failing(RuntimeError("x"))([]) == 4
    assert "Traceback" in capsys.readouterr().err


def test_a_time_limit_is_undecided(capsys):
    assert failing(Undecided("the time limit was reached"))([]) == 3
    assert capsys.readouterr().out == "UNDECIDED the time limit was reached\n"


def test_the_handlers_are_put_back(capsys):
    before = signal.getsignal(signal.SIGINT), sys.unraisablehook
    failing(RuntimeError("x"))([])
    assert (signal.getsignal(signal.SIGINT), sys.unraisablehook) == before


# Time limits -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("proofs.check", "symmetry mae --n 6"),
        ("proofs.check", "robustness_swap dcg --n 7"),
        ("proofs.check", "footrule_over_kendall_max similarity --n 3"),
        ("proofs.check", "footrule_over_kendall_min element_weights --n 3"),
        ("proofs.check", "linear_extensions rank_swapping --n 3 --c 2"),
        ("proofs.check", "upper_bound_reached cam --measure ap --n 2"),
        ("proofs.table", "properties --n 3 --metrics mae --axioms symmetry"),
        ("proofs.claims", "group.size_of_group --jobs 1 --fresh"),
    ],
)
def test_an_expired_time_limit_is_undecided(command, words, capsys):
    code = import_module(command).main(
        [*words.split(), "--timeout", "0.000001", "--format", "json"]
    )
    captured = capsys.readouterr()
    assert (code, captured.err) == (3, "")
    fields = json.loads(captured.out)
    rows = fields.get("rows")
    assert rows or "time limit" in fields["reason"]


@pytest.mark.parametrize("command", ["proofs.verify", "proofs.curves", "lattice.draw"])
def test_a_time_limit_ends_what_does_not_look_at_the_clock(command, answer, capsys, monkeypatch):
    module = import_module(command)
    slow = {"proofs.verify": "check", "proofs.curves": "drawn", "lattice.draw": "draw"}[command]

    def forever(*_, **__):
        while True:
            pass

    monkeypatch.setattr(module, slow, forever)
    assert answer(command, "--timeout", "0.01") == 3
    assert "the time limit of 0.01 s was reached" in capsys.readouterr().out


# Options that are always accepted ----------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_the_common_options_are_accepted(command, answer, capsys):
    plain = answer(command)
    capsys.readouterr()
    more = ("--jobs", "1", "--timeout", "60", "--format", "text", "--quiet")
    assert answer(command, *more) == plain
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "lattice.draw"])
def test_json_has_the_version(command, answer, capsys):
    answer(command, "--format", "json")
    fields = json.loads(capsys.readouterr().out)
    assert fields["version"] == rankproof.VERSION
    assert fields["schema"] == 1


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("option", ["--version", "--help"])
def test_help_and_version(command, option, capsys):
    assert import_module(command).main([option]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert captured.out
    if option == "--version":
        assert captured.out == f"rankproof {rankproof.VERSION}\n"


# Wrong usage -------------------------------------------------------------------------------------

ABSURD = ("-1", "0", "10000000000000000000000000000000", "1e9", "∞", "", "\0", "2..", "9" * 5000)
SIZED = {
    "proofs.check": "ioi dcg",
    "proofs.table": "classes",
    "proofs.implies": "ioi symmetry",
    "lattice.draw": "rank_replacement --c 2",
}


@pytest.mark.parametrize("size", ABSURD, ids=range(len(ABSURD)))
@pytest.mark.parametrize("command", SIZED)
def test_absurd_sizes(command, size, capsys):
    assert import_module(command).main([*SIZED[command].split(), "--n", size]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert one_line(captured.err)
    assert len(captured.err) < 400


@pytest.mark.parametrize("value", ["-1", "0", "1e9", "∞", "", "\0", "two", "nan"])
@pytest.mark.parametrize("option", ["--jobs", "--timeout"])
@pytest.mark.parametrize("command", SUBCOMMANDS)
def test_absurd_common_options(command, option, value, answer, capsys):
    if (option, value) == ("--timeout", "1e9"):
        return
    assert answer(command, option, value) == 2
    assert one_line(capsys.readouterr().err)


@pytest.mark.parametrize("command", SUBCOMMANDS)
@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["--frobnicate"], ""),
        (["--timeot", "3"], "Did you mean '--timeout'?"),
        (["--format", "jsn"], ""),
        (["--format"], "expected one argument"),
    ],
)
def test_unknown_options(command, words, hint, answer, capsys):
    assert answer(command, *words) == 2
    captured = capsys.readouterr()
    assert one_line(captured.err)
    assert hint in captured.err


@pytest.mark.sweep(3)
@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("proofs.check", []),
        ("proofs.check", ["ioi"]),
        ("proofs.check", ["ioi", "nothing", "--n", "3"]),
        ("proofs.check", ["", "", "--n", "3"]),
        ("proofs.check", ["ioi\n", "\0", "--n", "3"]),
        ("proofs.check", ["--list", "metrix"]),
        ("proofs.table", []),
        ("proofs.table", ["nothing"]),
        ("proofs.table", ["properties", "--metrics", "nothing"]),
        ("proofs.implies", []),
        ("proofs.implies", ["ioi"]),
        ("proofs.implies", ["ioi", "nothing"]),
        ("proofs.implies", ["ioi", "symmetry", "--dot", "x.dot"]),
        ("proofs.implies", ["ioi", "--all"]),
        ("proofs.verify", []),
        ("proofs.verify", ["/nowhere/at/all.json"]),
        ("proofs.verify", ["."]),
        ("proofs.verify", ["\0"]),
        ("proofs.verify", [sys.executable]),
        ("proofs.verify", ["README.md"]),
        ("proofs.value", []),
        ("proofs.value", [""]),
        ("proofs.value", ["\0", "--ranking", "1"]),
        ("proofs.value", ["nothing", "--ranking", "1"]),
        ("proofs.value", ["dcg", "--ranking", "\0"]),
        ("proofs.value", ["dcg", "--ranking", "1" * 5000]),
        ("proofs.value", ["ap", "--qrels", "\0", "--run", "."]),
        ("proofs.value", ["ap", "--qrels", ".", "--run", "."]),
        ("proofs.value", ["ap", "--qrels", sys.executable, "--run", sys.executable]),
        ("proofs.value", ["__import__('os')@3", "--grades", "1"]),
        ("proofs.curves", []),
        ("proofs.curves", ["--reference", "a,b", "--ranking", "a,a"]),
        ("proofs.curves", ["--reference", "a,b", "--ranking", "b,a", "--heights", "∞,1"]),
        ("proofs.curves", ["--reference", "a,b", "--ranking", "b,a", "--out", "/nowhere/x.svg"]),
        ("proofs.claims", ["nothing"]),
        ("proofs.claims", ["group.nothing"]),
        ("proofs.claims", ["--only", "nothing"]),
        ("lattice.draw", []),
        ("lattice.draw", ["nothing", "--n", "3", "--c", "2"]),
        ("lattice.draw", ["rank_replacement", "--n", "3", "--c", "1000000000"]),
        ("lattice.draw", ["rank_replacement", "--n", "2", "--c", "1", "--out", "/nowhere/x.svg"]),
        ("lattice.draw", ["rank_replacement", "--n", "2", "--c", "1", "--out", "\0.svg"]),
        ("proofs.command", ["chek"]),
        ("proofs.command", ["help", "chek"]),
        ("proofs.command", ["check", "ioi"]),
    ],
)
def test_wrong_words(command, words, capsys):
    assert import_module(command).main(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert one_line(captured.err)


def test_an_unreadable_certificate(tmp_path, capsys):
    from proofs.verify import main

    for number, text in enumerate(["", "[]", "{}", "[" * 100_000, '{"schema": 99}']):
        path = tmp_path / f"{number}.json"
        path.write_text(text)
        assert main([str(path)]) == 2
        assert one_line(capsys.readouterr().err)


# Words and help ----------------------------------------------------------------------------------


def test_list_without_a_word_says_which_words_there_are(capsys):
    from proofs.check import LISTS, main

    assert main(["--list"]) == 0
    shown = capsys.readouterr().out
    assert [line.split()[1] for line in shown.splitlines()] == list(LISTS)
    for word in LISTS:
        assert main(["--list", word]) == 0
        assert capsys.readouterr().out


def test_the_parameters_are_those_of_the_command_line(capsys):
    from proofs.check import main

    main(["--list", "parameters"])
    names = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert {"k", "j", "p", "gains", "w", "heights"} <= set(names)


def test_help_has_a_line_for_each_command(capsys):
    from proofs.command import COMMANDS as KNOWN
    from proofs.command import main

    assert main(["--help"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    for name in KNOWN:
        assert any(line[:1] == [name] and len(line) > 3 for line in lines)
    assert main(["help", "curves"]) == 0
    assert "--reference" in capsys.readouterr().out
    assert main([]) == 2
