"""Metrics with tables of real weights: of items, places and pairs, and heights of depths."""
