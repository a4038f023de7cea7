"""Every number of aspects at once: aspect by aspect, then by induction over the aspects.

A distance that is a sum or a maximum of one term for each aspect, perhaps under a root, is
judged by lemmas about single numbers; each is put to the solvers over all reals. A refutation
is one for few aspects, with further aspects in which all labels lie at 0.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from axioms.axiom import Axiom
from metrics.labels import Distance, Largest, assigned, s, w, x
from metrics.language.terms import n
from proofs.core.limits import Limits
from proofs.core.question import Question
from proofs.core.verdict import HOLDS, REFUTED, UNDECIDED, Scope, Verdict
from proofs.engines.exhaustive.aspects.label_grid import (
    numbers_of,
    padded,
    some_case_is_defined,
    witness_of,
)
from proofs.engines.exhaustive.aspects.label_search import refuted
from proofs.engines.symbolic.witnesses import at_small_n, lasting
from proofs.script.coordinates import given_numbers
from proofs.script.real_script import NotWritable, script
from proofs.script.solvers import UNSAT, Consulted

NAME = "symbolic"
LOOKED_AT = 3
X, Y, S, W, P, Q, a, b = sp.symbols("X Y S W P Q a b", real=True)


class NoProof(Exception):
    """A lemma failed or the distance has no such form; the message says which."""


@dataclass(frozen=True)
class Termwise:
    """A distance as outer(fold of one term for each aspect)."""

    term: Any
    fold: str
    exponent: Any

    def at(self, value: Any) -> Any:
        """Return the term at a coordinate, the best being S and the weight W."""
        index = next(iter(self.term.atoms(sp.Indexed))).indices[0]
        return self.term.xreplace({x[index]: value, s[index]: S, w[index]: W})

    def joined(self, so_far: Any, more: Any) -> Any:
        """Return the fold of what is there and one term more."""
        return so_far + more if self.fold == "sum" else sp.Max(so_far, more)


def termwise(distance: Distance, checked: dict[str, Any]) -> Termwise:
    """Read a distance as a fold of terms, or say why it is none."""
    if distance.value is None:
        raise NoProof("the distance is left free")
    value = distance.value.xreplace(assigned(checked))
    exponent = sp.Integer(1)
    if isinstance(value, sp.Pow) and value.exp.is_Rational and 0 < value.exp < 1:
        value, exponent = value.args
    if not isinstance(value, sp.Sum | Largest) or len(value.args) != 2:
        raise NoProof("the distance is no sum or maximum of one term for each aspect")
    term, (index, low, high) = value.args
    indexed = term.atoms(sp.Indexed)
    own = all(e.base in (x, s, w) and e.indices == (index,) for e in indexed)
    symbols = {symbol for symbol in term.free_symbols if symbol.is_Symbol}
    loose = {e for e in symbols if e.name != index.name} - {e.base.label for e in indexed} - indexed
    if (low, high) != (1, n) or not indexed or not own or loose or term.has(sp.Sum, Largest):
        raise NoProof("the distance is no sum or maximum of one term for each aspect")
    return Termwise(term, "sum" if isinstance(value, sp.Sum) else "maximum", exponent)


class _Proof:
    """Lemmas that were put to the solvers, and what each says."""

    def __init__(self, limits: Limits) -> None:
        self.consulted = Consulted(limits, either=True)
        self.steps: list[str] = []

    def lemma(self, says: str, premises: list[Any], claim: Any) -> None:
        """Add a step that the solvers confirm, or raise :class:`NoProof`."""
        try:
            answer = self.consulted.ask(script([*premises, sp.Not(claim)])).answer
        except NotWritable as problem:
            raise NoProof(f"no SMT script for {problem}") from None
        if answer != UNSAT:
            raise NoProof(f"not shown: {says} ({answer})")
        self.steps.append(f"{says} [solvers, all reals]")


def prove(asked: Axiom, distance: Distance, checked: dict[str, Any], limits: Limits) -> _Proof:
    """Prove the statement for every number of aspects, or raise :class:`NoProof`."""
    shape = termwise(distance, checked)
    relation = asked.parts[0].statement.body.args[1]
    strict = isinstance(relation, sp.Gt)
    if not some_case_is_defined(Question(asked, (distance,), 1, checked, None)):
        raise NoProof("no small case with defined values was found")
    proof = _Proof(limits)
    proof.steps.append(
        "embeddings are non-decreasing and l* is best: xᵢ ≤ yᵢ ≤ sᵢ in every aspect i"
        + (", and xᵢ < yᵢ in some" if strict else "")
    )
    low, high, chain = _chain(shape)
    term = _text(shape.term)
    one = _ge(shape.at(low), shape.at(high))
    proof.lemma(f"one aspect: x ≤ y ≤ s gives {term} at x at least as much as at y", chain, one)
    grow = _ge(shape.joined(P, a), shape.joined(Q, b))
    weak = [_le(Q, P), _le(b, a)]
    proof.lemma(f"one aspect more: the {shape.fold} grows with both of its parts", weak, grow)
    if strict:
        _strict_steps(proof, shape, term)
    proof.steps.append(f"induction over the aspects: the {shape.fold} of all terms compares alike")
    if shape.exponent != 1:
        _root_steps(proof, shape, strict)
    return proof


def _chain(shape: Termwise) -> tuple[Any, Any, list[Any]]:
    """Return x, y and x ≤ y ≤ s; by their shortfalls from s where the term needs no more."""
    if S in shape.at(S - X).free_symbols:
        return X, Y, [_le(X, Y), _le(Y, S), _ge(W, 0)]
    return S - X, S - Y, [_le(Y, X), _ge(Y, 0), _ge(W, 0)]


def _strict_steps(proof: _Proof, shape: Termwise, term: str) -> None:
    low, high, chain = _chain(shape)
    less = sp.Ne(X, Y, evaluate=False)
    more = sp.Gt(shape.at(low), shape.at(high), evaluate=False)
    proof.lemma(f"one aspect: x < y ≤ s gives {term} at x more than at y", [*chain, less], more)
    grow = sp.Gt(shape.joined(P, a), shape.joined(Q, b), evaluate=False)
    for premises in ([sp.Gt(P, Q), _le(b, a)], [_le(Q, P), sp.Gt(a, b)]):
        says = f"one aspect more: the {shape.fold} grows strictly when one of its parts does"
        proof.lemma(says, premises, grow)
    proof.steps.pop()


def _root_steps(proof: _Proof, shape: Termwise, strict: bool) -> None:
    _never_negative(proof, shape)
    root, relation = shape.exponent, (sp.Gt if strict else sp.Ge)
    premises = [_ge(Q, 0), relation(P, Q, evaluate=False)]
    claim = relation(P**root, Q**root, evaluate=False)
    proof.lemma(f"t ↦ t^({root}) is increasing on [0, ∞[", premises, claim)


def _le(low: Any, high: Any) -> Any:
    return sp.Le(low, high, evaluate=False)


def _ge(high: Any, low: Any) -> Any:
    return sp.Ge(high, low, evaluate=False)


def _text(term: Any) -> str:
    return str(term).replace("[i]", "").replace("Abs", "abs")


# Refutations -------------------------------------------------------------------------------------


def padding_changes_nothing(question: Question, limits: Limits) -> bool:
    """Tell whether aspects in which all labels lie at 0 leave every distance as it is."""
    value = question.subjects[0].value
    if value is None:
        return True
    value = value.xreplace(assigned(given_numbers(question)))
    ranges = [span for fold in value.atoms(sp.Sum, Largest) for span in fold.args[1:]]
    if any((low, high) != (1, n) for _, low, high in ranges) or _knows_n(value):
        return False
    for fold in value.atoms(sp.Sum, Largest):
        for index, *_ in fold.args[1:]:
            if sp.expand(fold.args[0].xreplace({x[index]: sp.S.Zero, s[index]: sp.S.Zero})) != 0:
                return False
        if isinstance(fold, Largest):
            try:
                shape = Termwise(fold.args[0], "maximum", sp.Integer(1))
                _never_negative(_Proof(limits), shape)
            except NoProof:
                return False
    return True


def _knows_n(value: Any) -> bool:
    """Tell whether n occurs elsewhere than as the end of a sum or maximum."""
    if isinstance(value, sp.Sum | Largest):
        return _knows_n(value.args[0])
    return value == n or any(map(_knows_n, value.args))


def _never_negative(proof: _Proof, shape: Termwise) -> None:
    low, _, chain = _chain(shape)
    proof.lemma("no term is negative", chain, _ge(shape.at(low), 0))


def answer(question: Question, limits: Limits) -> Verdict:
    """Answer for every number of aspects; `question` is the one about a single aspect."""
    try:
        if question.parameters.get("reading") == "labels":
            raise NoProof("different labels may lie at one point")
        proof = prove(question.axiom, question.subjects[0], given_numbers(question), limits)
    except NoProof as problem:
        return _refute(question, limits, str(problem))
    return Verdict(
        HOLDS,
        question,
        Scope((), every_from=1),
        NAME,
        derivation=tuple(proof.steps),
        caveats=proof.consulted.caveats(),
        checked=(proof.consulted.said() + " against any lemma",),
        evidence={"scripts": proof.consulted.scripts},
    )


def _refute(question: Question, limits: Limits, why: str) -> Verdict:
    from proofs.core.asking import by_the_first

    reason = f"it holds for n ≤ {LOOKED_AT}"
    for size in range(1, LOOKED_AT + 1):
        found = by_the_first(question.at_size(size), limits)
        if found.status == REFUTED:
            return _extended(found, limits, why)
        if found.status == UNDECIDED:
            reason = f"n = {size}: {found.reason}"
            break
    scope = Scope((), every_from=1)
    return Verdict(UNDECIDED, question, scope, NAME, reason=f"{why}; {reason}")


def _extended(found: Verdict, limits: Limits, why: str) -> Verdict:
    question, replayed = found.question, found.replayed
    assert replayed is not None
    size, held = question.n, range(1, question.n)
    caveat = f"nothing is said about more than {size} aspects"
    if not padding_changes_nothing(question, limits):
        return at_small_n(found, held, caveat)
    numbers = numbers_of(question, _points(replayed.witness))
    for more in (1, 2, 3):
        larger = replace(question, n=size + more)
        witness = witness_of(larger, padded(larger, numbers))
        again = Verdict(UNDECIDED, larger, Scope((larger.n,)), found.engine)
        if refuted(again, witness).status != REFUTED:
            return at_small_n(found, held, f"{caveat}: replay could not decide")
    steps = (
        why,
        f"refuted with {size} aspect{'s' if size > 1 else ''}, replayed",
        "further aspects in which all labels lie at 0 leave every distance as it is",
    )
    note = f"also replayed with {size + 1} to {size + 3} aspects"
    return lasting(found, held, size, steps, *found.checked, note)


def _points(witness: Any) -> dict[str, Any]:
    """Return a witness of labels 0 < 1 < 2 as one of points; others as they are."""
    if "embedding" not in witness:
        return dict(witness)
    columns = [aspect.split(",") for aspect in witness["embedding"].split(";")]
    points = {name: [column[k] for column in columns] for k, name in enumerate(("l", "l'", "l*"))}
    return {**{k: v for k, v in witness.items() if k != "embedding"}, **points}
