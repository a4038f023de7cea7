"""Statements and numbers of one's own, in every domain: against loops, and with certificates."""

from fractions import Fraction
from itertools import permutations, product

import pytest

import proofs
from axioms.language.axiom_table import axiom_of
from metrics.naming import BadInput
from proofs.check import main as check
from proofs.verify import main as verify
from tests import reference

SIZES = (2, 3)


def swapped(ranking, one, two):
    found = list(ranking)
    found[one - 1], found[two - 1] = found[two - 1], found[one - 1]
    return tuple(found)


def implies(premise, conclusion):
    return conclusion() if premise else True


SAID = {
    "forall sigma, tau: sigma(1) = tau(1) => m(sigma, tau) = 1": (
        lambda m, n, s, t: implies(s[0] == t[0], lambda: m(s, t) == 1)
    ),
    "forall sigma, tau: sigma(1) != tau(1) => m(sigma, tau) > 0": (
        lambda m, n, s, t: implies(s[0] != t[0], lambda: m(s, t) > 0)
    ),
    "forall sigma, tau: m(sigma, tau) <= sigma(1)": lambda m, n, s, t: m(s, t) <= s[0],
    "forall sigma, tau: m(sigma, tau) <= n": lambda m, n, s, t: m(s, t) <= n,
    "forall sigma, tau: m(sigma, tau) <= sum(i, 1, n, abs(sigma(i) - tau(i)))": (
        lambda m, n, s, t: m(s, t) <= sum(abs(a - b) for a, b in zip(s, t, strict=True))
    ),
    "forall sigma, tau, k: sum(i, 1, k, [sigma(i) = tau(i)]) = k => m(sigma, tau) <= n - k": (
        lambda m, n, s, t: all(
            implies(s[:k] == t[:k], lambda k=k: m(s, t) <= n - k) for k in range(1, n + 1)
        )
    ),
    "forall sigma, tau, i, j: i < j and sigma(i) < sigma(j) and tau(i) < tau(j)"
    " => m(compose(sigma, swap(i, j)), tau) >= m(sigma, tau)": (
        lambda m, n, s, t: all(
            implies(
                s[i] < s[j] and t[i] < t[j],
                lambda i=i, j=j: m(swapped(s, i + 1, j + 1), t) >= m(s, t),
            )
            for j in range(n)
            for i in range(j)
        )
    ),
    "forall sigma, tau: (forall i: i < n => sigma(i) < sigma(i + 1)) => m(sigma, tau) <= tau(n)": (
        lambda m, n, s, t: implies(list(s) == sorted(s), lambda: m(s, t) <= t[-1])
    ),
    "forall sigma, tau: exists i: sigma(i) = tau(1) and m(sigma, tau) <= i * i": (
        lambda m, n, s, t: m(s, t) <= (s.index(t[0]) + 1) ** 2
    ),
    "forall sigma, tau: rank(sigma, 1) < rank(tau, 1) => m(sigma, tau) <= m(tau, sigma)": (
        lambda m, n, s, t: implies(s.index(1) < t.index(1), lambda: m(s, t) <= m(t, s))
    ),
    "forall sigma, tau: m(sigma, tau) = 0 => compose(sigma, inverse(tau))(1) = 1": (
        lambda m, n, s, t: implies(m(s, t) == 0, lambda: s[t.index(1)] == 1)
    ),
    "forall sigma, tau: m(sigma, swap(1, n)) <= max(sigma(1), tau(n)) + mod(tau(1), 2)": (
        lambda m, n, s, t: m(s, swapped(range(1, n + 1), 1, n)) <= max(s[0], t[-1]) + t[0] % 2
    ),
}


def by_loops(said, metric, n):
    """Return the first counterexample in lexicographic order."""
    value = reference.metric(metric, n, None, None, None, "items")
    pairs = product(permutations(range(1, n + 1)), repeat=2)
    return next((pair for pair in pairs if not said(value, n, *pair)), None)


@pytest.mark.parametrize("metric", ["mae", "kendall_distance", "mse"])
@pytest.mark.parametrize("text", SAID)
def test_entries_beside_scores_are_read_as_loops_do(text, metric):
    axiom = axiom_of("own", {"statement": text}, "a test")
    lasting = proofs.ask(axiom, metric, n="all").scope
    for n in SIZES:
        found = proofs.ask(axiom, metric, n=n, engine="exhaustive")
        first = by_loops(SAID[text], metric, n)
        assert found.status == ("holds" if first is None else "refuted")
        if first is not None and "tau" in found.witness:
            assert found.witness["sigma"] == list(first[0])
        other = proofs.ask(axiom, metric, n=n, engine="smt")
        assert other.status in (found.status, "undecided")
        if lasting.every_from is not None and n >= lasting.every_from:
            assert (lasting.first_failing is None) == (first is None)


def weighted_kendall(weights, one, two):
    """Return the sum of the products of weights over pairs of items in another order."""
    items = range(1, len(one) + 1)
    pairs = [(a, b) for a in items for b in items if a < b]
    apart = [(one.index(a) - one.index(b)) * (two.index(a) - two.index(b)) < 0 for a, b in pairs]
    return sum(
        weights[a - 1] * weights[b - 1]
        for (a, b), differ in zip(pairs, apart, strict=True)
        if differ
    )


WEIGHTED = {
    "forall sigma, tau: sigma(1) = tau(1) => m(sigma, tau) <= 5": (
        lambda d, s, t: implies(s[0] == t[0], lambda: d <= 5)
    ),
    "forall sigma, tau: sigma(1) != tau(1) => m(sigma, tau) > 1": (
        lambda d, s, t: implies(s[0] != t[0], lambda: d > 1)
    ),
    "forall sigma, tau: m(sigma, tau) = 0 => sigma(1) = tau(1)": (
        lambda d, s, t: implies(d == 0, lambda: s[0] == t[0])
    ),
    "forall sigma, tau, i: m(sigma, tau) <= weight(sigma(i)) * 11": (
        lambda d, s, t: all(d <= x * 11 for x in s)
    ),
    "forall sigma, tau: m(sigma, tau) > 0 <=> not sigma = tau": lambda d, s, t: (d > 0) == (s != t),
}


@pytest.mark.parametrize("text", WEIGHTED)
def test_conditions_on_rankings_are_asked_of_weighted_metrics(text):
    axiom = axiom_of("own", {"statement": text}, "a test")
    given = proofs.ask(axiom, "kendall_w", n=3, w="1,2,3")
    pairs = list(product(permutations((1, 2, 3)), repeat=2))
    true = all(WEIGHTED[text](weighted_kendall((1, 2, 3), s, t), s, t) for s, t in pairs)
    assert given.status == ("holds" if true else "refuted")
    free = proofs.ask(axiom, "kendall_w", n=3)
    assert free.status == "refuted"  # where all weights are 0, or large


def test_a_case_that_no_ranking_satisfies_is_called_vacuous():
    found = proofs.ask("sensitivity", "kendall_w", n=3)
    assert found.status == "holds"
    assert found.caveats == ("vacuous: no case satisfies the condition",)


def tops(items, k):
    return list(permutations(range(1, items + 1), k))


def rank_in(listed, item, n):
    return listed.index(item) + 1 if item in listed else n + 1


TOPS = {
    "forall x, y: rank(x, 1) = rank(y, 1) => m(x, y) <= 2": (
        lambda d, x, y: implies(rank_in(x, 1, 3) == rank_in(y, 1, 3), lambda: d <= 2)
    ),
    "forall x, y, i: rank(x, i) <= length(x) and rank(y, i) > length(y) => m(x, y) > 1": (
        lambda d, x, y: all(implies(i in x and i not in y, lambda: d > 1) for i in (1, 2, 3))
    ),
    "forall x, y: m(x, y) <= sum(i, 1, n, abs(rank(x, i) - rank(y, i)))": (
        lambda d, x, y: d <= sum(abs(rank_in(x, i, 3) - rank_in(y, i, 3)) for i in (1, 2, 3))
    ),
}


@pytest.mark.parametrize("text", TOPS)
def test_ranks_in_top_lists_are_read_as_loops_do(text):
    def footrule(x, y):
        return sum(abs(min(rank_in(x, i, 3), 3) - min(rank_in(y, i, 3), 3)) for i in (1, 2, 3))

    found = proofs.ask(axiom_of("own", {"statement": text}, "a test"), "footrule_top", n=3, k=2)
    true = all(TOPS[text](footrule(x, y), x, y) for x in tops(3, 2) for y in tops(3, 2))
    assert found.status == ("holds" if true else "refuted")


def judged_lists(n, c):
    """Go through all lists: the grades that are retrieved, and those that are not, sorted."""
    for length in range(n + 1):
        for grades in product(range(c + 1), repeat=length):
            for rest in product(range(c + 1), repeat=n - length):
                if list(rest) == sorted(rest, reverse=True):
                    yield grades, rest


def test_a_sum_up_to_a_place_is_read_on_lists():
    text = "forall r, k: k <= length(r) and sum(i, 1, k, r(i)) = 0 => m(r) <= (n - k) / n"
    found = proofs.ask(axiom_of("own", {"statement": text}, "a test"), "p@3", n=3, c=1)
    true = all(
        implies(
            sum(grades[:k]) == 0, lambda g=grades, k=k: Fraction(sum(g), 3) <= Fraction(3 - k, 3)
        )
        for grades, _ in judged_lists(3, 1)
        for k in range(1, len(grades) + 1)
    )
    assert found.status == ("holds" if true else "refuted")


LABELS = {
    "forall l, l' in labels: away(l, best_label) <= away(l', best_label)": "refuted",
    "forall l, l' in labels: dominated(l', l) => away(l, best_label) <= away(l', best_label)": (
        "holds"
    ),
    "forall l, l' in labels: different(l, l') => away(l, best_label) != away(l', best_label)": (
        "refuted"
    ),
    "forall l in labels: away(l, best_label) <= 3": "refuted",
    "forall l, l' in labels: away(l, best_label) + away(l', best_label) >= 0": "holds",
}


@pytest.mark.parametrize("text", LABELS)
def test_statements_about_labels_are_read_and_not_taken_for_the_declared_ones(text):
    axiom = axiom_of("own", {"statement": text}, "a test")
    assert proofs.ask(axiom, "manhattan", n=2).status == LABELS[text]
    in_space = proofs.ask(axiom, "manhattan", n=2, embedding="0,1,2;0,1")
    bounded = text.endswith("<= 3")  # the farthest of these labels is 3 away
    assert in_space.status == ("holds" if bounded else LABELS[text])


COLLECTIONS = {
    "forall D in collections: forall r in documents: worth(r) < 1": "refuted",
    "forall D in collections: forall r in documents: worth(r) >= 0": "holds",
    "forall D in collections: exists r in documents: worth(r) > 1": "refuted",
    "forall D in collections: forall r in documents: worth(r) = 1": "refuted",
    "forall D in collections: exists r in documents: worth(r) >= 1/2": "holds",
}


@pytest.mark.parametrize("text", COLLECTIONS)
def test_statements_about_collections_are_read_and_not_taken_for_the_declared_one(text):
    axiom = axiom_of("own", {"statement": text}, "a test")
    found = proofs.ask(axiom, "toma", n=2, measure="ap", relevant=1)
    assert found.status == COLLECTIONS[text]


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        ("manhattan", "forall l, l' in labels: away(l, l') >= 0"),
        ("manhattan", "forall l in labels: away(l, best_label) <= n"),
        ("manhattan", "exists l in labels: away(l, best_label) > 0"),
        ("toma", "forall D in collections: forall r, s in documents: worth(r) = worth(s)"),
        ("recall", "forall sigma, tau: m(sigma, tau) <= k"),
    ],
)
def test_other_statements_are_refused_in_one_sentence(subject, text):
    more = {"toma": {"measure": "ap", "relevant": 1}, "recall": {"k": 2}}.get(subject, {})
    with pytest.raises(BadInput, match="own"):
        proofs.ask(axiom_of("own", {"statement": text}, "a test"), subject, n=2, **more)


def test_points_of_three_pairs_are_one_line_only_where_they_are_scored_alike():
    """m₂ is 2·m₁ everywhere, but the second point has the m₂ of another pair."""
    text = (
        "forall sigma, tau, nu, mu, a, b in rankings: (m1(sigma, tau) - m1(nu, mu))"
        " * (m2(sigma, tau) - m2(a, b)) = (m1(sigma, tau) - m1(a, b))"
        " * (m2(sigma, tau) - m2(nu, {}))"
    )
    metrics = ("= sigma(1) + tau(1)", "= 2*sigma(1) + 2*tau(1)")
    for second, status in {"mu": "holds", "compose(mu, swap(1, 2))": "refuted"}.items():
        axiom = axiom_of("own", {"statement": text.format(second)}, "a test")
        assert proofs.ask(axiom, *metrics, n=3).status == status


@pytest.mark.parametrize(
    "said", ["forall mu, sigma", "exists mu, sigma", "forall mu: exists sigma"]
)
@pytest.mark.parametrize("n", [3, "all"])
def test_what_is_false_of_all_rankings_is_refuted(said, n):
    axiom = axiom_of("own", {"statement": f"{said}: m(mu, sigma) > m(sigma, sigma)"}, "a test")
    assert proofs.ask(axiom, "= sum(i, 1, n, tau(i) / i)", n=n).status == "refuted"


def test_entries_of_runs_are_no_numbers_of_a_chain():
    below = "r = s or (exists i: r(i) < s(i) and (forall j: j < i => r(j) = s(j)))"
    for claim, status in {"r(1) <= s(1)": "undecided", "r(n) <= s(n)": "refuted"}.items():
        text = f"forall r, s in runs: below(r, s) => {claim}"
        found = proofs.ask(axiom_of("own", {"statement": text}), f"= {below}", n="all")
        assert found.status == status


DOMINATED = (
    "forall l, l' in labels: dominated(l, l') => away(l, best_label) >= away(l', best_label)"
)


def test_no_part_about_labels_is_left_out():
    parts = [DOMINATED, "forall l, l' in labels: away(l, best_label) <= away(l', best_label)"]
    axiom = axiom_of("own", {"parts": [{"statement": text} for text in parts]}, "a test")
    for n in (2, "all"):
        with pytest.raises(BadInput, match="ask its parts one by one"):
            proofs.ask(axiom, "manhattan", n=n)


@pytest.mark.parametrize(
    "table",
    [
        {"statement": "forall sigma, tau: m(sigma, tau) >= 0", "of": "order"},
        {"statement": "forall sigma, tau: m(sigma, tau) >= 0", "of": "weighting"},
        {"statement": "forall r, s in runs: below(r, s)", "of": "metric"},
        {"statement": DOMINATED, "of": "multi-aspect measure"},
        {"value": "mean r in runs: r(1)", "of": "order"},
        {"value": "mean l in labels: away(l, best_label)", "of": "distance of labels"},
        {"statement": "forall r in lists: m(r) < m(r)"},
    ],
)
def test_what_is_said_of_something_else_is_refused(table):
    with pytest.raises(BadInput, match=r"does not fit its formula|its scores cancel"):
        axiom_of("own", table, "a test")


NUMBERS = {
    "mean sigma, tau: m(sigma, tau)": lambda values, pairs: sum(values) / len(values),
    "greatest sigma, tau: m(sigma, tau)": lambda values, pairs: max(values),
    "least sigma, tau where sigma(1) != tau(1): m(sigma, tau)": lambda values, pairs: min(
        value for value, (s, t) in zip(values, pairs, strict=True) if s[0] != t[0]
    ),
    "mean sigma, tau: n * sigma(1) * m(sigma, tau)": lambda values, pairs: (
        sum(3 * s[0] * value for value, (s, _) in zip(values, pairs, strict=True)) / len(values)
    ),
}


@pytest.mark.parametrize("text", NUMBERS)
def test_numbers_of_ones_own_are_what_loops_find(text):
    value = reference.metric("mae", 3, None, None, None, "items")
    pairs = list(product(permutations((1, 2, 3)), repeat=2))
    expected = NUMBERS[text]([value(s, t) for s, t in pairs], pairs)
    found = proofs.ask(axiom_of("own", {"value": text}, "a test"), "mae", n=3)
    assert Fraction(str(found.value)) == expected


def test_numbers_about_lists_and_runs_are_no_sizes_of_steps():
    lists = list(judged_lists(3, 1))
    mean = Fraction(sum(Fraction(sum(grades), 3) for grades, _ in lists), len(lists))
    asked = {"value": "mean r in lists: m(r)"}
    found = proofs.ask(axiom_of("own", asked, "a test"), "p@3", n=3, c=1)
    assert Fraction(str(found.value)) == mean
    asked = {"value": "greatest r in runs: m(r)"}
    found = proofs.ask(axiom_of("own", asked, "a test"), "gp", n=2, c=1, gains="0,3")
    assert (found.value, found.witness) == (1, {"r": [1, 1]})  # gp divides by the largest gain


@pytest.mark.parametrize(
    "line",
    [
        ["forall sigma, tau: sigma(1) = tau(1) => m(sigma, tau) = 1", "kendall", "--n", "3"],
        ["forall sigma, tau: sigma(1) = tau(1) => m(sigma, tau) < n", "rmse", "--n", "3"],
        ["forall sigma, tau, i: sigma(i) = tau(i) => m(sigma, tau) <= 9", "kendall_w", "--n", "3",
         "--w", "1,2,3"],
        ["forall x, y: rank(x, 1) = rank(y, 1) => m(x, y) <= 2", "footrule_top", "--n", "3",
         "--k", "2"],
        ["forall r, k: sum(i, 1, k, r(i)) = 0 => m(r) <= 1", "p@2", "--n", "3", "--c", "1"],
        ["forall r in runs: m(r) <= sum(i, 1, n, r(i))", "gp", "--n", "2", "--c", "1",
         "--gains", "0,1"],
        ["forall l in labels: away(l, best_label) >= 0", "manhattan", "--n", "2"],
        ["forall D in collections: forall r in documents: worth(r) >= 0", "toma", "--n", "2",
         "--measure", "ap", "--relevant", "1"],
    ],
    ids=lambda line: line[1],
)  # fmt: skip
def test_what_is_said_of_an_own_statement_is_verified(line, tmp_path, capsys):
    kept = tmp_path / "kept.json"
    text, *rest = line
    assert check([f"= {text}", *rest, "--certificate", str(kept)]) in (0, 1)
    assert verify([str(kept)]) == 0
    capsys.readouterr()


@pytest.mark.parametrize("subject", ["mae", "kendall_w", "= sum(i, 1, n, sigma(i)*tau(i))"])
@pytest.mark.parametrize("n", [2, "all"])
def test_a_metric_that_compares_two_is_not_asked_about_one(subject, n):
    with pytest.raises(BadInput, match="compares two"):
        proofs.ask("= forall sigma: m(sigma) >= 0", subject, n=n)
    assert proofs.ask("= forall sigma: m(sigma) >= 0", "dcg", n=2).status == "holds"
