"""A server of the pages with engines, and what asks it."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

ROOT = Path(__file__).resolve().parents[3]
LOGARITHMS = "= sum(i, 1, n, log(1 + abs(sigma(i) - tau(i)), 2))"
LONG: dict[str, Any] = {"axiom": "triangle", "subjects": [LOGARITHMS], "n": "8", "parameters": {}}
"""A question that takes minutes: it holds at each of millions of pairs of rankings of 8 items."""


@dataclass
class Server:
    """A server in a process of its own."""

    process: subprocess.Popen[str]
    address: str

    def ask(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Send a request as it is; return status, headers and content."""
        place = urlsplit(self.address)
        assert place.hostname is not None
        line = http.client.HTTPConnection(place.hostname, place.port, timeout=60)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        line.request(method, path, body, named)
        answer = line.getresponse()
        content = answer.read()
        line.close()
        return answer.status, {k.lower(): v for k, v in answer.getheaders()}, content

    def send(self, path: str, fields: Any) -> dict[str, Any]:
        """Send data and return the data that come back."""
        body = json.dumps(fields).encode()
        return json.loads(self.ask("POST", path, body, content_type="application/json")[2])

    def done(self, task: str, fields: Any) -> dict[str, Any]:
        """Have a task done, and return what was said in the end."""
        begun = self.send(f"/api/{task}", fields)
        if "job" not in begun:
            return begun
        for _ in range(60):
            said: dict[str, Any] = json.loads(self.ask("GET", f"/api/jobs/{begun['job']}")[2])
            if said["state"] == "done":
                return said
        raise AssertionError("it never ended")


def start(*more: str) -> Server:
    """Start a server on any free port."""
    process = subprocess.Popen(
        [sys.executable, "-m", "proofs.explore", "--port", "0", *more],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    server = Server(process, process.stdout.readline().split()[0])
    for _ in range(300):
        try:
            server.ask("GET", "/")
            return server
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the server does not answer")


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    running = start("--timeout", "20")
    yield running
    running.process.terminate()
    running.process.wait(20)
