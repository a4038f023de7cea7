"""What was found about programs shows itself: as a report, one line, a card, a table, a formula."""

from __future__ import annotations

from proofs.programs.comparing import Compared, name_of
from proofs.programs.identifying import Identified
from proofs.programs.judging import REFUTED, UNDECIDED, Judged
from proofs.programs.report.compared import compared_shown, identified_shown
from proofs.programs.report.judged import judged_table, judged_text
from rankproof.line.latex import escaped
from rankproof.presented import card


def told(found: Judged | Compared | Identified, form: str) -> str:
    """Return what was found in one of the forms of :class:`rankproof.presented.Presented`."""
    if isinstance(found, Judged):
        line = _judged_line(found)
    else:
        line = _compared_line(found) if isinstance(found, Compared) else _identified_line(found)
    if form == "line":
        return line
    if form == "latex":
        return rf"$$\text{{{escaped(line)}}}$$"
    if form == "html":
        return card("", line, [("", told(found, "text"))])
    if isinstance(found, Judged):
        return judged_table(found, form) if form == "md" else judged_text(found)
    show = compared_shown if isinstance(found, Compared) else identified_shown
    shown = show(found, form)  # type: ignore[arg-type]
    return shown if isinstance(shown, str) else shown[1]


def _judged_line(found: Judged) -> str:
    counted = {
        "violated": sum(row.status == REFUTED for row in found.rows),
        "undecided": sum(row.status == UNDECIDED for row in found.rows),
    }
    counts = ", ".join(f"{count} {what}" for what, count in counted.items())
    return f"{found.program.target}: {len(found.rows)} asked, {counts}, on {found.count:,} inputs"


def _compared_line(found: Compared) -> str:
    sides = f"{name_of(found.left)} and {name_of(found.right)}"
    return (
        f"{found.status.upper()}: {sides}, equal on {found.equal_on:,} of {found.inputs:,} inputs"
    )


def _identified_line(found: Identified) -> str:
    computes = "none of ours" if found.metric is None else found.metric.full_name
    what = "undecided" if found.undecided or found.stopped is not None else computes
    on = f"equal on {found.equal_on:,} of {found.asked:,} inputs"
    nearest = f", nearest {found.runner_up.metric.full_name}" if found.runner_up else ""
    return f"{found.program.target}: {what}{nearest if found.metric is None else ''}, {on}"
