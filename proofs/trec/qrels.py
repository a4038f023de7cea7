"""Relevance judgements: lines `topic iteration document grade`.

The iteration is not read. A negative grade says that a document was not judged, as trec_eval has
it: it is not relevant, has no gain, and is passed over where only judged documents count.
"""

from __future__ import annotations

import re

from proofs.trec.lines import Once, lines_of, short

COLUMNS = ("topic", "iteration", "document", "grade")
GRADE = re.compile(r"[+-]?\d{1,9}", re.ASCII)
LARGEST_GRADE = 1_000
Judgements = dict[str, dict[str, int | None]]


def read_qrels(path: str) -> Judgements:
    """Return the grade of each document of each topic, None where it is negative."""
    found: Judgements = {}
    once = Once()
    for line in lines_of(path, COLUMNS):
        topic, _, document, text = line.words
        if not GRADE.fullmatch(text):
            line.refuse(f"the grade {short(text)} is not a whole number")
        grade = int(text)
        if grade > LARGEST_GRADE:
            line.refuse(f"the grade {grade} is more than {LARGEST_GRADE:,}")
        once.insist(line, topic, document)
        found.setdefault(topic, {})[document] = grade if grade >= 0 else None
    return found
