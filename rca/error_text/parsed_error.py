"""One error as a format's parser returns it, with the lines it covers."""

from __future__ import annotations

from dataclasses import dataclass

from models.error_report import ErrorReport


@dataclass(frozen=True, slots=True)
class Finding:
    """One error in a stretch of cleaned lines.

    `first` and `last` are 0-based, inclusive. `report.others` is empty: the parsers find, and
    `rca.error_text.error_parser` decides what is root, cascade or independent.
    """

    first: int
    last: int
    report: ErrorReport
