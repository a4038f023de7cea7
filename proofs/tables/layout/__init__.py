"""How a table looks: its shape, formats and figures."""
