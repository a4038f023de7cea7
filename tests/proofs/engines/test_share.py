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


def test_pages_state_a_share_of_all_cells(root):
    for domain, pages in PAGES.items():
        total = f"{len(list(DOMAINS[domain]())):,}"
        for page in pages:
            text = " ".join((root / page).read_text(encoding="utf-8").split())
            assert re.search(rf"[\d,]+ of {total}\b", text), page


def test_a_sample_is_counted(capsys):
    main(["--every", "400"])
    assert re.match(r"\d+ of 5 are decided for every n: \d+\.\d%\nopen by", capsys.readouterr().out)
