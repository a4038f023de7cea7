"""Executors: this process, several, and a real Dask cluster of worker processes answer alike."""

import json
import os
import signal
import sys
from dataclasses import replace

import pytest

import proofs
from proofs.check import main as check
from proofs.claims.__main__ import main as claims
from proofs.compare import main as compare
from proofs.core.limits import silent
from proofs.core.spread import goals, sweep
from proofs.identify import main as identify
from proofs.judge import main as judge
from proofs.programs import program
from proofs.programs.inputs import Space
from proofs.programs.process import NoProgram
from proofs.programs.program import Spread, started
from proofs.table import main as table
from rankproof.executors import Processes, Serial, cluster, executor
from rankproof.kept import cells
from rankproof.line.failures import Mistake

distributed = pytest.importorskip("distributed")


@pytest.fixture(autouse=True)
def own_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("RANKPROOF_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(sweep, "CASES", 2_000)
    monkeypatch.setattr(goals, "CASES", 5)


@pytest.fixture(scope="module")
def local():
    settings = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**settings, silence_logs=50) as running:
        yield running


def without_times(text):
    fields = json.loads(text)
    for row in fields.get("rows", [fields]):
        for one in (row, *row.get("evidence", [])):
            one.pop("seconds", None)
    return fields


def question(name, metric, n, **given):
    return sweep.asked_about(name, [metric], n, given)


SWEPT = [
    ("triangle", "mae", 4, {}),  # right invariant: the first ranking is the identity
    ("triangle", "mape", 4, {}),  # not invariant, and refuted
    ("symmetry", "mape", 4, {}),
    ("ioi", "mae", 4, {}),
    ("linear_distance", "rmse", 3, {}),  # several statements
    ("symmetry", "lr_plus", 4, {"k": 2}),  # undefined values
    ("triangle", "lr_minus", 4, {"k": 2}),  # left invariant where it is defined
    ("wsd", "kendall", 5, {}),  # about places
    ("kendall_le_3footrule", "similarity", 4, {}),  # all similarities
    ("kendall_le_footrule", "similarity", 4, {"assume": "no_triangle"}),
    ("symmetry", "footrule_sim", 3, {}),
]


@pytest.mark.parametrize(("name", "metric", "n", "given"), SWEPT)
def test_a_sweep_in_blocks_says_what_the_engine_says(name, metric, n, given):
    found = sweep.swept(question(name, metric, n, **given), Serial(), silent)
    engine = proofs.ask(name, metric, n=n, engine="exhaustive", **given)
    assert found.status == engine.status
    assert found.undefined == engine.undefined
    if found.status == "refuted":
        assert found.witness == engine.witness


def test_blocks_are_kept_and_a_second_run_goes_on(monkeypatch):
    asked, tried, real = question("triangle", "mae", 5), [], sweep.block

    def counted(work):
        tried.append(work["among"])
        if len(tried) == 4:
            raise KeyboardInterrupt
        return real(work)

    monkeypatch.setattr(sweep, "block", counted)
    with pytest.raises(KeyboardInterrupt):
        sweep.swept(asked, Serial(), silent)
    shown = []
    found = sweep.swept(asked, Serial(), lambda done, total: shown.append((done, total)))
    assert found.status == "holds"
    assert len(tried) == 1 + len({tuple(among) for among in tried})
    assert shown[0][0] > 0  # three blocks were done before
    assert shown[-1] == (14_400, 14_400)


def test_the_first_witness_is_found_whatever_comes_first():
    class Backwards:
        def results(self, function, work):
            yield from ((key, function(work[key])) for key in reversed(work))

    asked = question("symmetry", "mape", 4)
    found = [sweep.swept(asked, one, silent, fresh=True) for one in (Serial(), Backwards())]
    assert found[0].witness == found[1].witness
    assert found[0].undefined == found[1].undefined


def test_who_does_the_work():
    assert executor(4, 39, 40) == Serial()
    assert executor(4, 40, 40) == Processes(4)
    assert executor(1, 40, 40) == Serial()
    assert executor(4, 1, 40, "tcp://x:1") == cluster.Cluster("tcp://x:1")


def test_only_what_is_named_is_called():
    with pytest.raises(PermissionError):
        cluster.performed("os:system", '"true"', "[]", cells.sources(everything=True))
    assert cluster.performed("proofs.tables.answers:answer", "{}", "[]", "x") == cluster.OTHER_CODE
    with pytest.raises(TypeError, match="not for clusters"):
        next(cluster.Cluster("tcp://x:1").results(print, {1: 1}))


def test_without_the_extra_one_line_says_how_to_get_it(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert check(["triangle", "mae", "--n", "3", "--cluster", "tcp://localhost:1"]) == 2
    assert capsys.readouterr().err == f"error: {cluster.MISSING}\n"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("triangle mae --n 2..3", "one --n"),
        ("triangle mae --n all", "one --n"),
        ("triangle mae --n 3 --engine smt", "leave --engine"),
        ("kendall_le_footrule combined --n 3", "one kind of weights"),
        ("scale_free kendall_w --n 3", "one kind of weights"),
        ("triangle mae --n 3 --limit 5", "does not read --limit"),
        ("triangle mae --n 3", "no scheduler answers"),
        ("min_agreement mae --n 3", "about all rankings"),
        ("valuation gp --order rank_replacement --n 3 --c 2", "rankings"),
    ],
)
def test_bad_input_is_one_message(line, message, capsys, monkeypatch):
    monkeypatch.setattr(cluster, "WAIT", 1)
    assert check([*line.split(), "--cluster", "tcp://127.0.0.1:9"]) == 2
    assert message in capsys.readouterr().err


# A cluster ----------------------------------------------------------------------------------------


def test_a_cluster_answers_as_this_process(local, capsys):
    lines = [
        (
            table,
            "properties --n 3 --metrics mae,recall,mape --axioms ioi,wsd --format json --fresh",
        ),
        (claims, "group.not_commutative --format json --fresh"),
        (check, "triangle mape --n 4 --format json --fresh"),
    ]
    for command, line in lines:
        code = command(line.split())
        here = without_times(capsys.readouterr().out)
        assert command([*line.split(), "--cluster", local.scheduler_address]) == code
        there = without_times(capsys.readouterr().out)
        if command is check:
            same = ("status", "witness", "values", "scope", "undefined")
            here, there = ({name: one[name] for name in same} for one in (here, there))
        assert there == here


def test_own_declarations_reach_the_workers(local, tmp_path, capsys):
    path = tmp_path / "mine.toml"
    text = (
        '[metric.mine]\nvalue = "sum(i, 1, n, abs(sigma(i) - tau(i))^2)"\nhigher_is_better = false'
    )
    path.write_text(text)
    line = f"symmetry mine --n 4 --using {path} --cluster {local.scheduler_address}"
    assert check(line.split()) == 0
    assert capsys.readouterr().out.startswith("HOLDS")


def test_a_time_limit_ends_it_and_the_next_run_goes_on(local, capsys):
    line = ["triangle", "mae", "--n", "5", "--format", "json", "--cluster", local.scheduler_address]
    assert check([*line, "--timeout", "0.05"]) == 3
    assert "are kept" in json.loads(capsys.readouterr().out)["reason"]
    assert check(line) == 0


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs kill")
def test_similarities_on_a_cluster_outlive_a_worker(local):
    with distributed.Client(local.scheduler_address, set_as_default=False) as client:
        victim = min(client.run(os.getpid).values())
    shown = []

    def progress(done, total):
        shown.append(done)
        if len(shown) == 2:
            os.kill(victim, signal.SIGKILL)

    asked = question("kendall_le_3footrule", "similarity", 4)
    found = sweep.swept(asked, cluster.Cluster(local.scheduler_address), progress)
    assert (found.status, shown[-1]) == ("holds", 24)
    assert found.checked == proofs.ask("kendall_le_3footrule", "similarity", n=4).checked
    assert replace(sweep.swept(asked, Serial(), silent), seconds=found.seconds) == found


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs kill")
def test_a_worker_that_is_killed_loses_nothing(local):
    with distributed.Client(local.scheduler_address, set_as_default=False) as client:
        victim = min(client.run(os.getpid).values())
    shown = []

    def progress(done, total):
        shown.append(done)
        if len(shown) == 2:
            os.kill(victim, signal.SIGKILL)

    asked = question("triangle", "mae", 5)
    found = sweep.swept(asked, cluster.Cluster(local.scheduler_address), progress)
    assert found.status == "holds"
    assert shown[-1] == 14_400
    again = sweep.swept(asked, Serial(), silent)  # all blocks are kept
    assert replace(again, seconds=found.seconds) == found


def test_another_version_on_a_worker_is_refused(local, monkeypatch):
    monkeypatch.setattr(cells, "sources", lambda *_, **__: "of another version")
    with pytest.raises(Mistake, match="another version"):
        sweep.swept(
            question("triangle", "mae", 4), cluster.Cluster(local.scheduler_address), silent
        )


MINE = """import os


def first(qrels, run):
    ranked = sorted(run, key=run.get, reverse=True)
    return next((1 / place for place, d in enumerate(ranked, 1) if qrels.get(d)), 0.0)


def dies(qrels, run):
    if len(run) == 2 and "d1" not in qrels:
        os._exit(3)
    return len(run) / 3
"""


@pytest.fixture
def mine(tmp_path):
    (tmp_path / "mine.py").write_text(MINE)
    return f"{tmp_path / 'mine.py'}:"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (judge, ["first", "--docs", "2"]),
        (judge, ["dies", "--docs", "2", "--axioms", "defined,in_range"]),
        (identify, ["first", "--docs", "2"]),
        (compare, ["first", "rr", "--docs", "2"]),
        (compare, ["dies", "p@3", "--docs", "2"]),
    ],
)
def test_programs_are_called_on_a_cluster_as_they_are_here(command, words, local, mine, capsys):
    words = [mine + words[0], *words[1:], "--format", "json"]
    code = command(words)
    here = capsys.readouterr().out
    assert command([*words, "--cluster", local.scheduler_address]) == code
    assert json.loads(capsys.readouterr().out) == json.loads(here)


def test_a_program_that_workers_have_otherwise_is_refused(local, mine):
    with started(f"{mine}first") as program:
        program.spread = Spread(cluster=local.scheduler_address)
        program.facts["digest"] = "another"
        with pytest.raises(NoProgram, match="is another version there"):
            program.ask([one.data("qrels") for one in Space("qrels", 2, 1).inputs()])


def test_slow_programs_are_called_by_several_processes(mine, monkeypatch):
    monkeypatch.setattr(program, "SLOW", 0)
    inputs = [one.data("qrels") for one in Space("qrels", 2, 1).inputs()]
    with started(f"{mine}first") as one, started(f"{mine}first") as many:
        many.spread = Spread(jobs=2)
        one.ask(inputs)
        many.ask(inputs)
        assert many.table == one.table
