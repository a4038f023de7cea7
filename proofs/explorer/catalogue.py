"""The pages of the atlas one at a time, from what is known; a cell is asked when it is opened.

An answer that was found is kept, and every page that shows it has it from then on.
"""

from __future__ import annotations

from functools import cache

from proofs.explorer.live_pages import site_of
from proofs.pages.content import matrix, searching
from proofs.pages.content.cell import certificates
from proofs.pages.everything import Atlas
from proofs.pages.matrices import Choice
from proofs.pages.rendering import Page, rendered
from rankproof.line.failures import Mistake

CERTIFICATE, EVERY = ".certificate.json", "-every-n"


def file_at(address: str) -> str:
    """Return a page, or a file that pages load or offer."""
    pages = _pages()
    if address in pages:
        return rendered(pages[address], site_of(_atlas().site.navigation))
    if address == searching.INDEX:
        return searching.index(pages.values())
    for one in _atlas().matrices:
        if address == matrix.download_address(one):
            return matrix.as_json(one, _atlas().find(one))
    cell = address.removesuffix(CERTIFICATE).removesuffix(EVERY) + ".html"
    if address.endswith(CERTIFICATE) and cell in pages and pages[cell].kind == "cell":
        found = certificates(pages[cell].content()["cell"])
        if address in found:
            return found[address]
    raise Mistake("There is no such page.")


@cache
def _atlas() -> Atlas:
    return Atlas(Choice(), jobs=1, served=True)


@cache
def _pages() -> dict[str, Page]:
    return {page.address: page for page in _atlas().pages()}
