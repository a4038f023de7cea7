"""TREC files: what is read, and one message with the line for everything that is not."""

import random
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.lists.judged import JudgedList
from proofs.trec.lines import LONGEST_LINE
from proofs.trec.qrels import read_qrels
from proofs.trec.run import read_run
from proofs.trec.topics import judged_list, topics_of
from rankproof.line.failures import Mistake


def written(folder, name, content):
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)


def test_judgements(tmp_path):
    text = "1 0 a 2\n1 0 b -1\n\n  \t\n2\t0\ta\t0\r\n"
    assert read_qrels(written(tmp_path, "q", text)) == {"1": {"a": 2, "b": None}, "2": {"a": 0}}
    assert read_qrels(written(tmp_path, "empty", "")) == {}


def test_runs(tmp_path):
    text = "1 Q0 a 1 1.50 t\n1 Q0 b 2 -3e-2 t\n2 x ä 0 .5 t"
    found = read_run(written(tmp_path, "r", text))
    assert found == {
        "1": {"a": Decimal("1.5"), "b": Decimal("-0.03")},
        "2": {"ä": Decimal("0.5")},
    }
    assert Fraction(found["1"]["b"]) == Fraction(-3, 100)


BAD_QRELS = {
    "1 0 a": "there are 3 columns, not 4: topic iteration document grade",
    "a": "there is 1 column",
    "1 0 a 1 1": "there are 5 columns",
    "1 0 a x": "the grade 'x' is not a whole number",
    "1 0 a 1.0": "not a whole number",
    "1 0 a nan": "not a whole number",
    "1 0 a \u0661": "not a whole number",
    "1 0 a 1001": "more than 1,000",
    "1 0 a 999999999999": "not a whole number",
    "1 0 a 1\n1 1 a 2": "topic '1' has document 'a' on line 1 already",
    b"1 0 a\x00 1": "cannot be printed",
    b"\x00\x00\x00\x00": "cannot be printed",
    b"1 0 \xff\xfe 1": "not text in UTF-8",
    "1 0 a 1\n".encode("utf-16"): "not text in UTF-8",
    b"1 0 a 1 " + b"x" * LONGEST_LINE: "longer than 10,000 bytes",
    b"\x1f\x8b\x08\x00 gzip": "not text in UTF-8",
}
BAD_RUNS = {
    "1 Q0 a 1 2.0": "there are 5 columns, not 6: topic Q0 document rank score tag",
    "1 Q0 a 1 2.0 my tag": "there are 7 columns",
    "1 Q0 a first 2.0 t": "the rank 'first' is not a whole number",
    "1 Q0 a 1 nan t": "the score 'nan' is not a decimal number",
    "1 Q0 a 1 inf t": "the score 'inf'",
    "1 Q0 a 1 -Infinity t": "not a decimal number",
    "1 Q0 a 1 1e9999 t": "not a decimal number",
    "1 Q0 a 1 1_000 t": "not a decimal number",
    "1 Q0 a 1 0x10 t": "not a decimal number",
    "1 Q0 a 1 1,5 t": "not a decimal number",
    "1 Q0 a 1 " + "9" * 401 + " t": "not a decimal number",
    "1 Q0 a 1 1 t\n1 Q0 b 2 1 t\n1 Q0 a 3 0 t": "line 3: topic '1' has document 'a' on line 1",
    b"1 Q0 a 1 \xe4 t": "not text in UTF-8",
}


@pytest.mark.parametrize(("content", "message"), BAD_QRELS.items())
def test_bad_judgements(tmp_path, content, message):
    before = b"" if isinstance(content, str) and "\n" in content else b"0 0 x 1\n"
    data = content if isinstance(content, bytes) else content.encode()
    with pytest.raises(Mistake) as problem:
        read_qrels(written(tmp_path, "q", before + data))
    assert message in str(problem.value)
    assert "line 2" in str(problem.value)
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize(("content", "message"), BAD_RUNS.items())
def test_bad_runs(tmp_path, content, message):
    with pytest.raises(Mistake) as problem:
        read_run(written(tmp_path, "r", content))
    assert message in str(problem.value)
    assert len(str(problem.value)) < 300


def test_files_that_cannot_be_read(tmp_path):
    for path, why in ((str(tmp_path / "none"), "No such file"), (str(tmp_path), "directory")):
        with pytest.raises(Mistake, match=why):
            read_run(path)
    with pytest.raises(Mistake, match="cannot be read"):
        read_run("a\0b")


@given(st.binary(max_size=200))
def test_garbage_is_read_or_refused_in_one_line(tmp_path_factory, content):
    path = written(tmp_path_factory.mktemp("garbage"), "f", content)
    for read in (read_qrels, read_run):
        try:
            said = str(read(path))
        except Mistake as problem:
            said = str(problem)
        assert "\n" not in said


# Lists -------------------------------------------------------------------------------------------


def test_documents_fall_by_score_and_ties_are_kept():
    scores = {"d": Decimal(2), "a": Decimal("2.0"), "b": Decimal(3), "c": Decimal(1)}
    judged = {"a": 1, "b": 2, "c": None, "e": 1, "f": 0, "g": None}
    found = judged_list(judged, scores, 2, False)
    assert found == JudgedList((2, None, 1, None), (1, 1, 0), ((1,), (2, 3), (4,)))
    assert judged_list(judged, scores, 2, True) == JudgedList((2, None, 1, None), (1, 1, 0))


def test_names_decide_as_bytes_from_the_last():
    scores = dict.fromkeys(["d10", "d9", "D1", "é"], Decimal(0))
    judged = {"d10": 0, "d9": 1, "D1": 2, "é": 3}
    assert judged_list(judged, scores, 3, True).grades == (3, 1, 0, 2)


def test_topics_of_one_file_only_are_named():
    qrels = {"1": {"a": 1}, "2": {"a": 3}, "3": {}}
    run = {"2": {"a": Decimal(1)}, "4": {"a": Decimal(1)}}
    found = topics_of(qrels, run)
    assert found.lists == {"2": JudgedList((3,), (0, 0, 0, 0))}
    assert (found.without_run, found.without_qrels) == (("1", "3"), ("4",))
    assert found.largest_grade == 3


@given(st.lists(st.integers(-3, 3), max_size=8), st.randoms(use_true_random=False))
def test_groups_are_the_equal_scores(scores, chance):
    named = {f"d{at}": Decimal(score) / 7 for at, score in enumerate(scores)}
    judged = {name: chance.choice([None, 0, 1, 2]) for name in named if chance.random() < 0.7}
    found = judged_list(judged, named, 2, False)
    groups = found.ties or tuple((at,) for at in range(1, len(scores) + 1))
    assert [place for group in groups for place in group] == list(range(1, len(scores) + 1))
    expected = [
        sorted(str(judged.get(name)) for name in named if named[name] == score)
        for score in sorted(set(named.values()), reverse=True)
    ]
    assert [sorted(str(found.grades[at - 1]) for at in group) for group in groups] == expected


def test_a_large_file_is_read_quickly(tmp_path):
    chance = random.Random(1)
    pairs = [(topic, at) for topic in range(50) for at in range(1000)]
    rows = [f"{topic} Q0 d{at} {at} {chance.random():.6f} t\n" for topic, at in pairs]
    found = read_run(written(tmp_path, "r", "".join(rows)))
    assert [len(scores) for scores in found.values()] == [1000] * 50
