"""What surrounds the code: versions, supported systems, what is installed, what is imported."""

import os
import re
import subprocess
import sys
import tomllib

import lower_bounds
import pytest
from conftest import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WORKFLOW = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
HOOKS = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
SYSTEMS = {"Linux": "ubuntu", "MacOS": "macos", "Windows": "windows"}
HEAVY = ("z3", "cvc5", "networkx", "matplotlib", "tqdm", "scipy")


def test_the_version_is_the_same_everywhere():
    from proofs import VERSION

    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert "version" in PROJECT["dynamic"]
    assert f"version: {VERSION}\n" in citation


def test_supported_pythons_and_systems_are_those_of_the_workflow():
    listed = re.search(r"python: \[(.*)\]", WORKFLOW)[1].replace('"', "").split(", ")
    stated = [c.split(" :: ")[-1] for c in PROJECT["classifiers"] if "Python :: 3." in c]
    assert listed == stated
    assert PROJECT["requires-python"] == f">={listed[0]}"
    assert f"Python {listed[0]} to {listed[-1]}" in README
    systems = [c.split(" :: ")[-1] for c in PROJECT["classifiers"] if c.startswith("Operating")]
    runners = re.search(r"os: \[(.*)\]", WORKFLOW)[1]
    assert {SYSTEMS[system] for system in systems} == set(re.findall(r"(\w+)-latest", runners))


def test_the_workflow_runs_the_command_of_the_repository_and_the_lower_bounds():
    assert "run: bash .ci/run" in WORKFLOW
    assert "run: python -m tests.lower_bounds" in WORKFLOW


@pytest.mark.parametrize("tool", ["ruff check", "ruff format --check", "mypy"])
def test_the_hooks_are_the_linters_of_the_tests(tool):
    assert f"entry: python -m {tool}" in HOOKS


def test_every_dependency_has_a_lower_bound_that_can_be_pinned():
    names = [lower_bounds.pinned(one).split("==")[0] for one in lower_bounds.requirements(PROJECT)]
    assert len(names) == len(set(names))


def test_a_requirement_without_a_lower_bound_is_noticed():
    with pytest.raises(ValueError, match="write it as name>=version"):
        lower_bounds.pinned("sympy")


def test_the_tests_of_the_lower_bounds_exist():
    for path in lower_bounds.QUICK:
        assert (ROOT / path).exists(), path


def test_all_is_every_extra_but_test_and_test_includes_all():
    extras = PROJECT["optional-dependencies"]
    others = {f"rankproof[{name}]" for name in extras if name not in ("all", "test")}
    assert set(extras["all"]) == others
    assert "rankproof[all]" in extras["test"]


def imported_by(code):
    """Return which heavy libraries are imported after running some code in a new process."""
    told = f"{code}\nimport sys; print([m for m in {HEAVY!r} if m in sys.modules])"
    found = subprocess.run(
        [sys.executable, "-c", told],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    return found.stdout.strip().splitlines()[-1]


@pytest.mark.parametrize(
    "code",
    [
        "import rankproof, proofs, lattice, axioms, metrics",
        "from proofs.check import main; main(['ioi', 'dcg', '--n', '6', '--quiet'])",
        "import proofs.table, proofs.implies, proofs.curves, proofs.verify, lattice.draw",
        "import proofs.claims.__main__",
    ],
    ids=["packages", "ioi dcg", "commands", "claims"],
)
def test_heavy_libraries_are_imported_only_where_used(code):
    assert imported_by(code) == "[]"
