"""Reading a file that anyone may have written: nothing in it is evaluated.

Why it is right. Before other code sees a value it has been held against a type, a range, a pattern
or a catalogue; what is left untouched is compared with what we print, and read by nothing else. A
number is matched by a regular expression and becomes an exact fraction. What does not fit is
refused, and so are unknown fields: nothing can be claimed beside what is checked.

>>> number("t", "-3/4")
Fraction(-3, 4)
>>> listed(whole(0, 2), 3)("r", [0, 2, 1])
[0, 2, 1]
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from typing import Any

from proofs.core.every_n.growth import BACKWARDS, ENDS, FORWARDS, IN_ORDER, LARGEST_GROWN, TURNED
from proofs.script.sealing import IMPLICATION, KIND, NUMBER, SCHEMA
from proofs.script.small_models import WORDS
from rankproof.line.failures import Mistake

Reader = Callable[[str, Any], Any]

MOST_BYTES = 1_000_000
MOST_PARTS = 100_000
MOST_LEVELS = 12
MOST_DIGITS = 100
MOST_TEXT = 400_000
LARGEST_N = 1_000_000
LARGEST_TRIED = 200
_WHOLE = r"[0-9]{1,100}"
_NUMBER = re.compile(rf"-?{_WHOLE}(/{_WHOLE})?")
_GIVEN = r"[+-]?[0-9]{1,30}([./][0-9]{1,30})?"
_WORD = r"[a-z][a-z0-9_]{0,59}"
_PARAMETER = re.compile(rf"{_GIVEN}( ?[,;] ?{_GIVEN})*|{_WORD}( ?, ?{_WORD})*")


class Rejected(Exception):
    """The certificate does not prove what it says."""


class NotChecked(Exception):
    """Nothing contradicts the certificate, but some parts of it were not checked."""

    def __init__(self, *parts: str, done: Collection[str] = ()) -> None:
        super().__init__("; ".join(parts))
        self.parts, self.done = parts, list(done)


class Unreadable(Mistake):
    """This is no certificate that we can read."""


# The file ----------------------------------------------------------------------------------------


def load(path: str) -> Any:
    """Read a file of JSON without floats, repeated names, great depth or size."""
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or problem
        raise Unreadable(f"{path!r} cannot be read: {reason}.") from None
    return parsed(data, path)


def parsed(data: bytes, path: str) -> Any:
    """Return what the bytes of a file say."""
    if len(data) > MOST_BYTES:
        raise Unreadable(f"{path!r} is larger than {MOST_BYTES:,} bytes, so it is no certificate.")
    if sum(map(data.count, (b",", b"[", b"{"))) > MOST_PARTS:
        raise Unreadable(f"{path!r} has more than {MOST_PARTS:,} parts, so it is no certificate.")
    try:
        content = json.loads(
            data.decode("utf-8"),
            object_pairs_hook=_each_once,
            parse_int=_short,
            parse_float=_no_float,
            parse_constant=_no_float,
        )
    except ValueError:
        raise Unreadable(f"{path!r} is not JSON, so it is no certificate.") from None
    except RecursionError:
        raise Unreadable(f"{path!r} is nested too deeply.") from None
    insist_plain(content)
    return content


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Unreadable("an object of the file has one name twice.")
    return found


def _short(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise Unreadable(f"the file has a number of {len(digits):,} digits.")
    return int(digits)


def _no_float(text: str) -> Any:
    raise Unreadable(f"the number {text[:40]} of the file is not a whole one.")


def insist_plain(content: Any) -> None:
    """Insist on the types of JSON without floats, on valid text, and on few levels."""
    waiting = [(content, 1)]
    while waiting:
        value, level = waiting.pop()
        if level > MOST_LEVELS:
            raise Unreadable(f"the content is nested more than {MOST_LEVELS} levels deep.")
        if isinstance(value, dict):
            waiting += [(part, level + 1) for pair in value.items() for part in pair]
        elif isinstance(value, list):
            waiting += [(part, level + 1) for part in value]
        elif isinstance(value, str):
            _insist_text(value)
        elif value is not None and not isinstance(value, int):
            raise Unreadable(f"the content has a value of the type {type(value).__name__}.")


def _insist_text(value: str) -> None:
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        raise Unreadable("the content has a text that is not valid Unicode.") from None


# Values ------------------------------------------------------------------------------------------


def shown(value: Any) -> str:
    """Return a value of the file for a message: short, and without control characters."""
    text = ascii(value) if not isinstance(value, str) else repr(value)
    return text if len(text) <= 80 else f"{text[:77]}…"


def same(ours: Any, theirs: Any) -> bool:
    """Tell whether two values are written alike: True is not 1, and "1" is not 1.

    >>> same([1], [True])
    False
    """
    return json.dumps(ours, sort_keys=True) == json.dumps(theirs, sort_keys=True)


def whole(low: int, high: int) -> Reader:
    """Return a reader of whole numbers from `low` to `high`."""

    def read(what: str, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise Rejected(f"{what} is {shown(value)}, not a whole number from {low} to {high}")
        return value

    return read


def number(what: str, value: Any) -> Fraction:
    """Read an exact number such as "-3/4"."""
    if not isinstance(value, str) or not _NUMBER.fullmatch(value):
        raise Rejected(f'{what} is {shown(value)}, not an exact number such as "3/4"')
    above, _, below = value.partition("/")
    if below and not int(below):
        raise Rejected(f"{what} is {shown(value)}, which divides by zero")
    return Fraction(int(above), int(below or "1"))


def one_of(names: Collection[Any]) -> Reader:
    """Return a reader of names that are known."""

    def read(what: str, value: Any) -> str:
        if not isinstance(value, str) or value not in names:
            raise Rejected(f"{what} is {shown(value)}, which is not known")
        return value

    return read


def matching(pattern: str, kind: str) -> Reader:
    """Return a reader of texts of a pattern; whether something is called so, a catalogue says."""
    compiled = re.compile(pattern)

    def read(what: str, value: Any) -> str:
        if not isinstance(value, str) or not compiled.fullmatch(value):
            raise Rejected(f"{what} is {shown(value)}, which is no {kind}")
        return value

    return read


def text(what: str, value: Any) -> str:
    """Read a text: to be compared or shown, and nothing else."""
    if not isinstance(value, str) or len(value) > MOST_TEXT:
        raise Rejected(f"{what} is {shown(value)}, not a text")
    return value


def truth(what: str, value: Any) -> bool:
    """Read true or false."""
    if not isinstance(value, bool):
        raise Rejected(f"{what} is {shown(value)}, not true or false")
    return value


def parameter(what: str, value: Any) -> int | str:
    """Read a parameter: a whole number, exact numbers with commas or semicolons, or words."""
    if isinstance(value, str) and _PARAMETER.fullmatch(value):
        return value
    return int(whole(-LARGEST_N, LARGEST_N)(what, value))


def listed(reader: Reader, count: int | None = None) -> Reader:
    """Return a reader of lists, of a given length where there is one."""

    def read(what: str, value: Any) -> list[Any]:
        if not isinstance(value, list):
            raise Rejected(f"{what} is {shown(value)}, not a list")
        if count is not None and len(value) != count:
            raise Rejected(f"{what} has {len(value)} entries, not {count}")
        return [reader(f"an entry of {what}", entry) for entry in value]

    return read


def ranking(n: int) -> Reader:
    """Return a reader of permutations of 1, …, n."""

    def read(what: str, value: Any) -> list[int]:
        entries: list[int] = listed(whole(1, n), n)(what, value)
        if len(set(entries)) != n:
            raise Rejected(f"{what} = {shown(value)} is no ranking of 1, …, {n}")
        return entries

    return read


def value(what: str, given: Any) -> Any:
    """Read an entry of a witness: whole numbers, exact numbers, names, and lists of these."""
    if isinstance(given, list):
        return [value(f"an entry of {what}", entry) for entry in given]
    if isinstance(given, dict):
        counts = listed(whole(0, LARGEST_TRIED))
        return record({"grades": counts, "unretrieved": counts})(what, given)
    if isinstance(given, str):
        if not _NUMBER.fullmatch(given) and not _PARAMETER.fullmatch(given):
            raise Rejected(f"{what} is {shown(given)}, neither a number nor a name")
        return given
    return whole(-(10**MOST_DIGITS), 10**MOST_DIGITS)(what, given)


def entries_or_name(what: str, given: Any) -> Any:
    """Read a value of a witness for every n: a place, the entries of a ranking, or its name."""
    if isinstance(given, str):
        return one_of((FORWARDS, BACKWARDS, ENDS))(what, given)
    if isinstance(given, list):
        return ranking(len(given))(what, given)
    if isinstance(given, dict):
        end = listed(whole(-LARGEST_GROWN, LARGEST_GROWN))
        between = one_of((IN_ORDER, TURNED))
        return record({"first": end, "last": end, "between": between})(what, given)
    return whole(-LARGEST_GROWN, LARGEST_GROWN)(what, given)


def maybe(reader: Reader) -> Reader:
    """Return a reader that also takes null."""
    return lambda what, value: None if value is None else reader(what, value)


def table(reader: Reader) -> Reader:
    """Return a reader of objects with any names."""

    def read(what: str, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise Rejected(f"{what} is {shown(value)}, not an object")
        return {key: reader(f"{what}: {shown(key)}", entry) for key, entry in value.items()}

    return read


def record(needed: Mapping[str, Reader], optional: Mapping[str, Reader] | None = None) -> Reader:
    """Return a reader of objects with these fields and no others."""
    known = {**needed, **(optional or {})}

    def read(what: str, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise Rejected(f"{what} is {shown(value)}, not an object")
        for field in needed:
            if field not in value:
                raise Rejected(f"{what} has no {field}")
        for field in value:
            if field not in known:
                raise Rejected(f"{what} has a field {shown(field)}, which is not known here")
        return {field: known[field](field, entry) for field, entry in value.items()}

    return read


# Certificates ------------------------------------------------------------------------------------


def _untouched(what: str, value: Any) -> Any:
    """Leave a value to the check that knows its question."""
    return value


name = matching(r"[A-Za-z][A-Za-z0-9_@.]{0,59}", "name")
_VARIANT = r"[a-z]{1,20}=[a-z0-9/]{1,20}"
_SUBJECT = matching(
    rf"[A-Za-z][A-Za-z0-9_@.]{{0,59}}(\({_VARIANT}(, {_VARIANT}){{0,9}}\)(@[0-9]{{1,9}})?)?", "name"
)
_VERSION = r"[0-9]{1,4}(\.[0-9]{1,4}){0,3}((a|b|rc|\.dev|\.post)[0-9]{1,4})*(\+[0-9a-z.]{1,20})?"
_DIGEST = matching(r"[0-9a-f]{64}", "digest")
_SIZE = whole(1, LARGEST_N)
_STARTS = {"from": _SIZE, "holds_from": _SIZE}
_COUNT = whole(0, 10**30)
_SIZES = {"n": listed(_SIZE), "all": truth, "first_failing_n": maybe(_SIZE)}
_SCOPE = record(_SIZES, {"from": _SIZE})
FURTHER = record({"n": _SIZE, "witness": maybe(table(_untouched))})
_UNDEFINED = record({"cases": _COUNT, "first": maybe(table(_untouched))})
_ASKED = {
    "schema": whole(1, 1),
    "axiom": name,
    "subject": listed(_SUBJECT),
    "order": maybe(name),
    "parameters": table(parameter),
    "convention": maybe(name),
    "statement": text,
    "witness": maybe(table(_untouched)),
}
_READ_AS = {"domain": one_of(("lists", "tops")), "reading": text}
_VERDICT = record(
    {
        **_ASKED,
        "status": one_of(("holds", "refuted", "undecided")),
        "scope": record(_SIZES, {**_STARTS, "cutoff": _untouched, "also_failing": listed(FURTHER)}),
        "values": listed(record({"term": text, "exact": text, "approx": text})),
    },
    {
        **_READ_AS,
        "undefined": _UNDEFINED,
        "part": text,
        "trusted": listed(record({"theorem": text, "source": text})),
    },
)
STEP = record(
    {
        "rule": text,
        "premises": listed(whole(1, MOST_TEXT)),
        "conclusion": text,
        "evidence": table(_untouched),
    }
)
_DUALS = table(listed(record({"signs": listed(number), "multipliers": table(number)})))
_EVIDENCE = {"scripts": listed(_DIGEST), "steps": listed(STEP), "from": _SIZE, "duals": _DUALS}
_HEAD = {
    "schema": whole(SCHEMA, SCHEMA),
    "version": matching(_VERSION, "version"),
    "definitions": table(text),
    "seal": _DIGEST,
}
_DECLARED = {
    "declarations": listed(record({"kind": text, "name": _SUBJECT, "table": table(_untouched)}))
}
_CERTIFICATE = record(
    {
        "kind": one_of((KIND,)),
        **_HEAD,
        "verdict": _VERDICT,
        "evidence": record({}, {**_EVIDENCE, "held": listed(_untouched)}),
    },
    _DECLARED,
)
_VALUE = record({"exact": text, "approx": text})
_NUMBERED = record({**_ASKED, "value": _VALUE, "undefined": _UNDEFINED}, _READ_AS)
_OF_NUMBER = record({"kind": one_of((NUMBER,)), **_HEAD, "number": _NUMBERED}, _DECLARED)
_RANKING = listed(whole(1, LARGEST_GROWN))
_IMPLICATION = record(
    {
        "kind": one_of((IMPLICATION,)),
        **_HEAD,
        "implication": record(
            {
                "premises": listed(name),
                "conclusion": maybe(name),
                "status": one_of(("holds", "refuted", "undecided")),
                "scope": _SCOPE,
                "metric": maybe(
                    listed(record({"sigma": _RANKING, "tau": _RANKING, "value": number}))
                ),
            }
        ),
        "evidence": record({}, {"scripts": listed(_DIGEST), "every_n": one_of(tuple(WORDS))}),
    },
    _DECLARED,
)


def certificate(content: Any) -> dict[str, Any]:
    """Return a certificate whose fields have their types; its meaning is not checked here."""
    number = isinstance(content, dict) and content.get("kind") == NUMBER
    read, what = (_OF_NUMBER, "number") if number else (_CERTIFICATE, "verdict")
    found: dict[str, Any] = read("the certificate", content)
    if "n" not in found[what]["parameters"]:
        raise Rejected("the parameters have no n")
    _SIZE("n", found[what]["parameters"]["n"])
    return found


def implication(content: Any) -> dict[str, Any]:
    """Return a certificate of an implication whose fields have their types."""
    found: dict[str, Any] = _IMPLICATION("the certificate", content)
    return found
