"""How a function is called: kinds of call, and the forms in which each hands its arguments over.

An input travels as plain data: a dictionary of lists, dictionaries and numbers. A form makes the
arguments of one call from it.

>>> arguments("qrels", "by topic", {"qrels": {"d1": 1}, "run": {"d1": 2.0}})
({'q1': {'d1': 1}}, {'q1': {'d1': 2.0}})
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Data = dict[str, Any]
TOPIC = "q1"
CALLS: dict[str, tuple[str, ...]] = {
    "rankings": ("sigma", "tau"),
    "grades": ("grades",),
    "arrays": ("y_true", "y_score"),
    "qrels": ("qrels", "run"),
    "lists": ("x", "y"),
}
"""The kinds of call, with the names under which their arguments travel."""


def _array(values: Any) -> Any:
    import numpy

    return numpy.array(values)


FORMS: dict[str, dict[str, Callable[[Any], Any]]] = {
    "rankings": {"lists": list, "arrays": _array},
    "grades": {"lists": list, "arrays": _array},
    "arrays": {
        "lists": list,
        "arrays": _array,
        "rows": lambda values: [list(values)],
        "arrays of rows": lambda values: _array([values]),
    },
    "qrels": {"one topic": dict, "by topic": lambda values: {TOPIC: dict(values)}},
    "lists": {"lists": list},
}
"""The forms of each kind of call, the plainest first: what is done to one argument."""


def arguments(call: str, form: str, data: Data) -> tuple[Any, ...]:
    """Return the arguments of a call, made anew."""
    make = FORMS[call][form]
    return tuple(make(data[name]) for name in CALLS[call])


def plain(value: Any) -> Any:
    """Return arguments as plain data that can be compared, the order of dictionaries included."""
    if isinstance(value, dict):
        return [[key, plain(inner)] for key, inner in value.items()]
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    return value.tolist() if hasattr(value, "tolist") else value
