"""A number of a certificate, computed again: an average, or a largest or smallest value.

Why it is right. The cases are numbered in lexicographic order, and every one is read, as those of a
statement are (`proofs.trusted.finite.reader`). Cases in which the condition of the number is false
do not count; those in which it, or the value, is undefined are left out, counted, and the first of
them named. Equal values are added once, times their number. The number that is stated is text: it
is read by the strict reader of formulas, and must be equal to ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from axioms.axiom import Quantity
from axioms.language.formula import Greatest, Smallest
from metrics.language.text.reading import read_term
from proofs.trusted.finite.cases import Cases
from proofs.trusted.finite.order import replayer_of
from proofs.trusted.finite.reader import MOST_ROWS, CaseReader
from proofs.trusted.finite.trying import case_at
from proofs.trusted.number import Inconclusive, Number, added
from proofs.trusted.sign import sign_of
from proofs.trusted.stated import insist_question, insist_text, own_definitions, posed
from proofs.trusted.untrusted import LARGEST_TRIED, NotChecked, Rejected, same
from proofs.trusted.value import Reading

MOST_CASES = 20_000_000


@dataclass
class Measured:
    """What all cases together say."""

    value: Number = None
    witness: dict[str, Any] | None = None
    counted: int = 0
    undefined: int = 0
    first_undefined: dict[str, Any] | None = None
    parts: list[tuple[Number, int]] = field(default_factory=list)


def check_number(content: dict[str, Any]) -> list[str]:
    """Check the certificate of a number; return what was checked."""
    said = content["number"]
    n = said["parameters"]["n"]
    if n > LARGEST_TRIED:
        raise NotChecked(f"anything about n = {n}: n > {LARGEST_TRIED:,} is too large")
    whole = {**said, "status": "", "scope": {"all": False}}
    question = posed(whole, content.get("declarations", []), Quantity)
    if question.every_c or question.every_n:
        raise Rejected("a number belongs to one n, c and k, and it says every one")
    done = own_definitions(question.things, content)
    insist_question(said, content["definitions"], question)
    insist_text(said, question.text())
    counted = getattr(question.asked, "counted", "")
    if counted or question.about_weights:
        why = "a program counts it" if counted else "it depends on weights"
        raise NotChecked(f"the number: {why}", done=done)
    try:
        _insist_equal(said, measured(question))
    except Inconclusive as problem:
        raise NotChecked(f"the number: {problem}", done=done) from None
    return [*done, f"every case at n = {n} was read again, and makes the number that is stated"]


def measured(question: Any) -> Measured:
    """Read every case of a number."""
    asked, found = question.mean(), Measured()
    sign = {Greatest: 1, Smallest: -1}.get(type(asked), 0)
    reader = CaseReader(replayer_of(question))
    total = reader.count(asked.variables)
    if total > MOST_CASES:
        raise Inconclusive(f"{total:,} cases are too many")
    for start in range(0, total, MOST_ROWS):
        numbers = np.arange(start, min(start + MOST_ROWS, total))
        columns = reader.bound(asked.variables, numbers)
        cases = Cases(len(numbers), reader.point, columns)
        for value, times, row in _values(reader, asked, cases):
            if value is None:
                found.undefined += times
                first = case_at(reader, columns, row)
                found.first_undefined = found.first_undefined or first
                continue
            found.counted += times
            found.parts.append((value, times))
            if sign and (found.value is None or sign_of(value - found.value) == sign):
                found.value, found.witness = value, case_at(reader, columns, row)
    if found.counted and not sign:
        found.value = added(value * Fraction(times, found.counted) for value, times in found.parts)
    return found


def _values(reader: CaseReader, asked: Any, cases: Cases) -> Iterator[tuple[Number, int, int]]:
    """Go through the values of cases that count: each with its number and its first case.

    None stands for what is undefined, the condition or the value.
    """
    said = reader.truth(asked.where, cases)
    wanted, unsaid = (said.where(kind, cases.size) for kind in (True, None))
    rows = np.flatnonzero(wanted | unsaid)
    pool: list[Any] = [None]
    codes = np.zeros(cases.size, dtype=np.int64)
    if wanted.any():
        values = reader.value(asked.body, cases.only(wanted))
        pool += values.pool.values
        codes[wanted] = values.codes + 1
    found, first, times = np.unique(codes[rows], return_index=True, return_counts=True)
    for place in np.argsort(first):
        yield pool[found[place]], int(times[place]), int(rows[first[place]])


def _insist_equal(said: dict[str, Any], ours: Measured) -> None:
    """Insist that the number, where it is attained, and what was left out are as stated."""
    from proofs.report.shown import approx_text

    stated = read_term(said["value"]["exact"])
    if not stated.is_number:
        raise Rejected("the value that is stated is no number")
    if ours.value is None:
        raise Rejected("no case is counted, so there is no such number")
    if sign_of(Reading().value(stated, {}) - ours.value) != 0:
        raise Rejected("reading every case makes another number")
    if said["value"]["approx"] != approx_text(stated):
        raise Rejected("the decimals are not those of the value")
    if not same(ours.witness, said["witness"]):
        raise Rejected(f"it is first attained at {ours.witness}")
    undefined = {"cases": ours.undefined, "first": ours.first_undefined}
    if not same(undefined, said["undefined"]):
        raise Rejected(f"{ours.undefined} cases are undefined, the first {ours.first_undefined}")
