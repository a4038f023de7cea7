"""Respecting dominance and reaching the upper bound (`toma`).

The words are few: labels l, l' and the best one l*, dominance ⊑, the distance that is filled
in later, and the worth M(r) of a list r of the documents of a collection D.

>>> print(aspects_text(respects_partial_order.parts[0].statement, {"Dist": "manhattan"}))
∀ l, l' ∈ L: l ⊑ l' ⇒ manhattan(l, l*) ≥ manhattan(l', l*)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sympy import And, Basic, Eq, Expr, Ge, Gt, Implies, Integer, Le
from sympy.core.symbol import Str
from sympy.logic.boolalg import Boolean

from axioms.axiom import Axiom, Part, axiom
from axioms.formula import Exists, ForAll
from axioms.printing import StatementLatex, StatementText


class Label(Basic):
    """A label: one entry for each aspect."""

    def __new__(cls, name: str | Str) -> Label:
        return Basic.__new__(cls, name if isinstance(name, Str) else Str(name))

    @property
    def name(self) -> str:
        """The letter."""
        return str(self.args[0].name)


class Collection(Label):
    """A collection of labelled documents."""


class DocumentList(Label):
    """A list of documents of the collection."""


class Dominated(Boolean):
    """The first label is at most as good as the second in every aspect."""


class Different(Boolean):
    """Two labels are not the same."""


class Away(Expr):
    """The distance of a label from the best one."""

    is_commutative = True
    is_real = True


class Worth(Expr):
    """What the multi-aspect measure gives to a list."""

    is_commutative = True
    is_real = True


worse, better, best = Label("l"), Label("l'"), Label("l*")
D, r = Collection("D"), DocumentList("r")

respects_partial_order = axiom(
    name="respects_partial_order",
    title="the distance order respects the partial order",
    statement=ForAll(
        worse,
        better,
        Implies(Dominated(worse, better), Ge(Away(worse, best), Away(better, best))),
    ),
    source="toma, Thm. A.1, eq. 4",
    reading="for every label set and every non-decreasing embedding into the reals",
    see_also=("respects_strictly",),
    about="aspects",
)

respects_strictly = axiom(
    name="respects_strictly",
    title="the distance order respects strict dominance",
    statement=ForAll(
        worse,
        better,
        Implies(
            And(Dominated(worse, better), Different(worse, better)),
            Gt(Away(worse, best), Away(better, best)),
        ),
    ),
    source="toma, Thm. A.1, with strict dominance",
    see_also=("respects_partial_order",),
    about="aspects",
)

upper_bound_reached = Axiom(
    name="upper_bound_reached",
    title="the upper bound 1 is kept and reached",
    parts=(
        Part("never above 1", ForAll(D, ForAll(r, Le(Worth(r), Integer(1))))),
        Part("reaches 1", ForAll(D, Exists(r, Eq(Worth(r), Integer(1))))),
    ),
    source="toma, Thm. A.2, eq. 12",
    about="aspects",
)


# Printing ----------------------------------------------------------------------------------------


class AspectsText(StatementText):
    """Statements about aspects in plain characters."""

    def _bound(self, variables: Any) -> str:
        names = ", ".join(map(self._print, variables))
        domains = {Collection: "", DocumentList: ""}
        return names + domains.get(type(variables[0]), " ∈ L")

    def _print_Label(self, label: Label) -> str:
        return label.name

    def _print_Collection(self, collection: Label) -> str:
        return self._print_Label(collection)

    def _print_DocumentList(self, listed: Label) -> str:
        return self._print_Label(listed)

    def _print_Dominated(self, formula: Any) -> str:
        return " ⊑ ".join(map(self._print, formula.args))

    def _print_Different(self, formula: Any) -> str:
        return " ≠ ".join(map(self._print, formula.args))

    def _print_Away(self, term: Any) -> str:
        return f"{self.names['Dist']}({', '.join(map(self._print, term.args))})"

    def _print_Worth(self, term: Any) -> str:
        return f"{self.names['M']}({self._print(term.args[0])})"

    def _print_And(self, formula: Any) -> str:
        words = sorted(formula.args, key=lambda a: not isinstance(a, Dominated))
        return self._joined("∧", words)


class AspectsLatex(StatementLatex):
    """Statements about aspects in LaTeX."""

    def _bound(self, variables: Any) -> str:
        names = ", ".join(map(self._print, variables))
        domains = {Collection: "", DocumentList: ""}
        return names + domains.get(type(variables[0]), r" \in L")

    def _print_Label(self, label: Label) -> str:
        return label.name.replace("*", "^{*}")

    def _print_Collection(self, collection: Label) -> str:
        return self._print_Label(collection)

    def _print_DocumentList(self, listed: Label) -> str:
        return self._print_Label(listed)

    def _print_Dominated(self, formula: Any) -> str:
        return r" \sqsubseteq ".join(map(self._print, formula.args))

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
        words = sorted(formula.args, key=lambda a: not isinstance(a, Dominated))
        return r" \wedge ".join(map(self._print, words))


def aspects_text(formula: Any, names: Mapping[str, str]) -> str:
    """Return a statement in plain characters."""
    return AspectsText(names, None).doprint(formula)


def aspects_latex(formula: Any, names: Mapping[str, str]) -> str:
    """Return a statement in LaTeX."""
    return AspectsLatex(names, None).doprint(formula)
