"""Error text → `ErrorReport`, one file a format. Pure and total: parsing never fails."""

from rca.error_text.error_parser import Occurrence, occurrences, parse, parse_report, trace_text

__all__ = ["Occurrence", "occurrences", "parse", "parse_report", "trace_text"]
