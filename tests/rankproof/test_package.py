"""What people import, the version, and packages that hide ours."""

import os
import subprocess
import sys
import tomllib

import pytest
from commands import ANSWERS, ROOT, SUBCOMMANDS, environment

import proofs
import rankproof
from rankproof.line.guard import WRONG_USAGE

HIDING = ("rankproof", "metrics", "axioms", "lattice", "proofs")


def python(*arguments, **settings):
    found = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=False, **settings
    )
    return found.returncode, found.stdout, found.stderr


def hide(folder, name, how):
    if how == "a file":
        (folder / f"{name}.py").write_text("x = 1\n")
        return
    (folder / name).mkdir()
    if how == "a package":
        (folder / name / "__init__.py").write_text("x = 1\n")


def test_the_names_people_import():
    from axioms.axiom import Axiom
    from lattice.order import Order
    from metrics.metric import Metric
    from proofs.core.verdict import Verdict

    assert rankproof.ask is proofs.ask
    assert (rankproof.Metric, rankproof.Axiom) == (Metric, Axiom)
    assert (rankproof.Order, rankproof.Verdict) == (Order, Verdict)
    assert rankproof.ask("symmetry", "mae", n=3).status == "holds"
    with pytest.raises(AttributeError, match="no attribute 'answer'"):
        _ = rankproof.answer


def test_importing_rankproof_is_light():
    code = "import sys, rankproof, rankproof.line.guard, proofs, lattice, proofs.claims; "
    heavy = "print({'sympy', 'numpy', 'argparse', 'metrics', 'axioms'} & set(sys.modules))"
    assert python("-c", code + heavy, cwd=ROOT) == (0, "set()\n", "")


def test_a_first_answer_imports_only_what_it_needs():
    code = "import sys; from proofs.check import main; main('ioi dcg --n 6 --quiet'.split()); "
    rooms = "'proofs.trusted.replay', 'proofs.script', 'proofs.tables', 'metrics.labels'"
    others = "'proofs.engines.smt', 'proofs.engines.linear', 'lattice', 'json', 'difflib'"
    idle = f"print({{{rooms}, {others}}} & set(sys.modules))"
    assert python("-c", code + idle, cwd=ROOT) == (0, "set()\n", "")


def test_the_version_is_written_once():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert settings["project"]["dynamic"] == ["version"]
    place = settings["tool"]["setuptools"]["dynamic"]["version"]["attr"]
    assert place == "rankproof.line.version.VERSION"
    cited = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {rankproof.VERSION}\n" in cited
    assert rankproof.VERSION == rankproof.__version__ == proofs.VERSION


def test_a_certificate_has_the_version():
    from proofs.report.certificate import certificate

    found = certificate(proofs.ask("symmetry", "mape", n=3), rankproof.VERSION)
    assert found["version"] == rankproof.VERSION


@pytest.mark.parametrize("command", SUBCOMMANDS)
@pytest.mark.parametrize("hidden", ["metrics", "axioms", "lattice", "proofs"])
def test_a_package_that_hides_ours_is_one_message(command, hidden, tmp_path):
    if hidden == command.partition(".")[0]:
        return  # Python looks for the command itself there
    hide(tmp_path, hidden, "a package")
    words = ["-m", command, *ANSWERS[command].split()]
    code, out, err = python(*words, cwd=tmp_path, env=environment())
    assert (code, out) == (WRONG_USAGE, "")
    assert err.startswith(f"error: the package {hidden!r} was found in {tmp_path / hidden}")
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("how", ["a file", "a folder"])
@pytest.mark.parametrize("command", ["lattice.draw", "proofs.claims", "proofs.curves"])
def test_a_file_or_a_plain_folder_that_hides_ours(command, how, tmp_path):
    hide(tmp_path, "metrics", how)
    code = (
        # As installed for development: our packages are found after everything on the path.
        "import runpy, sys; from importlib.machinery import PathFinder\n"
        "class Ours:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        return PathFinder.find_spec(name, path or [{str(ROOT)!r}])\n"
        f"sys.meta_path.append(Ours()); sys.argv[1:] = {ANSWERS[command].split()!r}\n"
        f"sys.path = [p for p in sys.path if p != {str(ROOT)!r}]\n"
        f"runpy.run_module({command!r}, run_name='__main__', alter_sys=True)\n"
    )
    env = {**os.environ, "PYTHONPATH": ""}
    found, out, err = python("-c", code, cwd=tmp_path, env=env)
    assert (found, out) == (WRONG_USAGE, "")
    assert err.startswith("error: the package 'metrics' was found in")
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("line", ["from rankproof import ask", "import lattice; lattice.ORDERS"])
def test_importing_beside_a_package_that_hides_ours_says_so(line, tmp_path):
    hide(tmp_path, "metrics", "a package")
    code, _, err = python("-c", line, cwd=tmp_path, env=environment())
    assert code == 1
    assert err.splitlines()[-1].startswith("ImportError: the package 'metrics' was found in")
