"""Judged lists for every n: what a metric's formula shows, and refutations that last.

The rules are those of the trusted room, reached through the core: a metric is recognised by the
shape of its formula, never by its name. What no rule proves is looked at for small n; a refutation
there is tried with further documents of grade 0 that are not retrieved.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, product
from typing import Any

from metrics.language.domains import Size
from proofs.core.limits import Disagreement, Limits, Refusal
from proofs.core.outcome import Kernel
from proofs.core.question import Question
from proofs.core.verdict import HOLDS, REFUTED, UNDECIDED, Scope, Undefined, Verdict
from proofs.engines.symbolic.own_values import samples_text, with_samples
from proofs.engines.symbolic.witnesses import at_small_n, derived, lasting

NAME = "symbolic"
SMALL = 4
MOST_PROPOSED = 2_000
OF_SHAPE = ("one more place", "junk", "nothing found", "seen alone", "bounded")
OF_MOVES = ("promoted", "exchanged", "raised", "rearranged")
OF_TERMS = ("promoted", "exchanged", "raised", "deeper", "rearranged", "ideal", "bounded")


def proved(question: Question, start: int = 1) -> Any:
    """Return a kernel that has proved the question for every n from a start on, or None."""
    if question.metric is None:
        return None
    kernel = Kernel(question, start)
    parts = range(len(question.formulas()))
    return kernel if all(_shown(kernel, part) for part in parts) else None


def _is_defined(kernel: Any, small: Verdict) -> bool:
    """Show that for every n a case of each part is defined, where values may be undefined."""
    question = kernel.question
    facts = [kernel.proves(formula) for formula in question.formulas()]
    open_parts = [part for part, fact in enumerate(facts) if fact.partly]
    return all(_case_of(kernel, small, part) for part in open_parts)


def _case_of(kernel: Any, small: Verdict, part: int) -> bool:
    start, top = kernel.least, 1 if kernel.question.every_c else kernel.question.c
    sizes = (Size(n, top) for n in range(start, start + 3))
    return any(_case_at(kernel, small, part, size) for size in sizes)


def _case_at(kernel: Any, small: Verdict, part: int, size: Size) -> bool:
    names = [one.name for one in kernel.question.axiom.parts]
    asked = replace(small.question, n=size.n).with_values(c=size.c)
    for statement in (one for one in asked.statements() if one.name == names[part]):
        variables = statement.formula.variables
        values = [[*variable.domain.values(size)][::-1] for variable in variables]
        for chosen in islice(product(*values), MOST_PROPOSED):
            pairs = zip(variables, chosen, strict=True)
            case = {one.name: one.domain.show(value, size) for one, value in pairs}
            told = {"n": size.n, "part": part, "fixed": dict(statement.fixed), "case": case}
            if kernel.conclude("defined somewhere", **told) is not None:
                return True
    return False


def _shown(kernel: Any, part: int) -> bool:
    if kernel.conclude("defined", part=part) is not None:
        return True
    shape = kernel.conclude("sum over what is seen")
    if shape is None:
        return False
    if any(kernel.conclude(rule, shape, part=part) for rule in OF_SHAPE):
        return True
    return any(
        terms is not None and any(kernel.conclude(rule, terms, part=part) for rule in rules)
        for terms, rules in (
            (kernel.conclude("weights and gains", shape), OF_TERMS),
            (kernel.conclude("better above", shape), OF_MOVES),
        )
    )


def answer(question: Question, limits: Limits) -> Verdict:
    """Answer for every n, and for every c where none is given."""
    tried = with_samples(question)
    small = _small(tried, limits)
    start = min(small.scope.sizes)
    kernel = proved(question, start)
    if kernel is not None and small.status != UNDECIDED and _is_defined(kernel, small):
        if small.status == REFUTED:
            raise Disagreement(f"{question.text()}: proved for every n, refuted for small n")
        return derived(_proved(question, small, start), kernel)
    if small.status == HOLDS:
        more = _with_more_grades(tried, limits)
        small = small if more is None else more
    if small.status == REFUTED:
        return _lasting(small)
    held = f"it holds for n ≤ {max(small.scope.sizes)}{samples_text(question)}"
    reason = small.reason or f"no rule proves it for every n; {held}"
    return Verdict(UNDECIDED, question, Scope((), every_from=1), NAME, reason=reason)


def _proved(question: Question, small: Verdict, start: int) -> Verdict:
    checked: tuple[str, ...] = ()
    if small.status == HOLDS:
        tried = samples_text(question)
        checked = (f"n ≤ {max(small.scope.sizes)}{tried} by exhaustive search as well",)
    first = small.undefined.first
    undefined = Undefined(small.undefined.cases, first, None, counted=False)
    return Verdict(
        HOLDS,
        question,
        Scope((), every_from=start),
        NAME,
        checked=checked,
        undefined=undefined if small.undefined.cases else Undefined(),
    )


def _small(question: Question, limits: Limits) -> Verdict:
    """Walk through small n (and c ≤ 2 where none is given), until the answer is not HOLDS."""
    found: list[Verdict] = []
    for top in (1, 2) if question.every_c else (question.c,):
        asked = replace(question.with_values(c=top), every_c=False)
        verdict = _up_to(asked, SMALL, limits)
        if verdict is None:
            raise Refusal(f"no case with at most {SMALL} documents has all its values defined.")
        found.append(verdict)
        if verdict.status != HOLDS:
            break
    return found[-1]


def _up_to(question: Question, largest: int, limits: Limits) -> Verdict | None:
    """Return what small pools say together, None where no case has its values defined."""
    from proofs.core.asking import decide

    sizes = [replace(question, n=size, every_n=False) for size in range(1, largest + 1)]
    answers = [decide(one, "exhaustive", limits) for one in sizes]
    defined = [one for one in answers if not _is_undefined(one)]
    return _walked(defined) if defined else None


def _with_more_grades(question: Question, limits: Limits) -> Verdict | None:
    """Return a refutation with four grades, where every c is asked for and three do not refute."""
    if not question.every_c:
        return None
    more = replace(question.with_values(c=3), every_c=False)
    found = _up_to(more, SMALL - 1, limits)
    return found if found is not None and found.status == REFUTED else None


def _walked(answers: list[Verdict]) -> Verdict:
    """Return what the answers at several sizes say together."""
    from proofs.core.asking import walk

    known = {id(one.question): one for one in answers}
    found: Verdict = walk([one.question for one in answers], lambda asked: known[id(asked)])
    return found


def _is_undefined(verdict: Verdict) -> bool:
    """Tell whether no case at all has its values defined."""
    return verdict.status == UNDECIDED and verdict.reason.startswith("undefined")


def _lasting(small: Verdict) -> Verdict:
    """Return a refutation at one n as one for every larger n, where that is shown."""
    assert small.replayed is not None
    question, statement = small.question, small.replayed.statement
    fixed = dict(statement.fixed)
    witness = {k: v for k, v in (small.replayed.witness or {}).items() if k not in fixed}
    parts = [part.name for part in question.axiom.parts]
    kernel = Kernel(question, question.n)
    held = [size for size in small.scope.sizes if size < question.n]
    told = {"n": question.n, "part": parts.index(statement.name), "witness": witness}
    step = kernel.conclude("padded", **told, fixed=fixed) or kernel.conclude("unreached", **told)
    if step is None:
        return at_small_n(small, held)
    return derived(lasting(small, held, question.n, *small.checked), kernel)
