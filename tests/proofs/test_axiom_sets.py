"""Matrices and sets of axioms against questions asked one by one, plain loops and other n."""

import itertools
import json
import random
from fractions import Fraction

import pytest
from sympy import And, Eq, Implies, Ne, Or

from axioms import AXIOMS
from axioms.axiom import axiom, m
from axioms.language.formula import Exists, ForAll, Same
from metrics.language.terms import (
    Compose,
    Identity,
    Place,
    Reversed,
    Swap,
    n,
    sigma,
    tau,
)
from proofs.core.axiom_sets.known import Known, fitting
from proofs.core.axiom_sets.marco import explored
from proofs.core.axiom_sets.matrix import matrix
from proofs.core.implying import implied
from proofs.core.limits import silent
from proofs.implies import main, show_matrix
from proofs.report.certificate import implication_certificate
from proofs.script.free_metric import pairs
from proofs.script.sealing import axiom_definitions, seal
from proofs.script.small_models import (
    FIRST_THREE,
    REVERSED,
    _is_kept,
    reaches,
)
from proofs.trusted.finite.implication import has
from proofs.trusted.untrusted import NotChecked, Rejected, Unreadable
from proofs.trusted.verify import check
from proofs.verify import main as verify

SOME = "ioi symmetry right_invariance always_zero min_agreement sensitivity_some nonnegativity"


def named(names):
    return [AXIOMS[name] for name in names.split()]


@pytest.fixture(scope="module")
def two():
    known = Known(fitting(), 2)
    return known, matrix(known, silent)


def test_the_matrix_says_what_single_questions_say(two):
    _, found = two
    for one, other in random.Random(3).sample(sorted(found.statuses), 40):
        asked = implied([AXIOMS[one]], AXIOMS[other], [2])
        assert found.statuses[one, other] == asked.status


def test_the_matrix_agrees_with_every_metric_of_small_values(two):
    known, found = two
    for values in itertools.product((-1, 0, 1), repeat=4):
        having = known.having(dict(zip(pairs(2), map(Fraction, values), strict=True)))
        names = {one.name for one in having}
        assert not names.intersection(found.empty)
        assert names.issuperset(found.everywhere)
        for (one, other), status in found.statuses.items():
            assert status != "holds" or one not in names or other in names


def test_what_says_little_is_marked(two):
    _, found = two
    assert found.empty == ("sensitivity_some",)  # two disjoint swaps need four items
    assert set(found.everywhere) == {
        *("min_agreement", "wsd", "sensitivity", "wider_swaps_score_lower"),
        *("tells_12_from_34", "tells_12_from_24"),
    }
    text = show_matrix(found)
    assert "no metric has: sensitivity_some" in text
    assert "every metric has: min_agreement" in text
    assert text.count("∅") == 1 + 28


@pytest.mark.parametrize(("size", "axioms"), [(2, named(SOME)), (3, named(SOME)[:4])])
def test_the_sets_are_those_of_all_subsets(size, axioms):
    found = explored(Known(axioms, size), silent)
    having = {
        frozenset(chosen): implied(chosen, None, [size]).status == "refuted"
        for count in range(1, len(axioms) + 1)
        for chosen in itertools.combinations(axioms, count)
    }
    good = [chosen for chosen, true in having.items() if true]
    bad = [chosen for chosen, true in having.items() if not true]
    maximal = {one for one in good if not any(one < other for other in good)}
    minimal = {one for one in bad if not any(one > other for other in bad)}
    assert {one for one, _ in found.maximal} == maximal
    assert {frozenset(proof.premises) for proof in found.minimal} == minimal
    for one, table in found.maximal:
        assert all(has(axiom, table, size) for axiom in one)
    for proof in found.minimal:
        assert proof.solvers == ("z3", "cvc5")


def test_the_command_lists_sets(capsys):
    assert main(["--inconsistent", "--format", "json"]) == 0
    inconsistent = [set(row["axioms"]) for row in json.loads(capsys.readouterr().out)["rows"]]
    assert main(["--consistent", "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    names = {axiom.name for axiom in fitting()}
    for row in rows:
        assert row["n"] == 2
        assert set(row["axioms"]) | set(row["left_out"]) == names
        for name in row["left_out"]:
            assert any(one <= {*row["axioms"], name} for one in inconsistent)
        for one in inconsistent:
            assert not one <= set(row["axioms"])
    for one in inconsistent:
        for name in one:
            assert any(one - {name} <= set(row["axioms"]) for row in rows)


def test_what_four_items_have_is_told_apart_from_what_no_metric_has(capsys, monkeypatch):
    names = "max_iff_equal reverse_is_maximal wider_swaps_score_lower"
    monkeypatch.setattr("proofs.core.axiom_sets.known.fitting", lambda: named(names))
    words = ["--inconsistent", "--n", "all", "--format"]
    assert main([*words, "json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert [row["axioms"] for row in said["rows"]] == [["max_iff_equal", "reverse_is_maximal"]]
    (larger,) = said["had_by_more"]
    assert larger["axioms"] == ["reverse_is_maximal", "wider_swaps_score_lower"]
    assert larger["first_having_n"] == 4
    assert said["open"] == []
    values = larger["metric"]
    table = {(tuple(e["sigma"]), tuple(e["tau"])): Fraction(e["value"]) for e in values}
    assert all(has(AXIOMS[name], table, 4) for name in larger["axioms"])
    assert not has(AXIOMS["max_iff_equal"], table, 4)
    assert main([*words, "text"]) == 0
    assert "no metric of 3 items has these; a metric of 4 has them:" in capsys.readouterr().out


def test_symmetry_and_right_invariance_exclude_ioi_from_three_items_on(tmp_path, capsys):
    path = str(tmp_path / "x.json")
    words = ["--inconsistent", "ioi", "symmetry", "right_invariance", "--n", "all"]
    assert main([*words, "--certificate", path]) == 0
    assert "every n ≥ 3" in capsys.readouterr().out
    assert verify([path]) == 0
    assert "every n ≥ 3" in capsys.readouterr().out
    assert main([*words[:-1], "2"]) == 1  # two items have a metric


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--all --inconsistent", "two questions"),
        ("--consistent ioi", "name none"),
        ("--consistent --certificate x.json", "saves one answer"),
        ("--inconsistent --n 2..3", "with --inconsistent n is 2 or 3, or all"),
        ("--inconsistent --dot x.dot", "add --all"),
    ],
)
def test_bad_input_is_one_message(words, message, capsys):
    assert main(words.split()) == 2
    assert message in capsys.readouterr().err


# For every n -------------------------------------------------------------------------------------

here, there = Place("i"), Place("j")
NEARLY = {
    "some": Exists(sigma, tau, Ne(m(sigma, tau), 0)),
    "some behind all": ForAll(sigma, Exists(tau, Eq(m(sigma, tau), 1))),
    "an unnamed some": ForAll(
        sigma, Implies(ForAll(tau, Eq(m(sigma, tau), 0)), Eq(1, m(sigma, sigma)))
    ),
    "some places": Exists(here, there, Ne(m(Identity(), Swap(here, there)), 0)),
    "n": ForAll(sigma, tau, Eq(m(sigma, tau), n - 3)),
    "a place of n": ForAll(sigma, here, Or(Ne(here, n), Eq(m(sigma, Swap(1, here)), 0))),
    "a swap with a number": ForAll(sigma, here, Eq(m(sigma, Swap(3, here)), 0)),
    "the place after": ForAll(sigma, here, Eq(m(sigma, Swap(here, here + 1)), 0)),
    "an entry": ForAll(sigma, tau, Eq(m(sigma, tau), sigma(1))),
}


@pytest.mark.parametrize("name", NEARLY)
def test_what_nearly_fits_is_not_concluded(name):
    assert not _is_kept(NEARLY[name], FIRST_THREE)
    assert not _is_kept(NEARLY[name], REVERSED)
    found = reaches([axiom(name="x", title="x", statement=NEARLY[name], source="x")], None)
    assert found == (["three items"] if name == "some" else [])


FORGED = {
    "from two": lambda said, evidence: said["scope"].update({"from": 2}),
    "at two": lambda said, evidence: said["scope"].update({"n": [2], "from": 2}),
    "at both": lambda said, evidence: said["scope"].update({"n": [2, 3], "from": 2}),
    "by reversal": lambda said, evidence: evidence.update(every_n=REVERSED),
    "by comparing": lambda said, evidence: evidence.update(every_n="three items"),
    "as a part": lambda said, evidence: evidence.update(every_n="parts"),
    "an axiom less": lambda said, evidence: said.update(premises=said["premises"][:2]),
    "none": lambda said, evidence: said.update(premises=[]),
    "others": lambda said, evidence: said.update(premises=["sensitivity_some"]),
    "implied": lambda said, evidence: said.update(conclusion="correlation"),
    "there is one": lambda said, evidence: said.update(status="refuted", metric=[]),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_exclusion_is_not_accepted(name):
    found = implied(named("ioi symmetry right_invariance"), None, [3], every_n=True)
    content = implication_certificate(found, "1")
    assert check(json.loads(json.dumps(content)))
    FORGED[name](content["implication"], content["evidence"])
    spoken_of = [*content["implication"]["premises"], content["implication"]["conclusion"]]
    content["definitions"] = axiom_definitions([AXIOMS[one] for one in spoken_of if one])
    content["seal"] = seal({key: value for key, value in content.items() if key != "seal"})
    with pytest.raises((Rejected, NotChecked, Unreadable)):
        check(json.loads(json.dumps(content)))


def test_reversal_and_places_have_an_argument_each():
    reversing = ForAll(sigma, Eq(m(sigma, Reversed(sigma)), 1))
    swapping = ForAll(sigma, here, there, Eq(m(sigma, Compose(sigma, Swap(here, there))), 1))
    assert [_is_kept(reversing, by) for by in (FIRST_THREE, REVERSED)] == [False, True]
    assert [_is_kept(swapping, by) for by in (FIRST_THREE, REVERSED)] == [True, False]
    assert not _is_kept(And(reversing, swapping), FIRST_THREE)
    assert not _is_kept(ForAll(sigma, Same(sigma, Swap(here, there))), REVERSED)


def kendall(one, two):
    return sum(
        (one.index(a) < one.index(b)) != (two.index(a) < two.index(b))
        for a, b in itertools.combinations(range(1, len(one) + 1), 2)
    )


MADE = {
    "kendall": kendall,
    "footrule": lambda one, two: sum(abs(a - b) for a, b in zip(one, two, strict=True)),
    "discrete": lambda one, two: int(one != two),
    "agreement": lambda one, two: sum(a == b for a, b in zip(one, two, strict=True)),
    "first": lambda one, two: two[0] - 1,
    "zero": lambda one, two: 0,
    "correlation": lambda one, two: 1 - Fraction(kendall(one, two), len(one) * (len(one) - 1) // 4),
    "all different": lambda one, two: Fraction(hash((one, two)) % 1_000_003),
}


@pytest.mark.parametrize("name", MADE)
def test_a_metric_read_at_some_rankings_keeps_what_the_arguments_keep(name):
    """At four items, by reading every case: the first three items, and the reverse."""
    large = {pair: Fraction(MADE[name](*pair)) for pair in pairs(4)}
    three = {pair: large[tuple((*one, 4) for one in pair)] for pair in pairs(3)}
    turned = {(1, 2): (1, 2, 3, 4), (2, 1): (4, 3, 2, 1)}
    pair_of = {pair: large[tuple(turned[one] for one in pair)] for pair in pairs(2)}
    for declared in fitting():
        smaller = {FIRST_THREE: (three, 3), REVERSED: (pair_of, 2)}
        for by, (table, size) in smaller.items():
            kept = all(_is_kept(statement, by) for statement in declared.formulas)
            if kept and not has(declared, table, size):
                assert not has(declared, large, 4), (declared.name, by)
