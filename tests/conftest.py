"""Settings for all tests."""

import os
from pathlib import Path

import pytest
from hypothesis import Phase, settings

ROOT = Path(__file__).resolve().parent.parent
settings.register_profile("house", deadline=None, max_examples=60, print_blob=True)
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


@pytest.fixture
def root() -> Path:
    """The top of the checkout."""
    return ROOT
