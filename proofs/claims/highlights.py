"""The most striking findings, as the README lists them: chosen by name, written by the ledger."""

from __future__ import annotations

import re
from collections.abc import Sequence

from proofs.claims.judge import Finding

CHOSEN = (
    "kumar.conjecture",
    "group.prop_6_1",
    "group.no_distance",
    "group.prop_7_2",
    "giner.lattice_trivially",
    "giner.swapping_n5",
    "giner.theorem_3",
    "giner.three_hundred",
    "area.area_metric",
    "area.a_corr_is_spearman",
    "toma.theorem_a1",
    "toma.theorem_a2_reached",
)
START, END = "<!-- findings: written by python -m proofs.claims --markdown -->", "<!-- end -->"


def highlights(findings: Sequence[Finding]) -> str:
    """Return the chosen findings as a Markdown list."""
    by_key = {finding.claim.key: finding for finding in findings}
    return "\n".join(_entry(by_key[key]) for key in CHOSEN if key in by_key)


def _entry(finding: Finding) -> str:
    claim = finding.claim
    shown = f"; {_short(finding.witness.rstrip(': '))}" if finding.witness else ""
    scope = f" ({finding.scope}{shown})" if finding.scope else ""
    said = claim.says.rstrip(".")
    return (
        f"- **{finding.verdict}**, `{claim.paper}`, {claim.place}: “{said}”. "
        f"{claim.found}{scope} [more](FINDINGS.md#{claim.key})"
    )


def _short(witness: str) -> str:
    """Keep a counterexample to one line of a list."""
    return witness if len(witness) <= 200 else witness[:197].rsplit(" ", 1)[0] + " …"


def written_into(readme: str, block: str) -> str:
    """Return the README with its list of findings replaced.

    >>> written_into(f"a\\n{START}\\nold\\n{END}\\nb", "new").splitlines()[2]
    'new'
    """
    pattern = re.escape(START) + r"\n.*?" + re.escape(END)
    return re.sub(pattern, lambda _: f"{START}\n{block}\n{END}", readme, flags=re.S)
