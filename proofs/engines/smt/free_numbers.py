"""Engine: numbers that are left free (p, heights, gains), for all their values, at small n.

Scores are polynomials in the free numbers. Some rational values are tried first; if none refutes,
z3 and cvc5 are asked whether any real ones do. Rational values that refute are put into the
question, and the counterexample is then found and replayed as for any other. One that exists only
at irrational values is reported, but is not called REFUTED: a witness is rational.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice, pairwise, permutations, product
from math import prod
from typing import Any

import sympy as sp

from axioms.language.formula import Score
from axioms.language.shapes import all_variables, is_about_entries
from metrics.language.domains import RANKINGS
from metrics.language.fold import Unread
from metrics.language.parameters import SYMBOLS
from metrics.language.premises import Within
from metrics.language.terms import n, read
from metrics.language.written import NoValue, written
from metrics.naming import BadInput
from proofs.core.limits import Disagreement, Limits
from proofs.core.outcome import GaveUp, Outcome, conclude
from proofs.core.question import Question, Statement
from proofs.core.verdict import REFUTED, Verdict
from proofs.engines import exhaustive
from proofs.script.free_metric import Spelled
from proofs.script.smtlib import Script, conjunction, negation, number
from proofs.script.solvers import SAT, UNSAT, Consulted, Reply

NAME = "smt"
EXPANSION_LIMIT = 20_000
SECONDS = 60.0
MOST_TRIED = 60
Values = dict[str, tuple[Fraction, ...]]
Claim = Callable[[Any], tuple[str, dict[str, Any]]]
"""A formula as text, and how many of its cases were judged."""


@dataclass(frozen=True)
class Free:
    """A parameter as unknowns: its symbols, what each satisfies, and values to try first.

    In a premise {0} is an unknown, and {1} the one before it, or 0; `together` are premises about
    all of them.
    """

    symbols: Callable[[Question], list[Any]]
    premise: str
    tried: Callable[[Question], list[tuple[Fraction, ...]]]
    given: Callable[[tuple[Fraction, ...]], Any]
    words: str
    none: str
    together: Callable[[Question], list[str]] = lambda question: []


def _persistences(question: Question) -> list[tuple[Fraction, ...]]:
    found = {Fraction(a, b) for b in range(2, 11) for a in range(1, b)}
    return [(value,) for value in sorted(found, key=lambda value: value.denominator)]


def _heights(question: Question) -> list[tuple[Fraction, ...]]:
    """Return the heights that the paper names: 1 for every depth, and 1/i."""
    depths = range(1, question.n + 1)
    return [(Fraction(1),) * question.n, tuple(Fraction(1, depth) for depth in depths)]


def _numbered(letter: str, last: int) -> list[Any]:
    return [sp.Symbol(f"{letter}{place}", positive=True) for place in range(1, last + 1)]


FREE = {
    "p": Free(
        lambda question: [SYMBOLS["p"]],
        "(and (< 0 {0}) (< {0} 1))",
        _persistences,
        lambda values: _rational(values[0]),
        "p was left free, and p = {0} refutes",
        "no 0 < p < 1 refutes",
    ),
    "heights": Free(
        lambda question: _numbered("h", question.n),
        "(> {0} 0)",
        _heights,
        lambda values: tuple(map(_rational, values)),
        "the heights were left free, and h = ({0}) refute",
        "no heights h > 0 refute",
    ),
    "gains": Free(
        lambda question: _numbered("g", question.c),
        "(< {1} {0})",
        lambda question: [],
        lambda values: (sp.Integer(0), *map(_rational, values)),
        "the gains were left free, and g = (0, {0}) refute",
        "no gains 0 < g1 < … refute",
    ),
}


def _own(one: Any) -> Free:
    """Return a parameter of a metric's own as an unknown; whole numbers are among the real ones."""
    bounds = {"above": "(< {1} {0})", "least": "(<= {1} {0})", "below": "(< {0} {1})"}
    bounds |= {"most": "(<= {0} {1})"}
    known = [(mark, getattr(one, name)) for name, mark in bounds.items()]
    premises = [mark.format("{0}", number(b)) for mark, b in known if b is not None]
    return Free(
        lambda question: [one.symbol],
        conjunction(premises) if premises else "true",
        lambda question: [(Fraction(int(v.p), int(v.q)),) for v in one.tried()],
        lambda values: _rational(values[0]),
        f"{one.name} was left free, and {one.name} = {{0}} refutes",
        f"no value refutes ({one.every()})",
    )


def _weights(question: Question, name: str) -> Free:
    """Return free weights as unknowns, beside a free parameter of a metric's own."""
    assume = question.assume
    premise = f"({'>' if assume.positive else '>='} {{0}} 0)"
    table = weight_table(question, name)
    symbols = list(dict.fromkeys(one for row in table for one in row if one != 0))
    together = []
    if name == "delta" and assume.decreasing:
        together = [f"(<= {after} {before})" for before, after in pairwise(symbols)]
    if name == "similarity" and assume.triangle:
        triples = permutations(range(question.n), 3)
        together = [f"(<= {table[x][z]} (+ {table[x][y]} {table[y][z]}))" for x, y, z in triples]
    return Free(
        lambda question: symbols,
        premise,
        lambda question: [],
        lambda values: values,
        "",
        f"no weights {name} refute",
        lambda question: together,
    )


def weight_table(question: Question, name: str) -> list[list[Any]]:
    """Return the unknowns of weights in rows: one row, or those of a symmetric matrix."""
    places = range(1, question.n + 1)
    if name != "similarity":
        return [[sp.Symbol(f"{name}{place}") for place in places[name == "delta" :]]]
    return [
        [0 if x == y else sp.Symbol(f"D{min(x, y)}_{max(x, y)}") for y in places] for x in places
    ]


def _free(question: Question, name: str) -> Free:
    if name in question.quantified:
        return _weights(question, name)
    return FREE[name] if name in FREE else _own(question.own[name])


def refuses(question: Question, limits: Limits) -> str | None:
    """Return why there are too many cases to write them all, or None."""
    option = f"--set {question.free[0]}=…" if question.own else f"--{question.free[0]}"
    if len(question.metrics) > 1:
        return f"{question.free[0]} may be free for one metric at a time: add {option}"
    for statement in question.statements():
        if question.domain is RANKINGS and is_about_entries(statement.formula):
            return (
                f"with {question.free[0]} left free, entries and n beside scores are not read: "
                f"give {option}"
            )
        domains = [question.domain_of(v) for v in all_variables(statement.formula)]
        count = prod(domain.count(question.size) for domain in domains)
        if count > EXPANSION_LIMIT:
            return (
                f"with {question.free[0]} left free, n = {question.n} makes {count:,} cases and "
                f"the limit is {EXPANSION_LIMIT:,}. Ask for a smaller n, or give {option}"
            )
    return None


def answer(question: Question, limits: Limits) -> Verdict:
    """Decide a question for all values of what is left free."""
    for values in tried_values(question):
        found = refuted_at(question, values, limits)
        if found is not None:
            return found
    return by_models(question, limits, lambda formula: _claim(question, formula))


def by_models(question: Question, limits: Limits, claim: Claim) -> Verdict:
    """Ask the solvers for values that refute; those of a model are put into the question."""
    models: list[Values] = []
    verdict = conclude(question, NAME, lambda s: _all_values(question, s, limits, claim, models))
    for values in models:
        refuted = refuted_at(question, values, limits)
        if refuted is None and question.own:
            at = ", ".join(f"{name} = {', '.join(map(str, one))}" for name, one in values.items())
            reason = f"the solvers name {at}, and no counterexample is found there"
            reason = reason if question.quantified else f"{reason}: a score may be undefined"
            verdict = replace(verdict, reason=reason)
            continue
        if refuted is None:
            raise Disagreement(f"{question.text()}: z3 says that {values} refutes it, and not so")
        verdict = refuted
    return verdict


def tried_values(question: Question) -> Iterator[Values]:
    """Go through values of what is free, to be tried first; gains and weights stay free."""
    tried = {name: _free(question, name).tried(question) for name in question.free}
    tried = {name: values for name, values in tried.items() if values}
    for chosen in islice(product(*tried.values()), MOST_TRIED if tried else 0):
        yield dict(zip(tried, chosen, strict=True))


def refuted_at(question: Question, values: Values, limits: Limits) -> Verdict | None:
    """Return the verdict with values put in, if it is a refutation."""
    given = {name: _free(question, name).given(chosen) for name, chosen in values.items()}
    try:
        asked = question.with_values(**given)
    except BadInput:  # a formula of one's own that no number stands in
        return None
    if asked.own or set(asked.reads) != set(question.reads):  # or it loses what else is given
        return None
    found: Verdict = exhaustive.answer(asked, limits)
    if found.status != REFUTED:
        return None
    notes = [
        _free(question, name).words.format(", ".join(map(str, chosen)))
        for name, chosen in values.items()
    ]
    return replace(found, checked=(*found.checked, *notes))


def _all_values(
    question: Question, statement: Statement, limits: Limits, claim: Claim, models: list[Values]
) -> Outcome:
    if statement.formula == sp.true:
        return Outcome(True)
    unknowns = {name: _free(question, name).symbols(question) for name in question.free}
    text, counted = claim(statement.formula)
    solvers = Consulted(limits, SECONDS)
    reply = solvers.ask(_declared(question, unknowns).text(negation(text)))
    if reply.answer == SAT:
        found = {name: _read(reply, symbols) for name, symbols in unknowns.items()}
        if any(not one.admits(_rational(found[name][0])) for name, one in question.own.items()):
            raise GaveUp("some real values refute, and no whole ones were found")
        models.append({name: v for name, v in found.items() if name not in question.quantified})
        raise GaveUp("some values refute")
    if reply.answer != UNSAT:
        raise GaveUp(f"z3: {reply.reason}")
    none = " and ".join(_free(question, name).none for name in unknowns) or "no case is false"
    return Outcome(
        True,
        checked=(f"{none}: {solvers.agreed()}",),
        caveats=solvers.caveats(),
        evidence={"scripts": solvers.scripts},
        **counted,
    )


def _declared(question: Question, unknowns: Mapping[str, list[Any]]) -> Script:
    script = Script()
    for name, symbols in unknowns.items():
        before = "0"
        for symbol in symbols:
            here = script.declare(_called(symbol), "Real")
            script.insist(_free(question, name).premise.format(here, before))
            before = here
        for premise in _free(question, name).together(question):
            script.insist(premise)
    return script


def _claim(question: Question, formula: Any) -> tuple[str, dict[str, Any]]:
    named = [_free(question, name).symbols(question) for name in question.free]
    unknowns = [symbol for symbols in named for symbol in symbols]
    try:
        return str(Polynomials(question, unknowns).read(formula, {})), {}
    except (sp.PolynomialError, NoValue):
        raise GaveUp("a score is undefined somewhere, or is no polynomial") from None
    except Unread as problem:
        raise GaveUp(str(problem)) from None


def _read(reply: Reply, symbols: list[Any]) -> tuple[Fraction, ...]:
    """Decode a model: exact rationals; a number that does not matter is 1/2."""
    values = [reply.model.get(_called(symbol), "1/2") for symbol in symbols]
    if None in values:
        raise GaveUp("some real values refute, but no rational ones were found")
    return tuple(map(Fraction, values))


class Polynomials(Spelled):
    """Writes statements whose scores are polynomials in some unknowns; equal cases once."""

    reader = "free numbers"

    def __init__(self, question: Question, unknowns: list[Any]) -> None:
        super().__init__(question.n)
        self.question, self.unknowns = question, unknowns
        self._written: dict[Any, str] = {}

    def for_all(self, e: Any, known: Any) -> str:
        parts = (self.read(e.body, case) for case in self.assigned(e.variables, known))
        return conjunction(dict.fromkeys(parts))

    def score(self, e: Any, known: Any) -> str:
        rankings = tuple(self.rankings(e.listings, known))
        key = (e.slot, rankings)
        if key not in self._written:
            value = self._value(e, rankings)
            self._written[key] = polynomial(sp.Poly(value, *self.unknowns))
        return self._written[key]

    def _value(self, e: Score, rankings: tuple[tuple[int, ...], ...]) -> Any:
        question = self.question
        metric = question.by_slot[e.slot.name]
        if question.quantified and e.slot.change is not None:
            raise GaveUp("what is done to weights is not written beside a free parameter")
        known: dict[Any, Any] = {n: self.n, "heights": FREE["heights"].symbols(question)}
        known["fixed"] = question.fixed
        for name in question.quantified:
            table = weight_table(question, name)
            free = table if name == "similarity" else table[0]
            known[name] = question.weights.get(name, free)
        known.update({SYMBOLS[name]: value for name, value in question.bound(e.slot).items()})
        known.update({one.symbol: one.symbol for one in question.own.values()})
        known.update(zip(metric.inputs, rankings, strict=True))
        return sp.expand(written(read(metric.value, question.reads_as), known))


def _called(symbol: Any) -> str:
    """Return a name for scripts; a parameter of one's own may be called as a word or gain there."""
    return f"own_{symbol.name}" if isinstance(symbol, Within) else str(symbol.name)


def polynomial(poly: sp.Poly) -> str:
    """Write a polynomial with rational coefficients.

    >>> p, q = sp.symbols("p q")
    >>> polynomial(sp.Poly(p**2 * q / 2 - 1, p, q))
    '(+ (* (/ 1 2) p p q) (- 1))'
    """
    parts = []
    for powers, coefficient in poly.terms():
        if not coefficient.is_Rational:
            raise sp.PolynomialError("a coefficient is not rational")
        factors = [
            _called(symbol)
            for symbol, power in zip(poly.gens, powers, strict=True)
            for _ in range(power)
        ]
        written = number(coefficient)
        parts.append(f"(* {written} {' '.join(factors)})" if factors else written)
    return parts[0] if len(parts) == 1 else f"(+ {' '.join(parts)})"


def _rational(value: Fraction) -> Any:
    return sp.Rational(value.numerator, value.denominator)
