"""The table of measures in the document: what is computed, and what libraries say of themselves."""

import pytest
from documents import read

from proofs.programs.declared import Declared
from proofs.programs.inputs import Space
from proofs.programs.inside.libraries import LIBRARIES
from proofs.programs.inside.library import Absent
from proofs.programs.process import Limits, Process
from tests import identified
from tests.programs_reference import CLOSE

SAYS = {
    "pytrec_eval": {
        "map": "ap(empty=0)", "map_cut_2": "ap(empty=0)@2", "P_2": "p@2", "bpref": "bpref(empty=0)",
        "recall_2": "r(empty=0)@2", "Rprec": "rprec(empty=0)", "recip_rank": "rr",
        "success_2": "hit@2", "ndcg": "ndcg(empty=0)", "ndcg_cut_2": "ndcg(empty=0)@2",
        "set_recall": "r(empty=0)",
    },
    "ir_measures": {
        "AP@2": "ap(empty=0)@2", "P@2": "p@2", "RR@2": "rr@2", "nDCG@2": "ndcg(empty=0)@2",
        "nDCG(dcg='exp-log2')@2": "ndcg(gain=exp, empty=0)@2",
    },
    "ranx": {
        "map": "ap(empty=0)", "recall": "r(empty=0)", "f1": "f1", "hit_rate": "hit", "mrr": "rr",
        "r-precision": "rprec(empty=0)", "ndcg": "ndcg(empty=0)", "dcg": "dcg",
        "ndcg_burges": "ndcg(gain=exp, empty=0)", "dcg_burges": "dcg(gain=exp)",
    },
    "sklearn": {"dcg_score": "dcg", "ndcg_score": "ndcg(ideal=retrieved, empty=0)"},
}  # fmt: skip
"""What the documentation of a library says that it computes, in our names."""


@pytest.fixture(scope="module")
def processes():
    """Return the process of a library by name."""
    found = {}

    def named(library):
        if library not in found:
            first = f"{library}:{LIBRARIES[library].measures[0]}"
            found[library] = Process(first, Limits(start=900))  # where the machine is busy
        return found[library]

    yield named
    for process in found.values():
        process.close()


def written():
    return identified.BLOCK.search(read(identified.PAGE))[0]


@pytest.mark.sweep(40)
@pytest.mark.parametrize(
    "target",
    [
        pytest.param(f"{name}:{measure}", marks=[pytest.mark.slow] if name == "ranx" else [])
        for name, library in LIBRARIES.items()
        for measure in library.measures
    ],
)
def test_a_row_of_the_table_is_what_is_computed(target, processes):
    """A share of all rows a day; ranx compiles each of its measures, which takes long."""
    library = target.partition(":")[0]
    try:
        version = LIBRARIES[library].version()
    except Absent as problem:
        pytest.skip(str(problem))
    if f"{library} {version}" not in written():
        pytest.skip("the table is of another version: python -m tests.identified --write")
    assert identified.line(identified.row(target, processes(library))) in written().splitlines()


def test_the_table_has_all_measures_and_counts_them():
    rows = [line for line in written().splitlines() if line.startswith("| ")][1:]
    every = [f"{name}:{one}" for name, library in LIBRARIES.items() for one in library.measures]
    heads = [identified.line([target, "", "", "", ""]).split(" | ")[0] for target in every]
    assert [row.split(" | ")[0] for row in rows] == heads
    ours = sum(not row.split(" | ")[1].startswith(("none", "undecided")) for row in rows)
    assert f"Of {len(rows)} measures {ours} are one of ours" in written()


@pytest.mark.parametrize(("library", "measure"), [(a, b) for a in SAYS for b in SAYS[a]])
def test_measures_are_what_their_documentation_says(library, measure):
    metric = Declared.named(SAYS[library][measure], 2).full_name
    start = identified.line([f"{library}:{measure}", f"{metric} with", "", "", ""])
    assert any(row.startswith(start.partition(" with")[0]) for row in written().splitlines())


# Each document as the last of its tie ------------------------------------------------------------


def at_the_end(metric, one, c):
    """Return the sum in which each document is at the last place of its tie, by plain loops."""
    from math import log2

    kept = [(g or 0, group) for g, group in zip(one.grades, one.groups, strict=True) if group]
    relevant = sum((g or 0) > 0 for g in one.grades)
    best = sorted(((g or 0) for g in one.grades), reverse=True)
    total = 0.0
    for grade, group in kept:
        end = sum(other <= group for _, other in kept)
        above = sum(g > 0 for g, other in kept if other <= group)
        total += {
            "ap": above / end if grade else 0.0,
            "dcg": grade / log2(end + 1),
            "ndcg": grade / log2(end + 1),
            "rbp": 0.2 * 0.8 ** (end - 1) * grade / c,
        }[metric]
    ideal = sum(g / log2(place + 2) for place, g in enumerate(best))
    below = {"ap": relevant, "ndcg": ideal}.get(metric, 1)
    return total / below if below else None


@pytest.mark.parametrize("metric", ["ap", "dcg", "ndcg", "rbp"])
def test_each_document_at_the_end_of_its_tie_is_as_plain_loops_have_it(metric):
    declared = Declared.named(metric, 1, p="4/5" if metric == "rbp" else None).treating(ties="end")
    inputs = [one for one in Space("qrels", 3, 1).inputs() if one.has_ties and not one.near]
    assert len(inputs) > 100
    for one in inputs:
        value, wanted = declared.value(one), at_the_end(metric, one, 1)
        assert (value.low is None) == (wanted is None)
        if wanted is not None:
            assert abs(float(value.low) - wanted) <= CLOSE
