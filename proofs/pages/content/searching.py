"""Search over everything: one index, loaded by the page of search alone."""

from __future__ import annotations

import json
from collections.abc import Iterable

from proofs.pages.rendering import Page

INDEX = "search-index.js"
KINDS = {
    "cell": "answer",
    "metric": "metric",
    "axiom": "axiom",
    "order": "order",
    "paper": "paper",
    "matrix": "matrix",
    "libraries": "libraries",
}


def page() -> Page:
    """Return the page of search."""
    scripts = (INDEX, "static/search.js")
    return Page("search.html", "search", "Search", {}, scripts)


def index(pages: Iterable[Page]) -> str:
    """Return the index as a script: a page that is opened from a file may load nothing else."""
    rows = [row for one in pages if one.kind in KINDS for row in _rows(one)]
    text = json.dumps(rows, ensure_ascii=True, separators=(",", ":"))
    return f"window.rankproofIndex = {text};\n"


def _rows(page: Page) -> Iterable[list[str]]:
    """Return title, kind, address and further words of a page, and of the claims on it."""
    data = page.data
    words = ""
    if page.kind == "cell":
        cell = data["cell"]
        words = f"{cell.row.name} {cell.axiom.name} {cell.main['status']} {cell.sign}"
    elif page.kind in ("metric", "axiom", "order"):
        declared = data["declared"] if page.kind == "metric" else data[page.kind]
        words = f"{declared.name} {' '.join(declared.aliases)} {declared.source}"
    yield [page.title, KINDS[page.kind], page.address, words]
    if page.kind == "paper":
        for finding, key, _, _ in data["told"]:
            claim = finding.claim
            title = f"{claim.paper}, {claim.place or claim.name}"
            yield [title, "claim", f"{page.address}#{key}", f"{finding.verdict} {claim.words}"]
