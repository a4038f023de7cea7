"""What a claim is: a paper's words, the formal questions they come to, and what we found.

Claims are read from the papers' files (:mod:`proofs.claims.read`). A verdict is computed from the
answers to the questions (:mod:`proofs.claims.judge`) and compared with the pinned one.

>>> claim = Claim(
...     paper="group",
...     name="mae_symmetric",
...     place="§6.2",
...     says="MAE is symmetric.",
...     evidence=(Ask("symmetry", ("mae",)),),
...     found="It is.",
...     verdict=CONFIRMED,
... )
>>> claim.key
'group.mae_symmetric'
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

CONFIRMED, REFUTED, CORRECTED = "confirmed", "refuted", "corrected"
ILL_DEFINED, UNDECIDED = "ill-defined", "undecided"
VERDICTS = (CONFIRMED, REFUTED, CORRECTED, ILL_DEFINED, UNDECIDED)

PRINTED, AMENDED, OTHER = "printed", "corrected", "other reading"
ROLES = (PRINTED, AMENDED, OTHER)

HOLDS, FAILS = "holds", "refuted"


@dataclass(frozen=True)
class Ask:
    """A question to the engines: a property, or a quantity with its printed value.

    `n` is a size, several sizes, or "all": every n where a proof or a lasting witness
    exists, otherwise n = 2…5. A cut-off that is not given means every admissible one.
    `draws` is the number of random draws behind a printed average.
    """

    axiom: str
    subjects: tuple[str, ...]
    says: str = HOLDS
    role: str = PRINTED
    n: Any = "all"
    given: tuple[tuple[str, Any], ...] = ()
    note: str = ""
    draws: int | None = None


@dataclass(frozen=True)
class Imply:
    """A question about every metric: do some axioms imply another on rankings of n items?"""

    premises: tuple[str, ...]
    conclusion: str
    says: str = HOLDS
    role: str = PRINTED
    n: tuple[int, ...] = (2, 3)
    note: str = ""


@dataclass(frozen=True)
class Compute:
    """A small exact computation: a worked number, a count, a formula, a row of a table."""

    function: Callable[..., Computed]
    given: tuple[tuple[str, Any], ...] = ()
    role: str = PRINTED
    note: str = ""


@dataclass(frozen=True)
class Computed:
    """What a computation found: whether it is as printed (None: not defined), and what it is."""

    agrees: bool | None
    found: str
    scope: str
    exceptions: tuple[str, ...] = ()


Evidence = Ask | Imply | Compute


@dataclass(frozen=True)
class Claim:
    """A checkable statement of a paper; one with words `quoted` is among the five of the README."""

    paper: str
    name: str
    place: str
    says: str
    evidence: tuple[Evidence, ...]
    found: str
    verdict: str
    reading: str = ""
    missing: str = ""
    slow: bool = False
    quoted: str = ""
    remark: str = ""

    def __post_init__(self) -> None:
        if self.verdict not in VERDICTS:
            raise ValueError(f"claim {self.key!r}: {self.verdict!r} is not a verdict")
        for evidence in self.evidence:
            if evidence.role not in ROLES:
                raise ValueError(f"claim {self.key!r}: {evidence.role!r} is not a role")
        if not self.missing and not self.asked(PRINTED):
            raise ValueError(f"claim {self.key!r} asks nothing about what is printed")

    @property
    def key(self) -> str:
        """The claim's name among those of all papers."""
        return f"{self.paper}.{self.name}"

    def asked(self, role: str) -> tuple[Evidence, ...]:
        """Return the questions that play a role."""
        return tuple(evidence for evidence in self.evidence if evidence.role == role)
