"""What is found about measures of libraries: each judged and identified, and two compared.

Measures of one library share a process while a table is made. An answer is plain JSON, and kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from metrics.naming import BadInput
from proofs.core import kept_cells as cache
from proofs.programs import options
from proofs.programs.comparing import compare
from proofs.programs.identifying import identify
from proofs.programs.inputs import JUDGED, Space
from proofs.programs.judging import judge, names_for
from proofs.programs.line import judgement, space_of
from proofs.programs.process import NoProgram, Process
from proofs.programs.program import Program, started, whole
from proofs.programs.properties import Judgement
from proofs.programs.report.compared import compared_shown, identified_shown
from proofs.programs.report.judged import judged_fields
from proofs.tables.request import Request
from rankproof.line.arguments import Usage
from rankproof.line.deadline import within
from rankproof.line.failures import Undecided

Asked = dict[str, Any]
Answer = dict[str, Any]


class Measures:
    """The measures of a table while it is made, in one process for each library."""

    def __init__(self) -> None:
        self._shared: dict[str, Process] = {}
        self._programs: dict[str, Program] = {}

    def __enter__(self) -> Measures:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._shared.values():
            process.close()

    def program(self, target: str) -> Program:
        """Return a measure that can be called; what it computed before is known to it."""
        if target in self._programs:
            return self._programs[target]
        library = target.partition(":")[0]
        if library not in self._shared:
            self._shared[library] = Process(target)
        self._programs[target] = started(target, process=self._shared[library])
        return self._programs[target]

    def answer(self, asked: Asked) -> Answer:
        """Answer one question; what cannot be called, or takes too long, is an answer too."""
        try:
            programs = [self.program(target) for target in asked["targets"]]
            return _judged(asked, *programs) if len(programs) == 1 else _compared(asked, programs)
        except (NoProgram, Undecided) as problem:
            return {"reason": str(problem), "late": isinstance(problem, Undecided)}

    def answers(self, every: Sequence[Asked], request: Request) -> list[Answer]:
        """Answer many questions in turn; each answer is kept as soon as it is found."""
        recalled: Callable[[Asked], Answer | None] = (
            (lambda _: None) if request.fresh else cache.recall
        )
        work = dict(enumerate(every))
        found = cache.all_found(
            work, self.answer, recalled, cache.keep, request.progress, 1, len(work) + 1
        )
        return [found[place] for place in work]


def _judged(asked: Asked, program: Program) -> Answer:
    space, by = _asked_of([program], asked)
    wanted = [name for name in asked["axioms"] if name in names_for(program.call)]
    wanted = wanted if asked["axioms"] else ["properties"]
    found = judge(program, space, by, wanted, asked["timeout"])
    if isinstance(found.stopped, KeyboardInterrupt):
        raise found.stopped
    rows = judged_fields(found)["rows"]
    answer: Answer = {
        "call": program.call,
        "inputs": space.as_json(found.count),
        "rows": [{**row, "test": None} for row in rows],
        "late": found.stopped is not None,
        "identified": None,
    }
    if found.stopped is None:
        try:
            with within(asked["timeout"]):
                shown = identified_shown(whole(identify(program, space, by.tolerance)), "json")
            answer["identified"] = shown[0]
        except Undecided:
            answer["late"] = True
    return answer


def _compared(asked: Asked, programs: Sequence[Program]) -> Answer:
    space, by = _asked_of(programs, asked)
    with within(asked["timeout"]):
        found = whole(compare(programs[0], programs[1], space, by.tolerance))
    fields: Any = compared_shown(found, "json")[0]
    return {"late": False, **fields}


def _asked_of(programs: Sequence[Program], asked: Asked) -> tuple[Space, Judgement]:
    """Return the inputs that programs are given, and what they are judged by."""
    graded = programs[0].call in JUDGED
    given = options(docs=asked["n"], c=asked["c"] if graded else None)
    try:
        return space_of(given, programs), judgement(given, programs)
    except Usage as problem:
        raise BadInput(str(problem).replace("--docs", "--n")) from None
