"""The ledger: pinned verdicts, the page, and refutations checked by hand-written code."""

import csv
import dataclasses
import hashlib
import io
import itertools
import json
import math
import re
import shutil
from fractions import Fraction

import pytest
import reference
from claims_by_hand import BY_HAND_PAPERS
from conftest import ROOT

import proofs.claims
from proofs.check import main as check
from proofs.claims import claims_of, find_claims, main, papers
from proofs.claims import ledger as ledgers
from proofs.claims.answer import Answer, answered
from proofs.claims.claim import (
    AMENDED,
    CONFIRMED,
    CORRECTED,
    EVERY,
    FAILS,
    FAIR,
    HOLDS,
    ILL_DEFINED,
    OTHER,
    PRINTED,
    REFUTED,
    SPOKEN_OF,
    SUPPORTED,
    UNDECIDED,
    Ask,
    Claim,
    Compute,
    Computed,
    Imply,
    Point,
)
from proofs.claims.exactly import rounding, rounds_to
from proofs.claims.general import for_all, some
from proofs.claims.judge import judged
from proofs.claims.ledger import changed, ledger
from proofs.claims.report.pages import highlights, pages, place
from proofs.claims.report.show import lines_of
from proofs.tables.layout.table_latex import escaped
from proofs.verify import main as verify
from rankproof.kept import cells as cache

CLAIMS = find_claims()
FRONT = (ROOT / "FINDINGS.md").read_text(encoding="utf-8")
PAGES = {paper: (ROOT / place(paper)).read_text(encoding="utf-8") for paper in papers()}
SAMPLE = 12  # certificates of the ledger that are written and checked
TAKEN_TWICE = 4  # the naive reference tries every case: up to this n
MOST_OWN = (
    68  # claims and findings that rest on computations written for them alone: it can only fall
)
# Claims of each paper that do not yet show what the rules ask for. It can only fall.
SHORT_OF_THE_RULES = {"group": 0, "kumar": 0, "giner": 0, "toma": 0, "area": 0}


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("RANKPROOF_CACHE", str(tmp_path / "cache"))


def ask(axiom, *subjects, **given):
    own = {name: given.pop(name) for name in ("says", "role", "n", "draws") if name in given}
    return Ask(axiom, subjects, given=tuple(given.items()), **own)


def a_claim(*evidence, verdict=CONFIRMED, **more):
    return Claim("group", "made", "nowhere", "…", evidence, "…", verdict, **more)


# The pinned findings -----------------------------------------------------------------------------


def is_about_rankings(fields):
    """Whether the naive reference knows the question: no order, no aspects, nothing computed."""
    known = all(name in reference.NAMES for name in fields.get("subject", [None]))
    return known and "status" in fields and fields["convention"] is not None


def recheck(evidence, answer):
    """Judge an answer that contradicts the paper again, by the naive reference."""
    for fields in answer.objects:
        names, n = fields["subject"], fields["parameters"]["n"]
        given = fields["parameters"].get("k")
        if fields["axiom"] == "ioi" and n == 7:
            tau, nu = (tuple(fields["witness"][name]) for name in ("tau", "nu"))
            values = [reference.score("dcg", t, t) for t in (tau, nu)]
            assert tau != nu
            assert reference.equal(*values)
        elif fields["axiom"] == "induced_distance":
            one, two = (tuple(fields["witness"][name]) for name in ("sigma", "tau"))
            assert one != two
            assert reference.equal(*(reference.score("dcg", x, x) for x in (one, two)))
        else:
            found_here = fields["status"] == "refuted" and n <= TAKEN_TWICE
            cut = 1 if given in (None, "every") else given
            for size in [n] if found_here else [s for s in (3, 4) if cut < s]:
                found = reference.judge(
                    fields["axiom"], names, size, k=cut, convention=fields["convention"]
                )
                assert found["status"] == fields["status"]


@pytest.mark.sweep(12)
@pytest.mark.parametrize("share", range(12))
def test_fast_findings_are_pinned_printed_and_right(share):
    """One test, so that the questions are asked once: verdicts, the page, naive checks."""
    findings = ledger([claim for claim in CLAIMS if not claim.slow][share::12], fresh=True)
    assert changed(findings) == []
    checked_again = set()
    for finding in findings:
        for name, text in lines_of(finding):
            shown = text.replace("*", "\\*").replace("_", "\\_").replace("<", "\\<")
            assert f"- **{name}**: {shown}" in PAGES[finding.claim.paper], finding.claim.key
        for evidence, (_, answer) in zip(finding.claim.evidence, finding.answers, strict=True):
            doubtful = evidence.role == PRINTED and answer.agrees is False
            if doubtful and is_about_rankings(answer.objects[0]):
                recheck(evidence, answer)
                checked_again.add(finding.claim.key)
            if doubtful and "premises" in answer.objects[0]:
                breaks_naively(answer.objects[-1])
                checked_again.add(finding.claim.key)
    wrong = {f.claim.key for f in findings if f.verdict in (REFUTED, CORRECTED)}
    assert wrong - checked_again <= set(BY_HAND)
    follow_the_rules(findings)


def test_the_readme_has_the_findings_that_are_quoted():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    findings = ledger([claim for claim in CLAIMS if claim.quoted], fresh=True)
    assert highlights(findings) in text, "python -m proofs.claims --markdown writes them anew"


def follow_the_rules(findings):
    """What can be tested of the rules; the paper's words are in test_quotes.py."""
    for paper, most in SHORT_OF_THE_RULES.items():
        short = {
            f.claim.key: f.shortcomings[-1]
            for f in findings
            if f.claim.paper == paper and [text for text in f.shortcomings if "words" not in text]
        }
        assert len(short) <= most, short
    for finding in findings:
        lines = dict(lines_of(finding))
        if finding.verdict == SUPPORTED:
            assert re.search(r"\d.*; open beyond", lines["scope"]), finding.claim.key
        for stands, name in ((True, "stands if"), (False, "falls if")):
            assert all(note in lines[name] for note in finding.readings(stands))
        assert ("rests on" in lines) == (finding.claim.computations[0] > 0)


def breaks_naively(found):
    """The table has the premises and lacks the conclusion, by the naive reference."""
    table = {(tuple(e["sigma"]), tuple(e["tau"])): Fraction(e["value"]) for e in found["metric"]}
    space = reference.rankings(found["parameters"]["n"])

    def has(axiom):
        m = lambda s, t: table[s, t]  # noqa: E731
        if axiom in ("distance", "linear_distance"):
            if axiom == "distance":
                return reference.is_distance(m, space, False)["status"]
            return reference.is_linear_distance(m, space)["status"]
        if axiom in ("max_agreement", "max_iff_equal"):
            return reference.extremal(axiom, m, space, "items")["status"]
        if axiom in reference.UNWITNESSED:
            cases = reference.UNWITNESSED[axiom](axiom, space, m)
            return reference.settle("", cases)["status"]
        return reference.statement(axiom, m, space, False)["status"]

    assert all(has(axiom) == "holds" for axiom in found["premises"])
    assert has(found["conclusion"]) == "refuted"


@pytest.mark.slow
def test_all_findings_are_pinned_and_the_page_is_what_they_print():
    findings = ledger(CLAIMS, jobs=2, fresh=True)
    assert changed(findings) == []
    found = pages(findings)
    assert found == {file: (ROOT / file).read_text(encoding="utf-8") for file in found}


def test_the_pages_list_every_claim_with_its_pinned_verdict_and_the_command():
    for claim in CLAIMS:
        page = PAGES[claim.paper]
        assert f'<a id="{claim.key}"></a>{claim.place}: {claim.verdict}\n' in page
        assert f"`python -m proofs.claims {claim.key}`\n" in page


def test_the_front_page_has_the_ten_that_matter_and_our_findings():
    chosen = [claim for claim in CLAIMS if claim.headline]
    assert len(chosen) == 10
    assert {claim.paper for claim in chosen} == set(papers())
    for claim in chosen:
        target = f"{place(claim.paper)}#{claim.key}"
        assert f"### [{claim.paper}, {claim.place}]({target}): {claim.verdict}" in FRONT
    for claim in CLAIMS:
        linked = f"({place(claim.paper)}#{claim.key})" in FRONT
        assert linked == (claim.own or claim.headline), claim.key
    assert len(FRONT) < 20_000


def test_the_pages_are_written_together_or_not_at_all(tmp_path, monkeypatch, capsys):
    claim = a_claim(ask("symmetry", "mae"))
    monkeypatch.setattr(proofs.claims, "find_claims", lambda names=(): [claim])
    monkeypatch.chdir(tmp_path)
    blocked = tmp_path / place("group")
    blocked.mkdir(parents=True)
    assert main(["--markdown", "--jobs", "1"]) == 2
    assert "cannot be written" in capsys.readouterr().err
    assert [path for path in tmp_path.rglob("*.md") if path.is_file()] == []
    assert list(tmp_path.rglob(".rankproof-*")) == []
    blocked.rmdir()
    assert main(["--markdown", "--jobs", "1"]) == 0
    written = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.md")}
    assert written == {"FINDINGS.md", place("group")}
    assert "group.made" in blocked.read_text(encoding="utf-8")


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.key)
def test_prose_holds_no_number_that_is_not_computed(claim):
    text = claim.found
    references = r"(Def|Defs|Prop|Proposition|App|Table|Tables|equation|Thm|eq)\.? [A-Z\d.()]+"
    text = re.sub(references + r"( \(\d\))?((,| and) [\d.]+)*|§[\d.]+|part \(\d\)", "", text)
    text = re.sub(r"F1|R2|1/n|1/k|\(\|T\| − 1\)|\(1 − τ\)/2|\(τ_max − τ\)/2", "", text)
    assert not re.search(r"\d", text), claim.found


# Hand-written checks of what was computed otherwise ----------------------------------------------

S = reference.rankings


def f1_printed(r, s):
    precision, recall = Fraction(len(r & s), len(s)), Fraction(len(r & s), len(r))
    return 2 * (precision + recall) / (precision + recall)


def dcg(sigma):
    return sum(x / math.log2(i + 2) for i, x in enumerate(sigma))


BY_HAND = {
    # m = τ and −m: consistent and not, by Def. 1 with μ = σ
    "group.minus_still_inconsistent": lambda: (
        not any(a <= b and a > b for a in (1, -1) for b in (1, -1))
        and any(a <= b and -a > -b for a in (1, -1) for b in (1, -1))
    ),
    "group.ratio_one_if_consistent": lambda: Fraction(2 * 2, 2 * 1) == 2,
    # recall@1 prefers σ itself, DCG always (2 1)
    "group.ratio_independent_of_sigma": lambda: (
        [reference.score("recall", (1, 2), t, k=1) for t in S(2)] == [1, 0]
        and [reference.score("recall", (2, 1), t, k=1) for t in S(2)] == [0, 1]
        and dcg((2, 1)) > dcg((1, 2))
    ),
    # three rankings, two of them tied by both metrics: after turning one, only the tie agrees
    "group.ratio_reversed": lambda: (
        reference.quantity("agreement_ratio", ["recall", "fnr"], 3, k=1) == 1
    ),
    "group.equivalence_relation": lambda: (
        reference.judge("linear_equivalence", ["recall", "mse"], 3, k=1)["status"] == "refuted"
    ),
    # a metric whose rows are 0, 1 and 0, 0
    "group.renaming_ioi": lambda: [len(set(row)) for row in ([0, 1], [0] * 2)] == [2, 1],
    # 25/6 + the same logarithms: coefficients at places with rational discounts are 1, 1/2, 1/3
    "group.prop_6_1_wlog": lambda: (
        [t == v for t, v in zip((1, 3, 5, 4, 6, 7, 2), (2, 3, 1, 4, 6, 7, 5), strict=True)]
        == [False, True, False, True, True, True, False]
        and 1 + Fraction(5, 2) + Fraction(2, 3) == 2 + Fraction(1, 2) + Fraction(5, 3)
    ),
    "group.base_case": lambda: dcg((1, 2)) > 2,
    # (1 3 2): −1/log₂ 3 + 1/2; renamed (2 1 3): −1 + 1/log₂ 3
    "group.renaming_fixed_element": lambda: (
        abs((-1 / math.log2(3) + 1 / 2) - (-1 + 1 / math.log2(3))) > 0.2
    ),
    "group.immersion": lambda: len(S(2)) == 2 and len(S(3)) == 6,
    # C = 3, one discordant pair: 2 + (3 − 2) is not 3 − 2
    "group.lemma_6_3_base": lambda: 2 + (3 - 2) != 3 - 2 == 2 - (3 - 2),
    "group.lemma_6_3_step": lambda: 0 + (3 - 0) != 3 - 8 + 2 == 0 - (3 - 0),
    "group.maximum_independent_of_length": lambda: (
        reference.score("mcc_printed", (1, 2, 3), (1, 2, 3), k=1) == Fraction(1, 2)
        and reference.score("mcc_printed", (1, 2, 3, 4), (1, 2, 3, 4), k=1) == Fraction(1, 3)
    ),
    "group.only_kendall_spearman": lambda: all(
        reference.score("recall", s, s, k=1) == 1 for n in (2, 3, 4) for s in S(n)
    ),
    "group.formula_f1": lambda: f1_printed({1, 2}, {1, 2}) == f1_printed({1, 2}, {2, 3}) == 2,
    # R = S of one item among three: (1·2 − 0)/(1·1·2·2)
    "group.formula_mcc": lambda: Fraction(1 * 2, 1 * 1 * 2 * 2) == Fraction(1, 2),
    # two equal rankings of two items: C⁺ = 2, C⁻ = −2, C_u = 2, C_u0 = 2
    "group.formula_ndpm": lambda: Fraction(-2 + 1, 2) == Fraction(-1, 2),
    "group.mrr_harmonic": lambda: (
        reference.score("mrr", (1, 2), (1, 2), k=2) == Fraction(3, 4)
        and 2 / (1 + Fraction(1, 2)) == Fraction(4, 3)
    ),
    "group.formula_mse": lambda: (2 - 1) ** 2 + (1 - 2) ** 2 != 1,
    "group.formula_mae": lambda: abs(2 - 1) + abs(1 - 2) != 1,
    **BY_HAND_PAPERS,
}  # fmt: skip


@pytest.mark.parametrize("key", BY_HAND)
def test_what_was_computed_is_so_by_hand(key):
    assert BY_HAND[key]()
    claim = {claim.key: claim for claim in CLAIMS}[key]
    assert claim.own or claim.verdict in (REFUTED, CORRECTED)


# Judging -----------------------------------------------------------------------------------------


def says(agrees, undefined=False, about="x", settled=True):
    return Answer("asked", about, agrees, "said", "n = 2", undefined, settled)


SMALL = says(True, settled=False)


@pytest.mark.parametrize(
    ("roles", "answers", "verdict"),
    [
        ([PRINTED, PRINTED], [says(True), says(True)], CONFIRMED),
        ([PRINTED, PRINTED], [says(True), says(False)], REFUTED),
        ([PRINTED, AMENDED], [says(False), says(True)], CORRECTED),
        ([PRINTED, AMENDED], [says(False), says(False)], REFUTED),
        ([PRINTED, AMENDED], [says(False), says(None)], REFUTED),
        ([PRINTED, AMENDED], [says(True), says(True)], CONFIRMED),
        ([PRINTED, PRINTED], [says(True), says(None, True)], ILL_DEFINED),
        ([PRINTED, PRINTED], [says(False), says(None, True)], REFUTED),
        ([PRINTED, PRINTED], [says(True), says(None)], UNDECIDED),
        ([PRINTED, OTHER], [says(True), says(False)], CONFIRMED),
        ([PRINTED, FAIR], [says(True), says(False)], CONFIRMED),
        ([PRINTED, PRINTED], [says(True), SMALL], SUPPORTED),
        ([PRINTED, OTHER], [says(True), SMALL], CONFIRMED),
        ([PRINTED, PRINTED], [says(False), SMALL], REFUTED),
        ([PRINTED, PRINTED], [SMALL, says(None)], UNDECIDED),
    ],
)
def test_verdicts_follow_from_answers(roles, answers, verdict):
    claim = a_claim(*(ask("symmetry", "mae", role=role) for role in roles))
    assert judged(claim, answers).verdict == verdict


@pytest.mark.parametrize("spoken", SPOKEN_OF)
def test_cases_confirm_only_what_speaks_of_no_more(spoken):
    claim = a_claim(ask("symmetry", "mae"), speaks_of=spoken)
    assert judged(claim, [SMALL]).verdict == (SUPPORTED if spoken == EVERY else CONFIRMED)


@pytest.mark.parametrize(
    ("evidence", "settled"),
    [
        (ask("symmetry", "mae"), True),  # a proof for every n
        (ask("symmetry", "mae", n=3), False),
        (ask("symmetry", "mape", n=3, says=FAILS), True),  # a counterexample is enough
        (ask("robustness_swap", "mae", n=3, says="1"), False),
        (Imply(("distance",), "symmetry"), True),  # a part of what is assumed
        (Imply(("distance",), "max_agreement", says=FAILS), True),
        (Imply(("symmetry", "zero_iff_equal", "triangle"), "nonnegativity"), True),
        (
            Imply(("symmetry", "zero_iff_equal", "triangle"), "nonnegativity", n=(2,)),
            True,
        ),  # sizes are a start
        (Imply(("ioi",), "max_agreement", says=FAILS), True),
        (Compute(for_all, (("that", "mae(σ, τ) == mae(τ, σ)"), ("over", "σ, τ"), ("n", 2))), False),
        (Compute(for_all, (("that", "1 == 1"), ("covers", "there is nothing to vary"))), True),
        (Compute(some, (("that", "σ(1) == 2"), ("over", "σ"), ("n", 2))), True),
        (Compute(some, (("that", "σ(1) == 3"), ("over", "σ"), ("n", 2))), False),
    ],
)
def test_what_settles_a_question(evidence, settled):
    assert answered(evidence).settled is settled


@pytest.mark.parametrize(
    ("claim", "answers", "shortcoming"),
    [
        (a_claim(ask("ioi", "mae")), [says(False)], "the reading in which it is false"),
        (a_claim(ask("ioi", "mae"), reading="Def. 4"), [says(False)], ""),
        (
            a_claim(ask("ioi", "mae"), ask("ioi", "dcg", role=AMENDED)),
            [says(False), SMALL],
            "the correction is not settled",
        ),
        (
            a_claim(ask("ioi", "mae"), ask("ioi", "dcg", role=AMENDED)),
            [says(False), says(True)],
            "",
        ),
        (
            a_claim(ask("ioi", "mae"), ask("ioi", "dcg", role=FAIR)),
            [says(True), says(False)],
            "a fair reading is not named",
        ),
    ],
)
def test_what_the_rules_ask_for_and_a_claim_lacks(claim, answers, shortcoming):
    found = judged(claim, answers).shortcomings
    assert [text.startswith(shortcoming) for text in found] == [True] * bool(shortcoming)


def test_a_reading_under_which_a_claim_stands_or_falls_is_shown():
    fair = [
        Ask("ioi", ("dcg",), role=FAIR, note=note) for note in ("strictly", "strictly", "for n = 2")
    ]
    claim = a_claim(ask("ioi", "mae"), *fair)
    found = judged(claim, [says(False), says(True), says(False), says(True)])
    assert (found.readings(True), found.readings(False)) == (["for n = 2"], ["strictly"])
    assert ("stands if", "for n = 2") in lines_of(found)
    assert ("falls if", "strictly") in lines_of(found)


def test_what_rests_on_own_computations_says_so():
    own, engine = Compute(slow_answer), ask("symmetry", "mae")
    other = dataclasses.replace(engine, role=OTHER)
    partly = "own computation for 1 of 2 questions"
    for evidence, told in (
        ([own, other], "own computation"), ([own, engine], partly), ([engine, other], None),
    ):  # fmt: skip
        found = judged(a_claim(*evidence), [says(True)] * len(evidence))
        assert dict(lines_of(found)).get("rests on") == told
        assert found.claim.own_computation == (told == "own computation")


def test_few_claims_rest_on_own_computations_alone():
    assert sum(claim.own_computation for claim in CLAIMS) <= MOST_OWN


def test_a_claim_that_lacks_a_definition_is_ill_defined():
    assert judged(a_claim(missing="a word"), []).verdict == ILL_DEFINED


def test_every_exception_is_named():
    claim = a_claim(*(ask("symmetry", name) for name in ("mse", "mape", "dcg")))
    answers = [says(True), says(False, about="MAPE"), says(False, about="DCG")]
    assert judged(claim, answers).exceptions == ["MAPE", "DCG"]


def test_bad_declarations_are_refused():
    with pytest.raises(ValueError, match="not a verdict"):
        a_claim(ask("symmetry", "mae"), verdict="true")
    with pytest.raises(ValueError, match="not a role"):
        a_claim(ask("symmetry", "mae", role="spare"))
    with pytest.raises(ValueError, match="asks nothing"):
        a_claim()
    with pytest.raises(ValueError, match="can speak of"):
        a_claim(ask("symmetry", "mae"), speaks_of="n ≤ 5")
    with pytest.raises(ValueError, match="neither words nor a meaning"):
        dataclasses.replace(a_claim(ask("symmetry", "mae")), says="")


# Answers -----------------------------------------------------------------------------------------


def test_a_property_is_asked_for_every_n_where_that_can_be_decided():
    assert answered(ask("symmetry", "mae")).scope == "every n ≥ 1"
    assert answered(ask("max_agreement", "recall")).scope == "every n ≥ 2"


@pytest.mark.parametrize(
    ("axiom", "subject", "given"),
    [
        ("never_opposite", ("p", "r"), {"domain": "runs"}),
        ("never_opposite", ("ap", "r"), {"domain": "runs"}),
    ],
)
def test_an_order_that_stays_open_for_every_n_is_asked_for_few_documents_and_degrees(
    axiom, subject, given
):
    subjects = (subject,) if isinstance(subject, str) else subject
    answer = answered(ask(axiom, *subjects, **given))
    assert (answer.agrees, answer.settled) == (True, False)
    assert answer.scope == "n = 1…3, c = 1…3"
    tried = [(e["parameters"]["c"], e["scope"]["n"]) for e in answer.objects]
    assert tried == [(c, [1, 2, 3]) for c in (1, 2, 3)]
    claim = a_claim(ask(axiom, *subjects, **given), verdict=SUPPORTED)
    assert judged(claim, [answer]).verdict == SUPPORTED


def test_what_no_size_decides_stays_undecided():
    answer = answered(ask("closed_form", "rank_swapping"))
    assert answer.agrees is None
    assert judged(a_claim(ask("closed_form", "rank_swapping")), [answer]).verdict == UNDECIDED


def test_undefined_is_no_answer():
    answer = answered(ask("max_agreement", "lr_plus"))
    assert answer.agrees is None
    assert answer.undefined


def test_values_at_a_point_are_those_of_the_naive_reference():
    for name, cut in (("mape", {}), ("kendall", {}), ("jaccard", {"k": 2})):
        for sigma, tau in itertools.product(S(3), repeat=2):
            given = (("reference", sigma), ("ranking", tau), *cut.items())
            says = str(reference.score(name, sigma, tau, **cut))
            found = answered(Point("value", name, given, says))
            assert found.agrees, found
            assert not answered(Point("value", name, given, f"{Fraction(says) + 1}")).agrees
            assert not answered(Point("value", name, given, "undefined")).agrees
    given = (("reference", (1, 2)), ("ranking", (1, 2)), ("k", 1))
    assert answered(Point("value", "lr_plus", given, "undefined")).agrees  # no false positives
    assert not answered(Point("value", "lr_plus", given, "0")).agrees


def test_one_run_is_below_another_as_the_order_says():
    runs = list(itertools.product(range(3), repeat=2))
    for r, s in itertools.product(runs, repeat=2):
        given = (("runs", (r, s)), ("c", 2))
        place_by_place = all(a <= b for a, b in zip(r, s, strict=True))
        for says, agrees in ((HOLDS, place_by_place), (FAILS, not place_by_place)):
            assert answered(Point("below", "rank_replacement", given, says)).agrees is agrees


def test_a_point_settles_only_what_it_is_said_to():
    point = Point("value", "mae", (("reference", (1, 2)), ("ranking", (2, 1))), "1")
    assert not answered(point).settled
    assert answered(dataclasses.replace(point, covers="one case is enough")).settled
    assert judged(a_claim(point), [answered(point)]).verdict == SUPPORTED


def test_numbers_are_compared_as_printed():
    exact = reference.quantity("robustness_swap", ["mae"], 3)
    assert answered(ask("robustness_swap", "mae", says=str(exact), n=3)).agrees
    assert answered(ask("robustness_swap", "mae", says=f"{float(exact):.2f}", n=3)).agrees
    assert not answered(
        ask("robustness_swap", "mae", says=f"{float(exact) + 0.01:.2f}", n=3)
    ).agrees
    assert rounds_to(Fraction(1, 8), "0.12")
    assert rounding("3") == 0


def test_estimates_are_judged_with_the_errors_of_both_sides():
    question = ask("robustness_swap", "mae", says="0.33", n=10, draws=1000, engine="sampling")
    assert answered(question).agrees
    assert not answered(dataclasses.replace(question, says="0.45")).agrees


def test_an_implication_shows_a_simple_breaking_metric():
    answer = answered(Imply(("ioi",), "max_agreement"))
    assert answer.agrees is False
    assert answer.witness == "n = 2: the metric m = 0 for equal rankings, 1 for others"


# The cache ---------------------------------------------------------------------------------------


def slow_answer():
    """A computation that counts how often it is asked."""
    slow_answer.calls += 1
    return Computed(True, "yes", "n = 2")


slow_answer.calls = 0


def test_slow_answers_are_kept_and_fresh_asks_again(monkeypatch):
    monkeypatch.setattr(ledgers, "SLOW", 0)
    claim, before = a_claim(Compute(slow_answer)), slow_answer.calls
    first, second = ledger([claim]), ledger([claim])
    assert slow_answer.calls == before + 1
    assert not first[0].answers[0][1].cached
    assert second[0].answers[0][1].cached
    ledger([claim], fresh=True)
    assert slow_answer.calls == before + 2


def test_a_broken_file_is_no_answer(monkeypatch):
    monkeypatch.setattr(ledgers, "SLOW", 0)
    claim = a_claim(Compute(slow_answer))
    ledger([claim])
    for path in cache.directory().rglob("*.json"):
        path.write_text("{", encoding="utf-8")
    assert ledger([claim])[0].verdict == SUPPORTED


def test_quick_answers_are_not_kept(monkeypatch):
    monkeypatch.setattr(ledgers, "SLOW", 60)
    ledger([a_claim(ask("symmetry", "mae"))])
    assert not cache.directory().exists()


def test_the_key_changes_with_the_code_and_with_the_question(tmp_path):
    home = tmp_path / "home"
    for package in cache.PACKAGES:
        shutil.copytree(ROOT / package, home / package, ignore=shutil.ignore_patterns("__pyc*"))
    question = ledgers.question_text(ask("symmetry", "mae"))
    before = cache.key(question, home=home)
    assert cache.key(ledgers.question_text(ask("symmetry", "mse")), home=home) != before
    cache.digests.cache_clear()
    assert cache.key(question, home=home) == before
    with (home / "metrics" / "error.py").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    cache.digests.cache_clear()
    assert cache.key(question, home=home) != before
    cache.digests.cache_clear()


# The command line --------------------------------------------------------------------------------


def test_one_claim_by_name(capsys):
    assert main(["group.error_symmetric", "--jobs", "1"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("CORRECTED   group.error_symmetric")
    assert "exceptions  MAPE" in out


def test_json_rows(capsys):
    assert main(["group.error_symmetric", "--format", "json", "--jobs", "1"]) == 0
    found = json.loads(capsys.readouterr().out)
    (row,) = found["rows"]
    wanted = {"paper", "place", "says", "verdict", "scope", "found", "evidence"}
    assert wanted <= set(row)
    assert (row["paper"], row["verdict"]) == ("group", "corrected")
    assert [e["status"] for e in row["evidence"]].count("refuted") == 1
    witness = next(e["witness"] for e in row["evidence"] if e["status"] == "refuted")
    assert witness == {"sigma": [1, 2, 3], "tau": [2, 3, 1]}


def test_findings_of_our_own_are_a_list_beside_the_rows(capsys, monkeypatch):
    claim = a_claim(ask("symmetry", "mae"), reply="We agree.")
    own = dataclasses.replace(claim, says="", own=True, about="made", found="So it is.")
    monkeypatch.setattr(proofs.claims, "find_claims", lambda names=(): [claim, own])
    assert main(["--format", "json", "--jobs", "1"]) == 0
    told = json.loads(capsys.readouterr().out)
    (row,), (finding,) = told["rows"], told["findings"]
    assert (row["reply"], finding["found"], finding["about"]) == ("We agree.", "So it is.", "made")
    assert finding["verdict"] == "confirmed"
    assert finding["evidence"][0]["status"] == "holds"
    assert told["summary"] == {"group": {"confirmed": 1}}
    assert main(["--jobs", "1"]) == 0
    assert "reply       We agree." in capsys.readouterr().out


def test_certificates_of_all_verdicts_are_written_and_verified(capsys, tmp_path, monkeypatch):
    claim = a_claim(
        ask("symmetry", "mape", n=3), ask("wsd", "recall", n=3), ask("robustness_swap", "mae", n=3),
        Compute(slow_answer), ask("symmetry", "mae", role=OTHER),
    )  # fmt: skip
    monkeypatch.setattr(proofs.claims, "find_claims", lambda names=(): [claim])
    assert main(["--certificates", str(tmp_path / "new" / "folder"), "--jobs", "1"]) == 0
    assert capsys.readouterr().out.startswith("4 certificates in ")
    written = sorted((tmp_path / "new" / "folder").iterdir())
    assert [file.name for file in written] == [
        f"group.made-{place}.json" for place in ("1", "2.1", "2.2", "5")
    ]
    assert verify([str(tmp_path / "new" / "folder"), "--jobs", "1"]) == 0


def test_a_sample_of_the_ledgers_certificates_is_accepted(tmp_path, monkeypatch):
    """A thin sample, in an order that no name decides; docs/certificates.md has the whole run."""
    asked = {
        ledgers.question_text(evidence): dataclasses.replace(evidence, role=PRINTED)
        for claim in CLAIMS
        if not claim.slow
        for evidence in claim.evidence
        if isinstance(evidence, Ask) and evidence.draws is None
    }
    chosen = sorted(asked, key=lambda text: hashlib.sha256(text.encode()).hexdigest())[:SAMPLE]
    claim = a_claim(*[asked[text] for text in chosen])
    monkeypatch.setattr(proofs.claims, "find_claims", lambda names=(): [claim])
    assert main(["--certificates", str(tmp_path), "--jobs", "1", "--quiet"]) == 0
    written = sorted(tmp_path.glob("*.json"))
    assert len(written) >= SAMPLE - 2
    assert verify([str(tmp_path), "--timeout", "300", "--jobs", "1"]) == 0


def test_a_folder_that_cannot_be_one_is_said(capsys, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert main(["group.lemma_6_3", "--certificates", str(tmp_path / "file")]) == 2
    assert "cannot be a folder" in capsys.readouterr().err


@pytest.mark.parametrize("form", ["md", "latex", "csv"])
def test_other_formats(capsys, form):
    assert main(["group.lemma_6_3", "--format", form, "--jobs", "1"]) == 0
    out = capsys.readouterr().out
    assert "confirmed" in out
    if form == "csv":
        (row,) = csv.DictReader(io.StringIO(out))
        assert row["claim"] == "group.lemma_6_3"


def test_latex_prints_every_sign_of_the_papers():
    printed = [text for c in CLAIMS for text in (c.place, c.says, c.meaning, c.found)]
    written = "\n".join(map(escaped, printed))
    assert "U+" not in written
    assert not re.search(r"(?<!\\)[%&#_](?!\{)", re.sub(r"\$[^$]*\$", "", written))


def test_two_processes_give_what_one_gives(capsys):
    main(["group.error_symmetric", "--jobs", "1"])
    one = capsys.readouterr().out
    main(["group.error_symmetric", "--jobs", "2"])
    assert capsys.readouterr().out == one


def test_only_shows_one_verdict(capsys, monkeypatch):
    pair = [c for c in CLAIMS if c.key in ("group.lemma_6_3", "group.error_symmetric")]
    monkeypatch.setattr(proofs.claims, "find_claims", lambda names=(): pair)
    assert main(["--only", "corrected", "--jobs", "1"]) == 0
    out = capsys.readouterr().out
    assert "error_symmetric" in out
    assert "lemma_6_3" not in out


def test_a_changed_verdict_is_an_error_of_ours(capsys, monkeypatch):
    wrong = a_claim(ask("symmetry", "mape"), verdict=CONFIRMED)
    monkeypatch.setattr(proofs.claims, "find_claims", lambda names=(): [wrong])
    assert main(["--quiet"]) == 4
    assert "was pinned as confirmed and is now refuted" in capsys.readouterr().err


def test_a_question_that_cannot_be_asked_is_an_error_of_ours(capsys, monkeypatch):
    broken = a_claim(ask("symmetry", "no_such_metric"))
    monkeypatch.setattr(proofs.claims, "find_claims", lambda names=(): [broken])
    assert main([]) == 4
    assert "no_such_metric" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["gruop"], "Did you mean 'group'?"),
        (["nobody"], "The papers: group, kumar, giner, toma, area."),
        (["group.prop_6_11"], "Did you mean 'group.prop_6_1'"),
        (["--only", "refutd"], "Did you mean 'refuted'?"),
        (["--format", "yaml"], "not one of text, json"),
        (["--jobs", "0"], "at least 1"),
        (["--markdown", "group"], "name no paper"),
        (["--certificates", "x", "--only", "refuted"], "writes certificates only"),
        (["--list", "gruop"], "Did you mean 'group'?"),
        (["--list", "--only", "refuted"], "--only: --list asks nothing and does not read it"),
        (["--list", "--format", "json"], "--format: --list asks nothing"),
        (["group", "--list", "--fresh"], "--fresh: --list asks nothing"),
    ],
)
def test_wrong_usage(capsys, arguments, message):
    assert main(arguments) == 2
    err = capsys.readouterr().err
    assert message in err
    assert len(err.strip().splitlines()) == 1


def test_lists(capsys):
    assert check(["--list", "claims"]) == 0
    assert "group.prop_6_2" in capsys.readouterr().out
    assert main(["--list"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(CLAIMS)
    assert main(["--list", "toma", "--paper", "group.prop_6_2"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert len(listed) == len(claims_of("toma")) + 1
    assert listed[-1].startswith("group.prop_6_2")


def test_every_paper_has_a_file_and_names_are_used_once():
    assert papers() == ["group", "kumar", "giner", "toma", "area"]
    for paper in papers():
        keys = [claim.key for claim in claims_of(paper)]
        assert len(keys) == len(set(keys))


def test_a_refuted_universal_claim_may_have_no_witness_but_has_exceptions():
    none = next(claim for claim in CLAIMS if claim.key == "group.no_distance")
    assert {e.says for e in none.asked(PRINTED)} == {FAILS}
