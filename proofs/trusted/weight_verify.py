"""Check a certificate about weights again: witnesses are replayed from the definitions.

A verdict that holds for all real weights has no case that could be tried again one by one; it
is reported as not checked, except that a derivation is derived again from the question by the
rules of this version: nothing of it is taken from the certificate.
"""

from __future__ import annotations

from typing import Any

from axioms import find_axiom
from proofs.core.weight_question import WeightQuestion
from proofs.fields.weight_asked import question_about
from proofs.trusted.stated import Check, insist_from
from proofs.trusted.untrusted import (
    NotChecked,
    Reader,
    Rejected,
    listed,
    number,
    one_of,
    ranking,
    record,
    same,
)
from proofs.trusted.weight_replay import replay


class WeightCheck(Check):
    """One certificate about weights, read again."""

    def _question(self) -> WeightQuestion:
        given = {name: str(value) for name, value in self.said["parameters"].items()}
        del given["n"]
        return question_about(
            find_axiom(self.said["axiom"]),
            self.said["subject"],
            self.said["parameters"]["n"],
            self.said["convention"],
            given.pop("assume", ""),
            given.pop("fixed", "one"),
            given,
        )

    def run(self) -> list[str]:
        """Return what was checked, or raise Rejected or NotChecked."""
        if self.said["undefined"]["cases"]:
            raise Rejected("no value of a weighted metric is undefined")
        return super().run()

    def _refutation(self) -> None:
        statement = self._stated()
        self._insist_admissible(statement)
        self._compare(replay(self.question, statement, self.said["witness"]))
        self._insist_lasting(statement)
        if self._others():
            raise NotChecked("that the other n hold for all weights")

    def _insist_lasting(self, statement: Any) -> None:
        """Where every larger n is said to fail, insist that the rule of this version says so."""
        from proofs.engines.symbolic.witnesses.weight_padding import lasting

        if not self.said["scope"]["all"]:
            if "derivation" in self.said:
                raise Rejected("a derivation is given, and nothing is said of every n")
            return
        insist_from(self.said, self.question.n, self.question.n)
        steps = lasting(self.question, statement, self.said["witness"])
        if steps is None or not same(steps, self.said.get("derivation")):
            raise Rejected("that it fails for every larger n is not what this version derives")
        self.done.append("that it fails for every larger n was derived again from the question")

    def _insist_admissible(self, statement: Any) -> None:
        """Insist on rankings, on t > 0, and on the weights that the question gives."""
        from proofs.fields.weight_given import check, shown

        witness, question = self.said["witness"], self.question
        found = record(self._readers(statement))("the witness", witness)
        if statement.name == "scale_free" and found["t"] <= 0:
            raise Rejected(f"t = {found['t']} is not positive")
        weights = {kind: found[kind] for kind in question.kinds}
        check(weights, question.assume)
        for kind, values in question.weights.items():
            if shown(weights[kind]) != shown(values):
                raise Rejected(f"the witness has other weights {kind} than the question")

    def _readers(self, statement: Any) -> dict[str, Reader]:
        """Return how each entry of a witness is read."""
        n = self.question.n
        shapes: dict[str, Reader] = {
            "w": listed(number, n),
            "delta": listed(number, n - 1),
            "similarity": listed(listed(number, n), n),
        }
        found = {variable.name: ranking(n) for variable in statement.formula.variables}
        found |= {kind: shapes[kind] for kind in self.question.kinds}
        if statement.name == "scale_free":
            found |= {"scaled": one_of(self.question.kinds), "t": number}
        return found

    def _holding(self) -> None:
        if self.question.weights and self.said["scope"]["n"] != [self.question.n]:
            raise Rejected("the weights given belong to one n")
        insist_from(self.said, 1, 2)
        if "derivation" not in self.said:
            raise NotChecked("that it holds for all weights: there is no finite list of cases")
        from proofs.fields.about_weights import derivation

        if not same(derivation(self.question), self.said["derivation"]):
            raise Rejected("the derivation is not that of this version")
        self.done.append("the statement was derived again from the question by rules for every n")
