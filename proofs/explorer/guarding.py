"""Who may ask, how much and how often: before a request reaches anything else.

- *Host* must be the address that the server has, so that no other name can be made to lead to it
  (DNS rebinding); *Origin*, where a browser sends it, must be the same, and a request that changes
  anything must come from a page of ours.
- Another address than the loopback needs a token. A first visit brings it with the address; it is
  kept in a cookie, and the browser is sent on to the same address without it, so that it stays in
  no address bar, no history and no link that is passed on.
- Requests are short, unless one is a certificate, and come at a bounded rate.
- Every answer carries a strict content security policy.
"""

from __future__ import annotations

import hmac
import time
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

from proofs.pages.rendering import POLICY

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

COOKIE, TOKEN = "rankproof-token", "token"
MOMENT = (
    '<!DOCTYPE html><html lang="en"><title>rankproof</title>'
    '<link rel="icon" href="/static/icon.svg"><p>One moment.</p></html>'
)
OURS = ("same-origin", "none")
"""Where a request may come from: a page of ours, or the reader, who typed its address."""
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
HEADERS = {
    "content-security-policy": f"{POLICY}; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


@dataclass
class Rate:
    """So many requests at once, and so many a second after that.

    >>> rate = Rate(2, 1.0, clock=lambda: 0.0)
    >>> rate.allowed(), rate.allowed(), rate.allowed()
    (True, True, False)
    """

    most: float
    each_second: float
    clock: Callable[[], float] = time.monotonic
    left: float = field(init=False)
    seen: float = field(init=False)

    def __post_init__(self) -> None:
        self.left, self.seen = self.most, self.clock()

    def allowed(self) -> bool:
        """Tell whether one more may come now, and count it."""
        now = self.clock()
        self.left = min(self.most, self.left + (now - self.seen) * self.each_second)
        self.seen = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


def headers_of(scope: Scope) -> dict[str, str]:
    """Return the headers of a request; what came twice is both, and fits nothing.

    >>> headers_of({"headers": [(b"origin", b"http://a"), (b"origin", b"http://b")]})
    {'origin': 'http://a, http://b'}
    """
    found: dict[str, str] = {}
    for name, value in scope["headers"]:
        key, text = name.decode("latin-1"), value.decode("latin-1")
        found[key] = f"{found[key]}, {text}" if key in found else text
    return found


def _is_visit(headers: dict[str, str]) -> bool:
    """Tell whether somebody followed a link to a page, which another site may have."""
    return headers.get("sec-fetch-mode") == "navigate" and (
        headers.get("sec-fetch-dest") == "document"
    )


@dataclass
class Guard:
    """Stands before the application."""

    app: App
    hosts: frozenset[str]
    token: str | None = None
    rate: Rate = field(default_factory=lambda: Rate(200, 40))

    @property
    def cookie(self) -> str:
        """The name of the cookie; another server at this address has another port, and name."""
        return f"{COOKIE}-{max(self.hosts).rpartition(':')[2]}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request, or pass it on with the headers that every answer has."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        headers = headers_of(scope)

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = {name for name, _ in message.get("headers", [])}
                added = {name.encode(): value.encode() for name, value in HEADERS.items()}
                more = [(name, value) for name, value in added.items() if name not in own]
                message["headers"] = [*message.get("headers", []), *more]
            await send(message)

        problem = self.problem(scope, headers)
        if problem is not None:
            await _say(sent, *problem)
        elif self._brings_token(scope):
            await _say(sent, *self._sent_on(scope, headers))
        else:
            await self.app(scope, receive, sent)

    def problem(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
        """Return why a request is refused, or None."""
        if headers.get("host", "").lower() not in self.hosts:
            return 421, "This server answers under its own address only."
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in {f"http://{host}" for host in self.hosts}:
            return 403, "A page of another site asked: refused."
        if headers.get("sec-fetch-site", OURS[0]) not in OURS and not _is_visit(headers):
            return 403, "A page of another site asked: refused."
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return 405, "GET, HEAD and POST are known here."
        if scope["method"] == "POST" and self._from_elsewhere(headers):
            return 403, "Only pages of this server may ask it to compute."
        if self.token is not None and not self._has_token(scope, headers):
            return 401, "A token is needed: open the address that the server printed."
        return None if self.rate.allowed() else (429, "Too many requests: wait a second.")

    def _from_elsewhere(self, headers: dict[str, str]) -> bool:
        """Tell whether a request that computes may come from a form or a script of another site."""
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        return (
            kind != "application/json"
            or headers.get("sec-fetch-site", "same-origin") != "same-origin"
        )

    def _has_token(self, scope: Scope, headers: dict[str, str]) -> bool:
        cookies = [one.strip() for one in headers.get("cookie", "").split(";")]
        kept = [one.partition("=")[2] for one in cookies if one.startswith(f"{self.cookie}=")]
        return self._brings_token(scope) or any(map(self._is_token, kept))

    def _is_token(self, text: str) -> bool:
        return self.token is not None and hmac.compare_digest(text.encode(), self.token.encode())

    def _brings_token(self, scope: Scope) -> bool:
        """Tell whether a visit brings the token with its address."""
        return scope["method"] != "POST" and self._is_token(dict(_query(scope)).get(TOKEN, ""))

    def _sent_on(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str, dict[str, str]]:
        """Return the answer that keeps the token in a cookie and leads to the address without it.

        A browser that came from a link of another site would send no such cookie along with a
        redirect, since the visit is still that site's: there a page of ours leads on.
        """
        rest = urlencode([pair for pair in _query(scope) if pair[0] != TOKEN])
        place = "/" + quote(scope["path"].lstrip("/\\")) + (f"?{rest}" if rest else "")
        kept = f"{self.cookie}={self.token}; HttpOnly; SameSite=Strict; Path=/"
        more = {"set-cookie": kept, "cache-control": "no-store"}
        if headers.get("sec-fetch-site", OURS[0]) in OURS:
            return 303, "", {**more, "location": place}
        more["content-type"] = "text/html; charset=utf-8"
        return 200, MOMENT, {**more, "refresh": f"0; url={place}"}


def _query(scope: Scope) -> list[tuple[str, str]]:
    try:
        return parse_qsl(scope.get("query_string", b"").decode("latin-1"), max_num_fields=5)
    except ValueError:
        return []


async def _say(send: Send, status: int, text: str, more: Mapping[str, str] | None = None) -> None:
    headers = {"content-type": "text/plain; charset=utf-8", **(more or {})}
    listed = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": listed})
    await send({"type": "http.response.body", "body": text.encode()})
