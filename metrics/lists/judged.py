"""A judged list: the grades of the retrieved documents, what was not retrieved, and ties."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class JudgedList:
    """One list of a pool.

    `grades` are those of the retrieved documents from the top, None where one is unjudged;
    `unretrieved` counts the other documents of the grades 0, 1, …; `ties` are the places of each
    tie group from the top, from 1 on, or nothing where there are no ties.
    """

    grades: tuple[int | None, ...]
    unretrieved: tuple[int, ...] = ()
    ties: tuple[tuple[int, ...], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the list as witnesses have it; ties where there are some."""
        ties = {"ties": [list(group) for group in self.ties]} if self.ties else {}
        return {"grades": list(self.grades), "unretrieved": list(self.unretrieved), **ties}
