"""Rules that hold for every n."""
