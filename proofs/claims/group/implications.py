"""Claims of `group`, §7, §8 and App. A: relations among the properties, interpretability."""

from __future__ import annotations

from itertools import product
from typing import Any

from proofs.claims.claim import (
    AMENDED,
    CONFIRMED,
    CORRECTED,
    FAILS,
    ILL_DEFINED,
    OTHER,
    REFUTED,
    Computed,
    ask,
    compute,
    each,
    imply,
    in_paper,
)
from proofs.claims.exactly import compare, identity, inverse, rankings, score, title, word
from proofs.claims.group import equivalence as relations
from proofs.claims.group.considered import ALL, ERROR, but

claim = in_paper("group")
SEVEN = ("ioi", "symmetry", "right_invariance", "wsd", "sensitivity", "stability", "distance")


def share_of_properties() -> Computed:
    """Error based metrics have more than half of seven properties, on average."""
    import proofs

    held = sum(
        proofs.ask(axiom, name, n=range(4, 6)).status == "holds"  # type: ignore[union-attr]
        for axiom in SEVEN
        for name in ERROR
    )
    asked = len(SEVEN) * len(ERROR)
    return Computed(2 * held > asked, f"{held} of {asked}", "n = 4…5")


def same_maximum_for_every_n(name: str, largest: int) -> Computed:
    """m(σ, σ) is maximal and the same for all σ and all n."""
    seen: Any = None
    for n in range(2, largest + 1):
        every = list(rankings(n))
        itself = [score(name, s, s, 1) for s in every]
        if None in itself:
            return Computed(False, f"{title(name)}: no value", f"n = {n}, k = 1")
        scores = [score(name, identity(n), t, 1) for t in every]
        seen = itself[0] if seen is None else seen
        unequal = any(compare(value, seen) for value in itself)
        if unequal or any(x is not None and compare(x, seen) > 0 for x in scores):
            return Computed(False, title(name), f"n = {n}, k = 1")
    return Computed(True, title(name), f"n = 2…{largest}, k = 1")


def lacks_it(name: str, largest: int) -> Computed:
    """m(σ, σ) is not maximal, or not the same for all σ and all n."""
    found = same_maximum_for_every_n(name, largest)
    return Computed(not found.agrees, found.found, found.scope)


def maximum_depends_on_n(name: str) -> Computed:
    """If m(σ, σ) is one number for each n, it is the same number for every n."""
    values = [score(name, identity(n), identity(n), 1) for n in (3, 4)]
    text = f"{title(name)}, k = 1: {values[0]} for n = 3, {values[1]} for n = 4"
    return Computed(bool(values[0] == values[1]), text, "n = 3…4")


def lowest_at_group_inverse(name: str, n: int) -> Computed:
    """m(ρ⁻¹, ρ) is minimal, with the inverse of the group."""
    low = min(score(name, s, t) for s, t in product(rankings(n), repeat=2))
    for rho in rankings(n):
        value = score(name, inverse(rho), rho)
        if compare(value, low):
            text = f"{word(rho)}: {value}, and the minimum is {low}"
            return Computed(False, text, f"n = {n}")
    return Computed(True, "so it is", f"n = {n}")


def most_lack_it(n: int, k: int) -> Computed:
    """For more than half of the metrics the reversed ranking does not score lowest."""
    import proofs

    def lacks(name: str) -> bool:
        from metrics import find_metric

        given = {"k": k} if find_metric(name).depends_on_k() else {}
        verdict = proofs.ask("reverse_is_minimal", name, n=n, convention="ranks", **given)
        return verdict.status != "holds"  # type: ignore[union-attr]

    count = sum(map(lacks, ALL))
    return Computed(2 * count > len(ALL), f"{count} of {len(ALL)}", f"n = {n}, k = {k}")


CLAIMS = (
    claim(
        "distance_is_summary",
        "§7",
        "The distance property is a summary of three properties: symmetry, maximal agreement and "
        "the triangle inequality.",
        REFUTED,
        "Neither direction holds: a distance is smallest at equal rankings, not largest, and the "
        "three properties together allow negative values.",
        imply("symmetry", "max_agreement", "triangle", "distance"),
        imply("distance", "max_agreement"),
    ),
    claim(
        "agreement_is_positivity",
        "§7",
        "The maximal agreement property is equivalent to positive definiteness.",
        REFUTED,
        "Neither implies the other.",
        imply("max_agreement", "nonnegativity"),
        imply("nonnegativity", "max_agreement"),
        ask("nonnegativity", "kendall", role=OTHER),
        ask("max_agreement", "mae", role=OTHER),
    ),
    claim(
        "prop_7_1_agreement",
        "Proposition 7.1 (1)",
        "If m̃ and m are linearly equivalent and m satisfies the maximal agreement property, also "
        "|m̃| does.",
        CORRECTED,
        "Not |m̃|, but m̃ or −m̃, which is what the proof shows. NDPM is linearly equivalent to "
        "Kendall's τ and is its own absolute value; even an increasing shift may fail.",
        ask("max_agreement", "ndpm", note="NDPM ~ τ, |NDPM| = NDPM"),
        ask("linear_equivalence", "kendall", "ndpm", role=OTHER),
        ask("max_agreement", "kendall", role=OTHER),
        compute(relations.shifted, n=3, role=OTHER),
        compute(relations.turned_agreement, n=3, role=AMENDED),
    ),
    claim(
        "prop_7_1_symmetry",
        "Proposition 7.1 (1)",
        "If m̃ and m are linearly equivalent and m is symmetric, m̃ is also symmetric.",
        CONFIRMED,
        "Immediate from the definition; tried on all equivalent pairs.",
        compute(relations.conserved, axiom="symmetry", n=4),
    ),
    claim(
        "prop_7_1_ioi",
        "Proposition 7.1 (1)",
        "If m̃ and m are linearly equivalent and m satisfies the IoI property, also m̃ does.",
        CONFIRMED,
        "Immediate from Def. 4; tried on all equivalent pairs. The printed proof shows another "
        "statement.",
        compute(relations.conserved, axiom="ioi", n=4),
    ),
    claim(
        "prop_7_1_ioi_proof",
        "Proof of Prop. 7.1; App. B",
        "If m satisfies the identity of indiscernibles, then m(σ, ν) = m_max ↔ σ = ν.",
        REFUTED,
        "Def. 4 says nothing about where the maximum is; nor does the printed condition imply "
        "Def. 4.",
        imply("ioi", "max_iff_equal"),
        imply("max_iff_equal", "ioi", role=OTHER, note="the converse"),
    ),
    claim(
        "prop_7_1_consistent",
        "Proposition 7.1 (2)",
        "If m̃ and m are linearly equivalent, then m̃ and m are consistent.",
        CORRECTED,
        "By Def. 1 as printed only if the factor is positive, which is the case that the proof "
        "treats; with strict inequalities in Def. 1 it is true for both signs.",
        ask("consistency", "kendall", "ndpm", note="factor negative"),
        ask("linear_equivalence", "kendall", "ndpm", role=OTHER),
        ask("consistency", "mse", "mse_sum", role=AMENDED, note="factor positive"),
        ask("consistency", "dcg", "ndcg", role=AMENDED, note="factor positive"),
        ask("consistency", "r2", "spearman", role=AMENDED, note="factor positive"),
        compute(relations.equivalent_never_contradict, n=3, role=AMENDED),
    ),
    claim(
        "prop_7_2",
        "Proposition 7.2",
        "The identity of indiscernibles implies the maximal agreement property.",
        REFUTED,
        "Two rankings suffice for a counterexample. DCG is one of the paper's own: where it tells "
        "all rankings apart, it does not score equal rankings highest.",
        imply("ioi", "max_agreement"),
        ask("max_agreement", "dcg", n=range(2, 7), role=OTHER),
    ),
    claim(
        "prop_7_2_converse",
        "Proof of Prop. 7.2; App. B",
        "Precision satisfies the maximal agreement property, but not the IoI.",
        CONFIRMED,
        "So it is.",
        ask("max_agreement", "precision"),
        ask("ioi", "precision", says=FAILS),
    ),
    claim(
        "prop_7_2_zero",
        "Proof of Prop. 7.2; App. B",
        "m̃ satisfies the IoI property if m̃(σ, μ) = 0 ↔ σ = μ.",
        REFUTED,
        "Zero exactly for equal rankings does not tell other rankings apart. This is the confusion "
        "of Def. 4 with Def. 11 (1) that runs through the paper.",
        imply("zero_iff_equal", "ioi"),
    ),
    claim(
        "error_most_properties",
        "§8",
        "Metrics based on errors satisfy most of the proposed properties.",
        CONFIRMED,
        "Counted over identity of indiscernibles, symmetry, type II robustness, width swap "
        "dependency, sensitivity, stability and distance.",
        compute(share_of_properties),
    ),
    claim(
        "maximum_independent_of_length",
        "App. A",
        "Property (1) [given n, m(σ, σ) is constant] states that m_max is independent of the "
        "length of the rankings.",
        REFUTED,
        "It is stated for each n by itself. MCC as printed in App. C satisfies it, with a maximum "
        "that depends on n.",
        compute(maximum_depends_on_n, name="mcc_printed"),
        ask("max_agreement", "mcc_printed", role=OTHER),
    ),
    claim(
        "monotone_in_similarity",
        "App. A",
        "Together with the maximal agreement, property (1) implies that a metric is a monotone "
        "increasing function of the similarity of two rankings.",
        ILL_DEFINED,
        "Nothing is said about scores of rankings that differ.",
        missing="the similarity of two rankings",
    ),
    claim(
        "only_kendall_spearman",
        "App. A",
        "The only metrics automatically satisfying [m_max independent of n] are Kendall's τ and "
        "Spearman ρ.",
        REFUTED,
        "Every score that is largest at equal rankings has the same maximum there for every n.",
        *(
            compute(same_maximum_for_every_n, name=name, largest=4)
            for name in ("kendall", "spearman")
        ),
        *(compute(lacks_it, name=name, largest=4) for name in but("kendall", "spearman")),
    ),
    claim(
        "lowest_for_similar",
        "App. A",
        "For some metrics, e.g., error-based metrics, the lowest scores are assigned to maximally "
        "similar pairs of rankings.",
        CONFIRMED,
        "Judged as hedged. Of the error based metrics the R² score is the exception.",
        *each("zero_iff_equal", ("mse", "rmse", "mae", "mape", "smape")),
        *each("nonnegativity", ("mse", "rmse", "mae", "mape", "smape")),
        ask("zero_iff_equal", "r2", role=OTHER),
    ),
    claim(
        "kendall_reverse",
        "App. A",
        "Kendall's τ satisfies m(ρ⁻¹, ρ) = m_min, where ρ⁻¹ indicates the inverse ranking.",
        CONFIRMED,
        "If the inverse is the reversed order and σ(i) is the rank of item i. It is false for the "
        "list read backwards, and for the inverse of the group, which the paper itself doubts.",
        ask("reverse_is_minimal", "kendall", convention="ranks"),
        ask("reverse_is_minimal", "kendall", role=OTHER, note="the list read backwards"),
        compute(lowest_at_group_inverse, name="kendall", n=2, role=OTHER),
        reading="the charitable one: the rank of item i becomes n + 1 − σ(i)",
    ),
    claim(
        "reverse_not_minimal",
        "App. A",
        "[That the inverse ranking scores lowest] is not true for most ranking evaluation metrics.",
        CONFIRMED,
        "Many of them score equal rankings lowest, because lower is better.",
        compute(most_lack_it, n=4, k=2),
    ),
)
