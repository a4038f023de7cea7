"""The loops that numba compiles, on arrays of integers; imported by `kernel` alone."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def breaks(
    chosen: Any,
    spans: Any,
    rankings: Any,
    rank: Any,
    ordered: Any,
    within: Any,
    first_words: Any,
    first_codes: Any,
    last_words: Any,
    last_codes: Any,
    weights: Any,
) -> bool:
    """Tell whether rank(a∘b) is beyond the bound for a chosen a and a b that is tried with it."""
    n, middle = rankings.shape[0], first_words.shape[0]
    first = np.empty(first_words.shape[1], dtype=np.int32)
    last = np.empty(last_words.shape[1], dtype=np.int32)
    image = np.zeros(n + 1, dtype=np.int64)
    for place in chosen:
        own = rank[place]
        start, stop = spans[own, 0], spans[own, 1]
        if start >= stop:
            continue
        for item in range(n):
            image[item + 1] = rankings[item, place]
        for k in range(first.shape[0]):
            found = 0
            for p in range(middle):
                here = image[first_words[p, k]]
                smaller = here - 1
                for q in range(p):
                    smaller -= image[first_words[q, k]] < here
                found += smaller * weights[p]
            first[k] = found
        for k in range(last.shape[0]):
            found = 0
            for p in range(n - middle):
                here = image[last_words[p, k]]
                smaller = 0
                for q in range(p + 1, n - middle):
                    smaller += image[last_words[q, k]] < here
                found += smaller * weights[middle + p]
            last[k] = found
        bound = within[own]
        for b in range(start, stop):
            if rank[first[first_codes[b]] + last[last_codes[b]]] > bound[ordered[b]]:
                return True
    return False
