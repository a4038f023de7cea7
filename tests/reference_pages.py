"""The pages under docs/reference, made from the declarations: words, metrics, axioms, orders, API.

    python -m tests.documents        writes them, with the outputs of all other documents

A word without a meaning here makes the pages fail, and says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from axioms import AXIOMS, LIST_AXIOMS, OTHER_AXIOMS, QUANTITIES, TOP_AXIOMS
from axioms.axiom import COUNTED
from axioms.language import text_reading
from lattice.declared.kinds import WRITERS
from lattice.order import ORDERS
from metrics import METRICS, OTHER_METRICS, RUN_METRICS
from metrics.labels import DISTANCES
from metrics.language.parameters import PARAMETERS
from metrics.language.text import lexer, reading, syntax
from metrics.lists import LIST_METRICS, TOP_METRICS
from metrics.multi_aspect import APPROACHES, MEASURES
from tests.reference_api import api

MADE = "<!-- Made from the declarations by `python -m tests.documents`: change those, not this. -->"
MEANINGS = {
    "abs": "absolute value",
    "sign": "−1, 0 or 1",
    "sqrt": "square root",
    "root": "root(x, d): the d-th root",
    "log": "log(x): natural; log(x, b): to the base b",
    "max": "the largest of its arguments",
    "min": "the smallest of its arguments",
    "floor": "the largest whole number that is not above",
    "ceiling": "the smallest whole number that is not below",
    "mod": "mod(a, b): the remainder of a divided by b",
    "binomial": "binomial(n, k): in how many ways k of n can be chosen",
    "ratio": "ratio(a, b): a/b, undefined where b = 0, also where it would cancel",
    "indicator": "1 where the condition holds, else 0; [condition] is the same",
    "rank": "rank(sigma, x): the rank of item x",
    "item": "item(sigma, i): the item at rank i",
    "inverse": "the inverse ranking",
    "compose": "compose(sigma, nu): σ∘ν, whose entry at i is sigma(nu(i))",
    "reversed": "the ranking read from its end",
    "renamed": "renamed(sigma, nu): its items renamed by ν",
    "swap": "swap(i, j): the ranking (i j), which exchanges i and j",
    "gain": "gain(a): the gain of a degree; free unless `--gains` is given",
    "place_weight": "the weight of a place; free unless `--place_weights` is given",
    "weight": "weight(x): the weight of an item",
    "cost": "cost(i): the cost δᵢ between the ranks i − 1 and i",
    "reach": "reach(i): the sum of the costs up to i",
    "mean_cost": "mean_cost(i, j): the mean cost of a step between two ranks",
    "similarity": "similarity(x, y): the distance of two items (`--similarity`)",
    "height": "height(k): the height of the area at depth k",
    "length": "length(r): how many documents a list has",
    "tied_with": "tied_with(x, i): how many stand in the tie group of item i",
    "ideal": "ideal(r): the best list of its pool",
    "sorted": "sorted(r): what is retrieved, the best first",
    "exchange": "exchange(r, i, j): the list r with two places exchanged",
    "regrade": "regrade(r, i, a): the list r with the grade a at place i",
    "append": "append(r, d): the list r with a document of its pool put at the end",
    "same_pool": "same_pool(r, s): the two lists have one pool",
    "same_top": "same_top(r, s, k): they agree in the first k places",
    "below": "below(r, s): r ⊑ s in the order",
    "linked": "linked(r, s): some chain of comparable runs leads from r to s",
    "join": "join(r, s): r ⊔ s",
    "meet": "meet(r, s): r ⊓ s",
    "closed_join": "the join by the order's closed form",
    "closed_meet": "the meet by the order's closed form",
    "most_steps": "most_steps(r, s): the longest chain between two runs",
    "fewest_steps": "fewest_steps(r, s): the shortest maximal chain between them",
    "dominated": "dominated(x, y): label x is nowhere better than y",
    "different": "different(x, y): two labels differ",
    "away": "away(l, best_label): the distance of a label from the best one",
    "worth": "worth(r): what the multi-aspect measure gives a list of documents",
    "sum": "sum(i, 1, n, term): the sum over an index",
    "product": "product(i, 1, n, term): the product over an index",
    "largest": "largest(i, 1, n, term): the largest over an index, in distances of labels",
    "piecewise": "piecewise(value, condition, …, otherwise): the first whose condition holds",
    "if": "if(condition, value, otherwise): one of two values",
    "benefit": "benefit(m, sigma): the value, turned so that higher is better",
    "defined": "defined(m, sigma): m has a value there, so nothing is divided by 0",
    "depth": "depth(m): the cut-off of the metric",
    "threshold": "threshold(m): the grade from which on a document is relevant for it",
    "forall": "forall sigma, tau: statement",
    "exists": "exists k: statement",
    "mean": "mean sigma: term, over all cases; `where` gives a condition",
    "greatest": "greatest sigma: term",
    "least": "least sigma: term",
}
SOURCES = (
    "A source such as *group, Def. 4* is a place in one of [the five papers](../../FINDINGS.md)."
)
EXAMPLES = {
    "metric": "sum(i, 1, n, abs(sigma(i) - tau(i))) / n",
    "metric of lists": "sum(i, 1, n, r(i) / 2^i * [i <= length(r)])",
    "axiom": "forall sigma, tau: m(sigma, tau) = m(tau, sigma)",
    "order": "forall i: r(i) <= s(i)",
}
ENTRIES = {
    "sigma(i)": "the item at rank i; with `--convention ranks` the rank of item i",
    "r(i)": "the grade at place i; beyond the length of a list that of a document not retrieved",
    "[i <= k]": "1 where the condition is true, else 0",
    "m(sigma, tau)": "the score, in a statement; `m(sigma)` where a metric takes one ranking",
}
OF_LABELS = {
    "distance": {
        "x(i)": "the coordinate of a label in aspect i",
        "s(i)": "that of the best label l*",
        "w(i)": "the weight of an aspect (`--weights`)",
        "A(i, j)": "a matrix (`--matrix`)",
        "q": "an exponent (`--q`)",
        "n": "the number of aspects",
    },
    "measure": {
        "r(i)": "1 where the document at rank i is relevant, else 0",
        "g(i)": "its gain, the weight of its label",
        "b(i)": "the gains of the collection from the largest down",
        "R": "the number of relevant documents of the collection",
        "D": "the number of documents of the collection",
        "k, p": "a cut-off and a persistence (`--k`, `--p`)",
        "n": "the number of ranks",
    },
    "approach": {
        "m(i)": "the score of aspect i",
        "c(i)": "its share (`--mix`), 1/n where none is given",
        "n": "the number of aspects",
    },
}
GIVEN = {
    "n": "the number of items",
    "c": "the highest grade or degree",
    "id": "the ranking 1, 2, …, n",
    "backwards": "the ranking n, …, 2, 1",
    "cycle": "the ranking 2, 3, …, n, 1",
    "true": "always",
    "false": "never",
}


def pages() -> dict[str, str]:
    """Return the pages by their place."""
    return {
        "docs/reference/language.md": language(),
        "docs/reference/metrics.md": metrics(),
        "docs/reference/axioms.md": axioms(),
        "docs/reference/orders.md": orders(),
        "docs/reference/parameters.md": parameters(),
        "docs/reference/api.md": page("From Python", *api()),
    }


def page(title: str, *parts: str) -> str:
    """Return a page of Markdown."""
    return "\n\n".join([f"# {title}", MADE, *parts]) + "\n"


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table of Markdown."""
    heads = list(heads)
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(map(cell, line)) + " |" for line in lines)


def cell(text: str) -> str:
    """Return text that does not end a cell."""
    return " ".join(str(text).split()).replace("|", "\\|")


def code(text: str) -> str:
    """Return text as code, or nothing."""
    return f"`{text}`" if text else ""


# The language ------------------------------------------------------------------------------------


def language() -> str:
    """Return the page of words."""
    loops = [(word, f"{word}(i, from, to, term)") for word in reading.LOOPS]
    own = [(word, MEANINGS[word].partition(":")[0]) for word in reading.OWN_FORM]
    words = [(word, f"{word}({taken(kinds)})") for word, (kinds, _) in reading.WORDS.items()]
    more = {
        word: kinds for word, (kinds, _) in text_reading.WORDS.items() if word not in reading.WORDS
    }
    statements = [(word, f"{word}({taken(kinds)})") for word, kinds in more.items()]
    statements += [(word, f"{word}(m, …)") for word in text_reading.OF_SLOTS]
    binders = [(word, f"{word} variables: …") for word in text_reading.BINDERS]
    kinds: dict[str, list[str]] = {}
    for name, kind in reading.USUAL.items():
        kinds.setdefault(kind, []).append(name)
    loose = sorted(syntax.OPERATORS, key=lambda mark: syntax.OPERATORS[mark][0])
    constants = [(code(name), constant(name)) for name in reading.CONSTANTS]
    return page(
        "The language of formulas",
        "A formula is text that is parsed and never executed: on the command line after `=`, or in "
        "a file that `--using` names. [Your own metric](../own-metric.md) shows it at work. "
        "Decimals are read exactly, 0.8 is 4/5. What a declaration of ours says in this language "
        "is printed by `rankproof check --show NAME`.",
        "A metric is a number, an axiom a statement, an order a statement about two runs r and s:",
        table(["", "for example"], ((what, code(text)) for what, text in EXAMPLES.items())),
        "## What stands in a ranking or a list",
        table(["written", "meaning"], ((code(text), told) for text, told in ENTRIES.items())),
        "## Words of terms",
        table(["word", "written", "meaning"], described([*loops, *own, *words])),
        "## Words of statements",
        "`m` is the metric that is asked about, `m1` and `m2` are the two of a question about two.",
        table(["word", "written", "meaning"], described([*binders, *statements])),
        "## Letters of labels",
        "`[distance.NAME]`, `[measure.NAME]` and `[approach.NAME]` have a `value` with the words "
        "about numbers above, and letters of their own:",
        table(
            ["of a", "letter", "meaning"],
            (
                (of, code(letter), meaning)
                for of, letters in OF_LABELS.items()
                for letter, meaning in letters.items()
            ),
        ),
        "## What has no formula",
        "- `any = true` declares any distance: a function that is 0 at l* and nowhere negative. It "
        "has no values, so there is no formula.\n"
        "- `whole = true` declares an approach that weighs labels first and measures once, so "
        "nothing is combined.\n"
        "- `counted = WORD` declares a number that a program counts: "
        + ", ".join(map(code, COUNTED))
        + ". A longest chain, a largest antichain or a completion is about sets of runs, and "
        "variables of a statement are single runs; the sizes of steps are several numbers. "
        "Elements, covers and irreducibles are counted with them.\n"
        "- A weighting, the subject of the inequalities between Kendall and footrule, is two "
        "metrics that are declared each: it is named, not written.",
        "## Marks",
        "From loose to tight: " + ", ".join(map(code, loose)) + "; a call binds tightest. `not` "
        "stands between `and` and the comparisons. `0 <= a <= 1` says `0 <= a and a <= 1`; only "
        "comparisons that go one way are chained so.",
        "## Names that need no declaration",
        "A variable has a domain by its letters, or it is said: `forall x in lists: …`. Lists are "
        "judged lists, or runs where the question is about runs; tops are top-k lists; places are "
        "1, …, n, and degrees 0, …, c.",
        table(
            ["domain", "letters"], ((kind, ", ".join(map(code, n))) for kind, n in kinds.items())
        ),
        table(["name", "meaning"], constants),
        "## Other ways to write the same",
        "Greek letters and mathematical signs: "
        + ", ".join(
            f"{code(sign) if sign.isascii() else sign} is `{word}`"
            for sign, word in {**lexer.GREEK, **lexer.MARKS}.items()
        )
        + ". In the manner of LaTeX: "
        + ", ".join(code("\\" + name) for name in lexer.LATEX)
        + ".",
        "## Limits",
        f"A formula has at most {lexer.LONGEST:,} characters and {lexer.MOST_TOKENS:,} words and "
        f"marks, a number at most {lexer.MOST_DIGITS} digits, and brackets are nested at most "
        f"{syntax.DEEPEST} deep.",
    )


def constant(name: str) -> str:
    """Return what a name of the language stands for."""
    for parameter in PARAMETERS.values():
        if parameter.symbol is not None and str(parameter.symbol) == name:
            return f"{parameter.help} (`--{parameter.name}`)"
    return GIVEN[name]


def taken(kinds: tuple[str, ...]) -> str:
    """Return what a word takes."""
    return ", ".join("…" if kind == reading.MANY else kind for kind in kinds)


def described(words: Iterable[tuple[str, str]]) -> Iterator[tuple[str, ...]]:
    """Give each word its meaning; one that has none is an error that names it."""
    for word, written in words:
        if word not in MEANINGS:
            raise KeyError(f"{word!r} has no meaning yet: add one in tests/reference_pages.py")
        yield code(word), code(written), MEANINGS[word]


# Metrics, axioms, orders, parameters -------------------------------------------------------------


def metrics() -> str:
    """Return the page of metrics."""
    groups = {
        "Of rankings": METRICS,
        "Of judged runs": RUN_METRICS,
        "Of top-k lists": TOP_METRICS,
        "Of weights and heights": OTHER_METRICS,
    }
    parts = []
    for title, group in groups.items():
        rows = (
            [code(one.name), one.title, formula("metric", one), one.source] for one in unique(group)
        )
        parts += [f"## {title}", table(["name", "metric", "value", "source"], rows)]
    for kind, group in (("distance", DISTANCES), ("measure", MEASURES), ("approach", APPROACHES)):
        rows = (
            [code(one.name), one.title, formula(kind, one), one.source] for one in unique(group)
        )
        title = TITLES_OF_LABELS[kind]
        parts += [f"## {title}", table(["name", kind, "value", "source"], rows)]
    families = (
        [
            code(one.name),
            one.title,
            formula("metric", one.variant({}, 3 if one.name == "p" else None)),
            ", ".join(f"{name} = {' or '.join(values)}" for name, values in one.choices.items()),
            one.source,
        ]
        for one in unique(LIST_METRICS)
    )
    heads = ["name", "metric", "value", "variants", "source"]
    return page(
        "Metrics",
        "The value is written in [the language of formulas](language.md), as "
        "`rankproof check --show NAME` prints it; `--list metrics` lists the names. " + SOURCES,
        "## Of judged lists",
        "Variants are written with the name, `ndcg(gain=exp)@3`; the first of each is the default. "
        "[Judged lists](../lists.md) has examples.",
        table(heads, families),
        *parts,
    )


def axioms() -> str:
    """Return the page of axioms."""
    groups = {
        "Of metrics of rankings": AXIOMS,
        "Quantities": QUANTITIES,
        "Of judged lists": LIST_AXIOMS,
        "Of top-k lists": TOP_AXIOMS,
        "Of orders, runs, weights and labels": OTHER_AXIOMS,
    }
    parts = []
    for title, group in groups.items():
        rows = (
            [code(one.name), one.title, formula("axiom", one), one.source] for one in unique(group)
        )
        parts += [f"## {title}", table(["name", "says", "statement", "source"], rows)]
    return page(
        "Axioms",
        "Each is a statement about an unnamed metric `m`, or about two, written in [the language "
        "of formulas](language.md). A quantity is a number instead. " + SOURCES,
        *parts,
    )


def orders() -> str:
    """Return the page of orders."""
    rows = (
        [code(one.name), one.title, formula("order", one), one.source] for one in unique(ORDERS)
    )
    return page(
        "Orders of judged runs",
        "`below` is the formula for r ⊑ s; an order without one is the closure of its operations. "
        "[Orders and pictures](../orders.md) has examples. " + SOURCES,
        table(["name", "order", "below", "source"], rows),
    )


def parameters() -> str:
    """Return the page of parameters."""
    rows = (
        [code(f"--{name}"), one.help, one.free, "" if one.default is None else str(one.default)]
        for name, one in PARAMETERS.items()
    )
    return page(
        "Parameters",
        "What may be given with a question, on the command line, as a keyword of `rankproof.ask`, "
        "or as a field of a claim. A question that does not read an option refuses it.",
        table(["option", "meaning", "where nothing is given", "default"], rows),
    )


TITLES_OF_LABELS = {
    "distance": "Distances of labels",
    "measure": "Measures of one aspect",
    "approach": "How several aspects become one score",
}


def unique(group: Mapping[str, Any]) -> list[Any]:
    """Return the declarations of a catalogue, once each, as they are listed."""
    return list({id(one): one for one in group.values()}.values())


def formula(kind: str, declared: Any) -> str:
    """Return what a declaration says, as text of the language."""
    written = WRITERS[kind](declared)
    if not {"counted", "any", "whole"}.isdisjoint(written):
        return "counted by a program" if "counted" in written else "none"
    for field in ("value", "statement", "below"):
        if field in written:
            return code(str(written[field]))
    if "parts" in written:
        return "; ".join(code(part["statement"]) for part in written["parts"])
    return "closure of " + ", ".join(code(step["name"]) for step in written["operations"])
