"""The exception that carries an error of the contract."""

from __future__ import annotations

from typing import Any

from models.error_codes import ErrorCode, ToolError

_MOST_CHARACTERS = 2_000
"""Of the message and of the suggestion: what was given may be as long as a file, and is named in both."""
_TAIL = 400


def without_middle(text: str) -> str:
    """Shorten a text for an error message, keeping its beginning and its end."""
    if len(text) <= _MOST_CHARACTERS:
        return text
    head = _MOST_CHARACTERS - _TAIL
    return f"{text[:head]}… {len(text) - _MOST_CHARACTERS} characters …{text[-_TAIL:]}"


class Failure(Exception):  # noqa: N818 - an answer, not a defect: the error is what the caller asked for
    """An error of the contract as an exception: a code, what was wrong, what to do next."""

    def __init__(
        self,
        code: ErrorCode,
        message: str,
        suggestion: str | None = None,
        details: dict[str, Any] | None = None,
    ) -> None:
        message = without_middle(message)
        super().__init__(message)
        advice = None if suggestion is None else without_middle(suggestion)
        self.error = ToolError(code=code, message=message, suggestion=advice, details=details)
