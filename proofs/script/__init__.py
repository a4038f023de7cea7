"""Questions as SMT-LIB text, and the solvers that read it."""
