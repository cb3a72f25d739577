"""An open directory (`dir_fd`): operations stay in it even if its path is replaced meanwhile.

Each part of the path is opened below the one before and never through a symlink, so that a link put in
its place between the check and the use is an error. Windows has no such descriptors: there the path counts.
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

_HAS_DESCRIPTORS = os.open in os.supports_dir_fd and hasattr(os, "O_DIRECTORY")
_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | _NO_LINK
_NOT_BLOCKING = getattr(os, "O_NONBLOCK", 0)


class NotAFolder(OSError):  # noqa: N818 - a finding about the path, not a defect
    """A part of the path is a file, or was replaced by a link."""


class DirectoryHandle:
    """One open folder of the workspace.

    Args:
        path: its path, for systems without descriptors.
        descriptor: its descriptor, None on those systems.
    """

    def __init__(self, path: Path, descriptor: int | None) -> None:
        self._path = path
        self._descriptor = descriptor

    def open(self, name: str, flags: int, mode: int = 0o666) -> int:
        """Open an entry that is no symlink, without waiting for a pipe.

        Raises:
            OSError: it cannot be opened.
        """
        return os.open(self._name(name), flags | _NO_LINK | _NOT_BLOCKING, mode, dir_fd=self._descriptor)

    def status(self, name: str) -> os.stat_result:
        """Return the status of an entry; of a symlink, that of the link itself."""
        return os.stat(self._name(name), dir_fd=self._descriptor, follow_symlinks=False)

    def replace(self, source: str, name: str) -> None:
        """Replace one entry by another, in one step."""
        os.replace(
            self._name(source), self._name(name), src_dir_fd=self._descriptor, dst_dir_fd=self._descriptor
        )

    def link(self, source: str, name: str) -> None:
        """Link a file to a second name, which must be free."""
        os.link(
            self._name(source),
            self._name(name),
            src_dir_fd=self._descriptor,
            dst_dir_fd=self._descriptor,
            follow_symlinks=False,
        )

    def remove(self, name: str) -> None:
        """Remove a file."""
        os.unlink(self._name(name), dir_fd=self._descriptor)

    def remove_folder(self, name: str) -> None:
        """Remove an empty folder."""
        os.rmdir(self._name(name), dir_fd=self._descriptor)

    def below(self, name: str, *, make: bool = False) -> tuple[DirectoryHandle, bool]:
        """Open a subfolder, created if missing and `make` is set; also return whether it was created.

        Raises:
            NotAFolder: it is a file or a link.
            OSError: it is missing, or cannot be created or opened.
        """
        made = False
        if make:
            with contextlib.suppress(FileExistsError):
                os.mkdir(self._name(name), dir_fd=self._descriptor)
                made = True
        path = self._path / name
        if not _HAS_DESCRIPTORS:
            if path.is_symlink() or not path.is_dir():
                raise NotAFolder(errno.ENOTDIR, "no folder", name)
            return DirectoryHandle(path, None), made
        try:
            return DirectoryHandle(path, os.open(name, _FOLDER, dir_fd=self._descriptor)), made
        except OSError as problem:
            if problem.errno in {errno.ELOOP, errno.ENOTDIR}:
                raise NotAFolder(errno.ENOTDIR, "no folder", name) from problem
            raise

    def sync(self) -> None:
        """Flush the folder's entries to disk, where the system can."""
        if self._descriptor is not None:
            with contextlib.suppress(OSError):
                os.fsync(self._descriptor)

    def close(self) -> None:
        """Close the descriptor."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _name(self, name: str) -> str:
        return name if self._descriptor is not None else str(self._path / name)


@contextlib.contextmanager
def opened(
    root: Path, parts: Sequence[str], *, make: bool = False
) -> Iterator[tuple[DirectoryHandle, list[str]]]:
    """Open a folder by its path below a workspace folder; also return which folders were created.

    If the body fails, created folders that are still empty are removed.

    Raises:
        NotAFolder: a part is a file or a link.
        OSError: a part is missing, or cannot be created or opened.
    """
    held = [DirectoryHandle(root, os.open(root, _FOLDER) if _HAS_DESCRIPTORS else None)]
    made: list[tuple[DirectoryHandle, str]] = []
    paths: list[str] = []
    try:
        for depth, part in enumerate(parts, 1):
            folder, is_new = held[-1].below(part, make=make)
            if is_new:
                made.append((held[-1], part))
                paths.append("/".join(parts[:depth]))
            held.append(folder)
        yield held[-1], paths
    except BaseException:
        for parent, name in reversed(made):
            with contextlib.suppress(OSError):
                parent.remove_folder(name)
        raise
    finally:
        for folder in held:
            folder.close()
