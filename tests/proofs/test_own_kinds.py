"""One declaration of each kind in a file: checked, certified, verified, in a table, drawn."""

import pytest

from lattice.draw import main as draw
from proofs.check import main as check
from proofs.claims.__main__ import main as claims
from proofs.table import main as table
from proofs.verify import main as verify

FILE = """
[parameter.a]
above = "0"
below = "1"
[metric.error]
value = "sum(i, 1, n, a^i * abs(sigma(i) - tau(i)))"
higher_is_better = false
[metric.plain]
value = "sum(i, 1, n, abs(sigma(i) - tau(i)) / i)"
higher_is_better = false
[metric.found]
domain = "lists"
value = "sum(i, 1, n, [r(i) >= 1] * [i <= length(r)] / 2^i)"
[metric.top]
domain = "tops"
inputs = ["x", "y"]
value = "sum(i, 1, n, abs(min(rank(x, i), 3) - min(rank(y, i), 3)))"
higher_is_better = false
[metric.gained]
domain = "runs"
value = "sum(i, 1, n, gain(r(i))) / n"
[metric.weighed]
value = "sum(i, 1, n, weight(i) * abs(rank(sigma, i) - rank(tau, i)))"
higher_is_better = false
[axiom.near]
statement = "forall sigma, tau: sigma(1) = tau(1) => m(sigma, tau) <= n"
[axiom.first]
statement = "forall r, s in lists: same_pool(r, s) and r(1) < s(1) => m(r) <= m(s)"
[axiom.apart]
statement = "forall x, y, i: rank(x, i) <= length(x) and rank(y, i) > length(y) => m(x, y) > 0"
[order.nowhere_below]
below = "forall i: r(i) <= s(i)"
[distance.far]
value = "sum(i, 1, n, (x(i) - s(i))^2)"
[claim.same]
says = "It is symmetric."
holds = [["symmetry", "plain"]]
"""
LINES = [
    "symmetry error --n 2",
    "near error --n 3 --set a=1/2",
    "first found --n 2 --c 1",
    "apart top --n 3 --k 2",
    "isotone gained --order nowhere_below --n 2 --c 1",
    "near weighed --n 3 --w 1,2,3",
    "distributive nowhere_below --n 2 --c 1",
    "respects_strictly far --n 2",
]


@pytest.fixture
def using(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text(FILE, encoding="utf-8")
    return ["--using", "mine.toml"]


@pytest.mark.parametrize("line", LINES)
def test_each_kind_is_checked_certified_and_verified(line, using, capsys):
    assert check([*line.split(), *using, "--certificate", "kept.json"]) in (0, 1)
    assert verify(["kept.json"]) == 0
    capsys.readouterr()


def test_they_stand_in_tables_are_drawn_and_judged(using, capsys, tmp_path):
    named = ["--metrics", "plain,mae", "--axioms", "symmetry,near"]
    assert table(["properties", "--n", "2", *named, *using]) == 0
    assert table(["lists", "--n", "2", "--metrics", "found", *using]) == 0
    assert "found" in capsys.readouterr().out
    assert draw(["nowhere_below", "--n", "2", "--c", "1", "--out", "o.svg", *using]) == 0
    assert "<svg" in (tmp_path / "o.svg").read_text(encoding="utf-8")
    assert claims(["mine.toml", "--quiet"]) == 0


def test_entries_beside_scores_need_a_value_of_what_is_free(using, capsys):
    assert check(["near", "error", "--n", "2", *using]) == 2
    assert "entries and n beside scores are not read: give --set a=" in capsys.readouterr().err
