"""python -m proofs.verify FILE: check a certificate again, without any engine.

A certificate is data: no text of it is evaluated, and no script of it is run. Refutations are
replayed from the definitions, exhaustions by a plain loop where that is small enough; statements
for every n are tried at small n, which can contradict but not prove them. Exit code 0 means that
everything stated was checked, 3 that nothing contradicts it and some parts, listed, were not
checked, 1 that it is rejected, 2 that it is no certificate.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rankproof.line import guard
from rankproof.line.arguments import Common, Parser
from rankproof.line.deadline import within
from rankproof.line.failures import Undecided
from rankproof.line.guard import EXIT, exit_codes, guarded, say
from rankproof.line.version import VERSION

guard.begin(__name__)
from proofs.trusted import untrusted  # noqa: E402
from proofs.trusted.stated import Check  # noqa: E402
from proofs.trusted.untrusted import NotChecked, Rejected, Unreadable, same  # noqa: E402

LOOP_LIMIT = 50_000
DIGESTED_N = 8


def read(path: str) -> dict[str, Any]:
    """Read a certificate file."""
    from proofs.report.certificate import KIND, SCHEMA

    content = untrusted.load(path)
    if not isinstance(content, dict) or content.get("kind") != KIND:
        raise Unreadable(f"{path!r} is no rankproof certificate.")
    schema = content.get("schema")
    if isinstance(schema, bool) or not isinstance(schema, int) or not 1 <= schema <= SCHEMA:
        raise Unreadable(
            f"{path!r} has schema {untrusted.shown(schema)}, and this version reads {SCHEMA}. "
            f"If it is newer than {SCHEMA}, update rankproof."
        )
    return content


def check(content: dict[str, Any]) -> list[str]:
    """Check a certificate; return what was checked, or raise Rejected or NotChecked."""
    from metrics.naming import BadInput
    from proofs.report.certificate import seal
    from proofs.trusted.replay import ReplayFailed, Undefined

    untrusted.insist_plain(content)
    body = {name: value for name, value in content.items() if name != "seal"}
    if content.get("seal") != seal(body):
        raise Rejected("the content was changed after the certificate was written")
    try:
        return _checker(untrusted.certificate(content)).run()
    except (BadInput, ReplayFailed) as problem:
        raise Rejected(str(problem)) from None
    except Undefined:
        raise Rejected("a value at the witness is undefined") from None


def _checker(content: dict[str, Any]) -> Check:
    """Return the check for what the certificate is about."""
    from axioms import find_axiom
    from axioms.axiom import Axiom
    from metrics import WEIGHTED_METRICS

    asked = find_axiom(content["verdict"]["axiom"])
    if not isinstance(asked, Axiom):
        raise Rejected(f"{asked.name} is a number, and a certificate is about a property")
    if asked.about == "weights" or set(content["verdict"]["subject"]) & set(WEIGHTED_METRICS):
        from proofs.trusted.weight_verify import WeightCheck

        return WeightCheck(content)
    if asked.about == "orders":
        from proofs.trusted.order_verify import OrderCheck

        return OrderCheck(content)
    if asked.about == "aspects":
        from proofs.trusted.aspect_verify import AspectCheck

        return AspectCheck(content)
    return _Check(content)


class _Check(Check):
    def _question(self) -> Any:
        from axioms import find_axiom
        from metrics import find_metric
        from metrics.language.terms import p
        from proofs.core.question import Question

        given = dict(self.said["parameters"])
        n = given.pop("n")
        self.undefined: list[dict[str, Any]] = []
        self.tried = 0
        self.free = given.get("p") == "free"
        if self.free:
            given["p"] = p
        self.heights = given.get("heights")
        self.every = [name for name in ("k", "j") if given.get(name) == "every"]
        if self.every and self.said["status"] == "refuted":
            raise Rejected("a refutation is about one cut-off, and this one names every")
        given.update(dict.fromkeys(self.every, 1))
        self.said["parameters"].update(dict.fromkeys(self.every, 1))
        metrics = tuple(find_metric(name).filled(n, given) for name in self.said["subject"])
        for metric in metrics:
            if metric.domain not in ("rankings", "heights"):
                raise Rejected(f"{metric.name} does not score rankings")
        asked = find_axiom(self.said["axiom"])
        return Question(asked, metrics, n, given, self.said["convention"])

    # Refuted -------------------------------------------------------------------------------------

    def _refutation(self) -> None:
        from proofs.trusted.replay import replay

        scope, statement = self.said["scope"], self._stated()
        self._compare(replay(self.question, statement, self._witness(statement)))
        self._digest()
        for size in self._others():
            self._insist_loop(size)
        if self.said["undefined"]["cases"]:
            self._count_undefined(statement)
        if "of" in self.said["undefined"]:
            raise Rejected("a refutation does not say how many cases there are")
        if scope["all"]:
            self.unchecked.append(f"that it fails for every n ≥ {scope['from']}")
        elif "derivation" in self.said:
            self.unchecked.append("the derivation")

    def _witness(self, statement: Any) -> dict[str, Any] | None:
        """Read the witness: rankings, places, and the variables that were spelled out."""
        from axioms.formula import Exists
        from metrics.language.terms import Ranking

        given, n, fixed = self.said["witness"], self.question.n, dict(statement.fixed)
        if isinstance(statement.formula, Exists):
            if given is not None:
                raise Rejected("a statement that something exists is not refuted by a witness")
            return None
        known = {
            variable.name: untrusted.ranking(n)
            if isinstance(variable, Ranking)
            else untrusted.whole(1, n)
            for variable in statement.formula.variables
        }
        known |= {name: untrusted.whole(value, value) for name, value in fixed.items()}
        found = untrusted.record(known)("the witness", given)
        return {name: value for name, value in found.items() if name not in fixed}

    def _count_undefined(self, failing: Any) -> None:
        """Count the undefined cases again, up to the statement that fails."""
        counted: list[dict[str, Any]] = []
        for statement in self.question.statements():
            if self._count(statement.formula, self.question.n) > LOOP_LIMIT:
                self.unchecked.append("how many cases are undefined")
                return
            counted += self._cases(self.question, statement, insist=statement != failing)[1]
            if statement == failing:
                break
        self._insist_undefined(counted)

    def _insist_undefined(self, counted: list[dict[str, Any]]) -> None:
        """Compare the count; an engine that stops early or skips them may have counted fewer."""
        said = self.said["undefined"]
        if said["cases"] > len(counted):
            raise Rejected(f"{len(counted)} cases are undefined, not {said['cases']}")
        if said["cases"] < len(counted):
            self.unchecked.append(
                f"how many cases are undefined: {len(counted)} by a plain loop, and it says "
                f"{said['cases']}"
            )
        elif counted and not same(counted[0], said["first"]):
            raise Rejected(f"the first undefined case is {counted[0]}")

    # Holds ---------------------------------------------------------------------------------------

    def _holding(self) -> None:
        scope = self.said["scope"]
        if scope["all"]:
            self._every_n(scope["from"])
            return
        if "derivation" in self.said:
            self.unchecked.append("the derivation")
        self._digest()
        for size in scope["n"]:
            self._insist_loop(size)
        if not self.unchecked:
            self._insist_undefined(self.undefined)
            if self.said["undefined"].get("of", self.tried) != self.tried:
                self.unchecked.append("of how many cases the undefined ones are")
        if self.content["evidence"]["scripts"]:
            self.done.append("its SMT-LIB scripts were not run")

    def _every_n(self, start: int) -> None:
        """Try small n: a contradiction shows, a proof does not."""
        if start > 4:
            raise Rejected("a statement for every n is tried at n ≤ 4, and starts later")
        for size in range(max(2, start), 5):
            self._loop(size)
        self.unchecked.append("that it holds for every n: the derivation was not re-derived")

    def _insist_loop(self, size: int) -> None:
        """Try one n again, or list it as not checked; an n that the cut-offs do not fit is none."""
        if not (self.free or self.heights or self._admissible(size)):
            raise Rejected(f"the cut-offs do not fit n = {size}, so nothing can be said of it")
        if not self._loop(size):
            self.unchecked.append(f"that it holds at n = {size}, which has too many cases")

    def _digest(self) -> None:
        from proofs.report.certificate import score_digest

        said = self.content["evidence"]["digest"]
        if self.said["scope"]["all"]:
            if said is not None:
                raise Rejected("a verdict for every n has no digest")
        elif self.question.n > DIGESTED_N:
            self.unchecked.append(f"the digest of the scores at n = {self.question.n}")
        elif said != score_digest(self.question):
            raise Rejected("the scores have another digest")
        else:
            self.done.append("the digest of the scores is right")

    def _loop(self, size: int) -> bool:
        """Try every case at one n by a plain loop; return whether all parts were small enough."""
        if self.heights and (self.heights == "free" or size != self.question.n):
            return self._loop_over_heights(size)
        if not self.free:
            return all([self._try(question) for question in self._admissible(size)])
        self.unchecked.append("any p but 1/2, 1/3 and 4/5, which were tried")
        given = self.question.parameters
        return all(
            [
                self._try(replace(self.question, n=size, parameters={**given, "p": value}))
                for value in ("1/2", "1/3", "4/5")
            ]
        )

    def _admissible(self, size: int) -> list[Any]:
        """Return the question at one n: for every cut-off, where it is about every one."""
        from metrics.naming import BadInput

        choices: list[dict[str, Any]] = [{}]
        for name in self.every:
            choices = [{name: value} for value in range(1, size + 1)]
        found = []
        for more in choices:
            given = {**self.question.parameters, **more}
            try:
                found.append(replace(self.question, n=size, parameters=given))
            except BadInput:
                self.done.append(f"{more or given} does not fit n = {size}, where nothing is said")
        return found

    def _loop_over_heights(self, size: int) -> bool:
        from proofs.fields.about_heights import samples, with_heights

        self.unchecked.append("any heights but 1 and 1/i, which were tried")
        free = {**self.question.parameters, "heights": "free"}
        metrics = tuple(metric.filled(size, free) for metric in self.question.metrics)
        question = replace(self.question, n=size, metrics=metrics, parameters=free)
        return all([self._try(with_heights(question, heights)) for heights in samples(size)])

    def _try(self, question: Any) -> bool:
        from axioms.formula import ForAll
        from axioms.shapes import equal_cases
        from proofs.trusted.replay import Replayer

        size, complete, judged = question.n, True, 0
        undefined: list[dict[str, Any]] = []
        statements = question.statements()
        for statement in statements:
            if self._count(statement.formula, size) > LOOP_LIMIT:
                complete = False
                continue
            true, missing = self._cases(question, statement)
            judged += true
            undefined += missing
            equal = equal_cases(statement.formula) if isinstance(statement.formula, ForAll) else []
            if any(map(Replayer(question).never_defined, equal)):
                raise Rejected(f"no case of equal rankings is defined at n = {size}")
        if complete and statements and not judged:
            raise Rejected(f"no case at n = {size} has all its values defined")
        self.undefined += undefined
        self.tried += judged + len(undefined)
        if complete:
            self.done.append(f"every case at n = {size} was tried again by a plain loop")
        return complete

    def _count(self, formula: Any, size: int) -> int:
        from math import factorial

        from axioms.formula import Exists, ForAll
        from metrics.language.terms import Ranking

        count = 1
        for binder in formula.atoms(ForAll, Exists):
            for variable in binder.variables:
                count *= factorial(size) if isinstance(variable, Ranking) else size
        return count

    def _cases(
        self, question: Any, statement: Any, insist: bool = True
    ) -> tuple[int, list[dict[str, Any]]]:
        """Insist that no case is false; return how many are defined, and those that are not."""
        from axioms.formula import ForAll
        from proofs.trusted.replay import Replayer, Undefined, named_scores

        replayer, formula, judged = Replayer(question), statement.formula, 0
        undefined: list[dict[str, Any]] = []
        if not isinstance(formula, ForAll):
            if insist and not replayer.truth(formula, {}):
                raise Rejected(f"a plain loop at n = {question.n} finds it false")
            return 1, []
        named = named_scores(formula)
        for case in replayer.assignments(formula.variables):
            try:
                for node in named:
                    replayer.score(node, case)
                true = replayer.truth(formula.body, case)
            except Undefined:
                undefined.append({**dict(statement.fixed), **case})
                continue
            judged += 1
            if not true and insist:
                raise Rejected(f"a plain loop at n = {question.n} finds it false at {case}")
        return judged, undefined


def parser() -> Parser:
    """Return the command line of this program."""
    made = Parser(
        prog="proofs.verify", description=__doc__, epilog=exit_codes("accepted", "rejected")
    )
    made.add_argument("file", metavar="FILE", help="a certificate written by --certificate")
    made.add_common("text (default) or json")
    return made


def run(arguments: argparse.Namespace, common: Common) -> tuple[str, list[str], list[str]]:
    """Check the file; return the status, what was checked, and what was not or speaks against."""
    try:
        with within(common.seconds):
            return "accepted", check(read(arguments.file)), []
    except Rejected as problem:
        return "rejected", [], [str(problem)]
    except NotChecked as problem:
        return "undecided", problem.done, list(problem.parts)
    except Undecided as problem:
        return "undecided", [], [str(problem)]


def shown(status: str, checked: list[str], left: list[str], form: str) -> str:
    """Return what was found in one of the formats."""
    if form == "json":
        fields = {"schema": 1, "version": VERSION, "command": "verify", "status": status}
        return json.dumps({**fields, "checked": checked, "left": left}, ensure_ascii=False)
    if status == "rejected":
        return f"REJECTED  {_line(left[0])}"
    lines = ["ACCEPTED", ""]
    if status == "undecided":
        lines = ["UNDECIDED nothing contradicts it, and these parts were not checked:", ""]
        lines += [f"  {_line(part)}" for part in left]
        lines += ["", "checked:", ""] if checked else []
    return "\n".join([*lines, *[f"  {_line(part)}" for part in checked]])


def _line(message: Any) -> str:
    """Return a message on one line of bounded length, without control characters."""
    text = "".join(sign if sign.isprintable() else "\ufffd" for sign in str(message))
    return text if len(text) <= 1_000 else f"{text[:999]}…"


@guarded
def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code: 0 accepted, 1 rejected, 3 not all checked."""
    arguments = parser().parse_args(argv)
    common = Parser.common(arguments, ("text", "json"))
    status, checked, left = run(arguments, common)
    if not arguments.quiet:
        say(shown(status, checked, left, arguments.format))
    return {"accepted": 0, "rejected": 1, **EXIT}[status]


if __name__ == "__main__":
    from proofs.verify import main as ours  # its exceptions are those that the fields raise

    raise SystemExit(ours())
