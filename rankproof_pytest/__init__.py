"""The pytest plug-in: functions that are marked with `rankproof.testing.judged` are tests.

pytest imports it whenever rankproof is installed, so it imports nothing of rankproof before a
marked function is run: neither time nor the names `metrics` and `axioms` are taken from others.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any

import pytest

MARK = "__rankproof_judged__"


def pytest_pycollect_makeitem(collector: Any, name: str, obj: object) -> pytest.Item | None:
    """Collect a marked function of a test module, also one that the module imports."""
    if not isinstance(obj, FunctionType) or MARK not in vars(obj):
        return None
    item: pytest.Item = JudgedItem.from_parent(collector, name=name, function=obj)
    return item


class JudgedItem(pytest.Item):
    """A marked function as a test: it fails with the smallest input of each violation."""

    def __init__(self, *, function: FunctionType, **rest: Any) -> None:
        super().__init__(**rest)
        self.function = function

    def runtest(self) -> None:
        """Judge the function."""
        from rankproof.testing.asserting import run_marked

        run_marked(self.function)

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        """Return what was found, without the lines of whoever found it."""
        from rankproof.line.failures import Mistake

        if isinstance(excinfo.value, AssertionError | Mistake):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Any, int, str]:
        """Return where the function is."""
        return self.path, self.function.__code__.co_firstlineno - 1, f"judged {self.name}"
