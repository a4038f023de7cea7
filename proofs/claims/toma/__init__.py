"""The claims of `toma`."""
