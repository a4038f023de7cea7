"""Terms as text and as LaTeX.

>>> from metrics.gain import mean_rank
>>> print(metric_latex(mean_rank))
\\operatorname{mean\\_rank}\\left(\\sigma\\right) = \\frac{\\sum_{i=1}^{k} \\sigma(i)}{k}
"""

from __future__ import annotations

from typing import Any

from sympy.printing.latex import LatexPrinter
from sympy.printing.precedence import PRECEDENCE
from sympy.printing.str import StrPrinter

LETTERS = {
    "sigma": "σ",
    "tau": "τ",
    "nu": "ν",
    "mu": "μ",
    "rho": "ρ",
    "kappa": "κ",
    "pi": "π",
}
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def letter(name: str) -> str:
    """Return the letter that is shown for a variable, keeping a trailing number as a subscript."""
    stem = name.rstrip("0123456789")
    return LETTERS.get(stem, stem) + name[len(stem) :].translate(SUBSCRIPTS)


class TermText(StrPrinter):
    """SymPy's text printer, with our words."""

    printmethod = "_rankproof"

    def _print_Ranking(self, term: Any) -> str:
        return letter(term.name)

    def _print_Run(self, term: Any) -> str:
        return str(term.name)

    def _print_Grade(self, term: Any) -> str:
        return f"{self._print(term.args[0])}({self._print(term.args[1])})"

    def _print_Gain(self, term: Any) -> str:
        return f"g({self._print(term.args[0])})"

    def _print_Identity(self, term: Any) -> str:
        return "id"

    def _print_FullCycle(self, term: Any) -> str:
        return "(1 2 … n)"

    def _print_Backwards(self, term: Any) -> str:
        return "(n … 2 1)"

    def _print_Swap(self, term: Any) -> str:
        return f"({self._print(term.args[0])} {self._print(term.args[1])})"

    def _print_Inverse(self, term: Any) -> str:
        return self._print(term.args[0]) + "⁻¹"

    def _print_Reversed(self, term: Any) -> str:
        return f"reversed {self._print(term.args[0])}"

    def _print_Compose(self, term: Any) -> str:
        return "∘".join(self._print(argument) for argument in term.args)

    def _print_At(self, term: Any) -> str:
        return f"{self._print(term.args[0])}({self._print(term.args[1])})"

    def _print_RankOf(self, term: Any) -> str:
        return f"rank of {self._print(term.args[1])} in {self._print(term.args[0])}"

    def _print_ItemAt(self, term: Any) -> str:
        return f"item at {self._print(term.args[1])} of {self._print(term.args[0])}"

    def _print_Indicator(self, term: Any) -> str:
        return f"[{self._print(term.args[0])}]"

    def _print_Ratio(self, term: Any) -> str:
        top, bottom = (self.parenthesize(a, PRECEDENCE["Mul"]) for a in term.args)
        return f"{top}/{bottom}"

    def _print_Abs(self, term: Any) -> str:
        return f"|{self._print(term.args[0])}|"

    def _print_Add(self, term: Any, order: Any = None) -> str:
        return super()._print_Add(term, order).replace(" - ", " − ")


class TermLatex(LatexPrinter):
    """SymPy's LaTeX printer, with our words."""

    def _print_Ranking(self, term: Any) -> str:
        return "\\" + term.name.rstrip("0123456789") + _subscript(term.name)

    def _print_Run(self, term: Any) -> str:
        return str(term.name)

    def _print_Grade(self, term: Any) -> str:
        return f"{self._print(term.args[0])}({self._print(term.args[1])})"

    def _print_Gain(self, term: Any) -> str:
        return f"g({self._print(term.args[0])})"

    def _print_Identity(self, term: Any) -> str:
        return r"\mathrm{id}"

    def _print_FullCycle(self, term: Any) -> str:
        return r"(1\,2\,\dots\,n)"

    def _print_Backwards(self, term: Any) -> str:
        return r"(n\,\dots\,2\,1)"

    def _print_Swap(self, term: Any) -> str:
        return rf"({self._print(term.args[0])}\,{self._print(term.args[1])})"

    def _print_Inverse(self, term: Any) -> str:
        return self._print(term.args[0]) + "^{-1}"

    def _print_Reversed(self, term: Any) -> str:
        return rf"\overleftarrow{{{self._print(term.args[0])}}}"

    def _print_Compose(self, term: Any) -> str:
        return r" \circ ".join(self._print(argument) for argument in term.args)

    def _print_At(self, term: Any) -> str:
        return f"{self._print(term.args[0])}({self._print(term.args[1])})"

    def _print_RankOf(self, term: Any) -> str:
        return (
            rf"\operatorname{{rank}}_{{{self._print(term.args[0])}}}({self._print(term.args[1])})"
        )

    def _print_ItemAt(self, term: Any) -> str:
        return (
            rf"\operatorname{{item}}_{{{self._print(term.args[0])}}}({self._print(term.args[1])})"
        )

    def _print_Indicator(self, term: Any) -> str:
        return rf"\left[{self._print(term.args[0])}\right]"

    def _print_Ratio(self, term: Any) -> str:
        return rf"\frac{{{self._print(term.args[0])}}}{{{self._print(term.args[1])}}}"


def _subscript(name: str) -> str:
    digits = name[len(name.rstrip("0123456789")) :]
    return f"_{{{digits}}}" if digits else ""


def metric_latex(metric: Any) -> str:
    """Return the defining equation of a metric in LaTeX."""
    printer = TermLatex()
    inputs = ", ".join(printer.doprint(variable) for variable in metric.inputs)
    name = metric.name.replace("_", r"\_")
    value = printer.doprint(metric.value)
    return rf"\operatorname{{{name}}}\left({inputs}\right) = {value}"
