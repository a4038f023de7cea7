"""The claims of `area`."""
