"""From a tree to a term of the language: what each word means, and of what kind it must be.

A word takes arguments of known kinds: a number, a condition, a listing. What is read is built by
the constructors that a declaration in Python would use, so both give the same object. Numbers are
kept small, and what may have no value must not cancel: then the text says more than the object,
and is refused.

>>> read_term("sum(i, 1, n, abs(sigma(i) - tau(i)))").free_symbols
{n}
>>> read_term("sum(i, 1, n, sgima(i))")
Traceback (most recent call last):
...
metrics.language.text.lexer.BadText: no word is called 'sgima'. Did you mean 'sigma'?
  sum(i, 1, n, sgima(i))
               ^
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, NoReturn

import sympy as sp

from metrics.language import terms
from metrics.language.fold import MOST_TERMS
from metrics.language.text.lexer import BadText, trouble
from metrics.language.text.partial import NOT_ZERO, THERE, lost, with_indices
from metrics.language.text.syntax import Node, Variable, parsed
from metrics.language.text.words import (
    CONDITION,
    CONSTANTS,
    DEGREES,
    KINDS,
    LISTING,
    LISTS,
    LOOPS,
    MANY,
    NUMBER,
    OWN_FORM,
    PLACES,
    RANKINGS,
    RELATIONS,
    RUNS,
    SORTS,
    TOPS,
    USUAL,
    WORDS,
    kind_of,
    power,
    usual_domain,
)

LARGEST_EXACT = 10**12
MOST_ARGUMENTS = 12
LIKE = Fraction(13, 20)
"""How alike two words are if one was perhaps meant: tao is like tau, and alpha not like kappa."""


class Reading:
    """One text, read; `free` has the listings that were met unbound, in a metric its inputs."""

    words: Mapping[str, tuple[tuple[str, ...], Callable[..., Any]]] = WORDS
    constants: Mapping[str, Any] = CONSTANTS
    kinds: Mapping[str, Callable[[str], Any]] = KINDS
    sorts: Mapping[str, tuple[type, ...]] = SORTS
    index: Callable[[str], Any] = terms.Place
    declaring = " A parameter of your own is declared in a file, as [parameter.{}]."

    def __init__(self, text: str, among: str = "", bound: Mapping[str, Any] | None = None) -> None:
        self.text, self.among = text, among
        self.bound: dict[str, Any] = dict(bound or {})
        self.free: dict[str, Any] = {}
        found = self.bound.values()
        self.there = frozenset(one for one in found if isinstance(one, terms.Place))

    def read(self, kind: str) -> Any:
        """Return what the text says: a number, or a condition."""
        tree = parsed(self.text)
        try:
            found = self.of_kind(tree, kind)
            self._insist_finite(found, tree)
        except RecursionError:
            raise BadText("the formula is nested too deeply.") from None
        return found

    def wrong(self, node: Node | Variable, message: str) -> NoReturn:
        """Refuse a part of the text."""
        raise trouble(self.text, node.at, message)

    # Kinds ---------------------------------------------------------------------------------------

    def of_kind(self, node: Node, kind: str) -> Any:
        """Read a part that must be of a kind."""
        found = self.value(node)
        self.insist_kind(node, found, kind)
        return found

    def insist_kind(self, node: Node, found: Any, kind: str) -> None:
        """Refuse what is of another kind."""
        sorts = self.sorts
        if not isinstance(found, sorts[kind]) if kind in sorts else kind_of(found) != kind:
            sort = next((one for one in sorts if isinstance(found, sorts[one])), kind_of(found))
            self.wrong(node, f"expected {kind}, and this is {sort}.")

    def number(self, node: Node) -> Any:
        """Read a number."""
        return self.of_kind(node, NUMBER)

    def condition(self, node: Node) -> Any:
        """Read a condition."""
        return self.of_kind(node, CONDITION)

    def value(self, node: Node) -> Any:
        """Read a part, whatever it is."""
        found = getattr(self, f"_{node.kind}")(node)
        if kind_of(found) == NUMBER:
            self._insist_finite(found, node)
        return found

    def _insist_finite(self, found: Any, node: Node) -> None:
        if found in (sp.zoo, sp.nan, sp.oo, -sp.oo) or found.has(sp.zoo, sp.nan, sp.oo, sp.I):
            self.wrong(node, "this has no value: it divides by 0, or is no real number.")

    # Parts ---------------------------------------------------------------------------------------

    def _number(self, node: Node) -> Any:
        exact = Fraction(node.word)
        return sp.Rational(exact.numerator, exact.denominator)

    def _group(self, node: Node) -> Any:
        return self.value(node.parts[0])

    def _bracket(self, node: Node) -> Any:
        return terms.Indicator(self.condition(node.parts[0]))

    def _name(self, node: Node) -> Any:
        name = node.word
        if name in self.bound:
            return self.bound[name]
        domain = usual_domain(name, self.among)
        if domain in self._of_listings() and name not in self.constants:
            return self.free.setdefault(name, self.kinds[domain](name))
        if name in self.constants:
            return self.constants[name]
        if name in self.words or name in LOOPS or name in OWN_FORM:
            self.wrong(node, f"{name} takes arguments: write {name}(…).")
        return self.unknown(node)

    @staticmethod
    def _of_listings() -> tuple[str, ...]:
        return (RANKINGS, RUNS, LISTS, TOPS)

    def _is_known(self, name: str) -> bool:
        """Tell whether a name stands for something, or may be a variable that nothing binds."""
        known = name in self.bound or name in self.constants or name in self.free
        return known or usual_domain(name, self.among) in (*self._of_listings(), PLACES, DEGREES)

    def unknown(self, node: Node, called: bool = False) -> NoReturn:
        """Say that a name means nothing, and which is close; what is called is no parameter."""
        import difflib

        letters = [name for name, of in USUAL.items() if of in self._of_listings()]
        known = [*self.bound, *self.words, *self.constants, *LOOPS, *OWN_FORM, *letters]
        close = difflib.get_close_matches(node.word, known, n=1, cutoff=float(LIKE))
        own = "" if called else self.declaring.format(node.word[:40])
        hint = f" Did you mean {close[0]!r}?" if close else own
        if usual_domain(node.word, self.among) in (PLACES, DEGREES):
            hint = f" It must be bound: by sum, product, forall or exists.{own}"
        self.wrong(node, f"no word is called {node.word[:40]!r}.{hint}")

    def _sign(self, node: Node) -> Any:
        if node.word == "not":
            return sp.Not(self.condition(node.parts[0]))
        inner = self.number(node.parts[0])
        return inner if node.word == "+" else sp.Mul(-1, inner)

    def _operator(self, node: Node) -> Any:
        word, parts = node.word, node.parts
        if word in ("and", "or"):
            joined = sp.And if word == "and" else sp.Or
            return joined(*map(self.condition, parts))
        if word == "=>":
            return sp.Implies(*map(self.condition, parts))
        if word == "<=>":
            return sp.Equivalent(*map(self.condition, parts))
        if word in RELATIONS:
            sides = [self.value(part) for part in parts]
            return self.kept(node, sides, self.related(node, *sides))
        numbers = [self.number(part) for part in parts]
        if word == "^":
            return self._raised(node, *numbers)
        return self.kept(node, numbers, (sp.Add if word == "+" else sp.Mul)(*numbers))

    def _over(self, node: Node) -> Any:
        return self._raised(node, self.number(node.parts[0]), sp.Integer(-1))

    def related(self, node: Node, left: Any, right: Any) -> Any:
        """Return the comparison of two numbers."""
        for part, found in zip(node.parts, (left, right), strict=True):
            self.insist_kind(part, found, NUMBER)
        try:
            return RELATIONS[node.word](left, right)
        except TypeError:
            self.wrong(node, "this compares what is no real number.")

    def _raised(self, node: Node, base: Any, exponent: Any) -> Any:
        try:
            found = power(base, exponent)
        except OverflowError:
            self.wrong(node, "this power is too large a number.")
        return self.kept(node, (base, exponent), found)

    def kept(self, node: Node, parts: Iterable[Any], made: Any, deep: bool = False) -> Any:
        """Return what was made of parts, if it has no value wherever one of them has none."""
        missing = lost(parts, made, deep, self.there)
        if any(need == NOT_ZERO for need, _ in missing):
            self.wrong(node, "this divides by what may be 0 and then cancels: write ratio(a, b).")
        if any(need == THERE for need, _ in missing):
            self.wrong(node, "this cancels an entry whose place may not be there: leave it out.")
        if missing:
            self.wrong(node, "this cancels a root or logarithm that may have no value.")
        return made

    def _call(self, node: Node) -> Any:
        head, *arguments = node.parts
        word = head.word if head.kind == "name" else ""
        if word and word not in self.bound:
            if word in LOOPS:
                return self._loop(node, word, arguments)
            if word in OWN_FORM:
                return self._choice(node, word, arguments)
            if word in self.words:
                return self._word(node, word, arguments)
        if word and not self._is_known(word):
            self.unknown(head, called=True)
        listing = self.value(head)
        if kind_of(listing) != LISTING or not callable(listing):
            self.wrong(head, f"{head.word or 'this'} is no listing and no word with arguments.")
        if len(arguments) != 1:
            self.wrong(node, "a listing has one entry at one place: write sigma(i).")
        return listing(self.number(arguments[0]))

    def _word(self, node: Node, word: str, arguments: list[Node]) -> Any:
        kinds, make = self.words[word]
        if kinds[-1] == MANY:
            fits = 1 <= len(arguments) <= (2 if word == "log" else MOST_ARGUMENTS)
            kinds = (kinds[0],) * len(arguments)
        else:
            fits = len(arguments) == len(kinds)
        if not fits:
            count = len(arguments)
            self.wrong(node, f"{word} takes {', '.join(kinds) or 'arguments'}: {count} given.")
        found = [self.of_kind(one, kind) for one, kind in zip(arguments, kinds, strict=True)]
        self._insist_small(node, word, found)
        try:
            made = make(*found)
        except (TypeError, ValueError, ZeroDivisionError, OverflowError):
            self.wrong(node, f"{word} has no value here.")
        return self.kept(node, [*found, *_divisors(word, found)], made)

    def _insist_small(self, node: Node, word: str, found: list[Any]) -> None:
        numbers = [one for one in found if getattr(one, "is_Rational", False)]
        if any(max(abs(one.p), one.q) > LARGEST_EXACT for one in numbers):
            self.wrong(node, f"{word} is given too large a number.")
        if word == "binomial" and any(abs(one) > 100 for one in numbers):
            self.wrong(node, "binomial takes numbers up to 100.")

    def _loop(self, node: Node, word: str, arguments: list[Node]) -> Any:
        if len(arguments) != 4 or arguments[0].kind != "name":
            self.wrong(node, f"write {word}(i, 1, n, term): an index, from, to, and what is added.")
        index, low, high, term = arguments
        self.insist_new(index)
        limits = (self.index(index.word), self.number(low), self.number(high))
        if (limits[2] - limits[1]).is_Integer and limits[2] - limits[1] >= MOST_TERMS:
            self.wrong(node, f"more than {MOST_TERMS:,} terms are too many.")
        with_index = {**self.bound, index.word: limits[0]}
        outside, around = self.bound, self.there
        self.bound, self.there = with_index, with_indices([limits], around)
        body = self.number(term)
        try:
            made = LOOPS[word](body, limits)
        except ValueError:
            self.wrong(node, f"{index.word} cannot run between these bounds.")
        found = self.kept(node, (body, *limits), made, deep=True)
        self.bound, self.there = outside, around
        return found

    def insist_new(self, node: Node | Variable) -> None:
        """Refuse a variable that is bound already, or is a word of the language."""
        name = node.word if isinstance(node, Node) else node.name
        if name in self.bound:
            self.wrong(node, f"{name} is bound already: take another letter.")
        if name == "n" or name in self.words or name in LOOPS or name in OWN_FORM:
            self.wrong(node, f"{name} has a meaning of its own: take another letter.")

    def _choice(self, node: Node, word: str, arguments: list[Node]) -> Any:
        """Read piecewise(value, condition, …, otherwise), or if(condition, value, otherwise)."""
        if word == "if" and len(arguments) == 3:
            arguments = [arguments[1], arguments[0], arguments[2]]
        elif word == "if" or not 2 <= len(arguments) <= MOST_ARGUMENTS:
            self.wrong(node, f"write {_FORMS[word]}.")
        pairs = [
            (self.number(value), self.condition(condition))
            for value, condition in zip(arguments[::2], arguments[1::2], strict=False)
        ]
        if len(arguments) % 2:
            pairs.append((self.number(arguments[-1]), sp.true))
        conditions = [condition for _, condition in pairs]
        if any(condition.has(sp.Piecewise) for condition in conditions):
            self.wrong(node, "a condition has no if or piecewise within it: join two by and, or.")
        return self.kept(node, conditions, sp.Piecewise(*pairs), deep=True)

    def _binder(self, node: Node) -> Any:
        self.wrong(node, f"{node.word} belongs into a statement, and this is a term.")

    def _cutoff(self, node: Node) -> Any:
        self.wrong(node, "@ gives the metric of a statement a cut-off: write m@k(sigma, tau).")

    def _change(self, node: Node) -> Any:
        name = node.word[:40]
        self.wrong(node, f"an entry is written in round brackets: {name}(i), not {name}[i].")


def _divisors(word: str, found: list[Any]) -> list[Any]:
    """Return what a word with two numbers divides by."""
    if len(found) != 2 or word not in ("log", "root", "ratio"):
        return []
    return [sp.Pow(sp.log(found[1]) if word == "log" else found[1], -1)]


_FORMS = {
    "if": "if(condition, value, otherwise)",
    "piecewise": "piecewise(value, condition, …, otherwise)",
}


def read_term(text: str, among: str = "", bound: Mapping[str, Any] | None = None) -> Any:
    """Return the term that a text says; `bound` are names that stand for something else."""
    return Reading(text, among, bound).read(NUMBER)
