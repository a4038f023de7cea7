"""Claims of `group`, Table 2, row by row.

Our copy of the paper shows one mark more than there are columns in most rows of marks. Rows with
one kind of mark are not affected; in the row “stability” the surplus mark is one of a run of ✓.
"""

from __future__ import annotations

from typing import Any

from proofs.claims.claim import (
    CONFIRMED,
    FAILS,
    HOLDS,
    OTHER,
    REFUTED,
    Claim,
    ask,
    compute,
    each,
    in_paper,
)
from proofs.claims.group import experiments
from proofs.claims.group.considered import ALL, CONFUSION, CORRELATION, ERROR, GAIN, RANKS

claim = in_paper("group")
COPY = (
    "as our copy of the paper reads, in which the row has one mark more than there are columns; "
    "the printed table may say something else"
)
ROWS = {
    "rob. I(a) 10": "0.07 0.07 0.03 0.03 0.07 0.03 0.03 0.03 0.04 0.04 0.07 0.07 0.10 0.06 0.10 "
    "0.18 0.10 0.06 0.40 2.70 0.35 0.33 13.46 6.01 0.33 0.12 0.16 0.06 0.63 0.02 0.01 0.64 0.61",
    "rob. I(a) 50": "0.01 0.01 0.00 0.00 0.01 0.01 0.00 0.00 0.04 0.04 0.01 0.01 0.10 0.06 0.10 "
    "0.02 0.01 0.06 0.08 11.61 0.29 0.28 4.17 1.05 0.06 0.03 0.16 0.00 1.66 0.00 0.00 0.56 0.53",
    "rob. I(a) 100": "0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.04 0.04 0.00 0.00 0.10 0.06 0.10 "
    "0.02 0.01 0.06 0.03 23.19 0.31 0.29 2.54 0.56 0.03 0.00 0.03 0.00 2.19 0.00 0.00 0.50 0.50",
    "rob. I(b) 10": "0.16 0.16 0.07 0.07 0.16 0.16 0.07 0.07 0.08 0.08 0.16 0.16 0.22 0.13 0.22 "
    "0.38 0.22 0.06 0.83 6.85 0.88 0.87 39.52 15.46 0.83 0.31 0.42 1.11 1.68 0.03 0.03 1.75 1.68",
    "rob. I(b) 50": "0.03 0.03 0.01 0.01 0.03 0.03 0.01 0.01 0.01 0.01 0.03 0.03 0.04 0.02 0.04 "
    "0.06 0.04 0.06 0.18 68.52 1.69 1.72 38.92 6.29 0.33 0.11 0.16 0.02 3.44 0.00 0.00 2.77 2.61",
    "rob. I(b) 100": "0.01 0.01 0.00 0.00 0.01 0.01 0.00 0.00 0.01 0.01 0.01 0.01 0.02 0.01 0.02 "
    "0.04 0.04 0.06 0.18 190.59 2.35 2.42 40.46 4.47 0.23 0.08 0.01 0.01 5.28 0.00 0.00 3.23 3.05",
}
STABLE = (
    "recall", "fnr", "precision", "fdr", "f1", "fm", "mcc", "markedness", "informedness", "pt",
    "lr_plus", "mrr",
)  # fmt: skip
UNSTABLE = (
    "fallout", "tnr", "npv", "for", "accuracy", "ba", "jaccard", "lr_minus", "gmr", "mean_rank",
)  # fmt: skip


def printed(row: str) -> dict[str, str]:
    """Return the printed numbers of one row by metric.

    >>> printed("rob. I(a) 10")["mse"]
    '2.70'
    """
    return dict(zip(ALL, ROWS[row].split(), strict=True))


def robustness(row: str, found: str) -> Claim:
    """Return the claim that one row of averages is what 1000 random pairs give."""
    size = int(row.split()[-1])
    slide = "(b)" in row
    quantity = "robustness_slide" if slide else "robustness_swap"
    cut: dict[str, Any] = {"k": 3 * size // 10}
    return claim(
        f"table_2_rob_{'slide' if slide else 'swap'}_{size}",
        f"Table 2, row “{row}”",
        f"The average change of each metric by a {'slide' if slide else 'swap'}, over random pairs "
        f"of rankings of {size} items, is as printed.",
        REFUTED,
        found,
        *(
            ask(
                quantity,
                name,
                says=value,
                n=size,
                draws=1000,
                engine="sampling",
                **(cut if name in (*CONFUSION, *RANKS) else {}),
            )
            for name, value in printed(row).items()
        ),
        reading="three tenths of the items relevant, as in Figure 1; the paper does not say. A "
        "number counts as right within rounding and four standard errors of a mean of 1000 draws",
        slow=size > 10,
    )


COPIED = "The accuracies, MCC, Jaccard, markedness and PT are those of the row for ten items. "

CLAIMS = (
    claim(
        "table_2_ioi",
        "Table 2, row “id. indisc.”",
        "No metric has the identity of indiscernibles.",
        CONFIRMED,
        "For every n that is large enough. The row contradicts Prop. 6.1, and is right.",
        *each("ioi", ALL, says=FAILS),
        reading=COPY,
    ),
    claim(
        "table_2_symmetry",
        "Table 2, row “symmetry”",
        "All metrics are symmetric.",
        REFUTED,
        "The row contradicts §6.2, which excludes the cumulative gain based metrics.",
        *each("symmetry", ALL),
        reading=COPY,
    ),
    claim(
        "table_2_rob_ii",
        "Table 2, row “rob II”",
        "All error, correlation and cumulative gain based metrics, MRR, GMR and meanRank are "
        "Type II robust; the others are not.",
        REFUTED,
        "The row contradicts Prop. 6.2, from both sides: it is right about SMAPE and NDPM.",
        *each("right_invariance", (*ERROR, *CORRELATION, *GAIN, *RANKS)),
        *each("right_invariance", CONFUSION, says=FAILS),
    ),
    claim(
        "table_2_wsd",
        "Table 2, row “WSD”",
        "All metrics are width swap dependent.",
        REFUTED,
        "Only MSE, RMSE, MAE, the R² score and the correlations are, and LR+, which has no value "
        "for most swaps.",
        *each("wsd", ALL),
        reading=COPY,
    ),
    claim(
        "table_2_sensitivity",
        "Table 2, row “sensitivity”",
        "No metric is sensitive.",
        REFUTED,
        "The exceptions tell every admissible pair of swaps apart at this size. If some pair is "
        "enough, more metrics are sensitive.",
        *each("sensitivity", (*CONFUSION, *RANKS), says=FAILS, n=10, k=3),
        *each("sensitivity", (*ERROR, *CORRELATION, *GAIN), says=FAILS, n=10),
        *each(
            "sensitivity_some",
            (*CONFUSION, *RANKS),
            says=FAILS,
            n=6,
            k=3,
            role=OTHER,
            note="some pair of swaps, n = 6",
        ),
        *each(
            "sensitivity_some",
            (*ERROR, *CORRELATION, *GAIN),
            says=FAILS,
            n=6,
            role=OTHER,
            note="some pair of swaps, n = 6",
        ),
        reading=COPY + "; every admissible pair of swaps must be told apart",
    ),
    claim(
        "table_2_stability",
        "Table 2, row “stability”; §6.5",
        "Stable in at least 97.5 % of the cases, with ε = 1/k, are exactly the metrics marked.",
        REFUTED,
        "Judged by the paper's own experiment: for each k the average change over the pairs is "
        "compared with 1/k. Taken literally, Def. 10 holds for none of the metrics with a cut-off "
        "but MRR.",
        *(compute(experiments.stable, name=name, printed=True) for name in STABLE),
        *(compute(experiments.stable, name=name, printed=False) for name in UNSTABLE),
        *each("stability", STABLE, says=HOLDS, role=OTHER, note="Def. 10 literally, marked ✓"),
        *each("stability", UNSTABLE, says=FAILS, role=OTHER, note="Def. 10 literally, marked X"),
        reading="one surplus ✓ of our copy is dropped",
        slow=True,
    ),
    claim(
        "table_2_columns",
        "Table 2, rows “rob. I”",
        "The averages of metrics that are multiples of each other agree.",
        REFUTED,
        "With as many relevant as retrieved items many columns are the same up to a factor, draw "
        "by draw. NDPM, which lies between zero and one, cannot change by more than one.",
        *(
            compute(
                experiments.columns_agree,
                row=row,
                size=int(row.split()[-1]),
                printed=printed(row),
            )
            for row in ROWS
        ),
        compute(experiments.factors_hold, largest=3, role=OTHER),
        reading="an implicit claim of the table: up to the rounding of the printed numbers",
    ),
    robustness("rob. I(a) 10", "FDR must be the column of precision."),
    robustness("rob. I(a) 50", COPIED + "Spearman's ρ is that of the row for ten items as well."),
    robustness("rob. I(a) 100", COPIED),
    robustness("rob. I(b) 10", "The columns of the metrics of one ranking are far off."),
    robustness("rob. I(b) 50", "The columns of the metrics of one ranking are far off."),
    robustness("rob. I(b) 100", "The columns of the metrics of one ranking are far off."),
)
