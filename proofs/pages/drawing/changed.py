"""What an axiom does to the listings of a counterexample: exchanged, extended, composed, joined.

>>> from axioms import LIST_AXIOMS
>>> witness = {"r": {"grades": [0, 1], "unretrieved": [0, 0]}, "i": 1, "j": 2}
>>> changed(LIST_AXIOMS["promotion"].formulas, witness, 2)
{'r[i ↔ j]': {'grades': [1, 0], 'unretrieved': [0, 0]}}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sympy import Symbol, preorder_traversal

from axioms.language.formula import Score
from axioms.language.order_terms import Join, Meet
from axioms.language.printing import statement_text
from lattice import find_order
from lattice.relation import poset_of
from metrics.language import pools
from metrics.language.lists import OfDocuments
from metrics.language.terms import ITEMS, Named, read
from metrics.language.written import listing
from metrics.naming import BadInput
from proofs.core.valuing.evaluating import Evaluation

Witness = Mapping[str, Any]


def changed(
    formulas: Iterable[Any], witness: Witness, n: int | None, order: str = "", c: int = 0
) -> dict[str, Any]:
    """Return the listings that are scored and no variables, by how they are written."""
    scores = (
        node
        for formula in formulas
        for node in preorder_traversal(read(formula, ITEMS))
        if isinstance(node, Score)
    )
    terms = dict.fromkeys(term for score in scores for term in score.listings)
    found = {}
    for term in terms:
        names = {one.name for one in term.atoms(Named, Symbol)}
        if isinstance(term, Named) or n is None or not names <= set(witness):
            continue
        value = _value(term, witness, n, order, c)
        if value is not None:
            found[statement_text(term, {}, None)] = value
    return found


def _value(term: Any, witness: Witness, n: int, order: str, c: int) -> Any:
    """Return a listing as witnesses show it, None where it cannot be shown."""
    if isinstance(term, OfDocuments):
        return _of_documents(term, witness)
    if isinstance(term, Join | Meet):
        return _bound(term, witness, n, order, c) if order else None
    if term.atoms(Join, Meet):
        return None
    try:
        return list(listing(term, witness, n))
    except BadInput:
        return None


def _of_documents(term: Any, witness: Witness) -> Any:
    point: dict[Any, Any] = {}
    top = 0
    for one in term.atoms(Named, Symbol):
        value = witness[one.name]
        if isinstance(value, dict):
            top = len(value["unretrieved"]) - 1
            value = pools.word(value["grades"], value["unretrieved"])
        point[one] = value
    return pools.shown(Evaluation().listing(term, point), top)


def _bound(term: Any, witness: Witness, n: int, order: str, c: int) -> Any:
    poset = poset_of(find_order(order), n, c)
    one, two = (tuple(witness[argument.name]) for argument in term.args)
    found = (poset.join if isinstance(term, Join) else poset.meet)(one, two)
    return None if found is None else list(found)
