"""Declarations made at random as texts, each with plain loops that say what it means.

A part is a text and a function of what is bound; nothing of the package is used to compute it. A
value that does not exist raises NoValue. A case that names one is left out, unless what stands
before => and names nothing of the kind is false there; so are inner cases.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

INNER = ("h", "l")
"""The names of inner variables that are places."""

MOST_CASES = 40_000
"""How many cases plain loops go through: an inner listing is bound only below that."""


class NoValue(Exception):
    """There is no such value, place or listing."""


@dataclass(frozen=True)
class Part:
    """A text and what it means; `sure` says that it always has a value.

    `named` are the scores, joins and meets in it, and `about` the inner variables that it mentions.
    """

    text: str
    at: Callable[[dict[str, Any]], Any]
    sure: bool = True
    named: tuple[Part, ...] = ()
    about: frozenset[str] = frozenset()
    joined: tuple[Part, ...] = ()
    idle: Callable[[dict[str, Any]], bool] = lambda known: False


def made(text: str, function: Callable[..., Any], *parts: Part) -> Part:
    """Return a part of others, each of which is computed."""
    return Part(
        text.format(*[part.text for part in parts]),
        lambda known: function(*[part.at(known) for part in parts]),
        all(part.sure for part in parts),
        tuple(name for part in parts for name in part.named),
        frozenset[str]().union(*[part.about for part in parts]),
    )


def over(one: Any, two: Any) -> Fraction:
    if two == 0:
        raise NoValue
    return Fraction(one) / two


class Maker:
    """Makes numbers, conditions, metrics and statements about the listings of one domain."""

    listings: Sequence[str] = ()
    inner = "nu"
    places: Sequence[str] = ("i", "j")
    inputs = 1
    cut: int | None = None
    has_depth = False

    def __init__(self, seed: int) -> None:
        self.random = random.Random(f"{type(self).__name__} {seed}")
        self.n = self.random.choice([2, 3])
        self.c = self.random.choice([1, 2])
        self.bound: list[str] = []

    def pick(self, *choices: Callable[[], Any]) -> Any:
        return self.random.choice(choices)()

    # What a domain has to say ---------------------------------------------------------------------

    def values(self) -> list[Any]:
        """Return all listings."""
        raise NotImplementedError

    def listing(self) -> Part:
        """Return a listing: a variable, or one made of others."""
        return self.variable()

    def entry(self, listing: Part, place: Part) -> Part:
        """Return what stands at a place of a listing."""
        raise NotImplementedError

    def relation(self) -> Part:
        """Return a condition that only this domain has."""
        return self.equal(self.variable(), self.variable())

    def equal(self, one: Part, two: Part) -> Part:
        """Return that two listings are equal; of one with itself it would name nothing."""
        if one.text == two.text:
            return self.compared(False)
        return made("{0} = {1}", lambda a, b: a == b, one, two)

    # Numbers --------------------------------------------------------------------------------------

    def looked_up(self, listing: Part, place: Part) -> Part:
        """Return an entry, which surely exists at the first, the last and a bound place."""
        found = made("{0}({1})", at_place, listing, place)
        return replace(found, sure=found.sure and place.text != "2")

    def variable(self) -> Part:
        name = self.random.choice([o for o in self.bound if o in (*self.listings, self.inner)])
        about = frozenset({name} & {self.inner})
        return Part(name, lambda known: known[name], about=about)

    def place(self) -> Part:
        named = [one for one in self.bound if one in (*self.places, *INNER)]
        chosen = self.random.choice([*named, *named, "1", "2", "n"])
        if chosen in named:
            inner = frozenset({chosen} & set(INNER))
            return Part(chosen, lambda known: known[chosen], about=inner)
        at = (lambda known: known["n"]) if chosen == "n" else (lambda known: int(chosen))
        return Part(chosen, at)

    def constant(self) -> Part:
        value = self.random.choice([0, 1, 2, 3, Fraction(1, 2)])
        return Part(str(value), lambda known: value)

    def number(self, depth: int, scores: bool) -> Part:
        if depth == 0:
            leaves = [self.place, self.constant, lambda: self.entry(self.listing(), self.place())]
            leaves += [self.score, self.score, self.score] if scores else []
            leaves += [self.depth] if self.has_depth and self.cut is not None else []
            return self.pick(*leaves)
        one, two = self.number(depth - 1, scores), self.number(depth - 1, scores)
        return self.pick(
            lambda: made("({0} + {1})", lambda a, b: a + b, one, two),
            lambda: made("({0} - {1})", lambda a, b: a - b, one, two),
            lambda: made("({0} * {1})", lambda a, b: a * b, one, two),
            lambda: made("abs({0} - {1})", lambda a, b: abs(a - b), one, two),
            lambda: made("max({0}, {1})", max, one, two),
            lambda: made("min({0}, {1})", min, one, two),
            lambda: one,
        )

    def depth(self) -> Part:
        return Part("depth(m)", lambda known: self.cut)

    def score(self) -> Part:
        listings = [self.listing() for _ in range(self.inputs)]
        said = f"m({', '.join(one.text for one in listings)})"

        def at(known: dict[str, Any]) -> Any:
            return known["m"](*[one.at(known) for one in listings])

        about = frozenset[str]().union(*[one.about for one in listings])
        inside = tuple(name for one in listings for name in one.named)
        return Part(said, at, False, (*inside, Part(said, at, False, (), about)), about)

    # Conditions -----------------------------------------------------------------------------------

    def compared(self, scores: bool) -> Part:
        mark, holds = self.random.choice(
            [
                ("<=", lambda a, b: a <= b),
                ("<", lambda a, b: a < b),
                ("=", lambda a, b: a == b),
                ("!=", lambda a, b: a != b),
                (">=", lambda a, b: a >= b),
            ]
        )
        one, two = (self.number(self.random.choice([0, 1, 1]), scores) for _ in range(2))
        found = made(f"{{0}} {mark} {{1}}", holds, one, two)
        settled = one.text == two.text or self._is_settled(found)
        return self.compared(scores) if settled else found

    def _is_settled(self, part: Part) -> bool:
        """Tell whether it is the same at all sizes and places: what names more is left out then."""
        names = [*self.places, *INNER]
        try:
            cases = [dict(zip(names, at, strict=True)) for at in product([1, 2, 4], repeat=4)]
            return len({part.at({"n": n, **at}) for n in (1, 2, 5) for at in cases}) == 1
        except (KeyError, NoValue):
            return False

    def condition(self, scores: bool) -> Part:
        one = self.pick(self.relation, lambda: self.compared(scores), lambda: self.compared(scores))
        two = self.compared(scores)
        return self.pick(
            lambda: one,
            lambda: one,
            lambda: replace(
                made("({0} and {1})", lambda a, b: a and b, one, two), joined=(one, two)
            ),
            lambda: made("({0} or {1})", lambda a, b: a or b, one, two),
            lambda: made("not ({0})", lambda a: not a, one),
        )

    def body(self) -> Part:
        premise, claim = self.condition(False), self.condition(True)
        return self.pick(
            lambda: claim,
            lambda: _implied(premise, claim),
            lambda: _implied(premise, claim),
            lambda: made("({0}) <=> ({1})", lambda a, b: a == b, premise, claim),
            lambda: self._inner(claim),
        )

    def _inner(self, claim: Part) -> Part:
        return made("({0} or {1})", lambda a, b: a or b, self._binder([*INNER]), claim)

    def _binder(self, names: list[str]) -> Part:
        """Return an inner ∀ or ∃; the cases in it that have no value are left out."""
        word, kind = self.random.choice([("forall", all), ("exists", any)])
        name, *others = self._to_be_bound(names)
        self.bound.append(name)
        claim = self.condition(True)
        inner = self.pick(
            lambda: claim, lambda: claim, lambda: _implied(self.condition(False), claim)
        )
        if others and self.random.random() < 0.4:
            nested = self._binder(others)
            inner = self.pick(
                lambda: made("({0} and {1})", lambda a, b: a and b, inner, nested),
                lambda: made("({0} or {1})", lambda a, b: a or b, nested, inner),
                lambda: nested,
                lambda: _implied(self.condition(False), nested),
            )
        self.bound.pop()
        values = self.domain_of(name)

        def at(known: dict[str, Any]) -> bool:
            found = []
            for value in values:
                try:
                    found.append(inner.at({**known, name: value}))
                except NoValue:
                    continue
            return kind(found)

        said = f"({word} {name} in {'places' if name in INNER else self.over}: {inner.text})"
        return Part(said, at, inner.sure, inner.named, inner.about - {name})

    def _to_be_bound(self, names: list[str]) -> list[str]:
        """Return the inner names, a listing in place of the first where there are few cases."""
        outside = [one for one in self.bound if one in self.listings]
        cases = len(self.values()) ** (len(outside) + 1)
        if names[0] == INNER[0] and cases < MOST_CASES and self.random.random() < 0.4:
            return [self.inner, *names[1:]]
        return names

    @property
    def over(self) -> str:
        return type(self).__name__.lower()

    # Whole declarations ---------------------------------------------------------------------------

    def variables(self) -> list[str]:
        names = [*self.listings[: self.random.choice([1, 2])]]
        names += self.random.sample(self.places, self.random.choice([0, 0, 1]))
        return names

    def statement(self) -> tuple[str, list[str], Part, str]:
        """Return the text, the variables, the body, and whether it is about all or some."""
        self.bound = self.variables()
        body, word = self.body(), self.random.choice(["forall", "forall", "forall", "exists"])
        return f"{word} {self.named()}: {body.text}", list(self.bound), body, word

    def named(self) -> str:
        return ", ".join(self.bound)

    def quantity(self) -> tuple[str, list[str], Part, Part, str]:
        """Return the text, the variables, what is counted, where, and which number it is."""
        self.bound = self.variables()
        word = self.random.choice(["mean", "greatest", "least"])
        body, where = self.number(1, True), Part("true", lambda known: True)
        if self.random.random() < 0.5:
            where = self.condition(False)
        said = "" if where.text == "true" else f" where {where.text}"
        return f"{word} {self.named()}{said}: {body.text}", list(self.bound), body, where, word

    def domain_of(self, name: str) -> list[Any]:
        return list(range(1, self.n + 1)) if name in (*self.places, *INNER) else self.values()

    def cases(self, names: Sequence[str], metric: Any) -> list[dict[str, Any]]:
        """Go through all cases."""
        known = {"n": self.n, "c": self.c, "m": metric}
        chosen = product(*map(self.domain_of, names))
        return [{**known, **dict(zip(names, case, strict=True))} for case in chosen]


def _implied(premise: Part, claim: Part) -> Part:
    """Return an implication, of which nothing is named where what surely has a value is false."""
    surely = [part for part in premise.joined or (premise,) if part.sure]

    def idle(known: dict[str, Any]) -> bool:
        return not all(part.at(known) for part in surely)

    def at(known: dict[str, Any]) -> bool:
        if idle(known):
            return True
        true, then = premise.at(known), claim.at(known)
        return then or not true

    found = made("(({0}) => ({1}))", lambda a, b: b or not a, premise, claim)
    return replace(found, at=at, joined=(), idle=idle)


def _named(body: Part, known: dict[str, Any]) -> None:
    """Insist that what a case names has a value: all that no inner variable is mentioned in."""
    for part in () if body.idle(known) else body.named:
        if not part.about:
            part.at(known)


@dataclass(frozen=True)
class Loops:
    """What plain loops say: holds, refuted or undecided, and whether cases were left out.

    What is always true may be left out of a statement when it is read, with all that it names; then
    fewer cases are left out. So where some were, a case that decides may have been one of them.
    """

    status: str
    left_out: int
    word: str

    def allows(self, status: str) -> bool:
        """Tell whether a verdict may be given."""
        decisive = {"forall": "refuted", "exists": "holds"}[self.word]
        return status in (self.status, "undecided") or (
            self.left_out > 0 and (status == decisive or self.status == "undecided")
        )


def judged(word: str, body: Part, cases: Sequence[dict[str, Any]]) -> Loops:
    """Decide a statement in every case; one that names nothing counts where none is left out."""
    found, left_out = [], 0
    for known in cases:
        try:
            _named(body, known)
            true = bool(body.at(known))
        except NoValue:
            left_out += 1
            continue
        if word == "exists" or not body.idle(known):
            found.append(true)
    if not found:
        return Loops("undecided" if left_out else "holds", left_out, word)
    true = all(found) if word == "forall" else any(found)
    return Loops("holds" if true else "refuted", left_out, word)


def measured(word: str, body: Part, where: Part, cases: Sequence[dict[str, Any]]) -> Any:
    """Return the number that plain loops find, or None where nothing is counted."""
    found = []
    for known in cases:
        try:
            if where.at(known):
                found.append(Fraction(body.at(known)))
        except NoValue:
            continue
    if not found:
        return None
    if word == "mean":
        return sum(found) / len(found)
    return max(found) if word == "greatest" else min(found)


# Domains -----------------------------------------------------------------------------------------


class Rankings(Maker):
    """Two rankings, with entries, ranks, products and swaps; heights where they are given."""

    listings = ("sigma", "tau")
    inputs = 2

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.heights = [Fraction(self.random.randint(1, 4), 2) for _ in range(self.n)]
        self.cut = self.random.choice([None, None, *range(1, self.n)])

    def values(self) -> list[Any]:
        return list(permutations(range(1, self.n + 1)))

    def listing(self) -> Part:
        one, two = self.variable(), self.variable()
        return self.pick(
            lambda: one,
            lambda: one,
            lambda: one,
            lambda: made("inverse({0})", inverse, one),
            lambda: made("compose({0}, {1})", lambda a, b: tuple(a[x - 1] for x in b), one, two),
            lambda: made("compose({0}, swap(1, n))", swapped_ends, one),
        )

    def entry(self, listing: Part, place: Part) -> Part:
        return self.pick(
            lambda: self.looked_up(listing, place),
            lambda: replace(
                self.looked_up(made("inverse({0})", inverse, listing), place),
                text=f"rank({listing.text}, {place.text})",
            ),
        )

    def relation(self) -> Part:
        return self.equal(self.listing(), self.listing())

    def metric(self) -> tuple[str, Callable[..., Any]]:
        """Return a sum over places as text, and what it is."""
        term, what = self.random.choice(
            [
                ("abs(sigma(i) - tau(i))", lambda s, t, i: abs(s[i] - t[i])),
                ("[sigma(i) = tau(i)]", lambda s, t, i: int(s[i] == t[i])),
                ("sigma(i) * tau(n + 1 - i)", lambda s, t, i: s[i] * t[len(s) - 1 - i]),
                ("max(sigma(i), tau(i)) / i", lambda s, t, i: Fraction(max(s[i], t[i]), i + 1)),
                ("sigma(i) / (tau(i) - i)", lambda s, t, i: over(s[i], t[i] - i - 1)),
            ]
        )
        heights = self.random.random() < 0.4
        factor, weights = ("height(i) * ", self.heights) if heights else ("", [1] * self.n)
        text = f"sum(i, 1, {'n' if self.cut is None else 'k'}, {factor}{term})"

        def at(sigma: Any, tau: Any) -> Any:
            return sum(weights[i] * what(sigma, tau, i) for i in range(self.cut or len(sigma)))

        return text, at


def inverse(ranking: Sequence[int]) -> tuple[int, ...]:
    return tuple(ranking.index(item) + 1 for item in range(1, len(ranking) + 1))


def swapped_ends(ranking: Sequence[int]) -> tuple[int, ...]:
    return (ranking[-1], *ranking[1:-1], ranking[0]) if len(ranking) > 1 else tuple(ranking)


def at_place(listing: Sequence[int], place: Any) -> int:
    if place != int(place) or not 1 <= place <= len(listing):
        raise NoValue
    return listing[int(place) - 1]


class Lists(Maker):
    """Judged lists: what is retrieved, and what is not, the best first."""

    listings = ("r", "s")
    inner = "t"
    has_depth = True

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.cut = self.random.choice([None, None, *range(1, self.n + 2)])
        self.p = Fraction(1, self.random.randint(2, 4))

    def values(self) -> list[Any]:
        grades = range(self.c + 1)
        return [
            (top, rest)
            for size in range(self.n + 1)
            for top in product(grades, repeat=size)
            for rest in product(grades, repeat=self.n - size)
            if list(rest) == sorted(rest, reverse=True)
        ]

    def listing(self) -> Part:
        one, i, j = self.variable(), self.place(), self.place()
        grade = self.random.choice([0, 1])
        return self.pick(
            lambda: one,
            lambda: one,
            lambda: one,
            lambda: made("exchange({0}, {1}, {2})", exchanged, one, i, j),
            lambda: made(f"regrade({{0}}, {{1}}, {grade})", lambda a, b: regraded(a, b, grade),
                         one, i),
            lambda: _unsure(made("append({0}, {1})", extended, one, i)),
            lambda: made("ideal({0})", lambda a: (best_first(*a), ()), one),
            lambda: made("sorted({0})", lambda a: (best_first(a[0], ()), a[1]), one),
        )  # fmt: skip

    def entry(self, listing: Part, place: Part) -> Part:
        one = self.variable()
        whole = made("{0}", lambda a: (*a[0], *a[1]), one)
        return self.pick(
            lambda: self.looked_up(whole, place),
            lambda: self.looked_up(whole, place),
            lambda: made("length({0})", lambda a: len(a[0]), one),
        )

    def relation(self) -> Part:
        one, two, depth = self.variable(), self.variable(), self.place()
        return self.pick(
            lambda: made("same_pool({0}, {1})", lambda a, b: pool(a) == pool(b), one, two),
            lambda: made("same_top({0}, {1}, {2})", lambda a, b, k: a[0][:k] == b[0][:k],
                         one, two, depth),
            lambda: self.equal(one, two),
        )  # fmt: skip

    def metric(self) -> tuple[str, Callable[..., Any]]:
        term, what = self.random.choice(
            [
                ("r(i)", lambda a, i: a[i]),
                ("[r(i) >= 1] / i", lambda a, i: Fraction(int(a[i] >= 1), i + 1)),
                ("(2^r(i) - 1) / 2^i", lambda a, i: Fraction(2 ** a[i] - 1, 2 ** (i + 1))),
                ("max(r(i), 1)", lambda a, i: max(a[i], 1)),
                ("p^i * r(i)", lambda a, i: self.p ** (i + 1) * a[i]),
            ]
        )
        by, divisor = self.random.choice(
            [
                ("n", lambda a: self.n),
                ("n", lambda a: self.n),
                ("sum(j, 1, n, r(j))", lambda a: sum(sum(a, ()))),
                ("length(r)", lambda a: len(a[0])),
                ("sum(j, 1, n, ideal(r)(j) / j)",
                 lambda a: sum(Fraction(x, j) for j, x in enumerate(best_first(*a), 1))),
            ]
        )  # fmt: skip
        seen = self.random.random() < 0.7
        within = " * [i <= length(r)]" if seen else ""
        within += "" if self.cut is None else " * [i <= k]"

        def at(listed: Any) -> Any:
            whole = (*listed[0], *listed[1])
            last = len(listed[0]) if seen else self.n
            last = last if self.cut is None else min(last, self.cut)
            return over(sum(what(whole, i) for i in range(last)), divisor(listed))

        return f"ratio(sum(i, 1, n, {term}{within}), {by})", at


def _unsure(part: Part) -> Part:
    return replace(part, sure=False)


def _bound_of(part: Part) -> Part:
    """Return a join or meet, which is named as a score is."""
    return replace(part, sure=False, named=(*part.named, part))


def best_first(top: Sequence[int], rest: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted((*top, *rest), reverse=True))


def pool(listed: Any) -> tuple[int, ...]:
    return best_first(*listed)


def _parted(entries: Sequence[int], size: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(entries[:size]), best_first(entries[size:], ())


def exchanged(listed: Any, one: int, two: int) -> Any:
    entries = [*listed[0], *listed[1]]
    if not (1 <= one <= len(entries) and 1 <= two <= len(entries)):
        raise NoValue
    entries[one - 1], entries[two - 1] = entries[two - 1], entries[one - 1]
    return _parted(entries, len(listed[0]))


def regraded(listed: Any, place: int, grade: int) -> Any:
    entries = [*listed[0], *listed[1]]
    if not 1 <= place <= len(entries):
        raise NoValue
    entries[place - 1] = grade
    return _parted(entries, len(listed[0]))


def extended(listed: Any, place: int) -> Any:
    top, rest = listed
    if not len(top) < place <= len(top) + len(rest):
        raise NoValue
    left = list(rest)
    added = left.pop(place - len(top) - 1)
    return (*top, added), tuple(left)


class Tops(Maker):
    """Two top-k lists of items 1, …, n."""

    listings = ("x", "y")
    inner = "z"
    inputs = 2

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.k = self.random.randint(1, self.n)
        self.uneven = self.random.random() < 0.4
        self.tied = self.random.random() < 0.4

    def values(self) -> list[Any]:
        """Return the lists as tuples of sets, those with ties where they may have some."""
        lengths = range(1 if self.uneven else self.k, self.k + 1)
        return [
            listed
            for size in lengths
            for chosen in combinations(range(1, self.n + 1), size)
            for listed in arranged(frozenset(chosen))
            if self.tied or len(listed) == size
        ]

    def entry(self, listing: Part, place: Part) -> Part:
        return self.pick(
            lambda: made("rank({0}, {1})", self.rank, listing, place),
            lambda: made("rank({0}, {1})", self.rank, listing, place),
            lambda: made("length({0})", lambda a: sum(map(len, a)), listing),
        )

    def rank(self, listed: Sequence[Any], item: int) -> int:
        """Return one more than how many stand above the item's group."""
        above = 0
        for group in listed:
            if item in group:
                return above + 1
            above += len(group)
        return self.n + 1

    def mates(self, listed: Sequence[Any], item: int) -> int:
        """Return how many stand in the group of an item, 1 where it is in none."""
        return next((len(group) for group in listed if item in group), 1)

    def metric(self) -> tuple[str, Callable[..., Any]]:
        rank = self.rank
        term, what = self.random.choice(
            [
                ("abs(rank(x, i) - rank(y, i))", lambda x, y, i: abs(rank(x, i) - rank(y, i))),
                ("[rank(x, i) <= k and rank(y, i) <= k]",
                 lambda x, y, i: int(rank(x, i) <= self.k and rank(y, i) <= self.k)),
                ("min(rank(x, i), 2) / rank(y, i)",
                 lambda x, y, i: Fraction(min(rank(x, i), 2), rank(y, i))),
                ("[rank(x, i) = rank(y, i)] * i",
                 lambda x, y, i: i * int(rank(x, i) == rank(y, i))),
            ]
        )  # fmt: skip
        by, divisor = self.random.choice(
            [
                ("1", lambda x, y: 1),
                ("length(x)", lambda x, y: sum(map(len, x))),
                ("rank(y, 1) - 1", lambda x, y: rank(y, 1) - 1),
            ]
        )

        ties = "tied_with(x, i) * " if self.tied else ""

        def at(x: Any, y: Any) -> Any:
            weights = [self.mates(x, i) if ties else 1 for i in range(1, self.n + 1)]
            total = sum(weights[i - 1] * what(x, y, i) for i in range(1, self.n + 1))
            return over(total, divisor(x, y))

        return f"ratio(sum(i, 1, n, {ties}{term}), {by})", at


def arranged(items: frozenset[int]) -> list[tuple[frozenset[int], ...]]:
    """Return all orders of items in which some may be tied."""
    if not items:
        return [()]
    sizes = range(1, len(items) + 1)
    first = [frozenset(one) for size in sizes for one in combinations(sorted(items), size)]
    return [(one, *rest) for one in first for rest in arranged(items - one)]


class Runs(Maker):
    """Judged runs on an order of one's own, with given gains."""

    listings = ("r", "s")
    inner = "u"
    ORDERS = (
        ("forall i: r(i) <= s(i)", lambda r, s: all(a <= b for a, b in zip(r, s, strict=True))),
        (
            "forall i: sum(j, 1, i, r(j)) <= sum(j, 1, i, s(j))",
            lambda r, s: all(sum(r[: i + 1]) <= sum(s[: i + 1]) for i in range(len(r))),
        ),
        (
            "r = s or (exists i: r(i) < s(i) and (forall j: j < i => r(j) = s(j)))",
            lambda r, s: r <= s,
        ),
        ("sum(i, 1, n, r(i)) <= sum(i, 1, n, s(i))", lambda r, s: sum(r) <= sum(s)),
        (
            "r = s or (r(1) < s(1) and r(n) <= s(n))",
            lambda r, s: r == s or (r[0] < s[0] and r[-1] <= s[-1]),
        ),
        ("r(1) <= s(n)", lambda r, s: r[0] <= s[-1]),
    )

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.n, self.c = self.random.choice([(1, 3), (2, 1), (2, 2), (2, 3), (3, 1)])
        steps = [self.random.choice([1, 2, Fraction(1, 2)]) for _ in range(self.c)]
        self.gains = [sum(steps[:place]) for place in range(self.c + 1)]
        self.order, self.under = self.random.choice(self.ORDERS)

    def values(self) -> list[Any]:
        return list(product(range(self.c + 1), repeat=self.n))

    def named(self) -> str:
        return ", ".join(f"{one} in runs" if one in self.listings else one for one in self.bound)

    def listing(self) -> Part:
        one, two = self.variable(), self.variable()
        return self.pick(
            lambda: one,
            lambda: one,
            lambda: _bound_of(made("join({0}, {1})", self.join, one, two)),
            lambda: _bound_of(made("meet({0}, {1})", self.meet, one, two)),
        )

    def join(self, r: Any, s: Any) -> Any:
        above = [u for u in self.values() if self.under(r, u) and self.under(s, u)]
        return self._only([u for u in above if all(self.under(u, v) for v in above)])

    def meet(self, r: Any, s: Any) -> Any:
        below = [u for u in self.values() if self.under(u, r) and self.under(u, s)]
        return self._only([u for u in below if all(self.under(v, u) for v in below)])

    @staticmethod
    def _only(found: list[Any]) -> Any:
        if len(found) != 1:
            raise NoValue
        return found[0]

    def entry(self, listing: Part, place: Part) -> Part:
        return self.looked_up(self.variable(), place)

    def relation(self) -> Part:
        one, two = self.variable(), self.variable()
        return self.pick(
            lambda: made("below({0}, {1})", self.under, one, two),
            lambda: made("below({0}, {1})", self.under, one, two),
            lambda: self.equal(self.listing(), self.listing()),
        )

    def metric(self) -> tuple[str, Callable[..., Any]]:
        gain = self.gains
        return self.random.choice(
            [
                ("sum(i, 1, n, gain(r(i)) / i)",
                 lambda r: sum(gain[x] / Fraction(i) for i, x in enumerate(r, 1))),
                ("sum(i, 1, n, gain(r(i)) * [r(i) = c])",
                 lambda r: sum(gain[x] for x in r if x == self.c)),
                ("max(gain(r(1)), gain(r(n)))", lambda r: max(gain[r[0]], gain[r[-1]])),
                ("ratio(sum(i, 1, n, gain(r(i))), sum(i, 1, n, r(i)))",
                 lambda r: over(sum(gain[x] for x in r), sum(r))),
            ]
        )  # fmt: skip


DOMAINS = {"rankings": Rankings, "lists": Lists, "tops": Tops, "runs": Runs}
