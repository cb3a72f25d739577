"""Triage: many crash reports as groups, each one problem."""

from __future__ import annotations

from pydantic import Field

from models.error_report import ErrorReport
from models.solution import Verdict
from models.tools.analyze_error import AnalyzeErrorResult
from models.wire import Wire, absent_if_empty, absent_if_none


class CrashGroup(Wire):
    """The reports of one problem."""

    key: str = Field(description="Fingerprint; the service's issue id or the headline where there is none.")
    headline: str
    reports: int = Field(description="Reports in the input.")
    events: int = Field(description="Occurrences: the service's counts, else the reports.")
    users: int = Field(
        description="Users that the reports tell apart, or the service's count if it is higher."
    )
    anonymous_reports: int = Field(description="Reports that name no user; each ranks as one user.")
    users_at_least: bool | None = absent_if_none("True where more users were met than are told apart.")
    first_seen: str | None = None
    last_seen: str | None = None
    builds: tuple[str, ...] = absent_if_empty("Releases with their build numbers, the most frequent first.")
    devices: tuple[str, ...] = absent_if_empty("The most frequent first.")
    issues: tuple[str, ...] = absent_if_empty("The services' ids of the issues.")
    only_newest_build: bool = Field(
        description="Whether all its reports are of the newest build of an input with several builds."
    )
    verdict: Verdict | None = absent_if_none("Whether a past solution fits; absent where it was not asked.")
    source: str = Field(
        description="Where the report of `error` stands: file, or file and number of the report."
    )
    trace: str = Field(description="That report as a program would print it; at most 64 kB.")
    error: ErrorReport = Field(description="One report of the group: the one with the most frames.")
    analysis: AnalyzeErrorResult | None = absent_if_none("What analyze_error says, of the first groups.")


class SkippedInput(Wire):
    """A file, or a part of one, that was not read."""

    source: str
    reason: str


class TriageResult(Wire):
    """The groups, those of most users first, of equal ones the newest."""

    files: int
    reports: int
    groups: tuple[CrashGroup, ...]
    skipped: tuple[SkippedInput, ...] = absent_if_empty("At most 200.")
    notes: tuple[str, ...] = absent_if_empty("What the answer lacks.")
