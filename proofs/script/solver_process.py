"""One solver, in a process of its own: reads SMT-LIB scripts, prints one JSON object for each.

A script comes after a line with the seconds that it may take and its length. Each has a context of
its own. A solver that hangs is ended with its process, which ends when its standard input does, and
at the latest when the seconds are over. Hardly anything else of ours is imported, so that starting
costs little.

    (echo 60 $(wc -m < script.smt2); cat script.smt2 -) | python -m proofs.script.solver_process z3
"""

from __future__ import annotations

import faulthandler
import json
import os
import signal
import sys
from queue import SimpleQueue
from typing import Any, TextIO

from rankproof.line.orphans import end_after

BY_PATTERNS = 200_000
"""Steps of z3, about a tenth of a second."""


def run_z3(text: str) -> dict[str, Any]:
    """Let z3 answer; numbers of a model are exact strings, or None where they are not rational."""
    import z3

    z3.reset_params()  # a script may set options that are not those of its context
    solver = z3.Solver(ctx=z3.Context())
    if "(forall " in text:  # try what patterns give first, which is little and found at once
        first = z3.SimpleSolver(ctx=z3.Context())
        first.set("auto_config", False)
        first.set("rlimit", BY_PATTERNS)
        first.from_string(text)
        if first.check() == z3.unsat:
            return {"answer": "unsat", "version": z3.get_version_string()}
    solver.from_string(text)
    found = str(solver.check())
    answer: dict[str, Any] = {"answer": found, "version": z3.get_version_string()}
    if found == "unknown":
        answer["reason"] = solver.reason_unknown()
    if found == "sat":
        model = solver.model()
        answer["model"] = {
            str(name): _z3_value(model[name]) for name in model.decls() if name.arity() == 0
        }
    return answer


def _z3_value(value: Any) -> Any:
    import z3

    if z3.is_int_value(value):
        return str(value.as_long())
    if z3.is_rational_value(value):
        return str(value.as_fraction())
    if z3.is_true(value) or z3.is_false(value):
        return bool(z3.is_true(value))
    return None


def run_cvc5(text: str) -> dict[str, Any]:
    """Let cvc5 answer."""
    import cvc5

    manager = cvc5.TermManager()
    solver = cvc5.Solver(manager)
    solver.setOption("produce-models", "true")
    if "(forall " in text:  # try all terms in turn where none of a pattern is left
        solver.setOption("full-saturate-quant", "true")
        solver.setOption("var-elim-quant", "false")
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "script")
    symbols = parser.getSymbolManager()
    found = ""
    while True:
        command = parser.nextCommand()
        if command.isNull():
            break
        found = str(command.invoke(solver, symbols)).strip() or found
    answer: dict[str, Any] = {"answer": found, "version": _text(solver.getVersion())}
    if found not in ("sat", "unsat"):
        answer = {**answer, "answer": "unknown", "reason": found}
    return answer


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


def main() -> int:
    """Answer the scripts on standard input with the solver named as argument."""
    scripts: SimpleQueue[tuple[float, str]] = SimpleQueue()
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    nowhere = open(os.devnull, "w")  # noqa: SIM115
    os.dup2(nowhere.fileno(), sys.stdout.fileno())  # what a script prints is no answer
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_after(lambda: _read(scripts))
    while True:
        seconds, text = scripts.get()
        faulthandler.dump_traceback_later(seconds, exit=True, file=nowhere)
        print(json.dumps(_answer(text)), file=answers, flush=True)
        faulthandler.cancel_dump_traceback_later()


def _read(scripts: SimpleQueue[tuple[float, str]]) -> None:
    lines: TextIO = sys.stdin
    while line := lines.readline():
        seconds, length = line.split()
        scripts.put((float(seconds), lines.read(int(length))))


def _answer(text: str) -> dict[str, Any]:
    """Let the solver answer; what it cannot read, or gives up with an error, is not known."""
    try:
        return {"z3": run_z3, "cvc5": run_cvc5}[sys.argv[1]](text)
    except Exception as problem:
        lines = str(problem).strip().splitlines()
        return {"answer": "unknown", "reason": lines[-1] if lines else type(problem).__name__}


if __name__ == "__main__":
    raise SystemExit(main())
