r"""Formulas as MathML, which browsers show and screen readers speak without any script.

>>> "<mi>p@2</mi>" in mathematics(r"\operatorname{p@2}(r)")
True
>>> str(mathematics(r"\frac{1}{2}"))[:5], "<mfrac>" in mathematics(r"\frac{1}{2}")
('<math', True)
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from rankproof.line.failures import Mistake

NAMES = re.compile(r"<mo>(\w\w[\w\\]*|[A-Za-z])</mo>")
SPELLED = re.compile(r"<mo />\s*<mrow>((?:<m[ino][^>]*>[^<]+</m[ino]>)+)</mrow>")
PRIMED = re.compile(r"<msup>(<mi>\w</mi>)<mi>(&#x02032;)</mi></msup>")
TAG = re.compile(r"<[^>]*>")
NAMESPACE = re.compile(r" xmlns=\"[^\"]*\"")
COLON = "<mi>:</mi>"
PARTS = re.compile(
    r"(?P<open>\\left\b.|\\\{|[{(\[])|(?P<close>\\right\b.|\\\}|[})\]])"
    r"|(?P<colon>: )|(?P<break> (?=\\(?:Rightarrow|Leftrightarrow|leq|geq|neq) |[=<>+-] ))"
)
RELATION = ("<mrow /><mo>", '<mrow /><mo lspace="0">')
"""A relation that begins a formula: the space between both formulas is there already."""
SPACED = '<mo lspace="0.1em" rspace="0.45em">:</mo>'


@lru_cache(maxsize=20_000)
def mathematics(latex: str, display: bool = False) -> Any:
    """Return a formula of ours as MathML that templates do not escape again."""
    try:
        from latex2mathml.converter import convert
        from markupsafe import Markup
    except ImportError as problem:
        from proofs.pages.rendering import MISSING

        raise Mistake(MISSING.format(name=problem.name)) from None
    text = NAMESPACE.sub("", convert(latex, display="block" if display else "inline"), count=1)
    text = SPELLED.sub(lambda name: f"<mi>{TAG.sub('', name[1])}</mi>", text)
    text = PRIMED.sub(r'<mrow>\1<mo lspace="0" rspace="0.05em">\2</mo></mrow>', text)
    return Markup(NAMES.sub(r"<mi>\1</mi>", text).replace(COLON, SPACED))


def statement(latex: str) -> Any:
    """Return a statement as several formulas, so that a long one goes on in the next line."""
    from markupsafe import Markup

    first, *others = pieces(latex)
    shown = [mathematics(first), *(mathematics(f"{{}} {one}") for one in others)]
    return Markup(" ".join(str(one).replace(*RELATION, 1) for one in shown))


def pieces(latex: str) -> list[str]:
    r"""Part a statement after its quantifiers and before its relations, never within brackets.

    >>> pieces(r"\forall i \in \{1, 2\}: f(i = 1) \Rightarrow g(i) = 2")
    ['\\forall i \\in \\{1, 2\\}:', 'f(i = 1)', '\\Rightarrow g(i)', '= 2']
    """
    found, depth, start = [], 0, 0
    for sign in PARTS.finditer(latex):
        depth += (sign["open"] is not None) - (sign["close"] is not None)
        if depth == 0 and (sign["colon"] or sign["break"]):
            found.append(latex[start : sign.end()].strip())
            start = sign.end()
    return [*found, latex[start:].strip()]
