"""A metric as a table of text fields, and back.

>>> mine = metric_of("mine", {"value": "sum(i, 1, n, abs(σ(i) - τ(i))/i)"})
>>> [variable.name for variable in mine.inputs]
['sigma', 'tau']
>>> metric_table(mine)["value"]
'sum(i, 1, n, abs(sigma(i) - tau(i))/i)'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from metrics.language.domains import RUNS as DOMAIN_OF_RUNS
from metrics.language.terms import Largest, k, n
from metrics.language.text.lexer import BadText
from metrics.language.text.own_parameters import given_to, parameters_of
from metrics.language.text.reading import Reading, read_term
from metrics.language.text.tables import (
    LIST,
    TABLE,
    TEXT,
    TRUTH,
    WHOLE,
    checked,
    insist_name,
    insist_type,
    texts,
)
from metrics.language.text.words import (
    KINDS,
    LISTS,
    NUMBER,
    RANKINGS,
    RUNS,
    TOPS,
    USUAL,
    usual_domain,
)
from metrics.language.text.writing import write_term
from metrics.metric import Metric
from metrics.naming import BadInput

FIELDS = {
    **{"title": TEXT, "value": TEXT, "domain": TEXT, "inputs": LIST, "higher_is_better": TRUTH},
    **{"source": TEXT, "family": TEXT, "reading": TEXT, "bounds": LIST, "aliases": LIST},
    **{"largest_k": TEXT, "depth": TEXT, "rel": WHOLE, "walks_down": TRUTH, "unjudged": TEXT},
    **{"fixed": TABLE, "parameters": TABLE},
}
DOMAINS = (RANKINGS, RUNS, LISTS, TOPS)
FORMULA = "f"
OWN = "own"
"""The family of a metric that names none."""
_DEFAULTS = {field.name: field.default for field in fields(Metric)}


def metric_of(name: str, table: Any, origin: str = "") -> Metric:
    """Return the metric that a table declares."""
    where = f"metric.{insist_name('a metric', name)}"
    given = checked(where, table, FIELDS, "value")
    try:
        return _metric(name, where, given, origin)
    except BadText as problem:
        raise problem.inside(where) from None


def metric_of_text(text: str, domain: str = "", name: str = FORMULA) -> Metric:
    """Return the metric that a formula on the command line is, after its sign =."""
    formula = text.removeprefix("=").strip()
    given = {"value": formula, **({"domain": domain} if domain else {})}
    return _metric(name, "the formula", given, "the formula given")


def _metric(name: str, where: str, given: dict[str, Any], origin: str) -> Metric:
    try:
        return _declared(name, where, given, origin)
    except ValueError as problem:
        raise problem if isinstance(problem, BadInput) else BadInput(str(problem)) from None


def _declared(name: str, where: str, given: dict[str, Any], origin: str) -> Metric:
    among = given.get("domain", "")
    if among and among not in DOMAINS:
        raise BadInput(f"{where}: no domain is called {among[:40]!r}: {', '.join(DOMAINS)}.")
    own = parameters_of(where, given.get("parameters", {}))
    reading = Reading(given["value"], among, {one.name: one.symbol for one in own})
    value = reading.read(NUMBER)
    own = tuple(one for one in own if one.symbol in value.free_symbols)
    template = None
    if any(not one.is_free for one in own):
        numbers = {one.name: one.symbol if one.is_free else one.value for one in own}
        template, value = value, Reading(given["value"], among, numbers).read(NUMBER)
    inputs = _inputs(where, given, among, reading.free)
    more: dict[str, Any] = {
        field: read_term(given[field], among) for field in ("largest_k", "depth") if field in given
    }
    _insist_cutoffs(where, more)
    if value.has(Largest):
        raise BadInput(f"{where}: largest is a word of distances of labels: max(a, b) is for all.")
    if "bounds" in given:
        more["bounds"] = _bounds(where, given["bounds"])
    if "fixed" in given:
        for number in given["fixed"].values():
            insist_type(f"{where}: fixed", number, WHOLE)
        more["fixed"] = tuple(given["fixed"].items())
    if given.get("unjudged", "zero") not in ("zero", "drop"):
        raise BadInput(f"{where}: unjudged must be zero or drop.")
    plain = ("reading", "rel", "walks_down", "unjudged")
    return Metric(
        name=name,
        title=given.get("title", name),
        inputs=inputs,
        value=value,
        family=given.get("family", OWN),
        higher_is_better=given.get("higher_is_better", True),
        source=given.get("source", origin),
        aliases=texts(f"{where}: aliases", given.get("aliases", ())),
        origin=origin,
        own=own,
        template=template,
        **{field: given[field] for field in plain if field in given},
        **more,
    )


def _insist_cutoffs(where: str, more: dict[str, Any]) -> None:
    """Refuse a largest cut-off other than n or n - 1, and a depth that is no number of places."""
    if more.get("largest_k", n) not in (n, n - 1):
        raise BadInput(f"{where}: largest_k must be n or n - 1.")
    depth = more.get("depth", n)
    if depth not in (n, k) and not (depth.is_Integer and depth > 0):
        raise BadInput(f"{where}: depth must be n, k or a whole number from 1.")


def _inputs(where: str, given: dict[str, Any], among: str, free: dict[str, Any]) -> Any:
    """Return the inputs: those that are named, or the listings that the formula speaks of."""
    names = texts(f"{where}: inputs", given["inputs"]) if "inputs" in given else ()
    for name in names:
        if usual_domain(name, among) not in DOMAINS:
            raise BadInput(f"{where}: {name[:40]!r} is no listing: sigma and tau, r, x and y are.")
    if len(set(names)) < len(names):
        raise BadInput(f"{where}: inputs names a listing twice: {', '.join(names)}.")
    found = names or sorted(free, key=[*USUAL].index)
    for name in free:
        if name not in found:
            raise BadInput(f"{where}: the formula speaks of {name}, which is not among the inputs.")
    if not found:
        raise BadInput(
            f"{where}: no ranking or list is named, so nothing is scored: sigma(i) is the entry "
            "of a ranking at place i, r(i) the grade of a judged list."
        )
    domains = {usual_domain(name, among) for name in found}
    if len(domains) > 1 or (among and domains != {among}):
        listed = ", ".join(f"{name} is one of {usual_domain(name, among)}" for name in found)
        raise BadInput(f"{where} scores listings of one domain, and {listed}.")
    most = 1 if domains <= {RUNS, LISTS} else 2
    if len(found) > most:
        raise BadInput(f"{where} has {len(found)} inputs: at most {most} here.")
    return tuple(KINDS[usual_domain(name, among)](name) for name in found)


def _bounds(where: str, given: list[Any]) -> tuple[Any, Any]:
    if len(given) != 2:
        raise BadInput(f'{where}: bounds are two formulas, as ["0", "1"]; "" for none.')
    low, high = texts(f"{where}: bounds", given)
    return (read_term(low) if low else None, read_term(high) if high else None)


def metric_table(metric: Metric) -> dict[str, Any]:
    """Return the table that declares a metric; `metric_of` reads it back."""
    formula = metric.value if metric.template is None else metric.template
    found: dict[str, Any] = {"title": metric.title, "value": write_term(formula)}
    if metric.domain is DOMAIN_OF_RUNS:
        found["domain"] = RUNS
    found["inputs"] = [variable.name for variable in metric.inputs]
    found["higher_is_better"] = metric.higher_is_better
    found |= {"source": metric.source, "family": metric.family}
    if metric.bounds is not None:
        found["bounds"] = ["" if one is None else write_term(_exact(one)) for one in metric.bounds]
    for name in ("largest_k", "depth"):
        if getattr(metric, name) != _DEFAULTS[name]:
            found[name] = write_term(getattr(metric, name))
    for name in ("reading", "rel", "walks_down", "unjudged"):
        if getattr(metric, name) != _DEFAULTS[name]:
            found[name] = getattr(metric, name)
    if metric.aliases:
        found["aliases"] = list(metric.aliases)
    if metric.fixed:
        found["fixed"] = dict(metric.fixed)
    if metric.own:
        found["parameters"] = {one.name: one.table() for one in metric.own}
    return found


def with_values(metric: Metric, values: Mapping[str, Any]) -> Metric:
    """Return a metric with values for parameters of its own, read again from its table."""
    own = given_to(metric.name, metric.own, values)
    table = metric_table(metric) | {"parameters": {one.name: one.table() for one in own}}
    return metric_of(metric.name, table, metric.origin)


def _exact(bound: Any) -> Any:
    from sympy import sympify

    return sympify(bound, strict=True)
