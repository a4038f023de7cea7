"""Plug-ins: an example package is installed into a folder of its own, and used."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent / "example_plugin"

BROKEN = "raise RuntimeError('this plug-in is broken')\n"
SECOND = """
from metrics.metric import Metric
from metrics.language.terms import sigma
error_by_rank = Metric("error_by_rank", "another", (sigma,), sigma(1), "own", True, "second")
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder with the example package, as pip installs it, or laid out alike without pip."""
    target = tmp_path_factory.mktemp("installed")
    packed = tmp_path_factory.mktemp("source") / "example_plugin"
    shutil.copytree(SOURCE, packed)
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation"]
    made = subprocess.run(
        [*command, "--no-index", "--target", str(target), str(packed)],
        capture_output=True,
        timeout=300,
        check=False,
    )
    if made.returncode:
        shutil.copytree(SOURCE / "src" / "example_plugin", target / "example_plugin")
        project = tomllib.loads((SOURCE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        described(target, project["name"], project["entry-points"]["rankproof.declarations"])
    return target


def described(folder, name, entries):
    """Write what an installer writes about a package: its name and its entry points."""
    about = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = [f"{entry} = {module}" for entry, module in entries.items()]
    (about / "entry_points.txt").write_text("\n".join(["[rankproof.declarations]", *lines]))


def offering(folder, name, text):
    """Write a package with one entry point into a folder, as an installer would."""
    (folder / f"{name}.py").write_text(text, encoding="utf-8")
    described(folder, name, {name: name})


def run(*words, path):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path))}
    return subprocess.run(
        [sys.executable, "-m", *words],
        capture_output=True,
        text=True,
        env=environment,
        timeout=300,
        check=False,
    )


def test_what_a_package_offers_is_known_by_name(installed):
    found = run("proofs.check", "zero_for_equal", "error_by_rank", "--n", "3", path=[installed])
    assert found.returncode == 0, found.stderr
    assert "not ours: the plug-in example of example-plugin" in found.stdout
    listed = run("proofs.check", "--list", "orders", path=[installed]).stdout
    assert "placewise" in listed
    assert "(the plug-in example of example-plugin)" in listed
    paper = run("proofs.claims", "example_paper", path=[installed])
    assert paper.returncode == 0, paper.stderr
    assert paper.stdout.count("CONFIRMED") == 2


def test_what_a_paper_of_a_package_defines_is_known_and_its_claims_have_names(installed):
    one = run("proofs.claims", "example_paper.late", path=[installed])
    assert (one.returncode, one.stdout.count("CONFIRMED")) == (0, 1), one.stderr
    asked = run("proofs.check", "symmetry", "late_error", "--n", "3", path=[installed])
    assert "late_error is not ours: the plug-in example of example-plugin" in asked.stdout
    wrong = run("proofs.claims", "example_paper.lat", path=[installed])
    assert "Did you mean 'example_paper.late'" in wrong.stderr
    wrong = run("proofs.claims", "example_papers", path=[installed])
    assert wrong.stderr.strip().endswith("toma, area, example_paper.")
    listed = run("proofs.check", "--list", "claims", path=[installed]).stdout
    assert "a paper (the plug-in example of example-plugin)" in listed


def test_a_broken_package_and_a_name_taken_twice_are_named_and_stop_nothing(installed, tmp_path):
    offering(tmp_path, "broken", BROKEN)
    offering(tmp_path, "second", SECOND)
    found = run("proofs.check", "--list", "metrics", path=[installed, tmp_path])
    assert found.returncode == 0
    assert "error_by_rank" not in found.stdout
    broken, second = found.stderr.splitlines()
    assert "plug-in broken of broken" in broken
    assert "RuntimeError" in broken
    assert "example of example-plugin" in second
    assert "second of second" in second
    assert "'error_by_rank'" in second
    asked = run("proofs.check", "symmetry", "error_by_rank", "--n", "3", path=[installed, tmp_path])
    assert (asked.returncode, asked.stdout) == (2, "")
    others = run("proofs.check", "--list", "orders", path=[installed, tmp_path]).stdout
    assert "placewise" in others
    assert asked.stderr.splitlines()[-1].startswith("error: two declarations are called")


def test_from_python_a_plug_in_is_known_too_and_is_not_lost(installed):
    program = """
import rankproof
from rankproof import Metric, sigma
mine = Metric("mine", "mine", (sigma,), sigma(1), "own", True, "here")
print(rankproof.find_metric("error_by_rank").origin)
assert rankproof.ask("consistency", mine, "error_by_rank", n=2).status
print(rankproof.ask("zero_for_equal", "error_by_rank", n=3).status)
"""
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    command = [sys.executable, "-c", program]
    said = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert said.stdout.splitlines() == ["the plug-in example of example-plugin", "holds"], said


def test_names_that_we_know_load_no_package(tmp_path):
    offering(tmp_path, "broken", BROKEN)
    found = run("proofs.check", "ioi", "dcg", "--n", "3", path=[tmp_path])
    assert (found.returncode, found.stderr) == (0, "")
