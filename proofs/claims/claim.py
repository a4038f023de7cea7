"""What a claim is: a paper's words, the formal questions they come to, and what we found.

A claim is a declaration. Its verdict is computed from the answers to its questions
(:mod:`proofs.claims.judge`) and compared with the pinned one.

>>> claim = Claim(
...     paper="group",
...     name="mae_symmetric",
...     place="§6.2",
...     says="MAE is symmetric.",
...     evidence=(ask("symmetry", "mae"),),
...     found="It is.",
...     verdict=CONFIRMED,
... )
>>> claim.key
'group.mae_symmetric'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
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
    """A checkable statement of a paper."""

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


def ask(
    axiom: str,
    *subjects: str,
    says: str = HOLDS,
    role: str = PRINTED,
    n: Any = "all",
    note: str = "",
    draws: int | None = None,
    **given: Any,
) -> Ask:
    """Return a question; what is given besides are the parameters of the metrics."""
    return Ask(axiom, subjects, says, role, n, tuple(given.items()), note, draws)


def each(axiom: str, subjects: Iterable[str], **options: Any) -> tuple[Ask, ...]:
    """Return one question for each subject: what "all", "none" and "the only" come to.

    >>> [question.subjects for question in each("symmetry", ["mse", "mae"])]
    [('mse',), ('mae',)]
    """
    return tuple(ask(axiom, subject, **options) for subject in subjects)


def imply(
    *axioms: str,
    says: str = HOLDS,
    role: str = PRINTED,
    n: tuple[int, ...] = (2, 3),
    note: str = "",
) -> Imply:
    """Return the question whether the axioms imply the last of them, for every metric."""
    return Imply(axioms[:-1], axioms[-1], says, role, n, note)


def compute(
    function: Callable[..., Computed], role: str = PRINTED, note: str = "", **given: Any
) -> Compute:
    """Return a computation as evidence."""
    return Compute(function, tuple(given.items()), role, note)


def in_paper(paper: str) -> Callable[..., Claim]:
    """Return the short form in which a paper's file declares its claims.

    >>> claim = in_paper("group")
    >>> claim("mae", "§6.2", "…", CONFIRMED, "It is.", ask("symmetry", "mae")).key
    'group.mae'
    """

    def claim(
        name: str,
        place: str,
        says: str,
        verdict: str,
        found: str,
        *evidence: Evidence,
        reading: str = "",
        missing: str = "",
        slow: bool = False,
    ) -> Claim:
        return Claim(paper, name, place, says, evidence, found, verdict, reading, missing, slow)

    return claim
