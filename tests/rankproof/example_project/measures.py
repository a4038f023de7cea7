"""A project with a fault of each of seven kinds that trackers of metric libraries are full of."""

from math import log2

from rankproof.testing import judged


def gain_sum(gains):
    return sum(gain / log2(place + 1) for place, gain in enumerate(gains, 1))


def normalised(grades):
    best = gain_sum(sorted(grades, reverse=True))
    return gain_sum(grades) / best if best else 0.0


def first_hit(qrels, ranked):
    hits = [place for place, name in enumerate(ranked, 1) if qrels.get(name, 0) > 0]
    return 1 / hits[0] if hits else 0.0


@judged(kind="grades", computes="dcg(gain=linear, discount=log2)")
def dcg(grades):
    """Which formula: exponential gain where linear gain is documented."""
    return gain_sum([2**grade - 1 for grade in grades])


@judged(kind="grades")
def ndcg(grades):
    """Above 1: exponential gain in the numerator, linear gain in the ideal."""
    best = gain_sum(sorted(grades, reverse=True))
    return dcg(grades) / best if best else 0.0


@judged(kind="qrels", properties=["dictionary_order"])
def reciprocal_rank(qrels, run):
    """Ties: documents with one score stay in the order of the dictionary."""
    return first_hit(qrels, sorted(run, key=lambda name: -run[name]))


@judged(kind="qrels", computes="ap(empty=0)")
def average_precision(qrels, run):
    """The denominator of AP: relevant documents that were retrieved, not all of them."""
    ranked = sorted(run, key=lambda name: run[name], reverse=True)
    hits = [place for place, name in enumerate(ranked, 1) if qrels.get(name, 0) > 0]
    return sum(at / place for at, place in enumerate(hits, 1)) / len(hits) if hits else 0.0


@judged(kind="arrays", computes="ndcg(ideal=retrieved, empty=0)")
def ndcg_of_scores(y_true, y_score):
    """Constant scores have nDCG 1: ties are broken by the grades themselves."""
    pairs = sorted(zip(y_score, y_true, strict=True), reverse=True)
    return normalised([grade for _, grade in pairs])


@judged(kind="grades", properties=["defined"])
def precision_of_relevant(grades):
    """Undefined where nothing is relevant."""
    relevant = sum(grade > 0 for grade in grades)
    return normalised(grades) if relevant else float("nan")


@judged(kind="qrels", properties=["renaming"])
def reciprocal_rank_by_name(qrels, run):
    """Names matter: ties are broken by the names of documents."""
    return first_hit(qrels, sorted(run, key=lambda name: (-run[name], name)))


@judged(kind="grades")
def sound(grades):
    """No fault."""
    return normalised(grades)
