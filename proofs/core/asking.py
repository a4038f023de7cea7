"""Ask: from a question to an answer. Choosing engines, walking over sizes, crossing answers.

>>> ask("ioi", "dcg", n=6).status
'holds'
>>> ask("distributive", "rank_replacement", n=3, c=2).status
'holds'
>>> ask("kendall_le_footrule", "element_weights", n=3).status
'holds'
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from math import prod
from typing import Any

from axioms.axiom import Axiom, Quantity
from axioms.language.formula import bound_variables
from metrics.language.domains import LISTS, RANKINGS, RUNS
from metrics.language.parameters import PARAMETERS
from metrics.naming import BadInput, find
from proofs.core.limits import OPEN, Disagreement, Limits, NothingKnown, NotRead, Refusal
from proofs.core.posed.lists import asked_of
from proofs.core.posing import questions_about, sizes_of
from proofs.core.question import Question
from proofs.core.verdict import HOLDS, REFUTED, UNDECIDED, Measurement, Scope, Undefined, Verdict
from proofs.engines import ENGINES, Engine, engine_named
from rankproof.line.deadline import within
from rankproof.line.failures import Undecided

CHOICES = ("auto", *ENGINES)
SMALL = (2, 3, 4)
GRACE = 0.5
FEW_CASES = 500_000
"""So many cases are tried before anybody looks for what is known for every n."""
TRIED_AGAIN, CASES_AGAIN, RUNS_AGAIN = 7, 10**9, 1000
"""Up to so many items, and cases, a certificate can have all of them tried again."""


def ask(
    asked: str | Axiom | Quantity,
    *subjects: Any,
    n: int | str | Iterable[int],
    convention: str | None = None,
    engine: str = "auto",
    limits: Limits | None = None,
    samples: int | None = None,
    seed: int | None = None,
    cross: bool = False,
    domain: str | None = None,
    **parameters: Any,
) -> Verdict | Measurement:
    """Answer one question; with several n, walk up and stop at the first that does not hold."""
    _insist_declared(asked, subjects)
    declared = asked_of(asked, subjects, domain) if isinstance(asked, str) else asked
    given = {name: value for name, value in parameters.items() if value is not None}
    questions, notes = questions_about(declared, subjects, sizes_of(n, declared), given, convention)
    find(engine, {name: name for name in CHOICES}, "engine")
    limits = replace(limits or Limits(), samples=samples, seed=seed)
    _insist_read(declared, engine, cross)
    _insist_numbers(declared, questions)
    answer = walk(questions, lambda question: decide(question, engine, limits, cross))
    for name, value in (("samples", samples), ("seed", seed)):
        if value is not None and answer.engine != "sampling":
            raise BadInput(f"nothing is sampled here: leave --{name} out.")
    return replace(answer, caveats=(*answer.caveats, *notes))


def _insist_declared(asked: Any, subjects: Sequence[Any]) -> None:
    """Refuse what is neither a name nor a declaration."""
    if not isinstance(asked, str | Axiom | Quantity):
        raise BadInput(
            f"{repr(asked)[:60]} is no axiom: give its name, an Axiom or a Quantity, or a "
            "statement as text after the sign =."
        )
    for one in subjects:
        if not isinstance(one, str) and not hasattr(one, "name"):
            function = " A function is judged by rankproof.judge." if callable(one) else ""
            raise BadInput(
                f"{repr(one)[:60]} is no metric or order: give its name, or what was declared."
                + function
            )


def _insist_read(declared: Axiom | Quantity, engine: str, cross: bool) -> None:
    if cross and isinstance(declared, Quantity):
        raise BadInput(f"{declared.name} is a number, and --cross compares verdicts: leave it out.")
    if cross and engine != "auto":
        raise BadInput("--cross asks every engine that can answer: leave --engine out.")


def _insist_numbers(declared: Axiom | Quantity, questions: Sequence[Question]) -> None:
    """Refuse a number about runs or lists while a parameter is free."""
    if not isinstance(declared, Quantity) or declared.counted:
        return
    free = [name for one in questions if one.domain in (RUNS, LISTS) for name in one.free]
    if free:
        advice = PARAMETERS[free[0]].advice or f"values: add --{free[0]}"
        raise BadInput(f"{declared.name} is a number, and needs {advice}.")


def decide(question: Question, engine: str, limits: Limits, cross: bool = False) -> Any:
    """Answer one question by one engine, by the first that can, or by all that can."""
    if cross:
        return (
            crossed_with_small_n(question, limits)
            if question.every_n
            else crossed(question, limits)
        )
    if engine == "auto":
        return by_the_first(question, limits)
    chosen = engine_named(engine)
    reason = chosen.refuses(question, limits)
    if reason:
        raise Refusal(f"{_refused(chosen, question, limits, reason)}.")
    return answered(chosen, question, limits)


def answered(engine: Engine, question: Question, limits: Limits) -> Any:
    """Let an engine answer in the time that is left, and say how long it took.

    An engine that looks at the clock can say more than the alarm, which is a little late for that.
    """
    started = time.perf_counter()
    try:
        with within(limits.seconds, GRACE - limits.spent()):
            answer = engine.answer(question, limits)
    except Undecided as problem:
        answer = _unanswered(engine, question, str(problem))
    return replace(answer, seconds=time.perf_counter() - started)


def _unanswered(engine: Engine, question: Question, reason: str) -> Verdict | Measurement:
    if isinstance(question.asked, Quantity):
        return Measurement(question, engine.NAME, reason=reason)
    scope = Scope((), every_from=1) if question.every_n else Scope((question.n,))
    return Verdict(UNDECIDED, question, scope, engine.NAME, reason=reason)


def by_the_first(question: Question, limits: Limits) -> Any:
    """Ask the engines in their order until one answers.

    At one n a few cases are tried first; where there are more, what is known for every n comes
    before a long search. It also comes after a first look that decides nothing, or that nobody
    could check again.
    """
    tried = None
    silent: list[str] = []
    unknown: list[str] = []
    open_answer = None
    for place, (chosen, allowed) in enumerate(_in_turn(question, limits, silent)):
        if tried is not None and chosen.NAME != "symbolic":
            return tried
        later = ENGINES[ENGINES.index(chosen.NAME) + 1 :]

        def followed(later: Sequence[str] = later) -> bool:
            return any(_willing(question, limits, [], later))

        try:
            answer = answered(chosen, question, replace(allowed, followed=followed))
        except NothingKnown as refusal:
            unknown = [str(refusal)]
            if tried is not None:
                return tried
            continue
        except Refusal as refusal:
            silent += [str(refusal)] if allowed is limits else []
            continue
        if allowed is not limits and _better_proved(answer):
            tried = answer if answer.status == HOLDS else None
            continue
        if _left_open(answer):
            open_answer = answer if open_answer is None else open_answer
            continue
        if _is_undecided(answer) and place and silent:
            return replace(answer, reason=_joined([*silent, f"{chosen.NAME}: {answer.reason}"]))
        return answer
    if tried is not None or open_answer is not None:
        return open_answer if tried is None else tried
    raise Refusal(f"{_joined(silent or unknown)}.")


def _joined(reasons: Sequence[str]) -> str:
    """Say why several engines do not decide a question."""
    return "; ".join(reason.rstrip(".") for reason in reasons)


def _in_turn(
    question: Question, limits: Limits, silent: list[str]
) -> Iterator[tuple[Engine, Limits]]:
    """Go through the engines that do not refuse, each with how much it may spend."""
    few = replace(limits, cases=FEW_CASES)
    if not question.every_n and not question.about_weights and limits.cases > FEW_CASES:
        first = engine_named("exhaustive")
        if first.refuses(question, few) is None:
            yield first, few
    for chosen in _willing(question, limits, silent):
        yield chosen, limits


def _is_undecided(answer: Any) -> bool:
    return isinstance(answer, Verdict) and answer.status == UNDECIDED


def _better_proved(answer: Any) -> bool:
    """Tell whether a first look says nothing, or more than a certificate could be checked for."""
    if _is_undecided(answer):
        return True
    question = answer.question
    if not isinstance(answer, Verdict) or answer.status != HOLDS:
        return False
    if question.domain not in (RANKINGS, RUNS, LISTS):
        return False
    counts = _counts(question)
    if question.domain is RUNS and any(max(one, default=0) > RUNS_AGAIN for one in counts):
        return True
    return question.n > TRIED_AGAIN or any(prod(one) > CASES_AGAIN for one in counts)


def _counts(question: Question) -> list[list[int]]:
    """Return how many values each variable has, statement by statement."""
    bound = [bound_variables(statement.formula) for statement in question.statements()]
    return [[question.domain_of(v).count(question.size) for v in names] for names in bound]


def _left_open(answer: Any) -> bool:
    """Tell whether signs that depend on gains were left open, which solvers may decide."""
    return _is_undecided(answer) and answer.question.domain is RUNS and answer.reason == OPEN


def _willing(
    question: Question, limits: Limits, silent: list[str], among: Sequence[str] = ENGINES
) -> Iterator[Engine]:
    """Go through the engines that do not refuse, each asked when the one before is done.

    Why others that read such questions refuse is added to `silent`; where none is willing, also
    why the rest does not read them.
    """
    unread: list[str] = []
    willing = False
    for name in among:
        chosen = engine_named(name)
        reason = chosen.refuses(question, limits)
        if reason is None:
            willing = True
            yield chosen
        else:
            told = _refused(chosen, question, limits, reason)
            (unread if isinstance(reason, NotRead) else silent).append(told)
    if not willing and not silent:
        silent += unread


def _refused(engine: Engine, question: Question, limits: Limits, reason: str) -> str:
    """Say why an engine refuses, and at which n it does not."""
    said = f"{engine.NAME} refuses: {reason}"
    if isinstance(reason, NotRead) or question.every_n or question.domain is RANKINGS:
        return said
    smaller = (replace(question, n=size) for size in range(question.n - 1, 0, -1))
    with suppress(BadInput):
        reached = next((one.n for one in smaller if engine.refuses(one, limits) is None), None)
        return said if reached is None else f"{said}. n = {reached} is in reach"
    return said


# Several engines ---------------------------------------------------------------------------------


def crossed(question: Question, limits: Limits) -> Verdict:
    """Ask every engine that does not refuse, and insist that they agree.

    What was found at this n is shown rather than what is known for every n.
    """
    silent: list[str] = []
    answers: list[Verdict] = []
    among = ENGINES if question.about_weights else sorted(ENGINES, key="symbolic".__eq__)
    for chosen in list(_willing(question, limits, silent, among)):
        try:
            answers.append(answered(chosen, question, limits))
        except Refusal as refusal:
            silent.append(str(refusal))
    definite = [verdict for verdict in answers if verdict.status != UNDECIDED]
    statuses = {verdict.engine: verdict.status for verdict in definite}
    if len(set(statuses.values())) > 1:
        said = ", ".join(f"{name} says {status}" for name, status in statuses.items())
        raise Disagreement(f"{question.text()}: {said}")
    if not answers:
        raise Refusal(" ".join(silent))
    chosen_answer = (definite or answers)[0]
    open_ends = [f"{v.engine}: undecided, {v.reason}" for v in answers if v not in definite]
    return replace(
        chosen_answer,
        agreed_by=tuple(name for name in statuses if name != chosen_answer.engine),
        caveats=(*chosen_answer.caveats, *((*open_ends, *silent) if definite else ())),
    )


def status_at(verdict: Verdict, n: int) -> str | None:
    """Return what a verdict for every n says of one n, at the cut-off that it names, or None."""
    scope = verdict.scope
    if verdict.status == HOLDS and scope.every_from is not None and n >= scope.every_from:
        return HOLDS
    if verdict.status == REFUTED:
        k = None if scope.cutoffs is None else verdict.question.parameters[scope.cutoffs.name]
        of_k = scope.cutoffs is None or scope.cutoffs.take(n, k)
        lasts = scope.every_from is not None and n >= scope.every_from and of_k
        if n == scope.first_failing or lasts or n in dict(scope.also_failing):
            return REFUTED
        if n in scope.sizes and scope.first_failing is not None and n < scope.first_failing:
            return HOLDS
        if scope.holds_from is not None and n >= scope.holds_from:
            return HOLDS
    return None


def crossed_with_small_n(question: Question, limits: Limits) -> Verdict:
    """Answer for every n, and compare with the other engines at the small n they reach."""
    verdict = by_the_first(question, limits)
    if not isinstance(verdict, Verdict):
        return verdict
    agreed: dict[str, list[int]] = {}
    for size in SMALL:
        expected = status_at(verdict, size)
        small = replace(verdict.question, n=size, every_n=False)
        try:
            found = by_the_first(small, limits)
        except BadInput:
            continue
        if UNDECIDED in (found.status, expected) or expected is None:
            continue
        if found.engine == verdict.engine:
            continue
        if found.status != expected:
            raise Disagreement(
                f"{small.text()}: {verdict.engine} says {expected}, {found.engine} {found.status}"
            )
        agreed.setdefault(found.engine, []).append(size)
    notes = tuple(f"{name} agrees at n = {', '.join(map(str, at))}" for name, at in agreed.items())
    return replace(verdict, agreed_by=tuple(agreed), checked=(*verdict.checked, *notes))


# Several sizes -----------------------------------------------------------------------------------


def walk(questions: Sequence[Question], decided: Callable[[Question], Any]) -> Any:
    """Ask for growing n until the answer is not HOLDS."""
    if len(questions) == 1:
        return decided(questions[0])
    held: list[Verdict] = []
    for question in questions:
        verdict = decided(question)
        held.append(verdict)
        if verdict.status != HOLDS:
            break
    last = held[-1]
    sizes = tuple(verdict.question.n for verdict in held)
    caveats = last.caveats
    if last.status == HOLDS:
        caveats = tuple(dict.fromkeys(f"n = {v.question.n}: {c}" for v in held for c in v.caveats))
    undefined = _all_undefined(held) if last.status == HOLDS else last.undefined
    scripts = [script for verdict in held for script in verdict.evidence.get("scripts", [])]
    return replace(
        last,
        scope=Scope(sizes, sizes[-1] if last.status == REFUTED else None),
        caveats=caveats,
        undefined=undefined,
        seconds=sum(verdict.seconds for verdict in held),
        evidence={**last.evidence, "scripts": scripts} if scripts else last.evidence,
    )


def _all_undefined(held: Sequence[Verdict]) -> Undefined:
    """Add up the undefined cases of all sizes, with the first example."""
    every = [verdict.undefined for verdict in held]
    sizes = [undefined.of for undefined in every if undefined.of is not None]
    return Undefined(
        sum(undefined.cases for undefined in every),
        next((undefined.first for undefined in every if undefined.first), None),
        sum(sizes) if len(sizes) == len(every) else None,
        all(undefined.counted for undefined in every),
    )
