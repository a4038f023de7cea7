"""What long searches cost, each way beside its alternative, and the table of it in docs/speed.md.

Each way is run in a process of its own; seconds are those that it computed, without its start.

Run: python -m tests.benchmarks.speed            # measures everything and writes docs/speed.md
     python -m tests.benchmarks.speed --row ap10  # shows the ways of one row
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "benchmarks")]
PAGE = ROOT / "docs" / "speed.md"
BEGIN, END = "<!-- measured -->\n", "<!-- until here -->\n"


def ask(*arguments, **options):
    import proofs

    proofs.ask(*arguments, engine="exhaustive", **{**options, "n": 3})
    return lambda: proofs.ask(*arguments, engine="exhaustive", **options)


def without_groups():
    from proofs.engines.exhaustive import one_to_one

    one_to_one.by_groups = lambda search, shape: None
    return ask("ioi", "dcg", n=11)


def without_pruning(metric):
    from proofs.engines.exhaustive import triangles

    triangles.decide = lambda search, formula, side: None
    return ask("triangle", metric, n=7)


def sweep(metric, by_hand=False):
    """Score all rankings of ten items, or let a loop written by hand do it."""
    from by_hand import HAND, PARAMETERS, loop

    from metrics import METRICS
    from proofs.engines.exhaustive.scores import Scorer, all_rankings

    rankings = all_rankings(10)
    scorer = Scorer(METRICS[metric], 10, PARAMETERS.get(metric, {}), "items")
    columns = [rankings[:, :1], rankings][2 - len(scorer.metric.inputs) :]
    if by_hand:
        scorer = loop(next(score for score in HAND if score.__name__ == metric))
        columns = [rankings]
    scorer(*columns)
    return lambda: scorer(*columns)


def without_kernel():
    from proofs.engines.exhaustive import kernel

    kernel.is_installed = lambda: False
    return ask("triangle", "rmse", n=9)


def order(name, size, plainly=False):
    from lattice import find_order
    from lattice.poset import Poset
    from lattice.relation import related_pairwise, relation, runs

    declared = find_order(name)
    if not plainly:
        return lambda: Poset(*relation(declared, size, 2))
    words = runs(declared, size, 2)
    return lambda: Poset(words, related_pairwise(declared.below, words, 2))


def similarities(asked, plainly=False):
    """Ask about all similarities of six items; plainly: open values anew, decide each ranking."""
    import proofs
    from proofs.engines.linear.weight_decide import Decider
    from proofs.engines.linear.weight_values import Values

    if plainly:
        Values.compiled = lambda reader, e: lambda rankings: reader.plainly(e, rankings)
        Decider.is_known = Decider.is_renamed = lambda *_: False
    proofs.ask(asked, "similarity", n=4)
    return lambda: proofs.ask(asked, "similarity", n=6)


QUESTION = ("ioi", "dcg", "--n", "6")


def command(*words, again=False):
    """Run a command of ours with an empty cache; `again`: what it costs the second time."""
    folder = tempfile.mkdtemp()
    environment = {**os.environ, "RANKPROOF_CACHE": folder}

    def run():
        told = subprocess.run(
            [sys.executable, "-m", *words], cwd=ROOT, env=environment, capture_output=True
        )
        assert told.returncode in (0, 1), told.stderr

    if again:
        run()
    return run


def computed():
    """Return the seconds that this process, and those that it waited for, have computed."""
    waited_for = os.times()
    return time.process_time() + waited_for.children_user + waited_for.children_system


SWEPT = (
    "mae", "rmse", "spearman", "kendall_distance", "dcg", "ndcg", "mrr", "fm", "ap", "rbo"
)  # fmt: skip
ROWS = {
    "groups": (
        "`ioi dcg --n 11`",
        {"groups": lambda: ask("ioi", "dcg", n=11), "sweep": without_groups},
    ),
    "groups15": ("`ioi dcg --n 15`", {"groups": lambda: ask("ioi", "dcg", n=15)}),
    "groups20": ("`ioi dcg --n 20`", {"groups": lambda: ask("ioi", "dcg", n=20)}),
    **{
        f"{metric}10": (
            f"`{metric}` of all 10! rankings",
            {
                "NumPy": lambda metric=metric: sweep(metric),
                "a loop by hand": lambda metric=metric: sweep(metric, by_hand=True),
            },
        )
        for metric in SWEPT
    },
    **{
        f"{metric}7": (
            f"`triangle {metric} --n 7`",
            {
                "pairs that can break it": lambda metric=metric: ask("triangle", metric, n=7),
                "all pairs": lambda metric=metric: without_pruning(metric),
            },
        )
        for metric in ("mae", "kendall_distance", "rmse")
    },
    **{
        f"{metric}{size}": (
            f"`triangle {metric} --n {size}`",
            {"pairs that can break it": lambda m=metric, n=size: ask("triangle", m, n=n)},
        )
        for metric in ("mae", "kendall_distance", "rmse")
        for size in (8, 9)
        if (metric, size) != ("rmse", 9)
    },
    "kernel9": (
        "`triangle rmse --n 9`, pairs that can break it",
        {"kernel": lambda: ask("triangle", "rmse", n=9), "NumPy": without_kernel},
    ),
    "6561": (
        "`rank_swapping`, 6,561 runs",
        {
            "thresholds": lambda: order("rank_swapping", 8),
            "all pairs": lambda: order("rank_swapping", 8, plainly=True),
        },
    ),
    "59049": ("`rank_swapping`, 59,049 runs", {"thresholds": lambda: order("rank_swapping", 10)}),
    **{
        asked: (
            f"`{asked} similarity --n 6`",
            {
                "compiled, renamed goals once": lambda asked=asked: similarities(asked),
                "each ranking anew": lambda asked=asked: similarities(asked, plainly=True),
            },
        )
        for asked in ("kendall_le_3footrule", "footrule_over_kendall_min")
    },
    "lattice8": (
        "`lattice rank_swapping --n 8 --c 2`, replayed",
        {"rows of the order": lambda: ask("lattice", "rank_swapping", n=8, c=2)},
    ),
    **{
        f"implies{size}": (
            f"`rankproof implies --all --n {size}`, with its start",
            {"solvers that stay awake": lambda n=size: command(
                "proofs.implies", "--all", "--n", n
            )},
        )
        for size in ("2", "3")
    },
    "kept": (
        "`rankproof check ioi dcg --n 6`, with its start",
        {
            "kept answer": lambda: command("proofs.check", *QUESTION, again=True),
            "asked for the first time": lambda: command("proofs.check", *QUESTION),
        },
    ),
}  # fmt: skip


def measured(row, way):
    """Return the seconds and the peak of memory, in MB, of one way, in a process of its own."""
    command = [sys.executable, "-m", "tests.benchmarks.speed", "--row", row, "--way", way]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return json.loads(told.stdout.splitlines()[-1])


def run(row, way):
    from memory import peak

    answer = ROWS[row][1][way]()
    started = computed()
    answer()
    seconds, used = computed() - started, peak()
    used = None if os.times().children_user else used  # that of a command is not ours
    print(json.dumps({"seconds": seconds, "MB": None if used is None else round(used * 1024)}))


def table(rows):
    lines = ["| what | way | seconds | peak MB |", "|---|---|---|---|"]
    for row in rows:
        title, ways = ROWS[row]
        for way in ways:
            found = measured(row, way)
            seconds = f"{found['seconds']:.2f}"
            print(f"{title}: {way}: {seconds} s, {found['MB']} MB", flush=True)
            lines.append(f"| {title} | {way} | {seconds} | {found['MB'] or ''} |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--row", choices=ROWS)
    parser.add_argument("--way")
    given = parser.parse_args()
    if given.way:
        run(given.row, given.way)
    elif given.row:
        table([given.row])
    else:
        before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
        after = rest.split(END)[1]
        PAGE.write_text(before + BEGIN + table(ROWS) + END + after, encoding="utf-8")


if __name__ == "__main__":
    main()
