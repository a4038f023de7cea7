"""One replayer for all domains: it refutes exactly where the statement is false."""

import itertools
import random
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from asking import ONE_METRIC, parameters, question
from hypothesis import given
from hypothesis import strategies as st

import proofs
from axioms import find_axiom
from axioms.language.formula import ForAll
from axioms.language.order_terms import condition
from metrics import METRICS
from metrics.language.terms import Place, Ranking
from proofs.core.limits import Limits
from proofs.core.outcome import _shown
from proofs.core.question import Statement
from proofs.engines.exhaustive.cases import Cases
from proofs.engines.exhaustive.search import Search
from proofs.trusted.number import Inconclusive, Undefined, inverse, logarithm, power
from proofs.trusted.replay import replay
from proofs.trusted.replayed import NotDefined, ReplayFailed
from proofs.trusted.sign import sign_of
from proofs.trusted.value import Reading

SOME = ["mae", "rmse", "recall", "mcc", "kendall", "dcg", "ndcg", "gmr", "err", "lr_plus", "smape"]


def refutes(asked, statement, witness):
    try:
        replay(asked, statement, witness)
    except NotDefined:
        return None
    except ReplayFailed:
        return False
    return True


@pytest.mark.sweep(4)
@pytest.mark.parametrize("convention", ["items", "ranks"])
@pytest.mark.parametrize("metric", SOME)
def test_replay_says_of_any_point_what_the_exhaustive_engine_says(metric, convention):
    draw = random.Random(metric)
    for axiom in ONE_METRIC:
        given = parameters(metric, k=1, axiom=axiom)
        if find_axiom(axiom).inputs not in (None, len(METRICS[metric].inputs)):
            continue
        asked = question(axiom, metric, n=3, convention=convention, **given)
        search = Search(asked, Limits(jobs=1))
        for statement in asked.statements():
            formula = statement.formula
            if not isinstance(formula, ForAll) or formula.body.atoms(ForAll):
                continue
            for _ in range(6):
                point = {v: _drawn(draw, v) for v in formula.variables}
                columns = {v: np.array([point[v]]).T for v in formula.variables}
                cases = Cases(3, search.scorers, columns)
                false = not np.all(cases.truth(formula.body))
                expected = bool(false) if np.all(cases.defined(formula.body)) else None
                found = refutes(asked, statement, _shown(Statement("", formula), point))
                if np.all(cases.truth(condition(formula.body))):
                    assert found is expected, (axiom, point)
                else:  # no case at all: what it names need not have a value
                    assert found is not True, (axiom, point)


def _drawn(draw, variable):
    if isinstance(variable, Place):
        return draw.randint(1, 3)
    assert isinstance(variable, Ranking)
    return draw.sample(range(1, 4), 3)


REFUTED = [
    (("triangle", "mse"), {"n": 3}),
    (("ioi", "mean_rank"), {"n": 3, "k": 2}),
    (("isotone", "gp"), {"order": "set_projection", "n": 2, "c": 2}),
    (("strictly_isotone", "gr"), {"order": "rank_projection", "n": 2, "c": 2}),
    (("chain", "rank_replacement"), {"n": 2, "c": 2}),
    (("lattice", "ops_swap"), {"n": 3, "c": 2}),
    (("scale_free", "footrule_star"), {"n": 3}),
    (("zero_iff_equal", "kendall_w"), {"n": 3}),
    (("valuation", "grbp"), {"order": "ops_swap_replace_last", "n": 2, "c": 2}),
    (("respects_strictly", "chebyshev"), {"n": 2}),
    (("respects_strictly", "weighted_manhattan"), {"n": 2}),
    (("respects_partial_order", "arbitrary"), {"n": 1}),
    (("respects_partial_order", "mahalanobis"), {"n": 2}),
    (("upper_bound_reached", "cam"), {"n": 2, "measure": "ap", "embedding": "0,1;0,1"}),
]


@pytest.mark.parametrize(("asked", "more"), REFUTED, ids=lambda x: " ".join(x))
def test_a_refutation_replays_and_no_altered_one_does_where_it_is_true(asked, more):
    verdict = proofs.ask(*asked, **more)
    assert verdict.status == "refuted", verdict.reason
    replayed, fixed = verdict.replayed, dict(verdict.replayed.statement.fixed)
    witness = {name: value for name, value in replayed.witness.items() if name not in fixed}
    assert replay(verdict.question, replayed.statement, witness) == replayed
    for name, value in witness.items():
        for other in _alterations(value):
            forged = {**witness, name: other}
            try:
                again = replay(verdict.question, replayed.statement, forged)
            except (ReplayFailed, Inconclusive):
                continue
            assert again.witness == {**fixed, **forged}, "another refutation, replayed as such"


def _alterations(value):
    yield from ("", "x", "__import__('os')", None, 1.5, [], True, -1, 99)
    if isinstance(value, list) and value:
        yield value[:-1]
        yield [*value, value[0]]
        yield [value[0]] * len(value)
        yield [*value[:-1], "sigma"]


@pytest.mark.parametrize(
    ("asked", "more", "witness"),
    [
        (("ioi", "mae"), {"n": 3}, {"sigma": [1, 1, 1], "tau": [1, 2, 3], "nu": [3, 2, 1]}),
        (("triangle", "mae"), {"n": 2}, {"sigma": [0, 3], "tau": [1, 2], "nu": [2, 1]}),
        (("triangle", "mae"), {"n": 2}, {"sigma": [1], "tau": [1], "nu": [1]}),
    ],
)
def test_what_is_no_ranking_refutes_nothing(asked, more, witness):
    made = question(*asked, **more)
    with pytest.raises(ReplayFailed, match="none of its values"):
        replay(made, made.statements()[0], witness)


def test_text_is_never_evaluated(tmp_path):
    made = question("symmetry", "mape", n=2)
    there = tmp_path / "there"
    text = f"open({str(there)!r}, 'w')"
    with pytest.raises(ReplayFailed):
        replay(made, made.statements()[0], {"sigma": [text, text], "tau": [1, 2]})
    assert not there.exists()


# Numbers -----------------------------------------------------------------------------------------

rationals = st.fractions(-20, 20, max_denominator=12)


@given(st.recursive(
    st.one_of(
        rationals.map(lambda f: sp.Rational(f.numerator, f.denominator)),
        st.integers(2, 30).map(lambda k: sp.sqrt(k)),
        st.integers(2, 30).map(lambda k: sp.log(k)),
        st.integers(2, 30).map(lambda k: sp.Integer(k) ** sp.Rational(2, 3)),
    ),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda pair: pair[0] + pair[1]),
        st.tuples(inner, inner).map(lambda pair: pair[0] * pair[1]),
        st.tuples(inner, inner).map(lambda pair: pair[0] - pair[1]),
        inner.map(lambda e: 1 / e if e != 0 else e),
    ),
    max_leaves=6,
))  # fmt: skip
def test_numbers_are_those_of_sympy(e):
    try:
        found = Reading().value(e, {})
        sign = sign_of(found)
    except (Undefined, Inconclusive):
        return
    near = sp.N(e, 40)
    assert sign == int(sp.sign(near)) or abs(near) < sp.Float("1e-30")
    middle = Fraction(str(near))
    slack = (1 + abs(middle)) / 10**25
    assert sign_of(found - middle + slack) == 1
    assert sign_of(found - middle - slack) == -1


def test_divisions_by_zero_and_roots_of_negatives_are_undefined():
    root = power(2, Fraction(1, 2))
    for bad in (
        lambda: inverse(0),
        lambda: inverse(root * root - 2),
        lambda: inverse(logarithm(6) - logarithm(2) - logarithm(3)),
        lambda: power(-2, Fraction(1, 2)),
        lambda: power(1 - root, Fraction(1, 2)),
        lambda: logarithm(0),
    ):
        with pytest.raises(Undefined):
            bad()
    assert power(0, Fraction(1, 2)) == 0
    assert power(0, 0) == 1


def test_sums_that_cancel_only_after_division_are_zero():
    logs = [logarithm(k) for k in (2, 3, 5, 6)]
    for a, b in itertools.permutations(logs, 2):
        assert sign_of(inverse(a + b) * a + inverse(a + b) * b - 1) == 0
        assert sign_of(power(a + b, Fraction(-1, 2)) * power(a + b, Fraction(3, 2)) - a - b) == 0
