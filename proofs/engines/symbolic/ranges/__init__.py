"""Ranges of cut-offs for which something holds or fails, and what they say of one cut-off."""
