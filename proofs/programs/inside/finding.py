"""From the text of a target to the function that is called.

A target is `file.py:function`, `package.module:function`, or a library's measure, `ranx:ndcg@10`.
This is where a program is imported, which runs it: it happens in the program's own process.
"""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import inspect
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from proofs.programs.inside.libraries import LIBRARIES
from proofs.programs.inside.library import Absent, Measure, Together

CUT_OFFS = ("k", "K", "at", "cutoff", "cut_off", "topk", "top_k")
LONGEST = 300


class NotFound(Exception):
    """There is no such function; the message says why and what to do."""


@dataclass(frozen=True)
class Found:
    """A function, and what is known of it before it is called."""

    function: Callable[..., Any]
    facts: dict[str, Any] = field(default_factory=dict)
    together: Together | None = None


def found(target: str) -> Found:
    """Import what a target names."""
    place, colon, name = target.partition(":")
    if os.sep not in place and not place.endswith(".py") and place in LIBRARIES:
        return _of_library(place, name)
    if not colon or not place or not name:
        raise NotFound(
            f"{target[:60]!r} names no function: write file.py:function, package.module:function "
            f"or a library's measure, as ranx:ndcg@10. Libraries are {', '.join(LIBRARIES)}."
        )
    module = _file(place) if place.endswith(".py") else _module(place)
    function = _member(place, module, name)
    facts = {**function_facts(function), "library": _version(place), "digest": _digest(module)}
    return Found(function, facts)


def _digest(module: Any) -> str | None:
    """Return a digest of the file that a module comes from, where there is one."""
    try:
        with open(module.__file__, "rb") as file:
            return sha256(file.read()).hexdigest()
    except (AttributeError, TypeError, OSError):
        return None


def described(problem: BaseException) -> str:
    """Return an exception in one line."""
    try:
        text = " ".join(str(problem).split())
    except Exception as unsaid:
        text = f"its message raises {type(unsaid).__name__}"
    text = text.encode("utf-8", "backslashreplace").decode()
    name = " ".join(type(problem).__name__.split())
    said = f"{name}: {text}" if text else name
    return said if len(said) <= LONGEST else said[:LONGEST] + "…"


def _file(path: str) -> Any:
    if not os.path.isfile(path):
        raise NotFound(f"there is no file {path!r}.")
    name = os.path.splitext(os.path.basename(path))[0]
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise NotFound(f"{path!r} cannot be imported: it is no Python file.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as problem:
        raise NotFound(f"{path!r} cannot be imported: {described(problem)}.") from None
    return module


def _module(name: str) -> Any:
    sys.path.insert(0, os.getcwd())
    try:
        return importlib.import_module(name)
    except BaseException as problem:
        hint = ""
        if isinstance(problem, ModuleNotFoundError) and problem.name == name.partition(".")[0]:
            close = difflib.get_close_matches(name, LIBRARIES, 1)
            hint = f" Did you mean the library {close[0]!r}?" if close else ""
            hint = hint or " A file is named with its ending, as file.py:function."
        raise NotFound(f"{name!r} cannot be imported: {described(problem)}.{hint}") from None


def _member(place: str, module: Any, name: str) -> Any:
    value = module
    for part in name.split("."):
        if not hasattr(value, part):
            known = [one for one in vars(value) if callable(getattr(value, one, None))]
            known = [one for one in known if not one.startswith("_")]
            close = difflib.get_close_matches(part, known, 1)
            hint = f" Did you mean {close[0]!r}?" if close else ""
            some = ", ".join(known[:12]) + (", …" if len(known) > 12 else "")
            has = f" It has {some}." if known and not hint else ""
            raise NotFound(f"{place!r} has no {part!r}.{hint}{has}")
        value = getattr(value, part)
    if not callable(value):
        raise NotFound(f"{place}:{name} is not a function: it is a {type(value).__name__}.")
    return value


def function_facts(function: Any) -> dict[str, Any]:
    """Return the names of the arguments that a function needs, and that of its cut-off."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return {"needs": None, "cut": None}
    at_places = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    cut = next((p.name for p in parameters if p.name in CUT_OFFS), None)
    needs = [
        p.name
        for p in parameters
        if p.kind in at_places and p.default is inspect.Parameter.empty and p.name != cut
    ]
    takes = [p.name for p in parameters if p.kind in at_places and p.name != cut]
    required = any(p.name == cut and p.default is inspect.Parameter.empty for p in parameters)
    more = any(p.kind is inspect.Parameter.VAR_POSITIONAL for p in parameters)
    facts = {"needs": needs, "takes": takes, "any_number": more}
    return {**facts, "cut": cut, "cut_required": required}


def _version(place: str) -> dict[str, str]:
    """Return the distribution and version that a module comes from, where it is known."""
    from importlib import metadata

    if place.endswith(".py"):
        return {}
    names = metadata.packages_distributions().get(place.partition(".")[0], [])
    return {name: metadata.version(name) for name in names[:1]}


def _of_library(name: str, measure: str) -> Found:
    library = LIBRARIES[name]
    if not measure:
        some = ", ".join(library.measures[:8])
        raise NotFound(f"{name} computes many measures: name one, as {name}:{some}.")
    try:
        version = library.version()
        made: Measure = library.measure(measure)
    except Absent as problem:
        raise NotFound(str(problem)) from None
    except Exception as problem:
        others = [one for one in library.measures if one != measure]
        close = difflib.get_close_matches(measure, others, 3, 0.4)
        hint = f" Did you mean {' or '.join(map(repr, close))}?" if close else ""
        raise NotFound(f"{name} has no measure {measure!r}: {described(problem)}.{hint}") from None
    facts = {
        "call": made.call,
        "depth": made.depth,
        "c": made.c,
        "range": made.range,
        "tolerance": made.tolerance,
        "library": {library.name: version},
        "setup": made.setup,
        "together": made.together is not None,
    }
    return Found(made.function, facts, made.together)
