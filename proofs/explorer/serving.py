"""The web application: pages and files by name, and requests that processes answer.

Files are served from a dictionary that was filled at the start, so no path of a request is ever
looked for on the disk.
"""

from __future__ import annotations

import asyncio
import json
import mimetypes
import re
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from proofs.explorer import live_pages
from proofs.explorer.tasks import TASKS, VALUE_SECONDS
from proofs.explorer.workers import Busy, Workers
from proofs.pages.rendering import Page, Site, assets, rendered
from proofs.pages.writing import SIGN
from proofs.trusted.untrusted import MOST_BYTES
from rankproof.line.failures import Mistake

SHORT = 64 << 10
SLOWEST_BODY = 20.0
LONGEST_POLL = 15.0
MARK = b"<!-- live -->"
ADDRESS = re.compile(r"[A-Za-z0-9_/.-]{1,200}\.(html|json|js)")
UNREADY = (
    "This page could not be made yet: {why}. What was found so far is kept. Load it again and it "
    "goes on, or start the server with a longer --timeout."
)
AGAIN, PAUSE = 10, 5
"""How often a page that is not ready is loaded again by itself, and after how many seconds."""
STATIC = Path(__file__).parent / "static"


class Refused(Exception):
    """A request that is not answered, with the status that says why."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


def files_of(atlas: Path | None) -> dict[str, bytes]:
    """Return everything that is served as it is, by address."""
    found = {} if atlas is None else _written(atlas)
    site = live_pages.site_of(Site().navigation if atlas is None else _navigation(found))
    for page in live_pages.pages(has_atlas=atlas is not None):
        found[page.address] = rendered(page, site).encode()
    found |= assets()
    return found | {f"static/{path.name}": path.read_bytes() for path in STATIC.iterdir()}


def _written(atlas: Path) -> dict[str, bytes]:
    """Return the files of an atlas that was written before; links that lead out are left alone."""
    if not (atlas / SIGN).is_file():
        raise Mistake(
            f"{str(atlas)!r} is no atlas: write one with python -m proofs.atlas --out {atlas}."
        )
    entries = live_pages.entries().encode()
    paths = [path for path in sorted(atlas.rglob("*")) if path.is_file() and not path.is_symlink()]
    try:
        return {
            path.relative_to(atlas).as_posix(): path.read_bytes().replace(MARK, entries)
            for path in paths
        }
    except OSError as problem:
        raise Mistake(f"{problem.filename!r} cannot be read: {problem.strerror}.") from None


def _navigation(found: Mapping[str, bytes]) -> tuple[tuple[str, str], ...]:
    return tuple(entry for entry in Site().navigation if entry[1] in found)


@dataclass
class Explorer:
    """What answers requests."""

    files: Mapping[str, bytes]
    longest: int = 60
    makes_pages: bool = False
    workers: Workers = field(default_factory=Workers)

    def application(self) -> Starlette:
        """Return the application."""
        routes = [
            Route("/api/values", self.values, methods=["POST"]),
            Route("/api/jobs/{name}", self.state, methods=["GET"]),
            Route("/api/jobs/{name}/stop", self.stop, methods=["POST"]),
            Route("/api/{task}", self.begin, methods=["POST"]),
            Route("/{address:path}", self.file, methods=["GET"]),
        ]

        def lifespan(app: Starlette) -> AbstractAsyncContextManager[None]:
            return self.workers.running()

        handlers: Any = {Refused: self.refused, ClientDisconnect: _gone}
        return Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers)

    async def file(self, request: Request) -> Response:
        """Return a page or a file."""
        address = request.path_params["address"] or "index.html"
        content = self.files.get(address)
        kind = mimetypes.guess_type(address)[0] or "application/octet-stream"
        if content is not None:
            return Response(content, media_type=kind, headers={"cache-control": "no-cache"})
        if not self.makes_pages or not ADDRESS.fullmatch(address):
            raise Refused(404, "There is no such page.")
        try:
            said = await self.workers.page(address, self.longest)
        except Busy as problem:
            return self.unready(request, f"{problem}")
        if "mistake" in said:
            raise Refused(404, said["mistake"])
        if "result" in said:
            made = said["result"]["content"]
            return Response(made, media_type=kind, headers={"cache-control": "no-store"})
        text = UNREADY.format(why=said.get("undecided", said.get("error", "")))
        return self.unready(request, text)

    def unready(self, request: Request, text: str) -> Response:
        """Say that a page is not ready; the browser loads it again, but not for ever."""
        before = request.query_params.get("again", "0")
        times = int(before) if re.fullmatch(r"[0-9]{1,2}", before) else AGAIN
        more = f" It is loaded again in {PAUSE} seconds." if times < AGAIN else ""
        said = self.told(request.path_params["address"], "Not ready yet", text + more, 503)
        if more:
            said.headers["refresh"] = f"{PAUSE}; url=?again={times + 1}"
        return said

    def told(self, address: str, title: str, text: str, status: int) -> Response:
        """Return a page that says one thing."""
        known = Site().navigation if self.makes_pages else _navigation(self.files)
        page = Page(address, "message", title, {"text": text})
        shown = rendered(page, live_pages.site_of(known))
        headers = {"cache-control": "no-store", **({"retry-after": "10"} if status == 503 else {})}
        return Response(shown, status, media_type="text/html", headers=headers)

    async def refused(self, request: Request, problem: Exception) -> Response:
        """Say why a request is not answered, as data or as a page."""
        assert isinstance(problem, Refused)
        if request.url.path.startswith("/api/"):
            return JSONResponse({"mistake": str(problem)}, problem.status)
        address = request.path_params.get("address", "")
        return self.told(address, "Nothing is here", str(problem), problem.status)

    async def values(self, request: Request) -> Response:
        """Return values at a point."""
        fields = await body_of(request, SHORT)
        try:
            return answer(await self.workers.value(fields, VALUE_SECONDS + 2))
        except Busy as problem:
            raise Refused(429, str(problem)) from None

    async def begin(self, request: Request) -> Response:
        """Begin a task and return its name."""
        task = request.path_params["task"]
        if task not in TASKS or task == "page":
            raise Refused(404, "There is no such task.")
        fields = await body_of(request, 2 * MOST_BYTES if task == "verify" else SHORT)
        seconds = fields.get("seconds", self.longest)
        if not isinstance(seconds, int) or isinstance(seconds, bool):
            raise Refused(400, "seconds must be a whole number.")
        seconds = max(1, min(seconds, self.longest))
        if task != "diagram":
            fields["seconds"] = seconds
        else:
            fields.pop("seconds", None)
        try:
            return answer({"job": self.workers.begin(task, fields, seconds)})
        except Busy as problem:
            raise Refused(429, str(problem)) from None

    async def state(self, request: Request) -> Response:
        """Return how far a job is; wait a while for its end."""
        job = self.workers.jobs.get(request.path_params["name"])
        if job is None:
            raise Refused(404, "There is no such question.")
        wait = 0.4 if "now" in request.query_params else LONGEST_POLL
        job.state()  # so that it is not forgotten meanwhile
        try:
            async with asyncio.timeout(wait):
                await job.changed.wait()
        except TimeoutError:
            pass
        return answer(job.state())

    async def stop(self, request: Request) -> Response:
        """Stop a job."""
        name = request.path_params["name"]
        if name not in self.workers.jobs:
            raise Refused(404, "There is no such question.")
        self.workers.stop(name)
        return answer({"stopped": True})


def answer(content: Any) -> Response:
    """Return data that nobody keeps."""
    return JSONResponse(content, headers={"cache-control": "no-store"})


async def body_of(request: Request, most: int) -> dict[str, Any]:
    """Return the JSON object of a request that is neither long nor slow."""
    data = bytearray()
    try:
        async with asyncio.timeout(SLOWEST_BODY):
            async for part in request.stream():
                data += part
                if len(data) > most:
                    raise Refused(413, f"A request has at most {most:,} bytes here.")
        content = json.loads(data.decode("utf-8"))
    except TimeoutError:
        raise Refused(408, "The request took too long to arrive.") from None
    except (ValueError, RecursionError):
        raise Refused(400, "A request is a JSON object.") from None
    if not isinstance(content, dict):
        raise Refused(400, "A request is a JSON object.")
    return content


def _gone(request: Request, problem: ClientDisconnect) -> Response:
    return PlainTextResponse("", 400)
