"""One solver, in a process of its own: reads SMT-LIB text, prints one JSON object.

A solver that hangs or is interrupted is ended with its process, which ends when its standard input
does. Hardly anything else of ours is imported, so that starting costs little.

    (wc -m < script.smt2; cat script.smt2 -) | python -m proofs.script.solver_process z3
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from rankproof.line.orphans import end_after


def run_z3(text: str) -> dict[str, Any]:
    """Let z3 answer; numbers of a model are exact strings, or None where they are not rational."""
    import z3

    solver = z3.Solver()
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
    """Answer the script on standard input, after its length, with the solver named as argument."""
    text = sys.stdin.read(int(sys.stdin.readline()))
    end_after(lambda: os.read(sys.stdin.fileno(), 1))
    answer = {"z3": run_z3, "cvc5": run_cvc5}[sys.argv[1]](text)
    print(json.dumps(answer))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
