"""The share of questions that are decided for every n is the one that the pages state."""

import re
from collections import Counter

import pytest

from tests.every_n import DOMAINS, EVERY_K, RANGE_OF_K, decided, for_which_cutoffs, main

PAGES = {
    "rankings": ("README.md", "docs/limits.md"),
    "lists": ("docs/lists.md", "docs/limits.md"),
    "orders": ("docs/limits.md",),
}


@pytest.mark.slow
@pytest.mark.parametrize("domain", PAGES)
def test_the_stated_share_is_the_one_that_is_counted(domain, root):
    answers = [decided(cell) for cell in DOMAINS[domain]()]
    known = [answer for answer in answers if answer is not None]
    for page in PAGES[domain]:
        text = " ".join((root / page).read_text(encoding="utf-8").split())
        if domain != "rankings":
            assert f"{len(known):,} of {len(answers):,}" in text, page
            continue
        stated = re.search(rf"([\d,]+) of {len(answers):,}\b", text)
        assert stated, page
        assert len(known) >= number(stated[1]), page
    if domain == "rankings":
        cut = Counter(filter(None, map(for_which_cutoffs, known)))
        assert cut.total() >= (every := stated_cutoffs(root))[0]
        assert cut[EVERY_K] >= every[1]
        assert cut[EVERY_K] + cut[RANGE_OF_K] >= every[1] + every[2]


def number(text):
    return int(text.replace(",", ""))


def stated_cutoffs(root):
    """Return how many refutations the page counts: with a cut-off, for every k, for a range."""
    text = " ".join((root / "docs/limits.md").read_text(encoding="utf-8").split())
    words = r"([\d,]+) are refutations of metrics with a cut-off: ([\d,]+) for every k"
    found = re.search(rf"{words}, ([\d,]+) for a range of k", text)
    assert found
    return [*map(number, found.groups())]


def test_the_page_counts_cutoffs(root):
    total, every, some = stated_cutoffs(root)
    assert every + some <= total


def test_a_sample_is_counted(capsys):
    main(["--every", "400"])
    shown = capsys.readouterr().out
    cut = r"(\d+ with a cut-off are refuted: .*\n)?"
    assert re.match(rf"\d+ of \d are decided for every n: \d+\.\d%\n{cut}open by", shown)
