"""What was found before: cells of tables and ledgers, and whole answers of commands."""
