"""The point and area measures: values by hand, rules on all cases, free heights, pictures."""

import itertools
from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp
from asking import question, value_of
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import proofs
from axioms import find_axiom
from axioms.language.formula import Score
from metrics import METRICS, BadInput, find_metric
from metrics.language.given import exacts
from metrics.language.terms import Ranking, sigma
from metrics.point_curve import curve, exact_heights
from metrics.pointwise import point_at
from proofs.check import main
from proofs.core.limits import Limits
from proofs.core.question import Question
from proofs.engines.smt import free_numbers
from proofs.engines.smt.free_numbers import Polynomials
from proofs.script.solvers import Disagreement

SMALL = (1, 2, 3, 4, 5)


def rankings(n):
    return list(itertools.permutations(range(1, n + 1)))


def ask(axiom, *names, **options):
    return proofs.ask(axiom, *names, **options).status


# Values ------------------------------------------------------------------------------------------


def test_the_example_of_the_paper():
    """F_{a,b}(1) is the index of d2 in r_b = [d1, d4, d2, d3], which is 3."""
    assert curve(["d2", "d1", "d4", "d3"], ["d1", "d4", "d2", "d3"]).F[0] == 3


def test_values_by_hand():
    # F = (2, 1): misplaced by 1, then by −1; trapezoids (0 + 1)/2 and (1 + 0)/2.
    found = curve(["b", "a"], ["a", "b"])
    assert (found.F, found.footrule, found.point) == ((2, 1), (1, 2), (1, 0))
    assert found.area == (Fraction(1, 2), Fraction(1))
    assert curve(["b", "a"], ["a", "b"], [1, "1/2"]).area[-1] == Fraction(3, 4)


@pytest.mark.parametrize("convention", ["items", "ranks"])
def test_the_curve_has_the_values_of_the_metrics(convention):
    for one, two in itertools.product(rankings(4)[::3], rankings(4)):
        both = (one, two)
        if convention == "ranks":
            both = tuple(tuple(r.index(i) + 1 for i in range(1, 5)) for r in both)
        found = curve(*both)
        for k in range(1, 5):
            for name, values in (
                ("point", found.point),
                ("footrule_at", found.footrule),
                ("area_at", found.area),
            ):
                assert value_of(METRICS[name], [one, two], {"k": k}, convention) == values[k - 1]
        reciprocal = curve(*both, [Fraction(1, i) for i in range(1, 5)]).area[-1]
        assert value_of(METRICS["area_h"], [one, two], {}, convention) == reciprocal


def test_a_corr_is_the_mean_of_one_and_scipys_rho():
    for one, two in itertools.product(rankings(4)[::5], rankings(4)):
        ours = value_of(METRICS["a_corr"], [one, two], {}, "ranks")
        rho = stats.spearmanr(one, two).statistic
        assert float(ours) == pytest.approx((1 + rho) / 2)


@given(st.integers(1, 8).flatmap(lambda n: st.permutations(range(n))))
def test_half_the_squares_and_the_worst(ranking):
    ideal = sorted(ranking)
    found, worst = curve(ranking, ideal), curve(ideal[::-1], ideal)
    assert found.area[-1] == Fraction(sum((f - k) ** 2 for k, f in enumerate(found.F, 1)), 2)
    assert found.point[-1] == 0
    assert all(0 <= p <= w for p, w in zip(found.point, worst.point, strict=True))
    assert all(a <= w for a, w in zip(found.area, worst.area, strict=True))


@pytest.mark.parametrize(
    ("one", "two", "heights", "message"),
    [
        (["a", "b"], ["a", "c"], None, "'b' is not in the reference"),
        (["a"], ["a", "b"], None, "'b' is not in the ranking"),
        (["a", "a"], ["a", "b"], None, "lists 'a' twice"),
        ([], [], None, "empty"),
        ("ab", "ab", None, "one word"),
        (["a", "b"], ["a", "b"], [1], "1 heights were given"),
        (["a", "b"], ["a", "b"], [1, 0.5], "is a float. Write it exactly, for example 1/2"),
        (["a", "b"], ["a", "b"], [1, -1], "more than 0"),
        (["a", "b"], ["a", "b"], [1, "x"], "not a number"),
        (["a", "b"], ["a", "b"], [1, True], "not a number"),
        (["a", "b"], ["a", "b"], [1, float("inf")], "is a float"),
    ],
)
def test_bad_input_is_explained(one, two, heights, message):
    with pytest.raises(BadInput, match=message.replace("(", r"\(")):
        curve(one, two, heights)


def test_heights_are_exact():
    assert exact_heights(["1/3", 2], 2) == (Fraction(1, 3), Fraction(2))


# What the paper says -----------------------------------------------------------------------------

SAID = [
    # P(i) ≥ 0: a sum of i different numbers ≥ 1 is at least 1 + … + i; P(n) = 0: it is the same sum
    ("nonnegativity", ["point"], {"n": "all"}, "holds"),
    ("always_zero", ["point"], {"n": "all", "k": "n"}, "holds"),
    ("always_zero", ["point"], {"n": 3, "k": 2}, "refuted"),
    # P(i) = 0 exactly if F maps {1, …, i} to itself
    ("same_zeros", ["point", "fdr"], {"n": range(3, 6), "k": 2}, "holds"),
    # F = (2, 1): both documents are misplaced, and P(2) = 0
    ("zero_implies_zero", ["footrule_at", "point"], {"n": 4, "k": 2}, "holds"),
    ("zero_implies_zero", ["point", "footrule_at"], {"n": 2, "k": 2}, "refuted"),
    # A(i) = Σ … P(l) and P(l) ≤ l(n − l), which the inverse ranking attains at every l
    ("reverse_is_maximal", ["area"], {"n": "all"}, "holds"),
    ("reverse_is_maximal", ["area_at"], {"n": "all"}, "holds"),
    ("reverse_is_maximal", ["area_h"], {"n": "all"}, "holds"),
    ("unit_range", ["area_norm"], {"n": "all"}, "holds"),
    ("unit_range", ["area_norm_at"], {"n": 4, "k": 2}, "holds"),
    ("zero_iff_equal", ["area_norm"], {"n": "all"}, "holds"),
    ("one_iff_reverse", ["area_norm"], {"n": "all"}, "holds"),
    # at depth 1 only F(1) is seen: (1 3 2) scores 0, and (3 1 2) as much as (3 2 1)
    ("zero_iff_equal", ["area_norm_at"], {"n": 3, "k": 1}, "refuted"),
    ("one_iff_reverse", ["area_norm_at"], {"n": 3, "k": 1}, "refuted"),
    # F = (2, 3, 1) and its inverse (3, 1, 2): P = 1, 2, 0 and 2, 1, 0
    ("symmetry", ["point"], {"n": "all", "k": 1}, "refuted"),
    ("symmetry", ["area"], {"n": "all"}, "holds"),
    ("symmetry", ["area_h"], {"n": "all"}, "refuted"),
    ("symmetry", ["area_at"], {"n": 3, "k": 1}, "refuted"),
    # half a sum of squares: 123 to 231 costs 3, through 213 only 1 + 1
    ("triangle", ["area"], {"n": "all"}, "refuted"),
    ("triangle", ["area_h"], {"n": "all"}, "refuted"),
    ("triangle", ["point"], {"n": "all", "k": 1}, "refuted"),
    ("distance", ["area"], {"n": 2}, "holds"),
    # A-corr of reversed rankings is 0, not −1
    ("max_iff_equal", ["a_corr"], {"n": "all"}, "holds"),
    ("correlation", ["a_corr"], {"n": "all"}, "refuted"),
    ("correlation", ["spearman"], {"n": "all", "convention": "ranks"}, "holds"),
    ("linear_equivalence", ["a_corr", "spearman"], {"n": "all", "convention": "ranks"}, "holds"),
    # the entries of two listings of items are compared as numbers by spearman, as ranks by a_corr
    ("linear_equivalence", ["a_corr", "spearman"], {"n": "all"}, "refuted"),
    ("linear_equivalence", ["area", "mse"], {"n": "all", "convention": "ranks"}, "holds"),
    # at n = 3 the points (area, Kendall) are (0, 0), (1, 1), (3, 2), (4, 3): no line
    ("linear_equivalence", ["area", "kendall_distance"], {"n": 3}, "refuted"),
    ("linear_equivalence", ["dcg", "dcg_rel"], {"n": "all"}, "holds"),
    ("linear_equivalence", ["dcg", "ndcg"], {"n": "all"}, "holds"),
    ("linear_equivalence", ["mse", "spearman"], {"n": "all"}, "holds"),
]


@pytest.mark.parametrize(("axiom", "names", "options", "status"), SAID, ids=str)
def test_what_the_paper_says(axiom, names, options, status):
    verdict = proofs.ask(axiom, *names, **options)
    assert verdict.status == status
    if options["n"] == "all" and status == "holds":
        assert verdict.scope.every_from is not None


def test_unrelated_rankings_score_one_half():
    # the mean of F(k) is (n + 1)/2, so ρ is 0 on average
    assert str(proofs.ask("mean_score", "a_corr", n=4).exact) == "1/2"
    assert str(proofs.ask("mean_score", "spearman", n=4).exact) == "0"


def test_the_full_depth_is_no_fixed_cut_off():
    """A witness at k = n must not be extended with k fixed."""
    verdict = proofs.ask("zero_iff_equal", "point", n="all", k="n")
    assert verdict.status == "refuted"
    assert verdict.question.parameters == {"k": "n"}
    assert verdict.scope.every_from is None
    with pytest.raises(BadInput, match="1 ≤ k ≤ n − 1"):
        proofs.ask("symmetry", "recall", n=3, k="n")


def test_an_equality_with_the_reversal_is_not_extended_by_fixed_points():
    """At n = 1 a ranking is its own reversal and scores 0; at n = 2 the reversal scores 1."""
    verdict = proofs.ask("one_iff_reverse", "kendall_distance", n="all")
    assert verdict.status == "refuted"
    assert verdict.scope.first_failing == 1
    assert verdict.scope.every_from in (None, 3)
    assert ask("one_iff_reverse", "kendall_distance", n=2) == "holds"


# Heights -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("axiom", "size", "status"),
    [
        ("nonnegativity", 4, "holds"),
        ("zero_iff_equal", 4, "holds"),
        ("reverse_is_maximal", 4, "holds"),
        ("symmetry", 2, "holds"),
        ("symmetry", 3, "refuted"),
        ("triangle", 2, "holds"),
        ("triangle", 3, "refuted"),
        # 123 to 231 costs h₁ + 3h₂/2 + h₃/2, through 213 only h₁/2 + h₂ + h₃/2
        ("triangle_fails", 3, "holds"),
    ],
)
@pytest.mark.parametrize("convention", ["items", "ranks"])
def test_free_heights(axiom, size, status, convention):
    verdict = proofs.ask(axiom, "area_free", n=size, convention=convention)
    assert verdict.status == status
    for given_heights in ("1,1,1,1", "3,1/7,2,5", "1/9,4,1/9,4"):
        values = ",".join(given_heights.split(",")[:size])
        fixed = ask(axiom, "area_free", n=size, heights=values, convention=convention)
        assert status == "refuted" or fixed == "holds"


@pytest.mark.parametrize("axiom", ["symmetry", "triangle", "distance"])
def test_heights_found_by_the_solver_are_put_in_and_replayed(axiom, monkeypatch):
    monkeypatch.setattr(free_numbers, "tried_values", lambda question: [])
    verdict = proofs.ask(axiom, "area_free", n=3)
    assert verdict.status == "refuted"
    assert "the heights were left free" in verdict.checked[-1]
    values = verdict.question.parameters["heights"]
    assert all(value > 0 for value in values)
    assert ask(axiom, "area_free", n=3, heights=values) == "refuted"


def test_symmetric_heights_alternate():
    """A = Σ P(k)·(h_k + h_{k+1})/2, so it is symmetric where h_k + h_{k+1} is one number."""
    assert ask("symmetry", "area_free", n=4, heights="1,5,1,5", cross=True) == "holds"
    assert ask("symmetry", "area_free", n=4, heights="1,5,5,1") == "refuted"


def test_heights_of_one_are_the_area():
    for name, values in (("area", "1,1,1"), ("area_h", "1,1/2,1/3")):
        given = {"heights": exacts("height", values)}
        metric = find_metric("area_free").filled(3, given)
        for both in itertools.product(rankings(3), repeat=2):
            assert value_of(metric, list(both), {}, "items") == value_of(
                METRICS[name], list(both), {}, "items"
            )


@pytest.mark.parametrize("convention", ["items", "ranks"])
def test_scores_with_free_heights_are_the_area_at_given_ones(convention):
    """The polynomial that the solvers get, against the exact area of the curve."""
    asked = Question(find_axiom("symmetry"), (find_metric("area_free"),), 3, {"heights": "free"})
    question = replace(asked, convention=convention)
    unknowns = list(sp.symbols("h1:4", positive=True))
    writer = Polynomials(question, unknowns)
    (score, _) = sorted(question.formulas()[0].atoms(Score), key=str)
    for both in itertools.product(rankings(3), repeat=2):
        by_items = both if convention == "items" else tuple(map(inverse, both))
        point = curve(*by_items).point
        sizes = [Fraction(a + b, 2) for a, b in itertools.pairwise((0, *point))]
        expected = sum(sp.Rational(str(x)) * h for x, h in zip(sizes, unknowns, strict=True))
        assert sp.expand(writer._value(score, both) - expected) == 0


def inverse(ranking):
    return tuple(ranking.index(item) + 1 for item in range(1, len(ranking) + 1))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"n": 3, "heights": "1,2"}, "2 heights were given"),
        ({"n": 2, "heights": [1, 0.25]}, "for example 1/4"),
        ({"n": 2, "heights": "1,-1"}, "more than 0"),
        ({"n": 2, "heights": "1,x"}, "not a number"),
        ({"n": "all"}, "one n"),
        ({"n": 3, "engine": "exhaustive"}, "heights is left free"),
        ({"n": 3, "k": 2}, "has no k"),
        ({"n": 6}, "limit is"),
    ],
)
def test_heights_that_cannot_be(given, message):
    with pytest.raises(BadInput, match=message):
        proofs.ask("symmetry", "area_free", **given)
    with pytest.raises(BadInput, match="no heights"):
        proofs.ask("symmetry", "area", n=3, heights="1,1,1")


def test_a_model_that_does_not_refute_is_an_error_of_ours(monkeypatch):
    monkeypatch.setattr(free_numbers, "tried_values", lambda question: [])
    monkeypatch.setattr(free_numbers, "_read", lambda reply, s: (Fraction(1),) * len(s))
    with pytest.raises(Disagreement):
        proofs.ask("symmetry", "area_free", n=3)


def test_certificates_of_heights(tmp_path, capsys):
    from proofs.verify import main as verify

    path = str(tmp_path / "heights.json")
    for axiom, code, verified in (("zero_iff_equal", 0, 0), ("symmetry", 1, 0)):
        assert main([axiom, "area_free", "--n", "2..3", "--certificate", path]) == code
        assert verify([path]) == verified
    shown = capsys.readouterr().out
    assert "all heights > 0" in shown


def test_the_command_line(capsys):
    assert main(["symmetry", "area_free", "--n", "3", "--heights", "2,1,2", "--cross"]) == 0
    assert main(["always_zero", "point", "--n", "4", "--k", "n"]) == 0
    assert main(["symmetry", "area_free", "--n", "3", "--heights", "1,2"]) == 2
    assert "2 heights were given" in capsys.readouterr().err


def test_both_engines_on_nested_entries():
    from proofs.engines.exhaustive import every_case as exhaustive
    from proofs.engines.smt import rankings as smt

    for axiom, names, given_ in (
        ("symmetry", ["area"], {}),
        ("zero_iff_equal", ["point"], {"k": 2}),
        ("reverse_is_maximal", ["area_h"], {}),
        ("same_zeros", ["point", "fdr"], {"k": 2}),
    ):
        for convention in ("items", "ranks"):
            asked = question(axiom, *names, n=3, convention=convention, **given_)
            assert exhaustive.answer(asked, Limits()).status == smt.answer(asked, Limits()).status
    assert exhaustive.refuses(question("triangle", "area", n=12), Limits())


def test_the_declared_sum_is_the_one_of_the_paper():
    assert METRICS["point"].value == point_at(METRICS["point"].value.limits[0][2])
    assert Ranking("sigma") == sigma


# Pictures ----------------------------------------------------------------------------------------

DRAWN = ["--reference", "d1,d2,d3,d4", "--ranking", "d2,d1,d4,d3", "--ranking", "d4,d3,d2,d1"]


@pytest.mark.parametrize(
    ("ending", "head"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")]
)
def test_pictures(tmp_path, capsys, ending, head):
    from proofs.curves import main as draw

    paths = [tmp_path / f"{name}.{ending}" for name in ("one", "two")]
    for path in paths:
        assert draw([*DRAWN, "--out", str(path)]) == 0
    assert paths[0].read_bytes().startswith(head)
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert "A-corr 4/5" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--reference", "a,b"], "at least one --ranking"),
        ([*DRAWN, "--out", "x.gif"], "ends in none of"),
        ([*DRAWN, "--ranking", "d1"], "is not in the ranking"),
        ([*DRAWN, "--ranking", "d1,,d2"], "empty document"),
        ([*DRAWN, "--heights", "1,2"], "2 heights"),
        ([*DRAWN, "--out", "no/such/folder/x.svg"], "cannot be written"),
        ([*DRAWN, *["--ranking", "d1,d2,d3,d4"] * 7, "--out", "x.svg"], "at most 8"),
    ],
)
def test_pictures_that_cannot_be(arguments, message, capsys):
    from proofs.curves import main as draw

    assert draw(arguments) == 2
    assert message in capsys.readouterr().err
