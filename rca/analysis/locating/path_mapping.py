"""Paths as compilers and other machines print them → workspace files."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from rca.tool_failure import Failure
from rca.workspace import Snapshot

_KAPT_STUB = re.compile(r"/build/tmp/kapt3/stubs/\w+/(?P<inside>.+)\.java$")


def is_stub(printed: str) -> bool:
    """Return whether a path is a kapt stub, whose lines differ from those of its source."""
    return _KAPT_STUB.search(printed.replace("\\", "/")) is not None


class PathMapping:
    """Finds the workspace file that a printed path means.

    A build on another machine or in a container prints paths that do not exist here, so the file
    is found by the longest common end of both paths. A kapt stub stands for its Kotlin source.
    """

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot

    def find(self, printed: str) -> tuple[str, ...]:
        """Return the files that match best; several only if they match equally well."""
        path = printed.replace("\\", "/")
        stub = _KAPT_STUB.search(path)
        if stub is not None:
            return self._ending(f"{stub.group('inside')}.kt") or self._ending(f"{stub.group('inside')}.java")
        try:
            return (self._snapshot.resolve(printed).path,)
        except Failure:
            return self._ending(path)

    def _ending(self, path: str) -> tuple[str, ...]:
        wanted = PurePosixPath(path).parts
        best: list[str] = []
        # A printed folder that fits in no part means another file of the same name.
        most = min(2, len(wanted))
        for candidate in self._named(wanted[-1]) if wanted else ():
            common = _common_end(wanted, PurePosixPath(candidate).parts)
            if common > most or (common == most and not best):
                best, most = [candidate], common
            elif common == most:
                best.append(candidate)
        return tuple(best)

    def _named(self, base: str) -> tuple[str, ...]:
        """Return the files of that name: source files from the index, others from the folders."""
        known = self._snapshot.index.files_named(base)
        if known:
            return known
        return tuple(path for path in self._snapshot.files(base) if PurePosixPath(path).name == base)


def _common_end(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    count = 0
    for left, right in zip(reversed(one), reversed(other), strict=False):
        if left != right:
            break
        count += 1
    return count
