"""The words in which statements are written, and how they are read and printed."""
