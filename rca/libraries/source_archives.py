"""Library sources on this machine: source archives and SDK folders."""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from rca.scheduling.deadline import Deadline

_SUFFIXES = (".java", ".kt")
_LARGEST_FILE = 5_000_000
_MOST_FILES = 300
"""Files of one package that are looked into for a declaration whose file has another name."""

DAMAGE = (zipfile.BadZipFile, zlib.error, struct.error, NotImplementedError, RuntimeError, EOFError)
"""What unpacking raises on damaged archives, or on ways of packing that are not supported."""


def sources_of(archive: Path) -> Path | None:
    """Return the sources archive of a library, or the SDK's folder of sources; None where there is none.

    Maven keeps both archives in one folder, Gradle each in a folder of its own.
    """
    name = f"{archive.stem}-sources.jar"
    if archive.name == "android.jar":
        folder = archive.parents[2] / "sources" / archive.parent.name if len(archive.parents) > 2 else None
        return folder if folder is not None and folder.is_dir() else None
    beside = archive.with_name(name)
    if beside.is_file():
        return beside
    return next((one for one in sorted(archive.parent.parent.glob(f"*/{name}")) if one.is_file()), None)


def candidates(
    sources: Path, package: str, names: tuple[str, ...], deadline: Deadline | None = None
) -> Iterator[tuple[PurePosixPath, str]]:
    """Return the files that may contain a declaration of a package, likely names first, with their texts.

    Raises:
        OSError, and the classes of DAMAGE: the archive cannot be read.
        Cancelled, Failure: cancelled, or the deadline has expired.
    """
    folder = package.replace(".", "/")
    if sources.is_dir():
        for name in names:
            for suffix in _SUFFIXES:
                file = sources / folder / f"{name}{suffix}"
                if file.is_file() and file.stat().st_size <= _LARGEST_FILE:
                    yield PurePosixPath(folder, file.name), file.read_text("utf-8", "replace")
        return
    with zipfile.ZipFile(sources) as archive:
        found = [
            (PurePosixPath(info.filename), info)
            for info in archive.infolist()
            if info.filename.endswith(_SUFFIXES) and info.file_size <= _LARGEST_FILE
        ]
        # Sources for several platforms have a folder for each before the package's.
        near = [one for one in found if f"/{one[0].parent}".endswith(f"/{folder}")]
        near.sort(key=lambda one: (one[0].stem not in names, one[0].suffix != ".kt", str(one[0])))
        for path, info in near[:_MOST_FILES]:
            if deadline is not None:
                deadline.checkpoint()
            with archive.open(info) as stream:
                yield path, stream.read(_LARGEST_FILE).decode("utf-8", "replace")
