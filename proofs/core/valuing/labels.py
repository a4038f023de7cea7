"""Values of distances of labels, and of measures of lists of labelled documents."""

from __future__ import annotations

from functools import partial
from typing import Any

from metrics.labels import DISTANCES, LETTERS, Distance, find_distance, s, x
from metrics.language.given import entries, whole
from metrics.language.parameters import insist_given
from metrics.language.terms import n
from metrics.language.text.lexer import tokens
from metrics.language.written import written
from metrics.naming import ELSEWHERE, BadInput
from proofs.core.posed.named import is_formula
from proofs.core.posing import read_setting, space_of
from proofs.core.valuing.evaluating import evaluated
from proofs.core.valuing.valued import Value, filled_in, own_reading
from proofs.trusted.finite.worth import weights_of, worth
from proofs.trusted.scene import numbers

# Labels ------------------------------------------------------------------------------------------


def of_labels(metric: Any, label: Any, given: dict[str, Any]) -> Value:
    one = not isinstance(label, str) and all(isinstance(entry, int) for entry in label)
    rows = [
        tuple(whole("label", entry) for entry in entries(row))
        for row in ([label] if one else entries(label, ";"))
    ]
    if "embedding" not in given:
        given.setdefault("aspects", len(rows[0]))
    if isinstance(metric, Distance) or _is_distance(metric):
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
    return filled_in(made, lambda: score(evaluated), lambda: score(written))


def _is_distance(name: Any) -> bool:
    """Tell whether a name or formula is that of a distance, which speaks of coordinates."""
    if is_formula(name):
        return any(token.text in (x.name, s.name) for token in tokens(name))
    return name in DISTANCES or ("distance", name) in ELSEWHERE.found


def _of_a_label(metric: Any, rows: list[tuple[int, ...]], given: dict[str, Any]) -> Value:
    distance = metric if isinstance(metric, Distance) else find_distance(metric)
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
        readings=tuple(own_reading(distance)),
    )
    e = distance.value
    return filled_in(made, lambda: evaluated(e, point), lambda: written(e, point))
