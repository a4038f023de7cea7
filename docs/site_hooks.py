"""What MkDocs does with these pages beyond Markdown.

Notebooks become pages with their stored outputs; documents that lie outside of docs/ become pages
under project/; links to other files of the repository become plain names.
"""

from __future__ import annotations

import json
import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parent.parent
PROJECT = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "FINDINGS.md")
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s]+)\)")
LISTED = re.compile(r"^\[([^\]]+)\]: (\S+)$", flags=re.M)


def on_files(files: Any, config: Any) -> Any:
    """Add the notebooks and the documents outside of docs/ as pages."""
    for path in sorted((ROOT / "docs" / "notebooks").glob("*.ipynb")):
        place = f"notebooks/{path.stem}.md"
        files.append(File.generated(config, place, content=of_notebook(path)))
    for name in PROJECT:
        content = (ROOT / name).read_text(encoding="utf-8")
        made = File.generated(config, f"project/{name}", content=content)
        made.inclusion = made.inclusion.NOT_IN_NAV
        files.append(made)
    return files


def of_notebook(path: Path) -> str:
    """Return a notebook as Markdown: texts, code, and what it shows."""
    parts = []
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        text = "".join(cell["source"])
        parts.append(text if cell["cell_type"] == "markdown" else f"```python\n{text}\n```")
        parts += [shown for output in cell.get("outputs", []) if (shown := of_output(output))]
    return "\n\n".join(parts) + "\n"


def of_output(output: dict[str, Any]) -> str:
    """Return what a cell shows: a picture, HTML, or text."""
    data = output.get("data", {})
    for kind in ("image/svg+xml", "text/html"):
        if kind in data:
            body = "".join(data[kind])
            body = body[body.index("<svg") :] if "<svg" in body else body
            return "<div>" + re.sub(r"\n\s*", "\n", body).replace("\n\n", "\n") + "</div>"
    text = "".join(output.get("text") or data.get("text/plain", ""))
    return f"```text\n{text.rstrip()}\n```" if text else ""


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Let links lead to the pages that the site has; others become plain names."""
    source = page.file.src_uri
    folder = "" if source.startswith("project/") else "docs/" + posixpath.dirname(source)

    def moved(target: str) -> str | None:
        path, mark, anchor = target.partition("#")
        if "://" in path or not path:
            return target
        inside = posixpath.normpath(posixpath.join(folder, path))
        if inside in PROJECT:
            place = f"project/{inside}"
        elif inside.startswith("docs/"):
            place = inside.removeprefix("docs/").replace(".ipynb", ".md")
        else:
            return None
        return posixpath.relpath(place, posixpath.dirname(source) or ".") + mark + anchor

    def linked(found: re.Match[str]) -> str:
        to = moved(found[2])
        return found[1] if to is None else f"[{found[1]}]({to})"

    def listed(found: re.Match[str]) -> str:
        to = moved(found[2])
        return "" if to is None else f"[{found[1]}]: {to}"

    return LISTED.sub(listed, LINK.sub(linked, markdown))
