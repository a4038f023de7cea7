"""Read the claims of a paper from a TOML file: one format, one strict reader.

A file has the paper's key and title, named groups, printed rows of numbers, and one table for each
claim: the paper's words, our verdict, and up to three lists of questions: ``evidence`` about what
is printed, ``corrected`` about the claim after a small change, ``other`` about other readings.

- ``{ ask = "symmetry", of = "mae" }``: an axiom or a quantity, of one subject or a list of two.
  Further fields: ``says`` ("holds", "refuted" or a printed number as text), ``n`` (a size, a list,
  "2..5" or "all"), ``note``, ``draws``, and every parameter of a question, such as ``k = 2``.
- ``{ imply = ["distance", "symmetry"] }``: do the first axioms imply the last, for every metric?
- ``{ compute = "cubes" }``: a computation of the paper's own package, with its arguments.

Where a value is ``{ each = … }`` there is one entry for each value: of a group (``each = "all"``,
perhaps with ``but = ["dcg"]``), of a list, in which the name of a group stands for its members, or
of a range (``"1..4"``). ``{ row = … }`` is the number of the subject in a printed row; in a
computation it is the whole row. Text over several lines is read as one line. No text is evaluated.

>>> from proofs.claims.read import read_text
>>> paper = read_text('''
... paper = "mine"
... title = "A paper of mine"
... [groups]
... errors = ["mse", "mae"]
... [claim.symmetric]
... place = "§2"
... says = "Errors are symmetric."
... verdict = "confirmed"
... found = "For every n."
... evidence = [{ ask = "symmetry", of = { each = "errors" } }]
... ''')
>>> [question.subjects for question in paper.claims[0].evidence]
[('mse',), ('mae',)]
"""

from __future__ import annotations

import inspect
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any, NoReturn

from metrics.naming import BadInput
from proofs.claims.claim import (
    AMENDED,
    FAILS,
    HOLDS,
    OTHER,
    PRINTED,
    VERDICTS,
    Ask,
    Claim,
    Compute,
    Computed,
    Evidence,
    Imply,
)
from rankproof.line.arguments import close

Fields = dict[str, Any]
Functions = Mapping[str, Callable[..., Computed]]

TEXT, WHOLE, TRUTH, LIST, TABLE = "text", "a whole number", "true or false", "a list", "a table"
KINDS = {str: TEXT, int: WHOLE, bool: TRUTH, list: LIST, dict: TABLE}

HEAD = {"paper": TEXT, "title": TEXT, "groups": TABLE, "rows": TABLE, "claim": TABLE}
ROW = {"of": TEXT, "numbers": LIST}
WORDS = {"place": TEXT, "says": TEXT, "verdict": TEXT, "found": TEXT}
LISTS = {"evidence": PRINTED, "corrected": AMENDED, "other": OTHER}
MORE = {"reading": TEXT, "missing": TEXT, "slow": TRUTH}
CLAIM = {**WORDS, **MORE, **dict.fromkeys(LISTS, LIST)}
OF_ASK = {"ask": TEXT, "of": "", "says": "", "n": "", "draws": WHOLE, "note": TEXT}
OF_IMPLY = {"imply": LIST, "says": TEXT, "n": "", "note": TEXT}
HOW = ("convention", "engine", "samples", "seed")
OF_EACH = {"each": "", "but": LIST}
LONGEST_RANGE = 1000
MOST_QUESTIONS = 5000
LONGEST_SHOWN = 60
NAME = re.compile(r"\w{1,60}", re.ASCII)
NUMBER = re.compile(r"-?[0-9]{1,30}([./][0-9]{1,30})?")


@dataclass(frozen=True)
class Paper:
    """A paper's file: its key, its title, its groups of names, and its claims in their order."""

    key: str
    title: str
    groups: dict[str, tuple[Any, ...]]
    claims: tuple[Claim, ...]


def read_text(text: str, file: str = "the file", functions: Functions | None = None) -> Paper:
    """Return the paper that a file describes; what is wrong is said with file and claim."""
    head = _head(text, file)
    reader = _Reader(file, head, functions or {})
    claims = tuple(reader.claim(name, fields) for name, fields in head.get("claim", {}).items())
    return Paper(head["paper"], head["title"], reader.groups, claims)


def read_groups(text: str, file: str) -> dict[str, tuple[Any, ...]]:
    """Return the groups of a file, for computations that go through them."""
    return _Reader(file, _head(text, file), {}).groups


def _head(text: str, file: str) -> Fields:
    try:
        head = tomllib.loads(text)
    except (ValueError, RecursionError) as problem:
        raise BadInput(f"{file} is not TOML: {problem}.") from None
    _insist(head, HEAD, file, required=("paper", "title"))
    _name(head["paper"], f"{file}, paper")
    return head


class _Reader:
    """What the entries of one file may refer to: its groups, its rows, its paper's functions."""

    def __init__(self, file: str, head: Fields, functions: Functions) -> None:
        self.file, self.paper, self.functions = file, head["paper"], functions
        self.groups: dict[str, tuple[Any, ...]] = {}
        for name, members in head.get("groups", {}).items():
            where = f"{file}: group {name!r}"
            _kind(members, LIST, where)
            self.groups[name] = self._members(members, where)
        self.rows = {name: self._row(name, row) for name, row in head.get("rows", {}).items()}

    def _row(self, name: str, row: Any) -> dict[str, str]:
        where = f"{self.file}: row {name!r}"
        _kind(row, TABLE, where)
        _insist(row, ROW, where, required=tuple(ROW))
        columns = self._named(row["of"], self.groups, "group", where)
        if len(columns) != len(row["numbers"]):
            _refuse(where, f"{len(row['numbers'])} numbers for {len(columns)} columns")
        for number in row["numbers"]:
            _number(number, where)
        return dict(zip(columns, row["numbers"], strict=True))

    def claim(self, name: str, fields: Any) -> Claim:
        """Return one claim."""
        where = f"{self.file}: claim {name!r}"
        _name(name, where)
        _kind(fields, TABLE, where)
        _insist(fields, CLAIM, where, required=tuple(WORDS))
        _one_of(fields["verdict"], VERDICTS, f"{where}: verdict")
        evidence = tuple(
            found
            for part, entries in fields.items()
            if part in LISTS
            for found in self._evidence(entries, LISTS[part], f"{where}, {part}")
        )
        plain = {n: _folded(value) for n, value in fields.items() if n not in LISTS}
        try:
            return Claim(self.paper, name, evidence=evidence, **plain)
        except ValueError as problem:
            _refuse(where, str(problem))

    def _evidence(self, entries: list[Any], role: str, where: str) -> Iterator[Evidence]:
        kinds: dict[str, Callable[..., Evidence]] = {
            "ask": self._ask,
            "imply": self._imply,
            "compute": self._compute,
        }
        for place, entry in enumerate(entries, start=1):
            here = f"{where} {place}"
            _kind(entry, TABLE, here)
            named = [kind for kind in kinds if kind in entry]
            if len(named) != 1:
                _refuse(here, f"exactly one of {', '.join(kinds)} is needed, not {len(named)}")
            for single in self._spread(entry, here):
                note = _folded(single.get("note", ""))
                yield kinds[named[0]](single, here, role=role, note=note)

    # One entry for each value ----------------------------------------------------------------

    def _spread(self, entry: Fields, where: str) -> Iterator[Fields]:
        axes = {
            field: self._each(value, f"{where}, {field}")
            for field, value in entry.items()
            if isinstance(value, dict) and "each" in value
        }
        if prod(map(len, axes.values())) > MOST_QUESTIONS:
            _refuse(where, f"this makes more than {MOST_QUESTIONS} questions")
        for chosen in product(*axes.values()):
            yield {**entry, **dict(zip(axes, chosen, strict=True))}

    def _each(self, value: Fields, where: str) -> tuple[Any, ...]:
        _insist(value, OF_EACH, where)
        each = value["each"]
        if isinstance(each, str):
            members = (
                tuple(_range(each, where))
                if ".." in each
                else self._named(each, self.groups, "group", where)
            )
        else:
            _kind(each, LIST, f"{where}, each")
            members = self._members(each, where)
        out = self._members(value.get("but", []), where)
        for name in out:
            if name not in members:
                _refuse(where, f"{_shown(name)} cannot be left out: it is not among them")
        return tuple(member for member in members if member not in out)

    def _members(self, given: list[Any], where: str) -> tuple[Any, ...]:
        """Return the values of a list, members for the name of a group; none may come twice."""
        found: dict[Any, None] = {}
        for one in given:
            group = self.groups.get(one) if isinstance(one, str) else None
            for member in [_value(one, where)] if group is None else group:
                if member in found:
                    _refuse(where, f"{_shown(member)} is listed twice")
                found[member] = None
        return tuple(found)

    def _named(self, name: str, known: Mapping[str, Any], kind: str, where: str) -> Any:
        if name not in known:
            _refuse(where, f"no {kind} is called {_shown(name)}.{close(name, known)}")
        return known[name]

    def _in_row(self, value: Fields, where: str) -> dict[str, str]:
        _insist(value, {"row": TEXT}, where)
        return dict(self._named(value["row"], self.rows, "row", where))

    # The three kinds -------------------------------------------------------------------------

    def _ask(self, entry: Fields, where: str, **shared: str) -> Ask:
        from metrics.language.parameters import PARAMETERS

        options = {*PARAMETERS, *HOW}
        _insist(entry, {**OF_ASK, **dict.fromkeys(sorted(options), "")}, where, required=("of",))
        subjects = _value(entry["of"], f"{where}, of")
        subjects = subjects if isinstance(subjects, tuple) else (subjects,)
        if not subjects or not all(isinstance(subject, str) for subject in subjects):
            _refuse(where, "'of' has to be a name or a list of names")
        says = entry.get("says", HOLDS)
        if isinstance(says, dict):
            says = self._named(subjects[0], self._in_row(says, where), "column", where)
        elif says not in (HOLDS, FAILS):
            _number(says, f"{where}, says")
        given = {
            name: _value(v, f"{where}, {name}") for name, v in entry.items() if name in options
        }
        return Ask(
            entry["ask"],
            subjects,
            says,
            n=_sizes(entry.get("n", "all"), where),
            given=tuple(given.items()),
            draws=entry.get("draws"),
            **shared,
        )

    def _imply(self, entry: Fields, where: str, **shared: str) -> Imply:
        _insist(entry, OF_IMPLY, where)
        axioms = _value(entry["imply"], where)
        if len(axioms) < 2 or not all(isinstance(axiom, str) for axiom in axioms):
            _refuse(where, "'imply' has to be a list of axioms: premises, and one conclusion")
        says = _one_of(entry.get("says", HOLDS), (HOLDS, FAILS), f"{where}, says")
        sizes = _sizes(entry.get("n", [2, 3]), where)
        if not isinstance(sizes, tuple | range):
            _refuse(where, "'n' has to be several sizes, as [2, 3]")
        return Imply(axioms[:-1], axioms[-1], says, n=tuple(sizes), **shared)

    def _compute(self, entry: Fields, where: str, **shared: str) -> Compute:
        name = entry["compute"]
        _kind(name, TEXT, f"{where}, compute")
        _kind(entry.get("note", ""), TEXT, f"{where}, note")
        if not self.functions:
            _refuse(where, "this paper has no computations of its own: use ask or imply")
        function = self._named(name, self.functions, "computation", where)
        given = {
            n: self._in_row(v, f"{where}, {n}")
            if isinstance(v, dict)
            else _value(v, f"{where}, {n}")
            for n, v in entry.items()
            if n not in ("compute", "note")
        }
        try:
            inspect.signature(function).bind(**given)
        except TypeError as problem:
            takes = ", ".join(inspect.signature(function).parameters) or "nothing"
            _refuse(where, f"{name} takes {takes}: {problem}")
        return Compute(function, tuple(given.items()), **shared)


# Fields and values -------------------------------------------------------------------------------


def _refuse(where: str, problem: str) -> NoReturn:
    raise BadInput(f"{where}: {problem}" + ("" if problem[-1] in ".?" else "."))


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"


def _name(value: str, where: str) -> None:
    if not NAME.fullmatch(value):
        _refuse(where, "a name has letters, digits and underscores only, at most 60")


def _insist(
    fields: Fields, known: Mapping[str, str], where: str, required: tuple[str, ...] = ()
) -> None:
    """Insist that fields are known, of their kind, and that none is missing."""
    for name, value in fields.items():
        if name not in known:
            hint = close(name, known) or f" Known are {', '.join(known)}."
            _refuse(where, f"no field is called {_shown(name)}.{hint}")
        if known[name]:
            _kind(value, known[name], f"{where}, {name}")
    for name in required:
        if name not in fields:
            _refuse(where, f"the field {name!r} is missing")


def _kind(value: Any, wanted: str, where: str) -> None:
    found = KINDS.get(type(value), f"a {type(value).__name__}")
    if found != wanted:
        _refuse(where, f"{wanted} was expected, and {_shown(value)} is {found}")


def _one_of(value: Any, choices: tuple[str, ...], where: str) -> str:
    if value not in choices:
        _refuse(where, f"{_shown(value)} is not one of {', '.join(choices)}")
    return str(value)


def _value(value: Any, where: str) -> Any:
    """Return a plain value, lists as tuples."""
    if isinstance(value, list):
        return tuple(_value(one, where) for one in value)
    if isinstance(value, float):
        _refuse(where, f"{value} may be rounded: write it as text, for example '4/5' or '0.8'")
    if not isinstance(value, str | int):
        _refuse(where, f"text, a whole number or a list was expected, not {_shown(value)}")
    return value


def _folded(value: Any) -> Any:
    """Return a text as one line; one that is so already stays as it is."""
    if not isinstance(value, str) or "\n" not in value:
        return value
    return " ".join(value.split())


def _number(value: Any, where: str) -> None:
    _kind(value, TEXT, where)
    if not NUMBER.fullmatch(value) or re.fullmatch(".*/0+", value):
        shown = _shown(value)
        _refuse(
            where, f"{shown} is neither {HOLDS!r} nor {FAILS!r} nor a number, as '0.25' or '1/4'"
        )


def _sizes(value: Any, where: str) -> Any:
    if value == "all":
        return value
    if isinstance(value, str):
        return _range(value, f"{where}, n")
    sizes = _value(value, f"{where}, n")
    each = sizes if isinstance(sizes, tuple) else (sizes,)
    if not each or not all(type(size) is int and size > 0 for size in each):
        _refuse(
            where, f"'n' has to be a size, a list of sizes, '2..5' or 'all', not {_shown(value)}"
        )
    return sizes


def _range(text: str, where: str) -> range:
    low, dots, high = text.partition("..")
    if not (dots and low.isdecimal() and high.isdecimal() and low.isascii() and high.isascii()):
        _refuse(where, f"{_shown(text)} is no range: write it as '2..5'")
    if len(low + high) > 12 or not int(low) <= int(high) <= int(low) + LONGEST_RANGE:
        _refuse(
            where, f"{_shown(text)} is empty or too long a range: at most {LONGEST_RANGE} numbers"
        )
    return range(int(low), int(high) + 1)
