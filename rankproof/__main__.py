"""python -m rankproof COMMAND …: the installed command, wherever it is started.

Importing `rankproof` finds our other packages first, so no folder can take the place of one.
"""

from __future__ import annotations

from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run the subcommand that was named."""
    from proofs.command import main as command

    return command(argv)


if __name__ == "__main__":
    raise SystemExit(main())
