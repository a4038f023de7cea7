"""What a question says about its domain, and about what it leaves free."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from metrics.language.domains import COLLECTIONS, LABELS, LISTS, RUNS, SET_RUNS, SUBSCRIPTS, TOPS
from metrics.language.given import FREE
from metrics.language.parameters import PARAMETERS, SYMBOLS
from metrics.language.terms import CONVENTIONS
from metrics.language.weight_symbols import FIXED_POINTS
from proofs.core.question import EVERY, Question, shown_value


def given(question: Question, left_out: str = "") -> str:
    """Return the order and the parameters as they follow the title, one left out."""
    on = "" if question.order is None else f" on {question.order}"
    on = f" on {question.domain.name}" if question.domain.key else on
    named = {name: value for name, value in question.parameters.items() if name != left_out}
    told = [_given(question, name, value) for name, value in named.items()]
    own = [one.every() for one in question.own.values()]
    return on + "".join(f", {one}" for one in (*told, *own))


def _given(question: Question, name: str, value: Any) -> str:
    if value == EVERY:
        return f"every {name}"
    if value == SYMBOLS.get(name, FREE) or value == FREE:
        return PARAMETERS[name].free.removeprefix("for ")
    if name == "c" and question.every_c:
        return "every c"
    return f"{name} = {shown_value(value)}"


def readings(question: Question) -> list[str]:
    """Return the conventions and readings that were used."""
    named = [
        thing.reading if thing is question.asked else f"{thing.name}: {thing.reading}"
        for thing in question.named
        if getattr(thing, "reading", "")
    ]
    own = [line for one in question.subjects for line in getattr(one, "readings", lambda: [])()]
    told = [*domain_reading(question), *named, *free_readings(question), *own]
    return [*told, *origins(question.things)]


def domain_reading(question: Question) -> list[str]:
    """Return how the values of the domain are read."""
    domain, top = question.domain, "c" if question.every_c else str(question.c)
    if domain is RUNS and question.on is not None:
        sets = question.on.domain is SET_RUNS
        kind = "sets, listed with decreasing degrees" if sets else "ranked"
        last = "a_c" if question.every_c else "a" + top.translate(SUBSCRIPTS)
        return [f"runs: {kind}, with degrees a₀ < … < {last}"]
    if domain is LISTS:
        return [f"lists: grades 0, …, {top} from the top; after | those not retrieved"]
    if domain is TOPS:
        size, up_to = question.size, "1, …, " if question.size.uneven else ""
        ties = "; items in inner brackets tie" if size.tied else ""
        last = "n" if question.every_n else str(size.n)
        return [f"lists: {up_to}{size.k} different items of 1, …, {last}, from the top{ties}"]
    if domain is LABELS:
        only = "embedding" in question.parameters
        given = ["only the labels and the embedding given"] if only else []
        return ["n is the number of aspects", *given]
    if domain is COLLECTIONS:
        return ["n is the number of documents of a collection D"]
    assert question.convention is not None
    return [f"{question.convention}: {CONVENTIONS[question.convention]}"]


def free_readings(question: Question) -> list[str]:
    """Return what is assumed of all that is free."""
    found = []
    if question.domain in (RUNS, LISTS, TOPS):
        found = [PARAMETERS[name].free for name in question.free if name in PARAMETERS]
    found += [f"for {one.every()}" for one in question.own.values()]
    if "delta" in question.quantified:
        found.append(FIXED_POINTS[question.parameters.get("fixed", "one")])
    assume = question.assume
    if "similarity" in question.quantified and assume.triangle and not assume.positive:
        found.append("metric D: symmetric, D(x, x) = 0 ≤ D(x, y), triangle inequality")
    if "reading" in question.parameters:
        from metrics.labels import DIFFERENT

        found.append(DIFFERENT[question.parameters["reading"]])
    return found


def origins(things: Iterable[Any]) -> list[str]:
    """Return whose definitions were used, where they are not ours."""
    from proofs.core.whose import definition_of

    return [
        f"{thing.name} is not ours: {text}" for thing in things if (text := definition_of(thing))
    ]
