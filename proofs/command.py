"""The installed command: rankproof check …

It puts rankproof's own home first on the path, so that a folder called `metrics` in the
current directory cannot take the place of ours.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from rankproof.kept.answers import said_before
from rankproof.line import guard
from rankproof.line.guard import WRONG_USAGE, exit_codes, guarded, say
from rankproof.line.version import VERSION

COMMANDS = {
    "check": ("proofs.check", "ask one question: an axiom or a quantity of a metric or an order"),
    "value": ("proofs.value", "the exact value of a metric at one point"),
    "implies": ("proofs.implies", "do some axioms imply another, for every metric?"),
    "table": ("proofs.table", "ask about many metrics at once"),
    "claims": ("proofs.claims", "judge what the papers say"),
    "verify": ("proofs.verify", "check a saved certificate again"),
    "judge": ("proofs.judge", "properties of a program, on all small inputs"),
    "compare": ("proofs.compare", "the smallest input on which two programs differ"),
    "identify": ("proofs.identify", "which declared metric a program computes"),
    "draw": ("lattice.draw", "draw the Hasse diagram of an order"),
    "curves": ("proofs.curves", "draw the point curve of rankings against a reference"),
    "explore": ("proofs.explore", "serve pages on which to ask, drag documents and draw orders"),
    "atlas": ("proofs.atlas", "write everything that is known as pages to look things up"),
    "completion": ("rankproof.completion", "a script by which bash, zsh or fish completes"),
}

KEPT = ("check", "implies", "value", "table", "claims")
"""The commands whose answers are kept."""


def usage() -> str:
    """Return the help: one line for each command."""
    lines = [f"  {name:<12}{about}" for name, (_, about) in COMMANDS.items()]
    return "\n".join(
        [
            "usage: rankproof COMMAND …",
            "",
            "Exact verdicts about ranking evaluation metrics.",
            "",
            *lines,
            "",
            "  rankproof COMMAND --help   what a command takes (also: rankproof help COMMAND)",
            "  rankproof --version        the version",
            "",
            exit_codes("holds", "refuted"),
        ]
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Run the subcommand that was named."""
    home = str(Path(__file__).resolve().parent.parent)
    if sys.path[:1] != [home]:
        sys.path.insert(0, home)
    if argv is None:
        guard.begin("__main__")
    return _run(argv)


@guarded
def _run(argv: Sequence[str] | None) -> int:
    name, *rest = (sys.argv[1:] if argv is None else list(argv)) or [""]
    if name == "--version":
        say(f"rankproof {VERSION}")
        return 0
    if name == "help" and rest:
        name, rest = rest[0], ["--help"]
    if name in ("", "-h", "--help", "help"):
        say(usage())
        return 0 if name else WRONG_USAGE
    if name not in COMMANDS:
        from rankproof.line.arguments import Usage, close

        known = ", ".join(COMMANDS)
        raise Usage(f"rankproof has no command {name!r}: it has {known}.{close(name, COMMANDS)}")
    answered = said_before(name, rest) if argv is None and name in KEPT else None
    if answered is not None:
        return answered
    return int(import_module(COMMANDS[name][0]).main(rest))


if __name__ == "__main__":
    raise SystemExit(main())
