"""A sweep of all cases in blocks, each a plain question: other machines can do them.

A block is the question, the statement, and a range of values of its first variable. Where a proof
for every n shows that the metric is invariant, the first ranking is the identity, as in the
exhaustive engine. Each block that is done is kept, so a sweep that was interrupted goes on. The
first witness in lexicographic order is that of the first block that has one.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from math import factorial
from typing import Any

from axioms.language import shapes
from axioms.language.formula import ForAll
from metrics.language.domains import RANKINGS
from metrics.language.fold import Unread
from metrics.language.terms import Identity
from metrics.naming import BadInput
from proofs.core import kept_cells
from proofs.core.limits import Limits
from proofs.core.outcome import GaveUp, Outcome, conclude
from proofs.core.posed.lists import asked_of
from proofs.core.posing import questions_about, sizes_of
from proofs.core.question import Question, Statement
from proofs.core.verdict import UNDECIDED, Scope, Verdict
from proofs.engines.exhaustive.plans import proved_invariant
from proofs.engines.exhaustive.search import Search
from proofs.exact.whole import Undecidable
from rankproof.executors import Executor
from rankproof.line.deadline import within
from rankproof.line.failures import Undecided

CASES = 50_000_000
"""About so many cases are a block: seconds of work."""
COUNTED = ("true", "cases", "undefined", "judged")
Asked = dict[str, Any]


def asked_about(
    asked: str,
    subjects: list[str],
    n: int,
    given: Mapping[str, Any],
    convention: str | None = None,
    domain: str | None = None,
) -> Asked:
    """Return a question as plain data."""
    parameters = {name: value for name, value in given.items() if value is not None}
    return {
        "asked": asked,
        "subjects": subjects,
        "n": n,
        "parameters": parameters,
        "convention": convention,
        "domain": domain,
    }


@lru_cache(maxsize=8)
def posed(text: str) -> tuple[Question, tuple[str, ...]]:
    """Pose a question that came as data; return also what is to be said about it."""
    asked = json.loads(text)
    subjects = tuple(asked["subjects"])
    declared = asked_of(asked["asked"], subjects, asked["domain"])
    sizes = sizes_of(asked["n"], declared)
    given, convention = asked["parameters"], asked["convention"]
    (question,), notes = questions_about(declared, subjects, sizes, given, convention)
    return question, tuple(notes)


@lru_cache(maxsize=8)
def _search(text: str) -> tuple[Search, tuple[str, ...]]:
    """Get ready to try the cases of a question."""
    question, notes = posed(text)
    return Search(question, Limits(cases=1 << 62, jobs=1)), notes


def block(work: Asked) -> dict[str, Any]:
    """Try the cases of one block; plain data in, plain data out."""
    search, _ = _search(json.dumps(work["question"]))
    body, variables = _swept(search.question.statements()[work["statement"]], work["fixed"])
    try:
        found = search.scan(body, variables, among=range(*work["among"]))
    except (Undecidable, Unread) as problem:
        return {"open": str(problem)}
    fields = {name: getattr(found, name) for name in COUNTED}
    return {
        **fields,
        "witness": _by_name(found.witness),
        "first_undefined": _by_name(found.first_undefined),
    }


def _by_name(witness: Any) -> dict[str, Any] | None:
    return None if witness is None else {v.name: value for v, value in witness.items()}


def _swept(statement: Statement, fixed: bool) -> tuple[Any, list[Any]]:
    """Return what is tried, and over which variables."""
    first, *rest = statement.formula.variables
    body = statement.formula.body
    return (body.xreplace({first: Identity()}), rest) if fixed else (body, [first, *rest])


def swept(
    asked: Asked,
    executor: Executor,
    progress: Callable[[int, int], None],
    fresh: bool = False,
    seconds: float | None = None,
) -> Verdict:
    """Decide a property of rankings by trying all cases, block by block, in so many seconds."""
    started = time.perf_counter()
    try:
        with within(seconds):
            verdict = _by_blocks(asked, executor, progress, fresh)
            return replace(verdict, seconds=time.perf_counter() - started)
    except Undecided as problem:
        question, notes = posed(json.dumps(asked))
        reason = f"{problem}; blocks that are done are kept, and asking again goes on"
        scope = Scope((question.n,))
        return Verdict(UNDECIDED, question, scope, "exhaustive", reason=reason, caveats=notes)


def _by_blocks(
    asked: Asked, executor: Executor, progress: Callable[[int, int], None], fresh: bool
) -> Verdict:
    if posed(json.dumps(asked))[0].about_weights:
        from proofs.core.spread import goals

        return goals.decided(asked, executor, progress, fresh)
    search, notes = _search(json.dumps(asked))
    question = search.question
    if not all(isinstance(one.formula, ForAll) for one in question.statements()):
        raise BadInput("a cluster sweeps statements about all rankings: leave --cluster out.")
    if question.domain is not RANKINGS or question.free or question.every_n:
        raise BadInput("a cluster sweeps rankings of one n, with numbers for all parameters.")
    places = {statement: place for place, statement in enumerate(question.statements())}

    def decide(statement: Statement) -> Outcome:
        return _decided(asked, places[statement], executor, progress, fresh)

    verdict = conclude(question, "exhaustive", decide)
    return replace(verdict, caveats=(*verdict.caveats, *notes))


def _decided(
    asked: Asked,
    place: int,
    executor: Executor,
    progress: Callable[[int, int], None],
    fresh: bool,
) -> Outcome:
    search, _ = _search(json.dumps(asked))
    statement = search.question.statements()[place]
    invariance = _invariance(search, statement)
    fixed = invariance is not None
    _, variables = _swept(statement, fixed)
    total, first = search.size(variables), search.count(variables[0])
    step = max(1, CASES * first // total)
    work = {
        start: {
            "question": asked,
            "statement": place,
            "fixed": fixed,
            "among": [start, min(first, start + step)],
        }
        for start in range(0, first, step)
    }

    def told(count: int) -> None:
        progress(count * total // len(work), total)

    done = completed(block, work, executor, told, fresh)
    outcome = search.gather(lambda start: _outcome(done[start], variables), iter(work), total)
    if not fixed:
        return _with_equal(search, statement, outcome)
    identity = statement.formula.variables[0]
    if outcome.witness is not None:
        outcome = replace(outcome, witness={identity: search.value(identity, 0), **outcome.witness})
    note = f"{invariance} is proved for every n, so {identity.name} = id loses nothing"
    judged = outcome.judged * factorial(search.n)
    return replace(outcome, judged=judged, checked=(*outcome.checked, note))


def _with_equal(search: Search, statement: Statement, outcome: Outcome) -> Outcome:
    if not outcome.undefined or outcome.witness is not None:
        return outcome
    return replace(outcome, undefined_for_equal=search.undefined_for_equal(statement.formula))


def _outcome(found: Mapping[str, Any], variables: list[Any]) -> Outcome:
    if "open" in found:
        raise GaveUp(found["open"])
    by_name = {variable.name: variable for variable in variables}
    fields = {name: found[name] for name in COUNTED}
    for name in ("witness", "first_undefined"):
        there = found[name]
        fields[name] = None if there is None else {by_name[v]: x for v, x in there.items()}
    return Outcome(**fields)


def completed(
    function: Callable[[Asked], dict[str, Any]],
    work: Mapping[int, Asked],
    executor: Executor,
    progress: Callable[[int], None],
    fresh: bool,
) -> dict[int, dict[str, Any]]:
    """Do blocks, and keep each, until all are done or the first that fails is known."""
    done: dict[int, dict[str, Any]] = {}
    for start, item in work.items():
        known = None if fresh else kept_cells.recall(item)
        if known is not None:
            done[start] = known
    waiting = {start: item for start, item in work.items() if start not in done}
    progress(len(done))
    if _is_settled(work, done):
        return done
    for start, found in executor.results(function, waiting):
        done[start] = found
        if "open" not in found:
            kept_cells.keep(work[start], found)
        progress(len(done))
        if _is_settled(work, done):
            break
    return done


def _is_settled(work: Mapping[int, Asked], done: Mapping[int, dict[str, Any]]) -> bool:
    """Tell whether a block fails, or is open, and all before it are done."""
    for start in work:
        if start not in done:
            return False
        if not done[start].get("true", False):
            return True
    return True


def _invariance(search: Search, statement: Statement) -> str | None:
    """Return the invariance by which the first ranking may be the identity, where one is proved."""
    formula = statement.formula
    slots = {node.slot for node in shapes.scores_in(formula)}
    inputs = {len(node.listings) for node in shapes.scores_in(formula)}
    shaped = len(formula.variables) > 2 and shapes.only_variables(formula)
    if not shaped or len(slots) != 1 or inputs != {2}:
        return None
    (slot,) = slots
    sides = (side for side in ("right", "left") if proved_invariant(search, slot, side))
    return next((f"{side} invariance" for side in sides), None)
