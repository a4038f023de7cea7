"""Every n at once: derivations and witnesses that last."""
