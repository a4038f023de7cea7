"""A sweep in blocks: one process, several, and a cluster, in one run: python -m pytest -s."""

import time

import pytest
from test_core_speed import report

from proofs.core.limits import silent
from proofs.core.spread import sweep
from rankproof.executors import Processes, Serial
from rankproof.executors.cluster import Cluster

ASKED = sweep.asked_about("triangle", ["rmse"], 7, {})


def on_the_clock(executor, fresh=True):
    """Return the seconds that pass: the work is in other processes."""
    started = time.perf_counter()
    assert sweep.swept(ASKED, executor, silent, fresh).status == "holds"
    return time.perf_counter() - started


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch, tmp_path):
    monkeypatch.setenv("RANKPROOF_CACHE", str(tmp_path))
    monkeypatch.setattr(sweep, "CASES", 2_000_000)


def test_a_sweep_by_each_executor():
    distributed = pytest.importorskip("distributed")
    settings = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**settings, silence_logs=50) as local:
        executors = (Serial(), Processes(2), Cluster(local.scheduler_address))
        seconds = {type(one).__name__: on_the_clock(one) for one in executors}
    again = on_the_clock(Serial(), fresh=False)
    said = ", ".join(f"{name} {taken:.1f} s" for name, taken in seconds.items())
    report(f"triangle rmse n = 7, 25 million cases: {said}; kept blocks {again:.2f} s")
    assert again < seconds["Serial"]
