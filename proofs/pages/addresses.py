"""Where pages are: addresses that stay the same from one atlas to the next.

>>> cell("lists", "promotion", "ndcg(gain=exp)@3")
'cells/lists/promotion/ndcg-gain-exp-3.html'
"""

from __future__ import annotations

import re


def slug(name: str) -> str:
    """Return a name as a part of an address: letters, digits, _ and -.

    >>> slug("ndcg@2"), slug("../x"), slug("≤")
    ('ndcg-2', 'x', 'x')
    """
    return re.sub(r"[^A-Za-z0-9_]+", "-", name).strip("-") or "x"


def matrix(domain: str) -> str:
    """Return the address of the metrics × axioms of a domain."""
    return f"matrix/{slug(domain)}.html"


def cell(domain: str, axiom: str, subject: str) -> str:
    """Return the address of one answer."""
    return f"cells/{slug(domain)}/{slug(axiom)}/{slug(subject)}.html"


def metric(domain: str, name: str) -> str:
    """Return the address of a metric's page."""
    return f"metrics/{slug(domain)}/{slug(name)}.html"


def axiom(domain: str, name: str) -> str:
    """Return the address of an axiom's page."""
    return f"axioms/{slug(domain)}/{slug(name)}.html"


def order(name: str) -> str:
    """Return the address of an order's page."""
    return f"orders/{slug(name)}.html"


def claim(paper: str, key: str) -> str:
    """Return the address of a claim on the page of its paper."""
    return f"papers/{slug(paper)}.html#{slug(key)}"
