"""Witnesses that remain witnesses for every larger n."""
