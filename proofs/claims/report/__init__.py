"""The ledger as people and scripts read it, in one of the formats; pages are Markdown."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from proofs.claims.judge import Finding
from proofs.claims.report.pages import listed
from proofs.claims.report.show import as_csv, as_latex, as_text, json_text

FORMS: dict[str, Callable[[Sequence[Finding]], str]] = {
    "text": as_text,
    "json": json_text,
    "md": listed,
    "latex": as_latex,
    "csv": as_csv,
}
