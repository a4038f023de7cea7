"""Metrics of judged lists against the libraries that people use, on all small inputs.

What is compared is what both sides define alike; which variant every other measure computes is
found by `python -m tests.practice`.
"""

from __future__ import annotations

import shutil

import practice
import pytest
from documents import read
from practice import LIBRARIES, REFUSED, Value, differences, inputs, nearest, variants

from tests import lists_reference as plain

MODULES = {"scikit-learn": "sklearn"}
SAME = {
    "pytrec_eval": {
        "map": "ap(empty=0)", "map_cut_2": "ap(empty=0)@2", "P_2": "p@2", "bpref": "bpref(empty=0)",
        "recall_2": "r(empty=0)@2", "Rprec": "rprec(empty=0)", "recip_rank": "rr",
        "success_2": "hit@2", "ndcg": "ndcg(empty=0)", "ndcg_cut_2": "ndcg(empty=0)@2",
        "set_P": "p(over=retrieved)", "set_recall": "r(empty=0)", "set_F": "f1",
    },
    "ir_measures": {
        "AP@2": "ap(empty=0)@2", "P@2": "p@2", "RR@2": "rr@2", "nDCG@2": "ndcg(empty=0)@2",
        "nDCG(dcg='exp-log2')@2": "ndcg(gain=exp, empty=0)@2", "ERR@2": "err@2, c = 4",
    },
    "ranx": {
        "map@2": "ap(empty=0)@2", "precision@2": "p@2", "recall@2": "r(empty=0)@2", "f1@2": "f1@2",
        "hit_rate@2": "hit@2", "mrr@2": "rr@2", "r-precision": "rprec(empty=0)",
        "ndcg@2": "ndcg(empty=0)@2", "ndcg_burges@2": "ndcg(gain=exp, empty=0)@2",
        "dcg@2": "dcg@2", "dcg_burges@2": "dcg(gain=exp)@2",
    },
    "scikit-learn": {
        "dcg_score": "dcg", "dcg_score@2": "dcg@2",
        "ndcg_score": "ndcg(ideal=retrieved, empty=0)",
        "ndcg_score@2": "ndcg(ideal=retrieved, empty=0)@2",
    },
}  # fmt: skip
"""What the documentation of a library says that it computes, in our names; ERR has grades 0…4."""
BY_PERL = ("nDCG(dcg='exp-log2')@2", "ERR@2")
CASES = [
    pytest.param(library, measure, marks=[pytest.mark.slow] if library == "ranx" else [])
    for library, measures in SAME.items()
    for measure in measures
]


@pytest.mark.sweep(3)
@pytest.mark.parametrize(("name", "measure"), CASES)
def test_a_library_computes_what_we_declare(name: str, measure: str) -> None:
    pytest.importorskip(MODULES.get(name, name))
    if measure in BY_PERL and shutil.which("perl") is None:
        pytest.skip("ir_measures asks a script in Perl")
    library = LIBRARIES[name]
    values = library.values([measure], inputs())[measure]
    (variant,) = (v for v in variants(library.measures[measure]) if str(v) == SAME[name][measure])
    assert list(differences(variant, values, library.close)) == []
    assert sum(value != REFUSED for value in values) > len(inputs()) / 2


def by_plain_loops(name: str, k: int | None) -> list[Value]:
    values = [plain.METRICS[name](one, k, practice.TOP) for one in inputs()]
    return [None if value is None else float(value) for value in values]


@pytest.mark.parametrize(
    ("name", "k"), [("ndcg(gain=exp)", 2), ("p(rel=2)", 2), ("ap(over=found)", None), ("err", 2)]
)
def test_a_variant_is_recognized_by_its_values(name: str, k: int | None) -> None:
    found = nearest(by_plain_loops(name, k), k, 1e-9)
    assert str(found.variant) == name + ("" if k is None else f"@{k}")
    assert found.first is None


def test_what_is_no_variant_is_told_with_the_smallest_input_that_shows_it() -> None:
    values = by_plain_loops("rr", 1)
    place = inputs().index(((0, 1), ()))
    values[place] = 0.25
    found = nearest(values, 1, 1e-9)
    assert found.first is not None
    assert found.first[0] == ((0, 1), ())
    assert found.first[2] == 0.25
    assert (found.equal, found.asked) == (len(inputs()) - 1, len(inputs()))


@pytest.mark.slow
def test_the_table_of_the_document_is_what_is_computed() -> None:
    for name in LIBRARIES:
        pytest.importorskip(MODULES.get(name, name))
    written = practice.BLOCK.search(read(practice.PAGE))
    assert written is not None
    versions = [f"{name} {library.version}" for name, library in LIBRARIES.items()]
    if not all(one in written[0] for one in versions):
        pytest.skip(
            "the document was written with other versions: python -m tests.practice --write"
        )
    assert practice.stated(list(LIBRARIES)) in written[0]
