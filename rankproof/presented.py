"""What shows itself: as a report in a terminal, in one line for a debugger, in a notebook.

A class says how it is told in each form; the methods that Python and Jupyter look for are here.
HTML sets no colour but where a word has its own background, so that it can be read on light and
on dark pages; everything in it is escaped.

>>> print(card("HOLDS", "1 < 2", [("asked", "is 1 < 2?")]).count("&lt;"))
2
"""

from __future__ import annotations

import html
import os
import re
import sys
from collections.abc import Iterable, Mapping
from functools import partial

COLOURS = {
    "HOLDS": "#1a7f37",
    "REFUTED": "#b42318",
    "UNDECIDED": "#8a5a00",
    "UNDEFINED": "#8a5a00",
    "ACCEPTED": "#1a7f37",
    "REJECTED": "#b42318",
    "CONFIRMED": "#1a7f37",
    "SUPPORTED": "#1a7f37",
    "CORRECTED": "#8a5a00",
    "ILL-DEFINED": "#8a5a00",
}
BADGE = "color:#fff;background:{};padding:.1em .5em;border-radius:.3em;font-weight:600"
LABEL = "text-align:left;vertical-align:top;padding:.1em 1em .1em 0;opacity:.7;font-weight:normal"
CELL = "text-align:left;vertical-align:top;padding:.1em 0;white-space:pre-wrap"


class Presented:
    """A thing that can be told as text, in one line, as HTML, as Markdown and as LaTeX."""

    def told(self, form: str) -> str:
        """Return it in one of the forms: text, line, html, md, latex."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self.told("text")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.told('line')}>"

    def _repr_html_(self) -> str:
        return self.told("html")

    def _repr_markdown_(self) -> str:
        return self.told("md")

    def _repr_latex_(self) -> str:
        return self.told("latex")


def card(word: str, heading: str, rows: Iterable[tuple[str, str]]) -> str:
    """Return a heading with its word, and named lines below it, as HTML."""
    badge = f"<span style='{BADGE.format(COLOURS[word])}'>{word}</span> " if word in COLOURS else ""
    lines = "".join(
        f"<tr style='background:none'><th scope='row' style='{LABEL}'>{html.escape(name)}</th>"
        f"<td style='{CELL}'>{html.escape(text)}</td></tr>"
        for name, text in rows
    )
    return (
        f"<div class='rankproof'><p>{badge}<strong>{html.escape(heading)}</strong></p>"
        f"<table style='border-collapse:collapse;border:none'><tbody>{lines}</tbody></table></div>"
    )


# Colour in a terminal ----------------------------------------------------------------------------

INKS = {"#1a7f37": "32", "#b42318": "31", "#8a5a00": "33"}
WORD = re.compile(rf"\A({'|'.join(COLOURS)})\b")
NAME = re.compile(r"^  (\S[^\n]{0,8}\S|\S)(?=  )", re.MULTILINE)
GOOD, BAD = re.compile(r"✓[^\s│]*"), re.compile(r"✗[^\s│]*")


def coloured(environment: Mapping[str, str], terminal: bool) -> bool:
    """Tell whether colour is wanted: in a terminal, unless NO_COLOR; elsewhere with FORCE_COLOR.

    >>> coloured({}, True), coloured({"NO_COLOR": "1", "FORCE_COLOR": "1"}, True)
    (True, False)
    >>> coloured({}, False), coloured({"FORCE_COLOR": "1"}, False), coloured({"TERM": "dumb"}, True)
    (False, True, False)
    """
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return terminal and environment.get("TERM") != "dumb"


def painted(text: str, signs: bool = False) -> str:
    """Return a report as standard output shows it: its word coloured, names dim, signs too."""
    if not coloured(os.environ, sys.stdout is not None and sys.stdout.isatty()):
        return text
    if signs:
        return BAD.sub(partial(_ink, "31"), GOOD.sub(partial(_ink, "32"), text))
    text = NAME.sub(lambda at: f"  {_ink('2', at[1])}", text)
    return WORD.sub(lambda at: _ink(f"1;{INKS[COLOURS[at[1]]]}", at[1]), text)


def _ink(code: str, what: str | re.Match[str]) -> str:
    return f"\033[{code}m{what if isinstance(what, str) else what[0]}\033[0m"
