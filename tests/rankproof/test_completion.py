"""Shells complete commands, names and the options of a subject, in the shells themselves."""

import shutil
import subprocess

import pytest

from rankproof.completion import SHELLS, main, script
from rankproof.line.version import VERSION

LINES = {
    "rankproof ch": {"check"},
    "rankproof check io": {"ioi", "ioi_at_identity"},
    "rankproof check ioi npv": {"npv", "npv_counts"},
    "rankproof check ioi recall --k": {"--k"},
    "rankproof check ioi mae --k": set(),
    "rankproof check ioi dcg --format js": {"json"},
    "rankproof table pai": {"pairs"},
    "rankproof help cla": {"claims"},
    "rankproof draw rank_s": {"rank_swapping"},
}


@pytest.fixture(scope="module")
def scripts(tmp_path_factory):
    folder = tmp_path_factory.mktemp("completion")
    for shell in SHELLS:
        (folder / shell).write_text(script(shell), encoding="utf-8")
    return folder


def completed(shell, path, line):
    words = line.split()
    if shell == "fish":
        code = f"source {path}; complete -C '{line}'"
    else:
        code = f"source {path}; COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _rankproof; "
        code += 'printf "%s\\n" "${COMPREPLY[@]}"'
        if shell == "zsh":
            code = code.replace("_rankproof; ", "setopt ksharrays; _rankproof; ")
    command = [shell, *(["-f"] if shell == "zsh" else []), "-c", code]
    found = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert found.stderr == ""
    return {one.split("\t")[0] for one in found.stdout.splitlines() if one}


def test_what_takes_a_file_is_completed_with_files(scripts, tmp_path, monkeypatch):
    """Bash and zsh go on with files where the function finds nothing; fish is asked itself."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_metric.toml").touch()
    for line in ("rankproof check ioi mine --using my", "rankproof draw above --out my"):
        for shell in filter(shutil.which, SHELLS):
            expected = {"my_metric.toml"} if shell == "fish" else set()
            assert completed(shell, scripts / shell, line) == expected
    if shutil.which("fish"):
        for line in ("rankproof claims my", "rankproof verify my"):
            assert "my_metric.toml" in completed("fish", scripts / "fish", line)
    for shell in ("bash", "zsh"):
        assert "complete -o default -F _rankproof" in (scripts / shell).read_text(encoding="utf-8")


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_completes(shell, scripts):
    if shutil.which(shell) is None:
        pytest.skip(f"no {shell} here")
    for line, expected in LINES.items():
        found = completed(shell, scripts / shell, line)
        assert found >= expected if shell == "fish" else found == expected, line
        assert found or not expected


def test_wrong_shells_are_one_message(capsys):
    assert main(["bsh"]) == 2
    assert "Did you mean 'bash'?" in capsys.readouterr().err
    assert main([]) == 2
    assert main(["--help"]) == 0
    capsys.readouterr()
    assert main(["--frobnicate"]) == 2
    assert "no option '--frobnicate'" in capsys.readouterr().err
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"rankproof {VERSION}\n"


def test_only_plain_names_are_written(monkeypatch):
    import proofs.check

    rows = [("fine", "x"), ("$(touch /tmp/x)", "x"), ("a'b", "x")]
    monkeypatch.setattr(proofs.check, "order_rows", lambda: rows)
    assert "touch" not in script("bash") + script("fish")
    assert "fine" in script("bash")
