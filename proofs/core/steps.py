"""Derivations as data: what was concluded, by which rule, from what.

An engine proposes steps, and the trusted room concludes them: `Kernel.conclude` asks the checker of
the rule, which knows nothing of how the step was found. A certificate carries the steps, and
`proofs.verify` has each of them checked again. What people read is printed from the steps.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Theorem:
    """A theorem of the textbooks that is used as such, and not derived here."""

    name: str
    source: str

    def shown(self) -> dict[str, str]:
        """Return it as data, for verdicts and certificates."""
        return {"theorem": self.name, "source": self.source}


@dataclass(frozen=True)
class Step:
    """A conclusion, the rule it was reached by, the numbers of the steps it rests on (from 1), and
    what the checker of the rule has to be told: plain data."""

    rule: str
    conclusion: str
    premises: tuple[int, ...] = ()
    evidence: Mapping[str, Any] = field(default_factory=dict)

    def shown(self) -> dict[str, Any]:
        """Return it as data, for certificates."""
        return {
            "rule": self.rule,
            "premises": list(self.premises),
            "conclusion": self.conclusion,
            "evidence": dict(self.evidence),
        }


@dataclass(frozen=True)
class Derivation:
    """Steps that were concluded, a sentence for each, and the theorems that they trust."""

    steps: tuple[Step, ...]
    sentences: tuple[str, ...]
    trusted: tuple[Theorem, ...] = ()

    def evidence(self) -> dict[str, Any]:
        """Return what a verdict keeps of it, as data."""
        trusted = [theorem.shown() for theorem in self.trusted]
        steps = [step.shown() for step in self.steps]
        return {"steps": steps, **({"trusted": trusted} if trusted else {})}


def sentence(step: Step, reason: str) -> str:
    """Return a step in words.

    >>> sentence(Step("never", "not (A and B)", (1,)), "one of the conditions never holds")
    'not (A and B) [one of the conditions never holds; from 1]'
    """
    rests = f"; from {', '.join(map(str, step.premises))}" if step.premises else ""
    return f"{step.conclusion} [{reason}{rests}]"
