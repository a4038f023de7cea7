"""A verdict or a measurement for the terminal, Markdown, LaTeX, CSV and JSON.

All of them are made of one list of fields: what programs read, what the terminal shows, and what
stands in a short table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from axioms.axiom import ORDER
from axioms.language.formula import ForAll
from metrics.language.given import FREE
from metrics.language.lists import x, y, z
from metrics.language.parameters import SYMBOLS
from metrics.language.term_printing import letter
from proofs.core.question import Question, shown_value
from proofs.core.verdict import HOLDS, Measurement, Verdict
from proofs.core.whose import declarations
from proofs.report.rests_on import no_witness, replayed_by
from rankproof.line.files import csv_text
from rankproof.line.version import VERSION

SCHEMA = 1
TOP_LISTS = {one.name for one in (x, y, z)}
FORMATS = ("text", "json", "md", "latex", "csv")


def show(answer: Verdict | Measurement, form: str) -> str:
    """Return an answer in one of the formats."""
    if form == "json":
        import json

        return json.dumps(as_json(answer), ensure_ascii=False, indent=2)
    return {"csv": _csv, "md": _markdown, "latex": _latex, "text": _text}[form](answer)


# Numbers -----------------------------------------------------------------------------------------


def exact_text(value: Any) -> str:
    """Return an exact value as text, logarithms of powers reduced."""
    return str(_tidy(value))


def _tidy(value: Any) -> Any:
    import sympy as sp

    return sp.expand(sp.expand_log(value, force=True)) if value.has(sp.log) else value


def approx_text(value: Any) -> str:
    """Return about eight digits, for reading only."""
    import sympy as sp

    number = sp.sympify(value, strict=True)
    if number.is_Integer or number.free_symbols:
        return str(number)
    return f"{float(number.evalf(17)):.10g}"


# Fields ------------------------------------------------------------------------------------------

ABSENT = object()
LEXICOGRAPHIC = "lexicographic order"
SAID = (
    *("part", "statement", "witness", "values", "replayed", "reason", "derivation", "trusted"),
    *("checked", "undefined", "reading", "engine", "agreed_by", "caveats", "note"),
)
"""The fields in the order in which the terminal shows them; JSON has them as they are made."""


@dataclass(frozen=True)
class Field:
    """One thing that is said of an answer: to programs, on the terminal, and in short tables.

    A field without a value is not in the JSON object; `lines` are names and texts, `brief` are
    the rows that it has in a table of two columns.
    """

    key: str
    value: Any = ABSENT
    lines: Sequence[tuple[str, str]] = ()
    brief: Sequence[tuple[str, str]] = ()


def fields_of(answer: Verdict | Measurement) -> Iterator[Field]:
    """Return everything that is said of an answer, in any format."""
    yield from _question_fields(answer.question)
    if isinstance(answer, Measurement):
        yield from _measurement_fields(answer)
    else:
        yield from _verdict_fields(answer)


def _question_fields(question: Question) -> Iterator[Field]:
    asked, names = question.asked, [subject.name for subject in question.subjects]
    kind = "order" if asked.subject == ORDER else "metric"
    given = parameters_shown(question)
    yield Field("axiom", asked.name, brief=[("property", asked.name)])
    yield Field("subject", names, brief=[(kind, ", ".join(names))])
    order = question.order
    yield Field("order", order, brief=[("order", order)] if order else ())
    yield Field("parameters", given, brief=[(name, str(value)) for name, value in given.items()])
    yield Field("convention", question.convention)
    more = {"domain": question.domain.key, "declarations": declarations(question.things)}
    yield from (Field(name, value) for name, value in more.items() if value)


def parameters_shown(question: Question) -> dict[str, Any]:
    """Return n and the parameters as scripts read them."""
    found: dict[str, Any] = {"n": question.n}
    for name, value in question.parameters.items():
        text = "all" if name == "c" and question.every_c else shown_value(value)
        free = value == SYMBOLS.get(name, FREE)
        found[name] = "free" if free else int(text) if text.lstrip("-").isdigit() else text
    return found


def _verdict_fields(verdict: Verdict) -> Iterator[Field]:
    question, scope, statement = verdict.question, verdict.scope, _statement(verdict)
    proof = [f"{i}. {step}" for i, step in enumerate(verdict.derivation, 1)]
    yield Field("status", verdict.status, brief=[("verdict", _status(verdict).rstrip(": "))])
    yield Field("scope", scope.shown(), brief=[("scope", str(scope))])
    yield Field("statement", statement, [("asked", statement)])
    yield from _evidence(verdict.replayed, "from" in verdict.evidence)
    yield _undefined(verdict)
    yield _engine(verdict, "exact", _first(verdict))
    agreed = ", ".join(verdict.agreed_by)
    yield Field("agreed_by", list(verdict.agreed_by), [("agreed by", agreed)] if agreed else ())
    yield Field("caveats", list(verdict.caveats), _each("caveat", verdict.caveats))
    yield Field("cases", verdict.cases)
    yield Field("seconds", round(verdict.seconds, 3))
    yield Field("checked", list(verdict.checked), _each("checked", verdict.checked))
    if verdict.part is not None:
        yield Field("part", verdict.part, [("fails", verdict.part)])
    if verdict.derivation:
        yield Field("derivation", list(verdict.derivation), _under("proof", proof))
    trusted = verdict.evidence.get("trusted", [])
    if trusted:
        named = [f"{each['theorem']} ({each['source']})" for each in trusted]
        yield Field("trusted", trusted, _each("trusted", [f"theorem: {name}" for name in named]))
    if verdict.reason:
        yield Field("reason", verdict.reason, [("because", _because(verdict.reason))])
    reading = question.asked.reading or ABSENT
    yield Field("reading", reading, _under("reading", question.readings()))
    if verdict.status == HOLDS and scope.sizes and not verdict.derivation:
        hint = f"nothing is said about other n: try --n 2..{scope.sizes[-1] + 1}"
        yield Field("note", lines=[("note", hint)])


def _measurement_fields(found: Measurement) -> Iterator[Field]:
    question, value = found.question, _value(found)
    statement, brief = question.text(), [("value", str(value["exact"] or value["approx"]))]
    yield Field("statement", statement, [("asked", statement)])
    yield Field("value", value, brief=brief)
    yield _undefined(found)
    if found.several is not None:
        listed = [{"exact": exact_text(v), "approx": approx_text(v), **m} for v, m in found.several]
        lines = [f"{exact_text(v)}: {', '.join(named(more))}" for v, more in found.several]
        yield Field("values", listed, _under("values", lines))
    if found.witness:
        label = "near" if found.approached else "attained"
        yield Field("witness", found.witness, _under(label, named(found.witness)))
    exact = found.exact is not None or found.several is not None
    yield _engine(found, "exact" if exact else "estimated")
    yield Field("caveats", list(found.caveats), _each("caveat", found.caveats))
    if found.reason:
        yield Field("reason", found.reason)
    yield Field("reading", question.asked.reading, _under("reading", question.readings()))
    yield Field("cases", found.cases)
    yield Field("seconds", round(found.seconds, 3))


def _value(found: Measurement) -> dict[str, Any]:
    if found.several is not None:
        values = [value for value, _ in found.several]
        texts = (", ".join(map(text, values)) for text in (exact_text, approx_text))
        return dict(zip(("exact", "approx"), texts, strict=True))
    if found.exact is not None:
        expression = found.exact.expression()
        return {"exact": exact_text(expression), "approx": approx_text(expression)}
    if found.estimate is None or found.interval is None:
        return {"exact": None, "approx": None}
    return {
        "exact": None,
        "approx": f"{found.estimate:.6g}",
        "interval": [f"{end:.6g}" for end in found.interval],
        "confidence": "99%",
        "samples": found.samples,
        "seed": found.seed,
    }


def _statement(verdict: Verdict) -> str:
    if verdict.scope.every_from is not None and verdict.replayed is None:
        return verdict.question.text(every_n=True)
    return verdict.question.text(_refuted_statement(verdict))


def _refuted_statement(answer: Verdict | Measurement) -> Any:
    replayed = getattr(answer, "replayed", None)
    return None if replayed is None else replayed.statement


def _evidence(replayed: Any, by_steps: bool) -> Iterator[Field]:
    """Return the fields of a witness, or those of every case tried where there is none."""
    witness, lines = getattr(replayed, "witness", None), []
    if witness is not None:
        lines = _under("witness", named(witness))
        yield Field("replayed", lines=[("replayed", replayed_by(by_steps))])
    elif replayed is not None:
        lines = [("witness", no_witness(by_steps))]
    yield Field("witness", witness, lines, [(x, _words(v)) for x, v in (witness or {}).items()])
    values, so = [], []
    for term, value in getattr(replayed, "values", ()):
        exact, about = exact_text(value), approx_text(value)
        values.append({"term": term, "exact": exact, "approx": about})
        so.append(f"{term} = {exact}" + ("" if value.is_Integer else f" ≈ {about}"))
    brief = [(one["term"], one["exact"]) for one in values]
    yield Field("values", values, _under("so", so), brief)


def _undefined(answer: Verdict | Measurement) -> Field:
    undefined = answer.undefined
    value: dict[str, Any] = {"cases": undefined.cases, "first": undefined.first}
    if not undefined.counted:
        value["counted"] = False
    if not undefined.cases:
        return Field("undefined", value)
    if getattr(answer, "status", "") == HOLDS and undefined.of is not None:
        value["of"] = undefined.of
    text = f"{undefined.cases:,} cases left out" if undefined.counted else "some cases left out"
    if undefined.first:
        which = "the first" if undefined.counted else "one"
        text += f", {which} at {', '.join(named(undefined.first))}"
    brief = [("undefined cases", str(undefined.cases))]
    return Field("undefined", value, [("undefined", text)], brief)


def _engine(answer: Verdict | Measurement, kind: str, more: str = "") -> Field:
    cases = f"{answer.cases:,} cases, " if answer.cases or isinstance(answer, Measurement) else ""
    text = f"{answer.engine}, {kind}, {cases}{answer.seconds:.2f} s{more}"
    return Field("engine", answer.engine, [("engine", text)], [("engine", answer.engine)])


def _first(verdict: Verdict) -> str:
    """Say which witness it is."""
    if verdict.replayed is None or verdict.replayed.witness is None:
        return ""
    if not isinstance(verdict.replayed.statement.formula, ForAll):
        return "; some values of what is free"
    maybe = any(caveat.startswith("an earlier witness") for caveat in verdict.caveats)
    lexicographic = verdict.engine == "exhaustive" and not maybe
    order = "the order of lists, short ones first" if verdict.question.domain.key else LEXICOGRAPHIC
    return f"; first witness in {order}" if lexicographic else "; some witness"


# Words -------------------------------------------------------------------------------------------


def _each(name: str, texts: Iterable[str]) -> list[tuple[str, str]]:
    return [(name, text) for text in texts]


def _under(name: str, texts: Iterable[str]) -> list[tuple[str, str]]:
    """Return lines of which the first is named."""
    return [("" if index else name, text) for index, text in enumerate(texts)]


def named(point: dict[str, Any]) -> list[str]:
    """Return the values of variables, each under its letter."""
    return [
        f"{letter(name)} = {_tops(value) if name in TOP_LISTS else listed(value)}"
        for name, value in point.items()
    ]


def _tops(value: list[Any]) -> str:
    """Return a top-k list, its tie groups in brackets: (1 (2 3))."""
    return f"({' '.join(listed(one) for one in value)})"


def listed(value: Any) -> str:
    """Return a ranking, weights or a matrix on one line.

    >>> listed([2, 1, 3]), listed([[0, 1], [1, 0]])
    ('(2 1 3)', '(0 1; 1 0)')
    """
    if isinstance(value, dict):
        others = [
            g for g, many in reversed([*enumerate(value["unretrieved"])]) for _ in range(many)
        ]
        return (
            f"({_words([*value['grades'], '|', *others]) if others else _words(value['grades'])})"
        )
    if not isinstance(value, list):
        return str(value)
    if value and isinstance(value[0], list):
        return f"({'; '.join(map(_words, value))})"
    return f"({_words(value)})"


def _words(value: Any) -> str:
    if isinstance(value, dict):
        return listed(value)[1:-1]
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _subjects(answer: Verdict | Measurement) -> str:
    question = answer.question
    titles = " and ".join(subject.title for subject in question.subjects)
    return f"{question.asked.title}, {titles}{answer.given()}"


def _status(verdict: Verdict) -> str:
    """Return the status; what holds only where it is defined says so, and how often it is not."""
    word = verdict.status.upper()
    if verdict.status != HOLDS or not verdict.undefined.cases:
        return word
    return f"{word} where defined ({verdict.undefined}): "


def _because(reason: str) -> str:
    if reason == "undefined" or reason.startswith("undefined: "):
        return f"{reason} (no case has all its values defined)"
    return reason


# Formats -----------------------------------------------------------------------------------------


def as_json(answer: Verdict | Measurement) -> dict[str, Any]:
    """Return the fields that scripts rely on."""
    said = {one.key: one.value for one in fields_of(answer) if one.value is not ABSENT}
    return {"schema": SCHEMA, "version": VERSION, **said}


@dataclass(frozen=True)
class Told:
    """An answer in words: its status or number, what it is about, and the lines below."""

    word: str
    about: str
    lines: Sequence[tuple[str, str]]


def told(answer: Verdict | Measurement) -> Told:
    """Return what the terminal and a notebook say of an answer."""
    fields = {one.key: one for one in fields_of(answer)}
    lines = [line for key in SAID if key in fields for line in fields[key].lines]
    if isinstance(answer, Measurement):
        value = _value_text(fields["value"].value, answer.reason)
        return Told(value, f"{_subjects(answer)}, n = {answer.question.n}", lines)
    return Told(_status(answer), f"{_subjects(answer)}, {answer.scope}", lines)


def _text(answer: Verdict | Measurement) -> str:
    said = told(answer)
    if isinstance(answer, Measurement):
        heading = [said.word, said.about]
    else:
        heading = [f"{said.word:<10}{said.about}"]
    return "\n".join([*heading, "", *[f"  {name:<10}{text}" for name, text in said.lines]])


def _value_text(value: dict[str, Any], reason: str) -> str:
    if value["exact"] is not None:
        same = value["approx"] == value["exact"]
        return str(value["exact"]) + ("" if same else f" ≈ {value['approx']}")
    if value["approx"] is not None:
        low, high = value["interval"]
        return f"≈ {value['approx']}, between {low} and {high}"
    return "UNDECIDED " + ("undefined in every case" if reason == "undefined" else reason)


def _rows(answer: Verdict | Measurement) -> list[tuple[str, str]]:
    return [row for one in fields_of(answer) for row in one.brief]


def _markdown(answer: Verdict | Measurement) -> str:
    from proofs.tables.layout.formats import piped

    lines = [f"**{_subjects(answer)}**", "", "| | |", "|---|---|"]
    rows = [piped([name, value.replace("|", "\\|")]) for name, value in _rows(answer)]
    return "\n".join([*lines, *rows])


def _latex(answer: Verdict | Measurement) -> str:
    from proofs.tables.layout.table_latex import booktabs

    table = booktabs("tabular", "ll", _rows(answer))
    return "\n".join([r"\[", statement_latex(answer), r"\]", *table])


def statement_latex(answer: Verdict | Measurement) -> str:
    """Return what was asked as a formula."""
    if isinstance(answer, Verdict) and answer.scope.every_from is not None and not answer.witness:
        return answer.question.latex(every_n=True)
    return answer.question.latex(_refuted_statement(answer))


def _csv(answer: Verdict | Measurement) -> str:
    import json

    flat = {
        name: value
        if isinstance(value, str | int | float) or value is None
        else json.dumps(value, ensure_ascii=False)
        for name, value in as_json(answer).items()
    }
    return csv_text([flat, flat.values()])
