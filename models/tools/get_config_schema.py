"""`get_config_schema`: the keys of a configuration file, and the code that uses each (seed 002)."""

from __future__ import annotations

from pydantic import Field

from models.configuration import ConfigFormat, ConfigKey, MissingKey
from models.wire import Params, Wire, absent_if_empty


class GetConfigSchemaParams(Params):
    """Which file, and which of its keys."""

    file_path: str = Field(min_length=1, description="File, relative to the workspace folder.")
    prefix: str | None = Field(default=None, min_length=1, description="Only keys that begin so.")
    limit: int = Field(default=100, ge=1, le=500, description="Keys in one answer; `meta.next` continues.")
    cursor: int = Field(default=0, ge=0, description="Keys to skip: `meta.next` of the answer before.")


class GetConfigSchemaResult(Wire):
    """The file's keys in its order."""

    file_path: str
    format: ConfigFormat
    keys: tuple[ConfigKey, ...]
    total_keys: int
    unused_keys: int = Field(description="Keys that nothing was seen to use, of all of the file.")
    missing: tuple[MissingKey, ...] = Field(
        default=(), description="Keys that code asks for and no configuration file of the project defines."
    )
    problems: tuple[str, ...] = absent_if_empty("What is wrong with the file.")
