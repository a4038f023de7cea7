"""Formulas as text: read by a parser of our own, never executed, and written back."""
