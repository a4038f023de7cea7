"""Text such that LaTeX prints it.

>>> escaped("50 % of S₃: 2·√2 ≤ σ")
'50 \\\\% of S$_{3}$: 2$\\\\cdot$$\\\\sqrt{}$2 $\\\\leq$ $\\\\sigma$'
>>> escaped("p̄ ⊑ a_1")
'$\\\\bar{p}$ $\\\\sqsubseteq$ a\\\\_1'
"""

from __future__ import annotations

import re

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
    "Π": r"\Pi", "○": r"\circ", "●": r"\bullet", "•": r"\bullet", "✓": r"\surd", "✗": r"\times",
    "°": r"^{\circ}", "⁻": "^{-}", "²": "^{2}", "¹": "^{1}", "³": "^{3}", "ₙ": "_{n}",
    "ₖ": "_{k}", "∩": r"\cap", "∪": r"\cup", "∞": r"\infty", "↔": r"\leftrightarrow",
    "⊔": r"\sqcup", "⊓": r"\sqcap", "⊑": r"\sqsubseteq", "≺": r"\prec", "′": "'", "₊": "_{+}",
    "⁺": "^{+}", "\u2216": r"\setminus", "⊆": r"\subseteq", "⊏": r"\sqsubset", "λ": r"\lambda",
    "⁰": "^{0}", "ᵢ": "_{i}", "\u211d": r"\mathbf{R}",
    **{mark: f"^{{{digit}}}" for digit, mark in enumerate("⁴⁵⁶⁷⁸⁹", 4)},
    **{mark: f"_{{{digit}}}" for digit, mark in enumerate("₀₁₂₃₄₅₆₇₈₉")},
}  # fmt: skip
TEXT = {
    **{"…": r"\dots{}", "\N{EN DASH}": "--", "—": "---", "“": "``", "”": "''"},
    "█": r"\rule{1ex}{1ex}",
}
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
