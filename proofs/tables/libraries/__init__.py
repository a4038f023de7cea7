"""The table of libraries: which metric each measure computes, and which properties it has.

A row is a measure of a library that is installed, judged on all inputs of at most n documents, as
its version computes it. A measure is compared with the first one of the table that computes a
variant of the same metric.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from metrics.naming import BadInput, find
from proofs.core import kept_cells as cache
from proofs.programs.comparing import NO_NUMBER
from proofs.programs.inputs import JUDGED
from proofs.programs.inside.forms import CALLS
from proofs.programs.inside.libraries import LIBRARIES
from proofs.programs.inside.library import Absent
from proofs.programs.judging import PROPERTY, names_for
from proofs.programs.report.judged import data_text
from proofs.tables.layout.table_shape import Cell, Column, Mark, Table, words
from proofs.tables.libraries.answers import Answer, Asked, Measures
from proofs.tables.request import Request

SHOWN = {
    "sklearn": ("ndcg_score", "dcg_score", "label_ranking_average_precision_score"),
    "pytrec_eval": ("ndcg", "map", "recip_rank", "bpref"),
    "ranx": ("ndcg", "map", "mrr", "bpref"),
    "ir_measures": ("nDCG", "AP", "RR", "Bpref"),
}
"""A few measures of the larger libraries; of others the first ones are shown."""
FEW = 2
SIGNS = {
    "holds": ("✓", Mark.HOLDS),
    "refuted": ("✗", Mark.FAILS),
    "rounding": ("≈", Mark.HOLDS),
    "undecided": ("?", Mark.OPEN),
}
LEGEND = (
    ("✓", "on every one of these inputs, as this version computes it; nothing is proved"),
    ("✗", "violated: the smallest input is in the notes"),
    ("≈", "violated only within rounding"),
    ("·", "not asked of this kind of call, or there is no case"),
    ("?", "undecided"),
)
Found = Mapping[str, Answer]


def table(request: Request, sizes: tuple[int, ...]) -> Table:
    """Return the table of libraries."""
    _refuse(request)
    targets, absent = chosen(request.metrics)
    columns = _properties(request.axioms)
    with Measures() as measures:
        every = [_question([target], sizes, request) for target in targets]
        found = dict(zip(targets, measures.answers(every, request), strict=True))
        pairs = _pairs(found)
        asked = [_question([first, target], sizes, request) for target, first in pairs.items()]
        compared = dict(zip(pairs, measures.answers(asked, request), strict=True))
    rows = [_row(target, found[target], compared.get(target), columns) for target in targets]
    rows += [_absent(name, message, columns) for name, message in absent.items()]
    if request.c is not None and not any(one.get("call") in JUDGED for one in found.values()):
        raise BadInput("none of these measures reads grades: leave --c out.")
    heads = {"measure": "measure", "version": "version", "computes": "computes"}
    heads |= {"differs": "differs from", **dict(zip(columns, columns, strict=True))}
    return Table(
        "libraries",
        f"Measures of libraries, all inputs of at most {max(sizes)} documents",
        [Column(key, title) for key, title in heads.items()],
        rows,
        LEGEND,
        [*_violations(found), *_differences(compared), *absent.values()],
        {"n": list(sizes), "versions": _versions(targets), "not_installed": list(absent)},
        any(answer["late"] for answer in (*found.values(), *compared.values())),
        [*_records(found, compared)],
    )


def _refuse(request: Request) -> None:
    for name, value in (("k", request.k), ("p", request.p)):
        if value is not None:
            raise BadInput(f"measures have it in their names, as ranx:ndcg@2: leave --{name} out.")


def chosen(names: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Return the measures that are asked, and the libraries that are not installed with what to do.

    A library stands for a few of its measures.

    >>> chosen(["scipy", "scipy:weightedtau"])
    (['scipy:kendalltau', 'scipy:spearmanr', 'scipy:weightedtau'], {})
    """
    targets: dict[str, None] = {}
    absent: dict[str, str] = {}
    for name in names or LIBRARIES:
        library, colon, measure = name.partition(":")
        declared = find(library, LIBRARIES, "library")
        try:
            declared.version()
        except Absent as problem:
            absent[library] = str(problem)
            continue
        few = SHOWN.get(library, declared.measures[:FEW])
        targets |= {f"{library}:{one}": None for one in ([measure] if colon else few)}
    return list(targets), absent


def judged(names: Sequence[str], sizes: tuple[int, ...], request: Request) -> list[str]:
    """Return those of some measures about which an answer is kept."""
    targets, _ = chosen(names)
    return [one for one in targets if cache.recall(_question([one], sizes, request)) is not None]


def _properties(axioms: Sequence[str]) -> list[str]:
    """Return the properties that are columns: all of programs, or those named."""
    known = {name: kind for call in CALLS for name, kind in names_for(call).items()}
    for name in axioms:
        find(name, known, "property of programs")
    return list(axioms) or [name for name, kind in known.items() if kind == PROPERTY]


def _question(targets: list[str], sizes: tuple[int, ...], request: Request) -> Asked:
    axioms = list(request.axioms) if len(targets) == 1 else []
    return {
        "asked": "libraries",
        "targets": targets,
        "versions": _versions(targets),
        "n": max(sizes),
        "c": request.c,
        "axioms": axioms,
        "timeout": request.timeout,
    }


def _versions(targets: Sequence[str]) -> dict[str, str]:
    names = dict.fromkeys(target.partition(":")[0] for target in targets)
    return {name: LIBRARIES[name].version() for name in names}


# Comparisons -------------------------------------------------------------------------------------


def _metric(answer: Answer) -> str | None:
    """Return the metric that a measure computes, without variants."""
    name = (answer.get("identified") or {}).get("metric")
    return name and str(name).partition("(")[0].partition("@")[0]


def _pairs(found: Found) -> dict[str, str]:
    """Return for a measure the first one of another library that computes the same metric."""
    first: dict[str, str] = {}
    pairs = {}
    for target, answer in found.items():
        metric = _metric(answer)
        if metric is not None:
            other = first.setdefault(metric, target)
            if other.partition(":")[0] != target.partition(":")[0]:
                pairs[target] = other
    return pairs


def _telling(compared: Answer) -> list[dict[str, Any]]:
    """Return the smallest difference of each cause, or else the smallest of all."""
    rows: list[dict[str, Any]] = compared.get("differences") or []
    causes: dict[str, dict[str, Any]] = {}
    for row in rows:
        if row["cause"]:
            causes.setdefault(row["cause"], row)
    return list(causes.values()) or rows[:1]


def _cause(row: Mapping[str, Any]) -> str:
    refused = "one returns no number" if NO_NUMBER in row["particulars"] else "no cause was found"
    return row["cause"] or refused


# Rows --------------------------------------------------------------------------------------------


def _row(target: str, answer: Answer, compared: Answer | None, columns: list[str]) -> list[Cell]:
    library = target.partition(":")[0]
    judged = {row["axiom"]: row for row in answer.get("rows", ())}
    version = LIBRARIES[library].version()
    cells = [words(target), words(version), _computes(answer), _differs(compared)]
    return [*cells, *[_sign(judged.get(name), answer) for name in columns]]


def _computes(answer: Answer) -> Cell:
    known = answer.get("identified")
    if known is None:
        return Cell("?", {"reason": answer.get("reason", "not reached in time")}, Mark.OPEN)
    if known["metric"] is None:
        return Cell("none of ours", known)
    treats = ", ".join(f"{name}={how}" for name, how in sorted(known["treatments"].items()))
    return Cell(known["metric"] + (f" with {treats}" if treats else ""), known)


def _differs(compared: Answer | None) -> Cell:
    if compared is None:
        return Cell("·", None, Mark.ABSENT)
    if "reason" in compared:
        return Cell("?", {"reason": compared["reason"]}, Mark.OPEN)
    causes = "; ".join(map(_cause, _telling(compared)))
    return Cell(f"{compared['left']}: {causes or 'equal'}", compared)


def _sign(row: Mapping[str, Any] | None, answer: Answer) -> Cell:
    if row is None and "reason" in answer:
        return Cell("?", {"reason": answer["reason"]}, Mark.OPEN)
    if row is None or (row["status"] == "undecided" and not row["cases"] and not answer["late"]):
        return Cell("·", None, Mark.ABSENT)
    sign, mark = SIGNS[row["status"]]
    return Cell(sign, dict(row), mark)


def _absent(name: str, message: str, columns: list[str]) -> list[Cell]:
    nothing = Cell("·", None, Mark.ABSENT)
    return [
        words(name),
        Cell("not installed", {"reason": message}),
        *[nothing] * (len(columns) + 2),
    ]


# Smallest inputs ---------------------------------------------------------------------------------


def _violations(found: Found) -> Iterator[str]:
    for target, answer in found.items():
        for row in answer.get("rows", ()):
            if row["status"] == "refuted":
                values = row["values"][:2]
                shown = "; ".join(
                    f"{one['computed']} at {data_text(one['input'])}" for one in values
                )
                yield f"{target}, {row['axiom']}: {shown}"


def _differences(compared: Found) -> Iterator[str]:
    for target, answer in compared.items():
        for row in _telling(answer):
            one, two = row["values"]
            where = data_text(row["smallest"])
            yield f"{answer['left']} is {one} and {target} is {two} at {where}"


def _records(found: Found, compared: Found) -> Iterator[dict[str, Any]]:
    """Return one record for each measure and property, and for each comparison."""
    for target, answer in found.items():
        about = {"measure": target, "version": LIBRARIES[target.partition(":")[0]].version()}
        about["metric"] = (answer.get("identified") or {}).get("metric") or ""
        for row in answer.get("rows", ()):
            values = row["values"]
            yield {
                **about,
                "asked": row["axiom"],
                "status": row["status"],
                "cases": row["cases"],
                "smallest": data_text(values[0]["input"]) if values else "",
                "values": " ".join(one["computed"] for one in values),
                "cause": "",
            }
        if target in compared and "status" in compared[target]:
            yield from _compared_records(about, compared[target])


def _compared_records(about: dict[str, Any], answer: Answer) -> Iterator[dict[str, Any]]:
    """Return one record for each cause of a difference, or one that says that there is none."""
    rows: list[dict[str, Any] | None] = [*_telling(answer)]
    for row in rows or [None]:
        yield {
            **about,
            "asked": f"equal to {answer['left']}",
            "status": answer["status"],
            "cases": answer["inputs"],
            "smallest": data_text(row["smallest"]) if row else "",
            "values": " ".join(row["values"]) if row else "",
            "cause": _cause(row) if row else "",
        }
