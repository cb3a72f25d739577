"""Error text to ErrorReport, one file a format. Pure and total: parsing never fails."""

from rca.error_text.report import Occurrence, occurrences, parse

__all__ = ["Occurrence", "occurrences", "parse"]
