"""Plans: how some statements about orders are decided fast, with `lattice`'s structures.

A plan belongs to a formula, whatever the names of its bound variables and of its axiom. It is an
optimisation of the plain reading (`plain_runs`) and is tested against it on every small domain.
Witnesses are the first in lexicographic order. A plan returns None where it does not fit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from axioms import ordering
from axioms.language.formula import Variable
from axioms.language.shapes import renamed
from lattice import laws, structure
from lattice.order import Word
from lattice.poset import bits
from proofs.core.outcome import Outcome
from proofs.engines.exhaustive.runs.setting import Setting

Variables = Sequence[Variable]
Plan = Callable[[Setting, Variables], Outcome | None]


def by_shape(plans: Mapping[Any, Plan]) -> dict[Any, Plan]:
    """Return plans by their formulas, with the bound variables numbered."""
    return {renamed(formula): plan for formula, plan in plans.items()}


def refuted(variables: Variables, words: Sequence[Word], cases: int, **more: Any) -> Outcome:
    """Return that the statement is false at these runs."""
    witness = {variable: list(word) for variable, word in zip(variables, words, strict=True)}
    return Outcome(False, witness, cases, **more)


# Partial orders ----------------------------------------------------------------------------------


def reflexive(setting: Setting, variables: Variables) -> Outcome:
    """r ⊑ r."""
    for i, word in enumerate(setting.words):
        if not setting.below(i, i):
            return refuted(variables, [word], setting.size)
    return Outcome(True, cases=setting.size)


def antisymmetric(setting: Setting, variables: Variables) -> Outcome:
    """r ⊑ s and s ⊑ r only if r = s."""
    cases = setting.size**2
    if setting.is_poset:
        return Outcome(True, cases=cases)
    for i, up in enumerate(setting.above):
        setting.limits.check()
        for j in bits(up & ~((2 << i) - 1)):
            if setting.below(j, i):
                return refuted(variables, [setting.words[i], setting.words[j]], cases)
    return Outcome(True, cases=cases)


def transitive(setting: Setting, variables: Variables) -> Outcome:
    """r ⊑ s and s ⊑ t imply r ⊑ t."""
    cases = setting.size**3
    if setting.is_poset:
        return Outcome(True, cases=cases)
    for i, up in enumerate(setting.above):
        setting.limits.check()
        for j in bits(up):
            if setting.above[j] & ~up:
                third = next(bits(setting.above[j] & ~up))
                words = (setting.words[i], setting.words[j], setting.words[third])
                return refuted(variables, words, cases)
    return Outcome(True, cases=cases)


def comparable(setting: Setting, variables: Variables) -> Outcome:
    """r ⊑ s or s ⊑ r."""
    for i, word in enumerate(setting.words):
        for j in range(i, setting.size):
            if not setting.below(i, j) and not setting.below(j, i):
                return refuted(variables, [word, setting.words[j]], setting.size**2)
    return Outcome(True, cases=setting.size**2)


def linked(setting: Setting, variables: Variables) -> Outcome:
    """The Hasse diagram is connected."""
    parts = setting.components.tolist()
    outside = next((i for i, part in enumerate(parts) if part != parts[0]), None)
    if outside is not None:
        return refuted(variables, [setting.words[0], setting.words[outside]], setting.size**2)
    return Outcome(True, cases=setting.size**2)


# Lattices ----------------------------------------------------------------------------------------


def bounded(setting: Setting, variables: Variables, kind: str) -> Outcome | None:
    """Any two runs have a join, or a meet."""
    if not setting.is_poset:
        return None
    cases = setting.size**2
    if setting.lattice:
        return Outcome(True, cases=cases)
    upwards = kind == "join"
    gap = structure.missing(setting.poset if upwards else setting.poset.dual, kind)
    if gap is None:
        return Outcome(True, cases=cases)
    bounds = "minimal upper bounds" if upwards else "maximal lower bounds"
    found = ", ".join(shown(word) for word in gap.bounds) or "none"
    one, two = (variable.name for variable in variables)
    note = f"{bounds} of {one} and {two}: {found}"
    return refuted(variables, gap.pair, cases, checked=(note,))


def law(
    setting: Setting,
    variables: Variables,
    known: Callable[[Setting], bool],
    search: Callable[..., laws.Triple | None],
) -> Outcome:
    """A law for three runs: it holds where the lattice is known to be of a kind, or is searched."""
    if known(setting):
        return Outcome(True, cases=setting.size**3)
    broken = search(setting.bounds, setting.limits.check)
    missing = setting.pairs_without_bounds()
    notes = (f"{missing:,} pairs have no join or no meet",) if missing else ()
    if broken is None:
        return Outcome(True, cases=setting.size**3, checked=notes)
    return refuted(variables, broken, setting.size**3, checked=notes)


def no_sublattice(
    setting: Setting,
    variables: Variables,
    known: Callable[[Setting], bool],
    search: Callable[..., laws.Triple | None],
    name: str,
) -> Outcome:
    """No sublattice N₅, or M₃."""
    found = law(setting, variables, known, search)
    if found.witness is None:
        return found
    one, two, three = (tuple(found.witness[variable]) for variable in variables)
    bottom, top = setting.poset.meet(one, three), setting.poset.join(one, three)
    members = ", ".join(map(shown, (bottom, one, two, three, top)))
    return replace(found, checked=(f"the {name}: {members}", *found.checked))


def closed_form(setting: Setting, variables: Variables, kind: str) -> Outcome:
    """r ⊔ s, or r ⊓ s, is what the closed form in r(k) and s(k) says, tabulated once."""
    row = setting.bounds.joins if kind == "join" else setting.bounds.meets
    table = setting.tabulated(getattr(setting.question.order_of_runs, kind))
    poset = setting.poset
    missing: int = 0
    first: dict[Variable, Any] | None = None
    for i in poset.listed:
        setting.limits.check()
        found = row(i)
        for j in poset.listed:
            pair = (poset.elements[i], poset.elements[j])
            if found[j] < 0:
                missing += 1
                first = first or dict(zip(variables, map(list, pair), strict=True))
                continue
            formed = tuple(table[x, y] for x, y in zip(*pair, strict=True))
            if formed != poset.elements[found[j]]:
                undefined = {"undefined": missing, "first_undefined": first}
                return refuted(variables, pair, setting.size**2, **undefined)
    return Outcome(True, None, setting.size**2, missing, first)


def _modular(setting: Setting) -> bool:
    return setting.lattice and structure.is_modular(setting.poset)


def _distributive(setting: Setting) -> bool:
    return setting.distributive


def shown(word: Word) -> str:
    """Return a run as text."""
    return f"({' '.join(map(str, word))})"


PLANS = by_shape(
    {
        ordering.REFLEXIVE: reflexive,
        ordering.ANTISYMMETRIC: antisymmetric,
        ordering.TRANSITIVE: transitive,
        ordering.COMPARABLE: comparable,
        ordering.LINKED: linked,
        ordering.JOINS: partial(bounded, kind="join"),
        ordering.MEETS: partial(bounded, kind="meet"),
        ordering.DISTRIBUTIVE_LAW: partial(law, known=_distributive, search=laws.not_distributive),
        ordering.MODULAR_LAW: partial(law, known=_modular, search=laws.not_modular),
        ordering.CLOSED_JOINS: partial(closed_form, kind="join"),
        ordering.CLOSED_MEETS: partial(closed_form, kind="meet"),
        ordering.NO_N5: partial(no_sublattice, known=_modular, search=laws.pentagon, name="N₅"),
        ordering.NO_M3: partial(no_sublattice, known=_distributive, search=laws.diamond, name="M₃"),
    }
)
