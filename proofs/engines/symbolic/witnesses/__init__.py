"""What a proof for every n says of all parts, and refutations for every n from a small one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from proofs.core.every_n.growth import Growth
from proofs.core.verdict import Scope, Verdict


def derived(verdict: Verdict, kernel: Any) -> Verdict:
    """Return a verdict with the steps that it rests on."""
    found = kernel.derivation()
    evidence = {**verdict.evidence, **found.evidence()}
    return replace(verdict, evidence=evidence, derivation=found.sentences)


def lasting(refuted: Verdict, held: Sequence[int], start: int, *notes: str) -> Verdict:
    """Return a refutation at the smallest n, after those that hold, as one for every n ≥ start."""
    scope = Scope((*held, refuted.question.n), refuted.question.n, every_from=start)
    return replace(refuted, scope=scope, checked=notes)


def at_small_n(
    refuted: Verdict,
    held: Sequence[int],
    caveat: str = "no proof that it fails for every larger n",
) -> Verdict:
    """Return a refutation at the smallest n of which nothing is known for larger ones."""
    scope = Scope((*held, refuted.question.n), refuted.question.n)
    return replace(refuted, scope=scope, caveats=(*refuted.caveats, caveat))


def part_of(refuted: Verdict) -> int:
    """Return which statement of its question a refutation refutes."""
    assert refuted.replayed is not None
    return refuted.question.statements().index(refuted.replayed.statement)


def fixed_places(refuted: Verdict) -> Growth:
    """Return the witness of a refutation with all further places fixed."""
    assert refuted.replayed is not None
    fixed = dict(refuted.replayed.statement.fixed)
    values = {k: v for k, v in (refuted.replayed.witness or {}).items() if k not in fixed}
    return Growth(refuted.question.n, values)
