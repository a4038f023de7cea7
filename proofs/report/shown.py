"""A verdict for the terminal, Markdown, LaTeX, CSV and JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from axioms.axiom import ORDER
from metrics.language.given import FREE
from metrics.language.parameters import SYMBOLS
from metrics.language.term_printing import letter
from proofs.core.question import Question, shown_value
from proofs.core.verdict import HOLDS, Measurement, Scope, Verdict
from rankproof.line.files import csv_text
from rankproof.line.version import VERSION

SCHEMA = 1
FORMATS = ("text", "json", "md", "latex", "csv")


def show(answer: Verdict | Measurement, form: str) -> str:
    """Return an answer in one of the formats."""
    if form == "json":
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

    number = sp.sympify(value)
    if number.is_Integer:
        return str(number)
    return f"{float(number.evalf(17)):.10g}"


# JSON --------------------------------------------------------------------------------------------


def as_json(answer: Verdict | Measurement) -> dict[str, Any]:
    """Return the fields that scripts rely on."""
    question = answer.question
    common: dict[str, Any] = {
        "schema": SCHEMA,
        "version": VERSION,
        "axiom": question.asked.name,
        "subject": [subject.name for subject in question.subjects],
        "order": question.order,
        "parameters": parameters_shown(question),
        "convention": question.convention,
    }
    if isinstance(answer, Measurement):
        return {**common, **_measurement_fields(answer)}
    return {**common, **_verdict_fields(answer)}


def parameters_shown(question: Question) -> dict[str, Any]:
    """Return n and the parameters as scripts read them."""
    found: dict[str, Any] = {"n": question.n}
    for name, value in question.parameters.items():
        text = "all" if name == "c" and question.every_c else shown_value(value)
        free = value == SYMBOLS.get(name, FREE)
        found[name] = "free" if free else int(text) if text.lstrip("-").isdigit() else text
    return found


def _verdict_fields(verdict: Verdict) -> dict[str, Any]:
    scope = verdict.scope
    fields: dict[str, Any] = {
        "status": verdict.status,
        "scope": _scope(scope),
        "statement": _statement(verdict),
        "witness": None,
        "values": [],
        "undefined": _undefined_fields(verdict),
        "engine": verdict.engine,
        "agreed_by": list(verdict.agreed_by),
        "caveats": list(verdict.caveats),
        "cases": verdict.cases,
        "seconds": round(verdict.seconds, 3),
        "checked": list(verdict.checked),
    }
    if verdict.replayed is not None:
        fields["witness"] = verdict.replayed.witness
        fields["values"] = [
            {"term": term, "exact": exact_text(value), "approx": approx_text(value)}
            for term, value in verdict.replayed.values
        ]
    if verdict.part is not None:
        fields["part"] = verdict.part
    if verdict.derivation:
        fields["derivation"] = list(verdict.derivation)
    if verdict.reason:
        fields["reason"] = verdict.reason
    if verdict.question.asked.reading:
        fields["reading"] = verdict.question.asked.reading
    return fields


def _undefined_fields(verdict: Verdict) -> dict[str, Any]:
    undefined = verdict.undefined
    fields: dict[str, Any] = {"cases": undefined.cases, "first": undefined.first}
    known = verdict.status == HOLDS and undefined.cases and undefined.of is not None
    return {**fields, "of": undefined.of} if known else fields


def _scope(scope: Scope) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "n": list(scope.sizes),
        "all": scope.every_from is not None,
        "first_failing_n": scope.first_failing,
    }
    if scope.every_from is not None:
        fields["from"] = scope.every_from
    return fields


def _statement(verdict: Verdict) -> str:
    if verdict.scope.every_from is not None and verdict.replayed is None:
        return verdict.question.text(every_n=True)
    statement = None if verdict.replayed is None else verdict.replayed.statement
    return verdict.question.text(statement)


def _measurement_fields(found: Measurement) -> dict[str, Any]:
    value: dict[str, Any] = {"exact": None, "approx": None}
    if found.exact is not None:
        expression = found.exact.expression()
        value = {"exact": exact_text(expression), "approx": approx_text(expression)}
    elif found.estimate is not None and found.interval is not None:
        value["approx"] = f"{found.estimate:.6g}"
        value["interval"] = [f"{end:.6g}" for end in found.interval]
        value["confidence"] = "99%"
        value["samples"] = found.samples
        value["seed"] = found.seed
    return {
        "statement": found.question.text(),
        "value": value,
        "undefined": {"cases": found.undefined.cases, "first": found.undefined.first},
        **({"witness": found.witness} if found.witness else {}),
        "engine": found.engine,
        "caveats": list(found.caveats),
        **({"reason": found.reason} if found.reason else {}),
        "reading": found.question.asked.reading,
        "cases": found.cases,
        "seconds": round(found.seconds, 3),
    }


# Text --------------------------------------------------------------------------------------------


def _text(answer: Verdict | Measurement) -> str:
    return _measured(answer) if isinstance(answer, Measurement) else _verdict(answer)


def _line(name: str, text: str) -> str:
    return f"  {name:<10}{text}"


def _lines(name: str, texts: Iterable[str]) -> list[str]:
    """Return lines of which the first is named."""
    return [_line("" if index else name, text) for index, text in enumerate(texts)]


def _named(point: dict[str, Any] | None) -> list[str]:
    """Return the values of variables, each under its letter."""
    return [f"{letter(name)} = {_listed(value)}" for name, value in (point or {}).items()]


def _subjects(answer: Verdict | Measurement) -> str:
    question = answer.question
    titles = " and ".join(subject.title for subject in question.subjects)
    return f"{question.asked.title}, {titles}{question.given()}"


def _verdict(verdict: Verdict) -> str:
    lines = [f"{_status(verdict):<10}{_subjects(verdict)}, {verdict.scope}", ""]
    if verdict.part is not None:
        lines.append(_line("fails", verdict.part))
    lines.append(_line("asked", _statement(verdict)))
    lines += _evidence(verdict)
    if verdict.reason:
        lines.append(_line("because", _because(verdict)))
    lines += _lines("proof", (f"{i}. {step}" for i, step in enumerate(verdict.derivation, 1)))
    lines += [_line("checked", note) for note in verdict.checked]
    lines += [*_undefined(verdict), *_lines("reading", verdict.question.readings())]
    first = ""
    if verdict.replayed is not None and verdict.replayed.witness is not None:
        maybe = any(caveat.startswith("an earlier witness") for caveat in verdict.caveats)
        lexicographic = verdict.engine == "exhaustive" and not maybe
        first = "; first witness in lexicographic order" if lexicographic else "; some witness"
    cases = f"{verdict.cases:,} cases, " if verdict.cases else ""
    lines.append(_line("engine", f"{verdict.engine}, exact, {cases}{verdict.seconds:.2f} s{first}"))
    if verdict.agreed_by:
        lines.append(_line("agreed by", ", ".join(verdict.agreed_by)))
    lines += [_line("caveat", caveat) for caveat in verdict.caveats]
    if verdict.status == HOLDS and verdict.scope.sizes:
        last = verdict.scope.sizes[-1]
        lines.append(_line("note", f"nothing is said about other n: try --n 2..{last + 1}"))
    return "\n".join(lines)


def _status(verdict: Verdict) -> str:
    """Return the status; what holds only where it is defined says so, and how often it is not."""
    word = verdict.status.upper()
    if verdict.status != HOLDS or not verdict.undefined.cases:
        return word
    return f"{word} where defined ({verdict.undefined}): "


def _because(verdict: Verdict) -> str:
    if verdict.reason == "undefined" or verdict.reason.startswith("undefined: "):
        return f"{verdict.reason} (no case has all its values defined)"
    return verdict.reason


def _evidence(verdict: Verdict) -> list[str]:
    replayed = verdict.replayed
    if replayed is None:
        return []
    if replayed.witness is None:
        return [_line("witness", "none: every case was tried, and again by replay")]
    values = [
        f"{term} = {exact_text(value)}" + ("" if value.is_Integer else f" ≈ {approx_text(value)}")
        for term, value in replayed.values
    ]
    return [
        *_lines("witness", _named(replayed.witness)),
        *_lines("so", values),
        _line("replayed", "exactly, from the definitions, by code that no engine shares"),
    ]


def _listed(value: Any) -> str:
    """Return a ranking, weights or a matrix on one line."""
    if not isinstance(value, list):
        return str(value)
    if value and isinstance(value[0], list):
        return "(" + "; ".join(" ".join(map(str, row)) for row in value) + ")"
    return f"({' '.join(map(str, value))})"


def _undefined(answer: Verdict | Measurement) -> list[str]:
    undefined = answer.undefined
    if not undefined.cases:
        return []
    text = f"{undefined.cases:,} cases left out" if undefined.counted else "some cases left out"
    if undefined.first:
        which = "the first" if undefined.counted else "one"
        text += f", {which} at {', '.join(_named(undefined.first))}"
    return [_line("undefined", text)]


def _measured(found: Measurement) -> str:
    question = found.question
    fields = as_json(found)["value"]
    if found.exact is not None:
        value = fields["exact"]
        if fields["approx"] != value:
            value += f" ≈ {fields['approx']}"
    elif found.estimate is not None:
        low, high = fields["interval"]
        value = f"≈ {fields['approx']}, between {low} and {high}"
    else:
        value = "UNDECIDED " + (
            "undefined in every case" if found.reason == "undefined" else found.reason
        )
    kind = "exact" if found.exact is not None else "estimated"
    engine = f"{found.engine}, {kind}, {found.cases:,} cases, {found.seconds:.2f} s"
    lines = [value, f"{_subjects(found)}, n = {question.n}", "", _line("asked", question.text())]
    lines += _lines("near" if found.approached else "attained", _named(found.witness))
    lines += [*_undefined(found), *_lines("reading", question.readings()), _line("engine", engine)]
    return "\n".join([*lines, *[_line("caveat", caveat) for caveat in found.caveats]])


# Other formats -----------------------------------------------------------------------------------


def _rows(answer: Verdict | Measurement) -> list[tuple[str, str]]:
    fields = as_json(answer)
    subject = "order" if answer.question.asked.subject == ORDER else "metric"
    rows = [("property", fields["axiom"]), (subject, ", ".join(fields["subject"]))]
    rows += [("order", fields["order"])] if fields["order"] else []
    rows += [(name, str(value)) for name, value in fields["parameters"].items()]
    if isinstance(answer, Measurement):
        value = fields["value"]
        rows.append(("value", str(value["exact"] or value["approx"])))
    else:
        rows += [("verdict", _status(answer).rstrip(": ")), ("scope", str(answer.scope))]
        rows += [
            (name, " ".join(map(str, value)) if isinstance(value, list) else str(value))
            for name, value in (fields["witness"] or {}).items()
        ]
        rows += [(item["term"], item["exact"]) for item in fields["values"]]
    rows += [("undefined cases", str(answer.undefined.cases))] if answer.undefined.cases else []
    return [*rows, ("engine", fields["engine"])]


def _markdown(answer: Verdict | Measurement) -> str:
    lines = [f"**{_subjects(answer)}**", "", "| | |", "|---|---|"]
    lines += [f"| {name} | {value.replace('|', chr(92) + '|')} |" for name, value in _rows(answer)]
    return "\n".join(lines)


def _latex(answer: Verdict | Measurement) -> str:
    statement = None
    if isinstance(answer, Verdict) and answer.replayed is not None:
        statement = answer.replayed.statement
    lines = [r"\[", answer.question.latex(statement), r"\]", r"\begin{tabular}{ll}", r"\toprule"]
    lines += [rf"{latex_text(name)} & {latex_text(value)} \\" for name, value in _rows(answer)]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"])


_LATEX = {
    "σ": r"$\sigma$", "τ": r"$\tau$", "ν": r"$\nu$", "μ": r"$\mu$", "ρ": r"$\rho$",
    "κ": r"$\kappa$", "∘": r"$\circ$", "−": "$-$", "…": r"\dots{}", "⁻¹": "$^{-1}$",
    "_": r"\_", "%": r"\%", "&": r"\&", "#": r"\#", "⊔": r"$\sqcup$", "⊓": r"$\sqcap$",
    "⊑": r"$\sqsubseteq$", "≥": r"$\geq$", "≤": r"$\leq$",
    **{mark: f"$_{digit}$" for digit, mark in enumerate("₀₁₂₃₄₅₆₇₈₉")},
}  # fmt: skip


def latex_text(text: str) -> str:
    """Return plain text with its special characters written for LaTeX."""
    for mark, latex in _LATEX.items():
        text = text.replace(mark, latex)
    return text


def _csv(answer: Verdict | Measurement) -> str:
    flat = {
        name: value
        if isinstance(value, str | int | float) or value is None
        else json.dumps(value, ensure_ascii=False)
        for name, value in as_json(answer).items()
    }
    return csv_text([flat, flat.values()])
