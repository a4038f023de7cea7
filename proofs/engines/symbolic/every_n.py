"""Engine: for every n at once, by rules and by extended witnesses.

HOLDS for every n is a list of steps that the kernel of the trusted room has concluded: n, cut-offs
and entries are unknown there. A refutation starts from the smallest n at which exhaustive
search finds a counterexample; where this one, extended by fixed places, remains one for unknown n,
the statement fails for every larger n too. What neither decides is UNDECIDED: nothing is guessed.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from axioms.language.formula import Score
from metrics.language.parameters import PARAMETERS
from metrics.language.premises import FULL_DEPTH
from metrics.language.terms import p
from metrics.naming import BadInput
from proofs.core.every_n.growth import Growth
from proofs.core.limits import Disagreement, Limits, Refusal
from proofs.core.outcome import Kernel
from proofs.core.question import Question
from proofs.core.verdict import HOLDS, REFUTED, UNDECIDED, Scope, Undefined, Verdict, span
from proofs.engines.exhaustive import every_case as exhaustive
from proofs.engines.symbolic.cutoffs import at_cutoff, for_many_cutoffs
from proofs.engines.symbolic.own_values import samples_text, with_samples
from proofs.engines.symbolic.ranges.held import kept
from proofs.engines.symbolic.ranges.one_case import by_cases, true_at_one_case
from proofs.engines.symbolic.ranges.one_cutoff import within_a_range
from proofs.engines.symbolic.search import (
    absent,
    defined_somewhere,
    examples,
    grown,
    proved,
    turned,
)
from proofs.engines.symbolic.sizes import (
    CUTOFFS,
    at,
    least,
    missing_cutoff,
    named_formulas,
    shown,
)
from proofs.engines.symbolic.witnesses import (
    at_small_n,
    derived,
    fixed_places,
    lasting,
    part_of,
)
from proofs.engines.symbolic.witnesses.ends import pulled_apart

NAME = "symbolic"
RULES_FROM = 2
LARGEST_SEARCHED = 7
CASES_SEARCHED = 2_000_000
SECONDS = 20.0


def refuses(question: Question, limits: Limits) -> str | None:
    """A persistence and heights must be numbers here; cut-offs may stay open."""
    for metric in question.metrics:
        if "p" in metric.parameters and question.parameters.get("p", p) == p:
            return f"{metric.name} needs {PARAMETERS['p'].advice}, or ask about one n for every p"
    return None


def answer(asked: Question, limits: Limits) -> Verdict:
    """Decide a question for every n."""
    deadline = time.monotonic() + (SECONDS if limits.seconds is None else limits.seconds)
    searched = replace(limits, cases=min(limits.cases, CASES_SEARCHED))
    if asked.own:
        return _for_all_values(asked, searched, deadline)
    soon = _fails_soon(asked, searched, deadline)
    kernel = None if soon else _kernel(asked, asked.for_every_cutoff(), deadline)
    verdict = None if kernel is None else _proved(asked, kernel, searched, deadline)
    verdict = by_example(asked) if verdict is None else verdict
    verdict = by_cases(asked, _at_size, searched, deadline) if verdict is None else verdict
    verdict = _searched(asked, searched, deadline) if verdict is None else verdict
    if verdict.status == HOLDS or verdict.scope.every_from is not None or not _has_cutoff(asked):
        return verdict
    known = answer(asked.for_every_cutoff(), replace(limits, seconds=_left(deadline)))
    found = at_cutoff(asked, known) if verdict.status == UNDECIDED else None
    verdict = kept(verdict if found is None else found, known)
    if found is not None or verdict.scope.holds_from is not None:
        return verdict
    found = within_a_range(asked, known, _at_size, searched, deadline)
    return verdict if found is None else kept(found, known, found.evidence["held"])


def _has_cutoff(asked: Question) -> bool:
    """Tell whether one cut-off was given, as a number, and the question can be asked without it."""
    given = [value for name, value in asked.parameters.items() if name in CUTOFFS]
    alone = len(given) == 1 and isinstance(given[0], int)
    return alone and asked.for_every_cutoff().parameters != asked.parameters


def _left(deadline: float) -> float:
    return max(1.0, deadline - time.monotonic())


def _for_all_values(asked: Question, limits: Limits, deadline: float) -> Verdict:
    """Decide a question for every n and all values of what metrics have of their own.

    One value is tried first: where it refutes, that is a refutation. A derivation leaves what is
    free unknown.
    """
    tried, numbers = with_samples(asked), samples_text(asked)
    kernel = None
    if not _fails_soon(tried, limits, deadline):
        kernel = _kernel(asked, asked.for_every_cutoff(), deadline)
        proof = None if kernel is None else _proved(asked, kernel, limits, deadline)
        if proof is not None:
            return replace(proof, checked=(*proof.checked, f"small n were tried{numbers}"))
    found = answer(tried, replace(limits, seconds=_left(deadline)))
    if found.status == REFUTED:
        return found
    said = {HOLDS: "it holds", REFUTED: "it is refuted"}.get(found.status, "it is undecided")
    reason = f"no rule proves it for every n and all values;{numbers} {said}"
    question = least(asked)
    return Verdict(UNDECIDED, shown(asked, question), Scope((question.n,)), NAME, reason=reason)


def _fails_soon(asked: Question, limits: Limits, deadline: float) -> bool:
    """Tell whether two or three items refute it, so that no rule can prove it for every n."""
    sizes = range(max(RULES_FROM, least(asked).n), 4)
    found = [_at_size(asked, n, limits, deadline) or [] for n in sizes]
    return any(verdict.status == REFUTED for verdicts in found for verdict in verdicts)


def _kernel(asked: Question, way: Question, deadline: float) -> Any:
    """Return a kernel that has concluded all parts for every n, or None."""
    kernel = Kernel(way, max(RULES_FROM, least(asked).n))
    for part, (_, formula) in enumerate(named_formulas(asked)):
        if time.monotonic() > deadline or any(s.slot.cutoff for s in formula.atoms(Score)):
            return None
        if not (proved(kernel, part, formula) or true_at_one_case(kernel, part)):
            return None
    return kernel


def _proved(asked: Question, kernel: Any, limits: Limits, deadline: float) -> Verdict | None:
    """Return HOLDS for every n, after checking that small n do not contradict it."""
    tried = with_samples(asked)
    small = _checkable(tried)
    first = None
    seen: list[Verdict] = []
    for n in range(4, RULES_FROM - 1 if asked.own else 0, -1):
        answers = [exhaustive.answer(question, limits) for question in at(small, n)]
        for verdict in answers:
            if verdict.status == REFUTED and not _is_vacuous(verdict):
                if n < RULES_FROM:
                    return _only_here(verdict)
                text = verdict.question.text()
                raise Disagreement(f"{text}: proved for every n, refuted by exhaustive search")
        if not answers or any(verdict.status != HOLDS for verdict in answers):
            break
        first = n
        seen += answers
    if first is None:
        return None
    question = at(asked, first)[0] if small is tried else least(asked)
    if not _is_defined(asked, kernel, question.n):
        kernel = _kernel(asked, asked, deadline)
        if kernel is None or not _is_defined(asked, kernel, question.n):
            return None
    verdict = Verdict(
        HOLDS,
        shown(asked, question),
        Scope((), None, every_from=question.n),
        NAME,
        undefined=_seen_undefined(seen),
        checked=_checked(asked, small is tried, question.n),
    )
    return derived(verdict, kernel)


def _only_here(refuted: Verdict) -> Verdict:
    """Return a refutation at an n of which the rules do not speak."""
    n = refuted.question.n
    note = f"the rules prove it for every n ≥ {RULES_FROM}"
    return replace(refuted, engine=NAME, scope=Scope((n,), n), checked=(*refuted.checked, note))


def _checkable(asked: Question) -> Question:
    """Return the question itself, or that for all cut-offs where those given are large.

    A derivation leaves cut-offs as they are, so it must be right for all that are admissible.
    """
    if any(at(asked, n) for n in range(1, 5)):
        return asked
    return asked.for_every_cutoff()


def _checked(asked: Question, as_given: bool, start: int) -> tuple[str, ...]:
    """Say what was tried besides the derivation, and how far the derivation reaches."""
    missing = missing_cutoff(asked)
    cutoffs = f" and every cut-off {missing}" if missing else ""
    tried = "" if as_given else " with every cut-off"
    note = f"every n ≥ {start}{cutoffs}; n ≤ 4{tried} by exhaustive search as well"
    fixed = [k for k, v in asked.parameters.items() if k in CUTOFFS and v != FULL_DEPTH]
    if not fixed:
        return (note,)
    return note, f"the proof does not use what {' and '.join(fixed)} is: it is one for every value"


def _seen_undefined(answers: list[Verdict]) -> Undefined:
    """Return the undefined cases at the smallest n that has any: an example, not a count."""
    for verdict in reversed(answers):
        if verdict.undefined.cases:
            return Undefined(verdict.undefined.cases, verdict.undefined.first, counted=False)
    return Undefined()


def _is_defined(asked: Question, kernel: Any, start: int) -> bool:
    """Conclude, where it is not certain, that each part has a case that is defined for every n."""
    kernel.least = max(kernel.least, start)
    return all(
        defined_somewhere(kernel, part, formula)
        for part, (_, formula) in enumerate(named_formulas(asked))
        if kernel.proves(formula).partly
    )


def by_example(asked: Question) -> Verdict | None:
    """∃ places: an example at n = 4, extended by fixed points, that remains one for every n."""
    formulas, questions = named_formulas(asked), at(asked, 4)
    if len(formulas) != 1 or len(questions) != 1:
        return None
    kernel = grown(questions[0], 0, examples(formulas[0][1], 4), "grown example")
    if kernel is None:
        return None
    scope = Scope((), None, every_from=questions[0].n)
    return derived(Verdict(HOLDS, questions[0], scope, NAME), kernel)


def _is_vacuous(verdict: Verdict) -> bool:
    return any(caveat.startswith("vacuous") for caveat in verdict.caveats)


def _searched(asked: Question, limits: Limits, deadline: float) -> Verdict:
    """Look for the smallest n that fails, and try to extend its witness."""
    held: list[Verdict] = []
    open_ends: dict[str, list[int]] = {}
    largest = LARGEST_SEARCHED if all(len(m.inputs) == 1 for m in asked.metrics) else 5
    for n in range(1, largest + 1):
        answers = _at_size(asked, n, limits, deadline)
        if answers is None:
            if time.monotonic() > deadline:
                open_ends["the time limit was reached"] = [n]
            break
        refuted = [verdict for verdict in answers if verdict.status == REFUTED]
        if refuted:
            sizes = [one.question.n for one in held if _fits(refuted[0].question, one.question.n)]
            found = for_many_cutoffs(asked, refuted[0], sizes, limits, deadline)
            if found is None:
                found = _extended(asked, refuted[0], sizes, limits, deadline)
            return found
        undecided = [verdict for verdict in answers if verdict.status == UNDECIDED]
        if undecided:
            open_ends.setdefault(_open_end(asked, answers, undecided), []).append(n)
        if answers and not undecided:
            held.append(answers[0])
    return _open(asked, held, open_ends)


def _fits(question: Question, n: int) -> bool:
    """Tell whether there is such a question at another n: a cut-off may be too large for it."""
    try:
        return question.at_size(n).n == n
    except BadInput:
        return False


def _at_size(asked: Question, n: int, limits: Limits, deadline: float) -> list[Verdict] | None:
    """Return the answers at one n that say anything, or None where not all could be had.

    A refutation is enough: nothing is asked after it.
    """
    answers: list[Verdict] = []
    for question in at(asked, n):
        if time.monotonic() > deadline:
            return None
        try:
            verdict = exhaustive.answer(question, limits)
        except Refusal:
            return None
        if not _is_vacuous(verdict):
            answers.append(verdict)
            if verdict.status == REFUTED:
                return answers
    return answers


def _open_end(asked: Question, answers: list[Verdict], undecided: list[Verdict]) -> str:
    """Return why an n is undecided, and for which cut-off, unless it is so for all of them."""
    reason, missing = undecided[0].reason, missing_cutoff(asked)
    if missing is None or (undecided == answers and {v.reason for v in undecided} == {reason}):
        return reason
    return f"{reason} for {missing} = {undecided[0].question.parameters[missing]}"


def _open(asked: Question, held: list[Verdict], open_ends: dict[str, list[int]]) -> Verdict:
    """Return UNDECIDED, with what small n say."""
    if not held:
        ends = [f"{reason} at {span(sizes)}" for reason, sizes in open_ends.items()]
        reason = "; ".join([*ends, "no rule proves it for every n"])
        if not ends:
            reason = "no rule proves it, and no small n decides it"
        question = least(asked)
        return Verdict(UNDECIDED, shown(asked, question), Scope((question.n,)), NAME, reason=reason)
    sizes = tuple(verdict.question.n for verdict in held)
    missing = missing_cutoff(asked)
    cutoffs = f" and every {missing} that is possible there" if missing else ""
    reason = f"no rule proves it for every n; it holds for {span(sizes)}{cutoffs}"
    ends = [f"at {span(sizes)}: {reason}" for reason, sizes in open_ends.items()]
    last = held[-1]
    assert isinstance(last.question, Question)
    return replace(
        last,
        status=UNDECIDED,
        question=shown(asked, last.question),
        engine=NAME,
        reason="; ".join([reason, *ends]),
        scope=Scope(sizes),
        caveats=(),
    )


def _extended(
    asked: Question, refuted: Verdict, held: list[int], limits: Limits, deadline: float
) -> Verdict:
    n = refuted.question.n
    base = replace(refuted, engine=NAME)
    attempts: list[Verdict | None] = [refuted]
    for larger in (n + 1, n + 2):
        if time.monotonic() < deadline and larger <= LARGEST_SEARCHED:
            attempts.append(_at_larger(asked, refuted, larger, limits))
    for attempt in attempts:
        if attempt is not None and attempt.status == REFUTED:
            kernel = _grown_from(attempt, [fixed_places(attempt)])
            if kernel is not None:
                return derived(lasting(base, held, attempt.question.n, _where(attempt, n)), kernel)
    assert refuted.replayed is not None
    formula, start = refuted.replayed.statement.formula, max(RULES_FROM, n)
    kernel = _grown_from(refuted, turned(formula, start))
    if kernel is not None:
        note = f"fails for every n ≥ {kernel.least}, by the identity and its reversal"
        return derived(lasting(base, held, kernel.least, note), kernel)
    for attempt in attempts:
        if attempt is not None and attempt.status == REFUTED:
            found = fixed_places(attempt)
            kernel = _grown_from(attempt, pulled_apart(found.values, found.least))
            if kernel is not None:
                return derived(lasting(base, held, kernel.least, _where(attempt, n)), kernel)
    kernel = Kernel(refuted.question, start)
    if absent(kernel, part_of(refuted)):
        note = f"fails for every n ≥ {start}: there is none"
        return derived(lasting(base, held, start, note), kernel)
    return at_small_n(base, held)


def _grown_from(refuted: Verdict, candidates: Iterable[Growth]) -> Any:
    return grown(refuted.question, part_of(refuted), candidates, "grown witness")


def _where(attempt: Verdict, n: int) -> str:
    """Say from which n on it fails, for which cut-offs, and by which witness."""
    start = attempt.question.n
    cutoffs = {k: v for k, v in attempt.question.parameters.items() if k in CUTOFFS}
    note = f"fails for every n ≥ {start}" + "".join(f", {k} = {v}" for k, v in cutoffs.items())
    return note + (f" (the witness extended is the one at n = {start})" if start > n else "")


def _at_larger(asked: Question, refuted: Verdict, n: int, limits: Limits) -> Verdict | None:
    for question in at(asked, n):
        if question.parameters == refuted.question.parameters:
            try:
                return exhaustive.answer(question, limits)
            except Refusal:
                return None
    return None
