"""Check a certificate about weights again: witnesses are replayed from the definitions.

A verdict that holds for all real weights has no case that could be tried again one by one; it
is reported as not checked, except that the derivation is shown to be that of this version.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from axioms import find_axiom
from proofs.stated import insist_entries, insist_part, insist_stated
from proofs.verify import NotChecked, Rejected, same_values
from proofs.weight_asked import question_about
from proofs.weight_replay import replay


class WeightCheck:
    """One certificate, read again."""

    def __init__(self, content: dict[str, Any]) -> None:
        self.content, self.said = content, content["verdict"]
        given = {name: str(value) for name, value in self.said["parameters"].items()}
        n = int(given.pop("n"))
        assume, fixed = given.pop("assume", ""), given.pop("fixed", "one")
        self.question = question_about(
            find_axiom(self.said["axiom"]),
            self.said["subject"],
            n,
            self.said["convention"],
            assume,
            fixed,
            given,
        )

    def run(self) -> list[str]:
        """Return what was checked, or raise Rejected or NotChecked."""
        if self.content["definitions"] != self.question.definitions():
            raise Rejected("the definitions are not those of this version")
        insist_stated(self.said, self.question)
        if self.said["undefined"]["cases"]:
            raise Rejected("no value of a weighted metric is undefined")
        status = self.said["status"]
        if status == "undecided":
            return ["the verdict claims nothing"]
        if status == "refuted":
            return self._refutation()
        if status == "holds":
            return self._holding()
        raise Rejected(f"unknown status {status!r}")

    def _refutation(self) -> list[str]:
        scope, question = self.said["scope"], self.question
        stated = [s for s in question.statements() if question.text(s) == self.said["statement"]]
        if not stated:
            raise Rejected("the statement is not one of the question's")
        insist_part(self.said, question, stated[0])
        self._insist_admissible(stated[0])
        same_values(replay(question, stated[0], self.said["witness"]), self.said)
        self._insist_lasting(stated[0])
        smaller = [size for size in scope["n"] if size < question.n]
        if smaller:
            raise NotChecked(
                "the witness was replayed; that smaller n hold for all weights was not tried again"
            )
        return ["the witness was replayed from the definitions"]

    def _insist_lasting(self, statement: Any) -> None:
        """Where every larger n is said to fail, insist that the rule of this version says so."""
        from proofs.weight_padding import lasting

        scope, question = self.said["scope"], self.question
        if not scope["all"]:
            return
        if scope.get("from") != question.n:
            raise Rejected("it is said to fail for every n from another n on than the witness")
        steps = lasting(question, statement, self.said["witness"])
        if steps is None or self.said.get("derivation") != steps:
            raise Rejected("that it fails for every larger n is not what this version derives")

    def _insist_admissible(self, statement: Any) -> None:
        """Insist on rankings, on t > 0, and on the weights that the question gives."""
        from proofs.weight_given import SHOWN, matrix, numbers

        witness, scaling = self.said["witness"], statement.name == "scale_free"
        rankings = {variable.name for variable in statement.formula.variables}
        scaled = {"scaled", "t"} if scaling else set()
        insist_entries(self.said, {*rankings, *self.question.kinds, *scaled})
        for name in rankings:
            if sorted(witness[name]) != list(range(1, self.question.n + 1)):
                raise Rejected(f"{name} = {witness[name]} is no ranking")
        if scaling and Fraction(witness["t"]) <= 0:
            raise Rejected(f"t = {witness['t']} is not positive")
        for kind, values in self.question.weights.items():
            read = matrix if kind == "similarity" else numbers
            if read(SHOWN[kind], self.said["witness"][kind]) != values:
                raise Rejected(f"the witness has other weights {kind} than the question")

    def _holding(self) -> list[str]:
        scope = self.said["scope"]
        if self.said["witness"] is not None:
            raise Rejected("a verdict that holds has no witness")
        if self.said["statement"] != self.question.text(every_n=bool(scope["all"])):
            raise Rejected("the statement is not the question's")
        if self.question.weights and scope["n"] != [self.question.n]:
            raise Rejected("the weights given belong to one n")
        if "derivation" in self.said:
            from proofs.weights import derivation

            if tuple(self.said["derivation"]) != derivation(self.question):
                raise Rejected("the derivation is not that of this version")
            return ["the derivation is the one that the rules of this version give"]
        raise NotChecked("for all weights: there is no finite list of cases to try again")
