"""Key patterns: dotted parts, `*` for one part, `**` for any number, or a substring."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from rca.caching.memo_key import MemoKey
from rca.configuration.config_parsers import Entries, Entry, entries_of
from rca.configuration.key_literals import fold
from rca.configuration.per_file_cache import KeptByFile, KeptLately, kept, kept_lately
from rca.workspace import Snapshot

_MOST_ENTRIES = 20_000
"""Keys that are kept with their values, of files that were asked for lately: some 5 MB."""
_MOST_NAMED = 5
"""Files read in part that an answer names."""
_PARTS = re.compile(r"[./]")

_ENTRIES = MemoKey[KeptLately[Entries | None]]("entries")


class FileKeys(NamedTuple):
    """The folded keys of a configuration file, one per line, and why some may be missing."""

    keys: str
    problems: tuple[str, ...]


_KEYS = MemoKey[KeptByFile[FileKeys | None]]("keys of configuration")


def keys_of(snapshot: Snapshot) -> KeptByFile[FileKeys | None]:
    """Return the memo of folded keys of configuration files; None for other files."""
    return kept(snapshot, _KEYS, _keys_in)


def read_entries(snapshot: Snapshot, path: str) -> Entries | None:
    """Return the current keys of a file with their values; None if it is gone or no configuration."""
    return kept_lately(snapshot, _ENTRIES, _entries_in, _room, _MOST_ENTRIES).of(snapshot, path)


def _entries_in(path: str, data: bytes) -> Entries | None:
    return entries_of(path, data.decode("utf-8-sig", "replace"))


def _room(found: Entries | None) -> int:
    return 1 if found is None else 1 + len(found.entries)


def _keys_in(path: str, data: bytes) -> FileKeys | None:
    found = entries_of(path, data.decode("utf-8-sig", "replace"))
    if found is None:
        return None
    return FileKeys("\n".join([line_of(one) for one in found.entries]), tuple(found.problems))


def lacking_keys(problems: Mapping[str, Sequence[str]]) -> list[str]:
    """Return sentences about partly read configuration files, the first few by name."""
    told = [
        f"{path}: {'; '.join(said)}: keys of it may be missing"
        for path, said in islice(problems.items(), _MOST_NAMED)
    ]
    if len(problems) > _MOST_NAMED:
        told.append(f"{len(problems) - _MOST_NAMED} more configuration files were read in part")
    return told


def line_of(entry: Entry) -> str:
    """Return a key in the form that `keys_of` stores."""
    return fold(entry.key.replace("/", ".")).replace("\n", " ")


def pattern_of(written: str) -> Callable[[str], int | None]:
    """Return a function that ranks keys: 0 for the whole key, 1 for its end, 2 for a part, None for no match.

    Case, `-` and `_` are ignored; `/` equals a dot, so that resources and manifests match alike.
    """
    wanted = [fold(part) for part in _PARTS.split(written.strip())]
    if "*" in written:
        return lambda key: 0 if _fits(wanted, [fold(part) for part in _PARTS.split(key)]) else None
    whole = ".".join(wanted)

    def rank(key: str) -> int | None:
        folded = fold(key.replace("/", "."))
        if folded == whole:
            return 0
        if folded.endswith(f".{whole}"):
            return 1
        return 2 if whole in folded else None

    return rank


def needle_of(written: str) -> str:
    """Return a folded substring of every matching key; empty if there is none."""
    plain = [piece for part in _PARTS.split(written.strip()) for piece in fold(part).split("*")]
    return max(plain, key=len, default="")


def _fits(wanted: list[str], parts: list[str]) -> bool:
    """Match from left to right with a set of states for `**`, which keeps time small."""
    places = {0}
    for one in wanted:
        if one == "**":
            places = {later for place in places for later in range(place, len(parts) + 1)}
            continue
        places = {place + 1 for place in places if place < len(parts) and _globs(one, parts[place])}
    return len(parts) in places


def _globs(wanted: str, part: str) -> bool:
    """Match `*` greedily from the left, which is exact for stars and takes linear time."""
    first, *rest = wanted.split("*")
    if not rest:
        return part == first
    *middle, last = rest
    if not part.startswith(first) or len(part) < len(first) + len(last) or not part.endswith(last):
        return False
    at, end = len(first), len(part) - len(last)
    for piece in middle:
        found = part.find(piece, at, end)
        if found < 0:
            return False
        at = found + len(piece)
    return True
