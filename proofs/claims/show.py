"""The ledger for the terminal, as JSON, CSV, LaTeX, and as the page FINDINGS.md.

No page contains a time or a date: the same findings give the same text.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from proofs.claims.answer import Answer
from proofs.claims.catalogue import title_of
from proofs.claims.claim import AMENDED, CORRECTED, OTHER, PRINTED, REFUTED, VERDICTS
from proofs.claims.judge import Finding, summary
from rankproof.line.version import VERSION

FORMATS = ("text", "json", "md", "latex", "csv")
WIDTH = 100
SHOWN = 8


def show(findings: Sequence[Finding], form: str) -> str:
    """Return the findings in one of the formats."""
    if form == "json":
        return json.dumps(as_json(findings), ensure_ascii=False, indent=2)
    if form == "csv":
        return _csv(findings)
    if form == "latex":
        return _latex(findings)
    return page(findings) if form == "md" else _text(findings)


def as_json(findings: Sequence[Finding]) -> dict[str, Any]:
    """Return the fields that scripts rely on."""
    return {
        "schema": 1,
        "version": VERSION,
        "rows": [row(finding) for finding in findings],
        "summary": {paper: dict(counts) for paper, counts in summary(findings).items()},
    }


def row(finding: Finding) -> dict[str, Any]:
    """Return one finding as JSON fields."""
    claim = finding.claim
    return {
        "paper": claim.paper,
        "claim": claim.key,
        "place": claim.place,
        "says": claim.says,
        "verdict": finding.verdict,
        "pinned": claim.verdict,
        "scope": finding.scope,
        "found": claim.found,
        "reading": claim.reading,
        "missing": claim.missing,
        "exceptions": finding.exceptions,
        "witness": finding.witness or None,
        "evidence": [
            {
                **fields,
                "role": role,
                "asked": answer.asked,
                "as_stated": answer.agrees,
                "cached": answer.cached,
            }
            for role, answer in finding.answers
            for fields in answer.objects
        ],
    }


def lines_of(finding: Finding) -> list[tuple[str, str]]:
    """Return what is said about a finding, line by line, under short names."""
    claim = finding.claim
    lines = [("found", claim.found)]
    if claim.missing:
        lines.append(("missing", claim.missing))
    if finding.scope:
        lines.append(("scope", finding.scope))
    if claim.reading:
        lines.append(("reading", claim.reading))
    if finding.exceptions:
        lines.append(("exceptions", "; ".join(finding.exceptions)))
    if finding.witness:
        lines.append(("witness", finding.witness))
    if finding.by_role(PRINTED):
        lines.append(("asked", counted(finding)))
    silent = [a for a in finding.against if not finding.exceptions and not a.witness]
    lines += [("computed", _told(answer)) for answer in silent]
    if finding.verdict != REFUTED and not finding.against:
        few = finding.by_role(PRINTED)
        lines += [("computed", _told(answer)) for answer in few if len(few) <= 3]
    lines += _readings(finding)
    return lines


def _told(answer: Answer) -> str:
    return f"{answer.asked}: {answer.said}"


def _readings(finding: Finding) -> list[tuple[str, str]]:
    """Return what was found under the corrected claim and under other readings."""
    lines = []
    for role, name in ((AMENDED, "corrected"), (OTHER, "other")):
        told = finding.by_role(role)
        if len(told) <= SHOWN:
            lines += [(name, _told(answer) + _shown(answer)) for answer in told]
            continue
        for note in dict.fromkeys(answer.asked.partition(": ")[0] for answer in told):
            group = [a for a in told if a.asked.partition(": ")[0] == note]
            against = [answer.about for answer in group if answer.agrees is not True]
            rest = f"; not: {', '.join(against)}" if against else ""
            lines.append((name, f"{note}: {len(group) - len(against)} of {len(group)}{rest}"))
    return lines


def _shown(answer: Answer) -> str:
    return f" ({answer.witness})" if answer.agrees is False and answer.witness else ""


def counted(finding: Finding) -> str:
    """Return how many questions were answered as printed."""
    printed = finding.by_role(PRINTED)
    right = sum(answer.agrees is True for answer in printed)
    noun = "question" if len(printed) == 1 else "questions"
    return f"{len(printed)} {noun}, {right} answered as printed"


# Text --------------------------------------------------------------------------------------------


def _text(findings: Sequence[Finding]) -> str:
    blocks = [_block(finding) for finding in findings]
    return "\n\n".join([*blocks, _table(findings)])


def _block(finding: Finding) -> str:
    claim = finding.claim
    lines = [f"{finding.verdict.upper():<12}{claim.key}  ({claim.place})"]
    lines += _wrapped("says", f"“{claim.says}”")
    for name, text in lines_of(finding):
        lines += _wrapped(name, text)
    if not finding.as_pinned and not finding.cut_short:
        lines += _wrapped("CHANGED", f"pinned as {claim.verdict}")
    return "\n".join(lines)


def _wrapped(name: str, text: str) -> list[str]:
    pieces = wrap(text, WIDTH - 14, break_long_words=False, break_on_hyphens=False) or [""]
    return [f"  {name if i == 0 else '':<12}{piece}" for i, piece in enumerate(pieces)]


def _table(findings: Sequence[Finding]) -> str:
    counts = summary(findings)
    lines = ["".join([f"{'paper':<10}", *(f"{v:>13}" for v in VERDICTS), f"{'claims':>9}"])]
    for paper, found in counts.items():
        cells = [f"{found[verdict]:>13}" for verdict in VERDICTS]
        lines.append("".join([f"{paper:<10}", *cells, f"{sum(found.values()):>9}"]))
    return "\n".join(lines)


# The page ----------------------------------------------------------------------------------------


def page(findings: Sequence[Finding]) -> str:
    """Return the page FINDINGS.md."""
    lines = [
        "# Findings",
        "",
        "Every checkable statement of the papers, with a verdict that is computed from answers of",
        "rankproof. This page is written by `python -m proofs.claims --markdown` and compared by a",
        "test; `python -m proofs.claims CLAIM` asks the questions of one claim again.",
        "",
        "*Confirmed*: every question is answered as printed. *Refuted*: some is not; exceptions",
        "are listed, and the smallest counterexample was evaluated again from the definitions.",
        "*Corrected*: false as printed, true after the small change that is stated. *Ill-defined*:",
        "a value or definition that the statement needs does not exist. *Undecided*: still open.",
        "",
        "| paper | " + " | ".join(VERDICTS) + " | claims |",
        "|---|" + "---:|" * (len(VERDICTS) + 1),
    ]
    for paper, found in summary(findings).items():
        cells = " | ".join(str(found[verdict]) for verdict in VERDICTS)
        lines.append(f"| [{paper}](#{paper}) | {cells} | {sum(found.values())} |")
    for paper in summary(findings):
        own = [finding for finding in findings if finding.claim.paper == paper]
        lines += ["", f"## {paper}", "", f"*{title_of(paper)}*", "", *_index(own)]
        for finding in own:
            lines += ["", *_entry(finding)]
    return "\n".join(lines) + "\n"


def _index(findings: Sequence[Finding]) -> list[str]:
    """Return the table of contents: what is not as printed comes first."""
    order = [REFUTED, CORRECTED, *(v for v in VERDICTS if v not in (REFUTED, CORRECTED))]
    lines = ["| verdict | place | the paper says |", "|---|---|---|"]
    for verdict in order:
        lines += [
            f"| {verdict} | [{f.claim.place}](#{f.claim.key}) | {_cell(f.claim.says)} |"
            for f in findings
            if f.verdict == verdict
        ]
    return lines


def _entry(finding: Finding) -> list[str]:
    claim = finding.claim
    head = f'### <a id="{claim.key}"></a>{claim.place}: {finding.verdict}'
    told = [f"- **{name}**: {_escaped(text)}" for name, text in lines_of(finding)]
    return [head, "", f"> {_escaped(claim.says)}", "", *told, f"- `{claim.key}`"]


def _cell(text: str) -> str:
    return _escaped(text).replace("|", "\\|")


def _escaped(text: str) -> str:
    for mark in ("*", "_", "<"):
        text = text.replace(mark, "\\" + mark)
    return text


# Other formats -----------------------------------------------------------------------------------

COLUMNS = ("paper", "claim", "place", "verdict", "says", "found", "scope", "exceptions", "witness")


def _csv(findings: Sequence[Finding]) -> str:
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, COLUMNS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for finding in findings:
        fields = row(finding)
        writer.writerow({**fields, "exceptions": "; ".join(fields["exceptions"])})
    return buffer.getvalue().rstrip("\n")


def _latex(findings: Sequence[Finding]) -> str:
    from proofs.report.shown import latex_text

    lines = [r"\begin{longtable}{lp{0.35\linewidth}lp{0.35\linewidth}}", r"\toprule"]
    lines += [r"place & the paper says & verdict & found \\", r"\midrule"]
    for finding in findings:
        claim = finding.claim
        cells = (f"{claim.paper}, {claim.place}", claim.says, finding.verdict, claim.found)
        lines.append(" & ".join(map(latex_text, cells)) + r" \\")
    return "\n".join([*lines, r"\bottomrule", r"\end{longtable}"])
