"""The golden set: what the program answered before its files were moved.

A fence against unintended change, and no evidence of correctness: every expected value here is
the program's own output at one commit. What is true is for the references to say (reference.py,
lattice_reference.py, claims_by_hand.py and the tests that use them).

    python -m tests.golden.compare                 ask everything again, count what changed
    python -m tests.golden.make                    write the data anew, after a deliberate change

A record is one line of JSON in data/: the question as a command line, what the answer means, and a
digest of its words, so that a rewording can be told apart from another answer.
"""
