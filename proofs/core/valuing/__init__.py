"""The exact value of a metric at one point: one reader for each domain, one way to evaluate."""
