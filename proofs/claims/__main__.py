"""python -m proofs.claims [PAPER …]: what the papers say, and what is true."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from proofs.check import Parser, Usage, choice, whole, write
from rankproof.line import shadowed as home

DESCRIPTION = """Judge the claims of the papers: every checkable statement, with a verdict.

  python -m proofs.claims                      all papers
  python -m proofs.claims group                one paper
  python -m proofs.claims group.prop_6_1       one claim
  python -m proofs.claims --only refuted       one verdict"""
EXIT_CODES = """exit codes:
  0  every verdict is the pinned one, whether the paper was right or not    2  wrong usage
  4  a verdict changed, or another error of ours    130  interrupted"""
PAGE = "FINDINGS.md"
README = "README.md"


def parser() -> Parser:
    """Return the command line of this program."""
    made = Parser(
        prog="proofs.claims",
        description=DESCRIPTION,
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    made.add_argument("names", nargs="*", metavar="PAPER", help="papers, or single claims")
    made.add_argument("--paper", action="append", default=[], help="the same, as an option")
    made.add_argument("--only", metavar="VERDICT", help="show only claims with this verdict")
    made.add_argument("--format", default="text", help="text (default), json, md, latex or csv")
    made.add_argument("--jobs", metavar="N", default="2", help="processes (default: 2)")
    made.add_argument("--fresh", action="store_true", help="recompute what the cache holds")
    made.add_argument("--markdown", action="store_true", help=f"write {PAGE} here")
    made.add_argument("--list", action="store_true", help="list the claims, ask nothing")
    made.add_argument("--quiet", action="store_true", help="print nothing, only exit")
    return made


class Bar:
    """A bar on standard error."""

    def __init__(self, shown: bool) -> None:
        self.shown, self.bar = shown, None

    def __call__(self, done: int, total: int) -> None:
        if not self.shown:
            return
        bar: Any = self.bar
        if bar is None:
            from tqdm import tqdm

            bar = self.bar = tqdm(total=total, unit=" questions", leave=False)
        bar.update(done - bar.n)

    def close(self) -> None:
        """Remove the bar."""
        if self.bar is not None:
            self.bar.close()


def listing() -> str:
    """Return the keys of all claims with their places and pinned verdicts."""
    from proofs.claims import find_claims

    claims = find_claims()
    width = max((len(claim.key) for claim in claims), default=0)
    return "\n".join(f"{c.key:<{width}}  {c.verdict:<12}{c.place}" for c in claims)


def run(arguments: argparse.Namespace) -> int:
    """Judge the claims and return the exit code."""
    from proofs.claims import find_claims
    from proofs.claims.claim import VERDICTS
    from proofs.claims.ledger import changed, ledger
    from proofs.claims.show import FORMATS, page, show

    choice("format", arguments.format, FORMATS)
    if arguments.only is not None:
        choice("only", arguments.only, VERDICTS)
    names = [*arguments.names, *arguments.paper]
    if arguments.markdown and (names or arguments.only):
        raise Usage(f"--markdown writes the whole page {PAGE}: name no paper and no verdict.")
    bar = Bar(not arguments.quiet and sys.stderr.isatty())
    try:
        claims = find_claims(names)
        findings = ledger(claims, whole("jobs", arguments.jobs), arguments.fresh, bar)
    finally:
        bar.close()
    if arguments.markdown:
        write(PAGE, page(findings))
        _renew(README, findings)
    elif not arguments.quiet:
        shown = [f for f in findings if arguments.only in (None, f.verdict)]
        print(show(shown, arguments.format))
    trouble = changed(findings)
    for message in trouble:
        print(f"error of ours: {message}", file=sys.stderr)
    return 4 if trouble else 0


def _renew(path: str, findings: Sequence[Any]) -> None:
    """Write the most striking findings into the README, where there is one."""
    from pathlib import Path

    from proofs.claims.highlights import highlights, written_into

    if Path(path).is_file():
        text = Path(path).read_text(encoding="utf-8")
        write(path, written_into(text, highlights(findings)))


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    home.insist()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    from metrics.naming import BadInput

    try:
        arguments = parser().parse_args(argv)
        if arguments.list:
            print(listing())
            return 0
        return run(arguments)
    except (Usage, BadInput) as problem:
        print(f"error: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except Exception as problem:
        print(
            f"error of ours: {type(problem).__name__}: {problem}\n"
            "Please report this command and its output.",
            file=sys.stderr,
        )
        return 4


if __name__ == "__main__":
    raise SystemExit(main())
