"""The pages of axioms: statement, reading, who has it, what it implies and what contradicts it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from lattice.picture.diagram import diagram
from proofs.pages import addresses
from proofs.pages.content.answered import Cells
from proofs.pages.content.implications import SIZE, Implications
from proofs.pages.content.searching import words_of
from proofs.pages.content.wording import notes, statements
from proofs.pages.drawing.hasse import hasse
from proofs.pages.matrices import Matrix
from proofs.pages.rendering import Page
from proofs.tables.layout.table_shape import Mark

GROUPS = (
    ("have it, proved for every n", (Mark.PROVED,)),
    ("have it at the sizes tried", (Mark.HOLDS,)),
    ("lack it for every n from some on", (Mark.FAILS_ON,)),
    ("lack it at some size", (Mark.FAILS,)),
    ("are open or undefined", (Mark.OPEN, Mark.UNDEFINED)),
)
OF_RANKINGS = "rankings"


def pages(
    matrices: Sequence[Matrix],
    find: Callable[[Matrix], Cells],
    imply: Callable[[], Implications],
    all_implications: Callable[[], Implications],
) -> Iterator[Page]:
    """Go through the pages of all axioms, the list of them first."""
    groups = [
        (matrix, [(one, addresses.axiom(matrix.key, one.name)) for one in matrix.axioms])
        for matrix in matrices
    ]
    yield Page("axioms/index.html", "axioms", "Axioms", lambda: _listed(groups, all_implications()))
    for matrix in matrices:
        for axiom in matrix.axioms:
            title = axiom.title[:1].upper() + axiom.title[1:]
            data = partial(_data, matrix, axiom, find, imply)
            address = addresses.axiom(matrix.key, axiom.name)
            yield Page(address, "axiom", title, data, words=words_of(axiom))


def _listed(groups: Sequence[Any], known: Implications) -> dict[str, Any]:
    return {
        "groups": groups,
        "graph": _graph(known),
        "alone": known.alone(),
        "size": SIZE,
        "minimal": known.minimal,
        "address_of": _of_rankings,
    }


def _of_rankings(name: str) -> str:
    return addresses.axiom(OF_RANKINGS, name)


def _graph(known: Implications) -> Any:
    """Return the implications as a diagram, each box leading to its axiom."""
    if len(known.alone()) == len(known.names):
        return ""
    poset = known.poset()
    names = {element: "\n".join(element) for element in poset.elements}
    drawn = diagram(poset, labels=names, mark="none")
    links = ["../" + addresses.axiom(OF_RANKINGS, node.element[0]) for node in drawn.nodes]
    return hasse(drawn, "Implications between axioms: lower boxes imply higher ones", links)


def _data(
    matrix: Matrix,
    axiom: Any,
    find: Callable[[Matrix], Cells],
    imply: Callable[[], Implications],
) -> dict[str, Any]:
    known, cells = imply(), find(matrix.part(axiom=axiom))
    own = [one for one in cells.values() if one.axiom is axiom and one.spoken]
    compared = matrix.key == OF_RANKINGS and axiom.name in known.names
    return {
        "matrix": matrix,
        "axiom": axiom,
        "statements": statements(axiom),
        "groups": [(text, [one for one in own if one.mark in marks]) for text, marks in GROUPS],
        "notes": notes(axiom),
        "compared": compared,
        "equivalent": known.equivalent(axiom.name) if compared else [],
        "implied": known.implied(axiom.name) if compared else [],
        "implying": known.implying(axiom.name) if compared else [],
        "size": SIZE,
        "nobody": axiom.name in known.empty,
        "everybody": axiom.name in known.everywhere,
        "contradicting": known.contradicting(axiom.name) if compared else [],
        "matrix_address": addresses.matrix(matrix.key),
        "address_of": _of_rankings,
    }
