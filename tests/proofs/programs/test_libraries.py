"""The libraries themselves: what they compute, and where they differ, found without hints.

ranx takes half a minute to import and to compile: its measures share one process, and the tests
that need it run on the same day of five.
"""

from fractions import Fraction

import pytest

from proofs.programs.comparing import compare
from proofs.programs.identifying import identify
from proofs.programs.inputs import Judged, Space
from proofs.programs.inside.libraries import LIBRARIES
from proofs.programs.inside.library import Absent
from proofs.programs.judging import judge
from proofs.programs.process import Limits, NoProgram, Process
from proofs.programs.program import started
from proofs.programs.properties import Judgement

FIRST = {
    "sklearn": "dcg_score", "pytrec_eval": "map", "ranx": "mrr", "ir_measures": "AP",
    "scipy": "kendalltau", "rbo": "rbo_ext.90", "rs_metrics": "mrr", "cornac": "MRR",
    "implicit": "map@2",
}  # fmt: skip
CLOSE = Fraction(1, 10**9)
SMALL = Space("qrels", 2, 1)
needs_ranx = pytest.mark.sweep(5)


@pytest.fixture(scope="module")
def programs():
    """Return measures by name; those of one library share a process."""
    shared = {}

    def named(target):
        library = target.partition(":")[0]
        try:
            LIBRARIES[library].version()
        except Absent as problem:
            pytest.skip(str(problem))
        if library not in shared:
            first = f"{library}:{FIRST[library]}"
            shared[library] = Process(first, Limits(start=900))  # where the machine is busy
        return started(target, process=shared[library])

    yield named
    for process in shared.values():
        process.close()


def values(programs, targets, one):
    found = []
    for target in targets:
        program = programs(target)
        program.ask([one.data(program.call)])
        found.append(program.value(one.data(program.call)).text)
    return found


def particulars(found):
    return {one.particulars: one for one in found.differences}


@needs_ranx
def test_bpref_of_ranx_is_nan_where_trec_eval_says_1(programs):
    found = compare(programs("ranx:bpref"), programs("pytrec_eval:bpref"), SMALL, CLOSE)
    first = particulars(found)[("no number",)]
    assert first.smallest.data("qrels") == {"qrels": {"d1": 1}, "run": {"d1": 1.0}}
    assert first.values == ("nan", "1.0")


@needs_ranx
def test_near_scores_tie_for_trec_eval_and_not_for_ranx(programs):
    found = compare(programs("ranx:mrr"), programs("pytrec_eval:recip_rank"), SMALL, CLOSE)
    near = particulars(found)[("near ties",)]
    assert sorted(near.values) == ["0.5", "1.0"]
    assert near.cause == "scores=exact against scores=32 bits"
    at = Judged((1, 0), (1, 2), near=True)
    assert values(programs, ["pytrec_eval:recip_rank", "ranx:mrr"], at) == ["0.5", "1.0"]


@needs_ranx
def test_a_tie_of_two_has_three_values_in_three_libraries(programs):
    names = ["sklearn:ndcg_score@1", "pytrec_eval:ndcg_cut_1", "ranx:ndcg@1"]
    left, trec, ranx = map(programs, names)
    tie = particulars(compare(left, trec, SMALL, CLOSE))[("ties",)]
    assert tie.cause == "ties=mean against ties=last"
    assert tie.values == ("0.5", "1.0")
    assert particulars(compare(left, ranx, SMALL, CLOSE))[("ties",)].values == ("0.5", "0.0")
    assert values(programs, names, Judged((1, 0), (1, 1))) == ["0.5", "0.0", "1.0"]


def judged(program, *names):
    found = judge(program, Space(program.call, 2, 1), Judgement(CLOSE), names)
    return {row.name: row.status for row in found.rows}


@needs_ranx
def test_names_change_trec_eval_and_the_order_of_a_dictionary_changes_ranx(programs):
    names = ("renaming", "dictionary_order", "score_scale")
    trec = judged(programs("pytrec_eval:recip_rank"), *names)
    ranx = judged(programs("ranx:mrr"), *names)
    assert trec == {"renaming": "refuted", "dictionary_order": "holds", "score_scale": "refuted"}
    assert ranx["dictionary_order"] == "refuted"
    assert ranx["score_scale"] == "holds"


def test_a_document_that_was_not_retrieved_divides_scikit_learn_and_trec_eval(programs):
    sides = programs("sklearn:ndcg_score"), programs("pytrec_eval:ndcg")
    found = particulars(compare(*sides, Space("qrels", 3, 1), CLOSE))[("documents not retrieved",)]
    smallest = {"qrels": {"d1": 0, "d2": 1, "d3": 1}, "run": {"d1": 1.0, "d2": 2.0}}
    assert found.smallest.data("qrels") == smallest
    assert found.values[0] == "1.0"
    assert found.values[1].startswith("0.613")
    assert found.cause == "ideal=retrieved against ideal=pool"


@pytest.mark.sweep(3)
@pytest.mark.parametrize(
    ("target", "metric", "ties"),
    [
        ("sklearn:dcg_score", "dcg(gain=linear, discount=log2)", "mean"),
        ("pytrec_eval:map_cut_2", "ap(over=pool, rel=1, empty=0)@2", "last"),
        ("pytrec_eval:bpref", "bpref(rel=1, empty=0)", "last"),
        ("ir_measures:RR", "rr(rel=1)", "last"),
        pytest.param("ranx:mrr", "rr(rel=1)", "first", marks=pytest.mark.slow),
        ("scipy:kendalltau", "kendall", None),
        ("scipy:spearmanr", "spearman", None),
        ("scipy:weightedtau", "weighted_kendall", None),
        ("sklearn:average_precision_score", "ap(over=found, rel=1, empty=0)", "end"),
        ("sklearn:label_ranking_average_precision_score", "ap(over=found, rel=1, empty=1)", "end"),
        ("pytrec_eval:relative_P_2", "r(over=cut, rel=1, empty=0)@2", "last"),
        ("implicit:precision@2", "r(over=cut, rel=1, empty=undefined)@2", "first"),
        ("cornac:MAP", "ap(over=found, rel=1, empty=undefined)", "end"),
        ("rbo:rbo", "average_overlap", None),
        ("rbo:rbo.90", "rbo_prefix(p=9/10)", None),
        ("rbo:rbo_ext.90", "rbo_ext(p=9/10)", None),
        ("rs_metrics:mrr", "rr(rel=1)", "first"),
        ("cornac:MRR", "rr(rel=1)", "first"),
    ],
)
def test_measures_are_identified(programs, target, metric, ties):
    program = programs(target)
    few = ties in ("first", "last", "mean") and "over=cut" not in metric
    found = identify(
        program,
        Space(program.call, 2 if few else 3, program.facts.get("c") or 1 + few),
        program.tolerance,
    )
    assert found.metric.full_name == metric
    assert found.metric.treats.get("ties") == ties


@needs_ranx
def test_topics_of_ranx_are_asked_together_only_after_it_was_tried(programs):
    """In bpref a topic without relevant documents ends the loop: those after it would get 0."""
    inputs = [one.data("qrels") for one in Space("qrels", 2, 1).inputs()]
    for program in map(programs, ("ranx:bpref", "ranx:mrr")):
        program.ask(inputs)
        program.try_together(inputs)
        assert program.together
    ranx = pytest.importorskip("ranx")
    topics = [({"d1": 0}, {"d1": 1.0}), ({"d1": 1, "d2": 0}, {"d1": 2.0, "d2": 1.0})]

    def bpref(*some):
        qrels, run = ({f"q{at}": pair[part] for at, pair in enumerate(some)} for part in (0, 1))
        return list(ranx.evaluate(ranx.Qrels(qrels), ranx.Run(run), "bpref", return_mean=False))

    assert bpref(topics[1]) == [1.0]
    if ranx_version() == "0.3.21":
        assert bpref(*topics) == [0.0, 0.0]


def ranx_version():
    return LIBRARIES["ranx"].version()


def test_what_a_library_does_not_have_is_said(programs):
    with pytest.raises(NoProgram, match="pytrec_eval has no measure 'mpa'"):
        programs("pytrec_eval:mpa")
    with pytest.raises(NoProgram, match="leave --call out"):
        started("pytrec_eval:map", "arrays")


def test_a_library_that_is_absent_says_how_to_install_it(monkeypatch):
    from importlib import metadata

    def absent(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", absent)
    with pytest.raises(Absent, match="python -m pip install pytrec-eval-terrier"):
        LIBRARIES["pytrec_eval"].version()
