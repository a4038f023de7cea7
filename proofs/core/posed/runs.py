"""Questions about judged runs: of an order, of a metric on one, of two metrics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from axioms.axiom import ORDER
from metrics import METRICS, RUN_METRICS
from metrics.language.domains import RUNS, Size
from metrics.language.parameters import PARAMETERS, checked
from metrics.language.premises import FULL_DEPTH
from metrics.metric import Metric
from metrics.naming import BadInput
from proofs.core.fitting import check_subjects
from proofs.core.posing import Asked, Questions, Sizes, metric_named

if TYPE_CHECKING:
    from lattice.order import Order


def about_runs(asked: Asked) -> Questions:
    """Return a question for each size, or one for every n."""
    from lattice.relation import insist_runs

    given, sizes = asked.given, asked.sizes
    order, metrics = _order_and_metrics(asked, given.pop("order", None))
    c = given.pop("c", None)
    if c is None and sizes is not None:
        raise BadInput("how many degrees? Add --c: with --c 2 they are a₀ < a₁ < a₂.")
    top = 2 if c is None else PARAMETERS["c"].given(c)
    for size in sizes or []:
        insist_runs(size, top)
    names = " and ".join(metric.name for metric in metrics) or "an order"
    read = tuple({name: None for metric in metrics for name in metric.parameters})
    asked.fixing_n()
    parameters = {"c": top, **checked(names, read, given, Size((sizes or [1])[0], top))}
    _insist_within(parameters, sizes)
    more = {"on": order, "every_c": c is None}
    return [asked.question(metrics or (order,), n, parameters, **more) for n in sizes or [2]], ()


def _insist_within(parameters: dict[str, Any], sizes: Sizes | None) -> None:
    """Refuse a cut-off beyond the end of a run; without one the whole run counts."""
    if parameters.get("k") == FULL_DEPTH:
        del parameters["k"]
    depth = parameters.get("k", 1)
    if depth < 1 or any(size < depth for size in sizes or []):
        raise BadInput(
            f"k = {depth} does not fit a run of {min(sizes or [1])}: it needs 1 ≤ k ≤ n."
        )


def _order_and_metrics(asked: Asked, order: Any) -> tuple[Order, tuple[Metric, ...]]:
    from lattice.order import UNORDERED

    declared, name = asked.declared, asked.declared.name
    if declared.subject == ORDER:
        subject = asked.only("one order")
        if order is not None:
            raise BadInput(f"{name} is about an order itself: leave --order out.")
        return _order(subject, name), ()
    if len(declared.slots) == 1:
        asked.only("one metric, with --order")
    metrics = tuple(_metric_of_runs(subject, asked, order) for subject in asked.subjects)
    check_subjects(declared, metrics)
    return UNORDERED if order is None else _order(order, name), metrics


def _metric_of_runs(subject: Any, asked: Asked, order: Any) -> Metric:
    from lattice import ORDERS
    from lattice.order import Order

    name = asked.declared.name
    if isinstance(subject, Order) or (isinstance(subject, str) and subject in ORDERS):
        raise BadInput(
            f"{name} is about a metric, and {subject} is an order: name a metric such as "
            f"gp, and the order by --order {subject}."
        )
    if order is None and asked.declared.needs_order:
        raise BadInput(f"{name} needs an order: add --order, for example --order rank_replacement.")
    metric = metric_named(subject, RUNS)
    if metric.domain is not RUNS:
        raise BadInput(
            f"{metric.name} scores {metric.domain.name}, and {name} is about judged runs: "
            'ask it of gp, gr, grbp, dcg_b or a metric of your own with domain = "runs".'
        )
    return metric


def _order(given: Any, asked: str) -> Order:
    from lattice.order import Order, find_order

    if isinstance(given, Order):
        return given
    if isinstance(given, Metric) or given in RUN_METRICS or given in METRICS:
        raise BadInput(f"{given} is a metric, and {asked} is about an order: rank_replacement, …")
    return find_order(given)
