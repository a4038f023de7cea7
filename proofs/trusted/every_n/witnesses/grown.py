"""What a witness that is given for every n shows: a statement is false there, or true.

A witness is read by `growing` or `ended`. Why it is right: a ∀ statement that is false at one case,
for every n ≥ the least, is false for each of these n, and an ∃ statement that is true at one is
true.
"""

from __future__ import annotations

from typing import Any

from axioms.language.formula import Exists, ForAll, Score
from metrics.language.domains import RANKINGS
from metrics.language.parameters import PARAMETERS
from proofs.core.every_n.growth import BACKWARDS, FORWARDS, Growth
from proofs.trusted.every_n.shown import expression
from proofs.trusted.every_n.witnesses.ended import Ended
from proofs.trusted.every_n.witnesses.growing import Growing
from proofs.trusted.number import Inconclusive, Undefined
from proofs.trusted.scene import scene_of

Values = list[tuple[Any, Any]]


def refutes(question: Any, formula: Any, growth: Growth) -> Values | None:
    """Return the scores, where a witness makes a ∀ statement false for every n ≥ its least."""
    return _scores(question, formula, growth, False) if isinstance(formula, ForAll) else None


def exemplifies(question: Any, formula: Any, growth: Growth) -> Values | None:
    """Return the scores, where a witness makes an ∃ statement true for every n ≥ its least."""
    return _scores(question, formula, growth, True) if isinstance(formula, Exists) else None


def is_true_there(question: Any, formula: Any, growth: Growth) -> bool:
    """Tell whether a statement is true at one case, for every n ≥ the least one of a witness."""
    return _scores(question, formula, growth, True) is not None


def _scores(question: Any, formula: Any, growth: Growth, wanted: bool) -> Values | None:
    found = _read(question, formula, growth)
    if found is None:
        return None
    reader, point = found
    try:
        if reader.truth(formula.body, point) is not wanted:
            return None
        nodes = sorted(formula.body.atoms(Score), key=str)
        return [(node, _shown(reader.value(node, point))) for node in nodes]
    except (Inconclusive, Undefined):
        return None


def _shown(value: Any) -> Any:
    """Return a value as an expression in n, or in words where it has none."""
    try:
        return expression(value)
    except Inconclusive:
        return "a sum over all places"


def _read(question: Any, formula: Any, growth: Growth) -> tuple[Growing, dict[Any, Any]] | None:
    """Return a reader, and the point that a witness means; None where it is no witness."""
    if question.free or any(PARAMETERS[name].fixes_n for name in question.reads):
        return None
    if any(s.slot.cutoff is not None and s.slot.cutoff.free_symbols for s in formula.atoms(Score)):
        return None
    if any(isinstance(value, str) for value in question.parameters.values()):
        return None
    names = {variable.name: variable for variable in formula.variables}
    if set(names) != set(growth.values) or question.n > growth.least:
        return None
    if growth.ends:
        return _with_ends(question, names, growth)
    turned = growth.is_turned
    if turned and not all(map(RANKINGS.ranges, formula.variables)):
        return None
    reader = Growing(scene_of(question, {}), growth.least, 0 if turned else growth.least)
    point = dict(reader.scene.point)
    for name, value in growth.values.items():
        point[names[name]] = tuple(value) if isinstance(value, list) else value
        if turned and value not in (FORWARDS, BACKWARDS):
            return None
        if not turned and not reader.is_member(names[name], point[names[name]]):
            return None
    return reader, point


def _with_ends(
    question: Any, names: dict[str, Any], growth: Growth
) -> tuple[Growing, dict[Any, Any]] | None:
    """Return a reader for a witness with two ends, and the point that it means."""
    if growth.least < 2 * growth.ends:
        return None
    reader = Ended(scene_of(question, {}), growth)
    point = dict(reader.scene.point)
    for name, value in growth.values.items():
        point[names[name]] = reader.meant(names[name], value)
    unknown = any(point[variable] is None for variable in names.values())
    return None if unknown else (reader, point)
