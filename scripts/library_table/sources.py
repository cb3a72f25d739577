"""Library files of all pinned packages, each declaration once."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from rca.languages.facts import CALLABLE_KINDS, NONE, Declaration, Facts
from rca.libraries.classfile import ClassFile
from rca.libraries.jar import Library, entries, read_classes
from scripts.library_table.class_set import read_class_set
from scripts.library_table.fetch import Package, extract, fetch
from scripts.library_table.jimage import classes
from scripts.library_table.known_members import KnownMembers
from scripts.library_table.pack import Source
from scripts.library_table.pyi import read_stubs

_INPUTS = Path(__file__).parent / "inputs.toml"


def read_sources(folder: Path) -> Iterator[Source]:
    """Return the library files of the pinned packages, downloaded into a folder; of like names the first."""
    inputs = tomllib.loads(_INPUTS.read_text(encoding="utf-8"))
    seen = _Seen()
    exact: list[Declaration] = []
    for package in inputs["package"]:
        archive = fetch(_package(package), folder)
        for part in package["read"]:
            library = _library(_extract(archive, part, folder), part)
            kept = _kept(dict(library.files), part.get("within"))
            for one in seen.unseen(Source(part["origin"], name, facts) for name, facts in kept.items()):
                exact += one.facts.declarations
                yield one
    stubs = inputs["stubs"]
    wheels = [fetch(_package({"client": stubs["client"], **one}), folder) for one in stubs["packages"]]
    yield from seen.unseen(read_stubs(wheels, KnownMembers(_class_set(inputs["class_set"], folder)), exact))


def _class_set(entry: Mapping[str, Any], folder: Path) -> dict[str, ClassFile]:
    """Return the classes of a set that lies in an archive of a package."""
    known = read_class_set(_extract(fetch(_package(entry), folder), entry, folder))
    return {
        full: one
        for full, one in known.items()
        if is_within(one.name.rpartition("/")[0].replace("/", "."), entry["within"])
    }


def _extract(package: Path, part: Mapping[str, Any], folder: Path) -> Path:
    """Return a file of a package, or of an archive that lies in it."""
    if "archive" in part:
        package = extract(package, part["archive"], folder / "unpacked")
    return extract(package, part["file"], folder / "unpacked")


def _package(entry: Mapping[str, Any]) -> Package:
    return Package(*(entry[key] for key in Package._fields))


def _library(file: Path, part: Mapping[str, Any]) -> Library:
    if "modules" in part:
        library = read_classes(classes(file, frozenset(part["modules"])))
    else:
        # Of an archive with several libraries the others need not be read.
        roots = tuple(pattern.partition(".")[0] + "/" for pattern in part.get("within", ()))
        with file.open("rb") as stream:
            library = read_classes(one for one in entries(stream) if not roots or one[0].startswith(roots))
    if library.problems:
        message = f"{file.name}: {library.problems[0]}"
        raise ValueError(message)
    return library


def _kept(files: Mapping[str, Facts], within: Iterable[str] | None) -> dict[str, Facts]:
    """Return the files of some packages, and of others the classes that those inherit from."""
    kept = {name: facts for name, facts in files.items() if is_within(facts.package, within)}
    waiting = list(kept.values())
    while waiting:
        for row in waiting.pop().declarations:
            for text in row.supertypes:
                name = _top_level(text.partition("<")[0], files)
                if name is not None and name not in kept:
                    kept[name] = files[name]
                    waiting.append(files[name])
    return kept


def _top_level(name: str, files: Mapping[str, Facts]) -> str | None:
    """Return the file of a class that may be nested."""
    while name and name not in files:
        name = name.rpartition(".")[0]
    return name or None


def is_within(package: str, patterns: Iterable[str] | None) -> bool:
    """Return whether a package is one of those named, or (`a.b.*`) lies in one."""
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
        """Return whether no other library declared the name; its overloads lie in several files."""
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
