"""Texts that mean harm: none is executed, none hangs, each ends in one clear message."""

import os
import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from axioms.language.text_reading import read_statement
from lattice.declared.files import declarations
from metrics import metric_of_text
from metrics.language.text.lexer import BadText
from metrics.language.text.reading import read_term
from metrics.language.text.words import WORDS
from metrics.naming import BadInput
from proofs.check import main
from proofs.value import main as value
from rankproof.line.failures import Mistake

MARKER = "HOSTILE_TEXT_WAS_EXECUTED"
PYTHON = [
    f"__import__('os').environ.__setitem__('{MARKER}', '1')",
    f"__import__('os').system('touch {MARKER}')",
    "().__class__.__bases__[0].__subclasses__()",
    "sigma.__class__",
    "sigma.__class__.__mro__",
    "sigma(i).__init__.__globals__",
    "__builtins__",
    "__name__",
    "__import__",
    "eval('1')",
    "exec('import os')",
    "compile('1', '', 'eval')",
    "open('/etc/passwd').read()",
    "getattr(sigma, 'name')",
    "lambda: 1",
    "(lambda x: x)(1)",
    "[x for x in (1, 2)]",
    "{1: 2}",
    "{sigma}",
    "f'{sigma}'",
    "'%s' % sigma",
    '"a" * 9',
    "{0.__class__}",
    "{sigma!r}",
    "%(sigma)s",
    "$(touch x)",
    "`touch x`",
    "; touch x",
    "| touch x",
    "&& touch x",
    "> /tmp/x",
    "$HOME",
    "~/x",
    "../../etc/passwd",
    "sigma := 1",
    "sigma = 1; tau = 2",
    "import os",
    "from os import system",
    "yield 1",
    "await sigma",
    "async def f(): pass",
    "raise SystemExit",
    "del sigma",
    "global n",
    "assert False",
    "print(1)",
    "exit()",
    "quit()",
    "breakpoint()",
    "Symbol('x')",
    "sympify('1')",
    "S('1')",
    "parse_expr('1')",
    "Rational('1/3')",
    "Function('f')(1)",
    "sigma(i) if True else 0",
    "1 if 1 else 2",
    "not",
    "and",
    "True",
    "None",
    "Ellipsis",
    "...",
    "@property",
    "*sigma",
    "**sigma",
    "sigma[0]",
    "sigma[1:2]",
    "sigma.name",
    "sigma->name",
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    "../mine.toml",
    "\\input{/etc/passwd}",
    "\\write18{touch x}",
    "\\def\\x{1}",
    "\\newcommand",
    "(declare-fun x () Int)",
    "(assert false)",
]
NUMBERS = [
    "9^9^9^9",
    "9**9**9**9",
    "9^9^9^9^9^9^9^9",
    "2^(2^(2^(2^10)))",
    "(9^99)^99^99",
    "10^100000",
    "2^-1000000",
    "(1/3)^100000",
    "1.5^99999",
    "0^-1",
    "1/0",
    "0/0",
    "1/(1 - 1)",
    "mod(1, 0)",
    "mod(7, 0) + sigma(1)",
    "log(0)",
    "log(0, 2)",
    "log(2, 1)",
    "log(-1)",
    "sqrt(-1)",
    "root(2, 0)",
    "(-1)^(1/2)",
    "binomial(1000000000, 500000000)",
    "binomial(10^9, 10^8)",
    "floor(10^1000)",
    "mod(10^1000, 7)",
    "sqrt(1" + "0" * 29 + "1)^(1/7)",
    "99999999999999999999999999999999999999999999",
    "0." + "9" * 60,
    "1" * 5000,
    "1e400",
    "1e-400",
    "0x10",
    "1_000",
    "1.",
    ".5",
    "1..2",
    "1.2.3",
    "1,5",
    "infinity",
    "oo",
    "zoo",
    "nan",
    "I",
    "pi",
    "e",
    "E",
]
SHAPES = [
    "",
    " ",
    "=",
    "= =",
    "(",
    ")",
    "()",
    "((((",
    "))))",
    "[",
    "]",
    "[]",
    "[sigma(1)]",
    "sigma(",
    "sigma(1",
    "sigma(1))",
    "sigma(1,2)",
    "sigma()",
    "sigma(sigma)",
    "sigma(1)(2)",
    "sigma tau",
    "2 sigma(1)",
    "sum",
    "sum()",
    "sum(i)",
    "sum(i, 1, n)",
    "sum(1, 1, n, i)",
    "sum(n, 1, n, n)",
    "sum(i, 1, n, sum(i, 1, n, i))",
    "sum(sum, 1, n, 1)",
    "sum(i, 0, n, sigma(i))",
    "sum(i, 1, sigma, 1)",
    "sum(i, 1, n, tau)",
    "sum(i+1, 1, n, i)",
    "max()",
    "max(" + ", ".join("1234567890") + ", 1, 2, 3)",
    "abs()",
    "abs(1, 2)",
    "indicator(1)",
    "if(if(sigma(1) < 2, 1, 0) = 1, tau(1), sigma(1))",
    "piecewise(1, sum(i, 1, n, if(sigma(i) < 2, 1, 0)) = 1)",
    "if(1, 2, 3)",
    "if(1 < 2, 3)",
    "piecewise(1)",
    "piecewise()",
    "1 < 2 < 3",
    "1 < 2",
    "1 = 2 = 3",
    "sigma = tau",
    "sigma + tau",
    "sigma < tau",
    "- - - -",
    "+",
    "1 +",
    "* 1",
    "1 * / 2",
    "1 ^",
    "^ 1",
    "forall",
    "forall i: i = i",
    "forall sigma: 1",
    "exists",
    "mean sigma: 1",
    "m(sigma)",
    "m@3(sigma)",
    "k[1]",
    "x",
    "i",
    "a",
    "q",
    "sigma(i)",
    "r(1) + sigma(1)",
    "r(1) + s(1)",
    "sigma(1) + tau(1) + nu(1)",
    "compose(sigma, tau)(1)",
    "swap(1, 2)(1)",
    "id(1)",
    "5",
    "n + k",
    "gain(1)",
    "sgima(1)",
    "rank(1, sigma)",
    "ideal(sigma)(1)",
    "length(sigma)(1)",
    "inverse(sigma, tau)",
    "exchange(r, 1, 2)(1)",
    "sigma(1) and tau(1)",
    "not sigma(1)",
    "sigma(1) => tau(1)",
]
UNICODE = [
    "s\u0456gma(1)",
    "\uff53\uff55\uff4d(i, 1, n, sigma(i))",
    "sigma\uff081\uff09",
    "sigma(1)\u200b+1",
    "\u202esigma(1)",
    "sigma(1)\u00d7\u0663",
    "\u017fum(i, 1, n, i)",
    "\0",
    "sigma(1)\0",
    "sig\0ma(1)",
    "\u202esigma(1)",
    "sigma\u202e(1)",
    "\u2066sigma\u2069(1)",
    "\u200bsigma(1)",
    "sigma\u200d(1)",
    "\ufeffsigma(1)",
    "s\u0456gma(1)",
    "\u03a3(1)",
    "sigma\uff081\uff09",
    "\uff11",
    "\u0661",
    "\u00b2",
    "sigma(1)\u00b2",
    "\u2211 i",
    "\u221e",
    "\u03c3\u0301(1)",
    "\U0001d6d4(1)",
    "\x1b[31msigma(1)",
    "sigma(1)\x07",
    "sigma(1)\x7f",
    "\ud800",
    "sigma\u00a0(1)",
    "sigma\u2028(1)",
    "sigma\x0b(1)",
    "\U0001f600",
    "\u1e9b\u0323",
    "\u212b",
]
LARGE = [
    "sigma(1)^(10^9)",
    "sum(i, 1, 10^12, sigma(i))",
    "product(i, 1, 10^9, sigma(1))",
    "sum(i, 1, n, sum(j, 1, 10^8, sigma(i)))",
    "(" * 10_000 + "1" + ")" * 10_000,
    "(" * 300 + "sigma(1)" + ")" * 300,
    "-" * 5000 + "1",
    "not " * 2000 + "1 < 2",
    "abs(" * 500 + "sigma(1)" + ")" * 500,
    "sigma(" * 500 + "1" + ")" * 500,
    "2^" * 2000 + "2",
    "[" * 2000,
    "1 + " * 30_000 + "1",
    "sigma(1) " * 5000,
    "a" * 100_000,
    "\\sigma" * 5000,
    "sum(i, 1, n, " * 400 + "1" + ")" * 400,
    "if(1 < 2, " * 300 + "1" + ", 2)" * 300,
    "max(1, " * 300 + "2" + ")" * 300,
    "forall " * 3000,
    "forall " + "i, " * 4000 + "i: 1 < 2",
    "," * 10_000,
    " " * 1_000_000,
    "\n" * 100_000 + "x",
    "é" * 10_000,
    "=" * 10_000,
    "@" * 10_000,
    ":" * 10_000,
]
HOSTILE = [*PYTHON, *NUMBERS, *SHAPES, *UNICODE, *LARGE]
FILES = [
    "[metric.x]\n",
    "[metric]\nx = 1\n",
    "metric = 1\n",
    "[metric.x]\nvalue = 1\n",
    "[metric.x]\nvalue = ['sigma(1)']\n",
    "[metric.x]\nvalue = 1.5\n",
    "[metric.x]\nvalue = '__import__(1)'\n",
    "[metric.x]\nvalue = 'sigma(1)'\nhigher_is_better = 'yes'\n",
    "[metric.x]\nvalue = 'sigma(1)'\nvlaue = 'tau(1)'\n",
    "[metric.x]\nvalue = 'sigma(1)'\ninputs = [1]\n",
    "[metric.x]\nvalue = 'sigma(1)'\ninputs = ['tau']\n",
    "[metric.x]\nvalue = 'sigma(1)'\nbounds = ['0']\n",
    "[metric.x]\nvalue = 'sigma(1)'\ndomain = 'runs'\n",
    "[metric.x]\nvalue = 'sigma(1)'\ndomain = '__class__'\n",
    "[metric.x]\nvalue = 'sigma(1)'\nrel = true\n",
    "[metric.x]\nvalue = 'sigma(1)'\nunjudged = 'x'\n",
    "[metric.x]\nvalue = 'sigma(1)'\nfixed = { n = 'x' }\n",
    "[metric.'../x']\nvalue = 'sigma(1)'\n",
    "[metric.'']\nvalue = 'sigma(1)'\n",
    "[metric.__class__]\nvalue = 'sigma(1)'\n",
    "[metric.'a b']\nvalue = 'sigma(1)'\n",
    "[axiom.x]\n",
    "[axiom.x]\nstatement = 'm(sigma) = 0'\n",
    "[axiom.x]\nstatement = 'forall sigma: m'\n",
    "[axiom.x]\nstatement = 'forall sigma: m(sigma, tau) = 0'\n",
    "[axiom.x]\nstatement = 'forall x in nowhere: 1 < 2'\n",
    "[axiom.x]\nparts = []\n",
    "[axiom.x]\nparts = [1]\n",
    "[axiom.x]\nstatement = 'forall sigma: 1 < 2'\nvalue = '1'\n",
    "[axiom.x]\nstatement = 'forall sigma: 1 < 2'\nof = 'nothing'\n",
    "[axiom.x]\nstatement = 'forall sigma: m(sigma) = 0'\nslope_in = '__class__'\n",
    "[axiom.x]\nstatement = 'forall sigma: m(sigma) = 0'\nelsewhere = [[]]\n",
    "[order.x]\n",
    "[order.x]\nbelow = 'r(1)'\n",
    "[order.x]\nbelow = 'forall i: r(i) <= s(i)'\nlisted = 'tree'\n",
    "[order.x]\noperations = [{}]\n",
    "[order.x]\noperations = [{ step = '1' }]\n",
    "[nothing.x]\nvalue = '1'\n",
    "x = " + "[" * 50_000 + "\n",
    "x = " + "[" * 3000 + "]" * 3000 + "\n",
    "x = " + "{a=" * 3000 + "1" + "}" * 3000 + "\n",
    "[" + ".".join("a" * 3000) + "]\n",
    "x = " + "9" * 100_000 + "\n",
    "\0",
    "not toml at all",
    "[metric.x]\n[metric.x]\n",
    "".join(f"[metric.x{i}]\nvalue = 'sigma(1)'\n" for i in range(1500)),
    "[metric.x]\nvalue = '" + "x" * 100_000 + "'\n",
    "[metric.x]\ntitle = '" + "x" * 30_000 + "'\nvalue = 'sigma(1)'\n",
]


def seconds_of(function):
    started = time.process_time()
    function()
    return time.process_time() - started


def test_there_are_enough_of_them():
    assert len(HOSTILE) + len(FILES) >= 300


@pytest.mark.parametrize("group", [PYTHON, NUMBERS, SHAPES, UNICODE, LARGE])
def test_no_text_is_executed_and_each_is_refused_at_once(group, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for text in group:

        def refused(text=text):
            with pytest.raises(BadInput) as caught:
                metric_of_text(f"={text}")
            lines = str(caught.value).splitlines()
            assert len(lines) in (1, 3), text[:60]
            assert max(map(len, lines)) < 300, text[:60]

        assert seconds_of(refused) < 1, text[:60]
    assert MARKER not in os.environ
    assert list(tmp_path.iterdir()) == []


def test_sums_of_too_many_terms_are_undecided_at_once(capsys):
    started = time.process_time()
    for text in ("sum(i, 1, 10^12 * n, sigma(1))", "sum(i, 1, 9^5, sum(j, 1, 9^5, sigma(1)))"):
        assert main(["symmetry", f"= {text}", "--n", "3"]) == 3
        assert value(["= " + text, "--ranking", "1,2,3"]) == 3
    assert main(["symmetry", "= sigma(1)^(n^20)", "--n", "3"]) == 3
    assert time.process_time() - started < 20
    capsys.readouterr()


def test_statements_are_refused_likewise():
    for text in (*PYTHON, *SHAPES, *UNICODE, *LARGE):

        def tried(text=text):
            with suppress(BadInput):
                read_statement(text)

        assert seconds_of(tried) < 1, text[:60]


def test_files_are_refused_at_once():
    for text in FILES:

        def refused(text=text):
            with pytest.raises(BadInput) as caught:
                declarations(text, "mine.toml")
            assert len(str(caught.value)) < 500, text[:60]

        assert seconds_of(refused) < 1, text[:60]


def test_places_that_are_no_files_are_refused(tmp_path, capsys):
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "loop.toml").symlink_to("loop.toml")
    (tmp_path / "device.toml").symlink_to("/dev/zero")
    (tmp_path / "large.toml").write_bytes(b"#" * 300_000)
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    os.mkfifo(tmp_path / "pipe.toml")
    names = ("folder", "loop", "device", "large", "bytes", "pipe", "missing")
    for path in [*(str(tmp_path / f"{name}.toml") for name in names), "/dev/null", "", "a\0b.toml"]:
        assert main(["ioi", "mine", "--n", "2", "--using", path]) == 2
        assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("text", [PYTHON[0], "9^9^9^9", "sigma(", "\u202esigma(1)", "(" * 9000])
def test_the_command_line_says_one_thing_and_exits_with_2(text, capsys):
    assert main(["ioi", f"= {text}", "--n", "2"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("error: ")
    assert err.count("error") == 1
    assert "\u202e" not in err


words = st.sampled_from(
    [*WORDS, "sum", "sigma", "tau", "r", "i", "n", "k", "m", "forall", "exists", "and", "not", "in"]
)
marks = st.sampled_from([*"()[],:@=<>+-*/^", "=>", "<=>", "!=", "0.8", "12", "σ", "≤", "\\tau"])


@given(
    st.one_of(st.text(max_size=80), st.lists(st.one_of(words, marks), max_size=25).map(" ".join))
)
def test_any_text_is_an_object_or_a_mistake_of_ours(text):
    for read in (read_term, read_statement, metric_of_text):
        with suppress(BadText, BadInput):
            read(text)


@given(st.text(max_size=200))
def test_any_file_is_declarations_or_a_mistake_of_ours(text):
    with suppress(Mistake):
        declarations(text, "mine.toml")
