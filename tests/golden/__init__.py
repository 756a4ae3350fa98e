"""Whole games as text to read. `python -m tests.golden` writes them anew after rules, words or content changed."""
