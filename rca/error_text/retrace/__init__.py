"""Retracing: obfuscated stack traces → source names, by the mapping of R8 or ProGuard."""

from rca.error_text.retrace.mapping import Mapping, read_mapping
from rca.error_text.retrace.retracing import RetraceOutcome, retrace

__all__ = ["Mapping", "RetraceOutcome", "read_mapping", "retrace"]
