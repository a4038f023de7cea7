"""What may end a command, as far as it is expected: the guard shows the message and nothing else.

>>> issubclass(Mistake, Exception), issubclass(Undecided, Mistake)
(True, False)
"""

from __future__ import annotations


class Mistake(Exception):
    """What was given cannot be; the message says why and what to do.

    `picture` are lines that are shown below the message: a text, and a mark at a place of it.
    """

    picture = ""

    @property
    def message(self) -> str:
        """The message without the lines below it."""
        return str(self).removesuffix(self.picture).rstrip("\n")


class Undecided(Exception):
    """No answer within what may be spent; the message says why."""
