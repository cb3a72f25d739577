"""Code in answers: functions, contexts, callers, changes."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.error_report import FrameOrigin
from models.wire import Wire, absent_if_empty, absent_if_none

Evidence = Literal[
    "receiver_type",  # the receiver's type is known and declares (or inherits) the function
    "constructor",  # a construction of a class that resolves to this one
    "import",  # the name is imported by its full name (or alias), or lies in an imported object
    "same_scope",  # called without receiver inside the class (or a subclass) that declares it
    "same_package",  # top-level, called from its own package, nothing nearer shadows it
    "callable_reference",  # `::name` that resolves to it
    "override_family",  # the static target is a declaration that this one overrides, or the reverse
    "unique_name",  # the receiver's type is unknown, and no other declaration has this name
    "name_only",  # the receiver's type is unknown, and other declarations share the name
    "editor",  # another language server of the editor says so
]
"""Why a call site is believed to call the function, strongest first within each form of call."""

ReferenceKind = Literal[
    "call", "read", "write", "type", "import", "supertype", "override", "reference", "resource"
]
"""How a place uses a declaration; `::name` is a `reference`, an annotation is a `type`.

A line of a manifest or resource file is a `resource`, and so is each use of a resource."""


class FunctionDefinition(Wire):
    """The smallest named function around a line."""

    name: str = Field(
        description="`Class.function`; lambdas and local functions belong to the function around them."
    )
    start_line: int
    end_line: int
    signature: str = Field(description="Whole header without the body, annotations and modifiers included.")


class CodeAround(Wire):
    """Text before, on and after a line."""

    before: str
    error_line: str
    after: str


class RelevantImport(Wire):
    """An import that the shown code uses."""

    module: str
    imported: tuple[str, ...]
    line: int


class CodeContext(Wire):
    """Code around a line, with the function that holds it and the imports it uses."""

    file_path: str
    error_line: int
    start_line: int = Field(description="First line of `context.before`, or the error line itself.")
    end_line: int = Field(description="Last line of `context.after`, or the error line itself.")
    context: CodeAround
    function_definition: FunctionDefinition | None = absent_if_none()
    relevant_imports: tuple[RelevantImport, ...] = ()
    source: Literal["editor", "disk"] = Field(
        default="disk", description="Whether unsaved editor text was shown."
    )


class Caller(Wire):
    """One call of the function, or of one of its callers."""

    caller_name: str = Field(description="`Class.function` of the code that calls.")
    file_path: str
    line: int = Field(description="Line of the call, 1-based.")
    call_chain: tuple[str, ...] = Field(description="Outermost caller first, the function itself last.")
    depth: int
    callee: str = Field(description="`Class.function` that is called here.")
    callee_line: int = Field(description="Line of the declaration that is called here.")
    evidence: Evidence
    confidence: float = Field(ge=0, le=1)


class ProjectFrame(Wire):
    """A stack frame or a diagnostic, found in the workspace."""

    file_path: str
    line: int | None
    function: FunctionDefinition | None = absent_if_none()
    class_name: str | None
    method: str | None
    text: str
    code: str | None = absent_if_none("The line itself.")
    origin: FrameOrigin = "app"
    alternatives: tuple[str, ...] = absent_if_empty("Other files that fit as well, best first.")
    note: str | None = absent_if_none(
        "What is doubtful: the file changed since, the line is past its end, …."
    )
    reported_line: int | None = absent_if_none(
        "Line of the trace, where it does not fit this revision of the file; `line` was then found by the "
        "function's name and what it calls."
    )


class SuspectChange(Wire):
    """A change that may have introduced the error, most suspect first."""

    commit: str | None = Field(description="Full hash; null for an edit that is not committed.")
    author: str | None
    date: str | None = Field(description="ISO 8601, committer's date.")
    summary: str
    file_path: str
    lines: tuple[int, ...] = Field(
        default=(), description="Lines of today's file that the change last touched."
    )
    reason: Literal[
        "uncommitted", "blame_line", "blame_function", "recent_commit", "caller_changed", "dependency_changed"
    ]
    score: float = Field(ge=0, le=1, description="How suspect, for ordering.")
    diff: str | None = absent_if_none("The part of the change that touches the function, cut to 40 lines.")
