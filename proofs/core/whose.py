"""Whose definition is it: ours, or one that a person, a file or a plug-in brought?

A name alone says nothing: a declaration is ours if it is equal to what we have under its name.

>>> from metrics import find_metric
>>> definition_of(find_metric("= sigma(1)"))
'the formula given: sigma(1)'
>>> definition_of(find_metric("dcg"))
''
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from axioms import find_axiom
from axioms.axiom import Axiom, Quantity
from lattice.declared.catalogue import KINDS, ours
from metrics import find_metric
from metrics.language.domains import LISTS, RUNS, TOPS
from metrics.lists import find_list_metric
from metrics.metric import Metric
from metrics.naming import BadInput, find


def is_ours(declared: Any) -> bool:
    """Tell whether a declaration is the one that we have under its name."""
    if declared.origin:
        return False
    try:
        found = _called(declared)
    except BadInput:
        return False
    return found is declared or (not found.origin and bool(found == declared))


def _called(declared: Any) -> Any:
    """Return what we have under the name of a declaration, with its variant and cut-off."""
    name = declared.name
    if isinstance(declared, Axiom | Quantity):
        found = find_axiom(name, declared.domain.key)
        return found.among(declared.domain) if isinstance(found, Axiom) else found
    if not isinstance(declared, Metric):
        known = ours(KINDS[type(declared).__name__], name)
        return known[0] if known else find(name, {}, "declaration")
    if declared.domain is LISTS:
        return find_list_metric(name)
    if declared.domain is TOPS:
        from proofs.core.posed.tops import top_named

        return top_named(name, 1)
    from proofs.core.posed.lists import ranking_metric

    return find_metric(name, RUNS) if declared.domain is RUNS else ranking_metric(name, {})


def definition_of(declared: Any) -> str:
    """Return where a declaration that is not ours comes from, and what it says; else nothing."""
    kind = KINDS.get(type(declared).__name__, "")
    if not kind or not declared.name or is_ours(declared):
        return ""
    from lattice.declared.kinds import WRITERS

    table = WRITERS[kind](declared)
    said = [table[field] for field in ("value", "statement", "below") if field in table]
    parts = [part.get("statement", part.get("step")) for part in table.get("parts", ())]
    steps = [step["step"] for step in table.get("operations", ())]
    own = table.get("parameters", {}).items()
    given = [f"{name} = {one['value']}" for name, one in own if "value" in one]
    where = declared.origin or "a definition of your own"
    return f"{where}: {'; '.join([*said, *parts, *steps, *given])}"


def declarations(things: Iterable[Any]) -> list[dict[str, Any]]:
    """Return declarations that are not ours as data: kind, name, and the table of text fields.

    >>> [one["name"] for one in declarations([find_metric("= sigma(1)"), find_metric("dcg")])]
    ['f']
    """
    found = []
    for thing in things:
        kind = KINDS.get(type(thing).__name__, "")
        if kind and thing.name and not is_ours(thing):
            from lattice.declared.kinds import WRITERS

            found.append({"kind": kind, "name": thing.name, "table": WRITERS[kind](thing)})
    return found
