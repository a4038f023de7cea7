"""A real browser for tests of pages: Debian's Chromium, driven by Playwright.

Where there is none, tests are skipped and say so; CI (with CI=true, on Linux) does not accept that.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def executable() -> str:
    """Return where the browser is, or skip the test."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        text = "no Chromium is installed: apt-get install chromium"
        if os.environ.get("CI") and sys.platform == "linux":
            pytest.fail(text)
        pytest.skip(text)
    return found


@contextmanager
def launched() -> Iterator[Any]:
    """Start the browser for a while."""
    where = executable()
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=where, args=list(QUIET))
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def opened(browser: Any, home: str, **settings: Any) -> Iterator[Any]:
    """Open a page that may ask for nothing but what is below an address; errors fail the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, **settings)
    page = context.new_page()
    strange: list[str] = []
    asked = ("data:", "blob:", home)
    page.on("request", lambda one: one.url.startswith(asked) or strange.append(one.url))
    page.on("pageerror", lambda problem: strange.append(str(problem)))
    page.on("console", lambda said: said.type == "error" and strange.append(said.text))
    try:
        yield page
        assert not strange, strange
    finally:
        context.close()


def serious_findings(page: Any, colours: bool = False) -> list[str]:
    """Return what an automated check of accessibility (axe) finds and calls serious.

    Of a page that was checked in its other colours nothing but these is checked again.
    """
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    options = {"preload": False, **({"runOnly": ["color-contrast"]} if colours else {})}
    found = axe.Axe().run(page, options=options).response["violations"]
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


WALKED = """
() => {
  const able = "a[href], button, input, select, summary, [tabindex='0']";
  const all = Array.from(document.querySelectorAll(able));
  const wanted = all.filter((one) => !one.disabled && one.checkVisibility());
  const named = (one) => all.indexOf(one) + " " + one.outerHTML.slice(0, 90);
  window.walked = [];
  document.addEventListener("focusin", (event) => {
    const one = event.target;
    const seen = one.closest("svg") || getComputedStyle(one).outlineStyle !== "none";
    window.walked.push(named(one) + (seen ? "" : " without a sign of it"));
  });
  return wanted.map(named);
}
"""


def unreached(page: Any, most: int = 25) -> list[str]:
    """Return what the tab key does not lead to in turn, with a sign of it, among the first few."""
    wanted = page.evaluate(WALKED)[:most]
    for _ in range(len(wanted) + 5):
        page.keyboard.press("Tab")
    walked = page.evaluate("window.walked")
    left = iter(walked)
    return [one for one in wanted if one not in left]


def too_wide(page: Any) -> int:
    """Return by how many pixels a page is wider than a telephone."""
    page.set_viewport_size({"width": 390, "height": 800})
    sides = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    found = page.evaluate(sides)
    page.set_viewport_size({"width": 1280, "height": 900})
    return int(found)
