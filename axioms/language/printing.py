"""A statement as text and as LaTeX, with the metric's name and n filled in.

The two styles share everything but their marks: a pair has that of text first, that of LaTeX
second.

>>> from axioms import find_axiom
>>> print(statement_text(find_axiom("symmetry").parts[0].statement, {"m": "mae"}, 4))
∀ σ, τ ∈ S₄: mae(σ, τ) = mae(τ, σ)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any, ClassVar

from sympy import And, Eq, Equivalent, Ge, Gt, Implies, Le, Lt, Ne, Not, Or, true

from axioms.language.formula import Exists, ForAll, Same, Variable
from axioms.language.order_terms import Join, Meet
from metrics.language.domains import RUNS, Domain
from metrics.language.term_printing import TermLatex, TermText, Words, letter

RELATIONS = {
    Eq: ("{0} = {1}", "{0} = {1}"),
    Ne: ("{0} ≠ {1}", r"{0} \neq {1}"),
    Le: ("{0} ≤ {1}", r"{0} \leq {1}"),
    Lt: ("{0} < {1}", "{0} < {1}"),
    Ge: ("{0} ≥ {1}", r"{0} \geq {1}"),
    Gt: ("{0} > {1}", "{0} > {1}"),
}
MARKS: dict[Any, tuple[str, str]] = {
    And: ("∧", r"\wedge"),
    Or: ("∨", r"\vee"),
    Implies: ("⇒", r"\Rightarrow"),
    Equivalent: ("⇔", r"\Leftrightarrow"),
    Join: ("⊔", r"\sqcup"),
    Meet: ("⊓", r"\sqcap"),
    ForAll: ("∀", r"\forall"),
    Exists: ("∃", r"\exists"),
    "within": ("{0} ∈ {1}", r"{0} \in {1}"),
    "mean": ("mean over {0} of {1}", r"\operatorname*{{mean}}_{{{0}}} {1}"),
    "greatest": ("largest {1} over {0}", r"\max_{{{0}}} {1}"),
    "smallest": ("smallest {1} over {0}", r"\min_{{{0}}} {1}"),
    "where": (" with {0}", r",\; {0}"),
    "called": ("{0}({1})", r"\operatorname{{{0}}}({1})"),
    "defined": ("{0} is defined", r"{0} \text{{ is defined}}"),
    "benefit": ("benefit of {0}", r"\pm{0}"),
    "brackets": ("({0})", r"\left({0}\right)"),
}
# SymPy sorts the parts of a conjunction and of an equivalence; dominance is read first.
READ_FIRST: dict[Any, Callable[[Any], Any]] = {
    And: lambda part: type(part).__name__ != "Dominated",
    Equivalent: lambda part: type(part).__name__,
}


def grouped(variables: Sequence[Variable]) -> list[tuple[Domain, list[Variable]]]:
    """Group neighbouring variables of one domain."""
    return [(domain, list(group)) for domain, group in groupby(variables, key=lambda v: v.domain)]


class _Statements(Words):
    """What both styles print alike."""

    bracketed: ClassVar[tuple[Any, ...]] = (And, Or, Implies, Equivalent)

    def __init__(self, names: Mapping[str, str], n: int | None) -> None:
        super().__init__()
        self.names, self.n = names, n

    def template(self, node: type) -> str | None:
        return RELATIONS[node][self.style] if node in RELATIONS else super().template(node)

    def _mark(self, name: Any, *parts: str) -> str:
        return MARKS[name][self.style].format(*parts)

    def _listed(self, terms: Sequence[Any]) -> str:
        return ", ".join(map(self._print, terms))

    # Scores ---------------------------------------------------------------------------------------

    def _name(self, name: str) -> str:
        return name

    def _cutoff(self, cutoff: str) -> str:
        return f"({cutoff})" if " " in cutoff else cutoff

    def _print_Score(self, score: Any) -> str:
        slot, *listings = score.args
        name = self._name(self.names.get(slot.name, slot.name))
        if slot.change is not None:
            name += f"[{letter(slot.change.args[0].name)}]"
        if slot.cutoff is not None:
            name += f"@{self._cutoff(self._print(slot.cutoff))}"
        return self._mark("called", name, self._listed(listings))

    def _print_Defined(self, formula: Any) -> str:
        return self._mark("defined", self._print_Score(formula))

    def _print_Benefit(self, score: Any) -> str:
        return self._mark("benefit", self._print_Score(score))

    def _print_Away(self, term: Any) -> str:
        return self._mark("called", self._name(self.names["Dist"]), self._listed(term.args))

    def _print_Worth(self, term: Any) -> str:
        return self._mark("called", self._name(self.names["M"]), self._listed(term.args))

    # Binders --------------------------------------------------------------------------------------

    def _range(self, domain: Domain) -> str:
        return domain.text(self.n)

    def _bound(self, variables: Sequence[Variable]) -> str:
        groups = [
            (self._listed(group), self._range(domain)) for domain, group in grouped(variables)
        ]
        return ", ".join(self._mark("within", *pair) if pair[1] else pair[0] for pair in groups)

    def _print_ForAll(self, formula: Any) -> str:
        mark = self._mark(type(formula))
        return f"{mark} {self._bound(formula.variables)}: {self._print(formula.body)}"

    _print_Exists = _print_ForAll  # noqa: N815

    def _print_Mean(self, mean: Any) -> str:
        where = "" if mean.where == true else self._mark("where", self._print(mean.where))
        kind = type(mean).__name__.lower()
        return self._mark(kind, self._bound(mean.variables) + where, self._print(mean.body))

    _print_Greatest = _print_Smallest = _print_Mean  # noqa: N815

    # Connectives ----------------------------------------------------------------------------------

    def _print_And(self, formula: Any, altchar: Any = None) -> str:
        kind = type(formula)
        parts = sorted(formula.args, key=READ_FIRST.get(kind, lambda part: 0))
        *others, last = parts
        texts = [self._wrapped(part, isinstance(part, ForAll | Exists)) for part in others]
        return f" {self._mark(kind)} ".join([*texts, self._wrapped(last)])

    _print_Implies = _print_Equivalent = _print_And  # noqa: N815

    def _wrapped(self, part: Any, binds: bool = False) -> str:
        """Return a part in brackets where it needs them; ∀ and ∃ reach as far as they can."""
        text, needs = self._print(part), binds or isinstance(part, self.bracketed)
        return self._mark("brackets", text) if needs else text

    def _print_Join(self, term: Any) -> str:
        return f" {self._mark(type(term))} ".join(map(self._operand, term.args))

    _print_Meet = _print_Join  # noqa: N815

    def _operand(self, term: Any) -> str:
        return self._print(term) if RUNS.ranges(term) else f"({self._print(term)})"


class StatementText(_Statements, TermText):
    """Statements in plain characters."""

    bracketed = (*_Statements.bracketed, Not)

    def _print_Label(self, label: Any) -> str:
        return str(label.name)

    _print_Or = _Statements._print_And  # noqa: N815

    def _print_Not(self, formula: Any) -> str:
        inner = formula.args[0]
        if isinstance(inner, Same):
            return " ≠ ".join(map(self._print, inner.args))
        return f"¬({self._print(inner)})"


class StatementLatex(_Statements, TermLatex):
    """Statements in LaTeX."""

    def _name(self, name: str) -> str:
        return name.replace("_", r"\_")

    def _range(self, domain: Domain) -> str:
        return domain.latex(self.n)

    def _print_Label(self, label: Any) -> str:
        return str(label.name).replace("*", "^{*}")


def statement_text(formula: Any, names: Mapping[str, str], n: int | None) -> str:
    """Return a statement in plain characters; n is shown where it is given."""
    return StatementText(names, n).doprint(formula)


def statement_latex(formula: Any, names: Mapping[str, str], n: int | None) -> str:
    """Return a statement in LaTeX; n is shown where it is given."""
    return StatementLatex(names, n).doprint(formula)
