"""Base class of the contract's types: camelCase on the wire, unknown fields refused, immutable."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic.alias_generators import to_camel

SEED_SPELLINGS: dict[str, tuple[str, ...]] = {
    "filePath": ("path", "file", "file_path", "filename", "yamlFile", "yaml_file"),
    "lineStart": ("start_line", "startLine", "line_start"),
    "lineEnd": ("end_line", "endLine", "line_end"),
    "limit": ("max_results", "maxResults"),
    "maxResults": ("max_results", "limit"),
    "path": ("directory", "dir", "base_path", "basePath"),
    "functionName": ("function", "function_name", "name"),
    "errorText": ("error", "text", "error_text", "stackTrace"),
    "query": ("q", "pattern"),
    "isRegex": ("regex", "regexp"),
    "task": ("task_description", "taskDescription"),
    "target": (
        "class",
        "className",
        "class_name",
        "symbol",
        "module",
        "fileOrClass",
        "file_or_class",
        "name",
    ),
    "symbol": ("target", "name"),
    "name": ("class", "className", "class_name", "target"),
}
"""Field name on the wire → other spellings: those of the seeds (000, 001, 002, 004), and earlier names."""


class Wire(BaseModel):
    """A value of the contract."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        serialize_by_alias=True,
        extra="forbid",
        frozen=True,
        # A command uses a few of the models that its modules define: each is built when it is first used.
        defer_build=True,
    )


class Params(Wire):
    """Parameters of a tool: strict types, seed spellings accepted.

    A spelling is renamed only where the tool has the field it stands for, so `path` means
    `filePath` to `read_file` and stays `path` for a tool that lists folders. Snake case of
    any field is accepted too. Two spellings of one field are an error, never a silent choice.
    Half a surrogate pair, which JSON can carry and UTF-8 cannot, becomes U+FFFD.
    """

    model_config = ConfigDict(strict=True)

    @model_validator(mode="before")
    @classmethod
    def _accept_seed_spellings(cls, raw: Any) -> Any:  # noqa: ANN401 - pydantic hands over anything
        if not isinstance(raw, dict):
            return raw
        fields = {field.alias or name: name for name, field in cls.model_fields.items()}
        renamed: dict[str, Any] = {}
        spelled: dict[str, str] = {}
        for key, value in raw.items():
            wire = wire_name(str(key), fields)
            if wire in renamed:
                message = (
                    f"'{spelled[wire]}' and '{key}' are two spellings of the parameter '{wire}': give one"
                )
                raise ValueError(message)
            renamed[wire] = _plain(value)
            spelled[wire] = str(key)
        return renamed


def _plain(value: Any) -> Any:  # noqa: ANN401 - a JSON value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return value


def wire_name(key: str, fields: dict[str, str]) -> str:
    """Return the parameter that a name or another spelling of it stands for; an unknown name unchanged."""
    if key in fields:
        return key
    for wire, python in fields.items():
        if key == python or key in SEED_SPELLINGS.get(wire, ()):
            return wire
    return key


def absent_if_none(description: str | None = None) -> Any:  # noqa: ANN401 - stands where a default stands
    """Declare an optional field that is left out of the JSON when it has no value (003's `field?:`)."""
    return Field(default=None, description=description, exclude_if=_is_none)


def absent_if_empty(description: str | None = None) -> Any:  # noqa: ANN401 - stands where a default stands
    """Declare a tuple field that is left out of the JSON when it is empty."""
    return Field(default=(), description=description, exclude_if=_is_empty)


def _is_none(value: object) -> bool:
    return value is None


def _is_empty(value: object) -> bool:
    return value in ((), [], {})
