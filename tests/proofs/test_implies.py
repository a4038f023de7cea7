"""Implications between axioms, for every metric at tiny n."""

import itertools
import json
import random
from fractions import Fraction

import pytest

from axioms import AXIOMS
from proofs.implies import implied, main, reduction
from proofs.script.free_metric import check_axiom, has, pairs

KNOWN = [
    (["distance"], "triangle", "holds"),
    (["distance"], "symmetry", "holds"),
    (["distance"], "linear_distance", "holds"),
    (["zero_iff_equal", "symmetry", "nonnegativity", "triangle"], "distance", "holds"),
    (["max_iff_equal"], "max_agreement", "holds"),
    (["ioi"], "max_agreement", "refuted"),
    (["max_agreement"], "ioi", "refuted"),
    (["symmetry"], "triangle", "refuted"),
    (["triangle"], "nonnegativity", "refuted"),
]


@pytest.mark.parametrize(("premises", "conclusion", "status"), KNOWN)
def test_known_implications(premises, conclusion, status):
    found = implied([AXIOMS[p] for p in premises], AXIOMS[conclusion], 2, 20)
    assert found.status == status
    if status == "holds":
        assert found.solvers == ("z3", "cvc5")


def test_symmetric_and_zero_on_the_diagonal_with_triangle_is_nonnegative():
    premises = [AXIOMS[name] for name in ("symmetry", "triangle", "zero_iff_equal")]
    assert implied(premises, AXIOMS["nonnegativity"], 3, 20).status == "holds"


def test_random_tables_never_contradict_a_proved_implication():
    generator = random.Random(5)
    proved = [(p, c) for p, c, status in KNOWN if status == "holds"]
    for _ in range(300):
        table = {pair: Fraction(generator.randint(0, 2)) for pair in pairs(2)}
        for premises, conclusion in proved:
            if all(has(AXIOMS[p], table, 2) for p in premises):
                assert has(AXIOMS[conclusion], table, 2)


def test_plain_evaluation_of_a_table_by_hand():
    same = {pair: Fraction(int(pair[0] != pair[1])) for pair in pairs(2)}
    assert has(AXIOMS["distance"], same, 2)
    assert not has(AXIOMS["max_agreement"], same, 2)
    constant = {pair: Fraction(1) for pair in pairs(2)}
    assert has(AXIOMS["max_agreement"], constant, 2)
    assert not has(AXIOMS["ioi"], constant, 2)


def test_the_command_prints_a_breaking_metric(capsys):
    assert main(["ioi", "max_agreement", "--n", "2", "--format", "json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    table = {(tuple(e["sigma"]), tuple(e["tau"])): Fraction(e["value"]) for e in answer["metric"]}
    assert has(AXIOMS["ioi"], table, 2)
    assert not has(AXIOMS["max_agreement"], table, 2)


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("ioi", "at least two"),
        ("ioi nothing --n 2", "no axiom is called"),
        ("ioi consistency --n 2", "cannot be put into it"),
        ("ioi stability", "cannot be put into it"),
        ("ioi robustness_swap", "is a quantity"),
        ("ioi symmetry --n 4", "n is 2 or 3"),
        ("ioi symmetry --n x", "not a whole number"),
    ],
)
def test_bad_input_is_one_message(capsys, command, message):
    assert main(command.split()) == 2
    assert message in capsys.readouterr().err


def test_the_reduction_drops_what_follows():
    names = "abc"
    found = {(x, y): "refuted" for x, y in itertools.permutations(names, 2)}
    found.update({("a", "b"): "holds", ("b", "c"): "holds", ("a", "c"): "holds"})
    assert reduction(found) == ["a ⇒ b", "b ⇒ c"]


def test_axioms_that_do_not_fit_are_known():
    fitting = 0
    for axiom in AXIOMS.values():
        try:
            check_axiom(axiom)
            fitting += 1
        except ValueError:
            pass
    assert fitting == 27, "a new axiom that proofs.implies can read is counted here"


def test_all_pairs_are_shown_drawn_and_end_open(monkeypatch, tmp_path, capsys):
    found = {("a", "b"): "holds", ("b", "a"): "undecided"}
    monkeypatch.setattr("proofs.implies.matrix", lambda n, seconds: found)
    path = tmp_path / "x.dot"
    assert main(["--all", "--dot", str(path)]) == 0
    assert "a ⇒ b" in capsys.readouterr().out
    assert path.read_text(encoding="utf-8") == 'digraph {\n  "a" -> "b";\n}\n'
    assert main(["--all", "--timeout", "1"]) == 3


def test_a_time_limit_reaches_the_solvers(monkeypatch, capsys):
    from proofs import implies

    seen = []

    def spied(*given):
        seen.append(given[-1])
        return implies.Implication((), AXIOMS["ioi"], 2, "undecided", reason="timeout")

    monkeypatch.setattr(implies, "implied", spied)
    assert main(["ioi", "symmetry", "--timeout", "7"]) == 3
    assert seen == [7.0]
