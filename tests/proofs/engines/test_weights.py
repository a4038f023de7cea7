"""Real weights: values against the slides' formulas, certificates, refutations, commands."""

import itertools
import json
import random
from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from weighted_values import value
from weights_reference import naive

import proofs
import proofs.core.asking
import rankproof
from axioms import OTHER_AXIOMS, find_axiom
from axioms.axiom import WEIGHTING, Axiom
from axioms.inequalities import WEIGHTINGS
from metrics import WEIGHTED_METRICS, BadInput
from metrics.language.terms import read, sigma
from metrics.language.weight_symbols import Similarity
from metrics.language.written import WEIGHT_AT
from proofs.check import main
from proofs.core.limits import Limits
from proofs.core.question import Question
from proofs.engines.linear.programs import Form, by_simplex, minimise
from proofs.engines.linear.weight_decide import Decider, value_at
from proofs.engines.linear.weight_goals import Goals
from proofs.engines.linear.weight_terms import tables
from proofs.engines.linear.weight_values import Values
from proofs.trusted.replayed import ReplayFailed

INEQUALITIES = [
    asked
    for asked in OTHER_AXIOMS.values()
    if isinstance(asked, Axiom) and asked.subject == WEIGHTING
]
CUT = [[0 if x == y else 5 if (x + y) % 2 else 1 for y in range(6)] for x in range(6)]


numbers = st.fractions(min_value=0, max_value=4, max_denominator=6)


@st.composite
def weighted_cases(draw):
    n = draw(st.integers(1, 5))
    rank = draw(st.permutations(range(1, n + 1)))
    w = draw(st.lists(numbers, min_size=n, max_size=n))
    delta = draw(st.lists(numbers, min_size=n - 1, max_size=n - 1))
    pairs = {pair: draw(numbers) for pair in itertools.combinations(range(n), 2)}
    d = [[Fraction(pairs.get((min(x, y), max(x, y)), 0)) for y in range(n)] for x in range(n)]
    return list(rank), w, delta, d, draw(st.sampled_from(["one", "zero", "delta"]))


@given(weighted_cases())
def test_values_are_those_of_the_slides(case):
    rank, w, delta, d, fixed = case
    n = len(rank)
    ones, flat = [1] * n, [[int(x != y) for y in range(n)] for x in range(n)]
    unit = [Fraction(1)] * (n - 1)
    wanted = {
        "w": naive(rank, w, unit, flat),
        "sim": naive(rank, ones, unit, d),
        "pos": naive(rank, ones, delta, flat, fixed),
        "star": naive(rank, w, delta, d, fixed),
    }
    given_weights = {
        "w": {"w": w},
        "sim": {"similarity": d},
        "pos": {"delta": delta, "fixed": fixed},
        "star": {"w": w, "delta": delta, "similarity": d, "fixed": fixed},
    }
    for kind, (kendall, footrule) in wanted.items():
        options = {**given_weights[kind], "convention": "ranks"}
        assert value(f"kendall_{kind}", rank, **options) == kendall
        assert value(f"footrule_{kind}", rank, **options) == footrule


@given(st.integers(2, 6).flatmap(lambda n: st.tuples(*[st.permutations(range(1, n + 1))] * 2)))
def test_unit_weights_collapse_to_the_classical_distances(pair):
    first, second = pair
    n = len(first)
    ones = {"w": [1] * n, "delta": [1] * (n - 1)}
    ones["similarity"] = [[int(x != y) for y in range(n)] for x in range(n)]
    tau = stats.kendalltau(first, second).statistic
    discordant = round((1 - tau) * n * (n - 1) / 4)
    footrule = sum(abs(a - b) for a, b in zip(first, second, strict=True))
    for metric in WEIGHTED_METRICS.values():
        weights = {kind: ones[kind] for kind in metric.tables}
        found = value(metric, first, second, convention="ranks", **weights)
        assert found == (discordant if "kendall" in metric.name else footrule)


def test_values_take_symbols():
    q = sp.Symbol("q", positive=True)
    d = [[0, q, 1], [q, 0, 1], [1, 1, 0]]
    # all three pairs are ordered differently
    assert value("kendall_sim", [3, 2, 1], [1, 2, 3], similarity=d) == q + 2


@pytest.mark.parametrize("metric", WEIGHTED_METRICS.values(), ids=str)
def test_the_engine_reads_the_same_values(metric):
    chance = random.Random(3)
    asked = find_axiom("symmetry")
    question = Question(asked, (metric,), 4, {}, "ranks")
    goals = Goals(question, question.statements()[0])
    for point in Decider(question, (), Limits()).samples[:6]:
        first, second = (tuple(chance.sample(range(1, 5), 4)) for _ in range(2))
        weights = {}
        for kind in metric.tables:
            if kind == "similarity":
                weights[kind] = [
                    [point.get((kind, min(x, y), max(x, y)), 0) for y in range(1, 5)]
                    for x in range(1, 5)
                ]
            else:
                weights[kind] = [x for v, x in sorted(point.items()) if v[0] == kind]
        wanted = value(metric, first, second, convention="ranks", **weights)
        assert value_at(goals.at("m", (first, second)), point) == wanted


@pytest.mark.parametrize("metric", WEIGHTED_METRICS.values(), ids=str)
@pytest.mark.parametrize("renaming", [(), (2, 4, 1, 3)])
def test_a_compiled_value_is_the_plain_one(metric, renaming):
    """Also where the limits of a sum depend on a ranking."""
    question = Question(find_axiom("symmetry"), (metric,), 4, {}, "items")
    weights = {**tables(question), "fixed": question.fixed}
    reader = Values(weights, 4, metric.inputs, renaming)
    index = sp.Symbol("index", integer=True, positive=True)
    late = sp.Sum(read(metric.value, "items") * index, (index, sigma(2), 3))
    for e in (read(metric.value, "items"), late):
        compiled = reader.compiled(e)
        for first, second in [((2, 1, 4, 3), (1, 2, 3, 4)), ((4, 1, 3, 2), (2, 4, 1, 3))]:
            plain = reader.plainly(e, (first, second))
            assert compiled((first, second)).terms == plain.terms


def test_a_compiled_value_with_one_wrong_sign_is_noticed(monkeypatch):
    """A fast path that turns one weight over refutes what holds, and replay does not believe it."""
    of_weights = WEIGHT_AT[Similarity]

    def turned(known, x, y):
        return of_weights(known, x, y) * (-1 if {x, y} == {1, 2} else 1)

    monkeypatch.setitem(WEIGHT_AT, Similarity, turned)
    with pytest.raises(ReplayFailed):
        proofs.ask("nonnegativity", "kendall_sim", n=3, engine="linear")


# Inequalities -------------------------------------------------------------------------------------


def test_the_conjecture_for_similarities_fails_at_six_and_not_before():
    verdict = proofs.ask("kendall_le_footrule", "similarity", n=range(2, 8))
    assert (verdict.status, verdict.scope.first_failing) == ("refuted", 6)
    witness = verdict.replayed.witness
    d = [[Fraction(e) for e in row] for row in witness["similarity"]]
    assert all(0 < d[x][z] <= d[x][y] + d[y][z] for x, y, z in itertools.permutations(range(6), 3))
    places = [witness["sigma"].index(item) + 1 for item in range(1, 7)]
    kendall, footrule = naive(places, [1] * 6, [1] * 5, d)
    assert kendall > footrule


@pytest.mark.sweep(3)
@pytest.mark.parametrize(
    ("axiom", "subject", "options"),
    [
        ("kendall_le_footrule", "similarity", {"assume": "no_triangle"}),
        ("triangle", "kendall_pos", {}),
        ("triangle", "footrule_pos", {"assume": "decreasing,positive"}),
        ("triangle", "kendall_star", {"fixed": "delta"}),
        ("scale_free", "footrule_star", {}),
        ("right_invariance", "kendall_w", {"convention": "ranks"}),
        ("left_invariance", "footrule_sim", {}),
        ("zero_iff_equal", "kendall_sim", {}),
    ],
)
def test_a_refutation_lasts(axiom, subject, options):
    verdict = proofs.ask(axiom, subject, n="all", **options)
    assert verdict.status == "refuted"
    first = verdict.scope.first_failing
    assert verdict.scope.every_from == first
    assert verdict.derivation
    # the engines that know nothing of the rule find every larger n false as well
    for n in range(first, min(first + 2, 5)):
        assert proofs.ask(axiom, subject, n=n, **options).status == "refuted"


@given(weighted_cases(), st.integers(1, 3), st.data())
def test_an_item_that_is_last_twice_changes_nothing(case, more, data):
    from proofs.engines.symbolic.witnesses.weight_padding import extended

    rank, w, delta, d, fixed = case
    n = len(rank)
    witness = {"sigma": rank, "w": w, "delta": delta, "similarity": d}
    longer = extended(witness, n, n + more)
    # whatever weights the new items have, not only those of the rule
    for at in range(n, n + more):
        longer["w"][at] = data.draw(numbers)
        longer["delta"][at - 1] = data.draw(numbers)
    longer["similarity"] = [[Fraction(e) for e in row] for row in longer["similarity"]]
    args = [longer[name] for name in ("sigma", "w", "delta", "similarity")]
    assert naive(*args, fixed) == naive(rank, w, delta, d, fixed)


@given(weighted_cases())
def test_new_points_far_away_keep_a_metric(case):
    from metrics.language.weight_symbols import violated_triple
    from proofs.engines.symbolic.witnesses.weight_padding import extended

    *_, d, _ = case
    n = len(d)
    for k in range(n):  # shortest paths make any symmetric matrix a metric
        d = [[min(d[x][y], d[x][k] + d[k][y]) for y in range(n)] for x in range(n)]
    longer = extended({"similarity": d}, n, n + 2)["similarity"]
    assert violated_triple([[Fraction(e) for e in row] for row in longer]) is None


def test_the_rule_declines_costs_that_read_other_items():
    from dataclasses import replace

    from metrics.language.terms import Place
    from metrics.language.weight_symbols import ElementWeight
    from proofs.engines.symbolic.witnesses.weight_padding import carried

    metric = WEIGHTED_METRICS["kendall_w"]
    shifted = metric.value.replace(
        ElementWeight, lambda item: ElementWeight(item % 3 + 1 if isinstance(item, Place) else item)
    )
    verdict = proofs.ask("right_invariance", metric, n="all")
    question = verdict.question
    strange = replace(question, subjects=(replace(metric, value=shifted),))
    witness = verdict.replayed.witness
    assert carried(question, question.statements()[0], witness)
    assert carried(strange, strange.statements()[0], witness) is None


def test_the_conjecture_fails_from_six_on():
    verdict = proofs.ask("kendall_le_footrule", "similarity", n="all")
    assert (verdict.scope.first_failing, verdict.scope.every_from) == (6, 6)
    assert str(verdict.scope) == "every n ≥ 6 (holds for n = 2…5)"


def test_monomials_prove_what_terms_do_not():
    # the reversal of four: 3F − K ≥ C12 + 2·C13 + 5·C14 + 3·C24 + 2·C34 with a third of one |…|
    verdict = proofs.ask("kendall_le_3footrule", "combined", n=4, engine="linear")
    assert verdict.status == "holds"
    assert "exact linear programs" in verdict.checked[0]


def test_an_open_size_does_not_hide_a_refutation(monkeypatch):
    monkeypatch.setattr("proofs.engines.linear.weight_decide.SMT_SECONDS", 0.2)
    verdict = proofs.ask("kendall_le_footrule", "combined", n="all")
    assert (verdict.status, verdict.scope.every_from) == ("refuted", 5)
    assert "n = 4 stayed open" in verdict.caveats[0] or verdict.scope.sizes == (2, 3, 4, 5)


def test_the_two_symmetries():
    # reading both rankings backwards, and exchanging the rankings, keep K and F
    chance = random.Random(11)
    for _ in range(40):
        n = chance.randint(2, 6)
        first, second = (chance.sample(range(1, n + 1), n) for _ in range(2))
        w = [chance.randint(0, 5) for _ in range(n)]
        d = [[0] * n for _ in range(n)]
        for x, y in itertools.combinations(range(n), 2):
            d[x][y] = d[y][x] = chance.randint(0, 5)
        delta = [chance.randint(0, 5) for _ in range(n - 1)]
        for metric in WEIGHTED_METRICS.values():
            weights = {"w": w, "delta": delta, "similarity": d}
            weights = {kind: weights[kind] for kind in metric.tables}
            found = value(metric, first, second, **weights)
            assert value(metric, second, first, **weights) == found
            if "delta" in weights:  # the cost between two places, seen from the other end
                weights["delta"] = delta[::-1]
                if metric.name.endswith("_pos"):
                    continue
            assert value(metric, first[::-1], second[::-1], **weights) == found


def test_the_witness_by_hand():
    # 1 and 6 exchange, (2 3) and (4 5) swap; odd and even items are 5 apart, others 1:
    # 7 mixed and 4 other pairs turn over, K = 39; F = 2·(3·5 + 2·1) + 4·1 = 38
    rank = (6, 3, 2, 5, 4, 1)
    assert naive(rank, [1] * 6, [1] * 5, CUT) == (39, 38)
    assert value("kendall_sim", rank, similarity=CUT) == 39
    assert value("footrule_sim", rank, similarity=CUT) == 38


@pytest.mark.parametrize("solver", ["z3", "cvc5"])
def test_other_solvers_find_the_conjecture_false(solver):
    from proofs.script.solvers import consult

    names = {(x, y): f"d{x}{y}" for x, y in itertools.combinations(range(6), 2)}
    d = lambda x, y: names[min(x, y), max(x, y)]  # noqa: E731
    rank = (6, 3, 2, 5, 4, 1)
    lines = ["(set-logic QF_LRA)"]
    lines += [f"(declare-const {name} Real)(assert (> {name} 0))" for name in names.values()]
    for x, y, z in itertools.permutations(range(6), 3):
        lines.append(f"(assert (<= {d(x, z)} (+ {d(x, y)} {d(y, z)})))")
    sizes, inverted = [], []
    for i in range(6):
        before = [d(i, j) for j in range(i) if rank[j] > rank[i]]
        after = [d(i, j) for j in range(i + 1, 6) if rank[j] < rank[i]]
        inverted += after
        f = f"(- (+ 0.0 {' '.join(before)} 0.0) (+ 0.0 {' '.join(after)} 0.0))"
        sizes.append(f"(ite (>= {f} 0.0) {f} (- {f}))")
    lines.append(f"(assert (> (+ {' '.join(inverted)}) (+ {' '.join(sizes)})))(check-sat)")
    pytest.importorskip(solver)
    replies = consult("\n".join(lines), 20, (solver,))
    assert replies[solver].answer == "sat"


def test_footrule_never_reaches_three_times_kendall():
    for name in WEIGHTINGS:
        assert proofs.ask("footrule_le_2kendall", name, n="all").status == "holds"
        assert proofs.ask("footrule_le_3kendall", name, n=3).status == "holds"


@pytest.mark.parametrize(
    ("axiom", "subject"),
    [("kendall_le_footrule", "combined"), ("triangle", "footrule_star"), ("ioi", "kendall_star")],
)
def test_one_item_has_no_distances(axiom, subject):
    """A linear program without unknowns ended in a traceback."""
    found = proofs.ask(axiom, subject, n=1)
    assert found.status == "holds"
    assert rankproof.verify(found).status == "accepted"


def test_all_weights_together_fail_at_five():
    verdict = proofs.ask("kendall_le_footrule", "combined", n=5)
    assert verdict.status == "refuted"
    witness = verdict.replayed.witness
    w, delta = ([Fraction(e) for e in witness[k]] for k in ("w", "delta"))
    d = [[Fraction(e) for e in row] for row in witness["similarity"]]
    places = [witness["sigma"].index(item) + 1 for item in range(1, 6)]
    kendall, footrule = naive(places, w, delta, d)
    assert kendall > footrule


@pytest.mark.parametrize("axiom", INEQUALITIES, ids=lambda a: a.name)
@pytest.mark.parametrize("name", ["unweighted", "element_weights", "position_weights"])
def test_rules_agree_with_the_cases(axiom, name):
    verdict = proofs.ask(axiom.name, name, n=range(1, 5), cross=True)
    assert verdict.status == "holds"
    assert verdict.agreed_by
    assert proofs.ask(axiom.name, name, n="all").scope.every_from == 1


def test_the_exchange_proof_step_by_step():
    for n in range(2, 7):
        for start in itertools.permutations(range(1, n + 1)):
            rank, steps = list(start), 0
            while rank != sorted(rank):
                movers = [i for i in range(n) if rank[i] != i + 1]
                pairs = itertools.pairwise(movers)
                i, j = next((a, b) for a, b in pairs if rank[a] > a + 1 and rank[b] < b + 1)
                k, f = naive(rank, [1] * n, [1] * n, [[1] * n] * n)
                rank[i], rank[j] = rank[j], rank[i]
                k2, f2 = naive(rank, [1] * n, [1] * n, [[1] * n] * n)
                assert (f - f2, k - k2) == (2 * (j - i), 2 * (j - i) - 1)
                steps += 1
            if n < 5:
                k, f = naive(start, [1] * n, [1] * n, [[1] * n] * n)
                assert f - k == steps


def test_smt_and_linear_programs_agree():
    for engine in ("smt", "linear"):
        for n in (3, 4):
            verdict = proofs.ask("kendall_le_footrule", "similarity", n=n, engine=engine)
            assert verdict.status == "holds"
        found = proofs.ask(
            "kendall_le_footrule", "similarity", n=4, engine=engine, assume="no_triangle"
        )
        assert found.status == "refuted"


def test_two_ways_to_the_optimum_agree_and_check():
    chance = random.Random(5)
    one = Fraction(1)
    rows = [{0: one, 1: one, 2: -one}, {0: one, 1: -one, 2: one}, {0: -one, 1: one, 2: one}]
    for _ in range(12):
        draw = lambda: {k: Fraction(chance.randint(-3, 3)) for k in range(3)}  # noqa: E731
        form = Form(draw(), tuple((Fraction(chance.randint(1, 3)), draw()) for _ in range(2)))
        unit = {k: one for k in range(3)}
        first, second = (way(form, rows, unit, range(3)) for way in (minimise, by_simplex))
        assert first.value == second.value
        for least in (first, second):
            left = [form.plain[k] - least.value for k in range(3)]
            for sign, (c, f) in zip(least.signs, form.absolute, strict=True):
                assert abs(sign) <= 1
                left = [a + c * sign * f[k] for k, a in enumerate(left)]
            for m, row in zip(least.multipliers, rows, strict=True):
                assert m >= 0
                left = [a - m * row[k] for k, a in enumerate(left)]
            assert min(left) >= 0
            at = sum(form.plain[k] * x for k, x in least.point.items())
            at += sum(
                c * abs(sum(f[k] * x for k, x in least.point.items())) for c, f in form.absolute
            )
            assert at == least.value


def test_quantities():
    assert proofs.ask("footrule_over_kendall_min", "similarity", n=4).exact.as_fraction() == 1
    for name in WEIGHTINGS:
        assert proofs.ask("footrule_over_kendall_max", name, n=3).exact.as_fraction() == 2
    least = min(
        Fraction(f, k)
        for s in itertools.permutations(range(1, 6))
        for k, f in [naive(s, [1] * 5, [1] * 5, [[1] * 5] * 5)]
        if k
    )
    assert proofs.ask("footrule_over_kendall_min", "unweighted", n=5).exact.as_fraction() == least


def test_goals_that_a_renaming_makes_equal_are_decided_once(monkeypatch):
    """What is found with renamings is what each ranking gives by itself."""
    asked = ("footrule_over_kendall_min", "similarity")
    least = proofs.ask(*asked, n=4, assume="no_triangle")
    verdicts = [proofs.ask("kendall_le_footrule", "similarity", n=n) for n in (4, 5)]
    monkeypatch.setattr(Decider, "is_renamed", lambda *_: False)
    assert proofs.ask(*asked, n=4, assume="no_triangle").exact == least.exact
    alone = [proofs.ask("kendall_le_footrule", "similarity", n=n) for n in (4, 5)]
    assert [v.checked for v in alone] == [v.checked for v in verdicts]


@pytest.mark.slow
def test_similarities_at_six_and_seven():
    six = proofs.ask("footrule_over_kendall_min", "similarity", n=6)
    seven = proofs.ask("footrule_over_kendall_min", "similarity", n=7)
    assert seven.exact.as_fraction() <= six.exact.as_fraction() < 1
    assert proofs.ask("kendall_le_3footrule", "similarity", n=7).status == "holds"


# Axioms -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("metric", WEIGHTED_METRICS.values(), ids=str)
@pytest.mark.parametrize(
    "axiom", ["symmetry", "nonnegativity", "triangle", "zero_iff_equal", "relabelling"]
)
def test_rules_and_cases_agree_on_axioms(metric, axiom):
    for options in ({}, {"assume": "positive"}):
        try:
            ruled = proofs.ask(axiom, metric, n=3, engine="symbolic", **options)
        except BadInput:
            continue
        tried = proofs.ask(axiom, metric, n=3, engine="exhaustive", **options)
        assert {ruled.status, tried.status} in ({"holds"}, {"holds", "undecided"})


@pytest.mark.parametrize("name", ["kendall_pos", "footrule_pos", "kendall_star", "footrule_star"])
def test_position_costs_break_the_triangle_and_the_scale(name):
    verdict = proofs.ask("triangle", name, n=range(2, 4))
    assert verdict.status == "refuted"
    assert proofs.ask("scale_free", name, n=3).status == "refuted"
    assert proofs.ask("scale_free", name, n="all", fixed="zero").status == "holds"


def test_the_two_readings_of_right_invariance():
    assert proofs.ask("right_invariance", "kendall_w", n=3, convention="ranks").status == "refuted"
    assert proofs.ask("relabelling", "kendall_w", n="all", convention="ranks").status == "holds"
    assert proofs.ask("relabelling", "kendall_w", n="all").status == "holds"
    assert proofs.ask("right_invariance", "footrule_pos", n="all").status == "holds"


@pytest.mark.parametrize("delta", [(0, 1), (1, 2), (2, 1), (5, 1), (1, 0)])
def test_the_triangle_at_given_costs_is_that_of_plain_loops(delta):
    rankings = list(itertools.permutations(range(1, 4)))
    d = {
        (a, b): naive([a[b.index(x)] for x in (1, 2, 3)], [1] * 3, delta, [[1] * 3] * 3)[0]
        for a in rankings
        for b in rankings
    }
    held = all(d[a, b] <= d[a, c] + d[c, b] for a, b, c in itertools.product(rankings, repeat=3))
    verdict = proofs.ask("triangle", "kendall_pos", n=3, delta=",".join(map(str, delta)))
    assert (verdict.status == "holds") == held


def test_given_weights():
    verdict = proofs.ask("zero_iff_equal", "kendall_w", n=3, w="1,0,1")
    assert verdict.status == "refuted"
    assert verdict.replayed.witness["w"] == ["1", "0", "1"]
    d = ";".join(",".join(map(str, row)) for row in CUT)
    assert proofs.ask("symmetry", "footrule_sim", n=6, similarity=d).status == "holds"


# The command line ---------------------------------------------------------------------------------


@pytest.mark.sweep(3)
@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("kendall_le_footrule element_weights --n 4", 0),
        ("kendall_le_footrule similarity --n 2..6", 1),
        ("kendall_le_3footrule similarity --n all", 3),
        ("footrule_le_2kendall combined --n all", 0),
        ("footrule_over_kendall_max similarity --n 3", 0),
        ("triangle kendall_pos --n 3 --delta 0,1", 1),
    ],
)
def test_exit_codes_and_json(words, code, capsys):
    assert main([*words.split(), "--format", "json"]) == code
    json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("symmetry kendall_w --n 3 --w 1,2", "w has 2 numbers; for n = 3 it must have 3"),
        ("symmetry kendall_w --n 2 --w 1,-1", "must be at least 0"),
        ("symmetry kendall_w --n 2 --w 1,x", "is not a number like 2, 4/5 or 0.8"),
        ("symmetry kendall_w --n 2 --delta 1", "has no delta"),
        ("symmetry kendall_pos --n 3 --delta 1", "n − 1 numbers"),
        ("symmetry kendall_sim --n 3 --similarity 0,1,3;1,0,1;3,1,0", "D(1, 3) = 3 is more than"),
        ("symmetry kendall_sim --n 2 --similarity 0,1;2,0", "not symmetric"),
        ("kendall_le_footrule similarty --n 3", "Did you mean 'similarity'"),
        ("kendall_le_footrule similarity --n 100000", "out of reach"),
        (
            "kendall_le_3footrule similarity --n 12",
            "and up to 400,000 are decided: n = 9 is in reach",
        ),
        ("kendall_le_footrule similarity --n 3 --assume positiv", "Did you mean 'positive'"),
        ("sensitivity_some kendall_w --n 3", "cannot be asked of weighted metrics"),
        ("scale_free mae --n 3", "has none"),
    ],
)
def test_bad_input_is_explained(words, message, capsys):
    assert main(words.split()) == 2
    shown = capsys.readouterr().err
    assert message in shown
    assert "Traceback" not in shown


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("kendall_le_footrule combined --n 5", 0),
        ("triangle kendall_pos --n 3 --delta 0,1", 0),
        ("footrule_le_2kendall combined --n all", 0),
        ("kendall_le_footrule similarity --n 4", 0),
        ("zero_iff_equal kendall_sim --n all", 0),
        ("triangle kendall_pos --n all", 0),
    ],
)
def test_certificates_are_checked_again(words, code, tmp_path, capsys):
    from proofs.report.certificate import seal
    from proofs.verify import main as verify

    path = tmp_path / "certificate.json"
    main([*words.split(), "--certificate", str(path), "--quiet"])
    assert verify([str(path)]) == code
    content = json.loads(path.read_text(encoding="utf-8"))
    if content["verdict"]["status"] == "refuted":
        content["verdict"]["witness"]["sigma"] = content["verdict"]["witness"]["tau"]
        body = {name: value for name, value in content.items() if name != "seal"}
        path.write_text(json.dumps({**body, "seal": seal(body)}), encoding="utf-8")
        assert verify([str(path)]) == 1


def test_a_forged_range_is_not_accepted(tmp_path, capsys):
    from proofs.report.certificate import seal
    from proofs.verify import main as verify

    path = tmp_path / "certificate.json"
    main(["zero_iff_equal", "kendall_sim", "--n", "all", "--certificate", str(path), "--quiet"])
    content = json.loads(path.read_text(encoding="utf-8"))
    for change in ({"scope": {**content["verdict"]["scope"], "from": 1}}, {"derivation": ["so"]}):
        body = {name: value for name, value in content.items() if name != "seal"}
        body["verdict"] = {**content["verdict"], **change}
        path.write_text(json.dumps({**body, "seal": seal(body)}), encoding="utf-8")
        assert verify([str(path)]) in (1, 3)


def test_a_certificate_is_read_by_the_command(tmp_path):
    import subprocess
    import sys

    path = tmp_path / "certificate.json"
    main(["triangle", "kendall_pos", "--n", "2..3", "--certificate", str(path), "--quiet"])
    command = [sys.executable, "-m", "proofs.verify", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
