"""Small programs to be judged: sound ones, ones with a fault each, and ones that misbehave."""

from __future__ import annotations

import contextlib
import math
import os
import random
import subprocess
import sys
import time
from fractions import Fraction
from itertools import count


def dcg(grades, k=None):
    return sum(g / math.log2(place + 2) for place, g in enumerate(grades[:k]))


def ndcg(grades, k=None):
    best = dcg(sorted(grades, reverse=True), k)
    return dcg(grades, k) / best if best else 0.0


def ranked(run):
    return sorted(run, key=lambda name: (-run[name], name))


def ap(qrels, run):
    """Average precision, ties by name."""
    relevant = sum(grade > 0 for grade in qrels.values())
    hits = total = 0
    for place, name in enumerate(ranked(run), 1):
        if qrels.get(name, 0) > 0:
            hits += 1
            total += hits / place
    return total / relevant if relevant else 0.0


def rr(qrels, run):
    """Reciprocal rank: the mean over the orders of a tie, in the sense of the best place."""
    places = [sum(other > run[name] for other in run.values()) + 1 for name in run]
    found = [p for p, name in zip(places, run, strict=True) if qrels.get(name, 0) > 0]
    return 1 / min(found) if found else 0.0


def arrays(y_true, y_score):
    order = sorted(range(len(y_true)), key=lambda i: -y_score[i])
    return ndcg([y_true[i] for i in order])


def overlap(x, y):
    return len(set(x) & set(y)) / len(set(x) | set(y)) if x or y else 1.0


def discordant(sigma, tau):
    n = len(sigma)
    pairs = [(a, b) for a in range(n) for b in range(a)]
    return sum((sigma[a] - sigma[b]) * (tau[a] - tau[b]) < 0 for a, b in pairs)


# Faults ------------------------------------------------------------------------------------------


def above_one(grades):
    """Exponential gain above, linear gain below."""
    best = dcg(sorted(grades, reverse=True))
    return dcg([2**g - 1 for g in grades]) / best if best else 0.0


def rounds(grades):
    """Above 1 by one unit in the last place."""
    return ndcg(grades) * 1.0000000000000002


def first_in_dictionary(qrels, run):
    return float(qrels.get(max(run, key=run.get), 0) > 0) if run else 0.0


def rounds_scores(qrels, run):
    return rr(qrels, {name: round(score, 6) for name, score in run.items()})


def outside_its_ties(qrels, run):
    return -1.0 if len(set(run.values())) < len(run) else rr(qrels, run)


def counts_unjudged(qrels, run):
    return sum(qrels.get(name, 0) > 0 for name in run) / len(run) if run else 0.0


def different_each_time(grades):
    return random.random()


# Misbehaviour ------------------------------------------------------------------------------------


def forever(grades):
    while len(grades) == 2:
        pass
    return 0.0


def kills_itself(grades):
    if len(grades) == 2:
        os.kill(os.getpid(), 9)
    return 0.0


def leaves(grades):
    os._exit(0)


def exits(grades):
    raise SystemExit(3)


def prints(grades):
    print("hello from the program")
    return 0.0


def writes_to_its_arguments(qrels, run):
    run.clear()
    return 0.0


def sorts_its_argument(grades):
    grades.sort()
    return 0.0


def much_memory(grades):
    return float(len(bytearray(1 << 40)))


def reads_input(grades):
    return float(len(input()))


def forgets_its_copy(grades):
    return 1.0 if os.fork() else 0.0


def starts_others(grades):
    """Two processes that go on, one of them in a session of its own."""
    for more in ({}, {"start_new_session": True}):
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], **more)
    while len(grades) == 2:
        time.sleep(1)
    return 0.0


def second_of_three(qrels, run):
    """Depends on the middle of a dictionary alone."""
    return float(len(run) == 3 and list(run)[1] == "d1")


def in_one_order(qrels, run):
    """Depends on the order of one dictionary beside the other."""
    return float(len(run) == 2 and [*qrels, *run] == ["d2", "d1", "d2", "d1"])


def writes_where_it_is_read(grades):
    for place in range(3, 12):
        with contextlib.suppress(OSError):
            os.write(place, b"[1, 2]\n" if len(grades) == 1 else b"}{\n")
    return 0.0


def answers_for_us(grades):
    """Writes what looks like an answer to where its values are read."""
    for place in range(3, 12):
        with contextlib.suppress(OSError):
            os.write(place, b'["turn", "number", "1.0", null, "", false]\n')
    return 0.0


def says_nothing(grades):
    class Mute(Exception):
        def __str__(self):
            raise ValueError

    raise Mute


def large_number(grades):
    return 10**5000


def nearly_the_same_each_time(grades):
    return 0.5 + next(TURNS) % 2 * 2**-53


def nearly_without_order(qrels, run):
    return 0.5 + 2**-53 * (next(iter(run), "") == "d1")


def in_a_dictionary(grades):
    return {"ndcg": 2.0}


def decimal(grades):
    from decimal import Decimal

    return Decimal(2)


def sometimes_an_array(grades):
    import numpy

    return numpy.ones((3, 3)) if sum(grades) > 1 else 0.5


class Half(Fraction):
    """A number that does not say what it is."""

    def __str__(self):
        return "import os"


def half(grades):
    return Half(1, 2)


class Thing:
    """No number, and shown with where it lies in memory."""

    def __float__(self):
        raise ValueError


def thing(grades):
    return Thing()


def nested(grades):
    found = []
    for _ in range(100_000):
        found = [found]
    return found


TURNS = count()
not_a_function = 3
