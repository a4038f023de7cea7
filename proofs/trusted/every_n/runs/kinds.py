"""The kinds of orders of runs that the rules for every n know, as facts name them.

Why it is right. Nothing is shown here: which order is of which kind is concluded by rules from its
formula or its operations, and what is known of a kind stands with the rules that use it.
"""

PLACES, CHAIN = "place by place", "chain"
PREFIXES, SEQUENCES = "prefix by prefix", "prefix by prefix, two degrees"
SWAPS, TOTALS = "prefix by prefix, the same degrees", "by totals"
OPERATIONS = "operations that keep a best first degree"
