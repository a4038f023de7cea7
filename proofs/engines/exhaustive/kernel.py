"""An optional compiled kernel (numba, the extra `fast`): the same answers as NumPy, sooner.

It looks for pairs of rankings that break a triangle inequality (`triangles`). Nothing depends on
it: where numba is missing NumPy does the same. Sweeps of one ranking do not use it: NumPy's narrow
integers are nearly as fast as a loop written by hand, or faster (`docs/speed.md`).
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

EXTRA = "pip install 'rankproof[fast]'"


@cache
def is_installed() -> bool:
    """Tell whether numba is there and can be imported: beside some versions of NumPy it cannot."""
    if find_spec("numba") is None:
        return False
    try:
        import_module("numba")
    except (ImportError, OSError):  # what it needs is missing, has another version, or is broken
        return False
    return True


def loops() -> Any:
    """Return the compiled loops."""
    return import_module("proofs.engines.exhaustive.kernel_loops")
