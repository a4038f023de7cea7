"""A table in LaTeX, with booktabs; long ones as longtable, crowded headings turned.

>>> escaped("50 % of S₃: 2·√2 ≤ σ")
'50 \\\\% of S$_{3}$: 2$\\\\cdot$$\\\\sqrt{}$2 $\\\\leq$ $\\\\sigma$'
>>> escaped("p̄ ⊑ a_1")
'$\\\\bar{p}$ $\\\\sqsubseteq$ a\\\\_1'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from proofs.tables.layout.table_shape import Table

PACKAGES = r"% needs \usepackage{array,booktabs,longtable,graphicx}"
LONG = 45
CROWDED = 8
PARAGRAPH = 44
ASCII = {
    "\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", '"': "''",
    **{sign: f"\\{sign}" for sign in "{}$&%#_"}, **{sign: f"${sign}$" for sign in "<>|"},
}  # fmt: skip
MATHS = {
    "σ": r"\sigma", "τ": r"\tau", "ν": r"\nu", "μ": r"\mu", "ρ": r"\rho", "κ": r"\kappa",
    "ε": r"\varepsilon", "α": r"\alpha", "β": r"\beta", "γ": r"\gamma", "δ": r"\delta",
    "∘": r"\circ", "−": "-", "≥": r"\geq", "≤": r"\leq", "≈": r"\approx", "≠": r"\neq",
    "×": r"\times", "·": r"\cdot", "±": r"\pm", "∀": r"\forall", "∃": r"\exists", "∈": r"\in",
    "⇒": r"\Rightarrow", "⇔": r"\Leftrightarrow", "→": r"\to", "√": r"\sqrt{}", "∅": r"\emptyset",
    "∧": r"\wedge", "∨": r"\vee", "¬": r"\neg", "Σ": r"\Sigma",
    "Π": r"\Pi", "○": r"\circ", "●": r"\bullet", "✓": r"\surd", "✗": r"\times",
    "°": r"^{\circ}", "⁻": "^{-}", "²": "^{2}", "¹": "^{1}", "³": "^{3}", "ₙ": "_{n}",
    "ₖ": "_{k}", "∩": r"\cap", "∪": r"\cup", "∞": r"\infty", "↔": r"\leftrightarrow",
    "⊔": r"\sqcup", "⊓": r"\sqcap", "⊑": r"\sqsubseteq", "≺": r"\prec", "′": "'", "₊": "_{+}",
    "⁺": "^{+}",
    **{mark: f"^{{{digit}}}" for digit, mark in enumerate("⁴⁵⁶⁷⁸⁹", 4)},
    **{mark: f"_{{{digit}}}" for digit, mark in enumerate("₀₁₂₃₄₅₆₇₈₉")},
}  # fmt: skip
TEXT = {"…": r"\dots{}", "—": "---", "“": "``", "”": "''", "█": r"\rule{1ex}{1ex}"}
SIGNS = {**ASCII, **TEXT, **{sign: f"${maths}$" for sign, maths in MATHS.items()}}


ACCENTS = {"\u0302": r"\hat", "\u0303": r"\tilde", "\u0304": r"\bar"}
PRINTED = re.compile(f"(.)([{''.join(ACCENTS)}]?)", re.DOTALL)


def escaped(text: str) -> str:
    """Return text such that LaTeX prints it; what it cannot print is named by its code."""
    return PRINTED.sub(lambda at: _sign(at[1], at[2]), text)


def _sign(character: str, accent: str) -> str:
    if accent:
        return f"${ACCENTS[accent]}{{{MATHS.get(character, character)}}}$"
    if character in SIGNS:
        return SIGNS[character]
    if ord(character) < 0x250:
        return character
    return f"U+{ord(character):04X}"


def latex(table: Table) -> str:
    """Return the table as a tabular or a longtable, notes below it."""
    columns = "".join(_kind(table, place) for place in range(len(table.columns)))
    heads = [escaped(column.title) for column in table.columns]
    if len(heads) > CROWDED:
        heads = [heads[0], *[rf"\rotatebox{{90}}{{{head}}}" for head in heads[1:]]]
    rows = [[cell.text for cell in row] for row in table.rows]
    long = len(rows) > LONG
    kind, below = ("longtable", [r"\endhead"]) if long else ("tabular", [])
    lines = booktabs(kind, rf"@{{}}{columns}@{{}}", rows, heads, below)
    return "\n".join([f"% {table.title}", PACKAGES, *lines, *_notes(table)])


def booktabs(
    kind: str,
    columns: str,
    rows: Iterable[Sequence[str]],
    heads: Sequence[str] = (),
    below: Sequence[str] = (),
) -> list[str]:
    """Return the lines of a table; cells are escaped, headings are LaTeX already."""
    top = [" & ".join(heads) + r" \\", r"\midrule", *below] if heads else []
    body = [" & ".join(map(escaped, row)) + r" \\" for row in rows]
    begin, end = rf"\begin{{{kind}}}{{{columns}}}", rf"\end{{{kind}}}"
    return [begin, r"\toprule", *top, *body, r"\bottomrule", end]


def _kind(table: Table, place: int) -> str:
    """Return how a column is set: numbers to the right, long texts as paragraphs."""
    if table.columns[place].numeric:
        return "r"
    long = any(len(row[place].text) > PARAGRAPH for row in table.rows)
    return r">{\raggedright\arraybackslash}p{5cm}" if long else "l"


def _notes(table: Table) -> list[str]:
    signs = [f"{escaped(sign)}: {escaped(text)}" for sign, text in table.legend]
    notes = [*signs, *[escaped(note) for note in table.notes]]
    return ["", r"\par\medskip\noindent{\small " + r"\\ ".join(notes) + "}"] if notes else []
