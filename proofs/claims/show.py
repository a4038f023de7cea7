"""The ledger for the terminal, as JSON, CSV, LaTeX, and as the page FINDINGS.md.

No page contains a time or a date: the same findings give the same text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from proofs.claims.answer import Answer
from proofs.claims.catalogue import title_of
from proofs.claims.claim import (
    AMENDED,
    CORRECTED,
    FAIR,
    OTHER,
    PRINTED,
    REFUTED,
    VERDICTS,
    Claim,
)
from proofs.claims.judge import Finding, summary
from proofs.tables.layout.formats import piped
from proofs.tables.layout.table_latex import booktabs
from rankproof.line.files import csv_text
from rankproof.line.version import VERSION

FORMATS = ("text", "json", "md", "latex", "csv")
WIDTH = 100
SHOWN = 8


def show(findings: Sequence[Finding], form: str) -> str:
    """Return the findings in one of the formats."""
    if form == "json":
        return json.dumps(as_json(findings), ensure_ascii=False, indent=2)
    return {"csv": _csv, "latex": _latex, "md": page, "text": _text}[form](findings)


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
        "rests on": "own computation" if claim.own_computation else "",
    }
    lines = [(name, text) for name, text in said.items() if text]
    told = [a for a in finding.against if not finding.exceptions and not a.witness]
    if finding.verdict != REFUTED and not finding.against and len(printed) <= 3:
        told += printed
    return [*lines, *[("computed", _told(answer)) for answer in told], *_readings(finding)]


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


# Text --------------------------------------------------------------------------------------------


def _text(findings: Sequence[Finding]) -> str:
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
    rows = [("paper", [*VERDICTS, "claims"]), *_counts(findings)]
    return "\n".join(
        f"{paper:<10}" + "".join(f"{text:>13}" for text in texts) + f"{last:>9}"
        for paper, (*texts, last) in rows
    )


def _counts(findings: Sequence[Finding]) -> list[tuple[str, list[str]]]:
    """Return how many claims of each paper have each verdict, and how many there are."""
    return [
        (paper, [str(found[verdict]) for verdict in VERDICTS] + [str(sum(found.values()))])
        for paper, found in summary(findings).items()
    ]


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
        "*Confirmed*: every question is answered as printed, for all that the sentence speaks of.",
        "*Supported*: without exception for the sizes that were tried, and open beyond. *Refuted*:",
        "some question is answered otherwise; exceptions are listed, and the smallest",
        "counterexample was evaluated again from the definitions. *Corrected*: false as printed,",
        "true after the small change that is stated. *Ill-defined*: a value or definition that the",
        "statement needs does not exist. *Undecided*: open already for small sizes. An *own",
        "computation* is written for the claim alone. *Our findings* are what no paper claims.",
        "[CONTRIBUTING](CONTRIBUTING.md#objections-and-replies) says how to object.",
        "",
        piped(["paper", *VERDICTS, "claims"]),
        "|---|" + "---:|" * (len(VERDICTS) + 1),
        *[piped([f"[{paper}](#{paper})", *numbers]) for paper, numbers in _counts(findings)],
    ]
    for paper in summary(findings):
        own = [finding for finding in findings if finding.claim.paper == paper]
        claims = [finding for finding in own if not finding.claim.own]
        lines += ["", f"## {paper}", "", f"*{title_of(paper)}*", "", *_index(claims)]
        for finding in own:
            lines += ["", *_entry(finding)]
    return "\n".join(lines) + "\n"


def _index(findings: Sequence[Finding]) -> list[str]:
    """Return the table of contents: what is not as printed comes first."""
    first = (REFUTED, CORRECTED)
    order = (*first, *[verdict for verdict in VERDICTS if verdict not in first])
    lines = [piped(["verdict", "place", "the paper says"]), "|---|---|---|"]
    for finding in sorted(findings, key=lambda finding: order.index(finding.verdict)):
        claim = finding.claim
        says = escaped(claim.words).replace("|", "\\|")
        lines.append(piped([finding.verdict, f"[{claim.place}](#{claim.key})", says]))
    return lines


def _entry(finding: Finding) -> list[str]:
    claim = finding.claim
    head = f'### <a id="{claim.key}"></a>{claim.place}: {finding.verdict}'
    told = [f"- **{name}**: {escaped(text)}" for name, text in lines_of(finding)]
    quote = [f"> {escaped(claim.says)}", ""] if claim.says else []
    return [head, "", *quote, *told, f"- `{claim.key}`"]


def escaped(text: str) -> str:
    """Return text such that Markdown shows it as it is."""
    return re.sub(r"([*_<])", r"\\\1", text)


# Other formats -----------------------------------------------------------------------------------

COLUMNS = (
    *("paper", "claim", "place", "verdict", "says", "meaning"),
    *("found", "scope", "exceptions", "witness"),
)


def _csv(findings: Sequence[Finding]) -> str:
    rows = [{**row(one), "exceptions": "; ".join(one.exceptions)} for one in findings]
    return csv_text([COLUMNS, *[[fields[name] for name in COLUMNS] for fields in rows]])


def _latex(findings: Sequence[Finding]) -> str:
    heads = ("place", "the paper says", "verdict", "found")
    rows = [
        (f"{f.claim.paper}, {f.claim.place}", f.claim.words, f.verdict, f.claim.found)
        for f in findings
    ]
    columns = r"lp{0.35\linewidth}lp{0.35\linewidth}"
    return "\n".join(booktabs("longtable", columns, rows, heads))


# The README's list -------------------------------------------------------------------------------

WIDTH = 120
GAP = " … "
START, END = "<!-- findings: written by python -m proofs.claims --markdown -->", "<!-- end -->"


def highlights(findings: Sequence[Finding]) -> str:
    """Return five findings, one a paper, a line each, as the README lists them.

    A claim with the field `quoted` is chosen; verdict and scope are computed. The quotation and the
    `remark` are pieces of what the claim says and of what was found.
    """
    shown = [finding for finding in findings if finding.claim.quoted]
    targets = [f"[{one.claim.paper}]: FINDINGS.md#{one.claim.key}" for one in shown]
    return "\n".join([*map(_line, shown), "", *targets])


def _line(finding: Finding) -> str:
    claim = finding.claim
    _insist(claim, claim.quoted, claim.words)
    _insist(claim, claim.remark, claim.found)
    scope = f" for {finding.scope}" if finding.scope else ""
    remark = f". {claim.remark}" if claim.remark else ""
    quoted = escaped(claim.quoted)
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
