"""Replay: is a statement false at a witness? The code that every refutation rests on.

Why it is right. The body of the outermost ∀ is evaluated at the point that the witness means, by
`proofs.trusted.replayer`; where inner quantifiers have many cases, by `proofs.trusted.finite`,
which lets the same replayer read each combination of values once. If the body is false there, the
statement is. Where no witness is given, the statement is an ∃ and every case is read; the witness
may then give values of what is free, and every case is read for these. No engine has a part in any
of this.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any

import sympy as sp

from axioms.dominance import Away, Worth
from axioms.language.formula import Exists, ForAll, Score, bound_variables
from axioms.language.order_terms import FewestSteps, MostSteps
from axioms.language.printing import statement_text
from metrics.language.domains import COLLECTIONS, RUNS
from metrics.language.parameters import PARAMETERS
from proofs.trusted.finite.order import bound_of, replayer_of
from proofs.trusted.finite.trying import tried, true_at
from proofs.trusted.number import Undefined
from proofs.trusted.replayed import NotDefined, Replayed, ReplayFailed
from proofs.trusted.replayer import Replayer
from proofs.trusted.scene import Scene, scene_of
from proofs.trusted.sign import sign_of
from proofs.trusted.value import Point

FEW_CASES = 1_000
STEPS = (MostSteps, FewestSteps)


def replay(question: Any, statement: Any, witness: dict[str, Any] | None) -> Replayed:
    """Check a refutation.

    Where nothing at all satisfies an Exists, `witness` is None, or only has values of what is free.
    """
    formula = statement.formula
    if isinstance(formula, Exists):
        return _without_example(question, statement, witness)
    if not isinstance(formula, ForAll) or witness is None or question.own:
        raise ReplayFailed(f"{question.text(statement)} is not refuted like that.")
    try:
        replayer, point, body = _read(question, formula, witness)
        for node in (nodes := _named(replayer.scene, formula, body)):
            replayer.value(node, point)
        if _is_true(question, replayer, body, point):
            raise ReplayFailed(f"{question.text(statement)} is true at {witness}.")
        values = [(_text(replayer.scene, node), replayer.shown(node, point)) for node in nodes]
        if replayer.scene.setting is not None:
            values = [_worth_shown(replayer, body, point, witness)]
    except Undefined:
        raise NotDefined(f"a value at {witness} is undefined.") from None
    return Replayed(statement, {**dict(statement.fixed), **witness}, tuple(values))


def _read(question: Any, formula: Any, witness: Mapping[str, Any]) -> tuple[Replayer, Point, Any]:
    """Return a reader, the point that a witness means, and what must be false there."""
    try:
        replayer = replayer_of(question, witness)
        return replayer, *replayer.placed(formula, witness)
    except (TypeError, ValueError, LookupError, AttributeError) as problem:
        raise ReplayFailed(f"the witness {witness} cannot be read: {problem!r}.") from None


def _is_true(question: Any, replayer: Replayer, body: Any, point: Point) -> bool:
    """Decide a body, many cases of inner variables at once.

    Collections have few lists each, and bounds of two runs are found by a few rows of the order.
    """
    inner = [question.domain_of(variable) for variable in bound_variables(body)]
    singly = question.domain is COLLECTIONS or (isinstance(body, Exists) and bound_of(body))
    if singly or prod(domain.count(question.size) for domain in inner) <= FEW_CASES:
        return replayer.truth(body, point)
    return true_at(replayer, body, point)


def _without_example(question: Any, statement: Any, chosen: dict[str, Any] | None) -> Replayed:
    """Check that nothing at all satisfies an Exists, for some values of what is free."""
    there = question
    if chosen is not None:
        if question.domain is not RUNS or not set(chosen) <= set(question.free):
            raise ReplayFailed(f"{question.text(statement)} is not refuted by {chosen}.")
        there = _with_chosen(question, chosen)
    if tried(there, statement).first_false is None:
        raise ReplayFailed(f"{question.text(statement)} was called refuted, but is true.")
    return Replayed(statement, chosen, ())


def _with_chosen(question: Any, chosen: Mapping[str, Any]) -> Any:
    """Return the question with values of what is free, which the scene has checked."""
    try:
        scene_of(question, chosen)
        exact = {name: PARAMETERS[name].given(value) for name, value in chosen.items()}
    except (TypeError, ValueError, LookupError, AttributeError) as problem:
        raise ReplayFailed(f"the witness {chosen} cannot be read: {problem!r}.") from None
    return question.with_values(**exact)


def _named(scene: Scene, formula: Any, body: Any) -> list[Any]:
    """Return the scores that a statement names outside inner binders, in the order shown."""
    inner = {v for binder in body.atoms(ForAll, Exists) for v in binder.variables}
    parts = {node: list(sp.preorder_traversal(node)) for node in body.atoms(Score, Away, *STEPS)}
    place = {variable: index for index, variable in enumerate(formula.variables)}

    def key(node: Any) -> Any:
        if scene.sorted_by_text:
            return _text(scene, node)
        used = [place[part] for part in parts[node] if part in place]
        slot = node.slot.args if isinstance(node, Score) else ()
        return (*map(str, slot[:1]), str(slot[1:]), len(used), used, str(node))

    return sorted((node for node in parts if not inner & set(parts[node])), key=key)


def scores_at(question: Any, formula: Any, witness: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return the scores of the runs of a witness that a statement names, joins and meets apart."""
    replayer, point, body = _read(question, formula, witness)
    named = [node for node in _named(replayer.scene, formula, body) if isinstance(node, Score)]
    plain = [node for node in named if all(listing in point for listing in node.listings)]
    return [(_text(replayer.scene, node), replayer.shown(node, point)) for node in plain]


def _text(scene: Scene, node: Any) -> str:
    if isinstance(node, Away):
        return statement_text(node, {"Dist": scene.distance.name}, scene.n)
    return statement_text(node, {slot: m.name for slot, m in scene.metrics.items()}, scene.n)


def _worth_shown(
    replayer: Replayer, body: Any, point: Point, witness: Mapping[str, Any]
) -> tuple[str, Any]:
    """Return what a list is worth; the largest worth, where the statement is about all lists."""
    (node,) = body.atoms(Worth)
    text = f"{replayer.scene.setting.full_name}({' '.join(witness['r'])})"
    if isinstance(body, Exists):
        text, best = f"largest {text}", replayer.value(node, point)
        for case in replayer.cases(body.variables, point):
            if sign_of(replayer.value(node, {**point, **case}) - best) > 0:
                raise ReplayFailed(f"{witness['r']} is not a list of the largest worth.")
    return text, replayer.shown(node, point)
