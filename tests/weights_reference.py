"""The slides' formulas for weighted distances; written without the library.

One ranking; σ(i) is the rank of item i.
"""

from fractions import Fraction


def naive(rank, w, delta, d, fixed="one"):
    """K* and F* for σ = rank against the identity; all weights one gives the classical ones."""
    n = len(rank)
    p = [sum(delta[:i], Fraction(0)) for i in range(n)]
    unmoved = {"one": lambda i: 1, "zero": lambda i: 0, "delta": lambda i: delta[i - 1] if i else 0}
    g = []
    for i in range(n):
        s = rank[i] - 1
        g.append(w[i] * (unmoved[fixed](i) if s == i else Fraction(p[i] - p[s]) / (i - s)))
    kendall = sum(
        g[i] * g[j] * d[i][j] for i in range(n) for j in range(i + 1, n) if rank[i] > rank[j]
    )
    footrule = sum(
        g[i]
        * abs(
            sum(g[j] * d[i][j] for j in range(i))
            - sum(g[j] * d[i][j] for j in range(n) if rank[j] < rank[i])
        )
        for i in range(n)
    )
    return kendall, footrule
