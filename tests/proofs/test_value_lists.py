"""The value of a metric at a judged list: against plain loops, and one message for bad input."""

import json
from fractions import Fraction

import pytest
import sympy as sp
from mpmath import mpf

from proofs.core.valuing.value import value_of
from proofs.value import main
from tests import lists_reference as plain


def run(capsys, *arguments):
    code = main(list(arguments))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.mark.sweep(4)
@pytest.mark.parametrize("cut", [None, 1, 2])
@pytest.mark.parametrize("name", plain.METRICS)
def test_every_small_list_has_the_value_of_the_plain_loops(name, cut):
    if name.startswith("p") and "over" not in name and cut is None:
        pytest.skip("precision needs a cut-off")
    given = {"p": "0.8"} if name == "rbp" else {}
    for top, rest in plain.all_lists(3 if cut == 2 else 2, 2):
        counts = [rest.count(grade) for grade in range(3)]
        found = value_of(name, grades=top, unretrieved=counts, k=cut, **given)
        expected = plain.METRICS[name]((top, rest), cut, 2)
        if expected is None:
            assert found.exact is None
            assert found.undefined
        else:
            assert abs(mpf(str(sp.N(found.exact, 50))) - expected) < plain.CLOSE * 10


def test_what_is_free_is_a_symbol():
    found = value_of("rbp", grades=(1, 0, 2)).exact
    (p,) = found.free_symbols
    given = value_of("rbp", grades=(1, 0, 2), p=Fraction(1, 3)).exact
    assert sp.expand(found.xreplace({p: sp.Rational(1, 3)})) == given
    free = value_of("dcg(gain=free)@2", grades=(2, 1)).exact
    gains = {"g(a₁)": sp.Integer(1), "g(a₂)": sp.Integer(2)}
    linear = free.xreplace({symbol: gains[symbol.name] for symbol in free.free_symbols})
    assert linear == value_of("dcg@2", grades=(2, 1)).exact


def test_unjudged_documents():
    assert value_of("ap", grades="1,-,1").exact == sp.Rational(5, 6)
    assert value_of("ap", grades=[1, None, 1], unjudged="drop").exact == 1
    # of the judged grades 0, 1, 0, 1 bpref counts 1 − 1/2 and 1 − 2/2, by R = 2
    assert value_of("bpref", grades="0,-,1,-,0,1").exact == sp.Rational(1, 4)


def test_the_largest_grade():
    # ERR at grade 1: (2 − 1)/2^c
    assert value_of("err", grades=(1,)).exact == sp.Rational(1, 2)
    assert value_of("err", grades=(1,), unretrieved=(0, 0, 0)).exact == sp.Rational(1, 4)
    assert value_of("err", grades=(1,), c=3).exact == sp.Rational(1, 8)


def test_json_and_text(capsys):
    command = ["ndcg@2", "--grades", "0,1,-", "--unretrieved", "0,1,0", "--groups", "1;2,3"]
    code, out, err = run(capsys, *command)
    assert (code, err) == (0, "")
    assert "r = (0 1 – | 1)" in out  # noqa: RUF001
    assert "ties: the mean" in out
    found = json.loads(run(capsys, *command, "--format", "json")[1])
    assert found["point"] == {
        "r": {"grades": [0, 1, None], "unretrieved": [0, 1, 0], "ties": [[1], [2, 3]]}
    }
    assert found["parameters"] == {"c": 2}
    # the relevant one is second in half of the orders
    listed = {"grades": (0, 1, 0), "unretrieved": (0, 1, 0)}
    first, both = value_of("ndcg@2", **listed), value_of("ndcg@2", **listed, groups="1;2,3")
    assert sp.simplify(both.exact - first.exact / 2) == 0
    assert found["value"]["approx"] == both.approx


def test_long_values_are_for_programs(capsys):
    command = ["ndcg", "--grades", ",".join(str(place % 3) for place in range(80))]
    code, out, _ = run(capsys, *command)
    assert code == 0
    assert out.splitlines()[0].endswith("(exactly with --format json)")
    found = json.loads(run(capsys, *command, "--format", "json")[1])["value"]
    one = tuple(place % 3 for place in range(80)), ()
    assert abs(mpf(found["approx"]) - plain.ndcg(one, None)) < mpf(10) ** -10
    assert len(found["exact"]) > 1000


BAD = {
    "ap@3": "give --grades",
    "rr --ranking 1,2": "rr scores judged lists",
    "app@3 --grades 1": "Did you mean 'ap'",
    "ndcg(gain=cubic)@3 --grades 1": "gain is linear, exp or free",
    "ndcg --grades 1 --gain cubic": "gain is linear, exp or free",
    "ap --grades 1 --gain exp": "leave --gain out",
    "ap@3 --grades 1 --k 2": "leave --k out",
    "ap --grades 1 --k 0": "at least 1",
    "p@0 --grades 1": "k = 0",
    "p --grades 1": "name k",
    "ap --grades 1,3 --c 2": "outside 0, …, 2",
    "ap --grades 1,x": "not a number",
    "ap --grades 1.5": "not a whole number",
    "ap --grades 1,999": "from 0 to 100",
    "ap --grades 1 --unretrieved 0,-1": "unretrieved = -1",
    "ap --grades 1 --unretrieved 0,1 --c 2": "has 2 counts, and c = 2 has 3 grades",
    "ap --grades 1,0 --groups 1": "do not cover the list",
    "ap --grades 1,0 --groups 1,2;2": "do not cover the list",
    "ap --grades 1,0 --groups 2;1": "do not cover the list",
    "ap --grades 1,0 --ties best": "no tie groups",
    "ap --grades 1,0 --groups 1,2 --ties trec": "not one of mean, best, worst",
    "ap --grades 1,0 --unjudged drop": "every document of the list is judged",
    "ap --grades 1,- --unjudged one": "not one of zero, drop",
    "ap --grades 1 --reference 1": "leave it out",
    "ap --grades 1 --p 1/2": "leave --p out",
    "rbp --grades 1,0 --groups 1,2": "p is free",
    "kendall --grades 1": "no metric of lists is called 'kendall'",
    "ap --grades 1 --mean geometric": "only files read --mean",
    "kendall --ranking 1 --reference 1 --ties best": "leave --ties out",
    "kendall --ranking 1 --reference 1 --groups 1": "leave --groups out",
}


@pytest.mark.parametrize(("command", "message"), BAD.items())
def test_bad_input_gets_one_message(capsys, command, message):
    code, out, err = run(capsys, *command.split())
    assert (code, out) == (2, "")
    assert message in err
    assert len(err.strip().splitlines()) == 1
