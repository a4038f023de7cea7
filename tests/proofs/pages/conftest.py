"""A small atlas, written once, with a metric whose title is hostile."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from proofs.atlas import main
from tests.browser import launched

MINE = """\
[metric.mine]
title = '"><script>alert(1)</script><img src=x onerror=alert(2)>'
value = "sum(i, 1, n, abs(sigma(i) - tau(i))^3)"
higher_is_better = false
source = "</script><script>alert(3)</script>"
"""
CHOSEN = {
    "--metrics": "mape,kendall,mine,p@2,ap@2,gp",
    "--axioms": "ioi,symmetry,triangle,promotion,completeness,lattice,valuation",
    "--orders": "rank_replacement",
    "--papers": "toma",
    "--libraries": "scipy",
}


@pytest.fixture(scope="session")
def atlas(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the atlas."""
    place = tmp_path_factory.getbasetemp()
    place = (place.parent if os.environ.get("PYTEST_XDIST_WORKER") else place) / "pages"
    own, folder = place / "mine.toml", place / "atlas"
    try:
        place.mkdir()
    except FileExistsError:  # another process of the tests writes it
        while not folder.is_dir():
            assert not (place / "failed").exists()
            time.sleep(0.2)
        return folder
    own.write_text(MINE, encoding="utf-8")
    options = [word for pair in CHOSEN.items() for word in pair]
    said = main(["--out", str(folder), *options, "--using", str(own), "--jobs", "1", "--quiet"])
    if said != 0:
        (place / "failed").touch()
    assert said == 0
    return folder


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A browser, shared by the tests."""
    with launched() as found:
        yield found
