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
        assert f"{len(known):,} of {len(answers):,}" in text, page
    if domain == "rankings":
        cut = Counter(filter(None, map(for_which_cutoffs, known)))
        text = " ".join((root / "docs/limits.md").read_text(encoding="utf-8").split())
        counts = f"{cut[EVERY_K]:,} for every k, {cut[RANGE_OF_K]:,} for a range of k"
        assert f"{cut.total():,} with a cut-off are refuted: {counts}" in text


def test_a_sample_is_counted(capsys):
    main(["--every", "400"])
    shown = capsys.readouterr().out
    assert re.match(r"\d+ of \d are decided for every n: \d+\.\d%\nopen by", shown)
