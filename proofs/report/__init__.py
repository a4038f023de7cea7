"""A verdict for people and programs."""
