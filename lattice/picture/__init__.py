"""Hasse diagrams: what is shown, where it stands, and the formats."""
