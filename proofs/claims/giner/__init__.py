"""The claims of `giner`."""
