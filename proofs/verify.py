"""python -m proofs.verify FILE: check a certificate again, without any engine.

Refutations are replayed from the definitions, and extended ones at three larger n as well;
exhaustions by a plain loop where that is small enough; SMT-LIB scripts by running the solvers
again; statements for every n by plain loops at small n. What could not be checked is said.
"""

from __future__ import annotations

import argparse
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
    from proofs.replay import Inconclusive, ReplayFailed

    body = {name: value for name, value in content.items() if name != "seal"}
    if content.get("seal") != seal(body):
        raise Rejected("the content was changed after the certificate was written")
    try:
        return _Check(content).run()
    except (KeyError, TypeError, ValueError, IndexError, BadInput, ReplayFailed) as problem:
        raise Rejected(f"{type(problem).__name__}: {problem}") from None
    except Inconclusive as problem:
        raise Rejected(f"a comparison could not be decided: {problem}") from None


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
        metrics = tuple(map(find_metric, self.said["subject"]))
        self.question = Question(
            find_axiom(self.said["axiom"]), metrics, n, given, self.said["convention"]
        )
        self.done: list[str] = []

    def run(self) -> list[str]:
        from proofs.certificate import definitions

        if self.content["definitions"] != definitions(self.question.metrics):
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
        self._compare_values(found)
        self.done.append("the witness was replayed from the definitions")
        self._smaller(scope["n"])
        if scope.get("all"):
            self._extension(scope["from"], shown)

    def _stated(self) -> Any:
        for statement in self.question.statements():
            if self.question.text(statement) == self.said["statement"]:
                return statement
        raise Rejected("the statement is not one of the question's")

    def _compare_values(self, found: Any) -> None:
        from proofs.report import exact_text

        ours = [(term, exact_text(value)) for term, value in found.values]
        theirs = [(item["term"], item["exact"]) for item in self.said["values"]]
        if ours != theirs:
            raise Rejected(f"the values are {ours}, the certificate says {theirs}")

    def _smaller(self, sizes: Sequence[int]) -> None:
        for size in sizes:
            if size < self.question.n:
                self._loop(size, expected=True)

    def _extension(self, start: int, witness: Any) -> None:
        from proofs.replay import ReplayFailed, replay

        if (
            witness is None
            or start > self.question.n
            or any("reversal" in step for step in self.said.get("derivation", []))
        ):
            self.done.append("that it fails for every larger n was not checked here")
            return
        for more in (1, 2, 3):
            n = self.question.n + more
            larger = replace(self.question, n=n)
            statement = next(
                s
                for s in larger.statements()
                if s.name == self._stated().name and s.fixed == self._stated().fixed
            )
            extended = {
                name: [*value, *range(len(value) + 1, n + 1)] if isinstance(value, list) else value
                for name, value in witness.items()
            }
            try:
                replay(larger, statement, extended)
            except ReplayFailed:
                raise Rejected(f"the extended witness does not refute at n = {n}") from None
        self.done.append(f"the extended witness was replayed at n ≤ {self.question.n + 3}")

    # Holds ---------------------------------------------------------------------------------------

    def _holding(self) -> None:
        scope = self.said["scope"]
        if self.said["witness"] is not None:
            raise Rejected("a verdict that holds has no witness")
        self._compare_statement()
        if scope["all"]:
            for size in range(max(2, scope["from"]), 5):
                self._loop(size, expected=True)
            self.done.append("the derivation itself was not re-derived")
            return
        if self.question.n not in scope["n"]:
            raise Rejected("the scope does not contain its own n")
        self._digest()
        for size in scope["n"]:
            self._loop(size, expected=True)
        self._scripts()

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

    def _loop(self, size: int, expected: bool) -> None:
        """Try every case at one n by a plain loop, if there are not too many."""
        if not self.free:
            return self._try(replace(self.question, n=size), expected)
        for value in ("1/2", "1/3", "4/5"):
            given = {**self.question.parameters, "p": value}
            self._try(replace(self.question, n=size, parameters=given), expected)
        self.done.append("of all p, 1/2, 1/3 and 4/5 were tried")
        return None

    def _try(self, question: Any, expected: bool) -> None:
        from math import factorial

        from axioms.formula import ForAll
        from metrics.terms import Ranking
        from proofs.replay import Replayer, Undefined

        size = question.n
        judged = 0
        for statement in question.statements():
            formula = statement.formula
            if not isinstance(formula, ForAll):
                if not formula.args or Replayer(question).truth(formula, {}):
                    judged += 1
                    continue
                raise Rejected(f"a plain loop at n = {size} finds it false")
            count = 1
            for variable in formula.variables:
                count *= factorial(size) if isinstance(variable, Ranking) else size
            if count > LOOP_LIMIT:
                self.done.append(f"n = {size} has {count:,} cases: not tried again")
                return
            replayer = Replayer(question)
            for case in replayer.assignments(formula.variables):
                try:
                    true = replayer.truth(formula.body, case)
                except Undefined:
                    continue
                judged += 1
                if true is not expected:
                    raise Rejected(f"a plain loop at n = {size} finds it false at {case}")
        self.done.append(f"every case at n = {size} was tried again by a plain loop")

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
    """Run the command line; return the exit code: 0 accepted, 1 rejected, 2 wrong usage."""
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
    print("\n".join(["ACCEPTED", "", *[f"  {line}" for line in checked]]))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
