"""Who finds answers: one folder for each engine."""
