"""What a metric of lists is made of: a sum over the places that are seen, perhaps divided.

Why it is right. A value is read as  factor · Σ [i ≤ k]·[i ≤ |r|]·body(i) / divisor,  perhaps the
smaller of this and 1, perhaps 0 where the divisor is 0. Everything is compared as it is written:
the sum runs over all places, both conditions are factors of its term, and what is left is the
body.

- A term *looks up* from a place i if the grades that it names are at i, or in sums and products
  that run from 1 to i or to i − 1; or in what belongs to the pool. So it does not change with
  what happens below i.
- A term *belongs to the pool* if it names grades only in sums over all documents whose term is
  about one document's grade, or the ideal list; nothing else of the list. So it is the same for
  any two lists of one pool.
- A term is *fixed* if it names nothing of the list or the pool at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from metrics.language.lists import Ideal, Length, PoolList
from metrics.language.runs import Grade
from metrics.language.terms import Indicator, Ratio, n
from proofs.trusted.every_n.judged.terms import gain_grade, is_positive
from proofs.trusted.number import Inconclusive


@dataclass(frozen=True)
class Shape:
    """A value as factor · Σ seen(i)·body(i) / divisor."""

    listed: Any
    factor: Any
    index: Any
    body: Any
    cut: Any
    divisor: Any
    capped: bool
    zero_if_empty: bool

    @property
    def factors(self) -> tuple[Any, ...]:
        """The factors of the body."""
        return tuple(sp.Mul.make_args(self.body))

    def gains(self) -> list[Any]:
        """Return the factors that are gains of the grade at the index."""
        here = self.listed(self.index)
        return [one for one in self.factors if gain_grade(one) == here]


def shape_of(metric: Any) -> Shape:
    """Read a metric's value, or raise Inconclusive."""
    (listed,) = metric.inputs
    value, zero_if_empty, capped, divisor = metric.value, False, False, sp.Integer(1)
    if isinstance(value, sp.Piecewise):
        value, zero_if_empty = _unless_empty(value), True
    if isinstance(value, Ratio):
        value, divisor = value.args
    if isinstance(value, sp.Min) and sp.Integer(1) in value.args and len(value.args) == 2:
        (value,) = (part for part in value.args if part != 1)
        capped = True
    total = [part for part in sp.Mul.make_args(value) if isinstance(part, sp.Sum)]
    others = [part for part in sp.Mul.make_args(value) if not isinstance(part, sp.Sum)]
    if len(total) != 1 or not all(is_positive(part) and is_fixed(part) for part in others):
        raise Inconclusive("a value that is not one sum over the places that are seen")
    return _seen(metric, listed, total[0], sp.Mul(*others), (divisor, capped, zero_if_empty))


def _unless_empty(value: Any) -> Any:
    """Return the quotient of a value that is 0 where the divisor is 0."""
    if len(value.args) == 2:
        (nothing, empty), (quotient, otherwise) = value.args
        usual = nothing == 0 and otherwise == sp.true and isinstance(quotient, Ratio)
        if usual and empty == sp.Eq(quotient.args[1], 0):
            return quotient
    raise Inconclusive("a value by cases")


def _seen(metric: Any, listed: Any, total: Any, factor: Any, more: Any) -> Shape:
    if len(total.limits) != 1 or total.limits[0][1:] != (1, n):
        raise Inconclusive("a sum that does not run over all places")
    index, cut = total.limits[0][0], metric.depth
    wanted = [Indicator(index <= Length(listed))]
    wanted += [] if cut == n else [Indicator(index <= cut)]
    rest = list(sp.Mul.make_args(total.function))
    for condition in wanted:
        if condition not in rest:
            raise Inconclusive("a sum over places that need not be seen")
        rest.remove(condition)
    return Shape(listed, factor, index, sp.Mul(*rest), cut, *more)


def is_fixed(e: Any) -> bool:
    """Tell whether a term names nothing of a list."""
    return not e.has(Grade, Length, PoolList)


def belongs_to_pool(e: Any, listed: Any) -> bool:
    """Tell whether a term is the same for all lists of one pool."""
    if is_fixed(e):
        return True
    if isinstance(e, Grade):
        return e.args[0] == Ideal(listed) and is_fixed(e.args[1])
    if isinstance(e, sp.Sum | sp.Product):
        if any(not is_fixed(end) for _, *ends in e.limits for end in ends):
            return False
        return _is_about_each_document(e, listed) or belongs_to_pool(e.function, listed)
    if isinstance(e, Length | PoolList):
        return False
    return all(belongs_to_pool(part, listed) for part in e.args)


def _is_about_each_document(e: Any, listed: Any) -> bool:
    """Tell whether a sum or product over all documents has a term in one document's grade."""
    if len(e.limits) != 1 or e.limits[0][1:] != (1, n):
        return False
    grade = listed(e.limits[0][0])
    left = e.function.xreplace({grade: sp.Dummy()})
    return is_fixed(left) and not left.has(e.limits[0][0])


def looks_up(e: Any, shape: Shape, here: tuple[Any, ...] = ()) -> bool:
    """Tell whether a term names the list only at the index and above it; else the pool."""
    listed, index = shape.listed, shape.index
    if belongs_to_pool(e, listed):
        return True
    if isinstance(e, Grade):
        return e.args[0] == listed and e.args[1] in (index, *here)
    if isinstance(e, sp.Sum | sp.Product):
        ((inner, low, high), *others) = e.limits
        above = low == 1 and high in (index, index - 1) and not others and inner != index
        return bool(above) and looks_up(e.function, shape, (*here, inner))
    if isinstance(e, Length | PoolList):
        return False
    return all(looks_up(part, shape, here) for part in e.args)


def sees_only_above(e: Any, shape: Shape, here: tuple[Any, ...] = ()) -> bool:
    """Tell whether a term names the list only at the index and above it, and not the pool."""
    return looks_up(e, shape, here) and not _names_pool(e, shape)


def _names_pool(e: Any, shape: Shape) -> bool:
    if e.has(Ideal) or e.has(n):
        return True
    return any(high == n for total in e.atoms(sp.Sum, sp.Product) for _, _, high in total.limits)
