"""From text to tokens: numbers, names and marks, each with its place.

Letters are ASCII; Greek letters, their LaTeX names and the marks of mathematics are accepted under
the plain word that they stand for. Every other character is refused by its name: nothing invisible
or look-alike gets in. Decimals are exact.

>>> [token.text for token in tokens("σ(i) ≤ 0.8 * \\\\tau(i)")]
['sigma', '(', 'i', ')', '<=', '0.8', '*', 'tau', '(', 'i', ')', '']
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from metrics.naming import BadInput

LONGEST = 20_000
MOST_TOKENS = 8000
MOST_DIGITS = 30
SHOWN = 36

GREEK = {
    **{"σ": "sigma", "τ": "tau", "ν": "nu", "μ": "mu", "µ": "mu", "ρ": "rho", "κ": "kappa"},
    **{"π": "pi", "δ": "delta"},
}
MARKS = {
    **{"≤": "<=", "≥": ">=", "≠": "!=", "==": "=", "−": "-", "·": "*", "×": "*", "**": "^"},
    **{"⇒": "=>", "⇔": "<=>", "∀": "forall", "∃": "exists", "∈": "in"},
    **{"∧": "and", "∨": "or", "¬": "not", "&&": "and", "||": "or", "<>": "!="},
    **dict.fromkeys(("->", "→", "⟶", "⟹"), "=>"),
    **dict.fromkeys(("<->", "↔", "⟷", "⟺"), "<=>"),
    **{"implies": "=>", "iff": "<=>"},
}
LATEX = {
    **{name: name for name in GREEK.values()},
    **{"le": "<=", "leq": "<=", "ge": ">=", "geq": ">=", "ne": "!=", "neq": "!=", "lt": "<"},
    **{"gt": ">", "cdot": "*", "times": "*", "forall": "forall", "exists": "exists", "in": "in"},
    **{"land": "and", "wedge": "and", "lor": "or", "vee": "or", "neg": "not", "lnot": "not"},
    **dict.fromkeys(("Rightarrow", "implies", "rightarrow", "to", "Longrightarrow"), "=>"),
    **dict.fromkeys(("Leftrightarrow", "iff", "leftrightarrow", "Longleftrightarrow"), "<=>"),
    **{"sum": "sum", "prod": "product", "log": "log", "ln": "log", "min": "min", "max": "max"},
    **{"sqrt": "sqrt"},
}
WRITE = {
    **{"|": "abs(x)", "²": "^2", "³": "^3", "√": "sqrt(x)", "÷": "/", "%": "mod(a, b)"},
    **dict.fromkeys("∑Σ{}", "sum(i, 1, n, term)"),
    **dict.fromkeys("∏Π", "product(i, 1, n, term)"),
    **dict.fromkeys((r"\frac", r"\tfrac", r"\dfrac"), "a/b"),
    **dict.fromkeys((r"\left", r"\right"), "the bracket alone"),
    **dict.fromkeys((r"\lvert", r"\rvert", r"\vert"), "abs(x)"),
}
"""How what is no part of a formula is written in one."""
NUMBER, NAME, MARK, END = "number", "name", "mark", "end"
_TOKEN = re.compile(
    r"(?P<number>[0-9]+(?:\.[0-9]+)?)|(?P<name>[A-Za-z_][A-Za-z_0-9]*'*)|\\(?P<latex>[A-Za-z]+)"
    r"|(?P<mark><=>|<->|->|<>|<=|>=|!=|==|=>|&&|\|\||\*\*|[-+*/^()\[\],:@=<>])"
)


class BadText(BadInput):
    """A formula that cannot be read; the lines below the message show the place."""

    def __init__(self, message: str, picture: str = "") -> None:
        super().__init__(f"{message}\n{picture}" if picture else message)
        self.picture = picture

    def inside(self, where: str) -> BadText:
        """Return the same trouble, with the name of what the formula belongs to."""
        return BadText(f"{where}: {self.message}", self.picture)


@dataclass(frozen=True)
class Token:
    """A number, a name or a mark, and where it begins."""

    kind: str
    text: str
    at: int


def trouble(text: str, at: int, message: str) -> BadText:
    """Return the error for a place of a text: what is wrong, the line, and a mark below it."""
    start, end = max(0, at - SHOWN), at + SHOWN
    before = ("…" if start else "") + "".join(map(_visible, text[start:at]))
    after = "".join(map(_visible, text[at:end])) + ("…" if end < len(text) else "")
    return BadText(message, f"  {before}{after}\n  {' ' * len(before)}^")


def _visible(character: str) -> str:
    plain = character.isascii() or any(character in known for known in (GREEK, MARKS, WRITE))
    return character if plain and character.isprintable() else "�"


def tokens(text: str) -> list[Token]:
    """Return the tokens of a formula, and the end as the last of them."""
    if len(text) > LONGEST:
        raise BadText(f"a formula of {len(text):,} characters is too long: at most {LONGEST:,}.")
    found = list(_found(text))
    if len(found) > MOST_TOKENS:
        raise BadText(f"a formula of {len(found):,} words and marks is too long: {MOST_TOKENS:,}.")
    return found


def _found(text: str) -> Iterator[Token]:
    at = 0
    while at < len(text):
        character = text[at]
        if character in " \t\n\r":
            at += 1
        elif character in GREEK:
            yield Token(NAME, GREEK[character], at)
            at += 1
        elif character in MARKS:
            yield _plain(MARKS[character], at)
            at += 1
        else:
            matched = _TOKEN.match(text, at)
            if matched is None:
                hint = _hint(character)
                raise trouble(text, at, f"{_named(character)} is no part of a formula{hint}.")
            yield _token(text, matched)
            at = matched.end()
    yield Token(END, "", at)


def _token(text: str, matched: re.Match[str]) -> Token:
    at, found = matched.start(), matched.group()
    if matched["number"]:
        if len(found) > MOST_DIGITS:
            raise trouble(text, at, f"a number has at most {MOST_DIGITS} digits.")
        return Token(NUMBER, found, at)
    if matched["latex"]:
        if matched["latex"] not in LATEX:
            raise trouble(text, at, f"{found[:40]} is no word of a formula{_hint(found)}.")
        return _plain(LATEX[matched["latex"]], at)
    return _plain(MARKS.get(found, found), at)


def _hint(found: str) -> str:
    return f": write {WRITE[found]}" if found in WRITE else ""


def _plain(text: str, at: int) -> Token:
    return Token(NAME if text[0].isalpha() or text[0] == "_" else MARK, text, at)


def _named(character: str) -> str:
    name = unicodedata.name(character, "") or f"U+{ord(character):04X}"
    shown = f"{character!r}, " if character.isascii() and character.isprintable() else ""
    return f"{shown}{name.lower()}," if shown else f"the character {name}"
