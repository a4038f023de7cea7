"""Proposals of witnesses for many cut-offs: counterexamples at small n and k, pulled apart.

A counterexample at one n and k is pulled apart within the first k places, and within the others:
what is put there keeps its order. Or it is pulled apart alike from both ends, and what is put there
may be turned. This is tried for all k at once, for k up to n/2 and from there on, and between finer
shares of n. What is proposed here needs no trust: the kernel reads each proposal with n and k
unknown, and concludes for which cut-offs the statement fails.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import Any

from metrics.language.parameters import CUTOFFS
from metrics.language.terms import n as n_symbol
from proofs.core.every_n.blocks import LOWER, NOTHING, UPPER, Blocks, Length, Line, Region, Share
from proofs.core.outcome import Kernel, is_refuted
from proofs.core.question import Question
from proofs.core.verdict import Cutoffs

WITNESS, EVERY_CUTOFF = "witness for cut-offs", "every cut-off"
LARGEST_START = 9
MORE, MOST_READ, MOST_IN_VAIN, MOST_SECONDS = 2, 80, 24, 8.0
"""How many proposals are read by the kernel for each kind of shares, and for how long at most.

Seconds are those of the processor, so that a busy machine finds the same.
"""
ONE: Length = (1, 0, 0)
WHOLE, HALVES = ((0, 1), (1, 1)), ((0, 1), (1, 2), (1, 1))
FINER = ((0, 1), (1, 4), (1, 3), (1, 2), (2, 3), (3, 4), (1, 1))
"""Neighbours among the fractions with denominators up to 4."""
Found = tuple[int, Mapping[str, Any]]
"""The part of a question that fails, and a witness."""
Example = Callable[[int, int], list[Found]]


def for_cutoffs(asked: Question, name: str, largest: int, example: Example, deadline: float) -> Any:
    """Return a kernel that has concluded for which cut-offs a question fails, and these; or None.

    `example` returns counterexamples at one n and k, or none; n up to `largest` are tried.
    """
    every = asked.for_every_cutoff()
    if set(CUTOFFS) & set(every.parameters):
        return None
    known = Known(every, name, example, deadline)
    known.search(largest)
    return known.concluded()


class Known:
    """The regions of which it is known that a question fails there, with the witnesses."""

    rule = WITNESS
    shares: tuple[tuple[Share, ...], ...] = (WHOLE, HALVES, FINER)

    def __init__(self, question: Question, name: str, example: Example, deadline: float) -> None:
        self.question, self.name, self.example = question, name, example
        self.deadline, self.until = deadline, time.process_time() + MOST_SECONDS
        self.read, self.largest = 0, 0
        self.found: dict[Region, tuple[int, Blocks]] = {}
        cut = [m.largest_k for m in question.metrics if set(CUTOFFS) & set(m.parameters)]
        self.short = max(int(n_symbol - largest) for largest in cut)

    def search(self, largest: int) -> None:
        """Look for regions, all k at once first, and then between finer shares of n."""
        self.largest = largest
        for shares in self.shares:
            self.read = 0
            for lower, upper in itertools.pairwise(shares):
                self.look(lower, upper)
            if shares == WHOLE and not self.reaches_all():
                self.look(*WHOLE, fixed=LOWER)
                self.look(*WHOLE, fixed=UPPER)
            if self.reaches_all():
                return

    def look(self, lower: Share, upper: Share, fixed: str = NOTHING) -> None:
        """Try small n and k as the smallest ones of a region, where nothing is known yet."""
        for n in range(1 + self.short, self.largest + 1):
            for k in range(1, n - self.short + 1):
                region = Region(lower, upper, k, n, fixed)
                if min(region.least(0), region.least(1)) < 0 or self._covers(region):
                    continue
                if self._is_over():
                    return
                self._try(region)

    def _covers(self, region: Region) -> bool:
        """Tell whether the smallest n and k of a region, and some more, are in a known one."""
        (r, p), (s, q) = (
            [part for part in pair] for pair in zip(region.upper, region.lower, strict=True)
        )
        corners = [(0, 0), *[(r, s)] * region.grows[0], *[(p, q)] * region.grows[1]]
        return any(
            all(
                known.steps(region.n + t * dn, region.k + t * dk) is not None
                for dk, dn in corners
                for t in (1, 2, 6)
            )
            for known in self.found
        )

    def _try(self, region: Region) -> None:
        kernel = Kernel(self.question, region.n)
        for part, witness in self.example(region.n, region.k):
            for blocks in _pulled(region, witness):
                if not self._lasts(part, blocks):
                    continue
                self.read += 1
                if kernel.conclude(self.rule, **self.told(part, blocks)) is not None:
                    self.found[region] = part, blocks
                    return
                if self._is_over():
                    return

    def told(self, part: int, blocks: Blocks) -> dict[str, Any]:
        """Return what the kernel is told of a proposal."""
        return {"part": part, "blocks": blocks.shown()}

    def fits(self, question: Question, part: int, witness: dict[str, Any]) -> bool:
        """Tell whether a proposal is at one n and k what it should be at all of them."""
        return is_refuted(question, question.statements()[part], witness)

    def _lasts(self, part: int, blocks: Blocks) -> bool:
        """Tell whether a proposal fits at one larger n and k, before it is read for all."""
        region = blocks.region
        (p, q), (r, s) = region.lower, region.upper
        x, y = (MORE * grows for grows in region.grows)
        n, k = region.n + s * x + q * y, region.k + r * x + p * y
        given = {**self.question.parameters, self.name: k}
        question = replace(self.question, n=n, parameters=given, every_n=False)
        witness = blocks.written_out(n, k)
        return witness is not None and self.fits(question, part, witness)

    def _is_over(self) -> bool:
        most = MOST_READ if self.found else MOST_IN_VAIN
        late = time.monotonic() > self.deadline or time.process_time() > self.until
        return late or self.read > most

    # Ranges --------------------------------------------------------------------------------------

    def reaches_all(self) -> bool:
        """Tell whether it is known to fail for all cut-offs, from some n on."""
        found = self.widest()
        return found is not None and found[:2] == (_line(0, 1), _line(1, -self.short))

    def concluded(self) -> Any:
        """Return a kernel that has concluded the widest range and others, its start, and these."""
        found = self.widest()
        if found is None:
            return None
        start = found[2]
        kernel, ranges = Kernel(self.question, start), []
        for least, most, order in self.ranges(start):
            if not self.joined(kernel, EVERY_CUTOFF, start, least, most, order):
                return None
            ranges.append((least, most))
        return kernel, start, Cutoffs(self.name, tuple(ranges))

    def joined(
        self, kernel: Any, rule: str, start: int, least: Line, most: Line, order: Any, **more: Any
    ) -> bool:
        """Conclude what is known of regions, and then of the range that they cover."""
        first = len(kernel.steps) + 1
        for region in order:
            kernel.conclude(self.rule, **self.told(*self.found[region]))
        ends = {"least": [str(least.x), str(least.y)], "most": [str(most.x), str(most.y)]}
        premises = range(first, len(kernel.steps) + 1)
        return kernel.conclude(rule, *premises, **{"from": start, **ends, **more}) is not None

    def _is_admissible(self, least: Line, most: Line, start: int) -> bool:
        """Tell whether a range has a cut-off from some n on, and none that is not admissible."""
        room = 0 if least.is_whole or most.is_whole else 1
        inside = least.never_below(_line(0, 1), start)
        inside = inside and _line(1, -self.short).never_below(most, start)
        return inside and most.never_below(Line(least.x, least.y + room), start)

    def ranges(self, start: int) -> list[tuple[Line, Line, list[Region]]]:
        """Return the ranges that are covered from one n on, none of them within another one."""
        usable = [r for r in self.found if r.fixed == NOTHING or r.n <= start]
        every = []
        for first in usable:
            order = _chain(first, usable, start)
            least, most = first.bounds()[0], order[-1].bounds()[1]
            if self._is_admissible(least, most, start):
                every.append((least, most, order))
        kept: list[tuple[Line, Line, list[Region]]] = []
        for one in sorted(every, key=_width, reverse=True):
            wider = (each for each in kept if one[0].never_below(each[0], start))
            if not any(each[1].never_below(one[1], start) for each in wider):
                kept.append(one)
        return sorted(kept, key=lambda one: (one[0].x, one[0].y))

    def widest(self) -> Any:
        """Return the ends of the widest range, and the n from which on it is covered."""
        best = None
        for start in range(1 + self.short, LARGEST_START + 1):
            for one in self.ranges(start):
                if best is None or _width(one) > best[0]:
                    best = _width(one), (one[0], one[1], start)
        return None if best is None else best[1]


def _width(ends: Sequence[Any]) -> tuple[Fraction, Fraction]:
    return ends[1].x - ends[0].x, ends[1].y - ends[0].y


def _chain(first: Region, regions: Sequence[Region], start: int) -> list[Region]:
    """Return regions that cover the cut-offs from those of the first on, one after another."""
    order = [first]
    while True:
        reached = order[-1].bounds()[1]
        further = Line(
            reached.x, reached.y + Fraction(1, lcm(reached.x.denominator, reached.y.denominator))
        )
        more = [
            (upper.x, upper.y, number)
            for number, (lower, upper) in enumerate(one.bounds() for one in regions)
            if further.never_below(lower, start) and (upper.x, upper.y) > (reached.x, reached.y)
        ]
        if not more:
            return order
        order.append(regions[max(more)[2]])


def _line(x: int, y: int) -> Line:
    return Line(Fraction(x), Fraction(y))


# Blocks ------------------------------------------------------------------------------------------


def _pulled(region: Region, witness: Mapping[str, Any]) -> Iterator[Blocks]:
    """Propose what a counterexample at the smallest n and k may be at all others of a region."""
    rankings = [name for name, value in witness.items() if not isinstance(value, int)]
    if len(rankings) == len(witness):
        lengths = _mirrored(region)
        forwards = [*range(1, len(lengths) + 1)]
        backwards = [-block for block in forwards[::-1]]
        for chosen in itertools.product((forwards, backwards), repeat=len(rankings)):
            yield Blocks(region, lengths, dict(zip(rankings, chosen, strict=True)))
    for lengths in _layouts(region):
        singles = [number for number, length in enumerate(lengths, 1) if length == ONE]
        mirrored = lengths == lengths[::-1]
        for turned in itertools.product((False, True)[: 1 + mirrored], repeat=len(rankings)):
            ways = dict(zip(rankings, turned, strict=True))
            values = {
                name: _spread(value, lengths, singles, ways.get(name, False))
                for name, value in witness.items()
            }
            yield Blocks(region, lengths, values)


def _spread(value: Any, lengths: tuple[Length, ...], singles: list[int], turned: bool) -> Any:
    """Return a place or ranking of single places in blocks; segments stay, or are turned."""
    if isinstance(value, int):
        return singles[value - 1]
    items, count = iter(value), len(lengths)
    return [
        singles[next(items) - 1] if length == ONE else number - count - 1 if turned else number
        for number, length in enumerate(lengths, 1)
    ]


def _layouts(region: Region) -> Iterator[tuple[Length, ...]]:
    """Propose where the places of the smallest n and k are pulled apart."""
    k, rest = region.k, region.n - region.k
    if (region.lower, region.upper) == WHOLE:
        for a, d in itertools.product(range(k, -1, -1), range(rest + 1)):
            front = _with_segment(a, _segment(region, 1, 0), k - a)
            yield tuple([*front, *_with_segment(rest - d, _segment(region, -1, 1), d)])
        return
    low = 2 * region.upper[0] <= region.upper[1]
    half, middle = (k, rest - k) if low else (rest, k - rest)
    if middle % 2:
        return
    outer = _segment(region, 1, 0) if low else _segment(region, -1, 1)
    between = _segment(region, -2, 1) if low else _segment(region, 2, -1)
    for a in range(half, -1, -1):
        front = _with_segment(a, outer, half - a)
        inner = _with_segment(middle // 2, between, middle // 2)
        yield tuple([*front, *inner, *front[::-1]])


def _mirrored(region: Region) -> tuple[Length, ...]:
    """Return the first places, those between, and as many last ones, each as one segment."""
    if (region.lower, region.upper) == WHOLE:
        return ((region.n, *_segment(region, 0, 1)[1:]),)
    low = 2 * region.upper[0] <= region.upper[1]
    outer, between = ((1, 0), (-2, 1)) if low else ((-1, 1), (2, -1))
    half, middle = (
        (a * region.k + b * region.n, *_segment(region, a, b)[1:]) for a, b in (outer, between)
    )
    return tuple(length for length in (half, middle, half) if any(length))


def _with_segment(before: int, segment: Length, after: int) -> list[Length]:
    return [*[ONE] * before, *[segment] * any(segment), *[ONE] * after]


def _segment(region: Region, of_k: int, of_n: int) -> Length:
    """Return by how much a·k + b·n grows with the forms of a region."""
    (p, q), (r, s) = region.lower, region.upper
    grows = region.grows
    return 0, (of_k * r + of_n * s) * grows[0], (of_k * p + of_n * q) * grows[1]
