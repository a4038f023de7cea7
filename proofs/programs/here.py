"""A function of this process under judgement, called where it is: for tests, which run it anyway.

Nothing limits its time and memory here, and what kills it kills the tests; a target that is named
by text has a process of its own: see :mod:`proofs.programs.process`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from proofs.programs.computed import Computed
from proofs.programs.inside.finding import Found, function_facts
from proofs.programs.inside.process import call as called
from proofs.programs.process import NoProgram, Process


class Here(Process):
    """This process in the place of a function's own."""

    def __init__(self, function: Callable[..., Any]) -> None:
        if not callable(function):
            raise NoProgram(f"{function!r:.60} is no function: it is a {type(function).__name__}.")
        self.target, self.limited = named(function), False
        self._function, self._interrupted = function, False
        self.facts = {self.target: {**function_facts(function), "library": {}}}

    def close(self) -> None:
        """Leave this process as it is."""

    def ask(self, how: dict[str, Any], inputs: Sequence[Any]) -> Iterator[Computed]:
        """Call the function at each input in turn, and yield what it computed."""
        for data in inputs:
            found = called(Found(self._watched), how, data, _Unheard())
            if self._interrupted:
                raise KeyboardInterrupt
            yield Computed(*found)

    def _watched(self, *given: Any, **more: Any) -> Any:
        """Call the function; an interrupt is meant for the tests, and no result of it."""
        try:
            return self._function(*given, **more)
        except KeyboardInterrupt:
            self._interrupted = True
            raise


class _Unheard:
    """What a function prints here is for whoever runs the tests."""

    def size(self) -> int:
        return 0

    def heard(self, start: int) -> str:
        return ""


def named(function: Callable[..., Any]) -> str:
    """Return how a function is written.

    >>> import statistics
    >>> named(statistics.correlation)
    'statistics:correlation'
    """
    plain = inspect.unwrap(function)
    name = getattr(plain, "__qualname__", type(plain).__name__)
    return f"{getattr(plain, '__module__', None) or '?'}:{name}"
