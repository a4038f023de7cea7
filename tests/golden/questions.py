"""Which questions the golden set asks, as command lines: each declaration of each field."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from axioms import AXIOMS, OTHER_AXIOMS, QUANTITIES
from axioms.axiom import WEIGHTING, Axiom, Quantity
from axioms.inequalities import WEIGHTINGS
from axioms.language.formula import Moved, Scaled
from lattice import ORDERS
from metrics import METRICS, RUN_METRICS, WEIGHTED_METRICS
from metrics.labels import DISTANCES
from metrics.language.domains import COLLECTIONS, LABELS, RUNS
from metrics.metric import Metric
from metrics.multi_aspect import APPROACHES, MEASURES

SIZES = ("2", "3", "all")
FINITE = ("2", "3")
ONE = [name for name, axiom in AXIOMS.items() if len(axiom.slots) == 1]
TWO = [name for name, axiom in AXIOMS.items() if len(axiom.slots) == 2]
ONE_QUANTITIES = [name for name, asked in QUANTITIES.items() if len(asked.slots) == 1]
TWO_QUANTITIES = [name for name, asked in QUANTITIES.items() if len(asked.slots) == 2]
OF_READINGS = ("ioi", "symmetry", "right_invariance", "left_invariance", "wsd", "triangle")
OF_CUTOFFS = ("ioi", "symmetry", "zero_iff_equal", "nonnegativity", "right_invariance")
OF_ENGINES = ("dcg", "mape", "kendall", "recall", "ap", "rbo")


def field_of(declared: Axiom | Quantity) -> str:
    """Return the field of the golden set that an axiom or quantity belongs to."""
    if declared.domain in (LABELS, COLLECTIONS):
        return "aspects"
    if declared.domain is RUNS:
        return "orders"
    formulas = [part.statement for part in getattr(declared, "parts", ())]
    weighed = any(formula.atoms(Scaled, Moved) for formula in formulas)
    return "weights" if weighed or declared.subject == WEIGHTING else "heights"


def others(about: str, quantities: bool) -> list[str]:
    """Return the axioms or the quantities of a field."""
    return [
        name
        for name, declared in OTHER_AXIOMS.items()
        if field_of(declared) == about and isinstance(declared, Quantity) == quantities
    ]


def settings(*metrics: Metric, ks: tuple[int, ...] = (1, 2)) -> list[str]:
    """Return options that fit metrics: each k, p = 1/2 and p left free."""
    wanted = {name for metric in metrics for name in metric.parameters}
    cuts = [f" --k {k}" for k in ks] if "k" in wanted else [""]
    shares = [" --p 1/2", ""] if "p" in wanted else [""]
    return [cut + share for cut, share in product(cuts, shares)]


def rankings() -> Iterator[str]:
    """Questions about one metric of rankings."""
    for asked, metric in product([*ONE, *ONE_QUANTITIES], METRICS.values()):
        if asked == "stability":
            yield from (f"stability {metric.name} --n {n}" for n in SIZES)
            yield from (f"stability {metric.name} --n {n} --p 1/2" for n in SIZES)
            continue
        sizes = FINITE if asked in QUANTITIES else SIZES
        for n, given in product(sizes, settings(metric)):
            if n != "2" or "--k 2" not in given:
                yield f"{asked} {metric.name} --n {n}{given}"
    for asked, metric in product(OF_READINGS, METRICS.values()):
        for n, given in product(("3", "all"), settings(metric, ks=(2,))):
            if n == "3" or "invariance" in asked:
                yield f"{asked} {metric.name} --n {n}{given} --convention ranks"
    with_j = [metric.name for metric in METRICS.values() if "j" in metric.parameters]
    for asked, name in product(OF_CUTOFFS, with_j):
        yield f"{asked} {name} --n 3 --j 1 --k 2"
    yield from engines()


def engines() -> Iterator[str]:
    """Questions to a named engine, to several, and for a walk through several n."""
    for asked, name in product(ONE, OF_ENGINES):
        given = "" if asked == "stability" else settings(METRICS[name], ks=(2,))[0]
        yield f"{asked} {name} --n 3{given} --engine smt"
        yield f"{asked} {name} --n 2..4{given}"
    for asked, name in product(ONE_QUANTITIES, OF_ENGINES):
        given = settings(METRICS[name], ks=(2,))[0]
        yield f"{asked} {name} --n 4{given} --engine exhaustive"
        yield f"{asked} {name} --n 4{given} --engine sampling --samples 50 --seed 7"
    for asked in ONE:
        yield f"{asked} mae --n 3 --cross"
        yield f"{asked} mae --n all --engine smt"
        yield f"{asked} mae --n 3 --engine symbolic"
        yield f"{asked} mae --n 3 --k 2"


def pairs() -> Iterator[str]:
    """Questions about two metrics: each with the next three, which are mostly of its family."""
    names = list(METRICS)
    for step, (place, name) in product((1, 2, 3), enumerate(names)):
        other = names[(place + step) % len(names)]
        given = settings(METRICS[name], METRICS[other], ks=(2,))[0]
        for asked in TWO:
            yield f"{asked} {name} {other} --n 3{given}"
            if step == 1:
                yield f"{asked} {other} {name} --n 3{given}"
                yield f"{asked} {name} {other} --n all{given}"
        for asked in TWO_QUANTITIES:
            yield f"{asked} {name} {other} --n 3{given}"


def orders() -> Iterator[str]:
    """Questions about orders of judged runs, and about metrics on them."""
    of_metrics = [name for name in others("orders", False) if OTHER_AXIOMS[name].slots]
    of_orders = [name for name in others("orders", False) if name not in of_metrics]
    given = ["--n 2 --c 1", "--n 3 --c 1", "--n 2 --c 2", "--n 3 --c 2"]
    every = ["--n all", "--n all --c 1"]
    for asked, order, size in product(of_orders, ORDERS, [*given, *every, "--n 1..3 --c 1"]):
        yield f"{asked} {order} {size}"
    for asked, order, size in product(others("orders", True), ORDERS, given):
        yield f"{asked} {order} {size}"
    for asked, order in product(of_orders, ORDERS):
        yield f"{asked} {order} --n 2 --c 1 --engine smt"
    for asked, order, metric in product(of_metrics, ORDERS, RUN_METRICS.values()):
        start = f"{asked} {metric.name} --order {order}"
        base = " --b 2" if "b" in metric.parameters else ""
        yield from (f"{start} {size}{base}" for size in [*given, *every])
        if "gains" in metric.parameters:
            yield f"{start} --n 2 --c 2 --gains 0,1,3{base}"
        if "p" in metric.parameters:
            yield from (f"{start} --n {n} --c 2 --p 1/2 --gains 0,1,2" for n in FINITE)
            yield f"{start} --n all --c 1 --p 1/2"
        if "rb" in metric.parameters:
            yield f"{start} --n 2 --c 2 --rb 3"
        if base:
            yield f"{start} --n 3 --c 1 --b 3"


def weights() -> Iterator[str]:
    """Questions about weighted distances and about pairs of them."""
    inequalities = [name for name in others("weights", False) if "footrule" in name]
    properties = [name for name in others("weights", False) if name not in inequalities]
    asks = [*inequalities, *others("weights", True)]
    assumed = ("", " --assume positive", " --assume decreasing", " --assume no_triangle")
    fixed = (" --fixed delta", " --fixed zero")
    for asked, subject in product(asks, WEIGHTINGS):
        sizes = SIZES if asked in inequalities else FINITE
        for n, more in product(sizes, (*assumed, *fixed)):
            yield f"{asked} {subject} --n {n}{more}"
    for asked in asks:
        yield f"{asked} element_weights --n 3 --w 1,2,1/2"
        yield f"{asked} position_weights --n 3 --delta 1,1/2"
        yield f'{asked} similarity --n 3 --similarity "0,1,2;1,0,1;2,1,0"'
    for asked, metric, n in product([*properties, *ONE], WEIGHTED_METRICS, SIZES):
        yield f"{asked} {metric} --n {n}"
        if n == "3":
            yield f"{asked} {metric} --n 3 --assume positive"
            yield f"{asked} {metric} --n 3 --fixed zero"
    for asked, n in product(properties, FINITE):
        yield f"{asked} kendall_w --n {n} --engine linear"
        yield f"{asked} kendall_w --n {n} --engine smt"
    for asked in [*properties, *ONE]:
        yield f"{asked} kendall_w --n 2 --w 1,2"
        yield f"{asked} footrule_pos --n 3 --delta 1,1/2"


def aspects() -> Iterator[str]:
    """Questions about distances of labels and about upper bounds."""
    of_distances = [name for name in others("aspects", False) if name.startswith("respects")]
    for asked, distance in product(of_distances, DISTANCES.values()):
        q = " --q 3" if "q" in distance.parameters else ""
        sizes = ["1", "2", "3", "all", "1..2", "2 --engine smt", "2 --cross"]
        yield from (f"{asked} {distance.name} --n {n}{q}" for n in sizes)
        yield from (f"{asked} {distance.name} --n {n}{q} --reading labels" for n in SIZES)
        more = {"weights": " --weights 1,1/2", "matrix": ' --matrix "2,-1;-1,1"'}
        given = "".join(text for name, text in more.items() if name in distance.parameters)
        yield f'{asked} {distance.name} --n 2{q}{given} --embedding "0,1,2;0,1"'
        if given:
            yield f"{asked} {distance.name} --n 2{given}"
    for measure, n in product(MEASURES.values(), ("1", "2", "3", "1..2")):
        given = {"k": " --k 1", "p": " --p 1/2"}
        extra = "".join(given[name] for name in measure.parameters)
        for approach in APPROACHES:
            yield f"upper_bound_reached {approach} --n {n} --measure {measure.name}{extra}"
        for more in ("", " --lists partial", " --lists repeats", " --relevant 1", " --labels 3"):
            yield f"upper_bound_reached {measure.name} --n {n}{extra}{more}"
        yield f"upper_bound_reached {measure.name} --n {n}{extra} --distance euclidean --aspects 3"
        yield f"upper_bound_reached cam --n {n} --measure {measure.name}{extra} --mix 1/3,2/3"
    yield from (f"upper_bound_reached ap --n {n} --threshold 1" for n in ("2", "all"))


def heights() -> Iterator[str]:
    """Questions about the area with heights, left free and given."""
    given = {"2": ("1,1/2", "2,1"), "3": ("1,1/2,1/3", "1,2,1")}
    for asked, n in product([*ONE, *others("heights", False), *ONE_QUANTITIES], FINITE):
        yield f"{asked} area_free --n {n}"
        yield from (f"{asked} area_free --n {n} --heights {h}" for h in given[n])
        yield f"{asked} area_free --n {n} --heights {given[n][0]} --convention ranks"
    for asked in [*TWO, *TWO_QUANTITIES]:
        yield f"{asked} area_free area --n 3 --heights 1,1,1"
        yield f"{asked} area_free area --n 3"
    yield "symmetry area_free --n all"
    yield "triangle_fails area --n 3"


WRONG = """
no_such_axiom dcg --n 3
ioi no_such_metric --n 3
ioi --n 3
ioi dcg mae --n 3
consistency dcg --n 3
ioi dcg --n 0
ioi dcg --n -1
ioi dcg --n 2000000
ioi recall --n 3
ioi recall --n 3 --k 4
ioi recall --n 3 --k 0
ioi dcg --n 3 --k 1
ioi rbp --n 3 --p 2
ioi rbp --n 3 --p 0
ioi rbp --n 3 --p x
ioi dcg --n few
ioi dcg --n 3 --convention both
ioi dcg --n 3 --engine sampling
mean_score dcg --n all
mean_score dcg --n 2..3
induced_distance mae --n 3
stability recall --n 3 --k 2
distributive gp --n 2 --c 1
distributive no_order --n 2 --c 1
distributive rank_replacement --n 2
valuation gp --n 2 --c 1
ioi gp --n 2 --c 1
valuation rank_replacement --n 2 --c 1
valuation dcg --order rank_replacement --n 2 --c 1
elements rank_replacement --n all
isotone gp --order rank_replacement --n 2 --c 2 --gains 0,1
isotone gp --order rank_replacement --n 2 --c 2 --gains 0,2,1
kendall_le_footrule kendall_w --n 3
kendall_le_footrule element_weights --n 3 --w 1,2
kendall_le_footrule element_weights --n 3 --k 2
symmetry kendall_w --n 3 --w 1,-1,1
scale_free mae --n 3
respects_strictly minkowski --n 2
respects_strictly no_distance --n 2
respects_partial_order cosine --n 2 --reading labels
respects_strictly manhattan --n 2 --q 2
upper_bound_reached cam --n 2
upper_bound_reached ap --n 13
upper_bound_reached ap --n 2 --k 1
symmetry area_free --n 3 --heights 1,2
symmetry area_free --n 2 --heights 1,-1
symmetry area_free --n 2 --heights 1,0.5x
triangle mse --n 12 --engine exhaustive
"""


def wrong() -> Iterator[str]:
    """Questions that must be refused."""
    yield from WRONG.split("\n")[1:-1]


FIELDS = {
    "rankings": rankings,
    "pairs": pairs,
    "orders": orders,
    "weights": weights,
    "aspects": aspects,
    "heights": heights,
    "wrong": wrong,
}
COMMANDS = [
    "proofs.table properties --n 3 --k 2 --jobs 1 --fresh --format csv",
    "proofs.table properties --n 3 --every-n --metrics dcg,mae --jobs 1 --fresh --format json",
    "proofs.table counterexamples --n 2..3 --k 2 --jobs 1 --fresh --format csv",
    "proofs.table robustness --n 3 --jobs 1 --fresh --format json",
    "proofs.table agreement --n 3 --jobs 1 --fresh --format csv",
    "proofs.table indistinguishable --n 3 --jobs 1 --fresh --format json",
    "proofs.table classes --n 3 --jobs 1 --fresh --format json",
    "proofs.table separating --n 3 --jobs 1 --fresh --format json",
    "proofs.implies symmetry right_invariance left_invariance --n 3 --format json",
    "proofs.implies zero_iff_equal ioi --n 3 --format json",
    "proofs.check --list metrics",
    "proofs.check --list axioms",
    "proofs.check --list orders",
    "proofs.curves --reference d1,d2,d3 --ranking d2,d1,d3",
    "lattice.draw rank_replacement --n 2 --c 2 --format tex",
    "lattice.draw set_projection --n 2 --c 1 --format dot",
]


def questions(field: str) -> list[str]:
    """Return the questions of a field, sorted, each once."""
    return sorted(set(FIELDS[field]()))
