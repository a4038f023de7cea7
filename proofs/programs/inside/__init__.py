"""What runs in the process of a program under judgement: the standard library alone."""
