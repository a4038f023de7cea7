"""Proofs for every n: each rule against all cases at small n, verdicts against the engines."""

import itertools
from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp
from asking import ONE_METRIC, parameters, question, value_of
from hypothesis import given
from hypothesis import strategies as st

import proofs
from axioms import AXIOMS
from metrics import METRICS
from metrics.language.parameters import SYMBOLS
from metrics.language.terms import At, Compose, Inverse, Ranking, nu, read, sigma, tau
from metrics.language.terms import i as place
from metrics.language.terms import n as n_symbol
from metrics.language.written import NoValue, listing, written
from proofs.core.growth import BACKWARDS, FORWARDS
from proofs.core.limits import Limits
from proofs.core.question import Question
from proofs.engines.exhaustive import every_case as exhaustive
from proofs.engines.symbolic.every_n import answer
from proofs.engines.symbolic.rules import words as rules
from proofs.engines.symbolic.rules.lemmas import lemma
from proofs.trusted.every_n.growing import Growing, sign_from
from proofs.trusted.every_n.shown import expression
from proofs.trusted.number import Inconclusive, Undefined
from proofs.trusted.scene import Scene

SMALL = (2, 3, 4)


def every(axiom, metric, given):
    return Question(axiom, (metric,), 2, given, "items", every_n=True)


def settled(name):
    """Return parameters that suit every small n."""
    return parameters(name, k=1)


def evaluate(e, rankings, n):
    """Evaluate an opened expression whose listings are products of rankings, naively."""
    inputs = {}
    for node in sorted(e.atoms(At), key=str):
        term = node.args[0]
        inputs[term] = listing(term, {r.name: v for r, v in rankings.items()}, n)
        inner = term.args[0] if isinstance(term, Inverse) else None
        if inner is not None:
            inputs[inner] = listing(inner, {r.name: v for r, v in rankings.items()}, n)
    return written(e, {n_symbol: n, **inputs})


def opened(name, *listings):
    metric = METRICS[name]
    value = metric.open(listings, "items")
    numbers = {"k": 1, "j": 1, "p": sp.Rational(1, 2)}
    return value.subs({s: numbers[s.name] for s in value.free_symbols if s.name in numbers})


FORMS = [
    (sigma, tau),
    (tau, sigma),
    (Compose(sigma, nu), Compose(tau, nu)),
    (Compose(nu, sigma), Compose(nu, tau)),
    (sigma, sigma),
]


@pytest.mark.parametrize("name", METRICS)
def test_normal_form_keeps_every_value(name):
    rankings = list(itertools.permutations(range(1, 4)))
    for form in FORMS:
        before = opened(name, *form)
        after = rules.normal(before)
        for one, two, three in itertools.product(rankings[::2], rankings, rankings[1::2]):
            chosen = {sigma: one, tau: two, nu: three}
            try:
                expected = evaluate(before, chosen, 3)
            except NoValue:
                continue
            assert sp.simplify(evaluate(after, chosen, 3) - expected) == 0, (name, form)


@pytest.mark.parametrize("name", METRICS)
def test_sign_rules_are_true_of_every_value(name):
    metric = METRICS[name]
    value = opened(name, sigma, tau)
    if not rules.nonnegative(value):
        return
    for n in SMALL:
        bound = metric.bound(n, settled(name))
        for point in itertools.product(
            itertools.permutations(range(1, n + 1)), repeat=len(metric.inputs)
        ):
            try:
                assert value_of(metric, list(point), bound, "items") >= 0
            except Undefined:
                continue


def test_words_cancel():
    assert rules.word(Compose(Inverse(nu), Compose(nu, sigma))) == rules.word(sigma)
    assert rules.word(Inverse(Compose(sigma, tau))) == ((tau, -1), (sigma, -1))


def test_a_false_lemma_is_not_proved():
    x, y, z = sp.symbols("x y z", positive=True)
    squares = sp.Le((x - y) ** 2, (x - z) ** 2 + (z - y) ** 2)
    assert not lemma(squares, [x, y, z], [])
    sizes = sp.Le(sp.Abs(x - y), sp.Abs(x - z) + sp.Abs(z - y))
    assert lemma(sizes, [x, y, z], [])


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


PREFIXES = st.integers(1, 4).flatmap(
    lambda n: st.tuples(st.permutations(range(1, n + 1)), st.permutations(range(1, n + 1)))
)


@given(st.sampled_from(sorted(METRICS)), PREFIXES, st.integers(0, 3))
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
        assert formula.subs(n_symbol, size).doit().has(sp.zoo, sp.nan)
        return
    difference = formula.subs(n_symbol, size).doit() - expected
    assert sp.simplify(sp.expand_log(difference, force=True)) == 0


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


@pytest.mark.parametrize(
    "name",
    [
        "mae",
        "mse",
        "rmse",
        "spearman",
        "kendall",
        "ndpm",
        "dcg",
        "mape",
        "smape",
        "kendall_distance",
        "rbp",
        "r2",
    ],
)
def test_the_swap_rule_gives_the_value_of_every_swap(name):
    from metrics.language.terms import Place
    from proofs.engines.symbolic.opened import Opened
    from proofs.engines.symbolic.rules.swaps import swap_value

    asked = every(AXIOMS["wsd"], METRICS[name], settled(name))
    (formula,) = asked.formulas()
    value = swap_value(formula, Opened(asked))
    if value is None:
        return
    metric = METRICS[name]
    for n in (2, 3, 4, 5):
        bound = metric.bound(n, settled(name))
        for i, j in itertools.combinations(range(1, n + 1), 2):
            swap = list(range(1, n + 1))
            swap[i - 1], swap[j - 1] = j, i
            both = [tuple(range(1, n + 1)), tuple(swap)][2 - len(metric.inputs) :]
            expected = value_of(metric, both, bound, "items")
            found = value.subs({Place("i"): i, Place("j"): j, n_symbol: n}).doit()
            difference = sp.expand_log(found - expected, force=True)
            assert sp.simplify(difference) == 0, (name, n, i, j)


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


@pytest.mark.parametrize("name", SAMPLE)
def test_verdicts_for_every_n_agree_with_exhaustive_search(name):
    fixed = parameters(name, k=2)
    for axiom in ONE_METRIC:
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
        assert any("n unknown" in line for line in check(content))


def test_a_proof_that_small_n_contradicts_is_an_error_of_ours(monkeypatch):
    from proofs.engines.symbolic import every_n as symbolic
    from proofs.script.solvers import Disagreement

    monkeypatch.setattr(symbolic, "RULES", (lambda formula, opened: ["it is obvious"],))
    with pytest.raises(Disagreement, match="proved for every n"):
        proofs.ask("ioi", "mae", n="all")


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
