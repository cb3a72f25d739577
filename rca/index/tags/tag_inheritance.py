"""Tags across files: by inheritance inside the project, and by manifests."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Container, Hashable, Iterable, Mapping, Sequence
from functools import partial
from typing import TypeAlias, TypeVar

from rca.caching.lru_cache import LruCache
from rca.caching.memo_key import MemoKey
from rca.index.overlay import Overlay, RootIndex
from rca.index.storage.file_metadata import FileMetadata
from rca.index.tags.tags import MANIFEST_KINDS, Base, Tag, unpacked_traits

_MANIFEST = "AndroidManifest.xml"
_MOST_LEVELS = 30
_MOST_KEPT = 20_000
"""Files of all tags that are kept together: some 10 MB."""

Tags: TypeAlias = "dict[str, tuple[Tag, ...]]"
_Found: TypeAlias = "tuple[Tags, frozenset[str]]"

_CLAIMS = MemoKey[dict[str, list[Tag]]]("what manifests say of classes")

_COUNTS = MemoKey[dict[str, int]]("files by tag")

_TAGGED = MemoKey[LruCache[str, tuple[Hashable, _Found]]]("files of each tag")


class TagInheritance:
    """Tags of one snapshot. A manifest's entries count for the classes that they name."""

    def __init__(self, roots: Sequence[RootIndex], overlays: Mapping[str, Overlay]) -> None:
        self._roots = roots
        self._overlays = overlays

    def files(self, tag: str) -> Tags:
        """Return the files that have a tag, by path, and why."""
        saved = TagInheritance(self._roots, {})
        state = tuple(root.store.versions()[0] for root in self._roots)
        cache = self._roots[0].memoize(_TAGGED, None, _new_cache)
        known = cache.get(tag)
        if known is None or known[0] != state:
            known = state, saved._found(tag)
            cache.put(tag, known, len(known[1][0]))
        found, handed_down = known[1]
        if any(self._may_change(tag, path, found, handed_down) for path in self._overlays):
            return self._found(tag)[0]
        return found

    def _may_change(self, tag: str, path: str, found: Tags, handed_down: Container[str]) -> bool:
        """Return whether unsaved text may change which files have a tag, or why."""
        overlay = self._overlays[path]
        if path in found or any(one.tag == tag for one in overlay.traits.tags):
            return True
        if any(one.base in handed_down for one in overlay.traits.bases):
            return True
        if tag not in MANIFEST_KINDS:
            return False
        return path.endswith(_MANIFEST) or not self._claims().keys().isdisjoint(overlay.facts.qualified_names)

    def _found(self, tag: str) -> _Found:
        """Return the files with a tag, and the full names of what hands it down."""
        found: dict[str, list[Tag]] = {}
        handed_down: dict[str, Tag] = {}
        for path, one in (*self._direct(tag), *self._claimed(tag)):
            found.setdefault(path, []).append(one)
            if one.inherits:
                handed_down.setdefault(one.name, one)
        seen = set(handed_down)
        for _ in range(_MOST_LEVELS):
            following: dict[str, Tag] = {}
            for path, below in self._extending(list(handed_down)):
                one = _inherited(below, handed_down[below.base])
                known = found.setdefault(path, [])
                if all(other.name != below.name for other in known):
                    known.append(one)
                if below.name not in seen:
                    seen.add(below.name)
                    following[below.name] = one
            if not following:
                break
            handed_down = following
        return {path: tuple(found[path]) for path in sorted(found)}, frozenset(seen)

    def of(self, files: Mapping[str, FileMetadata]) -> Tags:
        """Return the tags of files, each tag once for a class or function."""
        claimed = self._claimed_in()
        claims = _by_name(one for tags in claimed.values() for one in tags)
        found: dict[str, dict[tuple[str, str], Tag]] = {path: {} for path in files}
        lineage: list[tuple[str, Base, Base]] = []
        for path, one_file in files.items():
            traits = one_file.traits
            if path.endswith(_MANIFEST):  # of its entries, none of another's that name the same class
                tags = claimed.get(path, [])
            else:
                tags = [*traits.tags, *(one for name in one_file.classes for one in claims.get(name, ()))]
            for one in tags:
                found[path].setdefault((one.tag, one.name), one)
            lineage.extend((path, base, base) for base in traits.bases)
        seen = {(path, base.base, below.name) for path, base, below in lineage}
        for _ in range(_MOST_LEVELS):
            if not lineage:
                break
            names = list({base.base for _, base, _ in lineage})
            above, higher = _by_name(self._inherited(names)), _by_name(self._bases_of(names))
            following: list[tuple[str, Base, Base]] = []
            for path, base, below in lineage:
                for one in above.get(base.base, ()):
                    given = _inherited(Base(base.base, below.name, below.line), one)
                    found[path].setdefault((one.tag, below.name), given)
                following.extend((path, further, below) for further in higher.get(base.base, ()))
            lineage = [one for one in following if (one[0], one[1].base, one[2].name) not in seen]
            seen.update((path, base.base, below.name) for path, base, below in lineage)
        return {path: tuple(tags.values()) for path, tags in found.items()}

    def names(self) -> tuple[str, ...]:
        """Return every tag that some file has, most frequent first."""
        counts: Counter[str] = Counter()
        for root in self._roots:
            of_root = root.memoize(_COUNTS, root.store.versions()[0], partial(_counts, root))
            counts.update(of_root)
        for overlay in self._overlays.values():
            counts.update({one.tag for one in overlay.traits.tags})
        return tuple(tag for tag, _ in counts.most_common())

    def _direct(self, tag: str) -> list[tuple[str, Tag]]:
        found = [
            (path, Tag(tag, name, line, evidence, inherits))
            for root in self._roots
            for inside, name, line, evidence, inherits in root.store.tagged(tag)
            if (path := root.wire(inside)) not in self._overlays and not path.endswith(_MANIFEST)
        ]
        for path, overlay in self._overlays.items():
            if not path.endswith(_MANIFEST):
                found.extend((path, one) for one in overlay.traits.tags if one.tag == tag)
        return found

    def _claimed(self, tag: str) -> list[tuple[str, Tag]]:
        if tag not in MANIFEST_KINDS:
            return []
        claims = self._claims()
        return [
            (path, one)
            for name, tags in claims.items()
            for one in tags
            if one.tag == tag
            for path in self._declaring(name)
        ]

    def _declaring(self, name: str) -> list[str]:
        """Return the files that declare a class of a full name."""
        parts = name.split(".")
        found = [
            path
            for root in self._roots
            for inside, package in root.store.files_with(parts[-1], "class")
            if _holds(package, name) and (path := root.wire(inside)) not in self._overlays
        ]
        found.extend(
            path for path, overlay in self._overlays.items() if name in overlay.facts.qualified_names
        )
        return found

    def _claims(self) -> dict[str, list[Tag]]:
        """Return what manifests say of classes, by their full names."""
        return _by_name(one for tags in self._claimed_in().values() for one in tags)

    def _claimed_in(self) -> dict[str, list[Tag]]:
        """Return what manifests say of classes, by the path of the manifest."""
        found: dict[str, list[Tag]] = {}
        for root in self._roots:
            state = root.store.written_last(_MANIFEST)
            saved = root.memoize(_CLAIMS, state, partial(_claims_in, root))
            found.update((path, tags) for path, tags in saved.items() if path not in self._overlays)
        unsaved = [path for path in self._overlays if path.endswith(_MANIFEST)]
        namespaces: dict[str, str] = {}
        for root in self._roots if unsaved else ():
            namespaces.update(_namespaces_in(root))
        for path in unsaved:
            found[path] = _claims_of(path, self._overlays[path].traits.tags, namespaces)
        return found

    def _extending(self, names: Sequence[str]) -> list[tuple[str, Base]]:
        asked = set(names)
        found = [
            (path, Base(base, name, line))
            for root in self._roots
            for inside, name, line, base in root.store.extending(names)
            if (path := root.wire(inside)) not in self._overlays
        ]
        for path, overlay in self._overlays.items():
            found.extend((path, one) for one in overlay.traits.bases if one.base in asked)
        return found

    def _bases_of(self, names: Sequence[str]) -> list[Base]:
        asked = set(names)
        found = [
            Base(base, name, 0)
            for root in self._roots
            for path, name, base in root.store.bases_of(names)
            if root.wire(path) not in self._overlays
        ]
        for overlay in self._overlays.values():
            found.extend(one for one in overlay.traits.bases if one.name in asked)
        return found

    def _inherited(self, names: Sequence[str]) -> list[Tag]:
        asked = set(names)
        found = [
            Tag(tag, name, 0, evidence, 1)
            for root in self._roots
            for path, name, tag, evidence in root.store.inherited(names)
            if root.wire(path) not in self._overlays
        ]
        for overlay in self._overlays.values():
            found.extend(one for one in overlay.traits.tags if one.inherits and one.name in asked)
        return found


def _new_cache() -> LruCache[str, tuple[Hashable, _Found]]:
    return LruCache(_MOST_KEPT, keeps_newest=True)


_Named = TypeVar("_Named", Tag, Base)


def _by_name(rows: Iterable[_Named]) -> dict[str, list[_Named]]:
    found: dict[str, list[_Named]] = {}
    for row in rows:
        found.setdefault(row.name, []).append(row)
    return found


def _inherited(below: Base, above: Tag) -> Tag:
    return Tag(above.tag, below.name, below.line, f"extends {below.base}, which {above.evidence}", 1)


def _holds(package: str, name: str) -> bool:
    return not package or name.startswith(f"{package}.")


def _counts(root: RootIndex) -> dict[str, int]:
    return dict(root.store.tags())


def _namespaces_in(root: RootIndex) -> dict[str, str]:
    """Return the namespace that a script declares, by the folder of the script."""
    found: dict[str, str] = {}
    for path, names in root.store.script_namespaces():
        found.setdefault(root.wire(path).rpartition("/")[0], json.loads(names)[0])
    return found


def _claims_in(root: RootIndex) -> dict[str, list[Tag]]:
    """Return what the manifests of a folder say of classes, by the path of the manifest."""
    namespaces = _namespaces_in(root)
    found = {}
    for inside, *_, traits in root.store.described(root.store.files_named(_MANIFEST)):
        path = root.wire(inside)
        found[path] = _claims_of(path, unpacked_traits(traits).tags, namespaces)
    return found


def _claims_of(path: str, tags: Iterable[Tag], namespaces: Mapping[str, str]) -> list[Tag]:
    found = []
    for one in tags:
        if one.tag in MANIFEST_KINDS and one.name:
            name = _namespace(path, namespaces) + one.name if one.name.startswith(".") else one.name
            found.append(one._replace(name=name, evidence=f"{one.evidence} ({path}:{one.line})"))
    return found


def _namespace(manifest: str, namespaces: Mapping[str, str]) -> str:
    """Return the namespace of the module that a manifest lies in: of the nearest script above it."""
    folder = manifest
    while folder:
        folder = folder.rpartition("/")[0]
        if folder in namespaces:
            return namespaces[folder]
    return ""
