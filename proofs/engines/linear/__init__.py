"""All real weights: goals at fixed rankings, exact linear programs."""
