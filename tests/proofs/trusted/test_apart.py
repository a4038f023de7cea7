"""Statements about entries that follow from those about scores, for every n; and near misses."""

import copy

import pytest

import rankproof
from axioms.language.axiom_table import axiom_of
from proofs.report.certificate import certificate

APART = "sigma(1) != tau(1) => m(sigma, tau) > 0"
HOLD = [
    (APART, "mae"),
    (APART, "kendall_distance"),
    ("sigma(n) < tau(n) => m(sigma, tau) != 0", "mae"),
    ("rank(sigma, 1) > rank(tau, 1) => m(sigma, tau) > 0", "kendall_distance"),
    ("m(sigma, tau) = 0 => sigma(1) = tau(1)", "mse"),
    ("m(sigma, tau) = 0 => sigma(n) >= tau(n)", "mae"),
    ("(forall i: sigma(i) = tau(i)) => m(sigma, tau) = 0", "kendall_distance"),
    ("(forall i: rank(sigma, i) = rank(tau, i)) => m(sigma, tau) <= 0", "mse"),
    ("sigma(1) != tau(1) and sigma(2) = 1 => m(sigma, tau) > 0", "mae"),
]
MISS = [
    "sigma(1) != tau(n) => m(sigma, tau) > 0",
    "sigma(1) != nu(1) => m(sigma, tau) > 0",
    "sigma(1) <= tau(1) => m(sigma, tau) > 0",
    "sigma(1) = tau(1) => m(sigma, tau) > 0",
    "rank(sigma, 1) != tau(1) => m(sigma, tau) > 0",
    "sigma(1) != tau(1) => m(sigma, tau) < 0",
    "sigma(1) != tau(1) => m(sigma, tau) != 2",
    "sigma(1) != tau(1) => m(sigma, nu) > 0",
    "m(sigma, tau) = 0 => sigma(1) != tau(1)",
    "m(sigma, tau) = 0 => sigma(1) = tau(n)",
    "m(sigma, tau) = 0 => sigma(1) = nu(1)",
    "m(sigma, tau) >= 0 => sigma(1) = tau(1)",
    "m(sigma, tau) = 2 => sigma(1) = tau(1)",
    "(forall i: sigma(i) = tau(i)) => m(sigma, nu) = 0",
    "(forall i: sigma(i) = tau(1)) => m(sigma, tau) != 0",
    "(forall i: i > 1 => sigma(i) = tau(i)) => m(sigma, tau) = 1",
    "(exists i: sigma(i) = tau(i)) => m(sigma, tau) = 0",
]


def asked(text):
    names = [name for name in ("sigma", "tau", "nu") if name in text]
    return axiom_of("own", {"statement": f"forall {', '.join(names)}: {text}"})


@pytest.mark.sweep(3)
@pytest.mark.parametrize(("text", "metric"), HOLD)
def test_what_follows_holds_for_every_n(text, metric):
    found = rankproof.ask(asked(text), metric, n="all")
    assert found.status == "holds"
    assert rankproof.verify(found).status == "accepted"
    assert any(step["rule"] == "entries" for step in steps_of(found))
    for n in (3, 4):
        assert rankproof.ask(asked(text), metric, n=n, engine="exhaustive").status == "holds"


def steps_of(found):
    return certificate(found, rankproof.VERSION)["evidence"]["steps"]


@pytest.mark.sweep(3)
@pytest.mark.parametrize("text", MISS)
def test_what_nearly_follows_does_not(text):
    small = rankproof.ask(asked(text), "mae", n=3, engine="exhaustive").status
    found = rankproof.ask(asked(text), "mae", n="all")
    assert found.status != "holds" or (small == "holds" and "entries" not in str(steps_of(found)))


@pytest.mark.parametrize(
    ("text", "metric"),
    [
        (APART, "spearman"),  # −1 at the reversal: never below 0 was not concluded
        ("sigma(1) != tau(1) => m(sigma, tau) > 0", "mae_squared_nothing"),
        ("sigma(1) != tau(1) => m(sigma, tau) != 0", "ndpm_like"),
    ],
)
def test_metrics_without_it_lack_it(text, metric):
    """A sum of signed differences is 0 for all rankings, one of first places for many."""
    formulas = {
        "mae_squared_nothing": "= sum(i, 1, n, sigma(i) - tau(i))",
        "ndpm_like": "= sum(i, 1, n, [sigma(i) > tau(i)]) - sum(i, 1, n, [sigma(i) < tau(i)])",
    }
    assert rankproof.ask(asked(text), formulas.get(metric, metric), n="all").status != "holds"


def test_places_that_small_n_lack_are_left_alone():
    """At n = 2 nothing is defined, so the statement does not hold there."""
    found = rankproof.ask(asked("sigma(3) != tau(3) => m(sigma, tau) > 0"), "mae", n="all")
    assert found.status == "undecided" or found.scope.every_from >= 3


@pytest.mark.parametrize("change", ["drop a premise", "another part", "no such part"])
def test_forged_steps_are_rejected(change):
    content = copy.deepcopy(certificate(rankproof.ask(asked(APART), "mae", n="all"), "0"))
    steps = content["evidence"]["steps"]
    (last,) = [step for step in steps if step["rule"] == "entries"]
    if change == "drop a premise":
        last["premises"] = last["premises"][:1]
    else:
        told = steps[last["premises"][0] - 1]["evidence"]
        told["needed"] = 1 if change == "another part" else 7
    assert rankproof.verify(content).status != "accepted"
