"""Index gaps: files that the index lacks or read in part, which answers may miss."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from rca.caching.memo_key import MemoKey
from rca.index.overlay import Overlay, RootIndex
from rca.index.storage.file_record import READ_IN_PART, part_read
from rca.languages.registry import is_names_only
from rca.unread_files import UNREADABLE


class Gap(NamedTuple):
    """A file, or a folder with all below it, that is not in the index as it is on the disk.

    `in_part` tells that all of its text is there, and only some lines were not understood: it matters for
    what those lines may name.
    """

    path: str
    reason: str
    in_part: bool


_GAPS = MemoKey[tuple[Gap, ...]]("gaps")


def gaps_in(roots: Sequence[RootIndex], overlays: Mapping[str, Overlay]) -> tuple[Gap, ...]:
    """Return the gaps of all folders; a file with unsaved text has those of that text alone."""
    found = [
        Gap(root.wire(path), reason, in_part=False)
        for root in roots
        for path, reason in root.store.unread.items()
    ]
    for root in roots:
        rows = root.memoize(_GAPS, root.store.versions()[0], partial(_gaps_of_rows, root))
        found.extend(gap for gap in rows if gap.path not in overlays)
    for path, overlay in overlays.items():
        part = part_read(overlay.facts, overlay.text)
        if part is not None:
            found.append(Gap(path, part, in_part=True))  # whoever types has not finished yet
    return tuple(found)


def _gaps_of_rows(root: RootIndex) -> tuple[Gap, ...]:
    found = []
    for path, note in root.store.file_notes():
        reason = note.removeprefix(f"{path}: ")
        if is_names_only(path) and not reason.startswith(UNREADABLE):
            continue  # bundles and minified scripts: nothing in them is the project's own code
        found.append(Gap(root.wire(path), reason, is_read_in_part(path, note)))
    return tuple(found)


def is_read_in_part(path: str, note: str) -> bool:
    """Return whether a row's note says that all text was read, but some lines were not understood."""
    return note.startswith(READ_IN_PART, len(path) + 2)
