"""Declarations that are not ours: from files that a person names, and from plug-ins.

>>> from metrics import find_metric
>>> with own([]):
...     find_metric("dcg").origin
''
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from metrics.naming import ELSEWHERE, PLUG_IN
from rankproof.line.workers import CARRIED

Texts = list[tuple[str, str, dict[str, Any], str]]
"""Declarations as data: kind, name, table of text fields, origin."""


@contextmanager
def own(
    paths: Sequence[str],
    objects: Sequence[Any] = (),
    settings: Sequence[str] = (),
    subjects: Sequence[str] | None = None,
) -> Iterator[None]:
    """Know what some files declare, and some objects, for as long as this lasts.

    Processes that are started meanwhile know it too, and kept answers are kept for it alone.
    `settings` are values of the parameters that metrics among them have, as a=1/2; where
    `subjects` are named, these must read them.
    """
    if not paths and not objects and not settings:
        yield
        return
    from lattice.declared.files import declared_in, known, put_in, using

    if settings:
        ELSEWHERE.scan()
    before = dict(ELSEWHERE.found)
    try:
        using(paths)
        known(declared_in(objects, "a definition of your own"))
        put_in(settings, subjects)
        CARRIED["declarations"] = (carry, texts())
        yield
    finally:
        plugged = {key: x for key, x in ELSEWHERE.found.items() if x.origin.startswith(PLUG_IN)}
        ELSEWHERE.found = {**plugged, **before}
        CARRIED.pop("declarations", None)


def texts() -> Texts:
    """Return all declarations that are not ours as data, in a fixed order."""
    if not ELSEWHERE.found:
        return []
    from lattice.declared.kinds import WRITERS

    return [
        (kind, name, WRITERS[kind](one), one.origin)
        for (kind, name), one in sorted(ELSEWHERE.found.items(), key=lambda found: found[0])
        if kind in WRITERS
    ]


def is_data(paths: Sequence[str]) -> bool:
    """Tell whether all that is not ours is data in some files: no Python, and no plug-in."""
    named = all(path.endswith(".toml") for path in paths)
    return named and not any(one.origin.startswith(PLUG_IN) for one in ELSEWHERE.found.values())


def carry(declared: Texts) -> None:
    """Know declarations that come as data, in another process."""
    from lattice.declared.kinds import READERS

    for kind, name, table, origin in declared:
        ELSEWHERE.found[kind, name] = READERS[kind](name, table, origin)
