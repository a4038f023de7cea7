"""Certificates of numbers: computed again case by case, and rejected where anything is forged."""

import copy
import json

import pytest

import proofs
import rankproof
from axioms.language.axiom_table import axiom_of
from metrics.language.text.metric_table import metric_of
from metrics.naming import BadInput
from proofs.check import main as check
from proofs.report.certificate import certificate
from proofs.script.sealing import seal
from proofs.verify import main as verify

OWN = {
    "mean sigma, tau where sigma(1) = tau(1): m(sigma, tau)": ("mae", {"n": 3}),
    "greatest sigma, tau: m(sigma, tau) - n": ("rmse", {"n": 3}),
    "least sigma: m(sigma)": ("dcg", {"n": 3}),
    "mean sigma: m(sigma)": ("= 1 / (sigma(1) - 2)", {"n": 3}),
    "mean r in lists: m(r)": ("ndcg@2", {"n": 2, "c": 1}),
    "greatest x, y in tops: m(x, y)": ("footrule_top", {"n": 3, "k": 2}),
    "greatest r in runs: m(r)": ("gp", {"n": 2, "c": 1, "gains": "0,3"}),
}


def made(text, subject, **more):
    found = proofs.ask(axiom_of("own", {"value": text}, "a test"), subject, **more)
    return json.loads(json.dumps(certificate(found, rankproof.VERSION)))


@pytest.mark.parametrize("text", OWN)
def test_a_number_is_computed_again(text):
    subject, more = OWN[text]
    content = made(text, subject, **more)
    found = rankproof.verify(content)
    assert found.status == "accepted", found.left
    assert "every case at n" in found.checked[-1]


def resealed(content):
    body = {name: value for name, value in content.items() if name != "seal"}
    return {**body, "seal": seal(body)}


FORGED = [
    ("value", "exact", "5/2"),
    ("value", "exact", "sqrt(5)"),
    ("value", "exact", "n"),
    ("value", "exact", "sigma(1)"),
    ("value", "exact", "1/0"),
    ("value", "exact", "__import__('os')"),
    ("value", "exact", "9^9^9^9"),
    ("value", "approx", "2"),
    ("undefined", "cases", 1),
    ("undefined", "first", {"sigma": [1, 2, 3]}),
]


@pytest.mark.parametrize(("field", "part", "value"), FORGED)
def test_a_forged_number_is_rejected(field, part, value):
    content = made("greatest sigma, tau: m(sigma, tau)", "mae", n=3)
    assert rankproof.verify(content).status == "accepted"
    forged = copy.deepcopy(content)
    forged["number"][field][part] = value
    assert rankproof.verify(forged).status == "rejected"  # by its seal
    assert rankproof.verify(resealed(forged)).status == "rejected"


@pytest.mark.parametrize(
    "change",
    [
        {"witness": {"sigma": [1, 2, 3], "tau": [1, 2, 3]}},
        {"witness": None},
        {"statement": "the largest of all"},
        {"subject": ["mse"]},
        {"axiom": "symmetry"},
        {"reading": "another"},
        {"status": "holds"},
    ],
)
def test_what_is_said_beside_a_number_is_checked(change):
    content = made("greatest sigma, tau: m(sigma, tau)", "mae", n=3)
    content["number"] |= change
    assert rankproof.verify(resealed(content)).status == "rejected"


def test_a_number_at_one_c_is_not_one_for_every_c():
    content = made("greatest r in lists: m(r)", "dcg@2", n=2, c=2)
    assert rankproof.verify(content).status == "accepted"
    content["number"]["parameters"]["c"] = "all"
    assert rankproof.verify(resealed(content)).status == "rejected"


def test_declared_numbers_have_certificates_on_the_command_line(tmp_path, capsys):
    kept = str(tmp_path / "kept.json")
    assert check(["robustness_swap", "mse", "--n", "3", "--certificate", kept]) == 0
    assert verify([kept]) == 0
    assert check(["height", "rank_replacement", "--n", "2", "--c", "1", "--certificate", kept]) == 0
    assert verify([kept]) == 3
    assert "a program counts it" in capsys.readouterr().out
    estimate = ["robustness_swap", "mse", "--n", "30", "--samples", "50", "--seed", "1"]
    assert check([*estimate, "--certificate", kept]) == 2
    assert "an estimate has no certificate" in capsys.readouterr().err


def test_an_own_metric_goes_with_its_number():
    metric = metric_of("mine", {"value": "sum(i, 1, n, abs(sigma(i) - tau(i))^3)"})
    found = proofs.ask("robustness_swap", metric, n=3)
    assert rankproof.verify(found).status == "accepted"
    content = json.loads(json.dumps(certificate(found, rankproof.VERSION)))
    content["declarations"][0]["table"]["value"] = "sigma(1) + tau(1)"
    assert rankproof.verify(resealed(content)).status == "rejected"


def test_nothing_counted_has_no_certificate():
    found = proofs.ask(axiom_of("own", {"value": "mean sigma where n > 9: m(sigma)"}), "dcg", n=2)
    with pytest.raises(BadInput, match="no certificate"):
        certificate(found, rankproof.VERSION)
