"""The page of one answer: statement, verdict, counterexample, derivation, command, certificate."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from axioms.axiom import Axiom
from proofs.core.verdict import REFUTED
from proofs.pages import addresses
from proofs.pages.content.answered import Answered, decided, question_command, says_all
from proofs.pages.content.wording import headline, notes, scope_text, statements
from proofs.pages.drawing.changed import changed
from proofs.pages.drawing.witness import drawings
from proofs.pages.matrices import Matrix, Row
from proofs.pages.rendering import Page
from proofs.report.certificate import text_of
from proofs.report.rests_on import no_witness, replayed_by
from proofs.report.shown import named
from proofs.tables.answers import REFUSED, Answer


def page(
    matrix: Matrix, axiom: Axiom, row: Row, find: Callable[[], Answered], words: str = ""
) -> Page:
    """Return the page of a cell, which is found when the page is rendered."""
    title = f"{row.title}: {axiom.title}"
    address = addresses.cell(matrix.key, axiom.name, row.name)
    found = f"{row.name} {axiom.name} {words}"
    return Page(address, "cell", title, lambda: _data(find()), ("static/copy.js",), words=found)


def _data(cell: Answered) -> dict[str, Any]:
    first, second = _in_order(cell)
    return {
        "cell": cell,
        "about": f"{headline(cell.main)}: {cell.row.title}, {cell.axiom.title}",
        "statements": statements(cell.axiom, cell.row.declared),
        "answers": [_told(cell, first, ""), _told(cell, second, first)],
        "metric_address": subject_address(cell),
        "axiom_address": addresses.axiom(cell.matrix.key, cell.axiom.name),
        "matrix_address": addresses.matrix(cell.matrix.key),
        "readings": _readings(cell),
    }


def certificates(cell: Answered) -> dict[str, str]:
    """Return the certificates of a cell, as files by address."""
    found = {"small": cell.small, "every": cell.every}
    return {
        certificate_address(cell, key): text_of(answer["certificate"])
        for key, answer in found.items()
        if "certificate" in answer
    }


def certificate_address(cell: Answered, key: str) -> str:
    """Return where the certificate of one of the answers of a cell is."""
    end = "" if key == "small" else "-every-n"
    return cell.address.removesuffix(".html") + f"{end}.certificate.json"


def subject_address(cell: Answered) -> str:
    """Return where the page of the subject is."""
    if cell.matrix.key == "orders":
        return addresses.order(cell.row.name)
    return addresses.metric(cell.matrix.key, cell.row.declared.name)


def _in_order(cell: Answered) -> tuple[str, str]:
    """Return which answer comes first: the one for every n where it is decided."""
    return ("every", "small") if cell.main is cell.every else ("small", "every")


def _told(cell: Answered, key: str, before: str) -> dict[str, Any]:
    """Return what is said of one of the two answers of a cell; a witness is drawn once."""
    both = {"small": cell.small, "every": cell.every}
    answer, witness = both[key], both[key].get("witness")
    again = bool(before) and witness is not None and both[before].get("witness") == witness
    question = cell.matrix.question(cell.axiom, cell.row, "all" if key == "every" else _sizes(cell))
    return {
        "key": key,
        "title": "For every n" if key == "every" else f"At n = {_span(cell)}",
        "status": answer["status"],
        "headline": headline(answer),
        "scope": scope_text(answer) if answer["status"] != REFUSED else "",
        "reason": answer.get("reason", ""),
        "asked": answer.get("statement", ""),
        "part": answer.get("part", ""),
        "again": again,
        "drawings": [] if again else drawings(witness, _changed(cell, answer)),
        "witness": named(witness) if witness and not again else [],
        "values": [] if again else answer.get("values", []),
        "replayed": _replayed(answer),
        "derivation": answer.get("derivation", []),
        "trusted": answer.get("trusted", []),
        "checked": answer.get("checked", []),
        "undefined": answer.get("undefined", {"cases": 0, "first": None}),
        "undefined_first": named((answer.get("undefined") or {}).get("first") or {}),
        "caveats": answer.get("caveats", []),
        "engine": answer.get("engine", ""),
        "cases": answer.get("cases", 0),
        "command": question_command(question),
        "uncertified": answer.get("uncertified", ""),
        "certificate": certificate_address(cell, key) if "certificate" in answer else "",
    }


def _changed(cell: Answered, answer: Answer) -> dict[str, Any]:
    """Return what the axiom makes of the listings of the counterexample, if there is one."""
    if not answer.get("witness"):
        return {}
    given = {**cell.matrix.given, **cell.row.given}
    at = answer["scope"]["first_failing_n"]
    on = given.get("order", "")
    return changed(cell.axiom.formulas, answer["witness"], at, on, given.get("c", 0))


def _replayed(answer: Answer) -> str:
    if answer["status"] != REFUTED:
        return ""
    return replayed_by() if answer.get("witness") else no_witness("derivation" in answer)


def _sizes(cell: Answered) -> tuple[int, ...]:
    """Return the sizes that were walked: an answer that was vacuous was asked for again."""
    walked = cell.small.get("scope", {}).get("n") or []
    first = walked[0] if walked and cell.small["status"] == REFUTED else cell.matrix.sizes[0]
    return tuple(n for n in cell.matrix.sizes if n >= first)


def _span(cell: Answered) -> str:
    sizes = _sizes(cell)
    return "…".join(dict.fromkeys(str(n) for n in (sizes[0], sizes[-1])))


def _readings(cell: Answered) -> list[str]:
    own = [cell.axiom.reading, getattr(cell.row.declared, "reading", "")]
    return [one for one in (*notes(cell.axiom), *own) if one]


__all__ = ["certificates", "decided", "page", "says_all", "subject_address"]
