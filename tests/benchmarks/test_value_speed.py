"""Speed of metrics on TREC files: fifty topics with a thousand documents each.

Run: python -m pytest tests/benchmarks -n 0 -s
"""

import random
import time

import pytest

from proofs.trec.scored import scored

SECONDS = 10
TOPICS, DOCUMENTS = 50, 1000


@pytest.fixture(scope="module", params=["different scores", "ties"])
def files(request, tmp_path_factory):
    """Write a file of judgements and a run."""
    chance, folder = random.Random(1), tmp_path_factory.mktemp("trec")
    qrels, runs = [], []
    for topic in range(TOPICS):
        names = [f"d{number:05d}" for number in chance.sample(range(100_000), DOCUMENTS + 200)]
        judged = [name for name in names if chance.random() < 0.3]
        qrels += [f"{topic} 0 {name} {chance.choice([0, 0, 0, 1, 1, 2])}\n" for name in judged]
        for name in names[:DOCUMENTS]:
            score = chance.random() if request.param != "ties" else chance.randint(0, 300)
            runs.append(f"{topic} Q0 {name} 0 {score:.6f} tag\n")
    for name, lines in (("qrels", qrels), ("run", runs)):
        (folder / name).write_text("".join(lines), encoding="utf-8")
    return request.param, str(folder / "qrels"), str(folder / "run")


@pytest.mark.parametrize("metric", ["ap", "ndcg@10", "rr", "p@10"])
def test_fifty_topics_of_a_thousand_documents(files, metric):
    kind, qrels, run = files
    started = time.process_time()
    found = scored(metric, qrels, run)
    seconds = time.process_time() - started
    print(f"\n  {metric}, {kind}: {TOPICS} topics of {DOCUMENTS:,} documents in {seconds:.1f} s")
    assert len(found.values) == TOPICS
    assert seconds < SECONDS
