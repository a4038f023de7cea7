"""A kept answer is bound to its question, the code and its content."""

import json
import os
import signal
import time

import pytest

from proofs.core import kept_cells
from proofs.core.limits import silent
from rankproof.kept import cells as cache
from rankproof.line.deadline import insist_in_time, within
from rankproof.line.failures import Undecided

QUESTION, ANSWER = {"asked": "ioi", "n": [2, 3]}, {"status": "holds", "scope": {"n": [2, 3]}}


@pytest.fixture(autouse=True)
def own_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("RANKPROOF_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def cell():
    cache.keep(QUESTION, ANSWER)
    assert cache.recall(QUESTION) == ANSWER
    return cache._path(QUESTION, False)


def altered(kept, **fields):
    return json.dumps({**kept, **fields})


@pytest.mark.parametrize(
    "change",
    [
        lambda kept: altered(kept, answer={**ANSWER, "status": "refuted"}),
        lambda kept: altered(kept, answer={**ANSWER, "scope": {"n": [2, 3, 4]}}),
        lambda kept: altered(kept, answer=None),
        lambda kept: altered(kept, question={**QUESTION, "asked": "wsd"}),
        lambda kept: altered(kept, seal=None),
        lambda kept: altered(kept, more=1),
        lambda kept: json.dumps({"question": QUESTION, "answer": ANSWER}),
        lambda kept: json.dumps(kept)[:-9],
        lambda kept: "",
        lambda kept: "[]",
        lambda kept: "[" * 100_000,
    ],
)
def test_a_cell_that_was_altered_is_none(cell, change):
    cell.write_text(change(json.loads(cell.read_text())))
    assert cache.recall(QUESTION) is None


def test_a_cell_of_another_question_or_other_code_is_none(cell, monkeypatch):
    other = cache._path({"asked": "wsd"}, False)
    other.parent.mkdir(parents=True, exist_ok=True)
    other.write_text(cell.read_text())
    assert cache.recall({"asked": "wsd"}) is None
    monkeypatch.setattr(cache, "sources", lambda *_: "of another version")
    moved = cache._path(QUESTION, False)
    moved.parent.mkdir(parents=True, exist_ok=True)
    moved.write_text(cell.read_text())
    assert cache.recall(QUESTION) is None


@pytest.mark.parametrize("library", ["cvc5", "sympy"])
def test_another_version_of_a_library_is_other_code(library, monkeypatch):
    before, real = cache.key(QUESTION), cache.distributions()
    assert any(name.startswith(f"{library}-") for name in real)
    other = [f"{library}-99.dist-info" if name.startswith(library) else name for name in real]
    monkeypatch.setattr(cache, "distributions", lambda: other)
    cache.digests.cache_clear()
    try:
        assert cache.key(QUESTION) != before
    finally:
        cache.digests.cache_clear()


def test_what_a_killed_process_left_is_removed_later(cell):
    old, new = (cell.parent / f".rankproof-{name}" for name in ("old", "new"))
    for left in (old, new):
        left.write_text("half of an ans")
    os.utime(old, (0, 0))
    cache.keep(QUESTION, ANSWER)
    assert (old.exists(), new.exists()) == (False, True)


def test_a_full_disk_is_passed_over(monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    cache.keep(QUESTION, ANSWER)
    assert cache.recall(QUESTION) is None
    assert not [path for path in cache.directory().rglob("*") if path.is_file()]


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no alarms")
def test_what_is_undecided_for_want_of_time_around_a_walk_is_not_kept():
    asked = []

    def find(question):
        asked.append(question)
        try:
            time.sleep(10)
        except Undecided as problem:
            return {"status": "undecided", "reason": str(problem)}
        raise AssertionError("there was no alarm")

    work = {"one": "one", "two": "two"}
    with pytest.raises(Undecided, match=r"limit of 0\.05 s"), within(0.05):
        kept_cells.all_found(
            work, find, kept_cells.recall, kept_cells.keep, silent, jobs=1, worth_processes=9
        )
    assert asked == ["one"]
    assert kept_cells.recall("one") is None
    insist_in_time()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no alarms")
def test_an_answer_with_a_limit_of_its_own_is_kept():
    with within(60):
        with pytest.raises(Undecided), within(0.01):
            time.sleep(10)
        kept_cells.keep("one", ANSWER)
    assert kept_cells.recall("one") == ANSWER
