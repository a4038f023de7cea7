"""Scripts about any number of items, read in the rankings of few by plain loops."""

import itertools
import json
import random
from fractions import Fraction

import pytest
from sympy import And, Eq, Implies, Le, Lt, Ne, Rational

from axioms import AXIOMS
from axioms.axiom import axiom, m
from axioms.language.formula import Exists, ForAll, Same
from metrics.language.fold import Unread
from metrics.language.terms import (
    Compose,
    FullCycle,
    Identity,
    Inverse,
    Place,
    Swap,
    n,
    sigma,
    tau,
)
from proofs.core.axiom_sets.every_size import KnownForEvery
from proofs.core.axiom_sets.known import fitting
from proofs.core.axiom_sets.larger import broken
from proofs.core.axiom_sets.matrix import matrix
from proofs.core.implying import from_n_on, implied
from proofs.core.limits import silent
from proofs.report.certificate import implication_certificate
from proofs.script.any_size import any_size_script, generated
from proofs.script.free_metric import pairs
from proofs.script.sealing import axiom_definitions, seal
from proofs.trusted.finite.implication import has
from proofs.trusted.untrusted import NotChecked, Rejected, Unreadable
from proofs.trusted.verify import check

# A reading of SMT-LIB by plain loops ------------------------------------------------------------


def parsed(text):
    """Return the commands of a script as nested lists."""
    words = text.replace("(", " ( ").replace(")", " ) ").split()
    stack = [[]]
    for word in words:
        if word == "(":
            stack.append([])
        elif word == ")":
            inner = stack.pop()
            stack[-1].append(inner)
        else:
            stack[-1].append(word)
    return stack[0]


class Rankings:
    """The rankings of n items with a metric; what every word of a script means there."""

    def __init__(self, size, table):
        self.all = list(itertools.permutations(range(1, size + 1)))
        self.places = range(-1, size + 3)  # also some that there are not
        ordered = sorted(table, key=table.__getitem__)
        (low1, low2), (top1, top2) = ordered[0], ordered[-1]
        self.named = {
            "n": size, "id": self.all[0], "back": self.all[-1],
            "low1": low1, "low2": low2, "top1": top1, "top2": top2,
            "least": table[low1, low2], "largest": table[top1, top2],
        }  # fmt: skip
        self.functions = {
            "m": lambda one, two: table[one, two],
            "of": lambda one, two: tuple(one[place - 1] for place in two),
            "inv": lambda one: tuple(one.index(item) + 1 for item in range(1, size + 1)),
            "swap": self.swap,
            "=": lambda one, two: one == two,
            "<=": lambda *v: all(a <= b for a, b in itertools.pairwise(v)),
            ">=": lambda *v: all(a >= b for a, b in itertools.pairwise(v)),
            "<": lambda one, two: one < two,
            ">": lambda one, two: one > two,
            "seen": lambda score: True,
            "distinct": lambda *v: len(set(v)) == len(v),
            "not": lambda one: not one,
            "+": lambda *v: sum(v),
            "*": lambda one, two: one * two,
            "-": lambda *v: -v[0] if len(v) == 1 else v[0] - v[1],
            "/": lambda one, two: Fraction(one) / Fraction(two),
        }

    def swap(self, i, j):
        i, j = int(i), int(j)
        change = {i: j, j: i} if {i, j} <= set(self.all[0]) else {}
        return tuple(change.get(place, place) for place in self.all[0])

    def value(self, e, known):
        if isinstance(e, str):
            if e in ("true", "false"):
                return e == "true"
            found = known.get(e, self.named.get(e))
            return Fraction(e) if found is None else found
        head, *rest = e
        if head in ("forall", "exists"):
            names, body = rest
            domains = [self.all if sort == "R" else self.places for _, sort in names]
            cases = itertools.product(*domains)
            truths = (
                self.value(body, known | {n: v for (n, _), v in zip(names, case, strict=True)})
                for case in cases
            )
            return all(truths) if head == "forall" else any(truths)
        if head == "=>":
            return not self.value(rest[0], known) or self.value(rest[1], known)
        if head in ("and", "or"):
            return (all if head == "and" else any)(self.value(one, known) for one in rest)
        if head == "ite":
            return self.value(rest[1 if self.value(rest[0], known) else 2], known)
        return self.functions[head](*[self.value(one, known) for one in rest])


def tables(size, chance):
    every = pairs(size)
    yield {pair: Fraction(chance.randint(-1, 1)) for pair in every}
    yield {(s, t): Fraction(s != t) for s, t in every}
    yield {(s, t): Fraction(int(s == t) - int(s == t[::-1])) for s, t in every}
    yield dict.fromkeys(every, Fraction(0))
    made = Rankings(size, dict.fromkeys(every, Fraction(0))).functions
    of, inv = made["of"], made["inv"]
    values = {one: Fraction(chance.randint(0, 3)) for one, _ in every}
    yield {(s, t): values[of(t, inv(s))] for s, t in every}
    yield {(s, t): values[of(inv(s), t)] for s, t in every}


@pytest.mark.parametrize("size", [1, 2, 3])
def test_what_is_asserted_is_true_of_rankings_and_says_what_the_axioms_say(size):
    """The facts are true of every metric, and the rest exactly if it breaks the implication."""
    chance, said = random.Random(size), fitting()
    for table in tables(size, chance):
        model = Rankings(size, table)
        for _ in range({1: 6, 2: 3, 3: 1}[size]):
            premises = chance.sample(said, chance.choice([1, 2]))
            conclusion = chance.choice([None, *said])
            if size == 3 and any(len(one.parts) > 1 for one in [*premises, conclusion] if one):
                continue  # four rankings of three items take seconds here
            for least in {1, size}:
                commands = parsed(any_size_script(premises, conclusion, least))
                truths = [model.value(one[1], {}) for one in commands if one[0] == "assert"]
                stated = sum(len(one.parts) for one in premises) + (conclusion is not None)
                assert all(truths[: len(truths) - stated])
                breaking = all(has(one, table, size) for one in premises) and not (
                    conclusion is not None and has(conclusion, table, size)
                )
                assert all(truths[len(truths) - stated :]) == breaking, (premises, conclusion)


def test_facts_about_four_items():
    statements = [AXIOMS["swap_invariance"], AXIOMS["reverse_is_minimal"], AXIOMS["min_agreement"]]
    model = Rankings(4, next(tables(4, random.Random(4))))
    model.places = range(6)
    text = any_size_script(statements, None, 4)
    asserted = [one[1] for one in parsed(text) if one[0] == "assert"][:-3]
    assert len(asserted) > 20
    for one in asserted:
        if one[0] == "=>" or (one[0] == "forall" and len(one[1]) > 2):
            continue  # three rankings, or four places: read at three items above
        assert model.value(one, {}), one


# What is concluded, and what is not ------------------------------------------------------------

HOLDING = [
    ("right_invariance", "swap_invariance"),
    ("swap_invariance", "right_invariance"),  # swaps generate
    ("ioi", "tells_12_from_34"),
    ("wider_swaps_score_lower", "tells_12_from_24"),
    ("always_zero", "reverse_is_minimal"),
    ("right_invariance", "min_agreement"),  # every metric has it: there are finitely many scores
]


@pytest.mark.parametrize(("premise", "conclusion"), HOLDING)
def test_what_holds_for_every_n_is_checked(premise, conclusion):
    found = implied([AXIOMS[premise]], AXIOMS[conclusion], every_n=True)
    assert (found.status, found.scope) == ("holds", "every n")
    assert found.solvers == ("z3", "cvc5")
    assert check(json.loads(json.dumps(implication_certificate(found, "1"))))


def test_what_fails_at_four_items_is_refuted_there():
    found = implied([AXIOMS["sensitivity_some"]], AXIOMS["symmetry"], every_n=True)
    assert (found.status, found.scope) == ("refuted", "n = 4")
    swapped = found.table[(1, 2, 3, 4), (2, 1, 3, 4)], found.table[(1, 2, 3, 4), (1, 2, 4, 3)]
    assert swapped[0] != swapped[1]
    assert any(found.table[s, t] != found.table[t, s] for s, t in pairs(4))
    assert check(json.loads(json.dumps(implication_certificate(found, "1"))))
    assert "values more: --format json" in found.text()


def test_three_items_are_needed_to_exclude_ioi():
    premises = tuple(AXIOMS[name] for name in ("ioi", "symmetry", "right_invariance"))
    assert from_n_on(premises, None, 3, 5) is not None
    assert from_n_on(premises, None, 2, 1) is None  # two items have such a metric


EXCLUDED = [
    "max_iff_equal reverse_is_maximal",
    "max_iff_equal one_iff_reverse zero_iff_equal",
    "ioi_at_identity reverse_is_minimal right_invariance",
    "ioi reverse_is_maximal swap_invariance",  # swaps generate all rankings
]


@pytest.mark.parametrize("names", EXCLUDED)
def test_the_reverse_is_spoken_of_for_every_n(names):
    """It is not its own mirror image, and from three items on it does not commute with all."""
    found = from_n_on(tuple(AXIOMS[name] for name in names.split()), None, 3, 5)
    assert found.scope == "every n ≥ 3"
    assert found.solvers == ("z3", "cvc5")
    assert check(json.loads(json.dumps(implication_certificate(found, "1"))))


SWAPPED = {
    "right": (Compose(sigma, Swap(1, 2)), Compose(tau, Swap(1, 2))),
    "left": (Compose(Swap(1, 2), sigma), Compose(Swap(1, 2), tau)),
    "both sides": (Compose(sigma, Swap(1, 2)), Compose(Swap(1, 2), tau)),
    "one alone": (Compose(sigma, Swap(1, 2)), tau),
    "exchanged": (Compose(tau, Swap(1, 2)), Compose(sigma, Swap(1, 2))),
}


@pytest.mark.parametrize("name", SWAPPED)
def test_invariance_under_swaps_is_that_under_all_rankings(name):
    """On one side; what nearly looks so stays as it is."""
    places = {Swap(1, 2): Swap(here, there)}
    moved = m(*(listing.xreplace(places) for listing in SWAPPED[name]))
    statement = ForAll(sigma, tau, here, there, Eq(m(sigma, tau), moved))
    made = generated(statement)
    if name not in ("right", "left"):
        assert made == statement
        return
    by = made.variables[-1]
    assert by not in (sigma, tau)
    turned = (Compose(x, by) if name == "right" else Compose(by, x) for x in (sigma, tau))
    assert made == ForAll(sigma, tau, by, Eq(m(sigma, tau), m(*turned)))


here, there = Place("i"), Place("j")
ZERO = Eq(m(Identity(), Identity()), 0)
FALSE = {
    "rankings commute": ForAll(
        sigma, tau, Implies(ZERO, Same(Compose(sigma, tau), Compose(tau, sigma)))
    ),
    "every ranking is its own inverse": ForAll(sigma, Implies(ZERO, Same(sigma, Inverse(sigma)))),
    "there is one ranking": ForAll(sigma, tau, Implies(ZERO, Same(sigma, tau))),
    "two swaps are equal": ForAll(
        here, there, Implies(ZERO, Same(Swap(here, there), Swap(there, here)))
    ),
    "five items": Exists(here, And(Lt(4, here), ZERO)),
}


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_or_nearly_true_is_not_concluded(name):
    statement = FALSE[name]
    made = axiom(name="made", title="made", statement=statement, source="a test")
    concluded = from_n_on((AXIOMS["always_zero"],), made, 4, 1)
    assert (concluded is not None) == (name == "two swaps are equal")


NOT_READ = {
    "a swap with a number": ForAll(sigma, here, Eq(m(sigma, Swap(3, here)), 0)),
    "the place after": ForAll(sigma, here, Eq(m(sigma, Swap(here, here + 1)), 0)),
    "an entry": ForAll(sigma, tau, Eq(m(sigma, tau), sigma(1))),
    "n as a score": ForAll(sigma, tau, Eq(m(sigma, tau), n)),
    "a place as a score": ForAll(sigma, here, Eq(m(sigma, sigma), here)),
    "half a place": ForAll(here, Implies(Lt(here, Rational(3, 2)), ZERO)),
    "a power": ForAll(sigma, tau, Le(m(sigma, tau) ** 3, 1)),
    "the cycle": ForAll(sigma, Ne(m(sigma, FullCycle()), 0)),
}  # fmt: skip


@pytest.mark.parametrize("name", NOT_READ)
def test_other_words_are_refused(name):
    made = axiom(name="made", title="made", statement=NOT_READ[name], source="a test")
    with pytest.raises(Unread):
        any_size_script([made], None, 1)


def test_a_metric_of_four_items_is_replayed():
    table = broken((AXIOMS["distance"],), AXIOMS["tells_12_from_34"], 4, 5)
    assert all(table[s, t] == table[t, s] for s, t in pairs(4))
    assert table[(1, 2, 3, 4), (2, 1, 3, 4)] == table[(1, 2, 3, 4), (1, 2, 4, 3)] > 0


@pytest.mark.slow
def test_pairs_of_some_axioms_for_every_n():
    """What holds here holds of metrics of three items; what fails has a metric that fails."""
    named = "symmetry right_invariance swap_invariance distance tells_12_from_34 sensitivity_some"
    axioms = [AXIOMS[name] for name in named.split()]
    known = KnownForEvery.of(axioms, 5)
    found = matrix(known, silent)
    holding = {pair for pair, status in found.statuses.items() if status == "holds"}
    assert holding == {
        ("right_invariance", "swap_invariance"),
        ("swap_invariance", "right_invariance"),
        ("distance", "symmetry"),
    }
    left = {pair for pair, status in found.statuses.items() if status == "undecided"}
    assert left == {("sensitivity_some", "tells_12_from_34")}  # five items have a metric
    assert (found.empty, found.everywhere) == ((), ())  # four items tell swaps apart
    assert len(known.metrics) > 0


FORGED = {
    "from nothing": lambda said, evidence: evidence.update(scripts=[]),
    "by every metric": lambda said, evidence: evidence.update(every_n="every metric"),
    "another conclusion": lambda said, evidence: said.update(conclusion="symmetry"),
    "the other way round": lambda said, evidence: said.update(
        premises=["symmetry"], conclusion="left_invariance"
    ),
    "from zero": lambda said, evidence: said["scope"].update({"from": 0}),
    "after two": lambda said, evidence: said["scope"].update({"n": [2], "from": 1}),
    "not of every n": lambda said, evidence: said["scope"].update({"all": False}),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_argument_is_not_accepted(name):
    found = implied([AXIOMS["right_invariance"]], AXIOMS["swap_invariance"], every_n=True)
    content = implication_certificate(found, "1")
    FORGED[name](content["implication"], content["evidence"])
    said = content["implication"]
    named = [AXIOMS[one] for one in (*said["premises"], said["conclusion"])]
    content["definitions"] = axiom_definitions(named)
    content["seal"] = seal({key: value for key, value in content.items() if key != "seal"})
    with pytest.raises((Rejected, NotChecked, Unreadable)):
        check(json.loads(json.dumps(content)))
