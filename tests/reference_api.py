"""The page of what `import rankproof` offers, in groups: calls, answers, declarations, words."""

from __future__ import annotations

import inspect
import re
from typing import Any

LONGEST = 300
CALLS = {
    "ask": "ask one question: an axiom or a quantity",
    "value": "compute the exact value of a metric at one point",
    "table": "ask many questions at once",
    "claims": "judge what papers say",
    "verify": "check a certificate again",
    "declared": "read a file of declarations, as `--using` does",
    "poset_of": "build an order of runs, and draw it in a notebook",
    "judge": "find the properties of a program",
    "compare": "compare two programs",
    "identify": "find which metric a program computes",
    "find_metric": "look a metric up by its name",
    "find_list_metric": "look a metric of judged lists up",
    "find_axiom": "look an axiom or a quantity up",
    "find_order": "look an order up",
}
ANSWERS = ("Verdict", "Measurement", "Value", "Table", "Poset", "BadInput", "Limits")
DECLARED = (
    *("Metric", "OwnParameter", "Axiom", "axiom", "Part", "Quantity", "Order", "Operation"),
    *("Claim", "Ask"),
)
NAMES = {
    "METRICS": "metrics of rankings",
    "LIST_METRICS": "metrics of judged lists",
    "RUN_METRICS": "metrics of runs",
    "TOP_METRICS": "metrics of top-k lists",
    "TEXTBOOK_METRICS": "metrics of textbooks, beside those of papers",
    "WEIGHTED_METRICS": "distances with weights",
    "HEIGHT_METRICS": "the area measure with free heights",
    "AXIOMS": "axioms of metrics of rankings",
    "LIST_AXIOMS": "axioms of judged lists",
    "TOP_AXIOMS": "axioms of top-k lists",
    "OTHER_AXIOMS": "axioms of orders, runs, weights and labels",
    "QUANTITIES": "numbers that belong to a metric",
    "ORDERS": "orders of runs",
    "PARAMETERS": "what may be given with a question",
    "PAPERS": "the papers that are judged",
    "TABLES": "the tables",
}


def api() -> list[str]:
    """Return the parts of the page."""
    import rankproof

    grouped = {*CALLS, *ANSWERS, *DECLARED}
    words = [
        name
        for name in sorted(rankproof.__all__, key=str.lower)
        if name not in grouped and _is_shown(getattr(rankproof, name))
    ]
    calls = [f"| [`{name}`](#{name}) | {about} |" for name, about in CALLS.items()]
    names = [f"| `rankproof.{name}` | {about} |" for name, about in NAMES.items()]
    return [
        "`import rankproof` is all that a program needs. What is not listed here may change.",
        "\n".join(["| call | to |", "| --- | --- |", *calls]),
        "Names and declarations can be looked at, as in `sorted(rankproof.METRICS)` and "
        '`rankproof.METRICS["dcg"]`; a notebook shows the formula.',
        "\n".join(["| catalogue | of |", "| --- | --- |", *names]),
        "Words of formulas are here too: those of rankings and logic, and SymPy's (`Sum`, `Abs`, "
        "`log`, …). Those of other domains are in `rankproof.lists`, `rankproof.runs`, "
        "`rankproof.labels` and `rankproof.weights`; [your own metric](../own-metric.md#in-python) "
        "shows them at work. `rankproof.testing` judges programs [in your "
        "tests](../programs.md#in-your-tests).",
        *_section("Calls", CALLS),
        *_section("Answers, errors, limits", ANSWERS),
        *_section("What can be declared", DECLARED),
        *_section("Words", words),
    ]


def _section(title: str, names: Any) -> list[str]:
    import rankproof

    parts = [f"## {title}"]
    for name in names:
        parts += [f"### `{name}`", documented(name, getattr(rankproof, name))]
    return parts


def _is_shown(found: Any) -> bool:
    """Tell whether a name is a function or class declared here: SymPy's have their own pages."""
    callable_ = inspect.isfunction(found) or inspect.isclass(found)
    return callable_ and not found.__module__.startswith("sympy")


class Unquoted(str):
    """An annotation, which stands in a signature without quotation marks."""

    def __repr__(self) -> str:
        return str(self)


def _parameters(found: Any) -> str:
    """Return the parameters of a call; of very many those that must be given."""
    try:
        signature = inspect.signature(found)
    except ValueError:
        return ""
    parameters = [
        one.replace(annotation=Unquoted(one.annotation)) if isinstance(one.annotation, str) else one
        for one in signature.parameters.values()
    ]
    back = signature.return_annotation
    back = Unquoted(back) if isinstance(back, str) and back != "None" else inspect.Signature.empty
    whole = str(signature.replace(parameters=parameters, return_annotation=back))
    if len(whole) < LONGEST and not any(inspect.isfunction(one.default) for one in parameters):
        return whole
    needed = [one for one in parameters if one.default is one.empty]
    short = signature.replace(parameters=needed, return_annotation=inspect.Signature.empty)
    return f"{str(short)[:-1]}{', ' if needed else ''}…)"


def documented(name: str, found: Any) -> str:
    """Return the signature and the first paragraphs of a docstring, and its public members."""
    doc = inspect.getdoc(found) or ""
    text = re.sub(r":\w+:`", "`", doc.split("\n>>>")[0].strip()).replace("``", "`")
    parts = [f"`{name}{_parameters(found)}`", text]
    if inspect.isclass(found):
        fields = getattr(found, "__dataclass_fields__", {})
        members = [
            (f"`{key}`", (inspect.getdoc(value) or "").split("\n")[0])
            for key, value in vars(found).items()
            if not key.startswith("_")
            and key not in fields
            and (inspect.isfunction(value) or hasattr(value, "fget"))
        ]
        rows = [f"| {key} | {' '.join(about.split())} |" for key, about in members if about]
        parts.append("\n".join(["| member |  |", "| --- | --- |", *rows]) if rows else "")
    return "\n\n".join(part for part in parts if part)
