"""An order as a table of text fields, and back.

>>> above = order_of("above", {"below": "forall i: r(i) <= s(i)"})
>>> order_table(above)["below"]
'forall i: r(i) <= s(i)'
"""

from __future__ import annotations

from typing import Any

from axioms.language.text_reading import read_statement
from axioms.language.text_writing import write_statement
from lattice.order import RANK, Operation, Order
from metrics.language.runs import r, s, spot
from metrics.language.text.lexer import BadText
from metrics.language.text.reading import read_term
from metrics.language.text.tables import LIST, TEXT, checked, insist_name, texts
from metrics.language.text.words import RUNS
from metrics.language.text.writing import write_term
from metrics.naming import BadInput

FIELDS = {
    **{"title": TEXT, "below": TEXT, "operations": LIST, "listed": TEXT, "join": TEXT},
    **{"meet": TEXT, "source": TEXT, "reading": TEXT, "aliases": LIST},
}
OF_OPERATION = {"name": TEXT, "title": TEXT, "step": TEXT, "source": TEXT}
_RUNS = {"r": r, "s": s}
_AT_A_PLACE = {**_RUNS, spot.name: spot}


def order_of(name: str, table: Any, origin: str = "") -> Order:
    """Return the order that a table declares."""
    where = f"order.{insist_name('an order', name)}"
    given = checked(where, table, FIELDS)
    try:
        return Order(
            name=name,
            title=given.get("title", name),
            listed=given.get("listed", RANK),
            source=given.get("source", origin),
            below=_statement(given["below"]) if "below" in given else None,
            operations=tuple(_operation(where, one, origin) for one in given.get("operations", ())),
            aliases=texts(f"{where}: aliases", given.get("aliases", ())),
            reading=given.get("reading", ""),
            origin=origin,
            **{
                bound: read_term(given[bound], RUNS, _AT_A_PLACE)
                for bound in ("join", "meet")
                if bound in given
            },
        )
    except BadText as problem:
        raise problem.inside(where) from None
    except ValueError as problem:
        raise problem if isinstance(problem, BadInput) else BadInput(str(problem)) from None


def order_of_text(text: str) -> Order:
    """Return the order that a formula on the command line is, after its sign =."""
    return order_of("formula", {"below": text.removeprefix("=").strip()}, "the formula given")


def _statement(text: str) -> Any:
    return read_statement(text, RUNS, _RUNS)


def _operation(where: str, table: Any, origin: str) -> Operation:
    given = checked(f"{where}: operations", table, OF_OPERATION, "step")
    name = given.get("name", "step")
    title, source = given.get("title", name), given.get("source", origin)
    return Operation(name, title, _statement(given["step"]), source=source)


def order_table(order: Order) -> dict[str, Any]:
    """Return the table that declares an order; `order_of` reads it back."""
    found: dict[str, Any] = {"title": order.title}
    if order.below is not None:
        found["below"] = write_statement(order.below, RUNS)
    else:
        found["operations"] = [
            {
                "name": one.name,
                "title": one.title,
                "step": write_statement(one.step, RUNS),
                "source": one.source,
            }
            for one in order.operations
        ]
    found |= {"listed": order.listed, "source": order.source}
    for name in ("join", "meet"):
        if getattr(order, name) is not None:
            found[name] = write_term(getattr(order, name))
    if order.reading:
        found["reading"] = order.reading
    if order.aliases:
        found["aliases"] = list(order.aliases)
    return found
