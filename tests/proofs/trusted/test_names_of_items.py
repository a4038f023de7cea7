"""Where renaming items changes names alone, one first ranking stands for all; nowhere else."""

import pytest
from asking import question
from test_finite import agree

import proofs
from axioms import find_axiom
from proofs.core.posing import questions_about
from proofs.report.certificate import certificate
from proofs.trusted.finite import trying
from proofs.trusted.finite.order import replayer_of
from proofs.trusted.finite.reader import CaseReader
from proofs.verify import verified

GENERATORS = [(2, 1, 3), (2, 3, 1)]
EQUAL = {"w": "2,2,2", "similarity": "0,1,1;1,0,1;1,1,0"}
UNEQUAL = {"w": "1,1,2", "similarity": "0,1,1;1,0,2;1,2,0"}
WEIGHTED = {
    "kendall_w": ("w",), "footrule_w": ("w",), "kendall_sim": ("similarity",),
    "footrule_sim": ("similarity",), "kendall_star": ("w", "similarity"), "kendall_pos": (),
}  # fmt: skip


def asked(axiom, metric, given):
    (made,), _ = questions_about(find_axiom(axiom), [metric], [3], given, None)
    return made


def only_names(asked):
    reader = CaseReader(replayer_of(asked))
    (letter,) = asked.by_slot
    slots = [(node.slot, 2) for node in asked.formulas()[0].atoms(trying.Score)]
    assert {slot.name for slot, _ in slots} == {letter}
    by_shape = trying._only_names_items(reader.replayer.scene, slots, GENERATORS)
    by_table = any(
        all(trying._changes_nothing(reader, slots, by, side) for by in GENERATORS)
        for side in ("right", "left")
    )
    return by_shape, by_table


@pytest.mark.parametrize("metric", WEIGHTED)
@pytest.mark.parametrize("given", [{}, EQUAL, UNEQUAL], ids=["free", "equal", "unequal"])
def test_what_the_shape_says_the_table_of_all_values_says(metric, given):
    chosen = {kind: given[kind] for kind in WEIGHTED[metric] if kind in given}
    alike = given != UNEQUAL or not chosen
    assert only_names(asked("symmetry", metric, chosen)) == (alike, alike)


@pytest.mark.parametrize("metric", ["mape", "dcg", "recall"])
def test_other_metrics_have_no_such_shape(metric):
    made = question("symmetry", metric, n=3, **({"k": 1} if metric == "recall" else {}))
    reader = CaseReader(replayer_of(made))
    slots = [(node.slot, 2) for node in made.formulas()[0].atoms(trying.Score)]
    assert not trying._only_names_items(reader.replayer.scene, slots, GENERATORS)


@pytest.mark.parametrize(("other", "alike"), [("footrule", False), ("footrule_w", True)])
def test_items_are_named_from_one_side_in_all_metrics(other, alike):
    """The footrule without weights compares lists entry by entry: its items are the places."""
    (made,), _ = questions_about(find_axiom("same_zeros"), ["kendall_w", other], [3], {}, None)
    slots = [(node.slot, 2) for node in made.formulas()[0].atoms(trying.Score)]
    assert len({slot for slot, _ in slots}) == 2
    assert trying._only_names_items(replayer_of(made).scene, slots, GENERATORS) == alike


def test_given_weights_are_read_at_every_first_ranking(monkeypatch):
    """K_w tells rankings apart as seen from 1 2 3, and not from 1 3 2: the weights differ there."""
    monkeypatch.setattr("proofs.trusted.finite.trying.FEW_CASES", 0)
    agree(asked("ioi", "kendall_w", {"w": "1,1,2"}))
    agree(asked("ioi", "kendall_w", {"w": "1,1,1"}))


def test_similarities_of_five_items_are_checked_without_a_table_of_all_pairs(monkeypatch):
    monkeypatch.setattr(trying, "_changes_nothing", lambda *_: pytest.fail("a table was made"))
    content = certificate(proofs.ask("kendall_le_3footrule", "similarity", n=5), "1")
    assert verified(content).status == "accepted"
