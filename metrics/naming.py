"""From a name to a declaration, with did-you-mean.

>>> try:
...     find("dgc", {"dcg": 1, "mae": 2}, "metric")
... except BadInput as problem:
...     print(problem)
no metric is called 'dgc'. Did you mean 'dcg'?
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar, cast

from rankproof.line.failures import Mistake

Declaration = TypeVar("Declaration")


PLUG_INS = "lattice.declared.plugins"
"""Who looks for plug-ins; it is not imported before, since it rests on what stands here."""
PLUG_IN = "the plug-in"
"""How the origin of what a plug-in offers begins."""


class BadInput(Mistake, ValueError):
    """What was given cannot be; the message says why and what to do."""


class Taken(BadInput):
    """Two declarations have one name; `first` is the one that had it."""

    def __init__(self, key: tuple[str, str], first: Any, second: Any) -> None:
        self.key, self.first = key, first
        super().__init__(
            f"two declarations are called {key[1]!r}: the {key[0]} of "
            f"{first.origin or 'rankproof'} and that of {second.origin}. Rename one."
        )


@dataclass
class Elsewhere:
    """Declarations that are not ours, by kind and name: from files that were named, and plug-ins.

    Plug-ins are only looked for when a name is known nowhere else, so that names we know cost
    nothing. A name that two of them offer is `disputed`: who asks for it is told, and is not
    answered about either.
    """

    found: dict[tuple[str, str], Any] = field(default_factory=dict)
    disputed: dict[tuple[str, str], Taken] = field(default_factory=dict)
    searched: bool = False

    def add(self, kind: str, declared: Any, *ours: Any) -> None:
        """Add a declaration; one name may stand for one definition only, ours or not."""
        key = (kind, declared.name)
        known = [*ours, self.found[key]] if key in self.found else ours
        if known and declared not in known:
            raise Taken(key, known[-1], declared)
        if not known:
            self.found[key] = declared

    def get(self, kind: str, name: str) -> Any:
        """Return a declaration, None where there is none of that name."""
        if (kind, name) not in self.found:
            self.scan()
        if (kind, name) in self.disputed and (kind, name) not in self.found:
            raise BadInput(str(self.disputed[kind, name]))
        return self.found.get((kind, name))

    def dispute(self, problem: Taken) -> None:
        """Take a name from the one that had it, too."""
        self.disputed[problem.key] = problem
        self.found.pop(problem.key, None)

    def scan(self) -> None:
        """Let plug-ins add what they offer, once."""
        if not self.searched:
            self.searched = True
            import_module(PLUG_INS).scan()

    def names(self, kind: str) -> list[str]:
        """Return the names of one kind."""
        self.scan()
        return [name for of, name in self.found if of == kind]


ELSEWHERE = Elsewhere()


def find(name: str, catalogue: Mapping[str, Declaration], kind: str) -> Declaration:
    """Return the declaration called `name`, or say which names are close.

    What is not in the catalogue is looked for elsewhere, under the first word of its kind.
    """
    if name in catalogue:
        return catalogue[name]
    folded = name.lower().replace("-", "_")
    if folded in catalogue:
        return catalogue[folded]
    of = kind.partition(" ")[0]
    declared = ELSEWHERE.get(of, name)
    if declared is not None:
        return cast(Declaration, declared)
    import difflib

    known = [*catalogue, *ELSEWHERE.names(of)]
    close = difflib.get_close_matches(folded, known, n=3, cutoff=0.6)
    hint = ""
    if close:
        hint = " Did you mean " + " or ".join(repr(word) for word in close) + "?"
    raise BadInput(f"no {kind} is called {name!r}.{hint}")


class Catalogue(Mapping[str, Declaration]):
    """The declarations of one kind in some modules, by name; modules are imported as needed.

    A check that a person types must answer at once, and building every expression takes time:
    looking a name up imports only modules whose text has its first word, up to the one that
    declares it. So a declaration's name stands in the text of its module.
    """

    def __init__(self, word: str, modules: Iterable[str], *kinds: type[Any]) -> None:
        self._word, self._modules, self._kinds = word, list(modules), kinds
        self._waiting = list(self._modules)
        self._found: dict[str, Any] = {}
        self._aliases: dict[str, str] = {}
        self._home: dict[str, str] = {}

    def find(self, name: str) -> Declaration:
        """Return the declaration of that name, or say which names are close."""
        return find(name, self, self._word)

    def __getitem__(self, name: str) -> Declaration:
        for module in list(self._waiting):
            if name in self._found or name in self._aliases:
                break
            if _is_written_in(module, name):
                self._load(module)
        return cast(Declaration, self._found[self._aliases.get(name, name)])

    def __iter__(self) -> Iterator[str]:
        for module in list(self._waiting):
            self._load(module)
        return iter(sorted(self._found, key=lambda name: self._modules.index(self._home[name])))

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __repr__(self) -> str:
        return f"<{self._word} catalogue of {len(self)}: {', '.join(self)}>"

    def _load(self, module: str) -> None:
        for value in vars(import_module(module)).values():
            if isinstance(value, self._kinds) and self._found.get(value.name) is not value:
                self._enter(value, module)
        self._waiting.remove(module)  # only now: a module whose import is interrupted is not lost

    def _enter(self, value: Any, module: str) -> None:
        if value.name in self._found:
            raise ValueError(
                f"two declarations are called {value.name!r}: in {self._home[value.name]} and in "
                f"{module}. Rename one."
            )
        self._found[value.name] = value
        self._home[value.name] = module
        for alias in value.aliases:
            self._aliases[alias] = value.name


def _is_written_in(module: str, name: str) -> bool:
    """Tell whether the first word of a name stands in the text of a module, as far as is known.

    >>> _is_written_in("metrics.error", "mae"), _is_written_in("metrics.error", "rbo_ext(ties=a)")
    (True, False)
    """
    text, word = _text_of(module), cast(re.Match[str], re.match(r"\w*", name))[0]
    return text is None or re.search(rf"\b{word}\b", text) is not None


@cache
def _text_of(module: str) -> str | None:
    """Return the text of a module, or None where it is no file."""
    found = find_spec(module)
    try:
        return Path(found.origin).read_text("utf-8") if found and found.origin else None
    except OSError:
        return None
