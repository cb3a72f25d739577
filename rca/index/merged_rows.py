"""Rows of one snapshot: the database's rows, with unsaved editor text laid over them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeVar

from rca.caching.memo_key import MemoKey
from rca.index.default_library import shipped
from rca.index.index_gaps import Gap, gaps_in, is_read_in_part
from rca.index.index_progress import IndexState
from rca.index.overlay import Overlay, RootIndex
from rca.index.snapshot_cache import SharedCache
from rca.index.storage.file_list import Listed, ListedFiles
from rca.index.storage.file_metadata import FileMetadata, described_in
from rca.index.storage.file_record import Stamp
from rca.index.storage.index_store import IndexStore
from rca.index.tags.tag_inheritance import TagInheritance
from rca.index.tags.tags import Tag
from rca.index.tags.workspace_packages import app_packages
from rca.languages.facts import Facts
from rca.languages.facts_codec import CHECKSUM_BYTES, decode
from rca.languages.name_roles import ROLES, Role
from rca.resolve.index_protocols import Libraries

T = TypeVar("T")

_MOST_ASKED = 500
"""Files up to which rows are asked for one by one; for more all rows are kept."""
_READ_AT_ONCE = 200
"""Files whose rows one query reads, so that they take little memory."""
_STAMPS = MemoKey[dict[str, Stamp]]("stamps")
_SIZES = MemoKey[dict[str, int]]("sizes")
_LISTED = MemoKey[ListedFiles]("listed files")
_LISTED_ON_DISK = MemoKey[ListedFiles]("listed files, as they are on the disk")
_PACKAGES = MemoKey[frozenset[str]]("packages")
_APP_PACKAGES = MemoKey[tuple[str, ...]]("app packages")
_TAG_NAMES = MemoKey[tuple[str, ...]]("tag names")


class OverlaidIndex:
    """The rows of all folders, unsaved texts first. Paths are wire paths."""

    def __init__(
        self,
        roots: Sequence[RootIndex],
        overlays: Mapping[str, Overlay],
        kept: SharedCache,
        state: IndexState,
        libraries: Libraries | None = None,
    ) -> None:
        self.state = state
        self.libraries: Libraries = shipped() if libraries is None else libraries
        self._roots = tuple(roots)
        self._overlays = dict(overlays)
        self._kept = kept
        self._surface_at: tuple[object, Hashable] | None = None

    @property
    def ready(self) -> bool:
        """Whether every file was compared with the disk since the program started, and no row lost."""
        return self.state.checked and not any(root.store.incomplete for root in self._roots)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the index lacks as a whole: files left out, a disk that refuses."""
        return tuple(
            note
            for root in self._roots
            for note in (
                *root.store.notes,
                *(note for path, note in root.store.file_notes() if not is_read_in_part(path, note)),
                *(f"{path}: {reason}" for path, reason in root.store.unread.items()),
            )
        )

    @property
    def gaps(self) -> tuple[Gap, ...]:
        """What answers about the whole project may lack: files that were not read, or not whole."""
        return gaps_in(self._roots, self._overlays)

    def differing(self, states: Mapping[str, tuple[int, int]]) -> list[str]:
        """Return those of some files whose time and size, as they were seen, are not those of their rows.

        Files that the index does not list, and those with unsaved text, do not count.
        """
        found: list[str] = []
        seen = {path: state for path, state in states.items() if path not in self._overlays}
        for root in self._roots if seen else ():
            if len(seen) > _MOST_ASKED:
                rows = root.memoize(_STAMPS, root.store.versions(), root.store.stamps)
            else:
                inside = [one for path in seen if (one := root.inside(path, self._roots)) is not None]
                rows = root.store.stamps_of(inside)
            for inside_path, row in rows.items():
                path = root.wire(inside_path)
                # The time of a file that is read anew at the next check is negative.
                if path in seen and seen[path] != (abs(row.mtime_ns), row.size):
                    found.append(path)
        return found

    @property
    def surface(self) -> Hashable:
        """What files see of each other: equal in two revisions between which only bodies changed.

        Whatever was worked out from declarations alone, and names them by path and index, holds as long
        as this stays; lines and offsets do not.
        """
        written = self.written
        if self._surface_at is None or self._surface_at[0] != written:
            unsaved = frozenset(
                (path, overlay.surface)
                for path, overlay in self._overlays.items()
                if overlay.surface != self._surface_on_disk(path)
            )
            self._surface_at = written, (tuple(surface for _, surface in written), unsaved, self.libraries)
        return self._surface_at[1]

    @property
    def written(self) -> tuple[tuple[int, int], ...]:
        """A value that changes with every write of rows, by any process."""
        return tuple(root.store.versions() for root in self._roots)

    @property
    def unsaved(self) -> Collection[str]:
        """The files with unsaved text."""
        return self._overlays.keys()

    @property
    def layers(self) -> tuple[Sequence[RootIndex], Mapping[str, Overlay]]:
        """The rows of each folder, and the unsaved texts over them."""
        return self._roots, self._overlays

    def _surface_on_disk(self, path: str) -> int | None:
        found = self._on_disk(path)
        return None if found is None else self._kept.surface(*found)

    def _on_disk(self, path: str) -> tuple[bytes, Facts] | None:
        """Return digest and facts of a file's row; one that cannot be read is forgotten."""
        root, inside = self._root_of(path)
        seen = root.contents()
        known = seen.get(inside)
        facts = None if known is None else self._kept.known_facts(known)
        if known is not None and facts is not None:  # what is packed is larger than all else of the row
            return known, facts
        row = root.store.packed(inside)
        if row is None:
            return None
        digest, packed = row
        seen[inside] = digest
        try:
            return digest, self._kept.facts(digest, len(packed), lambda: decode(packed))
        except ValueError:
            root.store.forget(inside)
            return None

    def memoize(self, key: MemoKey[T], work_out: Callable[[], T]) -> T:
        """Return a cached value, shared by all revisions with this interface hash."""
        return self._kept.memoize(self.surface, key, work_out)

    @property
    def app_packages(self) -> tuple[str, ...]:
        """Packages that the workspace declares for its own code, the most specific spelling of each."""
        return self.memoize(_APP_PACKAGES, self._app_packages)

    def _app_packages(self) -> tuple[str, ...]:
        counts: dict[str, int] = {}
        namespaces: list[str] = []
        for root in self._roots:
            namespaces.extend(root.store.namespaces())
            for package, files in root.store.packages().items():
                counts[package] = counts.get(package, 0) + files
        for overlay in self._overlays.values():
            if overlay.facts.language in ("kotlin", "java"):
                counts.setdefault(overlay.facts.package, 1)
        return app_packages(counts, namespaces)

    def facts(self, path: str) -> Facts | None:
        """Return the facts of a file, unsaved text first; None if its language is not parsed."""
        found = self.content(path)
        return None if found is None else found[1]

    def content(self, path: str) -> tuple[Hashable, Facts] | None:
        """Return the facts of a file after what is equal for equal texts of it."""
        overlay = self._overlays.get(path)
        if overlay is not None:
            return overlay.text, overlay.facts
        found = self._on_disk(path)
        return None if found is None else (found[0][:-CHECKSUM_BYTES], found[1])

    def facts_in_passing(self, paths: Sequence[str]) -> Iterator[tuple[str, Facts]]:
        """Return the facts of many files, each of which is needed once, in any order; some have none.

        They are not kept: what others asked for stays in the cache, and the garbage collector has nothing
        to look through.
        """
        for start in range(0, len(paths), _READ_AT_ONCE):
            batch = paths[start : start + _READ_AT_ONCE]
            for root in self._roots:
                wire = {
                    inside: path
                    for path in batch
                    if path not in self._overlays and (inside := root.inside(path, self._roots)) is not None
                }
                for inside, key, packed in root.store.packed_of(list(wire)):
                    facts = self._kept.known_facts(key)
                    try:
                        yield wire[inside], decode(packed) if facts is None else facts
                    except ValueError:
                        root.store.forget(inside)
            for path in batch:
                if path in self._overlays:
                    yield path, self._overlays[path].facts

    def contents(self, paths: Collection[str]) -> dict[str, Hashable]:
        """Return what tells the texts of files from others, as `content` does; None for one without facts."""
        found: dict[str, Hashable] = dict.fromkeys(paths)
        for root in self._roots:
            wire = {inside: path for path in paths if (inside := root.inside(path, self._roots)) is not None}
            for inside, digest in root.store.digests(list(wire)).items():
                found[wire[inside]] = digest
        found.update((path, self._overlays[path].text) for path in paths if path in self._overlays)
        return found

    def facts_of_content(self, path: str, digest: bytes) -> Facts | None:
        """Return the facts of a file on the disk, None where the index knows other content than this."""
        root, inside = self._root_of(path)
        return self.facts(path) if root.store.digest(inside) == digest else None

    def declaring(self, name: str, role: Role) -> tuple[str, ...]:
        """Return the files in which a name has a role: those that declare, call or mention it."""
        return tuple(path for path, _ in self.places(name, role))

    def places(self, name: str, role: Role) -> tuple[tuple[str, str], ...]:
        """Return the files in which a name has a role, each with its package."""
        found = [
            (path, package)
            for root in self._roots
            for inside, package in root.store.files_with(name, role)
            if (path := root.wire(inside)) not in self._overlays
        ]
        bit = ROLES[role]
        found.extend(
            (path, overlay.facts.package)
            for path, overlay in self._overlays.items()
            if overlay.names.get(name, 0) & bit
        )
        found.sort()  # whether a text is saved or not, and in which folder it is, decides nothing
        return tuple(found)

    @property
    def listed(self) -> ListedFiles:
        """Every file of the index by its path."""
        return self.memoize(_LISTED, self._listed)

    def _listed(self) -> ListedFiles:
        unsaved = {
            path: Listed(one.facts.language, one.facts.package) for path, one in self._overlays.items()
        }
        first, *others = self._roots
        rows = first.listing.files()
        if others:
            state = tuple(writes for writes, _ in self.written)
            rows = first.memoize(
                _LISTED_ON_DISK, state, lambda: rows.with_files(one.listing.files() for one in others)
            )
        return rows.with_unsaved(unsaved)

    @property
    def packages(self) -> frozenset[str]:
        """The packages of Kotlin and Java files."""
        return self.memoize(_PACKAGES, self._packages)

    def _packages(self) -> frozenset[str]:
        found = {package for root in self._roots for package in root.store.packages()}
        found.update(
            one.facts.package for one in self._overlays.values() if one.facts.language in ("kotlin", "java")
        )
        return frozenset(found)

    def names_with(self, role: Role) -> frozenset[str]:
        """Return every name that has a role in some file; one of a file with unsaved text may be outdated."""
        found = {name for root in self._roots for name in root.store.names_with(role)}
        bit = ROLES[role]
        for overlay in self._overlays.values():
            found.update(name for name, bits in overlay.names.items() if name and bits & bit)
        return frozenset(found)

    def tags(self, paths: Sequence[str]) -> Mapping[str, tuple[Tag, ...]]:
        """Return the tags of files, those included that their classes inherit or a manifest gives them."""
        return {**dict.fromkeys(paths, ()), **self.tags_of(self.described(paths))}

    def tags_of(self, files: Mapping[str, FileMetadata]) -> Mapping[str, tuple[Tag, ...]]:
        """Return the tags of files that were described."""
        return self._tagging.of(files)

    def tagged(self, tag: str) -> Mapping[str, tuple[Tag, ...]]:
        """Return the files with a tag, in the order of their paths, and why each has it."""
        return self._tagging.files(tag)

    @property
    def tag_names(self) -> tuple[str, ...]:
        """Every tag that some file has, most frequent first."""
        return self.memoize(_TAG_NAMES, self._tagging.names)

    @property
    def _tagging(self) -> TagInheritance:
        return TagInheritance(self._roots, self._overlays)

    def described(self, paths: Sequence[str]) -> Mapping[str, FileMetadata]:
        """Return what the index lists of files, those that it does not know left out."""
        return described_in(self._roots, self._overlays, paths)

    def sizes(self) -> Mapping[str, int]:
        """Return the number of bytes of every file."""
        rows: dict[str, int] = {}
        for root, written in zip(self._roots, self.written, strict=True):
            of_root = root.memoize(_SIZES, written, partial(_sizes, root))
            rows |= of_root
        return rows | {path: len(one.encoded) for path, one in self._overlays.items()}

    def files_named(self, base: str) -> tuple[str, ...]:
        """Return the files whose last path part is `base`."""
        found = self._collect(lambda store: store.files_named(base), hide_overlaid=False)
        found.extend(path for path in self._overlays if path.rpartition("/")[2] == base and path not in found)
        return tuple(found)

    def totals(self) -> tuple[int, int, int, int]:
        """Return the numbers of files, bytes, symbols and call sites on disk."""
        sums = [root.store.totals() for root in self._roots]
        files, size, symbols, sites = (sum(row[place] for row in sums) for place in range(4))
        return files, size, symbols, sites

    def _root_of(self, path: str) -> tuple[RootIndex, str]:
        for root in self._roots[1:]:
            if path.startswith(f"{root.prefix}/"):
                return root, path[len(root.prefix) + 1 :]
        return self._roots[0], path

    def _collect(
        self, ask: Callable[[IndexStore], Iterable[str]], *, hide_overlaid: bool = True
    ) -> list[str]:
        found = []
        for root in self._roots:
            for inside in ask(root.store):
                path = root.wire(inside)
                if not (hide_overlaid and path in self._overlays):
                    found.append(path)
        return found


def _sizes(root: RootIndex) -> dict[str, int]:
    return {root.wire(path): one.size for path, one in root.store.stamps().items()}
