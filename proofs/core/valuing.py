"""The exact value of a metric at one point: a ranking, a judged run, weights, a label.

Which domain is meant follows from what is given, and each has one reader here that turns what was
given into a point. The value is that of the declared definition, evaluated as a refutation is
replayed. What is shown is an expression that was evaluated to the same number.

>>> value_of("kendall", ranking=[2, 1, 3], reference=[1, 2, 3]).exact
1/3
>>> value_of("gp", run=[2, 0, 1], c=2, gains=[0, 1, 3]).exact
4/9
>>> print(value_of("gp", run=[2, 0, 1], c=2).exact)
g(a₁)/(3*g(a₂)) + 1/3
>>> value_of("lr_plus", ranking=[1, 2], reference=[1, 2], k=1).undefined[-6:]
'is 1/0'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from types import SimpleNamespace
from typing import Any

import sympy as sp

from metrics import find_metric
from metrics.labels import DISTANCES, LETTERS, Distance, s, x
from metrics.language.domains import RANKINGS, RUNS, SUBSCRIPTS, Domain, Size
from metrics.language.given import FREE, entries, shown, whole
from metrics.language.parameters import PARAMETERS, SYMBOLS, insist_given, settings_for
from metrics.language.runs import c
from metrics.language.terms import CONVENTIONS, ITEMS, n, read
from metrics.language.weight_symbols import FIXED_POINTS, Assumptions, assumptions
from metrics.language.written import written
from metrics.metric import Metric
from metrics.naming import BadInput
from proofs.core.evaluating import NotANumber, approximate, evaluated
from proofs.core.fitting import insist_read, with_premises
from proofs.core.posing import admitted, read_setting, space_of
from proofs.trusted.finite.worth import weights_of, worth
from proofs.trusted.number import Inconclusive, Irrational, Number
from proofs.trusted.replayed import ReplayFailed
from proofs.trusted.scene import numbers, unknown_values
from proofs.trusted.sign import sign_of
from proofs.trusted.value import Reading

Numbers = Sequence[int] | str
Evaluate = Callable[[Any, dict[Any, Any]], Any]


@dataclass(frozen=True)
class Value:
    """The value of a metric at a point, exact; or why there is none, in `undefined`.

    `exact` is a SymPy expression; it has symbols where something was left free, and then there is
    no `approx`, which is a decimal that is correctly rounded.
    """

    metric: str
    title: str
    point: dict[str, Any]
    parameters: dict[str, Any] = field(default_factory=dict)
    convention: str | None = None
    readings: tuple[str, ...] = ()
    exact: Any = None
    approx: str | None = None
    undefined: str = ""


def value_of(
    metric: str | Metric | Distance,
    *,
    ranking: Numbers | None = None,
    reference: Numbers | None = None,
    run: Numbers | None = None,
    label: Any = None,
    convention: str | None = None,
    **given: Any,
) -> Value:
    """Return the exact value of a metric at a point.

    `ranking` is read by every metric of rankings; one that compares two has `reference` as its
    first. `run` is a judged run, with the largest degree `c`; `label` a label for a distance, or
    the labels of ranked documents for a measure. Parameters are those of `proofs.ask`.
    """
    points = {"ranking": ranking, "run": run, "label": label}
    named = [name for name, value in points.items() if value is not None]
    if len(named) > 1:
        raise BadInput(f"--{named[0]} and --{named[1]} are points of two domains: give one.")
    known = {name: value for name, value in given.items() if value is not None}
    if label is not None:
        _refuse(reference=reference, convention=convention)
        return _of_labels(metric, label, known)
    declared = metric if isinstance(metric, Metric) else _metric(metric)
    wanted, advice = WORDS[declared.domain]
    if named != [wanted]:
        raise BadInput(f"{declared.name} scores {declared.domain.name}: {advice}")
    if declared.domain is RUNS:
        _refuse(reference=reference, convention=convention)
        return _of_a_run(declared, run, known)
    return _of_rankings(declared, ranking, reference, convention or ITEMS, known)


WORDS: dict[Domain, tuple[str, str]] = {
    RANKINGS: ("ranking", "give --ranking, for example --ranking 2,1,3."),
    RUNS: ("run", "give --run, for example --run 2,0,1, and --c."),
}


def _metric(name: Any) -> Metric:
    if name in DISTANCES:
        raise BadInput(f"{name} is a distance of labels: give --label, for example --label 0,1.")
    return find_metric(str(name))


def _refuse(**given: Any) -> None:
    """Refuse what only rankings read."""
    for name, value in given.items():
        if value is not None:
            raise BadInput(f"only metrics of rankings read --{name}: leave it out.")


def _listing(name: str, given: Any, domain: Domain, top: int = 1) -> tuple[int, ...]:
    """Read a ranking or a run."""
    found = tuple(whole(name, entry) for entry in entries(given))
    assert domain.holds is not None
    if not domain.holds(found, Size(len(found), top)):
        what = f"with degrees from 0 to {top}" if domain is RUNS else f"of 1, …, {len(found)}"
        raise BadInput(f"--{name} {shown(found)} is no {domain.one} {what}.")
    return found


# Rankings ----------------------------------------------------------------------------------------


def _of_rankings(
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
        (*readings, *_own(metric), *_free(metric, {**bound, **tables}, assume)),
    )
    asked = SimpleNamespace(n=size.n, assume=assume)
    return _completed(made, metric, point, {**bound, **tables}, asked)


def _own(metric: Any) -> list[str]:
    return [f"{metric.name}: {metric.reading}"] if metric.reading else []


def _free(metric: Metric, settings: Mapping[str, Any], assume: Assumptions) -> list[str]:
    """Say for which values of what is free the value is meant."""
    free = [PARAMETERS[name] for name in metric.parameters if name not in settings]
    weights = [one.quantified(assume) for one in free if one.quantified is not None]
    return [*[one.free for one in free if one.free], *[f"for every {text}" for text in weights]]


# Judged runs -------------------------------------------------------------------------------------


def _of_a_run(metric: Metric, run: Any, given: dict[str, Any]) -> Value:
    if given.get("c") is None:
        raise BadInput("how many degrees? Add --c: with --c 2 they are a₀ < a₁ < a₂.")
    top = PARAMETERS["c"].given(given.pop("c"))
    word = _listing("run", run, RUNS, top)
    for name, value in metric.fixed:
        if {"n": len(word), "c": top}[name] != value:
            raise BadInput(f"{metric} was made for {name} = {value}, and for no other.")
    settings = settings_for(metric, top, given)
    point: dict[Any, Any] = {n: len(word), c: top, metric.inputs[0]: word}
    assume = assumptions("")
    readings = [f"runs: ranked, with degrees a₀ < … < a{str(top).translate(SUBSCRIPTS)}"]
    made = Value(
        metric.name,
        metric.title,
        {metric.inputs[0].name: list(word)},
        {"c": top, **settings},
        readings=(*readings, *_own(metric), *_free(metric, settings, assume)),
    )
    asked = SimpleNamespace(n=len(word), c=top, assume=assume)
    return _completed(made, metric, point, settings, asked)


# What is free ------------------------------------------------------------------------------------


def _completed(
    made: Value, metric: Metric, point: dict[Any, Any], settings: Mapping[str, Any], asked: Any
) -> Value:
    """Evaluate a metric; what is free has a symbol where it is shown, and is unknown elsewhere."""
    e = read(metric.value, made.convention or ITEMS)
    shown, unknown = dict(point), dict(point)
    symbols: dict[Any, Any] = {}
    for name in metric.parameters:
        key = SYMBOLS.get(name, name)
        if name in settings:
            shown[key] = unknown[key] = numbers(settings[name])
            continue
        unknown[key] = unknown_values(name, asked)
        shown[key] = _named(name, unknown[key], symbols)
    return _shown(made, lambda: evaluated(e, unknown), lambda: written(e, shown), symbols)


def _named(name: str, unknown: Any, symbols: dict[Any, Any], index: str = "") -> Any:
    """Return symbols for the numbers of a free parameter; `symbols` gets what each stands for."""
    if isinstance(unknown, list):
        first = {"gains": 0, "delta": 2}.get(name, 1) if not index else 1
        inner = [f"{index},{at}".lstrip(",") for at in range(first, first + len(unknown))]
        return [_named(name, e, symbols, at) for e, at in zip(unknown, inner, strict=True)]
    if not isinstance(unknown, Irrational):
        return unknown
    x_y = index.split(",")
    if name == "similarity" and int(x_y[0]) > int(x_y[1]):
        index = ",".join(reversed(x_y))
    mark = MARKS.get(name, name).format(index, index.translate(SUBSCRIPTS))
    symbol = sp.Symbol(mark, positive=True)
    symbols[symbol] = unknown
    return symbol


MARKS = {
    "gains": "g(a{1})",
    "w": "w({0})",
    "delta": "δ({0})",
    "similarity": "D({0})",
    "heights": "h({0})",
    "rb": "RB",
}
"""How the numbers of a free parameter are written."""


def _shown(
    made: Value, number: Callable[[], Number], text: Callable[[], Any], symbols: Mapping[Any, Any]
) -> Value:
    """Fill in the value: the number decides, and what is shown is evaluated to the same one."""
    try:
        value = number()
    except NotANumber as problem:
        return replace(made, undefined=str(problem))
    exact = sp.Rational(value.numerator, value.denominator) if _is_rational(value) else text()
    if not _is_rational(value) and sign_of(Reading().value(exact, symbols) - value) != 0:
        raise ReplayFailed(f"{exact} is not the value of {made.metric}.")
    return replace(made, exact=exact, approx=approximate(value))


def _is_rational(value: Number) -> bool:
    return not isinstance(value, Irrational)


# Labels ------------------------------------------------------------------------------------------


def _of_labels(metric: Any, label: Any, given: dict[str, Any]) -> Value:
    one = not isinstance(label, str) and all(isinstance(entry, int) for entry in label)
    rows = [
        tuple(whole("label", entry) for entry in entries(row))
        for row in ([label] if one else entries(label, ";"))
    ]
    if "embedding" not in given:
        given.setdefault("aspects", len(rows[0]))
    if isinstance(metric, Distance) or metric in DISTANCES:
        return _of_a_label(metric, rows, given)
    for name in ("lists", "relevant"):
        if name in given:
            raise BadInput(f"the value of one list reads no {name}: leave --{name} out.")
    setting = read_setting(metric, given)
    for left in given:
        raise BadInput(f"{setting.name} has no {left} here: leave --{left} out.")
    weights = weights_of(setting)
    for row in rows:
        setting.space.places(row)
    listed = [weights[row] for row in rows]
    made = Value(
        setting.name,
        setting.title,
        {"r": [list(row) for row in rows]},
        {name: v for name, v in setting.given().items() if name != "lists"},
        readings=("the list is the whole collection", *setting.readings()[1:]),
    )
    score = partial(worth, setting, listed, listed)
    return _shown(made, lambda: score(evaluated), lambda: score(written), {})


def _of_a_label(metric: Any, rows: list[tuple[int, ...]], given: dict[str, Any]) -> Value:
    distance = metric if isinstance(metric, Distance) else DISTANCES[metric]
    if len(rows) != 1:
        raise BadInput(f"{distance.name} is the distance of one label from l*: {len(rows)} given.")
    space = space_of(given)
    if distance.value is None:
        raise BadInput(f"{distance.name} is any distance: it has no values of its own.")
    known = distance.bound(len(space.aspects), given)
    insist_given(distance.name, distance.parameters, known)
    point: dict[Any, Any] = {n: len(space.aspects)}
    point[x], point[s] = numbers(space.embed(rows[0])), numbers(space.embed(space.best))
    point.update({LETTERS[name]: numbers(value) for name, value in known.items()})
    made = Value(
        distance.name,
        distance.title,
        {"l": list(rows[0]), "l*": list(space.best)},
        {"embedding": space, **known},
        readings=tuple(_own(distance)),
    )
    e = distance.value
    return _shown(made, lambda: evaluated(e, point), lambda: written(e, point), {})


__all__ = ["Inconclusive", "Value", "value_of"]
