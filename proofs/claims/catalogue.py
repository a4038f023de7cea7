"""The papers and their claims, by name.

>>> papers()
['group', 'kumar', 'giner', 'toma', 'area']
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from metrics.naming import BadInput, find
from proofs.claims.claim import Claim

FILES = {
    "group": (
        "basics",
        "indiscernibles",
        "property_rows",
        "distances",
        "implications",
        "appendix",
        "printed_tables",
    ),
    "kumar": ("slides",),
    "giner": ("sets", "ranks"),
    "toma": ("aspects",),
    "area": ("measures",),
}
TITLES = {
    "group": "Ranking evaluation metrics from a group-theoretic perspective",
    "kumar": "Generalized distances between rankings",
    "giner": "On the effect of ranking axioms on IR evaluation metrics",
    "toma": "Principled multi-aspect evaluation of rankings",
    "area": "The Point and Area measures",
}


def papers() -> list[str]:
    """Return the keys of the papers, in their order."""
    return list(FILES)


def claims_of(paper: str) -> list[Claim]:
    """Return the claims of one paper, in the order of its files; two of one name are an error."""
    found: dict[str, Claim] = {}
    for file in FILES[paper]:
        for claim in import_module(f"proofs.claims.{paper}.{file}").CLAIMS:
            if claim.paper != paper or claim.key in found:
                raise ValueError(
                    f"claim {claim.key!r} in {file}: wrong paper, or a name used twice"
                )
            found[claim.key] = claim
    return list(found.values())


def find_claims(names: Sequence[str] = ()) -> list[Claim]:
    """Return the claims of some papers, or single claims by key; all of them without a name."""
    if not names:
        return [claim for paper in papers() for claim in claims_of(paper)]
    chosen: dict[str, Claim] = {}
    for name in names:
        paper = name.partition(".")[0]
        if "." in name and paper in FILES:
            claims = [find(name, {claim.key: claim for claim in claims_of(paper)}, "claim")]
        elif name in FILES:
            claims = claims_of(name)
        else:
            try:
                claims = claims_of(find(name, {paper: paper for paper in FILES}, "paper"))
            except BadInput as problem:
                raise BadInput(f"{problem} The papers: {', '.join(FILES)}.") from None
        chosen.update({claim.key: claim for claim in claims})
    return list(chosen.values())
