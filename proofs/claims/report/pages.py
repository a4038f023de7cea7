"""The ledger as pages: FINDINGS.md, a page for each paper beside its claims, the README's list.

FINDINGS.md has the counts, the claims that declare themselves a headline, and our own findings. No
page contains a time or a date: the same findings give the same text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from metrics.naming import ELSEWHERE
from proofs.claims.catalogue import PAPERS, title_of
from proofs.claims.claim import (
    CORRECTED,
    FAILS,
    HOLDS,
    ILL_DEFINED,
    REFUTED,
    VERDICTS,
    Ask,
    Claim,
    Compute,
    Imply,
    Point,
)
from proofs.claims.judge import Finding, summary
from proofs.claims.ledger import question_text
from proofs.claims.report.show import counts_of, lines_of, scope_text
from proofs.tables.layout.formats import piped
from rankproof.line.version import VERSION

FRONT, README = "FINDINGS.md", "README.md"
OUR_COPY = "our copy"
COMMAND = "python -m proofs.claims"
MEANT = {
    "Confirmed": "true as printed, in every case that the sentence speaks of.",
    "Supported": "true for all sizes that were tried, and not proved for larger ones.",
    "Refuted": "false in the paper's own reading, which is named, and no small change makes it "
    "true. The smallest counterexample was evaluated again from the definitions.",
    "Corrected": "false as printed, and true after a small change, which is stated.",
    "Ill-defined": "it needs a value or a definition that does not exist, or our copy of the text "
    "is damaged there.",
    "Undecided": "nothing decides it, not even for small sizes.",
    "Own computation": "a small program written for one claim alone. It has no axiom, no replayed "
    "witness and no certificate.",
}
MEANINGS = "\n".join(f"- *{word}*: {text}" for word, text in MEANT.items())
INTRODUCTION = """\
Five papers say things about ranking metrics that can be checked. Each such statement is a claim
here: it was put to rankproof as questions, and its verdict is computed from the answers. The table
leads to a page for each paper, which quotes every claim and says what is true instead, with the
smallest counterexample and the command that repeats it. All these pages are written by
`python -m proofs.claims --markdown`, and a test compares them.
"""
OBJECT = """\
[CONTRIBUTING](CONTRIBUTING.md#objections-and-replies) says how to object to a verdict, and
[docs/ledger-changes.md](docs/ledger-changes.md) which verdicts changed, and why."""


def pages(findings: Sequence[Finding]) -> dict[str, str]:
    """Return the text of every page, by the path of its file from the project's folder."""
    return {FRONT: front(findings), **{place(p): of_paper(findings, p) for p in summary(findings)}}


def place(paper: str) -> str:
    """Return the path of a paper's page.

    >>> place("toma")
    'proofs/claims/toma/claims.md'
    """
    return f"proofs/claims/{paper}/claims.md"


def listed(findings: Sequence[Finding]) -> str:
    """Return what the papers' pages say of some findings."""
    return "\n".join(of_paper(findings, paper) for paper in summary(findings)).rstrip("\n")


# The front page ----------------------------------------------------------------------------------


def front(findings: Sequence[Finding]) -> str:
    """Return the page FINDINGS.md."""
    lines = [
        "# Findings",
        "",
        *f"{INTRODUCTION}\n{MEANINGS}\n\n{OBJECT}".splitlines(),
        "",
        piped(["paper", *VERDICTS, "claims", "by own computation"]),
        "|---|" + "---:|" * (len(VERDICTS) + 2),
        *[piped(_counted(findings, *row)) for row in counts_of(findings)],
        "",
        *_damaged(findings),
        *_rests_on(findings),
        "",
        "## The ten that matter",
        *[line for finding in findings if finding.claim.headline for line in _headline(finding)],
        "",
        "## What we found and no paper claims",
        "",
        *[_own(finding) for finding in findings if finding.claim.own],
    ]
    return "\n".join(lines) + "\n"


def _damaged(findings: Sequence[Finding]) -> list[str]:
    """Return how many claims are ill-defined for no fault of their papers."""
    missing = [f.claim.missing for f in findings if f.verdict == ILL_DEFINED]
    damaged = sum(OUR_COPY in text for text in missing)
    if not damaged:
        return []
    return [
        f"Of the {len(missing)} ill-defined claims {damaged} are so because our copy of the paper",
        "is damaged there or lacks a figure. That is no fault of the paper.",
        "",
    ]


def _rests_on(findings: Sequence[Finding]) -> list[str]:
    """Return how many questions there are, by what answers them, each counted once."""
    asked = {
        question_text(evidence): (evidence, answer)
        for finding in findings
        for evidence, (_, answer) in zip(finding.claim.evidence, finding.answers, strict=True)
    }
    kinds = Counter(type(evidence) for evidence, _ in asked.values())
    decided = [
        fields
        for evidence, answer in asked.values()
        if isinstance(evidence, Ask | Imply)
        for fields in answer.objects
        if fields.get("status") in (HOLDS, FAILS)
    ]
    return [
        f"The verdicts rest on {len(asked):,} questions: {kinds[Ask]:,} about properties and",
        f"quantities, {kinds[Imply]:,} about implications between axioms, {kinds[Point]:,} about "
        "the",
        f"value at one point, and {kinds[Compute]:,} own computations. Of the answers about "
        "properties",
        f"and implications {len(decided):,} are verdicts with a certificate:",
        "`python -m proofs.claims --certificates DIR` writes all of these, and",
        "`python -m proofs.verify DIR` checks them again without any engine.",
    ]


def _counted(findings: Sequence[Finding], paper: str, numbers: list[str]) -> list[str]:
    claims = [f.claim for f in findings if f.claim.paper == paper and not f.claim.own]
    own = sum(claim.own_computation for claim in claims)
    return [f"[{paper}]({place(paper)}): *{title_of(paper)}*", *numbers, str(own)]


def _headline(finding: Finding) -> list[str]:
    """Return what is said of a claim that matters most: its words, its reading, what is true."""
    claim = finding.claim
    scope = f" for {scope_text(finding)}" if finding.scope and "×" not in finding.scope else ""
    head = f"### [{claim.paper}, {claim.place}]({_target(claim)}): {finding.verdict}{scope}"
    told = {
        "Formula": claim.formula,
        "Read as": claim.reading,
        "Stands if": "; ".join(finding.readings(stands=True)),
        "Found": claim.found.rstrip("."),
        "Missing": claim.missing,
        "Exceptions": "; ".join(finding.exceptions),
        "Witness": finding.witness,
        "Reply": claim.reply,
    }
    texts = [f"*{name}*: {escaped(text)}." for name, text in told.items() if text]
    return ["", head, "", f"> {escaped(claim.says)}", "", *texts]


def _own(finding: Finding) -> str:
    claim = finding.claim
    return f"- [{claim.name}]({_target(claim)}), {finding.verdict}: {escaped(claim.found)}"


def _target(claim: Claim) -> str:
    return f"{place(claim.paper)}#{claim.key}"


# The page of a paper -----------------------------------------------------------------------------


def of_paper(findings: Sequence[Finding], paper: str) -> str:
    """Return the page of one paper: an index, then every claim, then our findings."""
    own = [finding for finding in findings if finding.claim.paper == paper]
    lines = [
        f"# {paper}",
        "",
        f"*{escaped(title_of(paper))}*",
        "",
        _written_by(paper),
        "",
        *_index([finding for finding in own if not finding.claim.own]),
    ]
    for finding in own:
        lines += ["", *_entry(finding)]
    return "\n".join([*lines, *_defined(own)]) + "\n"


def _defined(findings: Sequence[Finding]) -> list[str]:
    """Return what is not ours in the questions of some claims, as a file that --using reads."""
    from lattice.declared.kinds import WRITERS, shown

    names: set[str] = set()
    for asked in (one for finding in findings for one in finding.claim.evidence):
        if isinstance(asked, Ask):
            names |= {asked.axiom, *(name.partition("@")[0] for name in asked.subjects)}
        if isinstance(asked, Ask | Point):
            names |= {str(value) for _, value in asked.given}
        if isinstance(asked, Point):
            names.add(asked.subject.partition("@")[0])
        if isinstance(asked, Imply):
            names |= {*asked.premises, asked.conclusion}
    own = [
        shown(kind, one)
        for (kind, name), one in ELSEWHERE.found.items()
        if name in names and kind in WRITERS
    ]
    if not own:
        return []
    return ["", "## What is defined here", "", "```toml", "\n\n".join(own), "```"]


def _written_by(paper: str) -> str:
    """Return what wrote the page; of a paper that is not ours its verdicts are explained there."""
    if paper in PAPERS:
        front = f"[{FRONT}](../../../{FRONT})"
        return f"Written by `{COMMAND} --markdown`; {front} says what verdicts mean."
    return f"Written by `{COMMAND} FILE --out PAGE` of rankproof {VERSION}.\n\n{MEANINGS}"


def _index(findings: Sequence[Finding]) -> list[str]:
    """Return the table of contents: what is not as printed comes first."""
    first = (REFUTED, CORRECTED)
    order = (*first, *[verdict for verdict in VERDICTS if verdict not in first])
    lines = [piped(["verdict", "place", "the paper says"]), "|---|---|---|"]
    for finding in sorted(findings, key=lambda finding: order.index(finding.verdict)):
        claim = finding.claim
        place, says = (escaped(text).replace("|", "\\|") for text in (claim.place, claim.words))
        lines.append(piped([finding.verdict, f"[{place}](#{claim.key})", says]))
    return lines


def _entry(finding: Finding) -> list[str]:
    claim = finding.claim
    at = escaped(claim.place).replace("\\_", "_")  # of a finding of our own it is its name
    head = f'## <a id="{claim.key}"></a>{at}: {finding.verdict}'
    told = [f"- **{name}**: {escaped(text)}" for name, text in lines_of(finding)]
    quote = [f"> {escaped(claim.says)}", ""] if claim.says else []
    again = [f"- **again**: `{COMMAND} {claim.key}`"] if claim.paper in PAPERS else []
    return [head, "", *quote, *told, *again]


def escaped(text: str) -> str:
    """Return text such that Markdown shows it as it is."""
    return re.sub(r"([*_<])", r"\\\1", text)


# The README's list -------------------------------------------------------------------------------

WIDTH = 120
GAP = " … "
CUTOFFS = re.compile(r" and (?:every k|k = )[^(;]*(?<! )")
START, END = f"<!-- findings: written by {COMMAND} --markdown -->", "<!-- end -->"


def highlights(findings: Sequence[Finding]) -> str:
    """Return five findings, one a paper, a line each, as the README lists them.

    A claim with the field `quoted` is chosen; verdict and scope are computed. The quotation and the
    `remark` are pieces of what the claim says and of what was found.
    """
    shown = [finding for finding in findings if finding.claim.quoted]
    targets = [f"[{one.claim.paper}]: {_target(one.claim)}" for one in shown]
    return "\n".join([*map(_line, shown), "", *targets])


def _line(finding: Finding) -> str:
    claim = finding.claim
    _insist(claim, claim.quoted, claim.words)
    _insist(claim, claim.remark, claim.found)
    scope = f" for {_short_scope(finding)}" if finding.scope else ""
    remark = f". {claim.remark}" if claim.remark else ""
    quoted = escaped(claim.quoted)
    line = f"- **{finding.verdict}**{scope}, [{claim.paper}]: “{quoted}”{remark}"
    if len(line) > WIDTH:
        raise ValueError(f"{claim.key}: {len(line)} characters in a line of {WIDTH}: quote less.")
    return line


def _short_scope(finding: Finding) -> str:
    """Return the scope in a few words: what is refuted at some cut-offs fails for these n."""
    if finding.verdict != REFUTED:
        return finding.scope
    sizes = {CUTOFFS.sub("", answer.scope) for answer in finding.against if answer.scope}
    return sizes.pop() if len(sizes) == 1 else finding.scope


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
