"""Plans for metrics on orders: isotone and valuation, for all gains and parameters left free.

On a distributive lattice a function is a valuation just if its increment along a cover depends
only on the join-irreducible that the cover adds; elsewhere all pairs with a join and a meet are
tried. Isotone needs to be looked at along covers only, where every score is defined; a witness is
then searched among all pairs, so that it is the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import sympy as sp

from axioms import ordering
from axioms.language.formula import Variable
from lattice.poset import Poset, bits
from lattice.structure import signatures
from proofs.core.outcome import GaveUp, Outcome
from proofs.engines.exhaustive.runs.free_signs import always, constant_sign, free_only, points
from proofs.engines.exhaustive.runs.order_plans import Variables, by_shape, refuted, shown
from proofs.engines.exhaustive.runs.run_search import EARLIER, RunSearch
from proofs.engines.exhaustive.runs.setting import Setting
from proofs.exact.numbers import from_coordinates


class Scored:
    """The scores of the runs, in lexicographic order, as a table of coordinates over atoms."""

    def __init__(self, search: RunSearch) -> None:
        self.setting, self.scores = search.setting, search.scores("m")
        parts, size = self.scores.parts.values(), self.setting.size
        wide = all(max(abs(part.low), abs(part.high)) < 2**60 for part in parts)
        self.table = np.zeros((size, len(parts)), dtype=np.int64 if wide else object)
        for column, part in enumerate(parts):
            self.table[:, column] = part.data
        self.total = self.scores.undefined is False
        self.defined = ~np.broadcast_to(self.scores.undefined, size)

    @property
    def unique(self) -> bool:
        """Whether nothing was divided by a sum: then equal numbers have equal coordinates."""
        return not any(base[0] == "sum" for atom in self.scores.parts for base, _ in atom)

    def expression(self, coordinates: Any) -> Any:
        """Return the number with these coordinates as a SymPy expression."""
        row = dict(zip(self.scores.parts, map(int, coordinates), strict=True))
        return from_coordinates(row, self.scores.denominator).expression()

    def in_poset_order(self) -> tuple[Any, Any]:
        """Return coordinates and where they are defined, as the poset numbers its elements."""
        return self.table[self.setting.places], self.defined[self.setting.places]


def valuation(search: RunSearch, formula: Any) -> Outcome:
    """m(r) + m(s) = m(r ⊔ s) + m(r ⊓ s)."""
    setting = search.setting
    scored = Scored(search)
    if not scored.unique:
        return search.every_case(formula)
    simple = scored.total and setting.distributive
    if simple and _increments_agree(setting.poset, scored.in_poset_order()[0]):
        note = "increments along covers depend on the added join-irreducible only"
        return Outcome(True, cases=setting.size**2, checked=(note,))
    return _all_pairs(scored, formula.variables)


def _increments_agree(poset: Poset, table: Any) -> bool:
    lower, upper = (np.array(side) for side in zip(*poset.covers, strict=True))
    _, signs = signatures(poset)
    colour = [signs[j] ^ signs[i] for i, j in poset.covers]
    order = {sign: place for place, sign in enumerate(dict.fromkeys(colour))}
    places = np.array([order[sign] for sign in colour])
    steps = table[upper] - table[lower]
    _, first = np.unique(places, return_index=True)
    return bool((steps == steps[first][places]).all())


def _all_pairs(scored: Scored, variables: Variables) -> Outcome:
    """Try every pair that has a join, a meet and scores; return the first mismatch, as listed."""
    setting, poset = scored.setting, scored.setting.poset
    table, defined = scored.in_poset_order()
    undefined = judged = 0
    first_undefined: dict[Variable, Any] | None = None
    for done, i in enumerate(poset.listed):
        setting.limits.check()
        setting.limits.progress(done, len(poset))
        join, meet = setting.bounds.joins.row(i), setting.bounds.meets.row(i)
        there = (join >= 0) & (meet >= 0) & defined[i] & defined & defined[join] & defined[meet]
        missing = int((~there).sum())
        if missing and first_undefined is None:
            j = next(j for j in poset.listed if not there[j])
            pair = (list(poset.elements[i]), list(poset.elements[j]))
            first_undefined = dict(zip(variables, pair, strict=True))
        undefined += missing
        judged += len(poset) - missing
        left = table[i] + table
        broken = there & (left != table[join] + table[meet]).any(axis=1)
        if broken.any():
            found = _first_break(scored, variables, i, broken, (join, meet))
            return replace(found, undefined=undefined, first_undefined=first_undefined)
    if not judged:
        raise GaveUp("undefined")
    judged_are = "only pairs that have both a join and a meet" + (
        " are judged" if scored.total else ", and a score at all four runs, are judged"
    )
    notes = (judged_are,) if undefined else ()
    total = len(poset) ** 2
    return Outcome(True, None, total, undefined, first_undefined, judged, checked=notes)


def _first_break(
    scored: Scored, variables: Variables, i: int, broken: Any, bounds: tuple[Any, Any]
) -> Outcome:
    poset = scored.setting.poset
    named, (join, meet) = poset.elements, bounds
    table, _ = scored.in_poset_order()
    one, two = (variable.name for variable in variables)
    caveats: tuple[str, ...] = ()
    for j in poset.listed:
        if not broken[j]:
            continue
        difference = table[i] + table[j] - table[join[j]] - table[meet[j]]
        chosen = point_where(scored, difference, unequal=True)
        if chosen is not None:
            joined, met = shown(named[join[j]]), shown(named[meet[j]])
            note = f"{one} ⊔ {two} = {joined}, {one} ⊓ {two} = {met}"
            more = {"checked": (note,), "caveats": caveats, "chosen": chosen}
            return refuted(variables, (named[i], named[j]), len(poset) ** 2, **more)
        caveats = (EARLIER,)
    raise GaveUp("two sides have different coordinates, but no gains were found that separate them")


def isotone(search: RunSearch, formula: Any, strictly: bool = False) -> Outcome:
    """r ⊑ s implies m(r) ≤ m(s); or r ⊏ s implies m(r) < m(s)."""
    setting, variables = search.setting, formula.variables
    scored = Scored(search)
    steps = _Steps(scored, strictly)
    found = replace(_undefined_pairs(scored, variables), cases=setting.size**2)
    verdicts = [steps.verdict(i, j) for i, j in _pairs_to_try(scored)]
    if not all(verdict is True for verdict in verdicts):
        return steps.first_fall(found, variables)
    notes = (f"{len(steps.known)} different steps along the order",) if verdicts else ()
    return replace(found, checked=notes)


class _Steps:
    """Whether scores rise from one run to another, each difference of coordinates once."""

    def __init__(self, scored: Scored, strictly: bool) -> None:
        self.scored, self.strictly = scored, strictly
        self.known: dict[tuple[int, ...], Any] = {}

    def verdict(self, i: int, j: int) -> Any:
        """Return True where the score always rises, a point at which it does not, or None."""
        table = self.scored.table
        step = tuple(map(int, table[j] - table[i]))
        if step not in self.known:
            self.scored.setting.pause()
            self.known[step] = _step(self.scored, step, self.strictly)
        return self.known[step]

    def first_fall(self, found: Outcome, variables: Variables) -> Outcome:
        """Return the first related pair along which the score does not rise."""
        setting, defined = self.scored.setting, self.scored.defined
        caveats: tuple[str, ...] = ()
        for i, j in _related(setting):
            verdict = self.verdict(i, j) if i != j and defined[i] and defined[j] else True
            if isinstance(verdict, dict):
                pair = (setting.words[i], setting.words[j])
                fall = refuted(variables, pair, found.cases, chosen=verdict, caveats=caveats)
                first = found.first_undefined
                return replace(fall, undefined=found.undefined, first_undefined=first)
            caveats = (EARLIER,) if verdict is None else caveats
        raise GaveUp("the sign of a step could not be decided for all gains and parameters")


def _pairs_to_try(scored: Scored) -> list[tuple[int, int]]:
    """Return the pairs to look at, by their places in lexicographic order.

    In a poset with all scores defined the covering pairs are enough, otherwise all related pairs.
    """
    setting, defined = scored.setting, scored.defined
    if setting.is_poset and scored.total:
        return setting.covers
    return [(i, j) for i, j in _related(setting) if i != j and defined[i] and defined[j]]


def _related(setting: Setting) -> Iterator[tuple[int, int]]:
    """Go through all i ⊑ j in lexicographic order."""
    return ((i, j) for i, up in enumerate(setting.above) for j in bits(up))


def _undefined_pairs(scored: Scored, variables: Variables) -> Outcome:
    """Count the related pairs that lack a score, and show the first."""
    if scored.total:
        return Outcome(True)
    setting, defined = scored.setting, scored.defined
    missing = [(i, j) for i, j in _related(setting) if not (defined[i] and defined[j])]
    if not defined.any():
        raise GaveUp("undefined")
    if not missing:
        return Outcome(True)
    pair = [list(setting.words[place]) for place in missing[0]]
    first = dict(zip(variables, pair, strict=True))
    judged = setting.size**2 - len(missing)
    return Outcome(True, undefined=len(missing), first_undefined=first, judged=judged)


def _step(scored: Scored, step: Any, strictly: bool) -> Any:
    """Return True where a step always goes up, a point at which it does not, or None."""
    question = scored.setting.question
    sign = always(scored.expression(step), question.c)
    if sign is not None and (sign > 0 or (sign == 0 and not strictly)):
        return True
    return point_where(scored, step, strictly=strictly)


def point_where(
    scored: Scored, difference: Any, unequal: bool = False, strictly: bool = False
) -> dict[str, Any] | None:
    """Return gains and parameters at which a difference is not 0, or is negative (or 0)."""
    question = scored.setting.question
    expression = scored.expression(difference)
    for chosen in points(question):
        sign = at_point(expression, chosen)
        if sign is None:
            continue
        if (unequal and sign) or sign < 0 or (strictly and sign == 0):
            return free_only(question, chosen)
        if not expression.free_symbols:
            return None
    return None


def at_point(expression: Any, chosen: dict[str, Any]) -> int | None:
    """Return the sign of an expression at gains and parameters; None where it is undefined."""
    known = {symbol: _value(symbol.name, chosen) for symbol in expression.free_symbols}
    value = expression.subs(known)
    return None if value.has(sp.zoo, sp.nan) else constant_sign(value)


def _value(name: str, chosen: dict[str, Any]) -> Any:
    if name[0] == "g":
        return chosen["gains"][int(name[1:])]
    if name[0] == "w":
        return chosen["place_weights"][int(name[1:]) - 1]
    return chosen["p"] if name == "p" else chosen["rb"]


PLANS = by_shape(
    {
        ordering.ISOTONE: isotone,
        ordering.STRICTLY_ISOTONE: partial(isotone, strictly=True),
        ordering.VALUATION: valuation,
    }
)
