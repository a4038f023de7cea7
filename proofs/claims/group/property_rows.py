"""Claims of `group`, §6.2 to §6.5: symmetry, robustness, sensitivity, stability."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from proofs.claims.claim import (
    AMENDED,
    CONFIRMED,
    CORRECTED,
    FAILS,
    ILL_DEFINED,
    OTHER,
    REFUTED,
    Ask,
    Computed,
    ask,
    compute,
    each,
    in_paper,
)
from proofs.claims.exactly import (
    Ranking,
    checked,
    compose,
    identity,
    rankings,
    same,
    score,
    swap,
    swaps,
    title,
)
from proofs.claims.group.considered import ALL, CONFUSION, CORRELATION, ERROR, GAIN, RANKS, but

claim = in_paper("group")
INVARIANT = ("mse", "rmse", "mae", "mape", "r2", "kendall", "spearman")


def each_at(axiom: str, names: tuple[str, ...], **options: object) -> tuple[Ask, ...]:
    """Return one question each at n = 5 with two relevant and three retrieved items."""
    return each(axiom, names, n=5, j=2, k=3, **options)


# Computations ------------------------------------------------------------------------------------


def more_than_half_asymmetric() -> Computed:
    """More than half of the metrics are not symmetric, relevant and retrieved items differing."""
    import proofs

    failing = []
    for name in ALL:
        given = {"j": 2, "k": 3} if name in CONFUSION else {"k": 3} if name in RANKS else {}
        verdict = proofs.ask("symmetry", name, n=5, **given)
        if verdict.status == "refuted":  # type: ignore[union-attr]
            failing.append(name)
    return Computed(
        2 * len(failing) > len(ALL), f"{len(failing)} of {len(ALL)}", "n = 5, j = 2, k = 3"
    )


def swaps_suffice(name: str, n: int) -> Computed:
    """If every swap in both rankings leaves the score as it is, so does every permutation."""

    def invariant(moves: list[Ranking]) -> bool:
        return all(
            same(score(name, s, t, 1), score(name, compose(s, v), compose(t, v), 1)) is not False
            for s in rankings(n)
            for t in rankings(n)
            for v in moves
        )

    by_swaps = invariant([swap(n, i, j) for i, j in swaps(n)])
    return Computed(by_swaps == invariant(list(rankings(n))), title(name), f"n = {n}, k = 1")


def kendall_of_swap(largest: int) -> Computed:
    """τ(id, (i j)) = (C(n, 2) − 4|i − j| + 2)/C(n, 2)."""

    def failures() -> Iterator[str]:
        for n in range(2, largest + 1):
            pairs = n * (n - 1) // 2
            for i, j in swaps(n):
                value = score("kendall", identity(n), swap(n, i, j))
                if value * pairs != pairs - 4 * (j - i) + 2:
                    yield f"n = {n}: ({i} {j}) has {value}"

    return checked(failures(), "so it is for all swaps", f"n = 2…{largest}")


def displayed_step(width: int, sign: int, largest: int) -> Computed:
    """(C − d + s·(C − (C − d)))/C = (C − 4·width + 2)/C, with d = 2·width − 1 discordant pairs."""
    discordant = 2 * width - 1

    def failures() -> Iterator[str]:
        for n in range(width + 1, largest + 1):
            pairs = n * (n - 1) // 2
            left = pairs - discordant + sign * (pairs - (pairs - discordant))
            if left != pairs - 4 * width + 2:
                yield f"n = {n}: {left} on the left, {pairs - 4 * width + 2} on the right"

    return checked(failures(), "so it is", f"n = {width + 1}…{largest}, width {width}")


def limit_of_epsilon(n: int) -> Computed:
    """ε_k = 1/k tends to 0 as k tends to n."""
    return Computed(Fraction(1, n) == 0, f"at k = n it is {Fraction(1, n)}", f"n = {n}")


def farther_is_worse(name: str, largest: int) -> Computed:
    """The farther apart two swapped items are, the lower the score."""

    def failures() -> Iterator[str]:
        for n in range(3, largest + 1):
            found = [(j - i, score(name, identity(n), swap(n, i, j))) for i, j in swaps(n)]
            for near, high in found:
                for far, low in found:
                    if near < far and not low < high:
                        yield f"n = {n}: widths {near} and {far}"

    return checked(failures(), "so it is", f"n = 3…{largest}")


# Claims ------------------------------------------------------------------------------------------

CLAIMS = (
    claim(
        "many_not_symmetric",
        "§6.2",
        "Many ranking evaluation metrics do not satisfy symmetry.",
        CONFIRMED,
        "More than half where the numbers of relevant and of retrieved items differ; where they "
        "are equal, as in the rest of the paper, only MAPE and the metrics of one ranking.",
        compute(more_than_half_asymmetric),
        *each("symmetry", ALL, says=FAILS, role=OTHER, note="as many relevant as retrieved"),
    ),
    claim(
        "ground_truth_not_symmetric",
        "§6.2",
        "All metrics relying on a ground truth can not satisfy the symmetry property; in "
        "conclusion, all metrics involving a ground truth are not symmetric.",
        REFUTED,
        "The next paragraph says so itself: confusion matrix based metrics rely on a ground truth "
        "and are symmetric if as many items are relevant as retrieved. Where the numbers differ "
        "the sentence is true of them.",
        *each("symmetry", CONFUSION, says=FAILS),
        *each_at(
            "symmetry", CONFUSION, says=FAILS, role=OTHER, note="two relevant, three retrieved"
        ),
    ),
    claim(
        "cmb_symmetric",
        "§6.2",
        "When the number of relevant coincides with the number of retrieved items, the confusion "
        "matrix based metrics also satisfy the symmetry property.",
        CONFIRMED,
        "For all of them; undefined values are undefined both ways.",
        *each("symmetry", CONFUSION),
    ),
    claim(
        "correlation_symmetric",
        "§6.2",
        "Directly from their definition, all the correlation measures are symmetric.",
        CONFIRMED,
        "For every n.",
        *each("symmetry", CORRELATION),
    ),
    claim(
        "gain_not_symmetric",
        "§6.2",
        "Cumulative gain based metrics are automatically excluded from being symmetric.",
        CONFIRMED,
        "Read as metrics of two rankings that look at the second one.",
        *each("symmetry", (*GAIN, *RANKS), says=FAILS),
    ),
    claim(
        "error_symmetric",
        "§6.2",
        "Error based metrics: the two rankings are interchangeable; proving m(σ, ν) = m(ν, σ) is "
        "trivial.",
        REFUTED,
        "Not for MAPE.",
        *each("symmetry", ERROR),
    ),
    claim(
        "type_i_robust",
        "Def. 6",
        "A metric is Type I Robust if a small change in one of the rankings implies small changes "
        "in its evaluation.",
        ILL_DEFINED,
        "The tables report averages instead, which are judged below.",
        missing="how small a change of the evaluation must be, and on what scale",
    ),
    claim(
        "swaps_suffice",
        "§6.3, after Def. 7",
        "Using the cycle decomposition theorem, we limit to the case ν = (j k).",
        CONFIRMED,
        "Swaps generate the group.",
        *(compute(swaps_suffice, name=name, n=3) for name in ALL),
    ),
    claim(
        "prop_6_2",
        "Proposition 6.2",
        "MSE, RMSE, MAE, MAPE, R² score, Kendall's τ and Spearman's ρ are the only metrics "
        "satisfying m(σ, ν) = m(σ∘(j k), ν∘(j k)).",
        REFUTED,
        "The seven do, and so do SMAPE and NDPM, which is an affine image of Kendall's τ; with "
        "these two added the sentence is true. If σ(i) is read as the rank of item i, the "
        "confusion matrix based metrics do as well.",
        *each("right_invariance", INVARIANT),
        *each("right_invariance", but(*INVARIANT), says=FAILS),
        *each(
            "right_invariance",
            CONFUSION,
            says=FAILS,
            role=OTHER,
            note="σ(i) is the rank of item i",
            convention="ranks",
        ),
    ),
    claim(
        "prop_6_2_kendall",
        "Proof of Prop. 6.2",
        "The number of discordant and concordant pairs does not change when applying a swap to "
        "both rankings.",
        CONFIRMED,
        "For every n. The same step proves the property for NDPM.",
        ask("right_invariance", "kendall_distance"),
        ask("right_invariance", "kendall"),
    ),
    claim(
        "prop_6_2_unicity",
        "Proof of Prop. 6.2",
        "Unicity: for all the other metrics, finding pairs of rankings providing counterexamples "
        "is trivial.",
        REFUTED,
        "There is none for the exceptions.",
        *each("right_invariance", but(*INVARIANT), says=FAILS),
    ),
    claim(
        "gain_sensitive",
        "§6.4",
        "Cumulative gain based metrics are explicitly based on the position in the rankings; "
        "hence, they are sensitive to positional changes.",
        CONFIRMED,
        "All admissible pairs of swaps are told apart at the sizes tried; some pair for every n. "
        "Table 2 says the contrary.",
        *each("sensitivity", GAIN, n=range(4, 9)),
        *each("sensitivity_some", GAIN),
    ),
    claim(
        "flat_metrics",
        "§3; §6.4",
        "Correlation based and error based metrics, being flat, equally evaluate the ordering "
        "before and after an arbitrary index k.",
        REFUTED,
        "MAPE and SMAPE divide by the entries: a swap weighs more at one end than at the other.",
        *each("wsd", (*CORRELATION, *ERROR)),
    ),
    claim(
        "lemma_6_3",
        "Lemma 6.3",
        "The correlation based metrics are width swap dependent.",
        CONFIRMED,
        "For every n.",
        *each("wsd", CORRELATION),
    ),
    claim(
        "kendall_of_swap",
        "Proof of Lemma 6.3; App. B",
        "K_τ(id, (i j)) = (C(n, 2) − 4|i − j| + 2)/C(n, 2).",
        CONFIRMED,
        "So it is.",
        compute(kendall_of_swap, largest=7),
    ),
    claim(
        "lemma_6_3_base",
        "Proof of Lemma 6.3; App. B",
        "For d = 1, (C − 1 + (C − (C − 1)))/C = (C − 2)/C, where C = C(n, 2).",
        CORRECTED,
        "The sign before the discordant pairs must be minus.",
        compute(displayed_step, width=1, sign=1, largest=6),
        compute(displayed_step, width=1, sign=-1, largest=6, role=AMENDED),
    ),
    claim(
        "lemma_6_3_step",
        "Proof of Lemma 6.3; App. B",
        "(C − (2d + 1) + (C − (C − (2d + 1))))/C = (C − 4(d + 1) + 2)/C.",
        CORRECTED,
        "The sign before the discordant pairs must be minus.",
        compute(displayed_step, width=2, sign=1, largest=6),
        compute(displayed_step, width=2, sign=-1, largest=6, role=AMENDED),
        compute(displayed_step, width=3, sign=-1, largest=6, role=AMENDED),
    ),
    claim(
        "wsd_not_sensitive",
        "§6.4",
        "Width swap dependency is a property that prevents the metrics from being sensitive to "
        "positions in the rankings.",
        CONFIRMED,
        "The metrics that have it tell no admissible pair of swaps apart.",
        *each(
            "sensitivity_some",
            ("mse", "rmse", "mae", "r2", "kendall", "spearman", "ndpm"),
            says=FAILS,
            n=range(4, 7),
        ),
    ),
    claim(
        "stability_limit",
        "Def. 10; §6.5",
        "The sequence ε_k satisfies lim ε_k = 0 for k → n; we evaluate if it is possible to "
        "approximate ε_k with 1/k.",
        ILL_DEFINED,
        "The cut-off k takes finitely many values up to n, so the limit says nothing, or that "
        "ε is zero at n; 1/k is not.",
        compute(limit_of_epsilon, n=1000, role=OTHER),
        missing="a limit: k → n runs over a finite set",
    ),
    claim(
        "no_cutoff_stable",
        "§6.5",
        "For metrics where the number of relevant elements is not essential, including the error "
        "based metrics, we got that 10 is satisfied in all the cases.",
        CONFIRMED,
        "A metric without a cut-off does not change with it.",
        *each("stability", (*ERROR, *CORRELATION, *GAIN)),
        reading="the metric of the whole rankings, as §5 says, and not of their first k entries",
    ),
    claim(
        "far_swaps_penalised",
        "App. C.2",
        "Spearman's ρ and Kendall's τ penalize swaps of further located elements more.",
        CONFIRMED,
        "So it is.",
        compute(farther_is_worse, name="kendall", largest=6),
        compute(farther_is_worse, name="spearman", largest=6),
    ),
)
