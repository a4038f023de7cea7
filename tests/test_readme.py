"""Every command and output block of the README is run."""

import re
import shlex
from importlib import import_module

import pytest
from conftest import ROOT

from proofs.check import main

README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"```console\n\$ python -m proofs\.check (.*?)\n(.*?)```", README, flags=re.S)
COMMAND = r"^python -m (proofs|lattice)\.(check|implies|verify|table|claims|curves|draw) (.*)$"
LISTED = re.findall(COMMAND, README, flags=re.M)


def timeless(text):
    return re.sub(r"\d+\.\d\d s", "… s", text).strip()


def test_there_are_examples():
    assert len(SHOWN) >= 2
    assert len(LISTED) >= 5


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command for command, _ in SHOWN])
def test_outputs_are_what_really_prints(capsys, command, output):
    main(shlex.split(command))
    assert timeless(capsys.readouterr().out) == timeless(output)


def test_commands_run(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RANKPROOF_CACHE", str(tmp_path / "cache"))
    for package, program, command in LISTED:
        module = "proofs.claims.__main__" if program == "claims" else f"{package}.{program}"
        run = import_module(module).main
        assert run(shlex.split(command)) in (0, 1), command
        assert capsys.readouterr().out or "--out" in command


@pytest.mark.parametrize(
    "block", [b for b in re.findall(r"```python\n(.*?)```", README, flags=re.S) if "Metric(" in b]
)
def test_the_metric_of_the_readme_is_a_metric(block):
    from sympy import Abs, Sum

    from metrics.language.terms import i, n, sigma, tau
    from metrics.metric import Metric

    names = {"Metric": Metric, "Sum": Sum, "Abs": Abs, "i": i, "n": n, "sigma": sigma, "tau": tau}
    exec(block, names)
    assert names["mae"].parameters == ()
