"""Forged certificates: false claims that agree with themselves in everything else, and are sealed.

Each row takes an honest certificate and changes what it claims. The statement, the definitions and
the parameters are then written as the changed question has them, so that only the truth of the
claim is left to stop it. None may be accepted.
"""

import contextlib
import copy
import functools
import itertools
import json

import pytest
from sympy import Eq, Implies

import proofs
from axioms.axiom import axiom, m
from axioms.language.formula import ForAll
from metrics import find_metric
from metrics.labels import LabelSpace
from metrics.language.terms import sigma, tau
from metrics.naming import BadInput
from proofs.core.question import Question
from proofs.report.certificate import certificate, definitions, seal
from proofs.report.shown import parameters_shown
from proofs.trusted.finite.trying import tried
from proofs.trusted.stated import posed
from proofs.trusted.untrusted import NotChecked, Rejected
from proofs.trusted.verify import check
from proofs.verify import main as verify
from rankproof.line.deadline import within


@functools.cache
def _written(names, given):
    verdict = proofs.ask(*names.split(), **dict(given))
    return json.dumps(certificate(verdict, proofs.VERSION))


def honest(names, **given):
    """Return the certificate of a question; `n` may be a number, (first, last) or "all"."""
    if isinstance(given["n"], tuple):
        first, last = given["n"]
        given["n"] = range(first, last + 1)
    return json.loads(_written(names, tuple(given.items())))


def sealed(content):
    body = {name: value for name, value in content.items() if name != "seal"}
    return {**body, "seal": seal(body)}


def agreeing(content):
    """Write everything that follows from the question as the changed question has it."""
    said = content["verdict"]
    question = posed(said)
    said["parameters"], said["convention"] = parameters_shown(question), question.convention
    content["definitions"] = definitions(question)
    said.pop("reading", None)
    if question.asked.reading:
        said["reading"] = question.asked.reading
    if said["status"] == "holds":
        said["statement"] = question.text(every_n=said["scope"]["all"])


def holding(sizes=None, **parameters):
    """Claim that it holds, at some n."""

    def change(content):
        said = content["verdict"]
        at = sizes or [said["parameters"]["n"]]
        said["parameters"].update(parameters, n=at[-1])
        scope = {"n": at, "all": False, "first_failing_n": None}
        nothing = {"cases": 0, "first": None}
        said.update(status="holds", scope=scope, witness=None, values=[], undefined=nothing)
        said.pop("part", None)

    return change


def refuted(witness, part=None):
    """Claim that a witness refutes it, of several parts the one with this number."""

    def change(content):
        said = content["verdict"]
        question = posed(said)
        statement = question.statements()[part or 0]
        at = said["parameters"]["n"]
        scope = {"n": [at], "all": False, "first_failing_n": at}
        said.update(status="refuted", scope=scope, witness=witness, values=[])
        said["statement"] = question.text(statement)
        said.pop("undefined", None)
        if part is not None:
            said["part"] = statement.name

    return change


def telling(**fields):
    """Change some fields of the verdict, `a__b` being the field b of a."""

    def change(content):
        for name, value in fields.items():
            *outer, last = name.split("__")
            functools.reduce(dict.__getitem__, outer, content["verdict"])[last] = value

    return change


def given(**parameters):
    """Change some parameters; None takes one away."""

    def change(content):
        found = {**content["verdict"]["parameters"], **parameters}
        content["verdict"]["parameters"] = {k: v for k, v in found.items() if v is not None}

    return change


def defined(**texts):
    def change(content):
        content["definitions"].update(texts)

    change.last = True
    return change


def ask(names, **options):
    return names, options


ROWS = []


def row(asked, *changes, said=(Rejected,)):
    names, options = asked
    number = sum(one.id.startswith(names) for one in ROWS) + 1
    ROWS.append(pytest.param(names, options, changes, said, id=f"{names} {number}"))


# Refuted, and said to hold -----------------------------------------------------------------------

for refuted_question in (
    ask("ioi mape", n=(2, 6)),
    ask("ioi mae", n=3),
    ask("symmetry mape", n=3),
    ask("triangle mse", n=3),
    ask("distance mse", n=3),
    ask("max_iff_equal recall", n=3, k=1),
    ask("stability recall", n=4),
    ask("sensitivity_some mae", n=4),
    ask("sensitivity mae", n=4),
    ask("correlation kendall", n=(2, 4)),
    ask("zero_iff_equal lr_plus", n=4, k=2),
    ask("consistency kendall mae", n=4),
    ask("same_zeros fdr recall", n=3, k=2),
    ask("linear_equivalence kendall mae", n=3),
    ask("triangle area_free", n=3),
    ask("triangle area_free", n=3, heights="1,1/2,1/3"),
    ask("chain rank_replacement", n=2, c=2),
    ask("lattice ops_swap", n=3, c=1),
    ask("isotone gp", order="set_projection", n=2, c=2),
    ask("strictly_isotone gr", order="rank_projection", n=2, c=2),
    ask("valuation grbp", order="ops_swap_replace_last", n=2, c=2),
    ask("zero_iff_equal kendall_w", n=3),
    ask("scale_free footrule_pos", n=3),
    ask("right_invariance kendall_sim", n=3),
    ask("respects_strictly chebyshev", n=2),
    ask("respects_strictly weighted_manhattan", n=2),
    ask("respects_partial_order mahalanobis", n=2),
    ask("respects_partial_order arbitrary", n=1),
    ask("respects_strictly chebyshev", n=2, embedding="0,1,2;0,1"),
    ask("upper_bound_reached cam", n=2, measure="ap", embedding="0,1;0,1"),
):
    row(refuted_question, holding(), said=(Rejected, NotChecked))

# True, and said to be refuted ---------------------------------------------------------------------

row(ask("symmetry rmse", n=3), refuted({"sigma": [1, 2, 3], "tau": [2, 1, 3]}))
row(ask("ioi dcg", n=3), refuted({"tau": [1, 2, 3], "nu": [2, 1, 3]}))
row(ask("distance mae", n=3), refuted({"sigma": [1, 2, 3], "tau": [2, 1, 3]}, part=2))
row(ask("min_agreement mae", n=3), refuted(None))
row(ask("distributive rank_replacement", n=2, c=2), refuted({"r": [0, 1], "s": [1, 0]}, part=3))
row(
    ask("strictly_isotone grbp", order="rank_replacement", n=2, c=2, p="1/2"),
    refuted({"r": [0, 1], "s": [1, 1], "gains": ["0", "1", "1"]}),
)
row(
    ask("zero_iff_equal kendall_w", n=3, assume="positive"),
    refuted({"sigma": [1, 2, 3], "tau": [2, 1, 3], "w": ["0", "0", "1"]}),
)
row(
    ask("kendall_le_3footrule similarity", n=3),
    refuted(
        {
            "sigma": [1, 2, 3],
            "tau": [3, 2, 1],
            "similarity": [["0", "1", "9"], ["1", "0", "1"], ["9", "1", "0"]],
        }
    ),
)
row(
    ask("respects_partial_order manhattan", n=2),
    refuted({"l": ["0", "0"], "l'": ["1", "1"], "l*": ["1", "0"]}),
)
row(
    ask("respects_strictly manhattan", n=2, embedding="0,1,1;0,1"),
    refuted({"l": [1, 0], "l'": [2, 0], "l*": [2, 1]}),
)
row(
    ask("upper_bound_reached ap", n=2, relevant=1),
    refuted({"d1": [0, 0], "d2": [0, 0], "r": ["d1", "d2"]}, part=1),
)

# Other sizes, cut-offs and degrees ----------------------------------------------------------------

row(ask("ioi mape", n=(2, 6)), telling(scope__n=[2, 3, 4, 5, 6, 7]))
row(ask("ioi mape", n=(2, 6)), holding([2, 3, 4, 5, 6]))
row(ask("ioi mae", n=(2, 3)), holding([3, 2]))
row(ask("ioi mae", n=(2, 3)), telling(scope__n=[3, 2], scope__first_failing_n=2), given(n=2))
row(ask("ioi mae", n=2), holding([2], k=1))
row(ask("zero_iff_equal recall", n=3, k=1), holding([3], k="every"))
row(ask("chain rank_replacement", n=1, c=2), holding([2], c=2))
row(ask("lattice ops_swap_replace_last", n=2, c=2), holding([2], c=3))
row(
    ask("lattice ops_swap_replace_last", n=2, c=2),
    holding([2], c="all"),
    said=(Rejected, NotChecked),
)
row(ask("lattice rank_swapping", n=(1, 2), c=2), given(c="all"))
row(ask("respects_strictly manhattan", n=1, embedding="0,1"), holding([2, 1]))
row(ask("upper_bound_reached cam", n=1, measure="ap", relevant=1), holding([1, 2]))
row(ask("kendall_le_footrule element_weights", n=2, w="1,2"), holding([3, 2]))

# Other parameters, premises, readings and definitions ---------------------------------------------

row(ask("respects_strictly manhattan", n=2, embedding="0,1,1;0,1"), given(reading="labels"))
row(ask("zero_iff_equal kendall_w", n=3, assume="positive"), given(assume=None), said=(NotChecked,))
row(ask("zero_iff_equal kendall_w", n=3, assume="positive"), given(w="0,0,1"))
row(ask("ioi dcg", n=4), telling(subject=["mae"]))
row(ask("ioi dcg", n=4), telling(axiom="triangle"), holding(), defined(dcg="0"))
row(ask("symmetry rmse", n=3), defined(rmse="0"))
row(
    ask("isotone gp", order="rank_replacement", n=2, c=2),
    telling(order="set_projection"),
    said=(NotChecked,),
)
row(ask("strictly_isotone grbp", order="rank_replacement", n=2, c=2), given(gains="0,1,1"))
row(
    ask("upper_bound_reached ap", n=2, relevant=1),
    given(lists="partial", relevant=None),
    said=(NotChecked,),
)
row(
    ask("upper_bound_reached ndcg", n=2),
    telling(undefined={"cases": 0, "first": None}),
    said=(NotChecked,),
)
for position_weighted in ("kendall_pos", "footrule_pos"):
    row(
        ask(f"symmetry {position_weighted}", n=4, assume="positive,decreasing"),
        telling(axiom="sensitivity"),
        said=(Rejected, NotChecked),
    )

# Words: nothing is said that is not checked -------------------------------------------------------

for words in (
    {"caveats": []},
    {"checked": ["z3 and cvc5 agree"]},
    {"engine": "smt"},
    {"derivation": ["obviously"]},
    {"reason": "proved by hand"},
    {"cases": 10**12},
    {"agreed_by": ["smt"]},
):
    for answered in (ask("ioi mae", n=3), ask("ioi dcg", n=4)):
        row(answered, telling(**words))

# Undefined cases, parts and evidence --------------------------------------------------------------

row(ask("zero_iff_equal lr_plus", n=4, k=2), telling(undefined={"cases": 0, "first": None}))
row(ask("triangle lr_plus", n=3, k=1), telling(undefined__cases=205))
row(ask("triangle lr_plus", n=3, k=1), telling(undefined__first={"sigma": [3, 2, 1]}))
row(
    ask("triangle lr_plus", n=3, k=1),
    telling(undefined={"cases": 0, "first": None}),
    said=(NotChecked,),
)
row(ask("triangle lr_plus", n=3, k=1), telling(undefined__of=215))
row(ask("distance mse", n=3), telling(part="symmetry"))
row(ask("distance mse", n=3), telling(part=None))
row(ask("ioi mae", n=3), telling(witness=None))
row(ask("ioi mae", n=3), telling(witness__tau=[1, 2, 3]))
row(ask("sensitivity_some mae", n=4), telling(witness={"i": 1, "j": 2, "k": 3, "l": 4}))
row(ask("scale_free footrule_pos", n=3), telling(witness__t="0"))
row(
    ask("scale_free footrule_pos", n=3),
    telling(witness__scaled="fixed"),
)
row(
    ask("upper_bound_reached ndcg", n=2),
    given(distance=3),
)
row(
    ask("upper_bound_reached ndcg", n=2),
    given(weighting=3),
    said=(Rejected, NotChecked),
)

row(
    ask("isotone gp", order="rank_replacement", n=2, c=1),
    given(j="every"),
    said=(Rejected, NotChecked),
)
row(
    ask("upper_bound_reached ap", n=2, relevant=1),
    holding([1], relevant=2),
    said=(Rejected, NotChecked),
)


@pytest.mark.parametrize(("names", "options", "changes", "said"), ROWS)
def test_no_forgery_is_accepted(names, options, changes, said):
    content = copy.deepcopy(honest(names, **options))
    for change in changes:
        change(content)
    with contextlib.suppress(BadInput, Rejected, AttributeError):
        agreeing(content)
    for change in changes:
        if hasattr(change, "last"):
            change(content)
    with pytest.raises(said):
        check(sealed(content))


def larger(names, size, part=None, witness=None, **options):
    """Claim something of a large n, within a second: it may be refused, and must not hang."""
    content = copy.deepcopy(honest(names, **options))
    said = content["verdict"]
    if witness is None:
        holding([size, said["parameters"]["n"]])(content)
    else:
        said["parameters"]["n"] = size
        refuted(witness, part)(content)
    agreeing(content)
    with pytest.raises((Rejected, NotChecked)), within(1.0):
        check(sealed(content))


def test_runs_of_many_documents_are_not_listed():
    larger("poset rank_projection", 60, n=2, c=1)


def test_sets_of_many_documents_are_not_searched_among_all_words():
    """Of 2⁶⁰ words 61 are sets, so what is true of them is checked at once."""
    content = copy.deepcopy(honest("poset set_projection", n=2, c=1))
    holding([60, content["verdict"]["parameters"]["n"]])(content)
    agreeing(content)
    with within(10.0):
        assert check(sealed(content))


def test_inner_variables_with_too_many_values_are_not_tried():
    last = {"sigma": [1, 2, 3, 4, 5, 6, 7, 8], "tau": [1, 3, 2, 4, 5, 6, 7, 8]}
    larger("max_iff_equal recall", 8, part=2, witness=last, n=3, k=1)


def test_what_takes_long_ends_after_a_minute(tmp_path, monkeypatch, capsys):
    """With all weights free, n = 6 has too many values to compare; the minute is made a second."""
    content = copy.deepcopy(honest("triangle kendall_w", n=3))
    holding([6])(content)
    del content["evidence"]["steps"]
    agreeing(content)
    path = tmp_path / "slow.json"
    path.write_text(json.dumps(sealed(content)))
    monkeypatch.setattr("proofs.verify.SECONDS", 1.0)
    assert verify([str(path)]) == 3
    assert "the time limit of 1 s was reached" in capsys.readouterr().out


@pytest.mark.parametrize("names", ["respects_strictly manhattan", "upper_bound_reached ndcg"])
def test_too_many_labels_are_not_listed(names, monkeypatch):
    collections, aspects, listed = names.startswith("upper"), 20, LabelSpace.labels

    def few(space):
        yield from itertools.islice(listed(space), 50_000)
        raise AssertionError("too many labels are listed")

    content = copy.deepcopy(honest(names, n=1 if collections else 2, embedding="0,1;0,1"))
    embedding = ";".join(["0,1"] * aspects)
    holding([1 if collections else aspects], embedding=embedding)(content)
    agreeing(content)
    monkeypatch.setattr(LabelSpace, "labels", few)
    with pytest.raises((Rejected, NotChecked)):
        check(sealed(content))


def test_the_first_ranking_is_not_fixed_where_a_statement_reads_its_entries():
    symmetric = Eq(m(sigma, tau), m(tau, sigma))
    formula = ForAll(sigma, tau, Implies(symmetric, Eq(sigma(1), 1)))
    question = Question(axiom("made", "made", formula, "a test"), (find_metric("mae"),), 5)
    assert tried(question, question.statements()[0]).first_false is not None


def test_the_honest_ones_are_accepted():
    names_and_options = {json.dumps(one.values[:2], default=list): one.values[:2] for one in ROWS}
    for names, options in names_and_options.values():
        with contextlib.suppress(NotChecked):
            check(honest(names, **options))
