"""Witnesses that are given for every n, and for every n and k, as data."""
