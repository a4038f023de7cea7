"""From a piece of evidence to an answer: what the engines say, and whether the paper says so.

>>> answer = answered(Ask("symmetry", ("mape",)))
>>> answer.agrees, answer.size
(False, 3)
>>> given = (("runs", ((0, 2), (1, 0))), ("c", 2))
>>> answered(Point("below", "rank_swapping", given, "refuted")).said
'neither is below the other'
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import sqrt
from typing import TYPE_CHECKING, Any

from proofs.claims.claim import HOLDS, NO_VALUE, Ask, Compute, Evidence, Imply, Point
from proofs.claims.exactly import rounding, rounds_to, word
from rankproof.line.version import VERSION

if TYPE_CHECKING:
    from proofs.core.valuing.valued import Value

SMALL, SMALL_RUNS, DEGREES = range(2, 6), range(1, 4), (1, 2, 3)
STANDARD_ERRORS = 4
SECONDS_PER_IMPLICATION = 60
VALUES = tuple(map(Fraction, (0, 1, -1, 2)))


@dataclass(frozen=True)
class Answer:
    """What was found about one piece of evidence; plain data, so that it can be kept in a file."""

    asked: str
    about: str
    agrees: bool | None
    said: str
    scope: str
    undefined: bool = False
    settled: bool = False
    exceptions: tuple[str, ...] = ()
    witness: str = ""
    size: int = 0
    objects: tuple[dict[str, Any], ...] = ()
    cached: bool = False
    seconds: float = 0.0
    cut_short: bool = False


def answered(evidence: Evidence) -> Answer:
    """Answer one piece of evidence."""
    started = time.perf_counter()
    if isinstance(evidence, Ask):
        answer = _asked(evidence)
    elif isinstance(evidence, Imply):
        answer = _implied(evidence)
    elif isinstance(evidence, Point):
        answer = _at_point(evidence)
    else:
        answer = _computed(evidence)
    return replace(answer, seconds=round(time.perf_counter() - started, 3))


# Properties and quantities -----------------------------------------------------------------------


def verdicts_of(question: Ask) -> list[Any]:
    """Return the verdicts that answer a question, or the one measurement."""
    from lattice.declared import texts

    known = repr(texts())
    return _verdicts(question.axiom, question.subjects, question.n, question.given, known)


def _asked(question: Ask) -> Answer:
    from proofs.core.verdict import Measurement

    verdicts = verdicts_of(question)
    if isinstance(verdicts[0], Measurement):
        return _measured(question, verdicts[0])
    return _judged(question, verdicts)


@cache
def _verdicts(
    axiom: str, subjects: tuple[str, ...], n: Any, given: tuple[tuple[str, Any], ...], known: str
) -> list[Any]:
    """Ask for every n; where nothing decides that, at small n, every cut-off and few degrees.

    What is declared elsewhere is `known`: a name may stand for something else another time.
    """
    from proofs.core.asking import ask
    from proofs.core.limits import Limits

    options = {**dict(given), "limits": Limits(jobs=1)}
    sizes = n
    if sizes == "all":
        verdict = ask(axiom, *subjects, n="all", **options)
        if getattr(verdict, "status", "") != "undecided":
            return [verdict]
        sizes = SMALL_RUNS if _lacks_degrees(axiom, subjects, given) else SMALL
    settings: list[dict[str, int]] = [{}]
    if _lacks_degrees(axiom, subjects, given):
        settings = [{"c": c} for c in DEGREES]
    elif "k" not in dict(given):
        settings = _cutoffs(axiom, subjects, sizes)
    return [ask(axiom, *subjects, n=sizes, **{**options, **setting}) for setting in settings]


def _lacks_degrees(
    axiom: str, subjects: tuple[str, ...], given: tuple[tuple[str, Any], ...]
) -> bool:
    """Tell whether a question is about judged runs and leaves open how many degrees they have."""
    from metrics.language.domains import RUNS
    from proofs.core.posed.lists import asked_of

    known = dict(given)
    return asked_of(axiom, subjects, known.get("domain")).domain is RUNS and "c" not in known


def _cutoffs(axiom: str, subjects: tuple[str, ...], sizes: Any) -> list[dict[str, int]]:
    """Return every cut-off that the metrics take, where the question leaves it open."""
    from axioms import find_axiom
    from axioms.axiom import METRIC
    from metrics import find_metric
    from metrics.language.domains import RANKINGS
    from proofs.core.fitting import unrolled_slots

    declared = find_axiom(axiom)
    if declared.subject != METRIC or declared.domain is not RANKINGS:
        return [{}]
    metrics = [find_metric(name) for name in subjects]
    cut = [metric for metric in metrics if metric.depends_on_k()]
    if not cut or unrolled_slots(declared):
        return [{}]
    largest = sizes if isinstance(sizes, int) else max(sizes)
    return [{"k": k} for k in range(1, min(metric.cutoffs(largest).stop for metric in cut))]


def _judged(question: Ask, verdicts: list[Any]) -> Answer:
    from proofs.report.shown import as_json

    statuses = [verdict.status for verdict in verdicts]
    status = next((s for s in ("refuted", "undecided") if s in statuses), "holds")
    decisive = min(
        (verdict for verdict in verdicts if verdict.status == status),
        key=lambda verdict: verdict.scope.first_failing or 0,
    )
    scope = str(decisive.scope)
    alike = len(verdicts) > 1 and len(set(statuses)) == 1
    if alike and status == "holds":
        sizes = sorted({size for verdict in verdicts for size in verdict.scope.sizes})
        scope = f"n = {sizes[0]}" + (f"…{sizes[-1]}" if len(sizes) > 1 else "")
    few = f", c = {DEGREES[0]}…{DEGREES[-1]}"
    scope += (
        few if _lacks_degrees(question.axiom, question.subjects, question.given) else ", every k"
    ) * alike
    return Answer(
        asked=_title(question, decisive),
        about=_subjects(decisive),
        agrees=None if status == "undecided" else status == question.says,
        said=f"{status}, {scope}" + (f": {decisive.reason}" if decisive.reason else ""),
        scope=scope,
        undefined=decisive.reason.startswith("undefined"),
        settled=status == "refuted" or all(v.scope.every_from is not None for v in verdicts),
        witness=_witness(decisive),
        size=decisive.scope.first_failing or 0,
        objects=tuple(as_json(verdict) for verdict in verdicts),
    )


def _title(question: Ask, verdict: Any) -> str:
    return ": ".join(part for part in (question.note, _about(verdict)) if part)


def _subjects(verdict: Any) -> str:
    return " and ".join(subject.title for subject in verdict.question.subjects)


def _about(verdict: Any) -> str:
    convention = ", ranks" if verdict.question.convention == "ranks" else ""
    return f"{verdict.question.asked.title}, {_subjects(verdict)}{convention}"


def _witness(verdict: Any) -> str:
    """Return a counterexample in one line."""
    from proofs.report.shown import exact_text, named

    replayed = verdict.replayed
    if replayed is None or replayed.witness is None:
        return ""
    names = ", ".join(named(replayed.witness))
    values = ", ".join(f"{term} = {exact_text(value)}" for term, value in replayed.values)
    parts = (f"n = {verdict.question.n}{verdict.question.given()}", names, values)
    return ": ".join(part for part in parts if part)


def _measured(question: Ask, found: Any) -> Answer:
    from proofs.report.shown import as_json, exact_text

    scope = f"n = {found.question.n}{found.question.given()}"
    if found.exact is not None:
        value = found.exact.expression()
        agrees: bool | None = rounds_to(value, question.says)
        said = f"exactly {exact_text(value)}, printed {question.says}"
    elif found.interval is not None:
        agrees = near(found, question.says, question.draws)
        low, high = (f"{end:.3g}" for end in found.interval)
        said = f"between {low} and {high} (99 %), printed {question.says}"
        scope += ", estimated"
    else:
        agrees, said = None, found.reason
    return Answer(
        asked=_title(question, found),
        about=f"{_subjects(found)} ({said})",
        agrees=agrees,
        said=said,
        scope=scope,
        undefined=found.reason == "undefined",
        objects=(as_json(found),),
    )


def near(found: Any, printed: str, draws: int | None) -> bool:
    """Tell whether a printed average lies within the sampling errors, ours and the paper's."""
    from proofs.engines.sampling.estimates import Z_99

    deviation = (found.interval[1] - found.estimate) / Z_99 * sqrt(found.samples)
    error = deviation * sqrt(1 / found.samples + (1 / draws if draws else 0))
    gap = abs(float(Fraction(printed)) - found.estimate)
    return gap <= float(rounding(printed)) + STANDARD_ERRORS * error


# One point ----------------------------------------------------------------------------------------


def _at_point(question: Point) -> Answer:
    """Answer what the value of a metric is there, or whether an order relates two runs."""
    answer = _related(question) if question.kind == "below" else _valued(question)
    return replace(
        answer,
        asked=": ".join(part for part in (question.note, answer.asked) if part),
        about=f"{answer.asked} ({answer.said})",
        said=answer.said + (f" ({question.covers})" if question.covers else ""),
        settled=bool(question.covers),
    )


def _valued(question: Point) -> Answer:
    from proofs.core.question import shown_value
    from proofs.core.valuing.value import value_of
    from proofs.report.shown import exact_text, named
    from proofs.report.valued import value_fields

    found = value_of(question.subject, **dict(question.given))
    if found.undefined:
        agrees, said = question.says == NO_VALUE, NO_VALUE
    else:
        agrees = question.says != NO_VALUE and rounds_to(found.exact, question.says)
        said = f"exactly {exact_text(found.exact)}, stated {question.says}"
    parameters = [f"{name} = {shown_value(value)}" for name, value in found.parameters.items()]
    asked = f"{found.title} at {', '.join([*named(found.point), *parameters])}"
    scope = f"n = {_size(found)}"
    return Answer(asked, "", agrees, said, scope, objects=(value_fields(found),))


def _size(found: Value) -> int:
    """Return how many items, documents or aspects there are at a point."""
    if "n" in found.parameters:
        return int(found.parameters["n"])
    first = next(iter(found.point.values()))
    if isinstance(first, dict):
        return len(first["grades"]) + sum(first.get("unretrieved") or ())
    return len(first)


def _related(question: Point) -> Answer:
    from lattice import find_order
    from lattice.relation import poset_of

    given = dict(question.given)
    (one, two), c = given["runs"], given["c"]
    order = find_order(question.subject)
    poset = poset_of(order, len(one), c)
    up, down = poset.below(one, two), poset.below(two, one)
    lower, upper = (word(one), word(two)) if up else (word(two), word(one))
    said = f"{lower} is below {upper}" if up or down else "neither is below the other"
    fields = {
        "schema": 1,
        "version": VERSION,
        "order": order.name,
        "parameters": {"n": len(one), "c": c},
        "runs": [list(one), list(two)],
        "below": up,
    }
    asked = f"{word(one)} below {word(two)}, {order.title}"
    scope = f"n = {len(one)}, c = {c}"
    return Answer(asked, "", up == (question.says == HOLDS), said, scope, objects=(fields,))


# Implications and computations -------------------------------------------------------------------


def implication_of(question: Imply) -> Any:
    """Return what was found about an implication, for every n where that is known."""
    from axioms import find_axiom
    from proofs.core.implying import implied

    premises = [find_axiom(name) for name in question.premises]
    conclusion = find_axiom(question.conclusion)
    return implied(premises, conclusion, question.n, SECONDS_PER_IMPLICATION, every_n=True)


def _implied(question: Imply) -> Answer:
    found = implication_of(question)
    names = " and ".join(axiom.title for axiom in found.premises)
    witness = "" if found.table is None else f"{found.scope}: {_breaking(found)}"
    asked = f"every metric: {names} ⇒ {found.conclusion.title}"
    return Answer(
        asked=": ".join(part for part in (question.note, asked) if part),
        about=asked,
        agrees=None if found.status == "undecided" else found.status == question.says,
        said=f"{found.status}, {found.scope}",
        scope=found.scope,
        settled=found.status == "refuted" or found.every_from is not None,
        witness=witness,
        size=found.sizes[-1] if found.table is not None else 0,
        objects=(found.as_json(),),
    )


def _breaking(found: Any) -> str:
    """Return a simple metric that breaks an implication, the same whatever a solver finds."""
    from proofs.core.implying import breaks, values_text
    from proofs.script.free_metric import pairs

    asked, n = (found.premises, found.conclusion), found.sizes[-1]
    for equal, other in product(VALUES, repeat=2):
        table = {(one, two): equal if one == two else other for one, two in pairs(n)}
        if breaks(*asked, table, n):
            return f"the metric m = {equal} for equal rankings, {other} for others"
    if n == 2:
        for values in product(VALUES, repeat=4):
            table = dict(zip(pairs(2), values, strict=True))
            if breaks(*asked, table, n):
                return f"the metric {', '.join(values_text(table))}"
    return "a metric that is listed with the evidence (--format json)"


def _computed(question: Compute) -> Answer:
    found = question.function(**dict(question.given))
    headline = (question.function.__doc__ or "").partition("\n")[0].rstrip(".")
    given = ", ".join(f"{name} = {value}" for name, value in question.given)
    if headline[1:2].islower() or headline[1:2] == " ":
        headline = headline[:1].lower() + headline[1:]
    title = question.note or headline + (f" ({given})" if given else "")
    said = {True: "true", False: "false", None: "open"}[found.agrees]
    covers = f" ({found.covers})" if found.covers else ""
    return Answer(
        asked=title,
        about=found.found,
        agrees=found.agrees,
        said=f"{said}: {found.found}{covers}",
        scope=found.scope,
        undefined=found.agrees is None,
        settled=bool(found.covers),
        exceptions=found.exceptions,
        objects=(
            {
                "schema": 1,
                "version": VERSION,
                "computation": question.function.__name__,
                "parameters": {name: str(value) for name, value in question.given},
                "agrees": found.agrees,
                "found": found.found,
                "scope": found.scope,
                "exceptions": list(found.exceptions),
            },
        ),
    )
