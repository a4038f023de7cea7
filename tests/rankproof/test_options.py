"""Every option of every command changes the answer, or is refused; none is ignored."""

from importlib import import_module

import pytest
from commands import certificate

ALWAYS = {"--help", "-h", "--version", "--jobs"}
TABLE = "properties --n 3 --metrics mae,recall,rbp --axioms ioi,wsd"
SMALL = "properties --n 3 --metrics mae --axioms symmetry"
RUNS = "set_replacement --n 2 --c 1"
CURVE = "--reference a,b,c --ranking c,b,a"
# For each option a command without it, and the option: the answer with it must be another.
READ = {
    "proofs.table": {
        "--n": (TABLE, "--n 2"),
        "--k": (TABLE, "--k 3"),
        "--p": (TABLE, "--p 1/2"),
        "--c": ("lists --n 1..2 --metrics ndcg --axioms raising_strict", "--c 2"),
        "--metrics": (TABLE, "--metrics mae"),
        "--axioms": (TABLE, "--axioms wsd"),
        "--having": (TABLE, "--having ioi"),
        "--lacking": (TABLE, "--lacking ioi"),
        "--domain": ("pairs --n 2 --k 1 --metrics ap,err", "--domain runs"),
        "--transpose": (TABLE, "--transpose"),
        "--split": (TABLE, "--split 1"),
        "--every-n": (SMALL, "--every-n"),
        "--convention": (TABLE, "--convention ranks"),
        "--engine": (f"{SMALL} --format json", "--engine smt"),
        "--samples": ("agreement --n 8 --metrics mae,mse", "--samples 20"),
        "--seed": ("agreement --n 8 --metrics mae,mse --samples 20", "--seed 1"),
        "--fresh": None,
        "--cluster": None,
        "--using": None,
        "--set": None,
        "--figure": (TABLE, "--figure {folder}/x.svg"),
        "--format": (TABLE, "--format csv"),
        "--timeout": ("separating --n 5 --metrics mae,mcc,ndcg,rbp", "--timeout 0.00001"),
        "--quiet": (TABLE, "--quiet"),
    },
    "proofs.implies": {
        "--fresh": None,
        "--n": ("ioi symmetry", "--n 3"),
        "--all": None,
        "--inconsistent": ("ioi symmetry", "--inconsistent"),
        "--consistent": None,
        "--dot": None,
        "--using": None,
        "--certificate": ("ioi symmetry", "--certificate {folder}/x.json"),
        "--format": ("ioi symmetry", "--format json"),
        "--timeout": None,
        "--quiet": ("ioi symmetry", "--quiet"),
    },
    "proofs.curves": {
        "--reference": (CURVE, "--reference b,a,c"),
        "--ranking": (CURVE, "--ranking b,a,c"),
        "--heights": (CURVE, "--heights 1,1/2,1/3"),
        "--out": (CURVE, "--out {folder}/x.svg"),
        "--format": (CURVE, "--format json"),
        "--timeout": (CURVE, "--timeout 0.000001"),
        "--quiet": (CURVE, "--quiet"),
    },
    "lattice.draw": {
        "--n": (RUNS, "--n 3"),
        "--c": (RUNS, "--c 2"),
        "--out": (RUNS, "--out {folder}/x.dot"),
        "--format": (RUNS, "--format dot"),
        "--timeout": (RUNS, "--timeout 0.000001"),
        "--quiet": (RUNS, "--quiet"),
        "--mark": (RUNS, "--mark meet"),
        "--using": None,
        "--set": None,
        "--metric": (RUNS, "--metric gp --gains 0,1"),
        "--gains": ("set_replacement --n 2 --c 2 --metric gp --gains 0,1,2", "--gains 0,1,3"),
        "--p": ("rank_replacement --n 2 --c 1 --metric grbp --gains 0,1 --p 1/2", "--p 1/3"),
        "--b": ("rank_replacement --n 4 --c 1 --metric dcg_b --gains 0,1 --b 2", "--b 3"),
        "--rb": (f"{RUNS} --metric gr --gains 0,1 --rb 2", "--rb 3"),
        "--numbers": (RUNS, "--numbers"),
        "--part": (RUNS, "--part lower"),
        "--title": (RUNS, "--title other"),
    },
    "proofs.verify": {
        "--format": ("{certificate}", "--format json"),
        "--timeout": ("{certificate}", "--timeout 0.000001"),
        "--quiet": ("{certificate}", "--quiet"),
        "--trust": None,
    },
}
"""None: tested elsewhere (--trust in test_every_n, the cache in test_tables, the matrix and time
limits in test_implies, --using in test_declared, --set in test_own_parameters)."""
REFUSED = [
    ("proofs.implies", "ioi symmetry --dot {folder}/x.dot"),
    ("proofs.implies", "ioi symmetry --all"),
    ("proofs.implies", "--all --certificate {folder}/x.json"),
    ("lattice.draw", f"{RUNS} --gains 0,1"),
    ("lattice.draw", f"{RUNS} --metric gp --gains 0,1 --p 1/2"),
    ("lattice.draw", f"{RUNS} --metric gp --gains 0,1 --b 2"),
    ("lattice.draw", f"{RUNS} --metric gp --gains 0,1 --rb 2"),
    ("proofs.table", "properties --n 3 --metrics mae --k 2"),
    ("proofs.table", "properties --n 3 --metrics mae --p 1/2"),
    ("proofs.table", "agreement --n 3 --metrics mae,mse --samples 9"),
    ("proofs.table", "robustness --n 3 --metrics mae --seed 9"),
]


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("RANKPROOF_CACHE", str(tmp_path / "cache"))


def options(command):
    actions = import_module(command).parser()._actions
    return {action.option_strings[-1] for action in actions if action.option_strings} - ALWAYS


@pytest.mark.parametrize("command", READ)
def test_every_option_has_an_example(command):
    assert options(command) == set(READ[command])


def answered(command, line, folder, capsys):
    """Return the exit code, what was printed, and which files there are."""
    words = line.format(folder=folder, certificate=folder / "certificate.json").split()
    code = import_module(command).main(words)
    captured = capsys.readouterr()
    files = sorted(path.name for path in folder.iterdir() if path.is_file())
    return code, captured.out, captured.err, files


def _without(line, option):
    """Return a line without an option that is given anew."""
    words = line.split()
    if option in words:
        del words[(at := words.index(option)) : at + 2]
    return " ".join(words)


CASES = [
    pytest.param(command, *example, id=f"{command} {option}")
    for command, examples in READ.items()
    for option, example in examples.items()
    if example is not None
]


@pytest.mark.sweep(3)
@pytest.mark.parametrize(("command", "line", "option"), CASES)
def test_an_option_changes_the_answer(command, line, option, tmp_path, capsys):
    if command == "proofs.verify":
        certificate(tmp_path)
    without = answered(command, line, tmp_path, capsys)
    with_it = answered(command, f"{_without(line, option.split()[0])} {option}", tmp_path, capsys)
    assert with_it[0] in (0, 1, 3), with_it
    assert with_it != without


@pytest.mark.parametrize(("command", "line"), REFUSED)
def test_an_option_that_is_not_read_is_refused(command, line, tmp_path, capsys):
    code, out, err, files = answered(command, line, tmp_path, capsys)
    assert (code, out, files) == (2, "", [])
    assert err.startswith("error: ")
