"""Generated functions with faults in them, judged and compared, against plain loops."""

import math
import random
from fractions import Fraction

import pytest

from proofs.programs.comparing import compare
from proofs.programs.here import Here
from proofs.programs.inputs import Space
from proofs.programs.inside.forms import CALLS
from proofs.programs.judging import judge, names_for
from proofs.programs.program import started
from proofs.programs.properties import Judgement
from tests import programs_reference as loops

BY = Judgement(loops.CLOSE)
FAULTS = ("none", "more", "a little more", "nan", "infinite", "raises", "nothing", "less", "order")
ALIKE = ("distance", "correlation", *loops.VARIABLES)
"""Axioms of pairs that the loops know; they know all of judged lists."""


def listed(kind, given):
    """Return the grades from the top of what a function is given."""
    if kind == "qrels":
        return [given[0].get(name, 0) for name in sorted(given[1], key=lambda n: -given[1][n])]
    if kind == "arrays":
        pairs = sorted(zip(*given, strict=True), key=lambda pair: -pair[1])
        return [grade for grade, _ in pairs]
    return given[0]


def sound(kind, which, given):
    """Return what one of a few simple measures is."""
    if kind in ("rankings", "lists"):
        one, two = given
        share = len({*one} & {*two}) / max(1, len({*one} | {*two}))
        return [share, sum(a != b for a, b in zip(one, two, strict=False)) / 3, 1.0 * (one == two)][
            which
        ]
    grades = listed(kind, given)
    best = sum(g / math.log2(at + 2) for at, g in enumerate(sorted(grades, reverse=True)))
    return [
        sum(g / math.log2(at + 2) for at, g in enumerate(grades)) / (best or 1),
        sum(g > 0 for g in grades) / max(1, len(grades)),
        next((1 / at for at, g in enumerate(grades, 1) if g), 0.0),
    ][which]


def plain(value):
    """Return an argument as lists and dictionaries of Python's own numbers."""
    return value if isinstance(value, dict) else getattr(value, "tolist", lambda: list(value))()


def made(kind, seed):
    """Return a function of a kind of call with up to two faults, each at a share of all inputs."""
    chance = random.Random(f"{kind} {seed}")
    which, share = chance.randrange(3), chance.choice((0.05, 0.2, 0.6))
    faults = [chance.choice(FAULTS) for _ in range(chance.randrange(3))]

    def there(fault, *given):
        """Tell whether a fault is at an input; only one looks at the order of dictionaries."""
        seen = [sorted(g.items()) if isinstance(g, dict) else g for g in given]
        text = repr(given if fault == "order" else seen)
        return random.Random(f"{seed} {fault} {text}").random() < share

    def function(*arguments):
        given = tuple(map(plain, arguments))
        value = sound(kind, which, given)
        for fault in faults:
            if fault != "none" and there(fault, *given):
                if fault == "raises":
                    raise KeyError(len(given))
                if fault == "nothing":
                    return None
                change = {"more": 0.25, "order": 0.25, "a little more": 2e-12, "less": -1.0}
                value += change.get(fault, math.nan if fault == "nan" else math.inf)
        return value

    return function, there


def program_of(kind, function):
    here = Here(function)
    return started(here.target, kind, None, None, here)


@pytest.mark.sweep(10)
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("kind", list(CALLS))
def test_verdicts_and_smallest_inputs_are_those_of_plain_loops(kind, seed):
    """Of all properties and of the axioms that the loops know, on inputs of two documents."""
    function, _ = made(kind, seed)
    names = [
        name
        for name in names_for(kind)
        if name in (*loops.PROPERTIES, *ALIKE)
        or (kind in loops.JUDGED and name not in loops.CALLED)
    ]
    found = judge(program_of(kind, function), Space(kind, 2, 1), BY, names)
    for row in found.rows:
        status, calls = loops.judged(row.name, kind, function, 2, 1)
        given = [tuple(data[name] for name in CALLS[kind]) for _, _, data in row.values]
        given = given[:1] if row.name == "defined" else given
        assert row.status == status, row.name
        assert sorted(map(repr, given)) == sorted({repr(one) for one in calls}), row.name


@pytest.mark.parametrize("kind", list(CALLS))
def test_calls_that_differ_or_write_to_their_arguments_are_found_where_they_first_do(kind):
    turns = {}
    _, there = made(kind, 1)

    def function(*given):
        here = there("none", *given)
        turns[repr(given)] = turns.get(repr(given), 0) + 1
        value = 0.5 + 0.25 * (here and turns[repr(given)] % 2)
        if here:
            given[0].update(new=1) if isinstance(given[0], dict) else given[0].append("new")
        return value

    found = judge(program_of(kind, function), Space(kind, 2, 1), BY, loops.CALLED)
    first = next(one for _, one in loops.inputs(kind, 2, 1) if there("none", *one))
    for row in found.rows:
        assert row.status == "refuted"
        assert tuple(row.values[0][2][name] for name in CALLS[kind]) == first


@pytest.mark.sweep(5)
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("kind", list(CALLS))
def test_two_functions_differ_first_where_plain_loops_say(kind, seed):
    functions = [made(kind, seed)[0], made(kind, seed + 20)[0]]
    found = compare(*(program_of(kind, one) for one in functions), Space(kind, 2, 1), loops.CLOSE)
    apart = []
    for _, given in loops.inputs(kind, 2, 1):
        one, two = (loops.called(function, given) for function in functions)
        numbers = isinstance(one, Fraction) and isinstance(two, Fraction)
        if abs(one - two) > loops.CLOSE if numbers else one != two:
            apart.append(given)
    assert found.inputs - found.equal_on == len(apart)
    if apart:
        smallest = found.differences[0].smallest.data(kind)
        assert tuple(smallest[name] for name in CALLS[kind]) == apart[0]
