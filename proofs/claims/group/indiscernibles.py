"""Claims of `group`, §6 and §6.1: linear equivalence, identity of indiscernibles, Table 3."""

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
from proofs.claims.group import equivalence as relations
from proofs.claims.group import proof_steps as steps
from proofs.claims.group.considered import ALL, CONFUSION, RANKS, but

claim = in_paper("group")

# Table 3, from left to right; the copy we have shows two marks more than columns in each row.
COLUMNS = (
    "mse", "rmse", "mae", "mape", "smape", "r2", "kendall", "spearman", "dcg", "ndcg", "mrr", "gmr",
    "ndpm", "mean_rank",
)  # fmt: skip
SURPLUS = (
    "our copy of the paper has more marks than columns in this row; the column “CMB metrics” is "
    "the first mark, and the others are read in the order of the header"
)
TIED_2 = ("mse", "rmse", "mae", "r2", "kendall", "spearman", "mrr", "gmr", "ndpm", "mean_rank")
TIED_3 = ("mape", "smape", "mrr", "gmr", "mean_rank")

CLAIMS = (
    claim(
        "equivalence_relation",
        "§6, after Def. 3",
        "A linear equivalence is an equivalence relation: reflexive, symmetric (any linear "
        "function is invertible), and m₁ ~ m₂ and m₂ ~ m₃ ↔ m₁ ~ m₃.",
        CORRECTED,
        "With → in the last part. The other direction fails for any m₂ that is not equivalent.",
        compute(relations.transitive, both_ways=True, n=3),
        compute(relations.transitive, both_ways=False, n=3, role=AMENDED),
        compute(relations.reflexive_and_symmetric, n=3, role=AMENDED),
        reading="linear: a·x + b with a ≠ 0",
    ),
    claim(
        "most_properties_conserved",
        "§6; §7",
        "Most ranking evaluation metrics properties are conserved under linear equivalence.",
        CONFIRMED,
        "Of the properties listed in §6, those that only compare scores for equality are "
        "conserved; stability, type I robustness, maximal agreement and distance are not.",
        compute(relations.conserved, axiom="ioi", n=4),
        compute(relations.conserved, axiom="symmetry", n=4),
        compute(relations.conserved, axiom="right_invariance", n=4),
        compute(relations.conserved, axiom="wsd", n=4),
        compute(relations.conserved, axiom="sensitivity", n=4),
        compute(relations.conserved, axiom="max_agreement", n=4, role=OTHER),
        compute(relations.conserved, axiom="distance", n=4, role=OTHER),
    ),
    claim(
        "kendall_no_distance",
        "§6",
        "Kendall's τ is not compatible with our identity of indiscernibles, thus not allowing us "
        "to consider it a distance.",
        REFUTED,
        "Def. 4 fails, but Def. 11 does not need Def. 4: the affine image (1 − τ)/2 is a distance.",
        ask("ioi", "kendall", says=FAILS),
        ask("linear_distance", "kendall", says=FAILS),
        ask("distance", "kendall_distance", says=FAILS, role=OTHER),
    ),
    claim(
        "renaming_ioi",
        "§6.1, after Def. 4",
        "Up to renaming the elements, we can rewrite equation 2 as m(id, τ) = m(id, ν) ⇔ ν = τ.",
        CORRECTED,
        "Not for every metric, but for those of the paper.",
        compute(steps.renaming_every_metric),
        compute(steps.renaming, largest=3, role=AMENDED),
    ),
    claim(
        "almost_all_fail_small_n",
        "§6.1",
        "For (almost) all metrics, it is possible to find examples in S_n (even with small n) that "
        "do not satisfy the IoI property.",
        CONFIRMED,
        "For all of them, with DCG and nDCG the last to fail.",
        *each("ioi", ALL, says=FAILS),
    ),
    claim(
        "set_based_fail",
        "§6.1",
        "All set based metrics and metrics@k do not satisfy the IoI property.",
        CONFIRMED,
        "From three items on; the other lines try every cut-off at one size.",
        *each("ioi", (*CONFUSION, *RANKS), says=FAILS),
        *(
            ask("ioi", name, says=FAILS, n=5, k=k, role=OTHER, note="every k at n = 5")
            for name in (*CONFUSION, *RANKS)
            for k in range(1, 5)
        ),
    ),
    claim(
        "top_swap",
        "§6.1",
        "For all confusion matrix based metrics, σ = (i j) with i, j < k gives m(id, id) = "
        "m(id, σ).",
        ILL_DEFINED,
        "True where the values exist: LR+ divides by zero whenever the two top sets are equal.",
        *(compute(steps.unchanged_by_top_swap, name=name, n=5, k=4) for name in CONFUSION),
    ),
    claim(
        "before_and_after_k",
        "§6.1; §6.4; App. C.1",
        "All permutations σ = ν(before k)∘ν(after k) are examples; the ordering of the elements "
        "before and after k is irrelevant for confusion matrix based metrics.",
        ILL_DEFINED,
        "True where the values exist; LR+ has none at equal top sets.",
        *(compute(steps.unchanged_within_blocks, name=name, n=4) for name in CONFUSION),
    ),
    claim(
        "table_3_row_1",
        "Table 3, (1 2) and id",
        "Among rankings of ten items, five relevant, only the confusion matrix based metrics do "
        "not distinguish (1 2) from id.",
        REFUTED,
        "MRR, GMR and mean rank look at the set of the first five entries, which is the same.",
        *(compute(steps.told_apart, name=name, row="1", printed=True) for name in COLUMNS),
        *(compute(steps.told_apart, name=name, row="1", printed=False) for name in CONFUSION),
        reading=SURPLUS,
    ),
    claim(
        "table_3_row_2",
        "Table 3, (1 2) and (3 4)",
        "Only MAPE, SMAPE, DCG and nDCG distinguish (1 2) from (3 4).",
        ILL_DEFINED,
        "So it is where the values exist; LR+ has none here.",
        *(
            compute(steps.told_apart, name=name, row="2", printed=name not in TIED_2)
            for name in COLUMNS
        ),
        *(compute(steps.told_apart, name=name, row="2", printed=False) for name in CONFUSION),
        reading=SURPLUS,
    ),
    claim(
        "table_3_row_3",
        "Table 3, (1 2) and (2 4)",
        "MAPE, SMAPE, MRR, GMR, meanRank and the confusion matrix based metrics do not distinguish "
        "(1 2) from (2 4); the others do.",
        ILL_DEFINED,
        "So it is where the values exist; LR+ has none here.",
        *(
            compute(steps.told_apart, name=name, row="3", printed=name not in TIED_3)
            for name in COLUMNS
        ),
        *(compute(steps.told_apart, name=name, row="3", printed=False) for name in CONFUSION),
        reading=SURPLUS,
    ),
    claim(
        "cmb_behave_equivalently",
        "§6.1",
        "The confusion matrix based metrics are grouped in a single column as they behave "
        "equivalently.",
        ILL_DEFINED,
        "Each is a one-to-one function of the overlap of the two top sets where it has a value; "
        "the likelihood ratios and the prevalence threshold do not always have one.",
        *(compute(steps.ties_by_overlap, name=name, largest=4) for name in CONFUSION),
    ),
    claim(
        "prop_6_1",
        "Proposition 6.1",
        "DCG and nDCG are the only two metrics among the ones considered satisfying the identity "
        "of indiscernibles.",
        REFUTED,
        "No metric of the paper satisfies it for every n. The sentence is true for the sizes shown "
        "as the other reading, at which all others fail; for fewer items others satisfy it too.",
        *each("ioi", ("dcg", "ndcg")),
        *each("ioi", but("dcg", "ndcg"), says=FAILS),
        *each("ioi", ("dcg", "ndcg"), n=range(4, 7), role=OTHER, note="n = 4…6"),
    ),
    claim(
        "dcg_constant_factor",
        "Proof of Prop. 6.1; §6.6; App. C.3",
        "DCG and nDCG differ only for a constant multiplicative factor; they are linearly "
        "equivalent, and there are no inconsistencies among them.",
        CONFIRMED,
        "The factor is the largest DCG on S_n.",
        ask("linear_equivalence", "dcg", "ndcg"),
        ask("consistency", "dcg", "ndcg"),
    ),
    claim(
        "prop_6_1_wlog",
        "Proof of Prop. 6.1",
        "Without loss of generality, we prove: DCG(id) = DCG(σ) ⇔ σ = id.",
        REFUTED,
        "This is where the proof fails: DCG is not invariant under renaming, from either side, so "
        "comparing with the identity is a real restriction.",
        compute(steps.without_loss_of_generality, n=7),
        ask("right_invariance", "dcg", role=OTHER),
        ask("left_invariance", "dcg", role=OTHER),
    ),
    claim(
        "equation_4",
        "Proof of Prop. 6.1, equation 4",
        "Σ (i − σ(i))/log₂(i + 1) < 0 ⇔ σ ≠ id.",
        CONFIRMED,
        "True, by the rearrangement inequality for every n: the identity has the lowest DCG of "
        "all rankings.",
        compute(steps.smallest_at_identity, largest=6),
    ),
    claim(
        "base_case",
        "Proof of Prop. 6.1, base case",
        "In S₂, DCG(id) = 0 while DCG((1 2)) = −1/log₂ 2 + 1/log₂ 3 < 0.",
        CORRECTED,
        "This is the sum of equation 4, not DCG.",
        compute(steps.base_case, of_difference=False),
        compute(steps.base_case, of_difference=True, role=AMENDED, note="the sum of equation 4"),
    ),
    claim(
        "renaming_fixed_element",
        "Proof of Prop. 6.1, inductive case",
        "σ fixes one element: up to renaming the elements, we suppose that n is fixed by σ.",
        CORRECTED,
        "Renaming changes the sum. The induction works if the cases are: σ fixes n, or not.",
        compute(steps.fixed_element_renamed, n=3),
        compute(steps.last_element_fixed, largest=5, role=AMENDED),
    ),
    claim(
        "immersion",
        "Proof of Prop. 6.1, inductive case",
        "The immersion of S_n in S_(n+k) is surjective on A = {σ ∈ S_(n+k) | σ(i) = i, ∀ i > n + "
        "k}.",
        CORRECTED,
        "As printed A is all of S_(n+k); it must be i > n.",
        compute(steps.immersion_is_onto, n=2, k=1, above="n + k"),
        compute(steps.immersion_is_onto, n=2, k=1, above="n", role=AMENDED),
        compute(steps.immersion_is_onto, n=3, k=2, above="n", role=AMENDED),
    ),
    claim(
        "factorisation",
        "Proof of Prop. 6.1, inductive case",
        "If σ(n) ≠ n, then σ = τ∘μ with τ = (j n), μ(k*) = j, μ(n) = n, and μ = σ elsewhere.",
        CONFIRMED,
        "With j = σ(n) and k* the place of n.",
        compute(steps.factors, largest=5),
    ),
    claim(
        "displayed_sum",
        "Proof of Prop. 6.1, inductive case",
        "The displayed equations rewrite the sum over σ as the sum over μ and three terms.",
        CONFIRMED,
        "Term by term.",
        compute(steps.displayed_sum, largest=5),
    ),
    claim(
        "displayed_bound",
        "Proof of Prop. 6.1, inductive case",
        "The remaining terms are less than zero, also in the case μ = id.",
        CONFIRMED,
        "So it is.",
        compute(steps.displayed_bound, largest=5),
    ),
    claim(
        "table_3_shows_all",
        "Proof of Prop. 6.1",
        "Table 3 shows examples where the IoI is not satisfied for all the other metrics.",
        ILL_DEFINED,
        "For all but LR+, which has no value at these rankings; it fails elsewhere.",
        *(compute(steps.some_row_ties, name=name) for name in but("dcg", "ndcg")),
        ask("ioi", "lr_plus", says=FAILS, role=OTHER),
    ),
)
