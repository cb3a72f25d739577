"""Entries of Gradle's version catalogues (`gradle/libs.versions.toml`) that scripts refer to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rca.libraries.coordinates import Coordinate, coordinate

Catalog = Mapping[str, Any]

_USE = re.compile(r"\b([a-zA-Z]\w*)((?:\.[a-zA-Z]\w*)+)")
_LOOKUP = re.compile(r"""find(?:Library|Bundle)\(\s*["']([\w.\-]+)["']""")
_LEVEL = re.compile(r"(?i)compile_?sdk")
_SEPARATORS = re.compile(r"[-_.]")


def used_coordinates(catalogs: Mapping[str, Catalog], scripts: Sequence[str]) -> Iterator[Coordinate]:
    """Return the libraries that scripts take from catalogues, given by accessor name."""
    used = {
        (match.group(1), _dotted(match.group(2)[1:])) for text in scripts for match in _USE.finditer(text)
    }
    looked_up = {_dotted(match.group(1)) for text in scripts for match in _LOOKUP.finditer(text)}
    for name, catalog in catalogs.items():
        versions = _table(catalog, "versions")
        names = {alias for accessor, alias in used if accessor == name} | looked_up
        for alias, members in _table(catalog, "bundles").items():
            dotted = _dotted(alias)
            if (f"bundles.{dotted}" in names or dotted in looked_up) and isinstance(members, list):
                names.update(_dotted(one) for one in members if isinstance(one, str))
        for alias, entry in _table(catalog, "libraries").items():
            dotted = _dotted(alias)
            # `libs.a.b.get()` goes on after the alias.
            if any(one == dotted or one.startswith(f"{dotted}.") for one in names):
                yield from _library(entry, versions)


def kotlin_versions(catalog: Catalog) -> Iterator[str]:
    """Return the versions of Kotlin's plugins, which add the standard library."""
    versions = _table(catalog, "versions")
    for entry in _table(catalog, "plugins").values():
        name: object = None
        version: object = None
        if isinstance(entry, dict):
            name, version = entry.get("id"), entry.get("version")
        elif isinstance(entry, str):
            name, _, version = entry.partition(":")
        if str(name).startswith("org.jetbrains.kotlin.") and (found := _version(version, versions)):
            yield found


def api_levels(catalog: Catalog) -> Iterator[int]:
    """Return the compile API levels in a catalogue."""
    for key, value in _table(catalog, "versions").items():
        if _LEVEL.search(key) and isinstance(value, str) and value.isdigit():
            yield int(value)


def _dotted(alias: str) -> str:
    return _SEPARATORS.sub(".", alias)


def _table(catalog: Catalog, key: str) -> dict[str, Any]:
    table = catalog.get(key)
    return table if isinstance(table, dict) else {}


def _library(entry: object, versions: Mapping[str, Any]) -> Iterator[Coordinate]:
    group: object = None
    name: object = None
    version: object = None
    if isinstance(entry, str):
        group, _, rest = entry.partition(":")
        name, _, version = rest.partition(":")
    elif isinstance(entry, dict):
        group, name = entry.get("group"), entry.get("name")
        if isinstance(entry.get("module"), str):
            group, _, name = entry["module"].partition(":")
        version = _version(entry.get("version"), versions)
    if isinstance(group, str) and isinstance(name, str) and group and name:
        yield coordinate(group, name, version if isinstance(version, str) and version else None)


def _version(written: object, versions: Mapping[str, Any]) -> str | None:
    if isinstance(written, dict) and "ref" in written:
        written = versions.get(str(written["ref"]))
    if isinstance(written, dict):
        written = next((written[key] for key in ("strictly", "require", "prefer") if key in written), None)
    return written if isinstance(written, str) else None
