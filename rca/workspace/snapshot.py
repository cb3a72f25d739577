"""A snapshot: one frozen state of the workspace, which every tool reads."""

from __future__ import annotations

import difflib
import errno
import os
import stat
import time
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from models.error_codes import ErrorCode
from rca.index.index_view import IndexView
from rca.index.overlay import Overlay
from rca.text.decoding import Encoding, Newline
from rca.text_index.file_stamp import Stamp, stamp_of
from rca.text_index.index_reader import WordIndex
from rca.tool_failure import Failure
from rca.unread_files import GONE, UNREADABLE, FileReads, is_absent, reason_of
from rca.workspace.disk_reader import CHANGING, LARGEST_FILE, SourceText, read_file
from rca.workspace.folder_listing import FolderListing
from rca.workspace.ignore_rules import IGNORE_FILES
from rca.workspace.roots import Root, WorkspaceFile, candidates, confine

_PLAIN = (
    os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
)
_ATTEMPTS = 3
_ABSENT = (ErrorCode.FILE_NOT_FOUND, ErrorCode.DIRECTORY_NOT_FOUND)
_TICK_NS = 2_000_000_000
"""A file that changed so shortly ago may have another text with the same time."""


@dataclass(frozen=True)
class Snapshot:
    """The workspace at one revision. Unsaved editor text wins over the disk everywhere."""

    revision: int
    folders: tuple[Root, ...]
    index: IndexView
    overlays: Mapping[str, Overlay] = field(default_factory=dict)
    allowed_files: tuple[Path, ...] = ()
    words: tuple[WordIndex, ...] = ()
    """The words of each folder's texts, where they are kept."""
    listings: tuple[FolderListing, ...] = ()
    """The files of each folder, where they are kept from one question to the next."""
    reads: FileReads = field(default_factory=FileReads)
    """What could not be read, or not whole; every tool call has a snapshot with its own."""

    @property
    def roots(self) -> tuple[Path, ...]:
        """The workspace folders, symlinks resolved."""
        return tuple(root.path for root in self.folders)

    @property
    def app_packages(self) -> tuple[str, ...]:
        """Packages of the workspace's own code."""
        return self.index.app_packages

    def resolve(self, path: str) -> WorkspaceFile:
        """Return the file of a path, confined to the workspace.

        `path` is relative to a folder, absolute, or a `file:` URI; `..`, symlinks, case and Windows
        separators are resolved first. A file that only the editor has (not saved yet) is found too.

        Raises:
            Failure: INVALID_PATH, FILE_NOT_FOUND, PERMISSION_DENIED.
        """
        outside = False
        for absolute in candidates(self.folders, path):
            if absolute in self.allowed_files:
                return WorkspaceFile(absolute.as_posix(), absolute, None)
            held = confine(self.folders, absolute)
            if held is None:
                outside = True
                continue
            root, inside = held
            file = WorkspaceFile(root.wire(inside), root.path / inside, root)
            if file.path in self.overlays or self._exists(file, path):
                return file
        if outside:
            raise Failure(
                ErrorCode.INVALID_PATH,
                f"'{path}' is outside the workspace",
                "Give a path inside the workspace folders; symlinks that lead out are not followed.",
            )
        raise self._not_found(path)

    def resolve_directory(self, path: str) -> WorkspaceFile:
        """Return the folder of a path, confined to the workspace.

        Raises:
            Failure: INVALID_PATH, DIRECTORY_NOT_FOUND.
        """
        for absolute in candidates(self.folders, path):
            held = confine(self.folders, absolute)
            if held is None:
                continue
            root, inside = held
            found = root.path if inside == "." else root.path / inside
            if found.is_dir():
                return WorkspaceFile(root.wire("" if inside == "." else inside), found, root)
        raise Failure(ErrorCode.DIRECTORY_NOT_FOUND, f"Folder '{path}' does not exist in workspace")

    def read(self, path: str, encoding: Encoding = "utf-8") -> SourceText:
        """Return a file's text, unsaved editor text first; an unreadable file is recorded in `reads`.

        `damage` says what the text lacks.

        Raises:
            Failure: what `resolve` raises, TOO_LARGE, BINARY_FILE.
        """
        try:
            file = self.resolve(path)
        except Failure as failure:
            if failure.error.code in _ABSENT:
                self.reads.add_gone(path)
            raise
        overlay = self.overlays.get(file.path)
        if overlay is None:
            return self._read_from_disk(file, encoding)
        newline: Newline = "\r\n" if "\r\n" in overlay.text else "\n"
        size = len(overlay.text.encode("utf-8", "surrogatepass"))
        return SourceText(overlay.text, size, "utf-8", "editor", newline, bom=False)

    def _read_from_disk(self, file: WorkspaceFile, encoding: Encoding) -> SourceText:
        try:
            source = read_file(file.absolute, file.path, encoding)
        except Failure as failure:
            if failure.error.code in _ABSENT:
                self.reads.add_gone(file.path)
            else:
                self.reads.add_unread(file.path, f"{UNREADABLE}: {failure.error.message}")
            raise
        if source.state is not None:
            self.reads.states[file.path] = source.state
        if source.damage == CHANGING:
            self.reads.add_unread(file.path, CHANGING)
        return source

    def text(self, path: str) -> str | None:
        """Return a file's text by its wire path, unsaved text first; None if there is none.

        An existing but unreadable file is recorded in `reads`.
        """
        overlay = self.overlays.get(path)
        if overlay is not None:
            return overlay.text
        try:
            return self.read(path).text
        except Failure:
            return None

    def is_unsaved(self, path: str) -> bool:
        """Return whether the editor has another text of a file than the disk; an open file need not."""
        overlay = self.overlays.get(path)
        if overlay is None:
            return False
        try:
            data, _, _ = _read_plainly(self._place(path))
        except OSError:
            return True
        return data != overlay.encoded and data.decode("utf-8-sig", "replace").splitlines() != (
            overlay.text.splitlines()
        )

    def content(self, path: str) -> bytes | None:
        """Return the bytes of a file by its wire path, unsaved text in UTF-8 first; None if it is gone.

        For scans of all files: nothing is resolved or decoded, no symlink followed. None also for an
        unreadable file, which is recorded in `reads`, as is one that was cut.
        """
        overlay = self.overlays.get(path)
        if overlay is not None:
            return overlay.encoded
        try:
            data, lack, state = _read_plainly(self._place(path))
        except OSError as problem:
            if is_absent(problem):
                self.reads.add_gone(path)
            else:
                self.reads.add_unread(path, reason_of(problem))
            return None
        self.reads.states[path] = state
        if lack is not None:
            self.reads.add_unread(path, lack)
        return data

    def state(self, path: str) -> Hashable:
        """Return what identifies a file's text: the unsaved text, or time and size.

        None if it is gone, or changed so recently that it may change again within a tick of its time.
        """
        overlay = self.overlays.get(path)
        if overlay is not None:
            return overlay.text
        try:
            status = os.stat(self._place(path), follow_symlinks=False)  # noqa: PTH116 - pathlib takes twice the time
        except OSError:
            self.reads.add_gone(path)
            return None
        self.reads.states[path] = status.st_mtime_ns, status.st_size
        settled = time.time_ns() - status.st_mtime_ns > _TICK_NS
        return (status.st_mtime_ns, status.st_size) if settled else None

    def states(self, paths: Iterable[str]) -> Iterator[tuple[str, Hashable]]:
        """Return paths with the result of `state` for each, in half the time for thousands of files."""
        if self.overlays or len(self.folders) > 1 or self.folders[0].prefix:
            yield from ((path, self.state(path)) for path in paths)
            return
        before, look, seen = f"{self.folders[0].path}/", os.stat, self.reads.states
        latest = time.time_ns() - _TICK_NS  # what is settled now is so later on
        for path in paths:
            try:
                status = look(before + path, follow_symlinks=False)
            except OSError:
                seen[path] = GONE
                yield path, None
                continue
            seen[path] = state = status.st_mtime_ns, status.st_size
            yield path, state if state[0] < latest else None

    def changed_since_indexed(self) -> list[str]:
        """Return the files that this call read in another state than the index has."""
        return self.index.differing(self.reads.states)

    def stamp(self, path: str) -> Stamp | None:
        """Return time and size of a file on disk, as `state` has them for one without unsaved text."""
        return stamp_of(self._place(path))

    def address(self, path: str) -> str:
        """Return the `file:` URI of a wire path."""
        return Path(self._place(path)).as_uri()

    def _place(self, path: str) -> str:
        """Return the absolute path of an indexed file."""
        held = next((one for one in self.folders[1:] if path.startswith(f"{one.prefix}/")), self.folders[0])
        return f"{held.path}/{path[len(held.prefix) + 1 :] if held.prefix else path}"

    def files(self, *suffixes: str, below: str = "") -> tuple[str, ...]:
        """Return the paths of the project's files with some suffixes (all, without suffixes).

        Ignored files are excluded. `below` is the wire path of a folder to list alone.
        """
        found: dict[str, None] = {}
        for number, root in enumerate(self.folders):
            if root.prefix and below and not f"{below}/".startswith(f"{root.prefix}/"):
                continue
            inside = below.removeprefix(root.prefix).strip("/")
            listing = self.listings[number] if self.listings else FolderListing(root.path)
            if suffixes and not inside:
                paths = listing.ending(suffixes)
            else:
                paths = [one for one in listing.paths(inside) if not suffixes or one.endswith(suffixes)]
            found.update(dict.fromkeys(map(root.wire, paths) if root.prefix else paths))
            self.note_unlisted(root, listing, inside, suffixes)
        for path in self.overlays:
            is_inside = not below or path.startswith(f"{below}/")
            if is_inside and (not suffixes or path.endswith(suffixes)):
                found.setdefault(path)
        return tuple(found)

    def note_unlisted(
        self, root: Root, listing: FolderListing, inside: str, suffixes: tuple[str, ...] = ()
    ) -> None:
        """Record in `reads` what could not be listed of a folder, if it may contain such files."""
        self.reads.update_unread(
            {
                root.wire(one): reason
                for one, reason in listing.unread.items()
                if _concerns(one, inside, suffixes)
            }
        )

    def _exists(self, file: WorkspaceFile, given: str) -> bool:
        try:
            os.stat(file.absolute)  # noqa: PTH116 - unlike Path.exists it tells what is wrong
        except (FileNotFoundError, NotADirectoryError):
            return False
        except PermissionError:
            raise Failure(
                ErrorCode.PERMISSION_DENIED,
                f"'{given}' lies in a folder that this user may not enter",
                "Change the folder's permissions.",
            ) from None
        except (OSError, ValueError) as problem:
            raise Failure(ErrorCode.INVALID_PATH, f"'{given}' is no usable path: {problem}") from None
        return True

    def _not_found(self, path: str) -> Failure:
        base = PurePosixPath(path.replace("\\", "/")).name
        named = self.index.files_named(base)
        if not named:
            named = tuple(self._near(path, base))
        hint = (
            f"Did you mean {', '.join(named[:3])}?"
            if named
            else "Check the path, relative to the workspace folder."
        )
        return Failure(
            ErrorCode.FILE_NOT_FOUND,
            f"File '{path}' does not exist in workspace",
            hint,
            {"similar": list(named[:5])} if named else None,
        )

    def _near(self, path: str, base: str) -> list[str]:
        """Return the names most similar to the requested one in the nearest existing folder."""
        for root in self.folders:
            folder = Path(os.path.normpath(root.path / path)).parent
            while folder.is_relative_to(root.path) and not folder.is_dir():
                folder = folder.parent
            if not folder.is_relative_to(root.path):
                continue
            try:
                names = [entry.name for entry in folder.iterdir() if not entry.name.startswith(".")]
            except OSError:
                continue
            by_lower = {name.lower(): name for name in names}
            near = difflib.get_close_matches(base.lower(), by_lower, n=3, cutoff=0.6)
            inside = folder.relative_to(root.path).as_posix()
            return [
                root.wire(by_lower[name] if inside == "." else f"{inside}/{by_lower[name]}") for name in near
            ]
        return []


def _concerns(unread: str, inside: str, suffixes: tuple[str, ...]) -> bool:
    """Return whether unreadable entries may contain, or hide, files of a folder with such names."""
    folder, _, name = unread.rpartition("/")
    if name and name not in IGNORE_FILES and suffixes and not name.endswith(suffixes):
        return False
    return not inside or f"{unread}/".startswith(f"{inside}/") or f"{inside}/".startswith(folder)


def _read_plainly(path: str) -> tuple[bytes, str | None, tuple[int, int]]:
    """Return the bytes of a file, what is wrong with them (None: nothing), its time and size.

    Uses system calls only: for thousands of small files everything else would take most of the time.

    Raises:
        OSError: it cannot be read, or is no regular file.
    """
    descriptor = os.open(path, _PLAIN)
    try:
        lack: str | None = None
        for _ in range(_ATTEMPTS):
            before = os.fstat(descriptor)
            if not stat.S_ISREG(before.st_mode):
                raise _not_regular(before.st_mode)
            data = _read_all(descriptor, before.st_size)
            if before.st_size > LARGEST_FILE:
                lack = f"only its first {LARGEST_FILE} bytes were read"
                break
            lack = None if _is_whole(descriptor, before, data) else CHANGING
            if lack is None:
                break
            os.lseek(descriptor, 0, os.SEEK_SET)
        return data, lack, (before.st_mtime_ns, before.st_size)
    finally:
        os.close(descriptor)


def _is_whole(descriptor: int, before: os.stat_result, data: bytes) -> bool:
    return len(data) == before.st_size and os.fstat(descriptor).st_mtime_ns == before.st_mtime_ns


def _read_all(descriptor: int, size: int) -> bytes:
    data = os.read(descriptor, min(LARGEST_FILE, size + 1))
    while len(data) < LARGEST_FILE and len(data) != size:
        more = os.read(descriptor, LARGEST_FILE - len(data))
        if not more:
            break
        data += more
    return data


def _not_regular(mode: int) -> OSError:
    kind = errno.EISDIR if stat.S_ISDIR(mode) else errno.EINVAL
    return OSError(kind, os.strerror(kind) if kind == errno.EISDIR else "it is no regular file")
