"""Labels for the contract's enum values: kinds of errors, evidence, verdicts, states."""

from __future__ import annotations

from rca.text.identifiers import split_humps

EVIDENCE: dict[str, str] = {
    "receiver_type": "called on an object of its class",
    "constructor": "creates an object of it",
    "import": "imported by its full name",
    "same_scope": "called inside its own class",
    "same_package": "called inside its own package",
    "callable_reference": "passed on as a reference",
    "override_family": "through a supertype",
    "unique_name": "by name: the receiver's type is unknown",
    "name_only": "by name, one of several: the receiver's type is unknown",
    "editor": "according to another language server",
}
"""Why a call site is believed to call a function (`models.code.Evidence`)."""

KINDS: dict[str, str] = {
    "jvm_exception": "exception",
    "java_compile": "Java does not compile",
    "kotlin_compile": "Kotlin does not compile",
    "kotlin_warnings_only": "warnings of the Kotlin compiler",
    "annotation_processing": "an annotation processor failed",
    "compiler_crash": "the compiler crashed",
    "gradle_build": "the build failed",
    "dependency_resolution": "a dependency was not resolved",
    "resource_linking": "Android resources do not link",
    "manifest_merger": "manifests do not merge",
    "lint": "Android lint",
    "r8": "R8 or ProGuard failed",
    "native_crash": "crash in native code",
    "native_link": "native code does not link",
    "anr": "the app did not respond (ANR)",
    "test_failure": "a test failed",
    "memory_leak": "memory leaks",
    "unknown": "an error of no known kind",
}
"""Kinds of errors (`models.error_report.ErrorKind`)."""

VERDICTS: dict[str, str] = {"same": "solved before", "similar": "similar", "novel": "not seen before"}
"""Whether past solutions fit (`models.solution.Verdict`)."""

STATES: dict[str, str] = {
    "candidate": "not confirmed yet",
    "validated": "confirmed: it worked",
    "stale": "out of date",
    "superseded": "replaced by a better one",
    "harmful": "did harm",
}
"""How a past solution stands (`models.solution.SolutionState`)."""

REASONS: dict[str, str] = {
    "uncommitted": "not committed yet",
    "blame_line": "last changed the failing line",
    "blame_function": "last changed the failing function",
    "recent_commit": "recently changed this file",
    "caller_changed": "changed a caller",
    "dependency_changed": "changed a dependency",
}
"""Why a change is suspect (`models.code.SuspectChange`)."""


def label(labels: dict[str, str], word: str) -> str:
    """Return the label of an enum value; the value itself if the table lacks it."""
    return labels.get(word, in_words(word))


def in_words(name: str) -> str:
    """Return a field's name as words: `peakMemoryBytes` or `peak_memory_bytes` → `peak memory bytes`."""
    return " ".join(split_humps(name)).lower()
