"""`parse_error`: error text alone → structure."""

from __future__ import annotations

from pydantic import Field

from models.error_report import ErrorReport
from models.wire import Params

MAX_ERROR_TEXT = 64 * 1024 * 1024
"""Characters of error text that a call takes; a longer log is read from its end by the caller."""


class ParseErrorParams(Params):
    """What to parse."""

    error_text: str = Field(
        min_length=1,
        max_length=MAX_ERROR_TEXT,
        description="Stack trace, logcat, build output, ANR dump, tombstone, ….",
    )
    app_packages: tuple[str, ...] | None = Field(
        default=None,
        description="Packages of the app, as `com.example.shop`. Default: what the workspace declares.",
        strict=False,
    )


ParseErrorResult = ErrorReport
