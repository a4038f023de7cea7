"""The rule by which no list of some pool reaches the value 1 within a cut-off, for every n.

Why it is right. Let a value not change with a further document of grade 0 that is not retrieved, as
`padded` has it, and let a pool P of n documents have as many documents of grade 0 as a list within
the cut-off k can retrieve. If one is added to P, a list of at most k documents leaves one of them
out, at least one more than before the list would: so it is a list of P with a further document that
is not retrieved, and has the value of that list. So where no such list of P has the value 1, none
has with more documents of grade 0. With fewer it is the same: a list of that pool is one of P once
documents of grade 0 that are not retrieved are added. P is made of the witness by adding k
documents of grade 0, and all of its lists are tried, by the plain replay.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from axioms.language.formula import plain
from axioms.language.shapes import renamed
from proofs.trusted.every_n.judged.padded import insist_unchanged
from proofs.trusted.every_n.judged.readable import insist_readable
from proofs.trusted.every_n.judged.statements import statements_of
from proofs.trusted.every_n.kernel import Evidence, Fact, Facts, Kernel, Rule, insist
from proofs.trusted.number import Inconclusive, Undefined
from proofs.trusted.replay import replay
from proofs.trusted.replayed import NotDefined, Replayed, ReplayFailed
from proofs.trusted.untrusted import listed, record, value, whole

LARGEST, LARGEST_GRADE = 8, 2


def _unreached(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    """Try all lists of a pool that has enough documents of grade 0."""
    insist(not facts and set(evidence) == {"n", "part", "witness"})
    question, metric = kernel.question, kernel.question.metric
    if metric is None or question.every_c or question.c > LARGEST_GRADE:
        raise Inconclusive("two metrics, or many grades")
    gains = question.parameters.get("gains")
    if (gains is not None and gains[0] != 0) or not isinstance(metric.depth, sp.Integer):
        raise Inconclusive("a gain of the grade 0, or no cut-off")
    insist_readable(metric)
    insist_unchanged(metric.value, False)
    size, cut = whole(1, LARGEST)("n", evidence["n"]), int(metric.depth)
    if size + cut > LARGEST:
        raise Inconclusive("many documents")
    part = kernel.part(evidence, replace(question, n=size, every_n=False))
    (known,) = statements_of(metric)["realized"]
    if renamed(plain(known, question.by_slot, "items")) != renamed(part.formula):
        raise Inconclusive("a statement of another kind")
    witness = _read(evidence["witness"], size, question)
    for n in (size, size + cut):
        there = replace(question, n=n, every_n=False)
        try:
            replay(there, kernel.part(evidence, there), with_more(witness, n))
        except (ReplayFailed, NotDefined, Undefined) as problem:
            raise Inconclusive(f"a list that reaches it: {problem}") from None
    text = (
        f"no list of at most {cut} documents of this pool has the value 1, however many documents "
        "of grade 0 there are"
    )
    return Fact(text, part.formula, fails=True, least=size, about=Pool(witness))


def _read(given: Any, size: int, question: Any) -> dict[str, Any]:
    """Read a pool of which nothing is retrieved, and what else is chosen."""
    counts = listed(whole(0, size), question.c + 1)
    known = {"r": record({"grades": listed(whole(0, 0), 0), "unretrieved": counts})}
    free = {name: value for name in question.free}
    found: dict[str, Any] = record({**known, **free})("the witness", given)
    insist(sum(found["r"]["unretrieved"]) == size)
    return found


def with_more(witness: Mapping[str, Any], n: int) -> dict[str, Any]:
    """Return a pool with further documents of grade 0."""
    none, *others = witness["r"]["unretrieved"]
    counts = [n - sum(others), *others]
    return {**witness, "r": {"grades": [], "unretrieved": counts}} if none <= n else dict(witness)


@dataclass(frozen=True)
class Pool:
    """A pool for every n, with the value of none of its lists."""

    witness: Mapping[str, Any]

    def at(self, question: Any, statement: Any) -> Replayed:
        """Return the pool at the n of a question."""
        return Replayed(statement, with_more(self.witness, question.n), ())


RULES = {
    "unreached": Rule(_unreached, "all its lists were tried with as many as a list can retrieve"),
}
