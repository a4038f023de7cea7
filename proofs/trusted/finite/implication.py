"""Check a certificate that some axioms imply another, or that a metric breaks the implication.

Why it is right. The axioms are found by their names, and what the certificate says is said again
from what was checked and compared. A metric that breaks an implication is a table with a value for
every pair of rankings; each axiom is read at it by the replayer of all refutations, which looks a
score up instead of opening a definition. That no metric of n items breaks it is a script written
anew from the axioms, with an unknown for every pair of rankings, which z3 and cvc5 must both find
unsatisfiable. Without a conclusion it is said that no metric has the premises together. For every n
it is argued by `proofs.script.small_models`, or by one script more (`proofs.script.any_size`), of
what is true of the rankings of any number of items, that has no model either.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from axioms import find_axiom
from metrics.language.fold import Unread
from metrics.language.terms import n as size
from proofs.script.any_size import any_size_script
from proofs.script.free_metric import LARGEST_N, breaking_script, check_axiom, formulas, pairs
from proofs.script.sealing import axiom_definitions, digest
from proofs.script.small_models import ALWAYS, ANY_SIZE, PARTS, SMALLEST, WORDS, reaches
from proofs.trusted.finite.aspects import answered
from proofs.trusted.number import Inconclusive, Number
from proofs.trusted.replayer import Replayer
from proofs.trusted.scene import Scene
from proofs.trusted.stated import declared_by, own_definitions
from proofs.trusted.untrusted import NotChecked, Rejected, same, shown
from proofs.trusted.value import Point

Table = Mapping[Any, Fraction]
LARGEST_TABLE = 4
MOST_CASES = 400_000
"""Four rankings of four items are 331,776 cases."""


class _OfTable(Replayer):
    """Reads statements about a metric that is given as a table."""

    def __init__(self, table: Table, n: int) -> None:
        super().__init__(Scene(n, {size: n}))
        self.table = table

    def value_Score(self, node: Any, point: Point) -> Number:
        return self.table[tuple(self.listing(term, point) for term in node.listings)]

    def cases(self, variables: Any, point: Point) -> Iterator[dict[Any, Any]]:
        """Go through all values of some variables, in lexicographic order."""
        every = [list(self.values(variable, point)) for variable in variables]
        if prod(map(len, every)) > MOST_CASES:
            raise Inconclusive(f"more than {MOST_CASES:,} cases are too many")
        return (dict(zip(variables, case, strict=True)) for case in product(*every))


def has(axiom: Any, table: Table, n: int) -> bool:
    """Decide whether a metric given as a table has a property, by reading every case."""
    replayer = _OfTable(table, n)
    return all(replayer.truth(formula, replayer.scene.point) for formula in formulas(axiom))


def check_implication(content: dict[str, Any]) -> list[str]:
    """Return what was checked of a certificate that was read, or raise Rejected or NotChecked."""
    said = content["implication"]
    own = declared_by(content.get("declarations", []))
    premises = [_named(name, own) for name in said["premises"]]
    conclusion = None if said["conclusion"] is None else _named(said["conclusion"], own)
    spoken_of = premises if conclusion is None else [*premises, conclusion]
    whose = own_definitions(spoken_of, content)
    if not premises or len(set(said["premises"])) != len(premises):
        raise Rejected("the premises are some axioms, each named once")
    if not same(axiom_definitions(spoken_of), content["definitions"]):
        raise Rejected("the definitions are not those of this version")
    if said["status"] == "undecided":
        raise NotChecked("the verdict decides nothing, and its reason was not checked")
    sizes, fails = said["scope"]["n"], said["status"] == "refuted"
    _insist_scope(said)
    if fails != (said["metric"] is not None):
        raise Rejected("a metric is given exactly where it breaks the implication")
    scripts = {f"n = {n}": breaking_script(premises, conclusion, n) for n in _held(said)}
    argued = content["evidence"].get("every_n")
    if argued in (ANY_SIZE, ALWAYS) and said["scope"]["all"]:
        least = sizes[-1] + 1 if sizes else said["scope"]["from"]
        used = premises if argued == ANY_SIZE else []
        scripts[f"n ≥ {least}"] = _of_any_size(used, conclusion, least)
    if not same([*map(digest, scripts.values())], content["evidence"].get("scripts", [])):
        raise Rejected("the scripts it names are not those written anew")
    done = [_has_no_model(text, where) for where, text in scripts.items()]
    if fails:
        _insist_broken(premises, conclusion, said["metric"], sizes[-1])
        lacks = "" if conclusion is None else " and lacks the conclusion"
        done.append(f"the metric at n = {sizes[-1]} has the premises{lacks}")
    return [*whose, *done, *_for_every_n(said["scope"], premises, conclusion, content["evidence"])]


def _named(name: str, own: Mapping[tuple[str, str], Any]) -> Any:
    axiom = own.get(("axiom", name)) or find_axiom(name)
    check_axiom(axiom)
    if axiom.name != name:
        raise Rejected(f"{shown(name)} is another name of {axiom.name}")
    return axiom


def _insist_scope(said: Mapping[str, Any]) -> None:
    """Insist on sizes without a gap, the last of which fails where one does."""
    scope, sizes = said["scope"], said["scope"]["n"]
    fails = sizes[-1] if sizes and said["status"] == "refuted" else None
    fits = sizes == list(range(sizes[0], sizes[-1] + 1)) if sizes else scope["all"]
    if not fits or not same(scope["first_failing_n"], fails):
        raise Rejected(f"the scope {shown(scope)} cannot be that of an implication")
    if (scope["all"] and said["status"] == "refuted") or scope["all"] != ("from" in scope):
        raise Rejected(f"the scope {shown(scope)} cannot be that of an implication")
    largest = LARGEST_TABLE if fails else LARGEST_N
    if sizes and sizes[-1] > largest:
        raise NotChecked(f"anything about n = {sizes[-1]}: n > {largest} is too large")


def _held(said: Mapping[str, Any]) -> list[int]:
    """Return the sizes at which it is said to hold."""
    sizes: list[int] = said["scope"]["n"]
    return sizes[:-1] if said["status"] == "refuted" else sizes


def _of_any_size(premises: Sequence[Any], conclusion: Any, least: int) -> str:
    try:
        return any_size_script(premises, conclusion, least)
    except Unread as problem:
        raise Rejected(f"what it says of every n does not follow: {problem}") from None


def _has_no_model(text: str, where: str) -> str:
    try:
        if not answered(text):
            raise Rejected(f"z3 and cvc5 find a metric that breaks it at {where}")
    except Inconclusive as problem:
        raise NotChecked(f"that it holds at {where}: {problem}") from None
    return f"z3 and cvc5 answered the script for {where}, written anew"


def _insist_broken(
    premises: Sequence[Any], conclusion: Any, metric: Sequence[Mapping[str, Any]], n: int
) -> None:
    """Insist that a metric has a value at each pair, has the premises and lacks the conclusion."""
    entries = [((tuple(one["sigma"]), tuple(one["tau"])), one["value"]) for one in metric]
    if [pair for pair, _ in entries] != pairs(n):
        raise Rejected(f"the metric has not one value for every pair of rankings of {n} items")
    table = dict(entries)
    for axiom in premises:
        if not has(axiom, table, n):
            raise Rejected(f"the metric does not have {axiom.name}")
    if conclusion is not None and has(conclusion, table, n):
        raise Rejected(f"the metric has {conclusion.name}")


def _for_every_n(
    scope: Mapping[str, Any], premises: Sequence[Any], conclusion: Any, evidence: Mapping[str, Any]
) -> list[str]:
    """Insist that what is said of every n follows from what was checked at some."""
    said: Any = evidence.get("every_n")
    if not scope["all"]:
        if said is not None:
            raise Rejected("it argues for every n, and does not say so of every n")
        return []
    sizes = scope["n"]
    if said in (ANY_SIZE, ALWAYS):  # its script was answered
        rests = not sizes or scope["from"] == sizes[0]
    elif said == PARTS:
        rests = not sizes and scope["from"] == 1
    else:
        rests = SMALLEST.get(said) in sizes and scope["from"] == sizes[0]
    if not rests or said not in (ANY_SIZE, ALWAYS, *reaches(premises, conclusion)):
        raise Rejected("what it says of every n does not follow")
    return [f"it holds for every n ≥ {scope['from']}: {WORDS[said]}"]
