"""All pages of the atlas, one after another: what is asked is answered first, then shown."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from proofs.core.limits import silent
from proofs.pages.content import answered, axioms, cell, matrix, metrics, orders, searching, start
from proofs.pages.content.answered import Answered, Cells
from proofs.pages.content.implications import Implications, implications
from proofs.pages.content.relatives import Relative, relatives
from proofs.pages.matrices import Choice, Matrix, matrices
from proofs.pages.rendering import Page, Site, assets, rendered
from proofs.pages.writing import SIGN
from rankproof.line.version import VERSION

ENTRIES = {
    "matrix": ("Metrics × axioms", "Which metric has which property; filter, and open a cell."),
    "metrics": ("Metrics", "Formula, source, all verdicts, and the metrics nearest to it."),
    "axioms": ("Axioms", "What each says, who has it, and what it implies."),
    "orders": ("Orders", "Hasse diagrams of judged runs: choose two and see their join."),
    "papers": ("Papers", "What five papers say, and whether it is true."),
    "libraries": ("Libraries", "What the measures of libraries compute, and where they differ."),
}
"""The entries of the navigation: their titles, and what they show."""
CATALOGUE = "catalogue"
PARTS = (CATALOGUE, "papers", "libraries")
"""What can be left out: pages of the catalogue lead to each other, and to none of the others."""


@dataclass
class Atlas:
    """What the pages are made of, each part found when it is first needed."""

    choice: Choice
    jobs: int = 2
    progress: Callable[[int, int], None] = silent
    parts: tuple[str, ...] = PARTS
    site: Site = field(init=False)

    def __post_init__(self) -> None:
        shown = [(title, address) for title, address, _ in self._entries()]
        self.site = Site((*shown, ("Search", "search.html")))

    @cached_property
    def matrices(self) -> list[Matrix]:
        """What is asked."""
        return matrices(self.choice) if CATALOGUE in self.parts else []

    @cached_property
    def cells(self) -> dict[str, Cells]:
        """The answers, by domain."""
        made = self.matrices
        return {one.key: answered.cells_of(one, self.jobs, self.progress) for one in made}

    @cached_property
    def related(self) -> dict[str, dict[str, list[Relative]]]:
        """How metrics relate, by domain."""
        return {one.key: relatives(one, self.jobs, self.progress) for one in self.matrices}

    @cached_property
    def implications(self) -> Implications:
        """Which axioms of rankings imply which."""
        of = [axiom for one in self.matrices if one.key == "rankings" for axiom in one.axioms]
        return implications(of, self.progress)

    def every_cell(self) -> Iterator[Answered]:
        """Go through the cells that have a page."""
        for found in self.cells.values():
            yield from (one for one in found.values() if one.spoken)

    # Pages ---------------------------------------------------------------------------------------

    def pages(self) -> Iterator[Page]:
        """Go through all pages."""
        yield start.page(self.matrices, self.cells, self._entries())
        for one in self.matrices:
            yield matrix.page(one, self.cells[one.key], self.matrices)
        for found in self.every_cell():
            yield cell.page(found)
        if self.matrices:
            yield from metrics.pages(self.matrices, self.cells, self.related)
            yield from axioms.pages(self.matrices, self.cells, self.implications)
        for one in self.matrices:
            if one.key == "orders":
                yield from orders.pages(one, self.cells[one.key])
        if self._has("papers"):
            from proofs.pages.content import papers

            yield from papers.pages(papers.findings(self.choice.papers, self.jobs, self.progress))
        if self._has("libraries"):
            from proofs.pages.content import libraries

            yield libraries.page(libraries.table(self.choice.libraries, self.jobs, self.progress))
        yield searching.page()

    def _entries(self) -> list[tuple[str, str, str]]:
        """Return what the navigation leads to: title, address, and what is shown there."""
        return [
            (title, self._first(name), text)
            for name, (title, text) in ENTRIES.items()
            if self._has(name)
        ]

    def _has(self, part: str) -> bool:
        if part == "orders":
            return any(one.key == "orders" for one in self.matrices)
        return part in self.parts if part in PARTS else bool(self.matrices)

    def _first(self, part: str) -> str:
        """Return the first page of a part."""
        if part == "matrix" and self.matrices:
            return matrix.page_address(self.matrices[0])
        return f"{part}/index.html"

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Go through all files: pages, what they load, what can be downloaded."""
        yield from assets().items()
        yield SIGN, f'{{"schema": 1, "version": "{VERSION}"}}\n'.encode()
        pages = list(self.pages())
        for page in pages:
            yield page.address, rendered(page, self.site).encode()
        yield searching.INDEX, searching.index(pages).encode()
        for one in self.matrices:
            found = matrix.as_json(one, self.cells[one.key])
            address = matrix.page_address(one).replace(".html", ".json")
            yield address, json.dumps(found, ensure_ascii=False).encode()
        for answer in self.every_cell():
            for address, text in cell.certificates(answer).items():
                yield address, text.encode()
