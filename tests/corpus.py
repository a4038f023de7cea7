"""Questions whose answers are known by an argument of one line, for every engine and printer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Known:
    """A question, its answer, and why."""

    axiom: str
    metrics: tuple[str, ...]
    n: int
    status: str
    why: str
    given: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.axiom}-{'-'.join(self.metrics)}-{self.n}"


def known(axiom: str, metric: str, n: int, status: str, why: str, **given: Any) -> Known:
    """Return a known answer about one metric, or two joined by a plus sign."""
    return Known(axiom, tuple(metric.split("+")), n, status, why, given)


CORPUS = [
    known("symmetry", "mae", 3, "holds", "|a − b| = |b − a|"),
    known("symmetry", "kendall", 4, "holds", "a product of two signs commutes"),
    known("symmetry", "mape", 3, "refuted", "12 against 21: 1/1 + 1/2 both ways, but not for 132"),
    known("symmetry", "dcg", 2, "refuted", "it reads one ranking, and 12 and 21 score differently"),
    known("symmetry", "recall", 4, "refuted", "|R| = 1, |S| = 2: recall divides by |R|", j=1, k=2),
    known("symmetry", "recall", 4, "holds", "|R ∩ S| is symmetric and |R| = |S|", k=2),
    known("ioi", "dcg", 2, "holds", "1 + 2/log₂3 ≠ 2 + 1/log₂3"),
    known("ioi", "mae", 3, "refuted", "(213) and (132) are both one swap of neighbours from id"),
    known("ioi", "recall", 3, "refuted", "order inside the top k is not seen", k=2),
    known("ioi", "mean_rank", 3, "refuted", "1 + 2 = 2 + 1", k=2),
    known("ioi", "gmr", 3, "refuted", "1·2 = 2·1", k=2),
    known("zero_iff_equal", "mse", 3, "holds", "a sum of squares"),
    known("zero_iff_equal", "kendall", 2, "refuted", "τ(σ, σ) = 1"),
    known("right_invariance", "mse", 3, "holds", "the sum runs over all places"),
    known("right_invariance", "kendall_distance", 3, "holds", "the sum runs over all pairs"),
    known("left_invariance", "mae", 3, "refuted", "renaming items changes their differences"),
    known("left_invariance", "recall", 3, "holds", "a renaming keeps intersections", k=1),
    known(
        "triangle", "kendall_distance", 3, "holds", "inversions of a product are at most the sum"
    ),
    known("triangle", "mse", 3, "refuted", "squares: 123 to 231 through 132 costs 2 > 2/3 + 2/3"),
    known("nonnegativity", "kendall", 2, "refuted", "τ of a ranking and its reverse is −1"),
    known("nonnegativity", "smape", 3, "holds", "quotients of nonnegative numbers"),
    known("max_agreement", "spearman", 3, "holds", "ρ = 1 − a multiple of a sum of squares"),
    known("max_agreement", "mae", 2, "refuted", "m(σ, σ) = 0 is the smallest, not the largest"),
    known("wsd", "mae", 4, "holds", "a swap of width d costs 2d/n"),
    known("wsd", "dcg", 3, "refuted", "early places weigh more"),
    known("sensitivity_some", "mae", 4, "refuted", "a swap of width d costs 2d/n, wherever"),
    known("sensitivity", "dcg", 4, "holds", "1 − 1/log₂3 > 1/2 − 1/log₂5"),
    known("distance", "footrule", 3, "holds", "ℓ₁ distance of the two sequences"),
    known("linear_distance", "kendall", 3, "holds", "(1 − τ)·3/2 is the Kendall distance"),
    known("linear_equivalence", "mse+spearman", 3, "holds", "ρ = 1 − 6n·MSE/(n(n² − 1))"),
    known(
        "linear_equivalence", "mse+mae", 3, "refuted", "MSE is not affine in MAE: 0, 2/3, 2, 8/3"
    ),
    known("consistency", "recall+precision", 3, "holds", "equal where |R| = |S|", k=1),
    known("stability", "mae", 3, "holds", "it has no cut-off"),
    known("stability", "recall", 3, "refuted", "123 and 213: recall@1 = 0, recall@2 = 1"),
    known("symmetry", "spearman", 1, "undecided", "0/0 at n = 1"),
    known("induced_distance", "dcg", 3, "holds", "the six values differ"),
    known("symmetry", "area", 3, "holds", "half the sum of (F(k) − k)², and F⁻¹ has the same"),
    known("symmetry", "point", 3, "refuted", "F = 231 starts with 1, its inverse 312 with 2", k=1),
    known("triangle", "area", 3, "refuted", "squares: 3 > 1 + 1 from 123 to 231 through 213"),
    known("nonnegativity", "point", 4, "holds", "two different ranks add up to 3 at least", k=2),
    known("always_zero", "point", 3, "holds", "both sums are 1 + 2 + 3", k=3),
    known("one_iff_reverse", "area_norm", 3, "holds", "rearrangement: the only worst one"),
    known("unit_range", "a_corr", 3, "holds", "it is (1 + ρ)/2"),
    known("one_for_equal", "jaccard", 3, "holds", "the union is the intersection", k=2),
    known("one_for_equal", "mae", 2, "refuted", "no error is 0"),
    known("minus_one_for_reverse", "kendall", 2, "holds", "the only pair is discordant"),
    known("minus_one_for_reverse", "r2", 2, "refuted", "1 − 2/(1/2) = −3"),
    known("same_scores", "recall+precision", 3, "holds", "equal where |R| = |S|", k=1),
    known("same_scores", "mse+mse_sum", 2, "refuted", "12 against 21: 1 and 2"),
    known("correlation", "a_corr", 3, "refuted", "0 for reversed rankings, not −1"),
    known("same_zeros", "point+fdr", 4, "holds", "P(2) = 0 where the top 2 are the same", k=2),
    known("zero_implies_zero", "point+footrule_at", 3, "refuted", "two swapped documents", k=2),
]
