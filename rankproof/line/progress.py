"""A bar on standard error while something takes long."""

from __future__ import annotations

import sys
import time
from typing import Any


class Progress:
    """A bar on standard error, where somebody looks, once work has taken two seconds."""

    def __init__(self, quiet: bool = False, unit: str = "cases") -> None:
        self.shown = not quiet and sys.stderr.isatty()
        self.unit, self.started, self.bar = unit, time.monotonic(), None

    def __call__(self, done: int, total: int) -> None:
        """Show how far it is; a total of 0 is one that nobody knows."""
        if not self.shown or time.monotonic() - self.started < 2:
            return
        bar: Any = self.bar
        if bar is None:
            from tqdm import tqdm

            bar = self.bar = tqdm(
                total=total or None, unit=f" {self.unit}", unit_scale=True, miniters=1, leave=False
            )
        if done < bar.n:  # the next thing that takes long
            bar.reset()
        bar.total = total or None
        bar.update(done - bar.n)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar.close()
