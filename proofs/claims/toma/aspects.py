"""Claims of `toma`: the appendix of Principled multi-aspect evaluation of rankings (CIKM 2021)."""

from __future__ import annotations

from itertools import product

from metrics.multi_aspect import find_measure
from proofs.claims.claim import (
    AMENDED,
    CONFIRMED,
    CORRECTED,
    FAILS,
    OTHER,
    Computed,
    ask,
    compute,
    in_paper,
)
from proofs.claims.exactly import checked, word

claim = in_paper("toma")
NAMED = ("manhattan", "euclidean", "chebyshev")
OTHERS = ("weighted_manhattan", "weighted_euclidean", "weighted_chebyshev")
GRID = range(-3, 4)


def equivalence_as_printed() -> Computed:
    """l ≤* l' both when the distance of l is at least that of l', and when they are equal."""
    far, near = 2, 1
    by_2, by_3 = far >= near, far == near
    text = f"distances {far} and {near}: (2) says {by_2}, (3) says {by_3}"
    return Computed(by_2 == by_3, text, "any two different distances")


def weak_order(distances: int) -> Computed:
    """The distance order is reflexive, transitive and connected."""
    values = range(distances)
    failures = (
        f"distances {a}, {b}, {c}"
        for a, b, c in product(values, repeat=3)
        if not (a >= a and (a >= b or b >= a) and (a >= c or not (a >= b and b >= c)))
    )
    return checked(failures, "a weak order", "any distances, by their order")


def chain_of_differences() -> Computed:
    """From x ≤ y ≤ z follows x − z ≤ y − z ≤ 0 and |x − z| ≥ |y − z|."""
    failures = (
        f"{x}, {y}, {z}"
        for x, y, z in product(GRID, repeat=3)
        if x <= y <= z and not (x - z <= y - z <= 0 and abs(x - z) >= abs(y - z))
    )
    return checked(failures, "it follows", "whole numbers from −3 to 3; linear, so all reals")


def squares(signed: bool) -> Computed:
    """Squaring u ≤ v turns the inequality round: u² ≥ v²."""
    failures = (
        f"{u} ≤ {v}, and {u * u} < {v * v}"
        for u, v in product(GRID, repeat=2)
        if u <= v and (v <= 0 or not signed) and not u * u >= v * v
    )
    kind = "both at most 0" if signed else "any two numbers"
    return checked(failures, "it does", f"whole numbers from −3 to 3, {kind}")


def eleven_from(power: int) -> Computed:
    """Equation (11) follows from the inequalities of the single aspects."""
    failures = (
        f"{near} against {far}"
        for near, far in product(product(range(3), repeat=2), repeat=2)
        if all(a**power <= b**power for a, b in zip(near, far, strict=True))
        and not max(near) <= max(far)
    )
    return checked(failures, "it follows", f"two aspects, inequalities to the power {power}")


def index_of_ideal(start: int) -> Computed:
    """For every i of the range, d_i and d_{i−1} are documents of d₁, …, d_N."""
    documents = set(range(1, 6))
    failures = (f"i = {i} names d_{i - 1}" for i in range(start, 6) if i - 1 not in documents)
    return checked(failures, "they are", f"N = 5, i from {start}")


def ideal_scores_one(measure: str, largest: int) -> Computed:
    """Every list by decreasing weight scores 1, if some weight is positive."""
    chosen = find_measure(measure)
    failures = (
        f"weights {word(weights)}: {chosen.at(weights)}"
        for size in range(1, largest + 1)
        for weights in product((2, 1, 0), repeat=size)
        if weights[0] and list(weights) == sorted(weights, reverse=True) and chosen.at(weights) != 1
    )
    return checked(failures, "all of them do", f"n ≤ {largest}, weights 0, 1, 2, not all 0")


def weighted_once(as_printed: bool) -> Computed:
    """The assessed run has the labels of all documents, to which W is then applied."""
    entries = ["label"] * 4 + ["weight" if as_printed else "label"]
    return Computed(
        len(set(entries)) == 1,
        "the last entry is a weight already" if as_printed else "all entries are labels",
        "N = 5",
    )


CLAIMS = (
    claim(
        "equation_2",
        "Equation (2)",
        "The distance order is a weak order on the labels.",
        CONFIRMED,
        "Numbers compared by size always give one.",
        compute(weak_order, distances=4),
    ),
    claim(
        "equation_3",
        "Equation (3)",
        "l ≤* l' ⇔ Dist(l, l*) = Dist(l', l*).",
        CORRECTED,
        "The sign of the weak order for another relation; its equivalence is meant.",
        compute(equivalence_as_printed),
        compute(weak_order, role=AMENDED, note="with a sign of its own for =*", distances=4),
    ),
    claim(
        "any_distance",
        "Opening of Appendix A, with Equation (2)",
        "TOMA, where Dist is any function such that Dist(l*, l*) = 0, satisfies the partial order.",
        CORRECTED,
        "Such a function may go up and down; for the three distances of the theorem it is true.",
        ask("respects_partial_order", "arbitrary"),
        *(ask("respects_partial_order", name, role=AMENDED) for name in NAMED),
        reading="the opening sentence with the Dist of Equation (2); Theorem A.1 itself claims it "
        "for three distances only",
    ),
    claim(
        "theorem_a1",
        "Theorem A.1",
        "With Euclidean, Manhattan or Chebyshev distance, l ⊑ l' implies l ≤* l'.",
        CONFIRMED,
        "For every number of aspects and all non-decreasing embeddings in the reals.",
        *(ask("respects_partial_order", name) for name in NAMED),
        *(
            ask("respects_partial_order", name, role=OTHER, note="not in the paper")
            for name in OTHERS
        ),
        ask("respects_partial_order", "mahalanobis", role=OTHER, note="not in the paper"),
        ask("respects_partial_order", "cosine", role=OTHER, note="not in the paper"),
        *(ask("respects_strictly", name, role=OTHER, note="strictly") for name in NAMED),
    ),
    claim(
        "equations_6_to_8",
        "Equations (6) to (8)",
        "g(l) ≤ g(l') ≤ g(l*) implies |g(l) − g(l*)| ≥ |g(l') − g(l*)|.",
        CONFIRMED,
        "",
        compute(chain_of_differences),
    ),
    claim(
        "equation_9",
        "Equation (9)",
        "Taking the square values in (7) gives (9).",
        CONFIRMED,
        "Because neither side is positive; for numbers of any sign squaring does not turn an "
        "inequality round.",
        compute(squares, signed=True),
        compute(squares, role=OTHER, note="without the 0 of (7)", signed=False),
    ),
    claim(
        "equation_11",
        "Equations (10) and (11)",
        "By Equation (9) we have (11).",
        CONFIRMED,
        "It is the inequality of absolute values that is used; that of squares serves as well.",
        compute(eleven_from, power=2),
        compute(eleven_from, role=OTHER, note="by Equation (8)", power=1),
    ),
    claim(
        "any_dimension",
        "Note after Theorem A.1",
        "The three distances are always defined, for any number of aspects.",
        CONFIRMED,
        "They are; the cosine distance would not be at the origin.",
        *(ask("respects_partial_order", name, note="defined everywhere") for name in NAMED),
    ),
    claim(
        "assessed_run",
        "Proof of Theorem A.2",
        "r̂ = (GT(d₁, t), …, W(GT(d_N, t))).",
        CORRECTED,
        "W is printed in the last entry only; without it μ(W(r̂)) is what the definition says.",
        compute(weighted_once, as_printed=True),
        compute(weighted_once, role=AMENDED, as_printed=False),
    ),
    claim(
        "theorem_a2_bound",
        "Theorem A.2, Equation (12), left",
        "M(r) ≤ 1 for all ranked lists r ∈ D*.",
        CONFIRMED,
        "It is what is assumed of μ. On lists with repeated documents average precision exceeds "
        "the bound, so it is no such μ on all of D*.",
        ask("upper_bound_reached", "ap", n=(1, 2, 3), note="rankings"),
        ask("upper_bound_reached", "ndcg", n=(1, 2, 3), note="rankings"),
        ask("upper_bound_reached", "ap", role=OTHER, n=(1, 2), lists="repeats", note="repeats"),
    ),
    claim(
        "theorem_a2_reached",
        "Theorem A.2, Equation (12), right",
        "For any μ with scores in [0, 1] there is a list with M = 1.",
        CORRECTED,
        "A range within the unit interval does not mean that its end is reached: precision at k "
        "fails with fewer than k relevant documents, rank-biased precision always. Average "
        "precision and nDCG reach it on every collection on which they are defined.",
        ask("upper_bound_reached", "precision_at_k", k=2, n=(1, 2, 3), note="precision at 2"),
        ask("upper_bound_reached", "rbp", p="4/5", n=(1, 2, 3), note="RBP with p = 4/5"),
        ask("upper_bound_reached", "ap", role=AMENDED, n=(1, 2, 3), note="average precision"),
        ask("upper_bound_reached", "ndcg", role=AMENDED, n=(1, 2, 3), note="nDCG"),
    ),
    claim(
        "ap_of_ideal",
        "Proof of Theorem A.2",
        "AP returns 1 to any ranking where relevant documents are placed before non-relevant ones.",
        CONFIRMED,
        "Where there is a relevant document; otherwise it has no value and is left out.",
        compute(ideal_scores_one, measure="ap", largest=5),
        ask("upper_bound_reached", "ap", n=(1, 2, 3, 4), note="and nothing scores more"),
    ),
    claim(
        "ndcg_of_ideal",
        "Proof of Theorem A.2",
        "NDCG returns 1 if we sort the documents by their relevance label.",
        CONFIRMED,
        "Where some document has a positive weight; otherwise it has no value and is left out.",
        compute(ideal_scores_one, measure="ndcg", largest=4),
        ask("upper_bound_reached", "ndcg", n=(1, 2, 3), note="and nothing scores more"),
    ),
    claim(
        "equation_14",
        "Equation (14)",
        "GT(d_i, t) ≤* GT(d_{i−1}, t) for all i ∈ {1, …, N}.",
        CORRECTED,
        "The first i names a document d₀; i has to start one later.",
        compute(index_of_ideal, start=1),
        compute(index_of_ideal, role=AMENDED, start=2),
    ),
    claim(
        "cam_and_mm",
        "Appendix B",
        "CAM and MM need not reach the upper bound 1.",
        CONFIRMED,
        "Two documents, each the best in one of two aspects, are the smallest collection.",
        ask("upper_bound_reached", "cam", says=FAILS, n=(1, 2, 3), measure="ap"),
        ask("upper_bound_reached", "cam", says=FAILS, n=(1, 2, 3), measure="ndcg"),
        ask("upper_bound_reached", "mm", says=FAILS, n=(1, 2, 3), measure="ap"),
        ask("upper_bound_reached", "mm", says=FAILS, n=(1, 2, 3), measure="ndcg"),
        reading="that no topic of the Web tracks lets them reach 1 is about data we do not have",
    ),
)
