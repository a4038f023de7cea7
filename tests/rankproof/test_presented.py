"""Verdicts, quantities, values and tables show themselves, in notebooks and in terminals."""

import os
import re
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from commands import ROOT, environment

import rankproof
from proofs.report.shown import show
from rankproof.presented import painted

CORRELATION = "statistics:correlation"


@pytest.fixture(scope="module")
def shown():
    return {
        "refuted": rankproof.ask("ioi", "mape", n=range(2, 6)),
        "holds": rankproof.ask("ioi", "dcg", n=3),
        "every n": rankproof.ask("right_invariance", "mae", n="all"),
        "quantity": rankproof.ask("robustness_swap", "mse", n=5),
        "value": rankproof.value("dcg", ranking=[2, 1, 3]),
        "undefined": rankproof.value("lr_plus", ranking=[1, 2], reference=[1, 2], k=1),
        "table": rankproof.table("properties", n=3, metrics=["mae"], axioms=["ioi"]),
        "check": rankproof.verify(rankproof.ask("symmetry", "mape", n=3)),
        "finding": rankproof.claims("group.not_commutative")[0],
        "judged": rankproof.judge(CORRELATION, call="rankings", docs=2, range=(-1, 1)),
        "compared": rankproof.compare(CORRELATION, "kendall", call="rankings"),
        "identified": rankproof.identify(CORRELATION, call="rankings", docs=2),
    }


class Balanced(HTMLParser):
    """Insists that every tag is closed."""

    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_everything_shows_itself(shown):
    for name, one in shown.items():
        assert "\n" not in repr(one), name
        assert repr(one).startswith(f"<{type(one).__name__} ")
        assert len(repr(one)) < 200
        reader = Balanced()
        reader.feed(one._repr_html_())
        assert reader.open == []
        assert not re.search(r"[;'\s]color:(?!#fff| inherit)", one._repr_html_()), name
        assert one._repr_markdown_()
        assert one._repr_latex_()


def test_declarations_show_themselves():
    assert repr(rankproof.ORDERS).startswith("<order catalogue of 10: set_projection, ")
    assert repr(rankproof.METRICS["mae"]) == "<Metric mae: MAE>"
    assert repr(rankproof.AXIOMS["symmetry"]) == "<Axiom symmetry: symmetry>"
    assert repr(rankproof.QUANTITIES["mean_score"]) == "<Quantity mean_score: mean score>"
    order = rankproof.ORDERS["rank_replacement"]
    assert repr(order) == "<Order rank_replacement: replacement, rank-based>"
    assert rankproof.AXIOMS["symmetry"]._repr_latex_() == (
        r"$$\forall \sigma, \tau \in S_{n}: "
        r"\operatorname{m}(\sigma, \tau) = \operatorname{m}(\tau, \sigma)$$"
    )
    for name in rankproof.OTHER_AXIOMS:
        one = rankproof.OTHER_AXIOMS[name]
        assert (one._repr_latex_() is None) == bool(getattr(one, "counted", "")), name


def test_the_text_is_the_report(shown):
    verdict = shown["refuted"]
    assert str(verdict) == show(verdict, "text")
    assert str(shown["quantity"]) == show(shown["quantity"], "text")
    assert str(shown["value"]).startswith("dcg = ")
    assert str(shown["table"]).startswith("Properties of 1 metric,")
    assert repr(verdict).endswith("n = 4 (holds for n = 2…3)>")
    assert str(shown["judged"]).startswith(f"{CORRELATION}, called with sigma and tau")
    assert "DIFFERENT   equal on " in str(shown["compared"])
    assert "FOUND       " in str(shown["identified"])


def test_what_a_verdict_holds(shown):
    verdict = shown["refuted"]
    assert verdict.witness == {"sigma": [1, 2, 3, 4], "tau": [1, 4, 3, 2], "nu": [2, 1, 3, 4]}
    assert {str(value) for value in verdict.values.values()} == {"75/2"}
    assert (shown["holds"].witness, shown["holds"].values) == (None, {})
    assert str(shown["quantity"].value) == "8/5"
    assert shown["undefined"].value is None


@pytest.mark.parametrize("name", ["refuted", "holds", "quantity", "value", "check"])
def test_nothing_is_true_or_false(shown, name):
    with pytest.raises(TypeError, match="is not true or false"):
        bool(shown[name])


def test_html_is_escaped(shown):
    verdict = shown["holds"]
    hostile = replace(verdict, caveats=("<script>alert('x')</script>",))
    assert "<script" not in hostile._repr_html_()
    assert "&lt;script&gt;" in hostile._repr_html_()


def test_a_poset_draws_itself():
    poset = rankproof.poset_of("rank_replacement", 2, 1)
    assert poset is rankproof.poset_of(rankproof.ORDERS["rank_replacement"], 2, 1)
    assert "<svg" in poset._repr_svg_()
    assert repr(poset) == "<Poset of 4 elements and 4 covers>"


def test_colour_is_for_terminals(monkeypatch):
    text = "REFUTED   x\n\n  asked     y\n"
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert painted(text).startswith("\033[1;31mREFUTED\033[0m   x\n\n  \033[2masked\033[0m ")
    assert re.sub(r"\033\[[\d;]*m", "", painted(text)) == text
    assert painted("mae  ✓  ✗3", signs=True) == "mae  \033[32m✓\033[0m  \033[31m✗3\033[0m"
    monkeypatch.setenv("NO_COLOR", "1")
    assert painted(text) == text


@pytest.mark.parametrize("setting", ["", "NO_COLOR", "FORCE_COLOR"])
def test_pipes_have_no_colour_unless_it_is_forced(setting):
    env = {k: v for k, v in environment().items() if k not in ("NO_COLOR", "FORCE_COLOR")}
    command = [sys.executable, "-m", "proofs.check", "symmetry", "mape", "--n", "3"]
    found = subprocess.run(
        command,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**env, **({setting: "1"} if setting else {})},
    )
    assert ("\033" in found.stdout) == (setting == "FORCE_COLOR")


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no terminals here")
def test_a_terminal_has_colour():
    main, end = os.openpty()
    env = {k: v for k, v in environment(TERM="xterm").items() if "COLOR" not in k}
    command = [sys.executable, "-m", "proofs.check", "symmetry", "mae", "--n", "2"]
    subprocess.run(command, cwd=ROOT, stdout=end, env=env, check=True)
    os.close(end)
    assert b"\033[1;32mHOLDS" in os.read(main, 4096)
    os.close(main)


def test_latex_of_every_n_is_a_formula_with_its_scope_and_free_weights():
    """Words within a formula have no macro but those of mathematics: MathJax reads no others."""
    shown = rankproof.ask("symmetry", "mae", n="all")._repr_latex_()
    statement = r"\forall \sigma, \tau \in S_{n}: \operatorname{mae}(\sigma, \tau) = "
    assert shown.startswith(r"$$\text{HOLDS, every n $\geq$ 1}\colon\quad " + statement)
    free = rankproof.ask("kendall_le_footrule", "element_weights", n="all")._repr_latex_()
    assert r"\text{$\forall$ w $\geq$ 0}\colon" in free
    failing = rankproof.ask("ioi", "dcg", n="all")._repr_latex_()
    assert r"\text{REFUTED, every n $\geq$ 7 (holds for n = 1$\dots$6)}" in failing
    parts = rankproof.ask("distance", "mae", n=3)._repr_latex_()
    assert parts.count(r"\\ \forall") == 3, "each part has its line"
    assert r"\begin{gathered} \forall" in parts
    assert parts.endswith(r" \end{gathered}$$")


@pytest.mark.parametrize("n", ["2..3", "2", "all"])
def test_sizes_are_text_too(n):
    known = {"2..3": (2, 3), "2": (2,)}
    found = rankproof.ask("symmetry", "mae", n=n)
    assert found.status == "holds"
    assert found.scope.sizes == known.get(n, found.scope.sizes)


@pytest.mark.parametrize(
    ("asked", "subject", "said"),
    [
        (3, "mae", "3 is no axiom"),
        ("ioi", max, "A function is judged by rankproof.judge"),
        ("ioi", 4, "4 is no metric or order"),
    ],
)
def test_what_is_no_declaration_is_refused_in_words(asked, subject, said):
    with pytest.raises(rankproof.BadInput, match=said):
        rankproof.ask(asked, subject, n=3)
    with pytest.raises(rankproof.BadInput, match=r"n = 'a' cannot be: give 4, or '2\.\.6'"):
        rankproof.ask("ioi", "mae", n="a")


def test_a_metric_in_the_place_of_an_axiom_is_said_to_be_one():
    with pytest.raises(rankproof.BadInput, match="dcg is a metric: the axiom is named first"):
        rankproof.ask("dcg", "ioi", n=3)


def test_a_poset_is_printed_as_its_diagram():
    assert str(rankproof.poset_of("rank_replacement", 2, 1)).startswith("2     a₁a₁\n")
