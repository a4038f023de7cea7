"""Which questions the pages answer: for each domain its subjects, its axioms, sizes, parameters.

Nothing is asked here. A matrix has a row for each subject and a column for each axiom; what is
declared in files and plug-ins has rows of its own in the domain that it belongs to.

>>> rankings = matrices(Choice(metrics=("dcg",), axioms=("ioi",)))[0]
>>> rankings.key, [row.name for row in rankings.rows], rankings.sizes
('rankings', ['dcg'], (2, 3, 4))
>>> rankings.question(rankings.axioms[0], rankings.rows[0], "all")["subjects"]
['dcg']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from axioms import AXIOMS, LIST_AXIOMS, OTHER_AXIOMS, TOP_AXIOMS
from axioms.axiom import DISTANCE, METRIC, MULTI_ASPECT, ORDER, WEIGHTING, Axiom
from axioms.inequalities import WEIGHTINGS
from lattice import ORDERS
from metrics import HEIGHT_METRICS, METRICS, RUN_METRICS, WEIGHTED_METRICS
from metrics.labels import DISTANCES
from metrics.language.domains import LISTS, RANKINGS, RUNS, TOPS, Domain
from metrics.language.parameters import SYMBOLS
from metrics.lists import LIST_METRICS, TOP_METRICS, cut_at, find_list_metric
from metrics.metric import Metric
from metrics.multi_aspect import APPROACHES, MEASURES
from metrics.naming import ELSEWHERE, find
from proofs.core.fitting import unrolled_slots
from proofs.tables.request import Request

CUT, GRADES, SECONDS = 2, 2, 60.0
PERSISTENCE = Request().persistence


@dataclass(frozen=True)
class Choice:
    """Which part of everything is wanted: all of it, unless names are given."""

    metrics: tuple[str, ...] = ()
    axioms: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()
    papers: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()
    seconds: float = SECONDS

    def wants(self, kind: str, name: str) -> bool:
        """Tell whether a metric, an axiom, an order or a domain is wanted."""
        chosen: tuple[str, ...] = getattr(self, kind)
        return not chosen or name in chosen


@dataclass(frozen=True, eq=False)
class Row:
    """A subject: what it is called here, what is declared, how it is asked about."""

    name: str
    title: str
    family: str
    declared: Any
    subjects: tuple[str, ...]
    given: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Matrix:
    """The subjects × axioms of one domain, and how a question about two of them is put."""

    key: str
    title: str
    about: str
    rows: tuple[Row, ...]
    axioms: tuple[Axiom, ...]
    sizes: tuple[int, ...]
    given: Mapping[str, Any] = field(default_factory=dict)
    seconds: float = SECONDS

    def applies(self, axiom: Axiom, row: Row) -> bool:
        """Tell whether an axiom speaks of a subject of this kind."""
        return axiom.inputs is None or len(getattr(row.declared, "inputs", ())) == axiom.inputs

    def pairs(self) -> list[tuple[Axiom, Row]]:
        """Return all that is asked about, subject by subject."""
        return [(a, r) for r in self.rows for a in self.axioms if self.applies(a, r)]

    def part(self, declared: Any = None, axiom: Axiom | None = None) -> Matrix:
        """Return what is about one declaration, one axiom, or both."""
        rows = [row for row in self.rows if declared is None or declared in (row, row.declared)]
        axioms = self.axioms if axiom is None else (axiom,)
        return replace(self, rows=tuple(rows), axioms=axioms)

    def question(self, axiom: Axiom, row: Row, n: Any) -> dict[str, Any]:
        """Return the question about one cell, in the form in which its answer is kept."""
        subjects, given = list(row.subjects), {**self.given, **row.given}
        if unrolled_slots(axiom):
            given.pop("k", None)
            subjects = [name.partition("@")[0] for name in subjects]
        return {
            "asked": axiom.name,
            "subjects": subjects,
            "n": n if isinstance(n, int | str) else list(n),
            "parameters": given,
            "convention": "items" if self.key in ("rankings", "heights") else None,
            "engine": "auto",
            "timeout": self.seconds,
            "certified": True,
        }


def matrices(choice: Choice) -> list[Matrix]:
    """Return the matrices of all domains that have a subject and an axiom left."""
    every = (_rankings, _lists, _orders, _runs, _tops, _weights, _weightings, _labels, _aspects)
    made = [build(choice) for build in (*every, _heights)]
    return [one for one in made if one.rows and one.axioms and choice.wants("domains", one.key)]


# Domains -----------------------------------------------------------------------------------------


def _rankings(choice: Choice) -> Matrix:
    rows = [
        Row(m.name, m.title, m.family, m, (m.name,), Request().parameters(m))
        for m in (*_unique(METRICS), *elsewhere("metric", RANKINGS))
    ]
    about = "Metrics that score one ranking, or compare two rankings of the same items."
    axioms = _of_one([*AXIOMS.values(), *_own_axioms(METRIC, RANKINGS)])
    return _matrix("rankings", "Rankings", about, rows, axioms, (2, 3, 4), choice)


def _lists(choice: Choice) -> Matrix:
    declared = [find_list_metric(name, cut=CUT) for name in _names(LIST_METRICS)]
    declared += [cut_at(m, CUT if m.depends_on_k() else None) for m in elsewhere("metric", LISTS)]
    rows = [Row(m.name, m.title, "lists", m, (m.name,)) for m in declared]
    about = "Measures of a retrieved list whose documents have grades, as search is evaluated."
    given = {"domain": "lists", "c": GRADES}
    axioms = _of_one([*LIST_AXIOMS.values(), *_own_axioms(METRIC, LISTS)])
    return _matrix("lists", "Judged lists", about, rows, axioms, (1, 2, 3), choice, given)


def _orders(choice: Choice) -> Matrix:
    about = "Ways to say that one judged run is at least as good as another."
    known = (*OTHER_AXIOMS.values(), *_own_axioms(ORDER, RUNS))
    axioms = [a for a in _of(known, ORDER) if a.needs_order]
    rows = [Row(o.name, o.title, o.listed, o, (o.name,)) for o in _all_orders(choice)]
    given = {"c": GRADES}
    return _matrix("orders", "Orders of runs", about, rows, axioms, (1, 2, 3), choice, given)


def _runs(choice: Choice) -> Matrix:
    about = "Metrics of judged runs, each on an order: does the score follow the order?"
    metrics = [*_unique(RUN_METRICS), *elsewhere("metric", RUNS)]
    rows = [
        Row(f"{m.name} on {o.name}", f"{m.title}, {o.title}", m.name, m, (m.name,), _on(m, o))
        for o in _all_orders(choice)
        for m in metrics
    ]
    known = (*OTHER_AXIOMS.values(), *_own_axioms(METRIC, RUNS))
    axioms = [a for a in _of(known, METRIC) if a.needs_order]
    return _matrix("runs", "Metrics on orders", about, rows, axioms, (1, 2), choice)


def _on(metric: Metric, order: Any) -> dict[str, Any]:
    base = {"b": 2} if "b" in metric.parameters else {}
    return {"c": GRADES, "order": order.name, **base}


def _tops(choice: Choice) -> Matrix:
    declared = [*_unique(TOP_METRICS), *elsewhere("metric", TOPS)]
    rows = [Row(m.name, m.title, m.family, m, (m.name,), _persistent(m)) for m in declared]
    about = "Distances and overlaps of two top-k lists, which need not have the same items."
    axioms = _of_one([*TOP_AXIOMS.values(), *_own_axioms(METRIC, TOPS)])
    given = {"domain": "tops", "k": CUT}
    return _matrix("tops", "Top-k lists", about, rows, axioms, (2, 3), choice, given)


def _persistent(metric: Metric) -> dict[str, Any]:
    """Return a persistence for a metric with a logarithm of it, which cannot be left free."""
    from sympy import log

    p = SYMBOLS["p"]
    return {"p": PERSISTENCE} if any(one.has(p) for one in metric.value.atoms(log)) else {}


def _weights(choice: Choice) -> Matrix:
    rows = [Row(m.name, m.title, m.family, m, (m.name,)) for m in _unique(WEIGHTED_METRICS)]
    own = [a for a in _of(OTHER_AXIOMS.values(), METRIC) if a.name in ("scale_free", "relabelling")]
    axioms = [a for a in _of_one(AXIOMS.values()) if not unrolled_slots(a)] + own
    about = "Kendall's distance and the footrule with weights: answers are for all real weights."
    return _matrix("weights", "Weighted distances", about, rows, axioms, (2, 3), choice)


def _weightings(choice: Choice) -> Matrix:
    rows = [Row(w.name, w.title, "weightings", w, (w.name,)) for w in _unique(WEIGHTINGS)]
    axioms = _of(OTHER_AXIOMS.values(), WEIGHTING)
    about = "How the weighted Kendall distance and footrule bound each other, for all weights."
    return _matrix("inequalities", "Inequalities", about, rows, axioms, (2, 3), choice)


def _labels(choice: Choice) -> Matrix:
    rows = [
        Row(d.name, d.title, "labels", d, (d.name,), {"q": 3} if "q" in d.parameters else {})
        for d in _unique(DISTANCES)
    ]
    axioms, about = _of(OTHER_AXIOMS.values(), DISTANCE), "Distances of a label from the best one."
    return _matrix("labels", "Distances of labels", about, rows, axioms, (1, 2, 3), choice)


def _aspects(choice: Choice) -> Matrix:
    rows = [
        Row(f"{a.name} with {m.name}", f"{a.title}, {m.title}", a.name, a, (a.name,), _by(m))
        for a in _unique(APPROACHES)
        for m in _unique(MEASURES)
    ]
    axioms = _of(OTHER_AXIOMS.values(), MULTI_ASPECT)
    about = "Evaluation by several aspects at once: can the best value be reached?"
    return _matrix("aspects", "Several aspects", about, rows, axioms, (1, 2, 3), choice)


def _by(measure: Any) -> dict[str, Any]:
    given = {"measure": measure.name, "k": 1, "p": "1/2"}
    return {name: one for name, one in given.items() if name in ("measure", *measure.parameters)}


def _heights(choice: Choice) -> Matrix:
    rows = [Row(m.name, m.title, m.family, m, (m.name,)) for m in _unique(HEIGHT_METRICS)]
    axioms = [a for a in _of_one(AXIOMS.values()) if not unrolled_slots(a)]
    about = "The area under the point curve with a height for each depth, for all heights."
    return _matrix("heights", "Areas with heights", about, rows, axioms, (2, 3), choice)


# What is chosen ----------------------------------------------------------------------------------


def _matrix(
    key: str,
    title: str,
    about: str,
    rows: Iterable[Row],
    axioms: Iterable[Axiom],
    sizes: tuple[int, ...],
    choice: Choice,
    given: Mapping[str, Any] | None = None,
) -> Matrix:
    left = [r for r in rows if key == "orders" or choice.wants("metrics", r.declared.name)]
    asked = [axiom for axiom in axioms if choice.wants("axioms", axiom.name)]
    every = (key, title, about, tuple(left), tuple(asked), sizes, given or {})
    return Matrix(*every, choice.seconds)


def _unique(catalogue: Mapping[str, Any]) -> list[Any]:
    """Return the declarations of a catalogue, once each."""
    return list({id(one): one for one in catalogue.values()}.values())


def _names(catalogue: Mapping[str, Any]) -> list[str]:
    return [one.name for one in _unique(catalogue)]


def elsewhere(kind: str, domain: Domain | None) -> Iterator[Any]:
    """Go through what files and plug-ins declare."""
    ELSEWHERE.scan()
    for (found, _), one in sorted(ELSEWHERE.found.items()):
        if found == kind and (domain is None or one.domain is domain):
            yield one


def _own_axioms(subject: str, domain: Domain) -> Iterator[Axiom]:
    """Go through the axioms that files and plug-ins declare about one kind of subject."""
    for one in elsewhere("axiom", domain):
        if isinstance(one, Axiom) and one.subject == subject:
            yield one


def _all_orders(choice: Choice) -> list[Any]:
    every = (*_unique(ORDERS), *elsewhere("order", None))
    return [order for order in every if choice.wants("orders", order.name)]


def _of_one(axioms: Iterable[Any]) -> list[Axiom]:
    unique = {id(one): one for one in axioms if isinstance(one, Axiom) and len(one.slots) == 1}
    return list(unique.values())


def _of(axioms: Iterable[Any], subject: str) -> list[Axiom]:
    found = (one for one in axioms if isinstance(one, Axiom) and one.subject == subject)
    return list({id(one): one for one in found}.values())


def matrix_called(key: str, choice: Choice) -> Matrix:
    """Return the matrix of a domain."""
    return find(key, {one.key: one for one in matrices(choice)}, "domain")
