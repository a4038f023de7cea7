"""A naive reference implementation of ranking metrics and axioms, for tests only.

It is written straight from the definitions, with plain loops over all permutations, and
shares no code with the implementation it is used to check. Rankings are tuples in one-line
notation, 1-based. Values are `fractions.Fraction` where they are rational, `mpmath.mpf`
(60 digits) otherwise, and None where a division by zero makes them undefined.
"""

import functools
import itertools
import math
from collections.abc import Callable, Iterator
from fractions import Fraction

import mpmath

mpmath.mp.dps = 60
EPS = mpmath.mpf(10) ** -40

Perm = tuple[int, ...]
Value = Callable[[Perm | None, Perm], object]  # m(sigma, tau)
Cases = Iterator[tuple[tuple, bool | None]]  # assignment, and whether it satisfies the statement

CONFUSION = ["recall", "fnr", "fallout", "tnr", "precision", "fdr", "npv", "for", "accuracy", "ba"]
CONFUSION += ["f1", "fm", "mcc", "jaccard", "markedness", "informedness", "pt", "lr_plus"]
CONFUSION += ["lr_minus", "f1_printed", "mcc_printed"]
ERROR = ["mse_sum", "mae_sum", "mse", "rmse", "mae", "rmae", "mape", "smape", "r2"]
CORRELATION = [
    "kendall", "weighted_kendall", "spearman", "ndpm", "ndpm_printed", "kendall_distance",
    "footrule",
]  # fmt: skip
POINTWISE = ["point", "footrule_at", "area", "area_h", "area_at", "area_norm", "area_norm_at"]
POINTWISE += ["a_corr"]
ONE_INPUT = ["dcg", "ndcg", "mrr", "gmr", "mean_rank", "dcg_rel", "ndcg_rel", "dcg_exp", "rbp"]
NAMES = CONFUSION + ERROR + CORRELATION + POINTWISE + ONE_INPUT + ["ap", "err", "rbo"]
CUT_TO_N = ["mrr", "gmr", "mean_rank", "ap", "err"]  # metrics with a cut-off k in 1..n
CUT_TO_N += ["point", "footrule_at", "area_at", "area_norm_at"]
LOWER_IS_BETTER = ["fnr", "fallout", "fdr", "for", "pt", "lr_minus", "ndpm", "ndpm_printed", "gmr"]
LOWER_IS_BETTER += ["mse_sum", "mae_sum", "mse", "rmse", "mae", "rmae", "mape", "smape"]
LOWER_IS_BETTER += ["mean_rank", "kendall_distance", "footrule", *POINTWISE[:-1]]
HERE = "tests/reference.py"
STATUSES = ["holds", "undecided", "refuted"]  # a conjunction has the last one among its parts


# A Fraction and an mpf can be added and multiplied, but not subtracted or divided in every order.
def minus(a, b):
    return a + -b


def divide(a, b):
    """a / b; raises ZeroDivisionError if b is 0, and 0 / b is the rational 0."""
    return Fraction(0) if a == 0 and b != 0 else a * (1 / b)


def rounded(a, b) -> bool:
    return isinstance(a, mpmath.mpf) or isinstance(b, mpmath.mpf)


def equal(a, b) -> bool:
    return abs(minus(a, b)) < EPS if rounded(a, b) else a == b


def less(a, b) -> bool:
    return minus(a, b) < -EPS if rounded(a, b) else a < b


def root(a, degree: int = 2):
    """The degree-th root of a rational a >= 0, as a Fraction when it is rational."""
    above = next(r for r in itertools.count() if r**degree >= a.numerator)
    below = next(r for r in itertools.count() if r**degree >= a.denominator)
    if above**degree == a.numerator and below**degree == a.denominator:
        return Fraction(above, below)
    return mpmath.root(mpmath.mpf(a.numerator) / a.denominator, degree)


def log2(a: int):
    whole = a.bit_length() - 1
    return Fraction(whole) if 2**whole == a else mpmath.log(a) / mpmath.log(2)


def when_defined(condition: Callable, *values):
    """The condition on the values, or None if one of them is undefined."""
    return None if any(x is None for x in values) else condition(*values)


def rankings(n: int) -> list[Perm]:
    return list(itertools.permutations(range(1, n + 1)))


@functools.cache
def inverse(sigma: Perm) -> Perm:
    return tuple(sigma.index(x) + 1 for x in range(1, len(sigma) + 1))


@functools.cache
def compose(sigma: Perm | None, nu: Perm | None) -> Perm | None:
    """(sigma o nu)(i) = sigma(nu(i)); None stands for an argument that is not read."""
    return None if sigma is None or nu is None else tuple(sigma[x - 1] for x in nu)


def rank_of(sigma: Perm, x: int, convention: str) -> int:
    return inverse(sigma)[x - 1] if convention == "items" else sigma[x - 1]


def item_at(sigma: Perm, i: int, convention: str) -> int:
    return sigma[i - 1] if convention == "items" else inverse(sigma)[i - 1]


def top(sigma: Perm, k: int, convention: str) -> set[int]:
    return {x for x in sigma if rank_of(sigma, x, convention) <= k}


def reverse(sigma: Perm, convention: str) -> Perm:
    return sigma[::-1] if convention == "items" else tuple(len(sigma) + 1 - x for x in sigma)


@functools.cache
def swap(i: int, j: int, n: int) -> Perm:
    return tuple(j if x == i else i if x == j else x for x in range(1, n + 1))


def confusion(name: str, R: set[int], S: set[int], n: int):
    tp, fp, fn, tn = len(R & S), len(S - R), len(R - S), n - len(R | S)
    product = len(S) * len(R) * (n - len(R)) * (n - len(S))

    def the(which: str):
        return formulas[which]()

    formulas: dict = {
        "recall": lambda: Fraction(tp, len(R)),
        "fnr": lambda: 1 - the("recall"),
        "tnr": lambda: Fraction(tn, n - len(R)),
        "fpr": lambda: 1 - the("tnr"),
        "fallout": lambda: Fraction(fp, n - len(R)),
        "precision": lambda: Fraction(tp, len(S)),
        "fdr": lambda: Fraction(fp, len(S)),
        "npv": lambda: Fraction(tn, n - len(S)),
        "for": lambda: 1 - the("npv"),
        "accuracy": lambda: Fraction(tp + tn, n),
        "ba": lambda: (the("recall") + the("tnr")) / 2,
        "f1": lambda: Fraction(2 * tp, len(R) + len(S)),
        "p+r": lambda: the("precision") + the("recall"),
        "f1_printed": lambda: 2 * the("p+r") / the("p+r"),
        "fm": lambda: root((1 - the("fdr")) * the("recall")),
        "mcc": lambda: divide(tp * tn - fp * fn, root(product)),
        "mcc_printed": lambda: Fraction(tp * tn - fp * fn, product),
        "jaccard": lambda: Fraction(tp, len(R | S)),
        "markedness": lambda: 1 - the("fdr") + the("npv") - 1,
        "informedness": lambda: the("recall") + the("tnr") - 1,
        "tpr-fpr": lambda: the("recall") - the("fpr"),
        "pt": lambda: divide(minus(root(the("recall") * the("fpr")), the("fpr")), the("tpr-fpr")),
        "lr_plus": lambda: the("recall") / the("fpr"),
        "lr_minus": lambda: (1 - the("recall")) / the("tnr"),
    }
    return the(name)


def error(name: str, sigma: Perm, tau: Perm):
    n, mean_tau = len(sigma), Fraction(sum(tau), len(tau))
    pairs = list(zip(sigma, tau, strict=True))
    squares = Fraction(sum((s - t) ** 2 for s, t in pairs))
    absolutes = Fraction(sum(abs(s - t) for s, t in pairs))
    formulas: dict = {
        "mse_sum": lambda: squares,
        "mae_sum": lambda: absolutes,
        "mse": lambda: squares / n,
        "mae": lambda: absolutes / n,
        "rmse": lambda: root(squares / n),
        "rmae": lambda: root(absolutes / n),
        "mape": lambda: Fraction(100, n) * sum(Fraction(abs(s - t), s) for s, t in pairs),
        "smape": lambda: Fraction(100, n) * sum(Fraction(2 * abs(s - t), s + t) for s, t in pairs),
        "r2": lambda: 1 - squares / sum((s - mean_tau) ** 2 for s in sigma),
    }
    return formulas[name]()


def correlation(name: str, sigma: Perm, tau: Perm):
    n = len(sigma)
    concordant = discordant = c_plus = c_minus = c_u = inversions = 0
    d = compose(sigma, inverse(tau))  # the distances are those of sigma o tau^-1 from id
    for a, b in itertools.product(range(n), repeat=2):
        s = (sigma[a] > sigma[b]) - (sigma[a] < sigma[b])  # sgn(sigma(a) - sigma(b))
        t = (tau[a] > tau[b]) - (tau[a] < tau[b])
        c_plus, c_minus, c_u = c_plus + s * t, c_minus + s * -t, c_u + s**2
        if a < b:
            concordant, discordant = concordant + (s == t), discordant + (s != t)
            inversions += d[a] > d[b]
    squares = sum((s - t) ** 2 for s, t in zip(sigma, tau, strict=True))
    formulas: dict = {
        "kendall": lambda: Fraction(concordant - discordant, n * (n - 1) // 2),
        "weighted_kendall": lambda: (weighted(sigma, tau) + weighted(tau, sigma)) / 2,
        "spearman": lambda: 1 - Fraction(6 * squares, n * (n**2 - 1)),
        "ndpm": lambda: Fraction(discordant, n * (n - 1) // 2),
        "ndpm_printed": lambda: (c_minus + Fraction(c_u - c_plus - c_minus, 2)) / c_u,
        "kendall_distance": lambda: Fraction(inversions),
        "footrule": lambda: Fraction(sum(abs(a + 1 - d[a]) for a in range(n))),
    }
    return formulas[name]()


def weighted(by: Perm, other: Perm) -> Fraction:
    """Agreement of pairs, each weighing what the ranks of its two values say, the largest first."""
    falling = sorted(by, reverse=True)
    total = agreed = Fraction(0)
    for a, b in itertools.combinations(range(len(by)), 2):
        weight = sum(Fraction(1, falling.index(by[place]) + 1) for place in (a, b))
        total += weight
        agreed += weight if (by[a] < by[b]) == (other[a] < other[b]) else -weight
    return agreed / total


def pointwise(name: str, sigma: Perm, tau: Perm, k: int | None, convention: str):
    """The curve depth by depth: what is out of place so far, and trapezoids of width 1 or 1/i."""
    n = len(sigma)
    last = k if name in CUT_TO_N else n
    before, point, footrule, total = 0, 0, 0, Fraction(0)
    for i in range(1, last + 1):
        off = rank_of(tau, item_at(sigma, i, convention), convention) - i
        before, point, footrule = point, point + off, footrule + abs(off)
        total += Fraction(before + point, 2) / (i if name == "area_h" else 1)
    if name in ("area_norm", "area_norm_at", "a_corr"):
        # the inverse ranking is out of place by n + 1 - 2i at depth i
        worst = [sum(n + 1 - 2 * a for a in range(1, i + 1)) for i in range(n + 1)]
        total = total / sum(Fraction(worst[i - 1] + worst[i], 2) for i in range(1, last + 1))
    if name == "a_corr":
        return 1 - total
    return {"point": Fraction(point), "footrule_at": Fraction(footrule)}.get(name, total)


@functools.cache
def discounted(name: str, tau: Perm, convention: str):
    """dcg, dcg_rel, dcg_exp, and the ratios to the largest value: ndcg, ndcg_rel."""
    n = len(tau)
    if name in ("ndcg", "ndcg_rel"):
        value = discounted(name[1:], tau, convention)
        best = max(discounted(name[1:], nu, convention) for nu in rankings(n))
        return Fraction(1) if equal(value, best) else divide(value, best)
    result = Fraction(0)
    for i in range(1, n + 1):
        relevance = n + 1 - item_at(tau, i, convention)
        gain = {"dcg": tau[i - 1], "dcg_rel": relevance, "dcg_exp": 2**relevance - 1}[name]
        result = result + divide(gain, log2(i + 1))
    return result


def average_precision(sigma: Perm, tau: Perm, k: int, convention: str):
    relevant, found, result = top(sigma, k, convention), 0, Fraction(0)
    for r in range(1, len(tau) + 1):
        if item_at(tau, r, convention) in relevant:
            found += 1
            result += Fraction(found, r)
    return result / k


def expected_reciprocal_rank(sigma: Perm, tau: Perm, k: int, convention: str):
    result, still_looking = Fraction(0), Fraction(1)
    for r in range(1, len(tau) + 1):
        rank = rank_of(sigma, item_at(tau, r, convention), convention)
        grade = k + 1 - rank if rank <= k else 0
        stop = Fraction(2**grade - 1, 2**k)
        result += Fraction(1, r) * stop * still_looking
        still_looking *= 1 - stop
    return result


def rank_biased(name: str, sigma: Perm, tau: Perm, p: Fraction, convention: str):
    n, result = len(tau), Fraction(0)
    for d in range(1, n + 1):
        common = top(sigma, d, convention) & top(tau, d, convention)
        gain = Fraction(n + 1 - item_at(tau, d, convention), n)
        result += p ** (d - 1) * (Fraction(len(common), d) if name == "rbo" else gain)
    return (1 - p) * result


def score(name: str, sigma: Perm, tau: Perm, *, k=None, j=None, p=None, convention="items"):
    """The value of a metric, or None if it is undefined."""
    if name not in NAMES:
        raise LookupError(
            f"no naive reference for the metric {name!r}: write its formula in {HERE}, list it "
            "with its family and call the formula in score(). Use plain loops only."
        )
    if convention not in ("items", "ranks"):
        raise ValueError(f"unknown convention: {convention}")
    if name in CONFUSION + CUT_TO_N and not (k and 1 <= k <= len(tau)):
        raise ValueError(f"{name} needs a cut-off k in 1..n")
    try:
        if name in CONFUSION:
            relevant = top(sigma, k if j is None else j, convention)
            return confusion(name, relevant, top(tau, k, convention), len(tau))
        if name in ERROR + CORRELATION:
            return (error if name in ERROR else correlation)(name, sigma, tau)
        if name in POINTWISE:
            return pointwise(name, sigma, tau, k, convention)
    except ZeroDivisionError:
        return None
    formulas: dict = {
        "mrr": lambda: sum(Fraction(1, x) for x in tau[:k]) / k,
        "mean_rank": lambda: Fraction(sum(tau[:k]), k),
        "gmr": lambda: root(math.prod(tau[:k]), k),
        "ap": lambda: average_precision(sigma, tau, k, convention),
        "err": lambda: expected_reciprocal_rank(sigma, tau, k, convention),
        "rbp": lambda: rank_biased("rbp", sigma, tau, Fraction(p), convention),
        "rbo": lambda: rank_biased("rbo", sigma, tau, Fraction(p), convention),
    }
    return formulas[name]() if name in formulas else discounted(name, tau, convention)


@functools.cache
def metric(name: str, n: int, k, j, p, convention: str) -> Value:
    """The metric as a function; one-input metrics do not look at the first argument."""
    table = {}
    for s, t in itertools.product([None] if name in ONE_INPUT else rankings(n), rankings(n)):
        table[s, t] = score(name, s or t, t, k=k, j=j, p=p, convention=convention)
    return (lambda s, t: table[None, t]) if name in ONE_INPUT else (lambda s, t: table[s, t])


def result(status: str, witness=None, undefined: int = 0) -> dict:
    return {"status": status, "witness": witness, "undefined": undefined}


def settle(keys: str, cases: Cases) -> dict:
    """Go through every case; None marks a case that names an undefined value."""
    witness, defined, undefined = None, 0, 0
    for assignment, ok in cases:
        defined, undefined = defined + (ok is not None), undefined + (ok is None)
        if ok is False and witness is None:
            named = zip(keys.split(), assignment, strict=True)
            witness = {key: value for key, value in named if value is not None}
    if witness is not None:
        return result("refuted", witness, undefined)
    return result("undecided" if undefined and not defined else "holds", None, undefined)


STATEMENTS: dict = {  # the values that an axiom names; s, t, v are sigma, tau, nu
    "zero_iff_equal": lambda m, s, t, v: [m(s, t)],
    "nonnegativity": lambda m, s, t, v: [m(s, t)],
    "symmetry": lambda m, s, t, v: [m(s, t), m(t, s)],
    "ioi": lambda m, s, t, v: [m(s, t), m(s, v)],
    "right_invariance": lambda m, s, t, v: [m(s, t), m(compose(s, v), compose(t, v))],
    "left_invariance": lambda m, s, t, v: [m(s, t), m(compose(v, s), compose(v, t))],
    "triangle": lambda m, s, t, v: [m(s, t), m(s, v), m(v, t)],
}


def statement(axiom: str, m: Value, space: list[Perm], one_input: bool) -> dict:
    # None stands for a variable that does not matter.
    firsts = [None] if one_input and axiom not in ("zero_iff_equal", "symmetry") else space
    thirds = [None] if axiom in ("zero_iff_equal", "symmetry", "nonnegativity") else space

    def holds(s, t, v, a, b=None, c=None) -> bool:
        if axiom == "zero_iff_equal":
            return equal(a, 0) == (s == t)
        if axiom in ("nonnegativity", "triangle"):
            return not less(a, 0) if axiom == "nonnegativity" else not less(b + c, a)
        return t == v or not equal(a, b) if axiom == "ioi" else equal(a, b)

    def cases() -> Cases:
        for x in itertools.product(firsts, space, thirds):
            named = STATEMENTS[axiom](m, *x)
            yield x, None if any(a is None for a in named) else holds(*x, *named)

    found = settle("sigma tau nu", cases())
    if axiom == "zero_iff_equal" and all(m(s, s) is None for s in space):
        # a distance that is not defined at zero is no distance
        return found if found["status"] == "refuted" else found | {"status": "undecided"}
    return found


def swap_cases(axiom: str, m: Value, n: int) -> Cases:
    """Two swaps (i j), (k l) of one width: any two for wsd, one before the other otherwise."""
    start = tuple(range(1, n + 1))
    for i, j, k, l in itertools.product(start, repeat=4):  # noqa: E741
        if i < j and k < l and j - i == l - k and (axiom == "wsd" or j < k):
            same = when_defined(equal, m(start, swap(i, j, n)), m(start, swap(k, l, n)))
            yield (i, j, k, l), None if same is None else same == (axiom == "wsd")


TABLE_3 = {"tells_12_from_id": None, "tells_12_from_34": (3, 4), "tells_12_from_24": (2, 4)}


def swap_table_cases(axiom: str, space: list[Perm], m: Value) -> Cases:
    """Two given swaps, if there are so many items; two swaps of which the second is wider."""
    start, n = space[0], len(space[0])
    if axiom in TABLE_3 and n >= max(TABLE_3[axiom] or (2,)):
        other = swap(*TABLE_3[axiom], n) if TABLE_3[axiom] else start
        same = when_defined(equal, m(start, swap(1, 2, n)), m(start, other))
        yield (), None if same is None else not same
    if axiom == "wider_swaps_score_lower":
        for one, two in itertools.product(itertools.combinations(start, 2), repeat=2):
            if one[1] - one[0] < two[1] - two[0]:
                yield (), when_defined(less, m(start, swap(*two, n)), m(start, swap(*one, n)))


def identity_cases(axiom: str, space: list[Perm], m: Value) -> Cases:
    """What equations 2 and 4 say of the scores m(id, ·)."""
    first = space[0]
    if axiom == "identity_is_least":
        for t in space[1:]:
            yield (), when_defined(less, m(first, first), m(first, t))
    else:
        for t, v in itertools.product(space, repeat=2):
            same = when_defined(equal, m(first, t), m(first, v))
            yield (), None if same is None else t == v or not same


def swap_invariance_cases(_: str, space: list[Perm], m: Value) -> Cases:
    n = len(space[0])
    for s, t, i, j in itertools.product(space, space, space[0], space[0]):
        both = swap(i, j, n)
        yield (), when_defined(equal, m(s, t), m(compose(s, both), compose(t, both)))


def stability_cases(name: str, n: int, p, convention: str) -> Cases:
    last = n - 1 if name in CONFUSION else n if name in CUT_TO_N else 0
    for k in range(1, last):
        here, there = (metric(name, n, c, c, p, convention) for c in (k, k + 1))
        for s, t in itertools.product(rankings(n), repeat=2):
            gap = when_defined(minus, here(s, t), there(s, t))
            yield (k, s, t), None if gap is None else less(abs(gap), Fraction(1, k))


def is_distance(m: Value, space: list[Perm], one_input: bool) -> dict:
    """The conjunction, told by the first part that fails."""
    axioms = ("nonnegativity", "zero_iff_equal", "symmetry", "triangle")
    found = []
    for axiom in axioms:
        found.append(statement(axiom, m, space, one_input))
        if found[-1]["status"] == "refuted":
            break
    return max(found, key=lambda part: STATUSES.index(part["status"]))


def is_linear_distance(m: Value, space: list[Perm]) -> dict:
    """Some a*m + b is a distance; scaling by |a| changes nothing, so a is 1 or -1."""
    # c = m(sigma, sigma) forces b = -a*c; if no c is defined, b is free and a large b serves best.
    known = {(s, t): m(s, t) for s in space for t in space if m(s, t) is not None}
    diagonal = [known[s, s] for s in space if (s, s) in known]
    verdicts = []
    for a in (1, -1):
        b = -a * diagonal[0] if diagonal else 1 + 3 * sum(abs(x) for x in known.values())
        image = {st: a * x + b for st, x in known.items()}
        verdicts.append(is_distance(lambda s, t, image=image: image.get((s, t)), space, False))
    return min(verdicts, key=lambda verdict: STATUSES.index(verdict["status"])) | {"witness": None}


def extremal(axiom: str, m: Value, space: list[Perm], convention: str) -> dict:
    """max_iff_equal, max_agreement, min_agreement, reverse_is_minimal."""
    known = {(s, t): m(s, t) for s in space for t in space if m(s, t) is not None}
    ends, ok = list(known.values()), True
    if axiom == "max_iff_equal":
        best = [st for st, x in known.items() if not any(less(x, y) for y in known.values())]
        ok = all((s == t) == ((s, t) in best) for s, t in known)
    elif axiom == "max_agreement":
        ends = [known[s, s] for s in space if (s, s) in known]
        ok = all(equal(e, ends[0]) and not less(e, x) for e in ends for x in known.values())
    elif axiom == "reverse_is_minimal":
        ends = [known[s, r] for s in space if (s, r := reverse(s, convention)) in known]
        ok = all(not less(x, e) for e in ends for x in known.values())
    return result("undecided" if not ends else "holds" if ok else "refuted")


def said_of_area(axiom: str, m: Value, others: list[Value], space, convention: str) -> dict | None:
    """The axioms of the area paper, and equal scores; None for another axiom."""
    if axiom == "same_scores":
        return settle("sigma tau", same_cases(m, others[0], space))
    if axiom in ("zero_implies_zero", "same_zeros"):
        ways = [(m, others[0]), (others[0], m)][: 1 if axiom == "zero_implies_zero" else 2]
        found = [settle("sigma tau", zero_cases(*way, space)) for way in ways]
        return max(found, key=lambda part: STATUSES.index(part["status"]))
    known = {(s, t): m(s, t) for s in space for t in space if m(s, t) is not None}
    turned = {s: reverse(s, convention) for s in space}
    ends = [known[s, turned[s]] for s in space if (s, turned[s]) in known]
    same = [known[s, s] for s in space if (s, s) in known]
    values = list(known.values())
    parts: dict[str, Callable[[], list]] = {
        "always_zero": lambda: [[equal(x, 0) for x in values]],
        "reverse_is_maximal": lambda: [[not less(e, x) for e in ends for x in values]],
        "one_iff_reverse": lambda: [
            [equal(x, 1) == (t == turned[s]) for (s, t), x in known.items()]
        ],
        "unit_range": lambda: [[not less(x, 0) for x in values], [not less(1, x) for x in values]],
        "one_for_equal": lambda: [[equal(x, 1) for x in same]],
        "minus_one_for_reverse": lambda: [[equal(x, -1) for x in ends]],
        "correlation": lambda: [
            [equal(x, known[t, s]) for (s, t), x in known.items() if (t, s) in known],
            [equal(x, 1) for x in same],
            [equal(x, -1) for x in ends],
            [not less(1, x) for x in values],
            [not less(x, -1) for x in values],
        ],
    }
    if axiom not in parts:
        return None
    said = parts[axiom]()
    if not all(known and part for part in said):
        refuted = any(not all(part) for part in said)
        return result("refuted" if refuted and known else "undecided")
    return result("holds" if all(map(all, said)) else "refuted")


def zero_cases(m1: Value, m2: Value, space: list[Perm]) -> Cases:
    """Where the first metric is zero, so is the second."""
    for s, t in itertools.product(space, repeat=2):
        ok = when_defined(lambda a, b: not equal(a, 0) or equal(b, 0), m1(s, t), m2(s, t))
        yield (s, t), ok


def same_cases(m1: Value, m2: Value, space: list[Perm]) -> Cases:
    """Both metrics score every two rankings alike."""
    for s, t in itertools.product(space, repeat=2):
        yield (s, t), when_defined(equal, m1(s, t), m2(s, t))


def consistency_cases(_: str, space: list[Perm], m1: Value, m2: Value) -> Cases:
    """Definition 1, literally; a case is a counterexample when both its lines are true."""

    def counterexample(s1, s2, mu1, mu2, nu1, nu2) -> bool:
        line1 = not less(mu1, s1) and not less(mu2, s2)
        return line1 and not less(nu1, s1) and less(nu2, s2)

    both = {x: (m1(space[0], x), m2(space[0], x)) for x in space}
    for s, mu, nu in itertools.product(space, repeat=3):
        found = when_defined(counterexample, *both[s], *both[mu], *both[nu])
        yield (), None if found is None else not found


def strict_consistency_cases(_: str, space: list[Perm], m1: Value, m2: Value) -> Cases:
    both = {x: (m1(space[0], x), m2(space[0], x)) for x in space}
    for s, mu, nu in itertools.product(space, repeat=3):
        found = when_defined(
            lambda a, b, c, d, e, f: less(a, c) and less(b, d) and less(a, e) and less(f, b),
            *both[s],
            *both[mu],
            *both[nu],
        )
        yield (), None if found is None else not found


def never_opposite(names: list[str], m1: Value, m2: Value, space: list[Perm]) -> dict:
    """No reference and two rankings that the metrics compare strictly, in opposite ways."""
    first, second = (-1 if name in LOWER_IS_BETTER else 1 for name in names)

    def cases() -> Cases:
        for s, t, v in itertools.product(space, repeat=3):
            apart = when_defined(
                lambda a, b, c, d: less(first * b, first * a) and less(second * c, second * d),
                *[m(s, x) for m in (m1, m2) for x in (t, v)],
            )
            yield (s, t, v), None if apart is None else not apart

    return settle("sigma tau nu", cases())


def same_order(names: list[str], m1: Value, m2: Value, space: list[Perm]) -> dict:
    """For every reference the metrics compare any two rankings alike."""
    first, second = (-1 if name in LOWER_IS_BETTER else 1 for name in names)

    def cases() -> Cases:
        for s, t, v in itertools.product(space, repeat=3):
            values = [m(s, x) for m in (m1, m2) for x in (t, v)]
            yield (
                (s, t, v),
                when_defined(
                    lambda a, b, c, d: less(first * b, first * a) == less(second * d, second * c),
                    *values,
                ),
            )

    return settle("sigma tau nu", cases())


def same_ties_cases(_: str, space: list[Perm], m1: Value, m2: Value) -> Cases:
    points: list = []  # pairs of rankings with the same two scores are one
    for s, t in itertools.product(space, repeat=2):
        x, y = m1(s, t), m2(s, t)
        if x is not None and y is not None:
            if not any(equal(x, a) and equal(y, b) for a, b in points):
                points.append((x, y))
        else:
            yield (), None
    for (a, b), (x, y) in itertools.product(points, repeat=2):
        yield (), equal(a, x) == equal(b, y)


def linear_equivalence(_: list[str], m1: Value, m2: Value, space: list[Perm]) -> dict:
    points = [(m1(s, t), m2(s, t)) for s in space for t in space]
    points = [(x, y) for x, y in points if x is not None and y is not None]
    if not points:
        return result("undecided")
    x0, y0 = points[0]
    others = [(x, y) for x, y in points if not equal(x, x0)]
    x1, y1 = others[0] if others else (x0 + 1, y0 + 1)  # if m1 is constant, a may be anything
    a = divide(minus(y1, y0), minus(x1, x0))
    ok = not equal(a, 0) and all(equal(minus(y, y0), a * minus(x, x0)) for x, y in points)
    return result("holds" if ok else "refuted")


COMPARED = {
    "linear_equivalence": linear_equivalence,
    "never_opposite": never_opposite,
    "same_order": same_order,
}
UNWITNESSED: dict = {
    **dict.fromkeys((*TABLE_3, "wider_swaps_score_lower"), swap_table_cases),
    **dict.fromkeys(("ioi_at_identity", "identity_is_least"), identity_cases),
    "swap_invariance": swap_invariance_cases,
    "consistency": consistency_cases,
    "strict_consistency": strict_consistency_cases,
    "same_ties": same_ties_cases,
}


def judge(axiom, names: list[str], n: int, *, k=None, j=None, p=None, convention="items") -> dict:
    """Judge an axiom on S_n: {"status", "witness", "undefined"}."""
    space, one_input = rankings(n), names[0] in ONE_INPUT
    if axiom == "stability":
        return settle("k sigma tau", stability_cases(names[0], n, p, convention))
    m, *others = [metric(name, n, k, j, p, convention) for name in names]
    if axiom in STATEMENTS:
        return statement(axiom, m, space, one_input)
    if axiom in ("wsd", "sensitivity"):
        return settle("i j k l", swap_cases(axiom, m, n))
    if axiom == "sensitivity_some":
        outcomes = [ok for _, ok in swap_cases("sensitivity", m, n)]
        unknown = outcomes and all(ok is None for ok in outcomes)
        return result("undecided" if unknown else "holds" if True in outcomes else "refuted")
    if axiom in UNWITNESSED:
        return settle("", UNWITNESSED[axiom](axiom, space, m, *others))
    if axiom in ("max_iff_equal", "max_agreement", "min_agreement", "reverse_is_minimal"):
        return extremal(axiom, m, space, convention)
    if axiom == "distance":
        return is_distance(m, space, one_input)
    if axiom == "linear_distance":
        return is_linear_distance(m, space)
    if axiom == "induced_distance" and one_input:
        return is_distance(lambda s, t: abs(minus(m(None, s), m(None, t))), space, False)
    if axiom in COMPARED:
        return COMPARED[axiom](names, m, others[0], space)
    found = said_of_area(axiom, m, others, space, convention)
    if found is None:
        raise LookupError(
            f"no naive reference for the axiom {axiom!r}: write plain loops over all rankings "
            f"in {HERE} and call them in judge()."
        )
    return found


def quantity(name: str, names: list[str], n: int, *, k=None, j=None, p=None, convention="items"):
    """robustness_swap, robustness_slide, agreement_ratio (reading A), agreement_ratio_b (B)."""
    space, found = rankings(n), []
    metrics = [metric(one, n, k, j, p, convention) for one in names]
    changes = [tuple(i % n + 1 for i in range(1, n + 1))]
    if name == "robustness_swap":
        changes = [swap(*ij, n) for ij in itertools.combinations(space[0], 2)]
    opposite = (names[0] in LOWER_IS_BETTER) != (names[-1] in LOWER_IS_BETTER)

    def agree(a, b, c, d) -> Fraction:
        first = less(b, a) - less(a, b)  # 1, 0 or -1
        second = (less(d, c) - less(c, d)) * (-1 if opposite else 1)
        tie = name == "agreement_ratio_b" and 0 in (first, second)
        return Fraction(tie or first == second)

    if name in ("robustness_swap", "robustness_slide"):
        for s, t, change in itertools.product(space, space, changes):
            scores = metrics[0](s, t), metrics[0](s, compose(t, change))
            found.append(when_defined(lambda a, b: abs(minus(a, b)), *scores))
    else:
        for mu, nu in itertools.combinations(space, 2):
            scores = [m(space[0], ranking) for m in metrics for ranking in (mu, nu)]
            found.append(when_defined(agree, *scores))
    known = [x for x in found if x is not None]  # the mean is over the defined cases
    return sum(known, Fraction(0)) / len(known) if known else None
