"""Certificates: a verdict in a file, with what is needed to check it again.

The file names the question and repeats the definitions of the axiom, the metrics and the order, the
verdict, and its evidence: the witness and its values, digests of the SMT-LIB scripts, or the
derivation. A seal over all of it shows accidental changes; it is no signature, and nothing rests on
it alone.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

KIND = "rankproof certificate"
SCHEMA = 2


def certificate(verdict: Any, version: str) -> dict[str, Any]:
    """Return the certificate of a verdict."""
    from proofs.report.shown import as_json

    question = verdict.question
    fields = as_json(verdict)
    for volatile in ("seconds", "agreed_by"):
        fields.pop(volatile, None)
    content = {
        "kind": KIND,
        "schema": SCHEMA,
        "version": version,
        "definitions": definitions(question),
        "verdict": fields,
        "evidence": _evidence(verdict.evidence),
    }
    return {**content, "seal": seal(content)}


def definitions(question: Any) -> dict[str, str]:
    """Return what the axiom, the subjects and the order of a question are defined by, as text."""
    parts = [f"{part.name}: {part.statement}" for part in question.axiom.parts]
    found = {**question.definitions(), f"axiom {question.asked.name}": "; ".join(parts)}
    if question.on is not None:
        found[f"runs of {question.on.name}"] = question.on.listed
    return found


def _evidence(found: dict[str, Any]) -> dict[str, Any]:
    """Return what a verdict rests on; the theorems that it trusts are among its fields."""
    kept = {name: value for name, value in found.items() if name != "trusted"}
    return {**kept, "scripts": _named(found.get("scripts", []))}


def _named(scripts: Any) -> list[dict[str, Any]]:
    """Return what is kept of scripts: who answers them again writes them again."""
    return [
        {"sha256": digest(one["text"]), "answer": one["answer"], "solvers": one["solvers"]}
        for one in scripts
    ]


def digest(text: str) -> str:
    """Return the digest by which a certificate names a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def seal(content: dict[str, Any]) -> str:
    """Return a digest of a certificate's content."""
    return digest(json.dumps(content, sort_keys=True, ensure_ascii=False))
