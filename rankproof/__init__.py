"""What people import; `rankproof.line` is what every command line shares."""

PART_OF = "rankproof"
