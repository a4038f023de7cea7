"""Certificates of implications between axioms: written, checked, and forged ones that are not.

Every forgery is sealed again, and its definitions are those of the axioms that it names, so that
only the truth of what it says is left to stop it.
"""

import contextlib
import copy
import functools
import json
import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from axioms import AXIOMS
from metrics.naming import BadInput
from proofs.core import implying
from proofs.core.axiom_sets.known import Known
from proofs.core.implying import implied
from proofs.implies import main
from proofs.report.certificate import implication_certificate
from proofs.script.free_metric import check_axiom, pairs
from proofs.script.sealing import KIND, axiom_definitions, seal
from proofs.script.small_models import reach
from proofs.trusted.finite.implication import has
from proofs.trusted.untrusted import NotChecked, Rejected, Unreadable
from proofs.trusted.verify import check
from proofs.verify import main as verify
from tests import reference

HONEST = {
    "broken": ("ioi max_agreement", [2]),
    "broken at three": ("right_invariance symmetry", "all"),
    "holds at two": ("right_invariance symmetry", [2]),
    "holds to three": ("right_invariance left_invariance swap_invariance", [2, 3]),
    "by three items": ("ioi max_agreement max_iff_equal", "all"),
    "a part": ("distance triangle", "all"),
}


@functools.cache
def written(name):
    names, sizes = HONEST[name]
    *premises, conclusion = [AXIOMS[axiom] for axiom in names.split()]
    asked = {"every_n": True} if sizes == "all" else {"sizes": sizes}
    return json.dumps(implication_certificate(implied(premises, conclusion, **asked), "1"))


def honest(name):
    return json.loads(written(name))


def sealed(content):
    said = content.get("implication", {})
    with contextlib.suppress(KeyError, TypeError, AttributeError):
        named = [AXIOMS[name] for name in (*said["premises"], said["conclusion"])]
        content["definitions"] = axiom_definitions(named)
    body = {name: value for name, value in content.items() if name != "seal"}
    return {**body, "seal": seal(body)}


@pytest.mark.parametrize("name", HONEST)
def test_what_was_found_is_accepted(name):
    assert check(honest(name))


def test_the_six_are_what_they_are_called():
    said = {name: honest(name)["implication"] for name in HONEST}
    assert {name: one["status"] for name, one in said.items()} == {
        name: "refuted" if "broken" in name else "holds" for name in HONEST
    }
    assert said["broken at three"]["scope"]["n"] == [2, 3]
    assert said["by three items"]["scope"]["from"] == 2
    assert said["a part"]["scope"] == {"n": [], "all": True, "first_failing_n": None, "from": 1}


def test_the_command_saves_one_and_verify_reads_it(tmp_path, capsys, monkeypatch):
    path = str(tmp_path / "x.json")
    assert main(["ioi", "max_agreement", "--n", "2", "--certificate", path]) == 1
    assert verify([path]) == 0
    assert main(["max_iff_equal", "max_agreement", "--n", "all", "--certificate", path]) == 0
    assert verify([path]) == 0
    assert main(["right_invariance", "swap_invariance", "--n", "all", "--certificate", path]) == 0
    assert verify([path]) == 0
    monkeypatch.setattr(implying, "beyond", lambda found, seconds: found)
    assert main(["right_invariance", "swap_invariance", "--n", "all", "--certificate", path]) == 3
    assert "nothing shows it for every n" in capsys.readouterr().out
    assert verify([path]) == 3
    assert main(["--all", "--certificate", path]) == 2
    assert main(["ioi", "symmetry", "--n", "2..4"]) == 2
    assert main(["--all", "--n", "2..3"]) == 2
    assert "with --all n is 2 or 3, or all" in capsys.readouterr().err


# Forged ------------------------------------------------------------------------------------------


def says(**fields):
    return lambda content: content["implication"].update(fields)


def scope(**fields):
    return lambda content: content["implication"]["scope"].update(fields)


def evidence(**fields):
    return lambda content: content["evidence"].update(fields)


def both(*changes):
    def change(content):
        for one in changes:
            one(content)

    return change


def value(place, number):
    return lambda content: content["implication"]["metric"][place].update(value=number)


def metric(change):
    def changed(content):
        content["implication"]["metric"] = change(content["implication"]["metric"])

    return changed


HOLDING = both(says(status="holds", metric=None), scope(first_failing_n=None))
FORGED = {
    "broken": {
        "it holds": HOLDING,
        "it holds, and a metric is left": says(status="holds"),
        "it holds for every n, as a part": both(
            HOLDING, scope(n=[], all=True, **{"from": 1}), evidence(every_n="parts")
        ),
        "it holds for every n by three items": both(
            HOLDING,
            scope(n=[2, 3], all=True, **{"from": 2}),
            evidence(every_n="three items", scripts=["0" * 64] * 2),
        ),
        "it fails for every n": scope(all=True, **{"from": 2}),
        "no metric": says(metric=None),
        "the metric has the conclusion": both(value(0, "1"), value(3, "1")),
        "the metric lacks the premise": both(value(0, "1"), value(1, "1")),
        "a value less": metric(lambda given: given[:-1]),
        "a value twice": metric(lambda given: [*given, given[-1]]),
        "in another order": metric(lambda given: given[::-1]),
        "no value": metric(lambda given: []),
        "pairs of other items": metric(lambda given: [{**one, "tau": [3, 4]} for one in given]),
        "a float": value(0, "0.5"),
        "a number": value(0, 0),
        "code": value(0, "__import__('os')"),
        "divided by zero": value(0, "1/0"),
        "another failing n": scope(first_failing_n=3),
        "no failing n": scope(first_failing_n=None),
        "another n": scope(n=[3], first_failing_n=3),
        "a premise more, which it lacks": says(premises=["ioi", "max_agreement"]),
        "another conclusion, which it has": says(conclusion="symmetry"),
        "scripts that nothing needs": evidence(scripts=["0" * 64]),
        "an argument for every n": evidence(every_n="parts"),
        "a field more": says(note="trust me"),
    },
    "broken at three": {
        "it holds at three": both(HOLDING, scope(n=[2, 3])),
        "without two": scope(n=[3]),
        "at four": scope(n=[2, 3, 4], first_failing_n=4),
        "a gap": scope(n=[1, 3]),
        "no script": evidence(scripts=[]),
        "another script": evidence(scripts=["0" * 64]),
    },
    "holds at two": {
        "at three too": scope(n=[2, 3]),
        "at three": scope(n=[3]),
        "for every n": scope(all=True, **{"from": 2}),
        "by three items": both(scope(all=True, **{"from": 2}), evidence(every_n="three items")),
        "as a part": both(scope(all=True, n=[], **{"from": 1}), evidence(every_n="parts")),
        "at no n": scope(n=[]),
        "at a large n": scope(n=[1_000_000]),
        "another conclusion": says(conclusion="triangle"),
        "no premise": says(premises=[]),
        "from, without all": scope(**{"from": 2}),
    },
    "holds to three": {
        "a premise less": says(premises=["right_invariance"], conclusion="left_invariance"),
        "for every n": both(scope(all=True, **{"from": 2}), evidence(every_n="three items")),
    },
    "by three items": {
        "from one": scope(**{"from": 1}),
        "from three": scope(**{"from": 3}),
        "without three": scope(n=[2]),
        "without being asked": both(scope(n=[], **{"from": 1}), evidence(scripts=[])),
        "as a part": evidence(every_n="parts"),
        "by nothing": lambda content: content["evidence"].pop("every_n"),
        "a premise less": says(premises=["ioi"]),
        "the other premise less": says(premises=["max_agreement"]),
        "axioms that compose": says(premises=["right_invariance"], conclusion="swap_invariance"),
    },
    "a part": {
        "from two": scope(**{"from": 2}),
        "by three items": evidence(every_n="three items"),
        "a script": evidence(scripts=["0" * 64]),
        "not a part": says(conclusion="ioi"),
        "part of another": says(premises=["symmetry"]),
        "twice the same": says(premises=["distance", "distance"]),
        "no axiom": says(premises=["nothing"]),
        "a quantity": says(conclusion="robustness_swap"),
        "an axiom of two metrics": says(conclusion="consistency"),
        "an axiom of orders": says(conclusion="lattice"),
        "another name": says(premises=["distance", "type_ii"]),
        "a kind": lambda content: content.update(kind=KIND),
        "a verdict": lambda content: content.update(verdict={}),
        "definitions": lambda content: content.update(definitions={}),
        "undecided": says(status="undecided"),
    },
}


@pytest.mark.parametrize(("name", "forgery"), [(a, b) for a in FORGED for b in FORGED[a]])
def test_a_forged_implication_is_not_accepted(name, forgery):
    content = honest(name)
    FORGED[name][forgery](content)
    again = content if forgery == "definitions" else sealed(content)
    body = {part: one for part, one in again.items() if part != "seal"}
    with pytest.raises((Rejected, NotChecked, Unreadable)):
        check({**body, "seal": seal(body)})


def test_a_change_without_a_new_seal_is_noticed():
    content = honest("broken")
    value(0, "5")(content)
    with pytest.raises(Rejected, match="changed after"):
        check(content)


LEAVES = st.sampled_from(
    [None, True, 0, 1, 2, 3, -1, "0", "1", "x", "holds", "refuted", [], [2], [2, 3], {}, "parts"]
)


@given(st.data())
def test_whatever_is_changed_is_rejected_or_true(data):
    """Up to two places get other values; what is accepted then says what is asked again."""
    content = honest(data.draw(st.sampled_from(sorted(HONEST))))
    for _ in range(data.draw(st.integers(1, 2))):
        here = content
        while True:
            keys = sorted(here) if isinstance(here, dict) else range(len(here))
            key = data.draw(st.sampled_from(list(keys)))
            inner = here[key]
            if not isinstance(inner, dict | list) or not inner or data.draw(st.booleans()):
                break
            here = inner
        here[key] = copy.deepcopy(data.draw(LEAVES))
        if not isinstance(content.get("implication"), dict):
            break
    with contextlib.suppress(Rejected, NotChecked, Unreadable):
        again = sealed(copy.deepcopy(content))
        check(again)
        said = again["implication"]
        premises = [AXIOMS[one] for one in said["premises"]]
        for n in said["scope"]["n"]:
            found = implied(premises, AXIOMS[said["conclusion"]], [n])
            fails = said["status"] == "refuted" and n == said["scope"]["n"][-1]
            assert found.status == ("refuted" if fails else "holds")
        if said["scope"]["all"]:
            assert reach(premises, AXIOMS[said["conclusion"]])


# The metric as a table ---------------------------------------------------------------------------


def fitting():
    for axiom in AXIOMS.values():
        with contextlib.suppress(BadInput):
            check_axiom(axiom)
            yield axiom


def tables():
    """Tables at random, and some that have many properties."""
    generator = random.Random(11)
    for n, count in ((2, 30), (3, 6)):
        for _ in range(count):
            yield n, {pair: Fraction(generator.randint(-1, 1)) for pair in pairs(n)}
        for low, high in ((0, 1), (1, 0), (1, -1), (0, 0)):
            yield n, {(s, t): Fraction(low if s == t else high) for s, t in pairs(n)}
        yield n, {(s, t): Fraction(sum(abs(a - b) for a, b in zip(s, t, strict=True)))
                  for s, t in pairs(n)}  # fmt: skip


def test_what_a_table_has_agrees_with_plain_loops(monkeypatch):
    met = set()
    for n, table in tables():
        monkeypatch.setattr(reference, "metric", lambda *_, t=table: lambda s, v: t[s, v])
        for axiom in fitting():
            found = has(axiom, table, n)
            assert found == (reference.judge(axiom.name, ["table"], n)["status"] == "holds")
            met.add((axiom.name, found))
    assert len(met) >= 50  # most axioms are met by some table and missed by another


def test_a_known_metric_with_one_wrong_value_breaks_nothing():
    """A metric that was met is used for other implications; its certificate is replayed."""
    symmetry, ioi = AXIOMS["symmetry"], AXIOMS["ioi"]
    known = Known([symmetry, ioi], 2)
    assert known.decide([symmetry], ioi).status == "refuted"
    assert check(implication_certificate(known.decide([symmetry], ioi), "1"))
    ((having, table),) = known.metrics
    pair = next(one for one in table if one[0] != one[1])
    known.metrics = [(having, {**table, pair: table[pair] + 1})]
    with pytest.raises(Rejected):
        check(implication_certificate(known.decide([symmetry], ioi), "1"))
