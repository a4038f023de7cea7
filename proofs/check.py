"""python -m proofs.check AXIOM METRIC [METRIC2]: one question, one exact answer."""

from __future__ import annotations

from rankproof.line import guard

guard.begin(__name__)

import argparse
import sys
from collections.abc import Collection, Sequence
from typing import Any

from rankproof.kept import answers
from rankproof.line.arguments import Common, Parser, Usage, choice, help_text, sizes, whole
from rankproof.line.files import write
from rankproof.line.guard import EXIT, exit_codes, guarded, say
from rankproof.line.progress import Progress
from rankproof.line.version import VERSION
from rankproof.presented import painted

DESCRIPTION = """Ask whether a metric has a property, or for a quantity of it.

  python -m proofs.check ioi dcg --n 6
  python -m proofs.check ioi recall --n 3..6 --k 2     stops at the first n that refutes
  python -m proofs.check consistency mse mae --n 3     two metrics
  python -m proofs.check robustness_swap mse --n 5     a quantity: prints the exact number
  python -m proofs.check symmetry "= sum(i, 1, n, abs(sigma(i) - tau(i))^3)" --n 2..5
  python -m proofs.check ioi mine --using mine.toml --n 2..5
  python -m proofs.check --show dcg                    its declaration, as --using reads it"""
HINT = "what is asked: ioi recall --help shows those of recall."


def parser(shown: Collection[str] | None = ()) -> Parser:
    """Return the command line; help shows these parameters, or all where None is given."""
    from metrics.language.parameters import PARAMETERS
    from proofs.core.asking import CHOICES

    made = Parser(
        prog="proofs.check",
        description=DESCRIPTION,
        epilog=exit_codes("holds (or: a quantity was computed)", "refuted"),
        add_help=False,
    )
    made.add_argument("asked", nargs="?", metavar="AXIOM", help="a property or quantity")
    made.add_argument(
        "subjects", nargs="*", metavar="SUBJECT", help="one metric, two metrics, or an order"
    )
    made.add_argument("--n", metavar="N", help="the size, as 6, 2..7 or all")
    made.add_parameters(PARAMETERS, shown)
    made.add_argument(
        "--domain",
        help="rankings, runs, lists or tops: which is meant, where one name stands for several",
    )
    made.add_using()
    made.add_argument("--engine", default="auto", help=", ".join(CHOICES))
    made.add_common("text (default), json, md, latex or csv")
    made.add_fresh()
    made.add_cluster()
    made.add_argument("--limit", metavar="CASES", help="refuse beyond so many cases")
    made.add_argument("--samples", metavar="N", help="sampling: how many cases")
    made.add_argument("--seed", metavar="N", help="sampling: the seed")
    made.add_argument("--cross", action="store_true", help="ask every engine that can answer")
    made.add_argument("--smt2", metavar="FILE", help="save the SMT-LIB scripts")
    made.add_argument("--certificate", metavar="FILE", help="save what is needed to re-check")
    made.add_argument("--list", metavar="WHAT", nargs="?", const="", help=f"list {_words()}")
    made.add_argument("--show", metavar="NAME", help="a declaration, as --using reads it back")
    made.add_own_help("axiom and subject")
    return made


def _words() -> str:
    *most, last = LISTS
    return f"{', '.join(most)} or {last}"


def other_rows(*kinds: str) -> list[tuple[str, str]]:
    """Return what files and plug-ins declare, with where it comes from."""
    from lattice.declared.catalogue import others

    return [(one.name, f"{one.title} ({one.origin})") for kind in kinds for one in others(kind)]


def metric_rows() -> list[tuple[str, str]]:
    """Return the metrics' names and titles, with what they need."""
    from lattice.declared.catalogue import OF_LABELS
    from metrics import HEIGHT_METRICS, METRICS, RUN_METRICS, TEXTBOOK_METRICS, WEIGHTED_METRICS
    from metrics.labels import DISTANCES
    from metrics.lists import LIST_METRICS, TOP_METRICS
    from metrics.multi_aspect import APPROACHES, MEASURES

    rows = []
    for catalogue, note in (
        (METRICS, ""),
        (RUN_METRICS, "of judged runs"),
        (WEIGHTED_METRICS, "with weights"),
        (HEIGHT_METRICS, "with heights"),
        (TEXTBOOK_METRICS, "for comparison"),
        (TOP_METRICS, "of two top-k lists"),
    ):
        for metric in catalogue.values():
            needs = ", ".join(name for name in metric.parameters if name != "j")
            notes = [note] if note else [f"needs {needs}"] if needs else []
            rows.append((metric.name, metric.title + (f" ({notes[0]})" if notes else "")))
    for family in LIST_METRICS.values():
        options = "; ".join(f"{name}: {', '.join(v)}" for name, v in family.choices.items())
        rows.append((family.name, f"{family.title} (of judged lists; {options or 'no variants'})"))
    rows += [(d.name, f"{d.title} (of labels from the best one)") for d in DISTANCES.values()]
    rows += [(a.name, f"{a.title} (multi-aspect)") for a in APPROACHES.values()]
    rows += [(one.name, f"{one.title} (of one aspect)") for one in MEASURES.values()]
    return rows + other_rows("metric", *OF_LABELS.values())


def axiom_rows() -> list[tuple[str, str]]:
    """Return the names and titles of axioms and quantities."""
    from axioms import AXIOMS, LIST_AXIOMS, OTHER_AXIOMS, QUANTITIES, TOP_AXIOMS
    from axioms.axiom import Quantity

    rows = [(axiom.name, axiom.title) for axiom in AXIOMS.values()]
    rows += [(q.name, q.title + " (a quantity)") for q in QUANTITIES.values()]
    for declared in OTHER_AXIOMS.values():
        kind = "a quantity, " if isinstance(declared, Quantity) else ""
        rows.append((declared.name, f"{declared.title} ({kind}of {_about(declared)})"))
    rows += [(one.name, f"{one.title} (of judged lists)") for one in LIST_AXIOMS.values()]
    more = [one for one in TOP_AXIOMS.values() if one.name not in AXIOMS]
    rows += [(one.name, f"{one.title} (of top-k lists)") for one in more]
    return rows + other_rows("axiom")


def _about(declared: Any) -> str:
    from axioms.axiom import METRIC
    from metrics.language.domains import RUNS

    if declared.subject == METRIC:
        return "a metric on an order" if declared.domain is RUNS else "a metric"
    article = "an" if declared.subject[0] in "aeiou" else "a"
    return f"{article} {declared.subject}"


def order_rows() -> list[tuple[str, str]]:
    """Return the names and titles of the orders."""
    from lattice import ORDERS

    return [(order.name, order.title) for order in ORDERS.values()] + other_rows("order")


def claim_rows() -> list[tuple[str, str]]:
    """Return the claims' names, places and words, and the papers that plug-ins bring."""
    from proofs.claims import find_claims

    ours = [(claim.key, f"{claim.place}: {claim.words}") for claim in find_claims()]
    return ours + other_rows("paper")


def parameter_rows() -> list[tuple[str, str]]:
    """Return the parameters and what they are."""
    from metrics.language.parameters import PARAMETERS

    return [(name, one.help) for name, one in PARAMETERS.items()]


LISTS = {
    "metrics": ("what can be judged", metric_rows),
    "axioms": ("what can be asked: properties and quantities", axiom_rows),
    "orders": ("how runs can be compared", order_rows),
    "claims": ("what the papers say", claim_rows),
    "parameters": ("what can be given beside n", parameter_rows),
}


def listing(what: str) -> str:
    """Return the names and titles of all declarations of one kind, or the words for the kinds."""
    rows = [(f"--list {word}", about) for word, (about, _) in LISTS.items()]
    if what:
        rows = LISTS[choice("list", what, tuple(LISTS))][1]()
    width = max(len(name) for name, _ in rows)
    return "\n".join(f"{name:<{width}}  {title}" for name, title in rows)


def declaration(name: str, domain: str | None) -> str:
    """Return what is declared under a name, as a file that --using reads back."""
    from lattice.declared.catalogue import called
    from lattice.declared.kinds import shown

    return "\n\n".join(shown(kind, one) for kind, one in called(name, domain).items())


def run(arguments: argparse.Namespace) -> int:
    """Answer the question, save and show the answer, and return the exit code."""
    from proofs.report.shown import FORMATS, show

    common = Parser.common(arguments, FORMATS, ends=True)
    if arguments.asked is None:
        raise Usage("what is asked? Name an axiom and a metric, for example: ioi dcg --n 6.")
    if arguments.n is None:
        _insist_known(arguments)
    answer = answered(arguments, common)
    if arguments.certificate is not None:
        save_certificate(answer, arguments.certificate, common.seconds)
    if arguments.smt2 is not None:
        save_scripts(answer, arguments.smt2)
    text = None if arguments.quiet else show(answer, arguments.format)
    if text is not None:
        say(painted(text) if arguments.format == "text" else text)
    undecided = getattr(answer, "reason", "") and not hasattr(answer, "status")
    code = EXIT["undecided" if undecided else getattr(answer, "status", "holds")]
    if answers.is_asked("check") and _lasts(arguments, answer, code):
        answers.remember("check", arguments.format, text, code)
    return code


def _insist_known(arguments: argparse.Namespace) -> None:
    """Say first which name is none; that a size is missing is said after that."""
    from proofs.core.posing import readable

    readable(arguments.asked, arguments.subjects)


def _lasts(arguments: argparse.Namespace, answer: Any, code: int) -> bool:
    """Tell whether an answer may be given again: it is definite, and no time or chance is in it.

    What crosses engines or is saved for a check is found anew each time; so is what rests on Python
    files, or on plug-ins.
    """
    from lattice.declared import is_data

    weak = any("gave no answer" in caveat for caveat in answer.caveats)
    timed = arguments.timeout is not None and bool(answer.caveats)
    asked = arguments.cross or arguments.certificate is not None or arguments.smt2 is not None
    definite = code != EXIT["undecided"] and answer.engine != "sampling"
    return definite and not (asked or weak or timed) and is_data(arguments.using)


def answered(arguments: argparse.Namespace, common: Common) -> Any:
    """Ask, and show how far it is."""
    from metrics.language.parameters import PARAMETERS
    from proofs.core.asking import CHOICES, ask
    from proofs.core.limits import Limits

    choice("engine", arguments.engine, CHOICES)
    if arguments.convention is not None:
        choice("convention", arguments.convention, ("items", "ranks"))
    if arguments.limit is not None and arguments.engine in ("smt", "sampling"):
        raise Usage(f"the engine {arguments.engine} counts no cases: leave --limit out.")
    given = {name: getattr(arguments, name) for name in PARAMETERS}
    options = {
        name: whole(name, getattr(arguments, name), 2 if name == "samples" else 0)
        for name in ("samples", "seed")
        if getattr(arguments, name) is not None
    }
    if arguments.cluster is not None:
        return swept(arguments, given, common.seconds)
    cases = Limits.cases if arguments.limit is None else whole("limit", arguments.limit)
    with Progress(arguments.quiet) as progress:
        return ask(
            arguments.asked,
            *arguments.subjects,
            n=sizes(arguments.n),
            **given,
            convention=arguments.convention,
            engine=arguments.engine,
            limits=Limits(cases, common.seconds, common.jobs, progress),
            cross=arguments.cross,
            domain=arguments.domain,
            samples=options.get("samples"),
            seed=options.get("seed"),
        )


def swept(arguments: argparse.Namespace, given: dict[str, Any], seconds: float | None) -> Any:
    """Let a cluster try all cases, and show how far it is; blocks that are done are kept."""
    from proofs.core.spread.sweep import asked_about
    from proofs.core.spread.sweep import swept as sweep
    from rankproof.executors import executor

    n = sizes(arguments.n)
    if not isinstance(n, int) or not arguments.subjects:
        raise Usage("--cluster sweeps the rankings of one n: name a metric, and one --n.")
    if arguments.engine not in ("auto", "exhaustive") or arguments.cross:
        raise Usage("--cluster tries every case: leave --engine and --cross out.")
    for name in ("limit", "samples", "seed", "smt2"):
        if getattr(arguments, name) is not None:
            raise Usage(f"--cluster does not read --{name}: leave it out.")
    convention, domain = arguments.convention, arguments.domain
    asked = asked_about(arguments.asked, arguments.subjects, n, given, convention, domain)
    by = executor(1, 1, 1, arguments.cluster)
    with Progress(arguments.quiet) as progress:
        return sweep(asked, by, progress, arguments.fresh, seconds)


def save_scripts(answer: Any, path: str) -> None:
    """Write the SMT-LIB scripts that a verdict rests on, one after another."""
    scripts = getattr(answer, "evidence", {}).get("scripts", [])
    if not scripts:
        raise Usage("--smt2: no solver was asked for this answer. Add --engine smt.")
    text = "(reset)\n".join(f"; expected: {s['answer']}\n{s['text']}" for s in scripts)
    write(path, text)


def save_certificate(answer: Any, path: str, limit: float | None) -> None:
    """Write a certificate of the answer; what is left of the time limit, a second at least."""
    from proofs.report.certificate import certificate, text_of

    seconds = None if limit is None else max(1.0, limit - answer.seconds)
    write(path, text_of(certificate(answer, VERSION, seconds)))


@guarded
def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    known = answers.said_before("check", sys.argv[1:]) if argv is None else None
    if known is not None:
        return known
    made = parser()
    arguments = made.parse_args(argv)
    from lattice.declared import own

    with own(arguments.using, settings=arguments.set, subjects=arguments.subjects):
        if arguments.help is not None:
            from proofs.core.posing import readable

            shown = readable(arguments.asked, arguments.subjects) if arguments.asked else None
            say(help_text(parser, arguments.help, shown, HINT), end="")
        elif arguments.list is not None:
            made.insist_alone("list", arguments, "using")
            say(listing(arguments.list))
        elif arguments.show is not None:
            made.insist_alone("show", arguments, "using", "domain")
            say(declaration(arguments.show, arguments.domain))
        else:
            return run(arguments)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
