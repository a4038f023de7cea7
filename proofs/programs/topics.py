"""Two sides compared on one's own judgements and run: where they differ, and what shows it.

A topic on which they differ is made smaller by leaving documents out while it still shows the
difference, many at once first (Zeller and Hildebrandt 2002), and a difference of two numbers stays
one. What is left is a part of the topic from which no document can be left out; then all parts of
fewer documents are tried, as long as there are few of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from math import comb

from metrics.lists.judged import JudgedList
from metrics.naming import BadInput
from proofs.programs.comparing import Side, apart, asked, value_at
from proofs.programs.declared import Exact
from proofs.programs.inside.forms import Data
from proofs.programs.program import Clock, Program, Progress
from proofs.trec.qrels import read_qrels
from proofs.trec.run import read_run
from proofs.trec.topics import judged_list
from rankproof.line.failures import Undecided

MOST_PARTS = 2_000
"""So many parts of a topic are tried after one was found from which nothing can be left out."""


@dataclass(frozen=True)
class Topic:
    """The judgements and scores of one topic, as an input of programs and declared metrics."""

    grades: tuple[tuple[str, int | None], ...]
    run: tuple[tuple[str, Decimal], ...]

    def data(self, call: str) -> Data:
        """Return the topic for one kind of call."""
        qrels = {name: grade for name, grade in self.grades if grade is not None}
        run = {name: float(score) for name, score in self.run}
        if call == "qrels":
            return {"qrels": qrels, "run": run}
        grades = [qrels.get(name, 0) for name in run]
        if call == "arrays":
            return {"y_true": grades, "y_score": list(run.values())}
        order = sorted(range(len(grades)), key=lambda at: -self.run[at][1])
        return {"grades": [grades[at] for at in order]}

    def judged_list(self, c: int) -> JudgedList:
        """Return the list that declared metrics score, with ties."""
        return judged_list(dict(self.grades), dict(self.run), c, by_name=False)

    def coarse(self) -> Topic:
        """Return the topic with scores in 32 bits."""
        import struct

        def rounded(score: Decimal) -> Decimal:
            return Decimal(struct.unpack("f", struct.pack("f", float(score)))[0])

        return Topic(self.grades, tuple((name, rounded(score)) for name, score in self.run))

    def broken(self, ties: str) -> tuple[tuple[str, Decimal], ...]:
        """Return scores without ties: the last name first, or as listed."""
        listed = [*self.run]
        if ties == "last":
            listed.sort(key=lambda pair: pair[0].encode(), reverse=True)
        listed.sort(key=lambda pair: pair[1], reverse=True)
        last = len(listed)
        return tuple((name, Decimal(last - at)) for at, (name, _) in enumerate(listed))

    def with_groups(self, run: tuple[tuple[str, Decimal], ...]) -> Topic:
        """Return the same judgements with other scores."""
        return Topic(self.grades, run)

    @property
    def names(self) -> list[str]:
        """All documents, those of the run first."""
        return list(dict.fromkeys([name for name, _ in (*self.run, *self.grades)]))

    def only(self, names: Sequence[str]) -> Topic:
        """Return the part of the topic that some documents are."""
        kept = set(names)
        return Topic(
            tuple(pair for pair in self.grades if pair[0] in kept),
            tuple(pair for pair in self.run if pair[0] in kept),
        )


@dataclass(frozen=True)
class OnData:
    """What came of a comparison on files: the topics that differ, and the smallest part of one."""

    topics: int
    different: dict[str, tuple[str, str]]
    part: tuple[str, Topic, tuple[str, str]] | None = None
    stopped: BaseException | None = None

    @property
    def status(self) -> str:
        """What came of it, in one word."""
        return "different" if self.different else "undecided" if self.stopped else "equal"


def read_topics(qrels: str, run: str) -> tuple[dict[str, Topic], int, tuple[str, ...]]:
    """Return the topics of two files, the largest grade, and the topics that one of them lacks."""
    judged, scored = read_qrels(qrels), read_run(run)
    shared = {
        name: Topic(tuple(judged[name].items()), tuple(scored[name].items()))
        for name in judged
        if name in scored
    }
    if not shared:
        raise BadInput(f"no topic is in both files, {qrels!r} and {run!r}.")
    grades = [grade for topic in judged.values() for grade in topic.values() if grade is not None]
    others = tuple(sorted(set(judged) ^ set(scored)))
    return shared, max([1, *grades]), others


def on_data(
    left: Side,
    right: Side,
    topics: dict[str, Topic],
    tolerance: Fraction,
    progress: Progress | None = None,
    seconds: float | None = None,
) -> OnData:
    """Compare two sides on topics; make the smallest topic that differs as small as it can be.

    What is interrupted is told of the topics, and with the smallest part, that were reached.
    """
    clock = Clock(seconds)
    reached, stopped = asked((left, right), list(topics.values()), clock.watching(progress))
    names = {id(one): name for name, one in topics.items()}
    different: dict[str, tuple[str, str]] = {}
    for one in reached:
        pair = (value_at(left, one), value_at(right, one))
        if apart(*pair, tolerance):
            different[names[id(one)]] = (pair[0].text, pair[1].text)
    if not different:
        return OnData(len(reached), {}, stopped=stopped)
    first = min(different, key=lambda name: (len(topics[name].names), list(topics).index(name)))
    search = Smaller(left, right, topics[first], tolerance, clock)
    try:
        if stopped is None:
            search.run()
    except (KeyboardInterrupt, Undecided) as problem:
        stopped = problem
    part = search.part
    values = (value_at(left, part).text, value_at(right, part).text)
    return OnData(len(reached), different, (first, part, values), stopped)


@dataclass
class Smaller:
    """The search for the smallest part of a topic on which two sides still differ alike."""

    left: Side
    right: Side
    part: Topic
    tolerance: Fraction
    clock: Clock

    def __post_init__(self) -> None:
        self.whole, self.manner = self.part, self._manner(self.part)

    def _manner(self, one: Topic) -> list[bool]:
        """Return which of the two values are numbers."""
        values = value_at(self.left, one), value_at(self.right, one)
        return [(v.low if isinstance(v, Exact) else v.number) is not None for v in values]

    def differ(self, names: Sequence[str]) -> bool:
        """Tell whether the sides differ alike on some documents; then they are the part."""
        self.clock.check()
        one = self.whole.only(names)
        for side in (self.left, self.right):
            if isinstance(side, Program):
                side.ask([one.data(side.call)])
        found = self._manner(one) == self.manner and apart(
            value_at(self.left, one), value_at(self.right, one), self.tolerance
        )
        self.part = one if found else self.part
        return found

    def run(self) -> None:
        """Make the part small, and then as small as trying all smaller ones shows."""
        names = self.whole.names
        shrunk(names, self.differ)
        left = MOST_PARTS
        for size in range(1, len(self.part.names)):
            left -= comb(len(names), size)
            if left < 0 or any(self.differ(some) for some in combinations(names, size)):
                return


def shrunk(items: Sequence[str], fails: Callable[[Sequence[str]], bool]) -> list[str]:
    """Return a part of some items that still fails, from which none can be left out.

    >>> shrunk(list("abcdefgh"), lambda kept: {"b", "g"} <= set(kept))
    ['b', 'g']
    """
    kept, size = list(items), max(1, len(items) // 2)
    while True:
        for smaller in _without(kept, size):
            if smaller and fails(smaller):
                kept = smaller
                size = min(size, max(1, len(kept) // 2))
                break
        else:
            if size == 1:
                return kept
            size = max(1, size // 2)


def _without(kept: list[str], size: int) -> Iterator[list[str]]:
    for start in range(0, len(kept), size):
        yield kept[:start] + kept[start + size :]
