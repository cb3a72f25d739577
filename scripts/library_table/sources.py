"""The library files of all pinned packages, each declaration once."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from rca.languages.facts import CALLABLE_KINDS, NONE, Declaration, Facts
from rca.libraries.jar import Library, read_classes, read_jar
from scripts.library_table.fetch import Package, extract, fetch
from scripts.library_table.jimage import classes
from scripts.library_table.pack import Source
from scripts.library_table.pyi import read_stubs

_INPUTS = Path(__file__).parent / "inputs.toml"


def read_sources(folder: Path) -> Iterator[Source]:
    """Give the library files of the pinned packages, downloaded into a folder; of like names the first."""
    inputs = tomllib.loads(_INPUTS.read_text(encoding="utf-8"))
    seen = _Seen()
    for package in inputs["package"]:
        archive = fetch(_package(package), folder)
        for part in package["read"]:
            library = _library(extract(archive, part["file"], folder / "unpacked"), part)
            yield from seen.unseen(
                Source(part["origin"], name, facts)
                for name, facts in library.files
                if _is_within(facts.package, part.get("within"))
            )
    stubs = inputs["stubs"]
    wheels = [fetch(_package({"client": stubs["client"], **one}), folder) for one in stubs["packages"]]
    yield from seen.unseen(read_stubs(wheels))


def _package(entry: Mapping[str, Any]) -> Package:
    return Package(*(entry[key] for key in Package._fields))


def _library(file: Path, part: Mapping[str, Any]) -> Library:
    library = read_classes(classes(file, frozenset(part["modules"]))) if "modules" in part else read_jar(file)
    if library.problems:
        message = f"{part['origin']}: {library.problems[0]}"
        raise ValueError(message)
    return library


def _is_within(package: str, patterns: Iterable[str] | None) -> bool:
    """Tell whether a package is one of those named, or (`a.b.*`) lies in one."""
    return patterns is None or any(
        package == pattern.removesuffix(".*") or (pattern.endswith("*") and package.startswith(pattern[:-1]))
        for pattern in patterns
    )


class _Seen:
    """What earlier libraries declare: a later one's class, or callables, of the same name are left out."""

    def __init__(self) -> None:
        self._origins: dict[str, str] = {}

    def unseen(self, sources: Iterable[Source]) -> Iterator[Source]:
        for one in sources:
            facts = _shipped(one.facts)
            if facts.declarations and self._is_first(one.origin, facts):
                yield one._replace(facts=facts)

    def _is_first(self, origin: str, facts: Facts) -> bool:
        """Tell whether no other library declared the name; its overloads lie in several files."""
        return self._origins.setdefault(facts.qualified_names[0], origin) == origin


def _shipped(facts: Facts) -> Facts:
    """Leave out what code elsewhere cannot name: members marked internal, and all inside them."""
    kept: dict[int, int] = {NONE: NONE}
    rows: list[Declaration] = []
    for index, row in enumerate(facts.declarations):
        internal = "internal" in row.modifiers and row.kind in CALLABLE_KINDS
        if row.parent in kept and not internal:
            kept[index] = len(rows)
            rows.append(row._replace(parent=kept[row.parent]))
    return Facts(facts.language, facts.package, declarations=tuple(rows), facade=facts.facade)
