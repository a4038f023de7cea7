"""The pages with engines behind them, on the loopback address: ask, drag, draw, verify.

The server (`serving`) never computes: each request becomes plain data, is read strictly (`fields`),
and is answered by a process (`worker`, `tasks`) that can be ended at any time (`workers`).
"""
