"""Five findings, one a paper, a line each, as the README lists them.

Chosen by name; verdict and scope are computed. The quotation and the remark are pieces of what the
claim says and of what was found, so that nothing is told here that the ledger does not tell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from proofs.claims.claim import Claim
from proofs.claims.judge import Finding

WIDTH = 120
GAP = " … "
START, END = "<!-- findings: written by python -m proofs.claims --markdown -->", "<!-- end -->"


@dataclass(frozen=True)
class Chosen:
    """A claim, the piece of its words that is quoted, and a piece of what was found."""

    key: str
    quoted: str
    remark: str = ""


CHOSEN = (
    Chosen("group.prop_6_1", "DCG and nDCG … satisfying the identity of indiscernibles"),
    Chosen("kumar.conjecture", "We conjecture that K_D(σ) ≤ F_D(σ)"),
    Chosen("giner.lattice_trivially", "If the ordering is a poset, R(N) is a lattice"),
    Chosen(
        "area.a_corr_is_spearman",
        "Two new measures of distance",
        "A-corr is an affine image of Spearman's ρ",
    ),
    Chosen(
        "toma.theorem_a1",
        "With Euclidean, Manhattan or Chebyshev distance, l ⊑ l' implies l ≤* l'",
    ),
)


def highlights(findings: Sequence[Finding]) -> str:
    """Return the chosen findings as a Markdown list, with the targets of its links."""
    by_key = {finding.claim.key: finding for finding in findings}
    shown = [(by_key[chosen.key], chosen) for chosen in CHOSEN if chosen.key in by_key]
    lines = [_line(finding, chosen) for finding, chosen in shown]
    targets = [f"[{f.claim.paper}]: FINDINGS.md#{f.claim.key}" for f, _ in shown]
    return "\n".join([*lines, "", *targets])


def _line(finding: Finding, chosen: Chosen) -> str:
    claim = finding.claim
    _insist(claim, chosen.quoted, claim.says)
    _insist(claim, chosen.remark, claim.found)
    scope = f" for {finding.scope}" if finding.scope else ""
    remark = f". {chosen.remark}" if chosen.remark else ""
    quoted = re.sub(r"([*_<])", r"\\\1", chosen.quoted)
    line = f"- **{finding.verdict}**{scope}, [{claim.paper}]: “{quoted}”{remark}"
    if len(line) > WIDTH:
        raise ValueError(f"{claim.key}: {len(line)} characters in a line of {WIDTH}: quote less.")
    return line


def _insist(claim: Claim, pieces: str, whole: str) -> None:
    """Raise if something is quoted that is not there."""
    for piece in pieces.split(GAP):
        if piece not in whole:
            raise ValueError(f"{claim.key}: {piece!r} is not in {whole!r}.")


def written_into(readme: str, block: str) -> str:
    """Return the README with its list of findings replaced.

    >>> written_into(f"a\\n{START}\\nold\\n{END}\\nb", "new").splitlines()[2]
    'new'
    """
    pattern = re.escape(START) + r"\n.*?" + re.escape(END)
    return re.sub(pattern, lambda _: f"{START}\n{block}\n{END}", readme, flags=re.S)
