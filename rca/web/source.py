"""What every source gives and how it fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rca.web.client import Client


@dataclass(frozen=True, slots=True)
class Page:
    """One page that a source found.

    `text` is plain text of any length, `solved` whether the source says that the problem is answered or
    closed. All of it is untrusted: it was written by strangers.
    """

    title: str
    url: str
    text: str
    solved: bool = False


class SourceProblem(Exception):  # noqa: N818 - told as an error of the contract or as a note
    """A source did not answer; the message says which and why."""


class RateLimited(SourceProblem):
    """A source wants to be left alone for a while.

    Args:
        message: who says so.
        seconds: how long.
    """

    def __init__(self, message: str, seconds: float) -> None:
        super().__init__(message)
        self.seconds = seconds


class NoAddress(SourceProblem):
    """The user has not said where this source is, or what is set is no address."""


Search = Callable[["Client", str, str, int], tuple[Page, ...]]
"""Ask one source: (client, base address, query, results at most) → pages in the source's own order."""


def entries(payload: object, key: str, source: str) -> list[dict[str, Any]]:
    """Take the list of objects that an answer holds under a key.

    Raises:
        SourceProblem: the answer has another shape.
    """
    found = payload.get(key) if isinstance(payload, dict) else None
    if not isinstance(found, list):
        message = f"{source} answered in a shape that is not understood (no list '{key}')"
        raise SourceProblem(message)
    return [entry for entry in found if isinstance(entry, dict)]


def field(entry: dict[str, Any], key: str) -> str:
    """Take a text of an object, "" where it is missing or no text."""
    value = entry.get(key)
    return value if isinstance(value, str) else ""
