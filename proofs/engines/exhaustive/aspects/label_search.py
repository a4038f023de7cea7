"""Does a distance respect dominance? Small cases first, then solvers over all real coordinates.

>>> from axioms.dominance import respects_strictly
>>> from metrics.labels import chebyshev
>>> from proofs.core.limits import Limits
>>> verdict = decide(DominanceQuestion(respects_strictly, chebyshev, 2, {}), "auto", Limits())
>>> verdict.status, verdict.replayed.witness["l'"]
('refuted', [0, 1])
"""

from __future__ import annotations

import itertools
import time
from dataclasses import replace
from typing import Any

import sympy as sp

from metrics.labels import LabelSpace
from metrics.language.terms import Ratio
from metrics.naming import BadInput
from proofs.core.dominance_question import LABELS, POINTS, DominanceQuestion, embedding_text
from proofs.core.limits import Limits, OutOfTime, Refusal
from proofs.core.verdict import HOLDS, REFUTED, UNDECIDED, Scope, Undefined, Verdict
from proofs.engines.exhaustive.aspects.label_grid import (
    Budget,
    Witness,
    smallest,
    some_case_is_defined,
)
from proofs.engines.smt import label_script as dominance_smt
from proofs.exact.numbers import Exact
from proofs.exact.real_terms import SIGNS, NoValue, away_from_best, sign
from proofs.exact.whole import Undecidable
from proofs.script.real_script import NotWritable
from proofs.script.solvers import SAT, UNKNOWN, UNSAT, Disagreement
from proofs.trusted.aspect_replay import replay_dominance
from proofs.trusted.replay import Inconclusive
from proofs.trusted.replay import Undefined as NotDefined

FIRST_LOOK, LONG_LOOK = 3_000, 30_000
SECONDS = 20.0


def decide(
    question: DominanceQuestion, engine: str, limits: Limits, cross: bool = False
) -> Verdict:
    """Decide a question for its number of aspects."""
    started = time.perf_counter()
    if question.space is not None:
        if engine == "smt":
            raise BadInput("with --embedding all labels are tried: leave --engine out.")
        verdict = in_space(question, limits)
    elif engine == "exhaustive":
        verdict = by_small_cases(question, LONG_LOOK)
    elif engine == "smt" and not cross:
        verdict = by_solvers(question, limits)
    else:
        verdict = by_small_cases(question, FIRST_LOOK)
        if cross:
            verdict = _crossed(verdict, by_solvers(question, limits))
        elif verdict.status != REFUTED:
            verdict = by_solvers(question, limits)
    return replace(verdict, seconds=time.perf_counter() - started)


def _crossed(looked: Verdict, solved: Verdict) -> Verdict:
    if looked.status == REFUTED and solved.status == HOLDS:
        raise Disagreement(f"{looked.question.text()}: a case refutes it and the solvers prove it")
    if looked.status == REFUTED:
        agreed = ("smt",) if solved.status == REFUTED else ()
        silent = () if agreed else (f"smt: undecided, {solved.reason}",)
        caveats = (*looked.caveats, *silent)
        return replace(looked, agreed_by=agreed, evidence=solved.evidence, caveats=caveats)
    note = f"{looked.reason} (exhaustive)"
    return replace(solved, checked=(*solved.checked, note))


def by_small_cases(question: DominanceQuestion, cases: int) -> Verdict:
    """Refute by a smallest case, or stay undecided."""
    budget = Budget(cases)
    verdict = Verdict(UNDECIDED, question, Scope((question.n,)), "exhaustive")
    witness, needed = smallest(question, budget)
    if witness is None:
        reason = f"no counterexample among {budget.tried:,} small whole embeddings"
        return replace(verdict, reason=reason, cases=budget.tried)
    found = refuted(replace(verdict, cases=budget.tried), witness)
    if needed == question.n:
        return found
    note = f"an earlier witness may exist: only the first {needed} of the aspects play a part here"
    return replace(found, caveats=(*found.caveats, note))


def by_solvers(question: DominanceQuestion, limits: Limits) -> Verdict:
    """Decide over all real coordinates."""
    verdict = Verdict(UNDECIDED, question, Scope((question.n,)), "smt")
    seconds = SECONDS if limits.seconds is None else limits.seconds
    try:
        answer, consulted, witness = dominance_smt.ask(question, seconds)
    except NotWritable as problem:
        return replace(verdict, reason=f"no SMT script for {problem}")
    verdict = replace(verdict, evidence={"scripts": consulted.scripts})
    if answer == UNKNOWN:
        return replace(verdict, reason=f"the solvers gave no answer within {seconds:.0f} s")
    if answer == UNSAT:
        if not some_case_is_defined(question):
            return replace(verdict, reason="no small case with defined values was found")
        spelled = question.spelled()
        checked = [consulted.said() + ", over all real coordinates"]
        if spelled.claim != spelled.with_root:
            checked.append("compared under the root, which is increasing")
        caveats = consulted.caveats()
        if may_be_undefined(spelled.with_root):
            caveats += ("undefined cases, if any, are left out and not counted by this engine",)
        return replace(verdict, status=HOLDS, checked=tuple(checked), caveats=caveats)
    assert answer == SAT
    nicer, _ = smallest(question, Budget(LONG_LOOK))
    if nicer is None and witness is None:
        reason = "some real coordinates refute it, but no rational ones were found"
        return replace(verdict, reason=reason)
    chosen = nicer if nicer is not None else witness
    assert chosen is not None
    return refuted(verdict, chosen)


def may_be_undefined(claim: Any) -> bool:
    """Tell whether a quotient, or a root of something that is not visibly ≥ 0, occurs."""
    powers = (power for power in claim.atoms(sp.Pow) if not power.exp.is_Integer or power.exp < 0)
    return claim.has(Ratio) or any(
        power.exp < 0 or not (power.base.is_nonnegative or visibly_nonnegative(power.base))
        for power in powers
    )


def visibly_nonnegative(e: Any) -> bool:
    """Tell whether a term is a sum or product of squares, sizes, and numbers and weights ≥ 0."""
    if isinstance(e, sp.Add | sp.Mul | sp.Max):
        return all(map(visibly_nonnegative, e.args))
    return bool(e.is_nonnegative) or (e.is_Symbol and e.name.startswith("w"))


def refuted(verdict: Verdict, witness: Witness) -> Verdict:
    """Replay a counterexample and return the verdict."""
    question = verdict.question
    assert isinstance(question, DominanceQuestion)
    judged = question
    if question.is_strict and question.reading == LABELS and question.space is None:
        judged, witness = as_labels(question, witness)
    try:
        replayed = replay_dominance(judged, witness)
    except NotDefined:
        return replace(verdict, reason=f"a value at {witness} is undefined")
    except Inconclusive as problem:
        return replace(verdict, reason=f"a counterexample could not be replayed: {problem}")
    scope = Scope((question.n,), question.n)
    return replace(verdict, status=REFUTED, scope=scope, replayed=replayed)


def as_labels(
    question: DominanceQuestion, witness: Witness
) -> tuple[DominanceQuestion, dict[str, Any]]:
    """Return a witness of points as labels 0 < 1 < 2 embedded at these points."""
    points = zip(witness["l"], witness["l'"], witness["l*"], strict=True)
    space = LabelSpace.of(list(points))
    labels = {name: [place] * question.n for place, name in enumerate(("l", "l'", "l*"))}
    found = {**witness, **labels, "embedding": embedding_text(space)}
    return replace(question, space=space), found


def in_space(question: DominanceQuestion, limits: Limits) -> Verdict:
    """Try all pairs of labels of a given space."""
    space = question.space
    assert space is not None
    labels = list(space.labels())
    cases = len(labels) ** 2
    if cases > min(limits.cases, 4_000_000):
        raise Refusal(f"exhaustive refuses: {len(labels):,} labels make {cases:,} pairs.")
    verdict = Verdict(UNDECIDED, question, Scope((question.n,)), "exhaustive", cases=cases)
    try:
        return _all_pairs(verdict, question, labels, limits)
    except OutOfTime:
        return replace(verdict, reason="the time limit was reached")
    except Undecidable as problem:
        return replace(verdict, reason=str(problem))


def _all_pairs(
    verdict: Verdict, question: DominanceQuestion, labels: list[Any], limits: Limits
) -> Verdict:
    space = question.space
    assert space is not None
    away = {label: _distance(question, label) for label in labels}
    relation = question.asked.parts[0].statement.body.args[1]
    missing, judged, first = 0, 0, None
    for lower, upper in itertools.product(labels, repeat=2):
        limits.check()
        if not space.dominated(lower, upper) or not _counts(question, lower, upper):
            continue
        here: dict[str, Any] = {"l": list(lower), "l'": list(upper), "l*": list(space.best)}
        left, right = away[lower], away[upper]
        if left is None or right is None:
            missing, first = missing + 1, first or here
        elif sign(left - right) not in SIGNS[type(relation)]:
            found = replace(verdict, undefined=Undefined(missing, first))
            return refuted(found, here)
        else:
            judged += 1
    verdict = replace(verdict, undefined=Undefined(missing, first))
    if missing and not judged:
        return replace(verdict, reason="undefined")
    vacuous = () if judged else ("vacuous: no case satisfies the condition",)
    return replace(verdict, status=HOLDS, caveats=vacuous)


def _counts(question: DominanceQuestion, lower: Any, upper: Any) -> bool:
    """Tell whether a dominated pair is one that the statement speaks of."""
    space = question.space
    assert space is not None
    if not question.is_strict:
        return True
    if question.reading == POINTS:
        return space.embed(lower) != space.embed(upper)
    return bool(lower != upper)


def _distance(question: DominanceQuestion, label: Any) -> Exact | None:
    """Return the distance of a label from the best one, None where it is undefined."""
    space = question.space
    assert space is not None
    try:
        return away_from_best(question.distance, question.checked, space, label)
    except NoValue:
        return None
