"""Free parameters of one's own with awkward bounds and formulas, as random metrics found them."""

from __future__ import annotations

import pytest
from test_own_every_n import mine

import rankproof
from metrics.language.text.metric_table import metric_of


@pytest.mark.parametrize(
    ("asked", "text", "domain", "premises", "given"),
    [
        # a step from a bound that may be reached, in a sum whose places are renamed
        ("nonnegativity", "min(sum(i, 1, n, a * abs(a^sigma(i) - a^tau(i))), a)", "rankings",
         {"least": 1}, {}),
        ("triangle", "sum(i, 1, n, abs(a) * max(0, sigma(i) - tau(i) - a))^2", "rankings",
         {"most": 1}, {}),
        # a ratio by the parameter and an index, a place and a limit that are none
        ("unit_range", "sum(i, 1, n, [i <= length(r)] * ratio(r(i), i + a * sum(j, 1, i, r(j))))",
         "lists", {"least": 0, "most": 1}, {"c": 1}),
        ("promotion", "sum(i, 1, n, [i <= length(r)] * sum(j, 1, a, r(j)))", "lists",
         {"least": 0, "most": 1}, {"c": 1}),
        ("promotion", "sum(i, 1, n, [i <= length(r)] * r(i + a))", "lists",
         {"least": 0, "most": 1}, {"c": 1}),
        # numbers beyond 64 bits
        ("right_invariance", "ratio(sum(i, 1, n, a^i * a^sigma(i)), 1 + sum(i, 1, n, a^sigma(i)))",
         "rankings", {"least": 10**6, "most": 10**9}, {}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("n", [2, "all"])
def test_what_ended_in_a_traceback_is_answered(n, asked, text, domain, premises, given):
    found = rankproof.ask(asked, mine(text, domain, **premises), n=n, **given)
    assert found.status in ("holds", "refuted", "undecided")
    if found.status != "undecided":
        assert rankproof.verify(found).status == "accepted"


@pytest.mark.parametrize("name", ["gamma", "other"])
def test_one_of_two_values_is_never_left_out(name):
    """No whole number stood among those that were tried, and the letter g was taken for a gain."""
    text = f"(1 - a) * sum(i, 1, n, [i <= length(r)] * ratio(gain(r(i)), max(1, {name} * i)))"
    own = {"a": {"kind": "whole", "above": "0", "below": "3"}}
    own |= {name: {"kind": "whole", "above": "-1/2"}}
    metric = metric_of("mine", {"value": text, "domain": "lists", "parameters": own})
    found = rankproof.ask("raising", metric, n=1, c=1)
    assert found.status == "refuted"
    assert [one.value for one in found.question.subjects[0].own] == [2, 0]


def test_a_value_that_divides_by_0_is_not_the_one_that_is_tried():
    """The middle of the bounds is −1."""
    metric = mine("sum(i, 1, n, (1 / (1 + a))^i * r(i))", "runs", least=-2, below=0)
    found = rankproof.ask("isotone", metric, n="all", order="rank_swapping")
    assert (found.status, found.scope.first_failing) == ("refuted", 1)


def test_a_value_that_takes_all_weights_out_of_the_formula():
    """The value that is tried first is 0, and there is no weight left in 0."""
    text = "a * sum(x, 1, n, (weight(x) + 1) * abs(sigma(x) - tau(x)))"
    found = rankproof.ask("zero_iff_equal", mine(text, "rankings", most=1), n="all")
    assert (found.status, found.scope.first_failing) == ("refuted", 2)
    assert rankproof.verify(found).status == "accepted"


def test_a_value_at_which_nothing_is_defined_does_not_refute():
    seen, every = "sum(i, 1, n, r(i) * [i <= length(r)])", "sum(i, 1, n, r(i))"
    metric = mine(f"ratio({seen}, a + {every})", "lists", least=0, most=1)
    found = rankproof.ask("unit_range", metric, n=2, c=1)
    assert found.status == "undecided"
    assert "a = 0, and no counterexample is found there" in found.reason


@pytest.mark.parametrize("name", ["g1", "w1", "distinct", "xor", "own_a"])
def test_a_parameter_may_be_called_as_what_stands_in_a_script(name):
    """Solvers answered that a name was declared twice, or is a word of theirs."""
    text = f"sum(i, 1, n, gain(r(i)) * ({name} - 1/2 + 1/i))"
    own = {name: {"above": "0", "below": "2"}}
    metric = metric_of("mine", {"value": text, "domain": "runs", "parameters": own})
    found = rankproof.ask("isotone", metric, n=2, c=2, order="rank_replacement")
    assert found.status == "holds"
    assert rankproof.verify(found).status == "accepted"
