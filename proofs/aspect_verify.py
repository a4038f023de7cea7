"""Check a certificate about aspects again: replay, scripts once more, small collections anew."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

from axioms import find_axiom
from axioms.aspects import upper_bound_reached
from axioms.axiom import Axiom
from metrics.aspects import find_distance
from proofs.aspect_replay import (
    is_list,
    is_relevant,
    replay_bound,
    replay_dominance,
    score_of,
    weights_of,
)
from proofs.aspects import OF_DISTANCES, read_setting, read_space
from proofs.bound_question import BoundQuestion
from proofs.dominance_question import POINTS, DominanceQuestion
from proofs.dominance_smt import conditions
from proofs.real_script import script
from proofs.replay import ReplayFailed, Undefined, sign_of
from proofs.solvers import consult
from proofs.stated import insist_entries, insist_part, insist_stated
from proofs.verify import NotChecked, Rejected, same_values

TRIED_AGAIN = 5_000


class AspectCheck:
    """One certificate, read again."""

    def __init__(self, content: dict[str, Any]) -> None:
        self.content, self.said = content, content["verdict"]
        self.question = _question(self.said)
        self.done: list[str] = []
        self.unchecked: list[str] = []

    def run(self) -> list[str]:
        """Return what was checked, or raise Rejected or NotChecked."""
        if self.content["definitions"] != self.question.definitions():
            raise Rejected("the definitions are not those of this version")
        insist_stated(self.said, self.question)
        status = self.said["status"]
        if status == "refuted":
            self._refutation()
        elif status == "holds":
            self._holding()
        elif status != "undecided":
            raise Rejected(f"unknown status {status!r}")
        if self.unchecked:
            raise NotChecked("; ".join(self.unchecked))
        return self.done

    def _refutation(self) -> None:
        scope, witness, question = self.said["scope"], self.said["witness"], self.question
        if isinstance(question, BoundQuestion):
            found = replay_bound(question, self.said.get("part"), witness)
        else:
            insist_entries(self.said, _entries(question))
            if "embedding" in witness:
                question = replace(question, space=read_space(witness["embedding"]))
            found = replay_dominance(question, witness)
        insist_part(self.said, question, found.statement)
        if self.said["statement"] != question.text(found.statement):
            raise Rejected("the statement is not the question's")
        same_values(found, self.said)
        self.done.append("the witness was replayed from the definitions")
        for size in scope["n"]:
            if size < question.n:
                self.unchecked.append(f"that it holds at n = {size}")
        if scope["all"]:
            self.unchecked.append(f"that it fails for every n ≥ {scope['from']}")

    def _holding(self) -> None:
        scope, question = self.said["scope"], self.question
        if self.said["witness"] is not None:
            raise Rejected("a verdict that holds has no witness")
        if self.said["statement"] != question.text():
            raise Rejected("the statement is not the question's")
        if isinstance(question, BoundQuestion):
            if scope["all"]:
                raise Rejected("collections of every size were tried by nobody")
            for size in scope["n"]:
                self._collections(replace(question, n=size))
        elif question.space is not None:
            if scope["n"] != [question.n]:
                raise Rejected("the embedding belongs to one number of aspects")
            self._labels(question)
        elif scope["all"]:
            self._derivation(question)
        else:
            self._scripts(question, scope)

    def _scripts(self, question: DominanceQuestion, scope: dict[str, Any]) -> None:
        scripts = self.content["evidence"]["scripts"]
        texts = [given["text"] for given in scripts]
        wanted = [script(conditions(replace(question, n=size))) for size in scope["n"]]
        if texts != wanted:
            raise Rejected("the scripts do not state the question")
        for text in texts:
            answers = {reply.answer for reply in consult(text, 30).values()}
            if "sat" in answers:
                raise Rejected("a solver now finds a model")
            if "unsat" not in answers:
                self.unchecked.append("a script to which no solver gives an answer now")
        self.done.append(f"{len(texts)} SMT-LIB scripts were run again: no model")

    def _derivation(self, question: DominanceQuestion) -> None:
        """Derive it again: every lemma goes to the solvers once more."""
        from proofs.dominance_all import NoProof, prove

        if question.is_strict and question.reading != POINTS:
            raise Rejected("different labels may lie at one point")
        try:
            proof = prove(question.asked, question.distance, question.checked, 30)
        except NoProof as problem:
            raise Rejected(f"it has no such derivation: {problem}") from None
        texts = [given["text"] for given in self.content["evidence"]["scripts"]]
        if texts != [given["text"] for given in proof.consulted.scripts]:
            raise Rejected("the scripts do not state the lemmas")
        if self.said.get("derivation") != proof.steps:
            raise Rejected("the derivation is not that of this version")
        self.done.append(f"derived again, with {len(texts)} lemmas put to the solvers: no model")

    def _labels(self, question: DominanceQuestion) -> None:
        space = question.space
        assert space is not None
        labels = list(space.labels())
        if len(labels) ** 2 > TRIED_AGAIN:
            self.unchecked.append("that it holds, which has too many pairs of labels")
            return
        judged, undefined = 0, 0
        for lower, upper in itertools.product(labels, repeat=2):
            try:
                replay_dominance(question, {"l": lower, "l'": upper, "l*": space.best})
                raise Rejected(f"it is false at {lower}, {upper}")
            except ReplayFailed:
                judged += space.dominated(lower, upper) and lower != upper
            except Undefined:
                undefined += 1
        self._insist_undefined(judged, undefined)
        self.done.append("every pair of labels was tried again")

    def _insist_undefined(self, judged: int, undefined: int) -> None:
        if undefined != self.said["undefined"]["cases"]:
            raise Rejected(f"{undefined} cases are undefined")
        if undefined and not judged:
            raise Rejected("no case is defined")

    def _collections(self, question: BoundQuestion) -> None:
        if question.cases() > TRIED_AGAIN:
            self.unchecked.append(f"that it holds at n = {question.n}, which has too many lists")
            return
        labels = list(question.setting.space.labels())
        judged, undefined = 0, 0
        for collection in itertools.combinations_with_replacement(labels, question.n):
            try:
                filled = _filled(question, collection)
            except Undefined:
                undefined += 1
                continue
            if filled is False:
                raise Rejected(f"the bound is not kept and reached on {collection}")
            judged += filled is True
        if not judged:
            raise Rejected(f"no collection of {question.n} documents is judged")
        if question.n == self.question.n:
            self._insist_undefined(judged, undefined)
        self.done.append(f"every collection of {question.n} documents was tried again")


def _entries(question: DominanceQuestion) -> set[str]:
    """Return what a witness shows: labels, and what the question leaves open."""
    found = {"l", "l'", "l*"}
    if question.distance.value is None:
        found |= {f"Dist({label}, l*)" for label in found}
    if question.is_strict and question.reading != POINTS and question.space is None:
        found.add("embedding")
    return found | (set(question.distance.parameters) - set(question.checked))


def _question(said: dict[str, Any]) -> DominanceQuestion | BoundQuestion:
    declared = find_axiom(said["axiom"])
    assert isinstance(declared, Axiom)
    given = dict(said["parameters"])
    size, (subject,) = given.pop("n"), said["subject"]
    if declared == upper_bound_reached:
        return BoundQuestion(declared, read_setting(subject, given), size)
    distance = find_distance(subject)
    chosen = {name: str(given[name]) for name in OF_DISTANCES if name in given}
    space = read_space(str(given["embedding"])) if "embedding" in given else None
    reading = given.get("reading", POINTS)
    return DominanceQuestion(declared, distance, size, distance.bound(size, chosen), reading, space)


def _filled(question: BoundQuestion, collection: Any) -> bool | None:
    """Tell whether 1 is reached and never passed; None where too few documents are relevant."""
    setting = question.setting
    weigh = weights_of(setting)
    whole = [weigh[label] for label in collection]
    for column in zip(*whole, strict=True):
        if sum(is_relevant(setting, weight) for weight in column) < setting.relevant:
            return None
    names = [str(place) for place in range(question.n)]
    reached = False
    for size in range(1, question.n + 1):
        for listed in itertools.product(names, repeat=size):
            if is_list(listed, names, setting.lists):
                score = score_of(setting, [whole[int(name)] for name in listed], whole)
                above = sign_of(score - 1)
                if above > 0:
                    return False
                reached = reached or above == 0
    return reached
