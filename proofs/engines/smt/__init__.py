"""A question as a script for z3 and cvc5."""
