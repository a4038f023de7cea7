"""What comparisons and identifications found, for the terminal, for scripts and as tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from proofs.programs.comparing import Compared, Side, name_of
from proofs.programs.declared import TREATMENTS, Declared
from proofs.programs.identifying import Identified, RuledOut
from proofs.programs.inputs import JUDGED, Space
from proofs.programs.inside.forms import Data
from proofs.programs.program import Program
from proofs.programs.report.judged import (
    MARGIN,
    data_text,
    heading,
    program_text,
    space_text,
    stopped_text,
)
from proofs.programs.topics import OnData

Shown = tuple[dict[str, Any], str] | str


def input_data(one: Any, call: str) -> Data:
    """Return an input as it is shown: judged documents as qrels and run."""
    data: Data = one.data("qrels" if call in JUDGED else call)
    return data


def _call(*sides: Side) -> str:
    return next(side.call for side in sides)


def _versions(*sides: Side) -> dict[str, str]:
    found: dict[str, str] = {}
    for side in sides:
        if isinstance(side, Program):
            found.update(side.facts.get("library") or {})
    return found


def side_text(side: Side) -> str:
    """Return a side with its version, or as a declared metric."""
    return program_text(side) if isinstance(side, Program) else f"{side.full_name}, declared, exact"


def _widest(space: Space, call: str) -> Space:
    """Return the inputs that both sides are given part of."""
    return replace(space, call="qrels") if call in JUDGED else space


# Comparisons -------------------------------------------------------------------------------------


def compared_shown(found: Compared, form: str) -> Shown:
    """Return a comparison in one of the formats."""
    if form in ("md", "csv"):
        return _table("compare", _title(found.left, found.right), _compared_rows(found), form)
    return _compared_fields(found), _compared_text(found)


def _title(left: Side, right: Side) -> str:
    return f"{side_text(left)} against {side_text(right)}"


def _compared_fields(found: Compared) -> dict[str, Any]:
    call = _call(found.left, found.right)
    rows = [
        {
            "particulars": list(one.particulars),
            "smallest": input_data(one.smallest, call),
            "values": list(one.values),
            "inputs": one.count,
            "cause": one.cause or None,
        }
        for one in found.differences
    ]
    first = rows[0] if rows else {"smallest": None, "values": [], "cause": None}
    return {
        **heading("compare"),
        "left": name_of(found.left),
        "right": name_of(found.right),
        "library": _versions(found.left, found.right),
        "status": found.status,
        "smallest": first["smallest"],
        "values": first["values"],
        "equal_on": found.equal_on,
        "inputs": found.inputs,
        "cause": first["cause"],
        "computes": [None if one is None else computes(one) for one in found.identified],
        "differences": rows,
        "stopped": stopped_text(found.stopped),
    }


def _compared_text(found: Compared) -> str:
    call = _call(found.left, found.right)
    lines = [side_text(found.left), side_text(found.right)]
    lines += [space_text(_widest(found.space, call), found.inputs), ""]
    if found.equal:
        lines.append(f"EQUAL       on all {found.inputs:,} inputs, as these versions compute it")
        return "\n".join(lines)
    if not found.differences:
        lines.append(f"UNDECIDED   equal on the {found.inputs:,} inputs that were reached")
        return "\n".join([*lines, _not_all(found.stopped)])
    lines.append(f"DIFFERENT   equal on {found.equal_on:,} of {found.inputs:,} inputs")
    for one in found.differences:
        what = " and ".join(one.particulars) or "nothing particular"
        lines += ["", f"with {what} ({one.count:,} inputs), the smallest:"]
        lines.append(f"{MARGIN}{data_text(input_data(one.smallest, call))}")
        for side, value in zip((found.left, found.right), one.values, strict=True):
            lines.append(f"{MARGIN}{name_of(side)} is {value}")
        lines += [f"{MARGIN}cause: {one.cause}"] if one.cause else []
    if found.stopped is not None:
        lines += ["", _not_all(found.stopped)]
    known = [computes(one) for one in found.identified if one is not None]
    lines += ["", "causes were tried: " + " and ".join(known)] if len(known) == 2 else []
    return "\n".join(lines)


def _not_all(stopped: BaseException | None) -> str:
    return f"not all inputs were reached, or not all causes sought: {stopped_text(stopped)}"


def _compared_rows(found: Compared) -> list[list[str]]:
    call = _call(found.left, found.right)
    rows = [["particulars", "inputs", "smallest input", "left", "right", "cause"]]
    for one in found.differences:
        data = data_text(input_data(one.smallest, call))
        what = ", ".join(one.particulars)
        rows.append([what, str(one.count), data, *one.values, one.cause])
    return rows


# One's own data ----------------------------------------------------------------------------------


def data_shown(found: OnData, left: Side, right: Side, others: Sequence[str], form: str) -> Shown:
    """Return a comparison on files in one of the formats."""
    if form in ("md", "csv"):
        rows = [["topic", "left", "right"], *[[t, *v] for t, v in found.different.items()]]
        return _table("compare", _title(left, right), rows, form)
    part = found.part
    fields = {
        **heading("compare"),
        "left": name_of(left),
        "right": name_of(right),
        "library": _versions(left, right),
        "status": found.status,
        "stopped": stopped_text(found.stopped),
        "topics": found.topics,
        "different": [{"topic": t, "values": list(v)} for t, v in found.different.items()],
        "smallest": None
        if part is None
        else {"topic": part[0], **part[1].data("qrels"), "values": list(part[2])},
        "left_out": list(others),
    }
    return fields, _data_text(found, left, right, others)


def _data_text(found: OnData, left: Side, right: Side, others: Sequence[str]) -> str:
    lines = [side_text(left), side_text(right), ""]
    if found.status == "equal":
        lines.append(f"EQUAL       on all {found.topics:,} topics, as these versions compute it")
    elif found.status == "undecided":
        lines.append(f"UNDECIDED   equal on the {found.topics:,} topics that were reached")
    else:
        lines.append(f"DIFFERENT   on {len(found.different):,} of {found.topics:,} topics")
        some = list(found.different.items())[:10]
        lines += [f"{MARGIN}topic {topic}: {a} against {b}" for topic, (a, b) in some]
        more = len(found.different) - len(some)
        lines += [f"{MARGIN}… and {more:,} more"] if more else []
    if found.part is not None:
        topic, part, values = found.part
        lines += ["", f"the smallest part of topic {topic} that still shows it:"]
        lines.append(f"{MARGIN}{data_text(part.data('qrels'))}")
        for side, value in zip((left, right), values, strict=True):
            lines.append(f"{MARGIN}{name_of(side)} is {value}")
    lines += [f"{len(others):,} topics are in one of the files only"] if others else []
    if found.stopped is not None:
        lines.append(f"not all topics were reached, or made small: {stopped_text(found.stopped)}")
    return "\n".join(lines)


# Identification ----------------------------------------------------------------------------------


def computes(metric: Declared) -> str:
    """Return a metric with its treatments in words."""
    treats = [f"{name}={how}" for name, how in metric.treats.items()]
    return metric.full_name + (f" with {', '.join(sorted(treats))}" if treats else "")


def identified_shown(found: Identified, form: str) -> Shown:
    """Return an identification in one of the formats."""
    if form in ("md", "csv"):
        metric = "undecided" if found.undecided else "none of ours"
        metric = metric if found.metric is None else computes(found.metric)
        up = found.runner_up
        nearest = ["", ""] if up is None else [computes(up.metric), ruling(up, found.program.call)]
        heads = ["target", "metric", "equal on", "asked", "runner-up", "ruled out by"]
        row = [found.program.target, metric, str(found.equal_on), str(found.asked), *nearest]
        return _table("identify", program_text(found.program), [heads, row], form)
    return _identified_fields(found), _identified_text(found)


def ruling(up: RuledOut, call: str) -> str:
    """Return the input that rules a metric out, with the program's value and the metric's."""
    mine, theirs = up.values
    return f"{data_text(input_data(up.smallest, call))}: {theirs.text}, not {mine.text}"


def _identified_fields(found: Identified) -> dict[str, Any]:
    up, call = found.runner_up, found.program.call
    return {
        **heading("identify"),
        "target": found.program.target,
        "library": _versions(found.program),
        "call": call,
        "metric": None if found.metric is None else found.metric.full_name,
        "treatments": {} if found.metric is None else dict(found.metric.treats),
        "equal_on": found.equal_on,
        "inputs": found.asked,
        "refused": found.refused,
        "like": [one.full_name for one in found.like],
        "stopped": stopped_text(found.stopped),
        "runner_up": None
        if up is None
        else {
            "metric": up.metric.full_name,
            "treatments": dict(up.metric.treats),
            "smallest": input_data(up.smallest, call),
            "values": [up.values[0].text, up.values[1].text],
        },
    }


def _identified_text(found: Identified) -> str:
    program, up = found.program, found.runner_up
    lines = [program_text(program)]
    lines += [space_text(_widest(found.space, program.call), found.asked), ""]
    if found.stopped is not None:
        lines.append(f"UNDECIDED   {found.equal_on:,} of {found.asked:,} inputs were reached")
        lines += [f"{MARGIN}not ruled out by then: {computes(one)}" for one in found.like]
        return "\n".join([*lines, f"{MARGIN}{stopped_text(found.stopped)}"])
    if found.undecided:
        few = "no number, or one alone," if found.refused < found.asked else "no number"
        said = f"UNDECIDED   the program returned {few} and refused {found.refused:,} inputs"
        return "\n".join([*lines, said])
    if found.metric is None:
        lines.append("NONE        of our metrics computes this on all inputs")
    else:
        lines.append(f"FOUND       {found.metric.full_name}")
        for name, how in found.metric.treats.items():
            what = {"ties": "ties", "unjudged": "unjudged documents", "scores": "scores"}[name]
            lines.append(f"{MARGIN}{what}: {TREATMENTS[name][how]}")
        lines.append(f"{MARGIN}equal on {found.equal_on:,} of {found.asked:,} inputs")
    lines += [f"{MARGIN}the program refuses {found.refused:,} of them"] if found.refused else []
    lines += [f"{MARGIN}the same on these inputs: {one.full_name}" for one in found.like]
    if up is not None:
        word = "runner-up" if found.metric is not None else "nearest"
        lines.append(f"{word:<12}{computes(up.metric)}")
        if found.metric is None:
            lines.append(f"{MARGIN}equal on {found.equal_on:,} of {found.asked:,} inputs")
        lines.append(f"{MARGIN}not at {ruling(up, program.call)}")
    return "\n".join(lines)


def _table(name: str, title: str, rows: list[list[str]], form: str) -> str:
    from proofs.tables.layout.formats import shown
    from proofs.tables.layout.table_shape import Column, Table, words

    heads, *body = rows
    columns = [Column(head, head) for head in heads]
    return shown(Table(name, title, columns, [[*map(words, row)] for row in body]), form)
