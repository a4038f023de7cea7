"""Certificates are accepted as written and rejected after any change."""

import copy
import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs import VERSION, ask
from proofs.check import main
from proofs.report.certificate import certificate, seal
from proofs.trusted.finite import reader
from proofs.verify import Rejected, check
from proofs.verify import main as verify

COMMANDS = [
    "ioi mape --n 2..6",
    "ioi dcg --n 4",
    "symmetry rmse --n 3",
    "ioi mae --n all",
    "symmetry kendall --n all",
    "symmetry mae --n 3 --engine smt",
    "stability recall --n 4",
    "distance mse --n 3",
    "sensitivity_some mae --n 4",
    "symmetry kendall --n 1",
    "zero_iff_equal lr_plus --n 4 --k 2",
    "nonnegativity rbp --n 3 --p 1/2",
    "symmetry rbo --n 2",
]


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    folder = tmp_path_factory.mktemp("certificates")
    found = {}
    for number, command in enumerate(COMMANDS):
        path = folder / f"{number}.json"
        main([*command.split(), "--quiet", "--certificate", str(path)])
        found[command] = path
    return found


IN_PART = {
    "symmetry kendall --n 1": "the verdict decides nothing",
}


def test_a_folder_is_checked_file_by_file(written, tmp_path, capsys):
    honest = written["ioi mape --n 2..6"].read_text(encoding="utf-8")
    assert verify([str(tmp_path)]) == 2
    assert "no file in it ends in .json" in capsys.readouterr().err
    for name in ("one", "two"):
        (tmp_path / f"{name}.json").write_text(honest, encoding="utf-8")
    assert verify([str(tmp_path), "--jobs", "1"]) == 0
    said = "2 certificates: 2 accepted, 0 undecided, 0 unreadable, 0 rejected\n"
    assert capsys.readouterr().out == said
    open_ended = written["symmetry kendall --n 1"].read_text(encoding="utf-8")
    (tmp_path / "undecided.json").write_text(open_ended, encoding="utf-8")
    assert verify([str(tmp_path), "--quiet"]) == 3
    (tmp_path / "unreadable.json").write_text("{}", encoding="utf-8")
    assert verify([str(tmp_path), "--quiet"]) == 2
    (tmp_path / "forged.json").write_text(honest.replace('"n": 4', '"n": 3'), encoding="utf-8")
    assert verify([str(tmp_path), "--format", "json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["status"] == "rejected"
    assert found["counts"] == {"accepted": 2, "rejected": 1, "undecided": 1, "unreadable": 1}
    statuses = {row["file"]: row["status"] for row in found["rows"]}
    assert statuses["forged.json"] == "rejected"
    assert verify([str(tmp_path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == ["REJECTED", "UNDECIDED", "UNREADABLE"]
    assert all(
        name in line for name, line in zip(("forged", "undec", "unread"), lines[1:], strict=True)
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_what_was_written_is_accepted_or_its_unchecked_part_is_named(written, command, capsys):
    code = verify([str(written[command])])
    shown = capsys.readouterr().out
    if command in IN_PART:
        assert code == 3
        assert IN_PART[command] in shown
    else:
        assert code == 0
        assert shown.startswith("ACCEPTED")


def leaves(content, path=()):
    if isinstance(content, dict):
        for key, value in content.items():
            yield from leaves(value, (*path, key))
    elif isinstance(content, list):
        for place, value in enumerate(content):
            yield from leaves(value, (*path, place))
    else:
        yield path


def changed(value, draw):
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return draw(st.integers(-3, 12).filter(lambda new: new != value))
    if isinstance(value, str):
        return draw(
            st.sampled_from(["holds", "refuted", "mae", "x", value + " "]).filter(
                lambda new: new != value
            )
        )
    return 1


@given(st.data())
def test_any_change_is_rejected(written, data):
    command = data.draw(st.sampled_from(COMMANDS))
    content = json.loads(written[command].read_text(encoding="utf-8"))
    path = data.draw(st.sampled_from(sorted(leaves(content), key=str)))
    target = content
    for step in path[:-1]:
        target = target[step]
    target[path[-1]] = changed(target[path[-1]], data.draw)
    with pytest.raises(Rejected):
        check(content)


def resealed(content, change):
    content = copy.deepcopy(content)
    change(content)
    content.pop("seal")
    return {**content, "seal": seal(content)}


def set_witness(content):
    content["verdict"]["witness"]["tau"] = [1, 2, 3, 4]


def set_status(content):
    content["verdict"]["status"] = "holds"
    content["verdict"]["witness"] = None


def set_n(content):
    content["verdict"]["parameters"]["n"] = 5


def set_metric(content):
    content["verdict"]["subject"] = ["mae"]


def set_definition(content):
    content["definitions"]["mape"] = "0"


def set_value(content):
    content["verdict"]["values"][0]["exact"] = "1"


def set_axiom(content):
    content["verdict"]["axiom"] = "symmetry"


@pytest.mark.parametrize(
    "change", [set_witness, set_status, set_n, set_metric, set_definition, set_value, set_axiom]
)
def test_a_forger_who_seals_again_is_caught_too(written, change):
    content = json.loads(written["ioi mape --n 2..6"].read_text(encoding="utf-8"))
    with pytest.raises(Rejected):
        check(resealed(content, change))


def test_a_refuted_statement_cannot_be_sealed_as_holding(written):
    content = json.loads(written["ioi mae --n all"].read_text(encoding="utf-8"))

    def forge(c):
        c["verdict"].update(status="holds", witness=None, values=[])
        c["verdict"]["scope"] = {"n": [], "all": True, "first_failing_n": None, "from": 2}
        c["verdict"]["statement"] = "∀ σ, τ, ν ∈ Sₙ: mae(σ, τ) = mae(σ, ν) ⇒ τ = ν"

    with pytest.raises(Rejected, match="finds it false"):
        check(resealed(content, forge))


def forged(said, **scope):
    def change(content):
        content["verdict"].update(said)
        content["verdict"]["scope"].update(scope)

    return change


def certificate_of(tmp_path, command):
    path = tmp_path / "one.json"
    main([*command.split(), "--quiet", "--certificate", str(path)])
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("command", "change"),
    [
        ("ioi mae --n all", forged({}, **{"from": 1})),
        ("triangle mse --n 3", forged({"derivation": ["reversal"]}, **{"all": True, "from": 1})),
        ("max_agreement lr_plus --n 3 --k 1", forged({"status": "holds"})),
        ("ioi mape --n 4", forged({"status": "holds", "witness": None, "values": []})),
        ("symmetry recall --n 4 --k 3", forged({}, n=[2, 4])),
    ],
)
def test_more_forgeries(tmp_path, command, change):
    with pytest.raises(Rejected):
        check(resealed(certificate_of(tmp_path, command), change))


def test_what_is_too_large_to_try_again_is_not_accepted(tmp_path, capsys, monkeypatch):
    path = tmp_path / "large.json"
    asked = ["symmetry", "mae", "--n", "5", "--engine", "exhaustive"]
    main([*asked, "--quiet", "--certificate", str(path)])
    assert verify([str(path)]) == 0
    monkeypatch.setattr(reader, "MOST_RANKINGS", 119)
    assert verify([str(path)]) == 3
    assert "that it holds at n = 5: more than 119 rankings are too many" in capsys.readouterr().out


def test_what_was_accepted_is_said(written, capsys):
    assert verify([str(written["ioi mape --n 2..6"])]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert lines[2] == "states    REFUTED ioi, mape, n = 4 (holds for n = 2…3)"
    assert lines[3] == "asked     ∀ σ, τ, ν ∈ S₄: mape(σ, τ) = mape(σ, ν) ⇒ τ = ν"
    assert "witness   σ = (1 2 3 4)" in lines


def test_what_was_not_read_may_have_any_shape(written, tmp_path, capsys):
    content = json.loads(written["ioi mape --n 2..6"].read_text(encoding="utf-8"))
    content["verdict"]["parameters"]["n"] = 1_000
    content["verdict"]["witness"] = {"x": 3, "r": {"grades": [], "unretrieved": [10**30]}}
    content["verdict"]["scope"]["cutoff"] = "none"
    body = {name: value for name, value in content.items() if name != "seal"}
    path = tmp_path / "odd.json"
    path.write_text(json.dumps({**body, "seal": seal(body)}), encoding="utf-8")
    assert verify([str(path)]) == 3
    shown = capsys.readouterr().out
    assert "states    REFUTED ioi, mape, n = 4" in shown
    assert "witness" not in shown


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("not json", "not JSON"),
        ("[1, 2]", "no rankproof certificate"),
        ('{"kind": "other"}', "no rankproof certificate"),
        ('{"kind": "rankproof certificate", "schema": 99}', "update rankproof"),
    ],
)
def test_foreign_files_are_one_message(tmp_path, capsys, content, message):
    path = tmp_path / "file.json"
    path.write_text(content)
    assert verify([str(path)]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert len(error.strip().splitlines()) == 1


def test_a_missing_file_is_one_message(capsys):
    assert verify(["/nowhere/at/all.json"]) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_verifying_imports_no_engine(root, written):
    code = (
        "import sys; from proofs.verify import main; main([sys.argv[1]]);"
        "print([m for m in sys.modules if m.startswith(('proofs.engines', 'proofs.exact'))])"
    )
    found = subprocess.run(
        [sys.executable, "-c", code, str(written["ioi mae --n all"])],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.strip().splitlines()[-1] == "[]"


GRBP = {"n": 2, "c": 2, "order": "rank_replacement"}
ORDERS = [
    ("lattice", "rank_swapping", {"n": range(1, 4), "c": 2}),
    ("distributive", "rank_replacement", {"n": 2, "c": 1}),
    ("valuation", "grbp", {**GRBP, "gains": "0,1,3", "p": "1/2"}),
    ("isotone", "gp", {"n": 2, "c": 2, "order": "rank_projection"}),
    ("chain", "rank_swapping", {"n": 40, "c": 1}),  # of 2⁴⁰ runs two are looked at
    ("poset", "set_projection", {"n": 40, "c": 1}),  # of 2⁴⁰ words 41 are sets
]


@pytest.mark.parametrize(("axiom", "subject", "options"), ORDERS, ids=lambda value: str(value))
def test_certificates_about_orders_are_accepted(axiom, subject, options):
    content = certificate(ask(axiom, subject, **options), VERSION)
    assert check(json.loads(json.dumps(content)))


def test_a_proof_about_orders_for_every_n_is_derived_again():
    content = certificate(ask("valuation", "gp", n="all", order="set_replacement"), VERSION)
    assert any("each step was checked" in part for part in check(json.loads(json.dumps(content))))


@pytest.mark.parametrize(
    "change",
    [
        {"witness": {"r": [0, 1], "s": [1, 0]}},
        {"status": "holds"},
        {"statement": "∀ r: r ⊑ r"},
        {"subject": ["rank_replacement"]},
        {"parameters": {"n": 3, "c": 2}},
        {"scope": {"n": [1, 2, 3], "all": False, "first_failing_n": 3}},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_changed_certificate_about_an_order_is_rejected(change):
    content = certificate(ask("lattice", "rank_swapping", n=range(1, 4), c=2), VERSION)
    content["verdict"] = {**content["verdict"], **change}
    content["seal"] = seal({name: value for name, value in content.items() if name != "seal"})
    with pytest.raises(Rejected):
        check(content)
