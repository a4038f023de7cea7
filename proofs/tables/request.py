"""What a table is asked for: sizes, metrics, axioms, parameters, and how much may be spent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from axioms import AXIOMS, find_axiom
from axioms.axiom import Axiom, Quantity
from metrics import METRICS, find_metric
from metrics.language.domains import RANKINGS
from metrics.language.given import exact
from metrics.language.terms import CONVENTIONS, ITEMS
from metrics.lists import LIST_METRICS, TOP_METRICS
from metrics.metric import Metric
from metrics.naming import BadInput
from proofs.core.fitting import unrolled_slots
from proofs.core.limits import silent

NOT_RANKINGS = (
    "this table is about metrics of rankings, not of {}; the tables lists and pairs are about "
    "judged lists too, and python -m proofs.check asks about any."
)
DEFAULT_K = 2
DEFAULT_P = "4/5"


@dataclass(frozen=True)
class Request:
    """The options that all tables share."""

    sizes: tuple[int, ...] | None = None
    k: int | None = None
    c: int | None = None
    p: str | None = None
    metrics: tuple[str, ...] = ()
    axioms: tuple[str, ...] = ()
    having: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()
    domain: str | None = None
    convention: str = ITEMS
    engine: str = "auto"
    every_n: bool = False
    samples: int | None = None
    seed: int | None = None
    timeout: float | None = None
    jobs: int = 2
    fresh: bool = False
    known: bool = False
    cluster: str | None = None
    progress: Callable[[int, int], None] = field(default=silent, compare=False)

    def __post_init__(self) -> None:
        exact("p", self.persistence)
        if self.convention not in CONVENTIONS:
            raise BadInput(f"no convention is called {self.convention!r}: items or ranks.")

    @property
    def persistence(self) -> str:
        """The persistence of the metrics that have one."""
        return self.p or DEFAULT_P

    def chosen_metrics(self, default: tuple[str, ...] | None = None) -> list[Metric]:
        """Return the metrics of the table: those named, or the default, or all."""
        names = self.metrics or default or tuple(METRICS)
        found = [find_metric(_insist_of_rankings(name)) for name in names]
        for metric in found:
            if metric.name not in METRICS and (not metric.origin or metric.domain is not RANKINGS):
                what = "distances with weights" if metric.domain is RANKINGS else metric.domain.name
                raise BadInput(f"{metric.name}: {NOT_RANKINGS.format(what)}")
        return self.sound(found, k=self.k, p=self.p)

    @staticmethod
    def sound(found: list[Metric], **given: Any) -> list[Metric]:
        """Return metrics, each named once, that read what is given between them."""
        twice = {metric.name for metric in found if found.count(metric) > 1}
        if twice:
            raise BadInput(f"--metrics names {min(twice)} twice: name each metric once.")
        for name, value in given.items():
            if value is not None and not any(name in metric.parameters for metric in found):
                raise BadInput(f"no metric of this table has a {name}: leave --{name} out.")
        return found

    def insist_sampled(self, sizes: tuple[int, ...], largest_exact: int) -> None:
        """Refuse options of random cases where every case is counted."""
        for name, value in (("samples", self.samples), ("seed", self.seed)):
            if value is not None and max(sizes) <= largest_exact:
                raise BadInput(f"nothing is sampled up to n = {largest_exact}: leave --{name} out.")

    def seed_or(self, own: int) -> int:
        """Return the seed that was given, or a table's own."""
        return own if self.seed is None else self.seed

    def facts(self, sizes: tuple[int, ...], **more: Any) -> dict[str, Any]:
        """Return what a program reads first of a table."""
        return {"convention": self.convention, "n": list(sizes), **more}

    def chosen_axioms(self) -> list[Axiom]:
        """Return the axioms of the table: those named, or all that speak of one metric."""
        if not self.axioms:
            return [axiom for axiom in AXIOMS.values() if len(axiom.slots) == 1]
        found = [find_axiom(name) for name in self.axioms]
        return [_about_one_metric(axiom) for axiom in dict.fromkeys(found)]

    def parameters(self, *metrics: Metric, k: int | None = None) -> dict[str, Any]:
        """Return the parameters that some metrics need, as far as the table gives them."""
        wanted = {name for metric in metrics for name in metric.parameters}
        values = {"k": k or self.k or DEFAULT_K, "p": self.persistence}
        return {name: value for name, value in values.items() if name in wanted}

    def asks(self, axiom: Axiom | Quantity, metric: Metric) -> dict[str, Any]:
        """Return the parameters for a question: none that the axiom chooses itself."""
        given = self.parameters(metric)
        if unrolled_slots(axiom):
            given.pop("k", None)
        return given

    def notes(self) -> tuple[str, ...]:
        """Return what holds for every cell: the convention and the parameters."""
        k = self.k or DEFAULT_K
        return (
            f"{self.convention}: {CONVENTIONS[self.convention]}",
            f"k = {k} where a metric has a cut-off (j = k), "
            f"p = {self.persistence} where it has a persistence",
        )


def _insist_of_rankings(name: str) -> str:
    """Return a name, unless it is that of a metric of lists of ours alone."""
    base = name.partition("@")[0].partition("(")[0].strip()
    for known, what in ((LIST_METRICS, "judged lists"), (TOP_METRICS, "top-k lists")):
        if base in known and (base not in METRICS or base != name):
            raise BadInput(f"{name}: {NOT_RANKINGS.format(what)}")
    return name


def _about_one_metric(axiom: Axiom | Quantity) -> Axiom:
    if not isinstance(axiom, Axiom) or len(axiom.slots) != 1 or axiom.domain is not RANKINGS:
        raise BadInput(
            f"{axiom.name} is no property of one metric of rankings: the table cannot show it."
        )
    return axiom


def applies(axiom: Axiom, metric: Metric) -> bool:
    """Tell whether an axiom speaks of metrics of this kind."""
    return axiom.inputs is None or len(metric.inputs) == axiom.inputs
