"""What a certificate says of itself: its kind and schema, the definitions it repeats, its seal.

Whoever writes a certificate and whoever checks one compute these alike, so they stand below both.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

KIND = "rankproof certificate"
IMPLICATION = "rankproof implication certificate"
NUMBER = "rankproof number certificate"
SCHEMA = 2


def definitions(question: Any) -> dict[str, str]:
    """Return what the axiom, the subjects and the order of a question are defined by, as text."""
    asked = question.asked
    said = axiom_definitions([asked]) if hasattr(asked, "parts") else _number_definition(asked)
    found = {**question.definitions(), **said}
    if question.on is not None:
        found[f"runs of {question.on.name}"] = question.on.listed
    return found


def _number_definition(asked: Any) -> dict[str, str]:
    return {f"number {asked.name}": asked.counted or str(asked.value)}


def axiom_definitions(axioms: Sequence[Any]) -> dict[str, str]:
    """Return what axioms say, part by part, as text."""
    return {
        f"axiom {axiom.name}": "; ".join(f"{part.name}: {part.statement}" for part in axiom.parts)
        for axiom in axioms
    }


def digest(text: str) -> str:
    """Return the digest by which a certificate names a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def seal(content: dict[str, Any]) -> str:
    """Return a digest of a certificate's content."""
    return digest(json.dumps(content, sort_keys=True, ensure_ascii=False))
