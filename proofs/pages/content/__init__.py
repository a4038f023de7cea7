"""What each kind of page holds, as plain data: one file for each kind."""
