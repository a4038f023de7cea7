"""Check a certificate again: by replay and by plain loops, without any engine. One for all domains.

Why it is right. The question is posed again from the names and parameters that the certificate
states, by the code that poses every question, and everything printed is printed again and
compared, so nothing can be claimed beside the question. A refutation is replayed from the
definitions. A statement that is said to hold at some n is tried in every case there, where there
are few enough. Whatever was not checked in one of these ways is listed.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from math import prod
from typing import Any

from axioms import find_axiom
from axioms.axiom import Axiom
from axioms.language.formula import Exists, ForAll, Scaled, Score, bound_variables, mentions
from axioms.language.order_terms import Join, Meet, condition
from axioms.language.shapes import EqualCases, equal_cases
from metrics.language.domains import COLLECTIONS, LABELS, RANKINGS, RUNS
from metrics.naming import BadInput
from proofs.core.growth import Growth
from proofs.core.posing import questions_about
from proofs.core.question import EVERY, Question, Statement
from proofs.trusted import untrusted
from proofs.trusted.every_n.growing import exemplifies, refutes
from proofs.trusted.every_n.rankings import shown_by
from proofs.trusted.number import Inconclusive, Undefined
from proofs.trusted.replay import Replayer, replay, replayer_of
from proofs.trusted.replayed import NotDefined, ReplayFailed
from proofs.trusted.stated import insist_part, insist_stated, insist_text, insist_values
from proofs.trusted.unknowns import unknown
from proofs.trusted.untrusted import LARGEST_TRIED, NotChecked, Rejected, same, shown

LOOP_LIMIT = 50_000
LARGEST_C = 100
LARGEST_LOOKED_AT = 4


def check(content: dict[str, Any]) -> list[str]:
    """Check a certificate; return what was checked, or raise Rejected or NotChecked."""
    from proofs.report.certificate import seal

    untrusted.insist_plain(content)
    body = {name: value for name, value in content.items() if name != "seal"}
    if content.get("seal") != seal(body):
        raise Rejected("the content was changed after the certificate was written")
    try:
        return Check(untrusted.certificate(content)).run()
    except (BadInput, ReplayFailed) as problem:
        raise Rejected(str(problem)) from None
    except (Undefined, NotDefined):
        raise Rejected("a value at the witness is undefined") from None


def posed(said: dict[str, Any]) -> Question:
    """Return the question that a certificate is about, posed again from what it states."""
    asked = find_axiom(said["axiom"])
    if not isinstance(asked, Axiom):
        raise Rejected(f"{asked.name} is a number, and a certificate is about a property")
    given = dict(said["parameters"])
    n, every_c = given.pop("n"), given.get("c") == "all"
    open_ended = {name: given.pop(name) for name in ("k", "j") if given.get(name) == EVERY}
    if every_c:
        given["c"] = 2
    if "c" in given:
        untrusted.whole(1, LARGEST_C)("c", given["c"])
    if said["order"] is not None:
        given["order"] = said["order"]
    every_n = bool(open_ended) or (said["scope"]["all"] and said["status"] == "holds")
    sizes = None if every_n and asked.domain is RANKINGS else [n]
    (question,), _ = questions_about(asked, said["subject"], sizes, given, said["convention"])
    wanted = "k" if "k" in question.reads else "j"
    if open_ended and set(open_ended) != {wanted}:
        raise Rejected(f"a verdict for every cut-off says so of {wanted}")
    parameters = {**question.parameters, **open_ended}
    return replace(question, n=n, parameters=parameters, every_c=every_c, every_n=bool(open_ended))


class Check:
    """One certificate, read again."""

    def __init__(self, content: dict[str, Any]) -> None:
        self.content, self.said = content, content["verdict"]
        self.done: list[str] = []
        self.unchecked: list[str] = []
        self.undefined: list[dict[str, Any]] = []
        self.tried = 0
        largest = max([self.said["parameters"]["n"], *self.said["scope"]["n"]])
        if largest > LARGEST_TRIED:
            raise NotChecked(f"anything about n = {largest}: n > {LARGEST_TRIED:,} is too large")
        self.question = posed(self.said)

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
        return list(dict.fromkeys(self.done))

    # Refuted -------------------------------------------------------------------------------------

    def _refutation(self) -> None:
        scope, statement = self.said["scope"], self._stated()
        found = replay(self.question, statement, self._witness(statement))
        insist_part(self.said, self.question, found.statement)
        if not same(found.witness, self.said["witness"]):
            raise Rejected(f"the witness is {shown(found.witness)} when it is printed again")
        insist_values(found, self.said)
        self.done.append("the witness was replayed from the definitions")
        for size in scope["n"]:
            if size != self.question.n:
                self._try(size)
        if self.said["undefined"]["cases"]:
            self._count_undefined(statement)
        if "of" in self.said["undefined"]:
            raise Rejected("a refutation does not say how many cases there are")
        if scope["all"]:
            self._fails_from(scope["from"], statement)
        elif "derivation" in self.said:
            self.unchecked.append("the derivation")

    def _fails_from(self, start: int, statement: Statement) -> None:
        """Read the statement at a witness that grows, with n unknown."""
        growth = self._growth()
        fails = f"it fails for every n ≥ {start}"
        if growth is None or not refutes(self.question, statement.formula, growth):
            self.unchecked.append(f"that {fails}")
        elif growth.least > start:
            raise Rejected(f"its witness for every n starts at n = {growth.least}, not {start}")
        else:
            self.done.append(f"{fails}: the statement was read there with n unknown")

    def _growth(self) -> Growth | None:
        """Return the witness for every n that a certificate brings along."""
        given = self.content["evidence"].get("growth")
        return None if given is None else Growth(given["from"], given["values"])

    def _count_undefined(self, failing: Statement) -> None:
        """Count the undefined cases again, up to the statement that fails."""
        statements = self.question.statements()
        tried = statements[: statements.index(failing) + 1]
        if self.question.free or any(count(self.question, s) > LOOP_LIMIT for s in tried):
            self.unchecked.append("how many cases are undefined")
            return
        counted: list[dict[str, Any]] = []
        for statement in tried:
            counted += self._cases(self.question, statement, insist=statement != failing)[1]
        self._insist_undefined(counted)

    def _stated(self) -> Statement:
        """Return the statement of the question that is said to fail."""
        for statement in self.question.statements():
            if self.question.text(statement) == self.said["statement"]:
                return statement
        raise Rejected("the statement is not one of the question's")

    def _witness(self, statement: Statement) -> dict[str, Any] | None:
        """Read the witness: exactly the entries that a refutation has, and no text but numbers."""
        given = self.said["witness"]
        if isinstance(statement.formula, Exists):
            if given is not None:
                raise Rejected("a statement that something exists is not refuted by a witness")
            return None
        fixed = dict(statement.fixed)
        known: dict[str, Any] = {
            name: untrusted.value for name in entries(self.question, statement)
        }
        known |= {name: untrusted.whole(value, value) for name, value in fixed.items()}
        found = untrusted.record(known)("the witness", given)
        return {name: value for name, value in found.items() if name not in fixed}

    # Holds ---------------------------------------------------------------------------------------

    def _holding(self) -> None:
        scope = self.said["scope"]
        insist_text(self.said, self.question.text(every_n=scope["all"]))
        if scope["all"]:
            self._holding_from(scope["from"])
            return
        for size in scope["n"]:
            self._try(size)
        if not self.unchecked:
            self._insist_undefined(self.undefined)
            if self.said["undefined"].get("of", self.tried) != self.tried:
                self.unchecked.append("of how many cases the undefined ones are")

    def _holding_from(self, start: int) -> None:
        """Show each part again with n and all rankings unknown, and try small n in every case."""
        if not self._at(start):
            raise Rejected(f"the cut-offs do not fit n = {start}, so nothing can be said of it")
        tried = [self._look(size) for size in range(start, LARGEST_LOOKED_AT + 1)]
        if not self._shown_from(max(2, start)):
            self.unchecked.append("that it holds for every n: the derivation was not re-derived")
            return
        self.done.append(f"each part was shown again for every n ≥ {max(2, start)}, with n unknown")
        if start == 1 and not tried[0]:
            self.unchecked.append("that it holds at n = 1")
        if not any(tried):
            self.unchecked.append("which cases are undefined")
        self._insist_undefined(self.undefined)

    def _shown_from(self, least: int) -> bool:
        """Tell whether the trusted room's own rules prove each part for every n ≥ least."""
        given, growth = self.question.parameters, self._growth()
        if self.question.domain is not RANKINGS or self.question.quantified:
            return False
        every = {name: value for name, value in given.items() if name != "k" or "j" in given}
        ways = [replace(self.question, parameters=p, every_n=True) for p in (every, given)]
        for formula in self.question.formulas():
            shown = any(shown_by(way, formula, least) is not None for way in ways)
            grown = growth is not None and exemplifies(self.question, formula, growth)
            if not shown and not (grown and growth is not None and growth.least <= least):
                return False
        return True

    def _look(self, size: int) -> bool:
        """Try a small n of a statement for every n; return whether each case was tried."""
        cases = [(one, s) for one in self._at(size) for s in one.statements()]
        few = [case for case in cases if count(*case) <= LOOP_LIMIT and not case[0].free]
        found = []
        for case in few:
            found += self._cases(*case)[1]
            self._insist_equal(*case)
        self.undefined = self.undefined or found
        if few:
            self.done.append(f"n = {size} was tried by a plain loop, and does not contradict it")
        return bool(cases) and len(few) == len(cases)

    def _at(self, size: int) -> list[Question]:
        """Return the question at one n: once for each cut-off, where it is about every one."""
        given = self.question.parameters
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
            self.unchecked.append(f"that it holds at n = {size} for all values that are free")
            return
        cases = [(one, statement) for one in questions for statement in one.statements()]
        if any(count(*case) > LOOP_LIMIT for case in cases):
            self.unchecked.append(f"that it holds at n = {size}, which has too many cases")
            return
        judged, undefined = 0, []
        try:
            for question, statement in cases:
                true, missing = self._cases(question, statement)
                judged += true
                undefined += missing
                self._insist_equal(question, statement)
        except Inconclusive as problem:
            free = " for all values that are free" if self.question.free else ""
            self.unchecked.append(f"that it holds at n = {size}{free}: {problem}")
            return
        if cases and not judged:
            raise Rejected(f"no case at n = {size} has all its values defined")
        self.undefined += undefined
        self.tried += judged + len(undefined)
        self.done.append(f"every case at n = {size} was tried again by a plain loop")

    def _insist_undefined(self, counted: list[dict[str, Any]]) -> None:
        said = self.said["undefined"]
        if said["cases"] > len(counted) and self._has_examples():
            self.unchecked.append("how many cases are undefined")
        elif said["cases"] > len(counted):
            raise Rejected(f"{len(counted)} cases are undefined, not {said['cases']}")
        if said["cases"] < len(counted):
            self.unchecked.append(
                f"how many cases are undefined: {len(counted)} by a plain loop, and it says "
                f"{said['cases']}"
            )
        elif counted and not same(counted[0], said["first"]):
            raise Rejected(f"the first undefined case is {counted[0]}")

    def _has_examples(self) -> bool:
        """Tell whether some part is no ∀, so that its cases are not counted by a loop."""
        return any(not isinstance(formula, ForAll) for formula in self.question.formulas())

    def _cases(
        self, question: Question, statement: Statement, insist: bool = True
    ) -> tuple[int, list[dict[str, Any]]]:
        """Insist that no case is false; return how many are defined, and those that are not."""
        replayer, formula, judged = replayer_of(question), statement.formula, 0
        if not isinstance(formula, ForAll):
            if insist and not replayer.truth(formula, replayer.scene.point):
                raise Rejected(f"a plain loop at n = {question.n} finds it false")
            return 1, []
        undefined: list[dict[str, Any]] = []
        scaled = formula.atoms(Scaled) and self.question.quantified
        ways = [{"scaled": kind, "t": unknown("t", 0)} for kind in scaled] if scaled else [{}]
        every = replayer.cases(formula.variables, replayer.scene.point)
        for case, way in itertools.product(every, ways):
            shown_case = {
                variable.name: list(value) if isinstance(value, tuple) else value
                for variable, value in case.items()
            }
            truth = judged_truth(replayer, formula, {**case, **way})
            if truth is None:
                undefined.append({**dict(statement.fixed), **shown_case})
                continue
            judged += 1
            if not truth and insist:
                raise Rejected(f"a plain loop at n = {question.n} finds it false at {shown_case}")
        return judged, undefined

    def _insist_equal(self, question: Question, statement: Statement) -> None:
        """Insist that equal rankings have a value somewhere, where a statement speaks of them."""
        if isinstance(statement.formula, ForAll):
            replayer = replayer_of(question)
            if any(never_defined(replayer, equal) for equal in equal_cases(statement.formula)):
                raise Rejected(f"no case of equal rankings is defined at n = {question.n}")


def never_defined(replayer: Replayer, equal: EqualCases) -> bool:
    """Tell whether there are cases of equal rankings, none of them defined."""
    seen = False
    for case in replayer.cases(equal.variables, replayer.scene.point):
        point = {**replayer.scene.point, **case}
        if not all(replayer.truth(condition, point) for condition in equal.conditions):
            continue
        seen = True
        try:
            for node in equal.scores:
                replayer.value(node, point)
        except Undefined:
            continue
        return False
    return seen


def judged_truth(replayer: Replayer, formula: Any, case: dict[Any, Any]) -> bool | None:
    """Return whether the body of a statement is true at a case, None where it is undefined."""
    point = {**replayer.scene.point, **case}
    try:
        if not replayer.truth(condition(formula.body), point):
            return True
        for node in named_outside(formula.body, Score):
            replayer.value(node, point)
        for node in named_outside(formula.body, Join, Meet):
            replayer.listing(node, point)
        return replayer.truth(formula.body, point)
    except Undefined:
        return None


def named_outside(body: Any, *kinds: type) -> Iterator[Any]:
    """Return the nodes of some kinds that a statement names outside inner binders."""
    inner = bound_variables(body)
    nodes = body.atoms(*kinds)
    return (node for node in nodes if not any(mentions(node, v) for v in inner))


def count(question: Question, statement: Statement) -> int:
    """Return how many cases a plain loop has; too many where they cannot be listed."""
    if question.domain in (LABELS, COLLECTIONS):
        return LOOP_LIMIT + 1
    variables = bound_variables(statement.formula)
    return prod(question.domain_of(v).count(question.size) for v in variables)


def entries(question: Question, statement: Statement) -> set[str]:
    """Return the names that a witness against a statement must have."""
    if question.domain is COLLECTIONS:
        return {"r", *(f"d{place}" for place in range(1, question.n + 1))}
    if question.domain is LABELS:
        distance, given = question.subjects[0], question.parameters
        found = {"l", "l'", "l*"} | (set(distance.parameters) - set(given))
        if distance.value is None:
            found |= {f"Dist({label}, l*)" for label in ("l", "l'", "l*")}
        as_labels = given.get("reading") == "labels" and "embedding" not in given
        return found | ({"embedding"} if as_labels else set())
    found = {variable.name for variable in statement.formula.variables}
    if question.domain is RUNS:
        return found | set(question.free)
    if statement.formula.atoms(Scaled):
        found |= {"scaled", "t"}
    return found | set(question.quantified)
