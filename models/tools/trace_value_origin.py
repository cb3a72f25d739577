"""`trace_value_origin`: where the value of an expression can come from."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.wire import Params, Wire, absent_if_none

OriginKind = Literal[
    "null_literal",
    "literal",
    "construction",
    "computed",
    "lambda",
    "default_value",
    "lateinit_unset",
    "safe_cast",
    "lookup",
    "element",
    "extra",
    "bundle",
    "saved_state",
    "preference",
    "cursor",
    "json",
    "view_lookup",
    "system_service",
    "injected",
    "library_call",
    "platform_call",
    "framework_argument",
    "caught",
    "parameter",
    "unresolved",
]
"""Where a trail ends. `platform_call`: Java that does not say whether it gives null; `default_value`: a field
before it is written; `parameter`: a function that nothing in the project calls."""
StepKind = Literal[
    "assignment",
    "initializer",
    "property_write",
    "argument",
    "default_argument",
    "receiver",
    "return",
    "getter",
    "delegate",
    "branch",
    "elvis",
    "safe_call",
    "cast",
    "component",
    "element",
    "lambda_parameter",
    "lambda_result",
]


class TraceValueOriginParams(Params):
    """Which expression."""

    file_path: str = Field(min_length=1, description="Kotlin or Java file, relative to the workspace root.")
    line: int = Field(ge=1, description="Line on which the expression begins.")
    expression: str | None = Field(
        default=None,
        min_length=1,
        description="The expression, such as `user.name`.",
    )
    column: int | None = Field(
        default=None, ge=1, description="Column of a name on the line, 1-based, instead of `expression`."
    )
    only_null: bool | None = Field(
        default=None,
        description="Nulls alone. Default: if the expression can be null.",
    )
    call_lines: tuple[str, ...] = Field(
        default=(),
        max_length=100,
        strict=False,
        description="Project lines of a trace, as `filePath:line`: only the calls on them are followed.",
    )
    max_depth: int = Field(default=12, ge=1, le=30, description="Steps after which a trail is cut.")
    limit: int = Field(default=30, ge=1, le=100, description="Origins in one answer; `meta.next` continues.")
    cursor: int = Field(default=0, ge=0, description="Origins to skip: `meta.next`.")


class ValueStep(Wire):
    """One step of the way from an origin to the expression."""

    kind: StepKind
    file_path: str
    line: int
    end_line: int | None = absent_if_none("Last line, where it has several.")
    function: str | None = Field(description="`Class.function` around it; null outside functions.")
    text: str = Field(description="The code, shortened.")


class ValueOrigin(Wire):
    """A place where the value can come from."""

    kind: OriginKind
    file_path: str
    line: int
    end_line: int | None = absent_if_none("Last line, where it has several.")
    function: str | None = Field(description="`Class.function` around it; null outside functions.")
    text: str = Field(description="The code, shortened.")
    note: str | None = absent_if_none("Why the value is null there, or why the trail ends.")
    path: tuple[ValueStep, ...] = Field(description="The way to it, from the expression on.")


class TraceValueOriginResult(Wire):
    """Origins, those that are surely null first, then by the length of their way."""

    file_path: str
    line: int
    expression: str
    asked: Literal["null", "any"] = Field(
        description="Whether the origins are those of null, or of any value."
    )
    origins: tuple[ValueOrigin, ...]
    total_origins: int
