"""Undefined values: counted, said in the headline, and never a distance at equal rankings."""

import itertools

import pytest
from asking import ONE_METRIC, parameters, question
from sympy import And, Eq, Equivalent, Ge, Implies, Le, Ne, Not, sympify

import proofs
from axioms import AXIOMS
from axioms.axiom import Axiom, Part, m
from axioms.language.formula import Exists, ForAll, Same, Score
from axioms.language.shapes import equal_cases, scores_of_cases
from metrics import METRICS
from metrics.language.domains import RANKINGS
from metrics.language.terms import Compose, Identity, Ratio, mu, n, nu, sigma, tau
from metrics.metric import Metric
from metrics.overlap import FN, FP, TP
from proofs.core import verdict as verdicts
from proofs.core.limits import Limits
from proofs.core.question import Question
from proofs.engines.exhaustive import every_case as exhaustive
from proofs.engines.exhaustive import plans
from proofs.engines.exhaustive.every_case import decide
from proofs.engines.exhaustive.search import Search
from proofs.engines.smt import rankings as smt
from proofs.report.shown import as_json, show
from proofs.trusted.finite.order import replayer_of
from proofs.trusted.number import Undefined

identity = Identity()
itself = m(sigma, sigma)


def asked(statement, metric, size=3, k=1):
    axiom = Axiom("said", "said", (Part("said", statement),), "a test")
    return Question(axiom, (metric,), size, {"k": k}, "items")


SPEAKING = [
    ForAll(sigma, Ge(itself, 0)),
    ForAll(sigma, tau, Le(m(tau, sigma), m(Compose(nu, sigma), Compose(nu, sigma)))),
    ForAll(sigma, tau, Equivalent(Eq(m(sigma, tau), -1), Same(sigma, tau))),
    ForAll(sigma, tau, Implies(Eq(m(sigma, tau), -1), Same(tau, sigma))),
    ForAll(sigma, tau, Implies(Same(sigma, tau), Ge(m(sigma, tau), 0))),
    ForAll(sigma, tau, Implies(Ge(m(sigma, tau), m(identity, identity)), Ne(m(tau, sigma), -1))),
    ForAll(sigma, Implies(Eq(m(sigma, identity), -1), Same(sigma, identity))),
    Exists(sigma, tau, And(Same(sigma, tau), Ge(m(sigma, tau), 0))),
]
SILENT = [
    ForAll(sigma, tau, Ge(m(sigma, tau), 0)),
    ForAll(sigma, tau, Implies(Not(Same(sigma, tau)), Ge(m(sigma, tau), 0))),
    ForAll(sigma, tau, nu, Implies(Eq(m(sigma, tau), -1), Same(tau, nu))),
    ForAll(sigma, Ge(m(identity, sigma), 0)),
]


def bound(statement):
    """Bind what a formula of the list above leaves free."""
    free = {v for v in (sigma, tau, nu, mu) if statement.has(v)} - set(statement.variables)
    return statement.func(*statement.variables, *sorted(free, key=str), statement.body)


@pytest.mark.sweep(3)
@pytest.mark.parametrize("statement", SPEAKING, ids=str)
@pytest.mark.parametrize("engine", [exhaustive, smt], ids=lambda engine: engine.NAME)
def test_a_statement_about_equal_rankings_needs_one_that_is_defined(statement, engine):
    verdict = engine.answer(asked(bound(statement), METRICS["lr_plus"]), Limits())
    assert (verdict.status, verdict.reason) == ("undecided", "undefined for equal rankings")


@pytest.mark.parametrize("statement", SILENT, ids=str)
@pytest.mark.parametrize("engine", [exhaustive, smt], ids=lambda engine: engine.NAME)
def test_a_statement_about_others_holds_where_it_is_defined(statement, engine):
    verdict = engine.answer(asked(bound(statement), METRICS["lr_plus"]), Limits())
    assert verdict.status == "holds"
    said = show(verdict, "text").split("\n")[0]
    if verdict.undefined.cases:
        assert said.startswith("HOLDS where defined (")


def test_a_counterexample_refutes_whatever_is_undefined():
    verdict = proofs.ask("zero_iff_equal", "lr_plus", n=3, k=1)
    assert verdict.status == "refuted"


def test_the_headline_and_json_count_undefined_cases():
    verdict = proofs.ask("nonnegativity", "lr_plus", n=3, k=1)
    pairs = list(itertools.product(itertools.permutations((1, 2, 3)), repeat=2))
    missing = sum(one[0] == two[0] for one, two in pairs)
    said = f"HOLDS where defined ({missing} of {len(pairs)} cases are not): nonnegativity, LR+"
    assert show(verdict, "text").startswith(said)
    found = as_json(verdict)["undefined"]
    assert (found["cases"], found["of"]) == (missing, len(pairs))
    both = proofs.ask("nonnegativity", "lr_plus", n=[2, 3], k=1).undefined
    assert (both.cases, both.of) == (missing + 2, len(pairs) + 4)


def test_for_every_n_equal_rankings_must_be_defined():
    verdict = proofs.ask("max_agreement", "lr_plus", n="all")
    assert verdict.status == "undecided"
    assert verdict.reason.startswith("undefined for equal rankings at n = 2…5")
    proved = proofs.ask("symmetry", "lr_plus", n="all")
    assert show(proved, "text").startswith("HOLDS where defined (some cases are not): symmetry")


@pytest.mark.parametrize(("c", "cases"), [(2, 4), (20, None), (50, 0)])
def test_joins_that_may_not_exist_are_never_said_to(c, cases):
    # (0 2) and (1 0) have no join: (1 2) and (2 0) are above both, and neither above the other.
    every = proofs.ask("valuation", "gp", order="rank_swapping", n="all", c=c)
    assert (every.status, every.undefined.counted) == ("holds", False)
    assert cases is None or every.undefined.cases == cases
    assert as_json(every)["undefined"]["counted"] is False
    assert any("does not exist" in caveat for caveat in every.caveats)
    if every.undefined.cases:
        assert every.undefined.first == {"r": [0, 2], "s": [1, 0]}
        assert show(every, "text").startswith("HOLDS where defined (some cases are not): valuation")
    large = proofs.ask("valuation", "gp", order="rank_swapping", n=40, c=c)
    assert not large.undefined.counted
    assert any("undefined" in caveat for caveat in large.caveats)


def test_where_all_joins_exist_none_is_said_to_be_missing():
    for order, c in (("rank_swapping", 1), ("rank_replacement", 2), ("set_projection", None)):
        found = proofs.ask("valuation", "gp", order=order, n="all", c=c)
        assert found.undefined == verdicts.Undefined()
        assert "counted" not in as_json(found)["undefined"]
        assert not any("left out" in caveat for caveat in found.caveats)


def test_no_certificate_says_that_undefined_at_equal_rankings_holds():
    from proofs.report.certificate import certificate, definitions, seal
    from proofs.verify import Rejected, check

    holds = proofs.ask("nonnegativity", "lr_plus", n=3, k=2)
    forged = certificate(holds, "0")
    other = question("distance", "lr_plus", n=3, k=2)
    forged["verdict"].update(axiom="distance", statement=other.text())
    forged["definitions"] = definitions(other)
    forged["seal"] = seal({name: value for name, value in forged.items() if name != "seal"})
    with pytest.raises(Rejected, match="no case of equal rankings"):
        check(forged)


def test_a_statement_without_a_case_needs_no_equal_rankings():
    """R² of one item is 0/0, and one item has no second place that "(1 2)" could swap."""
    from proofs.report.certificate import certificate
    from proofs.verify import check

    verdict = proofs.ask("tells_12_from_id", "r2", n=1)
    assert verdict.status == "holds"
    assert not verdict.undefined.cases
    assert "every case at n = 1 was tried again" in check(certificate(verdict, "0"))


def naive_counts(asked_question, formula):
    """Count undefined and all cases of a universal statement by a plain loop."""
    replayer = replayer_of(asked_question)
    missing = total = 0
    condition = formula.body.args[0] if isinstance(formula.body, Implies) else None
    if condition is not None and condition.atoms(Score):
        condition = None
    for values in replayer.cases(formula.variables, replayer.scene.point):
        case = {**replayer.scene.point, **values}
        if condition is not None and not replayer.truth(condition, case):
            continue
        total += 1
        try:
            for node in scores_of_cases(formula.body):
                replayer.value(node, case)
        except Undefined:
            missing += 1
    return missing, total


PARTLY = Metric(
    name="made",
    title="made",
    inputs=(sigma, tau),
    value=sympify(Ratio(TP, FP)) + Ratio(1, sigma(1) + FN - 1),
    family="made",
    higher_is_better=True,
    source="a test",
    largest_k=n - 1,
)


@pytest.mark.parametrize("metric", [METRICS["lr_minus"], PARTLY], ids=str)
@pytest.mark.parametrize("eager", [False, True])
def test_undefined_cases_are_counted_alike_by_all_plans(metric, eager, monkeypatch):
    if eager:
        monkeypatch.setattr(plans, "CLASSES_FROM", 0)
        monkeypatch.setattr(plans, "WLOG_FROM", 0)
    for name in ONE_METRIC:
        axiom = AXIOMS[name]
        if axiom.inputs == 1 or axiom.domain is not RANKINGS:
            continue
        given = {} if name == "stability" else {"k": 1}
        asked_question = Question(axiom, (metric,), 3, given, "items")
        for statement in asked_question.statements():
            formula = statement.formula
            if len(getattr(formula, "variables", ())) > 3 or not isinstance(formula, ForAll):
                continue
            fast = decide(Search(asked_question, Limits(jobs=1)), statement)
            slow = decide(Search(asked_question, Limits(jobs=1)), statement, plans=())
            expected = naive_counts(asked_question, formula)
            assert (slow.undefined, slow.judged + slow.undefined) == expected, (name, statement)
            assert fast.undefined == expected[0], (name, statement)
            if fast.true:
                assert fast.judged + fast.undefined == expected[1], (name, statement)
            assert fast.undefined_for_equal == slow.undefined_for_equal


def test_a_reversed_ranking_is_not_an_equal_one():
    for name in ("lr_minus", "f1_printed"):
        assert proofs.ask("one_iff_reverse", name, n=2, k=1).status == "holds"


def test_equal_cases_are_found_by_structure():
    found = {name: [equal_cases(f) for f in formulas(name)] for name in ONE_METRIC}
    speaking = {name for name, parts in found.items() if any(parts)}
    assert {"zero_iff_equal", "max_agreement", "max_iff_equal", "distance"} <= speaking
    assert not speaking & {"symmetry", "nonnegativity", "triangle", "right_invariance", "wsd"}


def formulas(name):
    given = parameters("lr_plus", k=1, axiom=name)
    if AXIOMS[name].inputs == 1 or AXIOMS[name].domain is not RANKINGS:
        return []
    return [s.formula for s in question(name, "lr_plus", n=3, **given).statements()]
