"""The installed command: rankproof check …

It puts rankproof's own home first on the path, so that a folder called `metrics` in the
current directory cannot take the place of ours.
"""

from __future__ import annotations

import sys
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path

COMMANDS = {
    "check": "proofs.check",
    "implies": "proofs.implies",
    "table": "proofs.table",
    "claims": "proofs.claims",
    "verify": "proofs.verify",
    "draw": "lattice.draw",
    "curves": "proofs.curves",
}


def main() -> int:
    """Run the subcommand that was named."""
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    arguments = sys.argv[1:]
    if not arguments or arguments[0] in ("-h", "--help"):
        print("usage: " + "\n       ".join(f"rankproof {name} --help" for name in COMMANDS))
        return 0 if arguments else 2
    if arguments[0] not in COMMANDS:
        close = get_close_matches(arguments[0], COMMANDS, n=1)
        hint = f" Did you mean {close[0]!r}?" if close else ""
        known = ", ".join(COMMANDS)
        print(
            f"error: rankproof has no command {arguments[0]!r}: it has {known}.{hint}",
            file=sys.stderr,
        )
        return 2
    run = import_module(COMMANDS[arguments[0]]).main
    return int(run(arguments[1:]))


if __name__ == "__main__":
    raise SystemExit(main())
