"""All pages of the atlas, each made when it is wanted.

Where a folder is written, all questions of a domain are answered together; a server has pages one
by one, and shows what is known: only the question of a single cell is asked there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from axioms.axiom import Axiom
from proofs.core.limits import silent
from proofs.pages.content import answered, axioms, cell, matrix, metrics, orders, searching, start
from proofs.pages.content.answered import Answered, Cells
from proofs.pages.content.implications import Implications, implications
from proofs.pages.content.relatives import Relative, relatives
from proofs.pages.matrices import Choice, Matrix, Row, matrices
from proofs.pages.rendering import ENTRIES, SEARCH, Entry, Page, Site, assets, rendered
from proofs.pages.writing import SIGN
from proofs.tables.request import Request
from rankproof.line.version import VERSION

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
    served: bool = False

    @property
    def site(self) -> Site:
        """What all pages share."""
        shown = [(title, address) for title, address, _ in self.entries()]
        return Site((*shown, SEARCH))

    @cached_property
    def matrices(self) -> list[Matrix]:
        """What is asked."""
        return matrices(self.choice) if CATALOGUE in self.parts else []

    @property
    def request(self) -> Request:
        """How answers are found."""
        return Request(jobs=self.jobs, progress=self.progress, known=self.served)

    @cached_property
    def cells(self) -> dict[str, Cells]:
        """The answers, by domain."""
        return {one.key: answered.cells_of(one, self.request) for one in self.matrices}

    @cached_property
    def related(self) -> dict[str, dict[str, list[Relative]]]:
        """How metrics relate, by domain."""
        return {one.key: relatives(one, self.request) for one in self.matrices}

    @cached_property
    def implied(self) -> Implications:
        """Which axioms of rankings imply which."""
        return self._implications(finding=True)

    @cached_property
    def ledger(self) -> Sequence[Any]:
        """What was found about the claims of all papers."""
        return self._judged(self._papers())

    def every_cell(self) -> Iterator[Answered]:
        """Go through the cells that have a page."""
        for found in self.cells.values():
            yield from (one for one in found.values() if one.spoken)

    # What a page shows ---------------------------------------------------------------------------

    def find(self, matrix: Matrix) -> Cells:
        """Return the answers of a matrix, or at least of the part that was asked for."""
        return answered.cells_of(matrix, self.request) if self.served else self.cells[matrix.key]

    def find_one(self, matrix: Matrix, axiom: Axiom, row: Row) -> Answered:
        """Return one answer; it is found, if it was not."""
        if not self.served:
            return self.cells[matrix.key][row.name, axiom.name]
        found = answered.cells_of(matrix.part(row, axiom), Request(jobs=1))
        return found[row.name, axiom.name]

    def relate(self, matrix: Matrix) -> dict[str, list[Relative]]:
        """Return how the metrics of a domain relate."""
        return relatives(matrix, self.request) if self.served else self.related[matrix.key]

    def imply(self) -> Implications:
        """Return what implies what, or nothing where a server does not know it yet."""
        return self._implications(finding=False) if self.served else self.implied

    def judge(self, names: Sequence[str]) -> Sequence[Any]:
        """Return what was found about the claims of some papers."""
        return self._judged(names) if self.served else self.ledger

    def _implications(self, finding: bool) -> Implications:
        of = [axiom for one in self.matrices if one.key == "rankings" for axiom in one.axioms]
        return implications(of, self.progress, finding)

    def _judged(self, names: Sequence[str]) -> Sequence[Any]:
        from proofs.pages.content import papers

        return papers.findings(names, self.jobs, self.progress)

    def _papers(self) -> Sequence[str]:
        from proofs.claims.catalogue import papers

        return self.choice.papers or papers()

    def _libraries(self) -> Any:
        from proofs.pages.content import libraries

        asked = replace(self.request, timeout=self.choice.seconds)
        return libraries.table(self.choice.libraries, asked)

    # Pages ---------------------------------------------------------------------------------------

    def pages(self) -> Iterator[Page]:
        """Go through all pages."""
        if not self.served:
            yield start.page(self.matrices, self.cells, self.entries())
        for one in self.matrices:
            yield matrix.page(one, partial(self.find, one), self.matrices)
            for axiom, row in one.pairs():
                yield from self._cell(one, axiom, row)
        if self.matrices:
            yield from metrics.pages(self.matrices, self.find, self.relate)
            known = (self.imply, lambda: self.implied)
            yield from axioms.pages(self.matrices, self.find, *known)
        for one in self.matrices:
            if one.key == "orders":
                yield from orders.pages(one, self.find)
        if "papers" in self.parts:
            from proofs.pages.content import papers

            yield from papers.pages(self._papers(), self.judge, judged=not self.served)
        if "libraries" in self.parts:
            from proofs.pages.content import libraries

            yield libraries.page(self._libraries)
        yield searching.page()

    def _cell(self, matrix: Matrix, axiom: Axiom, row: Row) -> Iterator[Page]:
        """Return the page of a cell, unless the axiom is known not to speak of the subject."""
        find = partial(self.find_one, matrix, axiom, row)
        if self.served:
            yield cell.page(matrix, axiom, row, find)
            return
        found = find()
        if found.spoken:
            words = f"{found.main['status']} {found.sign}"
            yield cell.page(matrix, axiom, row, find, words)

    def entries(self) -> list[Entry]:
        """Return what the navigation leads to."""
        found = {name: entry for name, entry in ENTRIES.items() if self._has(name)}
        if self.matrices:
            title, _, text = found["matrix"]
            found["matrix"] = (title, matrix.page_address(self.matrices[0]), text)
        return list(found.values())

    def _has(self, part: str) -> bool:
        if part == "orders":
            return any(one.key == "orders" for one in self.matrices)
        return part in self.parts if part in PARTS else bool(self.matrices)

    # Files ---------------------------------------------------------------------------------------

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Go through all files: pages, what they load, what can be downloaded."""
        yield from assets().items()
        yield SIGN, f'{{"schema": 1, "version": "{VERSION}"}}\n'.encode()
        pages, site = list(self.pages()), self.site
        for done, page in enumerate(pages, 1):
            yield page.address, rendered(page, site).encode()
            self.progress(done, len(pages))
        yield searching.INDEX, searching.index(pages).encode()
        for one in self.matrices:
            yield matrix.download_address(one), matrix.as_json(one, self.cells[one.key]).encode()
        for answer in self.every_cell():
            for address, text in cell.certificates(answer).items():
                yield address, text.encode()
