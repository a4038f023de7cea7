"""What a replay rests on: how many lines there are to read."""

from __future__ import annotations

import re
from pathlib import Path

_IMPORTS = re.compile(r"^\s*(?:from|import) (proofs\.trusted\.[\w.]+)", re.MULTILINE)


def replayed_by(by_steps: bool = False) -> str:
    """Say what a replay rests on, and to the next 500 how much there is to read.

    A witness that is too large to be replayed at its n rests on steps.
    """
    if by_steps:
        return "at a smaller n; the steps, checked by proofs/trusted, show that it lasts to this n"
    lines = 500 * round(_lines_read_with("proofs.trusted.replay") / 500)
    return f"exactly, from the definitions, by proofs/trusted: about {lines:,} lines, no engine"


def no_witness(by_steps: bool) -> str:
    """Say why something that was said to exist does not, where there is nothing to show."""
    return (
        f"none: {'so the steps show' if by_steps else 'every case was tried, and again by replay'}"
    )


def _lines_read_with(module: str) -> int:
    """Count the lines of a file of the trusted room, and of those in the room that it imports."""
    texts, waiting = dict[str, str](), [module]
    while waiting:
        name = waiting.pop()
        if name not in texts:
            path = Path(__file__).parents[2].joinpath(*name.split(".")).with_suffix(".py")
            texts[name] = path.read_text(encoding="utf-8")
            waiting += _IMPORTS.findall(texts[name])
    return sum(text.count("\n") for text in texts.values())
