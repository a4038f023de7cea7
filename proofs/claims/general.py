"""A statement of a claim, tried in every case of a space; the claims' files give both.

`over` names the variables, each perhaps with what it ranges over ("w in product(range(3), repeat =
n)"); :mod:`proofs.claims.words` has the domains of the others. `let` gives names to expressions
("μ = swap(1, n) @ σ"), `where` is a condition on the cases. `right`, `wrong` and `undefined` are
what is told of the outcome; a word in braces is its value in the deciding case. `covers` says why
the cases settle the statement for all that it speaks of, where they do.

>>> for_all("kendall(σ, τ) == kendall(τ, σ)", over="σ, τ", largest=3).found
'so it is'
>>> for_all("mape(σ, τ) == mape(τ, σ)", over="σ, τ", largest=3).found
'n = 3, σ = (1 2 3), τ = (2 3 1): mape(σ, τ) = 650/9, mape(τ, σ) = 850/9'
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from metrics.language.written import NoValue
from proofs.claims.claim import Computed
from proofs.claims.statement import Known, Statement, shown
from proofs.claims.words import World, span, worlds

PLACE = re.compile(r"\{(\w+)\}")
ONE = "one case is enough"


@dataclass(frozen=True)
class Cases:
    """The cases of a space in which a statement is tried."""

    worlds: Iterable[World]
    over: str | Sequence[str] = ""
    let: Sequence[str] = ()
    where: str = "True"

    def __iter__(self) -> Iterator[dict[str, Any]]:
        condition = Statement(self.where)
        parts = (text.partition("=") for text in self.let)
        named = [(name.strip(), Statement(text)) for name, _, text in parts]
        for known, domains in self.worlds:
            for here in self._chosen({**known}, domains, self._variables()):
                for name, expression in named:
                    here[name] = expression.value_if_any(here)
                if condition.value(here):
                    yield here

    def _variables(self) -> list[tuple[str, Statement | None]]:
        """Return the variables, each with what it ranges over where that is said."""
        parts = self.over.split(",") if isinstance(self.over, str) else self.over
        pairs = [part.partition(" in ") for part in parts if part.strip()]
        return [(name.strip(), Statement(text) if text else None) for name, _, text in pairs]

    def _chosen(
        self, here: dict[str, Any], domains: Mapping[str, Iterable[Any]], variables: list[Any]
    ) -> Iterator[dict[str, Any]]:
        if not variables:
            yield here
            return
        (name, domain), *rest = variables
        for value in domains[name] if domain is None else domain.value(here):
            yield from self._chosen({**here, name: value}, domains, rest)

    def all_have(
        self,
        that: str,
        scope: str,
        right: str = "",
        wrong: str = "",
        undefined: str = "",
        exceptions: str = "",
    ) -> Computed:
        """Return whether a statement is true in every case, and the first case where it is not.

        `exceptions` is the word that lists what a wrong statement does not hold for.
        """
        statement = Statement(that)
        here: Known = {}
        for here in self:
            try:
                if not statement.value(here):
                    told = filled(wrong, here) or self.told(here, statement.sides(here))
                    return Computed(False, told, filled(scope, here), here.get(exceptions, ()))
            except NoValue:
                text = filled(undefined, here) or self.told(here, "no value")
                return Computed(None, text, filled(scope, here), (text,) if "m" in here else ())
        told = filled(right, here) or str(here.get("m", "so it is"))
        return Computed(True, told, filled(scope, here))

    def one_has(
        self, that: str, scope: str, right: str = "", wrong: str = "there is none"
    ) -> Computed:
        """Return whether a statement is true in some case, and the first such case."""
        statement = Statement(that)
        here: Known = {}
        for here in self:
            if statement.value(here):
                told = filled(right, here) or self.told(here, statement.sides(here))
                return Computed(True, told, filled(scope, here), covers=ONE)
        return Computed(False, filled(wrong, here), filled(scope, here))

    def most_have(self, that: str, scope: str) -> Computed:
        """Return whether a statement is true in more than half of the cases."""
        statement = Statement(that)
        truths = [bool(statement.value(here)) for here in self]
        found = f"{sum(truths)} of {len(truths)}"
        return Computed(2 * sum(truths) > len(truths), found, scope)

    def told(self, here: Known, values: str) -> str:
        """Return a case as text."""
        sizes = [f"{name} = {here[name]}" for name in ("n", "c") if name in here]
        named = [f"{name} = {shown(here[name])}" for name, _ in self._variables()]
        parts = (str(here.get("m", "")), ", ".join([*sizes, *named]), values)
        return ": ".join(part for part in parts if part)


def filled(text: str, known: Mapping[str, Any]) -> str:
    """Return a text with the values of words in place of the words in braces.

    >>> filled("{σ} of {k} items", {"σ": (2, 1)})
    '(2 1) of {k} items'
    """
    return PLACE.sub(lambda at: shown(known[at[1]]) if at[1] in known else at[0], text)


def for_all(that: str, **given: Any) -> Computed:
    """The statement is true in every case."""
    return _tried(Cases.all_have, that, **given)


def some(that: str, **given: Any) -> Computed:
    """The statement is true in some case."""
    return _tried(Cases.one_has, that, **given)


def _tried(
    how: Callable[..., Computed],
    that: str,
    over: str | Sequence[str] = "",
    let: Sequence[str] = (),
    where: str = "True",
    scope: str = "",
    told: Mapping[str, str] | None = None,
    covers: str = "",
    **space: Any,
) -> Computed:
    cases = Cases(worlds(**space), over, let, where)
    found = how(cases, that, scope or span(over, **space), **(told or {}))
    return replace(found, covers=found.covers or covers)


KINDS = {"holds": for_all, "exists": some}
TOLD = ("right", "wrong", "undefined", "exceptions")


class Named:
    """A statement with a name and parameters, which claims call like a function of Python.

    A word in braces in its texts is the value of a parameter; so is a parameter that is a word.
    """

    def __init__(self, paper: str, name: str, fields: Mapping[str, Any]) -> None:
        self.__name__, self.__qualname__ = name, f"{paper}.{name}"
        self.__doc__ = fields["title"]
        self.optional = dict(fields.get("optional", {}))
        named = {**dict.fromkeys(fields.get("takes", ()), inspect.Parameter.empty), **self.optional}
        self.__signature__ = inspect.Signature(
            [
                inspect.Parameter(parameter, inspect.Parameter.KEYWORD_ONLY, default=default)
                for parameter, default in named.items()
            ]
        )
        self.kind = next(kind for kind in KINDS if kind in fields)
        self.fields = {n: v for n, v in fields.items() if n not in ("title", "takes", "optional")}

    def __call__(self, **given: Any) -> Computed:
        known = {**self.optional, **given}
        fields = {name: _with(value, known) for name, value in self.fields.items()}
        told = {name: fields.pop(name) for name in TOLD if name in fields}
        that = fields.pop(self.kind)
        return KINDS[self.kind](that, told=told, **{**known, **fields})


def _with(value: Any, known: Mapping[str, Any]) -> Any:
    """Return a field of a named statement with the values of its parameters."""
    if isinstance(value, tuple):
        return tuple(_with(part, known) for part in value)
    if not isinstance(value, str):
        return value
    whole = PLACE.fullmatch(value)
    return known[whole[1]] if whole and whole[1] in known else filled(value, known)
