"""A statement as text and as LaTeX, with the metric's name and n filled in.

>>> from axioms import find_axiom
>>> print(statement_text(find_axiom("symmetry").parts[0].statement, {"m": "mae"}, 4))
∀ σ, τ ∈ S₄: mae(σ, τ) = mae(τ, σ)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from sympy import true

from axioms.language.formula import Score, Slot, Variable
from metrics.language.domains import Domain
from metrics.language.runs import Run
from metrics.language.term_printing import TermLatex, TermText, letter

RELATIONS = {"Equality": "=", "Unequality": "≠", "LessThan": "≤", "StrictLessThan": "<"}
TURNED = {"GreaterThan": "≥", "StrictGreaterThan": ">"}
LATEX_RELATIONS = {"=": "=", "≠": r"\neq", "≤": r"\leq", "<": "<", "≥": r"\geq", ">": ">"}


def grouped(variables: Sequence[Variable]) -> list[tuple[Domain, list[Variable]]]:
    """Group neighbouring variables of one domain."""
    return [(domain, list(group)) for domain, group in groupby(variables, key=lambda v: v.domain)]


class StatementText(TermText):
    """Statements in plain characters."""

    def __init__(self, names: Mapping[str, str], n: int | None) -> None:
        super().__init__()
        self.names, self.n = names, n

    def _name(self, score: Score) -> str:
        name = _called(score.slot, self.names)
        if score.slot.cutoff is None:
            return name
        cutoff = self._print(score.slot.cutoff)
        return f"{name}@{cutoff}" if " " not in cutoff else f"{name}@({cutoff})"

    def _print_Score(self, score: Score) -> str:
        return f"{self._name(score)}({', '.join(map(self._print, score.listings))})"

    def _print_Benefit(self, score: Any) -> str:
        return "benefit of " + self._print_Score(Score(*score.args))

    def _bound(self, variables: Sequence[Variable]) -> str:
        groups = [
            (", ".join(map(self._print, group)), domain.text(self.n))
            for domain, group in grouped(variables)
        ]
        return ", ".join(f"{names} ∈ {domain}" if domain else names for names, domain in groups)

    def _print_ForAll(self, formula: Any) -> str:
        return f"∀ {self._bound(formula.variables)}: {self._print(formula.body)}"

    def _print_Exists(self, formula: Any) -> str:
        return f"∃ {self._bound(formula.variables)}: {self._print(formula.body)}"

    def _print_Mean(self, mean: Any) -> str:
        where = "" if mean.where == true else f" with {self._print(mean.where)}"
        return f"mean over {self._bound(mean.variables)}{where} of {self._print(mean.body)}"

    def _print_Same(self, formula: Any) -> str:
        return " = ".join(map(self._print, formula.args))

    def _print_Below(self, formula: Any) -> str:
        return " ⊑ ".join(map(self._print, formula.args))

    def _print_Linked(self, formula: Any) -> str:
        return " and ".join(map(self._print, formula.args)) + " are linked by comparable runs"

    def _print_Join(self, term: Any) -> str:
        return " ⊔ ".join(map(self._operand, term.args))

    def _print_Meet(self, term: Any) -> str:
        return " ⊓ ".join(map(self._operand, term.args))

    def _print_ClosedJoin(self, term: Any) -> str:
        return f"max({', '.join(map(self._print, term.args))})"

    def _print_ClosedMeet(self, term: Any) -> str:
        return f"min({', '.join(map(self._print, term.args))})"

    def _operand(self, term: Any) -> str:
        text = self._print(term)
        return text if isinstance(term, Run) else f"({text})"

    def _print_Relational(self, formula: Any) -> str:
        kind = type(formula).__name__
        mark = RELATIONS.get(kind) or TURNED[kind]
        return f"{self._print(formula.lhs)} {mark} {self._print(formula.rhs)}"

    def _joined(self, mark: str, arguments: Sequence[Any]) -> str:
        texts = []
        for argument in arguments:
            text = self._print(argument)
            if type(argument).__name__ in ("And", "Or", "Implies", "Equivalent", "Not"):
                text = f"({text})"
            texts.append(text)
        return f" {mark} ".join(texts)

    def _print_Label(self, label: Any) -> str:
        return str(label.name)

    def _print_Dominated(self, formula: Any) -> str:
        return self._print_Below(formula)

    def _print_Different(self, formula: Any) -> str:
        return " ≠ ".join(map(self._print, formula.args))

    def _print_Away(self, term: Any) -> str:
        return f"{self.names['Dist']}({', '.join(map(self._print, term.args))})"

    def _print_Worth(self, term: Any) -> str:
        return f"{self.names['M']}({self._print(term.args[0])})"

    def _print_And(self, formula: Any) -> str:
        return self._joined("∧", sorted(formula.args, key=_dominance_first))

    def _print_Or(self, formula: Any) -> str:
        return self._joined("∨", formula.args)

    def _print_Implies(self, formula: Any) -> str:
        return self._joined("⇒", formula.args)

    def _print_Equivalent(self, formula: Any) -> str:
        return self._joined("⇔", sorted(formula.args, key=lambda a: type(a).__name__))

    def _print_Not(self, formula: Any) -> str:
        if type(formula.args[0]).__name__ == "Same":
            return " ≠ ".join(map(self._print, formula.args[0].args))
        return f"¬({self._print(formula.args[0])})"


class StatementLatex(TermLatex):
    """Statements in LaTeX."""

    def __init__(self, names: Mapping[str, str], n: int | None) -> None:
        super().__init__()
        self.names, self.n = names, n

    def _print_Score(self, score: Score) -> str:
        name = _called(score.slot, self.names).replace("_", r"\_")
        cutoff = score.slot.cutoff
        mark = "" if cutoff is None else f"@{self._print(cutoff)}"
        listings = ", ".join(map(self._print, score.listings))
        return rf"\operatorname{{{name}{mark}}}({listings})"

    def _print_Benefit(self, score: Any) -> str:
        return r"\pm" + self._print_Score(Score(*score.args))

    def _bound(self, variables: Sequence[Variable]) -> str:
        groups = [
            (", ".join(map(self._print, group)), domain.latex(self.n))
            for domain, group in grouped(variables)
        ]
        return ", ".join(rf"{names} \in {domain}" if domain else names for names, domain in groups)

    def _print_ForAll(self, formula: Any) -> str:
        return rf"\forall {self._bound(formula.variables)}: {self._print(formula.body)}"

    def _print_Exists(self, formula: Any) -> str:
        return rf"\exists {self._bound(formula.variables)}: {self._print(formula.body)}"

    def _print_Mean(self, mean: Any) -> str:
        where = "" if mean.where == true else f",\\; {self._print(mean.where)}"
        below = self._bound(mean.variables) + where
        return rf"\operatorname*{{mean}}_{{{below}}} {self._print(mean.body)}"

    def _print_Same(self, formula: Any) -> str:
        return " = ".join(map(self._print, formula.args))

    def _print_Below(self, formula: Any) -> str:
        return r" \sqsubseteq ".join(map(self._print, formula.args))

    def _print_Linked(self, formula: Any) -> str:
        return " \\sim ".join(map(self._print, formula.args))

    def _print_Join(self, term: Any) -> str:
        return r" \sqcup ".join(map(self._operand, term.args))

    def _print_Meet(self, term: Any) -> str:
        return r" \sqcap ".join(map(self._operand, term.args))

    def _print_ClosedJoin(self, term: Any) -> str:
        return rf"\max({', '.join(map(self._print, term.args))})"

    def _print_ClosedMeet(self, term: Any) -> str:
        return rf"\min({', '.join(map(self._print, term.args))})"

    def _operand(self, term: Any) -> str:
        text = self._print(term)
        return text if isinstance(term, Run) else f"({text})"

    def _print_Relational(self, formula: Any) -> str:
        kind = type(formula).__name__
        mark = LATEX_RELATIONS[RELATIONS.get(kind) or TURNED[kind]]
        return f"{self._print(formula.lhs)} {mark} {self._print(formula.rhs)}"

    def _print_Implies(self, formula: Any, altchar: Any = None) -> str:
        return r" \Rightarrow ".join(self._wrapped(argument) for argument in formula.args)

    def _print_Equivalent(self, formula: Any, altchar: Any = None) -> str:
        arguments = sorted(formula.args, key=lambda a: type(a).__name__)
        return r" \Leftrightarrow ".join(self._wrapped(argument) for argument in arguments)

    def _print_Label(self, label: Any) -> str:
        return str(label.name).replace("*", "^{*}")

    def _print_Dominated(self, formula: Any) -> str:
        return self._print_Below(formula)

    def _print_Different(self, formula: Any) -> str:
        return r" \neq ".join(map(self._print, formula.args))

    def _named(self, name: str, arguments: Any) -> str:
        escaped = name.replace("_", r"\_")
        return rf"\operatorname{{{escaped}}}({', '.join(map(self._print, arguments))})"

    def _print_Away(self, term: Any) -> str:
        return self._named(self.names["Dist"], term.args)

    def _print_Worth(self, term: Any) -> str:
        return self._named(self.names["M"], term.args)

    def _print_And(self, formula: Any) -> str:
        arguments = sorted(formula.args, key=_dominance_first)
        return r" \wedge ".join(self._wrapped(argument) for argument in arguments)

    def _wrapped(self, argument: Any) -> str:
        text = self._print(argument)
        if type(argument).__name__ in ("And", "Or", "Implies", "Equivalent"):
            return rf"\left({text}\right)"
        return text


def _dominance_first(part: Any) -> bool:
    """SymPy sorts the parts of a conjunction; dominance is read first."""
    return type(part).__name__ != "Dominated"


def _called(slot: Slot, names: Mapping[str, str]) -> str:
    """Return a metric's name, and in brackets what is done to its weights."""
    name = names.get(slot.name, slot.name)
    return name if slot.change is None else f"{name}[{letter(slot.change.args[0].name)}]"


def statement_text(formula: Any, names: Mapping[str, str], n: int | None) -> str:
    """Return a statement in plain characters; n is shown where it is given."""
    return StatementText(names, n).doprint(formula)


def statement_latex(formula: Any, names: Mapping[str, str], n: int | None) -> str:
    """Return a statement in LaTeX; n is shown where it is given."""
    return StatementLatex(names, n).doprint(formula)
