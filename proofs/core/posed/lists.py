"""Questions about judged lists: metrics by name, with variants and cut-offs.

A name stands for a metric of lists where the axiom is one of lists, where it has a cut-off or a
variant, as ndcg(gain=exp)@3, or where no other domain knows it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from axioms import find_axiom
from axioms.axiom import METRIC, Axiom, Quantity
from metrics import METRICS, find_metric
from metrics.language.domains import LISTS, RANKINGS, RUNS, TOPS, Size
from metrics.language.parameters import PARAMETERS, checked
from metrics.language.terms import k
from metrics.lists import LIST_METRICS, TOP_METRICS, cut_at, find_list_metric
from metrics.lists.family import parsed
from metrics.metric import Metric
from metrics.naming import BadInput
from proofs.core.fitting import check_subjects, unrolled_slots
from proofs.core.posed.named import metric_elsewhere

VARIANTS = ("gain", "discount", "ideal", "over", "beta", "rel", "empty")
DOMAINS = {"rankings": RANKINGS, "runs": RUNS, "lists": LISTS, "tops": TOPS}
LARGEST_C = 100


def asked_of(name: str, subjects: Sequence[Any], domain: str | None = None) -> Axiom | Quantity:
    """Return the axiom of that name for these subjects; a domain that was named decides."""
    if domain is not None and domain not in DOMAINS:
        raise BadInput(f"no domain is called {domain[:40]!r}: {', '.join(DOMAINS)}.")
    found = find_axiom(name, domain or "")
    if domain is None and found.subject == METRIC:
        found = find_axiom(name, _domain_of(subjects))
    if domain == "runs" and isinstance(found, Axiom):
        found = found.among(RUNS)
    if domain is not None and found.domain is not DOMAINS[domain]:
        raise BadInput(f"{name} is about {found.domain.name}: leave --domain {domain} out.")
    return found


def _domain_of(subjects: Sequence[Any]) -> str:
    """Return the domain that the subjects belong to, where their names tell."""

    def one(subject: Any) -> str:
        metric = subject if isinstance(subject, Metric) else metric_elsewhere(subject)
        if metric is not None:
            return metric.domain.key
        name = str(subject)
        base = name.partition("(")[0].strip()
        if base not in METRICS and base in TOP_METRICS:  # rankings first: nothing more is imported
            return "tops"
        return "lists" if "@" in name or "(" in name else ""

    return max(map(one, subjects), default="")


def about_lists(asked: Any) -> tuple[list[Any], tuple[str, ...]]:
    """Return a question for each size, or one for every n."""
    metrics = tuple(metrics_of(asked.declared, asked.subjects, asked.given))
    check_subjects(asked.declared, metrics)
    every_c = asked.sizes is None and not {"c", "gains"} & set(asked.given)
    given = list_parameters(metrics, asked.given, asked.sizes is None)
    sizes = asked.sizes or [2]
    return [asked.question(metrics, n, dict(given), every_c=every_c) for n in sizes], ()


def metrics_of(
    declared: Axiom | Quantity, subjects: Sequence[Any], given: dict[str, Any]
) -> list[Metric]:
    """Return the metrics that are named, with the variants and the cut-off that are given."""
    variants = {name: given.pop(name) for name in VARIANTS if name in given}
    cut: Any = given.pop("k", None)
    if unrolled_slots(declared):
        if cut is not None or any("@" in str(one) for one in subjects):
            raise BadInput(f"{declared.name} goes through every k itself: leave the cut-off out.")
        cut = k
    elif cut is not None:
        cut = PARAMETERS["k"].given(cut)
        if not isinstance(cut, int) or cut < 1:
            raise BadInput(f"k = {cut} is no cut-off: it must be at least 1.")
    names = [str(one) for one in subjects if not isinstance(one, Metric)]
    for name in names:
        other = parsed(name)[0]
        if other not in LIST_METRICS and other in METRICS:
            raise BadInput(f"{other} scores rankings, and {declared.name} is about judged lists.")
    insist_read_by(names, variants, cut)
    found = [
        cut_at(one, cut) if isinstance(one, Metric) else find_list_metric(str(one), variants, cut)
        for one in subjects
    ]
    for metric in found:
        if metric.domain is not LISTS:
            raise BadInput(
                f"{metric.name} scores {metric.domain.name}, and {declared.name} is about lists."
            )
    return found


def insist_read_by(names: Sequence[str], variants: Mapping[str, Any], cut: Any) -> None:
    """Refuse options that no metric reads."""
    families = [LIST_METRICS.find(parsed(name)[0]) for name in names]
    for option in variants:
        if not any(option in family.choices for family in families):
            raise BadInput(f"{' and '.join(names)} has no {option}: leave --{option} out.")
    if isinstance(cut, int) and names and all(parsed(name)[2] is not None for name in names):
        raise BadInput(f"{' and '.join(names)} has its cut-off in its name: leave --k out.")


def list_parameters(
    metrics: Sequence[Metric], given: dict[str, Any], every_n: bool
) -> dict[str, Any]:
    """Return what is given besides the variants, checked: c, and what the metrics leave free."""
    c = given.pop("c", None)
    top = (2 if every_n else 1) if c is None else PARAMETERS["c"].given(c)
    if top > LARGEST_C:
        raise BadInput(f"c = {top} is out of reach: at most {LARGEST_C}.")
    wanted = {name for metric in metrics for name in metric.parameters if name != "k"}
    names = " and ".join(metric.name for metric in metrics)
    return {"c": top, **checked(names, tuple(wanted), given, Size(1, top))}


def readable_by_lists(subjects: Sequence[Any]) -> set[str]:
    """Return the parameters that metrics of lists of these names may be given."""
    found = {"c", "k"}
    for name in subjects:
        if isinstance(name, Metric):
            found |= set(name.parameters)
            continue
        family = LIST_METRICS.find(parsed(name)[0])
        variants = [{}, {"gain": "free"}, {"discount": "jarvelin"}]
        found |= set(family.choices)
        for chosen in variants:
            fits = {n: v for n, v in chosen.items() if n in family.choices}
            found |= set(family.variant(fits, 1).parameters)
    return found


def ranking_metric(subject: Any, given: dict[str, Any]) -> Metric:
    """Return a metric of rankings; a cut-off in its name is one that is given."""
    if not isinstance(subject, str) or "@" not in subject:
        return subject if isinstance(subject, Metric) else _of_rankings(subject)
    name, options, at = parsed(subject)
    if options or at is None:
        raise BadInput(f"{subject!r} is no metric of rankings: write dcg@3.")
    if str(given.setdefault("k", at)) != str(at):
        raise BadInput(f"{subject} has its cut-off in its name, and k = {given['k']} was given.")
    return _of_rankings(name).cut_off(at)


def _of_rankings(name: str) -> Metric:
    """Return a metric that is not one of lists, or say that it is one."""
    try:
        return find_metric(name)
    except BadInput:
        if name in LIST_METRICS:
            raise BadInput(
                f"{name} scores judged lists, and this is about rankings: ask promotion, raising "
                "or another axiom of lists, or add --domain lists."
            ) from None
        raise
