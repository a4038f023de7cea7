"""The papers and their claims, by name.

A paper is a folder here: its claims in ``claims.toml``, and the computations that they name in the
folder's modules. What a file may name is a public function of these modules that returns Computed.

>>> papers()
['group', 'kumar', 'giner', 'toma', 'area']
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from metrics.naming import ELSEWHERE, BadInput, find
from proofs.claims.claim import Claim, Computed
from proofs.claims.own.paper import insist_known, is_file, own_paper
from proofs.claims.read import Paper, read_lists, read_text
from rankproof.line.files import read

PAPERS = ("group", "kumar", "giner", "toma", "area")
HERE = Path(__file__).parent
FILE = "claims.toml"


def papers() -> list[str]:
    """Return the keys of the papers, in their order."""
    return list(PAPERS)


OWN: dict[str, Paper] = {}
"""Papers of other people, by their keys: from files that were named, and from plug-ins."""


def paper(key: str) -> Paper:
    """Return one paper with its claims."""
    return OWN[key] if key in OWN else _ours(key)


@cache
def _ours(key: str) -> Paper:
    return read_text(_text(key), f"{key}/{FILE}", computations(key))


def groups_of(key: str) -> dict[str, tuple[Any, ...]]:
    """Return the groups of names that a paper's file declares.

    >>> groups_of("group")["error"]
    ('mse', 'rmse', 'mae', 'mape', 'smape', 'r2')
    """
    return read_lists(_text(key), f"{key}/{FILE}")[0]


def rows_of(key: str) -> dict[str, dict[str, str]]:
    """Return the rows of numbers that a paper prints, as its file declares them.

    >>> rows_of("group")["swap_10"]["mse"]
    '2.70'
    """
    return read_lists(_text(key), f"{key}/{FILE}")[1]


def _text(key: str) -> str:
    return read(str(HERE / key / FILE))


def computations(key: str) -> dict[str, Callable[..., Computed]]:
    """Return the computations of a paper by name; two of one name are an error."""
    found: dict[str, Callable[..., Computed]] = {}
    for module in pkgutil.iter_modules([str(HERE / key)]):
        home = import_module(f"proofs.claims.{key}.{module.name}")
        for name, function in vars(home).items():
            own = getattr(function, "__module__", "") == home.__name__ and not name.startswith("_")
            if own and getattr(function, "__annotations__", {}).get("return") == "Computed":
                if name in found:
                    raise ValueError(f"two computations of {key} are called {name!r}")
                found[name] = function
    return found


def title_of(key: str) -> str:
    """Return the title of a paper."""
    return paper(key).title


def claims_of(key: str) -> list[Claim]:
    """Return the claims of one paper, in the order of its file."""
    return list(paper(key).claims)


def find_claims(names: Sequence[str] = ()) -> list[Claim]:
    """Return the claims of some papers, or single claims by key; all of them without a name."""
    chosen: dict[str, Claim] = {}
    for name in names or PAPERS:
        if is_file(name):
            chosen.update({claim.key: claim for claim in add_paper(name).claims})
            continue
        key, dot, _ = name.partition(".")
        claims = claims_of(_paper_named(key))
        if dot:
            claims = [find(name, {claim.key: claim for claim in claims}, "claim")]
        chosen.update({claim.key: claim for claim in claims})
    return list(chosen.values())


def add_paper(path: str) -> Paper:
    """Return the paper of a file, known by its key from now on; no two papers have one key."""
    found = own_paper(path)
    if found.key in PAPERS:
        raise BadInput(f"{path} calls its paper {found.key!r}, as one of ours is: rename it.")
    insist_known(found, path)
    OWN[found.key] = found
    return found


def _paper_named(name: str) -> str:
    try:
        found = find(name, {key: key for key in PAPERS}, "paper")
    except BadInput as problem:
        known = ", ".join((*PAPERS, *ELSEWHERE.names("paper")))
        raise BadInput(f"{problem} The papers: {known}.") from None
    return found if isinstance(found, str) else add_paper(found.path).key
