"""The installed command: rankproof check …

It puts rankproof's own home first on the path, so that a folder called `metrics` in the
current directory cannot take the place of ours.
"""

from __future__ import annotations

import sys
from pathlib import Path

COMMANDS = ("check",)


def main() -> int:
    """Run the subcommand that was named."""
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    arguments = sys.argv[1:]
    if not arguments or arguments[0] in ("-h", "--help"):
        print("usage: rankproof check AXIOM METRIC --n N\n       rankproof check --help")
        return 0 if arguments else 2
    if arguments[0] not in COMMANDS:
        print(
            f"error: rankproof has no command {arguments[0]!r}: it has {', '.join(COMMANDS)}.",
            file=sys.stderr,
        )
        return 2
    from proofs.check import main as check

    return check(arguments[1:])


if __name__ == "__main__":
    raise SystemExit(main())
