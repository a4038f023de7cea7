"""The kinds of declarations, each with its reader from a table of text fields and its writer.

What a certificate declares is read back by these readers, so they count as trusted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from axioms.language.axiom_table import axiom_of, axiom_table
from lattice.order_table import order_of, order_table
from metrics.language.text.aspect_table import (
    approach_of,
    approach_table,
    distance_of,
    distance_table,
    measure_of,
    measure_table,
)
from metrics.language.text.metric_table import metric_of, metric_table
from metrics.language.text.tables import toml

READERS: dict[str, Callable[..., Any]] = {
    "metric": metric_of,
    "axiom": axiom_of,
    "order": order_of,
    "distance": distance_of,
    "measure": measure_of,
    "approach": approach_of,
}
WRITERS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "metric": metric_table,
    "axiom": axiom_table,
    "order": order_table,
    "distance": distance_table,
    "measure": measure_table,
    "approach": approach_table,
}


def shown(kind: str, declared: Any) -> str:
    """Return a declaration as TOML that --using reads back."""
    return toml(kind, declared.name, WRITERS[kind](declared))
