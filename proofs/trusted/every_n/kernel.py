"""The kernel: facts for every n, each concluded by the checker of a rule.

Why it is right. A fact comes into being in one place, `Kernel.conclude`, and only when the checker
of a rule has returned it. A checker sees the question, the facts that the step rests on, and plain
data; it computes the conclusion itself. So steps of a certificate are checked by concluding them
again and comparing what comes out with what they say: a step that says more is rejected, and one
that no checker confirms is no step. Facts speak of every n ≥ `least`, unless they say otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import product
from typing import Any

from axioms.language.formula import Exists
from metrics.language.domains import LABELS, LISTS, RUNS, TOPS
from proofs.core.question import Statement
from proofs.core.steps import Derivation, Step, Theorem, sentence
from proofs.trusted.number import Inconclusive, Undefined
from proofs.trusted.replayed import Replayed
from proofs.trusted.untrusted import Rejected, same, shown, whole

MOST_STEPS = 60
Evidence = Mapping[str, Any]


def room(question: Any) -> str:
    """Return the module that has the rules for questions of this kind."""
    if question.about_weights:
        return "weight_rules"
    others = {
        RUNS: "runs.order_rules",
        LABELS: "aspect_rules",
        LISTS: "judged.list_rules",
        TOPS: "judged.top_rules",
    }
    return others.get(question.domain, "rules")


@dataclass(frozen=True)
class Fact:
    """What was concluded: in words, and as a statement of the question where it is one.

    `fails` says that the statement is false for every n ≥ `least`, which an example of a statement
    names as well: it is true from there on. Where `partly` is set the
    statement is about the cases in which all its values are defined. `scripts` are digests of the
    SMT-LIB scripts that z3 and cvc5 have answered; `about` is what rules hand on to each other.
    """

    text: str
    formula: Any = None
    fails: bool = False
    least: int = 0
    partly: bool = False
    scripts: tuple[str, ...] = ()
    about: Any = None


Facts = tuple[Fact, ...]


def insist(said: bool) -> None:
    """Insist that a step rests on what its rule needs."""
    if not said:
        raise Rejected("a step does not rest on what its rule needs")


@dataclass(frozen=True)
class Rule:
    """How a conclusion is checked, the reason in words, and the theorems that it trusts."""

    check: Callable[[Kernel, Facts, Evidence], Fact]
    reason: str
    trusted: tuple[Theorem, ...] = ()


@dataclass
class Kernel:
    """The facts about one question that were concluded so far.

    Where there are two `cutoffs`, facts speak of those that lie between them (`held`).
    """

    question: Any
    least: int
    cutoffs: Any = None
    facts: list[Fact] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)

    @property
    def rules(self) -> dict[str, Rule]:
        """The rules for questions of this kind."""
        found: dict[str, Rule] = import_module(
            f"proofs.trusted.every_n.{room(self.question)}"
        ).RULES
        return found

    def conclude(self, rule: str, *premises: int, **evidence: Any) -> int | None:
        """Conclude a step; return its number, or None where the checker does not confirm it."""
        try:
            return self._add(rule, premises, evidence)
        except (Inconclusive, Undefined):
            return None

    def check(self, steps: Sequence[Mapping[str, Any]]) -> None:
        """Conclude the steps of a certificate again, or raise Rejected or Inconclusive."""
        if len(steps) > MOST_STEPS:
            raise Inconclusive(f"more than {MOST_STEPS} steps")
        for said in steps:
            if said["rule"] not in self.rules:
                raise Rejected(f"there is no rule {shown(said['rule'])} for such a question")
            told = {name: value for name, value in said["evidence"].items() if name != "scripts"}
            self._add(said["rule"], tuple(said["premises"]), told)
            if not same(self.steps[-1].shown(), dict(said)):
                raise Rejected(
                    f"step {len(self.steps)} says {shown(said['conclusion'])}, and what follows is "
                    f"{shown(self.steps[-1].conclusion)}"
                )

    def _add(self, rule: str, premises: tuple[int, ...], evidence: dict[str, Any]) -> int:
        if any(not 1 <= number <= len(self.facts) for number in premises):
            raise Rejected("a step rests on one that does not come before it")
        rests_on = tuple(self.facts[number - 1] for number in premises)
        fact = self.rules[rule].check(self, rests_on, evidence)
        scripts = {"scripts": list(fact.scripts)} if fact.scripts else {}
        self.facts.append(fact)
        self.steps.append(Step(rule, fact.text, premises, {**evidence, **scripts}))
        return len(self.steps)

    def part(self, evidence: Evidence, at: Any = None) -> Statement:
        """Return the part of the question, or of it at one n, that a step names."""
        question = at or self.question
        parts = question.axiom.parts
        place = whole(0, len(parts) - 1)("part", evidence["part"])
        return Statement(parts[place].name, question.formulas()[place])

    def stated(self, part: Statement) -> Fact:
        """Return a part of the question as a fact for every n."""
        return Fact(self.question.text(part, every_n=True), part.formula)

    def forget(self, kept: int) -> None:
        """Drop the steps after the first ones: an attempt that led nowhere."""
        del self.steps[kept:], self.facts[kept:]

    def proves(self, formula: Any) -> Fact | None:
        """Return the fact that a statement holds for every n ≥ least, or None."""
        found = (fact for fact in self.facts if not fact.fails and fact.formula is not None)
        return next((fact for fact in found if fact.formula == formula), None)

    def fails_from(self) -> int | None:
        """Return the least n from which on some part of the question fails, or None."""
        return min((fact.least for fact in self.facts if fact.fails), default=None)

    def refuted(self) -> Replayed | None:
        """Return that the question fails at its n, as a fact says that it does there, or None.

        A fact may know a witness for every n, and say what it is at this one. Otherwise nothing is
        to be shown: that is so of one statement that something exists.
        """
        statements, here = self.question.statements(), self.question.n
        failing = [fact for fact in self.facts if fact.fails and fact.least <= here]
        for fact, statement in product(failing, statements):
            if fact.formula == statement.formula and hasattr(fact.about, "at"):
                found: Replayed = fact.about.at(self.question, statement)
                return found
        if failing and len(statements) == 1 and isinstance(statements[0].formula, Exists):
            return Replayed(statements[0], None, ())
        return None

    def trusted(self) -> tuple[Theorem, ...]:
        """Return the theorems of the textbooks that the steps trust."""
        named = (theorem for step in self.steps for theorem in self.rules[step.rule].trusted)
        return tuple(dict.fromkeys(named))

    def derivation(self) -> Derivation:
        """Return the steps, a sentence for each, and the theorems that they trust."""
        sentences = [sentence(step, self.rules[step.rule].reason) for step in self.steps]
        return Derivation(tuple(self.steps), tuple(sentences), self.trusted())
