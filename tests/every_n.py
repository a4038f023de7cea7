"""Which share of all questions is decided for every n, and what is open.

    python -m tests.every_n --domain rankings --every 20
    python -m tests.every_n --domain orders
    python -m tests.every_n --domain rankings --sizes 2,3,4,5,6,12,40

A cell is a property and what it is asked of, with cut-offs of rankings left open (every k), p = 1/2
where one is needed, lists cut at 3, orders with every number of degrees. It is decided where the
answer is HOLDS for every n, or REFUTED for every n from some n on, or at some small n and proved
for every n after them; of a metric with a cut-off a refutation is one for every admissible k, for a
range of them, for the k that it names, or for some small n alone, and these are counted; of an
order one for the number of degrees that it names. With sizes, those cells that are decided for
every n are asked again at each size that the answer speaks of, at the first, the middle and the
last cut-off where it speaks of many, and must be decided there, with a certificate that verifies.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import proofs
from axioms import AXIOMS, LIST_AXIOMS, OTHER_AXIOMS
from axioms.axiom import WEIGHTING
from axioms.inequalities import WEIGHTINGS
from lattice import ORDERS
from metrics import METRICS, RUN_METRICS
from metrics.labels import DISTANCES
from metrics.lists import LIST_METRICS
from metrics.metric import Metric
from metrics.naming import BadInput
from proofs.core.asking import status_at
from proofs.report.certificate import certificate
from proofs.trusted.untrusted import NotChecked, Rejected
from proofs.trusted.verify import check
from tests.golden.questions import ONE, others

EVERY_K, RANGE_OF_K, NAMED = "every k", "a range of k", "the k that it names"
SMALL_N = "some small n alone"


@dataclass(frozen=True)
class Cell:
    """A property, what it is asked of, and what else is given."""

    asked: str
    subject: str
    given: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        order = self.given.get("order")
        return f"{self.asked} {self.subject}" + (f" on {order}" if order else "")


def rankings() -> Iterator[Cell]:
    """Properties of one metric × metrics of rankings, where the question can be posed."""
    for asked, metric in product(ONE, METRICS.values()):
        if AXIOMS[asked].inputs != 1 or len(metric.inputs) == 1:
            yield Cell(asked, metric.name, _share(metric))


def lists() -> Iterator[Cell]:
    """Properties of judged lists × metrics of lists at k = 3."""
    of_one = [name for name in LIST_AXIOMS if name not in ("never_opposite", "same_order")]
    for metric, asked in product(LIST_METRICS, of_one):
        subject = metric if asked == "monotone_in_k" else f"{metric}@3"
        yield Cell(asked, subject, {"domain": "lists"})


def orders() -> Iterator[Cell]:
    """Properties of orders × orders, and of metrics on them × metrics of runs × orders."""
    asked_of = {name: bool(OTHER_AXIOMS[name].slots) for name in others("orders", False)}
    for (asked, of_metric), order in product(asked_of.items(), ORDERS):
        if asked == "closed_form" and ORDERS[order].join is None:
            continue  # there is no such form to ask about
        if not of_metric:
            yield Cell(asked, order)
            continue
        for metric in RUN_METRICS.values():
            b = {"b": 2} if "b" in metric.parameters else {}
            k = {"k": 2} if "k" in metric.parameters else {}
            yield Cell(asked, metric.name, {"order": order, **_share(metric), **b, **k})


def weights() -> Iterator[Cell]:
    """Inequalities × weightings."""
    for asked, subject in product(others("weights", False), WEIGHTINGS):
        if OTHER_AXIOMS[asked].subject == WEIGHTING:
            yield Cell(asked, subject)


def aspects() -> Iterator[Cell]:
    """Properties of distances of labels × distances, for both readings of what is different."""
    for distance in DISTANCES.values():
        given = {"q": 3} if "q" in distance.parameters else {}
        yield Cell("respects_partial_order", distance.name, given)
        for reading in ("points", "labels"):
            yield Cell("respects_strictly", distance.name, {**given, "reading": reading})


def _share(metric: Metric) -> dict[str, Any]:
    return {"p": "1/2"} if "p" in metric.parameters else {}


DOMAINS = {
    "rankings": rankings,
    "lists": lists,
    "orders": orders,
    "weights": weights,
    "aspects": aspects,
}


def decided(cell: Cell) -> Any:
    """Ask for every n; return the verdict, or None where it is not decided."""
    found = proofs.ask(cell.asked, cell.subject, n="all", **cell.given)
    reaches = found.scope.every_from is not None or found.scope.holds_from is not None
    is_open = found.status == "undecided" or not reaches
    return None if is_open else found


def for_which_cutoffs(known: Any) -> str | None:
    """Say for which cut-offs a refutation is one, or None where nothing has a cut-off."""
    if known is None or known.status != "refuted" or "k" not in known.question.parameters:
        return None
    cutoffs = known.scope.cutoffs
    if cutoffs is None:
        return NAMED if known.scope.holds_from is None else SMALL_N
    largest = {str(metric.largest_k) for metric in known.question.metrics}
    said = [(str(low), str(high).replace("−", "-")) for low, high in cutoffs.ranges]
    return EVERY_K if said == [("1", *largest)] else RANGE_OF_K


def cutoffs_at(known: Any, n: int) -> list[int]:
    """Return the first, the middle and the last cut-off at one n of which a refutation speaks."""
    cutoffs, start = known.scope.cutoffs, known.scope.every_from
    if cutoffs is None or start is None or n < start:
        return []
    found = [k for k in range(1, n + 1) if cutoffs.take(n, k)]
    return sorted({found[0], found[len(found) // 2], found[-1]})


def open_at(cell: Cell, known: Any, sizes: Sequence[int]) -> list[str]:
    """Say at which sizes a cell is open, though the answer for every n decides it there."""
    left = []
    for n, expected, chosen in _expected(known, sizes):
        asked = {"c": 2, **chosen} if cell.given.get("domain") else chosen
        try:
            found = proofs.ask(cell.asked, cell.subject, n=n, **{**cell.given, **asked})
            problem = "" if found.status == expected else f"{found.status}: {found.reason}"
            if not problem and n > 6:
                check(certificate(found, "1"))
        except (BadInput, Rejected, NotChecked) as refusal:
            problem = str(refusal)
        left += [f"{cell} {asked} at n = {n}: {problem}"] if problem else []
    return left


def _expected(known: Any, sizes: Sequence[int]) -> Iterator[tuple[int, str, dict[str, int]]]:
    """Return each size with what is expected there, and the cut-off or largest grade."""
    for n in sizes:
        chosen = {
            name: value if isinstance(value, int) else max(1, min(2, n - 1))
            for name, value in known.question.parameters.items()
            if name in ("k", "c")
        }
        expected = status_at(known, n)
        if expected is not None:
            yield n, expected, chosen
        for k in cutoffs_at(known, n):
            if k != chosen["k"]:
                yield n, "refuted", {**chosen, "k": k}


def main(given: Sequence[str] | None = None) -> None:
    """Print the share, and what is open by property and by subject."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--domain", choices=DOMAINS, default="rankings")
    parser.add_argument("--every", type=int, default=1, help="ask one cell in so many")
    parser.add_argument("--sizes", type=lambda text: [int(size) for size in text.split(",")])
    options = parser.parse_args(given)
    cells = list(DOMAINS[options.domain]())[:: options.every]
    answers = [(cell, decided(cell)) for cell in cells]
    left = [cell for cell, known in answers if known is None]
    share = (len(cells) - len(left)) / len(cells)
    print(f"{len(cells) - len(left)} of {len(cells)} are decided for every n: {share:.1%}")
    cut = Counter(filter(None, (for_which_cutoffs(known) for _, known in answers)))
    if cut:
        said = ", ".join(f"{count} for {which}" for which, count in cut.most_common())
        print(f"{cut.total()} with a cut-off are refuted: {said}")
    for what in ("asked", "subject"):
        counts = Counter(getattr(cell, what) for cell in left).most_common()
        print(f"open by {what}: {', '.join(f'{name} {count}' for name, count in counts)}")
    print(*map(str, left), sep="\n")
    for cell, known in answers if options.sizes else ():
        if known is not None:
            print(*open_at(cell, known, options.sizes), sep="\n", end="", flush=True)


if __name__ == "__main__":
    main()
