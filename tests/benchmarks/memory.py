"""How much memory this process has used at most."""

from __future__ import annotations

import sys


def peak() -> float | None:
    """Return the peak in GiB, or None where the system does not tell it (Windows)."""
    try:
        import resource
    except ImportError:
        return None
    unit = 1 if sys.platform == "darwin" else 1024  # macOS counts bytes, others KiB
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 2**30


def shown(gib: float | None) -> str:
    """Return a peak as text."""
    return "peak unknown" if gib is None else f"peak {gib:.2f} GiB"
