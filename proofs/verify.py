"""python -m proofs.verify FILE: check a certificate again, without any engine.

Refutations are replayed from the definitions, and extended ones at three larger n as well;
exhaustions by a plain loop where that is small enough; SMT-LIB scripts by running the solvers
again; statements for every n by plain loops at small n. What could not be checked is said.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from proofs import home

LOOP_LIMIT = 50_000


class Rejected(Exception):
    """The certificate does not prove what it says."""


class NotChecked(Exception):
    """Nothing speaks against the certificate, but not all that it says could be tried again."""


class Unreadable(Exception):
    """This is no certificate that we can read."""


def read(path: str) -> dict[str, Any]:
    """Read a certificate file."""
    from proofs.certificate import KIND, SCHEMA

    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as problem:
        raise Unreadable(f"{path!r} cannot be read: {problem.strerror}.") from None
    except ValueError:
        raise Unreadable(f"{path!r} is not JSON, so it is no certificate.") from None
    if not isinstance(content, dict) or content.get("kind") != KIND:
        raise Unreadable(f"{path!r} is no rankproof certificate.")
    if not isinstance(content.get("schema"), int) or content["schema"] > SCHEMA:
        raise Unreadable(
            f"{path!r} has schema {content.get('schema')}, newer than {SCHEMA}: update rankproof."
        )
    return content


def check(content: dict[str, Any]) -> list[str]:
    """Check a certificate; return what was checked, or raise :class:`Rejected`."""
    from metrics.naming import BadInput
    from proofs.certificate import seal
    from proofs.replay import Inconclusive, ReplayFailed, Undefined

    body = {name: value for name, value in content.items() if name != "seal"}
    if content.get("seal") != seal(body):
        raise Rejected("the content was changed after the certificate was written")
    try:
        return _checker(content).run()
    except (KeyError, TypeError, ValueError, IndexError, BadInput, ReplayFailed) as problem:
        raise Rejected(f"{type(problem).__name__}: {problem}") from None
    except Inconclusive as problem:
        raise Rejected(f"a comparison could not be decided: {problem}") from None
    except Undefined:
        raise Rejected("a value at the witness is undefined") from None


def _checker(content: dict[str, Any]) -> Any:
    """Return the check for what the certificate is about."""
    from axioms import find_axiom
    from metrics import WEIGHTED_METRICS

    about = find_axiom(content["verdict"]["axiom"]).about
    if about == "weights" or set(content["verdict"]["subject"]) & set(WEIGHTED_METRICS):
        from proofs.weight_verify import WeightCheck

        return WeightCheck(content)
    if about == "orders":
        from proofs.order_verify import OrderCheck

        return OrderCheck(content)
    if about == "aspects":
        from proofs.aspect_verify import AspectCheck

        return AspectCheck(content)
    return _Check(content)


def same_values(found: Any, said: dict[str, Any]) -> None:
    """Insist that the replayed values are those of the certificate."""
    from proofs.report import approx_text, exact_text

    ours = [(term, exact_text(value), approx_text(value)) for term, value in found.values]
    theirs = [(item["term"], item["exact"], item["approx"]) for item in said["values"]]
    if ours != theirs:
        raise Rejected(f"the values are {ours}, the certificate says {theirs}")


class _Check:
    def __init__(self, content: dict[str, Any]) -> None:
        from axioms import find_axiom
        from metrics import find_metric
        from metrics.terms import p
        from proofs.question import Question

        self.content, self.said = content, content["verdict"]
        given = dict(self.said["parameters"])
        n = given.pop("n")
        self.free = given.get("p") == "free"
        if self.free:
            given["p"] = p
        self.heights = given.get("heights")
        metrics = tuple(find_metric(name).filled(n, given) for name in self.said["subject"])
        self.question = Question(
            find_axiom(self.said["axiom"]), metrics, n, given, self.said["convention"]
        )
        self.done: list[str] = []
        self.unchecked: list[str] = []

    def run(self) -> list[str]:
        if self.content["definitions"] != self.question.definitions():
            raise Rejected("the metric's definition is not the one in this version")
        status = self.said["status"]
        if status == "undecided":
            self.done.append("the verdict claims nothing")
        elif status == "refuted":
            self._refutation()
        elif status == "holds":
            self._holding()
        else:
            raise Rejected(f"unknown status {status!r}")
        if self.unchecked:
            raise NotChecked("; ".join(self.unchecked))
        return self.done

    # Refuted -------------------------------------------------------------------------------------

    def _refutation(self) -> None:
        from proofs.replay import replay

        scope = self.said["scope"]
        if scope["first_failing_n"] != self.question.n:
            raise Rejected("the witness belongs to another n than the one that fails")
        statement = self._stated()
        witness = self.said["witness"]
        fixed = dict(statement.fixed)
        shown = None if witness is None else {k: v for k, v in witness.items() if k not in fixed}
        found = replay(self.question, statement, shown)
        same_values(found, self.said)
        self.done.append("the witness was replayed from the definitions")
        self._smaller(scope["n"])
        if scope.get("all"):
            self._extension(scope["from"], shown)

    def _stated(self) -> Any:
        for statement in self.question.statements():
            if self.question.text(statement) == self.said["statement"]:
                return statement
        raise Rejected("the statement is not one of the question's")

    def _smaller(self, sizes: Sequence[int]) -> None:
        for size in sizes:
            if size < self.question.n:
                self._loop(size)

    def _extension(self, start: int, witness: Any) -> None:
        """Look for one pattern that refutes at this n and at three larger ones."""
        if start < self.question.n:
            raise Rejected("it is said to fail for every n from before its first failure on")
        if start > self.question.n:
            self.unchecked.append(f"that it fails for every n ≥ {start}")
            return
        sizes = range(self.question.n, self.question.n + (4 if witness else 3))
        for pattern in self._patterns(witness):
            if all(self._refutes(size, pattern) for size in sizes):
                self.done.append(
                    f"a pattern of witnesses was replayed at n = {sizes[0]}…{sizes[-1]}"
                )
                return
        raise Rejected(f"no extended witness refutes at every n up to {sizes[-1]}")

    def _patterns(self, witness: Any) -> Any:
        """Yield functions from n to a witness: fixed points added, or identity and reversal."""
        from metrics.terms import Ranking

        if witness is None:
            yield lambda n: None
            return

        def longer(n: int) -> dict[str, Any]:
            return {
                name: [*value, *range(len(value) + 1, n + 1)] if isinstance(value, list) else value
                for name, value in witness.items()
            }

        yield longer
        variables = self._stated().formula.variables
        if not all(isinstance(variable, Ranking) for variable in variables):
            return
        for turned in itertools.product((False, True), repeat=len(variables)):

            def ends(n: int, turned: Any = turned) -> dict[str, Any]:
                up = list(range(1, n + 1))
                return {
                    variable.name: up[::-1] if back else up
                    for variable, back in zip(variables, turned, strict=True)
                }

            yield ends

    def _refutes(self, size: int, pattern: Any) -> bool:
        from proofs.replay import ReplayFailed, replay

        larger = replace(self.question, n=size)
        stated = self._stated()
        for statement in larger.statements():
            if (statement.name, statement.fixed) == (stated.name, stated.fixed):
                try:
                    replay(larger, statement, pattern(size))
                except ReplayFailed:
                    return False
                return True
        return False

    # Holds ---------------------------------------------------------------------------------------

    def _holding(self) -> None:
        scope = self.said["scope"]
        if self.said["witness"] is not None:
            raise Rejected("a verdict that holds has no witness")
        self._compare_statement()
        if scope["all"]:
            if scope["from"] > 4:
                raise Rejected("a statement for every n is checked at n ≤ 4, and starts later")
            for size in range(max(2, scope["from"]), 5):
                self._loop(size)
            self.done.append("the derivation itself was not re-derived")
            return
        if self.question.n not in scope["n"]:
            raise Rejected("the scope does not contain its own n")
        self._digest()
        self._scripts()
        for size in scope["n"]:
            if not self._loop(size) and not self.content["evidence"]["scripts"]:
                self.unchecked.append(f"that it holds at n = {size}, which has too many cases")

    def _compare_statement(self) -> None:
        every = bool(self.said["scope"]["all"])
        if self.said["statement"] != self.question.text(every_n=every):
            raise Rejected("the statement is not the question's")

    def _digest(self) -> None:
        from proofs.certificate import score_digest

        said = self.content["evidence"]["digest"]
        if said != score_digest(self.question):
            raise Rejected("the scores have another digest")
        self.done.append("the digest of the scores is right")

    def _loop(self, size: int) -> bool:
        """Try every case at one n by a plain loop; return whether all parts were small enough."""
        if self.heights and (self.heights == "free" or size != self.question.n):
            return self._loop_over_heights(size)
        if not self.free:
            return self._try(replace(self.question, n=size))
        self.done.append("of all p, 1/2, 1/3 and 4/5 are tried")
        given = self.question.parameters
        return all(
            [
                self._try(replace(self.question, n=size, parameters={**given, "p": value}))
                for value in ("1/2", "1/3", "4/5")
            ]
        )

    def _loop_over_heights(self, size: int) -> bool:
        from proofs.heights import samples, with_heights

        self.done.append("of all heights, 1 and 1/i are tried")
        free = {**self.question.parameters, "heights": "free"}
        metrics = tuple(metric.filled(size, free) for metric in self.question.metrics)
        question = replace(self.question, n=size, metrics=metrics, parameters=free)
        return all([self._try(with_heights(question, heights)) for heights in samples(size)])

    def _try(self, question: Any) -> bool:
        from axioms.formula import ForAll
        from proofs.replay import Replayer

        size, complete, judged = question.n, True, 0
        statements = question.statements()
        for statement in statements:
            formula = statement.formula
            if str(formula) == "True":
                judged += 1
            elif self._count(formula, size) > LOOP_LIMIT:
                self.done.append(f"{statement.name} at n = {size} has too many cases to try again")
                complete = False
            elif isinstance(formula, ForAll):
                judged += self._cases(question, formula)
            elif Replayer(question).truth(formula, {}):
                judged += 1
            else:
                raise Rejected(f"a plain loop at n = {size} finds it false")
        if complete and statements and not judged:
            raise Rejected(f"no case at n = {size} has all its values defined")
        if complete:
            self.done.append(f"every case at n = {size} was tried again by a plain loop")
        return complete

    def _count(self, formula: Any, size: int) -> int:
        from math import factorial

        from axioms.formula import Exists, ForAll
        from metrics.terms import Ranking

        count = 1
        binders = [formula, *formula.body.atoms(ForAll, Exists)]
        for variable in {v for binder in binders for v in binder.variables}:
            count *= factorial(size) if isinstance(variable, Ranking) else size
        return count

    def _cases(self, question: Any, formula: Any) -> int:
        from proofs.replay import Replayer, Undefined

        replayer, judged = Replayer(question), 0
        for case in replayer.assignments(formula.variables):
            try:
                true = replayer.truth(formula.body, case)
            except Undefined:
                continue
            judged += 1
            if not true:
                raise Rejected(f"a plain loop at n = {question.n} finds it false at {case}")
        return judged

    def _scripts(self) -> None:
        from proofs.solvers import consult

        scripts = self.content["evidence"]["scripts"]
        for script in scripts:
            for reply in consult(script["text"], 30).values():
                if reply.answer not in (script["answer"], "unknown"):
                    raise Rejected(f"{reply.solver} now answers {reply.answer}")
        if scripts:
            self.done.append(
                f"{len(scripts)} SMT-LIB scripts were run again; that they state the "
                "question was not checked"
            )


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code: 0 accepted, 1 rejected, 3 not all checked."""
    home.insist()
    from proofs.check import Parser, Usage

    made: argparse.ArgumentParser = Parser(prog="proofs.verify", description=__doc__)
    made.add_argument("file", help="a certificate written by --certificate")
    try:
        arguments = made.parse_args(argv)
        checked = check(read(arguments.file))
    except (Usage, Unreadable) as problem:
        print(f"error: {problem}", file=sys.stderr)
        return 2
    except Rejected as problem:
        print(f"REJECTED  {problem}")
        return 1
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    except NotChecked as problem:
        print(f"UNDECIDED nothing speaks against it, but this was not tried again: {problem}")
        return 3
    print("\n".join(["ACCEPTED", "", *[f"  {line}" for line in checked]]))
    return 0


if __name__ == "__main__":
    from proofs.verify import main as run  # its exceptions are those that the fields raise

    raise SystemExit(run())
