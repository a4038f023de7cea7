"""What a certificate states, for people: they must see what it is that was accepted.

It is read from the certificate, and only what the checker has read before: where it did not finish,
witnesses, cut-offs and definitions may be of any shape, and are left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proofs.core.verdict import Scope
from proofs.report.shown import named


def stated(content: Mapping[str, Any], accepted: bool) -> list[tuple[str, str]]:
    """Return names and texts: the answer, the statement, the witness, definitions of its own."""
    if "implication" in content:
        return _implication(content["implication"])
    said = content["verdict"] if "verdict" in content else content["number"]
    if not accepted:
        scope = {name: each for name, each in said.get("scope", {}).items() if name != "cutoff"}
        return [("states", _heading({**said, "scope": scope})), ("asked", said["statement"])]
    return [
        ("states", _heading(said)),
        ("asked", said["statement"]),
        *(("witness", text) for text in named(said.get("witness") or {})),
        *(("so", f"{one['term']} = {one['exact']}") for one in said.get("values", ())),
        *(("where", _definition(one)) for one in content.get("declarations", ())),
    ]


def _heading(said: Mapping[str, Any]) -> str:
    """Return the answer in one line: what was asked of what, for which sizes and parameters."""
    of, scope = " and ".join(said["subject"]), said.get("scope", {})
    on = f" on {said['order']}" if said["order"] else ""
    without = {"n", scope.get("cutoff", {}).get("name")}
    given = [f"{name} = {value}" for name, value in said["parameters"].items()]
    given = [text for text in given if text.partition(" ")[0] not in without]
    if "value" in said:
        number, n = said["value"]["exact"], said["parameters"]["n"]
        return ", ".join([f"{said['axiom']} of {of}{on} is {number}", *given, f"n = {n}"])
    asked = f"{said['status'].upper()} {said['axiom']}, {of}{on}"
    return ", ".join([asked, *given, str(Scope.of(scope))])


def _implication(said: Mapping[str, Any]) -> list[tuple[str, str]]:
    premises, conclusion = " and ".join(said["premises"]), said["conclusion"]
    claim = f"{premises} implies {conclusion}"
    if conclusion is None:
        claim = f"no metric has {premises} together"
    return [
        ("states", f"{said['status'].upper()} {claim}, {Scope.of(said['scope'])}"),
        *(("metric", _entry(entry)) for entry in said["metric"] or ()),
    ]


def _entry(entry: Mapping[str, Any]) -> str:
    """Return one value of the metric that breaks an implication."""
    at = ", ".join(named({name: each for name, each in entry.items() if name != "value"}))
    return f"{entry['value']} at {at}"


def _definition(declared: Mapping[str, Any]) -> str:
    """Return what the certificate itself declares, with the premises of its parameters."""
    table = declared["table"]
    formula = next((table[key] for key in ("value", "statement", "below") if key in table), table)
    premises = [
        f"{name} ({', '.join(f'{key} {value}' for key, value in premise.items())})"
        for name, premise in table.get("parameters", {}).items()
    ]
    told = f"the {declared['kind']} {declared['name']} is {formula}"
    return f"{told}, with {' and '.join(premises)}" if premises else told
