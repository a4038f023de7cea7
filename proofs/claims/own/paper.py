"""A paper of one's own: a reviewer's list of claims in a file, judged by the ledger's rules.

The file is that of a paper, with less to write: ``paper``, ``title``, ``place``, ``found`` and
``verdict`` may be left out, and ``holds = [["symmetry", "mine"]]`` and ``fails = [["ioi", "dcg"]]``
stand for questions. A verdict that is not written down is computed and pinned to nothing. Metrics,
axioms and orders of one's own stand in the same file, as --using reads them.

>>> paper = paper_of({"claim": {"first": {"says": "It is.", "holds": [["ioi", "dcg"]]}}}, "my.toml")
>>> paper.key, paper.claims[0].evidence[0].subjects
('my', ('dcg',))
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lattice.declared.files import PARAMETER, from_python, tables
from lattice.declared.kinds import READERS
from metrics.naming import BadInput
from proofs.claims.claim import FAILS, HOLDS, Ask, Claim, Imply
from proofs.claims.fields import LIST, insist_kind, insist_number, refuse
from proofs.claims.read import Paper, read_head
from rankproof.line.files import read_small

ENDINGS = (".toml", ".py")
SHORT = {"holds": HOLDS, "fails": FAILS}
LEFT_OUT = {"place": "as stated", "found": "", "verdict": ""}


def is_file(name: str) -> bool:
    """Tell whether a name is that of a file, and not of a paper or claim of ours."""
    return name.endswith(ENDINGS)


def own_paper(path: str) -> Paper:
    """Return the paper that a file describes: TOML that is read, or Python that is imported."""
    if path.endswith(".py"):
        return _of_python(path)
    return paper_of(tables(read_small(path), path), path)


def paper_of(content: Mapping[str, Any], path: str) -> Paper:
    """Return the paper that the tables of a file describe."""
    head = {name: value for name, value in content.items() if name not in (*READERS, PARAMETER)}
    if not head.get("claim"):
        raise BadInput(f"{path} has no claims: write [claim.NAME] with says and holds.")
    key = re.sub(r"\W", "_", Path(path).stem)
    head = {"paper": key, "title": key, **head}
    insist_kind(head["claim"], "a table", f"{path}: claim")
    head["claim"] = {
        name: _spelled(fields, f"{path}: claim {name!r}") if isinstance(fields, dict) else fields
        for name, fields in head["claim"].items()
    }
    return read_head(head, path)


def _spelled(fields: dict[str, Any], where: str) -> dict[str, Any]:
    """Return a claim with what was left out, and with questions for its short forms."""
    questions = []
    for field, says in SHORT.items():
        listed = fields.get(field, [])
        insist_kind(listed, LIST, f"{where}, {field}")
        for entry in listed:
            insist_kind(entry, LIST, f"{where}, {field}")
            if len(entry) < 2 or not all(isinstance(name, str) for name in entry):
                refuse(where, f'{field} lists an axiom and its subjects, as [["ioi", "dcg"]]')
            axiom, *subjects = entry
            of = subjects[0] if len(subjects) == 1 else subjects
            questions.append({"ask": axiom, "of": of, "says": says})
    rest = {name: value for name, value in fields.items() if name not in SHORT}
    insist_kind(rest.get("evidence", []), LIST, f"{where}, evidence")
    return {**LEFT_OUT, **rest, "evidence": [*questions, *rest.get("evidence", [])]}


def insist_known(paper: Paper, path: str) -> None:
    """Refuse names that nothing is called by, before anything is asked."""
    from axioms import find_axiom
    from proofs.core.posing import readable
    from proofs.script.free_metric import check_axiom

    for claim in paper.claims:
        for question in claim.evidence:
            try:
                if isinstance(question, Ask):
                    readable(question.axiom, question.subjects)
                elif isinstance(question, Imply):
                    for name in (*question.premises, question.conclusion):
                        check_axiom(find_axiom(name))
            except BadInput as problem:
                raise BadInput(f"{path}: claim {claim.name!r}: {problem}") from None


def _of_python(path: str) -> Paper:
    """Return the claims that a Python file makes: the user's own program, imported as such."""
    from_python(path)
    module = sys.modules[f"using_{Path(path).stem}"]
    claims = tuple(value for value in vars(module).values() if isinstance(value, Claim))
    if not claims:
        raise BadInput(f"{path} has no claims: make some with rankproof.Claim.")
    for claim in claims:
        for one in claim.evidence:
            if isinstance(one, Ask) and one.says not in SHORT.values():
                insist_number(one.says, f"{path}: claim {claim.name!r}, says")
    keys = {claim.paper for claim in claims}
    if len(keys) > 1:
        raise BadInput(f"{path} has claims of {len(keys)} papers: {', '.join(sorted(keys))}.")
    title = (module.__doc__ or claims[0].paper).strip().splitlines()[0]
    return Paper(claims[0].paper, title, {}, claims)
