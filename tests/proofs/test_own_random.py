"""Statements and numbers of one's own, made at random in every domain, against plain loops."""

import operator
from fractions import Fraction
from itertools import permutations

import pytest

import proofs
import rankproof
from axioms.language.axiom_table import axiom_of
from lattice.declared.kinds import READERS
from metrics.language.text.metric_table import metric_of
from metrics.naming import BadInput
from proofs.core.limits import Refusal
from proofs.report.certificate import certificate
from tests.random_texts import DOMAINS, Lists, Rankings, Tops, judged, measured

INPUTS = {"rankings": ["sigma", "tau"], "tops": ["x", "y"], "lists": ["r"], "runs": ["r"]}
SEEDS = [pytest.param(seed, marks=[pytest.mark.slow] * (seed >= 2)) for seed in range(60)]
AT_ONCE = 25


def given(maker, text):
    cut = {} if maker.cut is None else {"k": maker.cut}
    if isinstance(maker, Rankings):
        heights = {"heights": ",".join(map(str, maker.heights))} if "height(" in text else {}
        return heights | cut
    if isinstance(maker, Tops):
        return {"k": maker.k, "lengths": "any" if maker.uneven else "equal"}
    if isinstance(maker, Lists):
        return {"c": maker.c, **cut, **({"p": str(maker.p)} if "p^" in text else {})}
    order = READERS["order"]("mine", {"below": maker.order})
    gains = {"gains": ",".join(map(str, maker.gains))} if "gain(" in text else {}
    return {"c": maker.c, "order": order, **gains}


def about_a_metric(make):
    """Return the first that is made with a score in it."""
    while "m(" not in (found := make())[0].partition(":")[2]:
        continue
    return found


def said(maker, number):
    """Return the text, what it declares, and what plain loops make of all cases."""
    if number:
        text, names, body, where, word = about_a_metric(maker.quantity)
        return {"value": text}, names, lambda cases: measured(word, body, where, cases)
    text, names, body, word = about_a_metric(maker.statement)
    return {"statement": text}, names, lambda cases: judged(word, body, cases)


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("block", SEEDS)
def test_what_is_made_at_random_is_answered_as_loops_do(domain, block):
    decided = 0
    for seed in range(AT_ONCE * block, AT_ONCE * (block + 1)):
        maker = DOMAINS[domain](seed)
        text, value = maker.metric()
        number = seed % 4 == 3
        table, names, loops = said(maker, number)
        try:
            metric = metric_of("mine", {"value": text, "domain": domain, "inputs": INPUTS[domain]})
            asked = axiom_of("own", {**table, "domain": domain})
            found = proofs.ask(asked, metric, n=maker.n, **given(maker, text))
        except (BadInput, Refusal):
            continue
        expected = loops(maker.cases(names, value))
        if number:
            shown = None if found.exact is None else Fraction(str(found.value))
            assert found.reason not in ("", "undefined") or shown == expected, (text, table)
            decided += shown is not None
            continue
        assert expected.allows(found.status), (text, table, found.status)
        decided += found.status != "undecided"
        if seed % AT_ONCE == 0 and found.status != "undecided":
            checked = rankproof.verify(certificate(found, rankproof.VERSION))
            assert checked.status == "accepted", (text, table, checked.left)
    assert decided > AT_ONCE / 4


def test_an_inner_quantifier_is_read_at_each_outer_place():
    """For i = 1 nothing is swapped, so that the premise is true, and 1 is not n."""
    text = "(forall tau: m(compose(tau, swap(1, i)), tau) <= m(sigma, sigma)) => i = n"
    asked = axiom_of("own", {"statement": f"forall sigma, i: {text}"})
    found = proofs.ask(asked, "mae", n=3)
    assert (found.status, found.witness["i"]) == ("refuted", 1)
    assert "(∀ τ ∈ S₃: mae(τ∘(1 i), τ) ≤ mae(σ, σ)) ⇒ i = n" in str(found)


@pytest.mark.parametrize("domain", ["rankings", "lists"])
def test_what_is_the_same_for_all_cases_inside_is_named_by_the_case(domain):
    """Where a condition inside is false nothing is named, unless it is the same for all inside."""
    listing, value = {
        "rankings": ("sigma", "sigma(1) / (sigma(1) - 1)"),
        "lists": ("r", "ratio(r(1), length(r))"),
    }[domain]
    inputs = {"rankings": ["sigma"], "lists": ["r"]}[domain]
    metric = metric_of("mine", {"value": value, "inputs": inputs, "domain": domain})
    text = f"forall {listing}: exists i: (i > n => m({listing}) = 0) and i = 1"
    more = {"c": 1} if domain == "lists" else {}
    found = proofs.ask(axiom_of("own", {"statement": text}), metric, n=2, **more)
    assert found.status == "holds"
    assert found.undefined.cases


def test_a_condition_without_a_value_counts_no_case():
    asked = axiom_of("own", {"value": "mean r in lists where r(length(r)) = 1: m(r)"})
    found = proofs.ask(asked, "= r(1)", n=2, c=1)
    # the lists of length 1 and 2 that end in 1: (1 | 0), (1 | 1), (0 1), (1 1)
    assert found.value == Fraction(3, 4)
    assert found.undefined.cases == 3  # nothing is retrieved: no last place


@pytest.mark.parametrize("word", ["forall", "exists"])
def test_what_both_sides_name_may_be_undefined(word):
    """m(s) is taken away from both sides, and has no value where nothing is retrieved."""
    metric = metric_of("mine", {"value": "ratio(r(1), length(r))", "domain": "lists"})
    asked = axiom_of("own", {"statement": f"{word} r, s: m(r) + m(s) >= m(s) <=> r(1) > 0"})
    found = proofs.ask(asked, metric, n=2, c=1)
    # of the 2 · 2 + 4 lists that retrieve something, and the 3 pools of which nothing is retrieved
    assert found.undefined.cases == 11**2 - 8**2
    assert found.status == {"forall": "refuted", "exists": "holds"}[word]


def test_a_relation_in_which_all_scores_cancel_is_read():
    metric = metric_of("mine", {"value": "ratio(rank(x, 1), rank(y, 1) - 1)", "domain": "tops"})
    asked = axiom_of("own", {"statement": "forall x, y: not (1 + m(x, y) = n + m(x, y))"})
    found = proofs.ask(asked, metric, n=2, k=1)
    assert (found.status, found.undefined.cases) == ("holds", 2)  # y = (1), and both x


HEIGHTS = [Fraction(1), Fraction(1, 2), Fraction(1, 4)]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("sum(i, 1, n, height(i) * sigma(i))", lambda s, h: sum(map(operator.mul, h, s))),
        ("sum(i, 1, k, height(i) * sigma(i))", lambda s, h: h[0] * s[0] + h[1] * s[1]),
        ("sum(i, 2, k, height(i) * sigma(i))", lambda s, h: h[1] * s[1]),
        ("product(i, 1, k, height(i) * sigma(i))", lambda s, h: h[0] * s[0] * h[1] * s[1]),
        (
            "sum(i, 1, n, sum(j, 1, i, height(j) * sigma(i)))",
            lambda s, h: sum(sum(h[: at + 1]) * x for at, x in enumerate(s)),
        ),
        ("sum(i, 1, n - 1, height(i + 1) * sigma(i))", lambda s, h: h[1] * s[0] + h[2] * s[1]),
        ("height(n) * sigma(1)", lambda s, h: h[2] * s[0]),
    ],
)
def test_heights_are_those_of_the_places_that_are_named(text, plain):
    metric = metric_of("mine", {"value": text})
    given = {"heights": "1,1/2,1/4", **({"k": 2} if "k," in text else {})}
    asked = axiom_of("own", {"value": "greatest sigma: m(sigma)"})
    found = proofs.ask(asked, metric, n=3, **given)
    assert found.value == max(plain(s, HEIGHTS) for s in permutations((1, 2, 3)))


@pytest.mark.parametrize("text", ["height(i - 1) * sigma(i)", "height(i + 1) * sigma(i)"])
def test_a_height_that_is_not_there_is_not_another(text):
    metric = metric_of("mine", {"value": f"sum(i, 1, n, {text})"})
    with pytest.raises(BadInput, match="reads number"):
        proofs.ask("ioi", metric, n=3, heights="1,1/2,1/4")
    assert proofs.ask("ioi", metric, n=2).status == "undecided"
    text = "sum(i, 1, n, place_weight(i - 1) * gain(r(i)))"
    places = metric_of("mine", {"value": text, "domain": "runs"})
    with pytest.raises(BadInput, match="reads number 0 of 2"):
        proofs.ask("isotone", places, n=2, c=1, order="rank_replacement")


@pytest.mark.parametrize("text", ["sum(i, 1, n / 2, a * sigma(i))", "a * sigma((n + 2) / 2)"])
def test_what_is_no_place_is_not_rounded(text):
    metric = metric_of("mine", {"value": text, "parameters": {"a": {"above": "0"}}})
    asked = axiom_of("own", {"statement": "forall sigma: m(sigma) >= 0"})
    assert proofs.ask(asked, metric, n=3).status == "undecided"
