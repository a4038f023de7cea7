"""The house rules: imports run one way, no floats in declarations, linters are content."""

import ast
import os
import re
import shutil
import subprocess
import sys
from functools import cache

import pytest

from axioms import AXIOMS, QUANTITIES
from metrics import METRICS

LAYERS = ("metrics", "axioms", "lattice", "proofs")
PACKAGES = ("rankproof", "rankproof_pytest", *LAYERS)
NOT_TRUSTED = (
    "proofs.engines",
    "proofs.exact",
    "proofs.core.asking",
    "proofs.core.outcome",
    "proofs.core.verdict",
    "proofs.report.certificate",
)
STRUCTURES = (
    "lattice.poset",
    "lattice.structure",
    "lattice.bounds",
    "lattice.completion",
    "lattice.relation",
)
MOST_FILES = 13


def sources(root, package):
    return sorted((root / package).rglob("*.py"))


@cache
def nodes_of(path):
    """Return a source as it is parsed, and everything below it: many rules read it."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def imported(path):
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


@pytest.mark.parametrize("package", LAYERS)
def test_imports_run_one_way(root, package):
    allowed = LAYERS[: LAYERS.index(package) + 1]
    for path in sources(root, package):
        for name in imported(path):
            top = name.split(".")[0]
            assert top not in LAYERS or top in allowed, f"{path.name} imports {name}"


def test_what_every_command_shares_imports_nothing_of_ours(root):
    for path in sources(root, "rankproof/line"):
        for name in imported(path):
            assert name.split(".")[0] not in LAYERS, f"{path.name} imports {name}"


def test_folders_stay_small(root):
    for package in PACKAGES:
        for folder in {path.parent for path in sources(root, package)}:
            count = len([path for path in folder.glob("*.py") if path.name != "__init__.py"])
            assert count <= MOST_FILES, f"{folder} has {count} files"


def within(name, folders):
    return any(name == folder or name.startswith(f"{folder}.") for folder in folders)


def test_the_trusted_room_imports_nothing_that_it_judges(root):
    for path in sources(root, "proofs/trusted"):
        for name in imported(path):
            assert not within(name, (*NOT_TRUSTED, *STRUCTURES)), f"{path} imports {name}"


@pytest.mark.parametrize("folder", ["engines", "exact", "script", "report"])
def test_nothing_below_the_verdict_imports_the_trusted_room(root, folder):
    for path in sources(root, f"proofs/{folder}"):
        for name in imported(path):
            assert not within(name, ["proofs.trusted"]), f"{path} imports {name}"


def test_duals_are_checked_by_the_standard_library_alone(root):
    names = set(imported(root / "proofs" / "trusted" / "duals.py"))
    assert names <= sys.stdlib_module_names | {"collections.abc"}
    assert len((root / "proofs" / "trusted" / "duals.py").read_text("utf-8").splitlines()) <= 100


@pytest.mark.parametrize("package", ["metrics", "axioms"])
def test_declarations_contain_no_float(root, package):
    for path in sources(root, package):
        for node in nodes_of(path):
            if isinstance(node, ast.Constant) and isinstance(node.value, float):
                assert path.name == "naming.py", f"{path}: {node.value}"


def test_a_float_in_a_metric_is_refused():
    from dataclasses import replace

    with pytest.raises(ValueError, match=r"Rational\(4, 5\)"):
        replace(METRICS["mae"], value=METRICS["mae"].value * 0.8)


@pytest.mark.parametrize(
    "declared", [*METRICS.values(), *AXIOMS.values(), *QUANTITIES.values()], ids=lambda d: d.name
)
def test_every_declaration_has_a_source(declared):
    assert declared.source
    assert declared.title


def test_every_file_says_what_it_is(root):
    for package in PACKAGES:
        for path in sources(root, package):
            assert ast.get_docstring(nodes_of(path)[0]), path


def test_files_stay_readable(root):
    for package in PACKAGES:
        for path in sources(root, package):
            assert len(path.read_text(encoding="utf-8").splitlines()) <= 420, path


def test_no_text_is_evaluated(root):
    """sympify evaluates text, unless it is strict; eval and exec always do.

    A function that is not called where it is named, as in map(sympify, …), is called elsewhere.
    """
    for package in PACKAGES:
        for path in sources(root, package):
            nodes = list(nodes_of(path))
            calls = [node for node in nodes if isinstance(node, ast.Call)]
            called = {id(call.func): call for call in calls}
            for node in nodes:
                name = getattr(node, "attr", getattr(node, "id", ""))
                call = called.get(id(node))
                strict = call is not None and any(word.arg == "strict" for word in call.keywords)
                assert name != "sympify" or strict, (path, node.lineno)
                assert name != "S" or call is None, (path, node.lineno)  # S.One is a number
                assert name not in ("exec", "parse_expr"), (path, node.lineno)
                assert name != "eval" or isinstance(node, ast.Attribute), (path, node.lineno)


def test_ruff_is_content(root):
    subprocess.run([sys.executable, "-m", "ruff", "check", "."], cwd=root, check=True)


def test_mypy_is_content(root):
    subprocess.run([sys.executable, "-m", "mypy", "--no-error-summary"], cwd=root, check=True)


def test_ci_runs_the_command_of_the_readme(root):
    readme = (root / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"```sh\n(.*?)\n```", readme, flags=re.S)
    ci = (root / ".ci" / "run").read_text(encoding="utf-8")
    assert commands[1].strip() in ci


def test_no_path_of_one_machine_is_tracked(root):
    if not (root / ".git").exists():
        pytest.skip("not a checkout")
    pattern = r"(^|[^A-Za-z0-9._-])/(work|farm|root|home/[a-z]+)/"
    found = subprocess.run(
        ["git", "grep", "-nIE", pattern, "--", ".", ":!tests/test_house.py"],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.stdout == ""


def test_the_installed_command_ignores_a_shadowing_folder(root, tmp_path):
    (tmp_path / "metrics").mkdir()
    (tmp_path / "metrics" / "__init__.py").write_text("x = 1\n")
    code = (
        "import sys; sys.argv = ['rankproof', 'check', 'ioi', 'dcg', '--n', '3'];"
        "from rankproof.__main__ import main; raise SystemExit(main())"
    )
    found = subprocess.run(
        [sys.executable, "-P", "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (tmp_path, root)))},
    )
    assert found.returncode == 0, found.stderr
    assert found.stdout.startswith("HOLDS")


def test_an_overwritten_package_is_noticed(root, tmp_path):
    for package in PACKAGES:
        shutil.copytree(
            root / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    (tmp_path / "metrics" / "__init__.py").write_text("x = 1\n")
    found = subprocess.run(
        [sys.executable, "-m", "proofs.check", "ioi", "dcg", "--n", "3"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": ""},
    )
    assert found.returncode == 2
    assert "overwritten" in found.stderr
