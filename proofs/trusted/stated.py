"""What a certificate states must be what its own question says, printed again by us.

Why it is right. Checks of witnesses and derivations speak of the question that a certificate names;
here the rest of its fields is compared with what that question says, as text, so that nothing can
be claimed beside it. How a verdict was found (engine, times, notes) is no part of a certificate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from axioms.axiom import Axiom, Quantity
from axioms.language.formula import Scaled
from lattice.declared.catalogue import ours as named
from lattice.declared.kinds import READERS
from metrics.language.domains import COLLECTIONS, LABELS, LISTS, RANKINGS, RUNS, TOPS
from metrics.language.given import FREE
from metrics.language.parameters import CUTOFFS, PARAMETERS
from metrics.metric import Metric
from proofs.core.posed.lists import asked_of
from proofs.core.posing import questions_about
from proofs.core.question import EVERY, Question
from proofs.core.whose import declarations
from proofs.script.sealing import definitions
from proofs.trusted.untrusted import Rejected, one_of, same, shown, whole

LARGEST_C = 100
SUBJECTS = ("metric", "order", "distance", "measure", "approach")


def posed(
    said: dict[str, Any],
    declared: Sequence[dict[str, Any]] = (),
    about: type[Axiom] | type[Quantity] = Axiom,
) -> Question:
    """Return the question that a certificate is about, posed again from what it states.

    What the certificate itself declares is read from its text fields, by the strict reader.
    """
    own = declared_by(declared)
    subjects = [
        next((own.pop((kind, name)) for kind in SUBJECTS if (kind, name) in own), name)
        for name in said["subject"]
    ]
    ranked = None if said["convention"] is None else "rankings"
    asked = own.pop(("axiom", said["axiom"]), None)
    if asked is None:
        asked = asked_of(said["axiom"], subjects, said.get("domain", ranked))
    if not isinstance(asked, about):
        which = ("property", "number") if about is Axiom else ("number", "property")
        raise Rejected(f"the certificate is one of a {which[0]}, and {asked.name} is a {which[1]}")
    given = dict(said["parameters"])
    n, every_c = given.pop("n"), given.get("c") == "all"
    open_ended = {name: given.pop(name) for name in CUTOFFS if given.get(name) == EVERY}
    if every_c and "gains" in given:
        raise Rejected("gains belong to the grades of one c, and it says every c")
    if every_c:
        given["c"] = 2
    if "c" in given:
        whole(1, LARGEST_C)("c", given["c"])
    if said["order"] is not None:
        given["order"] = own.pop(("order", said["order"]), said["order"])
    for kind in ("measure", "distance"):
        if (kind, given.get(kind)) in own:
            given[kind] = own.pop((kind, given[kind]))
    for kind, name in own:
        raise Rejected(f"it declares the {kind} {name}, which nothing speaks of")
    every_n = bool(open_ended) or (said["scope"]["all"] and said["status"] == "holds")
    sizes = None if every_n and asked.domain is RANKINGS else [n]
    (question,), _ = questions_about(asked, subjects, sizes, given, said["convention"])
    wanted = "k" if "k" in question.reads else "j"
    if open_ended and (set(open_ended) != {wanted} or wanted not in question.reads):
        raise Rejected(f"a verdict for every cut-off says so of {wanted}")
    if open_ended and question.domain is not RANKINGS:
        raise Rejected(f"a verdict for every cut-off is none about {question.domain.name}")
    parameters = {**question.parameters, **open_ended}
    return replace(question, n=n, parameters=parameters, every_c=every_c, every_n=bool(open_ended))


def insist_values(found: Any, said: dict[str, Any]) -> None:
    """Insist that the replayed values are those of the certificate."""
    from proofs.report.shown import approx_text, exact_text

    ours = [
        {"term": term, "exact": exact_text(value), "approx": approx_text(value)}
        for term, value in found.values
    ]
    if not same(ours, said["values"]):
        raise Rejected(f"the values are {ours}, and the certificate has others")


def insist_text(said: dict[str, Any], ours: str) -> None:
    """Insist that the statement is the question's."""
    if said["statement"] != ours:
        raise Rejected(f"the statement is not the question's: {ours}")


def insist_question(said: dict[str, Any], defined: dict[str, str], question: Any) -> None:
    """Insist that what is said to be asked, and its definitions, are those of the question."""
    from proofs.report.shown import parameters_shown

    ours = {
        "axiom": question.asked.name,
        "subject": [subject.name for subject in question.subjects],
        "order": question.order,
        "parameters": parameters_shown(question),
        "convention": question.convention,
        "reading": question.asked.reading or None,
        "domain": question.domain.key or None,
    }
    for name, value in ours.items():
        if not same(value, said.get(name)):
            raise Rejected(f"{name} is {shown(said.get(name))}, and the question has {value}")
    if not same(definitions(question), defined):
        raise Rejected("the definitions are not those of this version")


def insist_stated(content: dict[str, Any], question: Any) -> None:
    """Insist that a verdict's fields are those of its question, and that its scope can be."""
    said = content["verdict"]
    insist_question(said, content["definitions"], question)
    if said["status"] != "refuted" and (said["witness"] is not None or said["values"]):
        raise Rejected("only a verdict that is refuted has a witness and values")
    undefined = said.get("undefined", {"cases": 0, "first": None})
    if not undefined["cases"] and undefined["first"] is not None:
        raise Rejected("no case is undefined, and a first one is named")
    if said["status"] != "holds" and "undefined" in said:
        raise Rejected("only a verdict that holds says which cases are undefined")
    if said["status"] in ("holds", "refuted"):
        _insist_scope(said, question.n)
        _insist_for_sizes(said["scope"], question)


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
        possible = sizes == [] and "from" in scope
    elif scope["all"]:
        possible = sizes[-1:] == [n] and scope.get("from", 0) >= n
    else:
        possible = sizes[-1:] == [n] and "from" not in scope
    if "also_failing" in scope:
        possible = possible and said["status"] == "refuted" and "holds_from" in scope
    if "cutoff" in scope:
        possible = possible and scope["all"] and said["status"] == "refuted"
        possible = possible and isinstance(scope["cutoff"], dict)
    if not possible or len(set(sizes)) != len(sizes):
        raise Rejected(f"the scope {shown(scope)} cannot be that of a verdict at n = {n}")


def of_one_n(question: Question) -> list[str]:
    """Return the parameters that have values for one n, which were free at every other."""
    given = question.parameters.items()
    return [x for x, value in given if x in PARAMETERS and PARAMETERS[x].fixes_n and value != FREE]


def _insist_for_sizes(scope: dict[str, Any], question: Question) -> None:
    """Insist that a question of which several n are said is none that was made for one."""
    if not scope["all"] and "holds_from" not in scope and scope["n"] == [question.n]:
        return
    for name in of_one_n(question) if scope["all"] or "holds_from" in scope else ():
        raise Rejected(f"{name} belongs to one n, and it names others")
    for subject in question.subjects:
        if isinstance(subject, Metric):
            subject.insist_made_for(None)


def insist_part(said: dict[str, Any], question: Any, statement: Any) -> None:
    """Insist that the part that fails is named where there are several, and only there."""
    part = statement.name if len(question.asked.parts) > 1 else None
    if said.get("part") != part:
        raise Rejected(f"the part {shown(said.get('part'))} is not the one that fails")


def entries(question: Any, statement: Any) -> set[str]:
    """Return the names that a witness against a statement must have."""
    if question.domain is COLLECTIONS:
        return {"r", *(f"d{place}" for place in range(1, question.n + 1))}
    if question.domain is LABELS:
        distance, given = question.subjects[0], question.parameters
        found = {"l", "l'", "l*"} | (set(distance.parameters) - set(given))
        if distance.value is None:
            found |= {f"Dist({label}, l*)" for label in ("l", "l'", "l*")}
        as_labels = given.get("reading") == "labels" and "embedding" not in given
        return found | ({"embedding"} if as_labels else set())
    found = {variable.name for variable in statement.formula.variables}
    if question.domain in (RUNS, LISTS, TOPS):
        return found | set(question.free)
    if statement.formula.atoms(Scaled):
        found |= {"scaled", "t"}
    return found | set(question.quantified)


def declared_by(declared: Sequence[dict[str, Any]]) -> dict[tuple[str, str], Any]:
    """Return what a certificate declares, by kind and name."""
    found: dict[tuple[str, str], Any] = {}
    for one in declared:
        kind, name = one_of(READERS)("a kind", one["kind"]), one["name"]
        if (kind, name) in found:
            raise Rejected(f"it declares the {kind} {name} twice")
        found[kind, name] = READERS[kind](name, one["table"])
    return found


def own_definitions(things: Sequence[Any], content: dict[str, Any]) -> list[str]:
    """Return whose definitions are used; what a certificate declares is what is not ours."""
    ours = declarations(things)
    if not same(ours, content.get("declarations", [])):
        raise Rejected("it declares what is ours, or a declaration in other words than ours")
    return [_whose(one["kind"], one["name"]) for one in ours]


def _whose(kind: str, name: str) -> str:
    """Say that a definition is a certificate's own, above all where we have one of its name."""
    said = f"the definition of the {kind} {name} is the certificate's own, not ours"
    return f"{said}, though we have one of that name" if named(kind, name) else said
