"""Errors that a person can make or meet. Every message is one sentence in plain words."""


class Refused(Exception):
    """An answer was not accepted; nothing changed."""


class RuleError(Exception):
    """A rule broke while it took an answer. The table stands as it did before; `record` reproduces it."""

    def __init__(self, message: str, record: object) -> None:
        super().__init__(message)
        self.record = record


class RecordError(Exception):
    """A record cannot be read or does not replay."""
