"""`search_config`: find configuration by the path of its key (seed 002)."""

from __future__ import annotations

from pydantic import Field

from models.configuration import ConfigKey
from models.wire import Params, Wire


class SearchConfigParams(Params):
    """What the key looks like."""

    path_pattern: str = Field(
        min_length=1,
        max_length=300,
        description="Path of the key: `server.port`, `*.port` (`*` is one part), `mail.**` (any number), or "
        "a part of one (`timeout`). Case, `-` and `_` do not matter.",
    )
    path_prefix: str | None = Field(
        default=None, min_length=1, description="Only files whose path begins so, relative to the workspace."
    )
    limit: int = Field(default=20, ge=1, le=200, description="Keys in one answer; `meta.next` continues.")
    cursor: int = Field(default=0, ge=0, description="Keys to skip: `meta.next` of the answer before.")


class SearchConfigResult(Wire):
    """Keys that fit: whole ones first, then parts."""

    path_pattern: str
    keys: tuple[ConfigKey, ...]
    total_keys: int
    searched_files: int
