"""The first page: what this is in one sentence, one click, and the parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from proofs.core.verdict import HOLDS, REFUTED
from proofs.pages.content.answered import Answered, Cells
from proofs.pages.content.wording import scope_text
from proofs.pages.drawing.witness import drawings
from proofs.pages.matrices import Matrix
from proofs.pages.rendering import Page

TITLE = "rankproof: the atlas of ranking metrics"
SENTENCE = (
    "For each ranking metric and each property people expect of it: "
    "a proof, or the smallest counterexample."
)


def page(matrices: Sequence[Matrix], cells: dict[str, Cells], parts: Sequence[Any]) -> Page:
    """Return the first page, with counts of what the pages hold."""
    every = [one for found in cells.values() for one in found.values() if one.spoken]
    counts = {
        "answers": len(every),
        "proved": sum(one.mark == "proved" for one in every),
        "refuted": sum(one.main["status"] == REFUTED for one in every),
        "held": sum(one.main["status"] == HOLDS for one in every),
        "metrics": len({row.declared.name for one in matrices for row in one.rows}),
        "axioms": len({axiom.name for one in matrices for axiom in one.axioms}),
    }
    data = {"sentence": SENTENCE, "counts": counts, "parts": parts, **_shown(_telling(every))}
    return Page("index.html", "start", TITLE, data, about=SENTENCE)


def _shown(example: Answered | None) -> dict[str, Any]:
    """Return the counterexample with which the page begins, drawn."""
    if example is None:
        return {"example": None, "drawings": [], "scope": ""}
    main = example.main
    return {"example": example, "drawings": drawings(main["witness"]), "scope": scope_text(main)}


def _telling(every: Sequence[Answered]) -> Answered | None:
    """Return the refutation that takes the largest size to find: one that surprises."""
    refuted = [one for one in every if one.main["status"] == REFUTED and one.main.get("witness")]
    sized = [one for one in refuted if one.matrix.key == "rankings"] or refuted
    return max(sized, key=lambda one: one.main["scope"]["first_failing_n"] or 0, default=None)
