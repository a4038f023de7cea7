"""Which variant of ours each measure of a library computes: on all small inputs, compared.

    python -m tests.practice                 prints the table of all libraries that are installed
    python -m tests.practice --write         writes it into docs/lists.md

An input is a judged list of a pool of at most three documents with grades 0, 1 and 2: qrels with
every document of the pool, and a run with those that were retrieved, in falling order of scores, at
least one: a run file has no topic without lines. scikit-learn is given the retrieved ones alone.
What is not a number counts as undefined; an input that a library refuses is left out. A library
rounds, so values are equal within a tolerance.
"""

from __future__ import annotations

import argparse
import atexit
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from itertools import product

import sympy as sp

from metrics.language import pools
from metrics.language.runs import c as largest_grade
from metrics.language.written import NoValue, written
from metrics.lists import LIST_METRICS
from metrics.lists.family import NUMBER
from metrics.metric import Metric
from metrics.naming import BadInput
from proofs.programs import computed
from proofs.programs.inputs import Judged
from proofs.programs.inside.libraries import LIBRARIES as PROGRAMS
from proofs.programs.process import Process
from proofs.programs.program import started
from proofs.tables.layout.formats import shown
from proofs.tables.layout.table_shape import Column, Table, words
from rankproof.line.files import write
from tests.documents import ROOT
from tests.lists_reference import List, all_lists

TOP, OTHER_TOPS, LARGEST = 2, (1, 4), 3
PERSISTENCE = sp.Rational(4, 5)
REFUSED = "refused"
OPEN = ("free", "…", NUMBER)
PAGE = "docs/lists.md"
BLOCK = re.compile(r"(<!-- practice: .*? -->\n).*?(<!-- end -->)", flags=re.S)
Value = float | None | str
Values = dict[str, list[Value]]


# What libraries say ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Library:
    """A library: where it comes from, its measures with their cut-offs, and how it is asked."""

    package: str
    measures: dict[str, int | None]
    values: Callable[[Sequence[str], Sequence[List]], Values]
    close: float = 1e-9

    @property
    def version(self) -> str | None:
        """The version that is installed, if any."""
        try:
            return version(self.package)
        except PackageNotFoundError:
            return None


def asked(name: str) -> Callable[[Sequence[str], Sequence[List]], Values]:
    """Return how a library is asked: its measures as programs, all in one process."""

    def values(names: Sequence[str], lists: Sequence[List]) -> Values:
        inputs = [Judged.of_word(pools.joined(*one)) for one in lists]
        found = {}
        for measure in names:
            program = started(f"{name}:{measure}", process=process_of(name))
            data = [one.data(program.call) for one in inputs]
            program.ask(data)
            found[measure] = [number(program.value(one)) for one in data]
        return found

    return values


@cache
def process_of(name: str) -> Process:
    """Return the process of a library, which ends with this one."""
    process = Process(f"{name}:{PROGRAMS[name].measures[0]}")
    atexit.register(process.close)
    return process


def number(value: computed.Computed | None) -> Value:
    """Return a number as a float, what is none as undefined, and an exception as refused."""
    if value is None or value.kind not in (computed.NUMBER, computed.NOT_FINITE):
        return REFUSED
    return None if value.number is None else float(value.number)


LIBRARIES = {
    "pytrec_eval": Library(
        "pytrec-eval-terrier",
        {
            "map": None, "map_cut_2": 2, "P_2": 2, "recall_2": 2, "Rprec": None, "bpref": None,
            "recip_rank": None, "success_2": 2, "ndcg": None, "ndcg_cut_2": 2, "set_P": None,
            "set_recall": None, "set_F": None,
        },
        asked("pytrec_eval"),
    ),
    "ir_measures": Library(
        "ir-measures",
        {
            "AP": None, "AP@2": 2, "P@2": 2, "R@2": 2, "Rprec": None, "Bpref": None, "RR": None,
            "RR@2": 2, "Success@2": 2, "nDCG": None, "nDCG@2": 2, "nDCG(dcg='exp-log2')@2": 2,
            "ERR@2": 2, "SetP": None, "SetR": None, "SetF": None,
        },
        asked("ir_measures"),
        1e-5,
    ),
    "ranx": Library(
        "ranx",
        {
            "map": None, "map@2": 2, "precision@2": 2, "precision": None, "recall@2": 2, "f1@2": 2,
            "f1": None, "hit_rate@2": 2, "mrr": None, "mrr@2": 2, "r-precision": None,
            "bpref": None, "rbp.80": None, "dcg@2": 2, "dcg_burges@2": 2, "ndcg": None,
            "ndcg@2": 2, "ndcg_burges@2": 2,
        },
        asked("ranx"),
    ),
    "scikit-learn": Library(
        "scikit-learn",
        {"dcg_score": None, "dcg_score@2": 2, "ndcg_score": None, "ndcg_score@2": 2},
        asked("sklearn"),
    ),
}  # fmt: skip


# What our variants say ---------------------------------------------------------------------------


@cache
def inputs() -> tuple[List, ...]:
    """Return all inputs: fewest documents first, then fewest retrieved, then least grades."""
    every = (one for n in range(1, LARGEST + 1) for one in all_lists(n, TOP) if one[0])
    return tuple(
        sorted(every, key=lambda one: (len(sum(one, ())), len(one[0]), sum(sum(one, ())), one))
    )


@dataclass(frozen=True)
class Variant:
    """A variant of ours; `top` is the largest grade that it assumes, whatever grades there are."""

    metric: Metric
    top: int
    given: int

    def __str__(self) -> str:
        return self.metric.name + (f", c = {self.top}" if self.top != TOP else "")


@cache
def variants(cut: int | None) -> tuple[Variant, ...]:
    """Return all variants with a cut-off, those with the fewest options first."""
    found = []
    for family in LIST_METRICS.values():
        values = [[v for v in vs if v not in OPEN] for vs in family.choices.values()]
        for chosen in product(*values):
            options = dict(zip(family.choices, chosen, strict=True))
            given = sum(v != family.choices[name][0] for name, v in options.items())
            try:
                metric = family.variant(options, cut)
            except BadInput:  # p without a cut-off
                continue
            tops = (TOP, *OTHER_TOPS) if metric.value.has(largest_grade) else (TOP,)
            found += [Variant(metric, top, given + (top != TOP)) for top in tops]
    return tuple(sorted(found, key=lambda one: (one.given, len(str(one)), str(one))))


@cache
def ours(variant: Variant, one: List) -> float | None:
    """Return the exact value of a variant at a list, rounded once; None where it is undefined."""
    known = {
        sp.Symbol("n", integer=True, positive=True): len(one[0] + one[1]),
        largest_grade: variant.top,
        sp.Symbol("p", positive=True): PERSISTENCE,
        sp.Symbol("b", positive=True): sp.Integer(2),
        variant.metric.inputs[0]: pools.joined(*one),
    }
    try:
        return float(sp.N(written(variant.metric.value, known), 20))
    except NoValue:
        return None


# Compared ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Compared:
    """A variant beside a measure: on how many inputs they agree, and where they first differ."""

    variant: Variant
    equal: int
    asked: int
    first: tuple[List, Value, Value] | None


def same(one: Value, two: Value, close: float) -> bool:
    """Tell whether two values are equal within what a library rounds."""
    if one is None or two is None or isinstance(one, str) or isinstance(two, str):
        return one == two
    return abs(one - two) <= close


def differences(
    variant: Variant, values: Sequence[Value], close: float
) -> Iterator[tuple[List, Value, Value]]:
    """Go through the inputs on which a variant and a measure differ, the smallest first."""
    for one, theirs in zip(inputs(), values, strict=True):
        if theirs != REFUSED and not same(ours(variant, one), theirs, close):
            yield one, ours(variant, one), theirs


def nearest(values: Sequence[Value], cut: int | None, close: float) -> Compared:
    """Return the variant that a measure computes, or the one that is equal on most inputs."""
    asked = sum(value != REFUSED for value in values)
    for variant in variants(cut):
        if next(differences(variant, values, close), None) is None:
            return Compared(variant, asked, asked, None)
    found = [(variant, list(differences(variant, values, close))) for variant in variants(cut)]
    best, differing = min(found, key=lambda pair: len(pair[1]))
    return Compared(best, asked - len(differing), asked, differing[0])


def compared(names: Iterable[str]) -> Iterator[tuple[str, str, Compared]]:
    """Compare all measures of some libraries."""
    for name in names:
        library = LIBRARIES[name]
        values = library.values(list(library.measures), inputs())
        for measure, cut in library.measures.items():
            yield name, measure, nearest(values[measure], cut, library.close)


def written_list(one: List) -> str:
    """Return a list in few signs.

    >>> written_list(((2, 0), (1,)))
    '20|1'
    """
    return "|".join("".join(map(str, part)) for part in one).removesuffix("|")


def table(names: Iterable[str]) -> Table:
    """Return which variant each measure computes."""
    rows = []
    for library, measure, found in compared(names):
        at = ""
        if found.first is not None:
            one, mine, theirs = found.first
            at = f"{written_list(one)}: {_shown(mine)} against {_shown(theirs)}"
        name = str(found.variant) if found.first is None else f"none; nearest {found.variant}"
        equal = f"{found.equal} of {found.asked}"
        rows.append([*map(words, (library, measure, name, equal, at))])
    heads = ("library", "measure", "variant of ours", "equal on", "first difference: ours, theirs")
    title = f"Measures of libraries, on {len(inputs())} lists of at most {LARGEST} documents"
    return Table("practice", title, [Column(head, head) for head in heads], rows)


def _shown(value: Value) -> str:
    return "undefined" if value is None else f"{value:.5g}" if isinstance(value, float) else value


def installed() -> list[str]:
    """Return the libraries that are installed."""
    return [name for name, library in LIBRARIES.items() if library.version]


def stated(names: Iterable[str]) -> str:
    """Return what stands in the document: the versions and the table, in Markdown."""
    versions = ", ".join(f"{name} {LIBRARIES[name].version}" for name in names)
    rows = shown(table(names), "md").split("\n\n")
    body = next(part for part in rows if part.startswith("|"))
    return f"\n{versions}; {len(inputs())} inputs:\n\n{body}\n\n"


def main(argv: Sequence[str] | None = None) -> int:
    """Print the table, or write it into the document; return the exit code."""
    parser = argparse.ArgumentParser(prog="tests.practice", description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"write the table into {PAGE}")
    names = installed()
    if not parser.parse_args(argv).write:
        print(shown(table(names), "text"))
        return 0
    if missing := sorted(set(LIBRARIES) - set(names)):
        print(f"the table is written with all libraries: {', '.join(missing)} missing")
        return 2
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    write(str(ROOT / PAGE), BLOCK.sub(lambda b: b[1] + stated(names) + b[2], text))
    return 0


if __name__ == "__main__":
    sys.exit(main())
