"""A Dask cluster: a scheduler somewhere, and workers on any number of machines.

What goes to a worker is the name of one of our functions, its work as JSON, people's declarations
as data, and a digest of our sources; what comes back is JSON. A worker calls no function but those
named here, and none if its sources or libraries are others than ours. Work of a worker that is lost
is given to another by Dask; what kills several of them is done here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from typing import Any, TypeVar

from rankproof.kept import cells
from rankproof.line.failures import Mistake
from rankproof.line.guard import complain
from rankproof.line.workers import CARRIED

NAMED = frozenset(
    {
        "proofs.tables.answers:answer",
        "proofs.claims.ledger:attempted",
        "proofs.core.spread.sweep:block",
        "proofs.programs.process:block",
        "proofs.core.spread.goals:block",
    }
)
MISSING = "--cluster needs the extra cluster: pip install 'rankproof[cluster]'."
START = "dask worker --nthreads 1 "
WAIT = 20
AHEAD = 128
"""So many pieces are handed over at once."""
OTHER_CODE = "other code"

Key = TypeVar("Key")


@dataclass(frozen=True)
class Cluster:
    """A Dask cluster, by the address of its scheduler."""

    address: str

    def results(
        self, function: Callable[[Any], Any], work: Mapping[Key, Any]
    ) -> Iterator[tuple[Key, Any]]:
        """Yield the key and the result of each piece of work, as they are found."""
        name = f"{function.__module__}:{function.__qualname__}"
        if name not in NAMED:
            raise TypeError(f"{name} is not for clusters")
        client = _client(self.address)
        carried = json.dumps([given for _, given in CARRIED.values()])
        left = iter(work.items())
        futures: dict[Any, Key] = {}

        def submit(count: int) -> list[Any]:
            new = {
                client.submit(
                    performed,
                    name,
                    json.dumps(item),
                    carried,
                    cells.sources(everything=True),
                    pure=False,
                ): key
                for key, item in islice(left, count)
            }
            futures.update(new)
            return list(new)

        try:
            from distributed import as_completed

            arriving = as_completed(submit(AHEAD), loop=client.loop)
            for future in arriving:
                key = futures.pop(future)
                yield key, self._result(future, function, work[key])
                arriving.update(submit(1))
        finally:
            client.cancel(list(futures), force=True)
            client.close()

    def _result(self, future: Any, function: Callable[[Any], Any], item: Any) -> Any:
        """Return what a worker found, or find it here if it kills workers."""
        from distributed import CancelledError, KilledWorker

        try:
            found = future.result()
        except KilledWorker:
            return function(item)
        except (OSError, TimeoutError, CancelledError):
            raise Mistake(
                f"the scheduler at {self.address} is gone; what was done is kept: ask again."
            ) from None
        if found == OTHER_CODE:
            raise Mistake(
                f"a worker of {self.address} has another version of rankproof, of Python or of a "
                "library: install the same everywhere."
            )
        return json.loads(found)


def _client(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise Mistake(MISSING) from None
    try:
        client = Client(address, timeout=WAIT, set_as_default=False)
        if not client.scheduler_info()["workers"]:
            complain(f"note: {address} has no worker yet, so this waits for one: {START}{address}")
        return client
    except (OSError, ValueError, TimeoutError) as problem:
        reason = str(problem) or type(problem).__name__
        raise Mistake(f"--cluster {address!r}: no scheduler answers there ({reason}).") from None


def performed(name: str, work: str, carried: str, sources: str) -> str:
    """Do a piece of work on a worker: call the function of that name, with data, for data."""
    if name not in NAMED:
        raise PermissionError(f"{name} is not for clusters")
    if sources != cells.sources(everything=True):
        return OTHER_CODE
    from lattice.declared import carry

    for declared in json.loads(carried):
        carry(declared)
    module, _, function = name.partition(":")
    return json.dumps(getattr(import_module(module), function)(json.loads(work)))
