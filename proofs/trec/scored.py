"""A metric on TREC files: its value at each topic, and the mean over topics.

Values are exact where they are rational; others are enclosed in intervals that are certified. A
topic at which the metric is undefined is named, and the mean is taken over the others. The mean is
arithmetic, or geometric, as GMAP has it: there every value may be raised to a least one first.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from metrics.language.given import rational
from metrics.metric import Metric
from metrics.naming import BadInput
from proofs.core.valuing.evaluating import Decimals, NotANumber, decimals, geometric
from proofs.core.valuing.evaluating import mean as arithmetic
from proofs.core.valuing.lists import UNJUDGED, ListMetric
from proofs.core.valuing.valued import own_reading
from proofs.trec.qrels import read_qrels
from proofs.trec.run import read_run
from proofs.trec.topics import TIES, Topics, topics_of
from rankproof.line.failures import Undecided
from rankproof.line.progress import Progress
from rankproof.presented import Presented

MEANS = ("arithmetic", "geometric")
GMAP = {"gmap": ("ap", "geometric")}
"""Names that say which mean is meant."""


@dataclass(frozen=True, repr=False)
class Scored(Presented):
    """The values of a metric on two files: of each topic, and their mean."""

    metric: str
    title: str
    files: dict[str, str]
    parameters: dict[str, Any]
    ties: str
    unjudged: str
    mean_is: str
    topics: Topics
    values: dict[str, Decimals] = field(default_factory=dict)
    undefined: dict[str, str] = field(default_factory=dict)
    mean: Decimals | None = None
    readings: tuple[str, ...] = ()

    def told(self, form: str) -> str:
        """Return the values as text, in one line, as HTML, Markdown or LaTeX."""
        from proofs.report.notebook import value_told

        return value_told(self, form)


def scored(
    metric: str | Metric,
    qrels: str,
    run: str,
    *,
    ties: str = "mean",
    mean: str | None = None,
    least: Any = None,
    progress: Progress | None = None,
    **given: Any,
) -> Scored:
    """Return the values of a metric on files of judgements and of a run."""
    name, own_mean = GMAP.get(str(metric), (metric, "arithmetic"))
    kind = mean or own_mean
    _insist("ties", ties, tuple(TIES))
    _insist("mean", kind, MEANS)
    if least is not None and kind != "geometric":
        raise BadInput("only a geometric mean reads --least: add --mean geometric.")
    floor = Fraction(0) if least is None else rational("least", least)
    top = given.pop("c", None)
    found = ListMetric.named(name, given)
    topics = topics_of(read_qrels(qrels), read_run(run), ties, top)
    if not topics.lists:
        raise BadInput(f"no topic is in both files, {qrels!r} and {run!r}.")
    numbers, undefined = _numbers(found, topics, "mean" if ties == "trec" else ties, progress)
    values = {topic: decimals(number) for topic, number in numbers.items()}
    return Scored(
        found.metric.name,
        found.metric.title,
        {"qrels": qrels, "run": run},
        {"c": topics.largest_grade, **found.settings(topics.largest_grade)},
        ties,
        found.unjudged,
        kind,
        topics,
        values,
        undefined,
        _mean(list(numbers.values()), kind, floor),
        tuple(_readings(found, topics, ties, floor)),
    )


def _insist(option: str, given: str, words: tuple[str, ...]) -> None:
    if given not in words:
        raise BadInput(f"--{option} {str(given)[:40]!r} is not one of {', '.join(words)}.")


def _numbers(
    metric: ListMetric, topics: Topics, ties: str, progress: Progress | None
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the value of each topic, or why it is undefined."""
    numbers: dict[str, Any] = {}
    undefined: dict[str, str] = {}
    for done, (topic, judged) in enumerate(topics.lists.items()):
        try:
            numbers[topic] = metric.number(judged, ties, topics.largest_grade)
        except NotANumber as problem:
            undefined[topic] = str(problem)
        except Undecided as problem:
            raise Undecided(f"topic {topic!r}: {problem}") from None
        if progress is not None:
            progress(done + 1, len(topics.lists))
    return numbers, undefined


def _mean(numbers: list[Any], kind: str, least: Fraction) -> Decimals | None:
    if not numbers:
        return None
    return decimals(arithmetic(numbers)) if kind == "arithmetic" else geometric(numbers, least)


def _readings(metric: ListMetric, topics: Topics, ties: str, least: Fraction) -> list[str]:
    found = [f"grades 0, …, {topics.largest_grade}; a negative one is that of an unjudged document"]
    if any(None in judged.grades for judged in topics.lists.values()):
        found.append(UNJUDGED[metric.unjudged])
    tied = sum(bool(judged.ties) for judged in topics.lists.values())
    many = f" ({tied} of {len(topics.lists)} topics have ties)" if ties != "trec" else ""
    found.append(f"ties: {TIES[ties]}{many}")
    found.append("scores: compared exactly (trec_eval rounds them to 32 bits); ranks are not read")
    found += [f"values below {least} are raised to it in the mean"] if least else []
    return found + own_reading(metric.metric)
