"""From names and given weights to a question about weights; everything given is checked here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from axioms.axiom import Axiom, Quantity
from axioms.inequalities import INEQUALITIES, WEIGHTINGS, Weighting
from metrics import find_metric
from metrics.language.weight_symbols import FIXED_POINTS, kinds
from metrics.metric import Metric
from metrics.naming import BadInput, find
from proofs.core.weight_question import WeightQuestion, assumptions
from proofs.fields import weight_given

KINDS = ("w", "delta", "similarity")


def question_about(
    declared: Axiom | Quantity,
    subjects: Sequence[Any],
    n: Any,
    convention: str,
    assume: str,
    fixed: str,
    given: dict[str, Any],
) -> WeightQuestion:
    """Return the question at the first n, with everything that was given checked."""
    subject = _subject(declared, subjects)
    other = sorted(set(given) - set(KINDS))
    if other:
        raise BadInput(f"{subject.name} has no {other[0]}: leave --{other[0]} out.")
    find(fixed, FIXED_POINTS, "reading of fixed points")
    sizes, assumed = sizes_of(n), assumptions(assume)
    used = kinds(_values(subject))
    found = weight_given.weights(given, used, n)
    weight_given.check(found, assumed)
    parameters: dict[str, Any] = {kind: weight_given.shown(found[kind]) for kind in found}
    parameters |= {"assume": assume} if assume else {}
    parameters |= {"fixed": fixed} if "delta" in used and fixed != "one" else {}
    first = sizes[0] if sizes else 2
    return WeightQuestion(declared, subject, first, convention, assumed, fixed, found, parameters)


def _subject(declared: Axiom | Quantity, subjects: Sequence[Any]) -> Metric | Weighting:
    if len(subjects) != 1:
        names = ", ".join(str(getattr(s, "name", s)) for s in subjects) or "none"
        raise BadInput(f"{declared.name} is about one subject, {len(subjects)} given: {names}.")
    (given,) = subjects
    if declared in INEQUALITIES or isinstance(declared, Quantity):
        return given if isinstance(given, Weighting) else find(str(given), WEIGHTINGS, "weighting")
    metric = given if isinstance(given, Metric) else find_metric(given)
    if metric.domain != "weights":
        raise BadInput(
            f"{declared.name} is about metrics with weights, and {metric.name} has none: "
            "try kendall_w or footrule_sim."
        )
    return metric


def _values(subject: Metric | Weighting) -> Any:
    if isinstance(subject, Weighting):
        return subject.kendall.value + subject.footrule.value
    return subject.value


def sizes_of(n: Any) -> list[int]:
    """Return the sizes; none for every n."""
    if n == "all":
        return []
    if isinstance(n, str | float):
        raise BadInput(f"n = {n!r} is neither a number, a range of numbers, nor 'all'.")
    sizes = [n] if isinstance(n, int) else list(n)
    if not sizes:
        raise BadInput("no n was given: add --n, for example --n 4.")
    return sizes
