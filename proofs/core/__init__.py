"""Question, verdict, limits, and how an answer is asked for."""
