"""Every case is tried, in exact arithmetic."""
