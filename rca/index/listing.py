"""The files of a folder's index, listed without reading all rows again after each change."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import NamedTuple

from rca.index.store import Store


class Listed(NamedTuple):
    """What the index knows of a file without opening it."""

    language: str
    package: str


class Listing:
    """Files of one workspace folder by their wire path. Safe from several threads."""

    def __init__(self, prefix: str, store: Store) -> None:
        self._before = f"{prefix}/" if prefix else ""
        self._store = store
        self._lock = threading.Lock()
        self._writes = -1
        self._files: dict[str, Listed] = {}

    def files(self) -> Mapping[str, Listed]:
        """Give the files as they are now, new ones last; what is given out stays as it is.

        What was deleted shows in the number of files: whatever else changed has been taken over then.
        """
        with self._lock:
            writes = self._store.versions()[0]
            if writes == self._writes:
                return self._files
            changed, count = self._store.listed_since(self._writes)
            files = self._files | self._made(changed) if self._files else {}
            if len(files) != count:
                files = self._made(self._store.listed())
            self._writes, self._files = writes, files
            return files

    def _made(self, rows: list[tuple[str, str, str]]) -> dict[str, Listed]:
        before = self._before
        return {before + path: Listed(language, package) for path, language, package in rows}
