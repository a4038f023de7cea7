"""A rule for every n: its name, the shape of the statements that it reads, and how it derives one.

The shape takes a statement apart, or says None; the derivation takes the opened metrics and those
parts, and returns the steps, or None where the rule does not reach.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp

from axioms.language.formula import ForAll, Same
from proofs.engines.symbolic.opened import Opened

Steps = list[str]
OPEN = "open the metric, with fresh indices"
OPEN_BOTH = "open the metric on both sides, with fresh indices"


@dataclass(frozen=True)
class Rule:
    """A named way from a statement of one shape to the steps of a derivation."""

    name: str
    shape: Callable[[Any], tuple[Any, ...] | None]
    derive: Callable[..., Steps | None]

    def __call__(self, formula: Any, opened: Opened) -> Steps | None:
        parts = self.shape(formula)
        return None if parts is None else self.derive(opened, *parts)


def universal(formula: Any) -> tuple[Any, ...] | None:
    """Recognise ∀, and return the statement as it is."""
    return (formula,) if isinstance(formula, ForAll) else None


def equation(formula: Any) -> tuple[Any, ...] | None:
    """Recognise ∀: left = right."""
    match formula:
        case ForAll(body=sp.Eq(args=sides)):
            return tuple(sides)
    return None


def bound(formula: Any) -> tuple[Any, ...] | None:
    """Recognise ∀: low ≤ high."""
    match formula:
        case ForAll(body=sp.Le(args=(low, high)) | sp.Ge(args=(high, low))):
            return low, high
    return None


def coincidence(formula: Any) -> tuple[Any, ...] | None:
    """Recognise ∀: left = right ⇔ two listings are the same, or ⇒."""
    match formula:
        case ForAll(
            body=sp.Implies(args=(sp.Eq() as equal, Same() as same))
            | sp.Equivalent(args=(sp.Eq() as equal, Same() as same))
            | sp.Equivalent(args=(Same() as same, sp.Eq() as equal))
        ):
            return *equal.args, same
    return None


def in_parts(found: Sequence[tuple[str, Sequence[str]]]) -> Steps:
    """Return the steps of all parts of a statement, each under the name of its part."""
    several = len(found) > 1
    return [f"{name}: {step}" if several else step for name, steps in found for step in steps]
