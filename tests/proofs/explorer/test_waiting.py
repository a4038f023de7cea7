"""What waits for a process of the server: so much, and no more."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from proofs.explorer import workers as module
from proofs.explorer.workers import MOST_JOBS, MOST_PAGES, MOST_VALUES, Busy, Worker, Workers


def test_what_waits_is_bounded_and_a_page_is_made_once() -> None:
    async def tried() -> None:
        workers, go, made = Workers(), asyncio.Event(), []

        async def answer(task: str, fields: Any, *_: Any) -> dict[str, Any]:
            made.append(fields)
            await go.wait()
            return {"result": {"content": fields.get("address", "")}}

        for worker in (workers.values, *workers.made_by):
            worker.answer = answer
        wanted = [f"{at % MOST_PAGES}.html" for at in range(20)]
        pages = [asyncio.create_task(workers.page(one, 9)) for one in wanted]
        values = [asyncio.create_task(workers.value({}, 9)) for _ in range(MOST_VALUES)]
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="pages are being made"):
            await workers.page("another.html", 9)
        with pytest.raises(Busy, match="wait for values"):
            await workers.value({}, 9)
        go.set()
        found = await asyncio.gather(*pages)
        assert [one["result"]["content"] for one in found] == wanted
        assert await asyncio.gather(*values) == [{"result": {"content": ""}}] * MOST_VALUES
        assert len(made) == MOST_PAGES + MOST_VALUES
        assert (await workers.page("another.html", 9))["result"] == {"content": "another.html"}

    with ThreadPoolExecutor(1) as other:
        other.submit(asyncio.run, tried()).result()


def test_a_question_that_nobody_looks_at_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    async def tried() -> None:
        workers = Workers()
        workers.waiting = [Idle() for _ in range(2 * MOST_JOBS)]
        first = [workers.begin("ask", {}, 60) for _ in range(MOST_JOBS)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            workers.begin("ask", {}, 60)
        monkeypatch.setattr(module, "FORGOTTEN", -1.0)
        workers.begin("ask", {}, 60)
        await asyncio.sleep(0.01)
        assert [workers.jobs[name].state() for name in first] == [
            {"state": "done", "stopped": True}
        ] * MOST_JOBS

    class Idle(Worker):
        alive = False

        async def answer(self, *_: Any) -> dict[str, Any]:
            await asyncio.sleep(60)
            return {}

    with ThreadPoolExecutor(1) as other:
        other.submit(asyncio.run, tried()).result()
