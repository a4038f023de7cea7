"""Declarations that are not ours: from files that a person names, and from plug-ins.

>>> from metrics import find_metric
>>> with own([]):
...     find_metric("dcg").origin
''
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from metrics.naming import ELSEWHERE


@contextmanager
def own(paths: Sequence[str]) -> Iterator[None]:
    """Know what some files declare for as long as this lasts."""
    before = dict(ELSEWHERE.found)
    try:
        if paths:
            from lattice.declared.files import using

            using(paths)
        yield
    finally:
        ELSEWHERE.found = before


def _plug_ins() -> None:
    from lattice.declared.plugins import scan

    scan()


ELSEWHERE.more = _plug_ins
