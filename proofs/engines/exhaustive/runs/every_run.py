"""Engine: every case over all runs of an order, all runs at once.

The plain reading of a statement tries all values of all variables (`run_search`). Plans read
certain formulas faster (`order_plans`, `run_plans`); each is an optimisation of the plain reading
and is tested against it. Numbers that belong to an order are counted by `lattice`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from axioms.axiom import Quantity
from axioms.language.shapes import renamed
from lattice import completion, structure
from lattice.order import SET
from lattice.poset import NotAnOrder, Poset
from lattice.relation import number_of_runs, poset_of, too_many_runs
from metrics.language.fold import Unread
from metrics.language.terms import p
from metrics.naming import BadInput
from proofs.core.limits import Limits
from proofs.core.outcome import Outcome, conclude
from proofs.core.question import Question, Statement
from proofs.core.verdict import Measurement, Verdict
from proofs.engines.exhaustive.averages import measured
from proofs.engines.exhaustive.runs import order_plans, run_plans, step_plans
from proofs.engines.exhaustive.runs.order_plans import Plan
from proofs.engines.exhaustive.runs.run_search import RunSearch, too_many
from proofs.engines.exhaustive.runs.setting import Setting
from proofs.exact.numbers import Exact
from proofs.exact.whole import Undecidable

NAME = "exhaustive"
PAIRS_PER_CASE = 16
"""To relate so many pairs of runs costs no more than to read a case."""
PLANS: dict[Any, Plan] = {**order_plans.PLANS, **run_plans.PLANS, **step_plans.PLANS}


def refuses(question: Question, limits: Limits) -> str | None:
    """Return why the engine cannot answer, or None."""
    if isinstance(question.asked, Quantity):
        return None
    order = question.order_of_runs
    problem = too_many_runs(order, question.n, question.c)
    if problem is not None:
        return problem
    runs = number_of_runs(order, question.n, question.c)
    if runs**2 > limits.cases * PAIRS_PER_CASE:
        return f"{order.name} has {runs:,} runs, and all pairs of them are related first"
    read = [formula for formula in question.formulas() if renamed(formula) not in PLANS]
    reasons = (too_many(formula, question, limits) for formula in read)
    return next((reason for reason in reasons if reason is not None), None)


def answer(question: Question, limits: Limits) -> Verdict:
    """Decide a question for its n and c."""
    search = RunSearch(Setting(question, limits))
    gives_up = (Undecidable, Unread, NotAnOrder)
    verdict = conclude(question, NAME, lambda each: decide(search, each), gives_up)
    return replace(verdict, caveats=(*verdict.caveats, *_as_listed(question)))


def decide(search: RunSearch, statement: Statement, plans: Mapping[Any, Plan] = PLANS) -> Outcome:
    """Decide one statement, by the plan for its formula, else plainly."""
    formula = statement.formula
    plan = plans.get(renamed(formula))
    return search.plain(formula) if plan is None else plan(search, formula)


def _as_listed(question: Question) -> tuple[str, ...]:
    """Say how a metric of ranks reads a set."""
    if question.order_of_runs.listed != SET:
        return ()
    by_place = [one for one in question.metrics if one.value.has(p) or "b" in one.parameters]
    return tuple(f"{one.name} reads a set as the run of decreasing degrees" for one in by_place)


# Numbers -----------------------------------------------------------------------------------------


def _width(poset: Poset, limits: Limits) -> int:
    return len(completion.antichain(poset)[0])


def _linear_extensions(poset: Poset, limits: Limits) -> int:
    found = structure.linear_extensions(poset, pause=limits.check)
    if found is None:
        raise BadInput("too many down-sets to count the linear extensions: take smaller runs.")
    return found


COUNTS: dict[str, Callable[[Poset, Limits], int]] = {
    "elements": lambda poset, _: len(poset),
    "covers": lambda poset, _: len(poset.covers),
    "join_irreducibles": lambda poset, _: len(structure.join_irreducibles(poset)),
    "meet_irreducibles": lambda poset, _: len(structure.meet_irreducibles(poset)),
    "single_lower_covers": lambda poset, _: len(structure.single_lower_cover(poset)),
    "height": lambda poset, _: structure.height(poset),
    "width": _width,
    "linear_extensions": _linear_extensions,
    "completion_size": lambda poset, _: len(completion.completion(poset)),
}


def measure(question: Question, limits: Limits) -> Measurement:
    """Return the number; of a metric on the order, the sizes of its steps."""
    counted_by_program = getattr(question.asked, "counted", "")
    if question.metric is not None:
        if counted_by_program:
            return step_plans.measure(question, limits)
        return measured(RunSearch(Setting(question, limits)), question, limits)
    poset = poset_of(question.on, question.n, question.c)
    number = Exact.rational(COUNTS[counted_by_program](poset, limits))
    return Measurement(question, NAME, exact=number, cases=len(poset))
