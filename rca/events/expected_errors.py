"""Errors that a stopped program prints when it goes on: the occurrence that it stopped with."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from models.error_report import ErrorReport

PRINTED_WITHIN = timedelta(seconds=30)
"""So long after a stopped program goes on, the error that it prints is the one that it stopped with."""


@dataclass(frozen=True, slots=True)
class _Expected:
    id: str
    type: str
    place: tuple[str | None, str | None, int | None]
    """Function, file and line of the throw in the app."""
    until: datetime


class ExpectedErrors:
    """Errors that are about to be printed, each once.

    A print is known by type and place alone: a debugger leaves out frames and names that a print has, so
    that the fingerprints differ.
    """

    def __init__(self) -> None:
        self._expected: list[_Expected] = []

    def add(self, id_: str, report: ErrorReport, now: datetime) -> None:
        """Expect an error from now on, for a while."""
        frames = [frame for exception in report.exceptions[:1] for frame in exception.frames]
        thrown = next((frame for frame in frames if frame.origin == "app"), next(iter(frames), None))
        if thrown is not None:
            place = (thrown.method, thrown.file, thrown.line)
            self._expected.append(_Expected(id_, report.exceptions[0].type, place, now + PRINTED_WITHIN))

    def take(self, report: ErrorReport, now: datetime) -> str | None:
        """Return the id under which an error is known that was expected; it is not expected any more."""
        self._expected = [one for one in self._expected if now <= one.until]
        for one in self._expected:
            for exception in report.exceptions:
                places = ((frame.method, frame.file, frame.line) for frame in exception.frames)
                if exception.type == one.type and one.place in places:
                    self._expected.remove(one)
                    return one.id
        return None
