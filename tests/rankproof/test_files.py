"""Files are written whole or not at all, whatever they are."""

import os
import stat
import threading

import pytest

from rankproof.line import files
from rankproof.line.failures import Mistake


def test_a_file_is_written_and_nothing_stays_beside_it(tmp_path):
    path = tmp_path / "answer.txt"
    files.write(str(path), "σ")
    files.write(str(path), b"two")
    assert path.read_bytes() == b"two"
    assert os.listdir(tmp_path) == ["answer.txt"]


def test_a_new_file_has_the_usual_mode_and_an_old_one_keeps_its_own(tmp_path):
    usual, old = tmp_path / "usual", tmp_path / "old"
    usual.write_text("")
    new = tmp_path / "new"
    files.write(str(new), "x")
    assert stat.S_IMODE(new.stat().st_mode) == stat.S_IMODE(usual.stat().st_mode)
    old.write_text("")
    old.chmod(0o600)
    files.write(str(old), "x")
    assert stat.S_IMODE(old.stat().st_mode) == 0o600


def test_a_link_stays_a_link(tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("before")
    link.symlink_to(target)
    files.write(str(link), "after")
    assert link.is_symlink()
    assert target.read_text() == "after"


@pytest.mark.parametrize("failing", ["replace", "chmod"])
def test_a_failure_leaves_what_was_there(failing, tmp_path, monkeypatch):
    path = tmp_path / "answer.txt"
    path.write_text("before")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, failing, full)
    with pytest.raises(Mistake, match="No space left"):
        files.write(str(path), "after")
    assert path.read_text() == "before"
    assert os.listdir(tmp_path) == ["answer.txt"]


def test_an_interrupt_leaves_nothing_behind(tmp_path, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        files.write(str(tmp_path / "answer.txt"), "after")
    assert os.listdir(tmp_path) == []


def test_a_pipe_is_written_to(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    found = []
    reader = threading.Thread(target=lambda: found.append(path.read_bytes()))
    reader.start()
    files.write(str(path), "through")
    reader.join(timeout=10)
    assert found == [b"through"]
    assert stat.S_ISFIFO(path.stat().st_mode)


@pytest.mark.parametrize("path", ["", ".", "/", "/dev/full", "/nowhere/at/all", "a/\0", "x" * 300])
def test_what_cannot_be_written_is_said(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Mistake, match="cannot be written"):
        files.write(path, "x")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("path", ["", ".", "/nowhere", "\0"])
def test_what_cannot_be_read_is_said(path):
    with pytest.raises(Mistake, match="cannot be read"):
        files.read(path)


def test_bytes_that_are_no_text_are_said(tmp_path):
    (tmp_path / "x").write_bytes(b"\xff\xfe")
    with pytest.raises(Mistake, match="UTF-8"):
        files.read(str(tmp_path / "x"))


def test_standard_output_as_a_file(tmp_path):
    from commands import in_shell

    line = "$PY -m proofs.check ioi mape --n 4 --certificate /dev/stdout --quiet"
    to_file = tmp_path / "out.txt"
    code, out, err = in_shell(f"{line} | tee {to_file}")
    assert (code, err) == (1, "")
    assert '"kind": "rankproof certificate"' in out
    assert in_shell(f"{line} > {to_file}")[0] == 1
    assert to_file.read_text() == out
