"""Whether some axioms imply another, for every metric of two rankings.

At one n the metric is a table of unknowns, and two solvers are asked for one that has the premises
and lacks the conclusion; such a table is evaluated again by the trusted room. For every n it holds
where the conclusion is a part of the premises, or where three items decide it
(:mod:`proofs.script.small_models`).

>>> from axioms import AXIOMS
>>> found = implied([AXIOMS["distance"]], AXIOMS["symmetry"], every_n=True)
>>> found.status, found.scope
('holds', 'every n')
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from proofs.script.small_models import BY_THREE, PARTS, WORDS, reach
from proofs.trusted.replayed import ReplayFailed
from rankproof.line.version import VERSION

HOLDS, REFUTED, UNDECIDED = "holds", "refuted", "undecided"
SECONDS = 20.0
SIZES = (2, 3)
SMALL_VALUES = (1, 2, 3, 5)
Table = dict[Any, Fraction]


@dataclass(frozen=True)
class Implication:
    """What was found for the sizes that were asked about, up to the first at which it fails.

    `every_from` is the n from which on it holds, where that is known, and `reach` says by what;
    `scripts` are the SMT-LIB scripts that have no model, one for each size at which it holds.
    """

    premises: tuple[Any, ...]
    conclusion: Any
    sizes: tuple[int, ...]
    status: str
    table: Table | None = None
    solvers: tuple[str, ...] = ()
    reason: str = ""
    every_from: int | None = None
    reach: str = ""
    scripts: tuple[str, ...] = field(default=(), repr=False)

    @property
    def scope(self) -> str:
        """For which n the answer speaks, as text."""
        if self.every_from is not None:
            return "every n" if self.every_from == 1 else f"every n ≥ {self.every_from}"
        if self.status == HOLDS and len(self.sizes) > 1:
            return f"n = {self.sizes[0]}…{self.sizes[-1]}"
        return f"n = {self.sizes[-1]}"

    def or_open(self) -> Implication:
        """Return the answer to a question about every n: open, where only some n were settled."""
        if self.status != HOLDS or self.every_from is not None:
            return self
        reason = f"it holds for {self.scope}, and nothing shows it for every n"
        return replace(self, status=UNDECIDED, reason=reason)

    def text(self) -> str:
        """Return the answer for the terminal."""
        names = " and ".join(axiom.name for axiom in self.premises)
        verb = "implies" if len(self.premises) == 1 else "imply"
        held = self.sizes[:-1] if self.status == REFUTED else ()
        scope = self.scope + (f" (holds for n = {', '.join(map(str, held))})" if held else "")
        head = f"{self.status.upper():<10}{names} {verb} {self.conclusion.name}, {scope}, "
        lines = [head + "for every metric of two rankings", ""]
        if self.status == HOLDS and self.solvers:
            there = f" at n = {', '.join(map(str, self.sizes))}" if self.reach else ""
            lines.append(f"  proved    no metric breaks it{there}: {' and '.join(self.solvers)}")
        if self.reason or self.reach:
            lines.append(f"  because   {self.reason or WORDS[self.reach]}")
        if self.table is not None:
            lines.append("  broken by the metric")
            lines += [f"            {text}" for text in values_text(self.table)]
            lines.append("  replayed  by proofs/trusted: it has the former and lacks the latter")
        return "\n".join(lines)

    def stated(self) -> dict[str, Any]:
        """Return what is said: the axioms, the status, for which n, and a metric that breaks it."""
        scope: dict[str, Any] = {
            "n": list(self.sizes),
            "all": self.every_from is not None,
            "first_failing_n": self.sizes[-1] if self.status == REFUTED else None,
        }
        if self.every_from is not None:
            scope["from"] = self.every_from
        return {
            "premises": [axiom.name for axiom in self.premises],
            "conclusion": self.conclusion.name,
            "status": self.status,
            "scope": scope,
            "metric": None
            if self.table is None
            else [
                {"sigma": list(one), "tau": list(two), "value": str(value)}
                for (one, two), value in self.table.items()
            ],
        }

    def as_json(self) -> dict[str, Any]:
        """Return the answer as JSON fields."""
        return {
            "schema": 1,
            "version": VERSION,
            **self.stated(),
            "parameters": {"n": self.sizes[-1] if self.sizes else "all"},
            "solvers": list(self.solvers),
            "reason": self.reason or WORDS.get(self.reach, ""),
        }


def values_text(table: Mapping[Any, Fraction]) -> list[str]:
    """Return the values of a metric, a text each."""
    words = {pair: ", ".join("".join(map(str, ranking)) for ranking in pair) for pair in table}
    return [f"m({words[pair]}) = {value}" for pair, value in table.items()]


def implied(
    premises: Sequence[Any],
    conclusion: Any,
    sizes: Sequence[int] = SIZES,
    seconds: float = SECONDS,
    every_n: bool = False,
) -> Implication:
    """Ask about each size up to the first at which it fails, and about every n where that is asked.

    For every n nothing is asked of a solver where the conclusion is a part of the premises.
    """
    given = (tuple(premises), conclusion)
    if every_n and reach(*given) == PARTS:
        return Implication(*given, (), HOLDS, every_from=1, reach=PARTS)
    found = Implication(*given, (), HOLDS)
    for size in sizes:
        here = _at(*given, size, seconds)
        agreed = tuple(s for s in here.solvers if not found.sizes or s in found.solvers)
        walked = (*found.sizes, size)
        found = replace(here, sizes=walked, solvers=agreed, scripts=found.scripts + here.scripts)
        if found.status != HOLDS:
            return found
    if every_n and found.sizes[-1] >= 3 and reach(*given) == BY_THREE:
        return replace(found, every_from=found.sizes[0], reach=BY_THREE)
    return found


def _at(premises: tuple[Any, ...], conclusion: Any, n: int, seconds: float) -> Implication:
    """Decide an implication at one n with two solvers; a metric that breaks it is replayed."""
    from proofs.script.free_metric import breaking_script
    from proofs.script.solvers import UNKNOWN, UNSAT, consult

    given, text = (premises, conclusion, (n,)), breaking_script(premises, conclusion, n)
    replies = consult(text, seconds)
    if replies["z3"].answer == UNSAT:
        agreed = tuple(name for name, reply in replies.items() if reply.answer == UNSAT)
        return Implication(*given, HOLDS, solvers=agreed, scripts=(text,))
    if replies["z3"].answer == UNKNOWN:
        return Implication(*given, UNDECIDED, reason=replies["z3"].reason)
    for table in _models(premises, conclusion, n, seconds, replies["z3"]):
        if not breaks(premises, conclusion, table, n):
            raise ReplayFailed("a breaking metric does not break the implication")
        return Implication(*given, REFUTED, table, ("z3",))
    return Implication(*given, UNDECIDED, reason="no model with rational values")


def _models(
    premises: tuple[Any, ...], conclusion: Any, n: int, seconds: float, any_model: Any
) -> Iterator[Table]:
    """Go through breaking metrics, those with small whole values first."""
    from proofs.script.free_metric import breaking_script, pairs, unknown
    from proofs.script.solvers import SAT, consult

    for largest in (*SMALL_VALUES, None):
        reply = any_model
        if largest is not None:
            small = breaking_script(premises, conclusion, n, range(largest + 1))
            reply = consult(small, seconds, ("z3",))["z3"]
        if reply.answer == SAT:
            yield {pair: Fraction(reply.model.get(unknown(pair)) or 0) for pair in pairs(n)}


def breaks(premises: Sequence[Any], conclusion: Any, table: Table, n: int) -> bool:
    """Tell by replay whether a metric has the premises and lacks the conclusion."""
    from proofs.trusted.finite.implication import has

    return all(has(axiom, table, n) for axiom in premises) and not has(conclusion, table, n)
