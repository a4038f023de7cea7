"""All real weights, for every n: derivations by rules, and refutations that last.

At one n the rules are asked as well: they are quicker than going through the rankings.
"""

from __future__ import annotations

from dataclasses import replace

from sympy import true

from axioms import AXIOMS, OTHER_AXIOMS
from axioms.axiom import Axiom, Weighting
from metrics.naming import BadInput
from proofs.core.limits import Limits, NotRead
from proofs.core.question import Question
from proofs.core.verdict import HOLDS, REFUTED, UNDECIDED, Scope, Verdict
from proofs.engines.linear import weight_cases
from proofs.engines.symbolic import weight_rules
from proofs.engines.symbolic.witnesses import at_small_n, in_parts, lasting
from proofs.engines.symbolic.witnesses.weight_padding import REPLAYED, carried

NAME = "symbolic"
EVERY_N_TRIES = 6


def refuses(question: Question, limits: Limits) -> str | None:
    """At one n only a rule can answer."""
    if question.every_n or derivation(question) is not None:
        return None
    return NotRead("no rule fits: use --engine auto")


def answer(question: Question, limits: Limits) -> Verdict:
    """Prove for every n, or extend the smallest refutation."""
    steps = derivation(question)
    if steps is None:
        return _by_small_cases(question, limits)
    if question.every_n:
        return Verdict(HOLDS, question, Scope((), every_from=1), NAME, derivation=steps)
    checked = ("the proof holds for every n",)
    return Verdict(HOLDS, question, Scope((question.n,)), NAME, derivation=steps, checked=checked)


def derivation(question: Question) -> tuple[str, ...] | None:
    """Return a proof for every n, or None."""
    if isinstance(question.subjects[0], Weighting):
        return weight_rules.inequality(question)
    if len(question.subjects) > 1 or not isinstance(question.asked, Axiom):
        return None
    if all(formula == true for formula in question.formulas()):
        return ("the metric does not depend on what changes: both sides are the same",)
    found = []
    for part in question.asked.parts:
        known = part in _declared_parts()
        steps = weight_rules.property_of(question, part.name) if known else None
        if steps is None:
            return None
        found.append((part.name, steps))
    return tuple(in_parts(found))


def _declared_parts() -> list[object]:
    """Return the parts of declared axioms: a rule belongs to a formula, not to a name."""
    declared = [*AXIOMS.values(), *OTHER_AXIOMS.values()]
    return [part for axiom in declared if isinstance(axiom, Axiom) for part in axiom.parts]


def _by_small_cases(question: Question, limits: Limits) -> Verdict:
    held: list[int] = []
    opened: Verdict | None = None
    for size in range(2, EVERY_N_TRIES + 1):
        found = _small(question.at_size(size), limits, "auto" if opened is None else "linear")
        if found.status == REFUTED:
            return _lasting(found, held, opened)
        if found.status == UNDECIDED:
            opened = opened or found
        elif opened is None:
            held.append(size)
    shown = f"it holds for n = {', '.join(map(str, held))}" if held else "nothing"
    reason = f"no rule proves it for every n; tried by cases: {shown}"
    scope = Scope((), every_from=1)
    return replace(opened or found, status=UNDECIDED, scope=scope, reason=reason)


def _lasting(refuted: Verdict, held: list[int], opened: Verdict | None) -> Verdict:
    """Extend a refutation at the smallest n to every larger one, where the rule fits."""
    if opened is not None:
        at = opened.question.n
        caveat = f"n = {at} stayed open, so a smaller counterexample is not excluded"
        refuted = replace(refuted, caveats=(*refuted.caveats, f"{caveat}: {opened.reason}"))
    size, replayed = refuted.question.n, refuted.replayed
    assert replayed is not None
    assert replayed.witness is not None
    steps = carried(refuted.question, replayed.statement, replayed.witness)
    if steps is None:
        return at_small_n(refuted, held)
    again = ", ".join(str(size + more) for more in REPLAYED)
    note = f"the extended witness was replayed at n = {again}"
    return lasting(refuted, held, size, steps, *refuted.checked, note)


def _small(question: Question, limits: Limits, ways: str) -> Verdict:
    """Decide a small n by cases, or say that it is too large for that."""
    try:
        return weight_cases.answer(question, limits, ways)
    except BadInput as problem:
        scope = Scope((question.n,))
        return Verdict(UNDECIDED, question, scope, "exhaustive", reason=str(problem))
