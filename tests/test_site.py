"""The site is made without a warning and needs no network; made pages and notebooks are new."""

import json
import re
import subprocess
import sys

import pytest
from conftest import ROOT

from tests import notebooks, reference_pages
from tests.documents import read


@pytest.mark.parametrize("place", reference_pages.pages())
def test_the_reference_is_what_the_declarations_say(place):
    text = reference_pages.pages()[place]
    assert text == read(place), "python -m tests.documents --reference writes it anew"


def test_every_word_of_the_language_has_a_meaning_and_no_meaning_lacks_a_word():
    text = reference_pages.language()
    unused = [word for word in reference_pages.MEANINGS if f"| `{word}` |" not in text]
    assert unused == []


def test_a_word_without_a_meaning_is_named():
    with pytest.raises(KeyError, match="'newest' has no meaning yet"):
        list(reference_pages.described([("newest", "newest(x)")]))


def test_every_declaration_is_in_the_reference():
    metrics, axioms, orders = (
        read(f"docs/reference/{name}.md") for name in ("metrics", "axioms", "orders")
    )
    for catalogue, text in [
        (reference_pages.METRICS, metrics),
        (reference_pages.LIST_METRICS, metrics),
        (reference_pages.AXIOMS, axioms),
        (reference_pages.LIST_AXIOMS, axioms),
        (reference_pages.ORDERS, orders),
    ]:
        assert [name for name in catalogue if f"| `{catalogue[name].name}` |" not in text] == []


@pytest.mark.parametrize("path", notebooks.notebooks(), ids=lambda path: path.stem)
def test_notebooks_show_what_they_show_when_they_are_run(path):
    stored = json.loads(path.read_text(encoding="utf-8"))
    cells = [cell for cell in stored["cells"] if cell["cell_type"] == "code"]
    assert all(cell["outputs"] and cell["execution_count"] for cell in cells)
    found = notebooks.executed(path)
    assert list(notebooks.shown(found)) == list(notebooks.shown(stored)), (
        "python -m tests.documents writes it anew"
    )


def test_the_site_is_made_strictly_and_loads_nothing_from_elsewhere(tmp_path):
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-d", str(tmp_path / "s")]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    pages = sorted((tmp_path / "s").rglob("*.html"))
    assert len(pages) > 20
    assert (tmp_path / "s" / "search" / "search_index.js").is_file(), "searched from files too"
    assert 'src="iframe-worker.js"' in (tmp_path / "s" / "index.html").read_text(encoding="utf-8")
    loaded = re.compile(
        r"<(?:script|img|iframe)[^>]+src=[\"']?(?:https?:)?//|<link[^>]+href=[\"']?https?://"
    )
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert not loaded.search(text), page
    for sheet in (tmp_path / "s").rglob("*.css"):
        assert not re.search(r"@import|url\([\"']?https?:", sheet.read_text(encoding="utf-8")), (
            sheet
        )
