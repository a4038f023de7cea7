"""What a package offers to rankproof: a metric, an axiom, an order, and a paper in a file."""

from pathlib import Path

from sympy import Abs, Eq, Le, Sum

from axioms.axiom import axiom, m
from axioms.language.formula import ForAll
from lattice.order import RANK, Order
from metrics.language.runs import r, s, spot
from metrics.language.terms import i, n, sigma, tau
from metrics.metric import Metric

error_by_rank = Metric(
    name="error_by_rank",
    title="error by rank",
    inputs=(sigma, tau),
    value=Sum(Abs(sigma(i) - tau(i)) / i, (i, 1, n)),
    family="error",
    higher_is_better=False,
    source="example_plugin",
)
zero_for_equal = axiom(
    name="zero_for_equal",
    title="equal rankings score 0",
    statement=ForAll(sigma, Eq(m(sigma, sigma), 0)),
    source="example_plugin",
)
placewise = Order(
    name="placewise",
    title="place by place",
    listed=RANK,
    below=ForAll(spot, Le(r(spot), s(spot))),
    source="example_plugin",
)
paper = Path(__file__).with_name("example_paper.toml")
