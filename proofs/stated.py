"""What a certificate states must fit its own question: parameters, scope and part.

Checks of witnesses and derivations speak of the question that a certificate names; here the rest
of its fields is held against that question, so that nothing can be claimed beside it.
"""

from __future__ import annotations

from typing import Any

from proofs.verify import Rejected


def insist_stated(said: dict[str, Any], question: Any) -> None:
    """Insist that a verdict's fields are those of its question, and that its scope can be."""
    from proofs.report import parameters_shown

    ours = {
        "subject": [subject.name for subject in question.subjects],
        "order": question.order,
        "parameters": parameters_shown(question),
        "convention": question.convention,
    }
    for name, value in ours.items():
        if said[name] != value:
            raise Rejected(f"{name} is {said[name]}, and the question has {value}")
    if said["status"] in ("holds", "refuted"):
        _insist_scope(said, question.n)


def _insist_scope(said: dict[str, Any], n: int) -> None:
    scope = said["scope"]
    sizes, fails = scope["n"], scope["first_failing_n"]
    if said["status"] == "refuted" and fails != n:
        raise Rejected("the witness belongs to another n than the one that fails")
    if said["status"] == "holds" and fails is not None:
        raise Rejected("a verdict that holds fails at no n")
    if said["status"] == "holds" and "part" in said:
        raise Rejected("a verdict that holds has no part that fails")
    if scope["all"] and said["status"] == "holds":
        possible = sizes == [] and scope["from"] == 1
    elif scope["all"]:
        possible = sizes[-1:] == [n] and scope["from"] == n
    else:
        possible = sizes[-1:] == [n] and "from" not in scope
    if not possible or len(set(sizes)) != len(sizes):
        raise Rejected(f"the scope {scope} cannot be that of a verdict at n = {n}")


def insist_part(said: dict[str, Any], question: Any, statement: Any) -> None:
    """Insist that the part that fails is named where there are several, and only there."""
    part = statement.name if len(question.asked.parts) > 1 else None
    if said.get("part") != part:
        raise Rejected(f"the part {said.get('part')!r} is not the one that fails")


def insist_entries(said: dict[str, Any], known: set[str]) -> None:
    """Insist that a witness has exactly the entries that are known."""
    if set(said["witness"]) != known:
        raise Rejected(f"the witness names {sorted(said['witness'])}, not {sorted(known)}")
