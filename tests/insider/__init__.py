"""The insider fuzz: signed messages of every kind from people who are let in, against programs that must go on.

`tests.fuzz` asks what decoders do with bytes. This asks what programs do with messages that decode, bear the right
signature, and are wrong in every other way. One minute of it belongs to the tests; by hand, for half an hour:

    python -m tests.insider --minutes 30

A failing siege prints the command that repeats it.
"""
