"""Where the places of a level stand: in order, far enough apart, and balanced about the middle.

A balanced level has its first place as far on the left as its last is on the right, and so on:
no level leans, a least and a greatest element are above each other, and an order that shows a
symmetry is drawn with it.

>>> balanced([-3.0, 0.0, 1.0])
[-2.0, 0.0, 2.0]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

Rows = list[list[int]]
_TURNS = 60


def balanced(xs: Sequence[float]) -> list[float]:
    """Return places as far left as right of the middle: each with the mirror image averaged."""
    return [(left - right) / 2 for left, right in zip(xs, reversed(xs), strict=True)]


def apart(wanted: Sequence[float], rooms: Sequence[float]) -> list[float]:
    """Return the nearest places, in the same order, that leave each place its room.

    >>> apart([0.0, 0.0], [2, 2])
    [-1.0, 1.0]
    """
    from scipy.optimize import isotonic_regression

    room = np.array(rooms, dtype=float)
    steps = np.concatenate([[0.0], np.cumsum((room[1:] + room[:-1]) / 2)])
    return (isotonic_regression(np.array(wanted) - steps).x + steps).tolist()


def stood(row: list[int], wanted: Mapping[int, float], room: Mapping[int, float]) -> list[float]:
    """Return where the places of one level stand: near to what is wanted, apart and balanced."""
    rooms = [room[i] for i in row]
    xs = apart(balanced([wanted[i] for i in row]), rooms)
    return balanced(xs) if rooms == rooms[::-1] else [x - (xs[0] + xs[-1]) / 2 for x in xs]


def spread(rows: Rows, wanted: Mapping[int, float], room: Mapping[int, float]) -> dict[int, float]:
    """Return places near to what is wanted; the widest level decides the scale."""
    factor = max(_factor(row, wanted, room) for row in rows)
    scaled = {i: factor * x for i, x in wanted.items()}
    return _all_stood(rows, scaled, room)


def _all_stood(
    rows: Rows, wanted: Mapping[int, float], room: Mapping[int, float]
) -> dict[int, float]:
    return {i: x for row in rows for i, x in zip(row, stood(row, wanted, room), strict=True)}


def _factor(row: list[int], wanted: Mapping[int, float], room: Mapping[int, float]) -> float:
    """Return by how much a level must be stretched to have room for its places."""
    width = wanted[row[-1]] - wanted[row[0]] if row else 0
    needed = sum(room[i] for i in row) - (room[row[0]] + room[row[-1]]) / 2 if row else 0
    return needed / width if width > 0 else 0.0


def relaxed(
    rows: Rows, near: Mapping[int, Sequence[int]], room: Mapping[int, float]
) -> dict[int, float]:
    """Return places in these orders, each near to the average of its neighbours."""
    x = {i: float(at) for row in rows for at, i in enumerate(row)}
    x = _all_stood(rows, x, room)
    for _ in range(_TURNS):
        # All move at once, half of the way: what is above and what is below is treated alike.
        wanted = {i: (at + _mean(x, near[i], at)) / 2 for i, at in x.items()}
        x = _all_stood(rows, wanted, room)
    return x


def _mean(x: Mapping[int, float], near: Sequence[int], at: float) -> float:
    return sum(x[j] for j in near) / len(near) if near else at
