"""Multi-aspect distances and aggregation (`toma`)."""

from __future__ import annotations
