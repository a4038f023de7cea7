"""python -m proofs.verify FILE: check a certificate again, or all of a folder, without any engine.

A certificate is data: no text of it is evaluated, and no script of it is run. Refutations are
replayed from the definitions, and a statement at some n is read again in every case; statements
for every n are checked step by step, and tried at small n, which can only contradict them. A
theorem of the textbooks that a step uses is accepted with --trust NAME, and otherwise listed. A
file may ask for any amount of work, so it ends after a minute unless --timeout says otherwise. Of a
folder every *.json is checked, the same text once; counts are printed, and what is not accepted;
the exit code is the worst of all. Exit code 0 means that everything stated was checked, 3 that
nothing contradicts it and some parts, listed, were not checked, 1 that it is rejected, 2 that it is
no certificate.
"""

from __future__ import annotations

from rankproof.line import guard

guard.begin(__name__)

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import file_digest
from pathlib import Path
from typing import Any

from proofs.report.stated import stated
from proofs.script.sealing import IMPLICATION, KIND, NUMBER, SCHEMA
from proofs.trusted import untrusted
from proofs.trusted.untrusted import NotChecked, Rejected, Unreadable
from proofs.trusted.verify import check
from rankproof.executors import executor
from rankproof.line.arguments import Parser
from rankproof.line.deadline import within
from rankproof.line.failures import Undecided
from rankproof.line.guard import exit_codes, guarded, say
from rankproof.line.progress import Progress
from rankproof.line.version import VERSION
from rankproof.presented import Presented, card, painted

SECONDS = 60.0
GIVEN = "what was given"
WORST_FIRST = {"rejected": 1, "unreadable": 2, "undecided": 3, "accepted": 0}
WORTH_PROCESSES = 20


def read(path: str) -> dict[str, Any]:
    """Read a certificate file."""
    return _of_this_schema(untrusted.load(path), path)


def _of_this_schema(content: Any, path: str) -> dict[str, Any]:
    if not isinstance(content, dict) or content.get("kind") not in (KIND, IMPLICATION, NUMBER):
        raise Unreadable(f"{path!r} is no rankproof certificate.")
    schema = content.get("schema")
    if untrusted.same(schema, SCHEMA):
        return content
    old = isinstance(schema, int) and 1 <= schema < SCHEMA
    advice = "ask its question again with --certificate" if old else "update rankproof"
    raise Unreadable(
        f"{path!r} has schema {untrusted.shown(schema)}, and this version reads {SCHEMA}: {advice}."
    )


def parser() -> Parser:
    """Return the command line of this program."""
    made = Parser(
        prog="proofs.verify", description=__doc__, epilog=exit_codes("accepted", "rejected")
    )
    made.add_argument(
        "file", metavar="FILE", help="a certificate written by --certificate, or a folder of them"
    )
    made.add_argument(
        "--trust",
        metavar="NAME",
        action="append",
        default=[],
        help="accept a theorem of the textbooks that steps use, by its name; may be repeated",
    )
    made.add_common("text (default) or json")
    return made


@dataclass(frozen=True, repr=False)
class Checked(Presented):
    """What a check found: accepted, rejected or undecided; what was checked, and what is left.

    `states` are names and texts: what the certificate says, where it was not rejected.
    """

    status: str
    checked: list[str]
    left: list[str]
    states: tuple[tuple[str, str], ...] = ()

    def told(self, form: str) -> str:
        """Return it as text, in one line, as HTML, Markdown or LaTeX."""
        text = shown(self, "text")
        word, _, heading = text.partition("\n")[0].partition(" ")
        if form == "html":
            return card(word, heading.strip(), _rows(self))
        if form == "latex":
            from rankproof.line.latex import escaped

            return rf"$$\text{{{word} {escaped(heading.strip())}}}$$"
        return {"md": f"**{word}** {heading.strip()}", "line": word}.get(form, text)

    def __bool__(self) -> bool:
        raise TypeError(
            "a check is not true or false, parts may be unchecked: compare .status with "
            "'accepted', 'rejected' or 'undecided'."
        )


def _content(certificate: Any) -> dict[str, Any]:
    """Return what is to be checked; a dictionary passes through text, so only data comes in."""
    if isinstance(certificate, bytes):
        return _of_this_schema(untrusted.parsed(certificate, GIVEN), GIVEN)
    if not isinstance(certificate, Mapping):
        return read(str(certificate))
    try:
        data = json.dumps(dict(certificate)).encode()
    except (TypeError, ValueError, RecursionError) as problem:
        raise Unreadable(f"this is no certificate: {problem}.") from None
    return _of_this_schema(untrusted.parsed(data, GIVEN), GIVEN)


def verified(certificate: Any, trust: Sequence[str] = (), seconds: float | None = None) -> Checked:
    """Check a certificate: a file, what it holds, or that of a verdict."""
    if hasattr(certificate, "question"):
        from proofs.report.certificate import certificate as written

        certificate = written(certificate, VERSION, seconds)
    content: dict[str, Any] = {}
    try:
        with within(seconds or SECONDS):
            content = _content(certificate)
            done = check(content, list(trust))
            return Checked("accepted", done, [], tuple(stated(content, True)))
    except Rejected as problem:
        return Checked("rejected", [], [str(problem)])
    except NotChecked as problem:
        states = tuple(stated(content, False))
        return Checked("undecided", problem.done, list(problem.parts), states)
    except Undecided as problem:
        return Checked("undecided", [], [str(problem)])


def shown(found: Checked, form: str) -> str:
    """Return what was found in one of the formats."""
    if form == "json":
        fields = {"schema": 1, "version": VERSION, "command": "verify", "status": found.status}
        states = [{"name": name, "text": text} for name, text in found.states]
        more = {"checked": found.checked, "left": found.left, "states": states}
        return json.dumps({**fields, **more}, ensure_ascii=False)
    if found.status == "rejected":
        return f"REJECTED  {_line(found.left[0])}"
    head = "ACCEPTED  everything that it states was checked"
    if found.status == "undecided":
        head = "UNDECIDED nothing contradicts it, and some parts were not checked"
    lines, last = [head, ""], ""
    for name, text in _rows(found):
        lines.append(f"  {'' if name == last else name:<10}{text}")
        last = name
    return "\n".join(lines)


def _rows(found: Checked) -> list[tuple[str, str]]:
    """Return everything that is said of a certificate, each under a name."""
    open_parts = [("not done", part) for part in found.left]
    done = [("checked", part) for part in found.checked]
    return [(name, _line(text)) for name, text in (*found.states, *open_parts, *done)]


# A folder ----------------------------------------------------------------------------------------


def all_verified(
    folder: str,
    trust: Sequence[str] = (),
    seconds: float | None = None,
    jobs: int = 1,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> dict[str, Checked]:
    """Check every certificate of a folder, by its file's name; the same text is checked once."""
    texts: dict[str, list[Path]] = {}
    for file in filter(Path.is_file, Path(folder).glob("*.json")):
        texts.setdefault(_digest(file), []).append(file)
    if not texts:
        raise Unreadable(f"{folder!r} has no certificates: no file in it ends in .json.")
    work = {digest: str(files[0]) for digest, files in texts.items()}
    found: dict[str, Checked] = {}
    find = partial(_readable, trust=trust, seconds=seconds)
    workers = executor(jobs, len(work), WORTH_PROCESSES)
    for done, (digest, checked) in enumerate(workers.results(find, work), 1):
        found |= dict.fromkeys((file.name for file in texts[digest]), checked)
        progress(done, len(work))
    return dict(sorted(found.items()))


def _digest(file: Path) -> str:
    try:
        with file.open("rb") as text:
            return file_digest(text, "sha256").hexdigest()
    except OSError:
        return str(file)  # it is said of this file, when it is read, why it cannot be


def _readable(path: str, trust: Sequence[str], seconds: float | None) -> Checked:
    try:
        return verified(path, trust, seconds)
    except Unreadable as problem:
        return Checked("unreadable", [], [problem.message])


def _worst(found: Mapping[str, Checked]) -> str:
    statuses = {checked.status for checked in found.values()}
    return next(status for status in WORST_FIRST if status in statuses)


def all_shown(found: Mapping[str, Checked], form: str) -> str:
    """Return what was found about a folder: counts, and what was not accepted."""
    counts = Counter(checked.status for checked in found.values())
    if form == "json":
        fields = {"schema": 1, "version": VERSION, "command": "verify", "status": _worst(found)}
        rows = [
            {"file": name, "status": one.status, "checked": one.checked, "left": one.left}
            for name, one in found.items()
        ]
        return json.dumps({**fields, "counts": counts, "rows": rows}, ensure_ascii=False)
    numbers = ", ".join(f"{counts[status]} {status}" for status in reversed(WORST_FIRST))
    lines = [f"{len(found)} certificates: {numbers}"]
    for name, one in found.items():
        if one.status != "accepted":
            lines.append(f"{one.status.upper():<11}{_line(name)}: {_line(one.left[0])}")
    return "\n".join(lines)


def _line(message: Any) -> str:
    """Return a message on one line of bounded length, without control characters."""
    text = "".join(sign if sign.isprintable() else "\ufffd" for sign in str(message))
    return text if len(text) <= 1_000 else f"{text[:999]}…"


@guarded
def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code: 0 accepted, 1 rejected, 3 not all checked."""
    arguments = parser().parse_args(argv)
    common = Parser.common(arguments, ("text", "json"))
    if Path(arguments.file).is_dir():
        with Progress(arguments.quiet, "certificates") as progress:
            given = (arguments.trust, common.seconds, common.jobs)
            every = all_verified(arguments.file, *given, progress)
        if not arguments.quiet:
            say(all_shown(every, arguments.format))
        return WORST_FIRST[_worst(every)]
    found = verified(arguments.file, arguments.trust, common.seconds)
    if not arguments.quiet:
        text = shown(found, arguments.format)
        say(painted(text) if arguments.format == "text" else text)
    return WORST_FIRST[found.status]


if __name__ == "__main__":
    from proofs.verify import main as ours  # its exceptions are those that the fields raise

    raise SystemExit(ours())
