"""The pages of metrics: formula, variants, source, all verdicts, nearest relatives."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from lattice.declared.kinds import WRITERS
from metrics.lists import LIST_METRICS
from metrics.naming import BadInput
from proofs.core.verdict import HOLDS, REFUTED
from proofs.pages import addresses
from proofs.pages.content.answered import Answered, Cells, decided
from proofs.pages.content.relatives import PAIRED, WHY_NOT, Relative
from proofs.pages.content.searching import words_of
from proofs.pages.content.wording import LONGEST_FORMULA, defining
from proofs.pages.drawing.witness import drawings
from proofs.pages.matrices import Matrix
from proofs.pages.rendering import Page

Related = Mapping[str, Sequence[Relative]]
FEW = 3
LONGEST_TEXT = 800


def pages(
    matrices: Sequence[Matrix],
    find: Callable[[Matrix], Cells],
    relate: Callable[[Matrix], Related],
) -> Iterator[Page]:
    """Go through the pages of all metrics, the list of them first."""
    scoring = [matrix for matrix in matrices if matrix.key != "orders"]
    groups = [(matrix, _listed(matrix)) for matrix in scoring]
    yield Page("metrics/index.html", "metrics", "Metrics", {"groups": groups})
    for matrix in scoring:
        for name, declared in _declared(matrix).items():
            data = partial(_data, matrix, declared, find, relate)
            title, address = declared.title, addresses.metric(matrix.key, name)
            about = f"{title}: all verdicts"
            yield Page(address, "metric", title, data, about=about, words=words_of(declared))


def _declared(matrix: Matrix) -> dict[str, Any]:
    return {row.declared.name: row.declared for row in matrix.rows}


def _listed(matrix: Matrix) -> list[tuple[Any, str]]:
    found = _declared(matrix).items()
    return [(one, addresses.metric(matrix.key, name)) for name, one in found]


def _data(
    matrix: Matrix,
    declared: Any,
    find: Callable[[Matrix], Cells],
    relate: Callable[[Matrix], Related],
) -> dict[str, Any]:
    related = relate(matrix).get(declared.name, ())
    cells = find(matrix.part(declared))
    own = [one for one in cells.values() if one.row.declared is declared and one.spoken]
    formula = defining(declared)
    return {
        "matrix": matrix,
        "declared": declared,
        "formula": formula if len(formula) <= LONGEST_FORMULA else "",
        "too_long": len(formula) if len(formula) > LONGEST_FORMULA else 0,
        "longest_text": LONGEST_TEXT,
        "facts": _facts(declared),
        "variants": _variants(matrix, declared.name),
        "rows": _by_row(matrix, own),
        "alike": [one for one in related if one.relation == "equivalent"],
        "never": [one for one in related if one.relation == "never opposite"],
        "opposite": [_told(one) for one in related if one.relation == "opposite"],
        "others": [one for one in related if one.relation not in RELATIONS],
        "uncompared": "" if related else _why_uncompared(matrix),
        "few": FEW,
        "matrix_address": addresses.matrix(matrix.key),
        "address_of": lambda name: addresses.metric(matrix.key, name),
    }


def _why_uncompared(matrix: Matrix) -> str:
    """Return why a metric has no relatives in this domain."""
    if matrix.key in PAIRED:
        several = len(_declared(matrix)) > 1
        return "It was not compared yet." if several else "No other metric is in this atlas."
    return WHY_NOT.format(domain=matrix.title.lower())


RELATIONS = ("equivalent", "never opposite", "opposite")


def _facts(declared: Any) -> list[tuple[str, str]]:
    """Return what the declaration says, under short names."""
    better = getattr(declared, "higher_is_better", None)
    parameters = ", ".join(getattr(declared, "parameters", ()))
    said = {
        "name": declared.name,
        "also called": ", ".join(getattr(declared, "aliases", ())),
        "family": getattr(declared, "family", ""),
        "better": "" if better is None else "higher" if better else "lower",
        "parameters": parameters,
        "as text": _as_text(declared),
        "source": declared.source,
        "declared in": getattr(declared, "origin", ""),
        "reading": getattr(declared, "reading", ""),
    }
    return [(name, text) for name, text in said.items() if text]


def _as_text(declared: Any) -> str:
    """Return the formula as --using reads it, where it can be written so."""
    try:
        return str(WRITERS["metric"](declared).get("value", ""))
    except (BadInput, AttributeError):
        return ""


def _variants(matrix: Matrix, name: str) -> list[tuple[str, str]]:
    """Return the options of a family of lists, the default first."""
    family = LIST_METRICS.get(name.partition("@")[0].partition("(")[0])
    if matrix.key != "lists" or family is None:
        return []
    return [(option, ", ".join(values)) for option, values in family.choices.items()]


def _by_row(matrix: Matrix, own: Sequence[Answered]) -> list[tuple[str, Any]]:
    """Return the verdicts in groups; where a metric is judged on several orders, for each."""
    rows: dict[str, list[Answered]] = {}
    for one in own:
        rows.setdefault(one.row.name, []).append(one)
    several = len(rows) > 1
    return [(name if several else "", _grouped(answers)) for name, answers in rows.items()]


def _grouped(answers: Sequence[Answered]) -> list[tuple[str, list[Answered]]]:
    """Return what a metric has, what it lacks, and what is open."""
    groups = {"Has": HOLDS, "Lacks": REFUTED, "Open": ""}
    found = {text: [one for one in answers if _status(one) == of] for text, of in groups.items()}
    return [(text, some) for text, some in found.items() if some]


def _status(one: Answered) -> str:
    return str(one.main["status"]) if decided(one.main) else ""


def _told(one: Relative) -> dict[str, Any]:
    drawn = drawings(one.witness)
    return {"relative": one, "drawings": drawn}
