"""Connections that do nothing are ended, so that they cannot keep others out.

The server ends one that waits for its next request, but not one that never sends the first, or
only half of it.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 5.0


class Connection(H11Protocol):
    """A connection that is looked at from time to time."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to look."""
        super().connection_made(transport)
        self.loop.call_later(PATIENCE, self._look, self)

    def _look(self, seen: Any) -> None:
        """End it if nothing was being answered, now and when it was looked at before."""
        if self.transport.is_closing():
            return
        answered = self.cycle is None or self.cycle.response_complete
        if answered and self.cycle is seen:
            self.transport.close()
            return
        self.loop.call_later(PATIENCE, self._look, self.cycle if answered else self)
