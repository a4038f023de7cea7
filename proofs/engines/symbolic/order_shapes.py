"""For every N and c: orders that compare place by place or prefix by prefix, and chains.

The rules are those of the trusted room, reached through the core: an order's formula is recognised
by its shape, never by its name. What no rule proves is looked at for small N: a refutation there
refutes the statement for every N; otherwise it stays undecided.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, islice, permutations, product
from typing import Any

from axioms.language.order_terms import Join, Meet
from axioms.language.shapes import renamed
from axioms.ordering import lattice, strictly_isotone
from axioms.scales import EQUAL_STEPS, UNEQUAL_STEPS, interval_scale
from lattice.order import RANK
from lattice.relation import relation
from proofs.core.limits import Disagreement, Limits, Refusal
from proofs.core.outcome import Kernel
from proofs.core.question import Question
from proofs.core.verdict import HOLDS, REFUTED, UNDECIDED, Scope, Undefined, Verdict
from proofs.engines.symbolic.own_values import samples_text, with_samples
from proofs.engines.symbolic.witnesses import derived, lasting

NAME = "symbolic"
SMALL = 4
SHAPES = (
    *("places", "masses", "degrees", "counts", "counts of two degrees", "prefixes", "totals"),
    "generated",
)
READ_BY = {"place by place": "at every place", "chain": "in a chain"}
PREFIX = "at every prefix"
CLOSURE, NO_END = "closure", "no end"
LISTED, STEPS, TWO_STEPS, UNEVEN = "listed", "equal steps", "two steps", "uneven"
TOTALS_RISE = "totals rise"
DEFINED = ("defined", "defined but for 0")
MOST_SMALL, LATER, MOST_PAIRS, MOST_LOOKED_AT = 300, 2, 12, 2_000
LEFT_OUT = "cases that name a join, a meet or a score that does not exist are left out"
MAYBE_LEFT_OUT = (
    "cases that name a join, a meet or a score that does not exist, if there are any, are left out"
)
LASTS = ("best first", "worst last", "worst first", "worst before the last")
SUMMED, STOPPING = "sum over places", "stopping"
SCORES = {
    "defined": "",
    "defined but for 0": "",
    SUMMED: "defined",
    "rising": SUMMED,
    "falling": SUMMED,
    "steep": SUMMED,
    STOPPING: "",
}
"""What is shown about scores, and what it rests on."""
BY_SUMS = {SUMMED: (STEPS,), "rising": (TOTALS_RISE,), STOPPING: ("moved up",)}
"""What is concluded of scores beside what every statement is read with."""


def proved(question: Question) -> Any:
    """Return a kernel that has proved the question for every N and c, or None."""
    kernel = Kernel(question, _least(question))
    parts = range(len(question.formulas()))
    if not question.metrics and all(kernel.conclude(LISTED, part=part) for part in parts):
        return kernel
    if not question.metrics and all(kernel.conclude(CLOSURE, part=part) for part in parts):
        return kernel
    found = (_proved_in(one, question) for one in _kinds(question, _least(question)))
    return next((one for one in found if one is not None), None)


def _proved_in(kernel: Any, question: Question) -> Any:
    """Return a kernel that has proved the question from the kind of its order, or None."""
    if len(question.metrics) > 1:
        return None
    if renamed(question.formulas()[0]) == renamed(UNEQUAL_STEPS):
        return kernel if _unequal(kernel, question, Limits()) == kernel.least else None
    known: dict[str, int] = {}
    parts = range(len(question.formulas()))
    return kernel if all(_shown(kernel, part, known) for part in parts) else None


def _least(question: Question) -> int:
    """Return the smallest n for which there is such a question: a cut-off is at most n."""
    return int(question.settings.get("k", 1))


def _kinds(question: Question, least: int) -> Iterator[Any]:
    """Return a kernel for each kind of which the order is concluded to be."""
    for shape in SHAPES:
        kernel = Kernel(question, least)
        if kernel.conclude(shape) is not None:
            yield kernel


def _shown(kernel: Any, part: int, known: dict[str, int]) -> bool:
    """Show a part from the kind of the order, and as much about scores as it takes."""
    rule = READ_BY.get(kernel.facts[0].about, PREFIX)
    if not kernel.question.metrics:
        rules = (rule, LISTED)
        return any(kernel.conclude(by, 1, part=part) is not None for by in rules)
    for about, on in SCORES.items():
        if about not in known and (not on or on in known):
            found = kernel.conclude(about, *([known[on]] if on else []))
            known |= {} if found is None else {about: found}
        if about not in known:
            continue
        found = known[about]
        reads = () if about == STOPPING else (rule,)
        if any(
            kernel.conclude(by, 1, found, part=part) for by in (*reads, *BY_SUMS.get(about, ()))
        ):
            return True
    return False


def refuses(question: Question, limits: Limits) -> str | None:
    """Gains belong to one c; everything else can be asked for every n."""
    if question.every_c and "gains" in question.parameters:
        return "gains belong to the degrees of one c: add --c, or leave --gains out"
    return None


def answer(question: Question, limits: Limits) -> Verdict:
    """Answer for every N, and for every c where none is given."""
    question = replace(question, n=SMALL)
    kernel, tried = proved(question), with_samples(question)
    small = _small(tried, limits)
    if kernel is not None:
        return derived(_proved(question, small, limits), kernel)
    if small is None:
        reason = "no rule proves it for every n, and there are too many degrees to try small n"
        return Verdict(UNDECIDED, question, Scope(()), NAME, reason=reason)
    if small.status == REFUTED:
        return _lasting(small, tried, limits)
    held = f"it holds for n ≤ {max(small.scope.sizes)}{samples_text(question)}"
    reason = small.reason or f"no rule proves it for every n; {held}"
    return replace(small, status=UNDECIDED, question=question, engine=NAME, reason=reason)


def _proved(question: Question, small: Verdict | None, limits: Limits) -> Verdict:
    """Return HOLDS for every n, after checking that small n do not contradict it."""
    checked: tuple[str, ...] = ()
    if small is not None and small.status == REFUTED:
        raise Disagreement(f"{question.text()}: proved for every n, refuted for small n")
    if small is not None and small.status == HOLDS:
        tried = samples_text(question)
        checked = (f"N ≤ {max(small.scope.sizes)}{tried} by exhaustive search as well",)
    scope = Scope((), every_from=_least(question))
    may_be = _may_be_undefined(question)
    found = _undefined(with_samples(question), limits) if may_be else Undefined()
    return Verdict(
        HOLDS,
        question,
        scope,
        NAME,
        checked=checked,
        undefined=found,
        caveats=() if found.counted else (LEFT_OUT if found.cases else MAYBE_LEFT_OUT,),
    )


def _may_be_undefined(question: Question) -> bool:
    """Tell whether it is not shown that all joins, meets and scores exist that are named."""
    order, more = question.on, {"every_c": question.every_c, "every_n": True}
    if any(formula.has(Join, Meet) for formula in question.formulas()):
        bounded = Question(lattice, (order,), SMALL, {"c": question.c}, None, order, **more)
        if proved(bounded) is None:
            return True
    return bool(question.metrics) and Kernel(question, _least(question)).conclude("defined") is None


def _undefined(question: Question, limits: Limits) -> Undefined:
    """Return the undefined cases at the smallest n that has any: an example, not a count."""
    for size in range(_least(question), SMALL + 1):
        if (question.c + 1) ** size <= MOST_LOOKED_AT:
            found = _exhaustively(replace(question, n=size, every_n=False, every_c=False), limits)
            if found.undefined.cases:
                return Undefined(found.undefined.cases, found.undefined.first, counted=False)
    return Undefined(counted=False)


def _lasting(small: Verdict, asked: Question, limits: Limits) -> Verdict:
    """Return a refutation for every larger n, where the witness or a later one lasts."""
    if small.replayed is None:
        return small
    for kernel in _kinds(small.question, small.question.n):
        found = _from(kernel, small, limits)
        if found is not None:
            held = [size for size in small.scope.sizes if size < small.question.n]
            note = f"fails for every n ≥ {found}"
            return derived(lasting(replace(small, engine=NAME), held, found, note), kernel)
    return _only_here(small, asked, limits)


def _from(kernel: Any, small: Verdict, limits: Limits) -> int | None:
    """Conclude that a question fails for every n from some n on, and return that n."""
    question, replayed = small.question, small.replayed
    assert replayed is not None
    part = [one.name for one in question.axiom.parts].index(replayed.statement.name)
    asked = renamed(replayed.statement.formula)
    if asked == renamed(UNEQUAL_STEPS):
        return question.n if _all_equal(kernel, part) else None
    if replayed.witness is None:
        return question.n if kernel.conclude(NO_END, 1, part=part) else None
    if asked == renamed(EQUAL_STEPS):
        found = _witnessed(kernel, small, part) or _by_signs(kernel, question, limits)
        return found
    for size in range(question.n, min(question.n + LATER, SMALL) + 1):
        at = replace(question, n=size)
        verdict = small if size == question.n else None
        if verdict is None and (at.c + 1) ** size <= MOST_SMALL:
            verdict = _exhaustively(at, limits)
        if verdict is not None and verdict.status == REFUTED:
            found = _witnessed(kernel, verdict, part)
            if found is not None:
                return found
    return None


def _witnessed(kernel: Any, refuted: Verdict, part: int) -> int | None:
    """Conclude that a witness lasts with further degrees; return its n."""
    replayed, size = refuted.replayed, refuted.question.n
    names = [one.name for one in refuted.question.axiom.parts]
    if replayed is None or names.index(replayed.statement.name) != part:
        return None
    told = {"part": part, "from": size, "runs": replayed.witness}
    return next((size for rule in LASTS if kernel.conclude(rule, 1, **told)), None)


def _all_equal(kernel: Any, part: int) -> bool:
    """Conclude that all steps have one size, so that no two differ."""
    defined = kernel.conclude("defined")
    summed = None if defined is None else kernel.conclude(SUMMED, defined)
    return summed is not None and kernel.conclude(STEPS, 1, summed, part=part) is not None


def _only_here(small: Verdict, asked: Question, limits: Limits) -> Verdict:
    """Return a refutation at some n, with a proof for every n after those that fail.

    It is one for every c where it can be, else for the c of the refutation.
    """
    if renamed(asked.formulas()[0]) != renamed(UNEQUAL_STEPS):
        return small
    first = small.question.n
    at_its_c = [replace(small.question, every_n=True)] if asked.every_c else []
    for question in (asked, *at_its_c):
        for kernel in _kinds(question, first + 1):
            start = _unequal(kernel, question, limits)
            between = range(first + 1, start or 0)
            failing = [_exhaustively(replace(small.question, n=n), limits) for n in between]
            if start is not None and all(one.status == REFUTED for one in failing):
                also = tuple((one.question.n, one.witness) for one in failing)
                scope = replace(small.scope, holds_from=start, also_failing=also)
                return derived(replace(small, engine=NAME, scope=scope, checked=()), kernel)
    return small


def _unequal(kernel: Any, question: Question, limits: Limits) -> int | None:
    """Conclude that not all steps have one size; return the n from which on."""
    kept = len(kernel.steps)
    found = _by_two_steps(kernel, question, limits)
    if found == kernel.least:
        return found
    kernel.forget(kept)
    other = _by_signs(kernel, question, limits)
    if other is not None and (found is None or other <= found):
        return other
    kernel.forget(kept)
    return None if found is None else _by_two_steps(kernel, question, limits)


def _by_two_steps(kernel: Any, question: Question, limits: Limits) -> int | None:
    """Conclude that two steps have different sizes; return the n from which on."""
    small = question.with_values(**({"c": 1} if question.every_c else {}))
    small = replace(small, every_n=False, every_c=False)
    for size in range(kernel.least, SMALL + 1):
        at = replace(small, n=size)
        if (at.c + 1) ** size > MOST_SMALL:
            return None
        for (low, high), pad in product(_steps_of(at, limits), LASTS[1:]):
            names = dict(zip("rstu", (*low, *high), strict=True))
            told = {"part": 0, "from": size, "pad": pad, "runs": names}
            if kernel.conclude(TWO_STEPS, 1, **told) is not None:
                return size
    return None


def _steps_of(question: Question, limits: Limits) -> list[Any]:
    """Return pairs of steps at one n, first of all one that is known to differ in size."""
    words, above = relation(question.on, question.n, question.c)
    strict = [row & ~sum(1 << j for j, up in enumerate(above) if row >> j & 1 and up >> i & 1)
              for i, row in enumerate(above)]  # fmt: skip
    steps = [
        (list(words[i]), list(words[j]))
        for i, row in enumerate(strict)
        for j in range(len(words))
        if row >> j & 1 and not any(row >> k & 1 and strict[k] >> j & 1 for k in range(len(words)))
    ]
    differing = _exhaustively(replace(question, asked=interval_scale), limits)
    known = differing.replayed.witness if differing.replayed is not None else None
    first = [((known["r"], known["s"]), (known["t"], known["u"]))] if known else []
    return [*first, *islice(combinations(steps, 2), MOST_PAIRS)]


def _by_signs(kernel: Any, question: Question, limits: Limits) -> int | None:
    """Conclude that not all steps have one size; return the n from which on.

    Scores that do not rise from one run to another are looked for, and then two that differ by a
    number of another sign.
    """
    defined = next((found for rule in DEFINED if (found := kernel.conclude(rule))), None)
    if defined is None:
        return None
    top = {"c": 1} if question.every_c else {}
    rising = replace(question.with_values(**top), asked=strictly_isotone)
    rising = replace(rising, every_n=False, every_c=False)
    for size in range(kernel.least, SMALL + 1):
        at = replace(rising, n=size)
        if (at.c + 1) ** size > MOST_SMALL:
            break
        verdict = _exhaustively(at, limits)
        if verdict.status != REFUTED or verdict.replayed is None:
            continue
        everything = renamed(question.formulas()[0]) == renamed(UNEQUAL_STEPS)
        found = verdict.replayed.witness or {}
        pair = {k: v for k, v in found.items() if k in ("r", "s") or not everything}
        words = [list(word) for word in product((0, 1), repeat=size)]
        words = [
            word
            for word in words
            if question.order_of_runs.listed == RANK or word == sorted(word)[::-1]
        ]
        for (low, high), pad in product(permutations(words, 2), LASTS[1:]):
            told = {"part": 0, "from": size, "pad": pad, "runs": {**pair, "t": low, "u": high}}
            if kernel.conclude(UNEVEN, 1, defined, **told) is not None:
                return size
    return None


def _exhaustively(question: Question, limits: Limits) -> Verdict:
    """Return what trying every case says; where there are too many, nothing."""
    from proofs.core.asking import decide

    try:
        found: Verdict = decide(question, "exhaustive", limits)
    except Refusal as refusal:
        scope = Scope((question.n,))
        return Verdict(UNDECIDED, question, scope, NAME, reason=str(refusal))
    return found


def _small(question: Question, limits: Limits) -> Verdict | None:
    """Walk through small N (and c ≤ 2 where none is given), until the answer is not HOLDS."""
    from proofs.core.asking import decide, walk
    from proofs.engines.exhaustive.runs import every_run

    for top in (1, 2) if question.every_c else (question.c,):
        sizes = [
            replace(question.with_values(c=top), n=size, every_n=False, every_c=False)
            for size in range(_least(question), SMALL + 1)
            if (top + 1) ** size <= MOST_SMALL
        ]
        sizes = [small for small in sizes if every_run.refuses(small, limits) is None]
        if not sizes:
            return None
        verdict: Verdict = walk(sizes, lambda one: decide(one, "exhaustive", limits))
        if verdict.status != HOLDS:
            return verdict
    return verdict
