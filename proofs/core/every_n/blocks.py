"""A witness for many n and many cut-offs k at once: rankings that move whole blocks of places.

The places 1, …, n are cut into blocks one after another, single places or segments whose lengths
grow with n and k. A ranking says which block of items stands at each block of places, as it is or
turned; both have one length. So a few numbers give a ranking for every n and k of a `Region`.

>>> lengths = ((1, 0, 0), (0, 1, 0), (1, 0, 0), (1, 0, 0), (0, 0, 1))
>>> cut = Blocks(Region((0, 1), (1, 1), 1, 3), lengths, {"sigma": [1, 2, 4, 3, 5]})
>>> cut.written_out(6, 3)
{'sigma': [1, 2, 3, 5, 4, 6]}
>>> print(cut)
σ = (1 2 … k k+2 k+1 k+3 … n)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from metrics.language.term_printing import letter

Length = tuple[int, int, int]
Share = tuple[int, int]
NOTHING, LOWER, UPPER = "nothing", "lower", "upper"


@dataclass(frozen=True)
class Line:
    """A number x·n + y, by which cut-offs are bounded at each n.

    >>> print(Line(Fraction(0), Fraction(1)), "|", Line(Fraction(2, 3), Fraction(-1, 3)))
    1 | (2n − 1)/3
    """

    x: Fraction
    y: Fraction

    def at(self, n: int) -> Fraction:
        """Return the number at one n."""
        return self.x * n + self.y

    @property
    def is_whole(self) -> bool:
        """Tell whether it is a whole number at every n."""
        return self.x.denominator == self.y.denominator == 1

    def never_below(self, other: Line, start: int) -> bool:
        """Tell whether it is at least another one for every n ≥ start."""
        return self.x >= other.x and self.at(start) >= other.at(start)

    def __str__(self) -> str:
        below = lcm(self.x.denominator, self.y.denominator)
        of_n, rest = int(self.x * below), int(self.y * below)
        name = "" if not of_n else "n" if of_n == 1 else f"{of_n}n"
        sign = "" if not rest else f" {'+' if rest > 0 else '−'} {abs(rest)}" if name else rest
        if below == 1:
            return f"{name}{sign}"
        return f"({name}{sign})/{below}" if rest else f"{name}/{below}"


def between(name: str, low: Any, high: Any) -> str:
    """Return a range of cut-offs in words.

    >>> between("k", 2, 2), between("k", 4, "n − 1")
    ('k = 2', 'every k with 4 ≤ k ≤ n − 1')
    """
    same = str(low) == str(high)
    return f"{name} = {low}" if same else f"every {name} with {low} ≤ {name} ≤ {high}"


@dataclass(frozen=True)
class Held:
    """For which n and cut-offs something holds that fails for others.

    >>> known = Held("k", 3, Line(Fraction(2, 3), Fraction(0)), Line(Fraction(1), Fraction(-1)))
    >>> print(known, known.takes(40, 27), known.takes(40, 26))
    every n ≥ 3 and every k with 2n/3 ≤ k ≤ n − 1 True False
    """

    name: str
    start: int
    least: Any
    most: Any
    partly: bool = False

    def takes(self, n: int, k: Any) -> bool:
        """Tell whether it speaks of one n and k."""
        is_one = isinstance(k, int) and n >= self.start
        return is_one and bool(self.least.at(n) <= k <= self.most.at(n))

    def __str__(self) -> str:
        return f"every n ≥ {self.start} and {between(self.name, self.least, self.most)}"

    def shown(self) -> dict[str, Any]:
        """Return it as data, as the scope of a verdict has it."""
        return {"n": self.start, "from": str(self.least), "to": str(self.most)}


@dataclass(frozen=True)
class Region:
    """All n and k between two lines through multiples of n, from a smallest n and k on.

    The lines have the slopes p/q and r/s with r·q − p·s = 1. Then the forms q·k − p·n and
    r·n − s·k are at least what they are at the smallest n and k, one of them may be fixed, and k is
    r times the first plus p times the second, n is s times the first plus q times the second: so
    whole n and k are those at whole forms.

    >>> half = Region((0, 1), (1, 2), 1, 2)
    >>> half.steps(7, 3), half.steps(5, 3), [str(line) for line in half.bounds()]
    ((2, 1), None, ['1', 'n/2'])
    """

    lower: Share
    upper: Share
    k: int
    n: int
    fixed: str = NOTHING

    @property
    def grows(self) -> tuple[bool, bool]:
        """Which of the two forms may be larger than at the smallest n and k."""
        return self.fixed != LOWER, self.fixed != UPPER

    @property
    def forms(self) -> tuple[Share, Share]:
        """What k and n are multiplied by in the two forms."""
        (p, q), (r, s) = self.lower, self.upper
        return (q, -p), (-s, r)

    def least(self, form: int) -> int:
        """Return the smallest value of a form."""
        of_k, of_n = self.forms[form]
        return of_k * self.k + of_n * self.n

    def steps(self, n: int, k: int) -> tuple[int, int] | None:
        """Return by how much the forms exceed their smallest values, or None outside."""
        found = [a * k + b * n - self.least(i) for i, (a, b) in enumerate(self.forms)]
        for more, grows in zip(found, self.grows, strict=True):
            if more < 0 or (more and not grows):
                return None
        return found[0], found[1]

    def bounds(self) -> tuple[Line, Line]:
        """Return the smallest and the largest k at each n; where a form is fixed, from n on."""
        (p, q), (r, s) = self.lower, self.upper
        low = Line(Fraction(p, q), Fraction(self.least(0), q))
        high = Line(Fraction(r, s), Fraction(-self.least(1), s))
        if self.fixed == NOTHING:
            return low, high
        return (low, low) if self.fixed == LOWER else (high, high)

    def __str__(self) -> str:
        said = []
        for form, (of_k, of_n) in enumerate(self.forms):
            sign = "≥" if self.grows[form] else "="
            said.append(f"{linear(of_k, of_n, 0)} {sign} {self.least(form)}")
        return f"every n and k with {' and '.join(said)}"

    def shown(self) -> dict[str, Any]:
        """Return it as data, for certificates."""
        lines = {LOWER: list(self.lower), UPPER: list(self.upper)}
        return {**lines, "k": self.k, "n": self.n, "fixed": self.fixed}


@dataclass(frozen=True)
class Blocks:
    """The lengths of the blocks, and the values of variables: rankings, or single places.

    A length (c, x, y) is c, and x and y times what the forms of the region have more than their
    smallest values. A ranking is a list of blocks, turned ones with a minus; a place is the number
    of its block.
    """

    region: Region
    lengths: tuple[Length, ...]
    values: Mapping[str, Any]

    @classmethod
    def of(cls, shown: Mapping[str, Any]) -> Blocks:
        """Return what data for certificates say."""
        told = shown["region"]
        lower, upper = ((told[end][0], told[end][1]) for end in (LOWER, UPPER))
        region = Region(lower, upper, told["k"], told["n"], told["fixed"])
        return cls(region, tuple((c, x, y) for c, x, y in shown["lengths"]), shown["values"])

    def shown(self) -> dict[str, Any]:
        """Return it as data, for certificates."""
        values = {name: v if isinstance(v, int) else list(v) for name, v in self.values.items()}
        lengths = [list(length) for length in self.lengths]
        return {"region": self.region.shown(), "lengths": lengths, "values": values}

    def written_out(self, n: int, k: int) -> dict[str, Any] | None:
        """Return the values at one n and k, or None where they are not in the region."""
        steps = self.region.steps(n, k)
        if steps is None:
            return None
        starts = _starts(self.lengths, steps)

        def items(block: int) -> list[int]:
            first, after = starts[abs(block) - 1 : abs(block) + 1]
            return [*range(first, after)] if block > 0 else [*range(after - 1, first - 1, -1)]

        return {
            name: starts[value - 1]
            if isinstance(value, int)
            else [item for block in value for item in items(block)]
            for name, value in self.values.items()
        }

    def __str__(self) -> str:
        named = (f"{letter(name)} = {self._written(v)}" for name, v in self.values.items())
        return ", ".join(named)

    def _written(self, value: Any) -> str:
        if isinstance(value, int):
            return self._ends(value)[0]
        found = []
        for block in value:
            first, last = self._ends(abs(block))
            ends = [first, last] if block > 0 else [last, first]
            found.append(first if self.lengths[abs(block) - 1] == (1, 0, 0) else " … ".join(ends))
        return f"({' '.join(found)})"

    def _ends(self, block: int) -> tuple[str, str]:
        """Return the first and the last place of a block in n and k."""
        forms, region = self.region.forms, self.region
        before: list[int] = [0, 0, 0]
        lines = []
        for length in self.lengths[:block]:
            lines.append(list(before))
            before = [x + y for x, y in zip(before, length, strict=True)]
        found = []
        for constant, *more in ([lines[-1][0] + 1, *lines[-1][1:]], before):
            c, of_k, of_n = constant, 0, 0
            for form, times in enumerate(more):
                c -= times * region.least(form)
                of_k += times * forms[form][0]
                of_n += times * forms[form][1]
            found.append(linear(of_k, of_n, c))
        return found[0], found[1]


def linear(of_k: int, of_n: int, constant: int) -> str:
    """Return a sum of multiples of k and n and a number, as it is written.

    >>> linear(1, 0, -1), linear(-1, 1, 1), linear(0, 0, 3), linear(-2, 1, 0)
    ('k−1', 'n−k+1', '3', 'n−2k')
    """
    parts = [(of_n, "n"), (of_k, "k"), (constant, "")]
    if of_n < 0:
        parts = [parts[1], parts[0], parts[2]]
    text = ""
    for times, name in parts:
        if times:
            count = "" if name and abs(times) == 1 else str(abs(times))
            sign = "−" if times < 0 else "+" if text else ""
            text += f"{sign}{count}{name}"
    return text or "0"


def _starts(lengths: tuple[Length, ...], steps: tuple[int, int]) -> list[int]:
    """Return the first place of each block, and the place after the last."""
    found = [1]
    for constant, x, y in lengths:
        found.append(found[-1] + constant + x * steps[0] + y * steps[1])
    return found
