"""Which metric a program computes: found among all variants, with what rules the next one out."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from proofs.identify import main
from proofs.programs.identifying import identify
from proofs.programs.inputs import Space
from proofs.programs.program import started

PLANTED = Path(__file__).with_name("planted.py")
CLOSE = Fraction(1, 10**9)


def identified(target, docs=3, c=2, call=None):
    with started(target, call) as program:
        return identify(program, Space(program.call, docs, c), CLOSE)


@pytest.mark.sweep(5)
@pytest.mark.parametrize(
    ("function", "metric", "ties"),
    [
        ("ndcg", "ndcg(gain=linear, discount=log2, ideal=retrieved, empty=0)", None),
        ("ap", "ap(over=pool, rel=1, empty=0)", "first"),
        ("rr", "rr(rel=1)", "best"),
        ("arrays", "ndcg(gain=linear, discount=log2, ideal=retrieved, empty=0)", "first"),
        ("above_one", None, None),
    ],
)
def test_a_program_is_identified_with_its_treatment_of_ties(function, metric, ties):
    found = identified(f"{PLANTED}:{function}")
    assert (found.metric and found.metric.full_name) == metric
    if ties:
        assert found.metric.treats["ties"] == ties
    if metric:
        assert found.equal_on == found.asked - found.refused
    assert found.runner_up is not None


def test_the_runner_up_is_really_ruled_out_there():
    found = identified(f"{PLANTED}:ap")
    up = found.runner_up
    assert not up.values[0].agrees(up.values[1], CLOSE)
    assert up.metric.value(up.smallest) == up.values[0]
    assert up.values[1] == found.program.value(up.smallest.data("qrels"))


def test_rankings_and_lists_are_identified_too():
    found = identified("statistics:correlation", call="rankings")
    assert found.metric.full_name == "spearman"
    assert identified(f"{PLANTED}:discordant").metric.full_name == "kendall_distance"


def test_json_is_as_the_contract_says(capsys):
    assert main([f"{PLANTED}:ndcg", "--docs", "2", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["command"] == "identify"
    assert found["metric"].startswith("ndcg(gain=linear")
    assert found["equal_on"] == found["inputs"]
    assert set(found["runner_up"]) >= {"metric", "smallest", "values"}


def test_none_of_ours_exits_1_and_nothing_to_go_by_3(capsys):
    assert main([f"{PLANTED}:above_one", "--docs", "2"]) == 1
    assert "NONE" in capsys.readouterr().out
    assert main([f"{PLANTED}:leaves", "--docs", "1", "--call", "grades"]) == 3


OWN = """
[parameter.a]
above = "0"
[metric.early]
value = "sum(i, 1, n, r(i) * a^(3*i) * [i <= length(r)])"
[metric.seen]
value = "sum(i, 1, n, r(i) / 3^i * [i <= length(r)] * [i <= k])"
[metric.late]
value = "sum(i, 1, n, i * abs(sigma(i) - tau(i)))"
"""
PROGRAMS = """
def early(grades):
    return sum(g / 8 ** (i + 1) for i, g in enumerate(grades))

def seen(grades):
    return sum(g / 3 ** (i + 1) for i, g in enumerate(grades[:2]))

def late(sigma, tau):
    return sum(i * abs(a - b) for i, (a, b) in enumerate(zip(sigma, tau), 1))
"""


@pytest.mark.parametrize(
    ("function", "words", "found"),
    [
        ("early", "--c 1 --set a=1/2", "FOUND       early\n"),
        ("seen", "--c 1", "FOUND       seen@2\n"),
        ("late", "--call rankings", "FOUND       late\n"),
    ],
)
def test_metrics_of_ones_own_are_tried_too(function, words, found, tmp_path, capsys):
    own, programs = tmp_path / "own.toml", tmp_path / "programs.py"
    own.write_text(OWN, encoding="utf-8")
    programs.write_text(PROGRAMS, encoding="utf-8")
    main([f"{programs}:{function}", "--docs", "3", "--using", str(own), *words.split()])
    assert found in capsys.readouterr().out
