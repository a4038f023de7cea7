"""Pictures as SVG, PNG and PDF: the same values give the same file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Any

ENDINGS = ("svg", "png", "pdf")
NO_DATE = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {"Software": None}}


def ending(path: str) -> str:
    """Return what a file name ends in.

    >>> ending("hasse.SVG"), ending("hasse")
    ('svg', '')
    """
    return path.rpartition(".")[2].lower() if "." in path else ""


def rendered(
    draw: Callable[[], Any], form: str, settings: Mapping[str, Any], **saving: Any
) -> bytes:
    """Return the matplotlib figure that is drawn under some settings, in one of the formats."""
    import matplotlib

    into = BytesIO()
    with matplotlib.rc_context({"svg.hashsalt": "rankproof", **settings}):
        draw().savefig(into, format=form, metadata=NO_DATE[form], **saving)
    return into.getvalue()
