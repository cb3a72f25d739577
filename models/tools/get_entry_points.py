"""`get_entry_points`: where execution enters the project."""

from __future__ import annotations

from pydantic import Field

from models.navigation import EntryKind, EntryPoint
from models.wire import Params, Wire


class GetEntryPointsParams(Params):
    """Which entry points."""

    kinds: tuple[EntryKind, ...] | None = Field(
        default=None, min_length=1, strict=False, description="Only these kinds."
    )
    module: str | None = Field(
        default=None,
        min_length=1,
        description="Only those of this Gradle or Maven module, as `:feature:login`.",
    )
    path_prefix: str | None = Field(
        default=None, min_length=1, description="Only those in files whose paths start so, as `app/src/`."
    )
    limit: int = Field(
        default=100, ge=1, le=500, description="Entry points in one answer; `meta.next` continues."
    )
    cursor: int = Field(
        default=0, ge=0, description="Entry points to skip: `meta.next` of the answer before."
    )


class GetEntryPointsResult(Wire):
    """Entry points by kind and module."""

    entry_points: tuple[EntryPoint, ...]
    total_entry_points: int
    by_kind: dict[str, int] = Field(description="All of them, by kind.")
    by_module: dict[str, int]
