"""The answers behind the cells of a matrix: recalled or found, each kept as it is found."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from axioms.axiom import Axiom
from proofs.core.verdict import HOLDS, REFUTED
from proofs.pages import addresses
from proofs.pages.matrices import Matrix, Row
from proofs.tables.answers import REFUSED, UNASKED, Answer
from proofs.tables.layout.table_shape import Mark
from proofs.tables.properties import all_answers, check_agreement, shown
from proofs.tables.request import Request


@dataclass(frozen=True)
class Answered:
    """One cell: the answer at small sizes, the one for every n, and how both are shown."""

    matrix: Matrix
    axiom: Axiom
    row: Row
    small: Answer
    every: Answer
    sign: str
    mark: Mark

    @property
    def address(self) -> str:
        """Where the page of this cell is."""
        return addresses.cell(self.matrix.key, self.axiom.name, self.row.name)

    @property
    def main(self) -> Answer:
        """The answer that says most: for every n, or a refutation, else at small sizes."""
        if decided(self.every) and says_all(self.every):
            return self.every
        beyond = self.every["status"] == REFUTED and self.small["status"] != REFUTED
        return self.every if beyond else self.small

    @property
    def spoken(self) -> bool:
        """Tell whether the axiom speaks of this subject at all."""
        return self.mark != Mark.ABSENT


Cells = dict[tuple[str, str], Answered]


def decided(answer: Answer) -> bool:
    """Tell whether an answer is a definite verdict."""
    return answer["status"] in (HOLDS, REFUTED)


def says_all(answer: Answer) -> bool:
    """Tell whether an answer speaks of every n."""
    return bool(answer["scope"]["all"])


def cells_of(matrix: Matrix, request: Request) -> Cells:
    """Return the cells of a matrix by the names of subject and axiom."""
    request = replace(request, every_n=True)
    pairs = matrix.pairs()
    answers = all_answers(request, pairs, lambda pair, n: matrix.question(*pair, n), matrix.sizes)
    found: Cells = {}
    for (axiom, row), (small, every) in answers.items():
        assert every is not None
        found[row.name, axiom.name] = _cell(matrix, axiom, row, small, every)
    return found


def _cell(matrix: Matrix, axiom: Axiom, row: Row, small: Answer, every: Answer) -> Answered:
    if small["status"] == REFUSED and not decided(every):
        return Answered(matrix, axiom, row, small, every, "·", Mark.ABSENT)
    if small is UNASKED:
        return Answered(matrix, axiom, row, small, every, "…", Mark.OPEN)
    check_agreement(axiom, row, small, every)
    sign, mark = shown(small, every)
    return Answered(matrix, axiom, row, small, every, sign, mark)


def question_command(question: dict[str, Any]) -> str:
    """Return the command that repeats a question.

    >>> question_command({"asked": "ioi", "subjects": ["p@2"], "n": [1, 2, 3],
    ...     "parameters": {"domain": "lists", "c": 2}, "convention": None})
    'python -m proofs.check ioi p@2 --n 1..3 --domain lists --c 2'
    """
    n = question["n"]
    sizes = f"{n[0]}..{n[-1]}" if isinstance(n, list) and len(n) > 1 else _one(n)
    words = ["python -m proofs.check", question["asked"], *map(_quoted, question["subjects"])]
    words.append(f"--n {sizes}")
    words += [f"--{name} {_quoted(str(value))}" for name, value in question["parameters"].items()]
    return " ".join(words)


def _one(n: Any) -> str:
    return str(n[0] if isinstance(n, list) else n)


def _quoted(word: str) -> str:
    import shlex

    return shlex.quote(word)
