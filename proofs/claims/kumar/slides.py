"""Claims of `kumar`: the slides Generalized distances between rankings, in their order.

σ(i) is the rank of item i, as on the slides; F_D is read as the printed F′_D.
"""

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
from proofs.claims.kumar import computed, similarities
from proofs.claims.kumar.reversal import reversal_of_four

claim = in_paper("kumar")
FILLED = ("one", "delta", "zero")
STARS = ("kendall_star", "footrule_star")
AS_PRINTED = "F_D is read as F′_D, the only footrule with similarities that is printed"

_BASICS = (
    claim(
        "inversion",
        "Kendall's Tau",
        "An inversion: i > j and σ(i) < σ(j); K(σ) adds 1 over i < j with σ(i) > σ(j).",
        CONFIRMED,
        "The definition and the sum name the same pairs with i and j exchanged.",
        compute(computed.two_ways_to_invert),
    ),
    claim(
        "example",
        "Kendall's Tau and Spearman's Footrule, example",
        "Two inverted pairs, and total displacement 1 + 1 + 2 = 4; it is called a rotation.",
        CONFIRMED,
        "The two rotations of three items, and no other ranking of three.",
        compute(computed.ranking_of_the_example),
    ),
    claim(
        "diaconis_graham",
        "Kendall vs. Spearman Relationship",
        "∀σ: K(σ) ≤ F(σ) ≤ 2K(σ).",
        CONFIRMED,
        "For every n.",
        ask("kendall_le_footrule", "unweighted"),
        ask("footrule_le_2kendall", "unweighted"),
    ),
    claim(
        "rotation_worst",
        "Kendall vs. Spearman Relationship",
        "Thus the rotation is the worst case.",
        CONFIRMED,
        "Of the right side, for every n. It is one of many (as many as the Catalan numbers), and "
        "far from the worst case of the left side, which no ranking but the identity reaches.",
        compute(computed.rotation_reaches_twice),
        compute(computed.reaching_twice_alone, role=OTHER, note="the only worst case"),
        compute(computed.rotation_is_least, role=OTHER, note="worst case of K ≤ F"),
        compute(computed.kendall_is_footrule, role=OTHER, note="K ≤ F is reached"),
        reading="worst for F ≤ 2K",
    ),
)

_ELEMENTS = (
    claim(
        "averages",
        "Element Weights",
        "(w_i + w_j)/2 and √(w_i w_j) are the average and the geometric average of the weights.",
        CONFIRMED,
        "",
        compute(computed.averages, mean="average"),
        compute(computed.averages, mean="geometric average"),
    ),
    claim(
        "harmonic",
        "Element Weights",
        "The harmonic average of the weights is 1/(1/w_i + 1/w_j).",
        CORRECTED,
        "It is half of it: the mean of two equal weights would be half of each.",
        compute(computed.averages, mean="harmonic average"),
        compute(computed.averages, role=AMENDED, mean="harmonic average with 2 above"),
    ),
    claim(
        "subelement_inversions",
        "Element Weights",
        "The total number of inversions between subelements of i and j is w_i w_j.",
        CONFIRMED,
        "For inverted items i and j; so K_w is K of all subelements.",
        compute(computed.subelements_invert),
    ),
    claim(
        "subelement_displacement",
        "Element Weights",
        "Each of the w_i subelements is displaced by |Σ_{j<i} w_j − Σ_{σ(j)<σ(i)} w_j|.",
        CONFIRMED,
        "So F_w is F of all subelements.",
        compute(computed.subelements_move),
    ),
    claim(
        "weighted_inequality",
        "Kendall vs. Spearman Relationship (element weights)",
        "∀σ: K_w(σ) ≤ F_w(σ) ≤ 2K_w(σ).",
        CONFIRMED,
        "For every n and all weights that are not negative.",
        ask("kendall_le_footrule", "element_weights"),
        ask("footrule_le_2kendall", "element_weights"),
    ),
    claim(
        "weighted_rotation",
        "Kendall vs. Spearman Relationship (element weights)",
        "Rotation remains the worst case example.",
        CONFIRMED,
        "The right side is reached by the rotation, whatever the weights.",
        compute(computed.weighted_rotation),
        reading="worst for F_w ≤ 2K_w",
    ),
)

_POSITIONS = (
    claim(
        "cost_of_neighbours",
        "Position Weights",
        "δ_i is the cost of swapping the element at position i − 1 with the one at position i.",
        CORRECTED,
        "Both elements are charged δ_i, and K_δ multiplies: the swap costs the square of δ_i.",
        compute(computed.neighbours_cost, power=1),
        compute(computed.neighbours_cost, role=AMENDED, power=2),
        reading="the cost that K_δ gives to this swap",
    ),
    claim(
        "dcg_costs",
        "Position Weights",
        "DCG sets δ_i = 1/log i − 1/log(i + 1).",
        CONFIRMED,
        "The change of DCG when neighbours whose gains differ by one are swapped. The formula is "
        "not defined for the first place, where no cost is needed.",
        compute(computed.discounts_of_dcg, start=2),
        compute(computed.discounts_of_dcg, role=OTHER, note="from i = 1 on", start=1),
        reading="the printed log i + 1 is log(i + 1)",
    ),
    claim(
        "costs_decrease",
        "Position Weights",
        "δ_2 ≥ δ_3 ≥ … ≥ δ_n for the costs of DCG.",
        CONFIRMED,
        "Because the reciprocal of the logarithm is convex; also if the formula is read literally.",
        compute(computed.discounts_fall, successor="log(i + 1)"),
        compute(computed.discounts_fall, role=OTHER, successor="log(i) + 1"),
    ),
    claim(
        "mean_cost",
        "Position Weights",
        "p̄_i(σ) = (p_i − p_σ(i))/(i − σ(i)) is the average cost per swap charged to element i.",
        ILL_DEFINED,
        "It divides zero by zero at a fixed point, and a fixed point can be inverted with "
        "others, so K_δ and F_δ are undefined for most rankings.",
        compute(computed.mean_costs_exist),
        compute(computed.fixed_points_matter, role=OTHER, note="the value there matters"),
    ),
    claim(
        "costs_as_weights",
        "Position Weights",
        "We can treat p̄_i(σ) as if they were element weights.",
        CONFIRMED,
        "In K_δ(σ) and F_δ(σ) for one σ, and hence in the inequality. They change with σ, so "
        "what compares several rankings does not carry over: the triangle inequality is lost.",
        compute(computed.costs_as_weights),
        ask("triangle", "kendall_w", role=OTHER, note="element weights"),
        ask("triangle", "kendall_pos", role=OTHER, note="p̄ in their place"),
    ),
    claim(
        "position_inequality",
        "Position Weights",
        "∀σ: K_δ(σ) ≤ F_δ(σ) ≤ 2K_δ(σ).",
        CONFIRMED,
        "For every n and all costs that are not negative, whichever of three values p̄ has at "
        "fixed points.",
        *(ask("kendall_le_footrule", "position_weights", fixed=fixed) for fixed in FILLED),
        *(ask("footrule_le_2kendall", "position_weights", fixed=fixed) for fixed in FILLED),
        reading="p̄ = 1, δ_i or 0 at fixed points",
    ),
)

_SIMILARITIES = (
    claim(
        "identical_elements",
        "Element similarities",
        "In the extreme case L and C are identical, even though an inversion occurred.",
        CONFIRMED,
        "With distance zero between the inverted elements. D is then a pseudometric; with a "
        "metric, as it is assumed on the next slide, different rankings are at a positive "
        "distance.",
        ask("zero_iff_equal", "kendall_sim", says=FAILS),
        ask("zero_iff_equal", "footrule_sim", says=FAILS),
        ask("zero_iff_equal", "kendall_sim", role=OTHER, assume="positive", note="D > 0"),
        ask("zero_iff_equal", "footrule_sim", role=OTHER, assume="positive", note="D > 0"),
    ),
    claim(
        "similarity_example",
        "Modeling Similarities and Footrule with similarities, example",
        "K(σ) is the sum of two distances; F′_D adds D, D, and D + D.",
        CONFIRMED,
        "The rotation of three: the two that move by one add one distance each, the third both.",
        compute(similarities.example_with_similarities, note="K", footrule=False),
        compute(similarities.example_with_similarities, note="F′", footrule=True),
    ),
    claim(
        "footrule_with_similarities",
        "Kendall vs. Spearman Relationship (similarities)",
        "F_D(σ), of which the inequalities speak.",
        ILL_DEFINED,
        "The slides define F′_D and never F_D.",
        missing="no definition of F_D; F′_D is printed",
    ),
    claim(
        "within_three",
        "Kendall vs. Spearman Relationship (similarities)",
        "∀σ: 1/3 K_D(σ) ≤ F_D(σ) ≤ 3K_D(σ).",
        CONFIRMED,
        "The right side for every n, even with two in place of three; the left side for all "
        "metrics D and small n, open for every n. No constant below three halves can stand on "
        "the left, and without the triangle inequality none at all.",
        ask("footrule_le_3kendall", "similarity"),
        ask("kendall_le_3footrule", "similarity", n=(2, 3, 4, 5)),
        ask("footrule_le_2kendall", "similarity", role=OTHER, note="2 in place of 3"),
        compute(
            similarities.no_constant_below_three_halves, role=OTHER, note="K_D ≤ c·F_D with c < 3/2"
        ),
        compute(
            similarities.chain_without_triangle, role=OTHER, note="no triangle inequality", n=8
        ),
        reading=AS_PRINTED,
    ),
    claim(
        "three_is_reached",
        "Kendall vs. Spearman Relationship (similarities)",
        "There are examples where F_D(σ) = 3K_D(σ).",
        REFUTED,
        "Term by term the footrule is at most twice Kendall's distance, which the rotation "
        "reaches; three times is reached only where both are zero.",
        ask("footrule_le_2kendall", "similarity", says=FAILS),
        ask("footrule_over_kendall_max", "similarity", n=3, says="2", role=OTHER),
        reading=f"with K_D > 0; {AS_PRINTED}",
    ),
    claim(
        "conjecture",
        "Kendall vs. Spearman Relationship (similarities)",
        "We conjecture that K_D(σ) ≤ F_D(σ).",
        REFUTED,
        "False from some n on, with a metric that takes two values, and true before. The ratio "
        "gets as close to three halves as one likes. Without the triangle inequality, or with "
        "all weights together, it fails earlier. Of the rankings of four items with all weights "
        "the engines prove all but the reversal, which six cases of the weights settle.",
        ask("kendall_le_footrule", "similarity"),
        compute(
            similarities.no_constant_below_three_halves, role=OTHER, note="K_D ≤ c·F_D with c < 3/2"
        ),
        ask("kendall_le_footrule", "similarity", role=OTHER, assume="no_triangle"),
        ask("kendall_le_footrule", "combined", role=OTHER, n=5, note="K* ≤ F*"),
        ask("kendall_le_footrule", "combined", role=OTHER, n=(2, 3), note="K* ≤ F*"),
        compute(reversal_of_four, role=OTHER, note="K* ≤ F*, the reversal of four"),
        reading=AS_PRINTED,
    ),
)

_ALL = (
    claim(
        "collapse",
        "Evaluation",
        "If all weights are 1, K* and F* collapse to classical K and F.",
        CONFIRMED,
        "With p̄ one or δ_i at fixed points, not with zero.",
        compute(similarities.unit_weights, fixed="one"),
        compute(similarities.unit_weights, role=OTHER, fixed="delta"),
        compute(similarities.unit_weights, role=OTHER, fixed="zero"),
        reading="p̄ = 1 at fixed points",
    ),
    claim(
        "scale_free",
        "Evaluation",
        "K* and F* are scale free.",
        CORRECTED,
        "With p̄ one at a fixed point, as published implementations have it, doubling δ doubles "
        "some factors and not others. It is true with δ_i (or zero) there, and where every p̄ is "
        "defined.",
        *each("scale_free", STARS),
        *each("scale_free", STARS, role=AMENDED, fixed="delta"),
        *each("scale_free", STARS, role=OTHER, fixed="zero"),
        reading="multiplying all weights of one kind by t keeps every ratio of distances",
    ),
    claim(
        "right_invariant",
        "Evaluation",
        "K* and F* are right invariant.",
        CONFIRMED,
        "If the weights move with the items; with weights that stay where they are it is false.",
        *each("relabelling", STARS, convention="ranks"),
        *each("right_invariance", STARS, role=OTHER, convention="ranks", note="weights stay"),
        reading="invariant under relabeling, as the desired properties have it: weights move along",
    ),
    claim(
        "triangle",
        "Evaluation",
        "K* and F* satisfy the triangle inequality.",
        REFUTED,
        "Position costs break it, also where no fixed point occurs, and for decreasing costs "
        "like those of DCG. With element weights or similarities alone it is true for every n.",
        *each("triangle", STARS),
        ask("triangle", "kendall_pos", assume="decreasing", note="δ_2 ≥ δ_3 ≥ …"),
        compute(computed.triangle_where_defined, kind="kendall", decreasing=True),
        compute(computed.triangle_where_defined, kind="footrule", decreasing=True),
        *each("triangle", ("kendall_w", "footrule_w", "kendall_sim", "footrule_sim"), role=OTHER),
    ),
    claim(
        "factor_three",
        "Evaluation",
        "K* and F* are always within a factor of 3 of each other.",
        CONFIRMED,
        "F* is at most twice K* for every n. The other side holds for all weights and small n; "
        "for every n it is the same statement as that for similarities, and open.",
        ask("footrule_le_3kendall", "combined"),
        ask("kendall_le_3footrule", "combined", n=(2, 3, 4, 5)),
        compute(similarities.copies_carry_weights, role=OTHER, note="K*, F* as K_D, F_D of copies"),
        reading="p̄ = 1 at fixed points",
    ),
)

CLAIMS = (*_BASICS, *_ELEMENTS, *_POSITIONS, *_SIMILARITIES, *_ALL)
