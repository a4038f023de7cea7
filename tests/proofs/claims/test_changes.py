"""docs/ledger-changes.md tells of every claim whose verdict changed since the first ledger."""

import json
import re
from collections import Counter
from pathlib import Path

from proofs.claims.catalogue import claims_of, papers
from proofs.claims.claim import CONFIRMED, EVERY

HERE = Path(__file__).parent
FIRST = json.loads((HERE / "first_ledger.json").read_text(encoding="utf-8"))
NOW = {claim.key: claim for paper in papers() for claim in claims_of(paper)}
CLAIMS = {key: claim for key, claim in NOW.items() if not claim.own}


def sections(root):
    """Return the page, and the cells of each table by the title above it, links as their words."""
    text = (root / "docs" / "ledger-changes.md").read_text(encoding="utf-8")
    found = {}
    for part in text.split("\n## ")[1:]:
        title, _, body = part.partition("\n")
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", body)
        rows = [line.strip("|").split("|") for line in plain.splitlines() if line.startswith("| ")]
        found[title] = [[cell.strip() for cell in row] for row in rows[1:]]
    return text, found


def test_every_verdict_that_changed_is_told_with_a_reason(root):
    _, tables = sections(root)
    told = {claim: (first, now) for claim, first, now, why in tables["Claims with another verdict"]}
    changed = {
        key: (verdict, CLAIMS[key].verdict)
        for key, verdict in FIRST.items()
        if key in CLAIMS and CLAIMS[key].verdict != verdict
    }
    assert told == changed
    assert all(len(why) > 15 for *_, why in tables["Claims with another verdict"])


def test_most_of_what_was_confirmed_is_confirmed_for_every_n():
    """Confirmed for small n only is called supported; examples and given sizes are not counted."""
    confirmed = [key for key, verdict in FIRST.items() if verdict == CONFIRMED]
    kept = [CLAIMS[key] for key in confirmed if key in CLAIMS and CLAIMS[key].verdict == CONFIRMED]
    assert sum(claim.speaks_of == EVERY for claim in kept) >= len(confirmed) * 0.6


def test_claims_that_are_gone_or_new_are_told(root):
    _, tables = sections(root)
    gone = {claim: first for claim, first, *_ in tables["Claims that became findings"]}
    assert gone == {key: verdict for key, verdict in FIRST.items() if key not in CLAIMS}
    for _, _, now, _ in tables["Claims that became findings"]:
        assert NOW[now.removeprefix("finding ")].own
    new = {claim: now for claim, now, _ in tables["Claims that are new"]}
    assert new == {key: claim.verdict for key, claim in CLAIMS.items() if key not in FIRST}


def test_the_counts_of_the_page_are_counted(root):
    text, tables = sections(root)
    first, now = Counter(FIRST.values()), Counter(claim.verdict for claim in CLAIMS.values())
    for line, counts in (("- The first ledger: ", first), ("- Today: ", now)):
        (said,) = [row for row in text.splitlines() if row.startswith(line)]
        read = {verdict: int(n) for n, verdict in re.findall(r"(\d+) ([a-z-]+)[,;]", said)}
        assert {verdict: read[verdict] for verdict in counts} == counts
        assert f" {counts.total()} claims" in said
    assert f"- {len(tables['Claims with another verdict'])} claims have another verdict" in text
