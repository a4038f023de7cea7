"""An answer or a value as notebooks show it: HTML, Markdown, one formula of LaTeX, one line."""

from __future__ import annotations

from typing import Any

from proofs.core.verdict import Measurement, Verdict
from proofs.report import shown
from rankproof.line.latex import escaped
from rankproof.presented import card


def told(answer: Verdict | Measurement, form: str) -> str:
    """Return an answer in one of the forms of :class:`rankproof.presented.Presented`."""
    if form in ("text", "md"):
        return shown.show(answer, form)
    said = shown.told(answer)
    if form == "html":
        word, _, where = said.word.partition(" ")
        plain = isinstance(answer, Measurement)
        heading = f"{said.word}: {said.about}" if plain else f"{where} {said.about}".strip()
        return card("" if plain else word, heading, said.lines)
    if form == "latex":
        return _formula(answer, said.word)
    return f"{said.word.rstrip(': ')}: {said.about}"


def _formula(answer: Verdict | Measurement, word: str) -> str:
    """Return the statement and its status, or the quantity and its value, as one formula."""
    if isinstance(answer, Measurement):
        import sympy as sp

        value = answer.value
        number = rf"\text{{{escaped(word)}}}" if value is None else sp.latex(value)
        return rf"$${answer.question.latex()} = {number}$$"
    statement = shown.statement_latex(answer)
    where = f", {answer.scope}" if str(answer.scope) else ""
    # In a notebook the text within a formula knows no macros but those of mathematics.
    said = escaped(word.rstrip(": ") + where).replace(r"\dots{}", r"$\dots$")
    return rf"$$\text{{{said}}}\colon\quad {statement}$$"


def value_told(value: Any, form: str) -> str:
    """Return a value, or those of the topics of files, in one of the forms."""
    from proofs.report import valued

    text = valued.value_text(value) if hasattr(value, "exact") else valued.scored_text(value)
    heading, _, below = text.partition("\n")
    if form == "text":
        return text
    if form == "html":
        word, _, rest = heading.partition(" ")
        lines = [(line[2:12].strip(), line[12:]) for line in below.splitlines() if line.strip()]
        known = word == "UNDEFINED"
        return card(word if known else "", rest if known else heading, lines)
    if form == "md":
        return f"**{heading}**"
    if form == "latex":
        return _value_formula(value, heading)
    return heading


def _value_formula(value: Any, heading: str) -> str:
    exact = getattr(value, "exact", None)
    if exact is None:
        return rf"$$\text{{{escaped(heading)}}}$$"
    import sympy as sp

    about = "" if value.approx in (None, str(exact)) else rf"\approx {value.approx}"
    return rf"$$\text{{{escaped(value.metric)}}} = {sp.latex(exact)} {about}$$"
