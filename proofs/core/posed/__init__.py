"""Questions about runs, judged lists and top-k lists, from names and what was given."""
