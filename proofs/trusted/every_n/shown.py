"""A number in unknowns as an expression, for people to read; nothing is decided by it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy as sp

from metrics.language.terms import k as k_symbol
from metrics.language.terms import n as n_symbol
from proofs.trusted.number import (
    ABSOLUTE,
    COUNT,
    LEAST,
    LOG,
    POWER,
    PRODUCT,
    ROOT,
    SUM,
    TAIL,
    UNKNOWN,
    Inconclusive,
    Number,
    terms_of,
)


def expression(value: Number) -> Any:
    """Return a number in n as a SymPy expression."""
    return sp.Add(
        *[
            sp.Mul(_rational(factor), *[_base(base) ** _rational(e) for base, e in monomial])
            for monomial, factor in terms_of(value).items()
        ]
    )


def _rational(value: Any) -> Any:
    return sp.Rational(value.numerator, value.denominator)


def _base(base: Any) -> Any:
    kind, content = base
    if kind == UNKNOWN:
        name = content[0]
        if name[0] == LEAST:
            return sp.Max(0, _terms(name[2]))
        if name[0] == COUNT:
            return name[1] * k_symbol + name[2] * n_symbol + name[3]
        depth = "" if name[-1] == 1 else f"_{name[-1]}"  # of a sum within a sum
        return n_symbol if name == "n" else sp.Symbol(f"tail{depth}", integer=True, positive=True)
    if kind == ROOT:
        return sp.Integer(content)
    if kind == LOG:
        return sp.log(content if isinstance(content, int) else _terms(content))
    if kind in (SUM, ABSOLUTE):
        return _terms(content) if kind == SUM else sp.Abs(_terms(content))
    if kind == POWER:
        known = isinstance(content[0], Fraction)
        return (_rational(content[0]) if known else _terms(content[0])) ** _terms(content[1])
    if kind in (TAIL, PRODUCT):
        index, body, last = content
        over = sp.Sum if kind == TAIL else sp.Product
        return over(_terms(body), (_base(index), 1, _terms(last)))
    raise Inconclusive("a value that is not written in n alone")


def _terms(terms: Any) -> Any:
    from proofs.trusted.number import number

    return expression(number(dict(terms)))
