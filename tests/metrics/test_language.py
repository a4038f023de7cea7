"""The language: hygiene of indices, arity, conventions, and a closed set of nodes."""

import sys
from importlib import import_module

import pytest
import sympy as sp
from asking import question

from axioms import AXIOMS, QUANTITIES
from axioms.language.formula import Exists, ForAll, Mean, Same, Score, Slot, plain
from axioms.language.printing import statement_latex, statement_text
from metrics import METRICS
from metrics.language.terms import At, Indicator, Listing, Place, Ratio, sigma, tau
from metrics.metric import Metric
from metrics.naming import Catalogue, _is_written_in

NODES = (
    ForAll, Exists, Mean, Score, Slot, Same, Listing, Place, At, Indicator, Ratio, sp.Sum,
    sp.Product, sp.Add, sp.Mul, sp.Pow, sp.Abs, sp.sign, sp.Max, sp.Min, sp.log, sp.binomial,
    sp.Number, sp.Symbol, sp.core.relational.Relational, sp.And, sp.Or, sp.Not, sp.Implies,
    sp.Equivalent, sp.Tuple, sp.core.symbol.Str, sp.logic.boolalg.BooleanAtom,
)  # fmt: skip


def nodes(expression):
    yield expression
    for argument in expression.args:
        yield from nodes(argument)


@pytest.mark.parametrize("convention", ["items", "ranks"])
def test_plain_statements_use_only_the_closed_set_of_nodes(convention):
    for axiom in AXIOMS.values():
        for metric in (METRICS["mae"], METRICS["dcg"], METRICS["recall"]):
            filled = dict.fromkeys(axiom.slots, metric)
            for part in axiom.parts:
                for node in nodes(plain(part.statement, filled, convention)):
                    assert isinstance(node, NODES), (axiom.name, node)


def test_metrics_use_only_the_closed_set_of_nodes():
    for metric in METRICS.values():
        opened = metric.open((sigma, tau), "items")
        for node in nodes(opened):
            assert isinstance(node, NODES), (metric.name, type(node))


def test_opening_a_metric_captures_no_index():
    i, other = Place("i"), Place("l")
    for metric in METRICS.values():
        opened = metric.open((sigma, tau), "items")
        assert not {i, other} & opened.atoms(sp.Symbol), metric.name
        assert opened.free_symbols <= {sp.Symbol(n, integer=True, positive=True) for n in "nkj"} | {
            sp.Symbol("p", positive=True)
        }


def test_two_openings_share_no_index():
    first, second = (METRICS["kendall"].open((sigma, tau), "items") for _ in range(2))
    assert not first.atoms(sp.Dummy) & second.atoms(sp.Dummy)


def test_a_one_input_metric_reads_the_second_argument():
    assert question("ioi", "dcg", n=3).text() == "∀ τ, ν ∈ S₃: dcg(τ) = dcg(ν) ⇒ τ = ν"


def test_every_statement_prints():
    for asked in AXIOMS.values():
        for part in asked.parts:
            text = statement_text(part.statement, {}, None)
            latex = statement_latex(part.statement, {}, 5)
            assert "(" in text
            assert "Slot" not in text + latex
            assert latex.count("{") == latex.count("}")
    for quantity in QUANTITIES.values():
        assert "mean" in statement_text(quantity.value, {}, None)


def test_conventions_exchange_left_and_right_invariance():
    import proofs

    statuses = {
        (axiom, convention): proofs.ask(axiom, "recall", n=4, k=2, convention=convention).status
        for axiom in ("left_invariance", "right_invariance")
        for convention in ("items", "ranks")
    }
    assert statuses["left_invariance", "items"] == statuses["right_invariance", "ranks"] == "holds"
    assert statuses["right_invariance", "items"] == "refuted"
    assert statuses["left_invariance", "ranks"] == "refuted"


def test_a_name_is_looked_for_in_modules_that_have_its_first_word():
    for module in ("metrics.labels", "metrics.lists", "metrics.multi_aspect", "lattice"):
        import_module(module)
    ours = [
        m for name, m in sys.modules.items() if name.startswith(("metrics", "axioms", "lattice"))
    ]
    declared = [each for module in ours for each in vars(module).values()]
    catalogues = {id(each): each for each in declared if type(each) is Catalogue}.values()
    assert len(catalogues) > 10
    for catalogue in catalogues:
        names = {name: name for name in catalogue} | catalogue._aliases
        assert [n for n in names if not _is_written_in(catalogue._home[names[n]], n)] == []


def test_the_order_of_names_is_that_of_modules_whatever_was_looked_up_first():
    modules = ["metrics.gain", "metrics.error"]
    one, two = (Catalogue("metric", modules, Metric) for _ in range(2))
    assert two["mae"] is one["mae"]
    assert two._waiting == ["metrics.gain"]
    assert list(two) == list(one)
    assert "mae" not in Catalogue("metric", modules[:1], Metric)


def test_two_declarations_with_one_name_are_refused(tmp_path, monkeypatch):
    source = "from dataclasses import replace\nfrom metrics.gain import dcg\n"
    (tmp_path / "family_one.py").write_text(source + "one = replace(dcg, name='same')\n")
    (tmp_path / "family_two.py").write_text(source + "two = replace(dcg, name='same')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ValueError, match="family_one and in family_two"):
        len(Catalogue("metric", ["family_one", "family_two"], Metric))
