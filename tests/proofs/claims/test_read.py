"""The reader of papers' files: every mistake gets one message, and nothing is executed."""

import shutil
import subprocess
import sys
import tomllib

import pytest
from conftest import ROOT
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from metrics.naming import BadInput
from proofs.claims.catalogue import PAPERS, computations, find_claims
from proofs.claims.claim import AMENDED, FAIR, OTHER, PRINTED, Computed
from proofs.claims.read import CLAIM, HEAD, OF_ASK, read_text

HEADER = 'paper = "mine"\ntitle = "Mine"\n'
WORDS = 'place = "§1"\nsays = "So."\nverdict = "confirmed"\nfound = "It is."\n'
SYMMETRY = '{ ask = "symmetry", of = "mae" }'


def area(width: int, height: int = 1) -> Computed:
    """A computation of a paper's own."""
    return Computed(True, str(width * height), "")


def one_claim(*entries, words=WORDS, head="", part="evidence"):
    return f"{HEADER}{head}[claim.c]\n{words}{part} = [{', '.join(entries)}]\n"


def evidence(*entries, **more):
    (claim,) = read_text(one_claim(*entries, **more), "mine.toml", {"area": area}).claims
    return claim.evidence


# What is read ------------------------------------------------------------------------------------


def test_a_claim_and_its_four_lists():
    lists = [f"{part} = [{SYMMETRY}]\n" for part in ("other", "corrected", "fair")]
    text = one_claim(SYMMETRY) + "".join(lists) + "slow = true\n"
    (claim,) = read_text(text).claims
    assert (claim.key, claim.verdict, claim.slow) == ("mine.c", "confirmed", True)
    assert [question.role for question in claim.evidence] == [PRINTED, OTHER, AMENDED, FAIR]


def test_words_meaning_and_what_a_claim_speaks_of():
    words = WORDS + 'meaning = "m"\nformula = "f"\nreply = "r"\nspeaks_of = "an example"\n'
    (claim,) = read_text(one_claim(SYMMETRY, words=words)).claims
    assert (claim.words, claim.meaning, claim.formula, claim.reply) == ("So.", "m", "f", "r")
    assert claim.speaks_of == "an example"
    (claim,) = read_text(one_claim(SYMMETRY, words=words.replace("So.", ""))).claims
    assert claim.words == "m"


FINDING = f'[finding.d]\nfound = "It is."\nevidence = [{SYMMETRY}]\n'


def test_a_finding_of_our_own_may_be_about_a_claim():
    claim, alone = read_text(one_claim(SYMMETRY) + FINDING).claims
    assert (claim.own, alone.own, alone.key, alone.about) == (False, True, "mine.d", "")
    assert (alone.verdict, alone.says, alone.place) == ("confirmed", "", "our finding")
    _, found = read_text(one_claim(SYMMETRY) + FINDING + 'about = "c"\n').claims
    assert (found.about, found.place) == ("c", "our finding, about mine.c")


def test_text_over_several_lines_is_one_line():
    words = WORDS.replace('"So."', '"""\nSo\n  it is."""')
    (claim,) = read_text(one_claim(SYMMETRY, words=words)).claims
    assert claim.says == "So it is."


def test_every_field_of_a_question():
    (found,) = evidence(
        '{ ask = "q", of = ["mse", "mae"], says = "1/2", n = 3, k = 2, draws = 9, note = "x" }'
    )
    assert (found.axiom, found.subjects, found.says, found.n) == ("q", ("mse", "mae"), "1/2", 3)
    assert (found.given, found.draws, found.note) == ((("k", 2),), 9, "x")


@pytest.mark.parametrize(
    ("written", "read"), [("4", 4), ('"all"', "all"), ('"2..5"', range(2, 6)), ("[2, 4]", (2, 4))]
)
def test_sizes(written, read):
    assert evidence(f'{{ ask = "a", of = "m", n = {written} }}')[0].n == read


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ('"errors"', "a b"),
        ('"errors", but = ["b"]', "a"),
        ('["errors", "d"]', "a b d"),
        ('"both"', "a b c"),
        ('"both", but = ["errors"]', "c"),
    ],
)
def test_groups(written, read):
    head = '[groups]\nerrors = ["a", "b"]\nboth = ["errors", "c"]\n'
    found = evidence(f'{{ ask = "x", of = {{ each = {written} }} }}', head=head)
    assert [question.subjects for question in found] == [(name,) for name in read.split()]


def test_what_is_written_first_varies_slowest():
    found = evidence('{ ask = "x", of = { each = ["a", "b"] }, k = { each = "1..2" } }')
    assert [(q.subjects[0], q.given[0][1]) for q in found] == [
        ("a", 1), ("a", 2), ("b", 1), ("b", 2),
    ]  # fmt: skip


def test_printed_rows_are_read_by_subject_and_whole():
    head = '[groups]\nall = ["a", "b"]\n[rows.r]\nof = "all"\nnumbers = ["0.10", "2"]\n'
    found = evidence('{ ask = "x", of = { each = "all" }, says = { row = "r" } }', head=head)
    assert [question.says for question in found] == ["0.10", "2"]
    (whole,) = evidence('{ compute = "area", width = { row = "r" } }', head=head)
    assert dict(whole.given) == {"width": {"a": "0.10", "b": "2"}}


def test_implications_and_computations():
    implied, computed = evidence(
        '{ imply = ["a", "b", "c"], says = "refuted" }', '{ compute = "area", width = [1, 2] }'
    )
    assert (implied.premises, implied.conclusion, implied.n) == (("a", "b"), "c", (2, 3))
    assert (computed.function, computed.given) == (area, (("width", (1, 2)),))


def test_a_statement_with_a_name_is_a_computation_of_the_file():
    head = """
[computation.small]
title = "It is small"
takes = ["most"]
optional = { least = 1 }
over = "i"
n = 3
holds = "least <= i and i <= most"
right = "at most {most}"
wrong = "{i} > {most}"
"""
    entries = [f'{{ compute = "small", most = {most} }}' for most in (3, 2)]
    found = [
        question.function(**dict(question.given)) for question in evidence(*entries, head=head)
    ]
    assert [(one.agrees, one.found) for one in found] == [(True, "at most 3"), (False, "3 > 2")]
    for wrong, message in [
        ('{ compute = "small" }', "small takes most, least: missing a required"),
        ('{ compute = "small", most = 3, few = 2 }', "small takes most, least: got an unexpected"),
    ]:
        with pytest.raises(BadInput, match=message):
            evidence(wrong, head=head)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ('holds = "1 == 1"', "the field 'title' is missing"),
        ('title = "t"', "exactly one of holds, exists is needed, not 0"),
        ('title = "t"\nholds = "1 +"', "is no statement"),
        ('title = "t"\nholds = "1 == 1"\nrigt = "so"', "Did you mean 'right'"),
        ('title = "t"\nholds = "1 == 1"\nlet = "a = 1"', "a list was expected"),
    ],
)
def test_statements_with_a_name_are_read_strictly(fields, message):
    with pytest.raises(BadInput, match=message):
        evidence('{ compute = "x" }', head=f"[computation.x]\n{fields}\n")


# What is refused ---------------------------------------------------------------------------------

IN = "mine.toml: claim 'c', evidence 1"


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ('{ ask = "a", of = "m", rol = "x" }', f"{IN}: no field is called 'rol'."),
        ('{ ask = "a", of = "m", nte = "x" }', "Did you mean 'note'?"),
        ('{ ask = "a" }', f"{IN}: the field 'of' is missing."),
        ('{ ask = 3, of = "m" }', f"{IN}, ask: text was expected, and 3 is a whole number."),
        ('{ ask = "a", of = 3 }', f"{IN}: 'of' has to be a name or a list of names."),
        ('{ ask = "a", of = [] }', "'of' has to be a name"),
        ('{ ask = "a", of = "m", k = 0.8 }', f"{IN}, k: 0.8 may be rounded: write it as text"),
        ('{ ask = "a", of = "m", k = 2020-01-01 }', "a whole number or a list was expected"),
        ('{ ask = "a", of = "m", says = "maybe" }', "neither 'holds' nor 'refuted' nor a number"),
        ('{ ask = "a", of = "m", says = "1/0" }', "nor a number"),
        ('{ ask = "a", of = "m", says = 2 }', "text was expected, and 2 is a whole number"),
        ('{ ask = "a", of = "m", n = 0 }', "'n' has to be a size, a list of sizes"),
        ('{ ask = "a", of = "m", n = [] }', "'n' has to be a size, a list of sizes"),
        ('{ ask = "a", of = "m", n = true }', "'n' has to be a size, a list of sizes"),
        ('{ ask = "a", of = "m", n = "5..2" }', "'5..2' is empty or too long"),
        ('{ ask = "a", of = "m", n = "2..99999999999999" }', "at most 1000 numbers"),
        ('{ ask = "a", of = "m", n = "few" }', "'few' is no range: write it as '2..5'."),
        ('{ ask = "a", of = "m", draws = "1" }', "a whole number was expected, and '1' is text"),
        ('{ ask = "a", of = { each = "al" } }', "no group is called 'al'. Did you mean 'all'?"),
        ('{ ask = "a", of = "m", says = "1e999999999" }', "nor a number, as '0.25' or '1/4'"),
        ('{ ask = "a", of = { each = ["all", "b"] } }', "'b' is listed twice"),
        (
            '{ ask = "a", of = { each = "0..999" }, k = { each = "0..999" } }',
            "this makes more than 5000 questions",
        ),
        ('{ ask = "a", of = { each = 3 } }', "a list was expected, and 3 is a whole number"),
        ('{ ask = "a", of = { each = "all", but = ["x"] } }', "'x' cannot be left out"),
        ('{ ask = "a", of = { each = "all", bt = [] } }', "no field is called 'bt'"),
        ('{ ask = "a", of = { ech = "all" } }', "a whole number or a list was expected"),
        ('{ ask = "a", of = "m", says = { row = "s" } }', "no row is called 's'"),
        ('{ ask = "a", of = "m", says = { row = "r" } }', "no column is called 'm'"),
        ('{ imply = ["a"] }', "has to be a list of axioms: premises, and one conclusion"),
        ('{ imply = ["a", "b"], says = "1/2" }', "'1/2' is not one of holds, refuted"),
        ('{ imply = ["a", "b"], n = 3 }', "'n' has to be several sizes, as [2, 3]"),
        ('{ imply = ["a", "b"], k = 3 }', "no field is called 'k'"),
        ('{ compute = "are" }', "no computation is called 'are'. Did you mean 'area'?"),
        ('{ compute = "os.system", width = 1 }', "no computation is called 'os.system'"),
        ('{ compute = "area" }', f"{IN}: area takes width, height: missing"),
        ('{ compute = "area", width = 1, depth = 2 }', "area takes width, height: got an unex"),
        ('{ compute = "area", width = 1, note = 2 }', "note: text was expected"),
        (
            '{ ask = "a", compute = "area" }',
            "exactly one of ask, imply, value, below, holds, exists, compute is needed, not 2",
        ),
        (
            "{ of = 1 }",
            "exactly one of ask, imply, value, below, holds, exists, compute is needed, not 0",
        ),
        ('{ value = "mae", ranking = [1] }', "the field 'says' is missing"),
        ('{ value = "mae", says = "much" }', "'much' is neither"),
        ('{ value = "mae", says = "1", size = 2 }', "no field is called 'size'"),
        ('{ below = "a", c = 1, says = "holds" }', "the field 'runs' is missing"),
        ('{ below = "a", runs = [[1]], c = 1, says = "holds" }', "a list of two runs"),
        ('{ below = "a", runs = [1, 2], c = 1, says = "holds" }', "a list of two runs"),
        ('{ below = "a", runs = [[0], [1]], c = 1, says = "1" }', "is not one of holds, refuted"),
        ('{ holds = "1 +" }', "'1 +' is no statement"),
        ("{ exists = 1 }", "exists: text was expected"),
        ("3", f"{IN}: a table was expected, and 3 is a whole number."),
    ],
)
def test_a_wrong_entry(entry, message):
    head = '[groups]\nall = ["a", "b"]\n[rows.r]\nof = "all"\nnumbers = ["1", "2"]\n'
    with pytest.raises(BadInput) as found:
        evidence(entry, head=head)
    assert message in str(found.value)
    assert "\n" not in str(found.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("paper = ", "mine.toml is not TOML: Invalid value"),
        ('paper = "mine"\n', "mine.toml: the field 'title' is missing."),
        (HEADER + "[clam.c]\n", "mine.toml: no field is called 'clam'. Did you mean 'claim'?"),
        (HEADER + "claim = 3\n", "mine.toml, claim: a table was expected"),
        (HEADER + "[claim]\nc = 3\n", "mine.toml: claim 'c': a table was expected"),
        (HEADER + "[claim.c]\n", "mine.toml: claim 'c': the field 'place' is missing."),
        (HEADER + f"[claim.c]\n{WORDS}" * 2, "mine.toml is not TOML: Cannot declare"),
        (one_claim(words=WORDS), "claim 'mine.c' asks nothing: it needs holds, fails or evidence"),
        (one_claim(words=WORDS.replace("confirmed", "true")), "'true' is not one of confirmed"),
        (one_claim(words=WORDS + "slow = 1\n"), "slow: true or false was expected"),
        (one_claim(SYMMETRY, words=WORDS + 'speaks_of = "x"\n'), "'x' is not what it can speak"),
        (one_claim(SYMMETRY, words=WORDS.replace("So.", "")), "neither words nor a meaning"),
        (HEADER + FINDING + 'about = "c"\n', "finding 'd': no claim is called 'c'"),
        (HEADER + FINDING + 'verdict = "refuted"\n', "'refuted' is not a verdict"),
        (HEADER + FINDING + 'says = "x"\n', "no field is called 'says'"),
        (HEADER + "[finding.d]\n", "finding 'd': the field 'found' is missing"),
        (one_claim(SYMMETRY) + FINDING.replace(".d", ".c"), "a claim has this name already"),
        (one_claim(words=WORDS + "role = 1\n"), "mine.toml: claim 'c': no field is called 'role'"),
        (HEADER + '[claim."c d"]\n', "mine.toml: claim 'c d': a name has letters, digits"),
        (HEADER.replace("mine", "a b"), "mine.toml, paper: a name has letters, digits"),
        (HEADER + f"x = {'9' * 5000}\n", "mine.toml is not TOML"),
        (HEADER + f"x = {'[' * 5000}", "mine.toml is not TOML"),
        (HEADER + f"{'y' * 500} = 1\n", "no field is called 'yyyyyyyy"),
        (HEADER + "[groups]\na = 3\n", "mine.toml: group 'a': a list was expected"),
        (HEADER + "[groups]\na = [0.5]\n", "mine.toml: group 'a': 0.5 may be rounded"),
        (HEADER + "[rows.r]\nof = 'a'\n", "mine.toml: row 'r': the field 'numbers' is missing."),
        (HEADER + "[rows.r]\nof = 'a'\nnumbers = []\n", "row 'r': no group is called 'a'"),
        (
            HEADER + "[groups]\na = ['x']\n[rows.r]\nof = 'a'\nnumbers = []\n",
            "row 'r': 0 numbers for 1 columns",
        ),
        (
            HEADER + "[groups]\na = ['x']\n[rows.r]\nof = 'a'\nnumbers = ['half']\n",
            "'half' is neither",
        ),
    ],
)
def test_a_wrong_file(text, message):
    with pytest.raises(BadInput) as found:
        read_text(text, "mine.toml")
    assert message in str(found.value)


def test_a_file_that_someone_brings_has_no_computations():
    with pytest.raises(BadInput, match="no computations of its own: use ask or imply"):
        read_text(one_claim('{ compute = "area", width = 1 }'))


NAMES = st.sampled_from([*HEAD, *CLAIM, *OF_ASK, "each", "row", "but", "x", "k", "imply"])
PLAIN = st.one_of(st.text(max_size=4), st.integers(), st.booleans(), st.floats(), NAMES)


def tables(values):
    return st.dictionaries(NAMES, values, max_size=3)


def written(value):
    """A value as TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f'"{n}" = {written(v)}' for n, v in value.items()) + " }"
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, str):
        return '"' + "".join(f"\\U{ord(letter):08x}" for letter in value) + '"'
    return str(value).lower()


def outcome(text):
    """The key of the paper that was read, or why it was not."""
    try:
        return read_text(text, "mine.toml", {"area": area}).key
    except BadInput as problem:
        return str(problem)


VALUES = st.recursive(PLAIN, lambda v: st.one_of(st.lists(v, max_size=3), tables(v)), max_leaves=8)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(tables(VALUES), max_size=2), tables(VALUES))
def test_whatever_is_written_is_read_or_refused_in_one_line(entries, claim):
    head = {"paper": "mine", "title": "Mine"}
    words = {"place": "", "says": "", "verdict": "confirmed", "found": ""}
    fields = {**words, "evidence": entries, **claim}
    text = "".join(f"{n} = {written(v)}\n" for n, v in {**head, "claim": {"c": fields}}.items())
    assert outcome(text).startswith("mine")


# The five papers ---------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", PAPERS)
def test_lines_fit_a_page_and_every_computation_is_used(paper):
    text = (ROOT / "proofs" / "claims" / paper / "claims.toml").read_text(encoding="utf-8")
    assert max(map(len, text.splitlines())) <= 100
    named = [*computations(paper), *tomllib.loads(text).get("computation", {})]
    unused = [name for name in named if f'compute = "{name}"' not in text]
    assert unused == []


def test_the_example_of_the_documentation_is_a_claim_of_the_paper():
    document = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    text = document.split("```toml\n")[1].split("```")[0]
    (claim,) = read_text(text).claims
    assert claim in find_claims(["group.lemma_6_3"])


def test_a_check_reads_no_claims():
    code = (
        "import sys; from proofs.check import main; main(['symmetry', 'mae', '--n', '3']); "
        "print({'tomllib', 'proofs.claims.read'} & set(sys.modules))"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert found.stdout.splitlines()[-1] == "set()"


def test_the_papers_are_in_what_a_wheel_is_packed_from(tmp_path):
    pytest.importorskip("setuptools")
    for name in ("rankproof", "axioms", "metrics", "lattice", "proofs"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pyc*"))
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, tmp_path)
    code = "from setuptools import setup; setup()"
    command = [sys.executable, "-c", code, "-q", "build_py", "--build-lib", "built"]
    subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
    for paper in PAPERS:
        assert (tmp_path / "built" / "proofs" / "claims" / paper / "claims.toml").is_file()
