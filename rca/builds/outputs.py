"""What builds wrote: reports where Gradle and Maven put them, module by module."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

_NOT_LOOKED_INTO = frozenset({"src", "node_modules", "out", "dist"})


def reports_below(directory: Path, places: Mapping[str, tuple[str, ...]], pattern: str) -> Iterator[Path]:
    """Find reports below a build's folder; sources are not looked into.

    Args:
        directory: the folder of the build.
        places: folders of reports by the name of the output folder that they lie in (`build`, `target`).
        pattern: names of files, at any depth of those.
    """
    waiting = [directory]
    while waiting:
        folder = waiting.pop()
        try:
            entries = [one for one in os.scandir(folder) if one.is_dir(follow_symlinks=False)]
        except OSError:
            continue
        for entry in entries:
            if entry.name in places:
                for place in places[entry.name]:
                    yield from Path(entry.path, place).rglob(pattern)
            elif not entry.name.startswith(".") and entry.name not in _NOT_LOOKED_INTO:
                waiting.append(Path(entry.path))
