"""Engine: for every n at once, by rules and by extended witnesses.

HOLDS for every n is a derivation by the named rules of `statements`. A refutation starts from
the smallest n at which exhaustive search finds a counterexample; where the counterexample,
extended by fixed points, is shown to remain one for symbolic n (`witnesses.padding`), the statement
fails for every larger n too. What neither decides is UNDECIDED: nothing is guessed.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from axioms.axiom import Axiom
from axioms.formula import Exists, ForAll, Same, Score, plain
from axioms.shapes import extreme_shape
from metrics.language.terms import Place
from metrics.metric import Metric
from metrics.naming import BadInput
from proofs.core.limits import Limits, Refusal
from proofs.core.question import Question, unrolled_slots
from proofs.core.verdict import HOLDS, REFUTED, UNDECIDED, Scope, Verdict
from proofs.engines.exhaustive import every_case as exhaustive
from proofs.engines.symbolic.opened import Opened
from proofs.engines.symbolic.rules.swaps import swap_width
from proofs.engines.symbolic.rules.words import NotAWord
from proofs.engines.symbolic.statements import RULES, can_be_undefined, defined_for_every_n
from proofs.engines.symbolic.witnesses.extension import Extended, by_reversal, extension
from proofs.engines.symbolic.witnesses.padding import Declined
from proofs.script.solvers import Disagreement
from proofs.trusted.replay import Replayer, Undefined

NAME = "symbolic"
LARGEST_SEARCHED = 7
CASES_SEARCHED = 2_000_000
SECONDS = 20.0


@dataclass(frozen=True)
class EveryN:
    """A question without n: the axiom, its metrics, and what is fixed of their parameters."""

    asked: Axiom
    metrics: tuple[Metric, ...]
    parameters: dict[str, Any]
    convention: str

    @property
    def by_slot(self) -> dict[str, Metric]:
        """The metrics under the letters of the axiom."""
        return dict(zip(self.asked.slots, self.metrics, strict=True))

    def formulas(self) -> list[tuple[str, Any]]:
        """Return the parts of the axiom as plain formulas, by name."""
        return [
            (part.name, plain(part.statement, self.by_slot, self.convention))
            for part in self.asked.parts
        ]

    def at(self, n: int) -> list[Question]:
        """Return the question at one n; a missing cut-off is tried at every value up to 4."""
        cutoffs: list[dict[str, Any]] = [{}]
        wanted = {name for metric in self.metrics for name in metric.parameters}
        if "k" in wanted and "k" not in self.parameters and not self._chooses_k():
            cutoffs = [{"k": value} for value in range(1, min(n, 4) + 1)]
        found = []
        for cutoff in cutoffs:
            given = {**self.parameters, **cutoff}
            try:
                found.append(Question(self.asked, self.metrics, n, given, self.convention))
            except BadInput:
                continue
        return found

    def _chooses_k(self) -> bool:
        return bool(unrolled_slots(self.asked))


def answer(asked: EveryN, limits: Limits) -> Verdict:
    """Decide a question for every n."""
    started = time.perf_counter()
    deadline = time.monotonic() + (SECONDS if limits.seconds is None else limits.seconds)
    steps = derivation(asked, deadline)
    searched = replace(limits, cases=min(limits.cases, CASES_SEARCHED))
    verdict = _proved(asked, steps, searched) if steps is not None else None
    if verdict is None:
        verdict = by_example(asked, searched)
    if verdict is None:
        verdict = _searched(asked, searched, deadline)
    return replace(verdict, seconds=time.perf_counter() - started)


def derivation(asked: EveryN, deadline: float) -> list[str] | None:
    """Return a derivation of all parts for every n, or None."""
    steps: list[str] = []
    several = len(asked.asked.parts) > 1
    proved: list[Any] = []
    for name, formula in asked.formulas():
        found = _follows(formula, proved) or _part(asked, formula, deadline)
        if found is None:
            return None
        proved.append(formula)
        steps += [f"{name}: {step}" if several else step for step in found]
    return steps


def _follows(formula: Any, proved: list[Any]) -> list[str] | None:
    """m(σ, τ) maximal ⇒ σ = τ, from: every m(σ, σ) is maximal, and no other score equals it."""
    body = getattr(formula, "body", None)
    if not isinstance(body, sp.Implies) or not isinstance(body.args[0], ForAll):
        return None
    shape = extreme_shape(body.args[0])
    if shape is None or not isinstance(body.args[0].body, sp.Le):
        return None
    score, same = shape[1], body.args[1]
    if not isinstance(same, Same) or tuple(same.args) != score.listings:
        return None
    if len(score.listings) != 2:
        return None
    first = score.listings[0]
    itself = Score(score.slot, first, first)
    distinct = ForAll(*formula.variables, sp.Implies(sp.Eq(score, itself), same))
    maximal = any(
        isinstance(known, ForAll)
        and isinstance(known.body, sp.Le)
        and known.body.rhs == itself
        and isinstance(known.body.lhs, Score)
        and known.body.lhs.slot == score.slot
        and set(known.body.lhs.listings) <= set(known.variables) - {first}
        for known in proved
    )
    if maximal and distinct in proved:
        return ["follows from the two statements before"]
    return None


def _part(asked: EveryN, formula: Any, deadline: float) -> list[str] | None:
    if formula == sp.true:
        return ["the metric does not depend on what changes: both sides are the same"]
    if any(score.slot.cutoff is not None for score in formula.atoms(Score)):
        return None
    opened = Opened(asked)
    if not all(defined_for_every_n(opened(score)) for score in formula.atoms(Score)):
        return None
    for rule in RULES:
        if time.monotonic() > deadline:
            return None
        try:
            found = rule(formula, opened)
        except NotAWord:
            continue
        if found is not None:
            return found
    return None


def _proved(asked: EveryN, steps: list[str], limits: Limits) -> Verdict | None:
    """Return HOLDS for every n, after checking that small n do not contradict it."""
    first, shown = None, None
    for n in range(4, 0, -1):
        answers = [exhaustive.answer(question, limits) for question in asked.at(n)]
        for small in answers:
            if small.status == REFUTED and not _is_vacuous(small):
                text = small.question.text()
                raise Disagreement(f"{text}: proved for every n, refuted by exhaustive search")
        if not answers or any(small.status != HOLDS for small in answers):
            break
        first, shown = n, answers[0].question
    if first is None or shown is None:
        return None
    opened = Opened(asked)
    scores = {s for _, f in asked.formulas() for s in f.atoms(Score) if s.slot.cutoff is None}
    caveats: tuple[str, ...] = ()
    if any(can_be_undefined(opened(score)) for score in scores):
        caveats = ("an n at which no case is defined would be UNDECIDED, and was not ruled out",)
    every_k = "k" in shown.subjects[0].parameters and "k" not in asked.parameters
    return Verdict(
        HOLDS,
        shown,
        Scope((), None, every_from=first),
        NAME,
        derivation=tuple(steps),
        caveats=caveats,
        checked=(
            f"every n ≥ {first}{' and every cut-off k' if every_k else ''}; "
            "n ≤ 4 by exhaustive search as well",
        ),
    )


def by_example(asked: EveryN, limits: Limits) -> Verdict | None:
    """∃ places: an example at n = 4, extended by fixed points, that remains one for every n."""
    formulas = asked.formulas()
    if len(formulas) != 1 or not isinstance(formulas[0][1], Exists):
        return None
    formula = formulas[0][1]
    if not all(isinstance(variable, Place) for variable in formula.variables):
        return None
    questions = asked.at(4)
    if len(questions) != 1:
        return None
    for case in Replayer(questions[0]).assignments(formula.variables):
        evaluation = Extended(questions[0], case)
        try:
            if not evaluation.truth(formula.body):
                continue
        except (Declined, Undefined):
            continue
        named = ", ".join(f"{name} = {value}" for name, value in case.items())
        steps = (
            f"take {named}",
            *[f"{t} = {v}" for t, v in evaluation.shown()],
            "so the statement is true there for every n ≥ 4 (extension)",
        )
        return Verdict(HOLDS, questions[0], Scope((), None, every_from=4), NAME, derivation=steps)
    return None


def _is_vacuous(verdict: Verdict) -> bool:
    return any(caveat.startswith("vacuous") for caveat in verdict.caveats)


def _searched(asked: EveryN, limits: Limits, deadline: float) -> Verdict:
    """Look for the smallest n that fails, and try to extend its witness."""
    held: list[int] = []
    last: Verdict | None = None
    why = ""
    largest = LARGEST_SEARCHED if all(len(m.inputs) == 1 for m in asked.metrics) else 5
    for n in range(1, largest + 1):
        if time.monotonic() > deadline:
            break
        answers = []
        for question in asked.at(n):
            try:
                answers.append(exhaustive.answer(question, limits))
            except Refusal:
                why = f"no exhaustive search at n = {n}"
        answers = [verdict for verdict in answers if not _is_vacuous(verdict)]
        refuted = [verdict for verdict in answers if verdict.status == REFUTED]
        if refuted:
            return _extended(asked, refuted[0], held, limits, deadline)
        if any(verdict.status == HOLDS for verdict in answers):
            held.append(n)
            last = next(verdict for verdict in answers if verdict.status == HOLDS)
        if why:
            break
    if last is None:
        question = next(q for n in range(1, 6) for q in asked.at(n))
        reason = "no rule proves it, and no small n decides it"
        return Verdict(UNDECIDED, question, Scope((question.n,)), NAME, reason=reason)
    reason = f"no rule proves it for every n; it holds for n = {held[0]}…{held[-1]}"
    return replace(
        last, status=UNDECIDED, engine=NAME, reason=reason, scope=Scope(tuple(held)), caveats=()
    )


def _extended(
    asked: EveryN, refuted: Verdict, held: list[int], limits: Limits, deadline: float
) -> Verdict:
    n = refuted.question.n
    base = replace(refuted, engine=NAME, scope=Scope((*held, n), n))
    attempts: list[Verdict | None] = [refuted]
    for larger in (n + 1, n + 2):
        if time.monotonic() < deadline and larger <= LARGEST_SEARCHED:
            attempts.append(_at_larger(asked, refuted, larger, limits))
    for attempt in attempts:
        if attempt is None or attempt.status != REFUTED or attempt.replayed is None:
            continue
        try:
            steps = extension(attempt)
        except (Declined, Undefined):
            continue
        start = attempt.question.n
        scope = Scope((*held, n), n, every_from=start)
        cutoffs = {k: v for k, v in attempt.question.parameters.items() if k in ("k", "j")}
        note = f"fails for every n ≥ {start}" + "".join(f", {k} = {v}" for k, v in cutoffs.items())
        if start > n:
            note += f" (the witness extended is the one at n = {start})"
        return replace(base, scope=scope, derivation=tuple(steps), checked=(note,))
    swaps = by_swaps(asked, refuted)
    arguments = {
        "the identity and its reversal": by_reversal(refuted),
        "swaps": None if swaps is None else (max(2, n), swaps),
    }
    for argument, found in arguments.items():
        if found is not None:
            start, proof = found
            scope = Scope((*held, n), n, every_from=start)
            note = f"fails for every n ≥ {start}, by {argument}"
            return replace(base, scope=scope, derivation=tuple(proof), checked=(note,))
    return replace(base, caveats=("no proof that it fails for every larger n",))


def by_swaps(asked: EveryN, refuted: Verdict) -> list[str] | None:
    """Show that no swaps of one width differ, whatever n."""
    assert refuted.replayed is not None
    formula = refuted.replayed.statement.formula
    if not isinstance(formula, Exists):
        return None
    opened = Opened(replace(asked, parameters=dict(refuted.question.parameters)))
    if not all(defined_for_every_n(opened(score)) for score in formula.atoms(Score)):
        return None
    return swap_width(formula, opened)


def _at_larger(asked: EveryN, refuted: Verdict, n: int, limits: Limits) -> Verdict | None:
    for question in asked.at(n):
        if question.parameters == refuted.question.parameters:
            try:
                return exhaustive.answer(question, limits)
            except Refusal:
                return None
    return None
