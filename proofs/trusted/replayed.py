"""What replay returns and raises, apart from it: a verdict that holds does not load the rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


class ReplayFailed(Exception):
    """A witness does not refute what it was said to refute: an error of ours."""


class NotDefined(ReplayFailed):
    """A value that a statement names is undefined at a witness."""


@dataclass(frozen=True)
class Replayed:
    """A witness that was replayed: the statement is false there. Made by :func:`replay`, and where
    nothing exists, by the kernel, which has concluded that."""

    statement: Any
    witness: dict[str, Any] | None
    values: tuple[tuple[str, Any], ...]
