"""Recommender libraries, which take relevant and ranked items: ties are broken here, as listed."""

from __future__ import annotations

import inspect
from typing import Any

from proofs.programs.inside.library import Library, Measure, cut

RANKED = """def program(qrels, run):
    relevant = [name for name, grade in qrels.items() if grade > 0]
    ranked = sorted(run, key=run.get, reverse=True)
    return {}"""


def _split(qrels: dict[str, int], run: dict[str, float]) -> tuple[list[str], list[str]]:
    """Return the relevant documents, and all retrieved ones by falling scores."""
    relevant = [name for name, grade in qrels.items() if grade > 0]
    return relevant, sorted(run, key=lambda name: run[name], reverse=True)


def _rs_metrics(name: str) -> Measure:
    import rs_metrics

    base, depth = cut(name)
    function, k = getattr(rs_metrics, base), depth or 1000

    def program(qrels: dict[str, int], run: dict[str, float]) -> Any:
        relevant, ranked = _split(qrels, run)
        return function({"u": relevant}, {"u": ranked}, k=k)

    called = f'{base}({{"u": relevant}}, {{"u": ranked}}, k={k})'
    setup = f"from rs_metrics import {base}\n\n\n{RANKED.format(called)}"
    return Measure(program, "qrels", setup, depth, 1)


# cornac ------------------------------------------------------------------------------------------

CORNAC_CALL = """metric.compute(
        gt_pos=array([int(name[1:]) for name in relevant], int),
        pd_rank=array([int(name[1:]) for name in ranked], int),
        item_indices=array([int(name[1:]) for name in ranked], int),
        pd_scores=array([run[name] for name in ranked], float),
    )"""


def _cornac(name: str) -> Measure:
    from cornac.metrics import ranking
    from numpy import array

    base, depth = cut(name)
    kind = getattr(ranking, base)
    metric = kind() if depth is None else kind(k=depth)

    def program(qrels: dict[str, int], run: dict[str, float]) -> Any:
        relevant, ranked = (array([int(d[1:]) for d in some], int) for some in _split(qrels, run))
        scores = array(sorted(run.values(), reverse=True), float)
        return metric.compute(
            gt_pos=relevant, pd_rank=ranked, item_indices=ranked, pd_scores=scores
        )

    given = "" if depth is None else f"k={depth}"
    setup = (
        f"from cornac.metrics.ranking import {base}\nfrom numpy import array\n\n"
        f"metric = {base}({given})\n\n\n{RANKED.format(CORNAC_CALL)}"
    )
    return Measure(program, "qrels", setup, depth, 1)


# implicit ----------------------------------------------------------------------------------------


def _implicit(name: str) -> Measure:
    base, depth = cut(name)
    if depth is None or base not in ("precision", "map", "ndcg", "auc"):
        raise KeyError("it has precision, map, ndcg and auc, each with a cut-off, as map@2")
    from proofs.programs.inside import implicit_measures

    def program(qrels: dict[str, int], run: dict[str, float]) -> Any:
        return implicit_measures.measured(*_split(qrels, run), depth, base)

    called = f"measured(relevant, ranked, {depth}, {base!r})"
    setup = f"{inspect.getsource(implicit_measures)}\n\n{RANKED.format(called)}"
    return Measure(program, "qrels", setup, depth, 1)


RECOMMENDERS = (
    Library(
        "rs_metrics",
        "rs-metrics",
        _rs_metrics,
        ("ndcg", "hitrate", "precision", "recall", "mrr", "mapr"),
    ),
    Library(
        "cornac",
        "cornac",
        _cornac,
        ("NDCG", "NCRR", "MRR", "MAP", "AUC", "HitRatio@2", "Precision@2", "Recall@2",
         "FMeasure@2"),
    ),
    Library("implicit", "implicit", _implicit, ("map@2", "ndcg@2", "precision@2", "auc@2")),
)  # fmt: skip
