"""Respecting dominance and reaching the upper bound (`toma`)."""

from __future__ import annotations
