"""Exact numbers: integers with bounds, coordinates over real atoms, compiled expressions."""
