"""Engine: for every n at once, by rules and by extended witnesses.

HOLDS for every n is a derivation by the named rules of `proofs.everyn`. A refutation starts from
the smallest n at which exhaustive search finds a counterexample; where the counterexample,
extended by fixed points, is shown to remain one for symbolic n (`proofs.padding`), the statement
fails for every larger n too. What neither decides is UNDECIDED: nothing is guessed.
"""

from __future__ import annotations

import itertools
import time
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from axioms.axiom import Axiom
from axioms.formula import Exists, ForAll, Same, Score, plain
from metrics.metric import Metric
from metrics.naming import BadInput
from metrics.printing import letter
from metrics.terms import Backwards, Compose, Identity, Inverse, Place, Ranking
from proofs import exhaustive
from proofs.everyn import RULES
from proofs.limits import Limits, Refusal
from proofs.opened import Opened
from proofs.padding import REVERSED, Declined, padded_value, sign_for_all
from proofs.question import Question, unrolled_slots
from proofs.replay import Replayer, Undefined, listing
from proofs.shapes import extreme_shape
from proofs.solvers import Disagreement
from proofs.swaps import swap_width
from proofs.verdict import HOLDS, REFUTED, UNDECIDED, Scope, Verdict

NAME = "symbolic"
LARGEST_SEARCHED = 7
CASES_SEARCHED = 2_000_000
SECONDS = 20.0


@dataclass(frozen=True)
class EveryN:
    """A question without n: the axiom, its metrics, and what is fixed of their parameters."""

    asked: Axiom
    metrics: tuple[Metric, ...]
    parameters: dict[str, Any]
    convention: str

    @property
    def by_slot(self) -> dict[str, Metric]:
        """The metrics under the letters of the axiom."""
        return dict(zip(self.asked.slots, self.metrics, strict=True))

    def formulas(self) -> list[tuple[str, Any]]:
        """Return the parts of the axiom as plain formulas, by name."""
        return [
            (part.name, plain(part.statement, self.by_slot, self.convention))
            for part in self.asked.parts
        ]

    def at(self, n: int) -> list[Question]:
        """Return the question at one n; a missing cut-off is tried at every value up to 3."""
        cutoffs: list[dict[str, Any]] = [{}]
        wanted = {name for metric in self.metrics for name in metric.parameters}
        if "k" in wanted and "k" not in self.parameters and not self._chooses_k():
            cutoffs = [{"k": value} for value in range(1, min(n, 4))]
        found = []
        for cutoff in cutoffs:
            given = {**self.parameters, **cutoff}
            try:
                found.append(Question(self.asked, self.metrics, n, given, self.convention))
            except BadInput:
                continue
        return found

    def _chooses_k(self) -> bool:
        return bool(unrolled_slots(self.asked))


def answer(asked: EveryN, limits: Limits) -> Verdict:
    """Decide a question for every n."""
    started = time.perf_counter()
    deadline = time.monotonic() + (SECONDS if limits.seconds is None else limits.seconds)
    steps = derivation(asked, deadline)
    searched = replace(limits, cases=min(limits.cases, CASES_SEARCHED))
    verdict = _proved(asked, steps, searched) if steps is not None else None
    if verdict is None:
        verdict = by_example(asked, searched)
    if verdict is None:
        verdict = _searched(asked, searched, deadline)
    return replace(verdict, seconds=time.perf_counter() - started)


def derivation(asked: EveryN, deadline: float) -> list[str] | None:
    """Return a derivation of all parts for every n, or None."""
    steps: list[str] = []
    several = len(asked.asked.parts) > 1
    proved: list[Any] = []
    for name, formula in asked.formulas():
        found = _follows(formula, proved) or _part(asked, formula, deadline)
        if found is None:
            return None
        proved.append(formula)
        steps += [f"{name}: {step}" if several else step for step in found]
    return steps


def _follows(formula: Any, proved: list[Any]) -> list[str] | None:
    """m(σ, τ) maximal ⇒ σ = τ, from: every m(σ, σ) is maximal, and no other score equals it."""
    body = getattr(formula, "body", None)
    if not isinstance(body, sp.Implies) or not isinstance(body.args[0], ForAll):
        return None
    shape = extreme_shape(body.args[0])
    if shape is None or not isinstance(body.args[0].body, sp.Le):
        return None
    score, same = shape[1], body.args[1]
    if not isinstance(same, Same) or tuple(same.args) != score.listings:
        return None
    if len(score.listings) != 2:
        return None
    first = score.listings[0]
    itself = Score(score.slot, first, first)
    distinct = ForAll(*formula.variables, sp.Implies(sp.Eq(score, itself), same))
    maximal = any(
        isinstance(known, ForAll)
        and isinstance(known.body, sp.Le)
        and known.body.rhs == itself
        and isinstance(known.body.lhs, Score)
        and known.body.lhs.slot == score.slot
        and set(known.body.lhs.listings) <= set(known.variables) - {first}
        for known in proved
    )
    if maximal and distinct in proved:
        return ["follows from the two statements before"]
    return None


def _part(asked: EveryN, formula: Any, deadline: float) -> list[str] | None:
    if formula == sp.true:
        return ["the metric does not depend on what changes: both sides are the same"]
    if any(score.slot.cutoff is not None for score in formula.atoms(Score)):
        return None
    opened = Opened(asked)
    for rule in RULES:
        if time.monotonic() > deadline:
            return None
        try:
            found = rule(formula, opened)
        except ValueError:
            continue
        if found is not None:
            return found
    return None


def _proved(asked: EveryN, steps: list[str], limits: Limits) -> Verdict | None:
    """Return HOLDS for every n, after checking that small n do not contradict it."""
    first, shown = None, None
    for n in range(4, 0, -1):
        answers = [exhaustive.answer(question, limits) for question in asked.at(n)]
        for small in answers:
            if small.status == REFUTED and not _is_vacuous(small):
                text = small.question.text()
                raise Disagreement(f"{text}: proved for every n, refuted by exhaustive search")
        if not answers or any(small.status != HOLDS for small in answers):
            break
        first, shown = n, answers[0].question
    if first is None or shown is None:
        return None
    every_k = "k" in shown.metrics[0].parameters and "k" not in asked.parameters
    return Verdict(
        HOLDS,
        shown,
        Scope((), None, every_from=first),
        NAME,
        derivation=tuple(steps),
        checked=(
            f"every n ≥ {first}{' and every cut-off k' if every_k else ''}; "
            "n ≤ 4 by exhaustive search as well",
        ),
    )


def by_example(asked: EveryN, limits: Limits) -> Verdict | None:
    """∃ places: an example at n = 4, extended by fixed points, that remains one for every n."""
    formulas = asked.formulas()
    if len(formulas) != 1 or not isinstance(formulas[0][1], Exists):
        return None
    formula = formulas[0][1]
    if not all(isinstance(variable, Place) for variable in formula.variables):
        return None
    questions = asked.at(4)
    if len(questions) != 1:
        return None
    for case in Replayer(questions[0]).assignments(formula.variables):
        evaluation = _Extended(questions[0], case)
        try:
            if not evaluation.truth(formula.body):
                continue
        except (Declined, Undefined, ValueError, NotImplementedError):
            continue
        named = ", ".join(f"{name} = {value}" for name, value in case.items())
        steps = (
            f"take {named}",
            *[f"{t} = {v}" for t, v in evaluation.shown()],
            "so the statement is true there for every n ≥ 4 (extension)",
        )
        return Verdict(HOLDS, questions[0], Scope((), None, every_from=4), NAME, derivation=steps)
    return None


def _is_vacuous(verdict: Verdict) -> bool:
    return any(caveat.startswith("vacuous") for caveat in verdict.caveats)


def _searched(asked: EveryN, limits: Limits, deadline: float) -> Verdict:
    """Look for the smallest n that fails, and try to extend its witness."""
    held: list[int] = []
    last: Verdict | None = None
    why = ""
    largest = LARGEST_SEARCHED if all(len(m.inputs) == 1 for m in asked.metrics) else 5
    for n in range(1, largest + 1):
        if time.monotonic() > deadline:
            break
        answers = []
        for question in asked.at(n):
            try:
                answers.append(exhaustive.answer(question, limits))
            except Refusal:
                why = f"no exhaustive search at n = {n}"
        answers = [verdict for verdict in answers if not _is_vacuous(verdict)]
        refuted = [verdict for verdict in answers if verdict.status == REFUTED]
        if refuted:
            return _extended(asked, refuted[0], held, limits, deadline)
        if any(verdict.status == HOLDS for verdict in answers):
            held.append(n)
            last = next(verdict for verdict in answers if verdict.status == HOLDS)
        if why:
            break
    if last is None:
        question = next(q for n in range(1, 6) for q in asked.at(n))
        reason = "no rule proves it, and no small n decides it"
        return Verdict(UNDECIDED, question, Scope((question.n,)), NAME, reason=reason)
    reason = f"no rule proves it for every n; it holds for n = {held[0]}…{held[-1]}"
    return replace(
        last, status=UNDECIDED, engine=NAME, reason=reason, scope=Scope(tuple(held)), caveats=()
    )


def _extended(
    asked: EveryN, refuted: Verdict, held: list[int], limits: Limits, deadline: float
) -> Verdict:
    n = refuted.question.n
    base = replace(refuted, engine=NAME, scope=Scope((*held, n), n))
    attempts: list[Verdict | None] = [refuted]
    for larger in (n + 1, n + 2):
        if time.monotonic() < deadline and larger <= LARGEST_SEARCHED:
            attempts.append(_at_larger(asked, refuted, larger, limits))
    for attempt in attempts:
        if attempt is None or attempt.status != REFUTED or attempt.replayed is None:
            continue
        try:
            steps = extension(attempt)
        except (Declined, Undefined, ValueError, NotImplementedError):
            continue
        start = attempt.question.n
        scope = Scope((*held, n), n, every_from=start)
        cutoffs = {k: v for k, v in attempt.question.parameters.items() if k in ("k", "j")}
        note = f"fails for every n ≥ {start}" + "".join(f", {k} = {v}" for k, v in cutoffs.items())
        if start > n:
            note += f" (the witness extended is the one at n = {start})"
        return replace(base, scope=scope, derivation=tuple(steps), checked=(note,))
    for argument, rule in (("the identity and its reversal", by_reversal), ("swaps", by_swaps)):
        found = rule(asked, refuted)
        if found is not None:
            scope = Scope((*held, n), n, every_from=max(2, n))
            note = f"fails for every n ≥ {max(2, n)}, by {argument}"
            return replace(base, scope=scope, derivation=tuple(found), checked=(note,))
    return replace(base, caveats=("no proof that it fails for every larger n",))


def by_swaps(asked: EveryN, refuted: Verdict) -> list[str] | None:
    """Show that no swaps of one width differ, whatever n."""
    assert refuted.replayed is not None
    formula = refuted.replayed.statement.formula
    if not isinstance(formula, Exists):
        return None
    fixed = replace(asked, parameters=dict(refuted.question.parameters))
    return swap_width(formula, Opened(fixed))


def by_reversal(asked: EveryN, refuted: Verdict) -> list[str] | None:
    """Show that the identity and its reversal refute the statement for every n ≥ 2."""
    replayed = refuted.replayed
    assert replayed is not None
    formula = replayed.statement.formula
    if not isinstance(formula, ForAll) or not all(
        isinstance(variable, Ranking) for variable in formula.variables
    ):
        return None
    for values in itertools.product(("id", "reversal"), repeat=len(formula.variables)):
        chosen = dict(zip(formula.variables, values, strict=True))
        evaluation = _Reversals(refuted.question, chosen, max(2, refuted.question.n))
        try:
            if evaluation.truth(formula.body):
                continue
        except (Declined, Undefined, ValueError, NotImplementedError, KeyError):
            continue
        named = ", ".join(f"{letter(v.name)} = {value}" for v, value in chosen.items())
        return [
            f"take {named}",
            *[f"{term} = {sp.simplify(value)}" for term, value in evaluation.shown()],
            f"so the statement is false there for every n ≥ {evaluation.start} (reversal)",
        ]
    return None


def _at_larger(asked: EveryN, refuted: Verdict, n: int, limits: Limits) -> Verdict | None:
    for question in asked.at(n):
        if question.parameters == refuted.question.parameters:
            try:
                return exhaustive.answer(question, limits)
            except Refusal:
                return None
    return None


def extension(refuted: Verdict) -> list[str]:
    """Show that a witness, extended by fixed points, remains one for every larger n."""
    replayed = refuted.replayed
    assert replayed is not None
    if replayed.witness is None:
        raise Declined("there is no witness to extend")
    formula = replayed.statement.formula
    if not isinstance(formula, ForAll):
        raise Declined("only universal statements are refuted by one witness")
    evaluation = _Extended(refuted.question, replayed.witness)
    if evaluation.truth(formula.body):
        raise Declined("the extended witness satisfies the statement")
    return [
        f"take the witness at n = {refuted.question.n} and let every further place be fixed",
        *[
            f"{term} = {sp.simplify(value) if not value.has(sp.Sum) else value}"
            for term, value in evaluation.shown()
        ],
        f"so the statement is false there for every n ≥ {refuted.question.n} (extension)",
    ]


class _Extended:
    """The truth of a formula at an extended witness, for every n from its own on."""

    def __init__(self, question: Question, witness: dict[str, Any]) -> None:
        self.question, self.witness, self.start = question, witness, question.n
        self.values: dict[Score, Any] = {}

    def shown(self) -> list[tuple[str, Any]]:
        """Return the scores that were named, with their values in n."""
        return [(self.question.text_of(node), value) for node, value in self.values.items()]

    def score(self, node: Score) -> Any:
        if node not in self.values:
            rankings = []
            for term in node.listings:
                if type(term).__name__ in ("Backwards", "FullCycle") or any(
                    type(part).__name__ in ("Backwards", "FullCycle")
                    for part in sp.preorder_traversal(term)
                ):
                    raise Declined("a listing that does not fix the further places")
                rankings.append(listing(term, self.witness, self.start))
            metric = self.question.by_slot[node.slot.name]
            self.values[node] = padded_value(
                metric, rankings, self.question.bound(node.slot), self.question.convention
            )
        return self.values[node]

    def term(self, e: Any) -> Any:
        if isinstance(e, Score):
            return self.score(e)
        if isinstance(e, sp.Abs | sp.sign):
            inner = self.term(e.args[0])
            sign = sign_for_all(inner, self.start)
            if sign is None:
                raise Declined("the sign of a difference")
            return sp.Integer(sign) if isinstance(e, sp.sign) else inner * sign
        if isinstance(e, sp.Symbol):
            return sp.Integer(self.witness[e.name])
        return e.func(*[self.term(argument) for argument in e.args]) if e.args else e

    def truth(self, formula: Any) -> bool:
        if formula in (sp.true, sp.false):
            return bool(formula)
        if isinstance(formula, sp.And):
            plain_first = sorted(formula.args, key=lambda a: bool(a.atoms(Score)))
            return all(self.truth(argument) for argument in plain_first)
        if isinstance(formula, sp.Or):
            return any([self.truth(argument) for argument in formula.args])
        if isinstance(formula, sp.Not):
            return not self.truth(formula.args[0])
        if isinstance(formula, sp.Implies):
            return not self.truth(formula.args[0]) or self.truth(formula.args[1])
        if isinstance(formula, sp.Equivalent):
            return len({self.truth(argument) for argument in formula.args}) == 1
        if isinstance(formula, Same):
            return Replayer(self.question).truth(formula, self.witness)
        if isinstance(formula, ForAll | Exists):
            raise Declined("an inner quantifier")
        left, right = (self.term(sp.sympify(argument)) for argument in formula.args)
        sign = sign_for_all(left - right, self.start)
        if sign is None:
            raise Declined("the sign of a difference for every n")
        return {
            sp.Eq: sign == 0,
            sp.Ne: sign != 0,
            sp.Le: sign <= 0,
            sp.Lt: sign < 0,
            sp.Ge: sign >= 0,
            sp.Gt: sign > 0,
        }[type(formula)]


class _Reversals(_Extended):
    """The truth of a formula where every ranking is the identity or its reversal."""

    def __init__(self, question: Question, chosen: dict[Any, str], start: int) -> None:
        super().__init__(question, {})
        self.chosen, self.start = chosen, start

    def _is_reversed(self, term: Any) -> bool:
        if isinstance(term, Ranking):
            return self.chosen[term] == "reversal"
        if isinstance(term, Identity):
            return False
        if isinstance(term, Backwards):
            return True
        if isinstance(term, Compose):
            return self._is_reversed(term.args[0]) != self._is_reversed(term.args[1])
        if isinstance(term, Inverse):
            return self._is_reversed(term.args[0])
        raise Declined("a listing that is neither the identity nor its reversal")

    def score(self, node: Score) -> Any:
        if node not in self.values:
            metric = self.question.by_slot[node.slot.name]
            if metric.depends_on_k():
                raise Declined("a cut-off")
            rankings = [REVERSED if self._is_reversed(t) else () for t in node.listings]
            if REVERSED not in rankings:
                rankings = [(1,) for _ in rankings]
            bound = self.question.bound(node.slot)
            self.values[node] = padded_value(metric, rankings, bound, self.question.convention)
        return self.values[node]

    def truth(self, formula: Any) -> bool:
        if isinstance(formula, Same):
            left, right = (self._is_reversed(argument) for argument in formula.args)
            return left == right
        return super().truth(formula)
