"""Witnesses that are given for every n, and how they are read."""
