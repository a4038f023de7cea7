"""Every kind of page as a picture: three widths, light and dark, to be looked at.

    python -m tests.screenshots --out DIR                  of a small atlas that is written first
    python -m tests.screenshots --out DIR --atlas ATLAS    of an atlas that was written before
    python -m tests.screenshots --out DIR --only cell,play --widths 390 --schemes dark
    python -m tests.screenshots --documents --atlas ATLAS  the pictures of docs/images, taken anew

DIR/NAME-WIDTH-SCHEME.png is a page, DIR/sheet-NAME.png its pictures side by side. The command fails
if a page has an error in its console, asks for anything elsewhere, or is wider than its window.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from proofs.explorer.live_pages import EXAMPLE
from tests.browser import launched, opened
from tests.documents import ROOT
from tests.proofs.explorer.conftest import LONG, Server, start

WIDTHS = {390: 844, 820: 1180, 1440: 900}
"""A telephone, a tablet, a desk: width and height of the window."""
SCHEMES = ("light", "dark")
TALLEST = 2600
IMAGES = "docs/images"
SMALL = {
    "--metrics": "mape,kendall,ndcg,p@2,ap@2,gp,kendall_top,kendall_w,footrule_pos,unweighted,"
    "similarity,cosine,cam,area_free",
    "--axioms": "ioi,symmetry,triangle,sensitivity,promotion,completeness,lattice,distributive,"
    "valuation,isotone,kendall_le_footrule,respects_partial_order,upper_bound_reached",
    "--orders": "rank_replacement,ops_all",
    "--papers": "toma",
    "--libraries": "scipy",
}
Act = Callable[[Any], object]


def nothing(page: Any) -> None:
    """Leave the page as it opens."""


@dataclass(frozen=True)
class Shot:
    """One kind of page: what it is called, where it is, and what is done there first."""

    name: str
    address: str
    act: Act = nothing
    live: bool = False


# What is done on a page --------------------------------------------------------------------------


def filtered(page: Any) -> None:
    """Choose two properties of the matrix."""
    page.select_option("#property", "symmetry")
    page.click("#filter button[type=submit]")
    page.select_option("#way", "lacks")
    page.select_option("#property", "triangle")
    page.click("#filter button[type=submit]")


def two_runs(page: Any) -> None:
    """Choose two runs of an order that are not comparable, and the values of a metric."""
    page.locator("#hasse .node[aria-label^='210']").click()
    page.locator("#hasse .node[aria-label^='121']").click()
    page.select_option("#values", index=1)


def searched(page: Any) -> None:
    """Search for two words."""
    page.fill("#query", "triangle kendall")


def played(page: Any) -> None:
    """Wait for the values."""
    page.wait_for_selector("#values[aria-busy=false] tr", timeout=60_000)


def crowded(page: Any) -> None:
    """Show twenty documents and a metric that is a formula."""
    page.fill("#size", "20")
    page.press("#size", "Tab")
    page.fill("#metric", EXAMPLE)
    page.click("#more button[type=submit]")
    page.wait_for_timeout(300)
    played(page)


def asking(axiom: str, subject: str, n: str = "2..4", more: str = "") -> Act:
    """Return what asks a question and waits for its answer."""

    def act(page: Any) -> None:
        page.fill("#axiom", axiom)
        page.fill("#subject", subject)
        page.fill("#n", n)
        page.fill("#parameters", more)
        page.click("#ask")
        page.wait_for_selector("#ask:not([disabled])", timeout=60_000)

    return act


def searching(page: Any) -> None:
    """Ask what takes minutes, and look while it is being answered."""
    page.fill("#axiom", LONG["axiom"])
    page.fill("#subject", LONG["subjects"][0])
    page.fill("#n", LONG["n"])
    page.click("#ask")
    page.wait_for_selector("#stop:not([disabled])", timeout=60_000)
    page.wait_for_timeout(1_500)


def drawn(order: str) -> Act:
    """Return what draws an order."""

    def act(page: Any) -> None:
        page.fill("#order", order)
        page.click("#draw")
        page.wait_for_selector("#draw:not([disabled])", timeout=60_000)
        page.wait_for_timeout(400)

    return act


def verified(before: str, after: str) -> Act:
    """Return what has a certificate verified, perhaps a forged one."""

    def act(page: Any) -> None:
        at = page.url.rpartition("/")[0]
        text = page.request.get(f"{at}/cells/rankings/ioi/mape.certificate.json").text()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "certificate.json"
            path.write_text(text.replace(before, after) if before else text, encoding="utf-8")
            page.set_input_files("#file", path)
            page.click("#verify")
            page.wait_for_selector("#verify:not([disabled])", timeout=60_000)

    return act


DOMAINS = ("lists", "orders", "runs", "tops", "weights", "inequalities", "labels", "aspects")
SHOTS = (
    Shot("start", "index.html"),
    Shot("matrix", "matrix/rankings.html"),
    Shot("matrix-filtered", "matrix/rankings.html", filtered),
    *(Shot(f"matrix-{one}", f"matrix/{one}.html") for one in (*DOMAINS, "heights")),
    Shot("cell-refuted", "cells/rankings/ioi/kendall.html"),
    Shot("cell-late", "cells/rankings/triangle/ndcg.html"),
    Shot("cell-holds-every-n", "cells/rankings/symmetry/kendall.html"),
    Shot("cell-swaps", "cells/rankings/sensitivity/mape.html"),
    Shot("cell-lists", "cells/lists/promotion/p-2.html"),
    Shot("cell-lists-refuted", "cells/lists/completeness/ap-2.html"),
    Shot("cell-tops", "cells/tops/triangle/kendall_top.html"),
    Shot("cell-orders", "cells/orders/distributive/ops_all.html"),
    Shot("cell-runs", "cells/runs/valuation/gp-on-rank_replacement.html"),
    Shot("cell-weights", "cells/weights/symmetry/kendall_w.html"),
    Shot("cell-weights-refuted", "cells/weights/ioi/kendall_w.html"),
    Shot("cell-costs", "cells/weights/sensitivity/footrule_pos.html"),
    Shot("cell-inequalities", "cells/inequalities/kendall_le_footrule/unweighted.html"),
    Shot("cell-similarities", "cells/inequalities/kendall_le_footrule/similarity.html"),
    Shot("cell-labels", "cells/labels/respects_partial_order/cosine.html"),
    Shot("cell-aspects", "cells/aspects/upper_bound_reached/cam-with-ap.html"),
    Shot("cell-heights", "cells/heights/ioi/area_free.html"),
    Shot("metrics", "metrics/index.html"),
    Shot("metric", "metrics/rankings/ndcg.html"),
    Shot("metric-lists", "metrics/lists/ap-2.html"),
    Shot("metric-labels", "metrics/labels/cosine.html"),
    Shot("axioms", "axioms/index.html"),
    Shot("axiom", "axioms/rankings/triangle.html"),
    Shot("orders", "orders/index.html"),
    Shot("order", "orders/rank_replacement.html"),
    Shot("order-chosen", "orders/rank_replacement.html", two_runs),
    Shot("papers", "papers/index.html"),
    Shot("paper", "papers/toma.html"),
    Shot("libraries", "libraries/index.html"),
    Shot("search", "search.html", searched),
    Shot("live-start", "", live=True),
    Shot("live-matrix", "matrix/labels.html", live=True),
    Shot("live-cell", "cells/labels/respects_partial_order/cosine.html", live=True),
    Shot("play", "play.html", played, live=True),
    Shot("play-twenty", "play.html", crowded, live=True),
    Shot("play-lists", "play.html#lists", played, live=True),
    Shot("ask", "ask.html", live=True),
    Shot("ask-refuted", "ask.html", asking("ioi", "= sum(i, 1, n, sigma(i))"), live=True),
    Shot("ask-holds", "ask.html", asking("symmetry", "kendall", "all"), live=True),
    Shot("ask-list", "ask.html", asking("promotion", "ndcg@2", "2..3", "c=2"), live=True),
    Shot("ask-mistake", "ask.html", asking("ioi", "= sum(i, 1, n, sigma(i)"), live=True),
    Shot("ask-running", "ask.html", searching, live=True),
    Shot("diagram", "diagram.html", drawn("= forall i: r(i) <= s(i)"), live=True),
    Shot("diagram-mistake", "diagram.html", drawn("= forall i: r(i) <= "), live=True),
    Shot("verify", "certificate.html", live=True),
    Shot("verify-accepted", "certificate.html", verified("", ""), live=True),
    Shot("verify-forged", "certificate.html", verified("refuted", "holds"), live=True),
    Shot("no-such-page", "cells/none.html", live=True),
    Shot("cell-documented", "cells/rankings/ioi/ndcg.html"),
    Shot("ask-documented", "ask.html", asking("triangle", EXAMPLE), live=True),
)


DOCUMENTED = {
    "atlas-matrix": ("matrix-filtered", 1100, 900, "light"),
    "atlas-cell": ("cell-documented", 1100, 900, "light"),
    "atlas-order": ("order-chosen", 1100, 1100, "dark"),
    "atlas-telephone": ("cell-documented", 390, 780, "light"),
    "explore-play": ("play", 1050, 860, "light"),
    "explore-ask": ("ask-documented", 1050, 860, "light"),
    "explore-list-dark": ("play-lists", 1050, 740, "dark"),
}
"""The pictures of the documents: which page, the size of the window, and the colours."""


# Pictures ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Taken:
    """Pictures that were taken, and what was wrong with their pages."""

    folder: Path
    atlas: Path
    server: Server | None

    def home(self, shot: Shot) -> str:
        """Return where the pages of a shot are."""
        if not shot.live:
            return f"{self.atlas.as_uri()}/"
        assert self.server is not None
        return self.server.address

    def document(self, browser: Any, name: str) -> None:
        """Take a picture of the documents: what a window of its size shows."""
        called, width, height, scheme = DOCUMENTED[name]
        shot = next(one for one in SHOTS if one.name == called)
        home = self.home(shot)
        with opened(browser, home, color_scheme=scheme) as page:
            page.set_viewport_size({"width": width, "height": height})
            page.goto(home + shot.address)
            shot.act(page)
            page.wait_for_timeout(900)  # until what has changed is no longer marked
            page.screenshot(path=self.folder / f"{name}.png")

    def take(self, browser: Any, shot: Shot, width: int, scheme: str) -> list[str]:
        """Take one picture; return what is wrong."""
        home = self.home(shot)
        wrong: list[str] = []
        try:
            with opened(browser, home, color_scheme=scheme) as page:
                page.set_viewport_size({"width": width, "height": WIDTHS[width]})
                page.goto(home + shot.address)
                shot.act(page)
                page.wait_for_timeout(150)
                over, tall = page.evaluate(
                    "[document.documentElement.scrollWidth - innerWidth,"
                    " document.documentElement.scrollHeight]"
                )
                if over > 0:
                    wrong.append(f"{over} pixels too wide")
                area = {"x": 0, "y": 0, "width": width, "height": min(tall, TALLEST)}
                path = self.folder / f"{shot.name}-{width}-{scheme}.png"
                page.screenshot(path=path, full_page=True, clip=area)
                if page.locator("#stop:not([disabled])").count():
                    page.click("#stop")
                    page.wait_for_selector("#stop[disabled]", timeout=60_000)
        except AssertionError as problem:
            wrong.append(str(problem))
        told = [one for one in wrong if "404" not in one or shot.name != "no-such-page"]
        return [f"{shot.name}, {width}, {scheme}: {one}" for one in told]

    def sheet(self, browser: Any, shot: Shot) -> None:
        """Put the pictures of a shot side by side."""
        paths = sorted(self.folder.glob(f"{shot.name}-*.png"), key=lambda one: _order(one.stem))
        own = [one for one in paths if re.fullmatch(rf"{shot.name}-\d+-\w+", one.stem)]
        page = browser.new_page(viewport={"width": 1600, "height": 400})
        images = "".join(f'<img src="{one.as_uri()}">' for one in own)
        style = "img{width:calc(var(--w)*1px);margin:6px;border:1px solid #888;vertical-align:top}"
        path = self.folder / "sheet.html"
        path.write_text(f"<style>:root{{--w:360}}{style}</style>{images}", encoding="utf-8")
        page.goto(path.as_uri())
        page.screenshot(path=self.folder / f"sheet-{shot.name}.png", full_page=True)
        path.unlink()
        page.close()


def _order(stem: str) -> tuple[str, int]:
    _, width, scheme = stem.rsplit("-", 2)
    return scheme, -int(width)


@contextmanager
def an_atlas(given: str | None) -> Iterator[Path]:
    """Have an atlas: the one that was named, or a small one."""
    from proofs.atlas import main as write_atlas

    if given is not None:
        yield Path(given).resolve()
        return
    with tempfile.TemporaryDirectory() as folder:
        words = [word for pair in SMALL.items() for word in pair]
        if write_atlas(["--out", f"{folder}/atlas", *words, "--quiet"]) != 0:
            raise SystemExit("no atlas could be written")
        yield Path(folder).resolve() / "atlas"


@contextmanager
def a_server(wanted: bool) -> Iterator[Server | None]:
    """Have a server while it is needed."""
    if not wanted:
        yield None
        return
    server = start("--timeout", "60")
    try:
        yield server
    finally:
        server.process.terminate()
        server.process.wait(20)


def _documented(given: str | None) -> int:
    """Take the pictures of the documents anew."""
    with an_atlas(given) as atlas, a_server(True) as server, launched() as browser:
        taken = Taken(ROOT / IMAGES, atlas, server)
        for name in DOCUMENTED:
            taken.document(browser, name)
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Take the pictures; return the exit code."""
    parser = argparse.ArgumentParser(prog="tests.screenshots", description=__doc__)
    parser.add_argument("--out", type=Path, help="where the pictures go")
    parser.add_argument("--documents", action="store_true", help=f"those of {IMAGES}")
    parser.add_argument("--atlas", help="an atlas that was written before")
    parser.add_argument("--only", help="names of pages, or how they begin")
    parser.add_argument("--widths", default=",".join(map(str, WIDTHS)))
    parser.add_argument("--schemes", default=",".join(SCHEMES))
    arguments = parser.parse_args(argv)
    if arguments.documents:
        return _documented(arguments.atlas)
    if arguments.out is None:
        parser.error("where to? Name a folder: --out pictures.")
    begins = tuple((arguments.only or "").split(","))
    shots = [shot for shot in SHOTS if shot.name.startswith(begins)]
    arguments.out.mkdir(parents=True, exist_ok=True)
    wrong: list[str] = []
    with (
        an_atlas(arguments.atlas) as atlas,
        a_server(any(shot.live for shot in shots)) as server,
        launched() as browser,
    ):
        taken = Taken(arguments.out.resolve(), atlas, server)
        for shot in shots:
            for scheme in arguments.schemes.split(","):
                for width in map(int, arguments.widths.split(",")):
                    wrong += taken.take(browser, shot, width, scheme)
            taken.sheet(browser, shot)
    print("\n".join(wrong) or f"{len(shots)} kinds of pages in {arguments.out}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
