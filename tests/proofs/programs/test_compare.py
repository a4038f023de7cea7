"""Comparisons: the smallest input on which two sides differ, its cause, and one's own data."""

import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import planted
import pytest

from proofs.compare import main
from proofs.programs import comparing
from proofs.programs.comparing import compare
from proofs.programs.declared import Declared
from proofs.programs.here import Here
from proofs.programs.identifying import identify
from proofs.programs.inputs import Judged, Space
from proofs.programs.program import started
from proofs.programs.report.compared import compared_shown, identified_shown
from proofs.programs.topics import Topic, on_data, shrunk

PLANTED = Path(__file__).with_name("planted.py")
CLOSE = Fraction(1, 10**9)


def compared(one, two, docs=3, c=1, call="qrels"):
    def side(name):
        return started(f"{PLANTED}:{name}") if hasattr(planted, name) else Declared.named(name, c)

    left, right = side(one), side(two)
    found = compare(left, right, Space(call, docs, c), CLOSE)
    for program in (left, right):
        if hasattr(program, "close"):
            program.close()
    return found


@pytest.mark.parametrize(("one", "two"), [("rr", "counts_unjudged"), ("ap", "rr"), ("rr", "ap")])
def test_the_smallest_difference_is_that_of_plain_loops(one, two):
    functions = [getattr(planted, name) for name in (one, two)]
    inputs = Space("qrels", 3, 1).inputs()
    values = [[f(**each.data("qrels")) for f in functions] for each in inputs]
    differ = [each for each, (a, b) in zip(inputs, values, strict=True) if abs(a - b) > 1e-9]
    found = compared(one, two)
    assert found.differences[0].smallest == min(differ, key=lambda each: each.order)
    assert found.equal_on == len(inputs) - len(differ)


def test_a_program_that_computes_a_metric_is_equal_to_it():
    found = compared("ndcg", "ndcg(ideal=retrieved, empty=0)", c=2)
    assert found.equal
    assert found.inputs > 400


def test_the_cause_is_a_variant_that_was_tried():
    found = compared("ap", "ap(empty=0)")
    assert [one.cause for one in found.differences] == ["ties=first against ties=mean"]
    found = compared("ndcg", "ndcg(empty=0)", c=2)
    assert {one.cause for one in found.differences} == {"ideal=retrieved against ideal=pool"}
    found = compared("ndcg", "ndcg(gain=exp, ideal=retrieved, empty=0)", c=2)
    assert {one.cause for one in found.differences} == {"gain=linear against gain=exp"}
    found = compared("ap", "ap(empty=undefined)")
    assert "empty=0 against empty=undefined" in {one.cause for one in found.differences}


def test_a_variant_that_does_not_exist_is_not_tried():
    # p over k needs a k. Of one document it matters by what is divided, not where it is cut.
    sides = (Declared.named(name, 1) for name in ("p(over=retrieved)", "p@2"))
    inputs = Space("qrels", 1, 1).inputs()
    assert comparing._cause(*sides, inputs, CLOSE) == "over=retrieved against over=k"


def test_what_no_variant_explains_has_no_cause():
    found = compared("above_one", "ndcg(empty=0)", docs=2, c=2)
    assert {one.cause for one in found.differences} == {""}


def test_a_part_that_shows_it_is_small_and_none_can_be_left_out():
    for wanted in ({"a"}, {"a", "h"}, {"c", "d", "e"}, set("abcdefgh")):
        assert set(shrunk(list("abcdefgh"), lambda kept, w=wanted: w <= set(kept))) == wanted


def interrupted_after(calls):
    """Return a function that is interrupted, as by Ctrl-C, after some calls."""
    left = iter(range(calls))

    def function(qrels, run):
        if next(left, None) is None:
            raise KeyboardInterrupt
        return float(len(qrels))

    here = Here(function)
    return started(here.target, "qrels", None, None, here)


def test_what_was_found_before_an_interrupt_is_kept():
    """The smallest inputs come first, so the smallest difference is the same."""
    space = Space("qrels", 2, 1)
    found = compare(interrupted_after(30), Declared.named("hit", 1), space, CLOSE)
    assert isinstance(found.stopped, KeyboardInterrupt)
    assert 0 < found.inputs < 30
    assert found.differences[0].smallest == Judged((0,), (None,))
    fields, text = compared_shown(found, "json")
    assert (fields["status"], fields["stopped"]) == ("different", "interrupted")
    assert "not all inputs were reached" in text
    found = compare(interrupted_after(1), Declared.named("hit", 1), space, CLOSE)
    assert (found.status, found.inputs) == ("undecided", 0)
    known = identify(interrupted_after(30), space, CLOSE)
    assert known.undecided
    assert "UNDECIDED   2" in identified_shown(known, "text")[1]


def test_the_smallest_part_shows_the_same_sort_of_difference_and_is_the_smallest():
    """Refusing an empty run is another difference; two documents show it, as three do."""

    def left(qrels, run):
        return 0.5 if run else 1 / 0

    def right(qrels, run):
        three = {"a", "b", "c"} <= set(run) and "h" not in run
        return 0.75 if three or {"g", "h"} <= set(run) else 0.5

    names = "abcdefgh"
    topic = Topic(
        tuple((name, 1) for name in names), tuple((n, Decimal(at)) for at, n in enumerate(names))
    )
    sides = [started(here.target, "qrels", None, None, here) for here in map(Here, (left, right))]
    found = on_data(*sides, {"1": topic}, CLOSE)
    assert found.part[1].names == ["g", "h"]
    assert found.part[2] == ("0.5", "0.75")


def test_topics_that_were_reached_before_an_interrupt_are_told():
    one = Topic((("a", 1), ("b", 1)), (("a", Decimal(2)), ("b", Decimal(1))))
    topics = {"1": one, **{str(at): one.only(["a"]) for at in range(2, 200)}}
    found = on_data(interrupted_after(3), Declared.named("hit", 1), topics, CLOSE)
    assert (found.status, list(found.different)) == ("different", ["1"])
    assert isinstance(found.stopped, KeyboardInterrupt)


# The command -------------------------------------------------------------------------------------


def ran(capsys, *words):
    code = main(list(words))
    return code, capsys.readouterr()


def test_json_is_as_the_contract_says(capsys):
    words = [f"{PLANTED}:arrays", "ndcg@3", "--docs", "3", "--format", "json"]
    code, said = ran(capsys, *words)
    found = json.loads(said.out)
    assert code == 1
    assert found["status"] == "different"
    assert found["left"] == f"{PLANTED}:arrays"
    assert found["right"] == "ndcg@3"
    (partial,) = [
        d for d in found["differences"] if d["particulars"] == ["documents not retrieved"]
    ]
    assert partial["cause"] == "ideal=retrieved against ideal=pool"
    assert found["equal_on"] < found["inputs"]


def test_equal_exits_0_and_says_on_how_many_inputs(capsys):
    code, said = ran(capsys, f"{PLANTED}:ndcg", "ndcg(ideal=retrieved, empty=0)", "--docs", "2")
    assert code == 0
    assert "EQUAL       on all 51 inputs" in said.out
    assert "prove" not in said.out


@pytest.fixture
def files(tmp_path):
    """Two topics with many documents; in the second, one of the run is not judged."""
    qrels, run = tmp_path / "qrels", tmp_path / "run"
    judged = [f"1 0 d{i} {i % 2}\n" for i in range(20)] + [f"2 0 d{i} {i % 3}\n" for i in range(30)]
    scored = [f"1 Q0 d{i} 1 {i}.5 t\n" for i in range(20)]
    scored += [f"2 Q0 d{i} 1 {i}.5 t\n" for i in range(25)] + ["2 Q0 new 1 3.25 t\n"]
    qrels.write_text("".join(judged))
    run.write_text("".join([*scored, "3 Q0 d1 1 1 t\n"]))
    return ["--qrels", str(qrels), "--run", str(run)]


def test_ones_own_data_is_compared_and_made_small(capsys, files, tmp_path):
    (tmp_path / "mine.py").write_text(
        "def mine(qrels, run):\n"
        "    names = [n for n in run if n in qrels]\n"
        "    return sum(qrels[n] > 0 for n in names) / len(names) if names else 0.0\n"
    )
    words = [f"{tmp_path}/mine.py:mine", f"{PLANTED}:counts_unjudged", *files, "--format", "json"]
    code, said = ran(capsys, *words)
    found = json.loads(said.out)
    assert code == 1
    assert [one["topic"] for one in found["different"]] == ["2"]
    assert found["topics"] == 2
    assert found["left_out"] == ["3"]
    assert found["smallest"]["run"].keys() - found["smallest"]["qrels"].keys() == {"new"}
    assert len(found["smallest"]["run"]) == 2
    assert found["smallest"]["values"] == ["1.0", "0.5"]


def test_ones_own_data_beside_a_declared_metric(capsys, files):
    code, said = ran(capsys, f"{PLANTED}:ap", "ap(empty=0)", *files)
    assert code == 0
    assert "EQUAL       on all 2 topics" in said.out
    code, said = ran(capsys, f"{PLANTED}:ap", "ap(over=found)", *files)
    assert code == 1
    assert "the smallest part of topic 2 that still shows it" in said.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["ndcg@3"], "Name two"),
        (["ndcg@3", "ap"], "are declared metrics"),
        ([f"{PLANTED}:ap", "nodcg"], "no metric of lists is called 'nodcg'"),
        ([f"{PLANTED}:ap", f"{PLANTED}:discordant"], "takes qrels"),
        ([f"{PLANTED}:ap", "rbp"], "p is free"),
        ([f"{PLANTED}:ap", "ap", "--qrels", "x"], "give both"),
        ([f"{PLANTED}:ap", "ap", "--qrels", "x", "--run", "y", "--docs", "2"], "leave --docs out"),
        ([f"{PLANTED}:ap", "ap", "--qrels", "nofile", "--run", "y"], "cannot be read"),
    ],
)
def test_bad_input_gets_one_message(capsys, words, said):
    code, printed = ran(capsys, *words)
    assert code == 2
    assert said in printed.err
    assert len(printed.err.strip().splitlines()) == 1


def test_a_formula_is_compared_with_a_program(tmp_path, capsys):
    (tmp_path / "ours.py").write_text(
        "def error(one, two):\n    return sum(abs(a - b) for a, b in zip(one, two)) / len(one)\n",
        encoding="utf-8",
    )
    target, line = f"{tmp_path / 'ours.py'}:error", ["--call", "rankings", "--docs", "2"]
    assert main([target, "= sum(i, 1, n, abs(sigma(i) - tau(i))) / n", *line]) == 0
    assert main(["= sum(i, 1, n, abs(sigma(i) - tau(i)))", target, *line]) == 1
    assert main([target, "= sum(i, 1, n, r(i))", *line]) == 2
    assert "scores listings of one domain" in capsys.readouterr().err
