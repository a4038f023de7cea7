"""Values of metrics of rankings and of judged runs, with weights, gains and heights."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from metrics.language.domains import RANKINGS, RUNS, SUBSCRIPTS, Domain, Size
from metrics.language.given import FREE, entries, shown, whole
from metrics.language.parameters import PARAMETERS, SYMBOLS, checked
from metrics.language.premises import FULL_DEPTH
from metrics.language.runs import c
from metrics.language.terms import CONVENTIONS, n
from metrics.language.weight_symbols import FIXED_POINTS, assumptions
from metrics.metric import Metric
from metrics.naming import BadInput
from proofs.core.fitting import insist_read, with_premises
from proofs.core.posing import admitted
from proofs.core.valuing.valued import Value, completed, free_readings, own_reading


def _listing(name: str, given: Any, domain: Domain, top: int = 1) -> tuple[int, ...]:
    """Read a ranking or a run."""
    found = tuple(whole(name, entry) for entry in entries(given))
    assert domain.holds is not None
    if not domain.holds(found, Size(len(found), top)):
        what = f"with degrees from 0 to {top}" if domain is RUNS else f"of 1, …, {len(found)}"
        raise BadInput(f"--{name} {shown(found)} is no {domain.one} {what}.")
    return found


# Rankings ----------------------------------------------------------------------------------------


def of_rankings(
    metric: Metric, ranking: Any, reference: Any, convention: str, given: dict[str, Any]
) -> Value:
    if convention not in CONVENTIONS:
        raise BadInput(f"no convention is called {convention!r}: items or ranks.")
    both = {"reference": reference, "ranking": ranking}
    if len(metric.inputs) == 1 and both.pop("reference") is not None:
        raise BadInput(f"{metric.name} scores one ranking: leave --reference out.")
    if reference is None and len(both) == 2:
        raise BadInput(f"{metric.name} compares two rankings: add --reference, for example 1,2,3.")
    words = {name: _listing(name, value, RANKINGS) for name, value in both.items()}
    size = Size(len(words["ranking"]))
    if any(len(word) != size.n for word in words.values()):
        raise BadInput(f"the ranking has {size.n} items and the reference has another number.")
    metric.insist_made_for(size.n)
    insist_read([metric], with_premises(set(metric.parameters)), given)
    settings = admitted(given, size)
    bound = metric.bound(size.n, {"p": FREE, **settings})
    bound = {name: value for name, value in bound.items() if value != SYMBOLS[name]}
    tables = {name: settings[name] for name in metric.tables if settings.get(name, FREE) != FREE}
    point = {n: size.n, "fixed": settings.get("fixed", "one")}
    point.update(zip(metric.inputs, words.values(), strict=True))
    assume = assumptions(settings.get("assume", ""))
    readings = [f"{convention}: {CONVENTIONS[convention]}"]
    if "delta" in metric.parameters:
        readings.append(FIXED_POINTS[str(point["fixed"])])
    made = Value(
        metric.name,
        metric.title,
        dict(zip(("sigma", "tau")[-len(words) :], map(list, words.values()), strict=True)),
        {name: value for name, value in settings.items() if name in {*bound, *tables, "fixed"}},
        convention,
        (*readings, *own_reading(metric), *free_readings(metric, {**bound, **tables}, assume)),
    )
    asked = SimpleNamespace(n=size.n, assume=assume)
    return completed(made, metric, point, {**bound, **tables}, asked)


# Judged runs -------------------------------------------------------------------------------------


def of_a_run(metric: Metric, run: Any, given: dict[str, Any]) -> Value:
    if given.get("c") is None:
        raise BadInput("how many degrees? Add --c: with --c 2 they are a₀ < a₁ < a₂.")
    top = PARAMETERS["c"].given(given.pop("c"))
    word = _listing("run", run, RUNS, top)
    metric.insist_made_for(len(word), top)
    if metric.depends_on_k() and given.get("k", FULL_DEPTH) == FULL_DEPTH:
        given["k"] = len(word)
    settings = checked(metric.name, metric.parameters, given, Size(len(word), top))
    point: dict[Any, Any] = {n: len(word), c: top, metric.inputs[0]: word}
    assume = assumptions("")
    readings = [f"runs: ranked, with degrees a₀ < … < a{str(top).translate(SUBSCRIPTS)}"]
    made = Value(
        metric.name,
        metric.title,
        {metric.inputs[0].name: list(word)},
        {"c": top, **settings},
        readings=(*readings, *own_reading(metric), *free_readings(metric, settings, assume)),
    )
    asked = SimpleNamespace(n=len(word), c=top, assume=assume)
    if "place_weights" in metric.parameters and "place_weights" not in settings:
        raise BadInput(f"{metric.name} needs a weight for each place: add --place_weights 4,2,1.")
    filled = metric.filled(len(word), settings)
    known = {name: value for name, value in settings.items() if name in filled.parameters}
    return completed(made, filled, point, known, asked)
