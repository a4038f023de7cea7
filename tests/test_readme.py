"""Every block and every link of the documents: commands run, outputs are compared, Python works."""

import doctest
import re
import shlex
import subprocess
import sys

import documents
import pytest
from conftest import ROOT
from documents import DOCUMENTS, Block, blocks, commands, in_tables, read, run, shown, timeless

from proofs.claims import papers
from proofs.claims.report.pages import place

MOST_LINES, WIDTH = 150, 120
SET_UP = "python3 -m venv "
CLUSTER = "tests/rankproof/test_cluster.py"
ELSEWHERE = {
    "python -m ruff check .": "tests/test_house.py",
    "python -m ruff format --check .": "tests/test_house.py",
    "python -m mypy": "tests/test_house.py",
    "python -m tests.lower_bounds": ".github/workflows/ci.yml",
    "python -m tests.documents": "tests/test_readme.py",
    "python -m tests.documents --reference": "tests/test_site.py",
    "python -m tests.golden.compare": "tests/golden/test_golden.py",
    "python -m tests.golden.share --every 20": "tests/golden/test_share.py",
    "python -m tests.mutation": "CONTRIBUTING.md",
    "python -m tests.screenshots --out pictures": "tests/screenshots.py",
    "python -m tests.benchmarks.speed": "tests/benchmarks/test_search_speed.py",
    "python -m tests.every_n --domain rankings --every 20": "tests/every_n.py",
    "python -m tests.identified": "tests/proofs/programs/test_identified.py",
    "python -m tests.identified --write": "tests/proofs/programs/test_identified.py",
    "python -m proofs.claims --markdown": "tests/proofs/claims/test_claims.py",
    "pip install -e '.[docs]'": "tests/test_site.py",
    "mkdocs build --strict": "tests/test_site.py",
    "python -m pip install build": "RELEASING.md",
    "python -m pip install 'rankproof[libraries]'": "pyproject.toml",
    "python -m build": "RELEASING.md",
    "pip install 'rankproof[cluster]'": "pyproject.toml",
    "dask scheduler --host 10.0.0.1": CLUSTER,
    "dask worker tcp://10.0.0.1:8786 --nworkers 8 --nthreads 1": CLUSTER,
    "rankproof check triangle mae --n 9 --cluster tcp://10.0.0.1:8786": CLUSTER,
    "rankproof table properties --n 4 --cluster tcp://10.0.0.1:8786": CLUSTER,
    "rankproof claims group --cluster tcp://10.0.0.1:8786": CLUSTER,
}
LINK = re.compile(r"(?<!!)\[[^\]]+\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$", flags=re.M)


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RANKPROOF_CACHE", str(tmp_path / "cache"))


def by_block():
    """Return the commands of each block of sh together: a later one may need an earlier one."""
    found = {}
    for block, command in [*commands(), *in_tables()]:
        if not command.startswith((SET_UP, "python -m pytest")) and command not in ELSEWHERE:
            found.setdefault(block, []).append(command)
    return found


def collected():
    return sorted({command for _, command in commands() if command.startswith("python -m pytest")})


def test_the_readme_is_short_and_narrow():
    lines = read("README.md").splitlines()
    assert len(lines) <= MOST_LINES
    assert [line for line in lines if len(line) > WIDTH] == []


def test_the_readme_shows_what_it_should():
    assert [command for block, command, _ in shown() if block.document == "README.md"] == [
        "python -m proofs.check ioi dcg --n 6",
        "python -m proofs.check ioi dcg --n 2..7",
    ]
    assert len(re.findall(r"^- \*\*\w+\*\* for .*\[\w+\]: “", read("README.md"), re.M)) == 5


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_block_is_of_a_kind_that_is_run(document):
    here = [block for block in blocks() if block.document == document]
    for block in here:
        assert block.language in documents.LANGUAGES, str(block)
    assert read(document).count("```") == 2 * len(here)


@pytest.mark.parametrize("part", list(shown()), ids=lambda part: f"{part[0]} {part[1]}")
def test_outputs_are_what_really_prints(part):
    block, command, output = part
    documents.lay_out(block.document)
    before = block.text.partition(f"$ {command}\n")[0]
    for writes in re.findall(r"^\$ (.* --certificate .*)$", before, flags=re.M):
        run(writes)
    _, printed = run(command)
    assert timeless(printed) == timeless(output), "python -m tests.documents writes it anew"


@pytest.mark.parametrize(("block", "several"), by_block().items(), ids=str)
def test_commands_run(block, several):
    documents.lay_out(block.document)
    for command in several:
        code, printed = run(command)
        assert code in (0, 1), command
        assert printed or "--out" in command, command


@pytest.mark.parametrize("command", collected())
def test_commands_that_run_tests_find_tests(command):
    some = [] if "tests" in command else ["tests/lattice"]  # all are found by running them
    words = [sys.executable, *shlex.split(command)[1:], *some, "--collect-only", "-n", "0"]
    found = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout
    assert "benchmarks" not in command or "test_lattice_speed" in found.stdout  # without SageMath


def test_the_first_command_of_the_readme_ends_with_a_question_that_is_answered():
    first = next(command for _, command in commands() if command.startswith(SET_UP))
    last = first.split(" && ")[-1].removeprefix(".venv/bin/")
    assert run(last)[1].startswith("HOLDS")


@pytest.mark.parametrize("block", list(blocks("python")), ids=str)
def test_python_runs_when_it_is_pasted(block):
    documents.lay_out(block.document)
    if ">>>" not in block.text:
        exec(compile(block.text, str(block), "exec"), {"__name__": "pasted"})
        return
    test = doctest.DocTestParser().get_doctest(block.text, {}, str(block), None, 0)
    told = []
    doctest.DocTestRunner(verbose=False).run(test, out=told.append)
    assert told == []


def anchors(text):
    """Return what can be linked to in a document: marks, and headings as GitHub names them."""
    headings = re.findall(r"^#+ (.*)$", text, flags=re.M)
    slugs = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return slugs | set(re.findall(r'<a id="([^"]+)">', text))


@pytest.mark.parametrize("document", [*DOCUMENTS, "FINDINGS.md", *map(place, papers())])
def test_links_lead_somewhere(document):
    for inline, listed in LINK.findall(read(document)):
        target, _, anchor = (inline or listed).partition("#")
        path = (ROOT / document).parent / target if target else ROOT / document
        assert "://" in target or path.exists(), inline or listed
        assert not anchor or anchor in anchors(path.read_text(encoding="utf-8")), inline or listed


def test_commands_that_are_run_elsewhere_are_still_written_somewhere():
    text = "\n".join(map(read, DOCUMENTS))
    for command, file in ELSEWHERE.items():
        assert command in text, f"{command} is no longer in a document"
        assert (ROOT / file).exists()


def test_a_block_is_found_with_its_line(monkeypatch):
    text = "one\n\n- item\n\n  ```sh\n  python -m proofs.check --list axioms\n  ```\n"
    monkeypatch.setattr(documents, "DOCUMENTS", ("made.md",))
    monkeypatch.setattr(documents, "read", lambda _: text)
    assert list(blocks()) == [Block("made.md", 5, "sh", "python -m proofs.check --list axioms\n")]
