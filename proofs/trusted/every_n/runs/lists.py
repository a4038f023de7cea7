"""Rules about covers and join-irreducible runs, where the kind of an order is known.

Why they are right. In any order, of x ≺ y and y ≺ z the run y lies strictly between x and z, so z
does not cover x.

*Place by place*, runs being all words (ranked), or those that decrease (sets): where s is above r,
raising the first degree of r that differs by one leads to a run between them, a set again as the
degree before it is that of s; between that and r there is none. Ranked, a run with two degrees
above 0 is the join of the two in which one of them is 0; a set with degrees x > y above 0, x the
largest, is the join of the one without what is below x and the one in which x is lowered to y. What
is strictly below a ranked run with one degree above 0, or a set of k times one degree, is below the
one in which this degree, or the last of them, is lowered by one. So these are the join-irreducible
runs, and their place by place minima are of the same form, or, ranked, all 0.

In a *chain* what is strictly below a run is below the one just before it, and the meet of two runs
is one of the two.

All paths of steps from r to s have one length: in a chain there is one path; place by place a step
raises the sum of the degrees by one. *Prefix by prefix* with two degrees, let R(k) and S(k) count
the ones up to k, R ≤ S, and let k be the first place where R(k) < S(k), so r(k) = 0. Go on from k
to the last place j up to which r is 0 and R < S. Then j is the last place, or r(j + 1) = 1: if R
and S agree at j + 1, R(j + 1) = S(j + 1) ≥ S(j) > R(j). So raising R(j) alone by one leads to a run
that is not beyond s, and a step raises the sum of all R(k) by one.
"""

from __future__ import annotations

from axioms import irreducible as known
from axioms.language.shapes import renamed
from axioms.ordering import GRADED
from lattice.order import RANK, SET
from proofs.trusted.every_n.kernel import Evidence, Fact, Facts, Kernel, Rule, insist
from proofs.trusted.every_n.runs.kinds import CHAIN, PLACES, SEQUENCES
from proofs.trusted.number import Inconclusive

_MEETS = (known.MEETS, known.MEETS_OR_LEAST)
LISTS = {
    (PLACES, RANK): (known.ONE_STEP, known.ONE_PLACE, known.MEETS_OR_LEAST, GRADED),
    (PLACES, SET): (known.ONE_STEP, known.ONE_DEGREE, *_MEETS, GRADED),
    (CHAIN, RANK): (known.ALL_BUT_LEAST, *_MEETS, GRADED),
    (CHAIN, SET): (known.ALL_BUT_LEAST, *_MEETS, GRADED),
    (SEQUENCES, RANK): (GRADED,),
}


def _listed(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    """Compare a part of the question with what is known of all orders, or of those of a kind."""
    insist(len(facts) <= 1 and set(evidence) == {"part"})
    part = kernel.part(evidence)
    kind = (facts[0].about, kernel.question.on.listed) if facts else None
    there = LISTS.get(kind, ()) if kind is not None else (known.NO_SHORTCUT,)
    if renamed(part.formula) not in map(renamed, there):
        raise Inconclusive("a list that is not known")
    return kernel.stated(part)


RULES = {"listed": Rule(_listed, "covers and join-irreducible runs of such an order are known")}
