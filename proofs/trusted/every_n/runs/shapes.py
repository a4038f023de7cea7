"""Which kind an order of judged runs is, read off its formula, for every n and every c.

Why it is right. Three kinds of order are known, by the shape of their formula.

- *Place by place*: r ⊑ s just if r(k) ≤ s(k) for every place k. Runs are all words of n degrees, or
  those that decrease; both are closed under max and min place by place, so these are r ⊔ s and
  r ⊓ s, and the words of only 0 and of only c are the smallest and the largest run. An order of
  sets by *masses* is such a one: as degrees decrease, r(k) ≥ a just if at least k degrees are ≥ a.
- *Chain*: r ⊑ s just if r = s, or r has the smaller entry where the two first differ. Entries are
  the degrees by place, or how often each degree occurs, from the highest one down; they determine
  the run. So of any two runs one is below the other, and r ⊔ s and r ⊓ s are these two. A chain of
  sets of two degrees compares how often 1 occurs, so it is an order place by place as well.
- *Prefix by prefix*: r ⊑ s just if, for every degree and place, r has at most as many documents of
  at least this degree up to this place as s. These numbers determine the run. With two degrees they
  are any numbers that begin with 0 or 1 and grow by 0 or 1, so closed under max and min, and these
  are the numbers of r ⊔ s and r ⊓ s. With more degrees not all of these exist, but where they do
  their numbers are max and min: of all runs with at most v degrees ≥ a up to the place k there is
  a greatest one (c up to the place v, then a − 1 up to the place k, then c). If r and s are below
  it, so is r ⊔ s, which therefore has no more such degrees than the larger of the two numbers. As
  r(k) ↦ c − r(k) turns the order around, the same is true of r ⊓ s.
- *Prefix by prefix, the same degrees*: as before, and r and s have each degree equally often. Again
  there is a greatest run among those of these degrees with at most v of them ≥ a up to k, if there
  is any: the v largest degrees (or all ≥ a, if there are fewer), then the largest below a up to the
  place k, then all others, decreasing. *By totals*: r ⊑ s compares the numbers of the last place
  alone, which do not determine the run. *Operations* raise such numbers only, so r ⊑ s implies
  that those of r are at most those of s. Of these last three a statement must not use more.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import sympy as sp

from axioms.language.formula import Exists, ForAll, Same
from axioms.language.shapes import renamed
from lattice.order import RANK, SET
from metrics.language.runs import Grade, Run, a, a_other, r, s, spot, spot_other
from metrics.language.terms import Indicator, n
from proofs.trusted.every_n.kernel import Evidence, Fact, Facts, Kernel, Rule, insist
from proofs.trusted.every_n.runs import kinds
from proofs.trusted.number import Inconclusive

_INDEX = sp.Dummy("index", integer=True, positive=True)
_COMPARED = {
    kinds.PLACES: "r ⊑ s just if r(k) ≤ s(k) for every place k; r ⊔ s and r ⊓ s are max and min "
    "place by place",
    kinds.CHAIN: "of any two runs one is below the other; r ⊔ s and r ⊓ s are the two of them",
    kinds.PREFIXES: "r ⊑ s compares numbers, which determine the run",
    kinds.SEQUENCES: "r ⊑ s compares numbers, which determine the run; those of r ⊔ s and r ⊓ s "
    "are max and min",
    kinds.TOTALS: "r ⊑ s compares numbers, those of the whole run",
}


def _how_often(relation: Any, run: Run, degree: Any, depth: Any = n) -> Any:
    return sp.Sum(Indicator(relation(run(_INDEX), degree)), (_INDEX, 1, depth))


def _first_difference(here: Any, before: Any, entry_of: Any, earlier: Any) -> Any:
    """r = s, or an entry of r is smaller and all entries before it are equal."""
    agree = sp.Implies(earlier(before, here), sp.Eq(entry_of(r, before), entry_of(s, before)))
    smaller = sp.Lt(entry_of(r, here), entry_of(s, here))
    return sp.Or(Same(r, s), Exists(here, sp.And(smaller, ForAll(before, agree))))


_mass, _count = partial(_how_often, sp.Ge), partial(_how_often, sp.Eq)
_BY_PLACES = ForAll(spot, sp.Le(r(spot), s(spot)))
_BY_MASSES = ForAll(a, sp.Le(_mass(r, a), _mass(s, a)))
_BY_DEGREES = _first_difference(spot, spot_other, Grade, sp.Lt)
_BY_COUNTS = _first_difference(a, a_other, _count, sp.Gt)
_BY_PREFIXES = ForAll(a, spot, sp.Le(_mass(r, a, spot), _mass(s, a, spot)))


def _shaped(kind: str, formula: Any, *listed: str) -> Callable[[Kernel, Facts, Evidence], Fact]:
    def check(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
        insist(not facts and not evidence)
        order = kernel.question.on
        if order.below is None or order.listed not in listed:
            raise Inconclusive("an order of another kind")
        if _numbered(order.below) != _numbered(formula):
            raise Inconclusive("an order of another shape")
        here = kind
        if kind == kinds.PREFIXES and not kernel.question.every_c and kernel.question.c == 1:
            here = kinds.SEQUENCES
        return Fact(_COMPARED[here], about=here)

    return check


def _two_counts(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    """Read a chain of sets of two degrees place by place: it compares their numbers of 1."""
    _shaped(kinds.CHAIN, _BY_COUNTS, SET)(kernel, facts, evidence)
    if kernel.question.every_c or kernel.question.c != 1:
        raise Inconclusive("more than two degrees")
    return Fact(_COMPARED[kinds.PLACES], about=kinds.PLACES)


def _numbered(formula: Any) -> Any:
    """Return a formula in which bound variables and the indices of sums have fixed names."""
    sums = [total for total in formula.atoms(sp.Sum) if len(total.limits) == 1]
    fixed = {total: total.xreplace({total.limits[0][0]: _INDEX}) for total in sums}
    return renamed(formula.xreplace(fixed))


RULES = {
    "places": Rule(
        _shaped(kinds.PLACES, _BY_PLACES, RANK, SET),
        "the order compares place by place, and runs are closed under max and min place by place",
    ),
    "masses": Rule(
        _shaped(kinds.PLACES, _BY_MASSES, SET),
        "at least k degrees of a set are ≥ a just if the k-th largest one is",
    ),
    "degrees": Rule(
        _shaped(kinds.CHAIN, _BY_DEGREES, RANK), "the first degrees that differ are compared"
    ),
    "counts": Rule(
        _shaped(kinds.CHAIN, _BY_COUNTS, SET),
        "how often degrees occur is compared from the highest degree down, and determines a set",
    ),
    "counts of two degrees": Rule(_two_counts, "the number of 1 is compared, and determines a set"),
    "prefixes": Rule(
        _shaped(kinds.PREFIXES, _BY_PREFIXES, RANK),
        "it compares how often degrees occur up to each place",
    ),
    "totals": Rule(
        _shaped(kinds.TOTALS, _BY_MASSES, RANK),
        "it compares how often degrees occur in the whole run",
    ),
}
