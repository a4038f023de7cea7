"""An axiom or quantity as a table of text fields, and back.

>>> fair = axiom_of("fair", {"statement": "forall sigma, tau: m(sigma, tau) = m(tau, sigma)"})
>>> from axioms.distance import symmetry
>>> fair.parts[0].statement == symmetry.parts[0].statement
True
"""

from __future__ import annotations

from typing import Any

from axioms.axiom import (
    COUNTED,
    DISTANCE,
    METRIC,
    MULTI_ASPECT,
    ORDER,
    WEIGHTING,
    Axiom,
    Part,
    Quantity,
)
from axioms.language.text_reading import is_about_runs, read_quantity, read_statement
from axioms.language.text_writing import write_statement
from metrics.language.domains import COLLECTIONS, LABELS
from metrics.language.domains import RUNS as DOMAIN_OF_RUNS
from metrics.language.parameters import SYMBOLS
from metrics.language.text.lexer import BadText
from metrics.language.text.tables import LIST, TEXT, WHOLE, checked, insist_name, texts
from metrics.language.text.words import RUNS
from metrics.naming import BadInput, find

FIELDS = {
    **{"title": TEXT, "statement": TEXT, "parts": LIST, "value": TEXT, "domain": TEXT},
    **{"source": TEXT, "reading": TEXT, "inputs": WHOLE, "aliases": LIST, "of": TEXT},
    **{"slope_in": TEXT, "elsewhere": LIST, "counted": TEXT},
}
OF_PART = {"name": TEXT, "statement": TEXT}
SUBJECTS = {one: one for one in (METRIC, ORDER, WEIGHTING, DISTANCE, MULTI_ASPECT)}
SAID = ("statement", "parts", "value", "counted")
DOMAINS = {one: one for one in ("rankings", RUNS, "lists", "tops")}


def axiom_of(name: str, table: Any, origin: str = "") -> Axiom | Quantity:
    """Return the axiom that a table declares, or the quantity where it has a value."""
    where = f"axiom.{insist_name('an axiom', name)}"
    given = checked(where, table, FIELDS)
    if len([field for field in SAID if field in given]) != 1:
        raise BadInput(f"{where} needs one of statement, parts, value and counted.")
    if given.get("of"):
        find(given["of"], SUBJECTS, "subject of axioms")
    if given.get("domain"):
        find(given["domain"], DOMAINS, "domain")
    if given.get("slope_in"):
        find(given["slope_in"], SYMBOLS, "parameter with a slope")
    try:
        found = (
            _quantity(name, where, given, origin)
            if "value" in given or "counted" in given
            else _axiom(name, where, given, origin)
        )
    except BadText as problem:
        raise problem.inside(where) from None
    _insist_subject(where, found)
    return found


def _insist_subject(where: str, found: Axiom | Quantity) -> None:
    """Insist that what is said is said of what it is declared for."""
    if getattr(found, "counted", ""):
        return
    spoken = {LABELS: DISTANCE, COLLECTIONS: MULTI_ASPECT, DOMAIN_OF_RUNS: ORDER}.get(found.domain)
    weighs = {WEIGHTING} if set(found.slots) <= {"K", "F"} else set()
    fits = {METRIC, *weighs} if found.slots else {spoken}
    if fits == {None}:
        raise BadInput(f"{where} speaks of no metric: it does not name m, or its scores cancel.")
    if found.subject not in fits or (isinstance(found, Quantity) and not found.slots):
        raise BadInput(f"{where}: of = {found.subject!r} does not fit its formula.")


def axiom_of_text(text: str) -> Axiom:
    """Return the axiom that a statement on the command line is, after its sign =."""
    found = axiom_of("statement", {"statement": text.removeprefix("=").strip()}, "the text given")
    assert isinstance(found, Axiom)
    return found


def _common(name: str, where: str, given: dict[str, Any], origin: str) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": name,
        "title": given.get("title", name),
        "source": given.get("source", origin),
        "aliases": texts(f"{where}: aliases", given.get("aliases", ())),
        "origin": origin,
    }
    plain = ("reading", "inputs", "of")
    return found | {field: given[field] for field in plain if field in given}


def _quantity(name: str, where: str, given: dict[str, Any], origin: str) -> Quantity:
    for field in ("elsewhere", "slope_in"):
        if field in given:
            raise BadInput(f"{where} is a quantity and has no {field}.")
    if "counted" in given:
        find(given["counted"], {one: one for one in COUNTED}, "program that counts")
        common = {"of": COUNTED[given["counted"]], **_common(name, where, given, origin)}
        return Quantity(value=None, counted=given["counted"], **common)
    value = read_quantity(given["value"], _among(given, [given["value"]]))
    return Quantity(value=value, **_common(name, where, given, origin))


def _axiom(name: str, where: str, given: dict[str, Any], origin: str) -> Axiom:
    listed = given.get("parts", [{"name": name, "statement": given.get("statement", "")}])
    tables = [checked(f"{where}: parts", one, OF_PART, "statement") for one in listed]
    among = _among(given, [one["statement"] for one in tables])
    parts = [Part(one.get("name", name), read_statement(one["statement"], among)) for one in tables]
    if not parts:
        raise BadInput(f"{where} has no parts: an axiom says something.")
    others = [axiom_of(name, one, origin) for one in given.get("elsewhere", ())]
    found = Axiom(
        parts=tuple(parts),
        slope_in=given.get("slope_in", ""),
        elsewhere=tuple(one for one in others if isinstance(one, Axiom)),
        **_common(name, where, given, origin),
    )
    if len(found.slots) > 2:
        raise BadInput(f"{where} speaks of {len(found.slots)} metrics: one, or m1 and m2.")
    return found


def _among(given: dict[str, Any], texts: list[str]) -> str:
    """Return what r and s are: what is said, or runs where words of orders are."""
    return str(given.get("domain", "")) or (RUNS if any(map(is_about_runs, texts)) else "")


def axiom_table(declared: Axiom | Quantity) -> dict[str, Any]:
    """Return the table that declares an axiom or quantity; `axiom_of` reads it back."""
    among = RUNS if declared.domain is DOMAIN_OF_RUNS else ""
    found: dict[str, Any] = {"title": declared.title}
    if isinstance(declared, Quantity):
        counted = {"counted": declared.counted} if declared.counted else {}
        found |= counted or {"value": write_statement(declared.value, among)}
    elif [part.name for part in declared.parts] == [declared.name]:
        found["statement"] = write_statement(declared.parts[0].statement, among)
    else:
        found["parts"] = [
            {"name": part.name, "statement": write_statement(part.statement, among)}
            for part in declared.parts
        ]
    found |= {"domain": RUNS} if among else {}
    found["source"] = declared.source
    for name in ("reading", "of", "slope_in"):
        if getattr(declared, name, "") and not (name == "of" and isinstance(declared, Quantity)):
            found[name] = getattr(declared, name)
    if isinstance(declared, Quantity) and declared.of != METRIC:
        found["of"] = declared.of
    if declared.inputs is not None:
        found["inputs"] = declared.inputs
    if declared.aliases:
        found["aliases"] = list(declared.aliases)
    if isinstance(declared, Axiom) and declared.elsewhere:
        found["elsewhere"] = [axiom_table(one) for one in declared.elsewhere]
    return found
