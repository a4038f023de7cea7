"""Free parameters of one's own on top-k lists, judged runs and weights, against plain loops."""

from fractions import Fraction
from functools import partial
from itertools import permutations, product

import pytest

import rankproof
from axioms.language.axiom_table import axiom_of
from lattice.declared.kinds import READERS
from metrics.language.text.metric_table import metric_of
from proofs.compare import main as compare
from proofs.implies import main as implies

VALUES = [Fraction(a, b) for b in (2, 3, 5, 50) for a in range(1, b)]
PARAMETERS = {"a": {"above": "0", "below": "1"}}


def mine(text, domain):
    return metric_of("mine", {"value": text, "domain": domain, "parameters": PARAMETERS})


def agrees(found, naive):
    """Insist on a definite answer that plain loops confirm, with a certificate that verifies."""
    assert found.status == ("holds" if naive else "refuted")
    assert rankproof.verify(found).status == "accepted"


# Top-k lists -------------------------------------------------------------------------------------

N, K = 3, 2
TOPS = list(permutations(range(1, N + 1), K))


def rank(listed, item):
    return listed.index(item) + 1 if item in listed else N + 1


def apart(x, y):
    return [abs(rank(x, item) - rank(y, item)) for item in range(1, N + 1)]


ON_TOPS = {
    "sum(i, 1, n, (1 + a) * abs(rank(x, i) - rank(y, i)))":
        lambda a, x, y: (1 + a) * sum(apart(x, y)),
    "sum(i, 1, n, a^rank(x, i) * abs(rank(x, i) - rank(y, i)))":
        lambda a, x, y: sum(a ** rank(x, i) * d for i, d in enumerate(apart(x, y), 1)),
    "(a - 1/3) * abs(rank(x, 1) - rank(y, 1))":
        lambda a, x, y: (a - Fraction(1, 3)) * apart(x, y)[0],
    "(1 - a) * [rank(x, 1) < rank(y, 1)] / (1 + a^2)":
        lambda a, x, y: (1 - a) * (rank(x, 1) < rank(y, 1)) / (1 + a**2),
}  # fmt: skip
OF_TOPS = {
    "symmetry": lambda d: all(d(x, y) == d(y, x) for x in TOPS for y in TOPS),
    "nonnegativity": lambda d: all(d(x, y) >= 0 for x in TOPS for y in TOPS),
    "triangle": lambda d: all(d(x, y) <= d(x, z) + d(z, y) for x, y, z in product(TOPS, repeat=3)),
}


@pytest.mark.sweep(4)
@pytest.mark.parametrize("name", OF_TOPS)
@pytest.mark.parametrize("text", ON_TOPS)
def test_top_k_lists(text, name):
    naive = all(OF_TOPS[name](partial(ON_TOPS[text], a)) for a in VALUES)
    agrees(rankproof.ask(name, mine(text, "tops"), n=N, k=K), naive)


# Judged runs -------------------------------------------------------------------------------------

ON_RUNS = {
    "sum(i, 1, n, a^i * gain(r(i)))": lambda a, g, r: sum(a**i * g[x] for i, x in enumerate(r, 1)),
    "(a - 1/3) * gain(r(1))": lambda a, g, r: (a - Fraction(1, 3)) * g[r[0]],
    "gain(r(1)) / (1 + a) - a * gain(r(2))": lambda a, g, r: g[r[0]] / (1 + a) - a * g[r[1]],
    "max(gain(r(1)), gain(r(2))) * (1 - a)": lambda a, g, r: g[max(r)] * (1 - a),
}
GAINS = [(0, Fraction(1), Fraction(b)) for b in (Fraction(3, 2), 2, 7)]
RUNS = list(product(range(3), repeat=2))


def below(r, s):
    return all(x <= y for x, y in zip(r, s, strict=True))


def is_isotone(m):
    return all(m(r) <= m(s) for r in RUNS for s in RUNS if below(r, s))


def is_valuation(m):
    def bound(kind, r, s):
        return tuple(map(kind, r, s))

    return all(m(r) + m(s) == m(bound(max, r, s)) + m(bound(min, r, s)) for r in RUNS for s in RUNS)


@pytest.mark.sweep(4)
@pytest.mark.parametrize("given", [{}, {"gains": "0,1,2"}], ids=str)
@pytest.mark.parametrize("name", ["isotone", "valuation"])
@pytest.mark.parametrize("text", ON_RUNS)
def test_runs(text, name, given):
    says = {"isotone": is_isotone, "valuation": is_valuation}[name]
    gains = [(0, 1, 2)] if given else GAINS
    naive = all(says(partial(ON_RUNS[text], a, g)) for a in VALUES for g in gains)
    found = rankproof.ask(name, mine(text, "runs"), n=2, c=2, order="rank_replacement", **given)
    agrees(found, naive)


def test_joins_that_are_missing_are_undefined():
    """Of the antichain 01, 10 no bound exists: what names one is left out and counted."""
    asked = axiom_of("own", {"statement": "forall r in runs, s in runs: m(join(r, s)) >= m(r)"})
    order = READERS["order"]("o", {"below": "r = s"})
    found = rankproof.ask(asked, mine("a * r(1)", "runs"), n=2, c=1, order=order)
    assert (found.status, found.undefined.cases) == ("holds", 12)
    assert rankproof.verify(found).status == "accepted"


# Weights -----------------------------------------------------------------------------------------

RANKINGS = list(permutations((1, 2, 3)))
WEIGHTS = [(0, 0, 0), (1, 1, 1), (1, 2, Fraction(1, 7)), (0, 1, 3)]
ON_WEIGHTS = {
    "sum(i, 1, n, (1 + a) * weight(i) * abs(sigma(i) - tau(i)))": lambda a, w, s, t: sum(
        (1 + a) * x * abs(y - z) for x, y, z in zip(w, s, t, strict=True)
    ),
    "sum(i, 1, n, (a - 1/4) * weight(i) * abs(sigma(i) - tau(i)))": lambda a, w, s, t: sum(
        (a - Fraction(1, 4)) * x * abs(y - z) for x, y, z in zip(w, s, t, strict=True)
    ),
    "sum(i, 1, n, a * (1 + a) * weight(sigma(i)) * [sigma(i) < tau(i)])": lambda a, w, s, t: sum(
        a * (1 + a) * w[y - 1] * (y < z) for y, z in zip(s, t, strict=True)
    ),
}
OF_WEIGHTS = {
    "symmetry": lambda d: all(d(s, t) == d(t, s) for s in RANKINGS for t in RANKINGS),
    "nonnegativity": lambda d: all(d(s, t) >= 0 for s in RANKINGS for t in RANKINGS),
    "triangle": lambda d: all(
        d(s, t) <= d(s, v) + d(v, t) for s, t, v in product(RANKINGS, repeat=3)
    ),
}


@pytest.mark.sweep(4)
@pytest.mark.parametrize("given", [{}, {"w": "1,2,1/7"}], ids=str)
@pytest.mark.parametrize("name", OF_WEIGHTS)
@pytest.mark.parametrize("text", ON_WEIGHTS)
def test_weights(text, name, given):
    weights = WEIGHTS[2:3] if given else WEIGHTS
    says = OF_WEIGHTS[name]
    naive = all(says(partial(ON_WEIGHTS[text], a, w)) for a in VALUES for w in weights)
    agrees(rankproof.ask(name, mine(text, "rankings"), n=3, **given), naive)


@pytest.mark.parametrize(
    ("text", "assume", "holds"),
    [
        ("a * (cost(2) - cost(3)) * [sigma(1) < tau(1)]", "decreasing", True),
        ("a * (cost(2) - cost(3)) * [sigma(1) < tau(1)]", "", False),
        ("a * (weight(1) + weight(2)) * [sigma(1) < tau(1)]", "positive", True),
        ("(similarity(1, 2) + similarity(2, 3) - similarity(1, 3)) / (1 + a) + a", "", True),
        ("(similarity(1, 2) + similarity(2, 3) - similarity(1, 3)) * a", "no_triangle", False),
    ],
)
def test_premises_of_free_weights_are_used(text, assume, holds):
    text = text if "sigma" in text else f"({text}) * [sigma(1) < tau(1)]"
    given = {"assume": assume} if assume else {}
    found = rankproof.ask("nonnegativity", mine(text, "rankings"), n=3, **given)
    assert found.status in (("holds", "undecided") if holds else ("refuted",))
    if found.status != "undecided":
        assert rankproof.verify(found).status != "rejected"


# What must not be concluded ----------------------------------------------------------------------

JUMPS = {
    "tops": ("symmetry", "[a < 1/1000] * rank(x, 1)", {"n": 2, "k": 1}),
    "runs": ("isotone", "if(a < 1/1000, 1, 0) * (2 - r(1))",
             {"n": 2, "c": 1, "order": "rank_replacement"}),
    "rankings": ("nonnegativity", "-[a < 1/1000] * weight(1) * sigma(1) * [tau(1) < sigma(1)]",
                 {"n": 2}),
}  # fmt: skip


@pytest.mark.parametrize("domain", JUMPS)
def test_what_jumps_at_some_value_does_not_hold(domain):
    name, text, given = JUMPS[domain]
    assert rankproof.ask(name, mine(text, domain), **given).status != "holds"


@pytest.mark.parametrize("domain", ["tops", "runs"])
def test_what_divides_by_0_at_some_value_is_not_decided(domain):
    text = {"tops": "rank(x, 1) / (a - 1/7)^2", "runs": "r(1) / (a - 1/7)^2"}[domain]
    word = {"tops": "x, y: m(x, y)", "runs": "r in runs: m(r)"}[domain]
    asked = axiom_of("own", {"statement": f"forall {word} >= 0"})
    given = {"tops": {"k": 1}, "runs": {"c": 1}}[domain]
    assert rankproof.ask(asked, mine(text, domain), n=2, **given).status == "undecided"


def test_a_certificate_for_all_values_does_not_serve_for_others():
    """Resealed with other bounds, it is about values at which the metric is negative."""
    from proofs.report.certificate import certificate

    text = "(a - 1/4) * abs(rank(x, 1) - rank(y, 1))"
    one = metric_of("mine", {
        "value": text, "domain": "tops", "parameters": {"a": {"above": "1/4", "below": "1"}},
    })  # fmt: skip
    content = certificate(rankproof.ask("nonnegativity", one, n=2, k=1), rankproof.VERSION)
    assert rankproof.verify(content).status == "accepted"
    content["declarations"][0]["table"]["parameters"]["a"]["above"] = "0"
    assert rankproof.verify(content).status != "accepted"


def test_a_value_at_which_the_formula_loses_what_is_given_is_not_tried():
    """At a = 1/2 no gain is left in the formula, and gains would be given for nothing."""
    asked = axiom_of("own", {"statement": "forall r in runs: m(r) > 0"})
    found = rankproof.ask(asked, mine("(a - 1/2) * gain(r(1))", "runs"), n=2, c=1, gains="0,1")
    agrees(found, False)


# Where a value is needed -------------------------------------------------------------------------


def test_a_program_is_compared_with_a_metric_of_a_file(tmp_path, capsys):
    (tmp_path / "mine.toml").write_text(
        '[parameter.a]\nabove = "0"\n[metric.lst]\ndomain = "lists"\n'
        'value = "a * sum(i, 1, n, r(i) / i * [i <= length(r)])"\n',
        encoding="utf-8",
    )
    (tmp_path / "p.py").write_text(
        "def f(grades):\n    return sum(g / (i + 1) for i, g in enumerate(grades))\n",
        encoding="utf-8",
    )
    asked = [f"{tmp_path / 'p.py'}:f", "lst", "--docs", "1", "--c", "1", "--call", "grades"]
    asked += ["--using", str(tmp_path / "mine.toml")]
    assert [compare([*asked, "--set", f"a={a}"]) for a in (1, 2)] == [0, 1]
    capsys.readouterr()
    assert compare(asked) == 2
    assert "lst needs a" in capsys.readouterr().err


@pytest.mark.parametrize("premise", ["raising", "isotone"])
def test_only_statements_about_rankings_imply_each_other(premise, capsys):
    assert implies([premise, "symmetry", "--n", "2"]) == 2
    assert "a free metric compares two rankings" in capsys.readouterr().err


def test_a_statement_about_entries_is_refused_of_a_free_metric_in_words(capsys):
    first = "= forall sigma, tau: sigma(1) != tau(1) => m(sigma, tau) > 0"
    assert implies([first, "symmetry", "--n", "2"]) == 2
    assert "names entries of rankings, and only statements about scores" in capsys.readouterr().err
