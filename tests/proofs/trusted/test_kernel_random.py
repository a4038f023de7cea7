"""The rules for every n against plain loops: metrics and statements made at random.

A statement that some rule concludes for every n must be true in every case that is defined, at each
small n; the loops below read metrics and statements by themselves, without any code of the trusted
room or of an engine. No engine stands between: what search proposes, the kernel alone concludes.
`python -m pytest -m slow tests/proofs/trusted/test_kernel_random.py` tries many more.
"""

import itertools
import math
import random
from fractions import Fraction

import pytest
import sympy as sp
from random_metrics import Maker
from sympy import Abs, And, Eq, Equivalent, Ge, Gt, Implies, Le, Lt, Ne, Not, Sum, sqrt

from axioms.axiom import axiom, m
from axioms.language.formula import Exists, ForAll, Same
from metrics.language.terms import (
    Backwards,
    Compose,
    Identity,
    Indicator,
    Inverse,
    Place,
    Ranking,
    Ratio,
    Swap,
    i,
    k,
    n,
    rank_of,
    sigma,
    tau,
)
from metrics.metric import Metric
from metrics.naming import BadInput
from proofs.core.question import Question
from proofs.engines.symbolic.search import absent, defined_somewhere, proved
from proofs.trusted.every_n.kernel import Kernel

a, b, low = Place("a"), Place("b"), Place("l")
nu = Ranking("nu")
TURNED = Indicator((sigma(i) - sigma(low)) * (tau(i) - tau(low)) < 0)
ENDS = {sigma: Identity(), tau: Backwards()}
TINY = 1e-9


class Missing(Exception):
    """A value is not defined."""


# Plain loops -------------------------------------------------------------------------------------


def number(e, at):
    """Return a term's value: exact as long as it is rational."""
    kind = type(e).__name__
    if e.is_Rational:
        return Fraction(int(e.p), int(e.q))
    if e in at:
        return at[e]
    if kind in ("At", "RankOf"):
        entries, place = ranking(e.args[0], at), number(e.args[1], at)
        if not 1 <= place <= len(entries):
            raise Missing
        return entries[int(place) - 1] if kind == "At" else entries.index(place) + 1
    if kind in ("Sum", "Product"):
        return folded(e, e.args[0], e.args[1:], at)
    if kind == "Indicator":
        return Fraction(int(true(e.args[0], at)))
    if kind == "Score":
        given = dict(zip((sigma, tau), [ranking(one, at) for one in e.args[1:]], strict=False))
        return number(at["value"], {**{x: at[x] for x in ("value", n, k)}, **given})
    return OPERATIONS[kind](*[number(argument, at) for argument in e.args])


def folded(e, body, limits, at):
    if not limits:
        return number(body, at)
    index, first, last = limits[-1]
    total = Fraction(0 if isinstance(e, sp.Sum) else 1)
    for place in range(int(number(first, at)), int(number(last, at)) + 1):
        value = folded(e, body, limits[:-1], {**at, index: place})
        total = total + value if isinstance(e, sp.Sum) else total * value
    return total


def quotient(one, two):
    if abs(two) < TINY:
        raise Missing
    return Fraction(one) / two if isinstance(two, Fraction | int) else one / two


def power(base, exponent):
    if exponent < 0:
        return quotient(Fraction(1), power(base, -exponent))
    if Fraction(exponent).denominator == 1:
        return base ** int(exponent)
    if base < 0:
        raise Missing
    return float(base) ** float(exponent)


OPERATIONS = {
    "Add": lambda *values: sum(values),
    "Mul": lambda *values: math.prod(values),
    "Abs": abs,
    "Max": max,
    "Min": min,
    "sign": lambda value: (value > 0) - (value < 0),
    "Ratio": quotient,
    "Pow": power,
}


def ranking(term, at):
    if term in at:
        return at[term]
    size, kind = at[n], type(term).__name__
    straight = tuple(range(1, size + 1))
    if kind == "Identity":
        return straight
    if kind == "Backwards":
        return straight[::-1]
    if kind == "Swap":
        one, two = (number(place, at) for place in term.args)
        return tuple({one: two, two: one}.get(place, place) for place in straight)
    parts = [ranking(argument, at) for argument in term.args]
    if kind == "Inverse":
        return tuple(parts[0].index(item) + 1 for item in straight)
    return tuple(parts[0][place - 1] for place in parts[1])


def difference(left, right):
    gap = left - right
    return 0 if not isinstance(gap, Fraction | int) and abs(gap) < TINY * max(1, abs(left)) else gap


def true(formula, at):
    kind = type(formula).__name__
    if formula in (sp.true, sp.false):
        return bool(formula)
    if kind == "Same":
        return ranking(formula.args[0], at) == ranking(formula.args[1], at)
    if kind in COMPARED:
        return COMPARED[kind](difference(*[number(argument, at) for argument in formula.args]))
    if kind == "Implies":
        return not true(formula.args[0], at) or true(formula.args[1], at)
    return CONNECTED[kind]([true(part, at) for part in formula.args])


CONNECTED = {
    "And": all,
    "Or": any,
    "Not": lambda parts: not parts[0],
    "Equivalent": lambda parts: len(set(parts)) == 1,
}
COMPARED = {
    "Equality": lambda gap: gap == 0,
    "Unequality": lambda gap: gap != 0,
    "LessThan": lambda gap: gap <= 0,
    "StrictLessThan": lambda gap: gap < 0,
    "GreaterThan": lambda gap: gap >= 0,
    "StrictGreaterThan": lambda gap: gap > 0,
}


def cases(formula, value, size, cutoff):
    """Go through all cases of a statement; whether it is true in each, None where undefined."""
    every = list(itertools.permutations(range(1, size + 1)))
    choices = [every if isinstance(v, Ranking) else range(1, size + 1) for v in formula.variables]
    for values in itertools.product(*choices):
        at = dict(zip(formula.variables, values, strict=True))
        at |= {"value": value, n: size, k: cutoff}
        try:
            for score in formula.body.atoms(type(m(sigma, tau))):
                if not isinstance(formula.body, Implies) or true(_places(formula.body.args[0]), at):
                    number(score, at)
            yield true(formula.body, at)
        except Missing:
            yield None


def _places(condition):
    """Return the part of a condition that names no score."""
    return And(*[part for part in And.make_args(condition) if not part.atoms(type(m(sigma, tau)))])


# At random ---------------------------------------------------------------------------------------


class Made(Maker):
    """Makes metrics that rules can say something about, and statements about them."""

    def simple(self):
        one, two = self.random.choice([(sigma(i), tau(i)), (rank_of(sigma, i), rank_of(tau, i))])
        term = self.one_of(
            lambda: Abs(one - two),
            lambda: (one - two) ** 2,
            lambda: one * two,
            lambda: i * one,
            lambda: Indicator(one <= k) * Indicator(two <= k),
            lambda: Indicator(Lt(one, two)),
            lambda: Abs(one - two) / i,
            lambda: one,
        )
        total = self.one_of(
            lambda: Sum(term, (i, 1, n)),
            lambda: Sum(term, (i, 1, n)),
            lambda: Sum(term, (i, 1, k)),
            lambda: Sum(TURNED, (low, 1, i - 1), (i, 1, n)),
        )
        return self.one_of(
            lambda: total,
            lambda: total / n,
            lambda: -total,
            lambda: 1 - total / n**2,
            lambda: sqrt(Abs(total)),
            lambda: Ratio(total, k - total),
            lambda: Ratio(1, total),
            lambda: total + sigma(1) - tau(1),
        )

    def made_metric(self):
        if self.random.random() < 0.3:
            return self.metric()
        return Metric("made", "made", (sigma, tau), self.simple(), "error", False, "a test")

    def word(self, letters):
        one = self.random.choice(letters)
        return self.one_of(
            *[lambda: one] * 4,
            lambda: Inverse(one),
            lambda: Compose(one, self.random.choice(letters)),
            lambda: Compose(Backwards(), one),
            lambda: Identity(),
        )

    def score(self, letters):
        return m(self.word(letters), self.word(letters))

    def statement(self):
        x, y = (self.score([sigma, tau]) for _ in range(2))
        relation = self.random.choice([Eq, Le, Ge, Lt, Gt, Ne])
        swapped, moved = m(Identity(), Swap(a, b)), m(sigma, Compose(sigma, Swap(a, b)))
        return self.one_of(
            lambda: ForAll(sigma, tau, relation(x, y)),
            lambda: ForAll(sigma, tau, relation(x, self.random.choice([0, 1, 2]))),
            lambda: ForAll(sigma, tau, nu, Le(m(sigma, tau), m(sigma, nu) + m(nu, tau))),
            lambda: ForAll(sigma, tau, nu, relation(self.score([sigma, nu]), y)),
            lambda: ForAll(sigma, tau, Implies(Eq(x, y), Same(sigma, tau))),
            lambda: ForAll(sigma, tau, Equivalent(Eq(m(sigma, tau), y), Same(sigma, tau))),
            lambda: ForAll(sigma, tau, Equivalent(Eq(x, 0), Eq(y, 0))),
            lambda: ForAll(sigma, tau, And(relation(x, y), Ge(x, 0))),
            lambda: ForAll(sigma, tau, Not(And(Gt(x, y), Lt(x, y)))),
            lambda: ForAll(a, b, Implies(Lt(a, b), relation(swapped, x.subs(ENDS)))),
            lambda: ForAll(a, b, Implies(Lt(a, b), relation(swapped, 0))),
            lambda: ForAll(sigma, a, b, Implies(Lt(a, b), relation(moved, swapped))),
            lambda: Exists(sigma, tau, And(relation(x, 1), Ne(x, y))),
            lambda: Exists(sigma, tau, Ne(x, y)),
        )


def attacked(seed):
    """Make a question and let rules conclude what they can; return what plain loops contradict."""
    maker = Made(seed)
    metric, formula = maker.made_metric(), maker.statement()
    try:
        question = Question(axiom("made", "made", formula, "a test"), (metric,), 2, every_n=True)
        (plain,) = question.formulas()
        kernel = Kernel(question, 2)
        holds = proved(kernel, 0, plain) if plain != sp.true else True
    except (BadInput, NotImplementedError):
        return "not asked"
    if not holds:
        never = isinstance(plain, Exists) and absent(Kernel(question, 2), 0)
        return contradicted(seed, formula, metric, False) if never else "open"
    partly = plain != sp.true and kernel.proves(plain).partly
    somewhere = partly and defined_somewhere(kernel, 0, plain)
    return contradicted(seed, formula, metric, True, partly, somewhere)


def contradicted(seed, formula, metric, holds, partly=False, somewhere=False):
    """Insist that plain loops agree at small n, for every cut-off."""
    largest = 4 if len(formula.variables) < 3 or formula.variables[-1] == b else 3
    for size in range(2, largest + 1):
        for cutoff in range(1, size + 1) if metric.value.has(k) else (1,):
            found = list(cases(formula, metric.value, size, cutoff))
            if isinstance(formula, Exists):
                assert (True in found) is holds, (seed, formula, metric.value, size, cutoff)
                continue
            assert False not in found, (seed, formula, metric.value, size, cutoff)
            assert partly or None not in found, (seed, "undefined", metric.value, size, cutoff)
            assert not somewhere or True in found, (seed, "nowhere", metric.value, size, cutoff)
    return "holds" if holds else "never"


@pytest.mark.sweep(3)
@pytest.mark.parametrize("share", range(3))
def test_what_rules_conclude_is_true_in_plain_loops(share):
    assert "holds" in [attacked(seed) for seed in range(share, 30, 3)]


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_what_rules_conclude_of_many_statements_is_true_in_plain_loops(block):
    chooser = random.Random(block)
    assert "holds" in [attacked(chooser.randrange(10**9)) for _ in range(150)]
