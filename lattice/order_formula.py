"""The formula of an order, read for runs of one size: what readers of it have in common."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from axioms.language.fold import Binders
from metrics.language.fold import Sums, names
from metrics.language.runs import Degree, Run, c
from metrics.language.terms import n
from metrics.naming import BadInput


class OrderFormula(Sums, Binders):
    """Reads the formula of an order, for runs of `size` degrees from 0 to `top`."""

    reader = "an order's formula"
    refuses = names(
        "functions rounded listings lists ranked weights aspects ordered symbol piecewise run "
        "gain score mean has_value"
    )

    def __init__(self, size: int, top: int) -> None:
        self.size, self.top = size, top
        self.sizes = {n: size, c: top}

    def domain(self, variable: Any) -> range:
        return range(self.top + 1) if isinstance(variable, Degree) else range(1, self.size + 1)

    def indicator(self, e: Any, known: Any) -> Any:
        return self.read(e.args[0], known)

    def grade(self, e: Any, known: Any) -> Any:
        run, place = e.args
        at = self.whole(place, known)
        if not 1 <= at <= self.size:
            raise self.outside(at)
        return self.degree(run, at, known)

    def outside(self, place: int) -> Exception:
        """Return the error for a place that no run has."""
        return BadInput(f"the order's formula reads place {place} of a run of {self.size}.")

    @abstractmethod
    def degree(self, run: Run, place: int, known: Any) -> Any:
        """Return the degree of a run at a place."""

    def unread(self, e: Any, known: Any) -> Any:
        raise BadInput(f"the order's formula has {e}, which cannot be read here.")
