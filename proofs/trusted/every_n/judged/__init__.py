"""Rules for metrics of judged lists, for every n, every c and every cut-off."""
