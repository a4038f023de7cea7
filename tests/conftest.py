"""Settings for all tests."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent
settings.register_profile("house", deadline=None, max_examples=60, print_blob=True)
settings.load_profile("house")
os.environ.setdefault("COLUMNS", "100")


@pytest.fixture
def root() -> Path:
    """The top of the checkout."""
    return ROOT
