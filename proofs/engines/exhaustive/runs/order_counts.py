"""Numbers that belong to an order: elements, covers, irreducibles, height, width."""

from __future__ import annotations

from collections.abc import Callable

from lattice import completion, structure
from lattice.poset import Poset
from lattice.relation import poset_of
from metrics.language.fold import Unread
from metrics.naming import BadInput
from proofs.core.limits import Limits, OutOfTime
from proofs.core.question import Question
from proofs.core.verdict import Measurement
from proofs.engines.exhaustive.averages import measured
from proofs.engines.exhaustive.runs import step_plans
from proofs.engines.exhaustive.runs.run_search import RunSearch
from proofs.engines.exhaustive.runs.setting import Setting
from proofs.exact.numbers import Exact
from proofs.exact.whole import Undecidable


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
        try:
            return measured(RunSearch(Setting(question, limits)), question, limits)
        except (Undecidable, Unread, OutOfTime) as problem:
            return Measurement(question, "exhaustive", reason=str(problem))
    poset = poset_of(question.on, question.n, question.c)
    number = Exact.rational(COUNTS[counted_by_program](poset, limits))
    return Measurement(question, "exhaustive", exact=number, cases=len(poset))
