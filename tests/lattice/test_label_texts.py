"""Distances of labels, measures and approaches of one's own, as text; numbers that are counted."""

import itertools
from fractions import Fraction

import pytest

import proofs
from lattice.declared import own
from lattice.declared.kinds import READERS
from metrics.naming import BadInput
from proofs.check import main
from proofs.report.certificate import certificate
from proofs.trusted.untrusted import Rejected
from proofs.trusted.verify import check
from rankproof.line.version import VERSION

FILE = """
[distance.far]
value = "sum(i, 1, n, (x(i) - s(i))^4)"
[distance.first]
value = "abs(x(1) - s(1))"
[distance.turned]
value = "sum(i, 1, n, ratio(1, 1 + abs(x(i) - s(i)))) + w(1) * 0.5"
[measure.half]
value = "sum(i, 1, n, r(i) / 2^i)"
[approach.every]
value = "product(i, 1, n, m(i))"
[axiom.tall]
counted = "height"
[axiom.sizes]
counted = "steps"
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(FILE, encoding="utf-8")
    return str(path)


POINTS = {
    "sum(i, 1, n, (x(i) - s(i))^4)": lambda x, s: sum((x[i] - s[i]) ** 4 for i in (0, 1)),
    "largest(i, 1, n, abs(x(i) - s(i))/i)":
        lambda x, s: max(Fraction(abs(x[i] - s[i]), i + 1) for i in (0, 1)),
    "x(1) * s(n) + max(x(1), x(n))": lambda x, s: x[0] * s[-1] + max(x[0], x[-1]),
    "if(x(1) < s(1), 2, [x(n) = s(n)])": lambda x, s: 2 if x[0] < s[0] else int(x[-1] == s[-1]),
    "sum(i, 1, n, sum(j, 1, i, x(j))) + n": lambda x, s: sum(sum(x[: i + 1]) for i in range(2)) + 2,
}  # fmt: skip


@pytest.mark.parametrize("text", POINTS)
def test_a_distance_is_worth_what_a_plain_program_computes(text):
    for label in itertools.product(range(3), repeat=2):
        found = proofs.value_of(f"= {text}", label=list(label), labels=3)
        assert found.exact == POINTS[text](label, (2, 2)), (text, label)


def test_a_choice_of_quotients_is_compared_on_given_labels():
    """max(s/2, i·s) is i·s for every label, so nothing is ever nearer or farther."""
    asked = ("respects_partial_order", "= sum(i, 1, n, max(ratio(s(i), 2), i * s(i)))")
    assert proofs.ask(*asked, n=2, embedding="0,1,2;0,1").status == "holds"


def test_a_measure_is_worth_what_a_plain_program_computes(file):
    with own([file]):
        for labels in itertools.product(itertools.product(range(2), repeat=2), repeat=2):
            listed = ";".join(",".join(map(str, label)) for label in labels)
            relevant = [label != (0, 0) for label in labels]
            by_hand = sum(Fraction(one, 2**i) for i, one in enumerate(relevant, 1))
            assert proofs.value_of("half", label=listed).exact == by_hand
            aspects = [
                sum(Fraction(label[a], 2**i) for i, label in enumerate(labels, 1)) for a in range(2)
            ]
            found = proofs.value_of("every", label=listed, measure="half")
            assert found.exact == aspects[0] * aspects[1]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("respects_partial_order far --n all", 0),
        ("respects_strictly far --n all", 0),
        ("respects_strictly first --n 2", 1),
        ("respects_partial_order turned --n 2 --weights 1,1", 1),
        ("upper_bound_reached half --n 2", 1),
        ("upper_bound_reached every --measure half --n 2", 1),
        ("upper_bound_reached ap --distance far --n 2", 0),
    ],
)
def test_what_is_asked_of_ours_is_asked_of_them_with_certificates(file, words, code, capsys):
    assert main([*words.split(), "--using", file]) == code
    axiom, subject, *options = words.split()
    given = {name[2:]: value for name, value in zip(options[::2], options[1::2], strict=True)}
    given["n"] = given["n"] if given["n"] == "all" else int(given["n"])
    with own([file]):
        content = certificate(proofs.ask(axiom, subject, **given), VERSION)
    declared = {one["name"]: one for one in content["declarations"]}
    assert any("the certificate's own" in line for line in check(content))
    without = {name: value for name, value in content.items() if name != "declarations"}
    with pytest.raises((Rejected, BadInput)):
        check(without)
    assert all(one["table"]["value"] for one in declared.values())


def test_numbers_that_are_counted_have_a_word(file, capsys):
    with own([file]):
        assert proofs.ask("tall", "rank_replacement", n=2, c=2).exact.as_fraction() == 5
        given = {"order": "rank_replacement", "n": 2, "c": 2, "gains": "0,1,2"}
        both = [proofs.ask(name, "gp", **given) for name in ("sizes", "steps")]
        assert both[0].value == both[1].value
    assert main(["tall", "gp", "--n", "2", "--c", "1", "--using", file]) == 2


@pytest.mark.parametrize(
    ("kind", "table", "message"),
    [
        ("distance", {}, "needs value"),
        ("distance", {"value": "x(1)", "any": True}, "needs value"),
        ("distance", {"value": "sigma(1)"}, "sigma"),
        ("distance", {"value": "x"}, "takes arguments"),
        ("distance", {"value": "A(1)"}, "2|two|1 given"),
        ("distance", {"value": "y(1)"}, "no listing|no word"),
        ("distance", {"value": "0 * x(5)"}, "place"),
        ("distance", {"value": "__import__('os')"}, "part of a formula"),
        ("measure", {"value": "n"}, "no rank"),
        ("measure", {"value": "r(1) + g(1)"}, "not both"),
        ("measure", {"value": "x(1)"}, "no listing|no word"),
        ("approach", {"value": "m(1)", "whole": True}, "needs value"),
        ("approach", {"value": "m(sigma)"}, "sigma"),
        ("axiom", {"counted": "heights"}, "height"),
        ("axiom", {"counted": "height", "value": "1"}, "needs one of"),
        ("axiom", {"counted": "height", "of": "metric"}, "belong to"),
    ],
)
def test_what_cannot_be_is_refused(kind, table, message):
    with pytest.raises(BadInput, match=message):
        READERS[kind]("mine", table)
