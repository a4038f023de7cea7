"""Changes of the trusted room, one place at a time, made with cosmic-ray.

A change counts if the file is still a program and another one: type hints and texts that stand
alone are left as they are. The draw is stratified: of each file with anything to change at least
a few places, the rest of the sample by chance over all places.
"""

from __future__ import annotations

import ast
import difflib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("proofs/trusted", "proofs/script")


@dataclass(frozen=True)
class Change:
    """One change of one file: what the file is afterwards."""

    file: str
    line: int
    operator: str
    text: str

    @property
    def place(self) -> str:
        """Where the change is."""
        return f"{self.file}:{self.line}"

    def lines(self) -> tuple[list[str], list[str]]:
        """Return the lines that go and those that come, without the space around them."""
        before = (ROOT / self.file).read_text(encoding="utf-8").splitlines()
        both = list(difflib.unified_diff(before, self.text.splitlines(), lineterm="", n=0))[2:]
        gone, new = ([x[1:].strip() for x in both if x.startswith(sign)] for sign in "-+")
        return gone, new


Place = tuple[str, int, list[tuple[str, int]]]


def files() -> list[str]:
    """Return the files of the trusted room, and of the layer below it that counts as trusted."""
    every = (path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py")))
    return [path.relative_to(ROOT).as_posix() for path in every]


def places(file: str) -> list[Place]:
    """Return the places of a file where something can be changed, with the ways to change it."""
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.plugins import get_operator, operator_names

    nodes = list(ast_nodes(get_ast((ROOT / file).read_text(encoding="utf-8"))))
    found: dict[tuple[int, int], list[tuple[str, int]]] = {}
    for name in sorted(set(operator_names()) - {"core/RemoveDecorator"}):
        made = _operator(get_operator(name))
        positions = made and [start for node in nodes for start, _ in made.mutation_positions(node)]
        for occurrence, start in enumerate(positions or ()):
            found.setdefault(start, []).append((name, occurrence))
    return [(file, line, ways) for (line, _), ways in sorted(found.items())]


def changed(place: Place, chooser: random.Random) -> Change | None:
    """Return a change of one place that does something, or None."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    file, line, ways = place
    source = (ROOT / file).read_text(encoding="utf-8")
    for name, occurrence in chooser.sample(ways, min(3, len(ways))):
        text = mutate_code(source, _operator(get_operator(name)), occurrence)
        if text is not None and _meant(text) not in (None, _meant(source)):
            return Change(file, line, name, text)
    return None


def drawn(among: Sequence[str], sample: int, least: int, seed: int) -> list[Change]:
    """Return so many changes drawn by a seed, of each file at least a few if it has them."""
    chooser = random.Random(seed)
    each = {file: places(file) for file in among}
    first: list[Change] = []
    rest: list[Place] = []
    for found in each.values():
        chooser.shuffle(found)
        taken = _made(found, least, chooser)
        first += [change for change, _ in taken]
        rest += found[taken[-1][1] + 1 if taken else 0 :]
    chooser.shuffle(rest)
    more = _made(rest, max(0, sample - len(first)), chooser)
    return [*first, *(change for change, _ in more)]


def _made(found: Sequence[Place], wanted: int, chooser: random.Random) -> list[tuple[Change, int]]:
    """Return the first changes of some places that do something, each with its number."""
    taken: list[tuple[Change, int]] = []
    for number, place in enumerate(found):
        if len(taken) == wanted:
            break
        if (change := changed(place, chooser)) is not None:
            taken.append((change, number))
    return taken


def applied(file: str, before: str, after: str) -> Iterator[Change]:
    """Return the change of each line of a file that reads so into another one, made by hand."""
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines(keepends=True)
    for number, line in enumerate(lines):
        if line.strip() == before:
            new = line.replace(before, after)
            text = "".join([*lines[:number], new, *lines[number + 1 :]])
            yield Change(file, number + 1, "by hand", text)


def _operator(kind: type) -> object | None:
    """Return an operator; those that want arguments are left out."""
    try:
        return kind()
    except TypeError:
        return None


def _meant(source: str) -> str | None:
    """Return the program without type hints and texts that stand alone, or None if it is none."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return None
    for node in ast.walk(tree):
        for field in ("annotation", "returns"):
            if getattr(node, field, None) is not None:
                setattr(node, field, ast.Constant(None))
    return ast.dump(tree)
