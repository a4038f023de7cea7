"""The lowest versions that pyproject.toml allows, installed and tried.

A bound that nobody tests becomes false. This makes an environment with exactly the lower bound of
every dependency and runs a quick part of the tests in it:

    python -m tests.lower_bounds                        in a temporary environment
    python -m tests.lower_bounds --keep lowest          in the folder `lowest`, which stays
    python -m tests.lower_bounds -- tests/lattice       other tests

Run it with the lowest Python that is supported: old versions have no wheels for new Pythons.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OURS = "rankproof"
QUICK = (
    "tests/test_readme.py",
    "tests/test_house.py",
    "tests/test_project.py",
    "tests/metrics/test_language.py",
    "tests/lattice",
    "tests/proofs/test_check.py",
    "tests/proofs/test_implies.py",
    "tests/proofs/exact",
    "tests/proofs/engines/test_weights.py",
    "tests/proofs/tables",
)


def pinned(requirement: str) -> str:
    """Return a requirement at its lower bound; where it is needed is left out.

    >>> pinned("scipy>=1.13"), pinned("ranx>=0.3; python_version < '3.14'")
    ('scipy==1.13', 'ranx==0.3')
    """
    found = re.fullmatch(
        r"([A-Za-z0-9_.-]+)>=([0-9][0-9.]*)(?:; (?:python_version|platform_system) .*)?",
        requirement,
    )
    if found is None:
        raise ValueError(f"{requirement!r} has no lower bound: write it as name>=version.")
    return "{}=={}".format(*found.groups())


def requirements(project: dict) -> Iterator[str]:
    """Yield every requirement of the base and of all extras but those that name our own extras."""
    listed = [project["dependencies"], *project["optional-dependencies"].values()]
    for requirement in (one for several in listed for one in several):
        if not requirement.startswith(f"{OURS}["):
            yield requirement


def python_of(environment: Path) -> Path:
    """Return the interpreter of a virtual environment, on any system."""
    windows = sys.platform == "win32"
    return environment / ("Scripts/python.exe" if windows else "bin/python")


def tried(environment: Path, tests: Sequence[str]) -> int:
    """Install the lower bounds into a new environment, run the tests, return the exit code."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    constraints = environment / "lower_bounds.txt"
    venv.create(environment, with_pip=True, clear=True)
    constraints.write_text("\n".join(map(pinned, requirements(project))) + "\n", encoding="utf-8")
    python = str(python_of(environment))
    pip = [python, "-m", "pip", "install", "-q"]
    newest = [*pip, "--upgrade", "pip"]  # which chooses among versions several times as fast
    install = [*pip, "-e", ".[test]", "-c", str(constraints)]
    for command in (newest, install, [python, "-m", "pytest", *tests]):
        code = subprocess.run(command, cwd=ROOT, check=False).returncode
        if code:
            return code
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code of what failed first, or 0."""
    parser = argparse.ArgumentParser(prog="tests.lower_bounds", description=__doc__)
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where the environment stays")
    parser.add_argument("tests", nargs="*", default=list(QUICK), help="what to run (a quick part)")
    arguments = parser.parse_args(argv)
    if arguments.keep is not None:
        return tried(arguments.keep.resolve(), arguments.tests)
    with tempfile.TemporaryDirectory(prefix="lower-bounds-") as folder:
        return tried(Path(folder), arguments.tests)


if __name__ == "__main__":
    raise SystemExit(main())
