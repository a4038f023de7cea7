"""python -m proofs.explore: the pages with engines behind them, on the loopback address."""

from __future__ import annotations

from rankproof.line import guard

guard.begin(__name__)

import argparse
import secrets
import socket
from collections.abc import Sequence
from ipaddress import ip_address
from pathlib import Path

from rankproof.line.arguments import Parser, Usage, whole
from rankproof.line.failures import Mistake
from rankproof.line.guard import exit_codes, guarded, say

DESCRIPTION = """Serve pages on which questions are asked, documents dragged, orders drawn and
certificates verified. Formulas are parsed, never executed.

  python -m proofs.explore                        on 127.0.0.1, for this machine alone
  python -m proofs.explore --port 9000 --atlas atlas    with the pages of python -m proofs.atlas
  python -m proofs.explore --using mine.toml      with your own declarations
  python -m proofs.explore --host 192.0.2.7       for others: they need the token that is printed"""
PORT = 8700
LONGEST = 60
OWN_MACHINE = ("127.0.0.1", "localhost", "::1")


def parser() -> Parser:
    """Return the command line of this program."""
    made = Parser(
        prog="proofs.explore", description=DESCRIPTION, epilog=exit_codes("the server was stopped")
    )
    made.add_argument("--port", metavar="N", default=str(PORT), help=f"0 for any (default: {PORT})")
    made.add_argument("--host", metavar="ADDRESS", default="127.0.0.1", help="another address")
    made.add_argument("--atlas", metavar="DIR", help="serve this atlas as well")
    made.add_using()
    made.add_common("html", default=None)
    return made


def run(arguments: argparse.Namespace) -> int:
    """Serve until it is interrupted."""
    common = Parser.common(arguments, ("html",))
    port = whole("port", arguments.port, 0)
    if port > 65_535:
        raise Usage(f"--port {port} must be at most 65535.")
    longest = LONGEST if common.seconds is None else max(1, int(common.seconds))
    from proofs.pages.rendering import MISSING

    try:
        import uvicorn

        from proofs.explorer.connections import Connection
        from proofs.explorer.guarding import Guard
        from proofs.explorer.serving import Explorer, files_of
    except ImportError as problem:
        raise Mistake(MISSING.format(name=problem.name)) from None
    with listening(arguments.host, port) as listener:
        port = listener.getsockname()[1]
        token = None if arguments.host in OWN_MACHINE else secrets.token_urlsafe(24)
        atlas = Path(arguments.atlas) if arguments.atlas else None
        explorer = Explorer(files_of(atlas), longest, makes_pages=atlas is None)
        app = Guard(explorer.application(), hosts_of(arguments.host, port), token)
        settings = uvicorn.Config(
            app,
            http=Connection,
            ws="none",
            proxy_headers=False,
            log_level="critical",
            access_log=False,
            server_header=False,
            limit_concurrency=64,
            timeout_keep_alive=5,
            timeout_graceful_shutdown=2,
        )
        if not arguments.quiet:
            end = f"?token={token}" if token else ""
            say(f"http://{_bracketed(arguments.host)}:{port}/{end} (Ctrl-C stops it)")
        uvicorn.Server(settings).run(sockets=[listener])
    return 0


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        if not host or ip_address(found[4][0]).is_unspecified:
            raise Usage(f"--host {host} is no address that others ask for: name one of yours.")
        listener = socket.socket(found[0], found[1])
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(found[4])
    except OSError as problem:
        raise Mistake(
            f"{host}, port {port} cannot be served: {problem.strerror}. "
            "Choose another with --port, or --port 0 for any that is free."
        ) from None
    return listener


def hosts_of(host: str, port: int) -> frozenset[str]:
    """Return the names under which the server is asked.

    >>> sorted(hosts_of("127.0.0.1", 8700))
    ['127.0.0.1:8700', '[::1]:8700', 'localhost:8700']
    """
    from proofs.explorer.guarding import LOOPBACK

    names = LOOPBACK if host in OWN_MACHINE else (_bracketed(host),)
    found = {f"{name}:{port}" for name in names}
    return frozenset(found | (set(names) if port == 80 else set()))


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host.lower()


@guarded
def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    from lattice.declared import own

    arguments = parser().parse_args(argv)
    with own(arguments.using, settings=arguments.set):
        return run(arguments)


if __name__ == "__main__":
    raise SystemExit(main())
