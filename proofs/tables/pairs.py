"""The table of pairs: do two metrics ever prefer opposite listings?

For every two metrics, each turned so that higher is better: *equivalent* if they put all listings
in the same order with the same ties; *never opposite* if one ties some that the other tells apart,
and no two are preferred in opposite ways; otherwise the smallest pair of listings on which they
contradict each other, replayed from the definitions.

>>> from proofs.tables.request import Request
>>> rows = table(Request(metrics=("dcg", "ndcg", "mrr")), (2, 3)).rows
>>> [[cell.text for cell in row[:4]] for row in rows[:2]]
[['dcg', 'ndcg', 'equivalent', '3'], ['dcg', 'mrr', 'opposite', '3']]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from metrics import METRICS, RUN_METRICS, find_metric
from metrics.language.domains import LISTS, RANKINGS, RUNS
from metrics.language.terms import ITEMS
from metrics.lists import LIST_METRICS
from metrics.lists.family import parsed
from metrics.metric import Metric
from metrics.naming import ELSEWHERE, BadInput
from proofs.core.verdict import HOLDS, REFUTED
from proofs.tables import lists
from proofs.tables.answers import Answer, Asked, answers, free_notes, put_in, question
from proofs.tables.counterexamples import witness_text
from proofs.tables.layout.table_shape import Cell, Column, Mark, Table, words
from proofs.tables.properties import walked
from proofs.tables.request import Request

CONTRADICT, DIFFER = "never_opposite", "same_order"
KNOWN: dict[str, Any] = {"rankings": METRICS, "runs": RUN_METRICS, "lists": LIST_METRICS}
DOMAINS = {"rankings": RANKINGS, "runs": RUNS, "lists": LISTS}
COLUMNS = (
    Column("metric_1", "metric"),
    Column("metric_2", "metric"),
    Column("relation", "relation"),
    Column("n", "n", numeric=True),
    Column("witness", "smallest pair of listings"),
    Column("values", "values"),
    Column("undefined_cases", "left out", numeric=True),
)
LEGEND = (
    ("equivalent", "the same order with the same ties, for every n of the table"),
    ("never opposite", "one ties what the other tells apart; the smallest such pair is shown"),
    ("opposite", "they prefer opposite listings; the smallest pair is shown, and was replayed"),
    ("left out", "cases in which a value is undefined (0/0, x/0)"),
)
Pair = tuple[Metric, Metric]


def table(request: Request, sizes: tuple[int, ...]) -> Table:
    """Return the table of pairs."""
    domain = request.domain or _domain_of(request.metrics)
    metrics = chosen(request, domain)
    pairs = list(combinations(metrics, 2))
    if not pairs:
        raise BadInput("pairs are of two metrics: name at least two.")
    sizes = walked(sizes)
    first = _answered(request, domain, CONTRADICT, pairs, sizes)
    holding = [pair for pair in pairs if first[pair]["status"] == HOLDS]
    second = _answered(request, domain, DIFFER, holding, sizes)
    rows = [_row(pair, first[pair], second.get(pair)) for pair in pairs]
    span = "…".join(dict.fromkeys(str(n) for n in (sizes[0], sizes[-1])))
    return Table(
        "pairs",
        f"{len(pairs)} pair{'s' * (len(pairs) > 1)} of metrics of {_about(domain)}, n = {span}",
        COLUMNS,
        rows,
        legend=LEGEND,
        notes=[_counted(rows), *_notes(request, domain), *free_notes(metrics)],
        facts={"n": list(sizes), "domain": domain, **_facts(request, domain)},
    )


# What is asked -----------------------------------------------------------------------------------


def _domain_of(names: Sequence[str]) -> str:
    """Return the first domain that knows all the names, ours and others."""
    plain = not any("@" in name or "(" in name for name in names)
    for domain, known in KNOWN.items():
        bases = [parsed(name)[0] for name in names] if domain == "lists" else names
        others = [base for base in bases if base not in known]
        if (plain or domain == "lists") and all(_is_of(domain, base) for base in others):
            return domain
    return "rankings"


def _is_of(domain: str, name: str) -> bool:
    """Tell whether a metric that a file or a plug-in declares is of a domain."""
    if any(name in known for known in KNOWN.values()):
        return False
    found = ELSEWHERE.get("metric", name)
    return found is not None and found.domain is DOMAINS[domain]


def chosen(request: Request, domain: str) -> list[Metric]:
    """Return the metrics of a domain: those named, or all."""
    if domain not in KNOWN:
        raise BadInput(f"pairs of metrics are compared on {', '.join(KNOWN)}, not on {domain!r}.")
    if domain != "rankings" and request.convention != ITEMS:
        raise BadInput(f"--convention: {_about(domain)} have no permutations: leave it out.")
    if domain == "lists":
        return lists.chosen_metrics(request)
    if domain == "rankings":
        if request.c is not None:
            raise BadInput("rankings have no grades: leave --c out, or add --domain runs or lists.")
        return request.chosen_metrics()
    found = [find_metric(name, RUNS) for name in request.metrics or tuple(RUN_METRICS)]
    for metric in found:
        if metric.domain is not RUNS:
            raise BadInput(f"{metric.name} scores {metric.domain.name}, not judged runs.")
    return request.sound(found, k=request.k, p=request.p)


def _answered(
    request: Request, domain: str, axiom: str, pairs: Sequence[Pair], sizes: tuple[int, ...]
) -> dict[Pair, Answer]:
    asked = [_asked(request, domain, axiom, pair, sizes) for pair in pairs]
    return dict(zip(pairs, answers(asked, request), strict=True))


def _asked(request: Request, domain: str, axiom: str, pair: Pair, sizes: tuple[int, ...]) -> Asked:
    names = [metric.name for metric in pair]
    if domain == "rankings":
        return question(axiom, *names, n=sizes, request=request, **request.parameters(*pair))
    read = {name for metric in pair for name in metric.parameters}
    given = {"p": request.p, "k": request.k if domain == "runs" else None}
    more = {name: value for name, value in given.items() if value is not None and name in read}
    grades = {"domain": domain, "c": request.c or lists.DEFAULT_C}
    asked = question(axiom, *names, n=sizes, request=request, **grades, **more)
    return {**asked, "convention": None}


# What is shown -----------------------------------------------------------------------------------


def _row(pair: Pair, first: Answer, second: Answer | None) -> list[Cell]:
    relation, mark, found = _relation(first, second)
    refuted = found["status"] == REFUTED
    scope = found.get("scope", {"n": [None], "first_failing_n": None})
    n = scope["first_failing_n"] if refuted else scope["n"][-1]
    witness = found.get("witness") if refuted else None
    values = found.get("values", []) if refuted else []
    text = ", ".join(f"{value['term']} = {_number(value)}" for value in values)
    left_out = found.get("undefined", {}).get("cases", 0)
    return [
        *[words(metric.name) for metric in pair],
        Cell(relation, relation, mark),
        Cell("" if n is None else str(n), n),
        Cell(
            "" if witness is None else ", ".join([_shown(witness), *put_in(found, *pair)]), witness
        ),
        Cell(text, values),
        Cell(str(left_out or ""), left_out),
    ]


def _relation(first: Answer, second: Answer | None) -> tuple[str, Mark, Answer]:
    """Return how two metrics relate, and the answer that shows it."""
    if first["status"] == REFUTED:
        return "opposite", Mark.FAILS, first
    decided = first if second is None else second
    if decided["status"] == HOLDS:
        return "equivalent", Mark.HOLDS, decided
    if decided["status"] == REFUTED:
        return "never opposite", Mark.PLAIN, decided
    if str(decided.get("reason", "")).startswith("undefined"):
        return "undefined", Mark.UNDEFINED, decided
    return "undecided" if second is None else "never opposite, or equivalent", Mark.OPEN, decided


def _number(value: dict[str, Any]) -> str:
    """Return an exact value, with a decimal by which two of them can be compared at sight."""
    exact, about = str(value["exact"]), str(value["approx"])
    free = any(sign.isalpha() for sign in about.replace("e", ""))
    return exact if free or about == exact else f"{exact} ≈ {about}"


def _shown(witness: dict[str, Any]) -> str:
    if not any(isinstance(value, dict) for value in witness.values()):
        return witness_text(witness)
    return ", ".join(lists.few_signs(witness))


def _about(domain: str) -> str:
    return {"rankings": "rankings", "runs": "judged runs", "lists": "judged lists"}[domain]


def _counted(rows: Sequence[Sequence[Cell]]) -> str:
    counts = Counter(row[2].text for row in rows)
    return ", ".join(f"{count} {relation}" for relation, count in counts.most_common())


def _facts(request: Request, domain: str) -> dict[str, Any]:
    if domain == "rankings":
        return {"convention": request.convention}
    return {"c": request.c or lists.DEFAULT_C}


def _notes(request: Request, domain: str) -> list[str]:
    turned = "each metric is turned so that higher is better"
    if domain == "rankings":
        return [f"{turned}; the same reference σ where a metric has two inputs", *request.notes()]
    free = "gains, weights and p that are not given are free: a witness has some of their values"
    return [f"{turned}; grades 0…{request.c or lists.DEFAULT_C}; {free}"]
