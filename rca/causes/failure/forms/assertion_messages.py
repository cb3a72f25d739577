# ruff: noqa: E501 - a pattern is read more easily on one line
"""Message forms of checks: those that code makes itself, of collections, and assertions of tests.

Sources: Kotlin's `Preconditions.kt` and `Standard.kt`, Guava's `Preconditions`, `java.util`, AssertJ, JUnit,
Truth and kotlin.test.
"""

from __future__ import annotations

from rca.causes.failure.condition import Target
from rca.causes.failure.message_form import MessageForm

_ASSERTION = (
    "AssertionError AssertionFailedError ComparisonFailure MultipleFailuresError AssertionErrorWithFacts"
)

FORMS = (
    MessageForm(
        _ASSERTION,
        r"[Ee]xpect(?:ed|ing)\s*:?\s*(?:is )?<?(?P<expected>[^\n>]{1,120}?)>?,?\s+(?:but was|but:? was|actual|Actual|to be equal to)\s*:?\s*"
        r"<?(?P<actual>[^\n>]{1,120})>?",
        "assertion",
        "The test expected {expected}, and got {actual}.",
        lambda _groups: Target("raise"),
    ),
    MessageForm(
        _ASSERTION,
        r"^(?P<why>[^\n]{2,160})",
        "assertion",
        "An assertion failed: {why}",
        lambda _groups: Target("raise"),
    ),
    MessageForm(
        "NotImplementedError",
        r"An operation is not implemented(?:: (?P<name>[^\n]+))?",
        "unsupported_operation",
        "The code that was reached is not written yet.",
        lambda _groups: Target("raise"),
    ),
    MessageForm(
        "IllegalStateException IllegalArgumentException",
        r"^(?:Check failed|Failed requirement)\.$",
        "precondition",
        "A check or requirement of the code did not hold.",
        lambda _groups: Target("raise"),
    ),
    MessageForm(
        "NoWhenBranchMatchedException",
        r"(?P<why>.*)",
        "precondition",
        "No branch of a `when` fits the value.",
    ),
    MessageForm(
        "UnsupportedOperationException",
        r"(?P<why>Operation is not supported for read-only collection)",
        "unsupported_operation",
        "A collection that cannot be changed was to be changed.",
    ),
)
