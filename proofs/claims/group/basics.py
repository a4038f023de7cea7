"""Claims of `group`, abstract to §5: groups, metrics, consistency, the agreement ratio."""

from __future__ import annotations

from proofs.claims.claim import (
    AMENDED,
    CONFIRMED,
    CORRECTED,
    FAILS,
    ILL_DEFINED,
    OTHER,
    REFUTED,
    ask,
    compute,
    each,
    in_paper,
)
from proofs.claims.group import max_agreement as agreement
from proofs.claims.group import permutations
from proofs.claims.group.considered import ALL, ERROR

claim = in_paper("group")

CLAIMS = (
    claim(
        "no_distance",
        "§1; Table 2, row “distance”",
        "None of the metrics is a mathematical distance.",
        REFUTED,
        "The exceptions satisfy all of Def. 11. The paper rules them out by the identity of "
        "indiscernibles of Def. 4 (different rankings get different scores), but a distance needs "
        "only part (1) of Def. 11 (zero exactly for equal rankings), which is weaker.",
        *each("distance", ALL, says=FAILS),
        ask("distance", "mae_sum", says=FAILS, role=OTHER, note="without the factor, as printed"),
        ask("distance", "ndpm_printed", says=FAILS, role=OTHER, note="as printed in App. C"),
        ask("distance", "rmae", says=FAILS, role=OTHER, note="defined in App. C, not in Table 1"),
    ),
    claim(
        "error_interchangeable",
        "§3",
        "Error based metrics: their evaluation does not depend on which are the predicted and the "
        "true labels, as they involve either squared or absolute values.",
        REFUTED,
        "MAPE divides by the entries of one of the two rankings and is not symmetric.",
        *each("symmetry", ERROR),
    ),
    claim(
        "size_of_group",
        "§3",
        "S_n is the set of bijective functions from {1, …, n} to itself, a group with respect to "
        "composition; its size is n!.",
        CONFIRMED,
        "Counted, and every law of a group tried.",
        compute(permutations.size_of_group, largest=6),
        compute(permutations.is_group, largest=4),
    ),
    claim(
        "not_commutative",
        "§3",
        "The composition of permutations is not commutative, i.e., generally σ∘ν ≠ ν∘σ.",
        CONFIRMED,
        "From three items on.",
        compute(permutations.commutes, n=3),
    ),
    claim(
        "cycle_decomposition",
        "§3",
        "Each permutation can be rewritten in a unique way as the composition of relatively "
        "disjoint permutations (or cycles).",
        CONFIRMED,
        "True for cycles of length at least two, up to their order.",
        compute(permutations.one_cycle_decomposition, largest=5),
        reading="cycles, not arbitrary disjoint permutations: those could be merged",
    ),
    claim(
        "swaps_not_closed",
        "§3",
        "The set of swaps is not closed with respect to the group operation.",
        CONFIRMED,
        "Two equal swaps already compose to the identity, which is no swap.",
        compute(permutations.swaps_are_closed, n=2),
    ),
    claim(
        "position_or_item",
        "§3",
        "σ(i) indicates the position in which the ith element is sent; set(σ|t) = {σ(1), …, σ(t)} "
        "is the set of the first t elements ranked.",
        ILL_DEFINED,
        "The two sentences read permutations in two ways, and left and right invariance change "
        "places between them. We follow App. C (items) unless a claim says otherwise.",
        compute(permutations.top_of, sigma=(2, 3, 1), t=1, role=OTHER),
        missing="whether σ(i) is the position of element i or the element at position i",
    ),
    claim(
        "appendix_defines_all",
        "§3",
        "We report the considered metrics in Table 1 and refer to Appendix C for the formal "
        "definitions.",
        ILL_DEFINED,
        "MAPE is in Tables 1, 2 and 3 and in Proposition 6.2; RMAE is defined and never used. "
        "We take MAPE with the first ranking as the true values.",
        missing="a definition of MAPE: App. C gives none",
    ),
    claim(
        "ndpm_same_characteristics",
        "§3",
        "NDPM is slightly differently defined, although it satisfies the same characteristics as "
        "the correlation based metrics.",
        CONFIRMED,
        "It is an affine image of Kendall's τ, with the direction turned.",
        ask("linear_equivalence", "kendall", "ndpm"),
        ask("symmetry", "ndpm"),
        ask("right_invariance", "ndpm"),
        ask("wsd", "ndpm"),
        ask("ioi", "ndpm", says=FAILS),
    ),
    claim(
        "nonnegative_values",
        "§4",
        "Generally, a ranking evaluation metric is a function m: S_n × S_n → R₊.",
        REFUTED,
        "Correlations and their relatives take negative values. Def. 5 writes R instead.",
        *each("nonnegativity", ALL),
    ),
    claim(
        "defined_values",
        "§4",
        "Generally, a ranking evaluation metric is a function on S_n × S_n.",
        ILL_DEFINED,
        "The likelihood ratios and the prevalence threshold have no value at some pairs of "
        "rankings; LR+ has none at any two equal rankings.",
        *(compute(permutations.defined_everywhere, name=name, largest=4) for name in ALL),
    ),
    claim(
        "minus_still_inconsistent",
        "§4, after Def. 1",
        "The first line of equation 1 guarantees that −m₂ is still non-consistent with m₁.",
        CORRECTED,
        "As printed the first line asks nothing: μ = σ always satisfies it. With strict "
        "inequalities in both lines the sentence is true, because −m₂ exchanges the lines.",
        compute(agreement.still_non_consistent, n=3, strict=False),
        compute(
            agreement.still_non_consistent,
            n=3,
            strict=True,
            role=AMENDED,
            note="Def. 1 with < in place of ≤",
        ),
        reading="if m₁ and m₂ are non-consistent by Def. 1, then m₁ and −m₂ are",
    ),
    claim(
        "similar_not_consistent",
        "§4",
        "Pairs of metrics theoretically similar are not necessarily consistent with each other.",
        CONFIRMED,
        "Two error metrics and two correlation metrics contradict each other.",
        ask("consistency", "mse", "mae", says=FAILS),
        ask("consistency", "kendall", "spearman", says=FAILS),
    ),
    claim(
        "most_pairs_inconsistent",
        "Abstract; §4",
        "Contradictory evaluations frequently appear among pairs of metrics; most pairs exhibit "
        "inconsistencies.",
        CONFIRMED,
        "Counted by Def. 1 as printed; a pair counts only if turning one metric does not help.",
        compute(agreement.most_pairs_contradict, n=4, k=2),
    ),
    claim(
        "kendall_counts_swaps",
        "§5",
        "Kendall's τ score measures the smallest number of swaps of adjacent elements that "
        "transform one ranking into the other.",
        CORRECTED,
        "The number of discordant pairs does; τ is an affine image of it. Adjacent means "
        "neighbouring ranks, so σ(i) must be the rank of item i.",
        compute(permutations.fewest_adjacent_swaps, metric="kendall", by_value=True, largest=4),
        compute(
            permutations.fewest_adjacent_swaps,
            metric="kendall_distance",
            by_value=True,
            largest=4,
            role=AMENDED,
            note="the Kendall distance, swapping neighbouring ranks",
        ),
        compute(
            permutations.fewest_adjacent_swaps,
            metric="kendall_distance",
            by_value=False,
            largest=4,
            role=OTHER,
            note="the Kendall distance, swapping neighbouring places",
        ),
    ),
    claim(
        "agreement_ratio",
        "Def. 2",
        "The agreement ratio sums f(ν, μ) = 1{μ, ν are consistent w.r.t. σ} over μ, ν ∈ T.",
        ILL_DEFINED,
        "Consistency is defined for two metrics, not for two rankings, and ties are not mentioned. "
        "We read: both metrics compare μ and ν the same way, ties equal only to ties (reading A); "
        "in reading B a tie in either metric agrees with everything.",
        missing="what it means that two rankings are consistent with respect to σ",
    ),
    claim(
        "ratio_one_if_consistent",
        "§5.1",
        "The agreement ratio equals 1 whenever m₁ and m₂ are consistent.",
        CORRECTED,
        "As printed the sum runs over all μ, ν ∈ T but is divided by |T|(|T| − 1): equal metrics "
        "get more than one. The sum must run over μ ≠ ν, and ties must count as in reading B: a "
        "constant metric is consistent with every metric, and shares no comparison with DCG.",
        compute(
            agreement.one_when_consistent, diagonal=True, note="a metric and itself, μ = ν counted"
        ),
        compute(
            agreement.one_when_consistent,
            diagonal=False,
            role=AMENDED,
            note="a metric and itself, μ ≠ ν",
        ),
        ask("consistency", "dcg", "f1_printed", n=3, k=2, role=AMENDED),
        ask("agreement_ratio_b", "dcg", "f1_printed", says="1", n=3, k=2, role=AMENDED),
        ask("agreement_ratio", "dcg", "f1_printed", says="1", n=3, k=2, role=OTHER),
    ),
    claim(
        "ratio_independent_of_sigma",
        "§5.1",
        "Up to renaming the elements, we suppose σ = id, such that the agreement ratio does not "
        "depend on σ.",
        REFUTED,
        "Renaming changes both rankings, and metrics of one ranking, such as DCG, notice.",
        compute(agreement.does_not_depend_on_sigma, n=2),
    ),
    claim(
        "ratio_symmetric",
        "§5.1",
        "The agreement ratio is symmetric.",
        CONFIRMED,
        "In reading A, for all pairs of metrics.",
        compute(agreement.ratio_is_symmetric, n=3, k=1),
    ),
    claim(
        "ratio_reversed",
        "§5.1",
        "In the case of no agreements for most pairs, we considered −m₂, which leads to a reversed "
        "agreement ratio with m₁.",
        CORRECTED,
        "The two ratios add up to one only where neither metric has ties.",
        compute(agreement.reversed_by_minus, n=3, without_ties=False),
        compute(agreement.reversed_by_minus, n=3, without_ties=True, role=AMENDED),
    ),
    claim(
        "ratio_evenly_distributed",
        "§5.1, Figure 1",
        "The agreement ratio is evenly distributed; the number of highly agreeing pairs is not "
        "significantly different from the number of pairs highly disagreeing.",
        ILL_DEFINED,
        "Without thresholds there is nothing to test. With three quarters and one quarter the two "
        "numbers differ widely.",
        compute(agreement.evenly_distributed, n=100, k=30, pairs=2000, role=OTHER),
        missing="what highly agreeing and highly disagreeing mean",
        slow=True,
    ),
    claim(
        "similar_agree",
        "§5.1, Figure 1",
        "The evaluation metrics similar from a theoretical point of view have a high agreement "
        "ratio.",
        CONFIRMED,
        "Judged as a comparison of averages: within the families of Table 1 and across them.",
        compute(agreement.higher_within_families, n=100, k=30, pairs=2000),
        slow=True,
    ),
)
