"""The words in which metrics are written: rankings, judged runs, weights, and how they print."""
