"""Processes that compute, ready before they are needed, ended when they take too long.

One process serves values while documents are dragged; questions have others, at most a few at a
time, and one that is waiting, so that nobody waits for SymPy to be imported. A process that was
ended is replaced. All end with the server.

What waits for a process is bounded too: a page that two readers open is made once, and where many
wait already, the next one hears so. A question that nobody looks at any more makes room for others.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import secrets
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lattice.declared import texts

GRACE = 3.0
MOST_BYTES = 16 << 20
MOST_JOBS = 2
MOST_PAGES = 8
MOST_VALUES = 16
KEPT_JOBS = 50
FORGOTTEN = 25.0
OURS = Path(__file__).resolve().parents[2]
START = (
    "import sys; sys.path.insert(0, sys.argv[1]); from proofs.explorer.worker import main; main()"
)
ENDED = "the process that computed it has ended: it may have needed too much memory."


class Busy(Exception):
    """As much is being computed, or waits for it, as may be at once."""


class Worker:
    """One process, and one request at a time."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None
        self.ready = False
        self.declared = texts()

    async def start(self) -> None:
        """Start the process; it imports what it needs meanwhile."""
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-c", START, str(OURS)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=MOST_BYTES,
            start_new_session=sys.platform != "win32",
        )
        if self.declared:
            assert self.process.stdin is not None
            self.process.stdin.write(json.dumps({"declared": self.declared}).encode() + b"\n")

    @property
    def alive(self) -> bool:
        """Tell whether it can take a request."""
        return self.process is not None and self.process.returncode is None

    async def answer(
        self,
        task: str,
        fields: Any,
        seconds: float,
        told: Callable[[Any], None] = lambda said: None,
    ) -> dict[str, Any]:
        """Return what the process answers; one that is too late or crashes is ended."""
        ready = self.ready and self.alive
        try:
            async with asyncio.timeout(seconds + GRACE + (0.0 if ready else 30.0)):
                return await self._asked({"task": task, "fields": fields, "limit": seconds}, told)
        except TimeoutError:
            return {"undecided": f"the time limit of {seconds:g} s was reached"}
        except (OSError, ValueError, asyncio.IncompleteReadError):
            return {"undecided": ENDED}
        finally:
            if self.ready is not True:
                self.end()

    async def _asked(self, request: Any, told: Callable[[Any], None]) -> dict[str, Any]:
        if not self.alive:
            await self.start()
        process = self.process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(request).encode() + b"\n")
        await process.stdin.drain()
        self.ready = False
        while True:
            line = await process.stdout.readline()
            if not line:
                raise asyncio.IncompleteReadError(line, None)
            said: dict[str, Any] = json.loads(line)
            if "progress" in said:
                told(said["progress"])
            elif "ready" not in said:
                self.ready = True
                return said

    def end(self) -> None:
        """End the process and what it has started."""
        process, self.process, self.ready = self.process, None, False
        if process is None or process.returncode is not None:
            return
        with suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                process.kill()
            else:
                os.killpg(process.pid, signal.SIGKILL)


@dataclass
class Job:
    """A question that is being answered, or was."""

    worker: Worker
    began: float = field(default_factory=time.monotonic)
    seen: float = field(default_factory=time.monotonic)
    progress: Any = None
    said: dict[str, Any] | None = None
    work: asyncio.Task[None] | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def forgotten(self) -> bool:
        """Tell whether nobody has asked for it in a while."""
        return self.said is None and time.monotonic() - self.seen > FORGOTTEN

    def state(self) -> dict[str, Any]:
        """Return what the page shows of it."""
        self.seen = time.monotonic()
        if self.said is not None:
            return {"state": "done", **self.said}
        seconds = time.monotonic() - self.began
        return {"state": "running", "seconds": round(seconds, 1), "progress": self.progress}


class Workers:
    """All processes of the server, and the questions that they answer."""

    def __init__(self) -> None:
        self.values = Worker()
        self.one_at_a_time = asyncio.Lock()
        self.asked = 0
        self.waiting: list[Worker] = []
        self.made_by = [Worker() for _ in range(MOST_JOBS)]
        self.makers = list(self.made_by)
        self.free = asyncio.Semaphore(MOST_JOBS)
        self.making: dict[str, asyncio.Task[dict[str, Any]]] = {}
        self.jobs: dict[str, Job] = {}
        self.numbers = itertools.count(1)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Have processes ready, and end them all."""
        await self.values.start()
        self.waiting = [Worker()]
        await self.waiting[0].start()
        try:
            yield
        finally:
            asked = (job.worker for job in self.jobs.values())
            for worker in [self.values, *self.made_by, *self.waiting, *asked]:
                worker.end()

    async def value(self, fields: Any, seconds: float) -> dict[str, Any]:
        """Have values computed, one request after another."""
        if self.asked >= MOST_VALUES:
            raise Busy(f"{MOST_VALUES} others wait for values: try again in a while.")
        self.asked += 1
        try:
            async with self.one_at_a_time:
                said = await self.values.answer("values", fields, seconds)
                if said == {"undecided": ENDED}:  # perhaps long before it was asked
                    said = await self.values.answer("values", fields, seconds)
                return said
        finally:
            self.asked -= 1

    async def page(self, address: str, seconds: float) -> dict[str, Any]:
        """Have a page made, once for all who wait for it."""
        work = self.making.get(address)
        if work is None:
            if len(self.making) >= MOST_PAGES:
                raise Busy(f"{MOST_PAGES} pages are being made: load this one again in a while.")
            work = self.making[address] = asyncio.create_task(self._made(address, seconds))
            work.add_done_callback(lambda _: self.making.pop(address, None))
        return await asyncio.shield(work)

    async def _made(self, address: str, seconds: float) -> dict[str, Any]:
        async with self.free:
            maker = self.makers.pop()
            try:
                return await maker.answer("page", {"address": address}, seconds)
            finally:
                self.makers.append(maker)

    def begin(self, task: str, fields: Any, seconds: float) -> str:
        """Begin a job and return its name, which cannot be guessed."""
        running = [name for name, job in self.jobs.items() if job.said is None]
        if len(running) >= MOST_JOBS:
            for name in running:
                if self.jobs[name].forgotten:
                    self.stop(name)
            running = [name for name in running if not self.jobs[name].forgotten]
        if len(running) >= MOST_JOBS:
            raise Busy(f"{MOST_JOBS} questions are being answered: stop one, or wait for it.")
        for name in list(self.jobs)[: max(0, len(self.jobs) - KEPT_JOBS)]:
            if self.jobs[name].said is not None:
                del self.jobs[name]
        name = secrets.token_urlsafe(12)
        job = Job(self.waiting.pop() if self.waiting else Worker())
        self.jobs[name] = job
        job.work = asyncio.create_task(self._work(job, task, fields, seconds))
        return name

    async def _work(self, job: Job, task: str, fields: Any, seconds: float) -> None:
        def told(said: Any) -> None:
            job.progress = said

        try:
            job.said = await job.worker.answer(task, fields, seconds, told)
        except asyncio.CancelledError:
            job.said = {"stopped": True}
        except Exception:
            job.said = {"error": ENDED}
        job.changed.set()
        if job.worker.alive and not self.waiting:
            self.waiting.append(job.worker)
        else:
            job.worker.end()
            if not self.waiting:
                spare = Worker()
                self.waiting.append(spare)
                await spare.start()

    def stop(self, name: str) -> None:
        """Stop a job: its process is ended at once."""
        job = self.jobs[name]
        if job.said is None and job.work is not None:
            job.worker.end()
            job.work.cancel()
