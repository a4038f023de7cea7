"""All inputs, the smallest first: compared with plain loops."""

from itertools import product

import pytest

from proofs.programs.inputs import Judged, Space
from proofs.programs.properties import untied


def naive(n, c, partial, unjudged):
    """Go through all labelled inputs of n documents by the scores 1, …, n of a run file."""
    seen = set()
    states = [("out", g) for g in range(c + 1)] if partial else []
    grades = [*range(c + 1), *([None] if unjudged else [])]
    states += [(score, g) for score in range(1, n + 1) for g in grades]
    for one in product(states, repeat=n):
        scores = sorted({score for score, _ in one if score != "out"}, reverse=True)
        groups = tuple(None if s == "out" else scores.index(s) + 1 for s, _ in one)
        seen.add((tuple(g for _, g in one), groups))
    return seen


@pytest.mark.parametrize(("call", "partial"), [("qrels", True), ("arrays", False)])
def test_all_inputs_are_there_once(call, partial):
    found = [one for one in Space(call, 3, 1).inputs() if not one.near]
    every = set().union(*[naive(n, 1, partial, partial) for n in (1, 2, 3)])
    assert {(one.grades, one.groups) for one in found} == every
    assert len(found) == len(every)


def test_near_scores_are_those_with_two_groups():
    for one in Space("qrels", 2, 1).inputs():
        assert one.near <= (len(set(one.groups) - {None}) == 2)
    assert Judged((1, 0), (2, 1), near=True).scores() == {"d1": 1.0, "d2": 1.000000001}


def test_the_smallest_come_first():
    keys = []
    for one in Space("qrels", 3, 2).inputs():
        grades = [grade or 0 for grade in one.grades]
        keys.append((len(grades), len(one.scores()), sum(grades)))
    assert keys == sorted(keys)


def test_a_space_is_not_larger_than_it_says():
    for call in ("rankings", "grades", "arrays", "qrels", "lists"):
        for docs in (1, 2, 3):
            space = Space(call, docs)
            assert len(space.inputs()) <= space.count()


def test_ties_are_broken_in_every_way():
    assert untied((2, 1, 2)) == [(2, 1, 3), (3, 1, 2)]
    assert len(untied((1, 1, 1))) == 6
