"""No answer of the golden set changes unintendedly: a sample, and behind `slow` the whole set."""

from __future__ import annotations

import pytest

from . import seam
from .compare import differences
from .compute import ASKED, FIELDS
from .records import CHANGED, REWORDED, SAME, compared, digest, load, made_with, record

CERTIFICATES = 25


def sample(field):
    """Two answers of each axiom, one of them for every n where there is one."""
    kinds = {}
    for one in load(field):
        kinds.setdefault((one["ask"].split()[0], "--n all" in one["ask"]), []).append(one)
    return [min(records, key=lambda one: digest(one["ask"])) for records in kinds.values()]


def insist(field, kept, jobs):
    same_versions = seam.versions() == made_with()
    found = differences(field, kept, jobs, same_versions)
    changed = [text for kind, text in found if kind == CHANGED]
    assert not changed, f"{len(changed)} answers changed:\n" + "\n".join(changed[:20])


@pytest.mark.sweep(2)
@pytest.mark.parametrize("share", range(2))
@pytest.mark.parametrize("field", ASKED)
def test_a_sample_of_answers_is_as_before(field, share):
    insist(field, sample(field)[share::2], 1)


def test_a_sample_of_certificates_is_judged_as_before():
    kept = sorted(load("certificates"), key=lambda one: digest(one["ask"]))[:CERTIFICATES]
    insist("certificates", kept, 1)


@pytest.mark.slow
@pytest.mark.parametrize("field", FIELDS)
def test_every_answer_is_as_before(field):
    insist(field, load(field), 2)


@pytest.mark.parametrize(
    ("field", "value", "kind"),
    [
        ("status", "holds", CHANGED),
        ("witness", {"tau": [2, 1]}, CHANGED),
        ("caveats", ["in other words"], REWORDED),
        ("text", "an error in other words", REWORDED),
        ("seconds", 3.5, SAME),
        ("added_later", 1, SAME),
    ],
)
def test_a_change_is_noticed_and_named(field, value, kind):
    fields = {"status": "refuted", "witness": {"tau": [1, 2]}, "caveats": [], "seconds": 0.1}
    old, new = record("ioi dcg --n 2", fields), record("ioi dcg --n 2", {**fields, field: value})
    found, where = compared(old, new)
    assert found == kind
    assert where.startswith(f"{field}: ") == (kind == CHANGED)
