"""The minimal sets of axioms that no metric has together, and the maximal ones that one metric has.

MARCO (Liffiton, Previti, Malik & Marques-Silva 2016, “Fast, flexible MUS enumeration”): a map, a
formula with one letter for each axiom, says which sets are still open. A largest open set is taken.
Either a metric has all of it; then it is maximal, and what lies below it is settled. Or none has;
then axioms are left out one by one as long as none has the rest, and what lies above is settled.
The two lists prove each other: a minimal set without one of its axioms lies in a maximal one, and a
maximal set with one axiom more contains a minimal one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from proofs.core.axiom_sets.known import Known
from proofs.core.axiom_sets.larger import broken
from proofs.core.implying import HOLDS, Implication, Table, from_n_on, implied, joined, lasting
from proofs.script.free_metric import spelled
from proofs.script.small_models import SMALLEST, reaches
from proofs.script.smtlib import Script, conjunction, disjunction, negation
from proofs.script.solvers import SAT, UNSAT, consult
from rankproof.line.failures import Undecided

Found = Callable[[int, int], None]
ONE = ("z3",)
"""On the way one solver is enough: what is said in the end is said by two, or by a metric."""


@dataclass
class Sets:
    """What was found at one n: inconsistent sets with their proofs, consistent ones with metrics.

    A proof says from which n on it is one.
    """

    minimal: list[Implication] = field(default_factory=list)
    maximal: list[tuple[frozenset[Any], Table]] = field(default_factory=list)


def explored(known: Known, progress: Found) -> Sets:
    """Go through all sets; raise Undecided where the solvers leave one open."""
    found = Sets()
    while (seed := _largest_open(known, found)) is not None:
        answer = known.excluded(seed, ONE)
        if answer.status == HOLDS:
            found.minimal.append(_lasting(known, known.excluded(_shrunk(known, seed))))
        else:
            assert answer.table is not None
            found.maximal.append((seed, answer.table))
        progress(len(found.minimal) + len(found.maximal), 0)
    return found


def _lasting(known: Known, proof: Implication) -> Implication:
    """Return a proof as one for every n, if it or one for fewer items is."""
    by = reaches(proof.premises, None)
    for fewer in sorted({SMALLEST[argument] for argument in by} & set(range(known.n))):
        smaller = implied(proof.premises, None, range(fewer, known.n), known.seconds)
        if smaller.status == HOLDS:
            proof = replace(
                proof,
                sizes=smaller.sizes + proof.sizes,
                solvers=tuple(name for name in proof.solvers if name in smaller.solvers),
                scripts=smaller.scripts + proof.scripts,
            )
            break
    found = lasting(proof, by)
    if found.every_from is not None:
        return found
    larger = from_n_on(proof.premises, None, proof.sizes[-1] + 1, known.seconds)
    return proof if larger is None else joined(proof, larger)


def had_by_more(known: Known, found: Sets) -> dict[frozenset[Any], Table]:
    """Return metrics of one item more that have sets which are not excluded for every n."""
    few = [proof.premises for proof in found.minimal if proof.every_from is None]
    tables = {axioms: broken(axioms, None, known.n + 1, known.seconds) for axioms in few}
    return {frozenset(axioms): table for axioms, table in tables.items() if table is not None}


def _shrunk(known: Known, seed: frozenset[Any]) -> frozenset[Any]:
    """Return a minimal part of a set that no metric has; short axioms are tried first."""
    return _needed(known, frozenset(), sorted(seed, key=lambda a: len(spelled(a, known.n))))


def _needed(known: Known, kept: frozenset[Any], others: list[Any]) -> frozenset[Any]:
    """Return a minimal part of the others that no metric has together with what is kept.

    No metric has all of it: half of the others are kept while the other half is reduced, and then
    the first half itself (QuickXplain, Junker 2004).
    """
    if kept and known.excluded(kept, ONE).status == HOLDS:
        return frozenset()
    if len(others) == 1:
        return frozenset(others)
    first, second = others[: len(others) // 2], others[len(others) // 2 :]
    found = _needed(known, kept.union(first), second)
    return found | _needed(known, kept | found, first)


def _largest_open(known: Known, found: Sets) -> frozenset[Any] | None:
    """Return a set that lies in no maximal set and contains no minimal one; a largest such."""
    seed = _open(known, found)
    if seed is None:
        return None
    blocked = [frozenset(proof.premises) for proof in found.minimal]
    for axiom in known.axioms:
        more = seed | {axiom}
        if not any(more.issuperset(minimal) for minimal in blocked):
            seed = more
    return seed


def _open(known: Known, found: Sets) -> frozenset[Any] | None:
    """Ask z3 for a set that is still open."""
    made, letters = Script(), {axiom: f"a{place}" for place, axiom in enumerate(known.axioms)}
    for letter in letters.values():
        made.declare(letter, "Bool")
    below = [negation(conjunction(letters[a] for a in proof.premises)) for proof in found.minimal]
    outside = [[a for a in known.axioms if a not in having] for having, _ in found.maximal]
    above = [disjunction(letters[axiom] for axiom in axioms) for axioms in outside]
    reply = consult(made.text(conjunction([*below, *above])), known.seconds, ("z3",))["z3"]
    if reply.answer == SAT:
        return frozenset(axiom for axiom, letter in letters.items() if reply.model.get(letter))
    if reply.answer == UNSAT:
        return None
    raise Undecided(f"which sets are still open is not known: {reply.reason}")
