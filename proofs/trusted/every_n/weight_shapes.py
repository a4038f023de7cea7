"""The two shapes of weighted distances, read off their definitions.

For σ and τ, the place of x is σ(x), or that of x in σ; y is *before* x where its place is smaller.
The cost C(x, y) = C(y, x) ≥ 0 is a product of w(x)·w(y), of p̄(x)·p̄(y), with the mean cost p̄(x)
between the two places of x, of D(x, y), and of numbers and parameters of one's own that are more
than 0.

- A *pair sum* adds C(x, y) over the pairs that σ and τ order differently.
- A *sum of displacements* adds |Σ_y C(x, y)·([y before x in τ] − [y before x in σ])| over x.
  With C = 1 that is Σ |τ(x) − σ(x)|, as a place is one more than the number of those before it.

Why it is right. What a reader takes for the parts of a definition is put together again, and must
be the definition; a factor c(x) ≥ 0 before an absolute value may as well stand inside, and so may
a constant before a sum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import sympy as sp

from metrics.language.premises import Within
from metrics.language.terms import At, Indicator, Inverse, n, read, sigma, tau
from metrics.language.weight_symbols import ElementWeight, MeanCost, Similarity

PAIRS, DISPLACEMENTS = "pair sum", "sum of displacements"
ONE = sp.Integer(1)
Place = Callable[[Any, Any], Any]
Parts = tuple[Any, Any, Any]


def place(inverse: bool, ranking: Any, item: Any) -> Any:
    """Return the place of an item in a ranking, or in its inverse."""
    return At(Inverse(ranking) if inverse else ranking, item)


@dataclass(frozen=True)
class Shape:
    """What a slot of the statement is: its kind, the cost of a pair, and how places are read."""

    slot: str
    kind: str
    cost: Any
    x: Any
    y: Any
    inverse: bool

    def is_read(self) -> bool:
        """Tell whether the cost is a symmetric product of weights of its two items, as above."""
        allowed = {ONE, Similarity(self.x, self.y)}
        for item in (self.x, self.y):
            places = (place(self.inverse, ranking, item) for ranking in (sigma, tau))
            allowed |= {ElementWeight(item), MeanCost(*places)}
        turned = self.cost.xreplace({self.x: self.y, self.y: self.x})
        known = all(part in allowed or _is_constant(part) for part in sp.Mul.make_args(self.cost))
        return known and turned == self.cost

    def has(self, *weights: type) -> bool:
        """Tell whether some weights are in the cost."""
        return bool(self.cost.atoms(*weights))

    def like(self, other: Shape) -> bool:
        """Tell whether two shapes have one cost and one way of reading places."""
        names = {other.x: self.x, other.y: self.y}
        return self.inverse == other.inverse and other.cost.xreplace(names) == self.cost


def _is_constant(e: Any) -> bool:
    """Tell whether a factor is a number or a parameter that is more than 0."""
    return isinstance(e, sp.Rational | Within) and bool(e.is_positive)


def _apart(at: Place, x: Any, y: Any) -> Any:
    """Return 1 where σ and τ order x and y differently."""
    one, two = (at(ranking, y) - at(ranking, x) for ranking in (sigma, tau))
    return Indicator(one * two < 0)


def _pair_sum(total: Any, at: Place) -> Parts | None:
    """Read the sum over x and y, in which each pair is twice, or over y < x; put it together."""
    if not isinstance(total, sp.Sum) or len(total.limits) != 2:
        return None
    (y, *_), (x, *_) = total.limits
    factors = sp.Mul.make_args(total.function)
    cost = sp.Mul(*[part for part in factors if not isinstance(part, Indicator)])
    term = cost * _apart(at, x, y)
    if total == sp.Sum(term, (y, 1, n), (x, 1, n)):
        return 2 * cost, x, y
    return (cost, x, y) if total == sp.Sum(term, (y, 1, x - 1), (x, 1, n)) else None


def _displacements(definition: Any, at: Place) -> Parts | None:
    """Read Σ_x c(x)·|Σ_y c'(x, y)·(…)|, and put it together again."""
    if not isinstance(definition, sp.Sum) or len(definition.limits) != 1:
        return None
    x = definition.limits[0][0]
    factors = sp.Mul.make_args(definition.function)
    sizes = [part.args[0] for part in factors if isinstance(part, sp.Abs)]
    if len(sizes) != 1 or not isinstance(sizes[0], sp.Sum) or len(sizes[0].limits) != 1:
        return None
    y = sizes[0].limits[0][0]
    before = [Indicator(at(ranking, y) < at(ranking, x)) for ranking in (tau, sigma)]
    moved = before[0] - before[1]
    inner = sp.Mul(*[part for part in sp.Mul.make_args(sizes[0].function) if part != moved])
    outer = sp.Mul(*[part for part in factors if not isinstance(part, sp.Abs)])
    again = sp.Sum(outer * sp.Abs(sp.Sum(inner * moved, (y, 1, n))), (x, 1, n))
    return (outer * inner, x, y) if definition == again and not outer.has(y) else None


def _footrule(definition: Any, at: Place) -> Parts | None:
    """Read Σ_x |place of x in σ − place of x in τ|."""
    if not isinstance(definition, sp.Sum):
        return None
    x = definition.limits[0][0]
    again = sp.Sum(sp.Abs(at(sigma, x) - at(tau, x)), (x, 1, n))
    return (ONE, x, sp.Dummy("y")) if definition == again else None


_READERS = ((PAIRS, _pair_sum), (DISPLACEMENTS, _displacements), (DISPLACEMENTS, _footrule))


def shape_of(slot: str, metric: Any, convention: str) -> Shape | None:
    """Return the shape of a metric of σ and τ, or None."""
    if tuple(metric.inputs) != (sigma, tau):
        return None
    factors = sp.Mul.make_args(read(metric.value, convention))
    constant = sp.Mul(*[part for part in factors if _is_constant(part)])
    rest = [part for part in factors if not _is_constant(part)]
    return next(_possible(slot, constant, rest[0]), None) if len(rest) == 1 else None


def _possible(slot: str, constant: Any, definition: Any) -> Iterator[Shape]:
    for inverse in (False, True):
        for kind, reader in _READERS:
            parts = reader(definition, partial(place, inverse))
            if parts is None:
                continue
            cost, x, y = parts
            shape = Shape(slot, kind, constant * cost, x, y, inverse)
            if shape.x != shape.y and shape.is_read():
                yield shape
