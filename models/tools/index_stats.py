"""Statistics of a workspace's index, as `rca index` prints them."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.wire import Wire


class IndexSeconds(Wire):
    """Where the time went."""

    walk: float = Field(description="Listing files and reading their times and sizes.")
    parse: float = Field(description="Reading and parsing what changed, writing included.")
    total: float


class LibraryStats(Wire):
    """What is known of the libraries that the build names."""

    archives: int = Field(description="Archives in the caches of Gradle, Maven or the Android SDK.")
    missing: tuple[str, ...] = Field(
        description="Declared libraries that no cache has: for these the table that ships stands in, where "
        "it knows them."
    )


class LinkStats(Wire):
    """How far it is worked out what each call site means."""

    linked: int = Field(description="Files whose call sites are linked.")
    files: int = Field(description="Files in all.")
    seconds: float = Field(description="Time that linking took in this run.")
    complete: bool = Field(
        description="Whether all is linked that can be. Where it is false, callers are worked out when "
        "asked: the answers are the same, later."
    )


class IndexStats(Wire):
    """The state of the index, and what the last run did."""

    state: Literal["cold", "warm"] = Field(
        description="`cold`: nothing of an earlier run could be used; `warm`: it was checked and updated."
    )
    files: int = Field(description="Source files in the index.")
    parsed: int = Field(description="Files that this run had to parse.")
    bytes: int = Field(description="Bytes of all indexed files.")
    symbols: int = Field(description="Declarations: classes, functions, constructors, properties.")
    call_sites: int
    seconds: IndexSeconds
    peak_memory_bytes: int = Field(
        description="Largest resident memory of the process so far; 0 where the system does not say."
    )
    libraries: LibraryStats | None = Field(default=None, description="Null: not looked for in this run.")
    links: LinkStats | None = Field(default=None, description="Null: not linked in this run.")
    notes: tuple[str, ...] = Field(
        default=(), description="What was left out, or could not be kept on disk, and why."
    )
