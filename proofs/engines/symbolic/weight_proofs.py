"""All real weights, for every n: derivations by rules, and refutations that last.

Steps are proposed here, and the trusted room concludes them. At one n the rules are asked as well:
they are quicker than going through the rankings.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from axioms.axiom import Axiom, Weighting
from axioms.language.formula import Score
from metrics.naming import BadInput
from proofs.core.limits import Limits, NothingKnown, NotRead
from proofs.core.outcome import Kernel, refuted
from proofs.core.question import Question
from proofs.core.verdict import HOLDS, REFUTED, UNDECIDED, Scope, Verdict
from proofs.engines.linear import weight_cases
from proofs.engines.symbolic.at_one_n import SHARE
from proofs.engines.symbolic.own_values import samples_text, with_samples
from proofs.engines.symbolic.witnesses import at_small_n, derived, lasting
from proofs.engines.symbolic.witnesses.weight_padding import REPLAYED, carried, extended

NAME = "symbolic"
EVERY_N_TRIES = 6
OF_ONE_DISTANCE = (
    *("nonnegativity", "zero_iff_equal", "symmetry", "triangle"),
    *("renaming", "scale_free"),
)


def refuses(question: Question, limits: Limits) -> str | None:
    """At one n only a rule can answer."""
    if question.every_n or proved(question) is not None:
        return None
    if not question.own and _long_search(question):
        return None
    return NotRead("no rule fits: use --engine auto")


def answer(question: Question, limits: Limits) -> Verdict:
    """Prove for every n, or extend the smallest refutation."""
    kernel = proved(question)
    if kernel is None and question.every_n:
        return _by_small_cases(question, limits)
    if kernel is None:
        seconds = None if limits.seconds is None else limits.left(0.0) / SHARE
        few = replace(limits, seconds=seconds)
        return _reached(question, _by_small_cases(replace(question, every_n=True), few))
    scope = Scope((), every_from=1) if question.every_n else Scope((question.n,))
    checked = () if question.every_n else ("the proof holds for every n",)
    return derived(Verdict(HOLDS, question, scope, NAME, checked=checked), kernel)


def proved(question: Question) -> Any:
    """Return a kernel with a proof for every n, or None."""
    if not isinstance(question.asked, Axiom):
        return None
    kernel = Kernel(question, 1)
    if kernel.conclude("trivial") is None:
        shapes = [kernel.conclude("shape", slot=slot) for slot in question.by_slot]
        if None in shapes:
            return None
        if isinstance(question.subjects[0], Weighting):
            _compare(kernel, shapes)
        for rule in OF_ONE_DISTANCE:
            kernel.conclude(rule, *shapes)
    return kernel if all(map(kernel.proves, question.formulas())) else None


def _compare(kernel: Any, shapes: list[Any]) -> None:
    """Propose steps to an inequality between K and F."""
    if not isinstance(getattr(kernel.question.formulas()[0], "body", None), Relational):
        return
    upper, _ = bound(kernel.question)
    before = [] if upper else [kernel.conclude("exchange")]
    found = kernel.conclude("twice" if upper else "copies", *before, *shapes)
    if found is not None and not kernel.proves(kernel.question.formulas()[0]):
        kernel.conclude("weaker", found)


def bound(question: Question) -> tuple[bool, Any]:
    """Read F ≤ c·K as an upper bound c of F/K, and K ≤ c·F as a lower bound 1/c; return c."""
    body = question.statements()[0].formula.body
    upper = "F" in {node.slot.name for node in body.lhs.atoms(Score)}
    return upper, next((f for f in sp.Mul.make_args(body.rhs) if f.is_Rational), sp.Integer(1))


def _by_small_cases(question: Question, limits: Limits) -> Verdict:
    held: list[int] = []
    opened: Verdict | None = None
    tried = with_samples(question)
    for size in range(2, EVERY_N_TRIES + 1):
        found = _small(tried.at_size(size), limits, "auto" if opened is None else "linear")
        if found.status == REFUTED:
            return _lasting(found, held, opened)
        if found.status == UNDECIDED:
            opened = found if opened is None else opened
        elif opened is None:
            held.append(size)
    numbers = samples_text(question)
    shown = f"it holds for n = {', '.join(map(str, held))}{numbers}" if held else "nothing"
    reason = f"no rule proves it for every n; tried by cases: {shown}"
    scope = Scope((), every_from=1)
    last = found if opened is None else opened
    asked = replace(last.question, subjects=question.subjects)
    return replace(last, status=UNDECIDED, question=asked, scope=scope, reason=reason)


def _long_search(question: Question) -> bool:
    """Tell whether nothing is given, and rankings are too many to go through, or too large.

    Beyond the sizes that are tried for every n, what is known of these comes first.
    """
    if question.weights or not isinstance(question.asked, Axiom):
        return False
    if question.n > EVERY_N_TRIES:
        return True
    try:
        return any(weight_cases.beyond(question, one) for one in question.statements())
    except BadInput:
        return False


def _reached(question: Question, known: Verdict) -> Verdict:
    """Return a refutation for every n as one at the n that is asked about, replayed there."""
    start, replayed = known.scope.every_from, known.replayed
    if known.status != REFUTED or start is None or replayed is None or not replayed.witness:
        raise NothingKnown("symbolic refuses: nothing is known for every n that decides this one.")
    size = known.question.n
    position = known.question.statements().index(replayed.statement)
    witness = extended(replayed.witness, size, question.n)
    here = Verdict(UNDECIDED, question, Scope((question.n,)), NAME)
    found = refuted(here, question.statements()[position], witness)
    return replace(found, checked=(f"fails for every n ≥ {start}",))


def _lasting(found: Verdict, held: list[int], opened: Verdict | None) -> Verdict:
    """Extend a refutation at the smallest n to every larger one, where the rule fits."""
    if opened is not None:
        at = opened.question.n
        caveat = f"n = {at} stayed open, so a smaller counterexample is not excluded"
        found = replace(found, caveats=(*found.caveats, f"{caveat}: {opened.reason}"))
    size, replayed = found.question.n, found.replayed
    assert replayed is not None
    assert replayed.witness is not None
    kernel = carried(found.question, replayed.statement, replayed.witness)
    if kernel is None:
        return at_small_n(found, held)
    again = ", ".join(str(size + more) for more in REPLAYED)
    note = f"the extended witness was replayed at n = {again}"
    return derived(lasting(found, held, size, *found.checked, note), kernel)


def _small(question: Question, limits: Limits, ways: str) -> Verdict:
    """Decide a small n by cases, or say that it is too large for that."""
    try:
        return weight_cases.answer(question, limits, ways)
    except BadInput as problem:
        scope = Scope((question.n,))
        return Verdict(UNDECIDED, question, scope, "exhaustive", reason=str(problem))
