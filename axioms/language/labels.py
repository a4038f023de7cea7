"""The words of multi-aspect labels: dominance, distance from the best label, worth of a list."""

from __future__ import annotations

from typing import Any

from sympy import And, Dummy, Implies
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

from axioms.language.formula import Exists, ForAll
from metrics.language.domains import COLLECTIONS, LABELS
from metrics.language.terms import Named, Value
from metrics.naming import BadInput


class Label(Named):
    """A label: one entry for each aspect."""

    domain = LABELS


class Collection(Label):
    """A collection of labelled documents."""

    domain = COLLECTIONS


class DocumentList(Label):
    """A list of documents of the collection."""

    domain = COLLECTIONS


class Dominated(Boolean):
    """The first label is at most as good as the second in every aspect."""

    written = ("{0} ⊑ {1}", r"{0} \sqsubseteq {1}")


class Different(Boolean):
    """Two labels are not the same."""

    written = ("{0} ≠ {1}", r"{0} \neq {1}")


class Away(Value):
    """The distance of a label from the best one."""

    is_real = True


class Worth(Value):
    """What the multi-aspect measure gives to a list."""

    is_real = True


worse, better, best = Label("l"), Label("l'"), Label("l*")
D, r = Collection("D"), DocumentList("r")


def insist_labels(declared: Any) -> Any:
    """Return the one statement about labels, of the form that all engines read, or refuse it."""
    name, (statement, *others) = declared.name, _statements(declared)
    if others:
        raise BadInput(f"{name}: of labels an axiom is one statement: ask its parts one by one.")
    body = statement.body if isinstance(statement, ForAll) else statement
    premise, claim = body.args if isinstance(body, Implies) else (And(), body)
    conditions = all(isinstance(part, Dominated | Different) for part in And.make_args(premise))
    away = claim.atoms(Away)
    if (
        not isinstance(statement, ForAll)
        or not set(statement.variables) <= {worse, better}
        or not (conditions or premise == And())
        or not _is_relation(claim, away)
        or any(node.args[1] != best for node in away)
    ):
        raise BadInput(
            f"{name}: of labels a statement is one relation between distances "
            "away(l, best_label) and numbers, perhaps under dominated(l, l') and different(l, l'): "
            "forall l, l' in labels: dominated(l, l') => away(l, best_label) >= 1."
        )
    return statement


def insist_collections(declared: Any) -> None:
    """Insist that statements about collections are of the form that all engines read."""
    for statement in _statements(declared):
        _insist_collection(declared.name, statement)


def _statements(declared: Any) -> list[Any]:
    """Return the statements of an axiom, and refuse a quantity."""
    if not hasattr(declared, "parts"):
        raise BadInput(f"{declared.name} is a number: of labels only statements are decided.")
    return [part.statement for part in declared.parts]


def _insist_collection(name: str, statement: Any) -> None:
    inner = statement.body if isinstance(statement, ForAll) else statement
    lists = inner.variables if isinstance(inner, ForAll | Exists) else ()
    body = inner.body if lists else inner
    if (
        not isinstance(statement, ForAll)
        or statement.variables != (D,)
        or len(lists) != 1
        or not _is_relation(body, {Worth(lists[0])})
    ):
        raise BadInput(
            f"{name}: of collections a statement is one relation between the worth of a list and "
            "numbers: forall D in collections: forall r in documents: worth(r) <= 1, or exists r."
        )


def _is_relation(claim: Any, about: set[Any]) -> bool:
    """Tell whether a claim relates terms over some values and numbers, and nothing else."""
    rest = claim.xreplace({node: Dummy() for node in about})
    letters = rest.free_symbols | rest.atoms(Named)
    return (
        bool(about)
        and isinstance(claim, Relational)
        and all(isinstance(letter, Dummy) for letter in letters)
    )
