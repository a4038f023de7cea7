"""Orders of judged runs, and scores of runs, for every n and every c."""
