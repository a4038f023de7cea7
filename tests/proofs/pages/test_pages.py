"""Pages from plain data: escaped, complete, written whole or not at all."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from axioms import AXIOMS, LIST_AXIOMS, OTHER_AXIOMS
from axioms.inequalities import WEIGHTINGS
from lattice.declared import own
from proofs.pages.content import libraries
from proofs.pages.content.answered import cells_of
from proofs.pages.content.implications import fitting
from proofs.pages.content.wording import statements
from proofs.pages.drawing.changed import changed
from proofs.pages.drawing.witness import drawings
from proofs.pages.matrices import Choice, matrices, matrix_called
from proofs.pages.rendering import Page, Site, rendered
from proofs.pages.writing import SIGN, write_whole
from proofs.programs.inside.libraries import LIBRARIES
from proofs.tables import answers
from proofs.tables.request import Request
from rankproof.line.failures import Mistake

HOSTILE = '"><script>alert(1)</script>'


def test_everything_is_escaped():
    text = rendered(Page("a/b.html", "message", HOSTILE, {"text": HOSTILE}, about=HOSTILE), Site())
    assert "<script>alert" not in text
    assert text.count("&lt;script&gt;") == 4


LISTED = {"r": {"grades": [0], "unretrieved": [0, 1]}, "i": 1, "j": 2}


@pytest.mark.parametrize(
    ("axiom", "witness", "order", "expected"),
    [
        ("exchange", LISTED, "", {"r[i ↔ j]": {"grades": [1], "unretrieved": [1, 0]}}),
        ("extension", LISTED, "", {"r + j": {"grades": [0, 1], "unretrieved": [0, 0]}}),
        (
            "right_invariance",
            {"sigma": [1, 2, 3], "tau": [2, 1, 3], "nu": [3, 1, 2]},
            "",
            {"σ∘ν": [3, 1, 2], "τ∘ν": [3, 2, 1]},
        ),
        (
            "wsd",
            {"i": 1, "j": 2, "k": 2, "l": 3},
            "",
            {"id": [1, 2, 3], "(i j)": [2, 1, 3], "(k l)": [1, 3, 2]},
        ),
        (  # place by place: the larger of both degrees, and the smaller
            "valuation",
            {"r": [1, 0, 0], "s": [0, 1, 0]},
            "rank_replacement",
            {"r ⊔ s": [1, 1, 0], "r ⊓ s": [0, 0, 0]},
        ),
        ("symmetry", {"sigma": [1, 2, 3], "tau": [2, 1, 3]}, "", {}),
    ],
)
def test_what_an_axiom_makes_of_the_listings_of_a_witness(axiom, witness, order, expected):
    known = {**AXIOMS, **LIST_AXIOMS, **OTHER_AXIOMS}
    found = changed(known[axiom].formulas, witness, 3, order, 1)
    assert found == expected
    shown = " ".join(one.caption for one in drawings(witness, found))
    assert all(name in shown for name in expected)


@pytest.mark.parametrize(
    ("witness", "said", "shades"),
    [
        ({"l": [1, 1], "l'": [1, 2], "l*": [2, 2]}, "l: 1 1; l&#39;: 1 2; l*: 2 2", "111222"),
        ({"d1": [0, 1], "d2": [1, 0], "r": ["d2", "d1"]}, "d₂: 1 0; d₁: 0 1", "1001"),
        ({"d1": [5], "d2": [0], "r": ["d1"]}, "d₁: 5; d₂: 0", "30"),
    ],
)
def test_labels_are_rows_of_grades(witness, said, shades):
    (drawn,) = drawings(witness)
    assert f'aria-label="{said}"' in drawn.picture
    assert re.findall(r"grade grade(.)", drawn.picture) == list(shades)


@pytest.mark.parametrize("witness", [{"l": []}, {"l": [None]}, {"l": "11"}, {"d": [1]}, {"l*": 2}])
def test_what_is_no_label_is_not_drawn_as_one(witness):
    assert drawings(witness) == []


def test_weights_are_bars_as_long_as_they_are_large():
    (drawn,) = drawings({"delta": ["1", "0", "1/2"]})
    assert re.findall(r'height="([\d.]+)" class="bar"', drawn.picture) == ["84", "0", "42"]
    assert re.findall(r'class="faint small"[^>]*>(\d)<', drawn.picture) == ["2", "3", "4"]
    assert drawn.caption == "δ: the cost of the step to each rank from the one above it"


def test_distances_of_items_are_squares_shaded_by_their_rank():
    (drawn,) = drawings({"similarity": [["0", "5", "1"], ["5", "0", "5"], ["1", "5", "0"]]})
    assert re.findall(r"grade grade(.)", drawn.picture) == list("032303230")
    assert 'aria-label="D: 0 5 1; 5 0 5; 1 5 0"' in drawn.picture


@pytest.mark.parametrize(
    "witness",
    [
        {"w": ["<b>"]},
        {"w": ["-1"]},
        {"w": "111"},
        {"w": ["1/0"]},
        {"w": []},
        {"similarity": [["0", "1"]]},
        {"similarity": [["0", "x"], ["1", "0"]]},
        {"similarity": "0"},
    ],
)
def test_what_is_no_weight_is_not_drawn_as_one(witness):
    assert drawings(witness) == []


def test_an_inequality_names_the_two_metrics_of_a_weighting():
    ((_, said),) = statements(OTHER_AXIOMS["kendall_le_footrule"], WEIGHTINGS["similarity"])
    assert re.findall(r"(kendall|footrule)", said) == ["kendall", "footrule"]
    assert "similarity" not in said


def test_what_was_late_is_not_sought_again_within_the_same_time(monkeypatch):
    def cells(seconds):
        choice = Choice(metrics=("combined",), axioms=("kendall_le_footrule",), seconds=seconds)
        (found,) = cells_of(matrix_called("inequalities", choice), Request(jobs=1)).values()
        return [found.small, found.every]

    late = cells(0.01)
    assert all("time limit of 0.01 s" in one["reason"] for one in late)

    def asked(question):
        raise AssertionError(question)

    monkeypatch.setattr(answers, "answer", asked)
    assert cells(0.01) == late
    with pytest.raises(AssertionError, match=r"'timeout': 0\.02"):
        cells(0.02)


def test_a_server_shows_the_best_known_measures_and_those_that_were_judged(monkeypatch):
    shown = []
    monkeypatch.setattr(libraries, "made", lambda _, asked: shown.append(asked.metrics))
    monkeypatch.setattr(libraries, "judged", lambda *_: ["scipy:weightedtau"])
    for known in (True, False):
        libraries.table((), Request(known=known))
    served, written = shown
    assert served == (*LIBRARIES, "scipy:weightedtau")
    assert written == libraries.measures(())


def test_what_a_template_was_not_given_is_an_error():
    from jinja2 import UndefinedError

    with pytest.raises(UndefinedError, match="text"):
        rendered(Page("a.html", "message", "A"), Site())


def test_a_folder_is_written_whole_or_not_at_all(tmp_path):
    def broken():
        yield "index.html", b"new"
        raise KeyboardInterrupt

    folder = tmp_path / "atlas"
    assert write_whole(folder, [(SIGN, b"{}"), ("index.html", b"old")]) == 2
    with pytest.raises(KeyboardInterrupt):
        write_whole(folder, broken())
    assert (folder / "index.html").read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["atlas"]
    write_whole(folder, [(SIGN, b"{}"), ("a/b.html", b"new")])
    assert sorted(path.name for path in folder.iterdir()) == ["a", SIGN]
    assert [path.name for path in tmp_path.iterdir()] == ["atlas"]


def test_a_folder_that_is_no_atlas_stays(tmp_path):
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(Mistake, match="holds other files"):
        write_whole(tmp_path, [("index.html", b"")])
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_two_pages_with_one_address_are_an_error(tmp_path):
    with pytest.raises(ValueError, match=r"a\.html"):
        write_whole(tmp_path / "atlas", [("a.html", b""), ("a.html", b"")])
    assert list(tmp_path.iterdir()) == []


def test_without_the_extra_there_is_one_line(tmp_path):
    hidden = "import sys; sys.modules['jinja2'] = None\n"
    code = f"{hidden}from proofs.atlas import main\nraise SystemExit(main(['--out', 'x']))"
    found = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 2
    assert "pip install 'rankproof[web]'" in found.stderr
    assert len(found.stderr.splitlines()) == 1


def test_axioms_of_ones_own_are_asked_in_their_domains(tmp_path):
    file = tmp_path / "mine.toml"
    statements = {
        "fair": "forall sigma, tau: m(sigma, tau) = m(tau, sigma)",
        "entry": "forall sigma, tau: sigma(1) != tau(1) => m(sigma, tau) > 0",
        "two": "forall sigma, tau: m1(sigma, tau) = 0 => m2(tau, sigma) = 0",
        "tail": "forall r in lists, s in lists: same_top(r, s, 2) => m(r) = m(s)",
        "even": "forall x, y: m(x, y) = m(y, x)",
        "up": "forall r, s: below(r, s) => m(r) <= m(s)",
        "total": "forall r, s: below(r, s) or below(s, r)",
    }
    tables = [f"[axiom.{name}]\nstatement = {text!r}" for name, text in statements.items()]
    file.write_text("\n".join(tables), encoding="utf-8")
    with own([str(file)]):
        found = {one.key: one.axioms for one in matrices(Choice(axioms=tuple(statements)))}
        fitted = fitting(found["rankings"])
    names = {key: [axiom.name for axiom in axioms] for key, axioms in found.items()}
    expected = {"lists": ["tail"], "orders": ["total"], "runs": ["up"], "tops": ["even"]}
    assert names == {"rankings": ["entry", "fair"], **expected}
    assert fitted == ["fair"]
