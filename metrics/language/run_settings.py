"""What a metric of judged runs needs besides n: gains, p, the base b, the recall base rb.

>>> gains("0, 1, 3", 2)
(0, 1, 3)
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from sympy import Rational

from metrics.language.runs import Gain
from metrics.metric import Metric, exact
from metrics.naming import BadInput

DEFAULT_BASE = Rational(2)


def settings_for(metric: Metric | None, c: int, given: dict[str, Any]) -> dict[str, Any]:
    """Check what was given besides n and c, and return it exactly."""
    wanted = set() if metric is None else {*metric.parameters}
    if metric is not None and metric.value.has(Gain):
        wanted.add("gains")
    for name in sorted(set(given) - wanted):
        subject = "an order" if metric is None else metric.name
        raise BadInput(f"{subject} has no {name}: leave --{name} out.")
    found: dict[str, Any] = {}
    for name, value in given.items():
        if name == "gains":
            found[name] = gains(value, c)
        elif not (name == "p" and value == "free"):
            found[name] = exact(name, value)
    if "b" in wanted and "b" not in found:
        found["b"] = DEFAULT_BASE
    if "b" in found and not found["b"] > 1:
        raise BadInput(f"b = {found['b']} is no base of a discount: it needs b > 1.")
    if "rb" in found and not found["rb"] > 0:
        raise BadInput(f"rb = {found['rb']} is no recall base: it must be positive.")
    if "p" in found and not 0 < found["p"] < 1:
        raise BadInput(f"p = {found['p']} does not fit {metric}: it needs 0 < p < 1.")
    return found


def gains(text: Any, c: int) -> tuple[Any, ...]:
    """Read gains such as 0,1,3: one for each degree, strictly increasing from 0 or more."""
    parts = re.split(r"[,\s]+", text.strip()) if isinstance(text, str) else list(text)
    values = tuple(exact("gain", part) for part in parts)
    if len(values) != c + 1:
        raise BadInput(
            f"{len(values)} gains were given, and c = {c} has {c + 1} degrees: give {c + 1}, "
            "for example " + ",".join(map(str, range(c + 1))) + "."
        )
    if values[0] < 0 or any(low >= high for low, high in pairwise(values)):
        raise BadInput(
            f"the gains {', '.join(map(str, values))} are not strictly increasing from 0 or more."
        )
    return values
