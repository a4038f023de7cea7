"""Certificates: a verdict in a file, with what is needed to check it again.

The file names the question and repeats the metrics' definitions, the verdict, and its evidence:
the witness and its values, a digest of the scores, the SMT-LIB scripts, or the derivation. A seal
over all of it shows accidental changes; it is no signature, and nothing rests on it alone.
"""

from __future__ import annotations

import hashlib
import itertools
import json
from typing import Any

import sympy as sp

from proofs.core.question import Question
from proofs.trusted.replay import Undefined, value_of

KIND = "rankproof certificate"
SCHEMA = 1
DIGESTED = 1_000
DIGITS = 30


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
        "evidence": {
            "digest": None if verdict.scope.every_from else question.digest(),
            "scripts": list(verdict.evidence.get("scripts", [])),
        },
    }
    return {**content, "seal": seal(content)}


def seal(content: dict[str, Any]) -> str:
    """Return a digest of a certificate's content."""
    text = json.dumps(content, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def digits(value: Any) -> str:
    """Return a number to thirty digits, the same for every form of it."""
    if value.is_Rational or value.free_symbols:
        return str(sp.expand(value))
    near = sp.N(value, DIGITS + 15)
    simple = sp.nsimplify(near, rational=True, tolerance=sp.Rational(1, 10 ** (DIGITS + 5)))
    if simple.q < 10**6:
        return str(simple)
    return str(sp.N(near, DIGITS))


def score_digest(question: Question) -> str:
    """Return a digest of the first thousand scores in lexicographic order, from the definitions."""
    words = []
    for metric, slot in zip(question.metrics, question.asked.slots, strict=True):
        if slot_is_free(question, slot):
            continue
        bound = metric.bound(question.n, question.parameters)
        rankings = itertools.permutations(range(1, question.n + 1))
        pairs = itertools.product(rankings, repeat=len(metric.inputs))
        for point in itertools.islice(pairs, DIGESTED):
            try:
                value = value_of(metric, list(point), bound, question.convention)
                words.append(digits(value))
            except Undefined:
                words.append("undefined")
    return hashlib.sha256(";".join(words).encode()).hexdigest()


def slot_is_free(question: Question, slot: str) -> bool:
    """Tell whether the axiom itself chooses the cut-off of a slot."""
    from proofs.core.question import unrolled_slots

    return slot in unrolled_slots(question.asked)
