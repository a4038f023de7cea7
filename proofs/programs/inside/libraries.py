"""The libraries whose measures are known by name, and how each is called.

A declaration is short: from the name of a measure to a function of one kind of call. Libraries are
imported when a measure of theirs is asked for.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Callable
from typing import Any

from proofs.programs.inside.library import Library, Measure, cut
from proofs.programs.inside.recommenders import RECOMMENDERS

UNBOUNDED = (0, None)
SIGNED = (-1, 1)


# scikit-learn ------------------------------------------------------------------------------------

SKLEARN_BINARY = ("average_precision_score", "label_ranking_average_precision_score")
SKLEARN_ONE_ROW = ("average_precision_score", "roc_auc_score")


def _scikit_learn(name: str) -> Measure:
    from sklearn import metrics

    base, depth = cut(name)
    function = getattr(metrics, base)
    row = "{}" if base in SKLEARN_ONE_ROW else "[{}]"
    y_true, y_score = row.format("y_true"), row.format("y_score")
    more = {} if depth is None else {"k": depth}
    shown = f", k={depth}" if more else ""

    def program(y_true: list[int], y_score: list[float]) -> Any:
        if base in SKLEARN_ONE_ROW:
            return function(y_true, y_score, **more)
        return function([y_true], [y_score], **more)

    return Measure(
        program,
        "arrays",
        f"from sklearn.metrics import {base}\n\n\ndef program(y_true, y_score):\n"
        f"    return {base}({y_true}, {y_score}{shown})",
        depth,
        1 if base in SKLEARN_BINARY else None,
        UNBOUNDED if base == "dcg_score" else (0, 1),
    )


# ranx --------------------------------------------------------------------------------------------


def _ranx(name: str) -> Measure:
    os.environ.setdefault("NUMBA_NUM_THREADS", "1")  # it uses one for few topics anyway
    from ranx import Qrels, Run, evaluate

    def program(qrels: dict[str, int], run: dict[str, float]) -> Any:
        return evaluate(Qrels({"q1": qrels}), Run({"q1": run}), name)

    def counts(data: dict[str, Any]) -> bool:
        judged = data["qrels"].values()
        return bool(data["run"]) and bool(any(judged) if name == "bpref" else judged)

    def together(inputs: list[dict[str, Any]]) -> list[Any]:
        """Ask many topics at once, but none that is refused alone, or that ends bpref's loop."""
        found: list[Any] = [None] * len(inputs)
        many = {at: data for at, data in enumerate(inputs) if counts(data)}
        qrels = Qrels({f"q{at:06}": data["qrels"] for at, data in many.items()})
        run = Run({f"q{at:06}": data["run"] for at, data in many.items()})
        for at, value in zip(many, evaluate(qrels, run, name, return_mean=False), strict=True):
            found[at] = value
        return found

    base, depth = cut(name)
    evaluate(Qrels({"q1": {"d1": 1}}), Run({"q1": {"d1": 1.0}}), name)
    return Measure(
        program,
        "qrels",
        "from ranx import Qrels, Run, evaluate\n\n\ndef program(qrels, run):\n"
        f'    return evaluate(Qrels({{"q1": qrels}}), Run({{"q1": run}}), {name!r})',
        depth,
        range=UNBOUNDED if base.startswith(("dcg", "hits")) else (0, 1),
        together=together,
    )


RANX = (
    "hits", "hit_rate", "precision", "recall", "f1", "r-precision", "bpref", "rbp.80", "mrr", "map",
    "dcg", "dcg_burges", "ndcg", "ndcg_burges",
)  # fmt: skip


# pytrec_eval -------------------------------------------------------------------------------------

TREC = (
    "map", "map_cut_2", "P_2", "recall_2", "Rprec", "bpref", "recip_rank", "success_2", "ndcg",
    "ndcg_cut_2", "set_P", "set_recall", "set_F", "set_map", "iprec_at_recall_0.50", "11pt_avg",
    "infAP", "gm_map", "gm_bpref", "G", "binG", "ndcg_rel", "Rndcg", "relative_P_2",
    "num_rel", "num_ret", "num_rel_ret", "num_nonrel_judged_ret", "set_relative_P",
    "Rprec_mult_0.50", "utility",
)  # fmt: skip
COUNTS = ("num_", "utility", "gm_")


def _pytrec_eval(name: str) -> Measure:
    import pytrec_eval

    asked = re.sub(r"_(\d+(?:\.\d+)?)$", r".\1", name)

    def program(qrels: dict[str, int], run: dict[str, float]) -> Any:
        found = pytrec_eval.RelevanceEvaluator({"q1": qrels}, {asked}).evaluate({"q1": run})
        return found["q1"][name]

    program({"d1": 1}, {"d1": 1.0})
    depth = re.search(r"_(\d+)$", name)
    return Measure(
        program,
        "qrels",
        "import pytrec_eval\n\n\ndef program(qrels, run):\n"
        f'    evaluator = pytrec_eval.RelevanceEvaluator({{"q1": qrels}}, {{{asked!r}}})\n'
        f'    return evaluator.evaluate({{"q1": run}})["q1"][{name!r}]',
        int(depth[1]) if depth else None,
        range=(None, None) if name.startswith(COUNTS) else (0, 1),
    )


# ir_measures -------------------------------------------------------------------------------------


def _ir_measures(name: str) -> Measure:
    import ir_measures

    provider, slash, asked = name.rpartition("/")
    measure = ir_measures.parse_measure(asked)
    source = getattr(ir_measures, provider) if slash else ir_measures
    where = f"ir_measures.{provider}" if slash else "ir_measures"

    def program(qrels: dict[str, int], run: dict[str, float]) -> Any:
        found = source.iter_calc([measure], {"1": qrels}, {"1": run})  # gdeval wants a number
        return next(iter(found)).value

    depth = measure.params.get("cutoff")
    if provider == "ranx":  # it is imported and compiled by the first call
        with contextlib.suppress(Exception):  # what it raises is what it computes
            program({"d1": 1}, {"d1": 1.0})
    return Measure(
        program,
        "qrels",
        f"import ir_measures\n\nmeasure = ir_measures.parse_measure({asked!r})\n\n\n"
        "def program(qrels, run):\n"
        f'    found = {where}.iter_calc([measure], {{"1": qrels}}, {{"1": run}})\n'
        "    return next(iter(found)).value",
        depth,
        range=(None, None) if asked.startswith("Num") else (0, 1),
        tolerance=1e-5,
    )


# scipy and rbo -----------------------------------------------------------------------------------


def _scipy(name: str) -> Measure:
    from scipy import stats

    function: Callable[..., Any] = getattr(stats, name)
    return Measure(
        lambda sigma, tau: function(sigma, tau).statistic,
        "rankings",
        f"from scipy.stats import {name}\n\n\ndef program(sigma, tau):\n"
        f"    return {name}(sigma, tau).statistic",
        range=SIGNED,
    )


def _rbo(name: str) -> Measure:
    import rbo

    base, _, persistence = name.partition(".")
    p = float(f"0.{persistence}") if persistence else 1.0
    method = getattr(rbo.RankingSimilarity, base)
    given = {"p": p} if base != "rbo" or persistence else {}

    def program(x: list[str], y: list[str]) -> Any:
        return method(rbo.RankingSimilarity(x, y), **given)

    shown = f"p={p}" if given else ""
    return Measure(
        program,
        "lists",
        "import rbo\n\n\ndef program(x, y):\n"
        f"    return rbo.RankingSimilarity(x, y).{base}({shown})",
    )


IR_MEASURES = (
    "AP", "AP@2", "P@2", "R@2", "Rprec", "Bpref", "RR", "RR@2", "Success@2", "nDCG", "nDCG@2",
    "nDCG(dcg='exp-log2')@2", "ERR@2", "SetP", "SetR", "SetF", "SetAP", "infAP", "IPrec@0.5",
    "NumRel", "NumRet", "Judged@2", "Compat(p=0.8)", "Accuracy", "msmarco/RR@2", "ranx/AP",
    "ranx/nDCG@2", "cwl_eval/P@2", "cwl_eval/RR", "cwl_eval/AP", "cwl_eval/RBP(p=0.8, rel=1)",
    "cwl_eval/SDCG(max_rel=2)@2", "cwl_eval/NERR8(max_rel=2)@2", "cwl_eval/NERR9(max_rel=2)@2",
    "cwl_eval/NERR10(max_rel=2)", "cwl_eval/NERR11(max_rel=2)", "cwl_eval/INST(max_rel=2)",
    "cwl_eval/INSQ(max_rel=2)", "cwl_eval/BPM(max_rel=2)@2",
)  # fmt: skip
SKLEARN = ("dcg_score", "ndcg_score", *SKLEARN_BINARY)
LIBRARIES = {
    one.name: one
    for one in (
        Library("sklearn", "scikit-learn", _scikit_learn, SKLEARN),
        Library("ranx", "ranx", _ranx, RANX),
        Library("pytrec_eval", "pytrec-eval-terrier", _pytrec_eval, TREC),
        Library("ir_measures", "ir-measures", _ir_measures, IR_MEASURES),
        Library("scipy", "scipy", _scipy, ("kendalltau", "spearmanr", "weightedtau")),
        *RECOMMENDERS,
        Library("rbo", "--no-deps rbo", _rbo, ("rbo", "rbo.90", "rbo_ext.90")),
    )
}
