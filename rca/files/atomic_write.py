"""Atomic write: temporary file and rename; mode and other attributes of the old file stay."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rca.files.directory_handle import DirectoryHandle, opened
from rca.workspace.roots import Root

LARGEST = 10 * 1024 * 1024
"""Bytes of a file that is created or edited."""


class Changed(Exception):  # noqa: N818 - told to the caller, who looks again
    """The file changed since it was read."""


class NotRegular(Exception):  # noqa: N818 - a finding about the path, not a defect
    """The entry is no regular file: a folder, link, pipe or device."""


class TooLarge(Exception):  # noqa: N818 - a finding about the file, not a defect
    """The file is larger than `LARGEST` bytes; the argument is its size."""


@dataclass(frozen=True)
class OpenFile:
    """A file's bytes, and the state to which they belong."""

    data: bytes
    state: os.stat_result


def read(root: Root, inside: str) -> OpenFile:
    """Read a file that will be rewritten; it must be writable, and links are not followed.

    Raises:
        NotRegular: it is no regular file.
        TooLarge: it is larger than `LARGEST` bytes.
        OSError: it cannot be read.
    """
    *parts, name = inside.split("/")
    with opened(root.path, parts) as (folder, _):
        try:
            descriptor = folder.open(name, os.O_RDWR)
        except OSError as problem:
            if problem.errno in {errno.ELOOP, errno.EISDIR, errno.ENXIO}:
                raise NotRegular(name) from problem
            raise
        with os.fdopen(descriptor, "rb") as file:
            state = os.fstat(descriptor)
            if not stat.S_ISREG(state.st_mode):
                raise NotRegular(name)
            if state.st_size > LARGEST:
                raise TooLarge(state.st_size)
            return OpenFile(file.read(LARGEST + 1), state)


def replace(root: Root, inside: str, data: bytes, state: os.stat_result) -> None:
    """Replace a file's content in one step; permissions and attributes stay.

    Raises:
        Changed: the file is no longer in the state that was read.
        OSError: the new bytes cannot be written; the file is as it was.
    """
    *parts, name = inside.split("/")
    with (
        opened(root.path, parts) as (folder, _),
        _temporary(folder, data, 0o600, lambda new: _take_over(folder, name, new, state)) as temporary,
    ):
        if _identity(folder.status(name)) != _identity(state):
            raise Changed(inside)
        folder.replace(temporary, name)
        folder.sync()


def create(root: Root, inside: str, data: bytes) -> list[str]:
    """Create a file that must not exist yet; return the folders created for it.

    Raises:
        FileExistsError: something is there; it is as it was.
        NotAFolder: a part of its path is a file or a link; nothing is left behind.
        OSError: it cannot be written; nothing is left behind.
    """
    *parts, name = inside.split("/")
    with (
        opened(root.path, parts, make=True) as (folder, made),
        _temporary(folder, data, 0o666) as temporary,
    ):
        try:
            folder.link(temporary, name)
        except FileExistsError:
            raise
        except OSError:  # a file system without second names
            _create_plainly(folder, name, data)
        folder.sync()
        return made


def make_folder(root: Root, inside: str) -> list[str]:
    """Create a folder and its missing parents; return the created ones, outermost first.

    Raises:
        NotAFolder: a part of its path is a file or a link.
        OSError: it cannot be created.
    """
    with opened(root.path, inside.split("/"), make=True) as (folder, made):
        folder.sync()
        return made


@contextlib.contextmanager
def _temporary(
    folder: DirectoryHandle, data: bytes, mode: int, prepare: Callable[[int], None] = lambda _descriptor: None
) -> Iterator[str]:
    """Write a synced temporary file beside the target, and remove it after the body."""
    name = f".rca-{uuid.uuid4().hex}.tmp"
    descriptor = folder.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            prepare(descriptor)
            os.fsync(descriptor)
        yield name
    finally:
        with contextlib.suppress(FileNotFoundError):
            folder.remove(name)


def _create_plainly(folder: DirectoryHandle, name: str, data: bytes) -> None:
    descriptor = folder.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(descriptor)
    except OSError:
        folder.remove(name)
        raise


def _take_over(folder: DirectoryHandle, name: str, descriptor: int, state: os.stat_result) -> None:
    """Copy the old file's mode, owner and attributes to the new one, as far as this user may."""
    if hasattr(os, "fchown"):
        with contextlib.suppress(OSError):
            os.fchown(descriptor, state.st_uid, state.st_gid)
    if hasattr(os, "fchmod"):
        os.fchmod(descriptor, stat.S_IMODE(state.st_mode))
    if not hasattr(os, "listxattr"):
        return
    with contextlib.suppress(OSError):
        old = folder.open(name, os.O_RDONLY)
        try:
            for attribute in os.listxattr(old):
                with contextlib.suppress(OSError):
                    os.setxattr(descriptor, attribute, os.getxattr(old, attribute))
        finally:
            os.close(old)


def _identity(state: os.stat_result) -> tuple[int, int, int, int]:
    return state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns
