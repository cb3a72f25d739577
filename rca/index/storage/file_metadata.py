"""File metadata: the small part of a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rca.index.overlay import Overlay, RootIndex
from rca.index.tags.tags import Traits, unpacked_traits
from rca.languages.name_roles import CLASS, EXPORT, unpacked_names


class FileMetadata(NamedTuple):
    """A file; `mtime_ns` is None for unsaved text."""

    language: str
    size: int
    mtime_ns: int | None
    exports: tuple[str, ...]
    """The names that other files may use, sorted."""
    classes: tuple[str, ...]
    """What it declares, by full names: classes at least; one inside another lacks the name of that."""
    traits: Traits
    """What it says of its tags by itself."""


def described_in(
    roots: Sequence[RootIndex], overlays: Mapping[str, Overlay], paths: Sequence[str]
) -> dict[str, FileMetadata]:
    """Return the metadata of files in their given order; files without a row are left out."""
    found: dict[str, FileMetadata] = {}
    for root in roots:
        wire = {
            inside: path
            for path in paths
            if path not in overlays and (inside := root.inside(path, roots)) is not None
        }
        for inside, language, size, mtime_ns, package, declared, packed in root.store.described(list(wire)):
            names = unpacked_names(declared)
            before = f"{package}." if package else ""
            traits = unpacked_traits(packed)
            found[wire[inside]] = FileMetadata(
                language,
                size,
                mtime_ns,
                tuple(sorted([name for name, roles in names.items() if roles & EXPORT])),
                (
                    *[before + name for name, roles in names.items() if roles & CLASS],
                    *[one.name for one in traits.tags],
                ),
                traits,
            )
    for path in paths:
        overlay = overlays.get(path)
        if overlay is not None:
            found[path] = _unsaved(overlay)
    return {path: found[path] for path in paths if path in found}


def _unsaved(overlay: Overlay) -> FileMetadata:
    exports = sorted(name for name, roles in overlay.names.items() if roles & EXPORT)
    return FileMetadata(
        overlay.facts.language,
        len(overlay.encoded),
        None,
        tuple(exports),
        overlay.facts.qualified_names,
        overlay.traits,
    )
