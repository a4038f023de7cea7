"""Plans for metrics on orders: isotone and valuation, for all gains and parameters left free.

On a distributive lattice a function is a valuation just if its increment along a cover depends
only on the join-irreducible that the cover adds; elsewhere all pairs with a join and a meet are
tried. Isotone needs to be looked at along covers only.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from lattice.poset import Poset, bits
from lattice.structure import signatures
from proofs.free_signs import always, constant_sign, points
from proofs.order_plans import Found, Setting
from proofs.order_question import OrderQuestion
from proofs.outcome import GaveUp
from proofs.run_scores import RunScores


class Scored:
    """The scores of the runs, in lexicographic order."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.scores = RunScores(setting.question, setting.words)
        if self.scores.undefined is not None:
            raise GaveUp("the metric is undefined at some runs of this order")

    def in_poset_order(self) -> Any:
        """Return the coordinates as the poset numbers its elements."""
        place = {word: at for at, word in enumerate(self.setting.words)}
        return self.scores.table[[place[word] for word in self.setting.poset.elements]]


def valuation(setting: Setting) -> Found:
    """m(r) + m(s) = m(r ⊔ s) + m(r ⊓ s)."""
    scored = Scored(setting)
    if setting.distributive and _increments_agree(setting.poset, scored.in_poset_order()):
        note = "increments along covers depend on the added join-irreducible only"
        return Found(cases=setting.size**2, notes=(note,))
    return _all_pairs(scored)


def _increments_agree(poset: Poset, table: Any) -> bool:
    lower, upper = (np.array(side) for side in zip(*poset.covers, strict=True))
    _, signs = signatures(poset)
    colour = [signs[j] ^ signs[i] for i, j in poset.covers]
    order = {sign: place for place, sign in enumerate(dict.fromkeys(colour))}
    places = np.array([order[sign] for sign in colour])
    steps = table[upper] - table[lower]
    _, first = np.unique(places, return_index=True)
    return bool((steps == steps[first][places]).all())


def _all_pairs(scored: Scored) -> Found:
    """Try every pair that has both a join and a meet; return the first mismatch, as listed."""
    setting, poset = scored.setting, scored.setting.poset
    table = scored.in_poset_order()
    undefined, first_undefined, judged = 0, None, 0
    for done, i in enumerate(poset.listed):
        setting.limits.check()
        setting.limits.progress(done, len(poset))
        join, meet = setting.bounds.joins(i), setting.bounds.meets(i)
        there = (join >= 0) & (meet >= 0)
        missing = int((~there).sum())
        if missing and first_undefined is None:
            j = next(j for j in poset.listed if not there[j])
            first_undefined = {"r": poset.elements[i], "s": poset.elements[j]}
        undefined += missing
        judged += len(poset) - missing
        left = table[i] + table
        broken = there & (left != table[join] + table[meet]).any(axis=1)
        if broken.any():
            found = _first_break(scored, table, i, broken, join, meet)
            return replace(found, undefined=undefined, first_undefined=first_undefined)
    if not judged:
        raise GaveUp("undefined")
    notes = ("only pairs that have both a join and a meet are judged",) if undefined else ()
    return Found(
        cases=len(poset) ** 2, undefined=undefined, first_undefined=first_undefined, notes=notes
    )


def _first_break(scored: Scored, table: Any, i: int, broken: Any, join: Any, meet: Any) -> Found:
    poset = scored.setting.poset
    named = poset.elements
    for j in poset.listed:
        if not broken[j]:
            continue
        difference = table[i] + table[j] - table[join[j]] - table[meet[j]]
        chosen = _point(scored, difference, unequal=True)
        if chosen is not None:
            note = f"r ⊔ s = {_text(named[join[j]])}, r ⊓ s = {_text(named[meet[j]])}"
            witness = {"r": named[i], "s": named[j]}
            return Found(witness, len(poset) ** 2, notes=(note,), chosen=chosen)
    raise GaveUp("two sides have different coordinates, but no gains were found that separate them")


def _text(word: Any) -> str:
    return f"({' '.join(map(str, word))})"


def isotone(setting: Setting) -> Found:
    """r ⊑ s implies m(r) ≤ m(s)."""
    return _along_covers(setting, strictly=False)


def strictly_isotone(setting: Setting) -> Found:
    """r ⊏ s implies m(r) < m(s)."""
    return _along_covers(setting, strictly=True)


def _along_covers(setting: Setting, strictly: bool) -> Found:
    scored = Scored(setting)
    cases = setting.size**2
    lower, upper = _steps_of(setting, scored)
    if not len(lower):
        return Found(cases=cases)
    table = scored.scores.table
    steps, which = np.unique(table[upper] - table[lower], axis=0, return_inverse=True)
    which = which.reshape(-1)
    verdicts = [_step(scored, step, strictly) for step in steps]
    wrong = [place for place, verdict in enumerate(verdicts) if verdict is not True]
    if not wrong:
        return Found(cases=cases, notes=(f"{len(steps)} different steps along the order",))
    if all(verdicts[place] is None for place in wrong):
        raise GaveUp("the sign of a step could not be decided for all gains and parameters")
    falls = [
        (int(i), int(j), verdicts[step])
        for i, j, step in zip(lower, upper, which, strict=True)
        if isinstance(verdicts[step], dict)
    ]
    i, j, chosen = min(falls, key=lambda fall: fall[:2])
    note = ("first among covering pairs",) if setting.is_poset else ()
    words = setting.words
    return Found({"r": words[i], "s": words[j]}, cases, notes=note, chosen=chosen)


def _steps_of(setting: Setting, scored: Scored) -> tuple[Any, Any]:
    """Return the pairs to look at, by their places in lexicographic order.

    In a poset the covering pairs are enough; in any other relation, all related pairs.
    """
    if setting.is_poset:
        named = setting.poset.elements
        place = {word: at for at, word in enumerate(setting.words)}
        pairs = [(place[named[i]], place[named[j]]) for i, j in setting.poset.covers]
    else:
        pairs = [(i, j) for i, up in enumerate(setting.above) for j in bits(up) if i != j]
    if not pairs:
        return np.zeros(0, dtype=int), np.zeros(0, dtype=int)
    lower, upper = (np.array(side) for side in zip(*pairs, strict=True))
    return lower, upper


def _step(scored: Scored, step: Any, strictly: bool) -> Any:
    """Return True where a step always goes up, a point at which it does not, or None."""
    question = scored.setting.question
    sign = always(scored.scores.expression(step), question.c)
    if sign is not None and (sign > 0 or (sign == 0 and not strictly)):
        return True
    return _point(scored, step, strictly=strictly)


def _point(
    scored: Scored, difference: Any, unequal: bool = False, strictly: bool = False
) -> dict[str, Any] | None:
    """Return gains and parameters at which a difference is not 0, or is negative (or 0)."""
    question = scored.setting.question
    expression = scored.scores.expression(difference)
    for chosen in points(question.c):
        value = expression.subs(
            {symbol: _value(symbol.name, chosen) for symbol in expression.free_symbols}
        )
        sign = constant_sign(value)
        if (unequal and sign) or sign < 0 or (strictly and sign == 0):
            return free_only(question, chosen)
        if not expression.free_symbols:
            return None
    return None


def _value(name: str, chosen: dict[str, Any]) -> Any:
    if name[0] == "g":
        return chosen["gains"][int(name[1:])]
    return chosen["p"] if name == "p" else chosen["rb"]


def free_only(question: OrderQuestion, chosen: dict[str, Any]) -> dict[str, Any]:
    """Keep what the question had left free."""
    from metrics.runs import Gain

    assert question.metric is not None
    wanted = {*question.metric.parameters} | (
        {"gains"} if question.metric.value.has(Gain) else set()
    )
    return {
        name: value
        for name, value in chosen.items()
        if name in wanted and name not in question.settings
    }


PLANS = {"isotone": isotone, "strictly_isotone": strictly_isotone, "valuation": valuation}
