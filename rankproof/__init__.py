"""What people import. The mathematics is in `metrics`, `axioms`, `lattice` and `proofs`.

>>> import rankproof
>>> rankproof.ask("ioi", "dcg", n=6).status
'holds'
>>> rankproof.value("kendall", ranking=[2, 1, 3], reference=[1, 2, 3]).exact
1/3

The words of the language are here too, those about rankings and logic; `rankproof.runs`,
`rankproof.lists`, `rankproof.labels` and `rankproof.weights` have those of the other domains.

>>> from rankproof import Abs, Metric, Sum, i, n, sigma, tau
>>> mine = Metric(name="mine", title="error by rank", inputs=(sigma, tau), family="error",
...     value=Sum(Abs(sigma(i) - tau(i)) / i, (i, 1, n)), higher_is_better=False, source="here")
>>> rankproof.ask("symmetry", mine, n=3).status
'holds'

Importing it finds our packages first, whatever folders are called `metrics` or `axioms`.
"""

from __future__ import annotations

from rankproof.line import shadowed
from rankproof.line.lazy import exported
from rankproof.line.version import VERSION

shadowed.install()

PART_OF = "rankproof"
__version__ = VERSION

_HOMES = {
    "rankproof.calls": "ask claims declared poset_of table value verify",
    "proofs.programs": "compare identify judge",
    "proofs.core.verdict": "Measurement Verdict",
    "proofs.core.valuing.valued": "Value",
    "proofs.core.limits": "Limits",
    "proofs.claims.claim": "Ask Claim",
    "proofs.claims.catalogue": "PAPERS",
    "proofs.tables": "TABLES",
    "proofs.tables.layout.table_shape": "Table",
    "lattice.order": "ORDERS Operation Order find_order",
    "lattice.poset": "Poset",
    "axioms": "AXIOMS LIST_AXIOMS OTHER_AXIOMS QUANTITIES TOP_AXIOMS find_axiom",
    "axioms.axiom": "Axiom Part Quantity axiom m m1 m2",
    "axioms.language.formula": ("Defined Exists ForAll Greatest Mean Moved Same Scaled Smallest"),
    "metrics": "HEIGHT_METRICS METRICS RUN_METRICS TEXTBOOK_METRICS WEIGHTED_METRICS find_metric",
    "metrics.lists": "LIST_METRICS TOP_METRICS find_list_metric",
    "metrics.metric": "Metric",
    "metrics.naming": "BadInput",
    "metrics.language.parameters": "PARAMETERS",
    "metrics.language.text.own_parameters": "OwnParameter",
    "metrics.language.terms": (
        "Compose FullCycle Identity Indicator Inverse Place Ranking Ratio Renamed Reversed Swap "
        "i item_at j k mu n nu p rank_of rho sigma tau"
    ),
    "sympy": (
        "Abs And Eq Equivalent Ge Gt Implies Integer Le Lt Max Min Ne Not Or Product Rational "
        "Sum binomial log sign sqrt"
    ),
}
__getattr__ = exported(
    __name__, {name: home for home, names in _HOMES.items() for name in names.split()}
)
__all__ = [
    "VERSION",
    *sorted(name for names in _HOMES.values() for name in names.split()),
]


def __dir__() -> list[str]:
    return [*__all__, "__version__", "labels", "lists", "runs", "testing", "weights"]
