"""The pages of papers: the ledger, with their words, the verdict, the reading, the witness."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from proofs.claims.catalogue import PAPERS, find_claims, title_of
from proofs.claims.claim import VERDICTS
from proofs.claims.judge import Finding, summary
from proofs.claims.ledger import ledger
from proofs.claims.report.pages import MEANT
from proofs.claims.report.show import lines_of
from proofs.pages import addresses
from proofs.pages.rendering import Page

COMMAND = "python -m proofs.claims"


def findings(
    names: Sequence[str], jobs: int, progress: Callable[[int, int], None]
) -> list[Finding]:
    """Return the ledger of some papers, or of all."""
    return ledger(find_claims(list(names)), jobs, progress=progress)


def pages(
    papers: Sequence[str], find: Callable[[Sequence[str]], Sequence[Finding]], judged: bool
) -> Iterator[Page]:
    """Go through the pages of all papers, the list of them first.

    A search finds claims by their words and, where all are `judged`, by their verdict.
    """
    yield Page("papers/index.html", "papers", "Papers", lambda: _listed(find(papers)))
    for paper in papers:
        title, data = f"{paper}: what the paper says", partial(_data, paper, find)
        places = partial(_places, paper, find if judged else None)
        script = ("static/claims.js",)
        yield Page(_address(paper), "paper", title, data, script, words=paper, places=places)


def _listed(found: Sequence[Finding]) -> dict[str, Any]:
    counts = {paper: _counted(found, paper) for paper in summary(found)}
    return {
        "papers": [(paper, title_of(paper), counts[paper], _address(paper)) for paper in counts],
        "verdicts": [v for v in VERDICTS if any(count[v] for count in counts.values())],
        "meanings": [f"{word}: {text}" for word, text in MEANT.items()],
        "headlines": [(one, _place(one)) for one in found if one.claim.headline],
    }


def _data(paper: str, find: Callable[[Sequence[str]], Sequence[Finding]]) -> dict[str, Any]:
    own = [one for one in find([paper]) if one.claim.paper == paper]
    told = [(one, addresses.slug(one.claim.key), lines_of(one), _again(one)) for one in own]
    counts = _counted(own, paper)
    return {"paper": paper, "heading": title_of(paper), "told": told, "counts": counts}


def _places(paper: str, find: Callable[..., Sequence[Finding]] | None) -> list[Any]:
    """Return the claims of a paper as a search finds them."""
    known = {} if find is None else {one.claim.key: one.verdict for one in find([paper])}
    return [
        (
            f"{claim.paper}, {claim.place or claim.name}",
            addresses.slug(claim.key),
            f"{known.get(claim.key, '')} {claim.words}".strip(),
        )
        for claim in find_claims([paper])
    ]


def _counted(found: Sequence[Finding], paper: str) -> Counter[str]:
    own = (one for one in found if one.claim.paper == paper and not one.claim.own)
    return Counter(one.verdict for one in own)


def _address(paper: str) -> str:
    return f"papers/{addresses.slug(paper)}.html"


def _place(finding: Finding) -> str:
    return addresses.claim(finding.claim.paper, finding.claim.key)


def _again(finding: Finding) -> str:
    return f"{COMMAND} {finding.claim.key}" if finding.claim.paper in PAPERS else ""
