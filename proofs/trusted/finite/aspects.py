"""Labels and collections: every case of a given label set, and a script for all embeddings.

Why it is right. With given labels, every pair of labels is a case, read by the replayer. For a
multi-aspect measure every collection of n documents is a case; a document is known by its label
alone, so collections with the same labels differ only by names, and one of each is read, with all
its lists. Without given labels the coordinates are any real numbers: then the conditions on a
counterexample are written as a script, from the question, and both z3 and cvc5 must say that
nothing satisfies them.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from math import comb, factorial, prod
from typing import Any

from axioms.dominance import Worth
from axioms.language.order_terms import condition
from proofs.script.solvers import SAT, SOLVERS, UNSAT, consult
from proofs.trusted.finite.order import replayer_of
from proofs.trusted.finite.trying import Tried
from proofs.trusted.finite.worth import has_enough
from proofs.trusted.number import Inconclusive, Undefined
from proofs.trusted.replayer import Replayer
from proofs.trusted.scene import scene_of

MOST_CASES = 40_000
SECONDS = 20.0


def tried_in_space(question: Any, statement: Any) -> Tried:
    """Read a statement about a distance at every pair of given labels.

    Only pairs that the statement speaks of are counted.
    """
    space, formula = question.parameters["embedding"], statement.formula
    count = prod(len(aspect.labels) for aspect in space.aspects)
    if count**2 > MOST_CASES:
        raise Inconclusive(f"{count**2:,} pairs of labels are too many")
    labels = list(space.labels())
    judged, missing, false = 0, [], []
    for one, two in product(labels, repeat=2):
        witness = {"l": list(one), "l'": list(two), "l*": list(space.best)}
        replayer = replayer_of(question, witness)
        point, body = replayer.placed(formula, witness)
        if not replayer.truth(condition(body), point):
            continue
        try:
            true = replayer.truth(body, point)
        except Undefined:
            missing.append(witness)
            continue
        judged += 1
        false += [] if true else [witness]
    return Tried(judged, len(missing), *[found[0] if found else None for found in (missing, false)])


def tried_collections(question: Any) -> Tried:
    """Read all statements about a measure at every collection.

    A collection is undefined where one of its lists is.
    """
    setting, scene = question.subjects[0], scene_of(question, {})
    count = prod(len(aspect.labels) for aspect in setting.space.aspects)
    if (
        count > MOST_CASES
        or comb(count + question.n - 1, question.n) * factorial(question.n) > MOST_CASES
    ):
        raise Inconclusive("too many lists in all collections")
    labels = list(setting.space.labels())
    weights = Replayer(scene).weights
    judged, missing, false = 0, [], []
    for chosen in combinations_with_replacement(labels, question.n):
        if not has_enough(setting, [weights[label] for label in chosen]):
            continue
        documents = {f"d{place}": list(label) for place, label in enumerate(chosen, 1)}
        true = _holds(question, scene, weights, documents)
        judged += true is not None
        missing += [documents] if true is None else []
        false += [documents] if true is False else []
    return Tried(judged, len(missing), *[found[0] if found else None for found in (missing, false)])


def _holds(question: Any, scene: Any, weights: Any, documents: dict[str, Any]) -> bool | None:
    """Tell whether all statements are true of a collection, None where a list has no score."""
    replayer = Replayer(scene)
    replayer.__dict__["weights"] = weights
    witness, truths = {**documents, "r": list(documents)}, []
    for statement in question.statements():
        inner = statement.formula.body
        point, _ = replayer.placed(statement.formula, witness)
        (worth,) = inner.atoms(Worth)
        try:
            for case in replayer.cases(inner.variables, point):
                replayer.value(worth, {**point, **case})
        except Undefined:
            return None
        truths.append(replayer.truth(inner, point))
    return all(truths)


def script_of(question: Any) -> tuple[str, bool]:
    """Return the script that only a counterexample in real coordinates satisfies.

    It leaves out cases in which a value is undefined; whether there may be any is returned too.
    """
    from proofs.script.coordinates import Coordinates, may_be_undefined, refuting
    from proofs.script.real_script import NotWritable, script

    spelled = Coordinates(question).spelled()
    try:
        return script(refuting(question, spelled)[1]), may_be_undefined(spelled.with_root)
    except NotWritable as problem:
        raise Inconclusive(f"no script for {problem}") from None


def answered(text: str) -> bool:
    """Return whether both solvers find a script unsatisfiable, or neither does."""
    replies = consult(text, SECONDS)
    answers = {name: replies[name].answer for name in SOLVERS if name in replies}
    if len(answers) == len(SOLVERS) and set(answers.values()) <= {UNSAT}:
        return True
    if set(answers.values()) == {SAT}:
        return False
    raise Inconclusive(f"the solvers say {answers}, and both must answer")
