"""Formulas and scopes as the pages say them."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from sympy import Symbol

from axioms.axiom import Weighting
from axioms.language.formula import Depth, Threshold
from axioms.language.printing import statement_latex
from metrics.language.term_printing import TermLatex, metric_latex
from metrics.metric import Metric
from proofs.core.verdict import Scope
from proofs.tables.answers import Answer

WORDS = {"holds": "HOLDS", "refuted": "REFUTED", "undecided": "UNDECIDED", "refused": "NOT ASKED"}
LONGEST_FORMULA = 6_000
POWER = re.compile(r"\*\*(\d+)\b")
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
BREAKS = re.compile(r"([:_])(?=\w)")


@cache
def statements(axiom: Any, subject: Any = None) -> list[tuple[str, str]]:
    """Return what an axiom says of a subject: the name of each part, and its formula in LaTeX.

    A weighting is two metrics, and an axiom of weightings names both.
    """
    names = {"Dist": "d", "M": "M"}
    if isinstance(subject, Weighting):
        names = {"K": subject.kendall.name, "F": subject.footrule.name}
    elif subject is not None:
        names = dict.fromkeys((*axiom.slots, *names), subject.name)
    written = [
        (part.name, statement_latex(_lettered(part.statement), names, None)) for part in axiom.parts
    ]
    several = len(written) > 1
    return [(part if several else "", latex) for part, latex in written]


def _lettered(formula: Any) -> Any:
    """Return a statement with letters for the cut-off and the threshold of the metric."""
    letters = {Depth: Symbol("k_m"), Threshold: Symbol("t_m")}
    return formula.xreplace({one: letters[type(one)] for one in formula.atoms(Depth, Threshold)})


def notes(axiom: Any) -> list[str]:
    """Return what the letters of a statement stand for that nothing binds."""
    said = {
        Depth: "kₘ is the cut-off of the metric, n where it has none",
        Threshold: "tₘ is the grade from which on it calls a document relevant",
    }
    return [text for kind, text in said.items() if any(one.has(kind) for one in axiom.formulas)]


def defining(declared: Any) -> str:
    """Return the defining equation of a subject in LaTeX, or nothing where it has none."""
    if isinstance(declared, Metric):
        return str(metric_latex(declared))
    if getattr(declared, "value", None) is None:
        return ""
    return str(TermLatex().doprint(declared.value))


def scope_text(answer: Answer) -> str:
    """Return the sizes for which an answer speaks.

    >>> scope_text({"scope": {"n": [2, 3], "all": False, "first_failing_n": 3}})
    'n = 3 (holds for n = 2)'
    """
    scope = answer.get("scope")
    if scope is None:
        return ""
    return str(Scope.of(scope))


def powers(text: str) -> str:
    """Return a text of ours with powers as they are read.

    >>> powers("n**2/(n**2 - n) > 2**n")
    'n²/(n² - n) > 2**n'
    """
    return POWER.sub(lambda found: found[1].translate(RAISED), text)


def breakable(text: str) -> Any:
    """Return a long name that may go on in the next line after a colon or an underscore.

    >>> breakable("ranx:r<1")
    Markup('ranx:<wbr>r&lt;1')
    """
    from markupsafe import Markup, escape

    return Markup(BREAKS.sub(r"\1<wbr>", str(escape(text))))


def headline(answer: Answer) -> str:
    """Return the status in words, with how often it is undefined."""
    word = WORDS[answer["status"]]
    undefined = answer.get("undefined", {})
    if answer["status"] != "holds" or not undefined.get("cases"):
        return word
    of = f" of {undefined['of']:,}" if "of" in undefined else ""
    some = f"{undefined['cases']:,}{of}" if undefined.get("counted", True) else "some"
    return f"{word} where defined ({some} cases are not)"
