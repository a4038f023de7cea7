"""Claims of `group`, App. C: the definitions of the metrics."""

from __future__ import annotations

from proofs.claims.claim import (
    AMENDED,
    CONFIRMED,
    CORRECTED,
    ILL_DEFINED,
    OTHER,
    Claim,
    ask,
    compute,
    in_paper,
)
from proofs.claims.group import formulas

claim = in_paper("group")


def standard(name: str, says: str) -> Claim:
    """Return the claim that a printed formula is the standard one."""
    return claim(
        f"formula_{name}",
        "App. C.1",
        says,
        CONFIRMED,
        "It is the standard definition.",
        compute(formulas.is_standard, name=name, largest=5),
    )


CLAIMS = (
    claim(
        "confusion_matrix",
        "App. C.1",
        "The confusion matrix has the entries |S ∩ R|, |S \\ R|, |R \\ S| and n − |S ∪ R|.",
        CONFIRMED,
        "They are the true and false positives, false negatives and true negatives.",
        compute(formulas.counts_add_up, largest=5),
    ),
    standard("precision", "precision = |R ∩ S|/|S|"),
    standard("recall", "recall = |R ∩ S|/|R|"),
    standard("fallout", "fallout = |(N \\ R) ∩ S|/|N \\ R|"),
    claim(
        "formula_f1",
        "App. C.1",
        "The F-score is the harmonic mean of precision and recall, F_β = (1 + β²)(precision + "
        "recall)/(β² precision + recall).",
        CORRECTED,
        "The numerator must hold the product of precision and recall. As printed the F1 score is "
        "the same number for all rankings.",
        compute(formulas.is_standard, name="f1", largest=4),
        compute(formulas.product_form_is_f1, largest=4, role=AMENDED),
        compute(formulas.always, name="f1", value=2, largest=4, role=OTHER),
    ),
    standard("accuracy", "ACC = (|S ∩ R| + n − |S ∪ R|)/n"),
    standard("jaccard", "Jaccard = |S ∩ R|/|S ∪ R|"),
    claim(
        "formula_mcc",
        "App. C.1",
        "MCC = (|R ∩ S|(n − |S ∪ R|) − |S \\ R||R \\ S|)/(|S||R|(n − |R|)(n − |S|))",
        CORRECTED,
        "The denominator needs a square root. Without it two equal rankings do not score one.",
        compute(formulas.is_standard, name="mcc", largest=4),
        compute(
            formulas.is_standard,
            name="mcc",
            largest=4,
            printed="mcc, root",
            role=AMENDED,
            note="with the square root",
        ),
    ),
    standard("tnr", "TNR = (n − |R ∪ S|)/(n − |R|)"),
    standard("fnr", "FNR = 1 − TPR"),
    standard("fdr", "FDR = |S \\ R|/|S|"),
    standard("npv", "NPV = (n − |R ∪ S|)/(n − |S|)"),
    standard("informedness", "informedness = TPR + TNR − 1"),
    standard("markedness", "markedness = 1 − FDR + NPV − 1"),
    standard("for", "FOR = 1 − NPV"),
    claim(
        "formula_pt",
        "App. C.1",
        "PT = (√(TPR·FPR) − FPR)/(TPR − FPR)",
        ILL_DEFINED,
        "Usual in this form, but it has no value where TPR = FPR, although √FPR/(√TPR + √FPR), "
        "equal to it elsewhere, has one.",
        compute(formulas.is_standard, name="pt", largest=4),
    ),
    standard("fm", "FM = √((1 − FDR)·TPR)"),
    standard("ba", "BA = (TPR + TNR)/2"),
    standard("lr_plus", "LR+ = TPR/(1 − TNR)"),
    standard("lr_minus", "LR− = (1 − TPR)/TNR"),
    claim(
        "kendall_range",
        "App. C.2",
        "Kendall's τ varies in [−1, +1]: 1 if the rankings agree perfectly, −1 if one ordering is "
        "the reverse of the other.",
        CONFIRMED,
        "And at no other rankings.",
        compute(formulas.kendall_range, largest=4),
        ask("max_iff_equal", "kendall"),
    ),
    claim(
        "kendall_independent",
        "App. C.2",
        "If σ and ν are independent then τ ≈ 0.",
        CONFIRMED,
        "On average, over independent uniform rankings.",
        compute(formulas.mean_is_zero, name="kendall", n=4),
        compute(formulas.mean_is_zero, name="spearman", n=4, role=OTHER),
    ),
    claim(
        "spearman_is_pearson",
        "App. C.2; proof of Lemma 6.3",
        "The Spearman score is the Pearson correlation coefficient; for distinct integers it is "
        "1 − 6 Σ (σ(i) − τ(i))²/(n(n² − 1)).",
        CONFIRMED,
        "It depends on the differences of the entries only.",
        compute(formulas.spearman_is_pearson, largest=4),
    ),
    claim(
        "formula_ndpm",
        "App. C.2",
        "NDPM = (C⁻ + C_u0/2)/C_u, with C⁺ and C⁻ sums of products of signs.",
        CORRECTED,
        "As printed C⁻ is minus C⁺ and the result is not normalised. C⁺ and C⁻ must count the "
        "pairs on which the product is positive, as in Yao's definition: the share of "
        "contradicted pairs.",
        compute(formulas.equals, name="ndpm_printed", other="ndpm", largest=3),
        compute(formulas.half_minus_kendall, largest=4, role=OTHER),
        ask("nonnegativity", "ndpm_printed", role=OTHER),
        compute(formulas.counted_ndpm, largest=4, role=AMENDED),
    ),
    claim(
        "binary_relevance",
        "App. C.3",
        "Assigning rel = 1 to all relevant elements would imply that DCG and nDCG do not satisfy "
        "the IoI property.",
        CONFIRMED,
        "So it is; with relevance σ(i) it only takes more items.",
        compute(formulas.binary_relevance_ties, n=3, k=2),
        compute(formulas.binary_relevance_ties, n=4, k=1),
    ),
    claim(
        "ideal_dcg",
        "App. C.3",
        "The normalization coefficient, computed by sorting all elements by their relevance, is "
        "the maximum possible DCG.",
        CONFIRMED,
        "So it is.",
        compute(formulas.ideal_is_sorted, largest=5),
    ),
    claim(
        "mrr_harmonic",
        "App. C.3",
        "MRR, the average of 1/σ(i), is the relevance scores' harmonic mean.",
        CORRECTED,
        "It is the reciprocal of the harmonic mean.",
        compute(formulas.harmonic_mean, largest=4, reciprocal=False),
        compute(formulas.harmonic_mean, largest=4, reciprocal=True, role=AMENDED),
    ),
    claim(
        "formula_mse",
        "App. C.3.1",
        "The mean squared error is MSE(σ, τ) = Σ (σ(i) − τ(i))²; error-based metrics return an "
        "average.",
        CORRECTED,
        "The factor 1/n is missing. Table 2 was computed with it.",
        compute(formulas.equals, name="mse_sum", other="mse", largest=3),
        compute(formulas.mean_of_errors, name="mse", largest=4, role=AMENDED),
        ask("robustness_swap", "mse", says="2.70", n=10, draws=1000, role=OTHER),
        ask("robustness_swap", "mse_sum", says="2.70", n=10, draws=1000, role=OTHER),
    ),
    claim(
        "formula_mae",
        "App. C.3.1",
        "The mean absolute error is MAE(σ, τ) = Σ |σ(i) − τ(i)|.",
        CORRECTED,
        "The factor 1/n is missing. Table 2 was computed with it.",
        compute(formulas.equals, name="mae_sum", other="mae", largest=3),
        compute(formulas.mean_of_errors, name="mae", largest=4, role=AMENDED),
        ask("robustness_swap", "mae", says="0.33", n=10, draws=1000, role=OTHER),
        ask("robustness_swap", "mae_sum", says="0.33", n=10, draws=1000, role=OTHER),
    ),
    claim(
        "formula_smape",
        "App. C.3.1",
        "SMAPE(σ, τ) = 100/n Σ 2|σ(i) − τ(i)|/(σ(i) + τ(i))",
        CONFIRMED,
        "It is the usual form, the error divided by the mean of the two values.",
        compute(formulas.mean_of_errors, name="smape", largest=4),
    ),
    claim(
        "formula_r2",
        "App. C.3.1",
        "R² = 1 − Σ (σ(i) − τ(i))²/Σ (σ(i) − (1/n) Σ τ(j))²",
        CONFIRMED,
        "The mean should be that of the true values σ; on rankings the two means are equal.",
        compute(formulas.r2_is_standard, largest=4),
    ),
)
