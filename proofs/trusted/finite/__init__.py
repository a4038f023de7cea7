"""All cases of a statement at one n, at once: exact values in columns of whole numbers."""
