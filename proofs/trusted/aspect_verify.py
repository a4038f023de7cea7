"""Check a certificate about aspects again: replay, small collections anew, lemmas anew.

Scripts for the solvers are written again from the question; those of the file are only compared.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from math import prod
from typing import Any

from axioms import find_axiom
from axioms.axiom import Axiom
from axioms.dominance import upper_bound_reached
from metrics.labels import LabelSpace, find_distance
from proofs.core.bound_question import BoundQuestion
from proofs.core.dominance_question import POINTS, DominanceQuestion
from proofs.engines.smt.label_script import conditions
from proofs.fields.about_aspects import OF_DISTANCES, read_setting, read_space
from proofs.script.real_script import script
from proofs.script.solvers import consult
from proofs.trusted.aspect_replay import (
    is_list,
    is_relevant,
    replay_bound,
    replay_dominance,
    score_of,
    weights_of,
)
from proofs.trusted.replay import ReplayFailed, Undefined, sign_of
from proofs.trusted.stated import Check, insist_from
from proofs.trusted.untrusted import (
    LARGEST_N,
    NotChecked,
    Reader,
    Rejected,
    listed,
    name,
    number,
    one_of,
    record,
    same,
    text,
    whole,
)

TRIED_AGAIN = 5_000
MOST, MOST_LISTED = 12, 7


class AspectCheck(Check):
    """One certificate about aspects, read again."""

    def _question(self) -> DominanceQuestion | BoundQuestion:
        if self.said["parameters"]["n"] > MOST:
            raise NotChecked(f"anything: n > {MOST} is too large to be tried again")
        question = _question(self.said)
        space = question.setting.space if isinstance(question, BoundQuestion) else question.space
        if space is not None and prod(len(aspect.labels) for aspect in space.aspects) > TRIED_AGAIN:
            raise NotChecked("anything: there are too many labels to be tried again")
        return question

    def _refutation(self) -> None:
        scope, question, undefined = self.said["scope"], self.question, self.said["undefined"]
        witness = record(_entries(question))("the witness", self.said["witness"])
        if isinstance(question, BoundQuestion):
            if question.n > MOST_LISTED:
                raise NotChecked("the witness: it has too many lists to be tried again")
            found = replay_bound(question, self.said.get("part"), witness)
        else:
            if "embedding" in witness:
                question = replace(question, space=read_space(witness["embedding"]))
            found = replay_dominance(question, witness)
        self._compare(found)
        if isinstance(question, BoundQuestion):
            self._undefined_before(question, [tuple(witness[key]) for key in _documents(question)])
        elif undefined["cases"]:
            self.unchecked.append("how many cases are undefined")
        self.unchecked += [f"that it holds at n = {size}" for size in self._others()]
        if scope["all"]:
            self.unchecked.append(f"that it fails for every n ≥ {scope['from']}")
        elif "derivation" in self.said:
            self.unchecked.append("the derivation")

    def _undefined_before(self, question: BoundQuestion, last: list[Any]) -> None:
        """Count the collections before that of the witness on which the score is undefined."""
        if not self.said["undefined"]["cases"]:
            return
        if question.cases() > TRIED_AGAIN:
            self.unchecked.append("how many cases are undefined")
            return
        undefined = []
        for collection in _all_collections(question):
            if list(collection) == last:
                break
            try:
                _filled(question, collection)
            except Undefined:
                undefined.append(_named(collection))
        self._insist_undefined(1, undefined)

    def _holding(self) -> None:
        scope, question = self.said["scope"], self.question
        derived = isinstance(question, DominanceQuestion) and scope["all"]
        if "derivation" in self.said and not derived:
            raise Rejected("a derivation is given, and nothing is said of every n")
        insist_from(self.said, 1, 1)
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
        """Write the scripts again from the question, and run those."""
        texts = [given["text"] for given in self.content["evidence"]["scripts"]]
        ours = [script(conditions(replace(question, n=size))) for size in scope["n"]]
        if texts != ours:
            raise Rejected("the scripts do not state the question")
        if self.said["undefined"]["cases"]:
            self.unchecked.append("how many cases are undefined")
        for written in ours:
            answers = {reply.answer for reply in consult(written, 30).values()}
            if "sat" in answers:
                raise Rejected("a solver now finds a model")
            if "unsat" not in answers:
                self.unchecked.append("a script to which no solver gives an answer now")
        self.done.append(f"{len(ours)} SMT-LIB scripts, written anew from the question: no model")

    def _derivation(self, question: DominanceQuestion) -> None:
        """Derive it again: every lemma goes to the solvers once more."""
        from proofs.engines.symbolic.aspect_induction import NoProof, prove

        if {"weights", "matrix"} & set(question.checked):
            raise Rejected("the weights or the matrix belong to one number of aspects")
        if question.is_strict and question.reading != POINTS:
            raise Rejected("different labels may lie at one point")
        try:
            proof = prove(question.asked, question.distance, question.checked, 30)
        except NoProof as problem:
            raise Rejected(f"it has no such derivation: {problem}") from None
        texts = [given["text"] for given in self.content["evidence"]["scripts"]]
        if texts != [given["text"] for given in proof.consulted.scripts]:
            raise Rejected("the scripts do not state the lemmas")
        if self.said["undefined"]["cases"]:
            self.unchecked.append("how many cases are undefined")
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
        judged, undefined = 0, []
        for lower, upper in itertools.product(labels, repeat=2):
            case = {"l": lower, "l'": upper, "l*": space.best}
            try:
                replay_dominance(question, case)
                raise Rejected(f"it is false at {lower}, {upper}")
            except ReplayFailed:
                judged += space.dominated(lower, upper) and lower != upper
            except Undefined:
                undefined.append({key: list(label) for key, label in case.items()})
        self._insist_undefined(judged, undefined)
        self.done.append("every pair of labels was tried again")

    def _insist_undefined(self, judged: int, undefined: list[dict[str, Any]]) -> None:
        ours = {"cases": len(undefined), "first": undefined[0] if undefined else None}
        if not same(ours, self.said["undefined"]):
            raise Rejected(f"{len(undefined)} cases are undefined, the first {ours['first']}")
        if undefined and not judged:
            raise Rejected("no case is defined")

    def _collections(self, question: BoundQuestion) -> None:
        if question.cases() > TRIED_AGAIN:
            self.unchecked.append(f"that it holds at n = {question.n}, which has too many lists")
            return
        judged, undefined = 0, []
        for collection in _all_collections(question):
            try:
                filled = _filled(question, collection)
            except Undefined:
                undefined.append(_named(collection))
                continue
            if filled is False:
                raise Rejected(f"the bound is not kept and reached on {collection}")
            judged += filled is True
        if not judged:
            raise Rejected(f"no collection of {question.n} documents is judged")
        if question.n == self.question.n:
            self._insist_undefined(judged, undefined)
        self.done.append(f"every collection of {question.n} documents was tried again")


def _all_collections(question: BoundQuestion) -> Iterator[tuple[Any, ...]]:
    labels = list(question.setting.space.labels())
    return itertools.combinations_with_replacement(labels, question.n)


def _documents(question: BoundQuestion) -> list[str]:
    return [f"d{place}" for place in range(1, question.n + 1)]


def _named(collection: tuple[Any, ...]) -> dict[str, Any]:
    return {f"d{place}": list(label) for place, label in enumerate(collection, 1)}


def _entries(question: DominanceQuestion | BoundQuestion) -> dict[str, Reader]:
    """Return how the entries of a witness are read: labels, and what the question leaves open."""
    if isinstance(question, BoundQuestion):
        names = _documents(question)
        label = _label(question.setting.space)
        return {**dict.fromkeys(names, label), "r": listed(one_of(names))}
    size, labels = question.n, ("l", "l'", "l*")
    entry = listed(_coordinate, size) if question.space is None else _label(question.space)
    found: dict[str, Reader] = dict.fromkeys(labels, entry)
    if question.distance.value is None:
        found |= {f"Dist({label}, l*)": _coordinate for label in labels}
    if question.is_strict and question.reading != POINTS and question.space is None:
        found |= {**dict.fromkeys(labels, listed(whole(0, 2), size)), "embedding": _rows(size, 3)}
    free = {"weights": listed(_coordinate, size), "matrix": _rows(size, size)}
    open_names = set(question.distance.parameters) - set(question.checked)
    return found | {key: free[key] for key in open_names}


def _label(space: LabelSpace) -> Reader:
    """Return a reader of labels of a space, whose labels are 0, 1, … in every aspect."""

    def read(what: str, value: Any) -> list[int]:
        found: list[int] = listed(whole(0, LARGEST_N), len(space.aspects))(what, value)
        space.places(found)
        return found

    return read


def _coordinate(what: str, value: Any) -> int | str:
    """Read a number as witnesses show it: whole, or an exact fraction in text."""
    if isinstance(value, str):
        number(what, value)
        return value
    return int(whole(-LARGEST_N, LARGEST_N)(what, value))


def _rows(count: int, length: int) -> Reader:
    """Return a reader of rows of exact numbers in one text, such as 2,-1;-1,1."""

    def read(what: str, value: Any) -> str:
        given = text(what, value)
        rows = [row.split(",") for row in given.split(";")]
        listed(listed(number, length), count)(what, rows)
        return given

    return read


def _question(said: dict[str, Any]) -> DominanceQuestion | BoundQuestion:
    declared = find_axiom(said["axiom"])
    assert isinstance(declared, Axiom)
    given = dict(said["parameters"])
    size, (subject,) = given.pop("n"), listed(name, 1)("subject", said["subject"])
    if declared == upper_bound_reached:
        if "embedding" not in given:
            raise Rejected("the parameters have no embedding")
        return BoundQuestion(declared, read_setting(subject, given), size)
    distance = find_distance(subject)
    chosen = {name: str(given[name]) for name in OF_DISTANCES if name in given}
    space = read_space(str(given["embedding"])) if "embedding" in given else None
    for key in distance.parameters:
        if key not in chosen and (key == "q" or space is not None):
            raise Rejected(f"{distance.name} needs {key}")
    if space is not None and distance.value is None:
        raise Rejected(f"{distance.name} has no values on given labels")
    reading = given.get("reading", POINTS)
    return DominanceQuestion(declared, distance, size, distance.bound(size, chosen), reading, space)


def _filled(question: BoundQuestion, collection: Any) -> bool | None:
    """Tell whether 1 is reached and never passed; None where too few documents are relevant."""
    setting = question.setting
    weigh = weights_of(setting)
    every = [weigh[label] for label in collection]
    for column in zip(*every, strict=True):
        if sum(is_relevant(setting, weight) for weight in column) < setting.relevant:
            return None
    names = [str(place) for place in range(question.n)]
    reached = False
    for size in range(1, question.n + 1):
        for places in itertools.product(names, repeat=size):
            if is_list(places, names, setting.lists):
                score = score_of(setting, [every[int(place)] for place in places], every)
                above = sign_of(score - 1)
                if above > 0:
                    return False
                reached = reached or above == 0
    return reached
