"""Signs and bounds of the terms that metrics of lists are made of, read off their formulas.

Why it is right. Indices of sums are whole numbers from 1 on, n, k and c are at least 1, a grade
lies between 0 and c, 0 < p < 1 and b > 1, a parameter of one's own lies between its bounds. Gains
are 0 for the grade 0 and increase. Each case below says something of all such values, from what is
known of the parts: a sum is not below the sum of what its terms are not below, and above it where
a term is above; a sum of terms that are at least 0 is so itself, a product of numbers between 0
and 1 lies there, log x > 0 for x > 1, 2^g − 1 ≥ 0. What no case covers is not said to be anything.
Nothing is computed, and no number is compared but rationals.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from metrics.language.lists import Ideal, Length, PoolList
from metrics.language.premises import Ends, Within
from metrics.language.runs import Gain, Grade, base, c
from metrics.language.terms import Indicator, Place, Ratio, k, n, p

FROM_1, ABOVE_1 = Ends(sp.Integer(1), reaches_low=True), Ends(sp.Integer(1))
PREMISES = {k: FROM_1, n: FROM_1, c: FROM_1, base: ABOVE_1, p: Ends(sp.Integer(0), sp.Integer(1))}


def is_index(e: Any) -> bool:
    """Tell whether a term is an index of a sum or product: a whole number from 1 on."""
    return isinstance(e, Place)


def premises_of(e: Any) -> Ends | None:
    """Return the bounds of an index, a size or a parameter."""
    if isinstance(e, Within):
        return e.ends
    return FROM_1 if is_index(e) else PREMISES.get(e)


def least(e: Any) -> tuple[Any, bool] | None:
    """Return what a sum of numbers and parameters is not below, and whether it may be that.

    >>> least(n + 1 - p)
    (1, False)
    """
    if isinstance(e, sp.Rational):
        return e, True
    if isinstance(e, sp.Add):
        ends = [least(part) for part in e.args]
        known = [end for end in ends if end is not None]
        both = sum(value for value, _ in known), all(reached for _, reached in known)
        return both if len(known) == len(ends) else None
    if not isinstance(e, sp.Expr):
        return None
    factor, other = e.as_coeff_Mul()
    ends_there = premises_of(other)
    if ends_there is None or not isinstance(factor, sp.Rational):
        return None
    end, reached = ends_there.low, ends_there.reaches_low
    if factor < 0:
        end, reached = ends_there.high, ends_there.reaches_high
    return None if end is None else (factor * end, reached)


def is_above(e: Any, bound: int) -> bool:
    """Tell whether a sum of numbers and parameters is always more than some number."""
    found = least(e)
    return found is not None and bool(found[0] > bound or (found[0] == bound and not found[1]))


def is_from(e: Any, bound: int) -> bool:
    """Tell whether a sum of numbers and parameters is never less than some number."""
    found = least(e)
    return found is not None and bool(found[0] >= bound)


def is_above_1(e: Any) -> bool:
    """Tell whether a term is always more than 1."""
    return is_above(e, 1)


def is_share(e: Any) -> bool:
    """Tell whether a term lies between 0 and 1, and is neither."""
    return is_above(e, 0) and is_above(1 - e, 0)


def is_positive(e: Any) -> bool:
    """Tell whether a term is always more than 0, and defined."""
    if is_above(e, 0) or e in (Gain(c), 2**c - 1):
        return True
    if isinstance(e, sp.log):
        return is_above_1(e.args[0])
    if isinstance(e, sp.Add):
        above = any(map(is_positive, e.args)) and all(map(is_nonnegative, e.args))
        return above and all(map(is_defined, e.args))
    if isinstance(e, sp.Max):
        return any(map(is_positive, e.args)) and all(map(is_defined, e.args))
    if isinstance(e, sp.Mul | sp.Min):
        return all(map(is_positive, e.args))
    if isinstance(e, sp.Pow):
        return is_positive(e.base) and is_defined(e.exp)
    return False


def gain_grade(e: Any) -> Any:
    """Return the grade that a term is a gain of: g, g(a), 2^a − 1, or whether a ≥ t ≥ 1."""
    if isinstance(e, Grade):
        return e
    if isinstance(e, Gain) and isinstance(e.args[0], Grade):
        return e.args[0]
    if isinstance(e, Indicator):
        relation = e.args[0]
        if isinstance(relation, sp.Ge) and isinstance(relation.args[0], Grade):
            bound = relation.args[1]
            return relation.args[0] if isinstance(bound, sp.Integer) and bound >= 1 else None
    if isinstance(e, sp.Add) and len(e.args) == 2 and sp.Integer(-1) in e.args:
        (power,) = [part for part in e.args if part != -1] or [None]
        if isinstance(power, sp.Pow) and power.base == 2 and isinstance(power.exp, Grade):
            return power.exp
    return None


def rises_strictly(e: Any) -> bool:
    """Tell whether a gain is larger for every larger grade."""
    return gain_grade(e) is not None and not isinstance(e, Indicator)


def is_nonnegative(e: Any) -> bool:
    """Tell whether a term is never below 0, where it is defined."""
    if is_positive(e) or is_from(e, 0) or gain_grade(e) is not None:
        return True
    if isinstance(e, Grade | Length | Gain | Indicator):
        return True
    if isinstance(e, sp.Sum | sp.Product):
        return is_nonnegative(e.function)
    if isinstance(e, sp.Mul | sp.Add | sp.Min | Ratio) and all(map(is_nonnegative, e.args)):
        return True
    if isinstance(e, sp.Max):
        return any(map(is_nonnegative, e.args))
    if isinstance(e, sp.log):
        return is_from(e.args[0], 1)
    return is_within_1(e)


def is_within_1(e: Any) -> bool:
    """Tell whether a term always lies between 0 and 1, where it is defined."""
    if isinstance(e, Indicator) or (is_from(e, 0) and is_from(1 - e, 0)):
        return True
    if isinstance(e, sp.Mul):
        return _all_within_1(list(e.args))
    if isinstance(e, sp.Product):
        return is_within_1(e.function)
    if isinstance(e, sp.Min):
        return any(map(is_within_1, e.args)) and all(map(is_nonnegative, e.args))
    if isinstance(e, Ratio):
        return _is_share_passed(*e.args) or _is_share_gained(*e.args)
    if isinstance(e, sp.Pow):
        inverse = is_from(e.base, 1) and is_from(-e.exp, 0)
        return inverse or (is_within_1(e.base) and is_from(e.exp, 0))
    if isinstance(e, sp.Add) and sp.Integer(1) in e.args:
        return is_within_1(sp.Mul(-1, e - 1))
    return False


def _is_share_passed(top: Any, bottom: Any) -> bool:
    """Tell whether a quotient is min(W, R) / max(1, min(n − R, R)), which is at most 1.

    R counts the documents of some kind, and W those that are not of it above a place: there are at
    most n − R of them.
    """
    if not isinstance(top, sp.Min) or len(top.args) != 2:
        return False
    for counted in top.args:
        (above,) = [one for one in top.args if one != counted]
        if isinstance(counted, sp.Sum) and isinstance(above, sp.Sum) and len(above.limits) == 1:
            index, low, high = above.limits[0]
            kind = above.function.xreplace({index: counted.limits[0][0]})
            of_all = counted.limits[0][1:] == (1, n) and len(counted.limits) == 1
            one_grade = isinstance(counted.function, Indicator) and gain_grade(counted.function)
            some = bool(low == 1 and is_index(high + 1))
            about = one_grade and one_grade.args[1] == counted.limits[0][0]
            if of_all and about and some and kind == 1 - counted.function:
                return bool(bottom == sp.Max(1, sp.Min(n - counted, counted)))
    return False


def _is_share_gained(top: Any, bottom: Any) -> bool:
    """Tell whether a quotient adds up less above than below: (H + b·G) / (i + b·G*), say.

    H adds up i numbers between 0 and 1; G and G* add up the gains of the first i documents of a
    list and of its ideal list, which has the i largest ones.
    """
    left = list(sp.Add.make_args(bottom))
    for part in sp.Add.make_args(top):
        larger = [one for one in left if _is_at_most(part, one)]
        if not larger:
            return False
        left.remove(larger[0])
    return all(map(is_nonnegative, left)) and is_positive(bottom)


def _is_at_most(part: Any, other: Any) -> bool:
    """Tell whether a sum from the top is at most its length, or its value for the ideal list."""
    sums = [one for one in sp.Mul.make_args(part) if isinstance(one, sp.Sum)]
    rest = [one for one in sp.Mul.make_args(part) if not isinstance(one, sp.Sum)]
    if len(sums) != 1 or len(sums[0].limits) != 1 or not all(map(is_positive, rest)):
        return False
    (index, low, high), grade = sums[0].limits[0], gain_grade(sums[0].function)
    if low != 1 or not is_index(high) or high == index:
        return False
    if other == sp.Mul(high, *rest):
        return is_within_1(sums[0].function)
    if grade is None or grade.args[1] != index or not isinstance(grade.args[0], PoolList):
        return False
    return bool(other == part.xreplace({grade.args[0]: Ideal(grade.args[0])}))


def _all_within_1(factors: list[Any]) -> bool:
    """Tell whether factors lie between 0 and 1, alone or as quotients that do."""
    factors = [part for factor in factors for part in _split(factor)]
    for factor in factors:
        for by in shares(factor):
            if by in factors and by != factor:
                rest = list(factors)
                rest.remove(factor)
                rest.remove(by)
                return _all_within_1(rest)
    return all(map(is_within_1, factors))


def _split(factor: Any) -> list[Any]:
    """Write a negative power of a product as powers of its factors."""
    if isinstance(factor, sp.Pow) and factor.exp == -1 and isinstance(factor.base, sp.Mul):
        return [1 / part for part in factor.base.args]
    return [factor]


def shares(e: Any) -> list[Any]:
    """Return factors that make a term at most 1: of a gain that of c, of a sum its length."""
    grade = gain_grade(e)
    if grade is not None and not isinstance(e, Indicator):
        top = e.xreplace({grade: c})
        return [1 / top, *([2**-c] if isinstance(e, sp.Add) else [])]
    if isinstance(e, sp.Sum) and len(e.limits) == 1 and is_within_1(e.function):
        index, low, high = e.limits[0]
        return [1 / high] if low == 1 and is_index(high) and high != index else []
    return []


def is_defined(e: Any) -> bool:
    """Tell whether a term has a value everywhere: nothing is divided by what may be 0."""
    if isinstance(e, Ratio):
        return is_positive(e.args[1]) and all(map(is_defined, e.args))
    if isinstance(e, sp.Pow):
        above = isinstance(e.exp, sp.Integer) and e.exp >= 0
        return (is_positive(e.base) or above) and is_defined(e.exp) and is_defined(e.base)
    if isinstance(e, sp.log):
        return is_above(e.args[0], 0)
    if isinstance(e, sp.Sum | sp.Product):
        return is_defined(e.function)
    if isinstance(e, sp.Piecewise):
        return False
    return all(is_defined(part) for part in e.args if isinstance(part, sp.Basic))


# Along the places --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trend:
    """How a positive term changes along the places: +1 it grows, −1 it falls, 0 it stays.

    `strict` says that it does so at every step; `bend` is −1 where the steps do not grow as one
    goes on (concave), +1 where they do not fall (convex), 0 where both, None where nothing is said;
    `sharp` says that no two steps are the same.
    """

    way: int
    strict: bool = False
    bend: int | None = None
    sharp: bool = False


def trend(e: Any, index: Any) -> Trend | None:
    """Return how a term that is always positive changes along an index, None where not known."""
    if not e.has(index):
        return Trend(0, bend=0) if is_positive(e) else None
    if not is_positive(e):
        return None
    if e == index:
        return Trend(1, True, 0)
    if isinstance(e, sp.Add):
        rest = e - index
        return Trend(1, True, 0) if isinstance(rest, sp.Rational) else None
    if isinstance(e, sp.log):
        inner = e.args[0] - index
        shifted = isinstance(inner, sp.Rational)
        return Trend(1, True, -1, True) if shifted else None
    if isinstance(e, sp.Mul):
        varying = [part for part in e.args if part.has(index)]
        return trend(varying[0], index) if len(varying) == 1 else None
    if isinstance(e, sp.Max):
        return _largest(e, index)
    return _power(e, index) if isinstance(e, sp.Pow) else None


def _largest(e: Any, index: Any) -> Trend | None:
    """Return that the larger of 1 and something that grows does not fall."""
    others = [part for part in e.args if part != 1]
    if len(others) != 1 or len(e.args) != 2:
        return None
    varying = [part for part in sp.Mul.make_args(others[0]) if part.has(index)]
    fixed = [part for part in sp.Mul.make_args(others[0]) if not part.has(index)]
    grows = varying == [sp.log(index)] and all(map(is_positive, fixed))
    return Trend(1) if grows else None


def _power(e: Any, index: Any) -> Trend | None:
    """Return the trend of a geometric sequence, or of a negative power of what grows.

    A geometric sequence has one ratio x from place to place, and its steps have it too: where x is
    between 0 and 1 it falls, is convex, and no two steps are the same. A negative power is convex
    and falls, so of what is concave or linear and grows it is convex: its value midway is at most
    that of the mean.
    """
    if not e.base.has(index):
        slope = _slope(e.exp, index)
        falls = slope is not None and (is_share if slope > 0 else is_above_1)(e.base)
        return Trend(-1, True, 1, True) if falls else None
    negative = isinstance(e.exp, sp.Rational) and e.exp < 0
    inner = trend(e.base, index) if negative else None
    if inner is None or inner.way != 1:
        return None
    convex = inner.bend in (-1, 0)
    return Trend(-1, inner.strict, 1 if convex else None, convex and inner.strict)


def _slope(e: Any, index: Any) -> Any:
    """Return the number a of a·i + b with rational a and b, where a term is of that form."""
    slope = e.coeff(index)
    linear = isinstance(slope, sp.Rational) and isinstance(e - slope * index, sp.Rational)
    return slope if linear and slope != 0 else None
