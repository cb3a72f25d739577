"""Error text → `ErrorReport`, one file a format. Pure and total: parsing never fails."""

from rca.error_text.error_parser import Occurrence, occurrences, parse, trace_text

__all__ = ["Occurrence", "occurrences", "parse", "trace_text"]
