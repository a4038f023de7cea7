"""Inequalities for all real weights (`kumar`)."""

from __future__ import annotations
