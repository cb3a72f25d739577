"""Renamed stack traces back to the names of the source, with the mapping that R8 or ProGuard wrote."""

from rca.error_text.retrace.mapping import Mapping, read_mapping
from rca.error_text.retrace.retracing import RetraceOutcome, retrace

__all__ = ["Mapping", "RetraceOutcome", "read_mapping", "retrace"]
