"""Configuration keys, and the code that uses each."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.wire import Wire, absent_if_empty, absent_if_none

ConfigFormat = Literal["yaml", "properties", "toml", "catalog", "hocon", "gradle", "manifest", "resource"]
ConfigUseKind = Literal[
    "read",  # code asks for the key by its full name
    "section",  # code asks for a part of the tree that holds it
    "bound",  # a property that a framework fills from it
    "accessor",  # a generated name: `libs.ktor`, `R.string.title`, `BuildConfig.URL`
    "reference",  # another line of configuration names it: `@string/title`, `version.ref`
    "class",  # it names a class of the project
]


class ConfigUse(Wire):
    """A place that uses a key."""

    file_path: str
    line: int
    how: ConfigUseKind
    symbol: str | None = absent_if_none("The declaration around the place, or the property that is filled.")
    type: str | None = absent_if_none("Type of the property that is filled.")
    text: str = Field(description="The line.")


class ConfigKey(Wire):
    """One key of one file."""

    key: str = Field(
        description="Path with dots; of a resource `string/title`, of a manifest `activity/.Main`."
    )
    file_path: str
    line: int
    value: str | None = absent_if_none("Its value where it is short text; secrets are masked.")
    type: str = Field(description="text, number, boolean, list, section, …, or the resource's kind.")
    used_by: tuple[ConfigUse, ...] = Field(default=(), description="The first places that use it.")
    total_uses: int
    note: str | None = absent_if_none("Who else reads it, where that is known (`Gradle itself`).")


class MissingKey(Wire):
    """A key that code asks this file's part of the tree for, and that no file defines."""

    key: str
    use: ConfigUse
    has_default: bool


class ResourceDefinition(Wire):
    """One definition of an Android resource."""

    file_path: str
    line: int
    qualifier: str = Field(
        description="`default`, or as in the folder's name: `de`, `night`, `sw600dp-land`."
    )
    module: str
    source_set: str = Field(description="`main`, `debug`, ….")
    value: str | None = absent_if_none("Its text, cut; absent for files.")


class QualifierGap(Wire):
    """A language that the module translates into, without this text."""

    module: str
    qualifiers: tuple[str, ...] = absent_if_empty()
