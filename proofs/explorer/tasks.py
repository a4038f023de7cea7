"""What the pages can have computed. Each task reads its fields strictly and returns plain data.

>>> task("values", {"kind": "rankings", "ranking": [2, 1], "reference": [1, 2],
...     "metrics": ["kendall"], "parameters": {}})["rows"][0]["exact"]
'-1'
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from proofs.explorer.fields import LONGEST_FORMULA, Fields
from rankproof.line.deadline import within
from rankproof.line.failures import Mistake, Undecided

MOST_METRICS = 24
MOST_RUNS = 150
MOST_TIDIED = 20
LONGEST_SET = 60
LONGEST_TITLE = 80
VALUE_SECONDS = 4.0
Told = Callable[[dict[str, Any]], None]


def task(name: str, given: Any, told: Told = lambda said: None) -> dict[str, Any]:
    """Do a task; `told` hears how far it is."""
    if name not in TASKS:
        raise Mistake(f"there is no task {name[:40]!r}.")
    return TASKS[name](Fields(given), told)


# A question --------------------------------------------------------------------------------------


def ask(fields: Fields, told: Told) -> dict[str, Any]:
    """Answer a question about declared metrics, or about one that is typed as a formula."""
    from metrics.language.parameters import PARAMETERS
    from proofs.core.asking import ask as answer_to
    from proofs.core.limits import Limits
    from proofs.pages.drawing.witness import drawings
    from proofs.report.shown import as_json, show
    from rankproof.line.arguments import sizes

    asked = fields.text("axiom", 60)
    subjects = fields.texts("subjects", 2, LONGEST_FORMULA)
    n = sizes(fields.text("n", 20))
    given: dict[str, Any] = dict(fields.parameters())
    seconds = fields.whole("seconds", 1, 600)
    wanted = fields.flag("certificate")
    fields.done()
    for name in given:
        if name not in (*PARAMETERS, "domain", "convention"):
            raise Mistake(f"there is no parameter {name!r}.")

    def progress(done: int, total: int) -> None:
        told({"done": done, "total": total})

    limits = Limits(seconds=seconds, jobs=1, progress=progress)
    answer = answer_to(asked, *subjects, n=n, limits=limits, **given)
    found = as_json(answer)
    pictures = [
        {"svg": str(one.picture), "caption": one.caption}
        for one in drawings(found.get("witness"), _changed(answer))
    ]
    return {
        "answer": found,
        "text": show(answer, "text"),
        "drawings": pictures,
        "certificate": _certificate(answer, seconds) if wanted else "",
    }


def _changed(answer: Any) -> dict[str, Any]:
    """Return what the axiom makes of the listings of a counterexample."""
    from axioms.axiom import Axiom
    from proofs.pages.drawing.changed import changed

    question = answer.question
    if not getattr(answer, "witness", None) or not isinstance(question.asked, Axiom):
        return {}
    c = int(question.parameters.get("c", 0))
    return changed(question.asked.formulas, answer.witness, question.n, question.order or "", c)


def _certificate(answer: Any, seconds: float) -> str:
    from proofs.report.certificate import certificate, text_of
    from rankproof.line.version import VERSION

    return text_of(certificate(answer, VERSION, seconds)) if hasattr(answer, "status") else ""


# Values at a point -------------------------------------------------------------------------------


def values(fields: Fields, told: Told) -> dict[str, Any]:
    """Return the exact values of metrics at two rankings, or at a judged list."""
    kind = fields.text("kind", 10)
    metrics = fields.texts("metrics", MOST_METRICS, LONGEST_FORMULA)
    given = fields.parameters()
    if kind == "rankings":
        point = {name: fields.numbers(name) for name in ("ranking", "reference")}
        fields.done()
        return {"rows": _rows(metrics, _at_rankings, point, given), "curve": _curve(point)}
    if kind != "lists":
        raise Mistake("kind must be rankings or lists.")
    point = {
        "grades": fields.numbers("grades", empty=True),
        "unretrieved": fields.numbers("unretrieved", 10),
    }
    fields.done()
    return {"rows": _rows(metrics, _at_a_list, point, given)}


def _rows(
    metrics: Sequence[str], at: Any, point: dict[str, Any], given: dict[str, str]
) -> list[dict[str, Any]]:
    """Return the values of metrics; each may take half of what time is left, so that all come."""
    rows = []
    end = time.monotonic() + VALUE_SECONDS
    for name in metrics:
        left = max(0.05, round((end - time.monotonic()) / 2, 1))
        rows.append(_row(name, partial(at, name, point, given), left))
    return rows


def _row(name: str, value: Callable[[], Any], seconds: float) -> dict[str, Any]:
    """Return the value of one metric, or why it has none here."""
    from proofs.core.valuing.value import Inconclusive
    from proofs.pages.exact import exact_mathematics

    row = {"metric": name, "exact": "", "math": "", "approx": "", "why": ""}
    try:
        with within(seconds):
            found = value()
            exact = "" if found.exact is None else _exact(found.exact)
    except Mistake as problem:
        return {**row, "why": problem.message}
    except (Undecided, Inconclusive) as problem:
        return {**row, "approx": "undecided", "why": str(problem)}
    if found.undefined:
        return {**row, "approx": "undefined", "why": found.undefined}
    formula = str(exact_mathematics(exact)) if len(exact) <= LONGEST_SET else ""
    return {**row, "exact": exact, "math": formula, "approx": found.approx or ""}


def _exact(value: Any) -> str:
    """Return an expression as text; the terms of a large one as they come."""
    from sympy import expand_log, log, sstr

    from proofs.report.shown import exact_text

    if value.count_ops() <= MOST_TIDIED:
        return exact_text(value)
    return sstr(value.xreplace({one: expand_log(one) for one in value.atoms(log)}), order="none")


def _at_rankings(name: str, point: dict[str, Any], given: dict[str, str]) -> Any:
    from metrics import find_metric
    from proofs.core.valuing.value import value_of

    metric = find_metric(name)
    read = {key: value for key, value in given.items() if key in metric.parameters}
    used = point if len(metric.inputs) > 1 else {"ranking": point["ranking"]}
    return value_of(name, **used, **read)


def _at_a_list(name: str, point: dict[str, Any], given: dict[str, str]) -> Any:
    from metrics import find_metric
    from proofs.core.valuing.lists import ListMetric
    from proofs.core.valuing.value import value_of

    typed = name.lstrip().startswith("=")
    metric = find_metric(name) if typed else ListMetric.named(name, {}).metric
    read = {key: given[key] for key in metric.parameters if key in given and key != "k"}
    return value_of(name, **point, **read)


def _curve(point: dict[str, list[int]]) -> dict[str, Any]:
    """Return the point curve of the ranking against the reference, and its area."""
    from metrics.point_curve import curve

    found = curve(point["ranking"], point["reference"])
    return {"point": list(found.point), "area": [str(one) for one in found.area]}


# A diagram ---------------------------------------------------------------------------------------


def diagram(fields: Fields, told: Told) -> dict[str, Any]:
    """Draw the Hasse diagram of a declared order, or of one that is typed as a formula.

    It is returned twice: as the pages of orders show it, to choose runs in, and as a file.
    """
    from lattice.draw import rendered
    from lattice.relation import check_size, number_of_runs, poset_of
    from proofs.pages.content.orders import chosen_in, diagram_of

    order = _order(fields)
    n, c = fields.whole("n", 1, 8), fields.whole("c", 1, 8)
    fields.done()
    check_size(order, n, c)
    count = number_of_runs(order, n, c)
    if count > MOST_RUNS:
        raise Mistake(
            f"{count:,} runs are too many to draw here: at most {MOST_RUNS}. "
            "Choose a smaller n or c, or draw it with python -m lattice.draw."
        )
    poset = poset_of(order, n, c)
    made = diagram_of(poset, f"{order.title}, n = {n}, c = {c}")
    file = rendered(made, "svg")
    text = file.decode("utf-8") if isinstance(file, bytes) else file
    shown = chosen_in(poset, made, f"Hasse diagram of {order.title}")
    return {**shown, "picture": str(shown["picture"]), "file": text, "title": order.title}


def _order(fields: Fields) -> Any:
    from lattice import find_order
    from lattice.declared.kinds import READERS

    named = fields.text("order", LONGEST_FORMULA)
    if not named.startswith("="):
        return find_order(named)
    formula = named[1:].strip()
    told = formula if len(formula) <= LONGEST_TITLE else f"{formula[:LONGEST_TITLE]}…"
    return READERS["order"]("typed", {"below": formula, "title": f"r ⊑ s: {told}"}, "typed")


# A certificate -----------------------------------------------------------------------------------


def verify(fields: Fields, told: Told) -> dict[str, Any]:
    """Check a certificate."""
    from proofs.trusted.untrusted import MOST_BYTES
    from proofs.verify import shown, verified

    text = fields.left.pop("certificate", None)
    seconds = fields.whole("seconds", 1, 600)
    fields.done()
    if not isinstance(text, str) or len(text) > MOST_BYTES:
        raise Mistake(f"a certificate is a text of at most {MOST_BYTES:,} characters.")
    found = verified(text.encode("utf-8", "replace"), seconds=seconds)
    return {"status": found.status, "text": shown(found, "text")}


# A page ------------------------------------------------------------------------------------------


def page(fields: Fields, told: Told) -> dict[str, Any]:
    """Make a page of the atlas from what is known."""
    from proofs.explorer.catalogue import file_at

    address = fields.text("address", 200)
    fields.done()
    return {"content": file_at(address)}


TASKS: dict[str, Callable[[Fields, Told], dict[str, Any]]] = {
    "ask": ask,
    "values": values,
    "diagram": diagram,
    "verify": verify,
    "page": page,
}
