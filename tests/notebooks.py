"""The notebooks under docs/notebooks: they are executed, and stored with what they show.

python -m tests.documents        executes them and writes them anew
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from rankproof.line.files import write
from tests.documents import ROOT, timeless

FOLDER = ROOT / "docs" / "notebooks"
SECONDS = 120


def notebooks() -> list[Path]:
    """Return the notebooks."""
    return sorted(FOLDER.glob("*.ipynb"))


def executed(path: Path) -> Any:
    """Run a notebook in an empty folder, as a reader would; return it with its outputs."""
    import nbformat
    from nbclient import NotebookClient

    read = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "metrics").mkdir()
        own = {"RANKPROOF_CACHE": os.path.join(folder, "cache"), "COLUMNS": "100"}
        with mock.patch.dict(os.environ, own):
            NotebookClient(
                read,
                timeout=SECONDS,
                kernel_name="python3",
                resources={"metadata": {"path": folder}},
                record_timing=False,
                coalesce_streams=True,
            ).execute()
    read.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    return read


def shown(notebook: Any) -> Iterator[str]:
    """Yield what each cell of a notebook shows as text, without times."""
    for cell in notebook["cells"]:
        texts = (
            output.get("text") or output.get("data", {}).get("text/plain", "")
            for output in cell.get("outputs", [])
        )
        yield timeless("".join("".join(text) for text in texts))


def renew() -> Iterator[str]:
    """Execute all notebooks and write those that show something new; yield their names."""
    for path in notebooks():
        old = json.loads(path.read_text(encoding="utf-8"))
        new = executed(path)
        if list(shown(old)) != list(shown(new)) or not any(shown(old)):
            write(str(path), json.dumps(new, ensure_ascii=False, indent=1) + "\n")
            yield path.name
