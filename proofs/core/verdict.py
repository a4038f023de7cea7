"""Verdicts: HOLDS, REFUTED or UNDECIDED, with a scope and what they rest on.

A REFUTED verdict cannot be built without a replayed witness.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from proofs.core.every_n.blocks import Held, between
from proofs.core.question import Question
from proofs.trusted.replayed import Replayed
from rankproof.presented import Presented

HOLDS, REFUTED, UNDECIDED = "holds", "refuted", "undecided"


@dataclass(frozen=True)
class Undefined:
    """The cases in which a value that the statement names is undefined.

    `of` is the number of all cases, where it is known; where they were not `counted`, some are.
    """

    cases: int = 0
    first: dict[str, Any] | None = None
    of: int | None = None
    counted: bool = True

    def __str__(self) -> str:
        if not self.counted:
            return "some cases are not"
        share = f"{self.cases:,}" if self.of is None else f"{self.cases:,} of {self.of:,}"
        return f"{share} cases are not"


@dataclass(frozen=True)
class Cutoffs:
    """The cut-offs for which a refutation speaks at each n: those of one range or of several."""

    name: str
    ranges: tuple[tuple[Any, Any], ...]

    def __str__(self) -> str:
        return " and ".join(between(self.name, *ends) for ends in self.ranges)

    def take(self, n: int, k: Any) -> bool:
        """Tell whether a cut-off is one of them."""
        whole = isinstance(k, int)
        return whole and any(low.at(n) <= k <= high.at(n) for low, high in self.ranges)


@dataclass(frozen=True)
class Scope:
    """The sizes for which the verdict speaks, and the cut-offs where it fails for many.

    Where it fails at some n and is proved for every n from a later one on, `holds_from` says so,
    and `also_failing` at which sizes between them it fails too, each with its witness. `held` are
    the cut-offs for which it is proved, where it fails for others.
    """

    sizes: tuple[int, ...]
    first_failing: int | None = None
    every_from: int | None = None
    cutoffs: Cutoffs | None = None
    holds_from: int | None = None
    held: tuple[Held, ...] = ()
    also_failing: tuple[tuple[int, dict[str, Any] | None], ...] = ()

    def __str__(self) -> str:
        sizes = self.sizes
        if self.every_from is not None and self.first_failing is None:
            return f"every n ≥ {self.every_from}"
        if self.first_failing is not None:
            before = [size for size in sizes if size < self.first_failing]
            text = span((self.first_failing, *(size for size, _ in self.also_failing)))
            if self.every_from is not None:
                more = "" if self.cutoffs is None else f" and {self.cutoffs}"
                text = f"every n ≥ {self.every_from}{more}"
                if self.every_from == self.first_failing + 1 and not more:
                    text = f"every n ≥ {self.first_failing}"
                elif self.every_from > self.first_failing:
                    text = f"n = {self.first_failing}, and {text}"
            holds = [span(before)] if before else []
            holds += [] if self.holds_from is None else [f"every n ≥ {self.holds_from}"]
            holds += map(str, self.held)
            return f"{text} (holds for {' and '.join(holds)})" if holds else text
        return span(sizes)

    def shown(self) -> dict[str, Any]:
        """Return the scope as its fields in JSON."""
        fields = {"n": list(self.sizes), "all": self.every_from is not None}
        starts = {"from": self.every_from, "holds_from": self.holds_from}
        known = {name: value for name, value in starts.items() if value is not None}
        also = [{"n": size, "witness": witness} for size, witness in self.also_failing]
        more = self._cutoffs_shown() | ({"also_failing": also} if also else {})
        return {**fields, "first_failing_n": self.first_failing, **known, **more}

    def _cutoffs_shown(self) -> dict[str, Any]:
        found = self.cutoffs
        if found is None:
            return {}
        ranges = [{"from": str(low), "to": str(high)} for low, high in found.ranges]
        holds = {"holds": [each.shown() for each in self.held]} if self.held else {}
        return {"cutoff": {"name": found.name, "ranges": ranges, **holds}}

    @classmethod
    def of(cls, shown: Mapping[str, Any]) -> Scope:
        """Return a scope for people to read, from its fields in JSON."""
        cutoff, found, held = shown.get("cutoff"), None, []
        if cutoff is not None:
            ranges = tuple((each["from"], each["to"]) for each in cutoff["ranges"])
            found = Cutoffs(cutoff["name"], ranges)
            held = [Held(found.name, e["n"], e["from"], e["to"]) for e in cutoff.get("holds", ())]
        start, after = shown.get("from"), shown.get("holds_from")
        sizes = tuple(shown["n"])
        also = tuple((each["n"], each["witness"]) for each in shown.get("also_failing", ()))
        return cls(sizes, shown["first_failing_n"], start, found, after, tuple(held), also)


def span(sizes: Any) -> str:
    """Return sizes as text; those that follow each other are written as a range.

    >>> span((1, 3, 4, 5))
    'n = 1, 3…5'
    """
    if not sizes:
        return "every n"
    runs: list[list[int]] = []
    for size in sizes:
        if runs and size == runs[-1][-1] + 1:
            runs[-1].append(size)
        else:
            runs.append([size])
    return "n = " + ", ".join(str(r[0]) if len(r) == 1 else f"{r[0]}…{r[-1]}" for r in runs)


class Answer(Presented):
    """What verdicts and measurements have in common: they show themselves."""

    question: Question

    def given(self) -> str:
        """Return what was given, as it follows the title: no cut-off that is one of many."""
        cutoffs = getattr(getattr(self, "scope", None), "cutoffs", None)
        return self.question.given("" if cutoffs is None else cutoffs.name)

    def told(self, form: str) -> str:
        """Return the answer as text, in one line, as HTML, Markdown or LaTeX."""
        from proofs.report.notebook import told

        return told(self, form)  # type: ignore[arg-type]


@dataclass(frozen=True, repr=False)
class Verdict(Answer):
    """The answer to a question about a property.

    `status` is "holds", "refuted" or "undecided"; `witness` are the listings that refute it, and
    `values` the exact values there, by their terms.
    """

    status: str
    question: Question
    scope: Scope
    engine: str
    replayed: Replayed | None = None
    reason: str = ""
    part: str | None = None
    undefined: Undefined = field(default_factory=Undefined)
    cases: int = 0
    seconds: float = 0.0
    checked: tuple[str, ...] = ()
    caveats: tuple[str, ...] = ()
    agreed_by: tuple[str, ...] = ()
    evidence: dict[str, Any] = field(default_factory=dict)
    derivation: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.status == REFUTED and not isinstance(self.replayed, Replayed):
            raise ValueError("a verdict is REFUTED only with a replayed witness")
        if self.status not in (HOLDS, REFUTED, UNDECIDED):
            raise ValueError(f"unknown status {self.status!r}")

    @property
    def witness(self) -> dict[str, Any] | None:
        """The counterexample, by the names of the variables; None where there is none."""
        return None if self.replayed is None else self.replayed.witness

    @property
    def values(self) -> dict[str, Any]:
        """The exact values at the counterexample, as SymPy numbers, by their terms."""
        return {} if self.replayed is None else dict(self.replayed.values)

    def __bool__(self) -> bool:
        raise TypeError(
            "a verdict is not true or false, it may be undecided: compare verdict.status with "
            "'holds', 'refuted' or 'undecided'."
        )


@dataclass(frozen=True, repr=False)
class Measurement(Answer):
    """The answer to a question about a quantity: an exact value, or an estimate.

    Where the quantity is a list, `several` are its values, with what else is to be said of each.
    """

    question: Question
    engine: str
    exact: Any = None
    estimate: float | None = None
    interval: tuple[float, float] | None = None
    samples: int | None = None
    seed: int | None = None
    undefined: Undefined = field(default_factory=Undefined)
    reason: str = ""
    cases: int = 0
    seconds: float = 0.0
    caveats: tuple[str, ...] = ()
    witness: dict[str, Any] | None = None
    approached: bool = False
    several: tuple[tuple[Any, dict[str, Any]], ...] | None = None

    @property
    def value(self) -> Any:
        """The exact value as a SymPy number, a tuple where there are several; None if estimated."""
        if self.several is not None:
            return tuple(value for value, _ in self.several)
        return None if self.exact is None else self.exact.expression()

    def __bool__(self) -> bool:
        raise TypeError("a quantity is not true or false: compare its .value, an exact number.")
