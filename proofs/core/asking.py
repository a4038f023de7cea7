"""From names to an answer: declarations, questions, engine, verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any

from axioms import find_axiom
from axioms.axiom import Axiom, Quantity
from metrics import find_metric
from metrics.language.terms import ITEMS, p
from metrics.metric import Metric
from metrics.naming import BadInput
from proofs.core.limits import Limits, Refusal
from proofs.core.question import Question, check_parameters, check_subjects
from proofs.core.verdict import HOLDS, REFUTED, UNDECIDED, Measurement, Scope, Undefined, Verdict
from proofs.engines.exhaustive import every_case as exhaustive

ENGINES = ("auto", "exhaustive", "smt", "symbolic", "sampling", "linear")
FIELDS = {
    "orders": "proofs.fields.about_orders",
    "weights": "proofs.fields.about_weights",
    "aspects": "proofs.fields.about_aspects",
    "heights": "proofs.fields.about_heights",
}
OF_METRICS = {
    "rankings": "rankings",
    "runs": "orders",
    "weights": "weights",
    "aspects": "aspects",
    "heights": "heights",
}


def ask(
    asked: str | Axiom | Quantity,
    *subjects: str | Metric,
    n: int | str | Iterable[int],
    convention: str = ITEMS,
    engine: str = "auto",
    limits: Limits | None = None,
    samples: int | None = None,
    seed: int | None = None,
    cross: bool = False,
    **parameters: Any,
) -> Verdict | Measurement:
    """Answer one question; with several n, walk up and stop at the first that is not held."""
    declared = find_axiom(asked) if isinstance(asked, str) else asked
    field = field_of(declared, subjects)
    if field in FIELDS:
        return import_module(FIELDS[field]).ask(
            declared,
            subjects,
            n=n,
            engine=engine,
            limits=limits or Limits(),
            cross=cross,
            convention=convention,
            **{name: value for name, value in parameters.items() if value is not None},
        )
    metrics = tuple(s if isinstance(s, Metric) else find_metric(s) for s in subjects)
    limits = limits or Limits()
    given = {name: value for name, value in parameters.items() if value is not None}
    check_subjects(declared, metrics)
    check_parameters(declared, metrics, given)
    if given.get("p", "free") == "free" and leaves_p_free(declared, metrics, n, engine):
        given["p"] = p
    if n == "all":
        return for_every_n(declared, metrics, given, convention, limits, engine)
    if isinstance(n, str):
        raise BadInput(f"n = {n!r} is neither a number, a range of numbers, nor 'all'.")
    if engine == "symbolic":
        raise BadInput("the symbolic engine speaks of every n: use --n all, or another engine.")
    sizes = [n] if isinstance(n, int) else list(n)
    questions, skipped = _questions(declared, metrics, sizes, given, convention)
    if isinstance(declared, Quantity):
        if len(sizes) != 1:
            raise BadInput(f"{declared.name} is a number for one n: give --n 5, not a range.")
        return measure(questions[0], engine, limits, samples, seed)
    if engine == "sampling":
        raise BadInput(
            f"the engine {engine!r} estimates quantities and cannot decide "
            f"{declared.name}: use auto, exhaustive or smt."
        )
    verdict = walk(questions, lambda question: decide(question, engine, limits, cross))
    return replace(verdict, caveats=(*verdict.caveats, *skipped))


def field_of(declared: Axiom | Quantity, subjects: Sequence[str | Metric]) -> str:
    """Return what a question is about: rankings, orders of runs, weights or aspects."""
    if declared.about != "rankings":
        return declared.about
    metrics = [s if isinstance(s, Metric) else find_metric(s) for s in subjects]
    fields = [OF_METRICS[metric.domain] for metric in metrics]
    return next((field for field in fields if field != "rankings"), "rankings")


def for_every_n(
    declared: Axiom | Quantity,
    metrics: tuple[Metric, ...],
    given: dict[str, Any],
    convention: str,
    limits: Limits,
    engine: str,
) -> Verdict:
    """Answer a question for every n at once."""
    if not isinstance(declared, Axiom):
        raise BadInput(f"{declared.name} is a number for one n: give --n 5, not --n all.")
    if engine not in ("auto", "symbolic"):
        raise BadInput(f"--n all needs the symbolic engine, not {engine!r}.")
    from proofs.engines.symbolic import every_n as symbolic

    for metric in metrics:
        if "p" in metric.parameters:
            metric.bound(10, {"k": 1, **given})
    return symbolic.answer(symbolic.EveryN(declared, metrics, given, convention), limits)


def _questions(
    declared: Any,
    metrics: tuple[Metric, ...],
    sizes: Sequence[int],
    given: dict[str, Any],
    convention: str,
) -> tuple[list[Question], tuple[str, ...]]:
    """Return a question for each size; a range may start too low for the parameters."""
    questions: list[Question] = []
    left_out: list[int] = []
    trouble: BadInput | None = None
    for size in sizes:
        try:
            questions.append(Question(declared, metrics, size, given, convention))
        except BadInput as problem:
            if questions or size < 1:
                raise
            trouble = problem
            left_out.append(size)
    if not questions:
        raise trouble or BadInput("no n was given: add --n, for example --n 4.")
    if not left_out:
        return questions, ()
    which = ", ".join(map(str, left_out))
    return questions, (f"n = {which} left out: too small for the parameters given",)


def leaves_p_free(
    declared: Axiom | Quantity, metrics: tuple[Metric, ...], n: Any, engine: str
) -> bool:
    """Tell whether a persistence that was not given means every 0 < p < 1."""
    wanted = any("p" in metric.parameters for metric in metrics)
    return wanted and isinstance(declared, Axiom) and n != "all" and engine in ("auto", "smt")


def decide(question: Question, engine: str, limits: Limits, cross: bool = False) -> Verdict:
    """Decide a question by one engine, or by all that do not refuse."""
    if question.parameters.get("p") == p:
        from proofs.engines.smt import free_parameter

        return free_parameter.answer(question, limits)
    if cross:
        return crossed(question, limits)
    if engine == "smt":
        from proofs.engines.smt import rankings as smt

        return smt.answer(question, limits)
    if engine == "exhaustive":
        return exhaustive.answer(question, limits)
    try:
        return exhaustive.answer(question, limits)
    except Refusal as refusal:
        from proofs.engines.smt import rankings as smt

        if smt.refuses(question, limits):
            raise
        verdict = smt.answer(question, limits)
        if verdict.status == UNDECIDED:
            reason = f"{str(refusal).split('.')[0]}; smt: {verdict.reason}"
            return replace(verdict, reason=reason)
        return verdict


def crossed(question: Question, limits: Limits) -> Verdict:
    """Ask every engine that does not refuse, and insist that they agree."""
    from proofs.engines.smt import rankings as smt
    from proofs.script.solvers import Disagreement

    answers: list[Verdict] = []
    silent: list[str] = []
    for engine in (exhaustive, smt):
        try:
            answers.append(engine.answer(question, limits))
        except Refusal as refusal:
            silent.append(str(refusal))
    definite = [verdict for verdict in answers if verdict.status != UNDECIDED]
    if len({verdict.status for verdict in definite}) > 1:
        said = ", ".join(f"{verdict.engine} says {verdict.status}" for verdict in definite)
        raise Disagreement(f"{question.text()}: {said}")
    if not answers:
        raise BadInput(" ".join(silent))
    chosen = (definite or answers)[0]
    open_ends = [f"{v.engine}: undecided, {v.reason}" for v in answers if v not in definite]
    return replace(
        chosen,
        agreed_by=tuple(v.engine for v in definite if v is not chosen),
        caveats=(*chosen.caveats, *open_ends, *silent) if definite else chosen.caveats,
    )


def walk(questions: Sequence[Question], decided: Callable[[Question], Verdict]) -> Verdict:
    """Ask for growing n until the answer is not HOLDS."""
    seen: list[int] = []
    held: list[Verdict] = []
    for question in questions:
        verdict = decided(question)
        seen.append(question.n)
        if verdict.status != HOLDS:
            failing = question.n if verdict.status == REFUTED else None
            return replace(
                verdict, scope=Scope(tuple(seen), failing), seconds=_total(held, verdict)
            )
        held.append(verdict)
    last = held[-1]
    caveats = tuple(dict.fromkeys(c for v in held for c in _at_size(v, len(held) > 1)))
    return replace(
        last,
        scope=Scope(tuple(seen)),
        caveats=caveats,
        undefined=_all_undefined(held),
        seconds=_total(held[:-1], last),
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


def _at_size(verdict: Verdict, several: bool) -> list[str]:
    if not several:
        return list(verdict.caveats)
    return [f"n = {verdict.question.n}: {caveat}" for caveat in verdict.caveats]


def _total(before: Sequence[Verdict], last: Verdict) -> float:
    return sum(verdict.seconds for verdict in before) + last.seconds


def measure(
    question: Question, engine: str, limits: Limits, samples: int | None, seed: int | None
) -> Measurement:
    """Return an exact average where it is in reach, else an estimate."""
    from proofs.engines.exhaustive import averages
    from proofs.engines.sampling import estimates as sampling

    reason = averages.refuses(question, limits)
    if engine == "sampling" or (engine == "auto" and reason):
        if question.n > sampling.LARGEST_N:
            raise BadInput(
                f"n = {question.n} is too large even for sampling: at most {sampling.LARGEST_N}."
            )
        return sampling.measure(
            question,
            limits,
            sampling.SAMPLES if samples is None else samples,
            sampling.SEED if seed is None else seed,
        )
    if reason:
        raise BadInput(f"exhaustive refuses: {reason}. Use --engine sampling for an estimate.")
    return averages.measure(question, limits)
