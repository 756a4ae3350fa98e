"""A person's mistake at the command line."""

from __future__ import annotations


class Fault(Exception):
    """One plain sentence: what was wrong, and what would be right."""
