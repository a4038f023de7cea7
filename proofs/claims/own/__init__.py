"""Papers that are not ours: files that a reviewer wrote."""
