"""Computations for the claims of `toma`: the appendix of a paper of CIKM 2021 on aspects."""

from __future__ import annotations

from itertools import product

from metrics.multi_aspect import find_measure
from proofs.claims.claim import Computed
from proofs.claims.exactly import checked, word

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
