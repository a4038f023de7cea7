"""Whether metrics and parameters fit an axiom: how many metrics, of which kind, with what given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sympy import Symbol

from axioms.axiom import Axiom, Quantity
from axioms.language.formula import Benefit, Declared, Moved, Scaled, Score, Slot
from metrics.language.parameters import CUTOFFS, PARAMETERS, SYMBOLS
from metrics.metric import Metric
from metrics.naming import BadInput


def unrolled_slots(asked: Axiom | Quantity) -> set[str]:
    """Return the slots whose cut-off the axiom itself chooses."""
    parts = () if isinstance(asked, Quantity) else asked.parts
    formulas = [asked.value] if isinstance(asked, Quantity) else [p.statement for p in parts]
    slots = [slot for formula in formulas for slot in formula.atoms(Slot)]
    return {slot.name for slot in slots if slot.cutoff is not None}


def insist_on_n(asked: Axiom | Quantity) -> None:
    """Refuse a statement about rankings that names a parameter of the metric."""
    for formula in asked.formulas:
        names = [name for name, letter in SYMBOLS.items() if letter in formula.atoms(Symbol)]
        names += [type(node).__name__.lower() for node in formula.atoms(Declared)]
        if names:
            raise BadInput(
                f"{asked.name} names {names[0]}, and a statement about rankings speaks of n, of "
                "places and of entries: write a number, or bind it, as in "
                "forall sigma, tau, k: m@k(sigma, tau) <= k."
            )


def check_subjects(asked: Axiom | Quantity, metrics: tuple[Metric, ...]) -> None:
    """Refuse the wrong number of metrics, or metrics of the wrong kind."""
    wanted = len(asked.slots)
    if len(metrics) != wanted:
        given = ", ".join(metric.name for metric in metrics) or "none"
        raise BadInput(
            f"{asked.name} is about {'two metrics' if wanted == 2 else 'one metric'}, "
            f"{len(metrics)} given: {given}."
        )
    if isinstance(asked, Axiom) and any(p.statement.atoms(Scaled, Moved) for p in asked.parts):
        for metric in metrics:
            if not any(PARAMETERS[name].quantified for name in metric.parameters):
                raise BadInput(
                    f"{asked.name} is about metrics with weights, and {metric.name} has none: "
                    "try kendall_w or footrule_sim."
                )
    for metric in metrics:
        if asked.inputs is not None and len(metric.inputs) != asked.inputs:
            raise BadInput(
                f"{asked.name} is about a metric of one ranking, and {metric.name} compares two. "
                f"Ask distance or linear_distance of {metric.name}."
            )
    for slot, metric in zip(asked.slots, metrics, strict=True):
        _insist_on_all_inputs(asked, slot, metric)


def _insist_on_all_inputs(asked: Axiom | Quantity, slot: str, metric: Metric) -> None:
    """Refuse a score of one listing where the metric compares two."""
    scores = (node for formula in asked.formulas for node in formula.atoms(Score, Benefit))
    for node in scores:
        scored, *listings = node.args
        if scored.name == slot and len(listings) < len(metric.inputs):
            raise BadInput(
                f"{asked.name} scores one listing, and {metric.name} compares two: "
                f"write {slot}(sigma, tau)."
            )


def check_parameters(
    asked: Axiom | Quantity, metrics: tuple[Metric, ...], given: Mapping[str, Any]
) -> None:
    """Refuse parameters that no metric uses."""
    chosen = unrolled_slots(asked)
    wanted = set()
    for slot, metric in zip(asked.slots, metrics, strict=True):
        wanted |= set(metric.parameters) - (set(CUTOFFS) if slot in chosen else set())
    for name in reversed(CUTOFFS):
        if chosen and name in given and name not in wanted:
            raise BadInput(f"{asked.name} goes through every {name} itself: leave --{name} out.")
    insist_read(metrics, with_premises(wanted), given)


def with_premises(names: set[str]) -> set[str]:
    """Return the names of parameters, with those that say what is assumed of weights among them."""
    if all(PARAMETERS[name].quantified is None for name in names):
        return names
    return names | {"assume"} | ({"fixed"} if "delta" in names else set())


def insist_read(subjects: Sequence[Any], wanted: set[str], given: Mapping[str, Any]) -> None:
    """Refuse parameters that the subjects do not read."""
    for name in sorted(set(given) - wanted):
        names = " and ".join(subject.name for subject in subjects)
        have = "has" if len(subjects) == 1 else "have"
        raise BadInput(f"{names} {have} no {name}: leave --{name} out.")
