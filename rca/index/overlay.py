"""Overlay: the rows of each workspace folder with unsaved editor text over them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from rca.caching.cached_attribute import cached_attribute
from rca.caching.memo_key import MemoKey
from rca.index.interface_hash import surface_of
from rca.index.storage.file_list import Listing
from rca.index.storage.index_store import IndexStore
from rca.index.tags.tags import Traits, traits_of
from rca.languages.facts import Facts
from rca.languages.name_roles import names_of
from rca.languages.registry import extract

T = TypeVar("T")

_CONTENTS_SEEN = MemoKey[dict[str, bytes]]("contents seen")


@dataclass(frozen=True)
class RootIndex:
    """One workspace folder's rows. `prefix` stands before its paths on the wire (empty for the first)."""

    prefix: str
    store: IndexStore

    @cached_attribute
    def listing(self) -> Listing:
        """The files of the folder."""
        return Listing(self.prefix, self.store)

    @cached_attribute
    def _memory(self) -> dict[MemoKey[Any], tuple[Hashable, Any]]:
        return {}

    def memoize(self, key: MemoKey[T], state: Hashable, work_out: Callable[[], T]) -> T:
        """Return a value computed from rows alone, cached until their state changes."""
        known = self._memory.get(key)
        if known is None or known[0] != state:
            known = self._memory[key] = state, work_out()
        found: T = known[1]
        return found

    def forget(self, key: MemoKey[T]) -> None:
        """Drop the cached value of a name."""
        self._memory.pop(key, None)

    def contents(self) -> dict[str, bytes]:
        """Return where it is kept which content files were seen with, as long as no row is written."""
        return self.memoize(_CONTENTS_SEEN, self.store.versions()[0], dict)

    def wire(self, inside: str) -> str:
        """Return the wire path of a path inside."""
        return f"{self.prefix}/{inside}" if self.prefix else inside

    def inside(self, path: str, roots: Sequence[RootIndex]) -> str | None:
        """Return the path inside of a wire path; None where another of the folders holds it."""
        if self.prefix:
            return path[len(self.prefix) + 1 :] if path.startswith(f"{self.prefix}/") else None
        held = any(one.prefix and path.startswith(f"{one.prefix}/") for one in roots)
        return None if held else path


@dataclass(frozen=True)
class Overlay:
    """A file as the editor has it; its facts are extracted when first asked for."""

    path: str
    text: str
    version: int = 0

    @cached_attribute
    def facts(self) -> Facts:
        """What the text says."""
        return extract(self.path, self.text)

    @cached_attribute
    def encoded(self) -> bytes:
        """The text in UTF-8."""
        return self.text.encode("utf-8", "replace")

    @cached_attribute
    def names(self) -> Mapping[str, int]:
        """The text's names, and what each is in it."""
        return names_of(self.facts, self.encoded)

    @cached_attribute
    def traits(self) -> Traits:
        """The text's tags."""
        return traits_of(self.path, self.facts, self.encoded)

    @cached_attribute
    def surface(self) -> int:
        """What other files can see of the text."""
        return surface_of(self.facts)
