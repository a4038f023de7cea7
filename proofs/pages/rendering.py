"""One page from plain data, by the template of its kind; everything is escaped.

A page knows its address, so that all its links are relative: the same text works from a folder of
files and from any web server. What a template names and was not given is an error.

>>> page = Page("metrics/rankings/dcg.html", "message", "DCG <b>", {"text": "a < b"})
>>> text = rendered(page, Site())
>>> "DCG &lt;b&gt;" in text, "a &lt; b" in text, 'href="../../static/atlas.css"' in text
(True, True, True)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rankproof.line.failures import Mistake
from rankproof.line.version import VERSION

if TYPE_CHECKING:
    from jinja2 import Environment

HOME = Path(__file__).parent
MISSING = "pages need the extra web: pip install 'rankproof[web]' ({name} is not installed)."
POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; object-src 'none'"
"""The content security policy of every page: nothing inline, nothing from elsewhere."""
FONT = "static/stix-two-math.ttf"


@dataclass(frozen=True)
class Page:
    """One page: where it is, which template shows it, its title and what the template reads.

    What is read may be found when the page is rendered; `words` are what a search finds it by, and
    `places` are found within it: title, name of the place, words of each.
    """

    address: str
    kind: str
    title: str
    data: Mapping[str, Any] | Callable[[], Mapping[str, Any]] = field(default_factory=dict)
    scripts: tuple[str, ...] = ()
    about: str = ""
    words: str = ""
    places: Callable[[], Sequence[tuple[str, str, str]]] = tuple

    def content(self) -> Mapping[str, Any]:
        """Return what the template reads."""
        return self.data() if callable(self.data) else self.data


Entry = tuple[str, str, str]
ENTRIES: dict[str, Entry] = {
    "matrix": (
        "Metrics × axioms",
        "matrix/rankings.html",
        "Which metric has which property; filter, and open a cell.",
    ),
    "metrics": (
        "Metrics",
        "metrics/index.html",
        "Formula, source, all verdicts, and the metrics nearest to it.",
    ),
    "axioms": ("Axioms", "axioms/index.html", "What each says, who has it, and what it implies."),
    "orders": (
        "Orders",
        "orders/index.html",
        "Hasse diagrams of judged runs: choose two and see their join.",
    ),
    "papers": ("Papers", "papers/index.html", "What five papers say, and whether it is true."),
    "libraries": (
        "Libraries",
        "libraries/index.html",
        "What the measures of libraries compute, and where they differ.",
    ),
}
"""What the navigation leads to: title, address, and what is shown there."""
SEARCH = ("Search", "search.html")


@dataclass(frozen=True)
class Site:
    """What all pages share: the entries of the navigation, and whether a server shows them."""

    navigation: tuple[tuple[str, str], ...] = (*(one[:2] for one in ENTRIES.values()), SEARCH)
    served: bool = False


def rendered(page: Page, site: Site) -> str:
    """Return a page as HTML."""
    root = "../" * page.address.count("/")
    template = environment().get_template(f"{page.kind}.html")
    return template.render(
        **{"about": page.about, **page.content()},
        page=page,
        site=site,
        root=root,
        to=lambda address: root + address,
        version=VERSION,
        policy=POLICY,
    )


@cache
def environment() -> Environment:
    """Return Jinja with our templates: autoescape on, unknown names are errors."""
    try:
        import jinja2
    except ImportError as problem:
        raise Mistake(MISSING.format(name=problem.name)) from None
    from proofs.pages.content.wording import breakable, powers
    from proofs.pages.exact import exact_mathematics
    from proofs.pages.mathematics import mathematics, statement

    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HOME / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["mathematics"] = mathematics
    made.filters["statement"] = statement
    made.filters["exact"] = exact_mathematics
    made.filters["powers"] = powers
    made.filters["breakable"] = breakable
    return made


def assets() -> dict[str, bytes]:
    """Return the files that all pages load, by address: styles, scripts, the font of formulas."""
    found = {
        f"static/{path.name}": path.read_bytes() for path in sorted((HOME / "static").iterdir())
    }
    return found | {FONT: _font()}


def _font() -> bytes:
    """Return the font of formulas as the package ziamath ships it."""
    from importlib.util import find_spec

    found = find_spec("ziamath")
    if found is None or found.origin is None:
        raise Mistake(MISSING.format(name="ziamath"))
    return (Path(found.origin).parent / "fonts" / "STIXTwoMath-Regular.ttf").read_bytes()
