"""The server of the pages with engines: what it answers, and what it refuses."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest

from proofs.core.valuing.value import value_of
from proofs.explore import main
from proofs.explorer import serving
from proofs.explorer.connections import Connection
from proofs.explorer.fields import Fields
from proofs.explorer.guarding import COOKIE, Guard, Rate
from proofs.explorer.live_pages import GIVEN, SHOWN
from proofs.explorer.serving import files_of
from proofs.explorer.tasks import task
from proofs.explorer.workers import MOST_JOBS
from proofs.script.sealing import seal
from rankproof.line.failures import Mistake
from tests.proofs.explorer.conftest import LONG, ROOT, Server, start

ASKED = {"axiom": "symmetry", "subjects": ["mae"], "n": "2..3", "parameters": {}}
AT = {"kind": "rankings", "ranking": [2, 1, 3], "reference": [1, 3, 2], "metrics": ["kendall"]}


def test_pages_carry_a_strict_policy_and_lead_to_nothing_on_the_disk(server: Server) -> None:
    status, headers, content = server.ask("GET", "/")
    assert status == 200
    assert b"<h1>" in content
    assert headers["content-security-policy"].startswith("default-src 'self'")
    assert "unsafe" not in headers["content-security-policy"]
    for path in (
        "/../../../../etc/passwd",
        "/static/../../explore.py",
        "/static/%2e%2e/%2e%2e/pyproject.toml",
        "//etc/passwd",
        "/etc/passwd",
        "/static/..%5c..%5cpyproject.toml",
        "/proofs/explore.py",
        "/%00",
    ):
        assert server.ask("GET", path)[0] == 404, path


def test_where_there_is_nothing_a_page_says_so_and_leads_on(server: Server) -> None:
    status, headers, content = server.ask("GET", "/cells/none/<b>.html")
    assert status == 404
    assert headers["content-type"].startswith("text/html")
    assert b"There is no such page." in content
    assert b'href="../../index.html"' in content
    assert b"<b>" not in content


@pytest.mark.parametrize(
    ("query", "refresh"),
    [
        ({}, "5; url=?again=1"),
        ({"again": "9"}, "5; url=?again=10"),
        ({"again": "10"}, None),
        ({"again": "-1"}, None),
        ({"again": "x"}, None),
        ({"again": "1; url=//evil.example"}, None),
    ],
)
def test_a_page_that_is_not_ready_is_loaded_again_for_a_while(
    query: dict[str, str], refresh: str | None
) -> None:
    request: Any = SimpleNamespace(query_params=query, path_params={"address": "a/b.html"})
    said = serving.Explorer({}, makes_pages=True).unready(request, "<b>")
    assert said.status_code == 503
    assert said.headers.get("refresh") == refresh
    assert (b"loaded again" in said.body) == (refresh is not None)
    assert b"<b>" not in said.body


@pytest.mark.parametrize(
    ("status", "method", "headers"),
    [
        (421, "GET", {"Host": "evil.example"}),
        (421, "GET", {"Host": "127.0.0.1:1"}),
        (403, "GET", {"Origin": "http://evil.example"}),
        (403, "POST", {"Origin": "null", "Content-Type": "application/json"}),
        (403, "POST", {"Content-Type": "text/plain"}),
        (403, "POST", {"Content-Type": "application/x-www-form-urlencoded"}),
        (403, "POST", {"Content-Type": "application/json", "Sec-Fetch-Site": "cross-site"}),
        (403, "GET", {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}),
        (403, "GET", {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors"}),
        (403, "GET", {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}),
        (403, "HEAD", {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Dest": "image"}),
        (405, "DELETE", {}),
        (405, "TRACE", {}),
    ],
)
def test_requests_from_elsewhere_are_refused(
    server: Server, status: int, method: str, headers: dict[str, str]
) -> None:
    assert server.ask(method, "/api/values", json.dumps(AT).encode(), **headers)[0] == status


def test_a_header_that_comes_twice_fits_nothing(server: Server) -> None:
    place = urlsplit(server.address)
    for more in (f"Origin: http://evil\r\nOrigin: {server.address[:-1]}", "Host: evil"):
        with socket.create_connection((place.hostname, place.port), timeout=20) as line:
            text = f"GET / HTTP/1.1\r\nHost: {place.netloc}\r\n{more}\r\nConnection: close\r\n\r\n"
            line.sendall(text.encode())
            assert line.recv(12)[-3:] in (b"400", b"403")


def test_connections_that_ask_nothing_are_ended() -> None:
    class Line:
        ended = False

        def is_closing(self) -> bool:
            return self.ended

        def close(self) -> None:
            self.ended = True

    def looked(*cycles: Any) -> bool:
        later: list[Any] = []
        line = object.__new__(Connection)
        line.transport, line.cycle = Line(), None
        line.loop = SimpleNamespace(call_later=lambda _, look, seen: later.append((look, seen)))
        later.append((line._look, line))
        for line.cycle in cycles:
            look, seen = later.pop()
            look(seen)
        return line.transport.ended

    running, done = (
        SimpleNamespace(response_complete=False),
        SimpleNamespace(response_complete=True),
    )
    assert looked(None, None)
    assert looked(done, done)
    assert not looked(running, running, running, done)
    assert not looked(None, done)
    assert not looked(done, SimpleNamespace(response_complete=True))


def test_long_and_broken_requests_are_refused(server: Server) -> None:
    def status(body: bytes, task: str = "ask") -> int:
        return server.ask("POST", f"/api/{task}", body, content_type="application/json")[0]

    assert status(b" " * 70_000) == 413
    assert status(b"[" * 60_000) == 400
    assert status(b"not json") == 400
    assert status(b"\xff\xfe") == 400
    assert status(b"[1]") == 400
    assert status(b'{"seconds": "60; rm"}') == 400
    assert status(b"{}", "nothing") == 404


def test_slow_and_too_many_requests_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def trickling() -> AsyncIterator[bytes]:
        while True:
            yield b" "
            await asyncio.sleep(0.01)

    monkeypatch.setattr(serving, "SLOWEST_BODY", 0.1)
    body = serving.body_of(SimpleNamespace(stream=trickling), 1_000)
    with ThreadPoolExecutor(1) as other, pytest.raises(serving.Refused, match="too long"):
        other.submit(asyncio.run, body).result()

    async def nothing(*_: Any) -> None: ...

    guard = Guard(nothing, frozenset({"127.0.0.1:1"}), rate=Rate(3, 0))
    asked = ({"method": "GET"}, {"host": "127.0.0.1:1"})
    assert [guard.problem(*asked) for _ in range(3)] == [None] * 3
    problem = guard.problem(*asked)
    assert problem is not None
    assert problem[0] == 429


def test_a_task_that_needs_too_much_memory_is_one_message() -> None:
    code = """
import proofs.explorer.worker as worker
from proofs.explorer.tasks import TASKS
worker.MEMORY = 2 << 30
TASKS["hog"] = lambda fields, told: {"size": len(bytearray(3 << 30))}
worker.main()
"""
    work = (("hog", {}), ("values", {**AT, "parameters": {}}))
    asked = [{"task": name, "fields": fields, "limit": 20} for name, fields in work]
    found = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        input="".join(json.dumps(one) + "\n" for one in asked),
        capture_output=True,
        text=True,
        check=True,
    )
    _, hog, values = map(json.loads, found.stdout.splitlines())
    assert hog == {"undecided": "it needs more than 2 GB of memory"}
    assert values["result"]["rows"][0]["exact"] == "-1/3"


@pytest.mark.parametrize(
    "changed",
    [
        {"metrics": ["kendall"] * 100},
        {"metrics": []},
        {"metrics": [1]},
        {"metrics": "kendall"},
        {"ranking": [1, 2.5, 3]},
        {"ranking": [True, 2, 3]},
        {"ranking": list(range(1, 200))},
        {"ranking": [1, 1, 2]},
        {"ranking": "1,2,3"},
        {"kind": "../x"},
        {"parameters": {"__class__": "1"}},
        {"parameters": {"k": ["1"]}},
        {"more": 1},
        {"metrics": ["x" * 5_000]},
        {"metrics": ["kendall\x00"]},
    ],
)
def test_fields_are_read_strictly(server: Server, changed: dict[str, Any]) -> None:
    said = server.send("/api/values", {**AT, "parameters": {}, **changed})
    assert "result" not in said
    assert said["mistake"]


@pytest.mark.parametrize(
    "text",
    [
        "= __import__('os').system('touch {path}')",
        "= sigma.__class__(1)",
        "= open('{path}', 'w')",
        "= (lambda: 1)()",
        "= 9^9^9^9^9^9",
        "= sum(i, 1, n, sigma(i)" + "(" * 3_000,
        "= 1000000000!!!!!",
        "= sigma(i for i in n)",
        "--certificate={path}",
        "../../../etc/passwd",
        "{path}",
    ],
)
def test_hostile_formulas_are_one_message(server: Server, text: str, tmp_path: Path) -> None:
    canary = tmp_path / "canary"
    formula = text.replace("{path}", str(canary))
    said = server.done("ask", {**ASKED, "subjects": [formula], "seconds": 3})
    assert "result" not in said or said["result"]["answer"]["status"] == "undecided"
    assert "error" not in said, said
    row = server.send("/api/values", {**AT, "parameters": {}, "metrics": [formula]})
    assert "undecided" in row or row["result"]["rows"][0]["why"]
    assert not canary.exists()


def test_values_are_those_of_the_definitions(server: Server) -> None:
    metrics = ["kendall", "dcg", "precision", "rbo", "= sum(i, 1, n, sigma(i)*tau(i))"]
    given = {"k": "2", "p": "4/5"}
    found = server.send("/api/values", {**AT, "metrics": metrics, "parameters": given})["result"]
    point: dict[str, Any] = {"ranking": AT["ranking"], "reference": AT["reference"]}
    expected = [
        value_of("kendall", **point),
        value_of("dcg", ranking=AT["ranking"]),
        value_of("precision", **point, k=2),
        value_of("rbo", **point, p="4/5"),
    ]
    assert [row["approx"] for row in found["rows"][:4]] == [one.approx for one in expected]
    assert found["rows"][4]["exact"] == str(1 * 2 + 3 * 1 + 2 * 3)
    assert found["curve"]["point"][-1] == 0


@pytest.mark.parametrize("kind", ["rankings", "lists"])
def test_ten_values_of_twenty_documents_follow_at_once(kind: str) -> None:
    def cost(places: list[int]) -> float:
        point: dict[str, Any] = {"grades": [x % 3 for x in places], "unretrieved": [0, 0, 0]}
        if kind == "rankings":
            point = {"ranking": places, "reference": sorted(places)}
        names = [*SHOWN[kind], {"rankings": "rbo", "lists": "ndcg"}[kind]]
        began = time.process_time()
        task("values", {"kind": kind, "metrics": names, "parameters": GIVEN, **point})
        return time.process_time() - began

    moved = [[*range(1, at), 20, *range(at, 20)] for at in range(1, 21)]
    assert len(SHOWN[kind]) == 9
    assert sorted(map(cost, moved))[10] < 0.1


def test_a_formula_without_a_value_leaves_the_others_theirs(server: Server) -> None:
    hard = ["= sum(i, 1, 10^9, sigma(1))", "= 2^(2^(1/2))*sigma(1)", "= sigma(9)"]
    fields = {**AT, "metrics": [*hard, "kendall"], "parameters": {}}
    rows = server.send("/api/values", fields)["result"]["rows"]
    assert [row["approx"] for row in rows[:3]] == ["", "undecided", "undefined"]  # refused, …
    assert all(row["why"] and not row["exact"] for row in rows[:3])
    assert rows[3]["exact"] == "-1/3"


def test_a_question_is_answered_drawn_and_certified(server: Server) -> None:
    said = server.done("ask", {**ASKED, "axiom": "ioi", "certificate": True})["result"]
    assert said["answer"]["status"] == "refuted"
    assert said["drawings"][0]["svg"].startswith("<svg")
    verified = server.done("verify", {"certificate": said["certificate"]})["result"]
    assert verified["status"] == "accepted"
    forged = said["certificate"].replace('"refuted"', '"holds"')
    assert server.done("verify", {"certificate": forged})["result"]["status"] == "rejected"
    assert "mistake" in server.done("verify", {"certificate": "{" * 100_000})


def test_a_certificate_that_takes_long_is_given_up(server: Server) -> None:
    said = server.done("ask", {**ASKED, "n": "2", "certificate": True})["result"]
    changed = said["certificate"].replace('"n": 2', '"n": 7').replace("S₂", "S₇")
    content = json.loads(changed.replace("S\\u2082", "S₇"))
    content["verdict"]["scope"]["n"] = [7]
    del content["seal"]
    text = json.dumps({**content, "seal": seal(content)})
    found = server.done("verify", {"certificate": text, "seconds": 1})
    told = found.get("undecided") or found["result"]["text"]
    assert "time limit of 1 s" in told, found


def test_pages_of_the_atlas_are_made_when_they_are_opened(server: Server) -> None:
    def page(address: str) -> str:
        status, _, content = server.ask("GET", address)
        assert status == 200, address
        return content.decode()

    assert 'href="matrix/rankings.html"' in page("/")
    assert 'href="../cells/labels/' in page("/matrix/labels.html")
    assert "REFUTED" in page("/cells/rankings/ioi/mape.html")
    offered = page("/cells/rankings/ioi/mape.certificate.json")
    assert server.done("verify", {"certificate": offered})["result"]["status"] == "accepted"
    assert "Kendall" in page("/metrics/rankings/kendall.html")
    assert "papers/toma.html#toma-theorem_a1" in page("/search-index.js")
    assert "Ask" in page("/orders/rank_replacement-n2-c2.html")
    for address in ("/cells/rankings/ioi/none.html", "/api/page", "/pages.html", "/x/../y.html"):
        assert server.ask("GET", address)[0] == 404, address
    assert server.send("/api/page", {"address": "index.html"}) == {
        "mistake": "There is no such task."
    }


def test_orders_are_drawn_up_to_a_size(server: Server) -> None:
    typed = {"order": "= forall i: r(i) <= s(i)", "n": 2, "c": 1}
    assert server.done("diagram", typed)["result"]["counts"]["runs"] == 4
    assert "too many" in server.done("diagram", {**typed, "n": 8})["mistake"]
    assert "mistake" in server.done("diagram", {**typed, "order": "= import os"})


def test_questions_can_be_stopped_and_are_few(server: Server) -> None:
    begun = [server.send("/api/ask", LONG) for _ in range(MOST_JOBS)]
    assert "being answered" in server.send("/api/ask", LONG)["mistake"]
    for one in begun:
        assert server.send(f"/api/jobs/{one['job']}/stop", {}) == {"stopped": True}
    for one in begun:
        state = json.loads(server.ask("GET", f"/api/jobs/{one['job']}")[2])
        assert state["state"] == "done"
        assert state.get("stopped") or "undecided" in state
    assert server.done("ask", ASKED)["result"]["answer"]["status"] == "holds"


def test_time_is_limited(server: Server) -> None:
    began = time.monotonic()
    said = server.done("ask", {**LONG, "seconds": 1})
    told = said.get("undecided") or said["result"]["text"]
    assert "time limit of 1 s" in told, said
    assert time.monotonic() - began < 20


def children_of(server: Server) -> list[int]:
    command = ["ps", "-o", "pid=", "--ppid", str(server.process.pid)]
    return [int(one) for one in subprocess.run(command, capture_output=True).stdout.split()]


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_killed_processes_are_replaced_and_a_killed_server_leaves_nothing_running() -> None:
    server = start()
    assert server.done("ask", ASKED)["result"]
    for child in children_of(server):
        os.kill(child, signal.SIGKILL)
    assert server.send("/api/values", {**AT, "parameters": {}})["result"]
    assert server.done("ask", ASKED)
    children = children_of(server)
    assert children
    os.kill(server.process.pid, signal.SIGKILL)
    server.process.wait(10)
    for _ in range(100):
        if not any(Path(f"/proc/{one}").exists() for one in children):
            return
        time.sleep(0.1)
    raise AssertionError("processes are left")


def test_declarations_of_ones_own_are_on_all_pages(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    metric = '[metric.mine]\nvalue = "sum(i, 1, n, i * abs(sigma(i) - tau(i)))"\n'
    axiom = '[axiom.fair]\nstatement = "forall sigma, tau: m(sigma, tau) = m(tau, sigma)"\n'
    own.write_text(f'{metric}{axiom}[order.above]\nbelow = "forall i: r(i) <= s(i)"\n')
    running = start("--using", str(own))
    try:
        own.unlink()
        asked = {"axiom": "fair", "subjects": ["mine"], "n": "3", "parameters": {}}
        assert running.done("ask", asked)["result"]["answer"]["status"] == "holds"
        found = running.send("/api/values", {**AT, "metrics": ["mine"]})["result"]
        assert found["rows"][0]["exact"] == "8"
        for page, word in (("ask", b"fair"), ("play", b"mine"), ("diagram", b"above")):
            assert word in running.ask("GET", f"/{page}.html")[2]
    finally:
        running.process.terminate()
        running.process.wait(20)


def test_another_address_needs_a_token() -> None:
    async def nothing(*_: Any) -> None: ...

    guard = Guard(nothing, frozenset({"192.0.2.7:1"}), "secret")

    def status(query: bytes = b"", method: str = "GET", **headers: str) -> int | None:
        scope = {"method": method, "query_string": query}
        problem = guard.problem(scope, {"host": "192.0.2.7:1", **headers})
        return None if problem is None else problem[0]

    assert status() == 401
    assert status(b"token=wrong") == 401
    assert status(b"token=" + b"&a=1" * 50) == 401
    assert status(cookie=f"{COOKIE}-1=wrong; x=secret") == 401
    assert status(cookie=f"{COOKIE}-2=secret") == 401  # that of another server
    assert status(b"token=secret", "POST", **{"content-type": "application/json"}) == 401
    assert status(b"token=secret") is None
    assert status(cookie=f"x=1; {COOKIE}-1=secret") is None


@pytest.mark.parametrize(
    ("path", "query", "site", "status", "name", "place"),
    [
        ("/", b"token=secret", "none", 303, "location", "/"),
        ("/search.html", b"q=a%0Ab&token=secret", "none", 303, "location", "/search.html?q=a%0Ab"),
        ("//evil.example/x", b"token=secret", "none", 303, "location", "/evil.example/x"),
        ("/\\evil.example", b"token=secret", "none", 303, "location", "/evil.example"),
        ("/a\r\nx: y", b"token=secret", "none", 303, "location", "/a%0D%0Ax%3A%20y"),
        ("/a;b", b"token=secret", "cross-site", 200, "refresh", "0; url=/a%3Bb"),
    ],
)
def test_the_token_goes_into_a_cookie_and_out_of_the_address(
    path: str, query: bytes, site: str, status: int, name: str, place: str
) -> None:
    async def never(*_: Any) -> None:
        raise AssertionError("the application was reached")

    said: list[Any] = []

    async def send(message: Any) -> None:
        said.append(message)

    given = {"host": "192.0.2.7:1", "sec-fetch-site": site}
    given |= {"sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
    scope = {"type": "http", "method": "GET", "path": path, "query_string": query}
    scope["headers"] = [(key.encode(), value.encode()) for key, value in given.items()]
    guard = Guard(never, frozenset({"192.0.2.7:1"}), "secret")
    with ThreadPoolExecutor(1) as other:
        other.submit(asyncio.run, guard(scope, never, send)).result()
    headers = dict(said[0]["headers"])
    assert said[0]["status"] == status
    assert headers[name.encode()].decode() == place
    assert headers[b"set-cookie"].decode() == (
        f"{COOKIE}-1=secret; HttpOnly; SameSite=Strict; Path=/"
    )
    assert b"content-security-policy" in headers


@pytest.mark.parametrize(
    "line",
    [
        "--port 70000",
        "--port x",
        "--host 0.0.0.0",
        "--host 0",
        "--host ::0",
        "--host=",
        "--host 192.0.2.7",
        "--atlas tests",
        "--jobs 0",
    ],
)
def test_bad_settings_are_one_message(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*line.split(), *([] if "port" in line else ["--port", "0"])]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_live_pages_are_valid_light_and_without_anything_inline() -> None:
    import html5lib

    found = files_of(None)
    live = [address for address in found if address.endswith(".html")]
    said = serving.Explorer(found).told("a/b.html", "Nothing is here", "<b>", 404).body
    for text in (*(found[address].decode() for address in live), bytes(said).decode()):
        tree = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(text)
        assert len(text) <= 300_000
        assert not [one for one in tree.iter() for name in one.attrib if name == "style"]
    assert sorted(live) == [
        "ask.html",
        "certificate.html",
        "diagram.html",
        "index.html",
        "play.html",
    ]


def test_an_atlas_is_what_is_in_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "atlas.json").write_text("{}")
    (tmp_path / "out.html").symlink_to(ROOT / "pyproject.toml")
    (tmp_path / "out").symlink_to(ROOT)
    assert {one for one in files_of(tmp_path) if one.startswith(("out", "atlas"))} == {"atlas.json"}

    def denied(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", denied)
    with pytest.raises(Mistake, match="Permission denied"):
        files_of(tmp_path)


def test_what_is_not_read_is_a_mistake() -> None:
    with pytest.raises(Mistake, match="not read"):
        Fields({"a": 1}).done()
    assert (ROOT / "proofs" / "explorer").is_dir()
