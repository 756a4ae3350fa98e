"""Log lines as JSON, one a line. No secret gets into one: links carry theirs behind the #, cookies are not logged."""

from __future__ import annotations

import json
import logging
from typing import Any

_USUAL = set(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "color_message"}


class Lines(logging.Formatter):
    """One JSON object a line: when, how grave, which part, which worker, what, and what else is known."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, Any] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "from": record.name,
            "process": record.process,
            "what": record.getMessage(),
        }
        line |= {key: value for key, value in record.__dict__.items() if key not in _USUAL}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


def config(level: str) -> dict[str, Any]:
    """For logging.config and for uvicorn."""
    plain = {"handlers": ["lines"], "level": level, "propagate": False}
    quiet = {**plain, "level": "WARNING"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": {"()": "hearthside.server.logs.Lines"}},
        "handlers": {"lines": {"class": "logging.StreamHandler", "formatter": "lines", "stream": "ext://sys.stderr"}},
        "loggers": {"hearthside": plain, "uvicorn": quiet, "uvicorn.error": quiet, "litestar": quiet},
    }
