"""Metrics of judged runs (`giner`, §4)."""

from __future__ import annotations
