"""Steps of a certificate, concluded again: from which n on a question fails or holds.

Why it is right. What is said is compared with the facts that the kernel has concluded from the
steps, each by the checker of its rule; see `proofs.trusted.every_n.kernel`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from metrics.language.domains import RANKINGS, RUNS
from proofs.core.every_n.blocks import Held, Line
from proofs.core.question import Question, Statement
from proofs.trusted.every_n.case import is_defined_somewhere
from proofs.trusted.every_n.kernel import Fact, Kernel, room
from proofs.trusted.every_n.witnesses.cases import NONE, none_at
from proofs.trusted.every_n.witnesses.held import held_again
from proofs.trusted.number import Inconclusive
from proofs.trusted.stated import insist_part, insist_values
from proofs.trusted.untrusted import Rejected, same, shown

MOST_RANGES = 8


class BySteps:
    """A certificate whose steps are concluded again."""

    content: dict[str, Any]
    said: dict[str, Any]
    question: Question
    trust: Collection[str]
    done: list[str]
    unchecked: list[str]
    stepped: bool
    ranged: bool

    def _holds_after(self, every: bool, start: int) -> None:
        """Have steps concluded again that show that what fails here holds for every n ≥ start."""
        if every or start <= self.question.n:
            raise Rejected(f"it fails at n = {self.question.n}, and is said to hold there")
        if self._held_from(start):
            return
        ways = [self.question]
        if self.question.domain is RUNS:
            ways.insert(0, replace(self.question, every_c=True))
        if self.question.domain is RANKINGS:
            ways.insert(0, replace(self.question.for_every_cutoff(), n=self.question.n))
        kernel = self._derived(ways, start)
        facts = [] if kernel is None else [kernel.proves(f) for f in self.question.formulas()]
        if kernel is None or any(fact is None or fact.least > start for fact in facts):
            self.unchecked.append(f"that it holds for every n ≥ {start}")
        elif not all(is_defined_somewhere(kernel, formula) for formula in _partly(facts)):
            self.unchecked.append(f"that for every n ≥ {start} some case is defined")
        else:
            self.done.append(f"it holds for every n ≥ {start}: each step was checked by its rule")

    def _by_steps(self, start: int, statement: Statement) -> None:
        """Have steps concluded again that show that the question fails for every n ≥ start."""
        here, scope = self.question.n, self.said["scope"]
        if scope["all"] or scope["n"] != [here] or "holds_from" in scope:
            raise Rejected("its steps are said to decide one n, and it names others")
        steps = self.content["evidence"].get("steps", [])
        ranged = any(step["rule"] == NONE for step in steps)
        every = replace(self.question.for_every_cutoff(), n=here)
        kernel = self._derived((every if ranged else self.question,), self._rules_from(start))
        if kernel is None:
            self.unchecked.append(f"that it fails at n = {here}")
            return
        found = none_at(kernel, self.question) if ranged else kernel.refuted()
        if found is None or found.statement != statement:
            raise Rejected(f"its steps do not show that it fails at n = {here}")
        insist_part(self.said, self.question, found.statement)
        if not same(found.witness, self.said["witness"]):
            raise Rejected(f"the witness that its steps show is {shown(found.witness)}")
        insist_values(found, self.said)
        self.done.append(f"it fails at n = {here}: each step was checked by its rule")

    # Cut-offs ------------------------------------------------------------------------------------

    def _cutoffs_said(self) -> tuple[Any, Any]:
        """Return for which cut-offs it is said to fail, and for which to hold."""
        said = self.said["scope"].get("cutoff")
        if not isinstance(said, dict):
            return said, []
        return {name: value for name, value in said.items() if name != "holds"}, said.get(
            "holds", []
        )

    def _ranges_held(self) -> list[Held]:
        """Return for which cut-offs steps that are concluded again show that it holds."""
        told = self.content["evidence"].get("held", [])
        if len(told) > MOST_RANGES:
            raise Inconclusive(f"more than {MOST_RANGES} ranges of cut-offs")
        self.ranged = True
        return [held_again(self.question, each) for each in told]

    def _insist_held(self, said: Any) -> None:
        """Insist that it holds for the cut-offs for which it is said to hold."""
        known = self._ranges_held()
        if not same([each.shown() for each in known], said):
            raise Rejected(
                f"its steps show that it holds for {' and '.join(map(str, known)) or 'none'}"
            )
        for each in known:
            self.done.append(f"it holds for {each}: each step was checked by its rule")

    def _held_from(self, start: int) -> bool:
        """Tell whether it rests on steps about cut-offs alone, and insist that they show it.

        Where a ≤ k ≤ b at n₀, and a does not grow with n nor b fall, so it is for every n ≥ n₀.
        """
        if "steps" in self.content["evidence"] or "held" not in self.content["evidence"]:
            return False
        known = self._ranges_held()
        if len(known) != 1:
            raise Rejected("steps about one cut-off are about one range, and it names others")
        (found,) = known
        k = self.question.parameters.get(found.name)
        one = Line(Fraction(0), Fraction(k if isinstance(k, int) else 0))
        within = one.never_below(found.least, start) and found.most.never_below(one, start)
        if start < found.start or not within:
            raise Rejected(f"its steps show that it holds for {found}, not for every n ≥ {start}")
        self.done.append(f"it holds for {found}: each step was checked by its rule")
        if found.partly and self.said["status"] == "holds" and "undefined" in self.said:
            self.unchecked.append("which cases are undefined")
        return True

    def _held_here(self) -> None:
        """Insist that what holds at one n and cut-off holds for a range in which they are."""
        known, n = self._ranges_held(), self.question.n
        if self.said["scope"]["n"] != [n] or "from" in self.content["evidence"] or len(known) != 1:
            raise Rejected("steps about cut-offs are said to decide one n, and it names others")
        (found,) = known
        if not found.takes(n, self.question.parameters.get(found.name)):
            raise Rejected(f"its steps show that it holds for {found}")
        self.done.append(f"it holds for {found}: each step was checked by its rule")
        if found.partly and "undefined" in self.said:
            self.unchecked.append("which cases are undefined")

    def _rules_from(self, start: int) -> int:
        """Return the n from which on rules speak: those about rankings need two items."""
        return max(2, start) if room(self.question) == "rules" else start

    def _derived(self, ways: Sequence[Question], least: int) -> Kernel | None:
        """Return a kernel that has concluded the steps of the certificate again."""
        steps, problem = self.content["evidence"].get("steps", []), None
        for question in ways if steps else ():
            kernel = Kernel(question, least)
            try:
                kernel.check(steps)
            except (Inconclusive, Rejected) as found:
                problem = problem or found
                continue
            self._insist_trusted(kernel)
            self.stepped = True
            return kernel
        if isinstance(problem, Rejected):
            raise problem
        return None

    def _insist_trusted(self, kernel: Kernel) -> None:
        """Insist that the theorems that the steps trust are named, and that we may trust them."""
        ours = [theorem.shown() for theorem in kernel.trusted()]
        if not same(ours, self.said.get("trusted", [])):
            raise Rejected(f"the theorems that its steps trust are {ours}")
        for theorem in kernel.trusted():
            if theorem.name in self.trust:
                self.done.append(f"theorem trusted: {theorem.name} ({theorem.source})")
            else:
                self.unchecked.append(
                    f"{theorem.name} ({theorem.source}): accept it with --trust {theorem.name!r}"
                )


def _partly(facts: Sequence[Fact | None]) -> list[Any]:
    """Return the statements that are about the cases in which all their values are defined."""
    return [fact.formula for fact in facts if fact is not None and fact.partly]
