"""Runs: lines `topic Q0 document rank score tag`.

As in trec_eval the score alone orders the documents: Q0, the rank and the tag are not read, though
the rank must be a whole number. Scores are decimals, and are compared exactly: no two of them are
equal unless they are the same number. (trec_eval keeps them in floats of 32 bits in some versions,
in which close scores become equal.)
"""

from __future__ import annotations

import re
from decimal import Decimal

from proofs.trec.lines import Once, lines_of, short

COLUMNS = ("topic", "Q0", "document", "rank", "score", "tag")
RANK = re.compile(r"[+-]?\d{1,9}", re.ASCII)
SCORE = re.compile(r"[+-]?(\d{1,400}(\.\d{0,400})?|\.\d{1,400})([eE][+-]?\d{1,3})?", re.ASCII)
Scores = dict[str, dict[str, Decimal]]


def read_run(path: str) -> Scores:
    """Return the score of each document of each topic."""
    found: Scores = {}
    once = Once()
    for line in lines_of(path, COLUMNS):
        topic, _, document, rank, text, _ = line.words
        if not RANK.fullmatch(rank):
            line.refuse(f"the rank {short(rank)} is not a whole number")
        if not SCORE.fullmatch(text):
            line.refuse(f"the score {short(text)} is not a decimal number")
        once.insist(line, topic, document)
        found.setdefault(topic, {})[document] = Decimal(text)
    return found
