"""All pages of the atlas, one after another: what is asked is answered first, then shown."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from proofs.pages.content import answered, cell, matrix, start
from proofs.pages.content.answered import Answered, Cells
from proofs.pages.matrices import Choice, Matrix, matrices
from proofs.pages.rendering import Page, Site, assets, rendered
from proofs.pages.writing import SIGN
from rankproof.line.version import VERSION

PARTS = {
    "matrix": ("Metrics × axioms", "matrix/rankings.html", "Which metric has which property."),
}
"""The parts of the atlas: their titles, their first pages, and what they show."""


@dataclass
class Atlas:
    """What the pages are made of, each part found when it is first needed."""

    choice: Choice
    jobs: int = 2
    progress: Callable[[int, int], None] = lambda done, total: None
    parts: tuple[str, ...] = tuple(PARTS)
    site: Site = field(init=False)

    def __post_init__(self) -> None:
        entries = tuple(PARTS[name][:2] for name in PARTS if name in self.parts)
        self.site = Site(entries)

    @cached_property
    def matrices(self) -> list[Matrix]:
        """What is asked."""
        return matrices(self.choice)

    @cached_property
    def cells(self) -> dict[str, Cells]:
        """The answers, by domain."""
        made = self.matrices
        return {one.key: answered.cells_of(one, self.jobs, self.progress) for one in made}

    def every_cell(self) -> Iterator[Answered]:
        """Go through the cells that have a page."""
        for found in self.cells.values():
            yield from (one for one in found.values() if one.spoken)

    def pages(self) -> Iterator[Page]:
        """Go through all pages."""
        shown = [PARTS[name] for name in PARTS if name in self.parts]
        yield start.page(self.matrices, self.cells, shown)
        for one in self.matrices:
            yield matrix.page(one, self.cells[one.key], self.matrices)
        for found in self.every_cell():
            yield cell.page(found)

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Go through all files: pages, what they load, what can be downloaded."""
        yield from assets().items()
        yield SIGN, f'{{"schema": 1, "version": "{VERSION}"}}\n'.encode()
        for page in self.pages():
            yield page.address, rendered(page, self.site).encode()
        for one in self.matrices:
            found = matrix.as_json(one, self.cells[one.key])
            address = matrix.page_address(one).replace(".html", ".json")
            yield address, json.dumps(found, ensure_ascii=False).encode()
        for answer in self.every_cell():
            for address, text in cell.certificates(answer).items():
                yield address, text.encode()
