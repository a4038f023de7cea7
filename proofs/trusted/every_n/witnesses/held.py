"""What holds for every n ≥ n₀ and every cut-off k of a range a ≤ k ≤ b, where a and b are x·n + y.

Why it is right. No cut-off is given, so k may be any that is admissible, and j is k. Statements are
read as they are for every n (`rankings`), with k an unknown whole number, one and the same in all
scores, of which nothing is known but a ≤ k ≤ b: what the rules conclude of it is true at each
n ≥ n₀ and each whole k between a and b there. A statement with one case is read there with k given,
where a and b are one number. So a kernel with such bounds has only facts about these cut-offs, and
its facts follow from each other as they do without bounds. All k of the range are admissible: a is
at least 1, and b at most the largest cut-off, for every n ≥ n₀. A comparison x·n + y ≥ 0 is true
for every n ≥ n₀ if it is at n₀ and x is at least 0. There is a k at each n, as b − a is at least 1,
or at least 0 where a or b is whole at every n; where a is b, it is said of each n at which that is
whole, as k = n/2 is at even n: these are s·h + r for a whole h.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from axioms.language.formula import Score
from metrics.language.domains import RANKINGS
from metrics.language.parameters import CUTOFFS, PARAMETERS
from metrics.language.terms import n as n_symbol
from proofs.core.every_n.blocks import Held, Line
from proofs.core.every_n.growth import LARGEST_GROWN
from proofs.trusted.every_n.case import is_defined_somewhere
from proofs.trusted.every_n.kernel import Kernel
from proofs.trusted.number import Inconclusive
from proofs.trusted.untrusted import STEP, Rejected, listed, number, record, whole

_ONE = Line(Fraction(0), Fraction(1))
_SIZE = whole(2, LARGEST_GROWN)
_HELD = record(
    {
        "from": _SIZE,
        "least": listed(number, 2),
        "most": listed(number, 2),
        "steps": listed(STEP),
    }
)


def short_of_n(question: Any) -> int:
    """Return by how much the largest cut-off of all metrics of a question falls short of n."""
    found = 0
    for metric in question.metrics:
        if set(CUTOFFS) & set(metric.parameters):
            less = n_symbol - metric.largest_k
            if not less.is_Integer or less < 0:
                raise Inconclusive("a largest cut-off that is not n less a number")
            found = max(found, int(less))
    return found


def insist_open(question: Any) -> None:
    """Insist that a question is about rankings, with every cut-off open and nothing else."""
    reads = {name for metric in question.metrics for name in metric.parameters}
    given = question.parameters
    about = question.domain is RANKINGS and not question.about_weights and question.every_n
    if not about or not reads & set(CUTOFFS) or set(given) & set(CUTOFFS):
        raise Inconclusive("a question without an open cut-off")
    if question.free or any(PARAMETERS[name].fixes_n for name in question.reads):
        raise Inconclusive("a question with free parameters, or some that belong to one n")
    if any(isinstance(value, str) for value in given.values()):
        raise Inconclusive("a parameter that is no number")
    if any(metric.fixed for metric in question.metrics):
        raise Inconclusive("a metric that was made for one n")


def largest_cutoffs(question: Any) -> tuple[Line, Line]:
    """Return the first and the last cut-off that are admissible."""
    return _ONE, Line(Fraction(1), Fraction(-short_of_n(question)))


def insist_admissible(
    question: Any, start: int, least: Line, most: Line, each_n: bool = True
) -> None:
    """Insist that a range has only admissible cut-offs, and one at each n if that is said."""
    smallest, largest = largest_cutoffs(question)
    if not least.never_below(smallest, start) or not largest.never_below(most, start):
        raise Inconclusive("cut-offs that are not admissible")
    if least == most and not each_n:
        return
    wide = Line(least.x, least.y + (0 if least.is_whole or most.is_whole else 1))
    if not most.never_below(wide, start):
        raise Inconclusive(f"a range that may be empty from n = {start} on")


def within(question: Any, start: int, least: Line, most: Line) -> Kernel:
    """Return a kernel whose facts are about every n from the start on and the k of a range."""
    insist_open(question)
    insist_admissible(question, start, least, most, each_n=False)
    if start < 2:
        raise Inconclusive("rankings of one item, of which the rules do not speak")
    if any(s.slot.cutoff is not None for f in question.formulas() for s in f.atoms(Score)):
        raise Inconclusive("a statement with cut-offs of its own")
    return Kernel(question, start, (least, most))


def held_by(kernel: Kernel) -> Held | None:
    """Return for which n and k a kernel within a range has concluded its question, or None."""
    formulas = kernel.question.formulas()
    facts = [kernel.proves(formula) for formula in formulas]
    if kernel.cutoffs is None or any(each is None or each.least > kernel.least for each in facts):
        return None
    partly = [each.formula for each in facts if each is not None and each.partly]
    if not all(is_defined_somewhere(kernel, formula) for formula in partly):
        return None
    name = next(name for name in CUTOFFS if name in kernel.question.reads)
    least, most = kernel.cutoffs
    return Held(name, kernel.least, least, most, bool(partly))


def held_again(question: Any, told: Any) -> Held:
    """Return for which cut-offs the steps of a certificate, concluded again, show that it holds."""
    read = _HELD("what holds for a range of cut-offs", told)
    every = replace(question.for_every_cutoff(), n=question.n)
    kernel = within(every, read["from"], Line(*read["least"]), Line(*read["most"]))
    kernel.check(read["steps"])
    if kernel.trusted():
        raise Inconclusive("what holds for a range of cut-offs by a theorem that is trusted")
    found = held_by(kernel)
    if found is None:
        raise Rejected("its steps do not show that it holds for a range of cut-offs")
    return found
