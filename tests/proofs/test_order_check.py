"""The command line for orders, as a new user meets it."""

from __future__ import annotations

import csv
import io
import json

import pytest

from lattice import ORDERS
from metrics import RUN_METRICS
from proofs import check, verify


def run(capsys, *words):
    code = check.main(list(words))
    shown = capsys.readouterr()
    return code, shown.out, shown.err


ON = ("--order", "rank_replacement", "--n", "2", "--c", "2")
BAD = {
    "misspelt order": (["distributive", "rank_replacment", "--n", "3", "--c", "2"],
                       "Did you mean 'rank_replacement'"),
    "misspelt axiom": (["distributve", "rank_replacement", "--n", "3", "--c", "2"],
                       "Did you mean 'distributive'"),
    "misspelt metric": (["valuation", "gpp", *ON], "no metric is called 'gpp'"),
    "misspelt --order": (["valuation", "gp", "--order", "rank_replacment", "--n", "2", "--c", "2"],
                         "Did you mean"),
    "metric for order": (["distributive", "gp", "--n", "3", "--c", "2"], "gp is a metric"),
    "metric of rankings for order": (["distributive", "dcg", "--n", "3", "--c", "2"],
                                     "dcg is a metric"),
    "metric for --order": (["valuation", "gp", "--order", "gr", "--n", "3", "--c", "2"],
                           "gr is a metric"),
    "order for metric": (["valuation", "rank_replacement", *ON], "rank_replacement is an order"),
    "order for metric, alone": (["valuation", "rank_replacement", "--n", "2", "--c", "2"],
                                "--order rank_replacement"),
    "metric of rankings": (["valuation", "dcg", *ON], "dcg scores rankings"),
    "axiom of rankings": (["ioi", "gp", "--n", "3"], "gp scores judged runs"),
    "order for axiom of rankings": (["ioi", "rank_replacement", "--n", "3"], "rank_replacement"),
    "no --order": (["valuation", "gp", "--n", "2", "--c", "2"], "needs an order"),
    "--order too many": (["lattice", "rank_swapping", *ON], "leave --order out"),
    "two orders": (["lattice", "rank_swapping", "rank_replacement", "--n", "2", "--c", "2"],
                   "one order, 2 given"),
    "no subject": (["lattice", "--n", "2", "--c", "2"], "one order, 0 given"),
    "no --c": (["lattice", "rank_swapping", "--n", "2"], "Add --c"),
    "no --n": (["lattice", "rank_swapping", "--c", "2"], "Add --n"),
    "c = 0": (["lattice", "rank_swapping", "--n", "2", "--c", "0"], "at least 1"),
    "n = 0": (["lattice", "rank_swapping", "--n", "0", "--c", "2"], "at least 1"),
    "negative c": (["lattice", "rank_swapping", "--n", "2", "--c=-1"], "at least 1"),
    "half a degree": (["lattice", "rank_swapping", "--n", "2", "--c", "1.5"], "whole number"),
    "many runs": (["width", "rank_swapping", "--n", "20", "--c", "2"], "3,486,784,401 runs"),
    "absurd": (["lattice", "rank_swapping", "--n", "200000", "--c", "1000000"], "far too many"),
    "absurd sets": (["width", "set_replacement", "--n", "900", "--c", "900"], "far too many"),
    "float in gains": (["valuation", "gp", *ON, "--gains", "0,1e-3,1"], "'1e-3' is not a number"),
    "words in gains": (["valuation", "gp", *ON, "--gains", "0,x,1"], "'x' is not a number"),
    "no gains": (["valuation", "gp", *ON, "--gains", ""], "is not a number"),
    "few gains": (["valuation", "gp", *ON, "--gains", "0,1"], "c = 2 has 3 degrees"),
    "falling gains": (["valuation", "gp", *ON, "--gains", "0,2,1"], "strictly increasing"),
    "negative gains": (["valuation", "gp", *ON, "--gains=-1,0,1"], "from 0 or more"),
    "gains of an order": (["lattice", "rank_swapping", "--n", "2", "--c", "2", "--gains", "0,1,2"],
                          "an order has no gains"),
    "gains without c": (["valuation", "gp", "--order", "rank_replacement", "--n", "all", "--gains",
                         "0,1,3"], "add --c"),
    "p of gp": (["valuation", "gp", *ON, "--p", "1/2"], "gp has no p"),
    "p = 2": (["valuation", "grbp", *ON, "--p", "2"], "0 < p < 1"),
    "b = 1": (["valuation", "dcg_b", *ON, "--b", "1"], "b > 1"),
    "rb = 0": (["valuation", "gr", *ON, "--rb", "0"], "must be positive"),
    "k": (["lattice", "rank_swapping", "--n", "2", "--c", "2", "--k", "1"], "has no k"),
    "engine": (["lattice", "rank_swapping", "--n", "2", "--c", "2", "--engine", "sampling"],
               "cannot decide lattice"),
    "engine for every n": (["lattice", "rank_swapping", "--n", "all", "--engine", "smt"],
                           "needs the symbolic engine"),
    "smt refuses": (["lattice", "rank_swapping", "--n", "2", "--c", "2", "--engine", "smt"],
                    "smt refuses"),
    "quantity for every n": (["width", "rank_swapping", "--n", "all", "--c", "2"], "for one n"),
    "quantity of a range": (["width", "rank_swapping", "--n", "2..3", "--c", "2"], "for one n"),
    "quantity of a metric": (["width", "gp", "--n", "2", "--c", "2"], "gp is a metric"),
    "format": (["lattice", "rank_swapping", "--n", "2", "--c", "2", "--format", "yaml"], "yaml"),
    "scripts": (["lattice", "rank_swapping", "--n", "2", "--c", "2", "--smt2", "x"],
                "--engine smt"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_bad_input_gets_one_message(capsys, case):
    words, wanted = BAD[case]
    code, out, err = run(capsys, *words)
    assert code == 2
    assert out == ""
    assert wanted in err
    assert err.count("error:") == 1
    assert "Traceback" not in err
    assert len(err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "code", "wanted"),
    [
        (["distributive", "rank_replacement", "--n", "3", "--c", "2"], 0, "HOLDS"),
        (["valuation", "gp", "--order", "rank_replacement", "--n", "3", "--c", "2"], 0, "HOLDS"),
        (["lattice", "rank_swapping", "--n", "1..3", "--c", "2"], 1, "fails     joins"),
        (["poset", "rank_replacement_literal", "--n", "2", "--c", "1"], 1, "antisymmetric"),
        (["distributive", "rank_replacement", "--n", "all", "--c", "500"], 0, "every n"),
        (["valuation", "dcg_b", "--order", "rank_replacement", "--n", "all"], 0, "every n"),
        (["isotone", "gp", *ON, "--cross"], 0, "agreed by smt"),
        (["isotone", "gp", *ON, "--engine", "smt"], 0, "no model"),
        (["connected", "ops_swap", "--n", "2", "--c", "1"], 1, "REFUTED"),
        (["lattice", "rank_swapping", "--n", "all"], 1, "REFUTED"),
    ],
    ids=lambda x: " ".join(x) if isinstance(x, list) else None,
)  # fmt: skip
def test_good_questions(capsys, words, code, wanted):
    found, out, err = run(capsys, *words)
    assert found == code
    assert wanted in out
    assert err == ""


def test_quantities_are_numbers_one_can_count(capsys):
    # the product of three chains of three: 27 runs, 3·2·9 covers, 6 irreducibles, height 7, and
    # the middle level has (0,1,2) in 6 orders and (1,1,1)
    counts = {"elements": 27, "covers": 54, "join_irreducibles": 6, "meet_irreducibles": 6,
              "height": 7, "width": 7, "completion_size": 27}  # fmt: skip
    for name, wanted in counts.items():
        code, out, _ = run(capsys, name, "rank_replacement", "--n", "3", "--c", "2")
        assert code == 0
        assert out.splitlines()[0] == str(wanted)


def test_a_quantity_keeps_to_its_time(capsys):
    code, out, _ = run(capsys, "linear_extensions", "rank_replacement", "--n", "4", "--c", "2",
                       "--timeout", "0.1")  # fmt: skip
    assert code == 3
    assert "time limit" in out


@pytest.mark.parametrize("form", ["json", "csv", "md", "latex"])
def test_formats_name_the_order(capsys, form):
    _, out, _ = run(capsys, "isotone", "gp", *ON, "--format", form)
    assert "rank_replacement" in out.replace("\\", "")
    code, out, _ = run(capsys, "lattice", "rank_swapping", "--n", "2", "--c", "2", "--format", form)
    assert code == 1
    assert "rank_swapping" in out.replace("\\", "")
    if form in ("md", "latex"):
        assert "metric" not in out


def test_json_is_one_object_with_the_documented_fields(capsys):
    _, out, _ = run(capsys, "valuation", "gp", "--order", "rank_swapping", "--n", "3", "--c", "2",
                    "--format", "json")  # fmt: skip
    found = json.loads(out)
    assert (found["axiom"], found["subject"], found["order"]) == (
        "valuation", ["gp"], "rank_swapping"
    )  # fmt: skip
    assert found["parameters"] == {"n": 3, "c": 2}
    assert found["undefined"]["cases"] == 76
    _, out, _ = run(capsys, "lattice", "rank_swapping", "--n", "2", "--c", "2", "--format", "csv")
    (row,) = csv.DictReader(io.StringIO(out))
    assert json.loads(row["witness"]) == {"r": [0, 2], "s": [1, 0]}


def test_latex_has_no_bare_lattice_signs(capsys):
    words = ["valuation", "grbp", "--order", "rank_swapping", "--n", "4", "--c", "2", "--format"]
    _, out, _ = run(capsys, *words, "latex")
    assert not set(out) & set("⊔⊓⊑")
    _, out, _ = run(capsys, "width", "rank_swapping", "--n", "2", "--c", "2", "--format", "latex")
    assert r"\text{width of }R(2)" in out


def test_certificates_are_checked_or_refused(capsys, tmp_path):
    path = tmp_path / "order.json"
    code, _, err = run(capsys, "lattice", "rank_swapping", "--n", "2", "--c", "2", "--certificate",
                       str(path))  # fmt: skip
    if path.exists():
        assert code == 1
        assert verify.main([str(path)]) == 0
    else:
        assert code == 2
        assert err.count("error:") == 1


def test_lists_name_everything(capsys):
    for what, names in (("orders", ORDERS), ("metrics", RUN_METRICS)):
        _, out, _ = run(capsys, "--list", what)
        assert all(f"{name} " in out for name in names)


def test_a_proof_and_an_early_refutation_need_no_list_of_all_runs(capsys):
    code, out, _ = run(capsys, "lattice", "set_replacement", "--n", "900", "--c", "900")
    assert code == 0
    assert "the proof is one for every n" in out
    code, out, _ = run(capsys, "lattice", "rank_swapping", "--n", "2..20", "--c", "2")
    assert code == 1
    assert "c = 2, n = 2" in out
