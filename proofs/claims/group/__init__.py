"""The claims of `group`."""
