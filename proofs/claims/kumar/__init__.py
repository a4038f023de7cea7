"""The claims of `kumar`."""
