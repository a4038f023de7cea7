"""The field of aspects: questions about distances of labels, and about upper bounds of measures.

>>> ask(find_axiom("respects_partial_order"), ("cosine",), n=2).status
'refuted'
>>> found = ask(find_axiom("upper_bound_reached"), ("cam",), n=range(1, 4), measure="ap")
>>> found.scope.first_failing
2
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from axioms import find_axiom
from axioms.axiom import Axiom
from axioms.dominance import respects_partial_order, respects_strictly
from metrics.labels import ADVICE, Distance, LabelSpace, find_distance, split
from metrics.language.terms import ITEMS
from metrics.metric import exact
from metrics.multi_aspect import APPROACHES, MEASURES, Approach, Measure, find_measure, toma
from metrics.naming import BadInput, find
from proofs.core.bound_question import BoundQuestion, Setting
from proofs.core.dominance_question import POINTS, DominanceQuestion
from proofs.core.limits import Limits
from proofs.core.verdict import HOLDS, REFUTED, Scope, Verdict

OF_DISTANCES = ("weights", "matrix", "q")
LONGEST_WALK = 12
MOST_ASPECTS, MOST_GRADES = 6, 6


def ask(
    declared: Axiom,
    subjects: Sequence[Any],
    *,
    n: int | str | Iterable[int],
    engine: str = "auto",
    limits: Limits | None = None,
    cross: bool = False,
    convention: str = ITEMS,
    **parameters: Any,
) -> Verdict:
    """Answer a question about a distance or about an upper bound."""
    if convention != ITEMS:
        raise BadInput(f"{declared.name} reads no permutations: leave --convention out.")
    if len(subjects) != 1:
        given = ", ".join(str(getattr(s, "name", s)) for s in subjects) or "none"
        raise BadInput(f"{declared.name} is about one subject, {len(subjects)} given: {given}.")
    if engine == "sampling":
        raise BadInput(f"sampling cannot decide {declared.name}: leave --engine out.")
    chosen = limits or Limits()
    if declared in (respects_partial_order, respects_strictly):
        return _about_a_distance(declared, subjects[0], n, engine, chosen, cross, parameters)
    return _about_a_bound(declared, subjects[0], n, engine, chosen, parameters)


def _leftover(declared: Axiom, parameters: dict[str, Any]) -> None:
    for name in parameters:
        raise BadInput(f"{declared.name} has no {name} here: leave --{name} out.")


def _sizes(n: Any, what: str) -> list[int]:
    """Return the sizes to walk through."""
    if isinstance(n, str):
        raise BadInput(f"n = {n!r} is neither a number, a range of numbers, nor 'all'.")
    if isinstance(n, float):
        raise BadInput(f"n = {n} is not a whole number of {what}.")
    sizes = [n] if isinstance(n, int) else list(n)
    if not sizes:
        raise BadInput(f"no number of {what} was given: add --n, for example --n 2.")
    if len(sizes) > LONGEST_WALK:
        raise BadInput(f"{len(sizes)} numbers of {what} are too long a walk: try --n 1..4.")
    return sizes


def _walk(questions: list[Any], decided: Callable[[Any], Verdict]) -> Verdict:
    """Ask for growing n until the answer is not HOLDS."""
    seen: list[int] = []
    held: list[Verdict] = []
    for question in questions:
        verdict = decided(question)
        seen.append(question.n)
        held.append(verdict)
        if verdict.status != HOLDS:
            break
    last = held[-1]
    several = len(held) > 1
    caveats = [f"n = {v.question.n}: {c}" if several else c for v in held for c in v.caveats]
    failing = seen[-1] if last.status == REFUTED else None
    scripts = [script for v in held for script in v.evidence.get("scripts", [])]
    return replace(
        last,
        scope=Scope(tuple(seen), failing),
        caveats=tuple(caveats) if last.status == HOLDS else last.caveats,
        seconds=sum(v.seconds for v in held),
        evidence={**last.evidence, "scripts": scripts} if scripts else last.evidence,
    )


# Distances ---------------------------------------------------------------------------------------


def _about_a_distance(
    declared: Axiom,
    subject: Any,
    n: Any,
    engine: str,
    limits: Limits,
    cross: bool,
    parameters: dict[str, Any],
) -> Verdict:
    from proofs.engines.exhaustive.aspects import label_search as dominance

    distance = subject if isinstance(subject, Distance) else find_distance(str(subject))
    left = dict(parameters)
    space = _space(left)
    reading = left.pop("reading", POINTS)
    given = {name: left.pop(name) for name in OF_DISTANCES if name in left}
    for name in given:
        if name not in distance.parameters:
            raise BadInput(f"{distance.name} has no {name}: leave --{name} out.")
    if "q" in distance.parameters and "q" not in given:
        raise BadInput(f"{distance.name} needs {ADVICE['q']}.")
    if declared == respects_partial_order and "reading" in parameters:
        raise BadInput("--reading says when two labels differ: only respects_strictly asks that.")
    _leftover(declared, left)
    if n == "all":
        return _every_number(declared, distance, engine, limits, given, reading, space)
    if engine == "symbolic":
        raise BadInput("the symbolic engine speaks of every n: use --n all, or another engine.")
    if space is not None:
        _insist_on_values(distance, given)
    questions = [
        DominanceQuestion(declared, distance, size, distance.bound(size, given), reading, space)
        for size in _sizes(n, "aspects")
    ]
    return _walk(questions, lambda q: dominance.decide(q, engine, limits, cross))


def _insist_on_values(distance: Distance, given: dict[str, Any]) -> None:
    if distance.value is None:
        raise BadInput(f"{distance.name} has no values on given labels: leave --embedding out.")
    for name in distance.parameters:
        if name not in given:
            raise BadInput(f"with --embedding {distance.name} needs {ADVICE[name]}.")


def _every_number(
    declared: Axiom,
    distance: Distance,
    engine: str,
    limits: Limits,
    given: dict[str, Any],
    reading: str,
    space: LabelSpace | None,
) -> Verdict:
    from proofs.engines.symbolic import aspect_induction as dominance_all

    if engine not in ("auto", "symbolic"):
        raise BadInput(f"--n all needs the symbolic engine, not {engine!r}.")
    for name in ("weights", "matrix"):
        if name in given:
            raise BadInput(f"--{name} fixes the number of aspects: give --n instead of --n all.")
    if space is not None:
        raise BadInput("--embedding fixes the number of aspects: give --n instead of --n all.")
    checked = distance.bound(1, given)
    return dominance_all.answer(DominanceQuestion(declared, distance, 1, checked, reading), limits)


def _space(parameters: dict[str, Any]) -> LabelSpace | None:
    given = parameters.pop("embedding", None)
    return given if given is None or isinstance(given, LabelSpace) else read_space(given)


def read_space(given: Any) -> LabelSpace:
    """Read an embedding: the numbers of each aspect from worst to best, aspects apart by ';'."""
    rows = str(given).split(";") if isinstance(given, str | int) else list(given)
    return LabelSpace.of([split(row) for row in rows])


# Upper bounds ------------------------------------------------------------------------------------


def _about_a_bound(
    declared: Axiom, subject: Any, n: Any, engine: str, limits: Limits, parameters: dict[str, Any]
) -> Verdict:
    from proofs.engines.exhaustive.aspects import upper_bound

    if n == "all":
        raise BadInput(f"{declared.name} tries every collection of n documents: give --n 1..4.")
    if engine not in ("auto", "exhaustive"):
        raise BadInput(f"{declared.name} is answered by exhaustive search, not by {engine!r}.")
    left = dict(parameters)
    setting = read_setting(subject, left)
    _leftover(declared, left)
    questions = [BoundQuestion(declared, setting, size) for size in _sizes(n, "documents")]
    return _walk(questions, lambda question: upper_bound.decide(question, limits))


def read_setting(subject: Any, left: dict[str, Any]) -> Setting:
    """Take from the parameters what says how labels become a score."""
    approach, measure = _approach_and_measure(subject, left.pop("measure", None))
    space = _space(left)
    sizes = {name: left.pop(name, None) for name in ("aspects", "grades")}
    if space is not None and any(size is not None for size in sizes.values()):
        raise BadInput("--embedding says the aspects and grades: leave --aspects and --grades out.")
    if space is None:
        aspects = _whole("aspects", sizes["aspects"], 1, MOST_ASPECTS)
        space = LabelSpace.graded(aspects, _whole("grades", sizes["grades"], 1, MOST_GRADES))
    distance = left.pop("distance", None)
    weighting, mix = (_numbers(name, left.pop(name, None)) for name in ("weighting", "mix"))
    if approach is not toma and (distance is not None or weighting is not None):
        raise BadInput(f"{approach.name} scores each aspect: leave --distance and --weighting out.")
    if approach.name != "cam" and mix is not None:
        raise BadInput(f"{approach.name} does not mix scores by numbers: leave --mix out.")
    if not isinstance(distance, Distance):
        distance = find_distance(distance or "manhattan")
    given = {name: left.pop(name) for name in OF_DISTANCES if name in left}
    _insist_on_values(distance, given)
    threshold = left.pop("threshold", None)
    if threshold is not None and not measure.is_binary and not left.get("relevant"):
        raise BadInput(f"{measure.name} uses the weights themselves: leave --threshold out.")
    return Setting(
        approach,
        measure,
        space,
        distance,
        distance.bound(len(space.aspects), given),
        measure.bound({name: left.pop(name) for name in ("k", "p") if name in left}),
        weighting,
        None if threshold is None else exact("threshold", threshold),
        mix,
        left.pop("lists", "rankings"),
        _whole("relevant", left.pop("relevant", 0), 0, 12),
    )


def _approach_and_measure(subject: Any, measure: Any) -> tuple[Approach, Measure]:
    if isinstance(subject, Measure):
        return toma, subject
    if isinstance(subject, str) and subject in MEASURES:
        if measure is not None:
            raise BadInput(f"{subject} is a measure itself: leave --measure out.")
        return toma, find_measure(subject)
    names = {**dict(MEASURES), **dict(APPROACHES)}
    approach = subject if isinstance(subject, Approach) else find(str(subject), names, "measure")
    assert isinstance(approach, Approach)
    if measure is None:
        raise BadInput(f"{approach.name} needs a measure: add --measure, for example --measure ap.")
    return approach, measure if isinstance(measure, Measure) else find_measure(str(measure))


def _numbers(name: str, value: Any) -> tuple[Any, ...] | None:
    return None if value is None else tuple(exact(name, entry) for entry in split(value))


def _whole(name: str, value: Any, least: int, most: int) -> int:
    number = exact(name, 2 if value is None else value)
    if not number.is_Integer or not least <= number <= most:
        raise BadInput(f"{name} = {number} cannot be: a whole number from {least} to {most}.")
    return int(number)


__all__ = ["ask", "find_axiom", "read_setting", "read_space"]
