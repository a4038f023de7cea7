"""Metrics on TREC files: each topic and the mean, against plain loops and trec_eval."""

import json
import random
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction

import pytest
from mpmath import exp, log, mpf

from proofs.trec.scored import scored
from proofs.value import main
from tests import lists_reference as plain


def run(capsys, *arguments):
    code = main(list(arguments))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def generated(folder, seed, topics=6, documents=12, ties=False):
    """Write files with judged, unjudged and unretrieved documents; return their names."""
    chance = random.Random(seed)
    qrels, runs = [], []
    for topic in range(topics):
        names = [f"d{number}" for number in chance.sample(range(1000), documents + 4)]
        for name in names:
            if chance.random() < 0.6:
                qrels.append(f"{topic} 0 {name} {chance.choice([-1, 0, 0, 1, 2])}\n")
        for rank, name in enumerate(names[:documents]):
            score = chance.randint(0, 4) if ties else chance.randint(-9999, 9999) * 7 / 4096
            runs.append(f"{topic} Q0 {name} {rank} {score} tag\n")
    chance.shuffle(runs)
    files = folder / f"{seed}.qrels", folder / f"{seed}.run"
    for file, lines in zip(files, (qrels, runs), strict=True):
        file.write_text("".join(lines), encoding="utf-8")
    return tuple(map(str, files))


def columns(path):
    with open(path, encoding="utf-8") as file:
        return [line.split() for line in file]


def naive(qrels, runs, drop=False):
    """The lists of all topics by plain sorting, ties by name from the last."""
    for topic in dict.fromkeys(row[0] for row in columns(qrels)):
        judged = {row[2]: int(row[3]) for row in columns(qrels) if row[0] == topic}
        scores = [(float(row[4]), row[2]) for row in columns(runs) if row[0] == topic]
        names = [name for _, name in sorted(scores, reverse=True)]
        names = [name for name in names if not drop or judged.get(name, -1) >= 0]
        top = tuple(max(0, judged.get(name, 0)) for name in names)
        rest = tuple(g for name, g in judged.items() if name not in names and g >= 0)
        yield topic, (top, rest)


NAMES = ["ap", "ndcg@3", "ndcg", "rr", "p@5", "r@5", "f1@3", "hit@2", "rprec", "err", "q", "bpref"]


def expected(name, one):
    plain_name, _, cut = name.partition("@")
    return plain.METRICS[plain_name](one, int(cut) if cut else None, 2)


@pytest.mark.parametrize("name", NAMES)
def test_topics_and_means_are_those_of_plain_loops(tmp_path, name):
    qrels, runs = generated(tmp_path, f"{name}", ties=True)
    found = scored(name, qrels, runs, ties="trec")
    values = {t: expected(name, one) for t, one in naive(qrels, runs, drop=name == "bpref")}
    defined = {topic: value for topic, value in values.items() if value is not None}
    assert set(found.undefined) == set(values) - set(defined)
    for topic, value in defined.items():
        assert mpf(found.values[topic].low) <= value + plain.CLOSE
        assert value <= mpf(found.values[topic].high) + plain.CLOSE
    mean = sum(defined.values(), mpf(0)) / len(defined)
    assert mpf(found.mean.low) - plain.CLOSE <= mean <= mpf(found.mean.high) + plain.CLOSE
    assert abs(mpf(found.mean.approx) - mean) < mpf(10) ** -9


TREC = {
    "ap": "map", "ap@5": "map_cut_5", "ndcg": "ndcg", "ndcg@10": "ndcg_cut_10", "rr": "recip_rank",
    "p@5": "P_5", "r@5": "recall_5", "rprec": "Rprec", "bpref": "bpref", "hit@5": "success_5",
}  # fmt: skip


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize(("ours", "theirs"), TREC.items())
def test_topics_agree_with_trec_eval(tmp_path, ours, theirs, ties):
    pytrec_eval = pytest.importorskip("pytrec_eval")
    for seed in range(3):
        qrels, runs = generated(tmp_path, seed, topics=8, documents=20, ties=ties)
        judged: dict = {}
        listed: dict = {}
        for topic, _, name, grade in columns(qrels):
            judged.setdefault(topic, {})[name] = int(grade)
        for topic, _, name, _, score, _ in columns(runs):
            listed.setdefault(topic, {})[name] = float(score)
        evaluator = pytrec_eval.RelevanceEvaluator(judged, pytrec_eval.supported_measures)
        answers = evaluator.evaluate(listed)
        found = scored(ours, qrels, runs, ties="trec")
        assert {*found.values, *found.undefined} == set(answers)
        for topic, value in found.values.items():
            assert abs(float(value.approx) - answers[topic][theirs]) < 1e-9, (topic, seed)
        for topic in found.undefined:
            assert answers[topic][theirs] == 0


def test_ties(tmp_path):
    qrels, runs = tmp_path / "q", tmp_path / "r"
    qrels.write_text("1 0 a 1\n1 0 b 0\n")
    runs.write_text("1 Q0 a 1 1.0 t\n1 Q0 b 2 1.00 t\n")
    found = {t: scored("rr", str(qrels), str(runs), ties=t).mean.exact for t in ("mean", "trec")}
    assert found == {"mean": Fraction(3, 4), "trec": Fraction(1, 2)}
    assert scored("rr", str(qrels), str(runs), ties="best").mean.exact == 1
    assert scored("rr", str(qrels), str(runs), ties="worst").mean.exact == Fraction(1, 2)


def test_what_is_left_out_is_named(tmp_path, capsys):
    qrels, runs = tmp_path / "q", tmp_path / "r"
    qrels.write_text("1 0 a 1\n2 0 a 0\n3 0 a 1\n4 0 a -1\n")
    runs.write_text("1 Q0 b 1 2 t\n1 Q0 a 1 1 t\n2 Q0 a 1 1 t\n5 Q0 a 1 1 t\n4 Q0 a 1 1 t\n")
    command = ["ap", "--qrels", str(qrels), "--run", str(runs)]
    code, out, err = run(capsys, *command)
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "ap = 1/2 ≈ 0.5, arithmetic mean of 1 topic"
    assert "1 topic without a run: 3" in out
    assert "1 topic without judgements: 5" in out
    assert "2 topics undefined: 2, 4" in out
    found = json.loads(run(capsys, *command, "--format", "json")[1])
    assert found["rows"][0] == {"topic": "1", "value": {"exact": "1/2", "approx": "0.5"}}
    assert [row["topic"] for row in found["rows"] if "undefined" in row] == ["2", "4"]
    assert found["mean"]["topics"] == 1
    assert (found["without_run"], found["without_qrels"]) == (["3"], ["5"])
    with_zero = json.loads(run(capsys, *command, "--empty", "0", "--format", "json")[1])
    assert with_zero["mean"]["value"]["exact"] == "1/6"


def test_nothing_is_defined(tmp_path, capsys):
    qrels, runs = tmp_path / "q", tmp_path / "r"
    qrels.write_text("1 0 a 0\n")
    runs.write_text("1 Q0 a 1 1 t\n")
    code, out, _ = run(capsys, "ap", "--qrels", str(qrels), "--run", str(runs))
    assert code == 3
    assert out.startswith("UNDEFINED ap: at all of 1 topics")


def test_the_geometric_mean(tmp_path):
    qrels, runs = generated(tmp_path, "gmap")
    values = [max(expected("ap", one), mpf("0.00001")) for _, one in naive(qrels, runs)]
    mean = exp(sum(map(log, values)) / len(values))
    found = scored("gmap", qrels, runs, ties="trec", least="0.00001")
    assert found.mean_is == "geometric"
    assert mpf(found.mean.low) <= mean <= mpf(found.mean.high)
    assert Decimal(found.mean.high) - Decimal(found.mean.low) < Decimal("1e-8")
    zero = tmp_path / "zero"
    zero.write_text("0 Q0 nothing 1 1 t\n")
    assert scored("ap", qrels, str(zero), mean="geometric").mean.exact == 0


def test_grades_run_to_the_largest_judgement(tmp_path):
    qrels, runs = tmp_path / "q", tmp_path / "r"
    qrels.write_text("1 0 a 1\n2 0 a 3\n")
    runs.write_text("1 Q0 a 1 1 t\n")
    assert scored("err", str(qrels), str(runs)).mean.exact == Fraction(1, 8)
    assert scored("err", str(qrels), str(runs), c=4).mean.exact == Fraction(1, 16)


GOOD = {"qrels": "1 0 a 1\n", "run": "1 Q0 a 1 1.0 t\n"}
BAD = {
    "a line": ({"run": "1 Q0 a 1\n"}, [], "line 1: there are 4 columns, not 6"),
    "NUL": ({"qrels": "1 0 \0 1\n"}, [], "cannot be printed"),
    "no topic": ({"run": "2 Q0 a 1 1.0 t\n"}, [], "no topic is in both files"),
    "empty": ({"qrels": ""}, [], "no topic is in both files"),
    "ties": ({}, ["--ties", "some"], "not one of mean, best, worst, trec"),
    "mean": ({}, ["--mean", "harmonic"], "not one of arithmetic, geometric"),
    "least": ({}, ["--least", "1/2"], "only a geometric mean reads --least"),
    "c": ({"qrels": "1 0 a 2\n"}, ["--c", "1"], "have the grade 2, and c = 1"),
    "grades": ({}, ["--grades", "1"], "leave --grades out"),
    "unjudged": ({}, ["--unjudged", "no"], "not one of zero, drop"),
    "unread": ({}, ["--gain", "exp"], "leave --gain out"),
    "p": ({}, ["--p", "1/2"], "leave --p out"),
    "large": ({"qrels": "1 0 a 500\n"}, [], "at most 100"),
}


@pytest.mark.parametrize(("files", "options", "message"), BAD.values(), ids=BAD)
def test_bad_files_and_options_get_one_message(tmp_path, capsys, files, options, message):
    paths = {}
    for name, content in {**GOOD, **files}.items():
        paths[name] = tmp_path / name
        paths[name].write_text(content)
    command = ["ap", "--qrels", str(paths["qrels"]), "--run", str(paths["run"]), *options]
    code, out, err = run(capsys, *command)
    assert (code, out) == (2, "")
    assert message in err
    assert len(err.strip().splitlines()) == 1


def test_other_bad_usage(tmp_path, capsys):
    qrels = tmp_path / "q"
    qrels.write_text(GOOD["qrels"])
    for command, message in (
        (["ap", "--qrels", str(qrels)], "which run?"),
        (["ap", "--qrels", str(qrels), "--run", str(tmp_path)], "cannot be read"),
        (["kendall", "--qrels", str(qrels), "--run", "x"], "no metric of lists"),
        (["rbp", "--qrels", str(qrels), "--run", str(qrels)], "line 1"),
    ):
        code, out, err = run(capsys, *command)
        assert (code, out) == (2, "")
        assert message in err


def test_an_endless_file_ends(tmp_path):
    if not sys.platform.startswith("linux"):
        pytest.skip("no /dev/zero")
    command = [sys.executable, "-m", "proofs.value", "ap", "--qrels", "/dev/zero", "--run", "x"]
    found = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert found.returncode == 2
    assert "line 1: it is longer than 10,000 bytes" in found.stderr
