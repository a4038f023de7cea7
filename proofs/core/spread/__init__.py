"""Questions in parts that are plain data, for other processes and machines."""
