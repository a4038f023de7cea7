"""Proofs for every n: each rule against all cases at small n, verdicts against the engines."""

import time
from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp
from asking import ONE_METRIC, parameters, question, value_of
from hypothesis import example, given
from hypothesis import strategies as st

import proofs
from axioms import AXIOMS
from metrics import METRICS
from metrics.language.parameters import SYMBOLS
from metrics.language.terms import Ranking, read, sigma, tau
from metrics.language.terms import i as place
from metrics.language.terms import n as n_symbol
from proofs.core.every_n.growth import BACKWARDS, FORWARDS
from proofs.core.limits import Limits
from proofs.core.question import Question
from proofs.engines.exhaustive import every_case as exhaustive
from proofs.engines.symbolic import every_n
from proofs.engines.symbolic.every_n import answer
from proofs.trusted.every_n.shown import expression
from proofs.trusted.every_n.witnesses.growing import Growing
from proofs.trusted.number import Inconclusive, Undefined
from proofs.trusted.scene import Scene
from proofs.trusted.sign import sign_of

SMALL = (2, 3, 4)


def every(axiom, metric, given):
    return Question(axiom, (metric,), 2, given, "items", every_n=True)


def settled(name):
    """Return parameters that suit every small n."""
    return parameters(name, k=1)


def sign_from(e, least):
    reader = Growing(Scene(least), least, 0)
    try:
        return sign_of(reader.value(e, reader.scene.point))
    except (Inconclusive, Undefined):
        return None


def value_in_n(metric, rankings, bound, least, start=None):
    """Return the value of a metric at rankings that grow, as an expression in n."""
    reader = Growing(Scene(least), least, least if start is None else start)
    point = {
        **reader.scene.point,
        **{SYMBOLS[name]: int(v) for name, v in bound.items() if name in "kj"},
    }
    point.update({SYMBOLS[name]: Fraction(str(v)) for name, v in bound.items() if name == "p"})
    point.update(zip(metric.inputs, rankings, strict=True))
    return expression(reader.value(read(metric.value, "items"), point))


def written_out(e):
    """Return an expression whose sums and products have numbers as limits, without them."""
    if isinstance(e, (sp.Sum, sp.Product)):
        *inner, (index, low, high) = e.limits
        body = e.func(e.function, *inner) if inner else e.function
        values = [written_out(body.subs(index, v)) for v in range(int(low), int(high) + 1)]
        return (sp.Add if isinstance(e, sp.Sum) else sp.Mul)(*values)
    return e.func(*map(written_out, e.args)) if e.args else e


PREFIXES = st.integers(1, 4).flatmap(
    lambda n: st.tuples(st.permutations(range(1, n + 1)), st.permutations(range(1, n + 1)))
)


@given(st.sampled_from(sorted(METRICS)), PREFIXES, st.integers(0, 3))
@example("weighted_kendall", ([1, 2], [1, 2]), 1)  # a sum within a sum
def test_an_extended_witness_has_the_value_that_the_formula_in_n_says(name, prefix, more):
    metric = METRICS[name]
    start = len(prefix[0])
    if metric.depends_on_k() and 1 not in metric.cutoffs(start):
        return
    bound = metric.bound(start, settled(name))
    chosen = [tuple(p) for p in prefix][: len(metric.inputs)]
    try:
        formula = value_in_n(metric, chosen, bound, start)
    except (Inconclusive, Undefined):
        return
    size = start + more
    longer = [(*p, *range(start + 1, size + 1)) for p in chosen]
    try:
        expected = value_of(metric, longer, bound, "items")
    except Undefined:
        assert written_out(formula.subs(n_symbol, size)).has(sp.zoo, sp.nan)
        return
    difference = written_out(formula.subs(n_symbol, size)) - expected
    assert difference == 0 or abs(difference.evalf(60, maxn=2000)) < sp.Rational(1, 10**50)


def summed(body):
    return replace(METRICS["mae"], name="summed", value=sp.Sum(body, (place, 1, n_symbol)))


@pytest.mark.parametrize("power", [0, 1, 4, 9])
def test_a_tail_that_is_a_polynomial_is_summed_by_its_powers(power):
    metric = summed((sigma(place) * n_symbol + tau(place) - 2) ** power)
    formula = value_in_n(metric, [(2, 1), (1, 2)], {}, 2)
    assert not formula.has(sp.Sum)
    for n in (2, 3, 6):
        longer = [(2, 1, *range(3, n + 1)), tuple(range(1, n + 1))]
        assert formula.subs(n_symbol, n) == value_of(metric, longer, {}, "items")


@pytest.mark.parametrize("name", [m for m in METRICS if not METRICS[m].depends_on_k()])
def test_the_reversal_has_the_value_that_the_formula_in_n_says(name):
    metric = METRICS[name]
    bound = metric.bound(3, settled(name))
    rankings = [FORWARDS, BACKWARDS][2 - len(metric.inputs) :]
    try:
        formula = value_in_n(metric, rankings, bound, 2, start=0)
    except (Inconclusive, Undefined):
        return
    for n in (2, 3, 4, 5):
        both = [tuple(range(1, n + 1)), tuple(range(n, 0, -1))][2 - len(metric.inputs) :]
        expected = value_of(metric, both, bound, "items")
        difference = formula.subs(n_symbol, n).doit() - expected
        assert sp.simplify(sp.expand_log(difference, force=True)) == 0


@given(
    st.lists(st.integers(-5, 5), min_size=1, max_size=4),
    st.lists(st.integers(-5, 5), min_size=1, max_size=3),
    st.integers(1, 5),
)
def test_a_sign_for_every_n_is_the_sign_at_each_n(top, bottom, start):
    numerator = sum(c * n_symbol**power for power, c in enumerate(top))
    denominator = sum(c * n_symbol**power for power, c in enumerate(bottom))
    if denominator == 0:
        return
    sign = sign_from(numerator / denominator, start)
    if sign is None:
        return
    for n in range(start, start + 12):
        value = sp.sympify(numerator / denominator).subs(n_symbol, n)
        assert not value.has(sp.zoo, sp.nan)
        assert sp.sign(value) == sign


SAMPLE = [
    "mae",
    "rmse",
    "mape",
    "r2",
    "kendall",
    "kendall_distance",
    "spearman",
    "recall",
    "fm",
    "lr_plus",
    "pt",
    "jaccard",
    "dcg",
    "ndcg",
    "mean_rank",
    "gmr",
    "dcg_rel",
    "ap",
    "rbp",
]


@pytest.mark.sweep(10)
@pytest.mark.parametrize(("number", "name"), list(enumerate(SAMPLE)))
def test_some_verdicts_for_every_n_agree_with_exhaustive_search(number, name):
    insist_true(name, ONE_METRIC[number % 4 :: 4])


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLE)
def test_verdicts_for_every_n_agree_with_exhaustive_search(name):
    insist_true(name, ONE_METRIC)


def insist_true(name, axioms):
    """What is said of every n is what the search says of each small n."""
    fixed = parameters(name, k=2)
    for axiom in axioms:
        if AXIOMS[axiom].inputs == 1 and len(METRICS[name].inputs) == 2:
            continue
        given = parameters(name, k=2, axiom=axiom) if fixed else {}
        verdict = answer(every(AXIOMS[axiom], METRICS[name], given), Limits(seconds=8))
        if verdict.scope.every_from is None:
            continue
        for n in range(verdict.scope.every_from, 6):
            try:
                asked = question(axiom, name, n=n, **given)
                found = exhaustive.answer(asked, Limits(cases=5_000_000, jobs=1))
            except ValueError:
                continue
            if "vacuous" not in " ".join(found.caveats) and found.status != "undecided":
                assert found.status == verdict.status, (axiom, name, n)


def test_dcg_is_one_to_one_up_to_six_and_never_after():
    verdict = proofs.ask("ioi", "dcg", n="all")
    assert verdict.status == "refuted"
    assert verdict.scope.first_failing == verdict.scope.every_from == 7
    assert verdict.scope.sizes == (1, 2, 3, 4, 5, 6, 7)


@pytest.mark.parametrize("metric", ["kendall", "ndpm", "kendall_distance", "mae", "mse", "r2"])
@pytest.mark.parametrize("axiom", ["symmetry", "right_invariance"])
def test_one_and_two_index_sums_are_proved(axiom, metric):
    verdict = proofs.ask(axiom, metric, n="all")
    assert verdict.status == "holds"
    assert verdict.scope.every_from is not None
    assert verdict.derivation


def test_a_proof_says_for_which_cutoffs_it_is():
    from proofs.report.shown import as_json, show

    every, one = (proofs.ask("symmetry", "recall", n="all", **k) for k in ({}, {"k": 1}))
    assert show(every, "text").startswith("HOLDS     symmetry, recall, every k, every n ≥ 2")
    assert as_json(every)["parameters"]["k"] == "every"
    assert show(one, "text").startswith("HOLDS     symmetry, recall, k = 1, every n ≥ 2")
    assert as_json(one)["parameters"]["k"] == 1
    assert "one for every value" in " ".join(one.checked)


def test_a_certificate_for_every_cutoff_is_checked_at_each():
    import json

    from proofs.report.certificate import certificate
    from proofs.verify import check

    for axiom in ("symmetry", "ioi", "zero_iff_equal"):
        found = proofs.ask(axiom, "recall", n="all")
        content = json.loads(json.dumps(certificate(found, "0")))
        assert any("each step was checked" in line for line in check(content))


def test_a_proof_that_small_n_contradicts_is_an_error_of_ours(monkeypatch):
    from proofs.engines.symbolic import every_n as symbolic
    from proofs.script.solvers import Disagreement

    monkeypatch.setattr(symbolic, "proved", lambda *asked: True)
    with pytest.raises(Disagreement, match="proved for every n"):
        proofs.ask("ioi", "mape", n="all")  # which four items refute, and not three


def insist_unproved(name, axioms):
    """What three items refute the engine does not try to prove: here the rules are asked."""
    for axiom in axioms:
        if AXIOMS[axiom].inputs == 1 and len(METRICS[name].inputs) == 2:
            continue
        given = parameters(name, k=2, axiom=axiom)
        found = exhaustive.answer(question(axiom, name, n=3, **given), Limits(jobs=1))
        if found.status == "refuted" and "vacuous" not in " ".join(found.caveats):
            asked = every(AXIOMS[axiom], METRICS[name], given)
            soon = time.monotonic() + 8
            assert every_n._kernel(asked, asked.for_every_cutoff(), soon) is None, axiom


@pytest.mark.sweep(3)
@pytest.mark.parametrize(("number", "name"), list(enumerate(SAMPLE)))
def test_no_rule_proves_some_of_what_three_items_refute(number, name):
    insist_unproved(name, ONE_METRIC[number % 8 :: 8])


@pytest.mark.slow
@pytest.mark.parametrize("name", METRICS)
def test_no_rule_proves_what_three_items_refute(name):
    insist_unproved(name, ONE_METRIC)


def test_the_axioms_own_letters_are_not_captured():
    """wsd binds i and j, and so do the metrics' sums: opening must keep them apart."""
    opened_value = METRICS["kendall"].open((Ranking("sigma"), Ranking("tau")), "items")
    assert not {s.name for s in opened_value.atoms(sp.Symbol) if not isinstance(s, sp.Dummy)} & {
        "i",
        "j",
        "k",
        "l",
    }


@pytest.mark.slow
def test_the_share_that_the_readme_states(root):
    decided = total = 0
    for name in METRICS:
        for axiom in ONE_METRIC:
            if AXIOMS[axiom].inputs == 1 and len(METRICS[name].inputs) == 2:
                continue
            given = {"p": "1/2"} if "p" in METRICS[name].parameters else {}
            asked = every(AXIOMS[axiom], METRICS[name], given)
            total += 1
            decided += answer(asked, Limits(seconds=15)).scope.every_from is not None
    assert decided / total >= 0.7
    assert f"{decided} of {total}" in (root / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("formula", "asked", "is_whole"),
    [
        ("sigma(k/2)", "symmetry", lambda size, k: k % 2 == 0),
        ("-sigma((k+1)/2)", "nonnegativity", lambda size, k: k % 2 == 1),
        ("-sigma(n/k)", "symmetry", lambda size, k: size % k == 0),
    ],
)
def test_a_place_that_is_not_whole_for_some_k_is_not_read_for_all(formula, asked, is_whole):
    """At odd k there is no place k/2, and nothing fails there."""
    found = proofs.ask(asked, f"= {formula}", n="all")
    said, sizes = found.scope.cutoffs, range(found.scope.every_from or 20, 20)
    failing = [
        (size, k) for size in sizes if said for k in range(1, size + 1) if said.take(size, k)
    ]
    assert all(is_whole(*one) for one in failing)


def test_a_place_that_is_not_whole_for_some_n_is_not_read_for_all():
    found = proofs.ask("nonnegativity", "= -sigma((n+1)/2)", n="all")
    assert (found.status, found.scope.every_from) == ("refuted", None)
    at_one = proofs.ask("nonnegativity", "= -sigma((k+1)/2)", n="all", k=1)
    assert at_one.scope.every_from == 1
