"""Programs judged in other people's tests: assertions, a decorator, Hypothesis strategies.

>>> from rankproof.testing import assert_properties
>>> def precision(grades):
...     return sum(grade > 0 for grade in grades) / len(grades)
>>> assert_properties(precision, kind="grades", properties=["defined", "in_range"])

The pytest plug-in `rankproof_pytest` judges functions that are marked with :func:`judged`. Nothing
heavy is imported before a function is judged.
"""

from __future__ import annotations

from rankproof.testing.asserting import assert_computes, assert_properties, judged
from rankproof.testing.strategies import (
    arguments,
    judged_arrays,
    judged_lists,
    pairs_of_lists,
    pairs_of_rankings,
    qrels_and_runs,
    rankings,
)

__all__ = [
    "arguments",
    "assert_computes",
    "assert_properties",
    "judged",
    "judged_arrays",
    "judged_lists",
    "pairs_of_lists",
    "pairs_of_rankings",
    "qrels_and_runs",
    "rankings",
]
