"""Parameters of one's own metrics: declared, given, refused, and carried by certificates."""

from __future__ import annotations

import copy
import json
from fractions import Fraction
from functools import partial
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rankproof
from axioms.language.axiom_table import axiom_of
from lattice.declared import own
from lattice.declared.files import declarations
from lattice.draw import main as draw
from metrics.language.text.metric_table import metric_of
from metrics.metric import Metric
from metrics.naming import ELSEWHERE, BadInput
from proofs.check import main as check
from proofs.report.certificate import certificate
from proofs.table import main as table
from proofs.value import main as value
from rankproof import Abs, OwnParameter, Sum, i, n, sigma, tau

FILE = """
[parameter.a]
above = "0"
below = "1"
advice = "a smoothing constant"

[parameter.m]
kind = "whole"
least = "1"

[metric.smooth]
value = "sum(i, 1, n, a^i * abs(sigma(i) - tau(i)))"
higher_is_better = false

[metric.power]
value = "sum(i, 1, n, abs(sigma(i) - tau(i))^m)"
higher_is_better = false

[metric.seen]
domain = "lists"
value = "sum(i, 1, k, a^i * r(i) * [i <= length(r)])"

[metric.walk]
value = "sum(i, 1, n, a^i * sigma(i))"
walks_down = true
"""
A = OwnParameter("a", above=0, below=1, advice="a smoothing constant")


def metric(**more):
    fields = {"name": "mine", "title": "mine", "source": "a test", "own": (A,), **more}
    return Metric(
        inputs=(sigma, tau),
        value=Sum(A.symbol**i * Abs(sigma(i) - tau(i)), (i, 1, n)),
        family="own",
        higher_is_better=False,
        **fields,
    )


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(FILE, encoding="utf-8")
    return str(path)


def declared(name):
    return {one.name: one for _, one in declarations(FILE, "mine.toml")}[name]


# Values ------------------------------------------------------------------------------------------


@given(st.fractions(Fraction(1, 50), Fraction(49, 50), max_denominator=50))
def test_the_value_is_that_of_the_formula_with_the_number(a):
    for one in ((2, 1, 3), (3, 1, 2)):
        found = rankproof.value(
            metric(), ranking=one, reference=(1, 2, 3), parameters={"a": a}
        ).exact
        by_hand = sum(a**place * abs(x - place) for place, x in enumerate(one, 1))
        assert Fraction(int(found.p), int(found.q)) == by_hand


@pytest.mark.parametrize(("m", "holds"), [(1, True), (2, False), (3, False)])
def test_a_verdict_belongs_to_the_value(m, holds):
    """The triangle inequality of sums of powers, by a naive search."""
    rankings = list(permutations((1, 2, 3)))

    def d(one, other):
        return sum(abs(x - y) ** m for x, y in zip(one, other, strict=True))

    naive = all(d(s, t) <= d(v, t) + d(s, v) for s in rankings for t in rankings for v in rankings)
    found = rankproof.ask("triangle", declared("power"), n=3, parameters={"m": m})
    assert naive is holds
    assert found.status == ("holds" if holds else "refuted")
    assert f"m = {m}" in str(found)


def test_python_and_a_file_declare_the_same():
    one = metric(name="smooth", title="smooth", source="mine.toml")
    assert one == declared("smooth")
    assert one.at({"a": "1/2"}) == declared("smooth").at({"a": "0.5"})
    assert one.at({"a": "1/2"}) != one.at({"a": "1/3"})
    assert one.at({"a": "1/2"}).at({"a": "1/3"}) == one.at({"a": "1/3"})


def test_a_cut_off_cuts_the_formula_that_is_declared_too():
    for one in (
        declared("walk").at({"a": "1/2"}).cut_off(2),
        declared("walk").cut_off(2).at({"a": "1/2"}),
    ):
        assert one.at({}) == one


# Refusals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", ["0", "1", "3/2", "-1", "x", "1/0", "__import__('os')", 0.5])
def test_a_value_outside_the_premises_is_refused(value):
    with pytest.raises(BadInput, match="a = "):
        rankproof.ask("symmetry", metric(), n=3, parameters={"a": value})


def test_what_is_missing_or_unknown_is_named():
    with pytest.raises(BadInput, match=r"0 < a < 1: add --set a=1/2"):
        rankproof.ask("robustness_swap", metric(), n=3)
    with pytest.raises(BadInput, match="add --set a=1/2"):
        rankproof.value(metric(), ranking=[1, 2], reference=[2, 1])
    with pytest.raises(BadInput, match="mine has no parameter 'z': it has a"):
        rankproof.ask("symmetry", metric(), n=3, parameters={"z": 1})
    with pytest.raises(BadInput, match="dcg has no parameter 'a'"):
        rankproof.ask("ioi", "dcg", n=3, parameters={"a": 1})
    with pytest.raises(BadInput, match=r"whole number with 1 ≤ m"):
        declared("power").at({"m": "3/2"})
    with pytest.raises(ValueError, match="OwnParameter"):
        metric(own=())


@pytest.mark.parametrize(
    "fields",
    [
        {"name": "k"},
        {"name": "sigma"},
        {"name": "sum"},
        {"name": "i"},
        {"name": "n"},
        {"name": "a b"},
        {"name": "a", "above": 1, "below": 0},
        {"name": "a", "kind": "whole", "above": 0, "below": 1},
        {"name": "a", "kind": "complex"},
        {"name": "a", "least": 0.5},
        {"name": "a", "value": 10**13},
    ],
)
def test_a_declaration_that_cannot_be_is_refused(fields):
    with pytest.raises(BadInput):
        OwnParameter(**fields)


def test_what_divides_by_0_at_a_value_is_refused():
    text = '[parameter.a]\n[metric.f]\nvalue = "sigma(1) / (a - 1/2)"'
    ((_, found),) = declarations(text, "mine.toml")
    assert found.at({"a": "1/3"}).own[0].value == rankproof.Rational(1, 3)
    with pytest.raises(BadInput, match="divides by 0"):
        found.at({"a": "1/2"})


def test_an_unknown_word_says_how_a_parameter_is_declared():
    with pytest.raises(BadInput, match=r"declared in a file, as \[parameter.a\]") as problem:
        rankproof.ask("symmetry", "= sum(i, 1, n, a * sigma(i))", n=2)
    assert "^" in str(problem.value)
    with pytest.raises(BadInput, match=r"declared in a file, as \[parameter.alpha\]"):
        rankproof.ask("symmetry", "= sum(i, 1, n, alpha * sigma(i))", n=2)
    with pytest.raises(BadInput, match="Did you mean 'tau'"):
        rankproof.ask("symmetry", "= sum(i, 1, n, tao(i))", n=2)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("symmetry smooth --n 3 --set z=1", "no parameter of smooth is called 'z'. smooth has a."),
        ("symmetry mae --n 3 --set z=1", "mae is called 'z'. One is declared in a file"),
    ],
)
def test_a_parameter_that_is_none_is_answered_with_those_that_are(file, words, said, capsys):
    assert check([*words.split(), "--using", file]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('authors = "me"', "no field is called 'authors'. Known: [metric.NAME]"),
        ("[metrics.mine]", "no table is called 'metrics'. Did you mean 'metric'?"),
    ],
)
def test_what_may_stand_at_the_top_of_a_file_is_said(text, said):
    with pytest.raises(BadInput) as problem:
        declarations(f"{text}\nvalue = 'sigma(1)'", "mine.toml")
    assert said in str(problem.value)


# The command line --------------------------------------------------------------------------------


def test_the_option_gives_a_value(file, capsys):
    asked = ["symmetry", "smooth", "--using", file, "--n", "3"]
    assert check([*asked, "--set", "a=1/2"]) == 0
    assert "a = 1/2" in capsys.readouterr().out
    for wrong in (["--set", "a=2"], ["--set", "a"], ["--set", "b=1"], ["--set", "m=0"]):
        assert check([*asked, *wrong]) == 2
        assert capsys.readouterr().err.startswith("error: ")
    assert check(["ioi", "dcg", "--n", "3", "--set", "a=1/2"]) == 2


@pytest.mark.parametrize(
    ("main", "words"),
    [
        (check, "symmetry power --n 3 --set m=1 --set a=1/2"),
        (check, "ioi dcg --n 3 --set a=1/2"),
        (check, "symmetry smooth@2 --n 3 --set m=1"),
        (value, "power --ranking 2,1 --reference 1,2 --set m=1 --set a=1/2"),
        (table, "properties --metrics power --axioms symmetry --n 3 --set m=1 --set a=1/2"),
        (table, "properties --axioms symmetry --n 2 --set m=1"),
        (draw, "rank_replacement --n 2 --c 1 --set a=1/2"),
    ],
)
def test_a_value_that_nothing_asked_about_reads_is_an_error(file, main, words, capsys):
    assert main([*words.split(), "--using", file]) == 2
    assert "--set " in capsys.readouterr().err


def test_nothing_is_left_behind(file):
    before = dict(ELSEWHERE.found)
    with own([file], settings=["a=1/2"]):
        assert ELSEWHERE.get("metric", "smooth").own[0].value == rankproof.Rational(1, 2)
    assert ELSEWHERE.found == before


def test_kept_answers_tell_values_apart(file, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("RANKPROOF_CACHE", str(tmp_path / "kept"))
    asked = ["properties", "--metrics", "power", "--axioms", "triangle", "--n", "3"]
    found = []
    for m in (1, 2, 1):
        table([*asked, "--using", file, "--set", f"m={m}", "--format", "csv"])
        found.append("refuted" in capsys.readouterr().out)
    assert found == [False, True, False]


# Free --------------------------------------------------------------------------------------------

BOUNDS = [
    {"above": Fraction(1, 2)},
    {"least": 0},
    {"below": 0},
    {"least": -1, "most": 1},
    {},
    {"kind": "whole", "least": 1},
]
FORMULAS = {
    "sum(i, 1, n, q0 * abs(sigma(i) - tau(i)))": lambda q, s, t: q * sum(map(abs, minus(s, t))),
    "sum(i, 1, n, (1 + q0^2) * abs(sigma(i) - tau(i)))":
        lambda q, s, t: (1 + q * q) * sum(map(abs, minus(s, t))),
    "abs(sigma(1) - tau(1)) - q0 * abs(sigma(2) - tau(2))":
        lambda q, s, t: abs(s[0] - t[0]) - q * abs(s[1] - t[1]),
    "sum(i, 1, n, sigma(i)) * q0 - tau(1)": lambda q, s, t: q * sum(s) - t[0],
}  # fmt: skip
AXIOMS = {
    "symmetry": lambda d, s, t: d(s, t) == d(t, s),
    "nonnegativity": lambda d, s, t: d(s, t) >= 0,
    "zero_iff_equal": lambda d, s, t: (d(s, t) == 0) == (s == t),
}


def minus(one, other):
    return [x - y for x, y in zip(one, other, strict=True)]


def admitted(bounds):
    low, high = bounds.get("above", bounds.get("least")), bounds.get("below", bounds.get("most"))
    values = {Fraction(a, b) for b in (1, 2, 3, 7) for a in range(-3 * b, 3 * b + 1)}
    return [
        q
        for q in values
        if (low is None or q > low or (q == low and "least" in bounds))
        and (high is None or q < high or (q == high and "most" in bounds))
        and (bounds.get("kind") != "whole" or q.denominator == 1)
    ]


@pytest.mark.parametrize(
    "bounds",
    [{"above": 0, "below": 1}, *[pytest.param(one, marks=pytest.mark.slow) for one in BOUNDS]],
    ids=str,
)
def test_what_is_free_is_decided_for_all_values(bounds):
    """Against plain loops over many values: HOLDS has no counterexample, REFUTED has one."""
    rankings = list(permutations((1, 2)))
    own_one = OwnParameter("q0", **bounds)
    table = own_one.table()
    for text, plain in FORMULAS.items():
        mine = metric_of("mine", {"value": text, "parameters": {"q0": table}})
        for name, says in AXIOMS.items():
            found = rankproof.ask(name, mine, n=2)
            naive = all(
                says(partial(plain, q), s, t)
                for q in admitted(bounds)
                for s in rankings
                for t in rankings
            )
            assert found.status in (("holds", "undecided") if naive else ("refuted",)), (text, name)
            if found.status != "undecided":
                verified = rankproof.verify(certificate(found, rankproof.VERSION)).status
                closed = "least" in bounds and "most" in bounds and found.status == "holds"
                assert verified == ("undecided" if closed else "accepted"), (text, name)


ON_LISTS = {
    "sum(i, 1, n, a^i * r(i) * [i <= length(r)])":
        lambda a, top: sum(a**place * grade for place, grade in enumerate(top, 1)),
    "(a - 1/3) * r(1) * [1 <= length(r)]":
        lambda a, top: (a - Fraction(1, 3)) * (top[0] if top else 0),
    "r(1) * [1 <= length(r)] / (1 + a)": lambda a, top: (top[0] if top else 0) / (1 + a),
}  # fmt: skip


@pytest.mark.parametrize("text", ON_LISTS)
def test_what_is_free_is_decided_on_lists_too(text):
    """raising: a better grade at a place of the list does not lower the score, for many values."""
    mine = metric_of("mine", {"value": text, "domain": "lists", "parameters": {"a": A.table()}})
    found = rankproof.ask("raising", mine, n=2, c=1)
    naive = all(
        ON_LISTS[text](a, (*top[:at], 1, *top[at + 1 :])) >= ON_LISTS[text](a, top)
        for a in admitted({"above": 0, "below": 1})
        for size in (1, 2)
        for top in product((0, 1), repeat=size)
        for at in range(size)
    )
    assert found.status == ("holds" if naive else "refuted")
    assert rankproof.verify(found).status == "accepted"


def test_what_divides_by_0_at_some_value_is_not_decided():
    text = "r(1) / (a - 1/2)^2"
    mine = metric_of("mine", {"value": text, "domain": "lists", "parameters": {"a": A.table()}})
    asked = axiom_of("own", {"statement": "forall r: m(r) >= 0"})
    assert rankproof.ask(asked, mine, n=2, c=1).status == "undecided"


def test_every_n_and_all_values():
    found = rankproof.ask("triangle", metric(), n="all")
    assert (found.status, found.scope.every_from) == ("holds", 2)
    assert "every 0 < a < 1" in str(found)
    content = certificate(found, rankproof.VERSION)
    assert rankproof.verify(content).status == "accepted"
    assert "value" not in content["declarations"][0]["table"]["parameters"]["a"]
    refuted = rankproof.ask("right_invariance", metric(), n="all")
    assert refuted.status == "refuted"
    assert refuted.question.subjects[0].own[0].value == rankproof.Rational(1, 2)
    assert rankproof.ask("symmetry", metric(), n=3, parameters={"a": "free"}).status == "holds"


def test_one_of_two_may_be_free():
    text = FILE.replace('a^i * abs(sigma(i) - tau(i))"', 'm * a^i * abs(sigma(i) - tau(i))"')
    found = dict((one.name, one) for _, one in declarations(text, "mine.toml"))["power"]
    both = metric_of("both", {
        "value": "sum(i, 1, n, m * a^i * abs(sigma(i) - tau(i)))",
        "parameters": {"a": A.table(), "m": found.own[0].table()},
    })  # fmt: skip
    half = both.at({"a": "1/2"})
    assert list(half.free) == ["m"]
    assert rankproof.ask("symmetry", half, n=2).status == "holds"
    assert not half.at({"m": 2}).free
    given = Metric(**{**vars(metric()), "own": (A.at("1/2"),)})
    assert rankproof.ask("symmetry", given, n=2).status == "holds"
    assert "every" not in rankproof.ask("symmetry", given, n=2).question.given()


# Certificates ------------------------------------------------------------------------------------


def made(name, axiom, given, **more):
    answer = rankproof.ask(axiom, declared(name), parameters=given, **more)
    return json.loads(json.dumps(certificate(answer, rankproof.VERSION)))


def test_a_certificate_declares_the_parameter_and_its_value():
    content = made("power", "triangle", {"m": 3}, n=3)
    (one,) = content["declarations"]
    assert one["table"]["parameters"] == {"m": {"kind": "whole", "least": "1", "value": "3"}}
    assert rankproof.verify(content).status == "accepted"
    lists = made("seen", "promotion", {"a": "1/2"}, n=3, c=1, k=2)
    assert rankproof.verify(lists).status == "accepted"


@pytest.mark.parametrize(
    "change",
    [
        {"value": "0"},
        {"value": "1/2"},
        {"value": "1"},
        {"value": "2"},
        {"value": "__import__('os')"},
        {"least": "4"},
        {"kind": "real", "value": "1"},
        {"more": "1"},
        {"value": 3},
    ],
)
def test_a_forged_value_is_rejected(change):
    content = copy.deepcopy(made("power", "triangle", {"m": 3}, n=3))
    content["declarations"][0]["table"]["parameters"]["m"] |= change
    assert rankproof.verify(content).status == "rejected"


def test_a_certificate_without_the_value_or_with_one_too_many_is_rejected():
    content = made("power", "triangle", {"m": 3}, n=3)
    without = copy.deepcopy(content)
    del without["declarations"][0]["table"]["parameters"]["m"]["value"]
    more = copy.deepcopy(content)
    more["declarations"][0]["table"]["parameters"]["a"] = {"kind": "real", "value": "1"}
    for forged in (without, more):
        assert rankproof.verify(forged).status == "rejected"


@pytest.mark.parametrize("text", ["if(a < 1/1000, sigma(1), 0)", "[a < 1/1000] * sigma(1)"])
def test_a_branch_that_depends_on_what_is_free_is_not_taken_for_another(text):
    """With a = 1/2000 the value is sigma(1): it is not 0 for every a."""
    mine = metric_of("mine", {"value": text, "parameters": {"a": A.table()}})
    asked = axiom_of("own", {"statement": "forall sigma: m(sigma) = 0"})
    for size in (2, "all"):
        assert rankproof.ask(asked, mine, n=size).status != "holds"
    assert rankproof.ask(asked, mine, n=2, parameters={"a": "1/2000"}).status == "refuted"
    lists = metric_of("mine", {"value": "if(p < 1/1000, 1, 0) * r(1)", "domain": "lists"})
    asked = axiom_of("own", {"statement": "forall r: m(r) = 0"})
    for engine in ("auto", "smt"):
        assert rankproof.ask(asked, lists, n=2, c=1, engine=engine).status != "holds"
