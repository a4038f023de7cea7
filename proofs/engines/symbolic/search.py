"""The search for steps: which rule, of which part, read in which way.

Every rule is proposed in turn, the cheap ones first; the kernel concludes a step or does not. What
is found here needs no trust.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Any

import sympy as sp

from axioms.language.formula import Exists, ForAll, Score
from axioms.language.shapes import equal_cases
from metrics.language.domains import PLACES, RANKINGS
from proofs.core.every_n.growth import BACKWARDS, ENDS, FORWARDS, LARGEST_GROWN, Growth
from proofs.core.outcome import Kernel

WAYS = ("joined", "expanded", "outer sums apart")
BY_SHAPE = ("trivial", "given places", "smallest", "proportional", "extreme", "norm", "roots")
MOST_PLACES, MOST_CANDIDATES = 4, 300
MOST_NEEDED = 2
BY_LEMMA = ("only at equality", "counts", "lemmas")


def proved(kernel: Any, part: int, formula: Any) -> bool:
    """Conclude a part of the question for every n, if some rule does."""
    earlier = range(1, len(kernel.steps) + 1)
    if kernel.conclude("follows", *earlier, part=part) is not None:
        return True
    body = formula.body if isinstance(formula, ForAll) else formula
    claim = body.args[1] if isinstance(body, sp.Implies) else body
    return _concluded(kernel, claim, part=part) is not None


def _concluded(kernel: Any, claim: Any, **which: int) -> int | None:
    """Conclude a statement, or something that it follows from and then the statement."""
    for rule, told in _rules():
        found: int | None = kernel.conclude(rule, **which, **told)
        if found is not None:
            return found
    by_entries = None if "needed" in which else _by_entries(kernel, **which)
    if by_entries is not None:
        return by_entries
    if isinstance(claim, sp.And):
        return _each_part(kernel, claim, **which)
    if isinstance(claim, sp.Not) and isinstance(claim.args[0], sp.And):
        for index, _ in enumerate(claim.args[0].args):
            opposite = _concluded(kernel, None, never=index, **which)
            if opposite is not None:
                return kernel.conclude("never", opposite, never=index, **which)
    return None


def _rules() -> Iterator[tuple[str, dict[str, str]]]:
    for way, of in itertools.product(WAYS, ("body", "conclusion")):
        yield "terms", {"way": way, "of": of}
    for rule in (*BY_SHAPE, *BY_LEMMA):
        yield rule, {}


def _by_entries(kernel: Any, **which: int) -> int | None:
    """Conclude a statement about entries from statements about scores alone."""
    before = len(kernel.steps)
    numbers: list[int] = []
    for index in range(MOST_NEEDED):
        number = _concluded(kernel, None, needed=index, **which)
        if number is None:
            break
        numbers.append(number)
        found: int | None = kernel.conclude("entries", *numbers, **which)
        if found is not None:
            return found
    kernel.forget(before)
    return None


def _each_part(kernel: Any, claim: Any, **which: int) -> int | None:
    before = len(kernel.steps)
    numbers = []
    for index, part in enumerate(claim.args):
        number = _concluded(kernel, part, conjunct=index, **which)
        if number is None:
            kernel.forget(before)
            return None
        numbers.append(number)
    return kernel.conclude("each part", *numbers, **which)


def absent(kernel: Any, part: int) -> bool:
    """Conclude that what a part says to exist exists for no n."""
    opposite = _concluded(kernel, None, part=part, opposite=1)
    return opposite is not None and kernel.conclude("none exists", opposite, part=part) is not None


def defined_somewhere(kernel: Any, part: int, formula: Any) -> bool:
    """Conclude that for every n some case of a statement is defined, of each kind it speaks of."""
    if not isinstance(formula, ForAll | Exists):
        return False
    kinds = [formula.variables, *[each.variables for each in equal_cases(formula)]]
    return all(
        any(kernel.conclude("defined somewhere", part=part, kind=kind, at=at) for at in candidates)
        for kind, candidates in enumerate(_for_every_n(one, kernel.least) for one in kinds)
    )


def _for_every_n(variables: Any, least: int) -> Iterator[dict[str, Any]]:
    """Propose rankings and places that there are for every n."""
    named, places = (FORWARDS, ENDS, BACKWARDS), range(1, min(least, MOST_PLACES) + 1)
    choices = [named if RANKINGS.ranges(variable) else places for variable in variables]
    for values in itertools.islice(itertools.product(*choices), MOST_CANDIDATES):
        yield {v.name: value for v, value in zip(variables, values, strict=True)}


# Witnesses that grow -----------------------------------------------------------------------------


def grown(question: Any, part: int, candidates: Iterable[Growth], rule: str) -> Any:
    """Return a kernel that has concluded that a witness or example lasts, or None."""
    for growth in candidates:
        kernel = Kernel(question, growth.least)
        if (
            growth.least <= LARGEST_GROWN
            and kernel.conclude(rule, part=part, growth=growth.shown()) is not None
        ):
            return kernel
    return None


def turned(formula: Any, first: int) -> Iterator[Growth]:
    """Propose rankings 1, …, n or n, …, 1, from some n on."""
    if not isinstance(formula, ForAll) or not all(map(RANKINGS.ranges, formula.variables)):
        return
    names = [variable.name for variable in formula.variables]
    choices = list(itertools.product((FORWARDS, BACKWARDS), repeat=len(names)))
    for least, values in itertools.product((first, first + 1), choices):
        yield Growth(least, dict(zip(names, values, strict=True)))


def examples(formula: Any, n: int) -> Iterator[Growth]:
    """Propose places that satisfy the conditions of ∃ places: …, all further places being fixed."""
    if not isinstance(formula, Exists) or not all(map(PLACES.ranges, formula.variables)):
        return
    conditions = [part for part in sp.And.make_args(formula.body) if not part.atoms(Score)]
    for places in itertools.product(range(1, n + 1), repeat=len(formula.variables)):
        chosen = dict(zip(formula.variables, map(sp.Integer, places), strict=True))
        if not any(part.xreplace(chosen) == sp.false for part in conditions):
            yield Growth(n, {place.name: int(at) for place, at in chosen.items()})
