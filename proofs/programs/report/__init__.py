"""What was found about programs: for the terminal, for scripts, as tables and as tests."""
