"""Settings for all tests."""

import gc
import os
import random
import signal
from datetime import date
from pathlib import Path

import pytest
from hypothesis import Phase, settings

ROOT = Path(__file__).resolve().parent.parent
settings.register_profile("house", deadline=None, max_examples=30, print_blob=True)
settings.register_profile(
    "unshrunk",  # for tests.mutation, where a failure is not read by anyone
    settings.get_profile("house"),
    max_examples=20,
    derandomize=True,
    phases=(Phase.explicit, Phase.generate),
    database=None,
)
settings.load_profile("house")
os.environ.setdefault("COLUMNS", "100")
os.environ.setdefault("RANKPROOF_FRESH", "1")  # a test asks what it asks
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # so started in the background of a script
    signal.signal(signal.SIGINT, signal.default_int_handler)  # commands under test inherit it
SWEEP = "RANKPROOF_SWEEP"  # which share of each sweep runs: a number, or all


def pytest_configure(config):
    """Choose the share of sweeps: another one every day, and everything that is asked for by id."""
    by_id = any("::" in argument for argument in config.args)
    os.environ.setdefault(SWEEP, "all" if by_id else str(date.today().toordinal()))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark the cases of a sweep that are not in today's share as slow."""
    chosen, sweeps = os.environ[SWEEP], {}
    for item in items:
        if item.get_closest_marker("sweep") and not item.get_closest_marker("slow"):
            sweeps.setdefault(item.function, []).append(item)
    for function, cases in sweeps.items() if chosen != "all" else ():
        shares = cases[0].get_closest_marker("sweep").args[0]
        random.Random(function.__name__).shuffle(cases)
        for place, item in enumerate(cases):
            if (place + int(chosen)) % shares:
                item.add_marker(pytest.mark.slow)


def pytest_collection_finish():
    """Leave what was imported and collected out of the search for garbage while tests run."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def root() -> Path:
    """The top of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def browser():
    """Start one browser for all tests of pages: two cannot be driven by one process."""
    from tests.browser import launched

    with launched() as found:
        yield found
