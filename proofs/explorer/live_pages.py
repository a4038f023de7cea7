"""The pages that need an engine, made by the templates of the atlas."""

from __future__ import annotations

from typing import Any

from proofs.pages.rendering import ENTRIES, Page, Site

TITLE = "rankproof: ask, drag and draw"
SENTENCE = "Ask whether a ranking metric has a property, or drag documents and watch exact values."
LIVE = (
    ("Ask", "ask.html", "Any property of any metric, also of one that you type as a formula."),
    (
        "Play",
        "play.html",
        "Drag documents in two rankings or grades in a list: exact values follow.",
    ),
    ("Diagram", "diagram.html", "The Hasse diagram of an order of judged runs, also a typed one."),
    ("Verify", "certificate.html", "Check a certificate again, without any engine."),
)
SHOWN = {
    "rankings": ("kendall", "spearman", "footrule", "area", "ndcg", "dcg", "mae", "rmse", "a_corr"),
    "lists": ("ndcg@5", "dcg", "ap", "rr", "p@5", "err", "rbp", "bpref", "q"),
}
"""The metrics with which a page begins; others are added by name."""
RANKING = [2, 4, 1, 5, 3]
GIVEN = {"k": "3", "p": "4/5"}
EXAMPLE = "= sum(i, 1, n, abs(sigma(i) - tau(i))^3)"
ASKED = (
    (
        "Can two rankings have the same nDCG?",
        {"axiom": "ioi", "subject": "ndcg", "n": "2..7"},
    ),
    (
        "Is Kendall's τ symmetric, for every n?",
        {"axiom": "symmetry", "subject": "kendall", "n": "all"},
    ),
    (
        "Does ERR never fall when a better document moves up?",
        {"axiom": "promotion", "subject": "err", "n": "1..3", "parameters": "c=2"},
    ),
    ("Is cubic displacement a distance?", {"axiom": "distance", "subject": EXAMPLE, "n": "2..4"}),
)
"""Questions to begin with: what is asked in words, and how."""
ORDER_EXAMPLE = "= forall i: r(i) <= s(i)"


def site_of(atlas: tuple[tuple[str, str], ...]) -> Site:
    """Return the navigation of a server: what needs an engine, then the atlas, if there is one."""
    return Site((*((title, address) for title, address, _ in LIVE), *atlas), served=True)


def entries() -> str:
    """Return the entries that a server adds to the navigation of a page of the atlas."""
    return "".join(f'<li><a href="/{address}">{title}</a></li>' for title, address, _ in LIVE)


def pages(has_atlas: bool) -> list[Page]:
    """Return the live pages; without an atlas the first page is among them."""
    found = [ask_page(), play_page(), diagram_page(), certificate_page()]
    if not has_atlas:
        data = {"sentence": SENTENCE, "parts": LIVE, "catalogue": ENTRIES.values(), **_drawn()}
        found.append(Page("index.html", "live_start", TITLE, data, about=SENTENCE))
    return found


def _drawn() -> dict[str, Any]:
    """Return two rankings to begin with, and what is said of them."""
    from proofs.core.valuing.value import value_of
    from proofs.pages.drawing.witness import drawings

    value = value_of("kendall", ranking=RANKING, reference=sorted(RANKING))
    drawing = drawings({"sigma": sorted(RANKING), "tau": RANKING})[0]
    return {"drawing": drawing, "said": f"Kendall's τ of these two is {value.exact}"}


def ask_page() -> Page:
    """Return the page on which a question is asked."""
    from proofs.check import axiom_rows, metric_rows, order_rows, parameter_rows

    data = {
        "axioms": axiom_rows(),
        "subjects": [*metric_rows(), *order_rows()],
        "parameters": [row for row in parameter_rows() if row[0] != "n"],
        "example": EXAMPLE,
        "examples": ASKED,
    }
    about = "Ask whether a metric has a property, and see the verdict as it comes."
    return Page("ask.html", "live_ask", "Ask", data, ("static/live.js", "static/ask.js"), about)


def play_page() -> Page:
    """Return the page on which documents and grades are dragged."""
    from metrics import METRICS
    from metrics.language.domains import LISTS, RANKINGS
    from metrics.lists import LIST_METRICS
    from proofs.pages.matrices import elsewhere

    rankings = [*METRICS.values(), *elsewhere("metric", RANKINGS)]
    lists: list[Any] = [*LIST_METRICS.values(), *elsewhere("metric", LISTS)]
    data: dict[str, Any] = {
        "rankings": [(metric.name, metric.title) for metric in rankings],
        "lists": [(one.name, one.title) for one in lists],
        "shown": SHOWN,
        "given": GIVEN,
        "example": EXAMPLE,
    }
    about = "Drag documents in two rankings, or grades in a list: all values change at once."
    return Page("play.html", "live_play", "Play", data, ("static/live.js", "static/play.js"), about)


def diagram_page() -> Page:
    """Return the page on which orders are drawn."""
    from proofs.check import order_rows
    from proofs.explorer.tasks import MOST_RUNS

    data = {"orders": order_rows(), "example": ORDER_EXAMPLE, "most": MOST_RUNS}
    about = "The Hasse diagram of an order of judged runs."
    scripts = ("static/live.js", "static/hasse.js", "static/diagram.js")
    return Page("diagram.html", "live_diagram", "Diagram", data, scripts, about)


def certificate_page() -> Page:
    """Return the page on which a certificate is verified."""
    scripts = ("static/live.js", "static/certificate.js")
    about = "Check a certificate again, without any engine."
    return Page("certificate.html", "live_certificate", "Verify", {}, scripts, about)
