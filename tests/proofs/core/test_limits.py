"""A time limit is kept by every engine, whether it looks at the clock or not."""

import time

import numpy as np
import pytest

import proofs
from proofs.core.limits import Limits
from proofs.engines import ENGINES, engine_named
from proofs.engines.exhaustive import one_to_one

LONG = {
    "exhaustive": ("ioi", "dcg", {"n": 10}),
    "smt": ("valuation", "gp", {"n": 4, "order": "rank_replacement", "c": 3}),
    "linear": ("kendall_le_footrule", "similarity", {"n": 6}),
    "sampling": ("robustness_swap", "rmse", {"n": 11, "samples": 100_000_000}),
}
READ = {
    **LONG,
    "symbolic": ("triangle", "rmse", {"n": "all"}),
    "sampling": ("robustness_swap", "rmse", {"n": 11}),
}


def timed(asked, subject, seconds, **options):
    """Ask; return the answer, and the seconds by the clock or, if fewer, by the processor."""
    clock, used = time.monotonic(), time.process_time()
    answer = proofs.ask(asked, subject, limits=Limits(seconds=seconds), **options)
    return answer, min(time.monotonic() - clock, time.process_time() - used)


@pytest.mark.parametrize("engine", LONG)
def test_what_takes_long_ends_in_time(engine):
    asked, subject, options = LONG[engine]
    answer, spent = timed(asked, subject, 0.3, engine=engine, **options)
    assert answer.reason
    assert spent < 2.3


@pytest.mark.slow
def test_forty_million_scores_end_in_time():
    cases = Limits(seconds=3, cases=10**18)
    started = time.process_time()
    answer = proofs.ask("ioi", "dcg", n=11, engine="exhaustive", limits=cases)
    assert "time limit" in answer.reason
    assert time.process_time() - started < 5 + 2 * cases.jobs


@pytest.mark.parametrize("engine", ENGINES)
def test_an_engine_that_does_not_look_at_the_clock_is_ended(engine, monkeypatch):
    def forever(*_):
        while True:
            pass

    monkeypatch.setattr(engine_named(engine), "answer", forever)
    asked, subject, options = READ[engine]
    answer, spent = timed(asked, subject, 0.1, engine=engine, **options)
    assert (answer.engine, answer.reason) == (engine, "the time limit of 0.1 s was reached")
    assert getattr(answer, "status", "undecided") == "undecided"
    assert spent < 2.1


def test_very_many_keys_are_compared_in_parts(monkeypatch):
    monkeypatch.setattr(one_to_one, "ROW_BLOCK", 8)
    generator = np.random.default_rng(1)

    class Search:
        limits = Limits()

    for _ in range(200):
        keys = generator.integers(-60, 60, 20)
        present = generator.random(20) < 0.8 if generator.random() < 0.5 else None
        places = range(20) if present is None else np.flatnonzero(present)
        equal = [(i, j) for i in places for j in places if i < j and keys[i] == keys[j]]
        parts = list(one_to_one._parts(keys, present))
        assert sorted(np.concatenate(parts)) == list(places)
        pairs = [one_to_one._first_pair(Search, keys, part) for part in parts]
        assert min(filter(None, pairs), default=None) == min(equal, default=None)
