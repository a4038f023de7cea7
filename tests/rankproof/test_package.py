"""What people import, the version, and packages that hide ours."""

import ast
import dataclasses
import inspect
import os
import subprocess
import sys
import tomllib
from importlib import import_module
from typing import get_args

import pytest
from commands import ANSWERS, ROOT, SUBCOMMANDS, certificate, environment
from sympy import SympifyError, preorder_traversal

import proofs
import rankproof
from metrics.language.parameters import PARAMETERS
from rankproof import calls, labels, lists, runs, weights

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
    others = "'proofs.engines.smt', 'proofs.engines.linear', 'lattice.poset', 'difflib'"
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


# Folders that have our names ----------------------------------------------------------------------

ASK = "print(rankproof.ask('ioi', 'dcg', n=3).status)"
FOUND_LAST = (  # as installed for development: our packages come after everything on the path
    "import sys; from importlib.machinery import PathFinder\n"
    "class Last:\n"
    "    def find_spec(self, name, path=None, target=None):\n"
    f"        return PathFinder.find_spec(name, path or [{str(ROOT)!r}])\n"
    "sys.meta_path.append(Last())\n"
    f"sys.path = [p for p in sys.path if p != {str(ROOT)!r}]\n"
)


@pytest.mark.sweep(11)
@pytest.mark.parametrize("command", SUBCOMMANDS)
def test_commands_beside_packages_of_our_names(command, tmp_path):
    for name in ("metrics", "axioms", "lattice", "proofs"):
        if name != command.partition(".")[0]:  # Python looks for the command itself there
            hide(tmp_path, name, "a package")
    words = ["-m", command, *ANSWERS[command].split()]
    if command == "proofs.verify":
        words[-1] = str(certificate(tmp_path))
    code, out, err = python(*words, cwd=tmp_path, env=environment())
    assert code in (0, 1)  # proofs.judge finds something
    assert (bool(out), err) == (True, "")


WAYS = ("here", "path", "script", "module", "notebook")


@pytest.mark.sweep(7)
@pytest.mark.parametrize(
    ("how", "way"),
    [*[("a package", way) for way in WAYS], ("a file", "here"), ("a folder", "notebook")],
)
def test_importing_beside_packages_of_our_names(how, way, tmp_path):
    for name in HIDING[1:]:
        hide(tmp_path, name, how)
    code = f"import rankproof\n{ASK}\nimport proofs; assert proofs.ask is rankproof.ask\n"
    env, words, cwd = environment(), ["-c", FOUND_LAST + code], tmp_path
    if way == "path":
        env, words, cwd = environment(tmp_path), ["-P", "-c", code], tmp_path.parent
    elif way in ("script", "module"):
        (tmp_path / "mine.py").write_text(FOUND_LAST + code)
        words = ["mine.py"] if way == "script" else ["-m", "mine"]
    elif way == "notebook":
        words = ["-c", f"import sys; sys.path[0] = ''\n{FOUND_LAST}{code}"]
    assert python(*words, cwd=cwd, env=env) == (0, "holds\n", "")


def test_importing_proofs_beside_a_folder_metrics(tmp_path):
    hide(tmp_path, "metrics", "a folder")
    line = f"{FOUND_LAST}import proofs; print(proofs.ask('ioi', 'dcg', n=3).status)"
    assert python("-c", line, cwd=tmp_path, env=environment()) == (0, "holds\n", "")


@pytest.mark.parametrize("how", ["a package", "a file", "a folder"])
@pytest.mark.parametrize("ours", ["rankproof", "proofs", "lattice"])
def test_a_module_that_was_imported_before_is_one_message(how, ours, tmp_path):
    hide(tmp_path, "metrics", how)
    code = f"{FOUND_LAST}import metrics\nimport {ours}"
    code, out, err = python("-c", code, cwd=tmp_path, env=environment())
    last = err.splitlines()[-1]
    assert (code, out) == (1, "")
    assert last.startswith("ImportError: another 'metrics', in ")
    assert str(tmp_path) in last
    assert "Rename yours" in last


def test_a_package_that_ours_hides_is_told(tmp_path):
    hide(tmp_path, "metrics", "a package")
    (tmp_path / "mine.py").write_text("import rankproof\nimport metrics\nprint(metrics.METRICS)\n")
    code, _, err = python("mine.py", cwd=tmp_path, env=environment())
    assert code == 0
    assert f"mine.py:2: RuntimeWarning: 'metrics' is rankproof's package in {ROOT}" in err
    assert f"not the one in {tmp_path / 'metrics'}." in err


def test_a_clone_called_rankproof_does_not_hide_the_package(tmp_path):
    (tmp_path / "rankproof").mkdir()
    code = FOUND_LAST + "import proofs; print(proofs.ask('ioi', 'dcg', n=3).status)"
    assert python("-c", code, cwd=tmp_path, env=environment()) == (0, "holds\n", "")


@pytest.mark.sweep(4)
@pytest.mark.parametrize("hidden", HIDING[1:])
def test_the_installed_command_is_not_affected(hidden, tmp_path):
    hide(tmp_path, hidden, "a package")
    words = ["-m", "rankproof", "check", "ioi", "dcg", "--n", "3"]
    code, out, err = python(*words, cwd=tmp_path, env=environment(tmp_path))
    assert (code, err) == (0, "")
    assert out.startswith("HOLDS")
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert settings["project"]["scripts"] == {"rankproof": "rankproof.__main__:main"}


# What people call ---------------------------------------------------------------------------------


def keywords(function):
    """Return the keyword parameters of a function; there is none that takes anything."""
    found = inspect.signature(function).parameters
    assert not [one for one in found.values() if one.kind == one.VAR_KEYWORD]
    assert function.__doc__
    return {name for name, one in found.items() if one.kind == one.KEYWORD_ONLY}


def test_the_keywords_of_ask_are_the_parameters():
    own = {"n", "convention", "domain", "engine", "cross", "samples", "seed", "limits"}
    wanted = {*PARAMETERS, *own, "parameters"}
    assert keywords(rankproof.ask) == wanted, "list it in rankproof/calls.py"
    from proofs.core.asking import CHOICES, ask

    assert own == keywords_of_core(ask)
    assert set(CHOICES) == set(get_args(calls.Engine))


def keywords_of_core(function):
    found = inspect.signature(function).parameters.values()
    return {one.name for one in found if one.kind == one.KEYWORD_ONLY}


def test_the_keywords_of_value_are_the_points_and_the_parameters():
    from proofs.value import POINTS

    wanted = {*POINTS, *PARAMETERS, "convention", "parameters"}
    assert keywords(rankproof.value) == wanted, "list it in rankproof/calls.py"


def test_the_keywords_of_table_are_what_tables_read():
    from proofs.tables.request import Request

    fields = {one.name for one in dataclasses.fields(Request)}
    fields -= {"sizes", "progress", "known"}  # what only we say
    assert keywords(rankproof.table) == fields | {"n"}, "list it in rankproof/calls.py"


@pytest.mark.parametrize("name", ["claims", "verify"])
def test_every_call_is_explicit(name):
    assert keywords(getattr(rankproof, name))


def test_the_stub_offers_what_the_package_has():
    tree = ast.parse((ROOT / "rankproof" / "__init__.pyi").read_text(encoding="utf-8"))
    homes = {
        alias.asname: f"{node.module}.{alias.name}"
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert set(homes) == set(rankproof.__all__)
    for name, home in homes.items():
        module, _, there = home.rpartition(".")
        assert getattr(import_module(module), there) is getattr(rankproof, name), name
    assert set(dir(rankproof)) >= set(rankproof.__all__)
    for package in ("rankproof", "axioms", "metrics", "lattice", "proofs"):
        assert (ROOT / package / "py.typed").exists(), f"the types of {package} are not read"


TYPED = """
import rankproof
verdict = rankproof.ask("ioi", "dcg", n="2..6")
print(verdict.status, verdict.witness)
print(rankproof.value("dcg", ranking=[1, 2]).exact)
judged = rankproof.judge("mine.py:f", call="rankings", docs=2)
reveal_type(verdict)
reveal_type(judged)
rankproof.judge("mine.py:f", doc=3)
rankproof.ask("ioi", "dcg", n=3, kk=2)
"""


@pytest.mark.slow
def test_a_checker_of_types_knows_what_is_called(tmp_path):
    (tmp_path / "typed.py").write_text(TYPED, encoding="utf-8")
    said = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-error-summary", "typed.py"],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    own = [line.partition(":")[2] for line in said.splitlines() if line.startswith("typed.py")]
    assert [line.partition(":")[0] for line in own if "error:" in line] == ["9", "10"]
    assert "proofs.core.verdict.Verdict" in own[0]
    assert "proofs.programs.judging.Judged" in own[1]


# The words of the language ------------------------------------------------------------------------

ARITHMETIC = {
    *("Add", "Mul", "Pow", "Integer", "Rational", "Half", "One", "Zero", "NegativeOne"),
    *("Tuple", "Str", "Symbol", "BooleanTrue"),
}
CALLED = {"At", "Grade", "Score", "Benefit", "Slot", "RankOf", "ItemAt"}
"""What a call makes: sigma(i), r(i), m(sigma), m.benefit(…), rank_of(…)."""
RELATIONS = {
    "Equality": "Eq", "Unequality": "Ne", "LessThan": "Le", "StrictLessThan": "Lt",
    "GreaterThan": "Ge", "StrictGreaterThan": "Gt",
}  # fmt: skip


def declared():
    metrics = [
        rankproof.METRICS, rankproof.RUN_METRICS, rankproof.WEIGHTED_METRICS,
        rankproof.HEIGHT_METRICS, rankproof.TEXTBOOK_METRICS, rankproof.TOP_METRICS,
    ]  # fmt: skip
    yield from (metric.value for catalogue in metrics for metric in catalogue.values())
    for name in rankproof.LIST_METRICS:
        yield rankproof.find_list_metric(name, cut=2).value
    asked = [
        rankproof.AXIOMS, rankproof.QUANTITIES, rankproof.OTHER_AXIOMS, rankproof.LIST_AXIOMS,
        rankproof.TOP_AXIOMS,
    ]  # fmt: skip
    yield from (f for catalogue in asked for one in catalogue.values() for f in one.formulas)
    for order in rankproof.ORDERS.values():
        yield from (f for f in (order.below, order.join, order.meet) if f is not None)
        yield from (operation.step for operation in order.operations)


def test_every_declaration_can_be_written_in_the_words_that_people_import():
    words = set(rankproof.__all__)
    for module in (runs, lists, weights, labels):
        words |= set(module.__all__)
    for formula in declared():
        for node in preorder_traversal(formula):
            kind = type(node).__name__
            known = ARITHMETIC | CALLED | words
            assert RELATIONS.get(kind, kind) in known, f"{kind} is needed for {formula}"


def test_names_of_a_table_may_be_one_text():
    found = rankproof.table("lists", n=2, metrics="ap(over=cut, rel=2)@2, rr", axioms="promotion")
    assert [row["metric"] for row in found.tidy()] == ["ap(over=cut, rel=2)@2", "rr"]


def test_a_file_of_declarations_is_read_from_python(tmp_path):
    path = tmp_path / "own.toml"
    metric = (
        '[metric.half]\ndomain = "lists"\nvalue = "sum(i, 1, n, r(i) / 2^i * [i <= length(r)])"\n'
    )
    axiom = '[axiom.tail]\nstatement = "forall r, s in lists: same_top(r, s, 2) => m(r) = m(s)"\n'
    path.write_text(metric + "higher_is_better = true\n" + axiom, encoding="utf-8")
    found = rankproof.declared(str(path))
    assert list(found) == ["half", "tail"]
    assert rankproof.ask("promotion", found["half"], n="all").status == "holds"
    assert rankproof.ask(found["tail"], found["half"], n=2, c=1).status == "holds"
    assert rankproof.ask(found["tail"], found["half"], n=3, c=1).status == "refuted"
    path.write_text(metric + axiom.replace("tail", "half"), encoding="utf-8")
    with pytest.raises(rankproof.BadInput, match="two declarations are called 'half'"):
        rankproof.declared(str(path))


def test_the_words_take_numbers():
    from rankproof.lists import SameTop, r, s

    assert [type(part).__name__ for part in SameTop(r, s, 2).args[2:]] == ["Integer"]
    with pytest.raises(SympifyError):
        SameTop(r, s, "2")
