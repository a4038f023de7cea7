"""One fold from which every reader of the language derives.

A reader is a class with one method for each kind of node that it reads, under the name that
KINDS gives to the kind, and with the kinds that it does not read in `refuses`. The list is
closed: a node without a case is an error that names the reader and the node. What all readers do
alike is here once: unrolling sums and products, conjunctions, implications.

A condition is undefined where a value in any of its parts is. A `Piecewise` has the value of its
first branch whose condition is true: what the branches after it say, and the values of branches
that are not taken, may be undefined; without a true condition it is undefined itself.

>>> from metrics.language.terms import sigma, i, n
>>> written_out(sp.Sum(i * sigma(i), (i, 1, n)), {n: sp.Integer(2)})
At(Ranking(sigma), 1) + 2*At(Ranking(sigma), 2)
"""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from typing import Any, ClassVar

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanAtom

from metrics.language import lists, terms
from metrics.language.runs import Gain, Grade, Run
from metrics.language.weight_symbols import KINDS as WEIGHT_NODES

Case = Callable[[Any, Any, Any], Any]
LIST_NODES: dict[type, str] = {
    lists.PoolList: "pool_list", lists.Exchanged: "exchanged", lists.Regraded: "regraded",
    lists.Extended: "extended", lists.Ideal: "ideal", lists.Sorted: "sorted_list",
    lists.TopList: "top_list", lists.RankIn: "rank_in", lists.TiedWith: "tied_with",
    lists.Length: "length", lists.SamePool: "same_pool", lists.SameTop: "same_top",
}  # fmt: skip
GROUPS: dict[str, dict[type, str]] = {
    "simple": {sp.Rational: "number", sp.Symbol: "symbol", sp.Add: "add", sp.Mul: "multiply"},
    "functions": {
        sp.Pow: "power", terms.Ratio: "ratio", sp.Abs: "absolute", sp.sign: "sign",
        sp.Max: "maximum", sp.Min: "minimum", sp.log: "log", sp.binomial: "binomial",
    },
    "rounded": {sp.floor: "floor", sp.ceiling: "ceiling", sp.Mod: "remainder"},
    "loops": {sp.Sum: "sum", sp.Product: "product"},
    "choices": {terms.Indicator: "indicator", sp.Piecewise: "piecewise"},
    "conditions": {
        BooleanAtom: "constant", sp.And: "conjunction", sp.Or: "disjunction", sp.Not: "negation",
        sp.Implies: "implication", sp.Equivalent: "equivalence", Relational: "relation",
    },
    "listings": {
        terms.Ranking: "ranking", terms.Identity: "identity", terms.Backwards: "backwards",
        terms.FullCycle: "full_cycle", terms.Swap: "swap", terms.Inverse: "inverse",
        terms.Compose: "compose",
    },
    "ranked": {terms.At: "entry"},
    "judged": {Run: "run", Grade: "grade", Gain: "gain", **LIST_NODES},
    "lists": LIST_NODES,
    "weights": dict.fromkeys(WEIGHT_NODES, "weight"),
    "aspects": {sp.Indexed: "indexed", terms.Largest: "largest"},
}  # fmt: skip
KINDS = {node: kind for group in GROUPS.values() for node, kind in group.items()}

SPELLED, MOST_TERMS = "terms that are spelled out", 100_000

RELATIONS: dict[type, Callable[[Any, Any], Any]] = {
    sp.Eq: operator.eq, sp.Ne: operator.ne, sp.Le: operator.le, sp.Lt: operator.lt,
    sp.Ge: operator.ge, sp.Gt: operator.gt,
}  # fmt: skip


def names(words: str) -> frozenset[str]:
    """Return kinds that are named one by one, or by their groups.

    >>> sorted(names("choices log"))
    ['indicator', 'log', 'piecewise']
    """
    groups = [GROUPS[word].values() if word in GROUPS else [word] for word in words.split()]
    return frozenset(kind for group in groups for kind in group)


class Unread(Exception):
    """A reader met what it does not read; the message names both."""

    def __init__(self, reader: str, what: str) -> None:
        super().__init__(f"{reader} cannot read {what}")


class Fold(ABC):  # noqa: B024
    """Reads a node by the method of its kind; `known` has the values of symbols and leaves."""

    reader: ClassVar[str] = "this reader"
    kinds: ClassVar[Mapping[type, str]] = KINDS
    refuses: ClassVar[frozenset[str]] = frozenset()
    _cases: ClassVar[dict[type, Case]] = {}

    def __init_subclass__(cls) -> None:
        cls._cases = {}

    def read(self, e: Any, known: Any) -> Any:
        """Return what a node means."""
        if e in known:
            return self.given(e, known)
        case = self._cases.get(type(e))
        if case is None:
            case = self._cases[type(e)] = self.case_of(type(e))
        return case(self, e, known)

    @classmethod
    def kind_of(cls, node: type) -> str | None:
        """Return the kind of a class of nodes, None for what is not of the language."""
        return next((cls.kinds[base] for base in node.__mro__ if base in cls.kinds), None)

    @classmethod
    def case_of(cls, node: type) -> Case:
        """Return the method that reads a class of nodes."""
        kind = cls.kind_of(node)
        refused = kind is None or kind in cls.refuses
        found: Case = cls.unread if refused else getattr(cls, str(kind), cls.unread)
        return found

    def unread(self, e: Any, known: Any) -> Any:
        """Say that a node is not read here."""
        raise Unread(self.reader, f"{type(e).__name__} in {e}")

    def given(self, e: Any, known: Any) -> Any:
        """Return the value that was given for a node."""
        return known[e]

    # Sums and products, spelled out ---------------------------------------------------------------

    def unrolled(self, e: Any, known: Any) -> Iterator[Any]:
        """Read each term of a sum or product; the last limit is the outermost.

        So many terms that nobody would wait for them, those of sums around it counted, are unread.
        """
        cases = [known]
        for index, low, high in reversed(e.limits):
            spans = [range(self.whole(low, case), self.whole(high, case) + 1) for case in cases]
            count = sum(map(len, spans)) * known.get(SPELLED, 1)
            if count > MOST_TERMS:
                return iter([self.unread(e, known)])
            cases = [
                {**case, index: self.index(value), SPELLED: count}
                for case, span in zip(cases, spans, strict=True)
                for value in span
            ]
        return (self.read(e.function, case) for case in cases)

    def index(self, value: int) -> Any:
        """Return an index's value as `known` has it."""
        return value

    def whole(self, e: Any, known: Any) -> int:
        """Return a limit or place as an integer; what is none at these sizes is not read."""
        found = self.read(e, known)
        if not getattr(found, "is_number", True) or found != int(found):
            raise Unread(self.reader, f"the place or limit {e}, which is {found}")
        return int(found)

    def arguments(self, e: Any, known: Any) -> list[Any]:
        """Read what a node is made of."""
        return [self.read(argument, known) for argument in e.args]


class Sums(Fold):
    """Sums and products by how values are added and multiplied."""

    @abstractmethod
    def total(self, values: Iterable[Any]) -> Any:
        """Add values up."""

    @abstractmethod
    def times(self, values: Iterable[Any]) -> Any:
        """Multiply values."""

    def add(self, e: Any, known: Any) -> Any:
        return self.total(self.arguments(e, known))

    def multiply(self, e: Any, known: Any) -> Any:
        return self.times(self.arguments(e, known))

    def sum(self, e: Any, known: Any) -> Any:
        return self.total(self.unrolled(e, known))

    def product(self, e: Any, known: Any) -> Any:
        return self.times(self.unrolled(e, known))


class Truths(Fold):
    """Conditions by what "every", "some" and "not" mean for truth values."""

    @abstractmethod
    def every(self, truths: Iterable[Any]) -> Any:
        """Return that all are true; of none, what is true."""

    @abstractmethod
    def some(self, truths: Iterable[Any]) -> Any:
        """Return that one at least is true; of none, what is false."""

    @abstractmethod
    def opposite(self, truth: Any) -> Any:
        """Return that it is not true."""

    @abstractmethod
    def compared(self, relation: type, left: Any, right: Any) -> Any:
        """Return that two values stand in a relation."""

    @property
    def turned(self) -> Any:
        """The reader of what is to be negated."""
        return self

    def constant(self, e: Any, known: Any) -> Any:
        return self.every(()) if e == sp.true else self.some(())

    def conjunction(self, e: Any, known: Any) -> Any:
        return self.every(self.read(argument, known) for argument in e.args)

    def disjunction(self, e: Any, known: Any) -> Any:
        return self.some(self.read(argument, known) for argument in e.args)

    def negation(self, e: Any, known: Any) -> Any:
        return self.opposite(self.turned.read(e.args[0], known))

    def implication(self, e: Any, known: Any) -> Any:
        left, right = e.args
        steps = ((self.negated, left), (self.read, right))
        return self.some(step(side, known) for step, side in steps)

    def negated(self, e: Any, known: Any) -> Any:
        """Return that a condition is not true."""
        return self.opposite(self.turned.read(e, known))

    def equivalence(self, e: Any, known: Any) -> Any:
        both = self.every([self.read(side, known) for side in e.args])
        return self.some([both, self.every([self.negated(side, known) for side in e.args])])

    def relation(self, e: Any, known: Any) -> Any:
        left, right = e.args
        return self.compared(type(e), self.read(left, known), self.read(right, known))


class Decided(Truths):
    """Conditions that are simply true or false."""

    def every(self, truths: Iterable[Any]) -> bool:
        return all(truths)

    def some(self, truths: Iterable[Any]) -> bool:
        return any(truths)

    def opposite(self, truth: Any) -> bool:
        return not truth

    def equivalence(self, e: Any, known: Any) -> bool:
        return len({self.read(side, known) for side in e.args}) == 1


class Masks(Truths):
    """Conditions in many cases at once: arrays of truth values, or one value for all cases."""

    def every(self, truths: Iterable[Any]) -> Any:
        return reduce(operator.and_, truths, True)

    def some(self, truths: Iterable[Any]) -> Any:
        return reduce(operator.or_, truths, False)

    def opposite(self, truth: Any) -> Any:
        return truth ^ True

    def compared(self, relation: type, left: Any, right: Any) -> Any:
        return RELATIONS[relation](left, right)


class Rewritten(Fold):
    """Rebuilds a term; a kind of node is changed by the method that a reader has for it."""

    def unread(self, e: Any, known: Any) -> Any:
        return e.func(*self.arguments(e, known)) if e.args else e


class WrittenOut(Rewritten):
    """Writes out sums, products and maxima whose sizes are known numbers."""

    reader = "writing out"

    def index(self, value: int) -> Any:
        return sp.Integer(value)

    def sum(self, e: Any, known: Any) -> Any:
        return sp.Add(*self.unrolled(e, known))

    def product(self, e: Any, known: Any) -> Any:
        return sp.Mul(*self.unrolled(e, known))

    def largest(self, e: Any, known: Any) -> Any:
        return sp.Max(*self.unrolled(e, known))

    def indexed(self, e: Any, known: Any) -> Any:
        return e.func(e.base, *[self.read(index, known) for index in e.indices])


def written_out(e: Any, known: Mapping[Any, Any]) -> Any:
    """Write out the sums, products and maxima of a term whose sizes are known numbers."""
    return WrittenOut().read(e, known)


def places_of_limits(e: Any) -> set[Any]:
    """Return the places, not bound in a term, on which the limits of its sums depend."""
    limits = [limit for each in e.atoms(sp.Sum, sp.Product) for limit in each.limits]
    ends = sp.Tuple(*[end for _, *both in limits for end in both])
    found: set[Any] = ends.atoms(terms.Place) & e.free_symbols
    return found


def written_for_places(e: Any, known: Mapping[Any, Any], size: int) -> Any:
    """Write out a term; where the limits of sums depend on places, one for each of their values.

    >>> i, d = terms.Place("i"), terms.Place("d")
    >>> written_for_places(sp.Sum(d**2, (d, 1, i)), {}, 2)
    Piecewise((1, Eq(i, 1)), (5, Eq(i, 2)))
    """
    places = sorted(places_of_limits(e) - set(known), key=str)
    if not places:
        return written_out(e, known)
    chosen = [(sp.Integer(value), sp.Eq(places[0], value)) for value in range(1, size + 1)]
    branches = [
        (written_for_places(e, {**known, places[0]: value}, size), here) for value, here in chosen
    ]
    return sp.Piecewise(*branches, evaluate=False)
