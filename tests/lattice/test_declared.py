"""Declarations as text: what is written is read back as the same object, for all of ours."""

import itertools
import json
import tomllib
from dataclasses import replace
from fractions import Fraction
from importlib import import_module

import pytest

import proofs
from axioms import AXIOMS, LIST_AXIOMS, OTHER_AXIOMS, QUANTITIES, TOP_AXIOMS
from lattice.declared import own
from lattice.declared.catalogue import KINDS
from lattice.declared.files import declarations
from lattice.declared.kinds import READERS, WRITERS, shown
from lattice.order import ORDERS
from lattice.order_table import order_of, order_table
from lattice.relation import relation
from metrics import METRICS, OTHER_METRICS, RUN_METRICS, find_metric
from metrics.labels import DISTANCES
from metrics.language.terms import k, n
from metrics.language.text.reading import read_term
from metrics.lists import LIST_METRICS, TOP_METRICS
from metrics.multi_aspect import APPROACHES, MEASURES
from metrics.naming import ELSEWHERE, BadInput
from proofs.check import main
from proofs.core.kept_cells import key
from proofs.report.certificate import certificate
from proofs.report.shown import show
from proofs.script.sealing import seal
from proofs.trusted.untrusted import Rejected
from proofs.trusted.verify import check
from rankproof.line.version import VERSION
from rankproof.line.workers import in_processes


def variants(family, every=False):
    """Go through the variants of a family of metrics of lists: one option changed, or any."""
    options = [
        [(name, value) for value in values if value not in ("…", "a number")]
        for name, values in family.choices.items()
    ]
    usual = dict(values[0] for values in options)
    single = [{**usual, name: value} for values in options for name, value in values]
    for chosen in map(dict, itertools.product(*options)) if every else (usual, *single):
        for cut in (None, 2):
            if (family.name, cut, chosen.get("over")) != ("p", None, "k"):
                yield family.variant(chosen, cut)


DECLARED_METRICS = [
    *(metric for all_of in (METRICS, RUN_METRICS, OTHER_METRICS, TOP_METRICS)
      for metric in all_of.values()),
    *(metric for family in LIST_METRICS.values() for metric in variants(family)),
]  # fmt: skip
DECLARED_AXIOMS = [
    axiom
    for all_of in (AXIOMS, QUANTITIES, OTHER_AXIOMS, LIST_AXIOMS, TOP_AXIOMS)
    for axiom in all_of.values()
]


DECLARED = {
    "metric": DECLARED_METRICS,
    "axiom": DECLARED_AXIOMS,
    "order": ORDERS.values(),
    "distance": DISTANCES.values(),
    "measure": MEASURES.values(),
    "approach": APPROACHES.values(),
}


def read_back(kind, declared):
    text = shown(kind, declared)
    table = tomllib.loads(text)[kind]
    assert list(table) == [declared.name]
    found = READERS[kind](declared.name, table[declared.name])
    assert shown(kind, found) == text
    return found


def test_there_are_many_of_each():
    assert len(DECLARED_METRICS) > 150
    assert len(DECLARED_AXIOMS) > 120


@pytest.mark.parametrize("kind", DECLARED)
def test_what_is_written_is_read_back_as_the_same(kind):
    for one in DECLARED[kind]:
        assert read_back(kind, one) == one, one.name


@pytest.mark.slow
def test_all_variants_of_metrics_of_lists_are_read_back():
    for family in LIST_METRICS.values():
        for metric in variants(family, every=True):
            assert read_back("metric", metric) == metric, metric.name


def test_an_order_by_operations_that_is_read_back_relates_the_same_runs():
    for order in ORDERS.values():
        found = order_of(order.name, order_table(order))
        assert relation(found, 3, 2) == relation(order, 3, 2), order.name


def test_no_writer_is_missing():
    assert set(READERS) == set(WRITERS) == set(DECLARED) == set(KINDS.values())


# What texts mean ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.8", Fraction(4, 5)),
        ("2 - 3 - 4", -5),
        ("2 / 3 / 4", Fraction(1, 6)),
        ("2 / 3 * 4", Fraction(8, 3)),
        ("-2^2", -4),
        ("2^-2 * 3", Fraction(3, 4)),
        ("2^3^2", 512),
        ("-(1 + 2) * 3", -9),
        ("2 - -3", 5),
        ("max(1, min(5, 3), 2)", 3),
        ("mod(7, 3) + floor(7/2) + ceiling(7/2)", 8),
        ("[1 < 2] + [not 1 < 2] + indicator(1 <= 1 and 2 != 3)", 2),
        ("if(1 = 2, 5, 6) + piecewise(1, 2 < 1, 2, 3 < 4, 9)", 8),
        ("sqrt(16) + root(27, 3) + log(8, 2)", 10),
        ("binomial(5, 2)", 10),
        ("sign(-3)", -1),
        ("\\cdot".join(("2", "3")), 6),
    ],
)
def test_numbers_are_what_they_say(text, value):
    assert read_term(text) == value


@pytest.mark.parametrize(
    ("text", "reference"),
    [
        ("sum(i, 1, n, abs(sigma(i) - tau(i))^3)",
         lambda s, t: sum(abs(x - y) ** 3 for x, y in zip(s, t, strict=True))),
        ("sum(i, 1, n, sum(j, 1, i - 1, [σ(j) < τ(i)]))",
         lambda s, t: sum(s[j] < t[i] for i in range(3) for j in range(i))),
        ("product(i, 1, n, \\sigma(i) + 1) - tau(1)",
         lambda s, t: (s[0] + 1) * (s[1] + 1) * (s[2] + 1) - t[0]),
        ("rank(sigma, 1) + 10 * item(tau, 2) + 100 * inverse(sigma)(3)",
         lambda s, t: s.index(1) + 1 + 10 * t[1] + 100 * (s.index(3) + 1)),
        ("if(sigma(1) = 1 or tau(1) = 1, mod(sigma(2), 2), n)",
         lambda s, t: s[1] % 2 if 1 in (s[0], t[0]) else 3),
    ],
)  # fmt: skip
def test_a_formula_is_worth_what_a_plain_program_computes(text, reference):
    for sigma, tau in itertools.product(itertools.permutations((1, 2, 3)), repeat=2):
        found = proofs.value_of(f"= {text}", ranking=list(tau), reference=list(sigma))
        assert found.exact == reference(sigma, tau), (text, sigma, tau)


def test_a_division_that_cancels_is_refused_and_one_that_stays_is_undefined_there():
    with pytest.raises(BadInput, match=r"write ratio\(a, b\)"):
        read_term("(sigma(1) - tau(1)) / (sigma(1) - tau(1))")
    with pytest.raises(BadInput, match="cancels"):
        read_term("1/(sigma(1) - tau(1)) - 1/(sigma(1) - tau(1))")
    kept = "= ratio(sigma(1) - tau(1), sigma(1) - tau(1))"
    assert proofs.value_of(kept, ranking=[1, 2], reference=[1, 2]).undefined
    assert proofs.value_of(kept, ranking=[2, 1], reference=[1, 2]).exact == 1


def test_a_metric_of_ones_own_is_judged_as_the_declared_one_of_that_formula():
    text = shown("metric", METRICS["mae"]).split('value = "')[1].split('"')[0]
    for axiom in ("ioi", "symmetry"):
        ours = proofs.ask(axiom, "mae", n=3)
        theirs = proofs.ask(axiom, f"= {text}", n=3, cross=True)
        assert (theirs.status, theirs.scope) == (ours.status, ours.scope)
        assert getattr(theirs.replayed, "witness", None) == getattr(ours.replayed, "witness", None)


# The command line --------------------------------------------------------------------------------

MINE = """
[metric.mine]
value = "sum(i, 1, n, sigma(i) / log(i + 1, 2))"
[metric.cumulated]
value = "sum(i, 1, n, [i <= k] * r(i))"
[metric.weighed]
domain = "runs"
value = "sum(i, 1, n, gain(r(i)) / i)"
[axiom.fair]
statement = "forall sigma, tau: m(sigma, tau) = m(tau, sigma)"
[order.above]
below = "forall i: r(i) <= s(i)"
"""


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(MINE, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("ioi mine --n 2..6", 0),
        ("ioi mine --n 7", 1),
        ("fair kendall --n 3", 0),
        ("fair mine --n 3", 1),
        ("lattice above --n 3 --c 2", 0),
        ("valuation gp --order above --n 2 --c 2", 0),
        ("strictly_isotone weighed --order above --n 2 --c 2", 0),
        ("raising cumulated@2 --n 3 --c 2", 0),
        ("raising_strict cumulated --k 2 --n 2", 0),
        ("monotone_in_k cumulated --n 3", 0),
        ("same_scores mine dcg --n 4", 0),
    ],
)
def test_a_file_is_known_wherever_names_are(mine, command, code, capsys):
    assert main([*command.split(), "--using", mine]) == code
    assert not ELSEWHERE.found


def test_formulas_stand_where_names_do(capsys):
    assert main(["symmetry", "= sum(i, 1, n, abs(sigma(i) - tau(i))^3)", "--n", "2..5"]) == 0
    assert "f is not ours: the formula given" in capsys.readouterr().out
    assert main(["= forall sigma, tau: m(sigma, tau) <= 1", "kendall", "--n", "3"]) == 0
    assert main(["poset", "= forall i: r(i) <= s(i)", "--n", "2", "--c", "1"]) == 0
    assert main(["same_scores", "= sigma(1)", "= tau(1)", "--n", "2"]) == 0
    assert main(["isotone", "= r(1)", "--order", "= r(1) <= s(1)", "--n", "2", "--c", "1"]) == 0


def test_the_place_of_an_error_is_shown(capsys):
    assert main(["ioi", "= sum(i, 1, n, sgima(i))", "--n", "3"]) == 2
    assert capsys.readouterr().err == (
        "error: no word is called 'sgima'. Did you mean 'sigma'?\n"
        "  sum(i, 1, n, sgima(i))\n"
        "               ^\n"
    )


def test_what_is_shown_can_be_used(tmp_path, capsys):
    for name in ("dcg", "triangle", "rank_swapping", "ndcg(gain=exp)@3", "ops_all"):
        assert main(["--show", name]) == 0
        path = tmp_path / "shown.toml"
        path.write_text(capsys.readouterr().out, encoding="utf-8")
        assert main(["--list", "orders", "--using", str(path)]) == 0
        capsys.readouterr()


def test_a_metric_that_was_made_for_one_size_is_asked_about_no_other(tmp_path, capsys):
    path = tmp_path / "mine.toml"
    text = '[metric.mine]\nvalue = "sigma(3)"\nfixed = { n = 3 }\n'
    text += '[metric.seen]\nvalue = "r(2)"\nfixed = { n = 2, c = 2 }\n'
    path.write_text(text, encoding="utf-8")
    asked = {
        "ioi mine --n 3": 1,
        "ioi mine --n 4": 2,
        "ioi mine --n all": 2,
        "raising seen --n 2 --c 2": 0,
        "raising seen --n 2 --c 1": 2,
        "raising seen --n 3 --c 2": 2,
    }
    for words, code in asked.items():
        assert main([*words.split(), "--using", str(path)]) == code, words
        assert code != 2 or "was made for" in capsys.readouterr().err
    with own([str(path)]), pytest.raises(BadInput, match="made for n = 3"):
        proofs.value_of("mine", ranking=[1, 2])
    with own([str(path)]), pytest.raises(BadInput, match="made for c = 2"):
        proofs.value_of("seen", grades=[1, 0], c=1)


def test_a_name_of_ours_cannot_be_taken(tmp_path, capsys):
    path = tmp_path / "mine.toml"
    path.write_text('[metric.dcg]\nvalue = "sigma(1)"\n', encoding="utf-8")
    assert main(["ioi", "dcg", "--n", "3", "--using", str(path)]) == 2
    said = capsys.readouterr().err
    assert "two declarations are called 'dcg'" in said
    assert "rankproof" in said
    assert "mine.toml" in said


def test_a_python_file_is_the_users_own_program(tmp_path, capsys):
    path = tmp_path / "mine.py"
    path.write_text(
        "from metrics.language.terms import i, n, sigma\n"
        "from metrics.metric import Metric\nfrom metrics.gain import dcg\nfrom sympy import Sum\n"
        "total = Sum(i * sigma(i), (i, 1, n))\n"
        "mine = Metric('mine', 'mine', (sigma,), total, 'own', True, 'me')\n",
        encoding="utf-8",
    )
    assert main(["ioi", "mine", "--n", "3", "--using", str(path)]) in (0, 1)
    for text, said in (("1 / 0\n", "ZeroDivisionError"), ("raise SystemExit(0)\n", "SystemExit")):
        path.write_text(text, encoding="utf-8")
        assert main(["ioi", "mine", "--n", "3", "--using", str(path)]) == 2
        assert said in capsys.readouterr().err


def test_own_declarations_are_forgotten_afterwards(mine):
    with own([mine]):
        assert find_metric("mine").origin == mine
    with pytest.raises(BadInput):
        find_metric("mine")


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("proofs.table", "properties --metrics mine,mae --axioms ioi,fair --n 2 --jobs 1"),
        ("proofs.implies", "fair ioi --n 2"),
        ("lattice.draw", "above --n 2 --c 1 --format text"),
        ("proofs.value", "mine --ranking 2,1"),
    ],
)
def test_all_commands_that_take_names_know_the_file(mine, command, words, capsys):
    assert import_module(command).main([*words.split(), "--using", mine]) in (0, 1)
    assert capsys.readouterr().out


def test_what_is_kept_is_kept_for_one_definition_only(tmp_path):
    path = tmp_path / "mine.toml"
    keys = set()
    for place in (1, 2):
        path.write_text(f'[metric.mine]\nvalue = "sigma({place})"\n', encoding="utf-8")
        with own([str(path)]):
            keys.add(key({"asked": "mine"}))
    assert len({*keys, key({"asked": "mine"})}) == 3


def test_processes_know_what_is_declared(mine):
    with own([mine]):
        found = dict(in_processes(title_of, {"mine": "mine", "dcg": "dcg"}, 1))
    assert found == {"mine": "mine", "dcg": "DCG"}


def title_of(name):
    return find_metric(name).title


# Certificates ------------------------------------------------------------------------------------


def certified(tmp_path, *words):
    path = tmp_path / "certificate.json"
    assert main([*words, "--certificate", str(path), "--quiet"]) in (0, 1)
    return json.loads(path.read_text(encoding="utf-8"))


def resealed(content):
    body = {name: value for name, value in content.items() if name != "seal"}
    return {**body, "seal": seal(body)}


def test_a_certificate_has_the_definition_and_is_checked_by_it(tmp_path, mine):
    questions = (
        ["ioi", "mine", "--n", "7"],
        ["fair", "kendall", "--n", "3"],
        ["valuation", "gp", "--order", "above", "--n", "2", "--c", "1"],
        ["raising", "cumulated@1", "--n", "2"],
    )
    for question in questions:
        content = certified(tmp_path, *question, "--using", mine)
        (declared,) = content["declarations"]
        done = check(content)
        assert f"the {declared['kind']} {declared['name']} is the certificate's own" in done[0]
    assert "declarations" not in certified(tmp_path, "ioi", "dcg@2", "--n", "3")


def test_a_changed_definition_is_rejected(tmp_path):
    content = certified(tmp_path, "ioi", "= sum(i, 1, n, i * sigma(i))", "--n", "4")
    assert content["verdict"]["status"] == "refuted"
    assert check(content)
    table = content["declarations"][0]["table"]
    for change in (
        {"value": "sum(i, 1, n, i^2 * sigma(i))"},
        {"value": "__import__('os')"},
        {"value": "sum(i, 1, n, sigma(i) * i)"},
        {"inputs": ["tau"]},
        {"higher_is_better": "no"},
        {"unknown": "x"},
    ):
        forged = {**content, "declarations": [{**content["declarations"][0]}]}
        forged["declarations"][0]["table"] = {**table, **change}
        with pytest.raises(Rejected):
            check(resealed(forged))
    without = {name: value for name, value in content.items() if name != "declarations"}
    with pytest.raises(Rejected):
        check(resealed(without))
    twice = {**content, "declarations": content["declarations"] * 2}
    with pytest.raises(Rejected):
        check(resealed(twice))
    more = {"kind": "metric", "name": "g", "table": {"value": "sigma(1)"}}
    with pytest.raises(Rejected, match="nothing speaks of"):
        check(resealed({**content, "declarations": [*content["declarations"], more]}))


def test_a_metric_that_takes_the_name_of_ours_does_not_pass_for_it():
    made = replace(METRICS["dcg"], value=METRICS["mean_rank"].value.xreplace({k: n}))
    verdict = proofs.ask("ioi", made, n=3)
    assert "dcg is not ours" in show(verdict, "text")
    content = certificate(verdict, VERSION)
    assert content["declarations"][0]["name"] == "dcg"
    said = "the certificate's own, not ours, though we have one of that name"
    assert said in check(content)[0]
    without = {name: value for name, value in content.items() if name != "declarations"}
    with pytest.raises(Rejected):
        check(resealed(without))
    ours = certificate(proofs.ask("ioi", "dcg", n=3), VERSION)
    declared = [{"kind": "metric", "name": "dcg", "table": WRITERS["metric"](METRICS["dcg"])}]
    with pytest.raises(Rejected, match="declares what is ours"):
        check(resealed({**ours, "declarations": declared}))


def test_objects_are_taken_where_names_are():
    mine = METRICS["mae"].__class__(**{**vars(METRICS["mae"]), "name": "mine"})
    axiom = replace(AXIOMS["symmetry"], name="fair")
    order = replace(ORDERS["rank_replacement"], name="above")
    assert proofs.ask(axiom, mine, n=3).status == "holds"
    assert proofs.ask("lattice", order, n=2, c=1).status == "holds"
    assert proofs.ask("valuation", "gp", order=order, n=2, c=1).status == "holds"
    assert proofs.ask("valuation", RUN_METRICS["gp"], order=order, n=2, c=1).status == "holds"
    assert proofs.value_of(mine, ranking=[2, 1], reference=[1, 2]).exact == 1
    for verdict in (proofs.ask(axiom, mine, n=3), proofs.ask("lattice", order, n=2, c=1)):
        assert check(certificate(verdict, VERSION))


def test_a_file_that_declares_nothing_is_named_and_one_of_claims_alone_is_not():
    for nothing in ("", "# no table", "[metric]"):
        with pytest.raises(BadInput, match="declares nothing"):
            declarations(nothing, "mine.toml")
    assert declarations('[claim.c]\nsays = "x"\nholds = [["symmetry", "mae"]]', "p.toml") == []
