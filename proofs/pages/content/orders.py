"""The pages of orders: a Hasse diagram to search, bounds of two runs, a metric's values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

from axioms.language.printing import statement_latex
from lattice.picture.diagram import KINDS, Diagram, diagram, label
from lattice.poset import NotAnOrder, Poset
from lattice.relation import poset_of
from lattice.structure import join_irreducibles, meet_irreducibles
from lattice.values import shown, value_at
from metrics import RUN_METRICS
from metrics.naming import BadInput
from proofs.pages import addresses
from proofs.pages.content.answered import Cells
from proofs.pages.content.searching import words_of
from proofs.pages.drawing.hasse import hasse, outline
from proofs.pages.matrices import Matrix
from proofs.pages.rendering import Page

SIZES = ((3, 2), (2, 2), (3, 1), (4, 1))
"""How many documents, and the largest degree, of the diagrams that are drawn."""


SMALL = (2, 2)
"""Those of the diagrams in the list of orders."""


def pages(matrix: Matrix, find: Callable[[Matrix], Cells]) -> Iterator[Page]:
    """Go through the pages of all orders, the list of them first."""
    yield Page("orders/index.html", "orders", "Orders of judged runs", partial(_listed, matrix))
    for row in matrix.rows:
        for size in SIZES:
            title = f"{row.title}: runs of {size[0]} documents, degrees 0…{size[1]}"
            data = partial(_data, matrix, row.declared, size, find)
            address, script = page_address(row.name, size), ("static/hasse.js",)
            yield Page(address, "order", title, data, script, words=words_of(row.declared))


def _listed(matrix: Matrix) -> dict[str, Any]:
    """Return all orders, each with a small diagram."""
    rows = [(row, addresses.order(row.name), _small(row.declared)) for row in matrix.rows]
    return {"rows": rows, "size": SMALL}


def _small(order: Any) -> Any:
    try:
        return outline(diagram(poset_of(order, *SMALL), mark="none"))
    except (NotAnOrder, BadInput):
        return ""


def page_address(name: str, size: tuple[int, int]) -> str:
    """Return where the diagram of an order for one size is.

    >>> page_address("ops_all", (3, 2)), page_address("ops_all", (4, 1))
    ('orders/ops_all.html', 'orders/ops_all-n4-c1.html')
    """
    if size == SIZES[0]:
        return addresses.order(name)
    return addresses.order(name).replace(".html", f"-n{size[0]}-c{size[1]}.html")


def _data(
    matrix: Matrix, order: Any, size: tuple[int, int], find: Callable[[Matrix], Cells]
) -> dict[str, Any]:
    n, c = size
    cells = find(matrix.part(order)).values()
    return {
        "order": order,
        "n": n,
        "c": c,
        "definition": _definition(order),
        "operations": [one.title for one in order.operations],
        "sizes": [(s, page_address(order.name, s), s == size) for s in SIZES],
        "answers": [one for one in cells if one.row.declared is order and one.spoken],
        "kinds": KINDS,
        **_drawn(order, n, c),
    }


def _definition(order: Any) -> str:
    if order.below is None:
        return ""
    return r"r \sqsubseteq s \;\Leftrightarrow\; " + statement_latex(order.below, {}, None)


def _drawn(order: Any, n: int, c: int) -> dict[str, Any]:
    """Return the diagram, what a script reads of it, and its irreducibles; or why there is none."""
    try:
        poset = poset_of(order, n, c)
        made = diagram_of(poset)
    except (NotAnOrder, BadInput) as problem:
        return {"trouble": str(problem), "picture": "", "script": {}, "counts": {}}
    place = {node.element: at for at, node in enumerate(made.nodes)}
    shown = chosen_in(poset, made, f"Hasse diagram of {order.title}")
    return {"trouble": "", **shown, "script": {**shown["script"], "values": _values(place, c)}}


def diagram_of(poset: Poset, title: str = "") -> Diagram:
    """Return the diagram of an order, its runs written as their degrees."""
    named = {element: label(element) for element in poset.elements}
    return diagram(poset, labels=named, mark="both", title=title)


def chosen_in(poset: Poset, made: Diagram, title: str) -> dict[str, Any]:
    """Return a diagram in which runs can be chosen, what its script reads, and what it counts."""
    return {
        "picture": hasse(made, title),
        "script": {
            "labels": [node.label for node in made.nodes],
            "covers": [list(pair) for pair in made.covers],
            "values": {},
        },
        "counts": {
            "runs": len(poset),
            "covers": len(made.covers),
            "join-irreducible": len(join_irreducibles(poset)),
            "meet-irreducible": len(meet_irreducibles(poset)),
        },
    }


def _values(place: dict[Any, int], c: int) -> dict[str, list[str]]:
    """Return the values of metrics on all runs, by title, in the order of the nodes.

    Gains are the degrees themselves, and so are other parameters given once, as the page says.
    """
    found = {}
    for metric in {id(m): m for m in RUN_METRICS.values()}.values():
        if set(metric.parameters) - set(_settings(metric, c)) - {"k"}:
            continue
        texts = [""] * len(place)
        for element, at in place.items():
            texts[at] = _value(metric.name, element, c)
        found[metric.title] = texts
    return found


@cache
def _value(name: str, element: tuple[int, ...], c: int) -> str:
    """Return the value of a metric of ours at a run, which many orders have, as text."""
    metric = RUN_METRICS[name]
    return shown(value_at(metric, element, c, _settings(metric, c)))


def _settings(metric: Any, c: int) -> dict[str, Any]:
    from sympy import Integer, Rational

    given = {"gains": tuple(map(Integer, range(c + 1))), "p": Rational(4, 5), "b": Integer(2)}
    return {name: value for name, value in given.items() if name in metric.parameters}
