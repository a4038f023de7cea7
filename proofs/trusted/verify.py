"""Check a certificate again: by replay and by reading every case, without any engine.

Why it is right. The question is posed again from the names and parameters that the certificate
states, by the code that poses every question, and everything printed is printed again and
compared, so nothing can be claimed beside the question. A refutation is replayed from the
definitions. A statement that is said to hold at some n is read in every case there, by
`proofs.trusted.finite`, which checks implications between axioms too. Whatever was not checked in
one of these ways is listed.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from axioms.language.formula import Exists, ForAll
from metrics.language.domains import COLLECTIONS, LABELS, LISTS
from metrics.language.given import FREE
from metrics.naming import BadInput
from proofs.core.question import EVERY, Question, Statement
from proofs.script.sealing import IMPLICATION, NUMBER, digest, seal
from proofs.trusted import untrusted
from proofs.trusted.cone import saved_multipliers
from proofs.trusted.every_n.case import is_defined_somewhere
from proofs.trusted.every_n.kernel import room
from proofs.trusted.every_n.witnesses.by_steps import BySteps
from proofs.trusted.every_n.witnesses.cutoffs import EVERY_CUTOFF, insist_range
from proofs.trusted.finite.aspects import answered, script_of, tried_collections, tried_in_space
from proofs.trusted.finite.trying import MOST_CASES, Tried, never_equal, tried
from proofs.trusted.number import Inconclusive, Undefined
from proofs.trusted.replay import replay
from proofs.trusted.replayed import NotDefined, ReplayFailed
from proofs.trusted.stated import (
    entries,
    insist_part,
    insist_stated,
    insist_text,
    insist_values,
    of_one_n,
    own_definitions,
    posed,
)
from proofs.trusted.untrusted import LARGEST_TRIED, NotChecked, Rejected, same, shown

MOST_LOOKED_AT = 200_000
LARGEST_LOOKED_AT = 4


def check(content: dict[str, Any], trust: Collection[str] = ()) -> list[str]:
    """Check a certificate; return what was checked, or raise Rejected or NotChecked.

    Theorems of the textbooks that its steps use are accepted by name: `trust`.
    """
    untrusted.insist_plain(content)
    body = {name: value for name, value in content.items() if name != "seal"}
    if content.get("seal") != seal(body):
        raise Rejected("the content was changed after the certificate was written")
    try:
        if content.get("kind") == IMPLICATION:
            from proofs.trusted.finite.implication import check_implication  # it reads scripts

            return check_implication(untrusted.implication(content))
        found = untrusted.certificate(content)
        if found["kind"] == NUMBER:
            from proofs.trusted.finite.measuring import check_number

            return check_number(found)
        with saved_multipliers(found["evidence"].get("duals", {})):
            return Check(found, trust).run()
    except (BadInput, ReplayFailed) as problem:
        raise Rejected(str(problem)) from None
    except (Undefined, NotDefined):
        raise Rejected("a value at the witness is undefined") from None


class Check(BySteps):
    """One certificate, read again."""

    def __init__(self, content: dict[str, Any], trust: Collection[str]) -> None:
        self.content, self.said, self.trust = content, content["verdict"], trust
        self.done: list[str] = []
        self.unchecked: list[str] = []
        self.undefined, self.scripts, self.stepped = 0, set[str](), False
        self.ranged = False
        self.first_undefined: dict[str, Any] | None = None
        largest = max([self.said["parameters"]["n"], *self.said["scope"]["n"]])
        if largest > LARGEST_TRIED:
            raise NotChecked(f"anything about n = {largest}: n > {LARGEST_TRIED:,} is too large")
        self.question = posed(self.said, content.get("declarations", []))
        self.done += own_definitions(self.question.things, content)

    def run(self) -> list[str]:
        """Return what was checked, or raise Rejected or NotChecked."""
        insist_stated(self.content, self.question)
        try:
            if self.said["status"] == "holds":
                self._holding()
            elif self.said["status"] == "refuted":
                self._refutation()
            else:
                self.unchecked.append("the verdict decides nothing, and its reason was not checked")
        except Inconclusive as problem:
            self.unchecked.append(f"a step that replay could not decide: {problem}")
        if self.unchecked:
            raise NotChecked(*dict.fromkeys(self.unchecked), done=dict.fromkeys(self.done))
        if ("steps" in self.content["evidence"] or "trusted" in self.said) and not self.stepped:
            raise Rejected("it has steps or theorems that nothing rests on")
        if "held" in self.content["evidence"] and not self.ranged:
            raise Rejected("it has steps about cut-offs that nothing rests on")
        if not self.scripts.issuperset(self.content["evidence"].get("scripts", ())):
            raise Rejected("it names a script that is none of those written anew")
        return list(dict.fromkeys(self.done))

    # Refuted -------------------------------------------------------------------------------------

    def _refutation(self) -> None:
        scope, statement = self.said["scope"], self._stated()
        if self.question.every_c:
            raise Rejected("a counterexample is one at some c, not for every c")
        if "from" in self.content["evidence"]:
            self._by_steps(self.content["evidence"]["from"], statement)
            return
        found = replay(self.question, statement, self._witness(statement, self.said["witness"]))
        insist_part(self.said, self.question, found.statement)
        if not same(found.witness, self.said["witness"]):
            raise Rejected(f"the witness is {shown(found.witness)} when it is printed again")
        insist_values(found, self.said)
        self.done.append("the witness was replayed from the definitions")
        for size in scope["n"]:
            if size != self.question.n:
                self._try(size)
        if scope["all"]:
            self._fails_from(scope["from"])
        if "holds_from" in scope:
            self._holds_after(scope["all"], scope["holds_from"])
        for further in scope.get("also_failing", ()):
            self._fails_at(further["n"], statement, further["witness"])

    def _fails_at(self, size: int, statement: Statement, given: dict[str, Any] | None) -> None:
        """Have a witness replayed at a further n, before those for which it is said to hold."""
        if not self.question.n < size < self.said["scope"].get("holds_from", 0):
            raise Rejected(f"n = {size} does not lie between what fails first and what holds")
        questions = self._at(size)
        if not questions:
            raise Rejected(f"the cut-offs do not fit n = {size}, so nothing can be said of it")
        for question in questions:
            further = next(s for s in question.statements() if s.name == statement.name)
            found = replay(question, further, self._witness(further, given))
            if not same(found.witness, given):
                raise Rejected(f"the witness is {shown(found.witness)} when it is printed again")
        self.done.append(f"the witness at n = {size} was replayed from the definitions")

    def _fails_from(self, start: int) -> None:
        """Have the steps concluded again that show from which n on the question fails."""
        if self._fails_for_cutoffs(start):
            return
        kernel = self._derived((self.question,), start)
        fails = f"it fails for every n ≥ {start}"
        least = None if kernel is None else kernel.fails_from()
        if least is None:
            self.unchecked.append(f"that {fails}")
        elif least > start:
            raise Rejected(f"its steps show that it fails for every n ≥ {least}, not {start}")
        else:
            self.done.append(f"{fails}: each step was checked by its rule")

    def _fails_for_cutoffs(self, start: int) -> bool:
        """Tell whether it rests on steps about every cut-off, and have them checked."""
        said, holds = self._cutoffs_said()
        rules = [step["rule"] for step in self.content["evidence"].get("steps", ())]
        if said is None and EVERY_CUTOFF not in rules:
            return False
        every = replace(self.question.for_every_cutoff(), n=self.question.n)
        kernel = self._derived((every,), start)
        if kernel is None:
            self.unchecked.append(f"for which cut-offs it fails from n = {start} on")
        else:
            shown = insist_range(kernel, self.question, start, said)
            self.done.append(f"it fails for every n ≥ {start} and {shown}: each step was checked")
        self._insist_held(holds)
        return True

    def _stated(self) -> Statement:
        """Return the statement of the question that is said to fail."""
        for statement in self.question.statements():
            if self.question.text(statement) == self.said["statement"]:
                return statement
        raise Rejected("the statement is not one of the question's")

    def _witness(self, statement: Statement, given: Any) -> dict[str, Any] | None:
        """Read a witness: exactly the entries that a refutation has, and no text but numbers."""
        names = entries(self.question, statement)
        if isinstance(statement.formula, Exists):
            if given is None:
                return None
            names -= {variable.name for variable in statement.formula.variables}
            if not names:
                raise Rejected("a statement that something exists is not refuted by a witness")
        fixed = dict(statement.fixed)
        known: dict[str, Any] = {name: untrusted.value for name in names}
        known |= {name: untrusted.whole(value, value) for name, value in fixed.items()}
        found = untrusted.record(known)("the witness", given)
        return {name: value for name, value in found.items() if name not in fixed}

    # Holds ---------------------------------------------------------------------------------------

    def _holding(self) -> None:
        scope = self.said["scope"]
        if "holds_from" in scope:
            raise Rejected("what holds says in another place from which n on")
        insist_text(self.said, self.question.text(every_n=scope["all"]))
        if scope["all"]:
            if "from" in self.content["evidence"]:
                raise Rejected("a verdict for every n says in its scope alone from which n on")
            self._holding_from(scope["from"])
            return
        if self.question.every_c:
            self.unchecked.append("that it holds for every c")
        if "held" in self.content["evidence"]:
            self._held_here()
            self._insist_undefined()
            return
        if "from" in self.content["evidence"]:
            self._covered(self.content["evidence"]["from"])
            return
        for size in scope["n"]:
            self._try(size)
        if self.undefined:
            self.done.append(f"{self.undefined:,} cases are undefined, and left out")
        if not self.unchecked:
            self._insist_undefined()

    def _covered(self, start: int) -> None:
        """Have a proof for every n ≥ start checked, of which the sizes that are named are some."""
        if any(size < start or not self._at(size) for size in self.said["scope"]["n"]):
            raise Rejected(f"its proof is one for every n ≥ {start}, and it names others")
        self._holding_from(start)

    def _holding_from(self, start: int) -> None:
        """Have each step concluded again with n unknown, and try small n in every case."""
        if not self._at(start):
            raise Rejected(f"the cut-offs do not fit n = {start}, so nothing can be said of it")
        tried = [self._look(size) for size in range(start, LARGEST_LOOKED_AT + 1)]
        if self._held_from(start):
            self._insist_undefined()
            return
        least = self._rules_from(start)
        every = replace(self.question.for_every_cutoff(), n=self.question.n)
        kernel = self._derived((every, self.question), least)
        facts = [] if kernel is None else [kernel.proves(f) for f in self.question.formulas()]
        if kernel is None or any(fact is None or fact.least > least for fact in facts):
            self.unchecked.append("that it holds for every n: its steps do not show it")
            return
        self.done.append(f"each step was checked by its rule, for every n ≥ {least}")
        if start < least and not tried[0]:
            self.unchecked.append(f"that it holds at n = {start}")
        partly = [fact.formula for fact in facts if fact is not None and fact.partly]
        named = partly and not self.said["scope"]["all"] and "undefined" in self.said
        if named or (partly and not any(tried)):
            self.unchecked.append("which cases are undefined")
        if not all(is_defined_somewhere(kernel, formula) for formula in partly):
            self.unchecked.append("that for every n some case is defined")
        self._insist_undefined()

    def _look(self, size: int) -> bool:
        """Try a small n of a statement for every n; return whether each case was tried."""
        free = self.question.free and self.question.domain is not LISTS
        if self.question.domain in (LABELS, COLLECTIONS) or free:
            return False
        counted, first = self.undefined, self.first_undefined
        self.undefined, self.first_undefined = 0, None
        cases = [(one, s) for one in self._at(size) for s in one.statements()]
        whole, judged = bool(cases), 0
        for case in cases:
            try:
                judged += self._tried(*case, MOST_LOOKED_AT)
                self.done.append(f"n = {size} was tried in every case, and does not contradict it")
            except Inconclusive:
                whole = False
        if whole and not judged:
            raise Rejected(f"no case at n = {size} has all its values defined")
        if counted:
            self.undefined, self.first_undefined = counted, first
        return whole

    def _at(self, size: int) -> list[Question]:
        """Return the question at one n: once for each cut-off, where it is about every one.

        What has values that refute at another n was left free.
        """
        given = dict(self.question.parameters)
        if size != self.question.n:
            given |= dict.fromkeys(of_one_n(self.question), FREE)
        every = [name for name, value in given.items() if value == EVERY]
        found = []
        for value in range(1, size + 1 if every else 2):
            more = {**given, **dict.fromkeys(every, value)}
            try:
                found.append(replace(self.question, n=size, parameters=more, every_n=False))
            except BadInput:
                continue
        return found

    def _try(self, size: int) -> None:
        """Try every case at one n, or list it as not checked."""
        questions = self._at(size)
        if not questions:
            raise Rejected(f"the cut-offs do not fit n = {size}, so nothing can be said of it")
        if self.question.domain in (LABELS, COLLECTIONS):
            self._try_aspects(questions[0])
            return
        if self.said["status"] == "holds" and self._shown(questions[0]):
            return
        cases = [(one, statement) for one in questions for statement in one.statements()]
        judged = 0
        try:
            for case in cases:
                judged += self._tried(*case)
        except Inconclusive as problem:
            free = " for all values that are free" if self.question.free else ""
            self.unchecked.append(f"that it holds at n = {size}{free}: {problem}")
            return
        if cases and not judged:
            raise Rejected(f"no case at n = {size} has all its values defined")
        self.done.append(f"every case at n = {size} was tried again")

    def _shown(self, question: Question) -> bool:
        """Tell whether steps about all weights show for every n what is said of one."""
        kernel = self._derived((question,), 1) if room(question) == "weight_rules" else None
        if kernel is None or not all(map(kernel.proves, question.formulas())):
            return False
        self.done.append("each step was checked by its rule, for every n")
        return True

    def _try_aspects(self, question: Question) -> None:
        """Try every label or collection, or let two solvers answer a script written anew."""
        distance = question.domain is LABELS
        try:
            if distance and "embedding" not in question.parameters:
                self._answered_again(question)
                return
            if distance and set(question.subjects[0].parameters) - set(question.parameters):
                raise Inconclusive("parameters of the distance are free")
            (first, *_) = question.statements()
            found = tried_in_space(question, first) if distance else tried_collections(question)
        except Inconclusive as problem:
            self.unchecked.append(f"that it holds at n = {question.n}: {problem}")
            return
        self._insist_true(question, found)
        if not found.judged and (found.undefined or not distance):
            raise Rejected(f"no case at n = {question.n} has all its values defined")
        self.done.append(f"every case at n = {question.n} was tried again")

    def _answered_again(self, question: Question) -> None:
        text, partly = script_of(question)
        self.scripts.add(digest(text))
        if not answered(text):
            raise Rejected(f"z3 and cvc5 find a counterexample at n = {question.n}")
        self.done.append(f"z3 and cvc5 answered the script for n = {question.n}, written anew")
        if partly and "undefined" in self.said:
            self.unchecked.append("which cases are undefined")
        elif partly:
            self.done.append("cases that are undefined, if there are any, are left out")

    def _tried(self, question: Question, statement: Statement, most: int = MOST_CASES) -> int:
        """Insist that no case is false, and count those that are undefined."""
        found = tried(question, statement, most)
        self._insist_true(question, found)
        if found.undefined:
            self._insist_equal(question, statement)
        return found.judged

    def _insist_true(self, question: Question, found: Tried) -> None:
        if found.first_false is not None:
            place = f" at {found.first_false}" if found.first_false else ""
            raise Rejected(f"reading every case at n = {question.n} finds it false{place}")
        self._count(found)

    def _count(self, found: Tried) -> None:
        if found.undefined and not self.undefined:
            self.first_undefined = found.first_undefined
        self.undefined += found.undefined

    def _insist_undefined(self) -> None:
        said, counted = self.said.get("undefined"), self.undefined
        if said is None:
            return
        if said["cases"] > counted and self._has_examples():
            self.unchecked.append("how many cases are undefined")
        elif said["cases"] > counted:
            raise Rejected(f"{counted} cases are undefined, not {said['cases']}")
        if said["cases"] < counted:
            self.unchecked.append(
                f"how many cases are undefined: {counted} were found, and it says {said['cases']}"
            )
        elif counted and not same(self.first_undefined, said["first"]):
            raise Rejected(f"the first undefined case is {self.first_undefined}")

    def _has_examples(self) -> bool:
        """Tell whether some part is neither ∀ nor ∃, so that its cases are not counted."""
        kinds = ForAll | Exists
        return any(not isinstance(formula, kinds) for formula in self.question.formulas())

    def _insist_equal(self, question: Question, statement: Statement) -> None:
        """Insist that equal rankings have a value somewhere, where a statement speaks of them."""
        if isinstance(statement.formula, ForAll) and never_equal(question, statement):
            raise Rejected(f"no case of equal rankings is defined at n = {question.n}")
