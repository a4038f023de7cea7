"""The share of questions that are decided for every n is the one that the pages state."""

import re

import pytest

from tests.every_n import DOMAINS, is_decided, main

PAGES = {
    "rankings": ("README.md", "docs/limits.md"),
    "lists": ("docs/lists.md", "docs/limits.md"),
    "orders": ("docs/limits.md",),
}


@pytest.mark.slow
@pytest.mark.parametrize("domain", PAGES)
def test_the_stated_share_is_the_one_that_is_counted(domain, root):
    cells = list(DOMAINS[domain]())
    decided = sum(map(is_decided, cells))
    for page in PAGES[domain]:
        text = " ".join((root / page).read_text(encoding="utf-8").split())
        assert f"{decided:,} of {len(cells):,}" in text, page


def test_a_sample_is_counted(capsys):
    main(["--every", "400"])
    shown = capsys.readouterr().out
    assert re.match(r"\d+ of \d are decided for every n: \d+\.\d%\nopen by", shown)
