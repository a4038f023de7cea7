"""What every command shares: arguments and the guard against shadowed packages.

The lowest layer: it imports nothing of ours.
"""
