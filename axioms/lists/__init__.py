"""Axioms of metrics of judged lists, and of top-k lists."""
