"""What failed: the condition that did not hold, and the expression in the project that shows it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.wire import Wire, absent_if_empty, absent_if_none

FailureFamily = Literal[
    "null_dereference",  # a member, element or length of null was used
    "null_check",  # a check that a value is not null failed: `!!`, requireNonNull, what R8 makes of them
    "null_argument",  # null was passed where the callee allows none
    "uninitialized",  # lateinit, delegates and components that were read before they were set
    "cast",
    "index",
    "missing_element",  # an empty collection, a key that is not there, an Optional without a value
    "number_format",
    "date_format",
    "text_format",  # URIs, regular expressions and other texts that are not of the form asked for
    "precondition",  # require, check, error, throw: the message is the code's own
    "assertion",  # what a test expected
    "concurrent_modification",
    "arithmetic",
    "unsupported_operation",
    "stack_overflow",
    "out_of_memory",
    "memory_leak",  # an object that has ended is still referred to
    "linkage",  # a class, method or field that the code was compiled against is not there
    "cancellation",
    "timeout",
    "serialization",
    "database",
    "dependency_injection",
    "resource",
    "inflation",
    "permission",
    "manifest",
    "background_start",
    "parcel",  # transactions too large, what cannot be written to or read from a Parcel
    "dead_process",
    "lifecycle",
    "wrong_thread",
    "not_responding",
    "deadlock",
    "io",
    "build_symbol",
    "build_type",
    "build_dependency",
    "build_duplicate",
    "build_configuration",
]


class SourceRange(Wire):
    """A part of a file; lines and columns count from 1, the end column is the one after its last letter."""

    file_path: str
    start_line: int
    start_column: int
    end_line: int
    end_column: int
    text: str = Field(description="The code itself, white space between tokens as it stands.")


class FailureExpression(SourceRange):
    """An expression whose evaluation fits the condition."""

    note: str | None = absent_if_none(
        "What is doubtful: several expressions fit, or the line holds none and another does."
    )


class FailedCondition(Wire):
    """What failed, as the error's type and message say it, and where the code shows it."""

    family: FailureFamily
    condition: str | None = Field(
        description="The condition that did not hold, one sentence; null where type and message tell no more "
        "than the family."
    )
    exception: str | None = absent_if_none("Type of the exception of which this speaks.")
    name: str | None = absent_if_none(
        "What it is about: a member, parameter, property, key, column, class, permission, library, …."
    )
    index: int | None = absent_if_none("Index that was asked for.")
    size: int | None = absent_if_none("Size, length or limit that was exceeded.")
    actual_type: str | None = absent_if_none("Type that the value had.")
    expected_type: str | None = absent_if_none("Type that was asked for.")
    expression: FailureExpression | None = absent_if_none("The failing expression in the project.")
    value: SourceRange | None = absent_if_none(
        "The part of the expression whose value is at fault: a receiver, an argument, an index, a condition."
    )
    others: tuple[FailureExpression, ...] = absent_if_empty("Further expressions that fit as well.")


ValueUseKind = Literal["declared", "assigned", "changed", "read"]


class ValueUse(Wire):
    """A line that uses the field whose value is at fault."""

    file_path: str
    line: int
    function: str | None = absent_if_none("The function around it.")
    kind: ValueUseKind = Field(
        description="What is done there; `changed`: an operator or a call such as `add` changes it in place."
    )
    code: str = Field(description="The line, without its indentation.")
