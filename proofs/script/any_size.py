"""A metric that is not named, of rankings that are not spelled out: what holds for every n.

Rankings are elements of a sort that is not interpreted, the metric is a function from pairs of them
to the reals, and n is a number. What is asserted of them (:func:`facts`) is true of the rankings of
n items for every n from some number on:

- They are a group under composition, and finite, so some score is smallest and some is largest.
- Swaps of two places are their own inverses and none of them is the identity; different pairs of
  places give different swaps, those that share a place do not commute, those that share none do.
  A swap of a place with itself, or of places that there are not, stands for the identity.
- Swaps generate all rankings: a metric that is invariant under each of them is invariant.
- The ranking n, …, 1 is its own inverse, and is not the identity if there are two items. From three
  items on it does not commute with the swap of the first two places: it takes them to the last two.
- Some scores are `seen`, which says nothing of them: solvers look at what is named.

So where no metric at all breaks an implication under these facts, no metric of n items does. That a
script is satisfiable says nothing: the facts are not all that is true of rankings.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from typing import Any

import sympy as sp

from axioms.axiom import Axiom
from axioms.language.fold import StatementFold
from axioms.language.formula import Exists, ForAll, Score, Slot
from axioms.language.shapes import moved_by
from metrics.language.domains import PLACES, RANKINGS
from metrics.language.fold import names
from metrics.language.terms import Backwards, Compose, Inverse, Place, Ranking, Swap, n
from proofs.script.free_metric import formulas
from proofs.script.smtlib import Reals, conjunction, negation

GROUP = """
(declare-fun of (R R) R) (declare-fun inv (R) R)
(assert (forall ((a R) (b R) (c R)) (= (of (of a b) c) (of a (of b c)))))
(assert (forall ((a R)) (= (of a id) a)))
(assert (forall ((a R)) (= (of id a) a)))
(assert (forall ((a R)) (= (of a (inv a)) id)))
(assert (forall ((a R)) (= (of (inv a) a) id)))
(assert (forall ((a R)) (= (inv (inv a)) a)))
(assert (= (inv id) id))
"""
EXTREMES = """
(declare-const low1 R) (declare-const low2 R) (declare-const top1 R) (declare-const top2 R)
(declare-const least Real) (declare-const largest Real)
(assert (= least (m low1 low2)))
(assert (= largest (m top1 top2)))
(assert (forall ((a R) (b R)) (<= least (m a b))))
(assert (forall ((a R) (b R)) (>= largest (m a b))))
"""
SWAPS = """
(assert (forall ((i Int) (j Int)) (= (inv (swap i j)) (swap i j))))
(assert (forall ((i Int) (j Int)) (= (of (swap i j) (swap i j)) id)))
"""
DIFFERENT = """
(assert (forall ((i Int)) (= (swap i i) id)))
(assert (forall ((i Int) (j Int)) (= (swap i j) (swap j i))))
(assert (forall ((i Int) (j Int)) (=> (and (<= 1 i n) (<= 1 j n) (not (= i j)))
  (not (= (swap i j) id)))))
(assert (forall ((i Int) (j Int) (k Int) (l Int))
  (=> (and (<= 1 i) (< i j) (<= j n) (<= 1 k) (< k l) (<= l n) (= (swap i j) (swap k l)))
    (and (= i k) (= j l)))))
"""
GENERATE = """
(assert (=> (forall ((s R) (t R) (i Int) (j Int)) (=> (and (<= 1 i n) (<= 1 j n))
    (= (m s t) (m (of s (swap i j)) (of t (swap i j))))))
  (forall ((s R) (t R) (v R)) (= (m s t) (m (of s v) (of t v))))))
(assert (=> (forall ((s R) (t R) (i Int) (j Int)) (=> (and (<= 1 i n) (<= 1 j n))
    (= (m s t) (m (of (swap i j) s) (of (swap i j) t)))))
  (forall ((s R) (t R) (v R)) (= (m s t) (m (of v s) (of v t))))))
"""
REVERSAL = """
(assert (= (of back back) id))
(assert (= (of id back) back))
(assert (= (inv back) back))
(declare-fun seen (Real) Bool)
(assert (seen (m id id)))
(assert (seen (m id (of id back))))
"""
TURNED = """
(assert (not (= (of back (swap 1 2)) (of (swap 1 2) back))))
(assert (not (= (of (of (swap 1 2) back) (swap 1 2)) back)))
(assert (seen (m (swap 1 2) (of (swap 1 2) back))))
(assert (seen (m (of (swap 1 2) (swap 1 2)) (of (of (swap 1 2) back) (swap 1 2)))))
(assert (seen (m id (of (of (swap 1 2) back) (swap 1 2)))))
"""
NAMED = 3
"""Swaps of the first so many places are compared one by one."""


def any_size_script(premises: Sequence[Axiom], conclusion: Axiom | None, least: int) -> str:
    """Return the script that has no model unless a metric breaks an implication at an n ≥ `least`.

    Without a conclusion it is broken by any metric with the premises.
    """
    said = [generated(formula) for axiom in premises for formula in formulas(axiom)]
    denied = [] if conclusion is None else list(map(generated, formulas(conclusion)))
    writer = Writer()
    wanted = [writer.read(formula, {}) for formula in said]
    if conclusion is not None:
        wanted.append(negation(conjunction(writer.read(formula, {}) for formula in denied)))
    lines = [
        "(set-option :produce-models false)",
        "(set-logic ALL)",
        *["(declare-sort R 0)", "(declare-fun m (R R) Real)", "(declare-const n Int)"],
        *facts([*said, *denied], least),
        *[f"(assert {one})" for one in wanted],
        "(check-sat)",
    ]
    return "\n".join([*lines, ""])


def generated(statement: Any) -> Any:
    """Return invariance under all rankings for that under all swaps of two places, else the same.

    They are one for every n, as swaps generate all rankings; the former has no places in it.
    """
    if not isinstance(statement, ForAll) or len(statement.variables) != 4:
        return statement
    *both, i, j = statement.variables
    if not all(map(RANKINGS.ranges, both)) or not all(map(PLACES.ranges, (i, j))):
        return statement
    by = Ranking("".join(one.name for one in both))
    for slot, side in product(statement.atoms(Slot), ("right", "left")):
        swapped, moved = (
            sp.Eq(Score(slot, *both), Score(slot, *moved_by(one, side, both)))
            for one in (Swap(i, j), by)
        )
        if statement.body == swapped:
            return ForAll(*both, by, moved)
    return statement


def facts(statements: Sequence[Any], least: int) -> list[str]:
    """Return what is true of the rankings of n ≥ `least` items, as far as it is spoken of."""

    def speak_of(*words: type) -> bool:
        return any(one.has(*words) for one in statements)

    composed, swapped = speak_of(Compose, Inverse), speak_of(Swap)
    lines = [f"(assert (>= n {least}))", "(declare-const id R)"]
    lines += [EXTREMES.strip()] if speak_of(Exists) or any(map(_behind, statements)) else []
    lines += [GROUP.strip()] if composed else []
    lines += ["(declare-fun swap (Int Int) R)", *_swaps(least, composed, swapped)]
    lines += [DIFFERENT.strip()] if swapped else []
    lines += [SWAPS.strip(), GENERATE.strip()] if composed and swapped else []
    if speak_of(Backwards):
        lines += ["(declare-const back R)", REVERSAL.strip()]
        lines += ["(assert (not (= back id)))"] if least > 1 else []
        lines += [TURNED.strip()] if least > 2 else []
    return lines


def _behind(statement: Any) -> bool:
    """Tell whether one binder stands within another."""
    return any(bound.body.has(ForAll, Exists) for bound in statement.atoms(ForAll, Exists))


def _swaps(least: int, composed: bool, swapped: bool) -> list[str]:
    """Return what is true of swaps of the first few places, one by one."""
    most = NAMED if composed or swapped else 2
    places = [(i, j) for i, j in combinations(range(1, min(most, least) + 1), 2)]
    if not places:
        return []
    texts = {pair: f"(swap {pair[0]} {pair[1]})" for pair in places}
    lines = [f"(assert (distinct id {' '.join(texts.values())}))"]
    if not composed:
        return lines
    lines += [f"(assert (= (of {one} {one}) id))" for one in texts.values()]
    for one, two in combinations(places, 2):
        both = f"(= (of {texts[one]} {texts[two]}) (of {texts[two]} {texts[one]}))"
        lines.append(f"(assert {negation(both) if set(one) & set(two) else both})")
    return lines


class Writer(StatementFold, Reals):
    """Writes statements about the free metric as they stand, binders and all."""

    reader = "a free metric of every n"
    refuses = names(
        "rounded loops choices ranked judged weights aspects ordered functions mean has_value "
        "full_cycle"
    ) - {"absolute"}
    point = ".0"

    def __init__(self) -> None:
        self.bound = 0

    def for_all(self, e: Any, known: Any) -> str:
        return self._bound("forall", "=>", e, known)

    def exists(self, e: Any, known: Any) -> str:
        return self._bound("exists", "and", e, known)

    def _bound(self, binder: str, joined: str, e: Any, known: Any) -> str:
        """Write a binder; a place is a number from 1 to n."""
        inner, sorts, within = dict(known), [], []
        for variable in e.variables:
            self.bound += 1
            name = f"{variable.name}_{self.bound}"
            if RANKINGS.ranges(variable):
                sorts.append(f"({name} R)")
            elif PLACES.ranges(variable):
                sorts.append(f"({name} Int)")
                within.append(f"(<= 1 {name} n)")
            else:
                self.unread(variable, known)
            inner[variable] = name
        body = self.read(e.body, inner)
        if within:
            body = f"({joined} {conjunction(within)} {body})"
        return f"({binder} ({' '.join(sorts)}) {body})"

    def ranking(self, e: Any, known: Any) -> Any:
        return self.unread(e, known)  # nothing binds it

    symbol = ranking

    def identity(self, e: Any, known: Any) -> str:
        return "id"

    def backwards(self, e: Any, known: Any) -> str:
        return "back"

    def inverse(self, e: Any, known: Any) -> str:
        return f"(inv {self.read(e.args[0], known)})"

    def compose(self, e: Any, known: Any) -> str:
        return f"(of {' '.join(self.arguments(e, known))})"

    def swap(self, e: Any, known: Any) -> str:
        if not all(isinstance(place, Place) for place in e.args):
            return str(self.unread(e, known))
        return f"(swap {' '.join(self.arguments(e, known))})"

    def score(self, e: Any, known: Any) -> str:
        return f"(m {' '.join(self.read(term, known) for term in e.listings)})"

    def same(self, e: Any, known: Any) -> str:
        return f"(= {' '.join(self.arguments(e, known))})"

    def equivalence(self, e: Any, known: Any) -> str:
        return f"(= {' '.join(self.arguments(e, known))})"

    def relation(self, e: Any, known: Any) -> str:
        """Write a relation of scores, or of places, whose numbers are whole."""
        if e.has(Score):
            if e.atoms(sp.Symbol) - {symbol for s in e.atoms(Score) for symbol in s.atoms(Place)}:
                return str(self.unread(e, known))
            return super().relation(e, known)
        return _OfPlaces().relation(e, {**known, n: "n"})


class _OfPlaces(Writer):
    """Writes relations of places."""

    point = ""

    def relation(self, e: Any, known: Any) -> str:
        if not all(number.is_Integer for number in e.atoms(sp.Number)):
            return str(self.unread(e, known))
        return Reals.relation(self, e, known)
