"""How listings compare: orders on judged runs. Imports `axioms` and `metrics`."""

PART_OF = "rankproof"
