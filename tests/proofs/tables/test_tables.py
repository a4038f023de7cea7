"""Tables: cells against single questions and naive references, formats, bad input, the cache."""

import csv
import io
import json
import shutil
import subprocess
import time
from fractions import Fraction
from html.parser import HTMLParser
from itertools import combinations

import numpy as np
import pytest
import reference
from asking import parameters

import proofs
from metrics import METRICS
from proofs.table import main
from proofs.tables import (
    TABLES,
    agreement,
    answers,
    classes,
    separating,
)
from proofs.tables.counting import group_paper, order_counts
from proofs.tables.counting.group_paper import cutoff
from proofs.tables.layout import figures
from proofs.tables.layout.formats import FORMATS, shown
from proofs.tables.layout.table_shape import Cell, Column, Table
from proofs.tables.making import made
from proofs.tables.request import Request

FEW = ("dcg", "mae", "kendall", "lr_plus", "recall", "mape")


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("RANKPROOF_CACHE", str(tmp_path / "cache"))


def run(capsys, *arguments):
    code = main(list(arguments))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_cells_are_what_naive_loops_find():
    names = ("ioi", "symmetry", "triangle", "max_agreement", "wsd")
    table = made("properties", Request(sizes=(3,), metrics=FEW, axioms=names, jobs=1))
    signs = {"holds": "✓", "refuted": "✗", "undecided": "0/0"}
    for row in table.rows:
        for axiom, cell in zip(names, row[1:], strict=True):
            metric = row[0].text
            found = [
                reference.judge(axiom, [metric], n, **parameters(metric))["status"]
                for n in (2, 3)
                if n > 2 or "k" not in METRICS[metric].parameters
            ]
            worst = next((status for status in found if status != "holds"), "holds")
            assert cell.text.startswith(signs[worst]), (metric, axiom)


def test_counterexamples_are_those_of_check(capsys):
    words = ["--n", "2..4", "--metrics", "mape", "--format", "json"]
    _, out, _ = run(capsys, "counterexamples", *words)
    rows = {row["axiom"]: row for row in json.loads(out)["rows"]}
    assert rows["ioi"]["n"] == 4
    assert rows["ioi"]["witness"] == proofs.ask("ioi", "mape", n=4).replayed.witness


def test_a_condition_that_no_case_meets_is_passed_over():
    table = made("properties", Request(sizes=(4,), metrics=("mae",), axioms=("sensitivity_some",)))
    # Two disjoint swaps need four places; MAE gives swaps of one width one value.
    assert table.rows[0][1].text == "✗4"


@pytest.mark.parametrize("ties_agree", [False, True])
def test_agreement_is_what_naive_loops_and_ask_find(ties_agree):
    name = "agreement_ratio_b" if ties_agree else "agreement_ratio"
    request = Request(sizes=(4,), metrics=FEW)
    counts = agreement.counted(request, request.chosen_metrics(), 4)
    assert not counts.left_out
    for one, two in combinations(range(len(FEW)), 2):
        pair = [FEW[one], FEW[two]]
        found = counts.ratio(one, two, ties_agree)
        assert found == reference.quantity(name, pair, 4, **parameters(*pair)), pair
        asked = proofs.ask(name, *pair, n=4, **parameters(*pair))
        assert Fraction(str(asked.exact.expression())) == found


def test_pairs_that_were_left_out_are_counted_and_marked():
    # The prevalence threshold divides by TPR − FPR, at k = 2 of n = 4 just 0 where one of the two
    # items is relevant: so for 16 of the 24 rankings. 8 · 7 / 2 of the 276 pairs remain.
    table = made("agreement", Request(sizes=(4,), metrics=("pt", "recall", "mae")))
    rows = {tuple(cell.text for cell in row[:2]): row[2:] for row in table.rows}
    left_out = 276 - 28
    assert rows["pt", "recall"][2].value == {"left_out": left_out, "of": 276}
    assert rows["pt", "recall"][2].text == str(left_out)
    assert rows["pt", "recall"][2].mark == "undefined"
    assert rows["recall", "mae"][2].value == {"left_out": 0, "of": 276}
    assert any("so 2 pairs of metrics are compared on a part" in note for note in table.notes)
    names, ratios, missing = figures.ratios_of(table)
    one, two = names.index("pt"), names.index("recall")
    assert (ratios[one, two], missing[one, two], missing[two, one]) == (1, left_out, left_out)
    drawn = figures.heatmap(table)
    hatched = [patch for patch in drawn.axes[1].patches if patch.get_hatch()]
    assert len(hatched) == 4
    (legend,) = [text.get_text() for text in drawn.axes[1].get_legend().get_texts()]
    assert "undefined (pairs of metrics: 2)" in legend


def test_sampled_agreement_covers_the_exact_ratio(monkeypatch):
    metrics = ("mae", "kendall", "recall", "gmr")
    request = Request(sizes=(6,), metrics=metrics, samples=2000)
    exact = agreement.counted(request, request.chosen_metrics(), 6)
    monkeypatch.setattr(agreement, "LARGEST_EXACT", 5)
    drawn = agreement.counted(request, request.chosen_metrics(), 6)
    for one, two in combinations(range(len(metrics)), 2):
        total = int(drawn.defined[one, two])
        low, high = agreement.interval(int(drawn.agree[one, two]), total)
        assert low <= exact.ratio(one, two, False) <= high


def test_robustness_of_overlap_by_hand():
    # A swap changes |R ∩ S| by one exactly if it takes one place in the top k and one outside,
    # and of the two items one is relevant: each has the chance f = 2k(n − k)/(n(n − 1)).
    table = made("robustness", Request(sizes=(4, 5, 10), metrics=("recall", "fallout")))
    keys = [column.key for column in table.columns]
    for row, (metric, change) in zip(
        table.rows, [(m, c) for m in ("recall", "fallout") for c in (2, 1)], strict=True
    ):
        cells = dict(zip(keys, row, strict=True))
        for n in (4, 5, 10):
            k = cutoff(n)
            chance = Fraction(2 * k * (n - k), n * (n - 1)) ** change
            mean = chance / (k if metric == "recall" else n - k)
            if n <= 5:
                assert cells[f"exact_{n}"].text == str(mean)
            else:
                low, high = map(float, cells[f"estimate_{n}"].value["interval"])
                assert low <= mean <= high


def test_three_of_ten_is_the_only_cutoff_that_rounds_to_the_printed_numbers():
    def rounded(k):
        chance = Fraction(2 * k * (10 - k), 90)
        means = (chance**2 / k, chance / k, chance**2 / (10 - k), chance / (10 - k))
        return [f"{float(mean):.2f}" for mean in means]

    wanted = [
        group_paper.printed_change(change, 10, metric)
        for metric in ("recall", "fallout")
        for change in ("robustness_swap", "robustness_slide")
    ]
    assert [k for k in range(1, 10) if rounded(k) == wanted] == [3]


def test_table_3_is_reproduced_and_its_slips_are_named(capsys):
    _, out, _ = run(capsys, "indistinguishable", "--n", "3", "--format", "json")
    made = json.loads(out)
    rows = {row["metric"]: row for row in made["rows"]}
    for name in ("mrr", "gmr", "mean_rank"):
        # Both items stay among the first five: a mean over the five does not see the swap.
        assert rows[name]["example_1"] == rows[name]["example_3"] == "○"
    assert rows["kendall"]["example_3"] == rows["ndpm"]["example_3"] == "●"
    assert "mrr in example 1" in made["deviations"]
    assert rows["recall"]["printed_1"] == "○"


def test_classes_are_what_ask_and_naive_loops_find():
    names = ("dcg", "ndcg", "mse", "rmse", "spearman", "kendall", "ndpm", "recall", "jaccard")
    request = Request(sizes=(3,), metrics=names)
    grouped = classes.classes(classes.profiles(request, 3).of.values())
    of = {p.metric.name: place for place, c in enumerate(grouped) for p, _ in c}
    for one, two in combinations(names, 2):
        given = parameters(one, two)
        same = of[one] == of[two]
        verdict = proofs.ask("linear_equivalence", one, two, n=3, **given)
        assert (verdict.status == "holds") == same, (one, two)
        naive = reference.judge("linear_equivalence", [one, two], 3, **given)
        assert (naive["status"] == "holds") == same


def test_separating_pairs_separate_and_fewer_do_not():
    request = Request(sizes=(3,), metrics=(*FEW, "mse", "rbp", "smape"))
    signs = np.stack(list(separating.comparisons(request, 3).of.values()))
    chosen, proved, alike = separating.separate(signs, None)

    def separates(columns):
        return all(
            (one, two) in alike
            or any(
                signs[one, c] != signs[two, c] and 2 not in (signs[one, c], signs[two, c])
                for c in columns
            )
            for one, two in combinations(range(len(signs)), 2)
        )

    assert proved
    assert separates(chosen)
    smaller = combinations(range(signs.shape[1]), len(chosen) - 1)
    assert not any(separates(columns) for columns in smaller)


class Cells(HTMLParser):
    """Collects the cells of the first table."""

    def __init__(self):
        super().__init__()
        self.rows, self.inside = [], False

    def handle_starttag(self, tag, attrs):
        if tag == "tr":
            self.rows.append([])
        self.inside = tag in ("td", "th")
        if self.inside:
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        self.inside = False

    def handle_data(self, data):
        if self.inside:
            self.rows[-1][-1] += data


AWKWARD = Table(
    "awkward",
    "A & B: <σ> of 50 %",
    (Column("a_b", "a_b & c"), Column("n", "n", numeric=True)),
    ((Cell("m(σ, τ) ≤ 2·√2 | ^~{}\\$#", [1]), Cell("7/92", {"exact": "7/92"})),),
    (("✓∀", "proved"), ("✗4 ∀6", "fails"), ("0/0", "undefined")),
    ("S₃ ∘ ν⁻¹ … “x”",),
)


def test_every_format_carries_every_cell():
    texts = [cell.text for cell in AWKWARD.rows[0]]
    assert json.loads(shown(AWKWARD, "json"))["rows"] == [{"a_b": [1], "n": {"exact": "7/92"}}]
    assert list(csv.reader(io.StringIO(shown(AWKWARD, "csv")))) == [["a_b", "n"], ["[1]", "7/92"]]
    reader = Cells()
    reader.feed(shown(AWKWARD, "html"))
    assert reader.rows == [["a_b & c", "n"], texts]
    assert all(text in shown(AWKWARD, "text") for text in texts)
    lines = shown(AWKWARD, "md").splitlines()
    assert lines[3] == "|---|---:|"
    assert lines[4].replace("\\|", "").count("|") == 3


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no LaTeX here")
def test_latex_compiles(tmp_path):
    long = Table("long", "long", (Column("a", "a"),), tuple(((Cell("σ_1", 1),),) * 60))
    few = Request(sizes=(3,), metrics=FEW, jobs=1)
    tables = [AWKWARD, long, made("properties", few), made("classes", few), made("separating", few)]
    body = "\n\n".join(shown(table, "latex") for table in tables)
    packages = r"\usepackage{array,booktabs,longtable,graphicx}"
    text = rf"\documentclass{{article}}{packages}\begin{{document}}{body}\end{{document}}"
    (tmp_path / "t.tex").write_text(text, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "t.tex"]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert found.returncode == 0, found.stdout[-2000:]


@pytest.mark.parametrize("form", FORMATS)
def test_the_command_prints_every_format(capsys, form):
    code, out, err = run(
        capsys, *f"properties --n 3 --metrics mae,dcg --axioms ioi --format {form}".split()
    )
    assert (code, err) == (0, "")
    assert "mae" in out


@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_figures_are_written(capsys, tmp_path, ending):
    starts = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}
    for name, more in (("agreement", ""), ("properties", "--axioms ioi,wsd")):
        path = tmp_path / f"{name}.{ending}"
        words = f"{name} --n 3 --metrics dcg,mae,recall,mse --quiet {more} --figure {path}"
        assert run(capsys, *words.split()) == (0, "", "")
        assert path.read_bytes().startswith(starts[ending])


BAD = [
    ("", "name a table"),
    ("propertys", "Did you mean 'properties'"),
    ("properties --metrics dgc", "Did you mean 'dcg'"),
    ("properties --axioms ioy", "Did you mean 'ioi'"),
    ("properties --axioms consistency", "no property of one metric"),
    ("properties --metrics dcg,dcg", "twice"),
    ("properties --n all", "--every-n"),
    ("properties --n 4..2", "Write --n 2..4"),
    ("properties --n 4,3", "must grow"),
    ("properties --k 0", "at least 1"),
    ("properties --p 0.8.1", "is not a number"),
    ("properties --engine symbolic", "not one of"),
    ("properties --format yaml", "not one of"),
    ("properties --figure x.jpg", "must end in"),
    ("classes --figure x.svg", "only properties and agreement read it"),
    ("properties --metrics mae --k 2", "has a k: leave --k out"),
    ("robustness --n 3 --metrics mae --samples 20", "nothing is sampled"),
    ("agreement --n 4 --metrics mae,dcg --seed 1", "nothing is sampled"),
    ("classes --n 7", "2 ≤ n ≤ 5"),
    ("separating --n 9", "2 ≤ n ≤ 5"),
    ("agreement --n 1", "no pair"),
    ("agreement --metrics dcg", "at least two"),
    ("robustness --n 5000", "out of reach"),
    ("indistinguishable --n 12", "2 ≤ n ≤ 9"),
    ("lists --metrics ndgc@2", "Did you mean 'ndcg'"),
    ("lists --metrics ap@2,ap@2", "twice"),
    ("lists --metrics ap@2 --k 2", "leave --k out"),
    ("lists --metrics ap --p 1/2", "has a p: leave --p out"),
    ("lists --metrics p", "name k, as in p@3"),
    ("lists --axioms never_opposite", "no property of one metric of lists"),
    ("lists --axioms promotoin", "Did you mean 'promotion'"),
    ("lists --convention ranks", "--convention"),
    ("lists --c 0", "at least 1"),
    ("properties --c 2", "only pairs and lists and libraries read it"),
    ("properties --having ioi --lacking ioi", "name ioi twice"),
    ("properties --having type_ii,right_invariance", "name right_invariance twice"),
    ("properties --having ioy", "Did you mean 'ioi'"),
    ("lists --having ioi", "no axiom is called 'ioi'"),
    ("properties --format csv --transpose", "leave it out of csv"),
    ("properties --format json --split 2", "leave it out of json"),
    ("properties --split 0", "at least 1"),
    ("pairs --metrics dcg", "at least two"),
    ("pairs --metrics dcg,gp", "gp: this table is about metrics of rankings, not of judged runs"),
    ("properties --metrics ndcg@3", "ndcg@3: this table is about metrics of rankings"),
    ("properties --metrics kendall_top", "not of top-k lists"),
    ("pairs --metrics dcg,mae --c 2", "rankings have no grades"),
    ("pairs --metrics gp,gp", "twice"),
    ("pairs --metrics gp,gr --convention ranks", "no permutations"),
    ("pairs --metrics gp,gr --p 1/2", "has a p: leave --p out"),
    ("pairs --domain tops", "compared on rankings, runs, lists"),
    ("pairs --axioms ioi", "--axioms: only"),
    ("properties --axioms promotion", "no property of one metric of rankings"),
]


@pytest.mark.parametrize(("command", "message"), BAD)
def test_bad_input_is_one_message(capsys, command, message):
    code, out, err = run(capsys, *command.split())
    assert (code, out) == (2, "")
    assert err.startswith("error: ")
    assert message in err
    assert len(err.strip().splitlines()) <= 2


@pytest.mark.parametrize("name", TABLES)
def test_an_option_is_read_or_refused(name, capsys):
    given = {
        "axioms": "--axioms ioi", "every_n": "--every-n", "engine": "--engine smt",
        "figure": "--figure x.svg", "samples": "--samples 9", "seed": "--seed 9", "c": "--c 2",
        "having": "--having ioi", "lacking": "--lacking ioi", "domain": "--domain runs",
        "transpose": "--transpose", "split": "--split 2", "cluster": "--cluster tcp://x:1",
    }  # fmt: skip
    assert {option for one in TABLES.values() for option in one.reads} == set(given)
    for option, words in given.items():
        if option not in TABLES[name].reads:
            code, out, err = run(capsys, name, *words.split())
            assert (code, out) == (2, "")
            assert words.split()[0] in err


@pytest.mark.parametrize("name", TABLES)
def test_every_option_that_is_accepted_is_looked_at(name):
    seen = set()

    class Watched(Request):
        def __getattribute__(self, field):
            seen.add(field)
            return super().__getattribute__(field)

    size = 10 if name in ("robustness", "agreement") else 3
    asked = {"lists": (("ap", "rr"), "extension"), "programs": (("scipy",), "defined")}
    metrics, axiom = asked.get(TABLES[name].of, (("mae", "recall"), "ioi"))
    request = Watched(sizes=(size,), metrics=metrics, axioms=(axiom,), samples=20)
    seen.clear()
    made(name, request)
    everywhere = {"sizes", "k", "p", "metrics", "convention", "timeout", "progress"}
    refused = {"convention"} if TABLES[name].of == "programs" else set()
    assert everywhere - refused <= seen
    assert set(TABLES[name].reads) - {"figure", "transpose", "split"} <= seen


@pytest.mark.parametrize("name", [name for name in TABLES if name != "robustness"])
def test_a_time_limit_leaves_cells_open(name, capsys, monkeypatch):
    monkeypatch.setattr(order_counts, "_scorer", lambda *_: time.sleep(5))
    asked = {"lists": "ap,ndcg,q", "programs": "scipy:kendalltau"}
    metrics = asked.get(TABLES[name].of, "mae,kendall,mcc")
    words = f"{name} --n 5 --metrics {metrics} --timeout 0.000001 --jobs 1 --fresh"
    started = time.monotonic()
    code, out, err = run(capsys, *words.split())
    assert (code, err) == (3, "")
    assert out
    assert time.monotonic() - started < 20


def test_a_set_that_was_not_proved_smallest_is_open(capsys, monkeypatch):
    def no_time(*_):
        raise TimeoutError

    monkeypatch.setattr(separating, "_within", no_time)
    words = "separating --n 3 --metrics mae,kendall,recall,dcg,mape"
    assert run(capsys, *words.split())[0] == 0
    code, out, _ = run(capsys, *words.split(), "--timeout", "100")
    assert code == 3
    assert "no smaller one was found in time" in out


def test_what_was_found_is_kept_and_an_interrupted_table_goes_on(monkeypatch):
    request = Request(sizes=(3,), metrics=FEW, axioms=("ioi",), jobs=1)
    real, seen = answers.answer, []

    def interrupted(asked):
        if len(seen) == 3:
            raise KeyboardInterrupt
        seen.append(asked)
        return real(asked)

    monkeypatch.setattr(answers, "answer", interrupted)
    with pytest.raises(KeyboardInterrupt):
        made("properties", request)
    monkeypatch.setattr(answers, "answer", lambda asked: seen.append(asked) or real(asked))
    first = made("properties", request)
    assert len(seen) == len(FEW)
    assert made("properties", request) == first
    assert len(seen) == len(FEW)


def test_a_damaged_cache_is_passed_over(tmp_path):
    request = Request(sizes=(3,), metrics=("mae",), axioms=("ioi",), jobs=1)
    first = made("properties", request)
    for path in (tmp_path / "cache").rglob("*.json"):
        path.write_text("{", encoding="utf-8")
    assert made("properties", request).rows[0][1].text == first.rows[0][1].text
