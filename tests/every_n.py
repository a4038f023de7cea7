"""Which share of all questions is decided for every n, and what is open.

    python -m tests.every_n --domain rankings --every 20
    python -m tests.every_n --domain orders

A cell is a property and what it is asked of, with cut-offs of rankings left open (every k), p = 1/2
where one is needed, lists cut at 3, orders with every number of degrees. It is decided where the
answer is HOLDS for every n, or REFUTED for every n from some n on; of a metric with a cut-off a
refutation is one for the k that it names.
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
from lattice import ORDERS
from metrics import METRICS, RUN_METRICS
from metrics.lists import LIST_METRICS
from metrics.metric import Metric
from tests.golden.questions import ONE, others


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
        if not of_metric:
            yield Cell(asked, order)
            continue
        for metric in RUN_METRICS.values():
            b = {"b": 2} if "b" in metric.parameters else {}
            k = {"k": 2} if "k" in metric.parameters else {}
            yield Cell(asked, metric.name, {"order": order, **_share(metric), **b, **k})


def _share(metric: Metric) -> dict[str, Any]:
    return {"p": "1/2"} if "p" in metric.parameters else {}


DOMAINS = {"rankings": rankings, "lists": lists, "orders": orders}


def is_decided(cell: Cell) -> bool:
    """Ask for every n."""
    found = proofs.ask(cell.asked, cell.subject, n="all", **cell.given)
    return found.status != "undecided" and found.scope.every_from is not None


def main(given: Sequence[str] | None = None) -> None:
    """Print the share, and what is open by property and by subject."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--domain", choices=DOMAINS, default="rankings")
    parser.add_argument("--every", type=int, default=1, help="ask one cell in so many")
    options = parser.parse_args(given)
    cells = list(DOMAINS[options.domain]())[:: options.every]
    left = [cell for cell in cells if not is_decided(cell)]
    share = (len(cells) - len(left)) / len(cells)
    print(f"{len(cells) - len(left)} of {len(cells)} are decided for every n: {share:.1%}")
    for what in ("asked", "subject"):
        counts = Counter(getattr(cell, what) for cell in left).most_common()
        print(f"open by {what}: {', '.join(f'{name} {count}' for name, count in counts)}")
    print(*map(str, left), sep="\n")


if __name__ == "__main__":
    main()
