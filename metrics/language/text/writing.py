"""From a term to its text: what `reading` reads back as the same term.

>>> from metrics.gain import dcg
>>> write_term(dcg.value)
'sum(i, 1, n, sigma(i)/log(i + 1, 2))'
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from metrics.language.fold import Fold, names
from metrics.language.lists import RankIn
from metrics.language.terms import RankOf
from metrics.language.text.syntax import COMPARISON, NOT, OPERATORS
from metrics.language.text.words import CONSTANTS, LOOPS, RELATIONS, WORDS

_NAMES: dict[Any, str] = {
    **{make: word for word, (_, make) in WORDS.items() if isinstance(make, type)},
    **{RankOf: "rank", RankIn: "rank"},
}
_LOOPS = {made: word for word, made in LOOPS.items()}
_MARKS = {made: mark for mark, made in RELATIONS.items()}
_CONSTANTS = {value: name for name, value in CONSTANTS.items()}
_ATOM = 99
Written = tuple[str, int]
"""A text, and how tightly it holds together."""


class TermWriter(Fold):
    """Writes a node as text, with brackets where the grammar needs them."""

    reader = "a formula's text"
    refuses = names("indexed")

    def text(self, e: Any) -> str:
        """Return the text of a node."""
        found: Written = self.read(e, {})
        return found[0]

    def within(self, e: Any, tightness: int) -> str:
        """Return the text of a node where at least so much tightness is needed."""
        found, holds = self.read(e, {})
        return found if holds >= tightness else f"({found})"

    def called(self, word: str, *arguments: Any) -> Written:
        """Return a word with its arguments."""
        return f"{word}({', '.join(map(self.text, arguments))})", _ATOM

    def unread(self, e: Any, known: Any) -> Any:
        if e in _CONSTANTS:
            return _CONSTANTS[e], _ATOM
        if type(e) in _NAMES:
            return self.called(_NAMES[type(e)], *e.args)
        return super().unread(e, known)

    # Numbers -------------------------------------------------------------------------------------

    def number(self, e: Any, known: Any) -> Written:
        if e < 0:
            return f"-{-e}", OPERATORS["+"][0]
        return str(e), _ATOM if e.q == 1 else OPERATORS["*"][0]

    def symbol(self, e: Any, known: Any) -> Written:
        return str(e.name), _ATOM

    def add(self, e: Any, known: Any) -> Written:
        tightness = OPERATORS["+"][0]
        first, *others = e.as_ordered_terms()
        text = self.within(first, tightness)
        for term in others:
            minus = term.could_extract_minus_sign() and not term.is_Add
            shown = self.within(-term if minus else term, tightness + 1)
            text += f" {'-' if minus else '+'} {shown}"
        return text, tightness

    def multiply(self, e: Any, known: Any) -> Written:
        coefficient, rest = e.as_coeff_Mul()
        if coefficient < 0:
            return f"-{self.within(-e, OPERATORS['*'][0])}", OPERATORS["+"][0]
        above, below = _parted(rest)
        above, below = _logarithms(above, below)
        above = ([sp.Integer(coefficient.p)] if coefficient.p != 1 or not above else []) + above
        below = ([sp.Integer(coefficient.q)] if coefficient.q != 1 else []) + below
        tightness = OPERATORS["*"][0]
        text = "*".join(self._factor(factor) for factor in above)
        return "/".join([text, *map(self._factor, below)]), tightness

    def _factor(self, factor: Any) -> str:
        if isinstance(factor, tuple):
            return self.called("log", *factor)[0]
        return self.within(factor, OPERATORS["*"][0] + 1)

    def power(self, e: Any, known: Any) -> Written:
        base, exponent = e.as_base_exp()
        if exponent == sp.Rational(1, 2):
            return self.called("sqrt", base)
        if exponent == -1:
            return f"1/{self._factor(base)}", OPERATORS["*"][0]
        tightness = OPERATORS["^"][0]
        return f"{self.within(base, tightness + 1)}^{self.within(exponent, tightness + 1)}", (
            tightness
        )

    def _named(self, e: Any, known: Any) -> Written:
        return self.called(_NAMES[type(e)], *e.args)

    ratio = absolute = sign = maximum = minimum = floor = ceiling = remainder = _named
    binomial = indicator = weight = gain = length = _named
    inverse = compose = swap = _named
    exchanged = regraded = extended = ideal = sorted_list = same_pool = same_top = rank_in = (
        tied_with
    ) = _named

    def log(self, e: Any, known: Any) -> Written:
        return self.called("log", *e.args)

    def sum(self, e: Any, known: Any) -> Written:
        text, word = self.text(e.function), _LOOPS[type(e)]
        for index, low, high in e.limits:
            text = f"{word}({index.name}, {self.text(low)}, {self.text(high)}, {text})"
        return text, _ATOM

    product = largest = sum

    def piecewise(self, e: Any, known: Any) -> Written:
        arguments = [part for pair in e.args for part in pair.args]
        return self.called("piecewise", *arguments[: -1 if arguments[-1] == sp.true else None])

    # Listings ------------------------------------------------------------------------------------

    def ranking(self, e: Any, known: Any) -> Written:
        return str(e.name), _ATOM

    run = pool_list = top_list = ranking

    def identity(self, e: Any, known: Any) -> Written:
        return _CONSTANTS[e], _ATOM

    backwards = full_cycle = identity

    def entry(self, e: Any, known: Any) -> Written:
        listing, place = e.args
        return f"{self.text(listing)}({self.text(place)})", _ATOM

    grade = entry

    # Conditions ----------------------------------------------------------------------------------

    def constant(self, e: Any, known: Any) -> Written:
        return str(bool(e)).lower(), _ATOM

    def relation(self, e: Any, known: Any) -> Written:
        left, right = (self.within(side, COMPARISON + 1) for side in e.args)
        return f"{left} {_MARKS[type(e)]} {right}", COMPARISON

    def _joined(self, word: str, parts: Any) -> Written:
        tightness = OPERATORS[word][0]
        return f" {word} ".join(self.within(part, tightness + 1) for part in parts), tightness

    def conjunction(self, e: Any, known: Any) -> Written:
        return self._joined("and", e.args)

    def disjunction(self, e: Any, known: Any) -> Written:
        return self._joined("or", e.args)

    def implication(self, e: Any, known: Any) -> Written:
        return self._joined("=>", e.args)

    def equivalence(self, e: Any, known: Any) -> Written:
        return self._joined("<=>", e.args)

    def negation(self, e: Any, known: Any) -> Written:
        return f"not {self.within(e.args[0], NOT)}", NOT


def _parted(product: Any) -> tuple[list[Any], list[Any]]:
    """Return the factors above and below the line."""
    above: list[Any] = []
    below: list[Any] = []
    for factor in product.as_ordered_factors():
        base, exponent = factor.as_base_exp()
        turned = exponent.is_Rational and exponent < 0
        (below if turned else above).append(sp.Pow(base, -exponent) if turned else factor)
    return [factor for factor in above if factor != 1], below


def _logarithms(above: list[Any], below: list[Any]) -> tuple[list[Any], list[Any]]:
    """Return the factors with log(x)/log(b) as one logarithm to the base b."""
    for small, large in ((above, below), (below, above)):
        bases = [one for one in small if isinstance(one, sp.log) and _is_base(one.args[0])]
        others = [one for one in large if isinstance(one, sp.log) and not one.args[0].is_number]
        for base, other in zip(bases, others, strict=False):
            small.remove(base)
            large[large.index(other)] = (other.args[0], base.args[0])
    return above, below


def _is_base(e: Any) -> bool:
    return bool(e.is_number) or e == CONSTANTS["b"]


def write_term(e: Any) -> str:
    """Return the text of a term or condition."""
    return TermWriter().text(e)
