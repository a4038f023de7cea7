"""The fold for statements: the kinds of nodes that `axioms` adds, and binders spelled out once.

>>> sorted(GROUPS["statements"].values())
['exists', 'for_all', 'has_value', 'mean', 'same', 'score']
"""

from __future__ import annotations

import itertools
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from axioms.language.formula import Defined, Exists, ForAll, Mean, Same, Score, Variable
from axioms.language.order_terms import (
    Below,
    ClosedJoin,
    ClosedMeet,
    FewestSteps,
    Join,
    Linked,
    Meet,
    MostSteps,
)
from metrics.language.fold import GROUPS, KINDS, Fold, Truths

GROUPS["statements"] = {
    Score: "score", Same: "same", ForAll: "for_all", Exists: "exists", Mean: "mean",
    Defined: "has_value",
}  # fmt: skip
GROUPS["ordered"] = {
    Below: "below", Linked: "linked", Join: "join", Meet: "meet", ClosedJoin: "closed_join",
    ClosedMeet: "closed_meet", MostSteps: "most_steps", FewestSteps: "fewest_steps",
}  # fmt: skip


class StatementFold(Fold):
    """Reads statements, and the terms that they are made of."""

    kinds: ClassVar[Mapping[type, str]] = {
        **KINDS, **GROUPS["statements"], **GROUPS["ordered"],
    }  # fmt: skip


class Binders(StatementFold, Truths):
    """Statements with their binders spelled out: every value of every variable."""

    @abstractmethod
    def domain(self, variable: Variable) -> Iterable[Any]:
        """Return all values of a variable."""

    def assigned(self, variables: Iterable[Variable], known: Any) -> Iterator[Any]:
        """Go through all values of some variables, in lexicographic order."""
        chosen = list(variables)
        for values in itertools.product(*map(self.domain, chosen)):
            yield {**known, **dict(zip(chosen, values, strict=True))}

    def for_all(self, e: Any, known: Any) -> Any:
        return self.every(self.read(e.body, case) for case in self.assigned(e.variables, known))

    def exists(self, e: Any, known: Any) -> Any:
        return self.some(self.read(e.body, case) for case in self.assigned(e.variables, known))
