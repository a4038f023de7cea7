"""Certificates: a verdict in a file, with what is needed to check it again.

The file names the question and repeats the metrics' definitions, the verdict, and its evidence:
the witness and its values, the SMT-LIB scripts, or the derivation. A seal over all of it shows
accidental changes; it is no signature, and nothing rests on it alone.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

KIND = "rankproof certificate"
SCHEMA = 1


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
        "definitions": question.definitions(),
        "verdict": fields,
        "evidence": {"scripts": [], **verdict.evidence},
    }
    return {**content, "seal": seal(content)}


def seal(content: dict[str, Any]) -> str:
    """Return a digest of a certificate's content."""
    text = json.dumps(content, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
