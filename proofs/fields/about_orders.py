"""Questions about orders of judged runs: from names to a verdict.

>>> from proofs import ask
>>> ask("distributive", "rank_replacement", n=3, c=2).status
'holds'
>>> ask("lattice", "rank_swapping", n=2, c=2).replayed.witness
{'r': [0, 2], 's': [1, 0]}
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from axioms.axiom import Axiom, Quantity
from lattice import ORDERS, find_order
from lattice.order import Order
from lattice.relation import check_size
from metrics import METRICS, RUN_METRICS, find_metric
from metrics.metric import Metric
from metrics.naming import BadInput
from proofs.core.limits import Limits
from proofs.core.order_question import OrderQuestion, check_metric, settings_for
from proofs.core.verdict import UNDECIDED, Measurement, Verdict


def ask(
    declared: Axiom | Quantity,
    subjects: Sequence[str | Metric | Order],
    *,
    n: int | str | Iterable[int],
    engine: str,
    limits: Limits,
    cross: bool,
    convention: str,
    order: str | Order | None = None,
    c: int | None = None,
    **given: Any,
) -> Verdict | Measurement:
    """Answer one question; with several n, walk up and stop at the first that is not held."""
    del convention
    chosen, metric = subject_of(declared, subjects, order)
    if c is None and n != "all":
        raise BadInput("how many degrees? Add --c: with --c 2 they are a₀ < a₁ < a₂.")
    if n == "all":
        from proofs.engines.symbolic import order_shapes as order_everyn

        if isinstance(declared, Quantity):
            raise BadInput(f"{declared.name} is a number for one n: give --n 3, not --n all.")
        if metric is not None and metric.fixed:
            raise BadInput(f"{metric} was made for one n and c: give those.")
        if engine not in ("auto", "symbolic"):
            raise BadInput(f"--n all needs the symbolic engine, not {engine!r}.")
        return order_everyn.answer(declared, chosen, metric, c, given, limits)
    if isinstance(n, str):
        raise BadInput(f"n = {n!r} is neither a number, a range of numbers, nor 'all'.")
    assert c is not None
    sizes = [n] if isinstance(n, int) else list(n)
    if not sizes:
        raise BadInput("no n was given: give a number such as 3, or a range.")
    for size in sizes:
        check_size(chosen, size, c)
    _insist_made_for(metric, sizes, c)
    settings = settings_for(metric, c, given)
    questions = [OrderQuestion(declared, chosen, metric, size, c, settings) for size in sizes]
    if isinstance(declared, Quantity):
        from proofs.engines.exhaustive.runs.order_counts import measure

        if len(sizes) != 1:
            raise BadInput(f"{declared.name} is a number for one n: give --n 3, not a range.")
        return measure(questions[0], limits)
    return walk(questions, engine, limits, cross)


def _insist_made_for(metric: Metric | None, sizes: Sequence[int], c: int) -> None:
    """Refuse sizes that a metric was not made for."""
    for name, value in () if metric is None else metric.fixed:
        if any(size != value for size in (sizes if name == "n" else [c])):
            raise BadInput(f"{metric} was made for {name} = {value}, and for no other.")


def subject_of(
    declared: Axiom | Quantity, subjects: Sequence[Any], order: str | Order | None
) -> tuple[Order, Metric | None]:
    """Return the order and, where the axiom is about one, the metric."""
    if declared.about != "orders":
        name = getattr(subjects[0], "name", subjects[0])
        raise BadInput(
            f"{name} scores judged runs, and {declared.name} is about rankings. Ask isotone or "
            f"valuation of {name}, with --order."
        )
    if len(subjects) != 1:
        what = "one metric, with --order" if declared.slots else "one order"
        raise BadInput(f"{declared.name} is about {what}, {len(subjects)} given.")
    (subject,) = subjects
    if not declared.slots:
        if order is not None:
            raise BadInput(f"{declared.name} is about an order itself: leave --order out.")
        return _order(subject, declared.name), None
    if isinstance(subject, Order) or subject in ORDERS:
        raise BadInput(
            f"{declared.name} is about a metric, and {subject} is an order: name a metric such as "
            f"gp, and the order by --order {subject}."
        )
    if order is None:
        raise BadInput(
            f"{declared.name} needs an order: add --order, for example --order rank_replacement."
        )
    metric = subject if isinstance(subject, Metric) else find_metric(subject)
    assert isinstance(declared, Axiom)
    check_metric(declared, metric)
    return _order(order, declared.name), metric


def _order(given: str | Order, asked: str) -> Order:
    if isinstance(given, Order):
        return given
    if isinstance(given, Metric) or given in RUN_METRICS or given in METRICS:
        raise BadInput(f"{given} is a metric, and {asked} is about an order: rank_replacement, …")
    return find_order(given)


def walk(questions: Sequence[OrderQuestion], engine: str, limits: Limits, cross: bool) -> Verdict:
    """Ask for growing n until the answer is not HOLDS."""
    from proofs.core.asking import walk as walk_up

    if engine not in ("auto", "exhaustive", "smt"):
        raise BadInput(f"the engine {engine!r} does not read orders: auto, exhaustive or smt.")

    def decided(question: Any) -> Verdict:
        if engine == "smt":
            from proofs.engines.smt import runs_script as order_smt

            return order_smt.answer(question, limits)
        from proofs.engines.exhaustive.runs import every_run

        verdict = every_run.answer(question, limits)
        return _crossed(question, verdict, limits) if cross else verdict

    return walk_up(questions, decided)  # type: ignore[arg-type]


def _crossed(question: OrderQuestion, verdict: Verdict, limits: Limits) -> Verdict:
    """Ask the solvers as well, and insist that they agree."""
    from proofs.core.limits import Refusal
    from proofs.engines.smt import runs_script as order_smt
    from proofs.script.solvers import Disagreement

    try:
        second = order_smt.answer(question, limits)
    except Refusal as refusal:
        return replace(verdict, caveats=(*verdict.caveats, str(refusal)))
    if second.status == UNDECIDED:
        return replace(verdict, caveats=(*verdict.caveats, f"smt: {second.reason}"))
    if verdict.status == UNDECIDED:
        return replace(second, caveats=(*second.caveats, f"exhaustive: {verdict.reason}"))
    if verdict.status != second.status:
        raise Disagreement(f"{question.text()}: exhaustive {verdict.status}, smt {second.status}")
    return replace(verdict, agreed_by=("smt",))
