"""What the rules for metrics of lists show: each statement as it must be written.

Why it is right. Nothing is shown here: a question's statement is compared with these, up to the
names of its variables, and a rule speaks only of the statement that it was found to be.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from axioms.axiom import m
from axioms.language.formula import Defined, Exists, ForAll
from metrics.language.lists import (
    Exchanged,
    Extended,
    Ideal,
    Length,
    PoolList,
    Regraded,
    SamePool,
    SameTop,
)
from metrics.language.runs import Degree
from metrics.language.terms import Indicator, Place, n

r, s = PoolList("r"), PoolList("s")
i, j, h, d = (Place(name) for name in "ijhd")
a = Degree("a")


def _swapped(relation: Any, *premises: Any) -> Any:
    moved = m(Exchanged(r, i, j))
    return ForAll(r, i, j, sp.Implies(sp.And(*premises, sp.Lt(r(i), r(j))), relation(moved, m(r))))


def statements_of(metric: Any) -> dict[str, tuple[Any, ...]]:
    """Return what the rules show, weak and strict, for a metric's cut-off and relevant grades."""
    k, rel = metric.depth, metric.rel
    up, in_list = (sp.Lt(i, j), sp.Le(j, Length(r))), sp.Le(i, Length(r))
    within = sp.Le(i, k)
    out = (in_list, within, sp.Gt(j, Length(r)))
    found = Indicator(d <= Length(r)) * Indicator(r(d) >= rel)
    relevant = sp.Gt(sp.Sum(Indicator(r(d) >= rel), (d, 1, n)), 0)
    raised = m(Regraded(r, i, a))
    beyond, more = sp.Gt(j, Length(r)), m(Extended(r, j))
    lower = Exchanged(Exchanged(r, j, h), i, j)
    near = sp.And(sp.Eq(j, i + 1), sp.Eq(h, i + 2), sp.Le(h, Length(r)), sp.Lt(r(i), r(j)))
    gains = (m(Exchanged(r, i, j)) - m(r), m(Exchanged(lower, j, h)) - m(lower))

    within_k = (SamePool(r, s), sp.Le(Length(s), k), sp.Eq(m(s), 1))

    def regraded(relation: Any, *premises: Any) -> Any:
        premise = sp.And(in_list, sp.Lt(r(i), a), *premises)
        return ForAll(r, i, a, sp.Implies(premise, relation(raised, m(r))))

    return {
        "promoted": (_swapped(sp.Ge, *up), _swapped(sp.Gt, *up, within)),
        "exchanged": (_swapped(sp.Ge, *out), _swapped(sp.Gt, *out)),
        "raised": (regraded(sp.Ge), regraded(sp.Gt, within)),
        "deeper": tuple(
            ForAll(r, i, j, h, sp.Implies(near, relation(*gains))) for relation in (sp.Ge, sp.Gt)
        ),
        "one more place": (
            ForAll(r, j, sp.Implies(beyond, sp.Ge(more, m(r)))),
            ForAll(r, i, sp.Ge(m.at(i + 1)(r), m.at(i)(r))),
        ),
        "junk": (ForAll(r, j, sp.Implies(sp.And(beyond, sp.Eq(r(j), 0)), sp.Eq(more, m(r)))),),
        "nothing found": (
            ForAll(r, sp.Implies(sp.Eq(sp.Sum(found, (d, 1, n)), 0), sp.Eq(m(r), 0))),
        ),
        "seen alone": (ForAll(r, s, sp.Implies(SameTop(r, s, k), sp.Eq(m(r), m(s)))),),
        "rearranged": (ForAll(r, sp.Le(m(r), m(Ideal(r)))),),
        "ideal": (ForAll(r, sp.Implies(relevant, sp.Eq(m(Ideal(r)), 1))),),
        "realized": (ForAll(r, sp.Implies(relevant, Exists(s, sp.And(*within_k)))),),
        "bounded": (ForAll(r, sp.And(sp.Ge(m(r), 0), sp.Le(m(r), 1))),),
        "defined": (ForAll(r, Defined(m, r)),),
    }
