"""Each rule for every n concludes what it is for, and rests on what it says.

The answers are compared with what small n say in other files; here a rule that would conclude
nothing any more, or would read less than it is told, is noticed at once.
"""

import copy
import json
import operator

import pytest
from deriving import shown_by
from sympy import Abs, And, Eq, Ge, Gt, Implies, Le, Lt, Ne, Sum

import proofs
from axioms.axiom import axiom, m
from axioms.language.formula import Exists, ForAll
from metrics import find_metric
from metrics.language.terms import Identity, Place, Swap, i, n, sigma, tau
from metrics.metric import Metric
from proofs.core.every_n.growth import Growth
from proofs.core.question import Question
from proofs.report.certificate import certificate, seal
from proofs.trusted.every_n.kernel import Kernel
from proofs.trusted.every_n.rankings import Every
from proofs.trusted.every_n.witnesses.grown import exemplifies
from proofs.trusted.finite.order import replayer_of
from proofs.trusted.number import written
from proofs.trusted.untrusted import NotChecked, Rejected, Unreadable, insist_plain
from proofs.trusted.verify import check

a, b, c, d = (Place(name) for name in "abcd")
ASKED = {
    "symmetry lr_plus k=2": ["terms", "defined somewhere"],
    "zero_iff_equal mse": ["extreme"],
    "max_iff_equal spearman": ["terms", "extreme", "follows"],
    "sensitivity_some area_at k=1": ["grown example"],
    "zero_iff_equal mean_rank k=2": ["grown witness"],
    "distance footrule": ["terms", "only at equality", "terms", "lemmas"],
    "linear_distance rmae": ["terms", "terms", "only at equality", "terms", "never", "roots"],
    "linear_distance rmse": ["terms", "terms", "only at equality", "terms", "never", "norm"],
    "sensitivity_some spearman": ["terms", "none exists"],
    "linear_equivalence recall fnr k=2": ["proportional", "terms"],
    "min_agreement mean_rank k=1": ["smallest"],
}


def made(value):
    return Metric("made", "made", (sigma, tau), value, "error", False, "a test")


def question(metric, formula, size=2):
    return Question(axiom("made", "made", formula, "a test"), (metric,), size, every_n=True)


def answered(asked):
    names = [word for word in asked.split() if "=" not in word]
    given = dict(word.split("=") for word in asked.split() if "=" in word)
    return proofs.ask(*names, n="all", **{name: int(value) for name, value in given.items()})


@pytest.mark.parametrize("asked", ASKED)
def test_a_rule_concludes_what_it_is_for(asked):
    steps = answered(asked).evidence["steps"]
    assert [step["rule"] for step in steps] == ASKED[asked]


@pytest.mark.sweep(3)
@pytest.mark.parametrize("asked", ASKED)
def test_a_step_rests_on_what_comes_before_it(asked):
    content = json.loads(json.dumps(certificate(answered(asked), "1")))
    trusted = [theorem["theorem"] for theorem in content["verdict"].get("trusted", ())]
    assert check(content, trusted)
    for number, step in enumerate(content["evidence"]["steps"]):
        for forged in (
            {**step, "premises": [number + 1]},
            {**step, "conclusion": step["conclusion"] + " "},
            {**step, "rule": "because"},
            {**step, "evidence": {**step["evidence"], "also": 1}},
        ):
            other = copy.deepcopy(content)
            other["evidence"]["steps"][number] = forged
            body = {name: value for name, value in other.items() if name != "seal"}
            with pytest.raises((Rejected, NotChecked)):
                check({**body, "seal": seal(body)}, trusted)


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_a_swap_of_the_first_places_has_entries_at_all_of_them(size):
    formula = Exists(a, b, Eq(m(Identity(), Swap(a, b)), 2 * (size - 1)))
    asked = question(made(Sum(Abs(sigma(i) - tau(i)), (i, 1, n))), formula, size)
    growth = Growth(size, {"a": 1, "b": size})
    assert exemplifies(asked.at_size(size), asked.formulas()[0], growth)


def test_an_entry_at_an_entry_is_one_of_the_composed_word():
    reader = Every(question(made(sigma(1)), ForAll(sigma, tau, Ge(m(sigma, tau), 1))), 2)
    one, two = (("sigma", 1),), (("tau", 1),)
    inner = reader.entry(two, 1)
    assert written(reader.entry(one, inner)) == written(reader.entry((*one, *two), 1))
    assert written(reader.entry((("tau", -1),), inner)) == written(1)
    assert written(reader.entry(one, inner)) != written(reader.entry(one, 1))


def test_a_rule_about_aspects_reads_all_that_it_is_told():
    found = proofs.ask("respects_partial_order", "manhattan", n="all")
    steps = [step for step in found.evidence["steps"] if step["rule"] == "one aspect"]
    for told in ({}, {"strictly": False, "also": 1}):
        kernel = Kernel(found.question, 1)
        assert kernel.conclude("terms") is not None
        with pytest.raises(Rejected):
            kernel.conclude("one aspect", 1, **told)
    assert steps
    with pytest.raises(Rejected):
        Kernel(found.question, 1).conclude("one aspect", strictly=False)


RELATIONS = {
    Eq: operator.eq,
    Ne: operator.ne,
    Le: operator.le,
    Lt: operator.lt,
    Ge: operator.ge,
    Gt: operator.gt,
}


@pytest.mark.parametrize("relation", RELATIONS)
@pytest.mark.parametrize("bound", [-1, 0, 1])
def test_a_comparison_is_what_it_is_where_both_sides_are_equal_too(relation, bound):
    formula = ForAll(sigma, relation(m(sigma, sigma), bound, evaluate=False))
    asked = question(made(Sum(Abs(sigma(i) - tau(i)), (i, 1, n))), formula).at_size(2)
    replayer = replayer_of(asked)
    found = replayer.truth(asked.formulas()[0], replayer.scene.point)
    assert found is RELATIONS[relation](0, bound)


@pytest.mark.parametrize("wrap", [lambda inner: [inner], lambda inner: {"x": inner}])
def test_depth_is_counted_in_lists_and_in_objects(wrap):
    content = 1
    for _ in range(11):
        content = wrap(content)
    insist_plain(content)
    with pytest.raises(Unreadable, match="levels deep"):
        insist_plain(wrap(content))


@pytest.mark.parametrize(
    ("condition", "proved"),
    [
        (Lt(b - a, d - c), True),
        (Lt(d - c, b - a), False),
        (Le(b - a, d - c), False),
        (Lt(b - a, d - c + 1), False),
        (Eq(b - a, d - c), False),
    ],
)
def test_wider_swaps_are_those_that_a_condition_calls_wider(condition, proved):
    """τ falls by 2 for each further place between the two that are exchanged."""
    one, two = (m(Identity(), Swap(*places)) for places in ((a, b), (c, d)))
    given = And(Lt(a, b), Lt(c, d), condition)
    lower = axiom("made", "made", ForAll(a, b, c, d, Implies(given, Lt(two, one))), "here")
    question = Question(lower, (find_metric("kendall"),), 3, every_n=True)
    assert (shown_by(question, least=3) is not None) is proved
