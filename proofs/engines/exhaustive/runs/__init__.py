"""Orders of judged runs and metrics on them, all runs at once."""
