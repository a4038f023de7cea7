"""Refutations of the golden set are verified: a thin sample of `python -m tests.golden.share`."""

from __future__ import annotations

import pytest

from .records import digest
from .share import definite, judged

SAMPLE = 8
FIELDS = ("rankings", "pairs", "orders", "weights", "aspects", "heights")


@pytest.mark.parametrize("field", FIELDS)
def test_refutations_at_some_n_are_verified(field):
    lines = [line for line in definite(field, "refuted") if "--n all" not in line]
    for line in sorted(lines, key=digest)[:SAMPLE]:
        found = judged(line)
        assert (found.status, found.code, found.left) == ("refuted", 0, ()), line
