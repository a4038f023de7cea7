"""python -m proofs.check AXIOM METRIC [METRIC2]: one question, one exact answer."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from rankproof.line import shadowed as home

home.insist()
from rankproof.line.arguments import Parser, Usage, choice, whole, write  # noqa: E402

DESCRIPTION = """Ask whether a metric has a property, or for a quantity of it.

  python -m proofs.check ioi dcg --n 6
  python -m proofs.check ioi recall --n 3..6 --k 2     stops at the first n that refutes
  python -m proofs.check consistency mse mae --n 3     two metrics
  python -m proofs.check robustness_swap mse --n 5     a quantity: prints the exact number"""
EXIT_CODES = """exit codes:
  0  holds (or: a quantity was computed)    1  refuted    2  wrong usage    3  undecided
  4  an error of ours: a witness that does not replay    130  interrupted"""
OF_ASPECTS = {
    "aspects": "how many aspects a label has (default: 2)",
    "grades": "how many labels an aspect has (default: 2)",
    "embedding": "the numbers of each aspect from worst to best, as '0,1,2;0,1'",
    "reading": "respects_strictly: labels differ as points (default) or as labels",
    "weights": "of the aspects, as 1,1/2",
    "matrix": "mahalanobis: the inverse covariance, as '2,-1;-1,1'",
    "q": "minkowski: the exponent",
    "measure": "cam, mm, toma: the single-aspect measure",
    "distance": "the distance behind the weights (default: manhattan)",
    "weighting": "the weights by distance, farthest first, as 0,1,2",
    "threshold": "the least weight that is relevant (default: any above 0)",
    "mix": "cam: the share of each aspect, as 1/3,2/3",
    "relevant": "only collections with at least so many relevant documents",
    "lists": "rankings (default), partial or repeats",
}
LISTS = ("metrics", "axioms", "orders", "claims")
WEIGHTS = ("w", "delta", "similarity", "assume", "fixed")
EXIT = {"holds": 0, "refuted": 1, "undecided": 3}


def parser() -> Parser:
    """Return the command line of this program."""
    made = Parser(
        prog="proofs.check",
        description=DESCRIPTION,
        epilog=EXIT_CODES,
        add_help=True,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    made.add_argument("asked", nargs="?", metavar="AXIOM", help="a property or quantity")
    made.add_argument(
        "subjects", nargs="*", metavar="SUBJECT", help="one metric, two metrics, or an order"
    )
    made.add_argument("--n", metavar="N", help="the number of items, as 6, 2..7 or all")
    made.add_argument("--k", metavar="K", help="cut-off: the top k, or n for full depth")
    made.add_argument("--j", metavar="J", help="cut-off of the first ranking (default: k)")
    made.add_argument("--p", metavar="P", help="persistence, exactly, as 4/5")
    made.add_argument("--order", metavar="ORDER", help="the order of runs a metric is judged on")
    made.add_argument("--c", metavar="C", help="runs: the degrees are 0, …, c")
    made.add_argument("--gains", metavar="G", help="runs: gains of the degrees, as 0,1,3")
    made.add_argument("--b", metavar="B", help="runs: the base of a logarithmic discount")
    made.add_argument("--rb", metavar="RB", help="runs: the recall base")
    made.add_argument("--w", metavar="W", help="element weights, exactly, as 1,2,1/2")
    made.add_argument("--delta", metavar="D", help="position costs δ₂,…,δₙ, exactly, as 1,1/2")
    made.add_argument("--similarity", metavar="M", help='distances of items, as "0,1;1,0"')
    made.add_argument("--assume", metavar="WORDS", help="positive, decreasing, no_triangle")
    made.add_argument("--fixed", metavar="WORD", help="p̄ of a fixed point: one, delta or zero")
    for name, about in OF_ASPECTS.items():
        made.add_argument(f"--{name}", metavar=name.upper(), help=about)
    made.add_argument("--heights", metavar="H", help="of area_free: as 1,1/2,1/3, or free")
    made.add_argument("--convention", default="items", help="items (default) or ranks")
    made.add_argument("--engine", default="auto", help="auto (default), exhaustive, smt, sampling")
    made.add_argument("--format", default="text", help="text (default), json, md, latex or csv")
    made.add_argument("--jobs", metavar="N", default="2", help="threads (default: 2)")
    made.add_argument("--limit", metavar="CASES", help="refuse beyond so many cases")
    made.add_argument("--timeout", metavar="SECONDS", help="give up after so long")
    made.add_argument("--samples", metavar="N", help="sampling: how many cases")
    made.add_argument("--seed", metavar="N", help="sampling: the seed")
    made.add_argument("--cross", action="store_true", help="ask every engine that can answer")
    made.add_argument("--smt2", metavar="FILE", help="save the SMT-LIB scripts")
    made.add_argument("--certificate", metavar="FILE", help="save what is needed to re-check")
    made.add_argument("--quiet", action="store_true", help="print nothing, only exit")
    made.add_argument("--list", metavar="WHAT", help="list metrics, axioms, orders or claims")
    return made


def sizes(text: str | None) -> int | range | str:
    """Read --n: one size, a range as 2..7, or all.

    >>> sizes("2..4")
    range(2, 5)
    """
    if text is None:
        raise Usage("how many items? Add --n, for example --n 4, or --n 2..6.")
    if text == "all":
        return text
    low, dots, high = text.partition("..")
    first = whole("n", low)
    if not dots:
        return first
    last = whole("n", high)
    if last - first > 1000:
        raise Usage(f"--n {text} is too long a walk: at most a thousand sizes, or --n all.")
    if last < first:
        raise Usage(f"--n {text} is empty: {last} is less than {first}. Write --n {last}..{first}.")
    return range(first, last + 1)


def cutoff(name: str, text: str | None) -> int | str | None:
    """Read a cut-off: a whole number, or n for the full depth."""
    return text if text in (None, "n") else whole(name, text)


class Progress:
    """A bar on standard error, once work has taken two seconds."""

    def __init__(self, shown: bool) -> None:
        self.shown, self.started, self.bar = shown, time.monotonic(), None

    def __call__(self, done: int, total: int) -> None:
        if not self.shown or time.monotonic() - self.started < 2:
            return
        bar: Any = self.bar
        if bar is None:
            from tqdm import tqdm

            bar = self.bar = tqdm(total=total, unit=" cases", unit_scale=True, leave=False)
        bar.total = total
        bar.update(done - bar.n)

    def close(self) -> None:
        """Remove the bar."""
        if self.bar is not None:
            self.bar.close()


def listing(what: str) -> str:
    """Return the names and titles of all declarations of one kind."""
    choice("list", what, LISTS)
    rows: list[tuple[str, str]] = []
    if what == "metrics":
        rows = metric_rows()
    if what == "axioms":
        rows = axiom_rows()
    if what == "orders":
        from lattice import ORDERS

        rows = [(order.name, order.title) for order in ORDERS.values()]
    if what == "claims":
        from proofs.claims import find_claims

        rows = [(claim.key, f"{claim.place}: {claim.says}") for claim in find_claims()]
    if not rows:
        return f"no {what} yet"
    width = max(len(name) for name, _ in rows)
    return "\n".join(f"{name:<{width}}  {title}" for name, title in rows)


def metric_rows() -> list[tuple[str, str]]:
    """Return the metrics' names and titles, with what they need."""
    from metrics import ASPECT_METRICS, HEIGHT_METRICS, METRICS, RUN_METRICS, WEIGHTED_METRICS

    rows = []
    for catalogue, note in (
        (METRICS, ""),
        (RUN_METRICS, "of judged runs"),
        (WEIGHTED_METRICS, "with weights"),
        (HEIGHT_METRICS, "with heights"),
        (ASPECT_METRICS, "multi-aspect"),
    ):
        for metric in catalogue.values():
            needs = ", ".join(name for name in metric.parameters if name != "j")
            notes = [note] if note else [f"needs {needs}"] if needs else []
            rows.append((metric.name, metric.title + (f" ({notes[0]})" if notes else "")))
    return rows + aspect_rows()


def aspect_rows() -> list[tuple[str, str]]:
    """Return distances of labels and multi-aspect approaches, with what they need."""
    from metrics.labels import DISTANCES
    from metrics.multi_aspect import APPROACHES

    rows = [(d.name, f"{d.title} (of labels from the best one)") for d in DISTANCES.values()]
    return rows + [(a.name, f"{a.title} (multi-aspect)") for a in APPROACHES.values()]


def axiom_rows() -> list[tuple[str, str]]:
    """Return the names and titles of axioms and quantities."""
    from axioms import AXIOMS, OTHER_AXIOMS, QUANTITIES
    from axioms.axiom import Quantity

    rows = [(axiom.name, axiom.title) for axiom in AXIOMS.values()]
    rows += [(q.name, q.title + " (a quantity)") for q in QUANTITIES.values()]
    for declared in OTHER_AXIOMS.values():
        kind = "a quantity, " if isinstance(declared, Quantity) else ""
        rows.append((declared.name, f"{declared.title} ({kind}of {declared.about})"))
    return rows


def run(arguments: argparse.Namespace) -> int:
    """Answer the question and return the exit code."""
    from proofs.core.asking import ENGINES, ask
    from proofs.core.limits import Limits
    from proofs.report.shown import FORMATS, show

    choice("format", arguments.format, FORMATS)
    choice("engine", arguments.engine, ENGINES)
    choice("convention", arguments.convention, ("items", "ranks"))
    if arguments.asked is None:
        raise Usage("what is asked? Name an axiom and a metric, for example: ioi dcg --n 6.")
    progress = Progress(not arguments.quiet and sys.stderr.isatty())
    limits = Limits(jobs=whole("jobs", arguments.jobs), progress=progress)
    if arguments.limit is not None:
        limits = Limits(whole("limit", arguments.limit), None, limits.jobs, progress)
    if arguments.timeout is not None:
        limits = Limits(limits.cases, seconds(arguments.timeout), limits.jobs, progress)
    options = {
        name: whole(name, getattr(arguments, name), 2 if name == "samples" else 0)
        for name in ("samples", "seed")
        if getattr(arguments, name) is not None
    }
    try:
        answer = ask(
            arguments.asked,
            *arguments.subjects,
            n=sizes(arguments.n),
            k=cutoff("k", arguments.k),
            j=cutoff("j", arguments.j),
            p=arguments.p,
            c=None if arguments.c is None else whole("c", arguments.c),
            **{name: getattr(arguments, name) for name in ("order", "gains", "b", "rb")},
            **{name: getattr(arguments, name) for name in OF_ASPECTS},
            heights=arguments.heights,
            convention=arguments.convention,
            engine=arguments.engine,
            limits=limits,
            cross=arguments.cross,
            **{name: getattr(arguments, name) for name in WEIGHTS},
            **options,
        )
    finally:
        progress.close()
    if arguments.certificate is not None:
        save_certificate(answer, arguments.certificate)
    if arguments.smt2 is not None:
        save_scripts(answer, arguments.smt2)
    if not arguments.quiet:
        print(show(answer, arguments.format))
    undecided = getattr(answer, "reason", "") and not hasattr(answer, "status")
    return 3 if undecided else EXIT[getattr(answer, "status", "holds")]


def save_scripts(answer: Any, path: str) -> None:
    """Write the SMT-LIB scripts that a verdict rests on, one after another."""
    scripts = getattr(answer, "evidence", {}).get("scripts", [])
    if not scripts:
        raise Usage("--smt2: no solver was asked for this answer. Add --engine smt.")
    text = "(reset)\n".join(f"; expected: {s['answer']}\n{s['text']}" for s in scripts)
    write(path, text)


def save_certificate(answer: Any, path: str) -> None:
    """Write a certificate of the verdict."""
    import json

    from proofs import VERSION
    from proofs.report.certificate import certificate

    if not hasattr(answer, "status"):
        raise Usage("--certificate: a quantity has no certificate, only a verdict has.")
    write(path, json.dumps(certificate(answer, VERSION), ensure_ascii=False, indent=1) + "\n")


def seconds(text: str) -> float:
    """Read --timeout."""
    try:
        value = float(text)
    except ValueError:
        raise Usage(f"--timeout {text!r} is not a number of seconds.") from None
    if not 0 < value < float("inf"):
        raise Usage(f"--timeout {text} cannot be: it must be more than 0.")
    return value


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    home.insist()
    return guarded(lambda: _listed_or_run(parser().parse_args(argv)))


def _listed_or_run(arguments: argparse.Namespace) -> int:
    if arguments.list is None:
        return run(arguments)
    print(listing(arguments.list))
    return 0


def guarded(command: Callable[[], int]) -> int:
    """Run a command; every failure is one message and an exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    from metrics.naming import BadInput
    from proofs.script.solvers import Disagreement
    from proofs.trusted.replay import ReplayFailed

    try:
        return command()
    except (Usage, BadInput) as problem:
        print(f"error: {problem}{_where_to_look(problem)}", file=sys.stderr)
        return 2
    except (ReplayFailed, Disagreement) as problem:
        print(
            f"error of ours: {problem}\nPlease report this command and its output.",
            file=sys.stderr,
        )
        return 4
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    except MemoryError:
        print("error: out of memory: ask for a smaller n.", file=sys.stderr)
        return 2
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except OSError as problem:
        print(f"error: the answer could not be written: {problem.strerror}.", file=sys.stderr)
        return 2
    except Exception as problem:
        print(
            f"error of ours: {type(problem).__name__}: {problem}\n"
            "Please report this command and its output.",
            file=sys.stderr,
        )
        return 4


def _where_to_look(problem: Exception) -> str:
    for kind in ("metric", "axiom", "order"):
        if str(problem).startswith(f"no {kind} is called"):
            return f"\n       List them all: python -m proofs.check --list {kind}s"
    return ""


if __name__ == "__main__":
    raise SystemExit(main())
