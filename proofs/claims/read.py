"""Read the claims of a paper from a TOML file: one format, one strict reader.

A file has the paper's key and title, named groups, printed rows of numbers, and one table for each
claim: the paper's words, our verdict, and up to four lists of questions: ``evidence`` about what is
printed, ``corrected`` about the claim after a small change, ``fair`` about another fair reading,
which is the ``note``, and ``other`` about what is worth showing beside it. A ``[finding.NAME]`` is
what we found and no paper claims: ``found`` and ``evidence``, perhaps ``about`` a claim.

- ``{ ask = "symmetry", of = "mae" }``: an axiom or a quantity, of one subject or a list of two.
  Further fields: ``says`` ("holds", "refuted" or a printed number as text), ``n`` (a size, a list,
  "2..5" or "all"), ``note``, ``draws``, and every parameter of a question, such as ``k = 2``.
- ``{ value = "gp", run = [1, 0], c = 1, says = "1/2" }``: the value of a metric at a point, given
  as to ``proofs.value``, a number as text or "undefined". ``{ below = "rank_swapping", runs = [[0,
  2], [1, 0]], c = 2, says = "refuted" }``: is one run below another? ``covers`` says why the point
  settles it.
- ``{ imply = ["distance", "symmetry"] }``: do the first axioms imply the last, for every metric?
- ``{ holds = "mae(σ, τ) == mae(τ, σ)", over = "σ, τ", n = 3 }``: a statement, true in every case of
  a space (:mod:`proofs.claims.general`); with ``exists`` in place of ``holds``, in some case.
- ``{ compute = "cubes" }``: a computation with its arguments: a named statement of the file, or a
  function of the paper's own package. ``[computation.cubes]`` names a statement: ``title``, the
  parameters that it ``takes`` (``optional`` ones with their values), the fields of a statement, and
  what is told of the outcome: ``right``, ``wrong`` and ``undefined``, with words in braces, and
  ``exceptions``, the word that lists them. ``covers`` says why the cases tried are all there are.

Where a value is ``{ each = … }`` there is one entry for each value: of a group (``each = "all"``,
perhaps with ``but = ["dcg"]``), of a list, in which the name of a group stands for its members, or
of a range (``"1..4"``). ``{ row = … }`` is the number of the subject in a printed row; in a
computation it is the whole row. Text over several lines is read as one line. No text is executed.

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
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from metrics.naming import BadInput
from proofs.claims.claim import (
    AMENDED,
    CONFIRMED,
    FAILS,
    FAIR,
    HOLDS,
    NO_VALUE,
    OTHER,
    PRINTED,
    VERDICTS,
    Ask,
    Claim,
    Compute,
    Computed,
    Evidence,
    Imply,
    Point,
)
from proofs.claims.fields import (
    LIST,
    TABLE,
    TEXT,
    TRUTH,
    WHOLE,
    Fields,
    all_sizes,
    folded,
    insist,
    insist_kind,
    insist_name,
    insist_number,
    one_of,
    plain_value,
    refuse,
    shortly,
    spelled,
    stated_text,
    whole_range,
)
from rankproof.line.arguments import close

Functions = Mapping[str, Callable[..., Computed]]

HEAD = {
    **{"paper": TEXT, "title": TEXT},
    **dict.fromkeys(("groups", "rows", "computation", "claim", "finding"), TABLE),
}
ROW = {"of": TEXT, "numbers": LIST}
WORDS = {"place": TEXT, "says": TEXT, "verdict": TEXT, "found": TEXT}
LISTS = {"evidence": PRINTED, "corrected": AMENDED, "fair": FAIR, "other": OTHER}
MORE = {
    **dict.fromkeys(("meaning", "formula", "reading", "missing", "reply", "speaks_of"), TEXT),
    **{"slow": TRUTH, "headline": TRUTH, "quoted": TEXT, "remark": TEXT},
}
CLAIM = {**WORDS, **MORE, **dict.fromkeys(LISTS, LIST)}
FINDING = {
    **dict.fromkeys(("found", "verdict", "about", "speaks_of"), TEXT),
    **{"slow": TRUTH, "evidence": LIST},
}
OF_ASK = {"ask": TEXT, "of": "", "says": "", "n": "", "draws": WHOLE, "note": TEXT}
OF_POINT = {"says": TEXT, "note": TEXT, "covers": TEXT}
LISTED = ("grades", "unretrieved", "ties", "unjudged")
PLACES = ("ranking", "reference", "n", "run", "label", "convention", *LISTED)
OF_IMPLY = {"imply": LIST, "says": TEXT, "n": "", "note": TEXT}
OF_COMPUTATION = {
    **{"title": TEXT, "takes": LIST, "optional": TABLE, "holds": TEXT, "exists": TEXT},
    **{"over": "", "let": LIST, "where": TEXT, "scope": TEXT, "covers": TEXT},
    **dict.fromkeys(("right", "wrong", "undefined", "exceptions"), TEXT),
    **dict.fromkeys(("n", "largest", "start", "order", "c", "m"), ""),
}
HOW = ("convention", "engine", "samples", "seed")
OF_EACH = {"each": "", "but": LIST}
MOST_QUESTIONS = 5000


@dataclass(frozen=True)
class Paper:
    """A paper's file: its key, its title, its groups of names, its claims, then our findings."""

    key: str
    title: str
    groups: dict[str, tuple[Any, ...]]
    claims: tuple[Claim, ...]


def read_text(text: str, file: str = "the file", functions: Functions | None = None) -> Paper:
    """Return the paper that a file describes; what is wrong is said with file and claim."""
    return read_head(_head(text, file), file, functions)


def read_head(head: Fields, file: str, functions: Functions | None = None) -> Paper:
    """Return the paper that the tables of a file describe."""
    insist(head, HEAD, file, required=("paper", "title"))
    insist_name(head["paper"], f"{file}, paper")
    reader = _Reader(file, head, functions or {})
    reader.declare(head.get("computation", {}))
    named = head.get("claim", {})
    claims = [reader.claim(name, fields) for name, fields in named.items()]
    own = [reader.finding(name, fields, named) for name, fields in head.get("finding", {}).items()]
    return Paper(head["paper"], head["title"], reader.groups, (*claims, *own))


def read_lists(text: str, file: str) -> tuple[dict[str, tuple[Any, ...]], dict[str, Any]]:
    """Return the groups and the printed rows of a file, for computations that go through them."""
    reader = _Reader(file, _head(text, file), {})
    return reader.groups, reader.rows


def _head(text: str, file: str) -> Fields:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as problem:
        raise BadInput(f"{file} is not TOML: {problem}.") from None


class _Reader:
    """What the entries of one file may refer to: its groups, its rows, its paper's functions."""

    def __init__(self, file: str, head: Fields, functions: Functions) -> None:
        self.file, self.paper, self.functions = file, head["paper"], dict(functions)
        self.groups: dict[str, tuple[Any, ...]] = {}
        for name, members in head.get("groups", {}).items():
            where = f"{file}: group {name!r}"
            insist_kind(members, LIST, where)
            self.groups[name] = self._members(members, where)
        self.rows = {name: self._row(name, row) for name, row in head.get("rows", {}).items()}

    def declare(self, computations: Fields) -> None:
        """Add the named statements of the file to what claims may compute."""
        for name, fields in computations.items():
            if name in self.functions:
                refuse(self.file, f"the package has a computation {name!r} already")
            self.functions[name] = self._named_statement(name, fields)

    def _named_statement(self, name: str, fields: Any) -> Callable[..., Computed]:
        from proofs.claims.general import KINDS, Named

        where = f"{self.file}: computation {name!r}"
        insist_kind(fields, TABLE, where)
        insist(fields, OF_COMPUTATION, where, required=("title",))
        stated = [fields[kind] for kind in KINDS if kind in fields]
        if len(stated) != 1:
            refuse(where, f"exactly one of {', '.join(KINDS)} is needed, not {len(stated)}")
        stated_text(stated[0], where)
        optional = {
            n: self._each(v, where) if isinstance(v, dict) else plain_value(v, where)
            for n, v in fields.get("optional", {}).items()
        }
        plain = {n: folded(plain_value(v, where)) for n, v in fields.items() if n != "optional"}
        return Named(self.paper, name, {**plain, "optional": optional})

    def _row(self, name: str, row: Any) -> dict[str, str]:
        where = f"{self.file}: row {name!r}"
        insist_kind(row, TABLE, where)
        insist(row, ROW, where, required=tuple(ROW))
        columns = self._named(row["of"], self.groups, "group", where)
        if len(columns) != len(row["numbers"]):
            refuse(where, f"{len(row['numbers'])} numbers for {len(columns)} columns")
        for number in row["numbers"]:
            insist_number(number, where)
        return dict(zip(columns, row["numbers"], strict=True))

    def claim(self, name: str, fields: Any) -> Claim:
        """Return one claim."""
        where = f"{self.file}: claim {name!r}"
        insist_name(name, where)
        insist_kind(fields, TABLE, where)
        insist(fields, CLAIM, where, required=tuple(WORDS))
        return self._claimed(name, fields, where)

    def finding(self, name: str, fields: Any, claims: Fields) -> Claim:
        """Return a finding of our own, perhaps about a claim of the file."""
        where = f"{self.file}: finding {name!r}"
        insist_name(name, where)
        insist_kind(fields, TABLE, where)
        insist(fields, FINDING, where, required=("found", "evidence"))
        if name in claims:
            refuse(where, "a claim has this name already")
        about = fields.get("about", "")
        if about:
            self._named(about, claims, "claim", where)
        place = f"our finding, about {self.paper}.{about}" if about else "our finding"
        shared = {"verdict": CONFIRMED, "place": place, "says": "", "own": True}
        return self._claimed(name, {**shared, **fields}, where)

    def _claimed(self, name: str, fields: Fields, where: str) -> Claim:
        one_of(fields["verdict"] or CONFIRMED, VERDICTS, f"{where}: verdict")
        evidence = tuple(
            found
            for part, entries in fields.items()
            if part in LISTS
            for found in self._evidence(entries, LISTS[part], f"{where}, {part}")
        )
        plain = {n: folded(value) for n, value in fields.items() if n not in LISTS}
        try:
            return Claim(self.paper, name, evidence=evidence, **plain)
        except ValueError as problem:
            refuse(where, str(problem))

    def _evidence(self, entries: list[Any], role: str, where: str) -> Iterator[Evidence]:
        kinds: dict[str, Callable[..., Evidence]] = {
            "ask": self._ask,
            "imply": self._imply,
            "value": self._point,
            "below": self._point,
            "holds": self._stated,
            "exists": self._stated,
            "compute": self._compute,
        }
        for place, entry in enumerate(entries, start=1):
            here = f"{where} {place}"
            insist_kind(entry, TABLE, here)
            named = [kind for kind in kinds if kind in entry]
            if len(named) != 1:
                refuse(here, f"exactly one of {', '.join(kinds)} is needed, not {len(named)}")
            for single in self._spread(entry, here):
                note = folded(single.get("note", ""))
                yield kinds[named[0]](single, here, role=role, note=note)

    # One entry for each value ----------------------------------------------------------------

    def _spread(self, entry: Fields, where: str) -> Iterator[Fields]:
        axes = {
            field: self._each(value, f"{where}, {field}")
            for field, value in entry.items()
            if isinstance(value, dict) and "each" in value
        }
        if prod(map(len, axes.values())) > MOST_QUESTIONS:
            refuse(where, f"this makes more than {MOST_QUESTIONS} questions")
        for chosen in product(*axes.values()):
            yield {**entry, **dict(zip(axes, chosen, strict=True))}

    def _each(self, value: Fields, where: str) -> tuple[Any, ...]:
        insist(value, OF_EACH, where)
        each = value["each"]
        if isinstance(each, str):
            members = (
                tuple(whole_range(each, where))
                if ".." in each
                else self._named(each, self.groups, "group", where)
            )
        else:
            insist_kind(each, LIST, f"{where}, each")
            members = self._members(each, where)
        out = self._members(value.get("but", []), where)
        for name in out:
            if name not in members:
                refuse(where, f"{shortly(name)} cannot be left out: it is not among them")
        return tuple(member for member in members if member not in out)

    def _members(self, given: list[Any], where: str) -> tuple[Any, ...]:
        """Return the values of a list, members for the name of a group; none may come twice."""
        found: dict[Any, None] = {}
        for one in given:
            group = self.groups.get(one) if isinstance(one, str) else None
            for member in [plain_value(one, where)] if group is None else group:
                if member in found:
                    refuse(where, f"{shortly(member)} is listed twice")
                found[member] = None
        return tuple(found)

    def _named(self, name: str, known: Mapping[str, Any], kind: str, where: str) -> Any:
        if name not in known:
            refuse(where, f"no {kind} is called {shortly(name)}.{close(name, known)}")
        return known[name]

    def _in_row(self, value: Fields, where: str) -> dict[str, str]:
        insist(value, {"row": TEXT}, where)
        return dict(self._named(value["row"], self.rows, "row", where))

    # The kinds -------------------------------------------------------------------------

    def _ask(self, entry: Fields, where: str, **shared: str) -> Ask:
        from metrics.language.parameters import PARAMETERS

        options = {*PARAMETERS, *HOW}
        insist(entry, {**OF_ASK, **dict.fromkeys(sorted(options), "")}, where, required=("of",))
        subjects = plain_value(entry["of"], f"{where}, of")
        subjects = subjects if isinstance(subjects, tuple) else (subjects,)
        if not subjects or not all(isinstance(subject, str) for subject in subjects):
            refuse(where, "'of' has to be a name or a list of names")
        says = entry.get("says", HOLDS)
        if isinstance(says, dict):
            says = self._named(subjects[0], self._in_row(says, where), "column", where)
        elif says not in (HOLDS, FAILS):
            insist_number(says, f"{where}, says")
        given = {
            name: plain_value(v, f"{where}, {name}") for name, v in entry.items() if name in options
        }
        return Ask(
            entry["ask"],
            subjects,
            says,
            n=all_sizes(entry.get("n", "all"), where),
            given=tuple(given.items()),
            draws=entry.get("draws"),
            **shared,
        )

    def _imply(self, entry: Fields, where: str, **shared: str) -> Imply:
        insist(entry, OF_IMPLY, where)
        axioms = plain_value(entry["imply"], where)
        if len(axioms) < 2 or not all(isinstance(axiom, str) for axiom in axioms):
            refuse(where, "'imply' has to be a list of axioms: premises, and one conclusion")
        says = one_of(entry.get("says", HOLDS), (HOLDS, FAILS), f"{where}, says")
        sizes = all_sizes(entry.get("n", [2, 3]), where)
        if not isinstance(sizes, tuple | range):
            refuse(where, "'n' has to be several sizes, as [2, 3]")
        return Imply(axioms[:-1], axioms[-1], says, n=tuple(sizes), **shared)

    def _point(self, entry: Fields, where: str, **shared: str) -> Point:
        from metrics.language.parameters import PARAMETERS

        kind = "value" if "value" in entry else "below"
        options = (*PARAMETERS, *PLACES) if kind == "value" else ("runs", "c")
        known = {**dict.fromkeys(options, ""), **OF_POINT, kind: TEXT}
        insist(entry, known, where, required=("says", *options[-2:] * (kind == "below")))
        if kind == "below":
            one_of(entry["says"], (HOLDS, FAILS), f"{where}, says")
            runs = plain_value(entry["runs"], f"{where}, runs")
            if not isinstance(runs, tuple) or [type(run) for run in runs] != [tuple] * 2:
                refuse(where, "'runs' has to be a list of two runs")
        elif entry["says"] != NO_VALUE:
            insist_number(entry["says"], f"{where}, says")
        given = {n: plain_value(v, f"{where}, {n}") for n, v in entry.items() if n in options}
        shared["covers"] = folded(entry.get("covers", ""))
        return Point(kind, entry[kind], tuple(given.items()), entry["says"], **shared)

    def _compute(self, entry: Fields, where: str, **shared: str) -> Compute:
        name = entry["compute"]
        insist_kind(name, TEXT, f"{where}, compute")
        insist_kind(entry.get("note", ""), TEXT, f"{where}, note")
        if not self.functions:
            refuse(where, "this paper has no computations of its own: use ask or imply")
        function = self._named(name, self.functions, "computation", where)
        return self._called(function, entry, where, **shared)

    def _stated(self, entry: Fields, where: str, **shared: str) -> Compute:
        """Return the search for a case that decides a statement, with the statement as its name."""
        from proofs.claims.general import for_all, some

        kind, function = ("holds", for_all) if "holds" in entry else ("exists", some)
        insist_kind(entry[kind], TEXT, f"{where}, {kind}")
        that = stated_text(entry[kind], where)
        shared["note"] = shared["note"] or spelled(kind, that, entry)
        return self._called(function, {"that": that, **entry}, where, **shared)

    def _called(
        self, function: Callable[..., Computed], entry: Fields, where: str, **shared: str
    ) -> Compute:
        given = {
            n: self._in_row(v, f"{where}, {n}")
            if isinstance(v, dict)
            else plain_value(v, f"{where}, {n}")
            for n, v in entry.items()
            if n not in ("compute", "holds", "exists", "note")
        }
        try:
            inspect.signature(function).bind(**given)
        except TypeError as problem:
            takes = ", ".join(inspect.signature(function).parameters) or "nothing"
            refuse(where, f"{function.__name__} takes {takes}: {problem}")
        return Compute(function, tuple(given.items()), **shared)
