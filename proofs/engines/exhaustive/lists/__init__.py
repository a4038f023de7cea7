"""Every case over all judged lists of all pools of a size."""
