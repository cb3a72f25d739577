"""Adapter through which a long-lived resolver reads the current snapshot's files."""

from __future__ import annotations

import weakref
from collections.abc import Collection, Hashable, Mapping
from typing import Protocol

from rca.languages.facts import Facts
from rca.languages.name_roles import Role
from rca.resolve.index_protocols import Files, Libraries


class Revision(Files, Protocol):
    """One snapshot's files, and what distinguishes their texts from those of another snapshot."""

    @property
    def written(self) -> Hashable:
        """What changes with every writing of rows."""

    @property
    def unsaved(self) -> Collection[str]:
        """The files with unsaved text."""

    def content(self, path: str) -> tuple[Hashable, Facts] | None:
        """Return a file's facts after a value that is equal for equal texts."""

    def contents(self, paths: Collection[str]) -> Mapping[str, Hashable]:
        """Return the first part of what `content` returns, for many files at once."""


class FollowedFiles:
    """Passes questions on to one revision, and knows which texts a resolver has seen.

    All revisions that it follows show each other the same surface. It keeps none of them: whoever asks
    holds the revision while a question is answered.
    """

    def __init__(self, revision: Revision) -> None:
        self._followed = weakref.ref(revision)
        self._unsaved = frozenset(revision.unsaved)
        self._written = revision.written
        self._seen: dict[str, Hashable] = {}
        self._outdated: set[str] = set()

    def follow(self, revision: Revision) -> set[str]:
        """Switch to another revision; return the files that the resolver saw with another text."""
        before, written = self._unsaved, revision.written
        rewritten = written != self._written
        if revision is self._followed() and not rewritten:
            return set()
        self._followed, self._written = weakref.ref(revision), written
        self._unsaved = frozenset(revision.unsaved)
        looked_at = self._seen.keys() if rewritten else before | self._unsaved
        contents = revision.contents([path for path in looked_at if path in self._seen])
        changed = {path for path, content in contents.items() if self._seen[path] != content}
        changed |= self._outdated
        self._outdated = set()
        for path in changed:
            self._seen.pop(path, None)
        return changed

    @property
    def _revision(self) -> Revision:
        revision = self._followed()
        assert revision is not None, "whoever asks holds the revision"
        return revision

    @property
    def seen(self) -> int:
        """Number of files that the resolver saw: its caches grow with them."""
        return len(self._seen)

    @property
    def libraries(self) -> Libraries:
        """What is known of libraries."""
        return self._revision.libraries

    def facts(self, path: str) -> Facts | None:
        """Return the facts of a file."""
        found = self._revision.content(path)
        content = None if found is None else found[0]
        if self._seen.setdefault(path, content) != content:
            self._outdated.add(path)  # written while a question is answered: taken up with the next one
        return None if found is None else found[1]

    def declaring(self, name: str, role: Role) -> tuple[str, ...]:
        """Return the files that declare or call a name."""
        return self._revision.declaring(name, role)

    def places(self, name: str, role: Role) -> tuple[tuple[str, str], ...]:
        """Return the files that declare or call a name, and the package of each."""
        return self._revision.places(name, role)

    def aliases_of(self, class_name: str) -> tuple[str, ...]:
        """Return the names of type aliases whose target names a class."""
        return self._revision.aliases_of(class_name)
