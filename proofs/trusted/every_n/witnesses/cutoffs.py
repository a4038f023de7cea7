"""Rules by which a statement fails for every n from some n on and every cut-off of a range.

Why they are right. They speak of a question in which no cut-off is given, so that k may be any that
is admissible, and j is k.

- *witness for cut-offs*: a part of the question is false at a witness made of blocks, for all n
  and k of a region at once (`blocked`). A question asks all its parts, so it fails there. The
  smallest k of a region is at least 1 and its smallest n − k is at least that of the largest
  admissible k. As k and n − k are sums of multiples of the forms, none negative, no k or n − k of
  the region is smaller: so all its k are admissible.
- *every cut-off*: regions cover all whole k with a ≤ k ≤ b, for every n ≥ n₀, where a and b are of
  the form x·n + y. At one n the k of a region are those between two bounds (`Region.bounds`; where
  a form is fixed, from its smallest n on, which must not be above n₀). The regions are given in an
  order in which the first lower bound is at most a, each further lower bound at most 1/d more than
  the upper bound before it, and the last upper bound at least b, where d is a whole number for
  which d times that upper bound is whole at every n. Let k be one of the range and take the last
  region whose lower bound is at most k. If k were above its upper bound u, it were at least
  u + 1/d, as d·u and d·k are whole: so the next lower bound were at most k too, or b less than k.
  A comparison x·n + y ≥ 0 is true for every n ≥ n₀ if it is at n₀ and x is at least 0. All k of the
  range are admissible: a is at least 1, and b at most the largest. There is one at each
  n, as b − a is at least 1, or at least 0 where a or b is whole at every n.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from axioms.language.formula import ForAll, Score
from axioms.language.printing import statement_text
from metrics.language.parameters import CUTOFFS
from proofs.core.every_n.blocks import LOWER, NOTHING, UPPER, Blocks, Line, Region, between
from proofs.core.every_n.growth import LARGEST_GROWN
from proofs.trusted.every_n.case import Told, entry_of, read_told
from proofs.trusted.every_n.kernel import Fact, Kernel, Rule
from proofs.trusted.every_n.shown import expression
from proofs.trusted.every_n.witnesses.blocked import Blocked
from proofs.trusted.every_n.witnesses.held import insist_admissible, insist_open, short_of_n
from proofs.trusted.number import Inconclusive
from proofs.trusted.scene import scene_of
from proofs.trusted.untrusted import (
    Rejected,
    listed,
    number,
    one_of,
    record,
    same,
    table,
    whole,
)

REGION, RANGE = "region of cut-offs", "range of cut-offs"
EVERY_CUTOFF = "every cut-off"
MOST_BLOCKS = 40
_COUNT = whole(0, LARGEST_GROWN)
_LENGTH = listed(_COUNT, 3)
_SIZE = whole(1, LARGEST_GROWN)


def _placed(what: str, given: Any) -> Any:
    """Read a place, or the blocks of a ranking."""
    block = whole(-MOST_BLOCKS, MOST_BLOCKS)
    return listed(block)(what, given) if isinstance(given, list) else block(what, given)


BLOCKS = record(
    {
        "region": record(
            {
                LOWER: listed(_COUNT, 2),
                UPPER: listed(_COUNT, 2),
                "k": _SIZE,
                "n": _SIZE,
                "fixed": one_of((NOTHING, LOWER, UPPER)),
            }
        ),
        "lengths": listed(_LENGTH),
        "values": table(_placed),
    }
)


def read_at(kernel: Kernel, blocks: Blocks, variables: Any) -> tuple[Blocked, Any]:
    """Return a reader for all n and k of a region, and the point that blocks mean there."""
    question = kernel.question
    insist_open(question)
    if blocks.region.n - blocks.region.k < short_of_n(question):
        raise Rejected("a region of cut-offs that are not admissible")
    reader = Blocked(scene_of(question, {}), blocks, question.parameters)
    point = dict(reader.scene.point)
    names = {variable.name: variable for variable in variables}
    if set(names) != set(blocks.values):
        raise Inconclusive("values of other variables")
    for name, value in blocks.values.items():
        point[names[name]] = reader.meant(names[name], value)
        if point[names[name]] is None:
            raise Inconclusive("a value that is no place or ranking made of blocks")
    return reader, point


def told_at(kernel: Kernel, reader: Blocked, scores: Any, point: Any) -> str:
    """Return scores at a point, in words."""
    nodes = sorted(scores, key=str)
    values = [_shown(reader.value(node, point)) for node in nodes]
    texts = [statement_text(node, kernel.question.names, None) for node in nodes]
    return "; ".join(f"{text} = {value}" for text, value in zip(texts, values, strict=True))


def _witness(kernel: Kernel, facts: Any, told: Told) -> Fact:
    read = read_told(told, blocks=BLOCKS)
    if set(read) != {"part", "blocks"}:
        raise Rejected("a witness for cut-offs is one of a part of the question")
    question, blocks = kernel.question, read_blocks(read["blocks"])
    formula = entry_of(question.formulas(), read["part"])
    if not isinstance(formula, ForAll):
        raise Inconclusive("a statement that is not about all cases")
    reader, point = read_at(kernel, blocks, formula.variables)
    if reader.truth(formula.body, point):
        raise Inconclusive("the statement is true there")
    there = told_at(kernel, reader, formula.body.atoms(Score), point)
    said = statement_text(formula, question.names, None)
    text = f"{said} is false for {blocks.region} at {blocks}, where {there}"
    return Fact(text, about=(REGION, blocks.region))


def _shown(value: Any) -> Any:
    """Return a value as an expression in n and k, or in words where it has none."""
    try:
        return expression(value)
    except Inconclusive:
        return "a sum over all places"


def read_blocks(given: Any) -> Blocks:
    blocks = Blocks.of(given)
    region, lengths = blocks.region, blocks.lengths
    if region.n < region.k or not 1 <= len(lengths) <= MOST_BLOCKS:
        raise Rejected("a region without an n, or too few or too many blocks")
    unused = [place for place, grows in enumerate(region.grows, 1) if not grows]
    if any(length[place] for length in lengths for place in unused):
        raise Rejected("a block that grows with what is fixed")
    return blocks


# All cut-offs of a range -------------------------------------------------------------------------


def _every_cutoff(kernel: Kernel, facts: Any, told: Told) -> Fact:
    start, least, most = read_range(kernel, told)
    bounds = [bounds_said(fact, start, REGION) for fact in facts]
    if not covers(bounds, start, least, most):
        raise Inconclusive("regions that do not cover the range")
    text = f"it fails for every n ≥ {start} and {between('k', least, most)}"
    return Fact(text, fails=True, least=start, about=(RANGE, least, most))


def read_range(kernel: Kernel, told: Told, **more: Any) -> tuple[int, Line, Line]:
    """Return from which n on, and for which cut-offs, something is said; all are admissible."""
    needed = {"from": _SIZE, "least": listed(number, 2), "most": listed(number, 2), **more}
    read = record(needed)("the evidence", dict(told))
    insist_open(kernel.question)
    least, most = (Line(*read[name]) for name in ("least", "most"))
    insist_admissible(kernel.question, read["from"], least, most)
    return read["from"], least, most


def bounds_said(fact: Fact, start: int, *what: Any) -> tuple[Line, Line]:
    """Return the bounds of the cut-offs for which a fact says something: what it is about."""
    if not isinstance(fact.about, tuple) or fact.about[:-1] != what:
        raise Rejected("a step rests on what says nothing, or something else, of cut-offs")
    region: Region = fact.about[-1]
    if region.fixed != NOTHING and region.n > start:
        raise Inconclusive("a region that begins at a larger n")
    return region.bounds()


def covers(bounds: Sequence[tuple[Line, Line]], start: int, least: Line, most: Line) -> bool:
    """Tell whether intervals, one after another, cover all whole k of a range."""
    further, reached = least, None
    for lower, upper in bounds:
        if not further.never_below(lower, start):
            return False
        whole_times = lcm(upper.x.denominator, upper.y.denominator)
        further, reached = Line(upper.x, upper.y + Fraction(1, whole_times)), upper
    return reached is not None and reached.never_below(most, start)


def insist_range(kernel: Kernel, question: Any, start: int, said: Any) -> str:
    """Insist that steps show that a question fails for the cut-offs that are said, or for its own.

    Return these cut-offs in words.
    """
    known = [fact.about for fact in kernel.facts if fact.fails and fact.least <= start]
    found = [about[1:] for about in known if isinstance(about, tuple) and about[0] == RANGE]
    if not found:
        raise Rejected(f"its steps do not show for which cut-offs it fails from n = {start} on")
    name = next(name for name in CUTOFFS if name in question.reads)
    shown = " and ".join(between(name, *ends) for ends in found)
    if said is not None:
        ranges = [{"from": str(least), "to": str(most)} for least, most in found]
        if not same({"name": name, "ranges": ranges}, said):
            raise Rejected(f"its steps show that it fails for {shown}")
        return shown
    k = question.parameters.get(name)
    one = Line(Fraction(0), Fraction(k if isinstance(k, int) else 0))
    if not any(
        one.never_below(least, start) and most.never_below(one, start) for least, most in found
    ):
        raise Rejected(f"its steps show that it fails for {shown}, and it names {name} = {k}")
    return f"{name} = {k}"


CUTOFF_RULES = {
    "witness for cut-offs": Rule(_witness, "read there with n and k unknown"),
    EVERY_CUTOFF: Rule(_every_cutoff, "these n and k are covered, one region after another"),
}
