"""When a value does not fall as better documents come in or move up, though terms look up.

Why it is right. Let m be the number of places that are seen, g a gain of the grade at a place,
and w(1) ≥ w(2) ≥ … > 0 weights, which count as 0 beyond m. Divisors and factors stay the same, as
the pool does; where a grade is raised they must be fixed.

- *Weighed*: terms w(i)·g(i), as additive ones, where weights may be 0 behind a place that belongs
  to the pool, and the value may be the smaller of 1 and the sum. So nothing is said strictly.
- *Stopping*: terms t(i)·Π_{j<i} (1 − t(j))·w(i), where t(i) is a fixed share of a gain of the
  grade at i, between 0 and 1. Let V(i) be what the places from i on add, given that the user
  comes there: V(i) = t(i)·w(i) + (1 − t(i))·V(i + 1), and V(m + 1) = 0. It is at most w(i), a
  mean of weights from i on and 0. So the value grows with t(i) by the chance to come to i times
  w(i) − V(i + 1) ≥ 0. The value is linear in t(i) and in t(j); exchanging them for i < j changes
  it by (t(j) − t(i)) times the chance to come to i times w(i) less what a user adds who stops at
  j at the latest: a mean of weights of places behind i (as what is added behind j cancels). Both
  are positive where weights fall, no t is 1, and t is larger for a larger grade.
- *Pairs*: terms w(i)·g(i)·Σ_{j≤i} g(j). So the value adds up w(b)·g(a)·g(b) over pairs of places
  a ≤ b, and grows with each g; strictly, as w(a)·g(a)² is among them. Exchanging the grades at i
  < j, with g(i) < g(j), changes the pairs with another place l by (g(j) − g(i))·g(l)·(w(max(i,
  l)) − w(max(j, l))) ≥ 0, the pair (i, j) not at all, and the pairs (i, i) and (j, j) by (g(j)² −
  g(i)²)·(w(i) − w(j)) ≥ 0.
- *Passing*: terms [relevant(i)]·(1 − min(W(i), A)/B), where W(i) counts the documents above i
  that are not relevant, A and B belong to the pool, and no term is negative. Where a document
  that is not relevant at i gives place to a relevant one, be it from below or not retrieved
  before, W falls by 1 at the relevant places behind i (down to the place that it came from) and
  at no other place rises; and the new term is at least the old one, as W does not fall down the
  list. Grades that are both relevant, or both not, change nothing.
- *Rising*: terms that are made of gains, of sums of them from above, and of numbers of the pool,
  by adding and multiplying what is not negative: then no term falls where a grade becomes larger
  and the pool stays. This is about a document that comes in, not about one that moves up.

But for the last, no list is better than the ideal one: documents that are appended add terms that
are not negative, and change no other; then the list is put in order by exchanges that lose
nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from metrics.language.runs import c
from metrics.language.terms import Indicator, Ratio
from proofs.trusted.every_n.judged.shape import Shape, belongs_to_pool, is_fixed
from proofs.trusted.every_n.judged.terms import (
    Trend,
    gain_grade,
    is_nonnegative,
    is_positive,
    is_within_1,
    rises_strictly,
    trend,
)


@dataclass(frozen=True)
class Moved:
    """A shape whose value does not fall: `up` where documents move, `strict` where it grows."""

    shape: Shape
    strict: bool = False
    up: bool = True
    raises: bool = True

    @property
    def strict_up(self) -> bool:
        """Tell whether moving a better document up makes the value larger."""
        return self.strict and self.up


def moved_of(shape: Shape) -> Moved | None:
    """Return what is known of a shape as documents come in and move up."""
    if shape.capped:
        return _weighed(shape)
    kinds = (_weighed, _stopping, _pairs, _passing, _rising)
    return next((found for kind in kinds if (found := kind(shape)) is not None), None)


def _weight(e: Any, shape: Shape) -> Trend | None:
    """Return the trend of a weight that is fixed, positive and does not grow."""
    way = trend(e, shape.index) if is_fixed(e) else None
    return way if way is not None and way.way <= 0 else None


def _above(e: Any, shape: Shape, last: Any) -> Any:
    """Return the term of a sum or product from the top to a place, written for the index."""
    if len(e.limits) != 1 or e.limits[0][1:] != (1, last) or e.function.has(shape.index):
        return None
    return e.function.xreplace({e.limits[0][0]: shape.index})


def _parted(shape: Shape, kind: Any) -> tuple[Any, Any]:
    """Return the one factor of a kind, and the product of the others; None where it is not one."""
    found = [one for one in shape.factors if isinstance(one, kind)]
    if len(found) != 1:
        return None, None
    return found[0], sp.Mul(*[one for one in shape.factors if one != found[0]])


def _weighed(shape: Shape) -> Moved | None:
    gains = shape.gains()
    weights = [one for one in shape.factors if one not in gains]
    fixed = sp.Mul(*[one for one in weights if not _is_end(one, shape)])
    if len(gains) != 1 or _weight(fixed, shape) is None:
        return None
    return Moved(shape, raises=not any(_is_end(one, shape) for one in weights))


def _is_end(e: Any, shape: Shape) -> bool:
    """Tell whether a factor says that a place is not beyond a number of the pool."""
    if not isinstance(e, Indicator) or not isinstance(e.args[0], sp.Le):
        return False
    place, last = e.args[0].args
    return place == shape.index and belongs_to_pool(last, shape.listed) and not last.has(place)


def _stopping(shape: Shape) -> Moved | None:
    passed, rest = _parted(shape, sp.Product)
    passes = None if passed is None else _above(passed, shape, shape.index - 1)
    if passes is None:
        return None
    stops = 1 - passes
    gains = [one for one in sp.Mul.make_args(stops) if _is_gain(one, shape)]
    share = sp.Mul(*[one for one in sp.Mul.make_args(stops) if one not in gains])
    if len(gains) != 1 or not _is_plain(share, shape) or not is_within_1(stops):
        return None
    way = _weight(rest / stops, shape)
    if way is None:
        return None
    below_1 = share == 2**-c and isinstance(gains[0], sp.Add)  # (2^g − 1)/2^c, and g ≤ c
    return Moved(shape, strict=below_1 and rises_strictly(gains[0]) and way.strict)


def _pairs(shape: Shape) -> Moved | None:
    total, rest = _parted(shape, sp.Sum)
    gain = None if total is None else _above(total, shape, shape.index)
    if gain is None or not _is_gain(gain, shape):
        return None
    way = _weight(rest / gain, shape)
    return None if way is None else Moved(shape, strict=rises_strictly(gain) and way.strict)


def _passing(shape: Shape) -> Moved | None:
    gains = shape.gains()
    if len(gains) != 1 or not isinstance(gains[0], Indicator):
        return None
    lost = 1 - sp.Mul(*[one for one in shape.factors if one != gains[0]])
    if not isinstance(lost, Ratio) or not isinstance(lost.args[0], sp.Min):
        return None
    above = [one for one in lost.args[0].args if not belongs_to_pool(one, shape.listed)]
    fits = belongs_to_pool(lost.args[1], shape.listed) and is_positive(lost.args[1])
    if not fits or len(above) != 1 or not isinstance(above[0], sp.Sum):
        return None
    if _above(above[0], shape, shape.index - 1) != 1 - gains[0]:
        return None
    return Moved(shape, raises=False)


def _rising(shape: Shape) -> Moved | None:
    """Terms that rise with every grade; nothing is said of documents that move up."""
    return Moved(shape, up=False, raises=False) if _rises(shape.body, shape) else None


def _rises(e: Any, shape: Shape) -> bool:
    """Tell whether a term is not negative and does not fall where a grade of the list rises."""
    if belongs_to_pool(e, shape.listed):
        return is_nonnegative(e)
    if gain_grade(e) is not None:
        return bool(gain_grade(e).args[0] == shape.listed)
    if isinstance(e, Ratio):
        top, bottom = e.args
        return _rises(top, shape) and belongs_to_pool(bottom, shape.listed) and is_positive(bottom)
    if isinstance(e, sp.Sum):
        return _rises(e.function, shape)
    return isinstance(e, sp.Mul | sp.Add) and all(_rises(part, shape) for part in e.args)


def _is_gain(e: Any, shape: Shape) -> bool:
    return gain_grade(e) == shape.listed(shape.index)


def _is_plain(e: Any, shape: Shape) -> bool:
    """Tell whether a factor is positive, and the same for all documents and places."""
    return is_fixed(e) and is_positive(e) and not e.has(shape.index)
