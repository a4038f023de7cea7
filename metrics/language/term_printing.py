"""Terms as text and as LaTeX: a node says itself how it is written in either style.

>>> from metrics.gain import mean_rank
>>> print(metric_latex(mean_rank))
\\operatorname{mean\\_rank}\\left(\\sigma\\right) = \\frac{\\sum_{i=1}^{k} \\sigma(i)}{k}
"""

from __future__ import annotations

from typing import Any, ClassVar

from sympy.printing.latex import LatexPrinter
from sympy.printing.precedence import PRECEDENCE
from sympy.printing.printer import Printer
from sympy.printing.str import StrPrinter

from metrics.language.domains import SUBSCRIPTS

LETTERS = {"sigma": "σ", "tau": "τ", "nu": "ν", "mu": "μ", "rho": "ρ", "kappa": "κ", "pi": "π"}


def letter(name: str) -> str:
    """Return the letter that is shown for a variable, keeping a trailing number as a subscript."""
    stem = name.rstrip("0123456789")
    return LETTERS.get(stem, stem) + name[len(stem) :].translate(SUBSCRIPTS)


class Words(Printer):
    """Prints a node by its template in `written`, and what has none as SymPy does."""

    style: ClassVar[int] = 0

    def template(self, node: type) -> str | None:
        """Return how a class of nodes is written in this style."""
        written = getattr(node, "written", None)
        return None if written is None else str(written[self.style])

    def _print(self, e: Any, **kwargs: Any) -> str:
        template = self.template(type(e))
        if template is None:
            return super()._print(e, **kwargs)
        return template.format(*map(self._print, e.args))


class TermText(Words, StrPrinter):
    """SymPy's text printer, with our words."""

    printmethod = "_rankproof"

    def _print_Ranking(self, term: Any) -> str:
        return letter(term.name)

    def _print_Ratio(self, term: Any) -> str:
        top, bottom = (self.parenthesize(a, PRECEDENCE["Mul"]) for a in term.args)
        return f"{top}/{bottom}"

    def _print_Abs(self, term: Any) -> str:
        return f"|{self._print(term.args[0])}|"

    def _print_Add(self, term: Any, order: Any = None) -> str:
        return super()._print_Add(term, order).replace(" - ", " − ")


class TermLatex(Words, LatexPrinter):
    """SymPy's LaTeX printer, with our words."""

    style = 1

    def _print_Ranking(self, term: Any) -> str:
        stem = term.name.rstrip("0123456789")
        digits = term.name[len(stem) :]
        return f"\\{stem}" + (f"_{{{digits}}}" if digits else "")

    def _print_Ratio(self, term: Any) -> str:
        return rf"\frac{{{self._print(term.args[0])}}}{{{self._print(term.args[1])}}}"


def metric_latex(metric: Any) -> str:
    """Return the defining equation of a metric in LaTeX."""
    printer = TermLatex()
    inputs = ", ".join(printer.doprint(variable) for variable in metric.inputs)
    name = metric.name.replace("_", r"\_")
    value = printer.doprint(metric.value)
    return rf"\operatorname{{{name}}}\left({inputs}\right) = {value}"
