"""Whether some axioms imply another, for every metric of two rankings.

At one n the metric is a table of unknowns, and two solvers are asked for one that has the premises
and lacks the conclusion; such a table is evaluated again by the trusted room. Without a conclusion
it is asked whether no metric has the premises together. For every n it holds where the conclusion
is a part of the premises, where few items decide it (:mod:`proofs.script.small_models`), or where
it follows from what is true of any number of items (:mod:`proofs.script.any_size`).

>>> from axioms import AXIOMS
>>> found = implied([AXIOMS["distance"]], AXIOMS["symmetry"], every_n=True)
>>> found.status, found.scope
('holds', 'every n')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from proofs.script.small_models import ALWAYS, ANY_SIZE, PARTS, SMALLEST, WORDS, reaches
from proofs.trusted.replayed import ReplayFailed
from rankproof.line.version import VERSION

HOLDS, REFUTED, UNDECIDED = "holds", "refuted", "undecided"
SECONDS = 20.0
SECONDS_FOR_ANY = 2.0
"""What follows from facts about any number of items is found at once, or hardly ever."""
SIZES = (2, 3)
SMALL_VALUES = (1, 2, 3, 5)
SHOWN = 36
DEFINED = (
    "a metric has a value at every two rankings; one that is undefined somewhere is not spoken of"
)
Table = dict[Any, Fraction]


@dataclass(frozen=True)
class Implication:
    """What was found for the sizes that were asked about, up to the first at which it fails.

    `every_from` is the n from which on it holds, where that is known, and `reach` says by what;
    `scripts` are the SMT-LIB scripts that have no model, one for each size at which it holds, and
    one for all larger ones where that is how it is known;
    `notes` say where it holds for a reason that says little.
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
    notes: tuple[str, ...] = ()
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
        held = self.sizes[:-1] if self.status == REFUTED else ()
        scope = self.scope + (f" (holds for n = {', '.join(map(str, held))})" if held else "")
        lines = [f"{self.status.upper():<10}{self._sentence(scope)}", ""]
        if self.status == HOLDS and self.solvers:
            there = f" at n = {', '.join(map(str, self.sizes))}" if self.reach else ""
            if self.reach in (ANY_SIZE, ALWAYS):
                there = f" at any n ≥ {self.every_from}"
            lines.append(f"  proved    no metric breaks it{there}: {' and '.join(self.solvers)}")
        if self.reason or self.reach:
            lines.append(f"  because   {self.reason or WORDS[self.reach]}")
        if self.status == HOLDS:
            lines.append(f"  reading   {DEFINED}")
        lines += [f"  note      {note}" for note in self.notes]
        if self.table is not None:
            lines.append("  broken by the metric")
            lines += [f"            {text}" for text in values_text(self.table)[:SHOWN]]
            more = len(self.table) - SHOWN
            lines += [f"            and {more} values more: --format json"] if more > 0 else []
            lacks = "" if self.conclusion is None else " and lacks the latter"
            has = "all of them" if self.conclusion is None else "the former"
            lines.append(f"  replayed  by proofs/trusted: it has {has}{lacks}")
        return "\n".join(lines)

    def _sentence(self, scope: str) -> str:
        names = " and ".join(axiom.name for axiom in self.premises)
        if self.conclusion is None:
            together = " together" if len(self.premises) > 1 else ""
            return f"no metric of two rankings has {names}{together}, {scope}"
        verb = "implies" if len(self.premises) == 1 else "imply"
        return f"{names} {verb} {self.conclusion.name}, {scope}, for every metric of two rankings"

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
            "conclusion": None if self.conclusion is None else self.conclusion.name,
            "status": self.status,
            "scope": scope,
            "metric": None if self.table is None else values_json(self.table),
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
            "notes": list(self.notes),
        }


def values_text(table: Mapping[Any, Fraction]) -> list[str]:
    """Return the values of a metric, a text each."""
    words = {pair: ", ".join("".join(map(str, ranking)) for ranking in pair) for pair in table}
    return [f"m({words[pair]}) = {value}" for pair, value in table.items()]


def values_json(table: Mapping[Any, Fraction]) -> list[dict[str, Any]]:
    """Return the values of a metric as JSON fields."""
    return [
        {"sigma": list(one), "tau": list(two), "value": str(value)}
        for (one, two), value in table.items()
    ]


def implied(
    premises: Sequence[Any],
    conclusion: Any | None,
    sizes: Sequence[int] = SIZES,
    seconds: float = SECONDS,
    every_n: bool = False,
) -> Implication:
    """Ask about each size up to the first at which it fails, and about every n where that is asked.

    For every n nothing is asked of a solver where the conclusion is a part of the premises. An
    axiom that a free metric cannot be put into is refused.
    """
    from proofs.script.free_metric import check_axiom

    given = (tuple(premises), conclusion)
    for axiom in (*premises, *([] if conclusion is None else [conclusion])):
        check_axiom(axiom)
    by = reaches(*given) if every_n else []
    found = Implication(*given, (), HOLDS)
    if by == [PARTS]:
        return lasting(found, by)
    for size in sizes:
        here = at(*given, size, seconds)
        agreed = tuple(s for s in here.solvers if not found.sizes or s in found.solvers)
        found = replace(
            here,
            sizes=(*found.sizes, size),
            solvers=agreed,
            scripts=found.scripts + here.scripts,
            notes=found.notes + here.notes,
        )
        if found.status != HOLDS:
            return found
    found = lasting(found, by)
    return beyond(found, seconds) if every_n and found.every_from is None else found


def beyond(found: Implication, seconds: float) -> Implication:
    """Return what holds at some n as what holds for every n, or fails at a larger one.

    What follows from facts about any number of items needs no small n, if it does so from n = 1 on.
    """
    from proofs.core.axiom_sets.larger import broken

    given = (found.premises, found.conclusion)
    whole = from_n_on(*given, 1, seconds)
    if whole is not None:
        return replace(whole, notes=found.notes)
    following = found.sizes[-1] + 1
    table = broken(*given, following, seconds)
    if table is not None:
        sizes = (*found.sizes, following)
        return replace(found, sizes=sizes, status=REFUTED, table=table, solvers=("z3",))
    larger = from_n_on(*given, following, seconds)
    return found if larger is None else joined(found, larger)


def joined(found: Implication, larger: Implication) -> Implication:
    """Return what holds at some n, and for every n beyond them, as what holds for every n."""
    return replace(
        larger,
        sizes=found.sizes,
        every_from=found.sizes[0],
        scripts=found.scripts + larger.scripts,
        solvers=tuple(name for name in found.solvers if name in larger.solvers),
        notes=found.notes,
    )


def from_n_on(
    premises: tuple[Any, ...], conclusion: Any, least: int, seconds: float
) -> Implication | None:
    """Return that it holds for every n ≥ `least`, if all solvers prove it."""
    from metrics.language.fold import Unread
    from proofs.script.any_size import any_size_script
    from proofs.script.solvers import UNSAT, available, consult

    ways = {ANY_SIZE: premises} if conclusion is None else {ALWAYS: (), ANY_SIZE: premises}
    for way, used in ways.items():
        try:
            text = any_size_script(used, conclusion, least)
        except Unread:
            return None
        replies = consult(text, min(seconds, SECONDS_FOR_ANY))
        if [reply.answer for reply in replies.values()] == [UNSAT] * len(available()):
            who = tuple(replies)
            held = Implication(premises, conclusion, (), HOLDS, solvers=who, every_from=least)
            return replace(held, reach=way, scripts=(text,))
    return None


def lasting(found: Implication, by: Sequence[str]) -> Implication:
    """Return what holds at some n as what holds for every n, by the first of some arguments."""
    for argument in by:
        if argument == PARTS:
            return replace(found, sizes=(), solvers=(), scripts=(), every_from=1, reach=PARTS)
        if SMALLEST[argument] in found.sizes:
            return replace(found, every_from=found.sizes[0], reach=argument)
    return found


def at(premises: tuple[Any, ...], conclusion: Any, n: int, seconds: float) -> Implication:
    """Decide an implication at one n with two solvers; a metric that breaks it is replayed.

    The metric has small whole values where there is one. Where the implication holds because no
    metric has the premises, or every metric the conclusion, a note says so.
    """
    found = asked(premises, conclusion, n, seconds)
    if found.status == HOLDS and conclusion is not None:
        return replace(found, notes=_says_little(premises, conclusion, n, seconds))
    if found.status != REFUTED:
        return found
    from proofs.script.free_metric import breaking_script
    from proofs.script.solvers import SAT, consult

    for largest in SMALL_VALUES:
        small = breaking_script(premises, conclusion, n, range(largest + 1))
        reply = consult(small, seconds, ("z3",))["z3"]
        if reply.answer == SAT:
            return replace(found, table=_replayed(premises, conclusion, n, reply))
    return found


def asked(
    premises: tuple[Any, ...],
    conclusion: Any,
    n: int,
    seconds: float,
    solvers: tuple[str, ...] | None = None,
) -> Implication:
    """Decide an implication at one n by any metric that breaks it, or by two solvers."""
    from proofs.script.free_metric import breaking_script
    from proofs.script.solvers import UNKNOWN, UNSAT, consult

    given, text = (premises, conclusion, (n,)), breaking_script(premises, conclusion, n)
    replies = consult(text, seconds, solvers)
    if replies["z3"].answer == UNSAT:
        agreed = tuple(name for name, reply in replies.items() if reply.answer == UNSAT)
        return Implication(*given, HOLDS, solvers=agreed, scripts=(text,))
    if replies["z3"].answer == UNKNOWN:
        return Implication(*given, UNDECIDED, reason=replies["z3"].reason)
    if None in replies["z3"].model.values():
        return Implication(*given, UNDECIDED, reason="no model with rational values")
    table = _replayed(premises, conclusion, n, replies["z3"])
    return Implication(*given, REFUTED, table, ("z3",))


def _replayed(premises: tuple[Any, ...], conclusion: Any, n: int, reply: Any) -> Table:
    """Return the metric that a solver has found, once it was replayed."""
    from proofs.script.free_metric import pairs, unknown

    table = {pair: Fraction(reply.model.get(unknown(pair), 0)) for pair in pairs(n)}
    if not breaks(premises, conclusion, table, n):
        raise ReplayFailed("a breaking metric does not break the implication")
    return table


def _says_little(
    premises: tuple[Any, ...], conclusion: Any, n: int, seconds: float
) -> tuple[str, ...]:
    """Say where an implication holds whatever its other side is."""
    notes = []
    if asked(premises, None, n, seconds).status == HOLDS:
        notes.append(f"vacuous at n = {n}: no metric has the premises, so they imply everything")
    if asked((), conclusion, n, seconds).status == HOLDS:
        notes.append(f"at n = {n} every metric has the conclusion, whatever the premises are")
    return tuple(notes)


def breaks(premises: Sequence[Any], conclusion: Any, table: Table, n: int) -> bool:
    """Tell by replay whether a metric has the premises and lacks the conclusion."""
    from proofs.trusted.finite.implication import has

    kept = all(has(axiom, table, n) for axiom in premises)
    return kept and (conclusion is None or not has(conclusion, table, n))
