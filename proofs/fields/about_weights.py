"""Questions about real weights: from names to an answer (the field "weights").

Engines: *symbolic* are the rules for every n (`weight_rules`), *linear* goes through the rankings
with bounds by terms and exact linear programs, *smt* with z3; *auto* and *exhaustive* use all
that fits.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from axioms.axiom import Axiom, Quantity
from axioms.inequalities import INEQUALITIES
from metrics.naming import BadInput
from proofs.core.limits import Limits, OutOfTime
from proofs.core.verdict import HOLDS, REFUTED, UNDECIDED, Measurement, Scope, Verdict
from proofs.core.weight_question import WeightQuestion
from proofs.engines.linear.weight_cases import by_cases
from proofs.engines.symbolic import weight_rules
from proofs.engines.symbolic.witnesses.weight_padding import REPLAYED, lasting
from proofs.fields.weight_asked import question_about, sizes_of

WAYS = {
    "auto": ("terms", "linear", "smt"),
    "exhaustive": ("terms", "linear", "smt"),
    "linear": ("terms", "linear"),
    "smt": ("smt",),
}
EVERY_N_TRIES = 6


def ask(
    declared: Axiom | Quantity,
    subjects: Sequence[Any],
    *,
    n: int | str | Iterable[int],
    engine: str,
    limits: Limits,
    cross: bool,
    convention: str,
    assume: str = "",
    fixed: str = "one",
    **given: Any,
) -> Verdict | Measurement:
    """Answer one question about weights."""
    if engine not in (*WAYS, "symbolic"):
        raise BadInput(
            f"the engine {engine!r} knows no weights: use auto, linear, smt or symbolic."
        )
    sizes = sizes_of(n)
    question = question_about(declared, subjects, n, convention, assume, fixed, given)
    if isinstance(declared, Quantity):
        from proofs.engines.linear.weight_ratio import measure

        if len(sizes) != 1:
            raise BadInput(f"{declared.name} is a number for one n: give --n 5.")
        return measure(question, limits)
    if not sizes:
        return _every_n(question, engine, limits)
    return _walk([question.at_size(size) for size in sizes], engine, limits, cross)


# Every n ------------------------------------------------------------------------------------------


def derivation(question: WeightQuestion) -> tuple[str, ...] | None:
    """Return a proof for every n, or None."""
    if question.asked in INEQUALITIES:
        return weight_rules.inequality(question)
    assert isinstance(question.asked, Axiom)
    steps: list[str] = []
    for part in question.asked.parts:
        found = weight_rules.property_of(question, part.name)
        if found is None:
            return None
        several = len(question.asked.parts) > 1
        steps += [f"{part.name}: {step}" if several else step for step in found]
    return tuple(steps)


def _every_n(question: WeightQuestion, engine: str, limits: Limits) -> Verdict:
    started = time.monotonic()
    if engine not in ("auto", "symbolic"):
        raise BadInput(f"--n all needs the symbolic engine, not {engine!r}.")
    steps = derivation(question)
    if steps is not None:
        verdict = Verdict(HOLDS, question, Scope((), every_from=1), "symbolic", derivation=steps)
        return replace(verdict, seconds=time.monotonic() - started)
    held: list[int] = []
    opened: Verdict | None = None
    for size in range(2, EVERY_N_TRIES + 1):
        found = _small(question.at_size(size), limits, "auto" if opened is None else "linear")
        if found.status == REFUTED:
            lasts = _lasting(found, held, opened)
            return replace(lasts, seconds=time.monotonic() - started)
        if found.status == UNDECIDED:
            opened = opened or found
        elif opened is None:
            held.append(size)
    shown = f"it holds for n = {', '.join(map(str, held))}" if held else "nothing"
    reason = f"no rule proves it for every n; tried by cases: {shown}"
    return replace(
        opened or found,
        status=UNDECIDED,
        scope=Scope((), every_from=1),
        reason=reason,
        seconds=time.monotonic() - started,
    )


def _lasting(refuted: Verdict, held: list[int], opened: Verdict | None) -> Verdict:
    """Extend a refutation at the smallest n to every larger one, where the rule fits."""
    if opened is not None:
        at = opened.question.n
        caveat = f"n = {at} stayed open, so a smaller counterexample is not excluded"
        refuted = replace(refuted, caveats=(*refuted.caveats, f"{caveat}: {opened.reason}"))
    question, replayed = refuted.question, refuted.replayed
    assert isinstance(question, WeightQuestion)
    assert replayed is not None
    assert replayed.witness is not None
    size = question.n
    steps = lasting(question, replayed.statement, replayed.witness)
    if steps is None:
        caveats = (*refuted.caveats, "no proof that it fails for every larger n")
        return replace(refuted, scope=Scope((*held, size), size), caveats=caveats)
    again = ", ".join(str(size + more) for more in REPLAYED)
    return replace(
        refuted,
        scope=Scope((*held, size), size, every_from=size),
        derivation=tuple(steps),
        checked=(*refuted.checked, f"the extended witness was replayed at n = {again}"),
    )


def _small(question: WeightQuestion, limits: Limits, engine: str) -> Verdict:
    """Decide a small n by cases, or say that it is too large for that."""
    try:
        return by_cases(question, WAYS[engine], limits)
    except BadInput as problem:
        reason = str(problem)
    except OutOfTime:
        reason = "the time limit"
    return Verdict(UNDECIDED, question, Scope((question.n,)), "exhaustive", reason=reason)


# One n --------------------------------------------------------------------------------------------


def decide(question: WeightQuestion, engine: str, limits: Limits, cross: bool) -> Verdict:
    """Decide a question at one n."""
    started = time.monotonic()
    steps = derivation(question) if engine in ("auto", "symbolic") else None
    if steps is None and engine == "symbolic":
        raise BadInput("no rule of the symbolic engine fits: use --engine auto.")
    try:
        if steps is None:
            verdict = by_cases(question, WAYS[engine], limits)
        else:
            verdict = Verdict(
                HOLDS,
                question,
                Scope((question.n,)),
                "symbolic",
                derivation=steps,
                checked=("the proof holds for every n",),
            )
            verdict = (
                _crossed(verdict, by_cases(question, WAYS["auto"], limits)) if cross else verdict
            )
    except OutOfTime:
        verdict = Verdict(
            UNDECIDED, question, Scope((question.n,)), "exhaustive", reason="the time limit"
        )
    return replace(verdict, seconds=time.monotonic() - started)


def _crossed(proved: Verdict, tried: Verdict) -> Verdict:
    from proofs.script.solvers import Disagreement

    if tried.status == REFUTED:
        raise Disagreement(f"{proved.question.text()}: proved, and refuted by {tried.engine}")
    if tried.status == UNDECIDED:
        caveat = f"{tried.engine}: undecided, {tried.reason}"
        return replace(proved, caveats=(*proved.caveats, caveat))
    return replace(proved, agreed_by=(tried.engine,), cases=tried.cases)


def _walk(questions: Sequence[WeightQuestion], engine: str, limits: Limits, cross: bool) -> Verdict:
    from proofs.core.asking import walk

    return walk(questions, lambda question: decide(question, engine, limits, cross))  # type: ignore[arg-type]
