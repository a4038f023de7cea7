"""rankproof completion bash|zsh|fish: a script by which a shell completes commands, names, options.

The script is whole: it holds the names of metrics, axioms, orders, tables and papers, and for each
subject the options that it reads. So a shell completes at once and starts no Python; after an
update the script is made anew. A library that makes scripts from parsers cannot say which options
a metric reads, which is why it is written here.

>>> from rankproof.completion import script
>>> "complete -o default -F _rankproof rankproof" in script("bash")
True
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from rankproof.line.arguments import Usage, close
from rankproof.line.guard import guarded, say
from rankproof.line.version import VERSION

SHELLS = ("bash", "zsh", "fish")
FILES = ("FILE", "DIR", "PAGE")
"""What the value of an option is called in the help where it is a file or a folder."""
PLAIN = re.compile("[A-Za-z0-9_]+")
USAGE = """usage: rankproof completion bash|zsh|fish

  rankproof completion bash > ~/.local/share/bash-completion/completions/rankproof
  rankproof completion zsh > ~/.zfunc/_rankproof.zsh     then: source ~/.zfunc/_rankproof.zsh
  rankproof completion fish > ~/.config/fish/completions/rankproof.fish

The folder must be there: mkdir -p makes it."""


def script(shell: str) -> str:
    """Return the script for a shell."""
    return {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell](_known())


# What there is to complete -----------------------------------------------------------------------


def _known() -> dict[str, Any]:
    """Return commands, what each takes, options, and which subject reads which of them."""
    from metrics.language.parameters import PARAMETERS
    from proofs.command import COMMANDS

    parameters = {f"--{name}" for name in PARAMETERS}
    options: dict[str, list[str]] = {}
    files: set[str] = set()
    for command, (module, _) in COMMANDS.items():
        if module == __name__:
            options[command] = ["--help"]
            continue
        actions = import_module(_home(module)).parser()._option_string_actions
        files |= {name for name, action in actions.items() if action.metavar in FILES}
        found = set(actions)
        keep = found - parameters if command in ("check", "value") else found
        options[command] = sorted(one for one in keep if one.startswith("--"))
    names = _names()
    return {
        "commands": {name: about for name, (_, about) in COMMANDS.items()},
        "options": options,
        "names": names,
        "reads": {name: _read_by(name) for name in [*names["metrics"], *names["orders"]]},
        "choices": _choices(names),
        "files": sorted(files),
    }


def _home(module: str) -> str:
    return f"{module}.__main__" if module == "proofs.claims" else module


def _names() -> dict[str, list[str]]:
    """Return what can be named, in plain letters: nothing else is written into a script."""
    from proofs.check import axiom_rows, metric_rows, order_rows
    from proofs.claims import papers
    from proofs.command import COMMANDS
    from proofs.tables import TABLES

    found = {
        "metrics": [name for name, *_ in metric_rows()],
        "axioms": [name for name, *_ in axiom_rows()],
        "orders": [name for name, *_ in order_rows()],
        "tables": TABLES,
        "papers": papers(),
        "shells": SHELLS,
        "commands": COMMANDS,
    }
    return {
        kind: [name for name in dict.fromkeys(names) if PLAIN.fullmatch(name)]
        for kind, names in found.items()
    }


TAKES = {
    "check": ("axioms", "metrics"),
    "value": ("metrics", "metrics"),
    "implies": ("axioms", "axioms"),
    "table": ("tables", "tables"),
    "claims": ("papers", "papers"),
    "draw": ("orders", "orders"),
    "completion": ("shells", "shells"),
    "help": ("commands", "commands"),
}
"""What stands first after a command, and what stands after that; others take files."""
OWN_FILES = ("claims",)
"""Commands that take files as well as names."""


def _choices(names: dict[str, list[str]]) -> dict[str, list[str]]:
    from proofs.check import LISTS
    from proofs.core.asking import CHOICES

    return {
        "--format": ["text", "json", "md", "latex", "csv"],
        "--engine": list(CHOICES),
        "--convention": ["items", "ranks"],
        "--domain": ["rankings", "runs", "lists", "tops"],
        "--list": list(LISTS),
        **dict.fromkeys(("--metrics", "--metric"), names["metrics"]),
        **dict.fromkeys(("--axioms", "--having", "--lacking"), names["axioms"]),
        "--order": names["orders"],
    }


def _read_by(name: str) -> list[str]:
    """Return the options for the parameters that a subject reads."""
    from metrics.lists import TOP_METRICS
    from metrics.naming import BadInput
    from proofs.core.valuing.value import readable_at_a_point

    if name in TOP_METRICS:
        found = {"k", "lengths", *TOP_METRICS[name].parameters}
    else:
        try:
            found = readable_at_a_point(name)
        except BadInput:  # an order, or a metric that has no value at a point
            found = {"c"}
    return sorted(f"--{one}" for one in found)


# Scripts -----------------------------------------------------------------------------------------


def _cases(of: dict[str, Sequence[str]]) -> str:
    """Return the lines of a case statement of bash that prints words; equal ones together."""
    together: dict[tuple[str, ...], list[str]] = {}
    for name, words in of.items():
        if words:
            together.setdefault(tuple(words), []).append(name)
    return "\n".join(
        f"    {'|'.join(names)}) echo '{' '.join(words)}' ;;" for words, names in together.items()
    )


def _bash(known: dict[str, Any]) -> str:
    names = known["names"]
    first = {command: names[takes[0]] for command, takes in TAKES.items()}
    later = {command: names[takes[1]] for command, takes in TAKES.items()}
    later["check"] = [*names["metrics"], *names["orders"]]
    return f"""# Completion of rankproof, written by: rankproof completion bash
_rankproof_first() {{
  case "$1" in
{_cases(first)}
  esac
}}
_rankproof_later() {{
  case "$1" in
{_cases(later)}
  esac
}}
_rankproof_options() {{
  case "$1" in
{_cases(known["options"])}
  esac
}}
_rankproof_reads() {{
  case "${{1%%[@(]*}}" in
{_cases(known["reads"])}
  esac
}}
_rankproof_choices() {{
  case "$1" in
{_cases(known["choices"])}
  esac
}}
_rankproof() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}"
  local command="${{COMP_WORDS[1]}}" words="" word index count=0 head=""
  COMPREPLY=()
  # Where nothing is found, the shell goes on with files (-o default).
  case "$before" in {"|".join(known["files"])}) return ;; esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="{" ".join(known["commands"])} help --version"
  elif [ -n "$(_rankproof_choices "$before")" ]; then
    words="$(_rankproof_choices "$before")"
    case "$current" in *,*) head="${{current%,*}},"; current="${{current##*,}}" ;; esac
  elif [ "${{current#-}}" != "$current" ]; then
    words="$(_rankproof_options "$command")"
    case "$command" in check|value)
      for ((index = 2; index < COMP_CWORD; index++)); do
        words="$words $(_rankproof_reads "${{COMP_WORDS[index]}}")"
      done ;;
    esac
  else
    for ((index = 2; index < COMP_CWORD; index++)); do
      case "${{COMP_WORDS[index]}}" in -*) break ;; esac
      count=$((count + 1))
    done
    if [ "$count" -eq 0 ]; then words="$(_rankproof_first "$command")"
    else words="$(_rankproof_later "$command")"; fi
  fi
  for word in $words; do
    case "$word" in "$current"*) COMPREPLY+=("$head$word") ;; esac
  done
}}
complete -o default -F _rankproof rankproof
"""


def _zsh(known: dict[str, Any]) -> str:
    """Return the script of bash behind the bridge that zsh has for it."""
    bridge = "autoload -Uz compinit bashcompinit\n(( $+functions[compdef] )) || compinit -u\n"
    body = (
        _bash(known)
        .replace("completion bash", "completion zsh")
        .replace("_rankproof() {\n", "_rankproof() {\n  setopt localoptions shwordsplit\n")
    )
    return f"{bridge}bashcompinit\n{body}"


def _fish(known: dict[str, Any]) -> str:
    names, lines = known["names"], ["# Completion of rankproof: rankproof completion fish"]
    lines.append("complete -c rankproof -f")
    for command, about in known["commands"].items():
        text = about.replace("'", "\\'")
        lines.append(f"complete -c rankproof -n __fish_use_subcommand -a {command} -d '{text}'")
        inside = f"complete -c rankproof -n '__fish_seen_subcommand_from {command}'"
        if command not in TAKES or command in OWN_FILES:
            lines.append(f"{inside} -F")
        for option in known["options"][command]:
            words = known["choices"].get(option)
            more = f" -x -a '{' '.join(words)}'" if words else ""
            more = " -r -F" if option in known["files"] else more
            lines.append(f"{inside} -l {option.removeprefix('--')}{more}")
    for command, (first, later) in TAKES.items():
        others = [*names[later], *(names["orders"] if command == "check" else [])]
        for place, words in (("-eq 2", names[first]), ("-gt 2", others)):
            at = f"__fish_seen_subcommand_from {command}; "
            at += f"and test (count (commandline -opc)) {place}"
            lines.append(f"complete -c rankproof -n '{at}' -a '{' '.join(words)}'")
    readers: dict[str, list[str]] = {}
    for name, words in known["reads"].items():
        for word in words:
            readers.setdefault(word, []).append(name)
    for word, subjects in readers.items():
        seen = f"__fish_seen_subcommand_from {' '.join(subjects)}"
        lines.append(f"complete -c rankproof -n '{seen}' -l {word.removeprefix('--')}")
    return "\n".join(lines) + "\n"


@guarded
def main(argv: Sequence[str] | None = None) -> int:
    """Print the script for the shell that was named."""
    words = list(argv or [])
    if not words or words[0] in ("-h", "--help"):
        say(USAGE)
        return 0 if words else 2
    if words[0] == "--version":
        say(f"rankproof {VERSION}")
        return 0
    if words[0].startswith("-"):
        raise Usage(f"completion has no option {words[0]!r}: it reads the name of one shell.")
    if len(words) > 1:
        raise Usage(f"completion reads the name of one shell: leave {words[1]!r} out.")
    if words[0] not in SHELLS:
        known = ", ".join(SHELLS)
        raise Usage(f"no shell is called {words[0]!r}: {known} are known.{close(words[0], SHELLS)}")
    say(script(words[0]), end="")
    return 0
