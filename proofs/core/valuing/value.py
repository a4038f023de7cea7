"""The exact value of a metric at one point: a ranking, a judged run, weights, a label.

Which domain is meant follows from what is given, and each has one reader here that turns what was
given into a point. The value is that of the declared definition, evaluated as a refutation is
replayed. What is shown is an expression that was evaluated to the same number.

>>> value_of("kendall", ranking=[2, 1, 3], reference=[1, 2, 3]).exact
1/3
>>> value_of("gp", run=[2, 0, 1], c=2, gains=[0, 1, 3]).exact
4/9
>>> print(value_of("gp", run=[2, 0, 1], c=2).exact)
g(a₁)/(3*g(a₂)) + 1/3
>>> value_of("lr_plus", ranking=[1, 2], reference=[1, 2], k=1).undefined[-6:]
'is 1/0'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from metrics import METRICS, RUN_METRICS, find_metric
from metrics.labels import DISTANCES
from metrics.language.domains import LISTS, RANKINGS, RUNS, TOPS, Domain
from metrics.language.terms import ITEMS
from metrics.lists import LIST_METRICS
from metrics.metric import Metric
from metrics.multi_aspect import APPROACHES, MEASURES
from metrics.naming import BadInput
from proofs.core.fitting import with_premises
from proofs.core.posed.lists import ranking_metric, readable_by_lists
from proofs.core.posed.named import metric_elsewhere
from proofs.core.posed.tops import readable_of_tops, top_named
from proofs.core.posing import OF_DISTANCE, OF_MEASURE, OWN, SIZES
from proofs.core.valuing.labels import of_labels
from proofs.core.valuing.lists import OTHERS, is_of_lists_alone, of_a_list
from proofs.core.valuing.rankings import of_a_run, of_rankings
from proofs.core.valuing.tops import ADVICE as OF_TOPS
from proofs.core.valuing.tops import is_of_tops, of_tops
from proofs.core.valuing.valued import Value
from proofs.trusted.number import Inconclusive

Numbers = Sequence[int] | str


def value_of(
    metric: Any,
    *,
    ranking: Numbers | None = None,
    reference: Numbers | None = None,
    run: Numbers | None = None,
    label: Any = None,
    grades: Any = None,
    convention: str | None = None,
    **given: Any,
) -> Value:
    """Return the exact value of a metric at a point.

    `ranking` is read by every metric of rankings or top-k lists; one that compares two has
    `reference` as its first; `n` is the number of items of top-k lists. `run` is a judged run, with
    the largest degree `c`; `label` a label for a distance, or the labels of ranked documents for a
    measure. `grades` are those of a judged list from the top,
    None for an unjudged document; `unretrieved` then counts the other documents of the pool by
    grade, `groups` are the places of documents with equal scores, and `ties` and `unjudged` say
    what becomes of them. Parameters are those of `proofs.ask`.
    """
    points = {"ranking": ranking, "run": run, "label": label, "grades": grades}
    named = [name for name, value in points.items() if value is not None]
    if len(named) > 1:
        raise BadInput(f"--{named[0]} and --{named[1]} are points of two domains: give one.")
    known = {name: value for name, value in given.items() if value is not None}
    if label is None:
        metric = metric_elsewhere(metric, "runs" if named == ["run"] else "") or metric
    if isinstance(metric, Metric):
        metric = metric.settled()
        metric.insist_given()
    if metric.domain is TOPS if isinstance(metric, Metric) else is_of_tops(str(metric)):
        _refuse(convention=convention)
        if named not in ([], ["ranking"]):
            raise BadInput(f"{metric} scores top-k lists: {OF_TOPS}")
        return of_tops(metric, ranking, reference, known)
    if label is not None:
        _refuse(reference=reference, convention=convention)
        return of_labels(metric, label, known)
    if grades is not None:
        _refuse(reference=reference, convention=convention)
        return of_a_list(metric, {"grades": grades, **known})
    if "n" in known:
        raise BadInput("only metrics of top-k lists read --n: leave it out.")
    declared = metric if isinstance(metric, Metric) else _metric(metric, named, known)
    wanted, advice = WORDS[declared.domain]
    if named != [wanted]:
        both = f" For judged lists {ADVICE}" if declared.name in LIST_METRICS else ""
        raise BadInput(f"{declared.name} scores {declared.domain.name}: {advice}{both}")
    if declared.domain is RUNS:
        _refuse(reference=reference, convention=convention)
        return of_a_run(declared, run, known)
    return of_rankings(declared, ranking, reference, convention or ITEMS, known)


ADVICE = "give --grades, for example --grades 2,0,1, or --qrels and --run."
WORDS: dict[Domain, tuple[str, str]] = {
    RANKINGS: ("ranking", "give --ranking, for example --ranking 2,1,3."),
    RUNS: ("run", "give --run, for example --run 2,0,1, and --c."),
    LISTS: ("grades", ADVICE),
}


def _metric(name: Any, named: list[str], given: dict[str, Any]) -> Metric:
    if name in DISTANCES:
        raise BadInput(f"{name} is a distance of labels: give --label, for example --label 0,1.")
    if named == ["run"] and str(name) in RUN_METRICS:
        return find_metric(str(name), RUNS)
    base = name.partition("@")[0] if named == ["ranking"] else name
    if is_of_lists_alone(base) or (base in LIST_METRICS and base not in METRICS):
        raise BadInput(f"{name} scores judged lists: {ADVICE}")
    return ranking_metric(str(name), given)


def readable_at_a_point(name: str) -> set[str]:
    """Return the parameters that a metric of this name reads, in any domain that knows it."""
    found: set[str] = set()
    metric = metric_elsewhere(name)
    if metric is not None:
        return with_premises(set(metric.parameters)) | ({"c"} if metric.domain is RUNS else set())
    if is_of_tops(name):
        return readable_of_tops([top_named(name, 1)]) - {"lengths", "groups"}
    base = name.partition("@")[0].partition("(")[0].strip()
    if base in LIST_METRICS:
        found |= readable_by_lists([name])
    if base in DISTANCES:
        found |= {*SIZES, "embedding", *DISTANCES[base].parameters}
    if base in MEASURES or base in APPROACHES:
        own = set(OWN) - {"lists", "relevant"}
        found |= {"measure", "embedding", "distance", *SIZES, *own, *OF_DISTANCE, *OF_MEASURE}
    if not found or any(base in others for others in OTHERS):
        metric = ranking_metric(name.partition("(")[0], {})
        found |= with_premises(set(metric.parameters)) | ({"c"} if metric.domain is RUNS else set())
    return found


def _refuse(**given: Any) -> None:
    """Refuse what only rankings read."""
    for name, value in given.items():
        if value is not None:
            raise BadInput(f"only metrics of rankings read --{name}: leave it out.")


__all__ = ["Inconclusive", "Value", "readable_at_a_point", "value_of"]
