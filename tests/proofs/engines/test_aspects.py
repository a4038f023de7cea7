"""Aspects: distances, dominance and upper bounds against naive references and other libraries."""

import itertools
import json
from fractions import Fraction

import mpmath
import numpy as np
import pytest
import scipy.spatial.distance as scipy_distance
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import average_precision_score, ndcg_score

import proofs
from axioms import find_axiom
from axioms.dominance import respects_partial_order, respects_strictly, upper_bound_reached
from metrics.labels import (
    DISTANCES,
    Aspect,
    Distance,
    LabelSpace,
    Largest,
    find_distance,
    i,
    n,
    s,
    x,
)
from metrics.multi_aspect import MEASURES, Setting, ap, cam, mm, ndcg, precision_at_k, rbp, toma
from metrics.naming import BadInput
from proofs.check import main
from proofs.core.limits import Limits
from proofs.core.question import Question, Statement
from proofs.engines.exhaustive.aspects import label_search as dominance
from proofs.engines.exhaustive.aspects.upper_bound import maximum
from proofs.report.shown import FORMATS, show
from proofs.trusted.replay import replay
from proofs.trusted.replayed import ReplayFailed
from proofs.trusted.scene import rational as number
from proofs.trusted.sign import sign_of
from proofs.trusted.value import Reading

AXIOMS = (respects_partial_order, respects_strictly)
rationals = st.fractions(-5, 5, max_denominator=6)
triples = st.lists(st.tuples(rationals, rationals, rationals), min_size=1, max_size=4)


def stated(question):
    (part,) = question.asked.parts
    return Statement(part.name, part.statement)


def rational(value):
    return sp.Rational(value.numerator, value.denominator)


# Naive references: larger exactly where the distance is; None where undefined --------------------


def naive(name, point, best, weights=None, matrix=None, q=None):
    gaps = [abs(a - b) for a, b in zip(point, best, strict=True)]
    weights = weights or [1] * len(gaps)
    if name.endswith("manhattan"):
        return sum(w * g for w, g in zip(weights, gaps, strict=True))
    if name.endswith("euclidean"):
        return sum(w * g * g for w, g in zip(weights, gaps, strict=True))
    if name.endswith("chebyshev"):
        return max(w * g for w, g in zip(weights, gaps, strict=True))
    if name == "minkowski":
        return sum(g**q for g in gaps)
    if name == "mahalanobis":
        signed = [a - b for a, b in zip(point, best, strict=True)]
        size = range(len(gaps))
        return sum(matrix[a][b] * signed[a] * signed[b] for a in size for b in size)
    assert name == "cosine"
    dot = sum(a * b for a, b in zip(point, best, strict=True))
    norm, top = sum(a * a for a in point), sum(b * b for b in best)
    if norm == 0 or top == 0:
        return None
    return Fraction(-dot * abs(dot)) / (norm * top)


def naive_counterexample(strict, name, size, choices, box=2):
    """Whether some whole coordinates up to `box` and some parameters refute, in plain loops."""
    columns = [c for c in itertools.product(range(box + 1), repeat=3) if c[0] <= c[1] <= c[2]]
    for chosen in itertools.product(columns, repeat=size):
        low, high, best = zip(*chosen, strict=True)
        if strict and low == high:
            continue
        for parameters in choices:
            far, near = (naive(name, point, best, **parameters) for point in (low, high))
            if far is None or near is None:
                continue
            if far < near or (strict and far == near):
                return True
    return False


def parameter_choices(name, size):
    if name.startswith("weighted"):
        return [{"weights": list(w)} for w in itertools.product((0, 1, 2), repeat=size)]
    if name == "minkowski":
        return [{"q": 3}]
    if name == "mahalanobis" and size == 1:
        return [{"matrix": [[1]]}, {"matrix": [[2]]}]
    if name == "mahalanobis":
        entries = itertools.product((1, 2), (-1, 0, 1), (1, 2))
        return [{"matrix": [[a, b], [b, c]]} for a, b, c in entries if a * c > b * b]
    return [{}]


NAMES = [name for name in DISTANCES if name != "arbitrary"]


@pytest.mark.sweep(4)
@pytest.mark.parametrize(
    ("name", "size"),
    [(name, 2) for name in NAMES if not name.startswith("weighted_")]
    + [pytest.param(name, 1, marks=pytest.mark.slow) for name in NAMES]
    + [("weighted_manhattan", 2)]
    + [
        pytest.param(f"weighted_{m}", 2, marks=pytest.mark.slow) for m in ("euclidean", "chebyshev")
    ],
)
@pytest.mark.parametrize("axiom", AXIOMS, ids=lambda a: a.name)
def test_verdicts_agree_with_plain_loops(axiom, name, size):
    given = {"q": 3} if name == "minkowski" else {}
    verdict = proofs.ask(axiom.name, name, n=size, **given)
    found = naive_counterexample(
        axiom is respects_strictly, name, size, parameter_choices(name, size)
    )
    assert verdict.status == ("refuted" if found else "holds")
    if found:
        check_witness(axiom, name, verdict.replayed.witness, given)


def check_witness(axiom, name, witness, given):
    """Judge a witness again by the naive reference."""
    numbers = {key: [Fraction(str(v)) for v in witness[key]] for key in ("l", "l'", "l*")}
    given = dict(given)
    if "weights" in witness:
        given["weights"] = [Fraction(str(v)) for v in witness["weights"]]
    if "matrix" in witness:
        given["matrix"] = [list(map(Fraction, r.split(","))) for r in witness["matrix"].split(";")]
        rows = [[rational(v) for v in row] for row in given["matrix"]]
        assert sp.Matrix(rows).is_positive_semidefinite
    for low, high, best in zip(*numbers.values(), strict=True):
        assert low <= high <= best
    far, near = (naive(name, numbers[key], numbers["l*"], **given) for key in ("l", "l'"))
    if axiom is respects_strictly:
        assert numbers["l"] != numbers["l'"]
        assert far <= near
    else:
        assert far < near


SLOWER = {
    name for name in NAMES if name.startswith(("weighted", "minkowski", "manhattan", "euclidean"))
}


@pytest.mark.sweep(3)
@pytest.mark.parametrize(
    "name", [pytest.param(m, marks=[pytest.mark.slow] if m in SLOWER else []) for m in NAMES]
)
@pytest.mark.parametrize("axiom", AXIOMS, ids=lambda a: a.name)
def test_what_is_said_of_every_number_of_aspects_is_said_of_few(axiom, name):
    given = {"q": "3/2"} if name == "minkowski" else {}
    every = proofs.ask(axiom.name, name, n="all", **given)
    assert every.status in ("holds", "refuted")
    assert every.derivation
    start = every.scope.every_from
    for size in (1, 2, 3) if name in SLOWER else (2,):
        one = proofs.ask(axiom.name, name, n=size, **given).status
        assert one == ("holds" if size < start else every.status)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["manhattan", "euclidean", "chebyshev", "weighted_chebyshev"])
def test_four_aspects(name):
    assert proofs.ask("respects_partial_order", name, n=range(1, 5)).status == "holds"


@settings(max_examples=25)
@given(triples)
def test_dominated_points_are_farther(columns):
    chains = [sorted(column) for column in columns]
    low, high, best = zip(*chains, strict=True)
    for name in ("manhattan", "euclidean", "chebyshev"):
        far, near = (naive(name, point, best) for point in (low, high))
        assert far >= near
        distance = find_distance(name)
        ours = [
            distance.at([rational(v) for v in p], list(map(rational, best))) for p in (low, high)
        ]
        assert ours[0] >= ours[1]


@settings(max_examples=25)
@given(triples)
def test_values_agree_with_scipy(columns):
    point, best, weights = ([float(v) for v in row] for row in zip(*columns, strict=True))
    weights = [abs(w) for w in weights]
    exact = [[rational(v) for v in row] for row in zip(*columns, strict=True)]
    exact[2] = [abs(w) for w in exact[2]]
    expected = {
        "manhattan": scipy_distance.cityblock(point, best),
        "euclidean": scipy_distance.euclidean(point, best),
        "chebyshev": scipy_distance.chebyshev(point, best),
        "minkowski": scipy_distance.minkowski(point, best, 3),
        "weighted_manhattan": scipy_distance.minkowski(point, best, 1, weights),
        "weighted_euclidean": scipy_distance.minkowski(point, best, 2, weights),
    }
    if any(point) and any(best):
        expected["cosine"] = scipy_distance.cosine(point, best)
    for name, value in expected.items():
        parameters = {"q": 3} if name == "minkowski" else {}
        if name.startswith("weighted"):
            parameters = {"weights": exact[2]}
        ours = find_distance(name).at(exact[0], exact[1], **parameters)
        assert float(ours) == pytest.approx(float(value), abs=1e-9)


def test_mahalanobis_agrees_with_scipy():
    matrix = [[2, -1], [-1, 1]]
    ours = find_distance("mahalanobis").at([0, "1/2"], [1, 2], matrix=matrix)
    expected = scipy_distance.mahalanobis([0, 0.5], [1, 2], np.array(matrix))
    assert float(ours) == pytest.approx(float(expected))


@given(st.lists(st.integers(0, 3), min_size=1, max_size=5))
def test_measures_agree_with_scikit_learn(gains):
    ranks = list(range(len(gains), 0, -1))
    if not any(gains):
        assert ndcg.at(gains) is sp.nan
        assert ap.at(gains) is sp.nan
        return
    binary = [int(gain > 0) for gain in gains]
    assert float(ap.at(gains)) == pytest.approx(average_precision_score(binary, ranks))
    if len(gains) > 1:
        assert float(ndcg.at(gains)) == pytest.approx(ndcg_score([gains], [ranks]))


def test_symbols_stay_symbols():
    a, b, p = sp.symbols("a b p", positive=True)
    assert find_distance("manhattan").at([a], [b]) == abs(a - b)
    assert sp.expand(rbp.at([1, 1, 1], p=p)) == 1 - p**3  # a geometric sum: below 1 for p > 0
    assert ndcg.at([b, a], ideal=[a, b]).subs({a: 1, b: 1}) == 1


def test_the_arbitrary_distance_is_refuted_by_a_table():
    verdict = proofs.ask("respects_partial_order", "arbitrary", n=1)
    table = verdict.replayed.witness
    assert table["l"] < table["l'"] < table["l*"]
    assert table["Dist(l, l*)"] < table["Dist(l', l*)"]
    assert table["Dist(l*, l*)"] == 0
    assert proofs.ask("respects_partial_order", "arbitrary", n=3, engine="smt").status == "refuted"


@pytest.mark.parametrize("name", ["manhattan", "euclidean", "chebyshev", "cosine"])
def test_as_labels_no_distance_is_strict(name):
    """A constant embedding is non-decreasing and puts two labels at one point."""
    verdict = proofs.ask("respects_strictly", name, n="all", reading="labels")
    assert verdict.status == "refuted"
    assert verdict.scope.every_from == 1
    embedding = verdict.replayed.witness["embedding"]
    again = proofs.ask("respects_strictly", name, n=1, reading="labels", embedding=embedding)
    assert again.status == "refuted"


@pytest.mark.sweep(3)
@pytest.mark.parametrize(
    ("matrix", "status"),
    [("1,1/2;1/2,1", "holds"), ("1,0;0,1", "holds"), ("1,-1/10;-1/10,1", "refuted"),
     ("1,-1;-1,1", "refuted"), ("1,1;1,1", "holds"), ("0,0;0,0", "holds")],
)  # fmt: skip
def test_mahalanobis_holds_where_no_entry_is_negative(matrix, status):
    """d² has the gradient 2Au in the shortfall u ≥ 0: it never falls iff A has no entry below 0."""
    verdict = proofs.ask("respects_partial_order", "mahalanobis", n=2, matrix=matrix)
    assert verdict.status == status
    if status == "refuted":
        rows = [list(map(Fraction, row.split(","))) for row in matrix.split(";")]
        check_witness(
            respects_partial_order, "mahalanobis", verdict.replayed.witness, {"matrix": rows}
        )


def made(value, name="made"):
    return Distance(name, name, value, "a test")


MADE = [
    (made(sp.Sum(s[i] - x[i], (i, 1, n))), "holds", "holds"),
    (made(sp.Sum((x[i] - s[i]) ** 3, (i, 1, n))), "refuted", "refuted"),
    (made(Largest((x[i] - s[i]) ** 2, (i, 1, n))), "holds", "refuted"),
    (made(sp.Sum(sp.Abs(x[i]), (i, 1, n))), "refuted", "refuted"),
    (made(sp.sqrt(sp.Sum((s[i] - x[i]) ** 3, (i, 1, n)))), "holds", "holds"),
]


@pytest.mark.parametrize(("distance", "weakly", "strictly"), MADE[1:4], ids=lambda v: str(v)[:40])
def test_distances_of_ones_own(distance, weakly, strictly):
    for axiom, status in zip(AXIOMS, (weakly, strictly), strict=True):
        assert proofs.ask(axiom.name, distance, n="all").status == status


@pytest.mark.slow
@pytest.mark.parametrize(("distance", "weakly", "strictly"), MADE, ids=lambda v: str(v)[:40])
def test_distances_of_ones_own_with_two_aspects(distance, weakly, strictly):
    for axiom, status in zip(AXIOMS, (weakly, strictly), strict=True):
        assert proofs.ask(axiom.name, distance, n="all").status == status
        assert proofs.ask(axiom.name, distance, n=2).status == status


def test_a_distance_without_values_is_not_held():
    nowhere = made(sp.sqrt(sp.Sum(-1 - x[i] ** 2, (i, 1, n))))
    assert proofs.ask("respects_partial_order", nowhere, n=1).status == "undecided"
    assert proofs.ask("respects_partial_order", nowhere, n="all").status == "undecided"


def test_undefined_everywhere_is_undecided():
    verdict = proofs.ask("respects_partial_order", "cosine", n=1, embedding="0,0")
    assert (verdict.status, verdict.reason) == ("undecided", "undefined")
    assert verdict.undefined.cases == 3  # (0,0), (0,1), (1,1) are the dominated pairs


@given(st.lists(st.lists(rationals, min_size=1, max_size=3), min_size=1, max_size=2))
def test_given_embeddings_agree_with_plain_loops(rows):
    space = LabelSpace.of([sorted(row) for row in rows])
    for name in ("manhattan", "chebyshev", "cosine"):
        given = {"reading": "labels", "embedding": space}
        question = Question(respects_strictly, (find_distance(name),), len(rows), given, None)
        status = dominance.answer(question, Limits()).status
        best = space.embed(space.best)
        judged, false = False, False
        for low, high in itertools.product(space.labels(), repeat=2):
            if low == high or any(a > b for a, b in zip(low, high, strict=True)):
                continue
            ends = [
                naive(name, [Fraction(str(v)) for v in space.embed(label)],
                      [Fraction(str(v)) for v in best])
                for label in (low, high)
            ]  # fmt: skip
            if None not in ends:
                judged, false = True, false or ends[0] <= ends[1]
        assert status in (("refuted",) if false else ("holds", "undecided"))
        assert judged or status != "refuted"


# Replay ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "witness",
    [
        {"l": [0, 0], "l'": [1, 1], "l*": [1, 1]},
        {"l": [1, 0], "l'": [0, 1], "l*": [1, 1]},
        {"l": [0, 0], "l'": [0, 2], "l*": [1, 1]},
        {"l": [0, 0], "l'": [0, 0], "l*": [1, 1]},
        {"l": [0], "l'": [0], "l*": [1]},
    ],
)
def test_a_wrong_witness_does_not_replay(witness):
    question = Question(respects_strictly, (find_distance("chebyshev"),), 2, {}, None)
    with pytest.raises(ReplayFailed):
        replay(question, stated(question), witness)


@pytest.mark.parametrize("matrix", ["1,-2;-2,1", "1,-1;-1,1", "1,-1;0,2"])
def test_a_matrix_that_is_not_positive_definite_does_not_replay(matrix):
    question = Question(respects_partial_order, (find_distance("mahalanobis"),), 2, {}, None)
    witness = {"l": [0, 0], "l'": [0, 1], "l*": [1, 1], "matrix": matrix}
    with pytest.raises(ReplayFailed):
        replay(question, stated(question), witness)


def test_a_table_that_is_no_distance_does_not_replay():
    question = Question(respects_strictly, (find_distance("arbitrary"),), 1, {}, None)
    witness = {"l": [0], "l'": [1], "l*": [1]}
    table = {"Dist(l, l*)": 0, "Dist(l', l*)": 1, "Dist(l*, l*)": 0}
    with pytest.raises(ReplayFailed):
        replay(question, stated(question), {**witness, **table})


def test_a_collection_that_reaches_one_does_not_replay():
    setting = Setting(cam, ap, LabelSpace.graded(2, 2))
    question = Question(upper_bound_reached, (setting,), 2, {}, None)
    witness = {"d1": [1, 1], "d2": [1, 0], "r": ["d2", "d1"]}
    for part in question.asked.parts:
        with pytest.raises(ReplayFailed):
            replay(question, Statement(part.name, part.statement), witness)


@given(triples)
def test_replayed_values_are_the_declared_ones(columns):
    point, best, _ = ([rational(v) for v in row] for row in zip(*columns, strict=True))
    for name in ("manhattan", "euclidean", "chebyshev"):
        distance = find_distance(name)
        there = {n: len(best), x: [number(v) for v in point], s: [number(v) for v in best]}
        found = Reading().value(distance.value, there)
        assert sign_of(found - Reading().value(distance.at(point, best), {})) == 0


# Upper bounds ------------------------------------------------------------------------------------


def naive_score(name, weights, whole, k=None, p=None):
    """The score of a list by its weights: plain loops, exact but for the logarithms."""
    hits = [int(weight > 0) for weight in weights]
    if name == "ap":
        total = sum(int(weight > 0) for weight in whole)
        found = sum(Fraction(sum(hits[: a + 1]), a + 1) for a, hit in enumerate(hits) if hit)
        return found / total if total else None
    if name == "precision_at_k":
        return Fraction(sum(hits[:k]), k)
    if name == "rbp":
        return (1 - p) * sum(p**a * hit for a, hit in enumerate(hits))
    gain = sum(w / mpmath.log(a + 2, 2) for a, w in enumerate(weights))
    ideal = sum(w / mpmath.log(a + 2, 2) for a, w in enumerate(sorted(whole, reverse=True)))
    return gain / ideal if ideal else None


def naive_maximum(approach, name, collection, grades, **given):
    """The largest score over all rankings; TOMA by Manhattan weights on equal grades."""
    top = max(grades)
    best = None
    for ranking in itertools.permutations(collection):
        if approach == "toma":
            depth = len(ranking[0]) * top
            weigh = [
                [depth - sum(top - v for v in label) for label in r] for r in (ranking, collection)
            ]
            score = naive_score(name, *weigh, **given)
        else:
            columns = zip(zip(*ranking, strict=True), zip(*collection, strict=True), strict=True)
            scores = [naive_score(name, *column, **given) for column in columns]
            if None in scores:
                return None
            score = sum(scores) / len(scores)
            if approach == "mm":
                score = 0 if 0 in scores else len(scores) / sum(1 / v for v in scores)
        if score is None:
            return None
        best = score if best is None else max(best, score)
    return best


@pytest.mark.sweep(3)
@pytest.mark.parametrize("approach", ["toma", "cam", "mm"])
@pytest.mark.parametrize(
    ("name", "given"),
    [("ap", {}), ("ndcg", {}), ("precision_at_k", {"k": 2}), ("rbp", {"p": "1/2"})],
)
@mpmath.workdps(40)
def test_maxima_agree_with_plain_loops(approach, name, given):
    chosen = {"toma": toma, "cam": cam, "mm": mm}[approach]
    numbers = {key: Fraction(value) if key == "p" else value for key, value in given.items()}
    measure = MEASURES[name]
    setting = Setting(chosen, measure, LabelSpace.graded(2, 3), bound=measure.bound(given))
    labels = list(itertools.product(range(3), repeat=2))
    for collection in itertools.combinations_with_replacement(labels[::2], 3):
        found = maximum(dict(zip("abc", collection, strict=True)), setting)
        expected = naive_maximum(approach, name, collection, range(3), **numbers)
        if expected is None:
            assert found is None
            continue
        value = found.value.expression()
        if name == "ndcg":
            assert abs(mpmath.mpf(str(sp.N(value, 40))) - expected) < mpmath.mpf(10) ** -30
        else:
            assert value == sp.Rational(str(expected))


@pytest.mark.parametrize("size", [1, 2, 3])
@pytest.mark.parametrize("approach", ["toma", "cam", "mm"])
def test_bounds_agree_with_plain_loops(approach, size):
    labels = list(itertools.product(range(2), repeat=2))
    collections = list(itertools.combinations_with_replacement(labels, size))
    maxima = [naive_maximum(approach, "ap", c, range(2)) for c in collections]
    failing = [c for c, value in zip(collections, maxima, strict=True) if value not in (None, 1)]
    verdict = proofs.ask("upper_bound_reached", approach, n=size, measure="ap")
    assert verdict.status == ("refuted" if failing else "holds")
    if failing:
        witness = verdict.replayed.witness
        assert [tuple(witness[f"d{a + 1}"]) for a in range(size)] == list(failing[0])
    else:
        assert verdict.undefined.cases == maxima.count(None)


@pytest.mark.parametrize(
    ("approach", "measure", "value"),
    [
        ("cam", "ap", sp.Rational(3, 4)),  # one aspect scores 1, the other 1/2
        ("mm", "ap", sp.Rational(2, 3)),  # 2/(1 + 2)
        ("cam", "ndcg", (1 + 1 / sp.log(3, 2)) / 2),
        ("mm", "ndcg", 2 / (1 + sp.log(3, 2))),
    ],
)
def test_the_smallest_collection_that_cam_and_mm_cannot_fill(approach, measure, value):
    verdict = proofs.ask("upper_bound_reached", approach, n=range(1, 4), measure=measure)
    assert verdict.scope.first_failing == 2
    witness = verdict.replayed.witness
    assert [witness["d1"], witness["d2"]] == [[0, 1], [1, 0]]
    assert sp.simplify(verdict.replayed.values[0][1] - value) == 0


def test_named_documents_and_exact_maxima():
    space = LabelSpace(
        (
            Aspect("relevance", ("no", "yes"), (0, 1)),
            Aspect("credibility", ("low", "fair", "high"), (0, "1/2", 1)),
        )
    )
    documents = {"a": ("yes", "low"), "b": ("no", "high"), "c": ("yes", "fair")}
    found = maximum(documents, Setting(toma, ndcg, space))
    assert found.value.expression() == 1
    assert [names[0] for names in found.lists] == ["c", "c"]  # 1/2 from l*, a and b both 1
    assert maximum({"a": ("no", "low")}, Setting(toma, ap, space)) is None


def test_a_repeated_document_breaks_the_trivial_bound():
    """R = 1 and the same relevant document at both ranks: AP = (1/1 + 2/2)/1 = 2."""
    verdict = proofs.ask("upper_bound_reached", "ap", n=2, lists="repeats")
    assert verdict.part == "never above 1"
    assert verdict.replayed.values[0][1] == 2


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ({"subject": "precision_at_k", "k": 2, "relevant": 2, "n": 3}, "holds"),
        ({"subject": "precision_at_k", "k": 2, "relevant": 1, "n": 3}, "refuted"),
        ({"subject": "rbp", "p": "1/2", "relevant": 3, "n": 3}, "refuted"),
        ({"subject": "ndcg", "weighting": "-2,-1", "aspects": 1, "n": 2}, "refuted"),
        ({"subject": "ap", "threshold": 2, "n": 2}, "holds"),
        ({"subject": "ap", "lists": "partial", "n": 2}, "holds"),
        ({"subject": "ap", "weighting": "0,0,0", "n": 2}, "undecided"),
        ({"subject": "cam", "measure": "ap", "mix": "1,0", "n": 2}, "holds"),
        ({"subject": "cam", "measure": "ap", "mix": "1/3,2/3", "n": 2}, "refuted"),
    ],
    ids=str,
)
def test_settings_of_the_bound(arguments, status):
    arguments = dict(arguments)
    assert proofs.ask("upper_bound_reached", arguments.pop("subject"), **arguments).status == status


def test_the_best_precision_is_what_the_relevant_documents_allow():
    setting = Setting(toma, precision_at_k, LabelSpace.graded(1, 2), bound={"k": sp.Integer(3)})
    assert maximum({"a": (1,), "b": (0,)}, setting).value.expression() == sp.Rational(1, 3)


# Command line and bad input ----------------------------------------------------------------------


def run(capsys, command):
    code = main(command.split())
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("respects_partial_order manhattan --n 3", 0),
        ("respects_partial_order chebyshev --n all", 0),
        ("respects_strictly chebyshev --n 1..4", 1),
        ("respects_partial_order cosine --n 2 --cross", 1),
        ("respects_partial_order manhattan --n 2 --engine exhaustive", 3),
        ("respects_strictly weighted --n 2 --weights 1,0.5", 0),
        ("upper_bound_reached ap --n 2 --aspects 2 --labels 2", 0),
        ("upper_bound_reached mm --measure ap --n 1..3", 1),
        ("respects_partial_order cosine --n 1 --embedding 0,0", 3),
    ],
)
def test_exit_codes(capsys, command, code):
    found, out, err = run(capsys, command)
    assert found == code, err
    assert out


BAD = {
    "respects_partial_order manhatan --n 2": "Did you mean 'manhattan'",
    "respects_partial_order manhattan --n 0": "at least 1",
    "respects_partial_order manhattan --n 1000": "out of reach",
    "respects_partial_order manhattan cosine --n 2": "one distance of labels, 2 given",
    "respects_partial_order minkowski --n 2": "needs an exponent",
    "respects_partial_order minkowski --n 2 --q 1/2": "q ≥ 1",
    "respects_partial_order manhattan --n 2 --q 2": "has no q",
    "respects_partial_order weighted --n 2 --weights 1": "for 2 aspects it must have 2",
    "respects_partial_order weighted --n 2 --weights 1,-1": "negative",
    "respects_partial_order weighted --n all --weights 1,1": "belongs to one n",
    "respects_partial_order mahalanobis --n 2 --matrix 1,2;2,1": "not positive semidefinite",
    "respects_partial_order mahalanobis --n 2 --matrix 1,2;0,1": "not symmetric",
    "respects_partial_order manhattan --n 1 --embedding 0,2,1": "decreases from 2 at label 1",
    "respects_partial_order manhattan --n 1 --embedding 0,x": "not a number",
    "respects_partial_order manhattan --n 2 --embedding 0,1": "1 aspects, and n = 2",
    "respects_strictly manhattan --n 2 --reading words": "points or labels",
    "respects_partial_order manhattan --n 2 --convention ranks": "no permutations",
    "respects_partial_order manhattan --n 2 --labels 3": "leave --labels out",
    "upper_bound_reached cam --n 2": "needs a measure",
    "upper_bound_reached rbp --n 2": "needs a persistence",
    "upper_bound_reached rbp --n 2 --p 2": "0 < p < 1",
    "upper_bound_reached apx --n 2": "no measure is called",
    "upper_bound_reached ap --n all": "every collection",
    "upper_bound_reached ap --n 12": "refuses",
    "upper_bound_reached ap --n 2 --aspects 99": "from 1 to 6",
    "upper_bound_reached ap --n 2 --weighting 0,1": "3 distances",
    "upper_bound_reached ap --n 2 --weighting 0,2,1": "must not decrease",
    "upper_bound_reached cam --measure ap --n 2 --mix 1,1": "convex combination",
    "upper_bound_reached ap --n 2 --lists some": "rankings, partial or repeats",
    "upper_bound_reached ap --n 2 --distance cosine": "undefined at the label",
}


@pytest.mark.parametrize(("command", "message"), BAD.items(), ids=str)
def test_bad_input_is_one_message(capsys, command, message):
    code, out, err = run(capsys, command)
    assert code == 2, out
    assert out == ""
    assert message in err
    assert "Traceback" not in err


def test_bad_input_from_python():
    with pytest.raises(
        BadInput, match="decreases from 1 at label 'low' to 0 at the better label 'high'"
    ):
        Aspect("credibility", ("low", "high"), (1, 0))
    with pytest.raises(BadInput, match="is a float"):
        Aspect("credibility", ("low", "high"), (0, 0.5))
    with pytest.raises(BadInput, match="has no label 'medium'"):
        LabelSpace((Aspect("credibility", ("low", "high"), (0, 1)),)).embed(("medium",))
    with pytest.raises(BadInput, match="has 1 entries, not 2"):
        LabelSpace.graded(2, 2).embed((0,))
    with pytest.raises(BadInput, match="is a float"):
        find_distance("manhattan").at([0.5], [1])
    with pytest.raises(BadInput, match="is a float"):
        proofs.ask("respects_partial_order", "weighted", n=1, weights=[0.5])
    with pytest.raises(BadInput, match="at least 1"):
        proofs.ask("respects_partial_order", "manhattan", n=0)
    with pytest.raises(BadInput, match=r"n = 2\.0 cannot be: give 4"):
        proofs.ask("respects_partial_order", "manhattan", n=2.0)
    with pytest.raises(ValueError, match="is a float"):
        made(0.5 * sp.Sum(x[i], (i, 1, n)))


@pytest.mark.parametrize("form", FORMATS)
def test_every_format(form):
    for question in (
        proofs.ask("respects_partial_order", "mahalanobis", n=2),
        proofs.ask("respects_partial_order", "manhattan", n=1),
        proofs.ask("upper_bound_reached", "mm", measure="ndcg", n=2),
    ):
        assert show(question, form).strip()


def test_json_and_scripts(capsys, tmp_path):
    path = tmp_path / "script.smt2"
    asked = "respects_partial_order euclidean --n 1..2 --engine smt"
    code, out, _ = run(capsys, f"{asked} --format json --smt2 {path}")
    fields = json.loads(out)
    assert (code, fields["status"], fields["scope"]["n"]) == (0, "holds", [1, 2])
    assert path.read_text().count("; expected: unsat") == 2


def test_the_axioms_of_aspects_are_listed(capsys):
    _, out, _ = run(capsys, "--list axioms")
    for axiom in (*AXIOMS, upper_bound_reached):
        assert axiom.name in out
        assert find_axiom(axiom.name).source
    assert "mahalanobis" in run(capsys, "--list metrics")[1]


def test_induction_rules_on_all_small_numbers():
    """The two steps of the proof for every number of aspects, on whole numbers in plain loops."""
    for a, b, c, d in itertools.product(range(3), repeat=4):
        if a >= b and c >= d:
            assert a + c >= b + d
            assert max(a, c) >= max(b, d)


# Certificates ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("respects_strictly chebyshev --n 2", 0),
        ("respects_strictly chebyshev --n 1..2", 0),
        ("respects_strictly manhattan --n 1 --reading labels", 0),
        ("respects_strictly chebyshev --n 2 --embedding 0,1,2;0,1", 0),
        ("respects_partial_order mahalanobis --n 2", 0),
        ("respects_partial_order euclidean --n 1..2", 0),
        ("respects_partial_order manhattan --n all", 0),
        ("upper_bound_reached mm --measure ndcg --n 2", 0),
        ("upper_bound_reached ap --n 2", 0),
        ("upper_bound_reached precision_at_k --n 2 --k 2 --relevant 1", 0),
    ],
)
def test_certificates_are_accepted_and_changed_ones_are_not(capsys, tmp_path, command, code):
    from proofs.report.certificate import seal
    from proofs.verify import main as verify

    path = tmp_path / "certificate.json"
    run(capsys, f"{command} --certificate {path}")
    assert verify([str(path)]) == code, capsys.readouterr()
    content = json.loads(path.read_text())
    if content["verdict"]["status"] == "refuted":
        content["verdict"]["values"][0]["exact"] = "17"
    else:
        content["verdict"]["parameters"]["n"] += 1
        content["verdict"]["scope"]["n"] = [content["verdict"]["parameters"]["n"]]
        content["definitions"] = {"other": "definition"}
    del content["seal"]
    path.write_text(json.dumps({**content, "seal": seal(content)}))
    assert verify([str(path)]) == 1


def test_a_script_that_states_something_else_is_not_accepted(capsys, tmp_path):
    from proofs.report.certificate import digest, seal
    from proofs.verify import main as verify

    path = tmp_path / "certificate.json"
    run(capsys, f"respects_partial_order manhattan --n 1 --engine smt --certificate {path}")
    content = json.loads(path.read_text())
    content["evidence"]["scripts"][0] = digest("(assert false)\n(check-sat)\n")
    del content["seal"]
    path.write_text(json.dumps({**content, "seal": seal(content)}))
    assert verify([str(path)]) == 1
