"""Every command with arguments that give a short answer, and how to start it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
ANSWERS = {
    "proofs.check": "ioi dcg --n 3",
    "proofs.value": "kendall --ranking 2,1 --reference 1,2",
    "proofs.table": "properties --n 2 --metrics mae --axioms ioi",
    "proofs.implies": "symmetry symmetry --n 2",
    "proofs.verify": "{certificate}",
    "proofs.judge": "statistics:correlation --call rankings --docs 2",
    "proofs.compare": "statistics:correlation spearman --call rankings --docs 2",
    "proofs.identify": "statistics:correlation --call rankings --docs 2",
    "proofs.curves": "--reference a,b --ranking b,a",
    "proofs.claims": "group.not_commutative --jobs 1",
    "lattice.draw": "set_replacement --n 2 --c 1",
    "proofs.command": "check ioi dcg --n 3",
}
COMMANDS = tuple(ANSWERS)
SUBCOMMANDS = tuple(name for name in COMMANDS if name != "proofs.command")


def environment(*first: Path, **more: str) -> dict[str, str]:
    """Return an environment in which our packages are found, after some folders."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, [*first, ROOT])), **more}


def started(command: str, *arguments: str, **settings: Any) -> subprocess.Popen[str]:
    """Start a command in a process of its own."""
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": environment()}
    line = [sys.executable, "-m", command, *arguments]
    return subprocess.Popen(line, text=True, cwd=ROOT, **{**streams, **settings})


def ended(command: str, *arguments: str, **settings: Any) -> tuple[int, str, str]:
    """Run a command to its end; return the exit code and what it printed."""
    process = started(command, *arguments, **settings)
    out, err = process.communicate(timeout=300)
    return process.returncode, out or "", err or ""


def fields(pid: int | str) -> list[str]:
    """Return what Linux says of a process, from its state on."""
    with open(f"/proc/{pid}/stat") as file:
        return file.read().rsplit(")", 1)[1].split()


def computed(session: int) -> float:
    """Return the seconds that the processes of a session have computed, on Linux."""
    ticks = 0
    for name in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError):
            found = fields(name)
            ticks += (int(found[11]) + int(found[12])) * (int(found[3]) == session)
    return ticks / os.sysconf("SC_CLK_TCK")


def in_shell(line: str) -> tuple[int, str, str]:
    """Run a line of shell in which $PY starts Python."""
    found = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {line}"],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env=environment(PY=sys.executable),
        timeout=300,
    )
    return found.returncode, found.stdout, found.stderr


def certificate(folder: Path) -> Path:
    """Write a small certificate."""
    from proofs import VERSION, ask
    from proofs.report.certificate import certificate as made

    path = folder / "certificate.json"
    path.write_text(json.dumps(made(ask("symmetry", "mape", n=3), VERSION)), encoding="utf-8")
    return path
