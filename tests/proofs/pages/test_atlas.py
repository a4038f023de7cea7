"""A small atlas: its files, and in a real browser, from a folder, with no network."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from proofs.atlas import main
from proofs.programs.inside.libraries import LIBRARIES
from tests.browser import opened, serious_findings, too_wide, unreached

MINE = """\
[metric.mine]
title = '"><script>alert(1)</script><img src=x onerror=alert(2)>'
value = "sum(i, 1, n, abs(sigma(i) - tau(i))^3)"
higher_is_better = false
source = "</script><script>alert(3)</script>"
"""
CHOSEN = {
    "--metrics": "mape,kendall,mine,p@2,ap@2,gp,kendall_w",
    "--axioms": "ioi,symmetry,triangle,promotion,completeness,lattice,valuation",
    "--orders": "rank_replacement",
    "--papers": "toma",
    "--libraries": "scipy",
}


@pytest.fixture(scope="session")
def atlas(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the atlas."""
    place = tmp_path_factory.getbasetemp()
    place = (place.parent if os.environ.get("PYTEST_XDIST_WORKER") else place) / "pages"
    own, folder = place / "mine.toml", place / "atlas"
    try:
        place.mkdir()
    except FileExistsError:  # another process of the tests writes it
        while not folder.is_dir():
            assert not (place / "failed").exists()
            time.sleep(0.2)
        return folder
    own.write_text(MINE, encoding="utf-8")
    options = [word for pair in CHOSEN.items() for word in pair]
    said = main(["--out", str(folder), *options, "--using", str(own), "--jobs", "1", "--quiet"])
    if said != 0:
        (place / "failed").touch()
    assert said == 0
    return folder


# Files -------------------------------------------------------------------------------------------


def pages_of(atlas: Path) -> list[Path]:
    return sorted(atlas.rglob("*.html"))


def test_every_page_is_valid_light_and_without_anything_inline(atlas: Path) -> None:
    import html5lib

    for path in pages_of(atlas):
        text = path.read_text(encoding="utf-8")
        tree = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(text)
        assert len(text.encode()) <= 300_000, path
        for one in tree.iter():
            assert not [name for name in one.attrib if name == "style" or name.startswith("on")]
            assert one.tag != "script" or "src" in one.attrib or "json" in one.attrib["type"]
            assert not one.get("src", one.get("href", "")).startswith(("http", "//", "data:"))


def insist_links(atlas: Path) -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in pages_of(atlas)}
    for path, text in texts.items():
        for link in re.findall(r'(?:href|src)="([^"]+)', text):
            name, _, place = link.partition("#")
            found = (path.parent / name).resolve() if name else path
            assert found.is_file(), (path, link)
            assert not place or "=" in place or f'id="{place}"' in texts[found], (path, link)


def test_every_link_leads_somewhere(atlas: Path) -> None:
    insist_links(atlas)
    for path in atlas.rglob("*"):
        assert path.is_dir() or str(atlas).encode() not in path.read_bytes(), path


@pytest.mark.parametrize("part", ["catalogue", "papers"])
def test_a_part_alone_leads_to_itself(part: str, tmp_path: Path) -> None:
    chosen = ["--metrics", "mape", "--axioms", "ioi", "--papers", "toma"]
    folder = tmp_path / "atlas"
    assert main(["--out", str(folder), "--parts", part, *chosen, "--jobs", "1", "--quiet"]) == 0
    insist_links(folder)
    assert (folder / "papers").is_dir() == (part == "papers")
    assert (folder / "metrics").is_dir() == (part == "catalogue")


def test_a_hostile_title_stays_text(atlas: Path) -> None:
    for path in (*pages_of(atlas), atlas / "search-index.js"):
        text = path.read_text(encoding="utf-8")
        assert "<script>alert" not in text.replace("\\u003c", "<") or path.suffix == ".js", path
        assert "<img src=x" not in text or path.suffix == ".js", path
    shown = (atlas / "metrics" / "rankings" / "mine.html").read_text(encoding="utf-8")
    assert "&lt;script&gt;alert(1)" in shown


def test_all_measures_of_a_library_are_judged(atlas: Path) -> None:
    shown = (atlas / "libraries" / "index.html").read_text(encoding="utf-8")
    for name in LIBRARIES["scipy"].measures:
        assert f'<th scope="row">scipy:<wbr>{name}</th>' in shown


def test_a_cell_shows_what_is_asked_of_the_engines(atlas: Path) -> None:
    from proofs.core.asking import ask

    found = ask("ioi", "mape", n=range(2, 5))
    shown = (atlas / "cells" / "rankings" / "ioi" / "mape.html").read_text(encoding="utf-8")
    assert f"n = {found.scope.first_failing} (holds" in shown
    assert f"τ = ({' '.join(map(str, found.witness['tau']))})" in shown


# In a browser ------------------------------------------------------------------------------------

KINDS = [
    "index.html",
    "matrix/rankings.html",
    "cells/rankings/ioi/mape.html",
    "cells/lists/promotion/p-2.html",
    "cells/weights/ioi/kendall_w.html",
    "metrics/index.html",
    "metrics/rankings/mine.html",
    "axioms/index.html",
    "axioms/rankings/ioi.html",
    "orders/index.html",
    "orders/rank_replacement.html",
    "papers/index.html",
    "papers/toma.html",
    "libraries/index.html",
    "search.html",
]
SCHEMES = ("light", "dark")


def visit(page: Any, atlas: Path, address: str) -> None:
    """Open a page from the file system, with no network."""
    page.context.set_offline(True)
    page.goto(f"{atlas.as_uri()}/{address}")


def rows_shown(page: Any) -> list[str]:
    return page.locator("#matrix tbody tr:visible th").all_inner_texts()


def shell(command: str, *more: str) -> dict[str, Any]:
    """Run a command that a page shows."""
    python, *words = command.split()
    assert python == "python"
    told = subprocess.run(
        [sys.executable, *words, *more], capture_output=True, text=True, check=False
    )
    return json.loads(told.stdout)


def test_from_the_matrix_to_a_witness_that_a_shell_repeats(atlas: Path, browser: Any) -> None:
    with opened(browser, atlas.as_uri()) as page:
        visit(page, atlas, "index.html")
        page.get_by_role("navigation").get_by_role("link", name="Metrics × axioms").click()
        assert rows_shown(page) == ["mape", "kendall", "mine"]
        page.select_option("#property", "symmetry")
        page.get_by_role("button", name="Add").click()
        page.select_option("#way", "lacks")
        page.select_option("#property", "triangle")
        page.get_by_role("button", name="Add").click()
        assert rows_shown(page) == ["kendall", "mine"]
        assert "have symmetry and lack triangle inequality" in page.inner_text("#status")
        page.reload()
        assert rows_shown(page) == ["kendall", "mine"]
        page.fill("#name", "kend")
        assert rows_shown(page) == ["kendall"]
        page.locator("#matrix tbody tr:visible td a").nth(0).click()
        page.wait_for_url("**/cells/rankings/ioi/kendall.html")
        answer = page.locator("section.answer").last
        assert answer.locator("svg .strand").count() or page.locator("svg .strand").count()
        command = answer.locator("code.command").inner_text()
        found = shell(command, "--format", "json")
        assert found["status"].upper() == answer.locator(".verdict").inner_text()
        witness = page.locator("p.witness").first.inner_text()
        assert f"τ = ({' '.join(map(str, found['witness']['tau']))})" in witness
        exact = page.locator("table.values td.exact").first.get_attribute("data-exact")
        assert exact == found["values"][0]["exact"]


def test_the_certificate_that_a_page_offers_verifies(atlas: Path, browser: Any) -> None:
    with opened(browser, atlas.as_uri()) as page:
        visit(page, atlas, "cells/lists/completeness/ap-2.html")
        link = page.get_by_role("link", name="Download the certificate").first
        offered = atlas / "cells/lists/completeness" / link.get_attribute("href").split("/")[-1]
    told = subprocess.run(
        [sys.executable, "-m", "proofs.verify", str(offered)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stdout + told.stderr


def test_with_the_keyboard_alone(atlas: Path, browser: Any) -> None:
    with opened(browser, atlas.as_uri()) as page:
        visit(page, atlas, "matrix/rankings.html")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "content"
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.closest('th[data-axiom=symmetry]') !== null"):
                break
        page.keyboard.press("Enter")
        assert rows_shown(page) == ["kendall", "mine"]
        page.keyboard.press("Enter")
        assert rows_shown(page) == ["mape"]
        visit(page, atlas, "orders/rank_replacement.html")
        page.locator("#find").focus()
        page.keyboard.type("210")
        page.keyboard.press("Enter")
        assert "210: 5 runs are better, 5 are worse" in page.inner_text("#status")
        page.locator("#hasse .node[aria-label^='121']").focus()
        page.keyboard.press("Enter")
        assert "join ⊔ = 221; meet ⊓ = 110" in page.inner_text("#status")


def test_the_tab_key_leads_through_every_kind_of_page(atlas: Path, browser: Any) -> None:
    with opened(browser, atlas.as_uri()) as page:
        for address in KINDS:
            visit(page, atlas, address)
            page.evaluate("document.activeElement.blur()")
            assert unreached(page) == [], address


def test_search_leads_to_pages(atlas: Path, browser: Any) -> None:
    with opened(browser, atlas.as_uri()) as page:
        visit(page, atlas, "search.html")
        page.fill("#query", "triangle kendall")
        assert page.locator("#results li").count() == 2
        page.locator("#results a").first.click()
        page.wait_for_url("**/cells/rankings/triangle/kendall.html")
        page.go_back()
        assert page.locator("#results li").count() == 2
        page.fill("#query", "toma confirmed distance order respects")
        page.locator("#results a[href^='papers/toma.html#']").first.click()
        page.wait_for_url("**/papers/toma.html#*")
        page.select_option("#verdict", "confirmed")
        shown = page.locator("article.claim:visible .verdict").all_inner_texts()
        assert shown
        assert set(shown) == {"confirmed"}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_nothing_serious_is_found_by_axe_and_no_page_is_too_wide(
    atlas: Path, browser: Any, scheme: str
) -> None:
    with opened(browser, atlas.as_uri(), color_scheme=scheme) as page:
        for address in KINDS:
            visit(page, atlas, address)
            assert serious_findings(page, colours=scheme == "dark") == [], address
            assert scheme == "dark" or too_wide(page) <= 0, address
