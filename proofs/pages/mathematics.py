r"""Formulas as MathML, which browsers show and screen readers speak without any script.

>>> str(mathematics(r"\frac{1}{2}"))[:5], "<mfrac>" in mathematics(r"\frac{1}{2}")
('<math', True)
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from rankproof.line.failures import Mistake

NAMES = re.compile(r"<mo>(\w\w[\w\\]*|[A-Za-z])</mo>")
NAMESPACE = re.compile(r" xmlns=\"[^\"]*\"")
COLON = "<mi>:</mi>"
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
    return Markup(NAMES.sub(r"<mi>\1</mi>", text).replace(COLON, SPACED))
