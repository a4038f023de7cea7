"""Terms and formulas of a question as SMT-LIB text."""

from __future__ import annotations

import itertools
from dataclasses import replace
from fractions import Fraction
from math import factorial, prod
from typing import Any

import sympy as sp

from axioms.language.fold import StatementFold
from axioms.language.formula import Exists, ForAll, Score
from axioms.language.order_terms import condition
from axioms.language.shapes import beside_scores, is_about_entries, scores_in, scores_of_cases
from metrics.language import terms
from metrics.language.domains import RANKINGS
from metrics.language.fold import RELATIONS, names
from metrics.language.parameters import SYMBOLS
from metrics.language.terms import n as n_symbol
from proofs.core.question import Question
from proofs.exact.compiled import compile_expression, features_of
from proofs.exact.numbers import Exact, ranks, stack
from proofs.exact.real_terms import SIGNS, sign, value_at
from proofs.exact.whole import Undecidable
from proofs.script.metric_terms import MetricReader
from proofs.script.smtlib import (
    TABLE_LIMIT,
    Script,
    Term,
    Text,
    TooLarge,
    bounds,
    conjunction,
    disjunction,
    negation,
    turned,
    undefined,
)

EXPANSION_LIMIT = 2_000


class Coded:
    """A score that is a function of integers: a number for each combination of theirs."""

    def __init__(self, key: Term | int, found: list[Exact | None], undefined: Any) -> None:
        self.key, self.found, self.undefined = key, found, undefined

    def values(self) -> list[Exact]:
        """Return the distinct values that are possible, in increasing order."""
        return _ordered(self.found)[0]


class Translator:
    """Writes terms and formulas of one question into a script."""

    def __init__(self, question: Question, script: Script) -> None:
        self.question, self.script, self.n = question, script, question.n
        self.listings: dict[Any, list[Term | int]] = {}
        self.places: dict[Any, Term | int] = {}
        self.known: dict[Any, Exact | Coded] = {}
        self.approximate = False

    # Variables and listings ----------------------------------------------------------------------

    def declare(self, variable: Any) -> None:
        """Declare a variable and its domain."""
        if RANKINGS.ranges(variable):
            self.listings[variable] = self._ranking(self.names(variable))
        else:
            self.places[variable] = self.script.one_of(variable.name, self._items)

    @property
    def _items(self) -> range:
        return range(1, self.n + 1)

    def names(self, variable: Any) -> list[str]:
        """Return how the entries of a ranking are named."""
        return [f"{variable.name}_{place}" for place in self._items]

    def assignment(self, variables: Any, model: dict[str, Any]) -> dict[Any, Any]:
        """Read variables from a model; places that it leaves open get the items that are left."""
        found: dict[Any, Any] = {}
        for variable in variables:
            if RANKINGS.ranges(variable):
                entries = [self.script.chosen(name, model) for name in self.names(variable)]
                left = iter(sorted(set(self._items) - set(entries)))
                found[variable] = [next(left) if entry is None else entry for entry in entries]
            else:
                found[variable] = self.script.chosen(variable.name, model) or 1
        return found

    def _ranking(self, names: list[str]) -> list[Term | int]:
        """Declare a ranking by Booleans: each place has one item, each item one place."""
        entries = [self.script.one_of(name, self._items) for name in names]
        for item in self._items if self.n > 1 else ():
            self.script.exactly_one([self.script.is_value(entry, item) for entry in entries])
        return entries

    def listing(self, term: Any) -> list[Term | int]:
        """Return the entries of a listing."""
        if term not in self.listings:
            self.listings[term] = self._listing(term)
        return self.listings[term]

    def _listing(self, term: Any) -> list[Term | int]:
        places: list[Term | int] = list(self._items)
        if isinstance(term, terms.Identity):
            return places
        if isinstance(term, terms.Backwards):
            return places[::-1]
        if isinstance(term, terms.FullCycle):
            return [*places[1:], places[0]]
        if isinstance(term, terms.Swap):
            first, second = (self._place(argument) for argument in term.args)
            return [self._swapped(place, first, second) for place in places]
        if isinstance(term, terms.Inverse):
            return self.inverse(self.listing(term.args[0]), len(self.listings))
        if isinstance(term, terms.Compose):
            outer, inner = (self.listing(argument) for argument in term.args)
            return [self.entry(outer, place) for place in inner]
        raise TypeError(f"unknown listing {term}")

    def _place(self, e: Any) -> Term | int:
        """Return a place that a listing names; it must be one of a ranking."""
        found: Term | int = self.places.get(e) or self.term(e).numerator().data
        low, high = bounds(found)
        if low < 1 or high > self.n:
            raise Undecidable("a place outside the ranking")
        return found

    def _swapped(self, place: Any, first: Any, second: Any) -> Term | int:
        script = self.script
        at_second = script.choice(self.equal(place, second), first, place)
        return script.choice(self.equal(place, first), second, at_second)

    def inverse(self, entries: list[Term | int], number: int) -> list[Term | int]:
        """Return the inverse of a listing."""
        if all(isinstance(entry, int) for entry in entries):
            return [entries.index(item) + 1 for item in self._items]
        inverse = self._ranking([f"inverse{number}_{item}" for item in self._items])
        for place, entry in enumerate(entries, 1):
            for item, rank in enumerate(inverse, 1):
                here = self.script.is_value(entry, item)
                there = self.script.is_value(rank, place)
                self.script.insist(f"(= {here} {there})")
        return inverse

    def equal(self, one: Term | int, two: Term | int) -> str:
        """Write that two integers are equal."""
        if one == two:
            return "true"
        for constant, term in ((one, two), (two, one)):
            if isinstance(constant, int):
                return self.script.is_value(term, constant)
        return f"(= {self.script.named(one)} {self.script.named(two)})"

    def entry(self, entries: list[Term | int], place: Term | int) -> Term | int:
        """Return the entry at a place that may vary."""
        low, high = bounds(place)
        if low < 1 or high > len(entries):
            raise Undecidable("a place outside the ranking")
        if isinstance(place, int):
            return entries[place - 1]
        chosen = entries[-1]
        for index in range(len(entries) - 1, 0, -1):
            chosen = self.script.choice(self.equal(place, index), entries[index - 1], chosen)
        return chosen

    # Metrics -------------------------------------------------------------------------------------

    def score(self, node: Score) -> Exact | Coded:
        """Return the value of a score."""
        if node not in self.known:
            metric = self.question.by_slot[node.slot.name]
            numbers = {n_symbol: Fraction(self.n)}
            for name, value in self.question.bound(node.slot).items():
                numbers[SYMBOLS[name]] = Fraction(str(value))
            inputs = {
                variable: self.listing(listing)
                for variable, listing in zip(metric.inputs, node.listings, strict=True)
            }
            reader = MetricReader(self, inputs)
            value = terms.read(metric.value, self.question.reads_as)
            values = {e: reader.value(e, numbers) for e in features_of(value)}
            found = values.get(value)
            self.known[node] = self._coded(value, values, numbers) if found is None else found
        return self.known[node]

    def _coded(self, outer: Any, features: dict[Any, Exact], numbers: dict[Any, Fraction]) -> Coded:
        """Tabulate a function of integer features over all values that their bounds allow."""
        program = compile_expression(outer, numbers, features)
        key: Term | int = 0
        size = 1
        for value in features.values():
            if not value.is_rational:
                raise Undecidable("a function of irrational features")
            if value.undefined is not False and outer.has(sp.Piecewise):
                raise Undecidable("a branch with a value that may be undefined")
            part = value.numerator()
            span = part.high - part.low + 1
            key = key * span + part.data + -part.low
            size *= span
        if size > TABLE_LIMIT:
            raise TooLarge(f"{size:,} combinations of features")
        results = [program(_decoded(index, features)) for index in range(size)]
        found = [None if result.undefined else result for result in results]
        if isinstance(key, Term):
            key = replace(key, low=0, high=size - 1)
        missing = [index for index, value in enumerate(found) if value is None]
        where = disjunction(
            [
                *dict.fromkeys(undefined(value) for value in features.values()),
                *[self.script.is_value(key, index) for index in missing],
            ]
        )
        return Coded(key, found, where)

    def ranks(self, *scores: Coded) -> list[Term | int]:
        """Return the places of scores in the common order of all their possible values."""
        together = [value for score in scores for value in score.found]
        places = _ordered(together)[1]
        terms = []
        for score in scores:
            mine, places = places[: len(score.found)], places[len(score.found) :]
            terms.append(self.script.table(score.key, mine.__getitem__))
        return terms

    # Formulas ------------------------------------------------------------------------------------

    def is_defined(self, formula: Any) -> str:
        """Write that every score which a case names is defined, and its condition true."""
        parts = [negation(undefined(self.score(node))) for node in scores_of_cases(formula)]
        if isinstance(formula, sp.Implies) and not formula.args[0].atoms(Score):
            if all(part == "true" for part in parts):
                return "true"
            parts.append(self.truth(formula.args[0], True))
        return conjunction(parts)

    def truth(self, formula: Any, surely: bool) -> str:
        """Write that a formula is surely, or possibly, true."""
        return str(Statements(self, surely).read(formula, {}))

    def expanded(self, formula: Any, surely: bool) -> list[tuple[str, str]]:
        """Spell out an inner binder over all rankings and places: where undefined, where true."""
        rankings = sum(map(RANKINGS.ranges, formula.variables))
        count = factorial(self.n) ** rankings * self.n ** (len(formula.variables) - rankings)
        if count > EXPANSION_LIMIT:
            raise TooLarge(f"an inner quantifier over {count:,} cases")
        parts = []
        for values in itertools.product(*map(self._values, formula.variables)):
            named = dict(zip(formula.variables, values, strict=True))
            body = formula.body.xreplace(named)
            parts.append((self._missing(body), self.truth(body, surely)))
        return parts

    def _missing(self, formula: Any) -> str:
        """Write that a formula names an undefined score; what binders name in it is theirs."""
        if isinstance(formula, ForAll | Exists):
            return "false"
        if type(formula) in RELATIONS:
            return disjunction(undefined(self.score(node)) for node in scores_in(formula))
        missing = disjunction(map(self._missing, formula.args))
        if missing == "false" or not isinstance(formula, sp.Implies):
            return missing
        return conjunction([self.truth(condition(formula), True), missing])

    def _values(self, variable: Any) -> list[Any]:
        """Return all values of an inner variable: names of rankings, or places."""
        if not RANKINGS.ranges(variable):
            return list(map(sp.Integer, self._items))
        found = []
        for value in itertools.permutations(self._items):
            found.append(terms.Ranking("at_" + "_".join(map(str, value))))
            self.listings.setdefault(found[-1], list(value))
        return found

    def relation(self, formula: Any, surely: bool) -> str:
        """Write that a relation is surely, or possibly, true."""
        if isinstance(formula, sp.Ne):
            return negation(self.relation(sp.Eq(*formula.args), not surely))
        relation, left, right = turned(type(formula), *formula.args)
        nodes = sorted(formula.atoms(Score), key=str)
        coded = [node for node in nodes if isinstance(self.score(node), Coded)]
        if coded and isinstance(left, Score) and isinstance(right, Score):
            one, two = self.score(left), self.score(right)
            if left.slot == right.slot and isinstance(one, Coded) and isinstance(two, Coded):
                first, second = map(Exact.whole, self.ranks(one, two))
                return self.script.compared(relation, first, second)
        beside = is_about_entries(formula)
        if coded and beside:
            raise Undecidable("entries or n beside tabulated scores")
        if coded:
            return self._by_table(formula, nodes)
        one, two = self.term(left), self.term(right)
        if beside and (undefined(one), undefined(two)) != ("false", "false"):
            raise Undecidable("entries or n beside values that may be undefined")
        self.approximate |= len((one - two).parts) > 1
        return self.script.compared(relation, one, two, surely)

    def term(self, e: Any) -> Exact:
        """Return a term over scores, places, entries and n."""
        if isinstance(e, Score):
            value = self.score(e)
            assert isinstance(value, Exact)
            return value
        if isinstance(e, terms.Place):
            return Exact.whole(self.places[e])
        listings = {entry.args[0] for entry in beside_scores(e).atoms(terms.At)}
        whole = {one.args[0] if isinstance(one, terms.Inverse) else one for one in listings}
        inputs = {listing: self.listing(listing) for listing in whole}
        return MetricReader(self, inputs).value(e, {n_symbol: Fraction(self.n)})

    def _by_table(self, formula: Any, nodes: list[Score]) -> str:
        """Write a relation between coded scores as the list of combinations that satisfy it."""
        scores = [self.score(node) for node in nodes]
        if not all(isinstance(score, Coded) for score in scores):
            raise Undecidable("a relation between tabulated and other scores")
        coded = [score for score in scores if isinstance(score, Coded)]
        values = [score.values() for score in coded]
        count = prod(map(len, values))
        if count > TABLE_LIMIT:
            raise TooLarge(f"{count:,} combinations of values")
        expressions = [[value.expression() for value in each] for each in values]
        places = [self.ranks(score)[0] for score in coded]
        parts = []
        for chosen in itertools.product(*[range(len(each)) for each in values]):
            known = {n: e[p] for n, e, p in zip(nodes, expressions, chosen, strict=True)}
            left, right = (side.xreplace(known) for side in formula.args)
            if sign(value_at(left - right, {})) in SIGNS[type(formula)]:
                here = zip(places, chosen, strict=True)
                parts.append(conjunction(self.equal(rank, at) for rank, at in here))
        return disjunction(parts)


class Statements(StatementFold, Text):
    """Writes formulas that are surely, or possibly, true; what is negated is read the other way."""

    reader = "smt"
    refuses = names(
        "simple functions rounded loops choices listings ranked judged weights aspects "
        "ordered score mean has_value"
    )

    def __init__(self, translator: Translator, surely: bool) -> None:
        self.translator, self.surely = translator, surely

    @property
    def turned(self) -> Statements:
        return Statements(self.translator, not self.surely)

    def same(self, e: Any, known: Any) -> str:
        left, right = (self.translator.listing(argument) for argument in e.args)
        return self.every(self.translator.equal(a, b) for a, b in zip(left, right, strict=True))

    def relation(self, e: Any, known: Any) -> str:
        return self.translator.relation(e, self.surely)

    def for_all(self, e: Any, known: Any) -> str:
        cases = self.translator.expanded(e, self.surely)
        return self.every(disjunction(pair) for pair in cases)

    def exists(self, e: Any, known: Any) -> str:
        cases = self.translator.expanded(e, self.surely)
        return self.some(conjunction([negation(missing), truth]) for missing, truth in cases)


def _decoded(index: int, features: dict[Any, Exact]) -> dict[Any, Exact]:
    decoded = {}
    for leaf, value in reversed(features.items()):
        part = value.numerator()
        index, digit = divmod(index, part.high - part.low + 1)
        decoded[leaf] = Exact.rational(Fraction(digit + part.low, value.denominator))
    return decoded


def _ordered(found: list[Exact | None]) -> tuple[list[Exact], list[int]]:
    """Return the distinct values in increasing order, and each entry's place (−1: undefined)."""
    keys = [None if value is None else value.coordinates() for value in found]
    distinct = {key: value for key, value in zip(keys, found, strict=True) if value is not None}
    places = ranks(stack(list(distinct.values())), len(distinct))
    place_of = dict(zip(distinct, map(int, places), strict=False))
    ordered = sorted(distinct, key=place_of.__getitem__)
    return [distinct[key] for key in ordered], [place_of.get(key, -1) for key in keys]
