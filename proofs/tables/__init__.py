"""Tables of answers: what is in them (one file a table), and how they are written.

>>> from proofs.tables import TABLES
>>> "properties" in TABLES
True
"""

from __future__ import annotations

TABLES = {
    "properties": "metrics × axioms: the smallest n that fails, or that it holds",
    "counterexamples": "the smallest counterexample of each metric and axiom",
    "robustness": "mean changes by swaps and slides, beside those of group, Table 2",
    "agreement": "agreement ratios of all pairs of metrics, both readings",
    "indistinguishable": "rankings that a metric cannot tell apart, beside group, Table 3",
    "classes": "classes of linearly equivalent metrics",
    "separating": "a smallest set of pairs of rankings that tells metrics apart",
}
READ = {
    "properties": ("axioms", "every_n", "engine", "figure"),
    "counterexamples": ("axioms", "engine"),
    "robustness": ("samples", "seed"),
    "agreement": ("samples", "seed", "figure"),
    "classes": ("every_n",),
}
"""The options that a table reads beside those that all tables read."""

__all__ = ["READ", "TABLES"]
