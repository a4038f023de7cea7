"""What may end a command, as far as it is expected: the guard shows the message and nothing else.

>>> issubclass(Mistake, Exception), issubclass(Undecided, Mistake)
(True, False)
"""

from __future__ import annotations


class Mistake(Exception):
    """What was given cannot be; the message says why and what to do."""


class Undecided(Exception):
    """No answer within what may be spent; the message says why."""
