"""Plans: how each statement about orders is decided fast, with `lattice`'s structures.

A plan belongs to the name of an axiom's part. The formula is the definition; a test compares the
two on every small domain. Witnesses are the first in lexicographic order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sympy import Integer

from lattice import laws, structure
from lattice.bounds import Bounds
from lattice.order import Word
from lattice.poset import NotAnOrder, Poset, bits
from lattice.relation import relation
from metrics.language.runs import r, s, spot
from proofs.core.limits import Limits
from proofs.core.order_question import OrderQuestion
from proofs.core.outcome import GaveUp

Witness = dict[str, Word]


@dataclass(frozen=True)
class Found:
    """What a plan found about one statement."""

    witness: Witness | None = None
    cases: int = 0
    undefined: int = 0
    first_undefined: Witness | None = None
    notes: tuple[str, ...] = ()
    caveats: tuple[str, ...] = ()
    chosen: dict[str, Any] = field(default_factory=dict)


class Setting:
    """The runs of a question, related and arranged, each made when it is needed."""

    def __init__(self, question: OrderQuestion, limits: Limits) -> None:
        self.question, self.limits = question, limits
        self.words, self.above = relation(question.declared, question.n, question.c)

    @property
    def size(self) -> int:
        """The number of runs."""
        return len(self.words)

    @cached_property
    def poset(self) -> Poset:
        """The runs as a poset."""
        return Poset(self.words, self.above)

    @cached_property
    def is_poset(self) -> bool:
        """Whether the relation is a partial order."""
        try:
            return len(self.poset) == self.size
        except NotAnOrder:
            return False

    @cached_property
    def bounds(self) -> Bounds:
        """All joins and meets."""
        return Bounds(self.poset)

    @cached_property
    def distributive(self) -> bool:
        """Whether the poset is a distributive lattice."""
        return structure.is_distributive(self.poset)

    @cached_property
    def lattice(self) -> bool:
        """Whether the poset is a lattice."""
        return structure.is_lattice(self.poset)

    def below(self, i: int, j: int) -> bool:
        """Tell whether run i ⊑ run j, by their places in lexicographic order."""
        return bool(self.above[i] >> j & 1)

    def pairs_without_bounds(self) -> int:
        """Return how many ordered pairs lack a join or a meet."""
        if self.lattice:
            return 0
        missing = 0
        for i in range(self.size):
            self.limits.check()
            missing += int(((self.bounds.joins(i) < 0) | (self.bounds.meets(i) < 0)).sum())
        return missing


# Partial orders ----------------------------------------------------------------------------------


def reflexive(setting: Setting) -> Found:
    """r ⊑ r."""
    for i, word in enumerate(setting.words):
        if not setting.below(i, i):
            return Found({"r": word}, setting.size)
    return Found(cases=setting.size)


def antisymmetric(setting: Setting) -> Found:
    """r ⊑ s and s ⊑ r only if r = s."""
    cases = setting.size**2
    if setting.is_poset:
        return Found(cases=cases)
    for i, up in enumerate(setting.above):
        setting.limits.check()
        for j in bits(up & ~((2 << i) - 1)):
            if setting.below(j, i):
                return Found({"r": setting.words[i], "s": setting.words[j]}, cases)
    return Found(cases=cases)


def transitive(setting: Setting) -> Found:
    """r ⊑ s and s ⊑ t imply r ⊑ t."""
    cases = setting.size**3
    if setting.is_poset:
        return Found(cases=cases)
    for i, up in enumerate(setting.above):
        setting.limits.check()
        for j in bits(up):
            if setting.above[j] & ~up:
                third = next(bits(setting.above[j] & ~up))
                words = (setting.words[i], setting.words[j], setting.words[third])
                return Found(dict(zip("rst", words, strict=True)), cases)
    return Found(cases=cases)


def comparable(setting: Setting) -> Found:
    """r ⊑ s or s ⊑ r."""
    for i, word in enumerate(setting.words):
        for j in range(i + 1, setting.size):
            if not setting.below(i, j) and not setting.below(j, i):
                return Found({"r": word, "s": setting.words[j]}, setting.size**2)
    return Found(cases=setting.size**2)


def linked(setting: Setting) -> Found:
    """The Hasse diagram is connected."""
    neighbours = list(setting.above)
    for i, up in enumerate(setting.above):
        for j in bits(up):
            neighbours[j] |= 1 << i
    reached, front = 1, [0]
    while front:
        new = neighbours[front.pop()] & ~reached
        reached |= new
        front.extend(bits(new))
    outside = [i for i in range(setting.size) if not reached >> i & 1]
    if outside:
        witness = {"r": setting.words[0], "s": setting.words[outside[0]]}
        return Found(witness, setting.size**2)
    return Found(cases=setting.size**2)


# Lattices ----------------------------------------------------------------------------------------


def joins(setting: Setting) -> Found:
    """Any two runs have a join."""
    return _gap(setting, setting.poset, "join", "minimal upper bounds")


def meets(setting: Setting) -> Found:
    """Any two runs have a meet."""
    return _gap(setting, setting.poset.dual, "meet", "maximal lower bounds")


def _gap(setting: Setting, poset: Poset, kind: str, bounds: str) -> Found:
    cases = setting.size**2
    if setting.lattice:
        return Found(cases=cases)
    gap = structure.missing(poset, kind)
    if gap is None:
        return Found(cases=cases)
    found = ", ".join(shown(word) for word in gap.bounds) or "none"
    words = dict(zip("rs", gap.pair, strict=True))
    return Found(words, cases, notes=(f"{bounds} of r and s: {found}",))


def distributive_law(setting: Setting) -> Found:
    """r ⊓ (s ⊔ t) = (r ⊓ s) ⊔ (r ⊓ t)."""
    if setting.distributive:
        return Found(cases=setting.size**3)
    return _law(setting, laws.not_distributive)


def modular_law(setting: Setting) -> Found:
    """r ⊑ t implies r ⊔ (s ⊓ t) = (r ⊔ s) ⊓ t."""
    if setting.lattice and structure.is_modular(setting.poset):
        return Found(cases=setting.size**3)
    return _law(setting, laws.not_modular)


def no_pentagon(setting: Setting) -> Found:
    """No sublattice N₅."""
    if setting.lattice and structure.is_modular(setting.poset):
        return Found(cases=setting.size**3)
    return _sublattice(setting, laws.pentagon, "N₅")


def no_diamond(setting: Setting) -> Found:
    """No sublattice M₃."""
    if setting.distributive:
        return Found(cases=setting.size**3)
    return _sublattice(setting, laws.diamond, "M₃")


def _law(setting: Setting, search: Callable[..., laws.Triple | None]) -> Found:
    broken = search(setting.bounds, setting.limits.check)
    witness = None if broken is None else dict(zip("rst", broken, strict=True))
    missing = setting.pairs_without_bounds()
    notes = (f"{missing:,} pairs have no join or no meet",) if missing else ()
    return Found(witness, setting.size**3, notes=notes)


def _sublattice(setting: Setting, search: Callable[..., Any], name: str) -> Found:
    found = _law(setting, search)
    if found.witness is None:
        return found
    one, two, three = (found.witness[letter] for letter in "rst")
    bottom, top = setting.poset.meet(one, three), setting.poset.join(one, three)
    members = ", ".join(map(shown, (bottom, one, two, three, top)))
    return Found(found.witness, found.cases, notes=(f"the {name}: {members}", *found.notes))


def closed_join(setting: Setting) -> Found:
    """r ⊔ s is what the closed form says."""
    return _closed(setting, setting.question.declared.join, setting.bounds.joins)


def closed_meet(setting: Setting) -> Found:
    """r ⊓ s is what the closed form says."""
    return _closed(setting, setting.question.declared.meet, setting.bounds.meets)


def _closed(setting: Setting, form: Any, row: Callable[[int], Any]) -> Found:
    """Compare computed bounds with a closed form in r(k) and s(k), tabulated once."""
    if form is None:
        raise GaveUp(f"{setting.question.declared.name} has no closed form for joins and meets")
    degrees = range(setting.question.c + 1)
    table = {
        (x, y): int(form.xreplace({r(spot): Integer(x), s(spot): Integer(y)}))
        for x in degrees
        for y in degrees
    }
    poset = setting.poset
    missing, first = 0, None
    for i in poset.listed:
        setting.limits.check()
        found = row(i)
        for j in poset.listed:
            pair = {"r": poset.elements[i], "s": poset.elements[j]}
            if found[j] < 0:
                missing, first = missing + 1, first or pair
                continue
            formed = tuple(table[x, y] for x, y in zip(pair["r"], pair["s"], strict=True))
            if formed != poset.elements[found[j]]:
                return Found(pair, setting.size**2, missing, first)
    return Found(None, setting.size**2, missing, first)


def shown(word: Word) -> str:
    """Return a run as text."""
    return f"({' '.join(map(str, word))})"


PLANS: dict[str, Callable[[Setting], Found]] = {
    "reflexive": reflexive,
    "antisymmetric": antisymmetric,
    "transitive": transitive,
    "chain": comparable,
    "connected": linked,
    "joins": joins,
    "meets": meets,
    "distributive law": distributive_law,
    "modular law": modular_law,
    "closed join": closed_join,
    "closed meet": closed_meet,
    "no_n5": no_pentagon,
    "no_m3": no_diamond,
}
