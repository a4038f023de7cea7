"""Statements for every n at once: with n, and all that is not given, an unknown number."""
