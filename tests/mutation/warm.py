"""Tests in a process that is forked: the libraries are imported once, our code each time.

Forked processes exist on Linux and macOS only; nothing but this command needs them.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

HEAVY = (
    "numpy",
    "scipy.sparse",
    "sympy",
    "mpmath",
    "flint",
    "networkx",
    "z3",
    "cvc5",
    "hypothesis",
)
UNCHANGED = ("metrics", "axioms", "lattice")  # they import nothing of the trusted room
OPTIONS = ("-q", "-n", "0", "-p", "no:cacheprovider", "-m", "not slow")
OPTIONS += ("--hypothesis-profile=unshrunk",)
LIMIT = 900  # seconds
CASES = 8  # of a test with many: enough to know which lines it runs
DONE, FAILED, BROKEN, NOTHING, ENDLESS = "done", "failed", "broken", "nothing", "endless"
ENDS = {0: DONE, 1: FAILED, 5: NOTHING, -signal.SIGXCPU: ENDLESS, -signal.SIGKILL: ENDLESS}


def warm(copy: Path) -> None:
    """Import what no change touches, ours from the copy."""
    import importlib

    import pytest  # noqa: F401

    sys.path.insert(0, str(copy))
    for name in (*HEAVY, *UNCHANGED):
        importlib.import_module(name)
    assert not [name for name in sys.modules if name.split(".")[0] == "proofs"]


def run(copy: Path, tests: Sequence[str], plugin: Any, seconds: int, noted: Path) -> str:
    """Run test files in a copy with a plugin and a limit of CPU time; say how it ended."""
    child = os.fork()
    if child == 0:
        _become(copy, tests, plugin, seconds, noted)
    return ENDS.get(_waited(child), BROKEN)


def _waited(child: int) -> int:
    """Return the exit code of a process, or that of a failure if it takes for ever."""
    soon = time.monotonic() + LIMIT
    while time.monotonic() < soon:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return -signal.SIGXCPU


def _become(copy: Path, tests: Sequence[str], plugin: Any, seconds: int, noted: Path) -> None:
    """Run the tests in this process, and end it."""
    import pytest

    os.setsid()
    os.chdir(copy)
    os.environ.update(PYTHONPATH=str(copy), PYTHONDONTWRITEBYTECODE="1", RANKPROOF_SWEEP="all")
    sys.dont_write_bytecode = True
    log = os.open(noted.with_suffix(".log"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(log, 1)
    os.dup2(log, 2)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    code = 3
    try:
        code = int(pytest.main([*OPTIONS, *tests], plugins=[plugin]))
    finally:
        sys.stdout.flush()
        os._exit(code)


class Chosen:
    """Runs chosen tests in a given order up to the first that fails, and notes it."""

    def __init__(self, order: Sequence[str], noted: Path) -> None:
        self.order = {name: number for number, name in enumerate(order)}
        self.noted = noted

    def pytest_collection_modifyitems(self, session: Any, items: list[Any]) -> None:
        session.config.option.maxfail = 1
        items[:] = sorted(
            (item for item in items if item.nodeid in self.order),
            key=lambda item: self.order[item.nodeid],
        )

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self.noted.write_text(report.nodeid, encoding="utf-8")


class Lines:
    """Notes for each test how long it takes and which lines of some files it runs."""

    def __init__(self, rooms: Sequence[str], made: Path) -> None:
        self.rooms, self.made = rooms, made
        self.seconds: dict[str, float] = {}
        self.failing: set[str] = set()

    def pytest_sessionstart(self) -> None:
        import coverage

        self.coverage = coverage.Coverage(
            data_file=None, include=[f"{room}/*" for room in self.rooms], config_file=False
        )
        self.coverage.start()

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        cases: dict[str, list[Any]] = {}
        for item in items:
            cases.setdefault(item.nodeid.split("[")[0], []).append(item)
        items[:] = [x for some in cases.values() for x in some[:: -(-len(some) // CASES)]]

    def pytest_runtest_protocol(self, item: Any) -> None:
        self._end()
        _forget()
        self.coverage.switch_context(item.nodeid)
        self.at, self.started = item.nodeid, _used()

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self.failing.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        self._end()
        self.coverage.stop()
        data = self.coverage.get_data()
        lines = {
            Path(file).relative_to(Path.cwd()).as_posix(): data.contexts_by_lineno(file)
            for file in data.measured_files()
        }
        content = {"seconds": self.seconds, "lines": lines, "failing": sorted(self.failing)}
        self.made.write_text(json.dumps(content), encoding="utf-8")

    def _end(self) -> None:
        if hasattr(self, "at"):
            self.seconds[self.at] = round(_used() - self.started, 3)


def _used() -> float:
    """Return the CPU time of this process and those it waited for."""
    return sum(os.times()[:4])


def _forget() -> None:
    """Empty the caches of our functions: a line counts for each test that needs it."""
    for name, module in list(sys.modules.items()):
        if name.startswith("proofs."):
            for value in list(vars(module).values()):
                if callable(getattr(value, "cache_clear", None)):
                    value.cache_clear()
