"""Seeded estimates of averages, with an interval."""
