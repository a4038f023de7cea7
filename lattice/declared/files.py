"""One's own metrics, axioms and orders, from a file: TOML that is read, or Python that is imported.

A file of TOML is data: its formulas are parsed and nothing of it is executed. A file of Python is
the user's own program, and is imported as such.

>>> found = declarations('''
... [metric.mine]
... value = "sum(i, 1, n, sigma(i) / log(i + 1, 2))"
... ''', "mine.toml")
>>> [(kind, declared.name) for kind, declared in found]
[('metric', 'mine')]
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from axioms.axiom import Axiom, Quantity
from lattice.declared.catalogue import KINDS, ours
from lattice.declared.kinds import READERS
from lattice.order import Order
from metrics.labels import Distance
from metrics.language.text.lexer import BadText
from metrics.language.text.own_parameters import settings
from metrics.language.text.tables import TABLE, insist_type
from metrics.metric import Metric
from metrics.multi_aspect import Approach, Measure
from metrics.naming import ELSEWHERE, BadInput
from rankproof.line.arguments import close
from rankproof.line.files import read_small

DECLARED = (Metric, Axiom, Quantity, Order, Distance, Measure, Approach)
OF_PAPERS = ("paper", "title", "groups", "rows", "computation", "claim", "finding")
PARAMETER = "parameter"
MOST_DECLARATIONS = 1000
Declared = list[tuple[str, Any]]


def using(paths: Iterable[str]) -> None:
    """Add what some files declare to the names that are known."""
    for path in paths:
        known(from_file(path))


def known(declared: Iterable[tuple[str, Any]]) -> None:
    """Add declarations by kind; two of one name are refused, and both are named."""
    for kind, one in declared:
        ELSEWHERE.add(kind, one, *ours(kind, one.name))


def put_in(given: Sequence[str], subjects: Sequence[str] | None = None) -> None:
    """Give the parameters that metrics have of their own the values of --set.

    Where the question names its subjects, one of them must have the parameter.
    """
    asked = None if subjects is None else [one.partition("@")[0].strip() for one in subjects]
    for name, value in settings(given).items():
        having = {
            key: one
            for key, one in ELSEWHERE.found.items()
            if isinstance(one, Metric) and name in [parameter.name for parameter in one.own]
            if asked is None or one.name in asked
        }
        if not having:
            named = " and ".join(filter(None, asked or ()))
            whose = f"no parameter of {named}" if named else "no parameter of a metric of yours"
            raise BadInput(
                f"--set {name}={value[:40]}: {whose} is called {name[:40]!r}.{_settable(asked)} "
                "Parameters of ours have options, as --k 2."
            )
        for key, metric in having.items():
            ELSEWHERE.found[key] = metric.at({name: value})


def _settable(asked: Sequence[str] | None) -> str:
    """Say which parameters --set may give, or where they are declared."""
    metrics = [one for one in ELSEWHERE.found.values() if isinstance(one, Metric) and one.own]
    having = [one for one in metrics if asked is None or one.name in asked]
    if not having:
        return " One is declared in a file for --using, as [parameter.a]."
    own = (f"{one.name} has {', '.join(each.name for each in one.own)}" for one in having)
    return f" {'; '.join(own)}."


def from_file(path: str) -> Declared:
    """Return what a file declares, by kind."""
    if path.endswith(".py"):
        return from_python(path)
    if not path.endswith(".toml"):
        raise BadInput(f"{path!r} is neither TOML nor Python: its name must end in .toml or .py.")
    return declarations(read_small(path), path)


def tables(text: str, origin: str) -> dict[str, Any]:
    """Return a text of TOML as tables, or say where it is none."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise BadInput(f"{origin}: not TOML: {problem}.") from None
    except (RecursionError, ValueError):
        raise BadInput(f"{origin}: not TOML that can be read: too deep, or too large.") from None


def declarations(text: str, origin: str) -> Declared:
    """Return what a text of TOML declares, by kind."""
    return from_tables(tables(text, origin), origin)


def from_tables(content: dict[str, Any], origin: str) -> Declared:
    """Return what tables declare, by kind; a paper's own tables are left to it."""
    if not any(content.values()):
        raise BadInput(
            f"{origin} declares nothing: write [metric.NAME], [claim.NAME] or another table."
        )
    found: Declared = []
    content = _with_parameters(content, origin)
    for key in content:
        if key not in READERS and key not in OF_PAPERS and key != PARAMETER:
            raise BadInput(f"{origin}: {_unknown(key, content[key])}")
    for kind, read in READERS.items():
        named = content.get(kind, {})
        if not isinstance(named, dict):
            raise BadInput(f"{origin}: write [{kind}.NAME], a table for each {kind}.")
        if len(named) > MOST_DECLARATIONS:
            raise BadInput(f"{origin} has {len(named):,} tables: at most {MOST_DECLARATIONS:,}.")
        try:
            found += [(kind, read(name, table, origin)) for name, table in named.items()]
        except BadText as problem:
            raise problem.inside(origin) from None
        except BadInput as problem:
            raise BadInput(f"{origin}: {problem}") from None
    return found


def _unknown(key: str, value: Any) -> str:
    """Say that nothing is called so, and what may stand at the top of a file."""
    named, heads = (*READERS, PARAMETER, "claim"), ("paper", "title")
    kind = "table" if isinstance(value, dict) else "field"
    known = ", ".join([*[f"[{one}.NAME]" for one in named], *[f'{one} = "…"' for one in heads]])
    return f"no {kind} is called {key[:40]!r}.{close(key, (*named, *heads)) or f' Known: {known}.'}"


def _with_parameters(content: dict[str, Any], origin: str) -> dict[str, Any]:
    """Return tables in which each metric has its file's parameters; it keeps what it reads."""
    shared, metrics = content.get(PARAMETER), content.get("metric")
    if shared is None or not isinstance(metrics, dict):
        return content
    insist_type(f"{origin}: parameter", shared, TABLE)
    named = {
        name: {**one, "parameters": {**shared, **one.get("parameters", {})}}
        if isinstance(one, dict) and isinstance(one.get("parameters", {}), dict)
        else one
        for name, one in metrics.items()
    }
    return {**content, "metric": named}


def from_python(path: str) -> Declared:
    """Return what a Python file declares: the file is imported, as any program of the user's."""
    from importlib.util import module_from_spec, spec_from_file_location

    read_small(path)
    spec = spec_from_file_location(f"using_{Path(path).stem}", path)
    if spec is None or spec.loader is None:
        raise BadInput(f"{path!r} cannot be imported.")
    module = module_from_spec(spec)
    sys.modules[module.__name__] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as problem:
        raise BadInput(
            f"{path!r} cannot be imported: {type(problem).__name__}: {problem}"
        ) from None
    return declared_in(vars(module).values(), path)


def declared_in(values: Iterable[Any], origin: str) -> Declared:
    """Return the declarations among some values, each once, with where they come from.

    What a program imports from us is ours, and stays so.
    """
    found: dict[tuple[str, str], Any] = {}
    for value in values:
        kind = KINDS.get(type(value).__name__) if isinstance(value, DECLARED) else None
        if kind is not None and value not in ours(kind, value.name):
            found[kind, value.name] = replace(value, origin=value.origin or origin)
    return [(kind, declared) for (kind, _), declared in found.items()]
