"""Plans: how some statements about orders are decided fast, with `lattice`'s structures.

A plan belongs to a formula, whatever the names of its bound variables and of its axiom. It knows
from the structure of an order that the statement is true, and otherwise has it read plainly
(`run_search`); it is tested against the plain reading on every small domain. Witnesses are the
first in lexicographic order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from axioms import ordering
from axioms.language.formula import Variable
from axioms.language.shapes import renamed
from lattice import structure
from lattice.order import Word
from proofs.core.outcome import Outcome
from proofs.engines.exhaustive.runs.run_search import RunSearch

Variables = Sequence[Variable]
Plan = Callable[[RunSearch, Any], Outcome]


def by_shape(plans: Mapping[Any, Plan]) -> dict[Any, Plan]:
    """Return plans by their formulas, with the bound variables numbered."""
    return {renamed(formula): plan for formula, plan in plans.items()}


def refuted(variables: Variables, words: Sequence[Word], cases: int, **more: Any) -> Outcome:
    """Return that the statement is false at these runs."""
    witness = {variable: list(word) for variable, word in zip(variables, words, strict=True)}
    return Outcome(False, witness, cases, **more)


def known_or_read(search: RunSearch, formula: Any, kind: str) -> Outcome:
    """A statement that is true where the order is known to be of a kind, else it is read."""
    if getattr(search.setting, kind):
        return Outcome(True, cases=search.size(formula.variables))
    return search.every_case(formula)


def bounded(search: RunSearch, formula: Any, kind: str) -> Outcome:
    """Any two runs have a join, or a meet."""
    setting = search.setting
    if not setting.is_poset:
        return search.plain(formula)
    cases = setting.size**2
    if setting.lattice:
        return Outcome(True, cases=cases)
    upwards = kind == "join"
    gap = structure.missing(setting.poset if upwards else setting.poset.dual, kind)
    if gap is None:
        return Outcome(True, cases=cases)
    bounds = "minimal upper bounds" if upwards else "maximal lower bounds"
    found = ", ".join(shown(word) for word in gap.bounds) or "none"
    one, two = (variable.name for variable in formula.variables)
    note = f"{bounds} of {one} and {two}: {found}"
    return refuted(formula.variables, gap.pair, cases, checked=(note,))


def law(search: RunSearch, formula: Any, kind: str) -> Outcome:
    """A law for three runs, with a note on how many pairs have no bounds."""
    found = known_or_read(search, formula, kind)
    missing = search.setting.pairs_without_bounds()
    notes = (f"{missing:,} pairs have no join or no meet",) if missing else ()
    return replace(found, checked=notes)


def no_sublattice(search: RunSearch, formula: Any, kind: str, name: str) -> Outcome:
    """No sublattice N₅, or M₃."""
    found = law(search, formula, kind)
    if found.witness is None:
        return found
    one, two, three = (tuple(found.witness[variable]) for variable in formula.variables)
    poset = search.setting.poset
    members = (poset.meet(one, three), one, two, three, poset.join(one, three))
    note = f"the {name}: {', '.join(map(shown, members))}"
    return replace(found, checked=(note, *found.checked))


def graded(search: RunSearch, formula: Any) -> Outcome:
    """All paths between two runs have one length, with two of different lengths where not."""
    found = search.every_case(formula)
    if found.witness is None:
        return found
    low, high = (tuple(found.witness[variable]) for variable in formula.variables)
    paths = [" ⊏ ".join(map(shown, path)) for path in search.setting.two_paths(low, high)]
    return replace(found, checked=tuple(paths))


def shown(word: Word) -> str:
    """Return a run as text."""
    return f"({' '.join(map(str, word))})"


PLANS = by_shape(
    {
        ordering.ANTISYMMETRIC: partial(known_or_read, kind="is_poset"),
        ordering.TRANSITIVE: partial(known_or_read, kind="is_poset"),
        ordering.JOINS: partial(bounded, kind="join"),
        ordering.MEETS: partial(bounded, kind="meet"),
        ordering.DISTRIBUTIVE_LAW: partial(law, kind="distributive"),
        ordering.MODULAR_LAW: partial(law, kind="modular"),
        ordering.NO_N5: partial(no_sublattice, kind="modular", name="N₅"),
        ordering.GRADED: graded,
        ordering.NO_M3: partial(no_sublattice, kind="distributive", name="M₃"),
    }
)
