"""Questions as SMT-LIB text, the solvers that read it, and the digests that certificates name."""
