"""The process that computes: a line of JSON in, lines of JSON out.

The first line may have declarations, to which nothing is answered.

What is computed may print, use up its time or its memory, or crash: nothing of that reaches the
server but the end of this process.
"""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any, TextIO

from rankproof.line.failures import Mistake, Undecided
from rankproof.line.orphans import end_after

MEMORY = 6 << 30
OURS = "an error of ours; the command line shows more about it."


def main() -> None:
    """Answer requests until there are no more."""
    asked, answers = _own_channels()
    end_after(_end_of_parent)
    _limit_memory()
    import proofs.core.asking  # noqa: F401  what takes the time is done before the first request

    _say(answers, {"ready": True})
    for line in asked:
        given = json.loads(line)
        if "declared" in given:
            _know(given["declared"])
            continue
        try:
            said: dict[str, Any] = {"result": _done(given, answers)}
        except Mistake as problem:
            said = {"mistake": problem.message, "picture": problem.picture}
        except Undecided as problem:
            said = {"undecided": str(problem)}
        except MemoryError:
            said = {"undecided": f"it needs more than {MEMORY >> 30} GB of memory"}
        except Exception as problem:
            said = {"error": f"{type(problem).__name__}: {OURS}"}
        _say(answers, said)


def _know(declared: Any) -> None:
    """Know declarations that were read when the server started."""
    from lattice.declared import carry

    carry(declared)


def _done(given: dict[str, Any], answers: TextIO) -> dict[str, Any]:
    from proofs.explorer.tasks import task
    from rankproof.line.deadline import within

    with within(float(given["limit"])):
        return task(given["task"], given["fields"], lambda said: _say(answers, {"progress": said}))


def _own_channels() -> tuple[TextIO, TextIO]:
    """Keep what came as standard input and output; what is printed meanwhile goes nowhere."""
    asked = os.fdopen(os.dup(0), "r", encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    os.close(nowhere)
    return asked, answers


def _end_of_parent() -> None:
    parent = os.getppid()
    while os.getppid() == parent:
        time.sleep(1)


def _limit_memory() -> None:
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _say(answers: TextIO, said: dict[str, Any]) -> None:
    answers.write(json.dumps(said) + "\n")
    answers.flush()


if __name__ == "__main__":
    main()
