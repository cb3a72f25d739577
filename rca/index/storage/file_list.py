"""File list of a folder's index, updated without a full read after each change."""

from __future__ import annotations

import threading
from array import array
from bisect import bisect_right, insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from rca.caching.cached_attribute import cached_attribute
from rca.caching.lru_cache import LruCache
from rca.index.storage.index_store import IndexStore

_MOST_KNOWN = 100_000
"""Places of texts in paths that are kept, of those that were asked for lately: four bytes each."""


class Listed(NamedTuple):
    """The metadata of a file in the index."""

    language: str
    package: str


class PathText:
    """Paths in lower case as one text, to find what some of them hold without a look at each.

    A path begins at its place in `starts`, which has the end of the last one, too; a line end comes
    after each.
    """

    def __init__(self, paths: Sequence[str]) -> None:
        below = [path.lower().encode("utf-8", "surrogateescape") for path in paths]
        self.paths = paths
        self.starts = array("I", [0, *accumulate(len(path) + 1 for path in below)])
        self.joined = b"\n".join(below)
        self._known: LruCache[bytes, array[int]] = LruCache(_MOST_KNOWN)

    def holding(self, text: bytes) -> Iterator[tuple[str, bool]]:
        """Return the paths that hold a text in lower case, and whether the name of the file does."""
        known = self._known.get(text)
        if known is None:
            known = array("I", self._holding(text))
            self._known.put(text, known, len(known))
        paths = self.paths
        return ((paths[one >> 1], bool(one & 1)) for one in known)

    def _holding(self, text: bytes) -> Iterator[int]:
        """Return twice the number of each matching path, plus 1 if the file's own name matches."""
        starts, joined = self.starts, self.joined
        at = joined.find(text)
        while at >= 0:
            number = bisect_right(starts, at) - 1
            start, end = starts[number], starts[number + 1]
            base = joined.rfind(b"/", start, end) + 1 or start
            yield 2 * number + (joined.find(text, base, end) >= 0)
            at = joined.find(text, end)


class ListedFiles(dict[str, Listed]):
    """Files by their wire path; what is worked out of them is kept with them."""

    @cached_attribute
    def paths(self) -> Sequence[str]:
        """The paths, sorted."""
        return sorted(self)

    @cached_attribute
    def text(self) -> PathText:
        """The paths as one text."""
        return PathText(self.paths)

    @cached_attribute
    def by_language(self) -> Mapping[str, Sequence[str]]:
        """The paths of each language, sorted."""
        found: dict[str, list[str]] = {}
        for path in self.paths:
            found.setdefault(self[path].language, []).append(path)
        return found

    def with_files(self, others: Iterable[Mapping[str, Listed]]) -> ListedFiles:
        """Return these files and those of other folders."""
        files = ListedFiles(self)
        for one in others:
            files.update(one)
        return files

    def with_unsaved(self, unsaved: Mapping[str, Listed]) -> ListedFiles:
        """Return the files with those open in the editor replaced; the same object if none differs."""
        different = {path: one for path, one in unsaved.items() if self.get(path) != one}
        if not different:
            return self
        files = ListedFiles(self)
        files.update(different)
        if "paths" in self.__dict__:  # an unsaved new file is added to what was sorted before
            paths = list(self.paths)
            for path in different.keys() - self.keys():
                insort(paths, path)
            files.__dict__["paths"] = paths
        return files


class Listing:
    """Files of one workspace folder by their wire path. Thread-safe."""

    def __init__(self, prefix: str, store: IndexStore) -> None:
        self._before = f"{prefix}/" if prefix else ""
        self._store = store
        self._lock = threading.Lock()
        self._writes = -1
        self._files = ListedFiles()
        self._shared: dict[Listed, Listed] = {}
        """One of those that are equal: files of a package are many."""

    def files(self) -> ListedFiles:
        """Return the files as they are now, new ones last; what is given out stays as it is.

        What was deleted shows in the number of files: whatever else changed has been taken over then.
        """
        with self._lock:
            writes = self._store.versions()[0]
            if writes == self._writes:
                return self._files
            changed, count = self._store.listed_since(self._writes)
            files = ListedFiles(self._files)
            files.update(self._made(changed) if self._files else {})
            if len(files) != count:
                files = ListedFiles(self._made(self._store.listed()))
            self._writes, self._files = writes, files
            return files

    def _made(self, rows: list[tuple[str, str, str]]) -> dict[str, Listed]:
        before, shared = self._before, self._shared
        found = {}
        for path, language, package in rows:
            one = Listed(language, package)
            found[before + path] = shared.setdefault(one, one)
        return found
