"""What a proof for every n says of all parts, and refutations for every n from a small one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

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
