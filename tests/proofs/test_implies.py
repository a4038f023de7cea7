"""Implications between axioms, for every metric at tiny n."""

import itertools
import json
import random
from fractions import Fraction

import pytest

from axioms import AXIOMS
from metrics.naming import BadInput
from proofs.claims.answer import implication_of
from proofs.claims.claim import Imply
from proofs.core.axiom_sets.matrix import Matrix
from proofs.core.implying import implied
from proofs.implies import main, reduction
from proofs.script.free_metric import check_axiom, pairs
from proofs.script.small_models import decided_by_three
from proofs.trusted.finite.implication import has

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
    found = implied([AXIOMS[p] for p in premises], AXIOMS[conclusion], [2], 20)
    assert found.status == status
    if status == "holds":
        assert found.solvers == ("z3", "cvc5")


def test_symmetric_and_zero_on_the_diagonal_with_triangle_is_nonnegative():
    premises = [AXIOMS[name] for name in ("symmetry", "triangle", "zero_iff_equal")]
    assert implied(premises, AXIOMS["nonnegativity"], [3], 20).status == "holds"


@pytest.mark.parametrize(
    ("premises", "conclusion", "decided"),
    [
        ("symmetry zero_iff_equal triangle", "distance", True),
        ("ioi max_agreement", "max_iff_equal", True),
        ("max_iff_equal", "max_agreement", True),  # the conclusion is a part of the premise
        ("max_iff_equal", "ioi", False),  # “not maximal” names a ranking for every two
        ("right_invariance", "symmetry", False),  # rankings are composed
        ("reverse_is_minimal", "min_agreement", False),  # and reversed
    ],
)
def test_three_items_decide_where_rankings_are_only_compared(premises, conclusion, decided):
    given = [AXIOMS[name] for name in premises.split()]
    assert decided_by_three(given, AXIOMS[conclusion]) is decided


def test_what_fails_with_more_rankings_fails_with_six():
    """A metric on 24 rankings that lacks the conclusion lacks it on six of them."""
    generator = random.Random(7)
    large = [AXIOMS[name] for name in ("symmetry", "triangle", "ioi", "max_agreement")]
    space = list(itertools.permutations(range(4)))
    for _ in range(5):
        table = {pair: generator.randint(0, 3) for pair in itertools.product(space, repeat=2)}
        s, t, v = generator.sample(space, 3)
        kept = [s, t, v, *[x for x in space if x not in (s, t, v)][:3]]
        names = dict(zip(kept, itertools.permutations((1, 2, 3)), strict=True))
        small = {
            (names[a], names[b]): Fraction(table[a, b])
            for a, b in itertools.product(kept, repeat=2)
        }
        broken = {
            "symmetry": table[s, t] != table[t, s],
            "triangle": table[s, t] > table[s, v] + table[v, t],
            "ioi": table[s, t] == table[s, v],
            "max_agreement": table[s, t] > table[v, v],
        }
        for axiom in large:
            assert not (broken[axiom.name] and has(axiom, small, 3))


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


def test_a_claim_about_cutoffs_is_refused():
    asked = Imply(("triangle", "symmetry"), "stability", n=(2,))
    with pytest.raises(BadInput, match="cannot be put into it"):
        implication_of(asked)


def test_axioms_that_do_not_fit_are_known():
    fitting = 0
    for axiom in AXIOMS.values():
        try:
            check_axiom(axiom)
            fitting += 1
        except ValueError:
            pass
    assert fitting == 29, "a new axiom that proofs.implies can read is counted here"


def test_what_each_metric_declares_for_itself_is_not_said_of_a_free_metric(tmp_path, capsys):
    """−footrule, lower is better, has a benefit of at least 0 and scores below 0."""
    path = tmp_path / "own.toml"
    path.write_text(
        "[axiom.gains]\nstatement = 'forall sigma, tau: benefit(m, sigma, tau) >= 0'\n"
        "[axiom.deep]\nstatement = 'forall sigma, tau, i: i > depth(m) => m(sigma, tau) = 0'\n"
    )
    for axioms, word in (("gains nonnegativity", "benefit"), ("symmetry deep", "depth")):
        assert main([*axioms.split(), "--n", "all", "--using", str(path)]) == 2
        assert f"names {word}, which each metric declares" in capsys.readouterr().err


def test_what_is_said_of_slopes_is_not_said_of_a_free_metric(tmp_path, capsys):
    """The slope of p + σ(1) in p is 1, which is symmetric; p + σ(1) is not."""
    path = tmp_path / "own.toml"
    said = "statement = 'forall sigma, tau: m(sigma, tau) = m(tau, sigma)'"
    path.write_text(f"[axiom.slopes]\n{said}\nslope_in = 'p'\n")
    for axioms in ("slopes symmetry", "symmetry slopes"):
        assert main([*axioms.split(), "--n", "2", "--using", str(path)]) == 2
        assert "slopes is about the slope of a metric in p" in capsys.readouterr().err


def test_all_pairs_are_shown_drawn_and_end_open(monkeypatch, tmp_path, capsys):
    found = Matrix({("a", "b"): "holds", ("b", "a"): "undecided"})
    monkeypatch.setattr("proofs.core.axiom_sets.matrix.matrix", lambda *_: found)
    path = tmp_path / "x.dot"
    assert main(["--all", "--dot", str(path)]) == 0
    assert "a ⇒ b" in capsys.readouterr().out
    assert path.read_text(encoding="utf-8") == 'digraph {\n  "a" -> "b";\n}\n'
    assert main(["--all", "--timeout", "1"]) == 3


def test_a_time_limit_reaches_the_solvers(monkeypatch, capsys):
    from proofs.core import implying

    seen = []

    def spied(premises, conclusion, sizes, seconds, every_n):
        seen.append(seconds)
        return implying.Implication((), AXIOMS["ioi"], (2,), "undecided", reason="timeout")

    monkeypatch.setattr(implying, "implied", spied)
    assert main(["ioi", "symmetry", "--timeout", "7"]) == 3
    assert seen == [7.0]
