"""python -m proofs.claims [PAPER …]: what the papers say, and what is true."""

from __future__ import annotations

from rankproof.line import guard

guard.begin(__name__)

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rankproof.kept import answers
from rankproof.line.arguments import Parser, Usage, choice
from rankproof.line.files import read, write, write_all
from rankproof.line.guard import OURS, UNDECIDED, complain, guarded, say
from rankproof.line.progress import Progress

DESCRIPTION = """Judge the claims of the papers: every checkable statement, with a verdict.

  python -m proofs.claims                      all papers
  python -m proofs.claims group                one paper
  python -m proofs.claims group.prop_6_1       one claim
  python -m proofs.claims --only refuted       one verdict
  python -m proofs.claims my_paper.toml        claims of your own: a file of TOML, or of Python
  python -m proofs.claims --certificates DIR   what proofs.verify checks again, a file a verdict"""
EXIT_CODES = """exit codes:
  0  every verdict is the pinned one, whether the paper was right or not    2  wrong usage
  3  every verdict is the pinned one, but for those that a time limit left open
  4  a verdict changed, or another error of ours    130  interrupted"""
WHOLE = "--markdown writes all pages whole"


def parser() -> Parser:
    """Return the command line of this program."""
    made = Parser(
        prog="proofs.claims",
        description=DESCRIPTION,
        epilog=EXIT_CODES,
    )
    made.add_argument("names", nargs="*", metavar="PAPER", help="papers, or single claims")
    made.add_argument("--paper", action="append", default=[], help="the same, as an option")
    made.add_argument("--only", metavar="VERDICT", help="show only claims with this verdict")
    made.add_using()
    made.add_argument("--out", metavar="PAGE", help="write a page of these claims, in Markdown")
    made.add_common("text (default), json, md, latex or csv")
    made.add_argument("--fresh", action="store_true", help="recompute what the cache holds")
    made.add_cluster()
    made.add_argument("--markdown", action="store_true", help="write the pages of findings here")
    made.add_argument("--certificates", metavar="DIR", help="write certificates into this folder")
    made.add_argument("--list", action="store_true", help="list these claims, or all; ask nothing")
    return made


def listing(arguments: argparse.Namespace) -> str:
    """Return the keys of the claims that were named, or of all, with places and pinned verdicts."""
    from proofs.claims import find_claims

    read, plain = ("list", "names", "paper", "using"), vars(parser().parse_args([]))
    for option, value in vars(arguments).items():
        if option not in read and value != plain[option]:
            raise Usage(f"--{option}: --list asks nothing and does not read it: leave it out.")
    claims = find_claims([*arguments.names, *arguments.paper])
    width = max((len(claim.key) for claim in claims), default=0)
    return "\n".join(f"{c.key:<{width}}  {c.verdict:<12}{c.place}" for c in claims)


def run(arguments: argparse.Namespace) -> int:
    """Judge the claims and return the exit code."""
    from lattice.declared import is_data
    from proofs.claims import find_claims
    from proofs.claims.claim import VERDICTS
    from proofs.claims.ledger import certify, ledger
    from proofs.claims.own.paper import is_file
    from proofs.claims.report import FORMS

    text: str | None = None
    common = Parser.common(arguments, tuple(FORMS))
    if arguments.only is not None:
        choice("only", arguments.only, VERDICTS)
    names = [*arguments.names, *arguments.paper]
    _insist_one_output(arguments, bool(names), common.seconds)
    with Progress(arguments.quiet, "questions") as progress:
        claims = find_claims(names)
        if arguments.certificates:
            written = certify(claims, arguments.certificates, common.jobs, progress, common.seconds)
            if not arguments.quiet:
                say(f"{written} certificates in {arguments.certificates}")
            return 0
        fresh, cluster = arguments.fresh, arguments.cluster
        findings = ledger(claims, common.jobs, fresh, progress, common.seconds, cluster)
    if arguments.markdown:
        pages = _pages(findings)
        write_all(pages)
        if not arguments.quiet:
            say("\n".join(f"written: {path}" for path in pages))
    elif arguments.out:
        write(arguments.out, FORMS["md"](findings) + "\n")
        if not arguments.quiet:
            counted = Counter(finding.verdict for finding in findings)
            verdicts = ", ".join(f"{counted[name]} {name}" for name in VERDICTS if counted[name])
            say(f"written: {arguments.out} ({len(findings)} claims: {verdicts})")
    elif not arguments.quiet:
        shown = [f for f in findings if arguments.only in (None, f.verdict)]
        text = FORMS[arguments.format](shown)
        say(text)
    code = _code(findings)
    if code == 0 and text is not None and is_data([*arguments.using, *filter(is_file, names)]):
        answers.remember("claims", arguments.format, text, code)
    return code


def _code(findings: Sequence[Any]) -> int:
    """Name the verdicts that are not the pinned ones, and return the exit code."""
    from proofs.claims.ledger import changed

    trouble = changed(findings)
    for message in trouble:
        complain(f"error of ours: {message}")
    if trouble:
        return OURS
    return UNDECIDED if any(finding.cut_short for finding in findings) else 0


def _insist_one_output(arguments: argparse.Namespace, named: bool, limit: float | None) -> None:
    """Refuse options that do not go together."""
    if arguments.markdown and (named or arguments.only):
        raise Usage(f"{WHOLE}: name no paper and no verdict.")
    if arguments.markdown and limit is not None:
        raise Usage(f"{WHOLE}: give no time limit.")
    if arguments.out:
        for other in ("markdown", "certificates", "only"):
            if getattr(arguments, other):
                raise Usage(f"--out writes the page alone: leave --{other} for another run.")
    if arguments.certificates and arguments.cluster:
        raise Usage("--certificates are written here: leave --cluster out.")
    if arguments.certificates and (arguments.markdown or arguments.only or arguments.fresh):
        raise Usage("--certificates writes certificates only: leave other options out.")


def _pages(findings: Sequence[Any]) -> dict[str, str]:
    """Return the pages by path, and where there is a README that with its list written anew."""
    from proofs.claims.report.pages import README, highlights, pages, written_into

    found = pages(findings)
    if Path(README).is_file():
        found[README] = written_into(read(README), highlights(findings))
    return found


@guarded
def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    known = answers.said_before("claims", sys.argv[1:]) if argv is None else None
    if known is not None:
        return known
    from lattice.declared import own
    from proofs.claims.own.paper import is_file

    arguments = parser().parse_args(argv)
    files = [name for name in (*arguments.names, *arguments.paper) if is_file(name)]
    with own([*arguments.using, *files], settings=arguments.set):
        if arguments.list:
            say(listing(arguments))
            return 0
        return run(arguments)


if __name__ == "__main__":
    raise SystemExit(main())
