"""How fast orders of runs are built and classified, beside SageMath's posets in the same run."""

import json
import subprocess
import time
import venv
from pathlib import Path

import pytest
from lower_bounds import python_of
from memory import peak, shown

from axioms import find_axiom
from axioms.ordering import VALUATION
from lattice import find_order, structure
from lattice.relation import poset_of, relation
from metrics import find_metric
from proofs.core.limits import Limits
from proofs.core.question import Question
from proofs.engines.exhaustive.runs.run_plans import valuation
from proofs.engines.exhaustive.runs.run_search import RunSearch
from proofs.engines.exhaustive.runs.setting import Setting

SAGE = ("passagemath-graphs", "passagemath-modules", "passagemath-flint")


def ours(name, size, top, metric="gp"):
    """Build, cover, test, try the valuation on all pairs; return the time and what was found."""
    relation.cache_clear()
    poset_of.cache_clear()
    started = time.perf_counter()
    order = find_order(name)
    question = Question(
        find_axiom("valuation"), (find_metric(metric),), size, {"c": top}, None, order
    )
    setting = Setting(question, Limits())
    found = {
        "runs": len(setting.poset),
        "covers": len(setting.poset.covers),
        "lattice": structure.is_lattice(setting.poset),
        "irreducibles": len(structure.join_irreducibles(setting.poset)),
        "distributive": structure.is_distributive(setting.poset),
        "valuation": valuation(RunSearch(setting), VALUATION).true,
    }
    return time.perf_counter() - started, found


@pytest.fixture(scope="session")
def sage(tmp_path_factory):
    """A Python that has SageMath's posets, or a skip that says why not."""
    home = Path(tmp_path_factory.getbasetemp().parent) / "rankproof-sage"
    python = python_of(home)
    if not python.exists():
        venv.create(home, with_pip=True)
        command = [python, "-m", "pip", "install", "-q", *SAGE]
        made = subprocess.run(command, capture_output=True, text=True, check=False)
        if made.returncode:
            pytest.skip(f"SageMath's posets are missing: pip install {' '.join(SAGE)} fails here")
    return python


def test_building_and_classifying_2187_runs(sage):
    script = Path(__file__).with_name("sage_posets.py")
    told = subprocess.run(
        [sage, script, "7", "2"], capture_output=True, text=True, check=False, timeout=1800
    )
    if told.returncode:
        pytest.skip(f"SageMath's posets do not run here: {told.stderr.strip().splitlines()[-1]}")
    theirs = json.loads(told.stdout.strip().splitlines()[-1])
    ours("rank_replacement", 3, 2)
    seconds, found = min(ours("rank_replacement", 7, 2) for _ in range(3))
    ratio = theirs["seconds"] / seconds
    sage_seconds = theirs["seconds"]
    print(f"\n2,187 runs: ours {seconds:.3f} s, SageMath {sage_seconds:.1f} s, {ratio:.0f} times")
    for name in ("runs", "covers", "irreducibles", "distributive", "valuation"):
        assert found[name] == theirs[name], name
    assert ratio >= 100


@pytest.mark.parametrize(("name", "limit"), [("rank_replacement", 10), ("rank_swapping", 30)])
def test_6561_runs(name, limit):
    seconds, found = ours(name, 8, 2)
    used = peak()
    print(f"\n{name}, 6,561 runs: {seconds:.2f} s, {shown(used)}, {found}")
    assert seconds < limit
    assert used is None or used < 2
