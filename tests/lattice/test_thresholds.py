"""Relations from thresholds, and posets of many elements, against plain readings."""

import random
from itertools import combinations, product

import networkx as nx
import pytest
from sympy import And, Eq, Ge, Implies, Integer, Le, Lt, Ne, Not, Or, Sum

import proofs
from axioms import find_axiom
from axioms.language.formula import Exists, ForAll, Same
from axioms.ordering import JOINS, MEETS
from lattice import find_order, poset, structure, thresholds
from lattice.order import ORDERS, RANK, Order
from lattice.poset import NotAnOrder, Poset, closed
from lattice.relation import number_of_runs, related_pairwise, relation, runs
from metrics.language.runs import a, r, s, spot
from metrics.language.terms import Indicator, i, n
from proofs.core.question import Question
from proofs.report.certificate import certificate
from proofs.trusted.finite.order import replayer_of
from proofs.trusted.replayer import Replayer
from proofs.trusted.scene import scene_of
from proofs.trusted.verify import check

FORMULAS = [name for name, order in ORDERS.items() if order.below is not None]


@pytest.mark.parametrize("size", [(1, 1), (1, 3), (2, 2), (3, 2), (4, 1)])
@pytest.mark.parametrize("name", FORMULAS)
def test_every_order_with_a_formula(name, size):
    order = find_order(name)
    words = runs(order, *size)
    expected = related_pairwise(order.below, words, size[1])
    assert thresholds.thresholds(order.below, words, size[1]) == expected


def made(chance, depth=3):
    """Return a formula about r and s; a side of a comparison may speak of both."""
    if depth == 0:
        one = chance.choice([r(spot), s(spot), r(1), s(n), Sum(r(i) * i, (i, 1, n)), Integer(1)])
        two = chance.choice([s(spot), r(n), Sum(Indicator(s(i) >= a), (i, 1, spot)), Integer(0)])
        far = chance.choice([0, 0, 0, 10**30, -(10**19)])
        mixed = chance.choice([0, 0, 0, 0, 0, s(1) - r(1)])
        relation = chance.choice([Le, Lt, Ge, Eq, Ne])
        return relation(one + far + mixed, two * chance.choice([1, 2]) + far, evaluate=False)
    one, two = made(chance, depth - 1), made(chance, depth - 1)
    return chance.choice(
        [And(one, two), Or(one, two), Not(one), Implies(one, two), Same(r, s), one]
    )


@pytest.mark.parametrize("seed", range(60))
def test_made_formulas(seed):
    chance = random.Random(seed)
    bound = chance.choice([ForAll, Exists])(a, spot, made(chance))
    words = list(product(range(3), repeat=2))
    try:
        found = thresholds.thresholds(bound, words, 2)
    except thresholds.NotSeparable:
        return
    try:
        expected = related_pairwise(bound, words, 2)
    except OverflowError:
        expected = [
            sum(1 << at for at, t in enumerate(words) if truth_at(bound, w, t)) for w in words
        ]
    assert found == expected


def truth_at(formula, one, two):
    order = Order("made", "made", RANK, "a test", below=formula)
    question = Question(find_axiom("poset"), (order,), 2, {"c": 2}, None, order)
    replayer = Replayer(scene_of(question, {}))
    return replayer.truth(formula, {**replayer.scene.point, r: one, s: two})


def test_a_wrong_row_is_noticed():
    """Planted: one bit of one row."""
    words, above = relation(find_order("rank_swapping"), 3, 2)
    Poset(words, above)
    for at, bit in ((0, 5), (3, 26), (7, 2)):
        wrong = list(above)
        wrong[at] ^= 1 << bit
        assert wrong != related_pairwise(find_order("rank_swapping").below, words, 2)
        with pytest.raises(NotAnOrder):
            Poset(words, wrong)


@pytest.mark.parametrize("seed", range(30))
def test_closures(seed):
    chance = random.Random(seed)
    size = chance.randint(1, 12)
    graph = nx.gnp_random_graph(size, chance.choice([0.1, 0.3]), seed=seed, directed=True)
    if seed % 2:
        graph = nx.DiGraph([edge for edge in graph.edges if edge[0] < edge[1]] or [(0, 0)])
        graph.add_nodes_from(range(size))
    steps = [list(graph[node]) for node in range(graph.number_of_nodes())]
    expected = [sum(1 << to for to in {at, *nx.descendants(graph, at)}) for at in range(len(steps))]
    assert closed(steps) == expected


@pytest.mark.parametrize("seed", range(40))
def test_many_elements_are_arranged_like_few(seed, monkeypatch):
    chance = random.Random(seed)
    size = chance.randint(1, 9)
    order = list(range(size))
    if seed % 3 == 0:
        chance.shuffle(order)
    if seed % 3 == 1:
        order.reverse()
    steps = [[] for _ in order]
    for one, two in combinations(range(size), 2):
        if chance.random() < 0.4:
            steps[order[one]].append(order[two])
    above = closed(steps)
    if seed % 5 == 0:
        above = [up ^ (1 << chance.randrange(size) if chance.random() < 0.2 else 0) for up in above]
    found = []
    for many in (10**9, 0):
        monkeypatch.setattr(poset, "MANY", many)
        monkeypatch.setattr(poset, "MOST_CELLS", 20)
        try:
            one = Poset(range(size), above)
        except NotAnOrder as problem:
            found.append((problem.part, problem.witness))
            continue
        covers = {(one.elements[low], one.elements[high]) for low, high in one.covers}
        turned = one.dual
        dual = {(turned.elements[high], turned.elements[low]) for low, high in turned.covers}
        found.append((covers, dual == covers, structure.is_lattice(one), structure.gap(one)))
    assert found[0] == found[1]


# Bounds in the trusted room ----------------------------------------------------------------------

NO_ORDERS = {
    "not antisymmetric": Le(Sum(r(i), (i, 1, n)), Sum(s(i), (i, 1, n))),
    "not transitive": Le(r(1), s(1) + 1),
    "not reflexive": Lt(r(1), s(1)),
    "empty": Lt(r(1), r(1) - 1, evaluate=False),
    "all": Le(r(1), r(1), evaluate=False),
}


@pytest.mark.parametrize("name", [*ORDERS, *NO_ORDERS])
def test_bounds_of_two_runs_as_they_are_spelled_out(name):
    order = ORDERS[name] if name in ORDERS else made_order(name)
    axiom = find_axiom("lattice")
    question = Question(axiom, (order,), 2, {"c": 2}, None, order)
    replayer = replayer_of(question)
    for formula in (JOINS, MEETS):
        one, two = formula.variables
        pairs = list(product(replayer.runs, repeat=2))
        for words in random.Random(name).sample(pairs, min(len(pairs), 10)):
            point = {**replayer.scene.point, one: words[0], two: words[1]}
            plainly = Replayer.truth_Exists(replayer, formula.body, point)
            assert replayer.truth(formula.body, point) == plainly, words


def made_order(name):
    return Order("made", "made", RANK, "a test", below=NO_ORDERS[name])


def test_eight_documents_with_three_degrees():
    verdict = proofs.ask("lattice", "rank_swapping", n=8, c=2, engine="exhaustive")
    assert verdict.status == "refuted"
    assert verdict.witness == {"r": [0] * 7 + [2], "s": [0] * 6 + [1, 0]}
    assert check(certificate(verdict, "1"))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rank_swapping", "ops_swap_replace"])
def test_59049_runs(name):
    order = find_order(name)
    assert number_of_runs(order, 10, 2) == 3**10
    built = Poset(*relation(order, 10, 2))
    assert len(built.covers) == 285_403
