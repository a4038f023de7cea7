"""The ledger for the terminal, as JSON, CSV and LaTeX: what is said about a finding, and how."""

from __future__ import annotations

import json
from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from proofs.claims.answer import Answer
from proofs.claims.claim import AMENDED, FAIR, OTHER, PRINTED, REFUTED, VERDICTS, Claim
from proofs.claims.judge import Finding, summary
from proofs.tables.layout.table_latex import booktabs
from rankproof.line.files import csv_text
from rankproof.line.latex import escaped
from rankproof.line.version import VERSION
from rankproof.presented import card

WIDTH = 100
SHOWN = 8


def json_text(findings: Sequence[Finding]) -> str:
    """Return the findings as one JSON object."""
    return json.dumps(as_json(findings), ensure_ascii=False, indent=2)


def as_json(findings: Sequence[Finding]) -> dict[str, Any]:
    """Return the fields that scripts rely on."""
    return {
        "schema": 1,
        "version": VERSION,
        "rows": [row(finding) for finding in findings if not finding.claim.own],
        "findings": [row(finding) for finding in findings if finding.claim.own],
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
        "formula": claim.formula,
        "meaning": claim.meaning,
        "verdict": finding.verdict,
        "pinned": claim.verdict,
        "scope": finding.scope,
        "found": claim.found,
        "about": claim.about,
        "speaks_of": claim.speaks_of,
        "reading": claim.reading,
        "stands_if": finding.readings(stands=True),
        "falls_if": finding.readings(stands=False),
        "own_computation": claim.own_computation,
        "reply": claim.reply,
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
    printed = finding.by_role(PRINTED)
    said = {
        "formula": claim.formula,
        "meaning": claim.meaning,
        "found": claim.found,
        "reply": claim.reply,
        "missing": claim.missing,
        "scope": scope_text(finding),
        "reading": claim.reading,
        "stands if": "; ".join(finding.readings(stands=True)),
        "falls if": "; ".join(finding.readings(stands=False)),
        "exceptions": "; ".join(finding.exceptions),
        "witness": finding.witness,
        "asked": counted(finding) if printed else "",
        "rests on": _rests_on(claim),
    }
    lines = [(name, text) for name, text in said.items() if text]
    told = [a for a in finding.against if not finding.exceptions and not a.witness]
    if finding.verdict != REFUTED and not finding.against and len(printed) <= 3:
        told += printed
    return [*lines, *[("computed", _told(answer)) for answer in told], *_readings(finding)]


def _rests_on(claim: Claim) -> str:
    """Say how many of the questions that decide were computed by what was written for the claim."""
    own, asked = claim.computations
    share = "" if own == asked else f" for {own} of {asked} questions"
    return f"own computation{share}" if own else ""


def scope_text(finding: Finding) -> str:
    """Return the scope of a verdict, and whether it is less than what the sentence speaks of."""
    return finding.scope + ("; open beyond" if finding.unsettled else "")


def _told(answer: Answer, witness: bool = False) -> str:
    shown = f" ({answer.witness})" if witness and answer.agrees is False and answer.witness else ""
    return f"{answer.asked}: {answer.said}{shown}"


def _readings(finding: Finding) -> list[tuple[str, str]]:
    """Return what was found under the corrected claim and under other readings."""
    lines = []
    for role, name in ((AMENDED, "corrected"), (FAIR, "fair"), (OTHER, "other")):
        told = finding.by_role(role)
        if len(told) <= SHOWN:
            lines += [(name, _told(answer, witness=True)) for answer in told]
            continue
        for note in dict.fromkeys(answer.asked.partition(": ")[0] for answer in told):
            group = [a for a in told if a.asked.partition(": ")[0] == note]
            against = [answer.about for answer in group if answer.agrees is not True]
            rest = f"; not: {', '.join(against)}" if against else ""
            lines.append((name, f"{note}: {len(group) - len(against)} of {len(group)}{rest}"))
    return lines


def counted(finding: Finding) -> str:
    """Return how many questions were answered as printed."""
    printed = finding.by_role(PRINTED)
    right = sum(answer.agrees is True for answer in printed)
    noun, own = "question" if len(printed) == 1 else "questions", finding.claim.own
    return f"{len(printed)} {noun}, {right} answered as {'stated' if own else 'printed'}"


def told(finding: Finding, form: str) -> str:
    """Return a finding in one of the forms of :class:`rankproof.presented.Presented`."""
    word, claim = finding.verdict.upper(), finding.claim
    about = f"{claim.key} ({claim.place})"
    if form == "html":
        says = [("says", f"“{claim.says}”")] if claim.says else []
        return card(word, about, [*says, *lines_of(finding)])
    if form == "latex":
        return rf"$$\text{{{escaped(f'{word}: {about}')}}}$$"
    return {"text": _block(finding), "md": f"**{word}**: {about}"}.get(form, f"{word}: {about}")


# Text --------------------------------------------------------------------------------------------


def as_text(findings: Sequence[Finding]) -> str:
    """Return the findings for the terminal."""
    blocks = [_block(finding) for finding in findings]
    return "\n\n".join([*blocks, _table(findings)])


def _block(finding: Finding) -> str:
    claim = finding.claim
    lines = [f"{finding.verdict.upper():<12}{claim.key}  ({claim.place})"]
    lines += _wrapped("says", f"“{claim.says}”") if claim.says else []
    for name, text in lines_of(finding):
        lines += _wrapped(name, text)
    if not finding.as_pinned and not finding.cut_short:
        lines += _wrapped("CHANGED", f"pinned as {claim.verdict}")
    for shortcoming in finding.shortcomings:
        lines += _wrapped("RULES", shortcoming)
    return "\n".join(lines)


def _wrapped(name: str, text: str) -> list[str]:
    pieces = wrap(text, WIDTH - 14, break_long_words=False, break_on_hyphens=False) or [""]
    return [f"  {name if i == 0 else '':<12}{piece}" for i, piece in enumerate(pieces)]


def _table(findings: Sequence[Finding]) -> str:
    rows = [("paper", [*VERDICTS, "claims"]), *counts_of(findings)]
    return "\n".join(
        f"{paper:<10}" + "".join(f"{text:>13}" for text in texts) + f"{last:>9}"
        for paper, (*texts, last) in rows
    )


def counts_of(findings: Sequence[Finding]) -> list[tuple[str, list[str]]]:
    """Return how many claims of each paper have each verdict, and how many there are."""
    return [
        (paper, [str(found[verdict]) for verdict in VERDICTS] + [str(sum(found.values()))])
        for paper, found in summary(findings).items()
    ]


# Other formats -----------------------------------------------------------------------------------

COLUMNS = (
    *("paper", "claim", "place", "verdict", "says", "meaning"),
    *("found", "scope", "exceptions", "witness"),
)


def as_csv(findings: Sequence[Finding]) -> str:
    """Return a line of values for each finding."""
    rows = [{**row(one), "exceptions": "; ".join(one.exceptions)} for one in findings]
    return csv_text([COLUMNS, *[[fields[name] for name in COLUMNS] for fields in rows]])


def as_latex(findings: Sequence[Finding]) -> str:
    """Return a table for a paper."""
    heads = ("place", "the paper says", "verdict", "found")
    rows = [
        (f"{f.claim.paper}, {f.claim.place}", f.claim.words, f.verdict, f.claim.found)
        for f in findings
    ]
    columns = r"lp{0.35\linewidth}lp{0.35\linewidth}"
    return "\n".join(booktabs("longtable", columns, rows, heads))
