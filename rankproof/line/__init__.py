"""What every command shares: arguments, files, and one guard for whatever goes wrong.

The lowest layer: it imports nothing of ours.
"""
