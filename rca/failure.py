"""The one exception that an engine function raises to answer with an error of the contract."""

from __future__ import annotations

from typing import Any

from models.errors import ErrorCode, ToolError


class Failure(Exception):  # noqa: N818 - an answer, not a defect: the error is what the caller asked for
    """An error answer in flight: a code, what was wrong, what to do next."""

    def __init__(
        self,
        code: ErrorCode,
        message: str,
        suggestion: str | None = None,
        details: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.error = ToolError(code=code, message=message, suggestion=suggestion, details=details)
