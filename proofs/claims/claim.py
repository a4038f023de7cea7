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

CONFIRMED, SUPPORTED, REFUTED, CORRECTED = "confirmed", "supported", "refuted", "corrected"
ILL_DEFINED, UNDECIDED = "ill-defined", "undecided"
VERDICTS = (CONFIRMED, SUPPORTED, REFUTED, CORRECTED, ILL_DEFINED, UNDECIDED)

PRINTED, AMENDED, FAIR, OTHER = "printed", "corrected", "fair reading", "other"
ROLES = (PRINTED, AMENDED, FAIR, OTHER)

EVERY = "every n"
SPOKEN_OF = (EVERY, "given sizes", "an example")

HOLDS, FAILS, NO_VALUE = "holds", "refuted", "undefined"


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
class Point:
    """A question about one point: the `value` of a metric there, or whether runs are `below`.

    `covers` says why the point settles what is said, where it does.
    """

    kind: str
    subject: str
    given: tuple[tuple[str, Any], ...]
    says: str
    role: str = PRINTED
    note: str = ""
    covers: str = ""


@dataclass(frozen=True)
class Compute:
    """A small exact computation: a worked number, a count, a formula, a row of a table."""

    function: Callable[..., Computed]
    given: tuple[tuple[str, Any], ...] = ()
    role: str = PRINTED
    note: str = ""


@dataclass(frozen=True)
class Computed:
    """What a computation found: whether it is as printed (None: not defined), and what it is.

    `covers` says why the cases that were tried settle the question; without it they are only cases.
    """

    agrees: bool | None
    found: str
    scope: str
    exceptions: tuple[str, ...] = ()
    covers: str = ""


Evidence = Ask | Imply | Point | Compute


@dataclass(frozen=True)
class Claim:
    """A checkable statement of a paper, or a finding of our own (then `says` is empty).

    `says` are the paper's words, `formula` what our copy of the text lost, `meaning` what we make
    of it. A sentence `speaks_of` every n unless it is declared to be about definite cases, which
    the questions then are. A claim with words `quoted` is among the five of the README, one that
    is a `headline` among the ten of FINDINGS.md. A verdict that is left out is pinned to nothing.
    """

    paper: str
    name: str
    place: str
    says: str
    evidence: tuple[Evidence, ...]
    found: str = ""
    verdict: str = ""
    meaning: str = ""
    formula: str = ""
    reading: str = ""
    missing: str = ""
    reply: str = ""
    speaks_of: str = EVERY
    slow: bool = False
    headline: bool = False
    quoted: str = ""
    remark: str = ""
    own: bool = False
    about: str = ""

    def __post_init__(self) -> None:
        if self.verdict not in ((CONFIRMED, SUPPORTED) if self.own else ("", *VERDICTS)):
            raise ValueError(f"claim {self.key!r}: {self.verdict!r} is not a verdict")
        if not self.words:
            raise ValueError(f"claim {self.key!r} has neither words nor a meaning")
        if self.speaks_of not in SPOKEN_OF:
            raise ValueError(f"claim {self.key!r}: {self.speaks_of!r} is not what it can speak of")
        for evidence in self.evidence:
            if evidence.role not in ROLES:
                raise ValueError(f"claim {self.key!r}: {evidence.role!r} is not a role")
        if not self.missing and not self.asked(PRINTED):
            raise ValueError(
                f"claim {self.key!r} asks nothing: it needs holds, fails or evidence, or, where "
                "its words are too vague to ask anything, missing: what they leave open"
            )

    @property
    def key(self) -> str:
        """The claim's name among those of all papers."""
        return f"{self.paper}.{self.name}"

    @property
    def words(self) -> str:
        """The paper's words, or what stands for them where they are not written down."""
        return self.says or self.meaning or (self.found if self.own else "")

    @property
    def computations(self) -> tuple[int, int]:
        """How many of the questions that decide are computed by what was written for the claim."""
        asked = [evidence for role in (PRINTED, AMENDED) for evidence in self.asked(role)]
        return sum(isinstance(evidence, Compute) for evidence in asked), len(asked)

    @property
    def own_computation(self) -> bool:
        """Whether it rests only on computations written for it, not on axioms and engines."""
        own, asked = self.computations
        return 0 < asked == own

    def asked(self, role: str) -> tuple[Evidence, ...]:
        """Return the questions that play a role."""
        return tuple(evidence for evidence in self.evidence if evidence.role == role)
