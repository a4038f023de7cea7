"""A paper of one's own: the file that the documentation shows is judged as it says there."""

import re

import pytest

import rankproof
from metrics.naming import BadInput
from proofs.claims.__main__ import main
from proofs.claims.own.paper import paper_of

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", flags=re.S | re.M)


@pytest.fixture
def page(root):
    return (root / "docs" / "own-paper.md").read_text(encoding="utf-8")


@pytest.fixture
def folder(page, tmp_path, monkeypatch):
    monkeypatch.setenv("RANKPROOF_CACHE", str(tmp_path / "cache"))
    blocks = dict(BLOCK.findall(page))
    (tmp_path / "my_paper.toml").write_text(blocks["toml"], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_page_shows_what_the_command_prints(page, folder, capsys):
    command, *shown = dict(BLOCK.findall(page))["console"].splitlines()
    assert command.startswith("$ rankproof claims ")
    assert main(command.split()[3:]) == 0
    assert capsys.readouterr().out.splitlines() == shown


def test_a_page_and_certificates_are_written(folder, capsys):
    assert main(["my_paper.toml", "--out", "page.md"]) == 0
    counts = "5 claims: 3 confirmed, 1 refuted, 1 ill-defined"
    assert capsys.readouterr().out == f"written: page.md ({counts})\n"
    written = (folder / "page.md").read_text(encoding="utf-8")
    assert "# my_paper" in written
    assert "Prop. 1: refuted" in written
    assert '## What is defined here\n\n```toml\n[metric.gain]\ntitle = "gain"' in written
    assert main(["my_paper.toml", "--certificates", "certificates", "--jobs", "1"]) == 0
    certificates = sorted((folder / "certificates").iterdir())
    assert len(certificates) == 3
    found = rankproof.verify(str(certificates[0]))
    assert "own, not ours" in str(found)


def test_no_text_of_a_file_becomes_a_part_of_the_page(folder, capsys):
    sign = "<img src=x onerror=alert()>|*b*"
    claim = f'place = "{sign}"\nsays = "{sign}"\nholds = [["symmetry", "mae"]]'
    (folder / "hostile.toml").write_text(f'title = "{sign}"\n[claim.a]\n{claim}\n')
    assert main(["hostile.toml", "--out", "page.md"]) == 0
    written = (folder / "page.md").read_text(encoding="utf-8")
    assert written.count(r"\<img src=x onerror=alert()>") == written.count("<img") == 5
    assert written.count(r">\|\*b\*") == 2  # in the table


def test_from_python_the_findings_are_the_same(folder):
    found = rankproof.claims("my_paper.toml")
    verdicts = ["refuted", "confirmed", "confirmed", "confirmed", "ill-defined"]
    assert [one.verdict for one in found] == verdicts


@pytest.mark.parametrize(
    ("fields", "scope", "verdict"),
    [
        (
            '"ndcg@3", grades = [2, 0, 1], unretrieved = [0, 1, 0], says = "0.80"',
            "n = 4",
            "confirmed",
        ),
        ('"ap", grades = "1,0,-", unjudged = "drop", says = "1"', "n = 3", "confirmed"),
        ('"ap", grades = [0, 1], says = "1"', "n = 2", "refuted"),
        (
            '"kendall_top", reference = [1, 3], ranking = [2, 1], n = 5, says = "2"',
            "n = 5",
            "confirmed",
        ),
    ],
)
def test_an_example_may_be_a_list(fields, scope, verdict, folder):
    claim = '[claim.c]\nsays = "x"\nspeaks_of = "an example"\n'
    text = f"{claim}evidence = [{{ value = {fields} }}]\n"
    (folder / "listed.toml").write_text(text, encoding="utf-8")
    (found,) = rankproof.claims("listed.toml")
    assert (found.verdict, found.scope) == (verdict, scope)


def test_a_paper_may_be_a_python_file(page, folder, capsys):
    (folder / "review.py").write_text(dict(BLOCK.findall(page))["python"], encoding="utf-8")
    assert main(["review.py"]) == 0
    said = capsys.readouterr().out
    assert "CONFIRMED   review.symmetric  (Prop. 2)" in said
    assert "CONFIRMED   review.no_distance  (§3)" in said
    assert main(["review.py", "--out", "page.md"]) == 0
    assert "# review" in (folder / "page.md").read_text(encoding="utf-8")
    assert [one.verdict for one in rankproof.claims("review.py")] == ["confirmed"] * 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1", "has no claims"),
        ("import no_such_module", "ModuleNotFoundError"),
        ("def", "SyntaxError"),
        ('a = Claim("w", "a", "", "x", (Ask("ioi", ("dgc",)),))', "Did you mean"),
        ('a = Claim("w", "a", "", "x", (Ask("ioi", ("dcg",), "fails"),))', "says"),
        ('a = Claim("w", "a", "", "x", ())', "asks nothing"),
        ('a = Claim("kumar", "a", "", "x", (Ask("ioi", ("dcg",)),))', "rename it"),
        (
            'a = Claim("v", "a", "", "x", (Ask("ioi", ("dcg",)),))\n'
            'b = Claim("w", "b", "", "x", (Ask("ioi", ("dcg",)),))',
            "2 papers",
        ),
    ],
)
def test_a_wrong_python_file_is_refused_in_one_line(text, message, folder, capsys):
    (folder / "wrong.py").write_text(f"from rankproof import Ask, Claim\n{text}\n", "utf-8")
    assert main(["wrong.py"]) == 2
    said = capsys.readouterr().err
    assert "wrong.py" in said
    assert message in said
    assert said.count("\n") == 1


def test_a_pinned_verdict_must_be_found_again(folder, capsys):
    text = (folder / "my_paper.toml").read_text(encoding="utf-8")
    pinned = text.replace('place = "Prop. 2"', 'place = "Prop. 2"\nverdict = "refuted"')
    (folder / "pinned.toml").write_text(pinned, encoding="utf-8")
    assert main(["pinned.toml", "--quiet"]) == 4
    assert "pinned.symmetric was pinned as refuted and is now confirmed" in capsys.readouterr().err


@pytest.mark.parametrize(
    "content",
    [
        {},
        {"claim": 1},
        {"claim": {"c": 1}},
        {"claim": {"c": {"says": "x"}}},
        {"claim": {"c": {"holds": [["ioi", "dcg"]]}}},
        {"claim": {"c": {"says": "x", "holds": ["ioi"]}}},
        {"claim": {"c": {"says": "x", "holds": [["ioi"]]}}},
        {"claim": {"c": {"says": "x", "holds": [["ioi", 1]]}}},
        {"claim": {"c": {"says": "x", "holds": 3}}},
        {"claim": {"c": {"says": "x", "holds": [["ioi", "dcg"]], "verdict": "true"}}},
        {"claim": {"c": {"says": "x", "holds": [["ioi", "dcg"]], "unknown": 1}}},
    ],
)
def test_a_wrong_file_is_refused_in_one_line(content):
    with pytest.raises(BadInput) as caught:
        paper_of(content, "mine.toml")
    assert "\n" not in str(caught.value)


def test_a_name_that_nothing_is_called_by_is_said_before_anything_is_asked(folder, capsys):
    claim = '[claim.c]\nsays = "x"\nholds = [["ioi", "dgc"]]\n'
    (folder / "wrong.toml").write_text(claim, encoding="utf-8")
    assert main(["wrong.toml"]) == 2
    said = capsys.readouterr().err
    assert "wrong.toml: claim 'c': no metric is called 'dgc'" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("holds", "said"),
    [
        (["ioi", "recall", "mae"], "claim 'wrong.c', ioi of recall and mae: ioi is about"),
        (["promotion", "hits"], "claim 'wrong.c', promotion of hits: hits needs a cut-off"),
    ],
)
@pytest.mark.parametrize("more", [(), ("--certificates", "written")])
def test_a_question_that_cannot_be_asked_is_named_with_its_claim(holds, said, more, folder, capsys):
    hits = "[metric.hits]\nvalue = 'sum(i, 1, n, [r(i) >= 1] * [i <= length(r)] * [i <= k]) / k'\n"
    claim = f'[claim.c]\nsays = "x"\nholds = [{holds}]\n'
    (folder / "wrong.toml").write_text(hits + claim, encoding="utf-8")
    assert main(["wrong.toml", *more]) == 2
    shown = capsys.readouterr().err
    assert shown.startswith(f"error: {said}")


@pytest.mark.parametrize(
    ("last", "message"),
    [("stability", "cannot be put into it"), ("symetry", "Did you mean 'symmetry'?")],
)
def test_an_implication_that_cannot_be_asked_is_refused_in_one_line(last, message, folder, capsys):
    asked = f'evidence = [{{ imply = ["triangle", "{last}"] }}]'
    claim = f'[claim.c]\nplace = "1"\nsays = "x"\nverdict = "confirmed"\nfound = "y"\n{asked}\n'
    paper = f'paper = "mine"\ntitle = "Mine"\n{claim}'
    (folder / "wrong.toml").write_text(paper, encoding="utf-8")
    assert main(["wrong.toml"]) == 2
    said = capsys.readouterr().err
    assert "wrong.toml: claim 'c': " in said
    assert message in said


def test_a_table_takes_objects():
    mine = rankproof.Metric(**{**vars(rankproof.METRICS["mae"]), "name": "mine"})
    fair = rankproof.axiom(
        name="fair",
        title="fair",
        statement=rankproof.AXIOMS["symmetry"].parts[0].statement,
        source="test",
    )
    found = rankproof.table("properties", n=3, metrics=[mine, "dcg"], axioms=[fair], fresh=True)
    assert [row["status"] for row in found.tidy()] == ["holds", "refuted"]
