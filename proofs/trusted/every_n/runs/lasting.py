"""Rules by which a witness about runs stays one for every larger n: with one more degree in each.

Why it is right. A degree is put before every run of n (c, the best one, or 0, the worst), or after
it (0). The runs of n + 1 that are made so are ordered as those of n are, in each kind of order
named here; what else stays as it is, KEPT says.

*Place by place* the new runs are all that have this degree there. So they are all that lie between
two of them, and max and min of two of them is one again: joins, meets, and the steps from one to
another stay. *In a chain* joins and meets are the runs themselves. Where the degree comes first (of
sets: is the one that is counted first) the new runs are an end of the chain, so steps stay too.

*Prefix by prefix* let R(a, k) count the degrees ≥ a up to the place k. With c first the new runs
are all with R(a, 1) = 1, so whatever is above one of them is one: least upper bounds and steps
stay. Of all new runs above a run there is a least one, with the numbers max(R, 1): the degree at
each place where r exceeds all before it becomes the largest before it, and c comes first. So a
lower bound of two new runs is below one that is new, and greatest lower bounds stay as well. With 0
first all of that is true upside down, as r(k) ↦ c − r(k) turns the order around. With 0 last: an
upper bound (w, d) of new runs has (w, 0) below it, which is one, too. Of all new runs above a run
that has one above it there is a least one: where d ≥ a, the last place k ≤ n with a degree < a gets
one ≥ a, and the last place one < a; these places are further down for larger a, so this is a run.
So joins and meets stay. With the *same degrees* these least new runs have the same degrees as the
run, and a last 0 is never swapped, so steps stay with 0 last as well. Runs with the same degrees
are linked by the one that decreases, others are not; that stays so.

*By totals* runs are compared as the sets of their degrees are place by place: what lies between two
new runs is as large as a new one. *Operations* leave a first c alone, and what leads to a first 0
leaves it alone: they do to the rest what they do to runs of n. So with c first all that is above a
new run is new, and upper bounds stay; with 0 first all that is below, and lower bounds stay. With 0
before the last degree they still do what they did, so r ⊑ s stays; that is enough for a statement
that has comparisons in its premise alone. Of two runs of which one is below the other, in an order,
join and meet are the runs themselves, whatever else there is.

*Join-irreducible* is a run if some run is above all that are strictly below it and not above
itself. With 0 first, or place by place with 0 last, all that is below a new run is new. Of all new
runs below a run there is a greatest one (dual to the above; with the same degrees for one that is
above a new run, and if nothing is strictly below, another run that is not above itself is there
before and after), so what is above all that is strictly below a new run may be taken to be new: the
new run is irreducible just if the old one is. By totals the same is true of sets. In a chain all
but the least run are irreducible. 0, …, 0 becomes 0, …, 0, and "one degree above 0", "one degree
and 0 elsewhere" and "one degree raised by one" are true of the new runs just if they are of the old
ones.

A statement ∀ runs: … about what stays is therefore false for n + 1 where it is false for n, if it
names no scores. Scores are read at the new runs with n unknown, as `padded` has it. Equal runs stay
equal and different ones different.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import sympy as sp

from axioms import irreducible as known
from axioms.irreducible import strictly_below
from axioms.language.formula import Exists, ForAll, Same, Score
from axioms.language.order_terms import Below, FewestSteps, Join, Linked, Meet, MostSteps
from axioms.language.shapes import renamed
from lattice.order import RANK, SET
from metrics.language.domains import SUBSCRIPTS
from metrics.language.runs import Run
from proofs.trusted.every_n.kernel import Evidence, Fact, Facts, Kernel, Rule, insist
from proofs.trusted.every_n.runs.kinds import (
    CHAIN,
    OPERATIONS,
    PLACES,
    PREFIXES,
    SEQUENCES,
    SWAPS,
    TOTALS,
)
from proofs.trusted.every_n.runs.padded import (
    BEST_FIRST,
    WORST_FIRST,
    WORST_INSIDE,
    WORST_LAST,
    Padded,
)
from proofs.trusted.finite.order import bound_of, replayer_of
from proofs.trusted.number import Inconclusive, Undefined
from proofs.trusted.replay import replay, scores_at
from proofs.trusted.replayed import NotDefined, Replayed, ReplayFailed
from proofs.trusted.untrusted import LARGEST_TRIED, listed, table, whole

BOUNDS = frozenset({Below, Join, Meet})
STEPS = frozenset({MostSteps, FewestSteps, ForAll})
ALL = BOUNDS | STEPS
IRREDUCIBLE = frozenset({"irreducible"})
UPWARDS = "what is below stays below"
_PREFIXES = {BEST_FIRST: ALL, WORST_FIRST: ALL | IRREDUCIBLE, WORST_LAST: BOUNDS}
_SAME = ALL | {Linked}
_TOTALS = STEPS | {Below}
KEPT: dict[tuple[str, str], dict[str, frozenset[Any]]] = {
    (PLACES, RANK): {
        BEST_FIRST: ALL,
        WORST_FIRST: ALL | IRREDUCIBLE,
        WORST_LAST: ALL | IRREDUCIBLE,
    },
    (PLACES, SET): {BEST_FIRST: ALL, WORST_LAST: ALL | IRREDUCIBLE},
    (CHAIN, RANK): {
        BEST_FIRST: ALL,
        WORST_FIRST: ALL | IRREDUCIBLE,
        WORST_LAST: BOUNDS | IRREDUCIBLE,
    },
    (CHAIN, SET): {BEST_FIRST: ALL, WORST_LAST: BOUNDS | IRREDUCIBLE},
    (PREFIXES, RANK): _PREFIXES,
    (SEQUENCES, RANK): _PREFIXES,
    (SWAPS, RANK): {
        BEST_FIRST: _SAME,
        WORST_FIRST: _SAME | IRREDUCIBLE,
        WORST_LAST: _SAME,
    },
    (TOTALS, RANK): {
        BEST_FIRST: _TOTALS,
        WORST_FIRST: _TOTALS | IRREDUCIBLE,
        WORST_LAST: _TOTALS | IRREDUCIBLE,
    },
    (OPERATIONS, RANK): {
        BEST_FIRST: STEPS | {Below, Join},
        WORST_FIRST: STEPS | {Below, Meet},
        WORST_INSIDE: frozenset({UPWARDS}),
    },
}
"""What stays as it is, for each kind of order and each way to add a degree.

ForAll stands for "nothing lies strictly between".
"""
_LISTED = {
    renamed(known.ONE_STEP): STEPS | {Below},
    renamed(known.ONE_PLACE): IRREDUCIBLE,
    renamed(known.ONE_DEGREE): IRREDUCIBLE,
    renamed(known.ALL_BUT_LEAST): IRREDUCIBLE,
    renamed(known.MEETS): IRREDUCIBLE,
    renamed(known.MEETS_OR_LEAST): IRREDUCIBLE,
}
"""What the statements about covers and irreducible runs speak of."""
_CONNECTIVES = (sp.And, sp.Or, sp.Not, sp.Implies, sp.Equivalent)
_TERMS = (sp.Rational, sp.Add, sp.Mul, Run)
_SHOWN = {
    BEST_FIRST: "{c} before it",
    WORST_FIRST: "a₀ before it",
    WORST_LAST: "a₀ after it",
    WORST_INSIDE: "a₀ before the last degree",
}


def kept_by(kernel: Kernel, fact: Fact, pad: str) -> frozenset[Any]:
    """Return what stays as it is in an order of some kind."""
    return KEPT.get((fact.about, kernel.question.on.listed), {}).get(pad, frozenset())


def read_runs(question: Any, names: Collection[str], given: Any) -> dict[str, Any]:
    """Read the runs of a witness, and what else it chooses."""
    insist(set(given) - set(names) <= set(question.free))
    degrees = listed(whole(0, question.c), question.n)
    runs = table(degrees)("the runs", {name: given.get(name) for name in names})
    return {**given, **runs}


def _lasts(pad: str, kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    """Replay a witness at its n, and read it for each larger n."""
    insist(len(facts) == 1 and set(evidence) == {"part", "from", "runs"})
    least = whole(1, LARGEST_TRIED)("from", evidence["from"])
    question = kernel.question.at_size(least)
    statement = kernel.part(evidence, question)
    formula = statement.formula
    if not isinstance(formula, ForAll) or not all(isinstance(v, Run) for v in formula.variables):
        raise Inconclusive("a statement that is not about all runs")
    listed_there = _LISTED.get(renamed(formula))
    needed = needs(formula.body) if listed_there is None else listed_there
    insist(isinstance(evidence["runs"], dict))
    runs = read_runs(question, [v.name for v in formula.variables], evidence["runs"])
    kept = kept_by(kernel, facts[0], pad)
    if UPWARDS in kept and _only_in_premises(formula.body):
        kept = kept | {Below}
    if facts[0].about != TOTALS and _compares_bounded(question, formula, runs):
        needed = (needed - {Join, Meet}) | {Below}
    if not needed <= kept:
        raise Inconclusive("a statement about something that does not stay as it is")
    try:
        replay(question, statement, runs)
        if formula.atoms(Score) and Padded(question, runs, pad).truth_at(formula):
            raise Inconclusive("a witness that need not be one for larger n")
    except (ReplayFailed, NotDefined, Undefined) as problem:
        raise Inconclusive(f"a witness that does not replay: {problem}") from None
    text = question.text(statement, every_n=True)
    said = f"{text} is false for every n ≥ {least} at {shown_runs(question, runs, pad, least)}"
    return Fact(said, formula, fails=True, least=least, about=Lasting(pad, runs))


@dataclass(frozen=True)
class Lasting:
    """A witness that lasts, at the first n; and how it grows."""

    pad: str
    runs: Mapping[str, Any]

    def at(self, question: Any, statement: Any) -> Replayed:
        """Return the witness at the n of a question, with the scores of its runs.

        Weights that are chosen for the places of the runs are 1 at the others.
        """
        witness: dict[str, Any] = {}
        for name, value in self.runs.items():
            more = question.c if self.pad == BEST_FIRST else 0
            if is_run(value) or name == "place_weights":
                added = [more if is_run(value) else "1"] * (question.n - len(value))
                head = {WORST_LAST: len(value), WORST_INSIDE: len(value) - 1}.get(self.pad, 0)
                value = [*value[:head], *added, *value[head:]]
            witness[name] = value
        return Replayed(statement, witness, tuple(scores_at(question, statement.formula, witness)))


def shown_runs(question: Any, runs: dict[str, Any], pad: str, least: int) -> str:
    """Return runs that grow, in words."""
    named = [f"{name} = ({' '.join(map(str, run))})" for name, run in runs.items() if is_run(run)]
    put = _SHOWN[pad].format(c="a" + str(question.c).translate(SUBSCRIPTS))
    return f"{', '.join(named)}, with {put} n − {least} times"


def _only_in_premises(body: Any) -> bool:
    """Tell whether runs are compared in the premise alone, each of its parts being needed."""
    if not body.has(Below):
        return True
    if not isinstance(body, sp.Implies) or body.args[1].has(Below):
        return False
    parts = sp.And.make_args(body.args[0])
    return all(isinstance(part, Below) or not part.has(Below) for part in parts)


def _compares_bounded(question: Any, formula: Any, runs: Mapping[str, Any]) -> bool:
    """Tell whether joins and meets are named of runs alone of which one is below the other."""
    bounds = formula.body.atoms(Join, Meet)
    if not bounds or not all(isinstance(run, Run) for bound in bounds for run in bound.args):
        return False
    replayer = replayer_of(question, runs)
    point, _ = replayer.placed(formula, runs)
    pairs = [bound.args for bound in bounds]
    return all(
        replayer.truth(sp.Or(Below(one, two), Below(two, one)), point)
        for one, two in ((pair[0], pair[-1]) for pair in pairs)
    )


def is_run(value: Any) -> bool:
    """Tell whether an entry of a witness is a run."""
    return isinstance(value, list) and all(isinstance(degree, int) for degree in value)


def needs(node: Any) -> frozenset[Any]:
    """Return what a statement about runs speaks of, or raise Inconclusive."""
    if isinstance(node, Same | Below | Linked | Join | Meet | MostSteps | FewestSteps):
        inside = frozenset().union(*map(needs, node.args))
        return inside if isinstance(node, Same) else inside | {type(node)}
    if isinstance(node, Score) and (node.slot.cutoff is None and node.slot.change is None):
        return frozenset().union(*map(needs, node.listings))
    if isinstance(node, (*_CONNECTIVES, sp.Rel, *_TERMS)):
        parts = () if isinstance(node, Run | sp.Rational) else node.args
        return frozenset().union(*map(needs, parts))
    if node in (sp.true, sp.false):
        return frozenset()
    return _of_binder(node)


def _of_binder(node: Any) -> frozenset[Any]:
    """Recognise that two runs have a bound, and that nothing lies strictly between them."""
    bound = bound_of(node) if isinstance(node, Exists) else None
    if bound is not None:
        return frozenset({Below, Join if bound[2] else Meet})
    if isinstance(node, ForAll) and len(node.variables) == 1:
        (between,) = node.variables
        runs = sorted(node.body.atoms(Run) - {between}, key=str)
        for low, high in (runs, runs[::-1]) if len(runs) == 2 else ():
            inside = sp.And(strictly_below(low, between), strictly_below(between, high))
            if node.body == sp.Not(inside):
                return frozenset({Below, ForAll})
    raise Inconclusive("a statement about more than comparisons, steps and scores")


RULES = {
    pad: Rule(partial(_lasts, pad), f"runs with {what} are ordered like those without it")
    for pad, what in (
        (BEST_FIRST, "the best degree first"),
        (WORST_FIRST, "the worst degree first"),
        (WORST_LAST, "the worst degree last"),
        (WORST_INSIDE, "the worst degree before the last one"),
    )
}
