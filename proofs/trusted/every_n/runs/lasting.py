"""The rule by which a witness about runs stays one for every larger n: with the best degree first.

Why it is right. Put the highest degree c before every run of n. In each kind of order named here
the runs of n + 1 that begin with c are then ordered as those of n are, and what is above one of
them begins with c too: place by place and prefix by prefix the first degree is compared first, in a
chain it is the first that may differ (or c is the degree that is counted first), and no operation
lowers a first degree c or moves it, so operations do to the rest what they do to runs of n. So the
runs above one of them, the steps from one of them to another, and the least upper bounds of two of
them are the same as among the runs of n. A statement ∀ runs: … that compares runs, joins and
numbers of steps, and has no other quantifier, is therefore false at c r₁, …, c rₙ for n + 1 where
it is false at r for n: for every n from there on.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from axioms.language.formula import ForAll, Same
from axioms.language.order_terms import Below, FewestSteps, Join, MostSteps
from axioms.language.shapes import renamed
from lattice.orders import project, replace, replace_last, swap
from metrics.language.domains import SUBSCRIPTS
from metrics.language.runs import Run
from proofs.trusted.every_n.kernel import Evidence, Fact, Facts, Kernel, Rule, insist
from proofs.trusted.every_n.runs.lists import CHAIN, PLACES, PREFIXES, SEQUENCES
from proofs.trusted.number import Inconclusive, Undefined
from proofs.trusted.replay import replay
from proofs.trusted.replayed import NotDefined, ReplayFailed
from proofs.trusted.untrusted import LARGEST_TRIED, listed, table, whole

OPERATIONS = "operations that keep a best first degree"
KINDS = (PLACES, CHAIN, PREFIXES, SEQUENCES, OPERATIONS)
_ABOUT_RUNS = (Below, Same, Join, MostSteps, FewestSteps)
_CONNECTIVES = (sp.And, sp.Or, sp.Not, sp.Implies, sp.Equivalent)


def keeps_first(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    """Compare the operations of an order with those that are known."""
    insist(not facts and not evidence)
    known = [renamed(operation.step) for operation in (swap, replace, replace_last, project)]
    operations = kernel.question.on.operations
    if not operations or any(renamed(one.step) not in known for one in operations):
        raise Inconclusive("an order of another kind")
    return Fact("no operation lowers or moves a best first degree", about=OPERATIONS)


def _best_first(kernel: Kernel, facts: Facts, evidence: Evidence) -> Fact:
    """Replay a witness at its n; with the best degree before it, it is one for each larger n."""
    insist([fact.about in KINDS for fact in facts] == [True])
    insist(set(evidence) == {"part", "from", "runs"})
    least = whole(1, LARGEST_TRIED)("from", evidence["from"])
    question = kernel.question.at_size(least)
    statement = kernel.part(evidence, question)
    _insist_readable(statement.formula)
    degrees = listed(whole(0, question.c), least)
    runs = table(degrees)("the runs", evidence["runs"])
    try:
        replay(question, statement, runs)
    except (ReplayFailed, NotDefined, Undefined) as problem:
        raise Inconclusive(f"a witness that does not replay: {problem}") from None
    shown = ", ".join(f"{name} = ({' '.join(map(str, run))})" for name, run in runs.items())
    text = question.text(statement, every_n=True)
    best = "a" + str(question.c).translate(SUBSCRIPTS)
    said = (
        f"{text} is false for every n ≥ {least} at {shown}, with {best} before it n − {least} times"
    )
    return Fact(said, statement.formula, fails=True, least=least)


def _insist_readable(formula: Any) -> None:
    """Insist on ∀ runs: … that compares runs, joins of runs and numbers of steps, nothing else."""
    if not isinstance(formula, ForAll) or not all(isinstance(v, Run) for v in formula.variables):
        raise Inconclusive("a statement that is not about all runs")
    _insist_about_runs(formula.body)


def _insist_about_runs(node: Any) -> None:
    known = isinstance(node, (*_ABOUT_RUNS, *_CONNECTIVES, sp.Rel, sp.Integer, Run))
    if not known:
        raise Inconclusive("a statement about more than comparisons and steps")
    if not isinstance(node, Run):
        for part in node.args:
            _insist_about_runs(part)


RULES = {
    "operations": Rule(keeps_first, "each is one of those that are known"),
    "best first": Rule(
        _best_first, "runs that begin with the best degree are ordered like those without it"
    ),
}
