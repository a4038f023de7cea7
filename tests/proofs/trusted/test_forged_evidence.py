"""Forged evidence: false statements with steps, multipliers and scripts that belong to true ones.

Each forgery is a false claim for every n, or of one n for all weights or labels, that agrees with
itself in all it states, is sealed, and brings evidence that the verifier accepts elsewhere, or that
was written after reading what the rules look at. None may be accepted. Beside them, every rule is
tried on false statements with all that a step can tell it.
"""

import copy
import itertools
import json
import random

import pytest
from test_forgeries import agreeing, honest, sealed

from axioms import find_axiom
from axioms.axiom import Axiom
from proofs.core.every_n.growth import BACKWARDS, ENDS, FORWARDS
from proofs.core.posing import questions_about
from proofs.trusted.every_n.kernel import Kernel
from proofs.trusted.number import Inconclusive, Undefined
from proofs.trusted.stated import posed
from proofs.trusted.untrusted import NotChecked, Rejected
from proofs.trusted.verify import check

FALSE = {
    "rankings": [
        "symmetry mape",
        "triangle mse",
        "ioi mae",
        "zero_iff_equal dcg",
        "left_invariance mape",
        "nonnegativity spearman",
        "max_agreement mae",
        "triangle kendall",
        "left_invariance mae",
        "wsd mape",
        "sensitivity mae",
    ],
    "two metrics": ["consistency kendall mae", "linear_equivalence kendall mae"],
    "weights": ["zero_iff_equal kendall_w", "right_invariance kendall_sim", "triangle kendall_pos"],
    "aspects": ["respects_strictly chebyshev", "respects_partial_order mahalanobis"],
}
DONORS = {
    "rankings": [
        "symmetry kendall",
        "distance footrule",
        "linear_distance rmae",
        "triangle rmse",
        "zero_iff_equal mse",
        "max_iff_equal spearman",
        "symmetry lr_plus",
    ],
    "two metrics": ["linear_equivalence kendall ndpm", "consistency mae footrule"],
    "weights": ["symmetry kendall_w", "footrule_le_2kendall element_weights"],
    "aspects": ["respects_partial_order manhattan", "respects_strictly manhattan"],
}
TRANSPLANTED = [
    (false, donor)
    for room, statements in FALSE.items()
    for false, donor in itertools.product(statements, DONORS[room])
]
TRUSTED = ["Minkowski", "Diaconis-Graham"]


def claimed_for_every_n(names, start=2, **given):
    """Return a certificate of a false statement that says that it holds for every n."""
    content = copy.deepcopy(honest(names, n=start, **given))
    said = content["verdict"]
    scope = {"n": [], "all": True, "first_failing_n": None, "from": start}
    said.update(status="holds", scope=scope, witness=None, values=[])
    for name in ("part", "undefined"):
        said.pop(name, None)
    agreeing(content)
    return content


def with_evidence(content, donor):
    content["evidence"] = copy.deepcopy(donor["evidence"])
    content["verdict"].pop("trusted", None)
    if "trusted" in donor["verdict"]:
        content["verdict"]["trusted"] = donor["verdict"]["trusted"]
    return sealed(content)


@pytest.mark.parametrize(("names", "donor"), TRANSPLANTED)
def test_steps_of_a_true_statement_do_not_show_a_false_one(names, donor):
    forged = with_evidence(claimed_for_every_n(names), honest(donor, n="all"))
    with pytest.raises((Rejected, NotChecked)):
        check(forged, TRUSTED)


ORDERS = [
    ("distributive", "ops_swap", "distributive rank_replacement"),
    ("lattice", "rank_projection", "distributive rank_replacement"),
    ("chain", "rank_replacement", "distributive rank_replacement"),
]


@pytest.mark.parametrize("degrees", [{"c": 2}, {"c": "all"}])
@pytest.mark.parametrize(("axiom", "order", "donor"), ORDERS)
def test_steps_about_one_order_do_not_show_what_another_lacks(axiom, order, donor, degrees):
    content = claimed_for_every_n(f"{axiom} {order}", c=2)
    content["verdict"]["parameters"] |= degrees
    agreeing(content)
    with pytest.raises((Rejected, NotChecked)):
        check(with_evidence(content, honest(donor, n="all")))


# Multipliers and scripts -------------------------------------------------------------------------


def holding_at(names, n, **given):
    content = copy.deepcopy(honest(names, n=n, **given))
    said = content["verdict"]
    scope = {"n": [n], "all": False, "first_failing_n": None}
    said.update(status="holds", scope=scope, witness=None, values=[])
    for name in ("part", "undefined"):
        said.pop(name, None)
    agreeing(content)
    return content


def multipliers(change):
    """Return the multipliers of a true inequality, changed."""
    donor = honest("kendall_le_footrule similarity", n=4)
    found = copy.deepcopy(donor["evidence"]["duals"])
    for duals in found.values():
        for one in duals:
            change(one)
    return {"duals": found}


def enlarged(one):
    one["multipliers"] = {name: "1000000" for name in one["multipliers"]}


def negated(one):
    one["multipliers"] = {name: f"-{value}" for name, value in one["multipliers"].items()}


def reversed_signs(one):
    one["signs"] = [{"1": "-1", "-1": "1"}.get(sign, sign) for sign in one["signs"]]


def far_signs(one):
    one["signs"] = ["2"] * len(one["signs"])


def nothing(one):
    one["multipliers"] = {}


@pytest.mark.parametrize("change", [enlarged, negated, reversed_signs, far_signs, nothing])
@pytest.mark.parametrize(
    ("names", "n"),
    [("triangle kendall_pos", 3), ("right_invariance kendall_sim", 3)],
)
def test_multipliers_of_one_inequality_do_not_show_another(names, n, change):
    forged = holding_at(names, n)
    forged["evidence"] = multipliers(change)
    with pytest.raises((Rejected, NotChecked)):
        check(sealed(forged))


@pytest.mark.parametrize("change", [negated, far_signs, nothing])
def test_multipliers_that_do_not_add_up_do_not_show_what_they_could(change):
    forged = copy.deepcopy(honest("kendall_le_footrule similarity", n=4))
    forged["evidence"] = multipliers(change)
    with pytest.raises((Rejected, NotChecked)):
        check(sealed(forged))


@pytest.mark.parametrize("donor", ["respects_partial_order chebyshev", None])
@pytest.mark.parametrize(
    "names",
    ["respects_strictly chebyshev", "respects_partial_order mahalanobis"],
)
def test_a_script_of_one_question_does_not_answer_another(names, donor):
    forged = holding_at(names, 2)
    scripts = (
        [64 * "0"] if donor is None else honest(donor, n=2, engine="smt")["evidence"]["scripts"]
    )
    forged["evidence"] = {"scripts": scripts}
    with pytest.raises((Rejected, NotChecked)):
        check(sealed(forged))


# Steps that were written after reading the rules --------------------------------------------------


def grown(first, **values):
    told = {"part": 0, "growth": {"from": first, "values": values}}
    return {"rule": "grown witness", "premises": [], "conclusion": "", "evidence": told}


def told(rule, *premises, **evidence):
    return {"rule": rule, "premises": list(premises), "conclusion": "", "evidence": evidence}


WRITTEN = {
    "a witness that starts too early": ("ioi dcg", [grown(6, tau=[1, 2, 3], nu=[2, 1, 3])]),
    "a witness that is none": ("symmetry mae", [grown(2, sigma=[1, 2], tau=[2, 1])]),
    "a reversal": ("symmetry mae", [grown(2, sigma=FORWARDS, tau=BACKWARDS)]),
    "ends": ("symmetry mae", [grown(2, sigma=FORWARDS, tau=ENDS)]),
    "another variable": ("symmetry mae", [grown(2, sigma=[1, 2], pi=[2, 1])]),
    "no ranking": ("symmetry mae", [grown(2, sigma=[1, 1], tau=[2, 1])]),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_a_true_statement_is_not_refuted_for_every_n(name):
    names, steps = WRITTEN[name]
    content = copy.deepcopy(honest(names, n=3))
    said = content["verdict"]
    question = posed(said)
    scope = {"n": [3], "all": True, "first_failing_n": 3, "from": 3}
    values = steps[0]["evidence"]["growth"]["values"]
    said.update(status="refuted", scope=scope, witness=dict(values), values=[])
    said["statement"] = question.text(question.statements()[0])
    said.pop("undefined", None)
    content["evidence"] = {"steps": steps}
    with pytest.raises(Rejected):
        check(sealed(content))


WAYS = itertools.product(("joined", "expanded", "outer sums apart"), ("body", "conclusion"))
OF_ONE_PART = (
    *("lemmas", "roots", "norm", "only at equality", "extreme", "proportional", "smallest"),
    *("trivial", "each part", "follows", "none exists"),
)
FALSE_STEPS = [
    *(told("terms", part=0, way=way, of=of) for way, of in WAYS),
    *(told(rule, part=0) for rule in OF_ONE_PART),
    told("each part", 1, part=0),
    told("never", part=0, never=0),
    told("grown example", part=0, growth={"from": 2, "values": {"sigma": [1, 2], "tau": [2, 1]}}),
    told("defined somewhere", part=0, kind=0, at={"sigma": FORWARDS, "tau": FORWARDS}),
    told("terms", part=0, way="joined", of="body", conjunct=0),
    told("terms", part=0, way="joined", of="body", opposite=1),
]


@pytest.mark.parametrize("names", FALSE["rankings"][:4])
def test_no_step_shows_a_false_statement(names):
    for step in FALSE_STEPS:
        content = claimed_for_every_n(names)
        content["evidence"] = {"steps": [step]}
        with pytest.raises((Rejected, NotChecked)):
            check(sealed(content))


# Every rule, told anything -----------------------------------------------------------------------


def every_n(names):
    asked, *subjects = names.split()
    (found,), _ = questions_about(find_axiom(asked), subjects, None, {}, "items")
    return found.for_every_cutoff()


TOLD = {
    "way": ["joined", "expanded", "outer sums apart"],
    "of": ["body", "conclusion"],
    "conjunct": [0, 1, 2],
    "never": [0, 1],
    "opposite": [1],
    "kind": [0, 1],
}


def anything(chooser, question):
    """Return what a step tells its rule, in any combination."""
    found = {"part": chooser.randrange(len(question.axiom.parts))}
    for name, values in TOLD.items():
        if chooser.random() < 0.35:
            found[name] = chooser.choice(values)
    variables = [v.name for v in question.formulas()[found["part"]].variables]
    if chooser.random() < 0.3:
        found["at"] = {
            name: chooser.choice([FORWARDS, BACKWARDS, ENDS, 1, 2]) for name in variables
        }
    if chooser.random() < 0.3:
        values = [FORWARDS, BACKWARDS, [1, 2], [2, 1], [1, 2, 3], [2, 3, 1], [3, 2, 1], 1, 2]
        grows = {name: chooser.choice(values) for name in variables}
        found["growth"] = {"from": chooser.choice([1, 2, 3]), "values": grows}
    return found


@pytest.mark.parametrize("names", [*FALSE["rankings"], "distance mse", "correlation kendall"])
def test_whatever_rules_are_told_a_false_statement_is_not_concluded(names):
    chooser = random.Random(names)
    question = every_n(names)
    assert isinstance(question.asked, Axiom)
    false = next(one for one in range(2, 6) if _is_refuted_at(names, one))
    for _ in range(4):
        kernel = Kernel(question, false)
        for _ in range(15):
            rule = chooser.choice(sorted(kernel.rules))
            premises = [chooser.randint(1, len(kernel.facts)) for _ in kernel.facts[:3]]
            try:
                kernel.conclude(rule, *premises, **anything(chooser, question))
            except Rejected:
                continue
            except (Inconclusive, Undefined) as problem:
                raise AssertionError(rule) from problem
        proved = [kernel.proves(formula) for formula in question.formulas()]
        assert not all(fact is not None and fact.least <= false for fact in proved)


def _is_refuted_at(names, n):
    return json.loads(json.dumps(honest(names, n=n)))["verdict"]["status"] == "refuted"
