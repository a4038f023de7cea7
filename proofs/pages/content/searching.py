"""Search over everything: one index, loaded by the page of search alone."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

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


def words_of(declared: Any) -> str:
    """Return by what words a declaration is found."""
    return f"{declared.name} {' '.join(declared.aliases)} {declared.source}"


def _rows(page: Page) -> Iterable[list[str]]:
    """Return title, kind, address and further words of a page, and of the claims on it."""
    yield [page.title, KINDS[page.kind], page.address, page.words]
    for title, place, words in page.places():
        yield [title, "claim", f"{page.address}#{place}", words]
