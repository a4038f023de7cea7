"""A certificate may come from anyone: no text of it is evaluated, and no forgery is accepted.

The seal is a digest that everyone can compute, so each forged content is sealed again.
"""

import copy
import itertools
import json
import time

import pytest

import proofs
from proofs.report.certificate import certificate, digest, seal
from proofs.trusted import untrusted
from proofs.trusted.untrusted import Rejected
from proofs.trusted.verify import check
from proofs.verify import main as verify

ASKED = [
    ("ioi", ["mape"], {"n": range(2, 5)}),
    ("symmetry", ["mae"], {"n": 3, "engine": "smt"}),
    ("symmetry", ["kendall"], {"n": "all"}),
    ("ioi", ["mae"], {"n": "all"}),
    ("stability", ["recall"], {"n": 4}),
    ("sensitivity_some", ["mae"], {"n": 4}),
    ("distance", ["mse"], {"n": 3}),
    ("zero_iff_equal", ["lr_plus"], {"n": 3, "k": 2}),
    ("symmetry", ["area_free"], {"n": 3, "heights": "1,1/2,1/3"}),
    ("lattice", ["rank_swapping"], {"n": range(1, 3), "c": 2}),
    ("valuation", ["dcg_b"], {"n": 2, "c": 2, "order": "rank_swapping"}),
    ("isotone", ["grbp"], {"n": 2, "c": 2, "order": "rank_projection"}),
    ("triangle", ["kendall_pos"], {"n": 3}),
    ("scale_free", ["kendall_pos"], {"n": 3}),
    ("kendall_le_footrule", ["combined"], {"n": 5}),
    ("zero_iff_equal", ["kendall_sim"], {"n": "all"}),
    ("symmetry", ["kendall_w"], {"n": 3, "w": "1,2,3"}),
    ("respects_strictly", ["manhattan"], {"n": 1, "reading": "labels"}),
    ("respects_partial_order", ["mahalanobis"], {"n": 2}),
    ("respects_strictly", ["chebyshev"], {"n": 2, "embedding": "0,1,2;0,1"}),
    ("respects_partial_order", ["arbitrary"], {"n": 1}),
    ("respects_partial_order", ["chebyshev"], {"n": 1, "engine": "smt"}),
    ("respects_partial_order", ["manhattan"], {"n": "all"}),
    ("upper_bound_reached", ["mm"], {"n": 2, "measure": "ndcg"}),
    ("upper_bound_reached", ["ap"], {"n": 2}),
]


@pytest.fixture(scope="module")
def honest():
    found = {}
    for axiom, subjects, options in ASKED:
        content = certificate(proofs.ask(axiom, *subjects, **options), "1")
        found[f"{axiom} {' '.join(subjects)} {options['n']}"] = json.loads(json.dumps(content))
    return found


@pytest.fixture
def verdict_on(tmp_path, capsys):
    """Seal a content again, and return the exit code with what was printed."""

    def run(content):
        body = {name: value for name, value in content.items() if name != "seal"}
        path = tmp_path / "forged.json"
        path.write_text(json.dumps({**body, "seal": seal(body)}), encoding="utf-8")
        code = verify([str(path)])
        shown = capsys.readouterr()
        return code, shown.out + shown.err

    return run


def named(honest, start):
    """Return a copy of the first certificate whose question starts so."""
    return copy.deepcopy(next(c for name, c in honest.items() if name.startswith(start)))


# Nothing is evaluated -----------------------------------------------------------------------------


def places(content, path=()):
    """Go through the paths of all values."""
    if path:
        yield path
    if isinstance(content, dict | list):
        keys = content if isinstance(content, dict) else range(len(content))
        for key in keys:
            yield from places(content[key], (*path, key))


def put(content, path, value):
    for step in path[:-1]:
        content = content[step]
    content[path[-1]] = value


def canaries(path):
    """Return texts that would write a file if Python or a solver were given them."""
    python = f"open({str(path)!r}, 'w').write('x')"
    script = f'(set-option :regular-output-channel "{path}")\n(check-sat)\n'
    return [python, [python], script]


def test_no_text_is_evaluated_wherever_it_stands(honest, verdict_on, tmp_path):
    canary = tmp_path / "canary"
    texts = itertools.cycle(canaries(canary))
    for content in honest.values():
        for path in places(content):
            if path[0] in ("verdict", "evidence"):
                forged = copy.deepcopy(content)
                put(forged, path, next(texts))
                code, shown = verdict_on(forged)
                assert code in (0, 1, 3), (path, shown)
                assert not canary.exists(), path


def test_scripts_of_a_file_never_reach_a_solver(honest, verdict_on, monkeypatch):
    import proofs.script.solvers

    asked = []
    consult = proofs.script.solvers.consult

    def watched(text, *rest):
        asked.append(text)
        return consult(text, *rest)

    monkeypatch.setattr(proofs.script.solvers, "consult", watched)
    script = "(assert false)\n(check-sat)\n"
    forged = named(honest, "respects_partial_order chebyshev")
    for named_script in (script, {"text": script}, digest(script)):
        forged["evidence"]["scripts"][0] = named_script
        assert verdict_on(forged)[0] == 1
    assert not [text for text in asked if "(assert false)" in text]


# Forgeries that were accepted ---------------------------------------------------------------------


def test_a_derivation_in_words_proves_nothing(honest, verdict_on):
    """IOI of DCG fails from n = 7 on; small n do not contradict that it always holds."""
    forged = certificate(proofs.ask("ioi", "dcg", n=4), "1")
    question = proofs.ask("ioi", "dcg", n=4).question
    forged["verdict"]["statement"] = question.text(every_n=True)
    forged["verdict"]["scope"] = {"n": [], "all": True, "first_failing_n": None, "from": 1}
    code, shown = verdict_on(forged)
    assert code == 3
    assert "every n" in shown
    forged["verdict"]["derivation"] = ["trust me"]
    assert verdict_on(forged)[0] == 1


def test_a_trivial_script_proves_nothing(verdict_on):
    forged = certificate(proofs.ask("symmetry", "mape", n=3), "1")
    said = forged["verdict"]
    said.update(status="holds", witness=None, values=[], parameters={"n": 7})
    said["statement"] = said["statement"].replace("S₃", "S₇")
    said["scope"] = {"n": [7], "all": False, "first_failing_n": None}
    forged["evidence"]["scripts"] = [digest("(assert false)")]
    code, shown = verdict_on(forged)
    assert code == 1, shown
    assert "definitions" in shown or "finds it false" in shown
    said["scope"]["n"] = [3, 7]
    assert verdict_on(forged)[0] == 1


@pytest.mark.parametrize(
    "other", [[1, 1, 3, 4], [1, 2, 3], [0, 1, 2, 3], [1, 2, 3, 4, 5], [1, 2, 3, True], "1234", None]
)
@pytest.mark.parametrize("name", ["sigma", "tau", "nu"])
def test_a_witness_has_rankings(honest, verdict_on, name, other):
    forged = named(honest, "ioi mape")
    forged["verdict"]["witness"][name] = other
    assert verdict_on(forged)[0] == 1


@pytest.mark.parametrize(
    ("start", "name", "other"),
    [
        ("lattice", "r", [0, 3]),
        ("lattice", "r", [0, 2, 1]),
        ("isotone", "gains", ["0", "2", "1"]),
        ("isotone", "gains", ["0", "1"]),
        ("isotone", "gains", ["0", "1", "nan"]),
        ("isotone", "gains", ["0", "1", "9" * 101]),
        ("isotone", "gains", [0, 1, 2]),
        ("isotone", "p", "1"),
        ("isotone", "p", "1/0"),
        ("isotone", "p", "0.5"),
        ("triangle", "delta", ["0", "-1"]),
        ("triangle", "delta", ["0", "1", "1"]),
        ("kendall_le_footrule", "similarity", [["0"] * 5] * 4),
        ("kendall_le_footrule", "w", ["1", "1", "1", "1", "\u0661"]),
        ("scale_free", "t", "-1"),
        ("scale_free", "scaled", "w"),
        ("stability", "k", 2),
        ("stability", "k", "1"),
        ("respects_strictly manhattan", "embedding", "0,0"),
        ("respects_partial_order mahalanobis", "matrix", "2,-1;-1"),
        ("respects_partial_order mahalanobis", "matrix", "1,2;2,1"),
        ("respects_strictly chebyshev", "l", [0, 7]),
        ("upper_bound_reached mm", "r", ["d1", "d3"]),
        ("upper_bound_reached mm", "d1", [0, -1]),
    ],
)
def test_a_witness_keeps_to_its_domain(honest, verdict_on, start, name, other):
    forged = named(honest, start)
    assert verdict_on(forged)[0] in (0, 3)
    assert name in forged["verdict"]["witness"]
    forged["verdict"]["witness"][name] = other
    assert verdict_on(forged)[0] == 1


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("approx", lambda c: c["verdict"]["values"][0].update(approx="37.50")),
        ("term", lambda c: c["verdict"]["values"][0].update(term="mape")),
        ("definition", lambda c: c["definitions"].update(mape="0")),
        ("a parameter", lambda c: c["verdict"]["parameters"].update(k=2)),
        ("a field", lambda c: c["verdict"].update(also="it holds for every n")),
        ("true for 1", lambda c: c["verdict"].update(schema=True)),
        ("another n before", lambda c: c["verdict"]["scope"].update(n=[7, 4])),
        ("a float", lambda c: c["verdict"].update(cases=1.0)),
        ("a huge n", lambda c: c["verdict"]["parameters"].update(n=10**9)),
    ],
)
def test_what_is_stated_is_printed_again(honest, verdict_on, name, change):
    forged = named(honest, "ioi mape")
    change(forged)
    assert verdict_on(forged)[0] in ((3,) if name == "another n before" else (1, 2))


# Files --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"[" * 100_000, "nested too deeply"),
        (b"[" * 40 + b"]" * 40, "levels deep"),
        (b'{"kind": 1, "kind": 2}', "twice"),
        (b'{"kind": 1e999}', "not a whole one"),
        (b'{"kind": NaN}', "not a whole one"),
        (b'{"kind": ' + b"9" * 5_000 + b"}", "digits"),
        (b'{"kind": "\\ud800"}', "Unicode"),
        (b"\xff\xfe", "not JSON"),
        (b" " * (untrusted.MOST_BYTES + 1), "larger than"),
        (b'{"kind": "rankproof certificate", "schema": true}', "schema"),
        (b'{"kind": "rankproof certificate", "schema": 1}', "schema 1, and this version reads 2"),
        (b'{"kind": "rankproof certificate", "schema": 1}', "ask its question again"),
    ],
)
def test_odd_files_are_one_message(tmp_path, capsys, data, message):
    path = tmp_path / "odd.json"
    path.write_bytes(data)
    assert verify([str(path)]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert len(error.strip().splitlines()) == 1


HOSTILE = {
    "numbers": lambda size: b"[" + b"1," * (size // 2) + b"1]",
    "objects": lambda size: b"[" + b"{}," * (size // 3) + b"1]",
    "names": lambda size: b"{" + b",".join(b'"%d":1' % i for i in range(size // 10)) + b"}",
    "deep": lambda size: b"[" * size,
    "text": lambda size: b'{"kind": "' + b"x" * size + b'"}',
    "escapes": lambda size: b'{"kind": "' + b"\\u0041" * (size // 6) + b'"}',
    "digits": lambda size: b"9" * size,
    "spaces": lambda size: b" " * size,
}


@pytest.mark.parametrize("kind", HOSTILE)
@pytest.mark.parametrize("size", [900_000, 10_000_000])
def test_a_hostile_file_is_refused_in_a_second(tmp_path, capsys, kind, size):
    path = tmp_path / "hostile.json"
    path.write_bytes(HOSTILE[kind](size))
    started = time.process_time()
    assert verify([str(path)]) == 2
    assert time.process_time() - started < 1
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_a_certificate_for_another_definition_under_the_same_name_is_rejected(honest, verdict_on):
    for start, content in honest.items():
        for name in content["definitions"]:
            forged = copy.deepcopy(content)
            forged["definitions"][name] += " + 0"
            code, shown = verdict_on(forged)
            assert code == 1, start
            assert "definitions" in shown, shown


def test_messages_hold_no_control_characters(honest, verdict_on):
    forged = named(honest, "ioi mape")
    forged["verdict"]["statement"] = forged["verdict"]["axiom"] = "\x1b[31mred\n" * 1_000
    code, shown = verdict_on(forged)
    assert code == 1
    assert "\x1b" not in shown
    assert len(shown) < 2_000


@pytest.mark.parametrize(
    "value", ["1/0", "", "1.5", " 1", "1e9", "nan", "--1", "1//2", 1, None, True]
)
def test_numbers_are_read_by_a_pattern(value):
    with pytest.raises(Rejected):
        untrusted.number("x", value)


# What a certificate says of itself ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("kind", "a proof"),
        ("kind", "rankproof certificate "),
        ("kind", ["rankproof certificate"]),
        ("schema", 1),
        ("schema", True),
        ("schema", "2"),
        ("version", ""),
        ("version", "proved by hand"),
        ("version", "1."),
        ("version", "0.1.0\n"),
        ("version", 1),
        ("seal", None),
    ],
)
def test_kind_schema_and_version_are_read_strictly(honest, field, value):
    forged = {**named(honest, "ioi mape"), field: value}
    body = {name: part for name, part in forged.items() if name != "seal"}
    forged = forged if field == "seal" else {**body, "seal": seal(body)}
    with pytest.raises(Rejected):
        check(forged)


@pytest.mark.parametrize("version", ["1", "0.1.0", "0.2.0rc1", "1.0.dev3", "1.2.3.post1+local.2"])
def test_versions_look_like_versions(honest, version):
    body = {**named(honest, "ioi mape"), "version": version}
    del body["seal"]
    assert check({**body, "seal": seal(body)})


def test_a_change_that_is_not_sealed_again_is_rejected(honest):
    """The version is compared with nothing else."""
    with pytest.raises(Rejected, match="changed after"):
        check({**named(honest, "ioi mape"), "version": "0.0.1"})


def test_long_values_are_texts():
    """The exact value of NDCG at 80 items has 130,000 characters."""
    long = "9*log(2)/log(10) + " * 10_000
    assert untrusted.text("exact", long) == long
    with pytest.raises(Rejected):
        untrusted.text("exact", "1" * (untrusted.MOST_TEXT + 1))
