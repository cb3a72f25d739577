"""Whether a text can hold build output at all: what makes a long device log cost nothing here."""

from __future__ import annotations

# Parts of the heads that the readers know, each rare in a device's log. A chain of `in` was measured three
# times as fast as one alternation.
_SIGNS = (
    "e: file:/",
    ".kt: (",
    ".kts: (",
    ".kt:[",
    "rror: ",
    "rror:\n",
    "rror:(",
    "\ne: ",
    "\nw: ",
    "\nld: ",
    "[ksp]",
    "[kapt]",
    "[ERROR]",
    "[WARNING]",
    "AGPBI",
    "[databinding]",
    "data binding error",
    "went wrong:",
    "Execution failed for task",
    "BUILD FAIL",
    "A problem occurred ",
    "Could not ",
    "* Try:",
    "* Exception is:",
    "Configuration cache problems",
    "Duplicate class ",
    "dex files define",
    "failed to analyze",
    "exception: ",
    "ninja: ",
    "of the Compose Compiler",
    "incompatible version of Kotlin",
    "Instrumentation run failed",
    "[INFO] BUILD",
    "Unable to resolve dep",
    " FAILED",
    "Manifest merger",
    "R8: ",
    "D8: ",
    "Missing class",
    "multiple times",
    "ndefined symbol",
    "undefined reference",
    "CMake",
    "[CXX1",
    "Internal error",
    "Back-end",
    "AnalysisException",
    "<<< ",
    "failing tests",
    "INSTRUMENTATION_",
    "<failure",
    "opentest4j",
    "ComparisonFailure",
    "AssertionFailed",
)


def may_hold_builds(text: str) -> bool:
    """Tell whether a text may hold build output; False is certain, True is not."""
    return any(sign in text for sign in _SIGNS) or text.startswith(("e: ", "w: ", "ld: "))
