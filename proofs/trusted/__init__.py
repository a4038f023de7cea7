"""What checks an answer again, from the definitions alone."""
