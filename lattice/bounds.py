"""All joins and meets of a finite poset, a row at a time, with NumPy.

An element is known by the meet-irreducibles above it, and z is the join of x and y just if the
meet-irreducibles above z are those above both. So a join is an intersection of short bit sets
and a look-up; meets are joins of the dual. Where there is no join the entry is −1.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from lattice.poset import Poset
from lattice.structure import signatures

_WORD = 64
_MIX = np.uint64(0x9E3779B97F4A7C15)


class Lookup:
    """Finds the element that has a given signature."""

    def __init__(self, signs: list[int]) -> None:
        width = max(1, (max((s.bit_length() for s in signs), default=1) + _WORD - 1) // _WORD)
        raw = b"".join(s.to_bytes(8 * width, "little") for s in signs)
        self.words = np.frombuffer(raw, dtype="<u8").reshape(len(signs), width)
        hashes = self._hash(self.words)
        self.order = np.argsort(hashes, kind="stable")
        self.hashes = hashes[self.order]
        if len(np.unique(self.hashes)) != len(signs):
            raise AssertionError("two elements have the same hash")

    @staticmethod
    def _hash(words: Any) -> Any:
        if words.shape[1] == 1:
            return words[:, 0].copy()
        with np.errstate(over="ignore"):
            mixed = np.zeros(len(words), dtype=np.uint64)
            for column in words.T:
                mixed = (mixed ^ column) * _MIX
                mixed ^= mixed >> np.uint64(29)
        return mixed

    def row(self, i: int) -> Any:
        """Return, for each j, the element whose signature is that of i and of j in common."""
        wanted = self.words & self.words[i]
        hashes = self._hash(wanted)
        place = np.searchsorted(self.hashes, hashes)
        place[place == len(self.hashes)] = 0
        found = self.order[place].astype(np.int32)
        wrong = (self.words[found] != wanted).any(axis=1)
        found[wrong] = -1
        return found

    @cached_property
    def table(self) -> Any:
        """All rows."""
        return np.stack([self.row(i) for i in range(len(self.words))])


class Bounds:
    """The joins and meets of a poset, by the elements' numbers."""

    def __init__(self, poset: Poset) -> None:
        self.meets = Lookup(signatures(poset)[1])
        turned = poset.dual
        signs = dict(zip(turned.elements, signatures(turned)[1], strict=True))
        self.joins = Lookup([signs[element] for element in poset.elements])
