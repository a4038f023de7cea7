"""Sets of axioms: which imply which, which no metric has together, and which one metric has."""
