"""Claims of `group`, §6.6: distances, and what can be turned into one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from metrics import find_metric
from proofs.claims.claim import (
    AMENDED,
    CONFIRMED,
    CORRECTED,
    FAILS,
    OTHER,
    REFUTED,
    Computed,
    ask,
    compute,
    each,
    imply,
    in_paper,
)
from proofs.claims.exactly import checked, compare, identity, rankings, score, title, word
from proofs.claims.group.considered import ALL

claim = in_paper("group")


def most_are_no_distance(n: int, k: int) -> Computed:
    """More than half of the metrics are no distance."""
    import proofs

    found: list[Any] = [
        proofs.ask("distance", name, n=n, **({"k": k} if find_metric(name).depends_on_k() else {}))
        for name in ALL
    ]
    count = sum(verdict.status == "refuted" for verdict in found)
    return Computed(2 * count > len(ALL), f"{count} of {len(ALL)}", f"n = {n}, k = {k}")


def turned_is_nonnegative(name: str, n: int) -> Computed:
    """Where m has maximal agreement, m_max − m is nowhere negative."""
    top = score(name, identity(n), identity(n), 1)
    failures = (
        f"{title(name)}: {word(s)}, {word(t)}"
        for s, t in product(rankings(n), repeat=2)
        if compare(top, score(name, s, t, 1)) < 0
    )
    return checked(failures, title(name), f"n = {n}, k = 1")


def bounded_is_nonnegative(name: str, n: int, shifted: bool) -> Computed:
    """A bounded metric is nowhere negative, as it is or after subtracting its minimum."""
    values = [score(name, s, t, 1) for s, t in product(rankings(n), repeat=2)]
    low = min(values)
    high = max(values)
    least = low - low if shifted else low
    text = f"{title(name)} lies between {low} and {high}"
    return Computed(bool(least >= 0), text, f"n = {n}, k = 1")


def antisymmetric(largest: int) -> Computed:
    """f(ν, σ) = −f(σ, ν), where f(σ, ν) = DCG(σ) − DCG(ν)."""
    failures = (
        f"{word(s)}, {word(v)}"
        for n in range(2, largest + 1)
        for s, v in product(rankings(n), repeat=2)
        if compare(
            score("dcg", s, s) - score("dcg", v, v), -(score("dcg", v, v) - score("dcg", s, s))
        )
    )
    return checked(failures, "so it is", f"n = 2…{largest}")


def some_pair_equal(largest: int) -> Computed:
    """Some two different rankings have f(ν, σ) = f(σ, ν), where f(σ, ν) = DCG(σ) − DCG(ν)."""
    found = [
        (s, v)
        for n in range(2, largest + 1)
        for s, v in product(rankings(n), repeat=2)
        if s != v and compare(score("dcg", s, s), score("dcg", v, v)) == 0
    ]
    text = f"{word(found[0][0])} and {word(found[0][1])}" if found else "there is none"
    return Computed(bool(found), text, f"n = 2…{largest}")


def some_pair_differs(n: int) -> Computed:
    """Some pair has f(ν, σ) ≠ f(σ, ν), where f(σ, ν) = DCG(σ) − DCG(ν)."""
    one, two = identity(n), tuple(reversed(identity(n)))
    f = score("dcg", one, one) - score("dcg", two, two)
    text = f"{word(one)} and {word(two)}: f has sign {compare(f, 0)} and {compare(-f, 0)}"
    return Computed(compare(f, -f) != 0, text, f"n = {n}")


def triangle_of_differences(absolute: bool, n: int) -> Computed:
    """DCG(μ) − DCG(σ) is the sum by way of ν; in absolute values, at most the sum."""

    def failures() -> Iterator[str]:
        value = {s: score("dcg", s, s) for s in rankings(n)}
        for s, m, v in product(value, repeat=3):
            direct, first, second = value[m] - value[s], value[m] - value[v], value[v] - value[s]
            if absolute and compare(abs(first) + abs(second), abs(direct)) < 0:
                yield f"{word(s)}, {word(m)}, {word(v)}"
            if not absolute and compare(direct, first + second):
                yield f"{word(s)}, {word(m)}, {word(v)}"

    return checked(failures(), "so it is", f"n = {n}")


CLAIMS = (
    claim(
        "most_no_distance",
        "§6.6",
        "We show that most of them are not metrics in the mathematical sense.",
        CONFIRMED,
        "Most, but not all.",
        compute(most_are_no_distance, n=4, k=2),
    ),
    claim(
        "ioi_needed",
        "§6.6",
        "Any evaluation metric not satisfying the identity of indiscernibles or the symmetry "
        "properties is not a distance.",
        REFUTED,
        "True of symmetry, and of part (1) of Def. 11; not of the identity of indiscernibles of "
        "Def. 4, which is the one that the paper tests. MAE is a distance and does not satisfy it.",
        imply("distance", "ioi"),
        imply("distance", "symmetry"),
        imply("distance", "zero_iff_equal", role=OTHER, note="part (1) of Def. 11 instead"),
        ask("ioi", "mae", role=OTHER),
        ask("distance", "mae", role=OTHER),
    ),
    claim(
        "not_even_equivalent",
        "§6.6",
        "Furthermore, such a metric is not even linear equivalent to a distance.",
        REFUTED,
        "Kendall's τ lacks the identity of indiscernibles and is linearly equivalent to a "
        "distance. Without symmetry the sentence is true.",
        imply("linear_distance", "ioi"),
        imply("linear_distance", "symmetry"),
        ask("linear_distance", "kendall", says=FAILS, role=OTHER),
    ),
    claim(
        "bounded_suffices",
        "§6.6, after Def. 13",
        "To check whether f_m is positive definite it is enough to check whether f_m is a bounded "
        "function.",
        CORRECTED,
        "Every function on the finite S_n is bounded, and many are negative somewhere. What is "
        "true: some linearly equivalent function is positive definite.",
        compute(bounded_is_nonnegative, name="kendall", n=3, shifted=False),
        compute(
            bounded_is_nonnegative,
            name="kendall",
            n=3,
            shifted=True,
            role=AMENDED,
            note="after subtracting the minimum",
        ),
    ),
    claim(
        "equation_7",
        "§6.6, equation 7",
        "Given that m satisfies the maximal agreement property, m̃ = m_max − m satisfies positive "
        "definiteness.",
        CONFIRMED,
        "By definition; tried on the metrics that have maximal agreement.",
        *(
            compute(turned_is_nonnegative, name=name, n=3)
            for name in ("recall", "accuracy", "mcc", "jaccard", "r2", "kendall", "spearman")
        ),
    ),
    claim(
        "turning_preserves_consistency",
        "§6.6, after equation 7",
        "The change of sign in equation 7 still preserves the consistency definition.",
        REFUTED,
        "By Def. 1 as printed, Kendall's τ is consistent with itself and not with NDPM, which is "
        "(τ_max − τ)/2.",
        ask("consistency", "kendall", "ndpm"),
        ask("consistency", "kendall", "kendall", role=OTHER, n=range(2, 5)),
    ),
    claim(
        "prop_6_4",
        "Proposition 6.4",
        "f_m(σ, ν) = m(σ) − m(ν) is not a distance while |m(σ) − m(ν)| is a distance, where m is "
        "either DCG or nDCG.",
        REFUTED,
        "It inherits the fault of Prop. 6.1: two different rankings get distance zero. For "
        "smaller sizes it is true.",
        *each("induced_distance", ("dcg", "ndcg")),
        compute(some_pair_differs, n=2),
        *each("induced_distance", ("dcg", "ndcg"), n=range(2, 7), role=OTHER, note="n ≤ 6"),
    ),
    claim(
        "prop_6_4_equal_pairs",
        "Proof of Prop. 6.4; App. B",
        "It is easy to find pairs such that f_DCG(ν, σ) = f_DCG(σ, ν); in particular, f_DCG is "
        "anti-symmetric.",
        CORRECTED,
        "It must be ≠: at the sizes tried no two different rankings are such a pair.",
        compute(some_pair_equal, largest=4),
        compute(some_pair_differs, n=2, role=AMENDED),
        compute(antisymmetric, largest=4, role=AMENDED),
    ),
    claim(
        "prop_6_4_triangle",
        "Proof of Prop. 6.4; App. B",
        "f_DCG satisfies the triangle inequality with equality, |f_DCG| with ≤.",
        CONFIRMED,
        "So it is, for any function of one ranking.",
        compute(triangle_of_differences, absolute=False, n=3),
        compute(triangle_of_differences, absolute=True, n=3),
    ),
    claim(
        "prop_6_4_signs",
        "Proof of Prop. 6.4; App. B",
        "f_DCG can assume both positive and negative values.",
        CONFIRMED,
        "Already for two items.",
        compute(some_pair_differs, n=2),
    ),
)
