"""Certificates: a verdict in a file, with what is needed to check it again.

The file names the question and repeats the definitions of the axiom, the metrics and the order,
what the verdict states, and its evidence: a witness and its values, the steps of a proof, digests
of SMT-LIB scripts. How the verdict was found is left out, since nobody can check that: engines,
times and notes. A seal over all of it shows accidental changes; it is no signature, and nothing
rests on it alone.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

from metrics.language.domains import LABELS
from metrics.naming import BadInput
from proofs.core.verdict import HOLDS, Measurement
from proofs.core.whose import declarations
from proofs.script.sealing import (
    IMPLICATION,
    KIND,
    NUMBER,
    SCHEMA,
    axiom_definitions,
    definitions,
    digest,
    seal,
)
from rankproof.line.deadline import within
from rankproof.line.failures import Undecided

STATED = (
    *("schema", "axiom", "subject", "order", "parameters", "convention", "status", "scope"),
    "domain",
    *("statement", "part", "witness", "values", "reading", "trusted"),
)
"""The fields of a verdict that a certificate repeats, besides the undefined cases."""
BY_STEPS = ("steps", "from", "held")


def certificate(verdict: Any, version: str, seconds: float | None = None) -> dict[str, Any]:
    """Return the certificate of a verdict; multipliers are searched for so many seconds."""
    from proofs.report.shown import as_json

    if isinstance(verdict, Measurement):
        return number_certificate(verdict, version)
    question, fields = verdict.question, as_json(verdict)
    stated = {name: fields[name] for name in STATED if name in fields}
    if verdict.status == HOLDS and verdict.undefined.counted:
        stated["undefined"] = {name: fields["undefined"][name] for name in ("cases", "first")}
    multipliers = _multipliers(verdict, seconds)
    content = {
        "kind": KIND,
        "schema": SCHEMA,
        "version": version,
        "definitions": definitions(question),
        "verdict": stated,
        "evidence": _evidence(verdict) | ({"duals": multipliers} if multipliers else {}),
    }
    declared = declarations(question.things)
    content |= {"declarations": declared} if declared else {}
    return {**content, "seal": seal(content)}


def number_certificate(found: Measurement, version: str) -> dict[str, Any]:
    """Return the certificate of a number: the value, where it is attained, what was left out."""
    from proofs.report.shown import as_json

    if found.exact is None or found.approached:
        what = "an estimate" if found.estimate is not None else "what is not one exact number"
        raise BadInput(f"{what} has no certificate: only an exact value can be computed again.")
    question, fields = found.question, as_json(found)
    number = {name: fields[name] for name in STATED if name in fields} | {
        "witness": fields.get("witness"),
        "value": {name: fields["value"][name] for name in ("exact", "approx")},
        "undefined": {name: fields["undefined"][name] for name in ("cases", "first")},
    }
    if not question.asked.reading:
        number.pop("reading", None)
    content = {
        "kind": NUMBER,
        "schema": SCHEMA,
        "version": version,
        "definitions": definitions(question),
        "number": number,
    }
    declared = declarations(question.things)
    content |= {"declarations": declared} if declared else {}
    return {**content, "seal": seal(content)}


def implication_certificate(found: Any, version: str) -> dict[str, Any]:
    """Return the certificate of an implication between axioms."""
    evidence: dict[str, Any] = {"scripts": [digest(text) for text in found.scripts]}
    axioms = [axiom for axiom in (*found.premises, found.conclusion) if axiom is not None]
    content = {
        "kind": IMPLICATION,
        "schema": SCHEMA,
        "version": version,
        "definitions": axiom_definitions(axioms),
        "implication": found.stated(),
        "evidence": evidence | ({"every_n": found.reach} if found.reach else {}),
    }
    declared = declarations(axioms)
    content |= {"declarations": declared} if declared else {}
    return {**content, "seal": seal(content)}


def text_of(content: dict[str, Any]) -> str:
    """Return a certificate as the text of its file."""
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _evidence(verdict: Any) -> dict[str, Any]:
    """Return the evidence, with digests of scripts where cases are too many to be listed."""
    found = {name: verdict.evidence[name] for name in BY_STEPS if name in verdict.evidence}
    if verdict.status == HOLDS and verdict.question.domain is LABELS:
        found["scripts"] = [digest(one["text"]) for one in verdict.evidence.get("scripts", [])]
    return found


def _multipliers(verdict: Any, seconds: float | None) -> dict[str, Any]:
    """Return the multipliers that a check will ask for; none, where they take too long."""
    from proofs.engines.linear.multipliers import duals

    with suppress(Undecided), within(seconds):
        return duals(verdict)
    return {}
