"""One fold from which every reader of the language derives.

A reader is a class with one method for each kind of node that it reads, under the name that
KINDS gives to the kind, and with the kinds that it does not read in `refuses`. The list is
closed: a node without a case is an error that names the reader and the node. What all readers do
alike is here once: unrolling sums and products, conjunctions, implications.

A condition is undefined where a value in any of its parts is. A `Piecewise` has the value of its
first branch whose condition is true: what the branches after it say, and the values of branches
that are not taken, may be undefined; without a true condition it is undefined itself.

>>> from metrics.language.terms import sigma, i, n
>>> written_out(Sum(i * sigma(i), (i, 1, n)), {n: Integer(2)})
At(Ranking(sigma), 1) + 2*At(Ranking(sigma), 2)
"""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar

from sympy import (
    Abs,
    Add,
    And,
    Eq,
    Equivalent,
    Ge,
    Gt,
    Implies,
    Indexed,
    Integer,
    Le,
    Lt,
    Max,
    Min,
    Mod,
    Mul,
    Ne,
    Not,
    Or,
    Piecewise,
    Pow,
    Product,
    Rational,
    Sum,
    Symbol,
    binomial,
    ceiling,
    floor,
    log,
    sign,
    true,
)  # fmt: skip
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanAtom

from metrics.language.runs import Gain, Grade, Run
from metrics.language.terms import (
    At,
    Backwards,
    Compose,
    FullCycle,
    Identity,
    Indicator,
    Inverse,
    Largest,
    Ranking,
    Ratio,
    Swap,
)  # fmt: skip
from metrics.language.weight_symbols import KINDS as WEIGHT_NODES

Case = Callable[[Any, Any, Any], Any]
GROUPS: dict[str, dict[type, str]] = {
    "simple": {Rational: "number", Symbol: "symbol", Add: "add", Mul: "multiply"},
    "functions": {
        Pow: "power", Ratio: "ratio", Abs: "absolute", sign: "sign", Max: "maximum",
        Min: "minimum", log: "log", binomial: "binomial",
    },
    "rounded": {floor: "floor", ceiling: "ceiling", Mod: "remainder"},
    "loops": {Sum: "sum", Product: "product"},
    "choices": {Indicator: "indicator", Piecewise: "piecewise"},
    "conditions": {
        BooleanAtom: "constant", And: "conjunction", Or: "disjunction", Not: "negation",
        Implies: "implication", Equivalent: "equivalence", Relational: "relation",
    },
    "listings": {
        Ranking: "ranking", Identity: "identity", Backwards: "backwards", FullCycle: "full_cycle",
        Swap: "swap", Inverse: "inverse", Compose: "compose",
    },
    "ranked": {At: "entry"},
    "judged": {Run: "run", Grade: "grade", Gain: "gain"},
    "weights": dict.fromkeys(WEIGHT_NODES, "weight"),
    "aspects": {Indexed: "indexed", Largest: "largest"},
}  # fmt: skip
KINDS = {node: kind for group in GROUPS.values() for node, kind in group.items()}

RELATIONS: dict[type, Callable[[Any, Any], Any]] = {
    Eq: operator.eq, Ne: operator.ne, Le: operator.le, Lt: operator.lt, Ge: operator.ge,
    Gt: operator.gt,
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
        """Read each term of a sum or product; the last limit is the outermost."""
        cases = [known]
        for index, low, high in reversed(e.limits):
            cases = [
                {**case, index: self.index(value)}
                for case in cases
                for value in range(self.whole(low, case), self.whole(high, case) + 1)
            ]
        return (self.read(e.function, case) for case in cases)

    def index(self, value: int) -> Any:
        """Return an index's value as `known` has it."""
        return value

    def whole(self, e: Any, known: Any) -> int:
        """Return a limit or place as an integer."""
        return int(self.read(e, known))

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
        return self.every(()) if e == true else self.some(())

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


class Rewritten(Fold):
    """Rebuilds a term; a kind of node is changed by the method that a reader has for it."""

    def unread(self, e: Any, known: Any) -> Any:
        return e.func(*self.arguments(e, known)) if e.args else e


class WrittenOut(Rewritten):
    """Writes out sums, products and maxima whose sizes are known numbers."""

    reader = "writing out"

    def index(self, value: int) -> Any:
        return Integer(value)

    def sum(self, e: Any, known: Any) -> Any:
        return Add(*self.unrolled(e, known))

    def product(self, e: Any, known: Any) -> Any:
        return Mul(*self.unrolled(e, known))

    def largest(self, e: Any, known: Any) -> Any:
        return Max(*self.unrolled(e, known))

    def indexed(self, e: Any, known: Any) -> Any:
        return e.func(e.base, *[self.read(index, known) for index in e.indices])


def written_out(e: Any, known: Mapping[Any, Any]) -> Any:
    """Write out the sums, products and maxima of a term whose sizes are known numbers."""
    return WrittenOut().read(e, known)
