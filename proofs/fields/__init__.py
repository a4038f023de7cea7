"""From names to an answer, one module for each kind of subject."""
