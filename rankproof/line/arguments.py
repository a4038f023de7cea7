"""What every command line shares: a parser with one message for an error, numbers, words.

>>> whole("n", "3")
3
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rankproof.line.failures import Mistake
from rankproof.line.guard import say
from rankproof.line.version import VERSION

LONGEST_SHOWN = 40


class Usage(Mistake):
    """Wrong usage; the message is all that is shown."""


@dataclass(frozen=True)
class Common:
    """What every command may be told: how many processes or threads, and how long."""

    jobs: int
    seconds: float | None


class _Version(argparse.Action):
    """Print the version and end; a full disk is a mistake here as well."""

    def __call__(self, *_: Any) -> None:
        say(f"rankproof {VERSION}")
        raise SystemExit(0)


class _Once(argparse._StoreAction):
    """Store a value; a second one would be read instead of the first, without a word."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option: Any = None) -> None:
        if option is not None and self.dest in parser.given:
            raise Usage(f"{option} is given twice: leave one out.")
        parser.given.add(self.dest)
        super().__call__(parser, namespace, values, option)


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one message, and which knows the common options."""

    def __init__(self, **settings: Any) -> None:
        settings.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        settings["prog"] = f"python -m {settings['prog']}"
        super().__init__(allow_abbrev=False, **settings)
        self.given: set[str] = set()
        self.register("action", None, _Once)
        self.add_argument("--version", action=_Version, nargs=0, help="print the version")

    def add_common(self, formats: str, default: str | None = "text") -> None:
        """Add the options that every command accepts; of these the last one counts."""
        last: dict[str, Any] = {"action": "store"}
        self.add_argument("--format", metavar="F", default=default, help=formats, **last)
        self.add_argument(
            "--jobs",
            metavar="N",
            default="2",
            help="how many processes or threads (default: 2)",
            **last,
        )
        about = "give up on an answer after so long"
        self.add_argument("--timeout", metavar="SECONDS", help=about, **last)
        self.add_argument("--quiet", action="store_true", help="print nothing, only exit")

    def add_parameters(self, known: Mapping[str, Any], shown: Collection[str] | None) -> None:
        """Add what may be given with a question; help shows some parameters, or None: all.

        Where a command has an option of that name, it is the one that is meant there.
        """
        for name in [name for name in known if f"--{name}" not in self._option_string_actions]:
            one = known[name]
            about = one.help if shown is None or name in shown else argparse.SUPPRESS
            self.add_argument(f"--{name}", metavar=name.upper(), help=about)
        about = "items (default) or ranks: how a permutation is read"
        self.add_argument("--convention", help=about)

    def add_fresh(self) -> None:
        """Add the option by which a question is asked again that was answered before."""
        self.add_argument("--fresh", action="store_true", help="ask again, use no kept answer")

    def add_cluster(self) -> None:
        """Add the option by which other machines do the work."""
        about = "do the work on a Dask cluster: the address of its scheduler, tcp://host:8786"
        self.add_argument("--cluster", metavar="ADDRESS", help=about)

    def add_own_help(self, named: str) -> None:
        """Add help that depends on what else is named."""
        about = f"this text, with the parameters of the {named} named; --help all: of all"
        self.add_argument("-h", "--help", metavar="all", nargs="?", const="", help=about)

    def add_using(self, of_metrics: bool = True) -> None:
        """Add the options by which people's own declarations come in, and numbers for metrics."""
        self.add_argument(
            "--using",
            metavar="FILE",
            action="append",
            default=[],
            help="own metrics, axioms and orders: a file of TOML, or of Python, which is imported",
        )
        if not of_metrics:
            return
        self.add_argument(
            "--set",
            metavar="NAME=NUMBER",
            action="append",
            default=[],
            help="a parameter that a metric of --using has of its own, as a=1/2",
        )

    @staticmethod
    def common(arguments: argparse.Namespace, formats: Sequence[str], ends: bool = False) -> Common:
        """Read the options that every command accepts; `ends`: it can end work on a cluster."""
        if arguments.format is not None:
            choice("format", arguments.format, formats)
        on_cluster = getattr(arguments, "cluster", None) is not None
        if on_cluster and arguments.timeout is not None and not ends:
            raise Usage("--timeout cannot end work on a cluster: leave it or --cluster out.")
        return Common(
            whole("jobs", arguments.jobs),
            None if arguments.timeout is None else seconds(arguments.timeout),
        )

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Read the arguments, with did-you-mean for an unknown option."""
        self.given.clear()
        found, unknown = self.parse_known_args(args, namespace)
        if unknown:
            options = self._option_string_actions
            hints = {close(word.partition("=")[0], options) for word in unknown}
            if getattr(found, "using", None):
                hints.add(" A parameter that a metric of a file has is given as --set a=1/2.")
            self.error(f"unrecognized arguments: {' '.join(unknown)}.{''.join(sorted(hints))}")
        return found

    def takes_negative_numbers(self) -> None:
        """Read -1,1 as a value of an option, and not as an option."""
        import re

        self._negative_number_matcher = re.compile(r"-[\d.].*")

    def insist_alone(self, name: str, arguments: argparse.Namespace, *read: str) -> None:
        """Refuse words and options beside one that reads nothing else, or only these."""
        for action in self._actions:
            given = vars(arguments).get(action.dest)
            if action.dest not in (name, *read) and given not in (None, action.default, []):
                words = given if isinstance(given, list) else [given]
                what = action.option_strings[-1] if action.option_strings else " ".join(words)
                raise Usage(f"--{name} reads nothing else: leave {what} out.")

    def error(self, message: str) -> Any:
        """Raise instead of printing the whole usage."""
        raise Usage(message)

    def print_help(self, file: Any = None) -> None:
        """Print the help, or say why it cannot be printed."""
        say(self.format_help(), end="")


def help_text(
    parser: Callable[[Collection[str] | None], Parser],
    given: str,
    shown: Collection[str] | None,
    hint: str,
) -> str:
    """Return the help with some parameters, with all where that is asked, or with a hint."""
    if given:
        choice("help", given, ("all",))
        return parser(None).format_help()
    text = parser(shown or ()).format_help()
    return f"{text}\nParameters depend on {hint}\n" if shown is None else text


def tell(arguments: argparse.Namespace, fields: dict[str, Any], text: str) -> str | None:
    """Print an answer as the options ask: as text, as JSON, or not at all; return what was."""
    if arguments.quiet:
        return None
    import json

    as_json = arguments.format == "json"
    shown = json.dumps(fields, ensure_ascii=False, indent=2) if as_json else text
    say(shown)
    return shown


def close(given: str, known: Collection[str]) -> str:
    """Return a hint at the known word that is nearest, or nothing.

    >>> close("metrix", ["metrics", "axioms"])
    " Did you mean 'metrics'?"
    """
    import difflib

    found = difflib.get_close_matches(given, known, n=1)
    return f" Did you mean {found[0]!r}?" if found else ""


def whole(name: str, text: str, least: int = 1) -> int:
    """Read a whole number."""
    try:
        value = int(text)
    except ValueError:
        raise Usage(f"--{name} {_short(text)} is not a whole number.") from None
    if value < least:
        raise Usage(f"--{name} {value} cannot be: it must be at least {least}.")
    return value


def seconds(text: str) -> float:
    """Read --timeout."""
    try:
        value = float(text)
    except ValueError:
        raise Usage(f"--timeout {_short(text)} is not a number of seconds.") from None
    if not 0 < value < float("inf"):
        raise Usage(f"--timeout {_short(text)} cannot be: it must be more than 0 and finite.")
    return value


def choice(name: str, given: str, choices: Sequence[str]) -> str:
    """Read one of a few words, with did-you-mean."""
    if given in choices:
        return given
    hint = close(given, choices)
    raise Usage(f"--{name} {_short(given)} is not one of {', '.join(choices)}.{hint}")


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


def _short(text: str) -> str:
    return repr(text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…")
