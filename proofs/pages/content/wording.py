"""Formulas and scopes as the pages say them."""

from __future__ import annotations

from functools import cache
from typing import Any

from axioms.language.printing import statement_latex
from metrics.language.term_printing import metric_latex
from metrics.metric import Metric
from proofs.core.verdict import Scope
from proofs.tables.answers import Answer

WORDS = {"holds": "HOLDS", "refuted": "REFUTED", "undecided": "UNDECIDED", "refused": "NOT ASKED"}
LONGEST_FORMULA = 6_000


@cache
def statements(axiom: Any, name: str) -> list[tuple[str, str]]:
    """Return what an axiom says of a subject: the name of each part, and its formula in LaTeX."""
    names = dict.fromkeys((*axiom.slots, "Dist", "M"), name) if name else {"Dist": "d", "M": "M"}
    parts = getattr(axiom, "parts", ())
    written = [(part.name, statement_latex(part.statement, names, None)) for part in parts]
    if not written:
        written = [(axiom.name, statement_latex(one, names, None)) for one in axiom.formulas]
    several = len(written) > 1
    return [(part if several else "", latex) for part, latex in written]


def defining(declared: Any) -> str:
    """Return the defining equation of a subject in LaTeX, or nothing where it has none."""
    if isinstance(declared, Metric):
        latex = metric_latex(declared)
    elif getattr(declared, "value", None) is not None:
        from metrics.language.term_printing import TermLatex

        latex = TermLatex().doprint(declared.value)
    else:
        return ""
    return latex if len(latex) <= LONGEST_FORMULA else ""


def scope_text(answer: Answer) -> str:
    """Return the sizes for which an answer speaks.

    >>> scope_text({"scope": {"n": [2, 3], "all": False, "first_failing_n": 3}})
    'n = 3 (holds for n = 2)'
    """
    scope = answer.get("scope")
    if scope is None:
        return ""
    return str(Scope(tuple(scope["n"]), scope["first_failing_n"], scope.get("from")))


def headline(answer: Answer) -> str:
    """Return the status in words, with how often it is undefined."""
    word = WORDS[answer["status"]]
    undefined = answer.get("undefined", {})
    if answer["status"] != "holds" or not undefined.get("cases"):
        return word
    of = f" of {undefined['of']:,}" if "of" in undefined else ""
    return f"{word} where defined ({undefined['cases']:,}{of} cases are not)"
