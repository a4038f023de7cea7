"""Texts and files that mean harm by what was added last: arrows, chains, numbers, parameters."""

import json
import os
import time
from contextlib import suppress

import pytest

import rankproof
from axioms.language.text_reading import read_quantity, read_statement
from lattice.declared.files import declarations
from metrics.language.text.own_parameters import OwnParameter, settings
from metrics.language.text.reading import read_term
from metrics.naming import BadInput
from proofs.script.sealing import NUMBER, seal
from rankproof.line.failures import Mistake

MARKER = "HOSTILE_WAY_WAS_EXECUTED"
SHELL = f"__import__('os').environ.__setitem__('{MARKER}', '1')"
TERMS = [
    "sigma[0]", "sigma[1]", "sigma[-1]", "sigma[1:2]", "sigma[i]", "sigma[sigma]", "sigma[]",
    "sigma[[1]]", "sigma[1](1)", "sigma@1", "sigma@sigma", "n@n@n", "m[t]", "m@k", "@", "@@@",
    "sigma@", "[1](2)", "k@2(1)", "sigma(1)@2", "sigma(1) -> 2", "sigma(1) <-> 2", "sigma->n",
    "sigma(1) && 1", "sigma(1) || 1", "1 || 2", "& 1", "| 1", "|sigma(1)|", "&&", "||", "<>",
    "-> 1", "1 ->", "<->", "implies", "iff", "implies(1, 2)", "iff(1)", "sum(implies, 1, n, 1)",
    "sum(iff, 1, n, iff)", "1 <> 2", "\\to", "\\rightarrow sigma", "\\Longleftrightarrow",
    "0 <= sigma(1) <= 1", "1 < 2 < 3 < 4", "sigma(1)→tau(1)", "⟹", "⟷⟷", "→→→",
]  # fmt: skip
BODY = "m(sigma, sigma)"
STATEMENTS = [
    f"forall sigma: 0 <= {BODY} >= 1",
    f"forall sigma: 0 < {BODY} != 1 < 2",
    f"forall sigma: {BODY} = = 1",
    f"forall sigma: {BODY} -> -> 1",
    f"forall sigma: {BODY} = 1 <-> {BODY} = 1 <-> true",
    f"forall sigma: {BODY} = 1 iff true iff false",
    f"forall sigma: -> {BODY} = 1",
    f"forall implies: {BODY} = 1",
    f"forall iff in rankings: {BODY} = 1",
    f"forall sigma in implies: {BODY} = 1",
    f"forall sigma: sigma[1] = 1 -> {BODY} = 0",
    f"forall sigma: {BODY}[1] = 0",
    "forall sigma: m[sigma] = 0",
    "forall sigma: m@[1](sigma) = 0",
    f"forall sigma: sigma = 1 = {BODY}",
    f"forall sigma: sigma < sigma < {BODY}",
    f"forall sigma: {SHELL} -> {BODY} = 0",
    f"forall sigma: {BODY} && {SHELL}",
    f"forall sigma where true -> false: {BODY} = 0",
]
NUMBERS = [
    f"mean sigma where sigma[1] = 1: {BODY}",
    f"mean sigma where 0 < {BODY} > 1: {BODY}",
    f"greatest sigma: {BODY} -> 1",
    f"least sigma where: {BODY}",
    f"mean sigma where where: {BODY}",
    f"mean: {BODY}",
    f"mean sigma where {SHELL}: {BODY}",
]
LARGE = [
    "1 < " * 6000 + "2",
    "1 = " * 2500 + "1",
    "true -> " * 3000 + "true",
    "forall sigma: " + "(" * 39 + "1 < 2 < 3" + ")" * 39,
    "forall sigma: " + "0 <= m(sigma, sigma) <= 1 && " * 400 + "true",
    "n[" * 3000,
    "m@" * 3000 + "1",
    "sigma[1]" * 2000,
    "->" * 9000,
    "<->" * 6000,
]
FILES = [
    f"[parameter.a]\nvalue = \"{SHELL}\"\n[metric.x]\nvalue = 'a * sigma(1)'\n",
    "[parameter.a]\nabove = '1e9'\n[metric.x]\nvalue = 'a * sigma(1)'\n",
    "[parameter.a]\nleast = '9'\nmost = '1'\n[metric.x]\nvalue = 'a * sigma(1)'\n",
    "[parameter.implies]\n[metric.x]\nvalue = 'implies * sigma(1)'\n",
    "[parameter.iff]\n[metric.x]\nvalue = 'iff * sigma(1)'\n",
    "[parameter.a]\nkind = 'whole'\nabove = '0'\nbelow = '1'\n[metric.x]\nvalue = 'a*sigma(1)'\n",
    "[parameter.a]\nvalue = 1\n[metric.x]\nvalue = 'a * sigma(1)'\n",
    "[metric.x]\nvalue = 'sigma[1]'\n",
    "[axiom.x]\nstatement = 'forall sigma: sigma[1] = 1 -> m(sigma) = 0'\n",
    "[axiom.x]\nvalue = 'mean sigma where sigma@1 = 1: m(sigma)'\n",
    "[order.o]\nbelow = 'forall i: r[i] <= s[i]'\n",
    "[order.o]\nbelow = '0 <= r(1) >= s(1)'\n",
    "[distance.d]\nvalue = 'sum(i, 1, n, x[i])'\n",
    "[measure.m]\nvalue = 'r[1]'\n",
]
VALUES = [SHELL, "9^9^9^9", "1e400", "sigma(1)", "n", "[1]", "1 -> 2", "1 < 2", "0/0", "", "1" * 99]


def refused(read, text):
    started = time.process_time()
    with pytest.raises((BadInput, Mistake)) as problem:
        read(text)
    assert time.process_time() - started < 1.5
    assert MARKER not in os.environ
    assert len(str(problem.value)) < 1_500
    return str(problem.value)


@pytest.mark.parametrize("read", [read_term, read_statement, read_quantity])
def test_no_text_is_executed_or_hangs(read):
    texts = {read_term: TERMS, read_statement: STATEMENTS, read_quantity: NUMBERS}[read]
    for text in (*texts, SHELL):
        assert refused(read, text)


@pytest.mark.parametrize("text", LARGE, ids=lambda text: f"{text[:8]}… {len(text)}")
def test_no_long_text_hangs(text):
    started = time.process_time()
    for read in (read_term, read_statement):
        with suppress(BadInput):
            read(text)
    assert time.process_time() - started < 3


def test_no_file_is_executed():
    for text in FILES:
        refused(lambda given: list(declarations(given, "mine.toml")), text)


def test_no_value_that_is_set_is_executed():
    for value in VALUES:
        refused(lambda given: OwnParameter("a").at(given), value)
        refused(settings, [f"a={value}", f"a={value}"])


def test_no_value_of_a_certificate_is_executed():
    parameters = {"n": 2}
    asked = {"schema": 1, "axiom": "robustness_swap", "subject": ["mse"], "order": None}
    for value in VALUES:
        number = {
            **asked, "parameters": parameters, "convention": "items", "statement": value,
            "witness": None, "value": {"exact": value, "approx": value},
            "undefined": {"cases": 0, "first": None},
        }  # fmt: skip
        body = {"kind": NUMBER, "schema": 2, "version": rankproof.VERSION, "definitions": {},
                "number": number}  # fmt: skip
        content = json.loads(json.dumps({**body, "seal": seal(body)}))
        assert rankproof.verify(content).status == "rejected"
    assert MARKER not in os.environ
